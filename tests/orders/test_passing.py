"""`pass all`: the card windows of a phase are passed, and nothing else is (docs/orders.md)."""

from __future__ import annotations

import random

import pytest
from kept import few

from noretreat import State, apply, position
from noretreat.core import actions as act
from noretreat.core.board import SIDES, cards_in
from noretreat.orders import read
from noretreat.orders.finder import who_decides
from noretreat.orders.passing import can_pass, scope_of
from noretreat.rules.windows import EventWindow, Window
from noretreat.storage import savegame

MOVING = """
rules deluxe
turn 9
phase movement axis
unit G4 1511
unit G1Pz 1410
unit S_W 1611
unit S_S 1713
hand soviet 3 7 12 20
hand axis 1 17 16
supports 1 1
weather clear
"""


def windows(state: State) -> list[State]:
    """The windows of the side that decides, in play from a position; each is passed, everything else ended."""
    found: list[State] = []
    dice = random.Random(3)
    for _ in range(120):
        if state.ended is not None:
            break
        if isinstance(state.question, EventWindow):
            found.append(state)
        plain = [one for one in (act.Pass(), act.Done()) if one in state.options]
        state, _ = apply(state, plain[0] if plain else dice.choice(state.options))
    return found


def kept_windows() -> list[State]:
    found: list[State] = []
    for path in few():
        saved = savegame.load(path)
        state = savegame.replay(saved, 0).state
        seen: set[Window] = set()
        for entry in saved.entries:
            if isinstance(state.question, EventWindow) and state.question.window not in seen:
                seen.add(state.question.window)
                found.append(state)
            state, _ = apply(state, entry.action)
    return found


@pytest.mark.slow
def test_it_never_ends_a_phase_and_passes_the_others() -> None:
    """In windows of every kind: what it passes leaves the phase as it is, and where it refuses, passing ends it."""
    passed, refused = set(), set()
    for state in [*windows(position(MOVING)), *kept_windows()]:
        side = who_decides(state)
        reading = read("pass all", state)
        assert isinstance(state.question, EventWindow)
        if can_pass(state, side):
            passed.add(state.question.window)
            assert reading.problem is None
            assert set(reading.actions) == {act.Pass()}
            assert reading.ends == ()
            (passes,) = reading.passes
            assert passes.scope == scope_of(state)
            assert passes.moments[0] == state.question.window
            assert scope_of(apply(state, act.Pass())[0]) == scope_of(state)
        else:
            refused.add(state.question.window)
            assert reading.problem
            assert reading.problem.code == "order-pass-ends"
    assert Window.PHASE_END in refused
    assert len(passed) > 5, "many kinds of windows are met"


def test_it_does_not_look_into_the_other_hand() -> None:
    """15.13: whether a window is passed is the same whatever the other side holds."""
    changed = 0
    for state in windows(position(MOVING)):
        other, enemy = state.copy(), 1 - who_decides(state)
        held, pile = cards_in(state.hands[enemy]), cards_in(state.draw_pile)
        for old, new in zip(held, pile, strict=False):
            swap = 1 << old | 1 << new
            other.hands[enemy] ^= swap
            other.draw_pile ^= swap
        changed += other.hands != state.hands
        assert can_pass(state, who_decides(state)) == can_pass(other, who_decides(state))
    assert changed > 3


@pytest.mark.parametrize("text", ["pass all", "pass all\n4 A > 1512"])
def test_where_nothing_is_asked_it_stands_for_what_comes(text: str) -> None:
    state = position(MOVING)
    reading = read(text, state)
    assert reading.problem is None
    assert reading.passes[0].scope.phasing is SIDES[state.phasing]
    assert (reading.passes[0].after, reading.passes[0].moments) == (0, ())
    assert act.Pass() not in reading.actions


def test_what_would_cost_something_is_not_declined_by_it() -> None:
    """A support marker is not a card: `pass` alone keeps it back."""
    asked = 0
    for path in few():
        saved = savegame.load(path)
        state = savegame.replay(saved, 0).state
        for entry in saved.entries:
            if act.Pass() in state.options and not isinstance(state.question, EventWindow):
                reading = read("pass all", state)
                assert reading.problem
                assert reading.problem.code == "order-pass-costs"
                assert reading.actions == ()
                asked += 1
                break
            state, _ = apply(state, entry.action)
    assert asked
