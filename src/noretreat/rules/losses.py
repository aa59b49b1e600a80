"""Losses (chapters 10.7.1, 14.2, 14.9 and 14.10; STP-1, STP-2, CAD-4, VIC-3): where a lost unit goes, and its worth."""

from __future__ import annotations

from typing import Final

from noretreat.core import events
from noretreat.core.board import AXIS, BOARD, ENEMY, UnitInfo
from noretreat.core.boxes import BOX_NAMES, DESTROYED, PENDING, REMOVED, SHATTERED, SURRENDERED, TRACK
from noretreat.core.records import Outcome
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.core.types import NO_UNIT, Place, SideIndex, UnitIndex
from noretreat.data.facts import Side

EVENT_VP_CAP: Final = 6


def change_event_vp(state: State, side: SideIndex, points: int, reason: str) -> None:
    """Moves the event marker: `side` gains (or loses) victory points (VIC-3).

    `reason` is one of those that `EventPointsChanged` knows.
    """
    change = points if side == state.initiative else -points
    cap = state.rules.event_vp_cap
    value = state.event_vp + change
    if cap is not None:
        value = min(value, cap)
        if state.rules.event_vp_min_symmetrical:
            value = max(value, -cap)
    state.event_vp = value
    state.emit(events.EventPointsChanged(change, value, reason))


def clear_markers(state: State, unit: UnitIndex) -> None:
    """Removes the markers of a unit that left the map, local support among them (15.3)."""
    bit = 1 << unit
    state.disorganized &= ~bit
    if unit in state.local_support:
        state.local_support[state.info(unit).side] = NO_UNIT
    if state.unsupplied & bit:
        state.mark_unsupplied(state.unsupplied & ~bit)


def send_to_track(state: State, unit: UnitIndex, turns: int | None = None) -> None:
    """Puts a unit on the turn track, without its markers; a cadre goes to the next turn without a cadre of its side
    (CAD-4).

    Under the digital rules a cadre also stays away for the turns printed on it.
    """
    clear_markers(state, unit)
    if turns is None and state.rules.cadre_return == "printed_turns":
        turns = state.info(unit).returns_after
    state.due[unit] = state.turn + turns if turns is not None else free_cadre_turn(state, unit, state.turn + 1)
    state.put(unit, TRACK)


def free_cadre_turn(state: State, unit: UnitIndex, first: int) -> int:
    """The first turn from `first` on to which no other cadre of this cadre's side is bound, be it to come back or for
    the first time (CAD-4).
    """
    others = [other for other in BOARD.of_side[state.info(unit).side] if state.info(other).cadre and other != unit]
    taken = {state.due[other] if state.where[other] == TRACK else arrival_turn(state, other) for other in others}
    return next(turn for turn in range(first, first + len(others) + 1) if turn not in taken)


def arrival_turn(state: State, unit: UnitIndex) -> int | None:
    """The turn on which the calendar brings a unit that is still to come; None for one that it does not bring."""
    info = state.info(unit)
    brought = state.where[unit] == PENDING and info.unit.entry.isdigit() and info.unit.set != "optional"
    return int(info.unit.entry) if brought and not replaces_an_ally(state.rules, info) else None


def replaces_an_ally(rules: Rules, info: UnitInfo) -> bool:
    """True if this Kampfgruppe enters only in place of a lost army of the Axis allies (C-32)."""
    return info.cadre and info.side == AXIS and rules.axis_allies_become_kampfgruppen_from is not None


def shatter(state: State, unit: UnitIndex, why: str) -> None:
    """Moves a unit to the Shattered box, keeping its face; a cadre goes to the turn track (RES-5)."""
    frm = BOARD.id_of[state.node_of(unit)]
    clear_markers(state, unit)
    if state.info(unit).cadre:
        send_to_track(state, unit)
    else:
        state.put(unit, SHATTERED)
    state.emit(events.UnitShattered(BOARD.unit_ids[unit], frm, why))


def eliminate(state: State, unit: UnitIndex, why: str) -> None:
    """Eliminates a unit (STP-2): Surrendered for a point if cut off, else Destroyed, or as its back says (WIN-7).

    Losing the Berlin Garrison loses the war (STP-4).
    """
    info = state.info(unit)
    frm = BOARD.place_id(state.where[unit])
    surrendered = state.two_sided(unit) and bool(state.unsupplied >> unit & 1)
    clear_markers(state, unit)
    box = _destination(state, unit, surrendered)
    if box == TRACK:
        send_to_track(state, unit, None if info.cadre else info.returns_after)
    else:
        state.put(unit, box)
        _show_face_in_box(state, unit)
    state.emit(events.UnitEliminated(info.id, frm, BOX_NAMES[box][4:], why))
    if box == SURRENDERED:
        change_event_vp(state, ENEMY[info.side], 1, "surrender")
    if info.id == "BERLIN_G":
        # RULING (C-151): 12.5 asks that it be eliminated, not how; to starve it is enough (11.1).
        state.ended = Outcome(Side.SOVIET, "garrison")
        state.emit(events.GameEnded(*state.ended))


def destroy(state: State, unit: UnitIndex, why: str) -> None:
    """Destroys a unit, cut off or not, for no points; a unit that is removed or exiled does not wait in the box."""
    info = state.info(unit)
    frm = BOARD.id_of[state.node_of(unit)]
    clear_markers(state, unit)
    box = _destination(state, unit, surrendered=False)
    if box == TRACK:
        send_to_track(state, unit, None if info.cadre else info.returns_after)
    else:
        state.put(unit, box)
        _show_face_in_box(state, unit)
    state.emit(events.UnitEliminated(info.id, frm, BOX_NAMES[box][4:], why))


def withdraw(state: State, unit: UnitIndex, why: str) -> None:
    """Removes a unit from the game without its being lost, and takes its markers off."""
    clear_markers(state, unit)
    state.put(unit, REMOVED)
    state.emit(events.UnitRemoved(BOARD.unit_ids[unit], why))


def surrender(state: State, unit: UnitIndex, why: str) -> None:
    """Makes a unit surrender by an event, whatever its back says; only a cadre goes to the turn track (18A)."""
    info = state.info(unit)
    if info.cadre or state.two_sided(unit):
        state.mark_unsupplied(state.unsupplied | 1 << unit)
        eliminate(state, unit, why)
        return
    frm = BOARD.id_of[state.node_of(unit)]
    clear_markers(state, unit)
    state.put(unit, SURRENDERED)
    state.emit(events.UnitEliminated(info.id, frm, "surrendered", why))
    change_event_vp(state, ENEMY[info.side], 1, "surrender")


def _destination(state: State, unit: UnitIndex, surrendered: bool) -> Place:
    """The box of an eliminated unit (STP-2).

    German forts are removed from the game (SPU-GFT); one-step allies and the Luftwaffe return by the turn track
    (SPU-ALL).
    """
    info = state.info(unit)
    if info.removed or info.german_fort:
        return REMOVED
    if surrendered:
        return SURRENDERED
    if info.cadre or (info.returns_after is not None and not state.two_sided(unit)):
        return TRACK
    return DESTROYED


def _show_face_in_box(state: State, unit: UnitIndex) -> None:
    """Flips a lost unit to its reduced face; brittle red Soviets stay red before turn 17 (ORG-4)."""
    info = state.info(unit)
    if info.soviet_brittle and state.turn < state.rules.soviet_two_step_from:
        return
    state.turn_over(unit, info.weak if state.two_sided(unit) else 0)


def lose_step(state: State, unit: UnitIndex, why: str) -> bool:
    """Costs a unit a step: it flips or is eliminated (STP-1). Returns whether it is gone.

    A fort flips to its regional face this way (SPU-REG).
    """
    info = state.info(unit)
    if has_two_steps(state, unit):
        state.turn_over(unit, info.weak)
        state.emit(events.UnitFlipped(info.id, info.weak, "loss"))
        return False
    eliminate(state, unit, why)
    return True


def has_two_steps(state: State, unit: UnitIndex) -> bool:
    """True if the unit is at full strength, so that it survives the loss of a step (ORG-4, STP-1)."""
    info = state.info(unit)
    if not state.two_sided(unit) or state.face[unit] != info.strong:
        return False
    return not (info.soviet_brittle and state.turn < state.rules.soviet_two_step_from)


def steps_of(state: State, unit: UnitIndex) -> tuple[int, int]:
    """(steps left, steps at full strength), as the pips of the counter show them."""
    info = state.info(unit)
    if not state.two_sided(unit):
        return 1, 1
    brittle = info.soviet_brittle and state.turn < state.rules.soviet_two_step_from
    return (2 if has_two_steps(state, unit) else 1), (1 if brittle else 2)
