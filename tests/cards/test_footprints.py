"""All halves of all cards in one table: what each does and touches, when it is refused, that it ends.

The rows are in cases_of_*.py, what a row may change in footprints.toml. Whatever is not named there (a unit, a hex, a
hand, a pile, a marker, a point) has to be as it was: the bystanders are everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Final

import pytest
from cards import cases_of_battle, cases_of_cards, cases_of_draws, cases_of_moves, cases_of_organization
from cards.cases import FOOTPRINTS, Case, Lack
from cards.footprint import difference, snapshot
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import idle, why_not_now

from noretreat.core.actions import Dealt, PlayEvent
from noretreat.core.board import BOARD, ENEMY
from noretreat.core.events import EventPlayed
from noretreat.core.kernel import advance
from noretreat.core.state import STORED
from noretreat.core.types import CardNumber
from noretreat.game import State, apply
from noretreat.rules import windows
from noretreat.rules.joker import JOKER
from noretreat.rules.windows import REGISTRY, Window

CASES: Final = [
    *cases_of_battle.CASES,
    *cases_of_organization.CASES,
    *cases_of_moves.CASES,
    *cases_of_cards.CASES,
    *cases_of_draws.CASES,
]
PLAYED: Final = [case for case in CASES if case.played]
RED: Final = [case for case in CASES if case.window is Window.DRAW]
PAYING: Final = [case for case in CASES if case.window is Window.PAYMENT]
LACKS: Final = [(case, lack) for case in CASES for lack in case.lacks]
NUMBERED: Final = re.compile(r"\(\d+\.\d+(\.\d+)?(, \d+\.\d+)*\)$")
"""A reason ends with the number of the rule it comes from."""


def of(case: Case) -> str:
    """What the test of a case is called."""
    return case.name.replace(" ", "-")


def carried_out(case: Case) -> Table:
    """The table when the event is over."""
    return case.begin().do(*case.actions)


def walk(state: State, goes_on: Callable[[State], bool]) -> list[State]:
    """The states an idle game comes through while `goes_on`, and the first one after."""
    passed: list[State] = []
    while goes_on(state) and state.ended is None:
        assert len(passed) < 500, "it never ends"
        state, _ = apply(state, idle(state))
        passed.append(state)
    return passed


# --- the table is whole -----------------------------------------------------------------------------------
def test_every_half_and_every_alternative_has_a_row() -> None:
    modes = {f"{card:02}{'AS'[side]} {mode}".strip() for (side, card), event in REGISTRY.items()
             for mode in event.modes if card != JOKER}  # fmt: skip
    assert modes == {case.name for case in CASES} == FOOTPRINTS.keys()
    assert len({case.half for case in CASES}) == 108
    assert {case.half for case in RED} == {
        f"{number:02}{letter}"
        for number, card in BOARD.cards.items()
        for letter, half in (("A", card.axis), ("S", card.soviet))
        if half.mandatory
    }


def test_every_half_that_is_played_is_refused_somewhere() -> None:
    refused = {case.half for case, _ in LACKS}
    assert {case.half for case in CASES if case.window is not Window.DRAW} == refused


# --- positive and bystander -------------------------------------------------------------------------------
@shows("all", "positive", "bystander")
@pytest.mark.parametrize("case", CASES, ids=of)
def test_it_does_what_the_card_says_and_touches_nothing_else(case: Case) -> None:
    table = case.begin()
    assert set(case.actions[:1]) <= set(table.legal), "it is on offer"
    before = snapshot(table.state)
    table.do(*case.actions)
    assert difference(before, snapshot(table.state)) == case.expected


def test_the_comparison_sees_every_field() -> None:
    """A copy with one field changed differs in that field: nothing of the state is left out."""
    state = carried_out(next(case for case in CASES if case.half == "16A")).state
    seen = snapshot(state)
    names = {name.split(".")[0] for name in seen} | {name.split(".")[-1] for name in seen}
    assert {field.name for field in STORED} - {"setup", "stack", "weather", "triggers"} <= names
    for unit, info in enumerate(BOARD.units):
        changed = state.copy()
        changed.disorganized ^= 1 << unit
        assert list(difference(seen, snapshot(changed))) == ["disorganized"], info.id


# --- negative ---------------------------------------------------------------------------------------------
@shows("played", "negative")
@pytest.mark.parametrize(("case", "lack"), LACKS, ids=lambda value: of(value) if isinstance(value, Case) else "")
def test_it_is_refused_where_a_condition_is_missing(case: Case, lack: Lack, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not on offer when its window comes, and the reason told then is the right one, with its rule."""
    wanted, reasons = lack.window or case.window, []
    open_to = windows.could_play

    def listening(state: State, side: int, window: Window) -> bool:
        if (side, window) == (case.side, wanted):
            reasons.append(why_not_now(state, side, case.card, window))
        return open_to(state, side, window)

    monkeypatch.setattr(windows, "could_play", listening)
    table = case.begin(lack.start)
    assert PlayEvent(case.card, case.mode) not in table.legal
    told = reasons[-1] if reasons else why_not_now(table.state, case.side, case.card, wanted)
    assert told == lack.reason
    assert NUMBERED.search(lack.reason)


# --- closed: not again ------------------------------------------------------------------------------------
def back_in_hand(case: Case, state: State) -> State:
    """The card has somehow come back to the hand it was played from."""
    state = state.copy()
    state.hands[ENEMY[case.side]] &= ~(1 << CardNumber(case.card))
    state.hands[case.side] |= 1 << CardNumber(case.card)
    for name in ("discards", "soviet_discards", "table"):
        setattr(state, name, tuple(card for card in getattr(state, name) if card != case.card))
    advance(state)
    return state


@shows("played but paying", "closed")
@pytest.mark.parametrize("case", [case for case in PLAYED if case.mode != "cancel"], ids=of)
def test_not_a_second_time_in_the_player_turn(case: Case) -> None:
    """CRD-8: even with the card in the hand again it is not on offer until the player turn is over; then it is free."""
    state = back_in_hand(case, carried_out(case).state)
    now = (state.turn, state.phasing)
    places = [window for window in Window if windows._BY_WINDOW.get((case.side, window), 0) >> case.card & 1]
    if not REGISTRY[case.side, case.card].copies:  # these have the moments of what they repeat
        reasons = {why_not_now(state, case.side, case.card, window) for window in places}
        assert reasons == {"this event has already happened in this player turn (5.0)"}
    passed = walk(state, lambda state: (state.turn, state.phasing) == now or state.phase == "victory")
    assert not any(
        action.card == case.card
        for state in (state, *passed[:-1])
        for action in state.options
        if isinstance(action, PlayEvent)
    )
    free = back_in_hand(case, passed[-1])
    assert not any("already" in (why_not_now(free, case.side, case.card, window) or "") for window in places)


@pytest.mark.parametrize("case", [case for case in PLAYED if case.mode == "cancel"], ids=of)
def test_the_next_sudden_death_is_tested_again(case: Case) -> None:
    """What was called off was one test (12.2)."""
    state = carried_out(case).state
    assert state.sudden_death_cancelled == 1 << ENEMY[case.side]
    turn = state.turn
    later = walk(state, lambda state: not (state.turn > turn and state.phase == "cards"))[-1]
    assert later.sudden_death_cancelled == 0


@shows("red", "closed")
@pytest.mark.parametrize("case", RED, ids=of)
def test_a_red_half_drawn_again_is_a_card_like_any_other(case: Case) -> None:
    """CRD-4, CRD-8: it has happened in this player turn; the card stays in the hand."""
    state = carried_out(case).state.copy()
    state.discards = tuple(card for card in state.discards if card != case.card)
    state.draw_pile |= 1 << case.card
    advance(state)
    points = state.event_vp
    state, happened = apply(state, Dealt(case.card))
    assert not [event for event in happened if isinstance(event, EventPlayed)]
    assert state.hands[case.side] >> case.card & 1
    assert state.event_vp == points


@shows("paying", "closed")
@pytest.mark.parametrize("case", PAYING, ids=of)
def test_a_card_that_pays_brings_its_event_once(case: Case) -> None:
    """CRD-8: paid with a second time it is worth what any card is worth."""
    before, table = case.begin().state, carried_out(case)
    assert windows.payment_event(before, case.side, case.card, "replace")
    again = back_in_hand(case, table.state)
    assert windows.payment_event(again, case.side, case.card, "replace") is None


# --- closed: its effect ends ------------------------------------------------------------------------------
def in_force(case: Case, state: State) -> bool:
    """Does an effect of the card still count?"""
    return any((effect.card, effect.side) == (case.card, case.side) for effect in state.effects)


def _round(state: State) -> Hashable:
    """The battle round that is being fought."""
    battle = state.battle
    return battle and (state.turn, state.phasing, battle.round, battle.targets, battle.aside, battle.repeated)


SCOPES: Final[dict[str, Callable[[State], Hashable]]] = {
    "battle": _round,
    "roll": lambda state: (_round(state), bool(state.battle and state.battle.die)),
    "whole_battle": lambda state: (state.turn, state.phasing, state.battle and state.battle.voluntary),
    "phase": lambda state: (state.turn, state.phasing, state.phase),
    "combat": lambda state: (state.turn, state.phasing, state.phase in ("removal", "detraining")),
    "player_turn": lambda state: (state.turn, state.phasing),
}
"""The time an effect lasts: it is over as soon as this changes. `roll`: until the die lies; `combat`: until
the Combat Phase has ended."""


@pytest.mark.parametrize("case", [case for case in CASES if case.lasts in SCOPES], ids=of)
def test_it_is_in_force_as_long_as_the_card_says_and_no_longer(case: Case) -> None:
    state = carried_out(case).state
    time = SCOPES[case.lasts]
    began = time(state)
    passed = walk(state, lambda state: time(state) == began)
    assert all(in_force(case, state) for state in (state, *passed[:-1]))
    assert not in_force(case, passed[-1])


def test_what_counts_for_two_battles_is_over_after_them() -> None:
    """23S: the second one is shown by its own tests; at the latest the phase ends it."""
    (case,) = (case for case in CASES if case.lasts == "two_battles")
    state = carried_out(case).state
    assert in_force(case, state)
    assert not in_force(case, walk(state, lambda state: state.phase == "combat")[-1])


@pytest.mark.parametrize("case", [case for case in CASES if not case.lasts], ids=of)
def test_what_happens_at_once_leaves_nothing_in_force(case: Case) -> None:
    assert not in_force(case, carried_out(case).state)
