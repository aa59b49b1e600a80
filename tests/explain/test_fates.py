"""Told before the click: what becomes of the unit that takes a loss, retreats or advances (10.7.1, 10.7.5, 10.8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from noretreat import game
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    Dealt,
    DeclareTarget,
    Done,
    LoseStep,
    Pass,
    Rolled,
)
from noretreat.core.state import State
from noretreat.explain.ahead.fates import Fate, fates
from noretreat.positions import position

EXCHANGE = """
turn 9
phase combat axis
unit G4 1511 back
unit G9 1610
unit S_W 1611
supports 0 0
weather clear
"""
"""The 4th Army is weakened already: an EX kills it, and only weakens the 9th."""


def played(state: State, code: str, die: int) -> State | None:
    """The position when a question of some kind is asked, after battles rolled with this die; None if it never is."""
    for _ in range(60):
        if state.question is not None and code == state.question.CODE:
            return state
        if game.actor(state) is None:
            return None
        state, _events = game.apply(state, _next(game.legal_actions(state), die))
    return None


def _next(options: tuple[Action, ...], die: int) -> Action:
    """The action that leads into a battle with every unit."""
    if Rolled(die) in options:
        return Rolled(die)
    for kind in (DeclareTarget, AssignAttacker, BeginBattle, Dealt, Pass, Done):
        for action in options:
            if isinstance(action, kind):
                return action
    return options[0]


def asked(text: str, code: str) -> State:
    """The first position, over all dice, in which the question is asked."""
    found = (played(position(text), code, die) for die in range(1, 7))
    return next(state for state in found if state is not None)


def by_unit(state: State) -> Iterator[tuple[str, Fate]]:
    for index, fate in fates(state).items():
        action = state.options[index]
        assert isinstance(action, LoseStep | AdvanceUnit)
        yield action.unit, fate


def codes(fate: Fate) -> list[str]:
    return [said.code.removeprefix("info-") for said in fate.said]


def test_10_7_1_each_loss_says_what_becomes_of_the_unit() -> None:
    found = dict(by_unit(asked(EXCHANGE, "step_loss")))
    assert codes(found["G9"]) == ["becomes-weakened"]
    assert found["G9"].said[0].text == "9th Army is weakened to 3-4."
    assert not found["G9"].grave
    assert codes(found["G4"]) == ["becomes-destroyed", "becomes-empty"]
    assert found["G4"].grave, "its hex is empty then, and the other loss leaves none"


def test_where_each_loss_is_as_bad_nothing_is_asked() -> None:
    found = dict(by_unit(asked(EXCHANGE.replace("unit G9 1610", "unit G9 1610 back"), "step_loss")))
    assert all("becomes-destroyed" in codes(fate) for fate in found.values())
    assert not any(fate.grave for fate in found.values())


def test_10_8_an_advance_says_what_it_opens() -> None:
    """The panzers that go on from Stalino leave it to a Soviet army that can walk in."""
    state = asked(
        "turn 9\nphase combat axis\nunit G1Pz 1716\nunit S_NC 1717\nunit S_S 1514\n"
        "control axis 1716\nsupports 0 0\nweather clear",
        "advance",
    )
    ((unit, fate),) = by_unit(state)
    assert unit == "G1Pz"
    assert codes(fate) == ["danger-city"]
    assert fate.said[0].text.startswith("Stalino (1716) stands empty: 2 enemy units can walk in next turn")
    assert fate.grave, "the unit may stay"


@pytest.mark.parametrize("code", ["move", "declare"])
def test_other_questions_have_no_fates(code: str) -> None:
    text = EXCHANGE if code == "declare" else EXCHANGE.replace("phase combat", "phase movement")
    assert fates(asked(text, code)) == {}
