"""The Organization Phase (chapter 7; ORG-1 to ORG-14): its steps, and reorganizing (7.10)."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
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
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.boxes import DESTROYED, SURRENDERED
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.state import State
from noretreat.core.types import SideIndex, UnitIndex
from noretreat.rules import purchases, rail, windows
from noretreat.rules.flipping import FlipUnits, flip, free_upgrades, may_turn
from noretreat.rules.losses import send_to_track
from noretreat.rules.payment import can_pay, charge, events_of_phase, settle_bill
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
        state.flips = state.replaced = state.bill = state.bill_replacing = state.entrained = 0
        state.upgrades_left = free_upgrades(state) if self.side == SOVIET else 0
        windows.open_window(state, Window.ORGANIZATION_START, ENEMY[self.side])

    def flip(self, state: State) -> None:
        """Improve, upgrade, fortify (7.1 to 7.5)."""
        state.segment = "flip"
        call(state, FlipUnits(self.side))

    def place(self, state: State) -> None:
        """Recover, reinforce, replace (7.6 to 7.9)."""
        state.segment = "placement"
        if self.side == AXIS:
            garrison_the_reich(state)
        call(state, PlaceUnits(self.side))

    def check_stacks(self, state: State) -> None:
        """Checks stacking at the end of the segment (STK-3, SEQ-3)."""
        check_stacking(state)

    def reorganize(self, state: State) -> None:
        """Removes Disorganized markers (7.10); under the digital rules units also entrain here."""
        state.segment = "reorganization"
        call(state, ReorganizeUnits(self.side))

    def settle_bill(self, state: State) -> None:
        """Under the digital rules everything is paid at the end of the phase (ORG-15)."""
        settle_bill(state, self.side)


# --- reorganization (7.10) -----------------------------------------------------------------------------------
class ReorganizeUnits(Decision, frozen=True, gc=False):
    """Which units reorganize, for a card each or the cadre of their hex (ORG-13, D-38)?"""

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
        if state.rules.entrain_phase == "organization":
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


def cadres_to_exile(state: State, unit: UnitIndex) -> list[UnitIndex]:
    """The cadres in the hex of a unit replaced this phase: under the digital rules one of them can leave the map
    instead of a card (ORG-13, C-32).
    """
    if not (exiles_cadres(state.rules) and (state.replaced & state.disorganized) >> unit & 1):
        return []
    return [other for other in state.units_at(state.where[unit], state.info(unit).side) if state.info(other).cadre]


def reorganize_for_a_card(state: State, unit: UnitIndex) -> None:
    """Removes the marker and charges a card (ORG-13)."""
    side = state.info(unit).side
    if state.setup.options.faster_reorganization:
        call(state, SecondMarker(side, len(state.discarded(side))))
    purchases.remember(state, unit, purchases.MARKER)
    take_marker_off(state, BOARD.unit_ids[unit])
    charge(state, side, 1, "reorganize")


class ExileCadre(Decision, frozen=True, gc=False):
    """A replaced unit shares its hex with a cadre: does the cadre leave the map, or is a card paid (ORG-13, D-38)?"""

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
        send_to_track(state, BOARD.unit_index[action.unit])
        take_marker_off(state, BOARD.unit_ids[self.unit])


def take_marker_off(state: State, unit: str) -> None:
    """Removes the Disorganized marker of a unit."""
    state.disorganized &= ~(1 << BOARD.unit_index[unit])
    state.emit(events.UnitReorganized(unit))


class SecondMarker(Decision, frozen=True, gc=False):
    """Option: a card with the symbol of the side with the initiative removes a second marker (OPT-5)."""

    CODE = "reorganize"
    side: SideIndex
    before: int = 0
    """Discards before the payment: the Joker adds none, and has no symbol."""

    def actor(self, state: State) -> SideIndex:
        """The side that paid."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Another Disorganized unit, or none; no options for a card without the symbol."""
        if len(state.discarded(self.side)) <= self.before:
            return ()
        card = BOARD.cards[state.discarded(self.side)[-1]]
        half = card.soviet if self.side else card.axis
        units = [unit for unit in state.on_map(self.side) if state.disorganized >> unit & 1]
        if half.initiative is not SIDES[state.initiative] or not units:
            return ()
        return [Pass(), *(ReorganizeUnit(BOARD.unit_ids[unit]) for unit in units)]

    def choose(self, state: State, action: Action) -> None:
        """Removes the second marker for the same card."""
        if isinstance(action, ReorganizeUnit):
            take_marker_off(state, action.unit)


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
