"""What the computer thinks that a position is worth is kept with its decision, and tells how a game went."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from noretreat import game
from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.evaluation.worth import foresight
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import EasyPlayer
from noretreat.ai.referee.match import Game, play_one
from noretreat.ai.referee.play import play_game
from noretreat.ai.referee.results import Results, moves_of
from noretreat.ai.thought import Thought
from noretreat.cli import main
from noretreat.core.board import SIDE_INDEX
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.storage import savegame
from noretreat.storage.worth_over_time import curve

QUICK = Options(rules="deluxe", guarded=False)


def start() -> State:
    return game.new_game("na_berlin", QUICK)


@pytest.fixture(scope="module")
def saved() -> savegame.SavedGame:
    """A game of Easy as the Axis against Random, with what Easy thought of it."""
    kept = savegame.new_save("na_berlin", QUICK)
    play_game(start(), "easy", "random", 5, savegame.recorder(kept), heed=savegame.heeder(kept))
    return kept


def test_a_player_says_what_a_position_is_worth_when_it_is_asked() -> None:
    state = start()
    while game.actor(state) is not Side.AXIS or len(game.legal_actions(state)) < 2:
        state, _ = game.apply(state, game.legal_actions(state)[0])
    player = EasyPlayer(1)
    player.choose(observe(state, Side.AXIS))
    assert player.thought.worth is None, "nobody has asked"
    player.thought = Thought(weighs=True)
    player.choose(observe(state, Side.AXIS))
    with foresight(player.effort.foresees):
        seen = prospects(state, SIDE_INDEX[Side.AXIS])
    assert player.thought.worth == pytest.approx(seen, abs=1.0), "but for the enemy's hand, which it imagines"


def test_each_decision_keeps_its_worth_once_a_player_turn(saved: savegame.SavedGame) -> None:
    found = curve(saved)
    assert found, "Easy was asked"
    assert {each.side for each in found} == {Side.AXIS}, "Random has no opinion"
    assert all(saved.entries[each.n - 1].by == "axis" for each in found)
    turns = [(each.turn, each.phasing) for each in found]
    assert len(set(turns)) == len(turns)
    assert {turn for turn, phasing in turns if phasing is Side.AXIS} == set(range(turns[0][0], turns[-1][0] + 1))


@pytest.mark.slow
def test_the_game_is_the_same_whether_anybody_asks_or_not(saved: savegame.SavedGame) -> None:
    silent = savegame.new_save("na_berlin", QUICK)
    play_game(start(), "easy", "random", 5, savegame.recorder(silent))
    assert silent.worths == {}
    assert [entry.action for entry in silent.entries] == [entry.action for entry in saved.entries]


def test_a_save_file_keeps_the_worths_and_a_fork_its_own(saved: savegame.SavedGame, tmp_path: Path) -> None:
    savegame.save(tmp_path / "game.jsonl", saved)
    again = savegame.load(tmp_path / "game.jsonl")
    assert again.worths == saved.worths
    first, second, *_ = sorted(saved.worths)
    assert savegame.fork(saved, second - 1).worths == {first: saved.worths[first]}
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    assert sum('"worth"' in line for line in lines) == len(saved.worths), "the other lines stay as they were"


def test_replay_prints_the_curve(saved: savegame.SavedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    savegame.save(tmp_path / "game.jsonl", saved)
    assert main.main(["replay", str(tmp_path / "game.jsonl"), "--worth"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["turn", "of", "axis", "soviet"]
    told = [(each.turn, each.phasing.value, f"{each.points:+.1f}") for each in curve(saved)]
    assert [(int(turn), of, points) for turn, of, points in map(str.split, rows)] == told
    savegame.save(tmp_path / "silent.jsonl", savegame.new_save("na_berlin", QUICK))
    assert main.main(["replay", str(tmp_path / "silent.jsonl"), "--worth"]) == 0
    assert "no computer" in capsys.readouterr().out


@pytest.mark.slow
def test_the_records_of_a_match_have_the_worths(tmp_path: Path) -> None:
    played = play_one(Game("random", "easy", "na_berlin", QUICK, 5, 1, Side.AXIS))
    assert played.worths
    assert all(0 <= place < len(played.moves) for place in played.worths)
    results = Results(tmp_path / "match.csv")
    results.add(played)
    (line,) = moves_of(results.path).read_text().splitlines()
    assert dict(msgspec.json.decode(line)["worths"]) == played.worths
