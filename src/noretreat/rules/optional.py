"""Optional rules with counters of their own, and 15.5 (chapter 15; OPT-1 to OPT-3, OPT-5, OPT-8, OPT-9): by `Options`.

The other options are where they take effect: No Surrender in `victory.py`, fixed weather in `calendar.py`, the Joker in
`joker.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, ChooseUnit, ExchangeUnit, Pass, PlaceUnit, ReorganizeUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits
from noretreat.core.boxes import DESTROYED, PENDING, RAIL, REMOVED, TRACK
from noretreat.core.kernel import Decision, call
from noretreat.core.state import State
from noretreat.core.types import NO_CARD, NO_NODES, CardNumber, Node, SideIndex, UnitIndex
from noretreat.data.facts import UnitType, Weather
from noretreat.rules import calendar, losses
from noretreat.rules.entering import enter
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import is_supplied

DETACHMENTS: Final = tuple(BOARD.unit_index[name] for name in ("ABT_I1", "ABT_I2"))
MECHANIZED_DETACHMENT: Final = BOARD.unit_index["ABT_M"]
FORTIFIED_FRONTS: Final = tuple(BOARD.unit_index[name] for name in ("FF1", "FF2"))
REZERVY: Final = BOARD.unit_index["REZ"]
PARATROOPS: Final = BOARD.unit_index["PARA"]
DETACHMENTS_FROM, FORTIFIED_FRONTS_FROM, REZERVY_FROM, PARATROOPS_FROM = 8, 5, 5, 4
PARATROOPS_RETURN: Final = 4
"""Turns between the Axis Removal Phase that removes the paratroop marker and its return (15.9)."""
_CHANGE_OF_STRENGTH: Final = 11
"""From this turn the local support markers show their other face (OPT-3; our ruling)."""


def receive(state: State) -> None:
    """Puts the optional counters that arrive this turn in their boxes (15.8, 15.9)."""
    options = state.setup.options
    if options.rezervy and state.turn >= REZERVY_FROM and state.where[REZERVY] == REMOVED:
        state.put(REZERVY, DESTROYED)
        state.emit(events.UnitAvailable("REZ", "destroyed"))
    due = state.where[PARATROOPS] == TRACK and state.due[PARATROOPS] <= state.turn
    new = state.where[PARATROOPS] in (REMOVED, PENDING) and state.turn >= PARATROOPS_FROM
    if options.paratroops and (due or new):
        state.put(PARATROOPS, RAIL)
        state.emit(events.UnitAvailable("PARA", "rail"))


# --- faster reorganization (15.5) -------------------------------------------------------------------------
def take_marker_off(state: State, unit: str) -> None:
    """Removes the Disorganized marker of a unit."""
    state.disorganized &= ~(1 << BOARD.unit_index[unit])
    state.emit(events.UnitReorganized(unit))


class SecondMarker(Decision, frozen=True, gc=False):
    """Option: a card with the symbol of the side with the initiative removes a second marker (OPT-5)."""

    CODE = "reorganize"
    side: SideIndex
    before: int = 0
    """In older states, without `card`: how many discards there were before the payment."""
    card: CardNumber = NO_CARD
    """The card that paid; the Joker has no symbol, and asks nothing."""

    def actor(self, state: State) -> SideIndex:
        """The side that paid."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Another Disorganized unit, or none; no options for a card without the symbol."""
        number = self.card or next(iter(state.discarded(self.side)[self.before :][-1:]), NO_CARD)
        if not number:
            return ()
        card = BOARD.cards[number]
        half = card.soviet if self.side else card.axis
        units = [unit for unit in state.on_map(self.side) if state.disorganized >> unit & 1]
        if half.initiative is not SIDES[state.initiative] or not units:
            return ()
        return [Pass(), *(ReorganizeUnit(BOARD.unit_ids[unit]) for unit in units)]

    def choose(self, state: State, action: Action) -> None:
        """Removes the second marker for the same card."""
        if isinstance(action, ReorganizeUnit):
            take_marker_off(state, action.unit)


# --- exchanges in the placement segment (15.1, 15.2) ------------------------------------------------------
@lru_cache(maxsize=256)
def _exchange(unit: UnitIndex) -> Action:
    return ExchangeUnit(BOARD.unit_ids[unit])


def exchange_actions(state: State, side: SideIndex) -> list[Action]:
    """Units that may be broken up now."""
    options = state.setup.options
    if not (options.detachments if side == AXIS else options.fortified_fronts):
        return []
    return [_exchange(unit) for unit in state.on_map(side) if parts_of(state, unit)]


def parts_of(state: State, unit: UnitIndex) -> tuple[UnitIndex, ...]:
    """The counters a unit is exchanged for; none if the rules do not allow it."""
    info, options = state.info(unit), state.setup.options
    if not is_supplied(state, unit) or state.unsupplied >> unit & 1:
        return ()
    if any(bought.unit == unit for bought in state.unpaid):
        return ()  # RULING (C-131): what is not paid for cannot be broken up, or its parts would be free
    if info.side == AXIS:
        if not options.detachments or state.turn < DETACHMENTS_FROM or not info.german or not info.two_sided:
            return ()
        if info.faces[0].armored and state.face[unit] == info.strong:
            # RULING (C-152): like the infantry army it stands alone and has both its steps.
            barred = _used(state, MECHANIZED_DETACHMENT) or not _is_alone(state, unit)
            return () if barred else (MECHANIZED_DETACHMENT,)
        return () if _used(state, DETACHMENTS[0]) or not _is_line_army(state, unit, 4, 4) else DETACHMENTS
    if not options.fortified_fronts or state.turn < FORTIFIED_FRONTS_FROM or _used(state, FORTIFIED_FRONTS[0]):
        return ()
    return FORTIFIED_FRONTS if _is_line_army(state, unit, 4, 3) else ()


def _used(state: State, part: UnitIndex) -> bool:
    """True if this exchange has been made, as the arrival turn of its counter shows."""
    return state.where[part] != REMOVED or state.due[part] > 0


def _is_line_army(state: State, unit: UnitIndex, strength: int, move: int) -> bool:
    """True for an infantry counter of this printed strength, alone in its hex."""
    face = state.face_of(unit)
    is_army = face.type is UnitType.INFANTRY and (face.strength, face.move) == (strength, move)
    return is_army and _is_alone(state, unit)


def _is_alone(state: State, unit: UnitIndex) -> bool:
    """True if no other unit is in its hex."""
    return len(state.units_at(state.node_of(unit), state.info(unit).side)) == 1


def exchange(state: State, unit: UnitIndex) -> None:
    """Removes the unit from the game, or takes a step from a Panzer army, and asks where its parts go."""
    parts, node, info = parts_of(state, unit), state.node_of(unit), state.info(unit)
    for part in parts:
        state.due[part] = state.turn
    if parts == (MECHANIZED_DETACHMENT,):
        state.turn_over(unit, info.weak)
        state.emit(events.UnitFlipped(info.id, info.weak, "detach"))
    else:
        # RULING (C-156): the army is gone for good; its parts can be replaced like other one-step counters.
        losses.withdraw(state, unit, "exchange")
    for part in reversed(parts):
        call(state, PlacePart(info.side, part, node))


def exchanged(state: State, side: SideIndex) -> bool:
    """True if a side has broken up a unit this turn."""
    parts = (*DETACHMENTS, MECHANIZED_DETACHMENT) if side == AXIS else FORTIFIED_FRONTS
    return any(state.where[part] >= 0 and state.due[part] == state.turn for part in parts)


class PlacePart(Decision, frozen=True, gc=False):
    """The choice of the hex for a part of a broken-up unit: its own or one next to it, outside enemy zones (15.1,
    15.2).
    """

    CODE = "place_part"
    side: SideIndex
    unit: UnitIndex
    node: Node

    def actor(self, state: State) -> SideIndex:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The hex itself and its free neighbors."""
        beside = BOARD.adjacent[self.node] & BOARD.hexes & ~state.zoc(ENEMY[self.side])
        hexes = room_for(state, self.unit, (beside | 1 << self.node) & ~state.occupied(ENEMY[self.side]))
        return [PlaceUnit(BOARD.unit_ids[self.unit], BOARD.id_of[node]) for node in bits(hexes)]

    def choose(self, state: State, action: Action) -> None:
        """Places it, which can take an enemy city or cross the border of Greater Germany (12.7.1, 13.5)."""
        assert isinstance(action, PlaceUnit)
        state.emit(events.UnitPlaced(action.unit, action.to, "exchange"))
        enter(state, self.unit, (BOARD.node_of[action.to],))


# --- local combat support (15.3) --------------------------------------------------------------------------
def local_strength(state: State, unit: UnitIndex) -> int:
    """Strength the local support marker adds to a unit: Axis 2, Soviet 1; from turn 11 the other way around."""
    side = state.info(unit).side
    if state.local_support[side] != unit or state.where[unit] < 0:
        return 0
    early = state.turn < _CHANGE_OF_STRENGTH
    return 2 if (side == AXIS) == early else 1


class PlaceLocalSupport(Decision, frozen=True, gc=False):
    """The choice of the supplied unit that gets the local support marker at the end of Movement (OPT-3, D-53)."""

    CODE = "local_support"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any supplied unit, or none."""
        units = [unit for unit in state.on_map(self.side) if not state.unsupplied >> unit & 1]
        return [Pass(), *(ChooseUnit(BOARD.unit_ids[unit]) for unit in units)]

    def choose(self, state: State, action: Action) -> None:
        """Places the marker."""
        if isinstance(action, ChooseUnit):
            state.local_support[self.side] = BOARD.unit_index[action.unit]
            state.emit(events.LocalSupportPlaced(action.unit))


# --- Rezervy and paratroops (15.8, 15.9) ------------------------------------------------------------------
def lose_lone_rezervy(state: State) -> None:
    """Returns the Rezervy, without their markers, to the Destroyed box if they are alone in their hex at the end of a
    Movement Phase (15.8).
    """
    # RULING (C-153): of either side; in all else that 15.8 does not name they are a unit like others.
    # RULING (C-134): a marker is placed on a counter on the map; in the box there is nothing for it to mark.
    if state.where[REZERVY] >= 0 and state.units_at(state.node_of(REZERVY), SOVIET) == [REZERVY]:
        losses.destroy(state, REZERVY, "alone")


class DropParatroops(Decision, frozen=True, gc=False):
    """The choice of the Axis unit in the USSR that the Soviet marker disorganizes, in bad weather (15.9)."""

    CODE = "paratroops"

    def actor(self, state: State) -> SideIndex:
        """The Soviets."""
        return SOVIET

    def options(self, state: State) -> Sequence[Action]:
        """Axis units in the USSR next to a supplied Soviet unit, or none."""
        if state.where[PARATROOPS] != RAIL or calendar.weather(state) == Weather.CLEAR:
            return ()
        near = NO_NODES
        for unit in state.on_map(SOVIET):
            if is_supplied(state, unit):
                near |= BOARD.adjacent[state.node_of(unit)]
        victims = state.units_in(near & BOARD.ussr, AXIS)
        return [Pass(), *(ChooseUnit(BOARD.unit_ids[unit]) for unit in victims)] if victims else ()

    def choose(self, state: State, action: Action) -> None:
        """Disorganizes the unit until the Axis Removal Phase; the marker returns four turns after that."""
        if isinstance(action, ChooseUnit):
            state.disorganized |= 1 << BOARD.unit_index[action.unit]
            state.put(PARATROOPS, TRACK)
            state.due[PARATROOPS] = state.turn + 1 + PARATROOPS_RETURN  # the next Axis Removal Phase is a turn away
            state.emit(events.UnitDisorganized(action.unit, "paratroops"))
