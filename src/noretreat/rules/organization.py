"""The Organization Phase (chapter 7; ORG-1 to ORG-14): its steps, and reorganizing (7.10)."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core.actions import (
    Action,
    ChooseUnit,
    Done,
    ImproveUnit,
    Pass,
    ReorganizeUnit,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET
from noretreat.core.boxes import DESTROYED, SURRENDERED
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.state import State
from noretreat.core.types import NO_UNITS, Segment, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import purchases, rail, windows
from noretreat.rules.flipping import FlipUnits, flip, free_upgrades, may_turn
from noretreat.rules.losses import send_to_track
from noretreat.rules.optional import exchanged, take_marker_off
from noretreat.rules.payment import REORGANIZING, PayBill, can_pay, charge, events_of_phase
from noretreat.rules.placement import (
    PlaceUnits,
    common_hexes,
    exiles_cadres,
    garrison_the_reich,
    placements,
    replace,
    replacement_hexes,
)
from noretreat.rules.stacking import check_stacking
from noretreat.rules.windows import Window


class OrganizationPhase(Procedure, frozen=True, gc=False):
    """The Organization Phase (7): A flip, B placement, C reorganization."""

    STAGES = ("start", "flip", "place", "check_stacks", "reorganize", "settle_bill")
    side: SideIndex

    def start(self, state: State) -> None:
        """The enemy may play an event at the start of the phase."""
        state.flips = state.replaced = NO_UNITS
        state.bill = state.bill_replacing = state.entrained = 0
        state.unpaid = ()
        state.upgrades_left = free_upgrades(state) if self.side == SOVIET else 0
        windows.open_window(state, Window.ORGANIZATION_START, ENEMY[self.side])

    def flip(self, state: State) -> None:
        """Improve, upgrade, fortify (7.1 to 7.5)."""
        state.segment = Segment.FLIP
        call(state, FlipUnits(self.side))

    def place(self, state: State) -> None:
        """Recover, reinforce, replace (7.6 to 7.9)."""
        state.segment = Segment.PLACEMENT
        if self.side == AXIS:
            garrison_the_reich(state)
        call(state, PlaceUnits(self.side))

    def check_stacks(self, state: State) -> None:
        """Checks stacking at the end of the segment (STK-3, SEQ-3)."""
        check_stacking(state)

    def reorganize(self, state: State) -> None:
        """Removes Disorganized markers (7.10); under the digital rules units also entrain here."""
        state.segment = Segment.REORGANIZATION
        call(state, ReorganizeUnits(self.side))

    def settle_bill(self, state: State) -> None:
        """Under the digital rules everything is paid at the end of the phase (ORG-15)."""
        call(state, PayBill(self.side))


# --- reorganization (7.10) -----------------------------------------------------------------------------------
class ReorganizeUnits(Decision, frozen=True, gc=False):
    """The choice of the units to reorganize, for a card each or the cadre in their hex (ORG-13, D-38)."""

    CODE = "reorganize"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Disorganized units on the map, or Done."""
        paid = can_pay(state, self.side, 1)
        actions: list[Action] = [
            ReorganizeUnit(BOARD.unit_ids[unit])
            for unit in state.on_map(self.side)
            if state.disorganized >> unit & 1 and (paid or cadres_to_exile(state, unit))
        ]
        if state.rules.entrain_phase == Phase.ORGANIZATION:
            actions += rail.entrain_actions(state)
        actions += events_of_phase(state, self.side)
        actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Pays, removes the marker, asks again."""
        if isinstance(action, Done):
            return
        self.again(state)
        if isinstance(action, ReorganizeUnit):
            unit = BOARD.unit_index[action.unit]
            if cadres_to_exile(state, unit):
                call(state, ExileCadre(self.side, unit))
            else:
                reorganize_for_a_card(state, unit)
        elif not rail.carry_out(state, action):
            windows.play(state, self.side, action)

    def always_asks(self, state: State) -> bool:
        """True if the player must say Done: under the digital rules, once anything was done in this phase."""
        # RULING (C-133): all of the phase can be undone (3), so it does not end unasked after the last thing done.
        return state.rules.entrain_phase == Phase.ORGANIZATION and _has_acted(state, self.side)


def _has_acted(state: State, side: SideIndex) -> bool:
    """True if a side has bought, flipped, placed, entrained or exchanged anything in this phase, or played an event
    before.
    """
    if state.flips or state.replaced or state.entrained or state.bill or state.played[side]:
        return True
    return any(state.moved >> unit & 1 for unit in state.on_map(side)) or exchanged(state, side)


def cadres_to_exile(state: State, unit: UnitIndex) -> list[UnitIndex]:
    """The cadres in the hex of a unit replaced this phase: under the digital rules one of them can leave the map
    instead of a card (ORG-13, C-32).
    """
    if not (exiles_cadres(state.rules) and (state.replaced & state.disorganized) >> unit & 1):
        return []
    return [other for other in state.units_at(state.node_of(unit), state.info(unit).side) if state.info(other).cadre]


def reorganize_for_a_card(state: State, unit: UnitIndex) -> None:
    """Removes the marker and charges a card (ORG-13)."""
    side = state.info(unit).side
    purchases.remember(state, unit, purchases.MARKER)
    take_marker_off(state, BOARD.unit_ids[unit])
    charge(state, side, 1, REORGANIZING)


class ExileCadre(Decision, frozen=True, gc=False):
    """The choice, for a replaced unit that shares its hex with a cadre, between exiling the cadre and paying a card
    (ORG-13, D-38).
    """

    CODE = "exile_cadre"
    side: SideIndex
    unit: UnitIndex

    def actor(self, state: State) -> SideIndex:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The cadres of the hex, or a card if the hand can pay one."""
        cadres = [ChooseUnit(BOARD.unit_ids[other]) for other in cadres_to_exile(state, self.unit)]
        return [*cadres, Pass()] if can_pay(state, self.side, 1) else cadres

    def choose(self, state: State, action: Action) -> None:
        """Reorganizes the unit either way."""
        if not isinstance(action, ChooseUnit):
            reorganize_for_a_card(state, self.unit)
            return
        cadre = BOARD.unit_index[action.unit]
        purchases.keep(state, purchases.as_it_is(state, self.unit, purchases.MARKER, cadre))
        send_to_track(state, cadre)
        take_marker_off(state, BOARD.unit_ids[self.unit])


# --- free replacements and improvements by events ---------------------------------------------------------
def free_steps(state: State, side: SideIndex) -> list[Action]:
    """Free replacements and improvements, on any turn (03A, 30A, 38S): a lost unit returns where 7.9 allows it, or a
    reduced one is flipped.
    """
    actions: list[Action] = []
    common = common_hexes(state, side)
    for unit in (*state.boxed(side, DESTROYED), *state.boxed(side, SURRENDERED)):
        actions += placements(unit, replacement_hexes(state, unit, common), ReplaceUnit)
    return [*actions, *(ImproveUnit(BOARD.unit_ids[unit]) for unit in state.on_map(side) if may_turn(state, unit))]


def take_free_step(state: State, side: SideIndex, action: Action) -> None:
    """Carries out one of them."""
    if isinstance(action, ReplaceUnit):
        replace(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
    else:
        assert isinstance(action, ImproveUnit | UpgradeUnit)
        unit = BOARD.unit_index[action.unit]
        why = "improve" if isinstance(action, ImproveUnit) else "upgrade"
        flip(state, unit, state.info(unit).strong, why)
