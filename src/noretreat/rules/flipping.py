"""Flipping units (chapters 7.1 to 7.5, 14.1 and 14.8; ORG-1 to ORG-7): improvements, free upgrades, forts."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    Done,
    ImproveUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET, UnitInfo
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.core.types import SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import purchases, windows
from noretreat.rules.payment import can_pay, charge, events_of_phase
from noretreat.rules.supply import has_overland


def free_upgrades(state: State) -> int:
    """Free Soviet upgrades this turn (ORG-3, EVT-6): one from turn 6, two from turn 13, none after 17."""
    setup = state.setup
    if state.turn == setup.first_turn and setup.free_upgrades is not None:
        return setup.free_upgrades
    last = state.rules.free_upgrade_last_turn
    if last is not None and state.turn > last:
        return 0
    return max((count for turn, count in state.rules.free_upgrades.items() if int(turn) <= state.turn), default=0)


def is_flippable(state: State, unit: UnitIndex) -> bool:
    """True if the unit can be flipped: on the map, reduced, not flipped this phase, with an overland path now (ORG-1).

    A flip in the Organization Phase does not stop an event in a later phase (ORG-7; 30A, 38S).
    """
    info = state.info(unit)
    flipped = state.phase == Phase.ORGANIZATION and state.flips >> unit & 1
    if not state.two_sided(unit) or state.face[unit] == info.strong or flipped:
        return False
    return not state.unsupplied >> unit & 1 and has_overland(state, unit)


def improve_price(state: State, unit: UnitIndex) -> int | None:
    """The cards it costs to flip a unit to full strength (ORG-2, ORG-5); None if the rules do not allow it.

    The Axis may do so on turns 5 to 23 (EVT-2, EVT-5, EVT-24), the SS for one card (SPU-SSP, SPU-SSG); regional units
    may become forts from turn 3 (EVT-3); a Shock army costs two cards (SPU-SHK).
    """
    info = state.info(unit)
    rules, turn = state.rules, state.turn
    if info.id in ("YUG1", "YUG2"):
        return _yugoslav_price(state, unit)
    if info.side == AXIS:
        first, last = rules.axis_improve_turns
        if not first <= turn <= last:
            return None
        return 1 if info.ss and rules.ss_cost_one else 2
    if info.regional:
        if turn < max(rules.fort_from, rules.paid_improve_soviet_from["forts"]):
            return None
        own = info.home == state.where[unit]
        return rules.fortify_cost["own_city" if own else "elsewhere"]
    if turn < rules.paid_improve_soviet_from["others"]:
        return None
    return 2 if info.faces[info.strong].shock else 1


def _yugoslav_price(state: State, unit: UnitIndex) -> int | None:
    """The price for a Yugoslav unit: it fortifies only in the Balkans, for as much as a Soviet fort (ORG-7,
    SPU-YUG).
    """
    in_balkans = BOARD.balkans >> state.where[unit] & 1
    return state.rules.fortify_cost["elsewhere"] if in_balkans else None


def may_improve(state: State, unit: UnitIndex) -> bool:
    """True if this unit may be improved for cards now."""
    price = improve_price(state, unit)
    if price is None or not can_pay(state, state.info(unit).side, price):
        return False
    info = state.info(unit)
    fortifies = info.side == SOVIET and info.faces[info.strong].fort
    if fortifies and not state.rules.fortify_needs_overland:
        return state.face[unit] != info.strong and not state.flips >> unit & 1
    return is_flippable(state, unit)


def may_upgrade(state: State, unit: UnitIndex) -> bool:
    """True if a free upgrade may be spent on this unit (ORG-3)."""
    info = state.info(unit)
    if state.upgrades_left == 0 or info.side == AXIS or not is_flippable(state, unit):
        return False
    return _upgrades_for_free(state, info) and not (info.regional and state.turn < state.rules.fort_from)


def _upgrades_for_free(state: State, info: UnitInfo) -> bool:
    """True for a Soviet counter with a red face, or a regional one that a free upgrade may fortify (7.2, C-7)."""
    # RULING (C-154): 7.2 turns a counter to its red face; those of the allied nations have none.
    return info.soviet_brittle or (info.regional and state.rules.free_upgrade_forts)


def may_unfortify(state: State, unit: UnitIndex) -> bool:
    """True if this fort may be flipped back to its regional face (ORG-6)."""
    info = state.info(unit)
    fort = info.side == SOVIET and info.two_sided and state.face_of(unit).fort
    if not fort or state.flips >> unit & 1 or not can_pay(state, SOVIET, state.rules.unfortify_cost):
        return False
    return info.regional or bool(BOARD.balkans >> state.where[unit] & 1)


class FlipUnits(Decision, frozen=True, gc=False):
    """The choice of the units to flip in the flip segment (D-30 to D-32)."""

    CODE = "flip"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every flip the rules and the hand allow, the events of this window, and Done."""
        actions: list[Action] = []
        for unit in state.on_map(self.side):
            if not state.two_sided(unit):
                continue
            name = BOARD.unit_ids[unit]
            reduced = state.face[unit] != state.info(unit).strong
            if reduced and may_improve(state, unit):
                actions.append(ImproveUnit(name))
            if reduced and may_upgrade(state, unit):
                actions.append(UpgradeUnit(name))
            if may_unfortify(state, unit):
                actions.append(UnfortifyUnit(name))
        actions += events_of_phase(state, self.side)
        actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Pays and flips, then asks again."""
        if isinstance(action, Done):
            return
        self.again(state)
        if isinstance(action, ImproveUnit):
            unit = BOARD.unit_index[action.unit]
            price = improve_price(state, unit) or 0
            flip(state, unit, state.info(unit).strong, "improve")
            charge(state, self.side, price, "improve")
        elif isinstance(action, UpgradeUnit):
            unit = BOARD.unit_index[action.unit]
            state.upgrades_left -= 1
            flip(state, unit, state.info(unit).strong, "upgrade")
        elif isinstance(action, UnfortifyUnit):
            flip(state, BOARD.unit_index[action.unit], 0, "unfortify")
            charge(state, self.side, state.rules.unfortify_cost, "unfortify")
        else:
            windows.play(state, self.side, action)


def flip(state: State, unit: UnitIndex, face: int, why: str) -> None:
    """Flips a counter, once a phase (ORG-7); the enemy may cancel this, unless a fort was dismantled."""
    purchases.remember(state, unit, purchases.FLIP if why == "unfortify" else purchases.STEP)
    state.flips |= 1 << unit
    state.turn_over(unit, face)
    state.emit(events.UnitFlipped(BOARD.unit_ids[unit], face, why))


def free_upgrades_for(state: State) -> list[Action]:
    """Soviet units that an event may upgrade, the same as in 7.2, after turn 17 as well (08S)."""
    return [
        UpgradeUnit(BOARD.unit_ids[unit])
        for unit in state.on_map(SOVIET)
        if may_turn(state, unit) and _upgrades_for_free(state, state.info(unit))
    ]


def may_turn(state: State, unit: UnitIndex) -> bool:
    """True if an event may flip this unit to full strength. Forts and Yugoslavs keep their own conditions."""
    info = state.info(unit)
    if info.regional and state.turn < state.rules.fort_from:
        return False
    if info.id in ("YUG1", "YUG2") and not BOARD.balkans >> state.where[unit] & 1:
        return False
    return is_flippable(state, unit)
