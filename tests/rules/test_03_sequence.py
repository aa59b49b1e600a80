"""Chapters 3 and 4: the sequence of play and housekeeping (SEQ-1 to SEQ-3, HK-1 to HK-3)."""

from __future__ import annotations

import msgspec
import pytest
from rules.helpers import Done, MoveUnit, ShatterUnit, idle, options_of, play, seen, skip_to, where

from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import Event, PhaseBegan, TurnBegan, VictoryPointsCounted
from noretreat.core.rulesets import rules_of
from noretreat.data.facts import Side
from noretreat.game import apply
from noretreat.positions import position

LINES = {"units": {"G4": "1007", "S_NW": "2008"}}


def test_seq_1_order_of_a_game_turn() -> None:
    """Turn marker, victory, then the seven phases of the Axis and the seven of the Soviets."""
    happened: list[Event] = []
    state = skip_to(position({"turn": 6, "phase": "movement soviet", **LINES}), "movement", "soviet")
    while seen(state).turn < 8:
        state, new = apply(state, idle(state))
        happened += new
    order = [
        event.turn if isinstance(event, TurnBegan) else (event.side, event.phase)
        for event in happened
        if isinstance(event, TurnBegan | PhaseBegan)
    ]
    phases = ["cards", "supply", "organization", "movement", "combat", "removal", "detraining"]
    turn = [(side, phase) for side in (Side.AXIS, Side.SOVIET) for phase in phases]
    assert order[order.index(7) : order.index(8)] == [7, *turn]
    kinds = [type(event) for event in happened]
    assert kinds.index(TurnBegan) < kinds.index(VictoryPointsCounted), "scoring comes before the player turns"


def test_seq_3_stacks_are_judged_at_the_end_of_the_phase() -> None:
    """Three units in a hex are fine on the way, not when movement ends (STK-3)."""
    state = position({"turn": 2, "units": {"G4": "1007", "G6": "1007", "G9": "0907"}})
    state = play(state, MoveUnit("G9", "1007"))
    assert not options_of(state, ShatterUnit)
    state = play(state, Done())
    assert {action.unit for action in options_of(state, ShatterUnit)} == {"G4", "G6", "G9"}


def test_hk_1_the_turn_marker_advances() -> None:
    state = position({"turn": 6, "phase": "movement soviet", **LINES})
    assert seen(skip_to(state, "movement", "axis")).turn == 7


def test_hk_1_after_turn_28_the_axis_has_won() -> None:
    state = position({"turn": 28, "phase": "movement soviet", **LINES})
    state = play(state, Done())
    outcome = seen(state).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.AXIS, "time")


@pytest.mark.parametrize(("high_tide", "ends"), [(23, True), (22, False), (10, False)])
def test_hk_1_operational_check_between_turns_22_and_23(high_tide: int, ends: bool) -> None:
    """The Soviets hold 22 points; the Axis wins with a higher high tide only (WIN-6)."""
    state = position({"turn": 22, "phase": "movement soviet", "high_tide": high_tide, "event_vp": 0, **LINES})
    state = play(state, Done())
    outcome = seen(state).outcome
    assert (outcome is not None and outcome.reason == "operational") is ends


@pytest.mark.parametrize(("turn", "blitz", "shock"), [(3, 2, 0), (4, 0, 3), (10, 1, 2), (13, 1, 1), (27, 0, 2)])
def test_hk_2_supports_are_set_to_the_numbers_of_the_track(turn: int, blitz: int, shock: int) -> None:
    """Unused markers of the turn before are lost."""
    state = position({"turn": turn - 1, "phase": "detraining soviet", "supports": [4, 4], **LINES})
    assert seen(state).turn == turn
    assert seen(state).supports == {"axis": blitz, "soviet": shock}


def test_hk_2_reinforcements_are_there_before_the_player_turns() -> None:
    state = position({"turn": 1, "phase": "detraining soviet", "units": {"G2": "box:pending", "S_KAL": "box:pending"}})
    assert (seen(state).turn, seen(state).phase) == (2, "cards")
    assert (where(state, "G2"), where(state, "S_KAL")) == ("box:delayed", "box:delayed")


def test_hk_3_supports_of_the_axis_turn_are_still_there_in_the_soviet_turn() -> None:
    state = position({"turn": 9, "phase": "detraining soviet", **LINES})
    assert seen(skip_to(state, "movement", "soviet", 10)).supports == {"axis": 1, "soviet": 2}


def test_set_7_a_scenario_may_leave_any_phase_out_of_the_first_player_turn() -> None:
    state = position("turn 1\nphase cards axis\nunit G4 0606 back\nunit S_W 1711\nhand axis 16 17 19")
    left_out = ("movement", "combat", "removal", "detraining")
    state.setup = msgspec.structs.replace(state.setup, skips=left_out)
    phases = set()
    while (state.turn, state.phasing) == (1, AXIS):
        phases.add(state.phase)
        state = play(state, idle(state))
    assert not phases & set(left_out)
    while (state.turn, state.phasing) == (1, SOVIET):
        phases.add(state.phase)
        state = play(state, idle(state))
    assert "movement" in phases, "the second player turn has them all"


def test_win_5_the_initiative_may_pass_at_the_start_of_the_soviet_turn_without_a_victory_phase_there() -> None:
    """12.10 with one Victory Phase a turn: a scenario may choose the switches one by one."""
    held = " ".join(["1211", "1415", "1115", "1307", "1403", "1708", "1613", "1716", "1717"])
    state = position(f"turn 12\nphase movement axis\nunit G4 0606\nunit S_W 2008\ninitiative axis\ncontrol axis {held}")
    state.setup = msgspec.structs.replace(state.setup, switches=(("initiative_shift", "start_soviet_t12"),))
    state.rules = rules_of(state.setup.options.rules, state.setup.switches)
    while state.phasing == AXIS:
        assert state.initiative == AXIS
        state = play(state, idle(state))
    assert state.initiative == SOVIET
    assert state.high_tide > 0
