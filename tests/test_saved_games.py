"""The kept games (tools/keep_games.py): each replays, and together they show everything the game can do."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from syntax import parsed

from noretreat import game
from noretreat.ai.referee.play import play_game
from noretreat.checks.seen import NODES, NOT_ASKED, all_cards, all_questions, all_records, card_names
from noretreat.core.reasons import Reason
from noretreat.explain.sentences.telling import tell
from noretreat.rules.victory import DRAWS, REASONS
from noretreat.storage import savegame
from tools import keep_games

SOURCES = Path(game.__file__).resolve().parents[1]
TESTS = Path(__file__).resolve().parent
GAMES = sorted(keep_games.FOLDER.glob(keep_games.KEPT))


@cache
def shown(path: Path) -> frozenset[str]:
    """What a kept game shows when it is played again."""
    return frozenset(keep_games.show(path))


def shown_by_all() -> set[str]:
    return {thing for path in GAMES for thing in shown(path)}


def title_words(path: Path) -> list[str]:
    """What the title of a kept game says that it is kept for."""
    title = savegame.load(path).header.name
    return title.removeprefix("Kept for ").removesuffix(f" ({keep_games.FROM_POSITIONS})").split(", ")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_kept_game_still_shows_what_it_is_kept_for(path: Path) -> None:
    assert set(title_words(path)) <= shown(path)


@pytest.mark.slow
def test_every_way_of_ending_a_game_is_kept() -> None:
    endings = {thing.removeprefix("ending ") for thing in shown_by_all() if thing.startswith("ending ")}
    assert endings - {"not over"} == set(keep_games.ENDINGS)
    won = {ending.split()[1] for ending in keep_games.ENDINGS if not ending.startswith("nobody ")}
    drawn = {ending.split()[1] for ending in keep_games.ENDINGS if ending.startswith("nobody ")}
    assert (won, drawn) == (set(REASONS), set(DRAWS))


@pytest.mark.slow
def test_a_game_that_ends_says_who_won_and_why() -> None:
    for path in GAMES:
        kept_for = [thing for thing in title_words(path) if thing.startswith("ending ")]
        if kept_for:
            state = savegame.replay(savegame.load(path)).state
            assert state.ended is not None, path.name
            winner = "nobody" if state.ended.winner is None else state.ended.winner.value
            assert kept_for == [f"ending {winner} {state.ended.reason}"], path.name


@pytest.mark.slow
def test_every_card_event_happens_in_a_kept_game() -> None:
    assert len(all_cards()) >= 108
    assert {f"card {card_names([card])}" for card in all_cards()} - shown_by_all() == set()


@pytest.mark.slow
def test_every_choice_of_the_rules_is_made_in_a_kept_game() -> None:
    assert NODES.keys() - shown_by_all() == set()


@pytest.mark.slow
def test_every_question_is_asked_in_a_kept_game() -> None:
    assert all_questions() - shown_by_all() == set()


@pytest.mark.slow
def test_every_kind_of_action_and_event_occurs_in_a_kept_game() -> None:
    assert len(all_records()) > 90
    assert all_records() - shown_by_all() == set()


@pytest.mark.slow
def test_every_kind_of_action_and_event_is_named_by_the_code_of_a_test() -> None:
    """Not in a comment or a docstring: some test takes the action, or looks for the event."""
    named = {name for path in TESTS.rglob("*.py") if path != Path(__file__) for name in names_in(path)}
    assert {kind for kind in all_records() if kind.split()[1] not in named} == set()


def names_in(path: Path) -> set[str]:
    """The names that the code of a module uses, imports apart."""
    tree = parsed(path)
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    }


def test_every_numbered_choice_is_looked_for_or_has_a_reason_why_not() -> None:
    numbers = [*range(1, 6), *range(10, 15), *range(20, 29), *range(30, 42), *range(50, 58), *range(60, 85)]
    assert sorted([*NODES, *NOT_ASKED]) == [f"D-{number:02}" for number in numbers]
    cited = {node for path in SOURCES.rglob("*.py") for node in re.findall(r"\bD-[0-9]{2}\b", path.read_text("utf-8"))}
    assert cited <= {*NODES, *NOT_ASKED}


def test_kept_games_and_that_of_the_pictures_are_of_the_rules_of_today() -> None:
    pictured = TESTS.parent / "tools" / "screens" / "game.jsonl"
    assert {savegame.load(path).header.rules_version for path in [*GAMES, pictured]} == {game.RULES_VERSION}


def test_a_game_of_the_first_rules_goes_on_from_its_last_snapshot() -> None:
    saved = savegame.load(keep_games.FOLDER / "rules_version_1.jsonl")
    assert saved.header.rules_version == 1
    done = savegame.replay(saved)
    assert (done.start, done.ply) == (max(saved.snapshots), len(saved.entries))
    assert len(done.entries) == done.ply - done.start > 0
    # Action 50 shatters Volkssturm, which is no surplus any more (C-123).
    assert done.note is not None
    why = done.note.args["why"]
    assert isinstance(why, Reason)
    assert why.args["step"] == 50
    assert tell(done.note).text.endswith("it goes on from the position after action 207.")
    record = play_game(done.state, "random", "random", 1)
    assert record.decisions > 0
    assert record.end.ended is not None


def test_few_kept_games_begin_with_a_prepared_position() -> None:
    headers = [savegame.load(path).header for path in GAMES]
    prepared = [header for header in headers if header.scenario.startswith("position:")]
    assert len(prepared) <= 5
    assert all(keep_games.FROM_POSITIONS in header.name for header in prepared)
    assert sum(path.stat().st_size for path in GAMES) < 3_000_000
