"""The counters of a view, which are carried on from the last position of the game, are those that are made anew."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from noretreat import game
from noretreat.core.board import BOARD
from noretreat.core.boxes import TRACK
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.explain.knowledge import view

SCENARIOS = ("barbarossa", "citadel")
"""Played on from the second, Soviet units come to have two steps (7.2.2)."""


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_LAID", {})


def anew(state: State, monkeypatch: pytest.MonkeyPatch) -> tuple[view.UnitView, ...]:
    """The counters of a position of which nothing is known."""
    with monkeypatch.context() as alone:
        alone.setattr(view, "_LAID", {})
        return view._units(state)


def walk(scenario: str, rules: str) -> Iterator[State]:
    """The positions of a random game to the end of the war, and its first one again, as when moves are taken back."""
    luck = random.Random(7)
    state = start = game.new_game(scenario, Options(rules=rules, campaign=True))
    while state.ended is None:
        yield state
        state, _ = game.apply(state, luck.choice(game.legal_actions(state)))
    yield start


@pytest.mark.parametrize("rules", ["digital", "classic"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_counters_carried_on_are_those_made_anew(scenario: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a whole war, with its boxes, arrivals and turns."""
    turns = set()
    for number, state in enumerate(walk(scenario, rules)):
        carried = view._units(state)
        if number % 4 == 0 or state.turn not in turns:
            assert anew(state, monkeypatch) == carried
        turns.add(state.turn)
    assert len(turns) > 2


def test_a_cadre_that_is_due_on_another_turn_is_shown_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that is taken back and played otherwise leaves it where it was, to come at another time (CAD-4)."""
    state = next(walk("barbarossa", "digital")).copy()
    unit = next(info.index for info in BOARD.units if info.cadre)
    state.put(unit, TRACK)
    state.due[unit] = 3
    view._units(state)
    state.due[unit] = 5
    assert view._units(state) == anew(state, monkeypatch)
