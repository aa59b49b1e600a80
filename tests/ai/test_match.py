"""Matches: fair to both seats, legal or lost, resumed after any death of the process, and the yardsticks they play."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from noretreat import game
from noretreat.ai.player import Observation
from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee import play, report
from noretreat.ai.referee.contenders import player_of
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.match import GAVE_UP, Game, Row, options_text, play_one, replay, schedule
from noretreat.ai.referee.play import Breakdown, Course, Foul, Overtime, Seat, play_game
from noretreat.ai.referee.results import Results, ResultsError, moves_of, read, read_moves
from noretreat.cli import main
from noretreat.core.actions import Action, Conclude, Dealt, Resign, Rolled
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.storage import savegame

ROOT = Path(__file__).resolve().parents[2]
QUICK = Options(guarded=False)
LIKEWISE = "noretreat.ai.players.random_player:RandomPlayer"
"""The level `random` by another name: a match against itself plays only one game of each pair."""


def one(a: str, b: str, side: Side = Side.AXIS, **changes: object) -> Game:
    return replace(Game(a, b, "na_berlin", QUICK, 1, 1, side), **changes)


def without_times(row: Row) -> Row:
    """A row without what a busy machine changes."""
    return replace(row, **{f"{who}_{what}": 0.0 for who in "ab" for what in ("seconds", "median", "worst")})


# --- players that lose by their own fault -------------------------------------------------------------------
class Cheat:
    """Calls it a draw, which the rules do not offer as an answer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, observation: Observation) -> Action:
        return Conclude()


class Quitter(Cheat):
    """Gives up at its first decision."""

    def choose(self, observation: Observation) -> Action:
        return Resign(observation.side)


class Usurper(Cheat):
    """Gives up for the other side."""

    def choose(self, observation: Observation) -> Action:
        return Resign(Side.SOVIET if observation.side is Side.AXIS else Side.AXIS)


class Broken(Cheat):
    """Has a bug."""

    def choose(self, observation: Observation) -> Action:
        raise KeyError("no plan")


class Sleepless(Cheat):
    """Never comes to an end of its thoughts."""

    def choose(self, observation: Observation) -> Action:
        while True:
            pass


class Bold(Cheat):
    """Has settings."""

    def __init__(self, seed: int, depth: int, style: str = "plain") -> None:
        super().__init__(seed)
        self.depth, self.style = depth, style


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("Cheat", "illegal", "is not legal"),
        ("Usurper", "illegal", "is not legal"),
        ("Broken", "exception", "KeyError"),
        ("Sleepless", "overtime", "0.2 s"),
    ],
)
@pytest.mark.parametrize("side", list(Side))
def test_a_fault_loses_the_game(name: str, reason: str, words: str, side: Side) -> None:
    row = play_one(one(f"{__name__}:{name}", "random", side, limit=0.2)).row
    assert (row.score, row.reason) == (0.0, reason)
    assert row.winner != side
    assert words in row.fault


@pytest.mark.parametrize("side", list(Side))
def test_who_resigns_has_lost(side: Side) -> None:
    played = play_one(one(f"{__name__}:Quitter", "random", side))
    assert (played.row.score, played.row.reason, played.row.fault) == (0.0, "resigned", "")
    assert played.row.winner != side
    assert played.moves[-1] == GAVE_UP
    *_, (before, action, after, _) = replay(played.row, played.moves)
    assert (game.actor(before), action) == (side, Resign(side))
    assert game.outcome(after) is not None


def test_a_game_that_was_resigned_is_recorded_and_told_in_a_line() -> None:
    saved = savegame.new_save("na_berlin", QUICK)
    record = play_game(game.new_game("na_berlin", QUICK), Quitter(1), "random", 1, savegame.recorder(saved))
    assert saved.entries[-1].action == Resign(Side.AXIS)
    assert saved.entries[-1].by == "axis"
    again = savegame.replay(savegame.decode(savegame.encode(saved)))
    assert again.state == record.end
    assert repr(record).startswith("<Record Soviet wins (resigned) on turn ")
    assert repr(again) == f"<Replayed {len(saved.entries)} actions: {record.end!r}>"
    assert len(repr(saved)) < 100


@pytest.mark.parametrize(
    ("reason", "words"), [("runaway", "no end after 20"), ("error", "ZeroDivisionError: a bug of the rules")]
)
def test_a_game_that_is_broken_off_is_a_draw(monkeypatch: pytest.MonkeyPatch, reason: str, words: str) -> None:
    def fail(state: State, action: Action) -> None:
        raise ZeroDivisionError("a bug\nof the rules")

    if reason == "runaway":
        monkeypatch.setattr(play, "DECISION_LIMIT", 20)
    else:
        monkeypatch.setattr(game, "apply_trusted", fail)
    row = play_one(one("random", "random")).row
    assert (row.score, row.winner, row.reason) == (0.5, "draw", reason)
    assert words in row.fault
    found = report.standing([row])
    assert (found.broken, found.faults) == (1, (0, 0))


@pytest.mark.parametrize(("player", "fault"), [(Cheat, Foul), (Broken, Breakdown), (Sleepless, Overtime)])
def test_elsewhere_a_fault_is_an_error(player: type[Cheat], fault: type[Exception]) -> None:
    with pytest.raises(fault):
        play_game(game.new_game("na_berlin", QUICK), player(1), "random", 1, limit=0.2)


def test_a_quick_player_has_all_the_time_it_needs() -> None:
    assert play_one(one("random", "random", limit=5.0)).row.fault == ""


# --- who may sit down ---------------------------------------------------------------------------------------
def test_a_player_is_named_with_its_settings() -> None:
    made = player_of(f"{__name__}:Bold(depth=3,style=wild)", 7)
    assert isinstance(made, Bold)
    assert (made.seed, made.depth, made.style) == (7, 3, "wild")


@pytest.mark.parametrize(
    "name", ["napoleon", "nowhere:Player", f"{__name__}:Nobody", f"{__name__}:Bold(deep)", "a b", "normal)"]
)
def test_a_name_without_a_player_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no level|no player|no setting"):
        player_of(name, 1)


# --- the same luck for both ---------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_player_against_itself_meets_itself_mirrored() -> None:
    hasty = "easy(evaluations=8,candidates=2)"
    axis, soviet = (play_one(one(hasty, hasty, side)) for side in Side)
    assert axis.moves == soviet.moves
    assert axis.row.score + soviet.row.score == 1
    assert (axis.row.hexes, axis.row.points, axis.row.turn) == (soviet.row.hexes, soviet.row.points, soviet.row.turn)
    found = report.standing([axis.row, soviet.row])
    assert found.pairs == (0, 0, 1, 0, 0)
    assert (found.score.value, found.hexes.value, found.points.value) == (0.5, 0.0, 0.0)
    assert [each.side for each in schedule("easy", "easy", ["na_berlin"], [QUICK], 2, 1)] == [Side.AXIS] * 2


def luck(scenario: str, players: tuple[str, str]) -> dict[tuple[int, int, str], list[Action]]:
    """What chance said in a game, by player turn and kind."""
    fate, said = Fate(3), {}

    def chance(state: State) -> Action:
        action = fate.choose(state)
        assert action in game.legal_actions(state)
        kind = "die" if isinstance(action, Rolled) else f"card {state.question.side}"  # type: ignore[union-attr]
        said.setdefault((state.turn, state.phasing, kind), []).append(action)
        return action

    axis, soviet = (Seat(side, level, number) for number, (side, level) in enumerate(zip(Side, players, strict=True)))
    Course(game.new_game(scenario, QUICK)).run(axis.choose, soviet.choose, chance)
    return said


@pytest.mark.slow
def test_other_play_meets_the_same_dice_and_deals() -> None:
    first, second = luck("barbarossa", ("random", "random")), luck("barbarossa", ("easy", "random"))
    rolls = [turn for turn in first.keys() & second.keys() if turn[2] == "die"]
    assert rolls
    for turn in rolls:
        shared = min(len(first[turn]), len(second[turn]))
        assert first[turn][:shared] == second[turn][:shared]
    opening = min(turn for turn in first if turn[2] != "die")
    assert isinstance(first[opening][0], Dealt)
    assert first[opening][0] == second[opening][0], "nothing was drawn before the first deal"


def test_all_faces_and_cards_come_alike() -> None:
    state = game.new_game("barbarossa", QUICK)
    cards = [Fate(seed).choose(state) for seed in range(2000)]
    outcomes = game.legal_actions(state)
    assert all(0.5 < cards.count(card) * len(outcomes) / 2000 < 1.7 for card in outcomes)


# --- results ------------------------------------------------------------------------------------------------
def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = Results(tmp_path / "match.csv")
    games = [one("random", "random", side) for side in Side]
    for each in games:
        results.add(play_one(each))
    assert read(results.path) == results.rows
    assert [row.key for row in results.rows] == [each.key for each in games]
    assert set(read_moves(results.path)) == {each.key for each in games}
    # the moves are the whole game
    state = game.new_game("na_berlin", QUICK)
    for place in read_moves(results.path)[games[0].key]:
        state = game.apply(state, game.legal_actions(state)[place])[0]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == results.rows[0].reason


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    Results(path).add(play_one(one("random", "random")))
    whole = path.read_text()
    path.write_text(whole + "random,random,na_ber")
    assert Results(path).rows == read(path)
    assert path.read_text() == whole


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_text("day,weather\nMonday,rain\n")
    with pytest.raises(ResultsError, match="not a file of results"):
        Results(path)
    assert path.read_text() == "day,weather\nMonday,rain\n"


@pytest.mark.slow
def test_a_killed_match_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    command = [
        *(sys.executable, "-m", "noretreat", "arena", "random", LIKEWISE, "--scenario", "na_berlin,saturn"),
        *("--option", "guarded=false", "--pairs", "3", "--seed", "5", "--results", str(path)),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 100
    while len(read(path) if path.exists() else []) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = read(path)
    assert 3 <= len(before) < 12
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    rows = read(path)
    assert rows[: len(before)] == before
    games = schedule("random", LIKEWISE, ["na_berlin", "saturn"], [QUICK], 3, 5)
    fresh = {each.key: without_times(play_one(each).row) for each in games}
    came = {
        row.key: without_times(replace(row, command="", commit="", machine="", version="", digests="")) for row in rows
    }
    assert came == fresh
    assert {row.key for row in rows} == read_moves(path).keys()


def test_options_are_told_by_what_is_unusual() -> None:
    assert options_text(Options()) == "digital"
    assert options_text(Options(rules="deluxe", joker=True)) == 'deluxe {"joker":true}'


# --- the command --------------------------------------------------------------------------------------------
def arena(*arguments: str) -> int:
    return main.main(["arena", *arguments, "--scenario", "na_berlin", "--option", "guarded=false"])


@pytest.mark.slow
def test_arena_prints_score_interval_seats_and_times(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    assert arena("random", LIKEWISE, "--pairs", "2", "--results", str(path), "--sprt", "0,50", "--lint") == 0
    said = capsys.readouterr().out
    title = f"random v {LIKEWISE}, na_berlin"
    for words in (title, "4 games, 2 pairs", "Elo", "as axis", "as soviet", "sprt", "worst", "walked into"):
        assert words in said
    assert {row.commit for row in read(path)} != {""}
    assert moves_of(path).exists()


@pytest.mark.slow
def test_arena_in_two_processes_comes_to_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for jobs in "12":
        assert arena("random", LIKEWISE, "--pairs", "2", "--jobs", jobs, "--results", str(tmp_path / jobs)) == 0
    rows = [{row.key: without_times(replace(row, command="")) for row in read(tmp_path / jobs)} for jobs in "12"]
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["napoleon", "random"], "no level 'napoleon'"),
        (["random", "nowhere:Player"], "no player"),
        (["random", "random", "--rules", "house"], "house"),
    ],
)
def test_a_wrong_match_is_an_error_of_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*arguments) == 1
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


# --- the yardsticks -----------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_old_player_still_plays() -> None:
    row = play_one(one("bench.yardstick:OldEasy", "random")).row
    assert row.fault == ""
    assert row.decisions > 50
    assert play_one(one("bench.yardstick:Old", "random", limit=60.0)).row.fault == ""


def test_the_yardsticks_rest_on_the_rules_alone() -> None:
    for path in (ROOT / "bench" / "yardstick").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("noretreat.ai"):
                assert node.module == "noretreat.ai.player", path


def test_levels_are_contenders() -> None:
    for level in LEVELS:
        assert hasattr(player_of(level, 1), "choose"), level
