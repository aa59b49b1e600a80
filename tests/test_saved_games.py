"""The kept games (tools/keep_games.py): each replays, and together they show everything the game can do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from noretreat.cli.seen import NODES, all_cards, all_questions, card_names
from noretreat.rules.victory import REASONS
from noretreat.storage import savegame
from tools import keep_games

GAMES = sorted(keep_games.FOLDER.glob(keep_games.KEPT))


@cache
def shown(path: Path) -> frozenset[str]:
    """What a kept game shows when it is played again."""
    return frozenset(keep_games.show(path))


def shown_by_all() -> set[str]:
    return {thing for path in GAMES for thing in shown(path)}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_kept_game_still_shows_what_it_is_kept_for(path: Path) -> None:
    title = savegame.load(path).header.name
    kept_for = title.removeprefix("Kept for ").removesuffix(f" ({keep_games.FROM_POSITIONS})").split(", ")
    assert set(kept_for) <= shown(path)


def test_every_way_of_ending_a_game_is_kept() -> None:
    endings = {thing.removeprefix("ending ") for thing in shown_by_all() if thing.startswith("ending ")}
    assert endings - {"not over"} == set(keep_games.ENDINGS)
    assert {ending.split()[1] for ending in keep_games.ENDINGS} == set(REASONS)


def test_every_card_event_happens_in_a_kept_game() -> None:
    assert len(all_cards()) >= 108
    assert {f"card {card_names([card])}" for card in all_cards()} - shown_by_all() == set()


def test_every_choice_of_the_rules_is_made_in_a_kept_game() -> None:
    assert NODES.keys() - shown_by_all() == set()


def test_every_question_is_asked_in_a_kept_game() -> None:
    assert all_questions() - shown_by_all() == keep_games.NOT_SHIPPED | keep_games.NOT_MET


def test_few_kept_games_begin_with_a_prepared_position() -> None:
    headers = [savegame.load(path).header for path in GAMES]
    prepared = [header for header in headers if header.scenario.startswith("position:")]
    assert len(prepared) <= 5
    assert all(keep_games.FROM_POSITIONS in header.name for header in prepared)
    assert sum(path.stat().st_size for path in GAMES) < 3_000_000
