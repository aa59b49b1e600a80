"""Declaring battles (chapter 10.1; CPR-1 to CPR-4, CPR-6): Target and Counterblow markers, which units may attack."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import Action, DeclareTarget, Done, PlaceCounterblow
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.rules import obligations, purchases
from noretreat.rules.calendar import target_limit
from noretreat.rules.payment import can_pay, pay


# --- markers ----------------------------------------------------------------------------------------------
def markers_left(state: State, side: SideIndex) -> int:
    """Target and Counterblow markers `side` can still put down (CPR-1)."""
    limit = target_limit(state, side)
    if not state.rules.marker_pool_shared:
        return limit - (state.targets | state.fought_targets).bit_count() if side == state.phasing else limit
    if side == state.phasing:
        return limit - (state.targets | state.fought_targets).bit_count() - state.result_counterblows.bit_count()
    return limit - (state.counterblows | state.standing_counterblows).bit_count()


def marked(state: State) -> NodeMask:
    """Hexes of the non-phasing side with a Counterblow marker."""
    return state.counterblows | state.standing_counterblows


def lapse_counterblows(state: State) -> None:
    """Removes standing Counterblow markers whose units are gone (C-62); one with no enemy next to it lapses
    unfought.
    """
    for node in bits(state.standing_counterblows & ~state.occupied(ENEMY[state.phasing])):
        state.standing_counterblows &= ~(1 << node)
        state.emit(events.CounterblowLapsed(BOARD.id_of[node]))


# --- which units may attack ---------------------------------------------------------------------------------
def attacks_voluntarily(state: State, unit: UnitIndex) -> bool:
    """True if the unit may attack voluntarily. Disorganized and white-strength units may not (10.1.1), forts and cadres
    among them (SPU-FRT, CAD-1, ORG-14).
    """
    return not state.disorganized >> unit & 1 and not state.face_of(unit).white


def volunteers(state: State) -> NodeMask:
    """Nodes with at least one phasing unit that may attack voluntarily."""
    mask = NO_NODES
    for unit in state.on_map(state.phasing):
        if attacks_voluntarily(state, unit):
            mask |= 1 << state.where[unit]
    return mask


def able_attackers(state: State, nodes: Sequence[Node]) -> list[UnitIndex]:
    """Unengaged phasing units next to all these hexes that may take part in a battle there (CPR-6).

    Units that cannot attack voluntarily take part only if every hex has a Counterblow marker (C-112).
    """
    counterblows = marked(state)
    all_marked = all(counterblows >> node & 1 for node in nodes)
    places = ~NO_NODES
    for node in nodes:
        places &= BOARD.adjacent[node]
    return [
        unit
        for unit in state.units_in(places & state.occupied(state.phasing), state.phasing)
        if not state.engaged >> unit & 1 and (all_marked or attacks_voluntarily(state, unit))
    ]


class DeclareTargets(Decision, frozen=True, gc=False):
    """The choice of the hexes the phasing side will attack (D-60)."""

    CODE = "declare"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every enemy hex next to a unit that may attack voluntarily, while markers last."""
        if markers_left(state, self.side) <= 0:
            return (Done(),)
        return [*(DeclareTarget(BOARD.id_of[node]) for node in bits(possible_targets(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Places the marker and asks again."""
        if isinstance(action, DeclareTarget):
            state.targets |= 1 << BOARD.node_of[action.hex]
            obligations.note(state, obligations.DECLARED, 1)
            state.emit(events.TargetDeclared(action.hex))
            self.again(state)


def possible_targets(state: State) -> NodeMask:
    """Enemy hexes that may be declared (CPR-3)."""
    near = NO_NODES
    for node in bits(volunteers(state)):
        near |= BOARD.adjacent[node]
    return near & state.occupied(ENEMY[state.phasing]) & ~state.targets & ~marked(state)


class PlaceCounterblows(Decision, frozen=True, gc=False):
    """The choice of the other side's hexes on which it forces an attack, for a card each (D-61)."""

    CODE = "counterblow"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The non-phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every hex that can take a marker, or stop."""
        if not can_pay(state, self.side, 1) or markers_left(state, self.side) <= 0:
            return (Done(),)
        return [*(PlaceCounterblow(BOARD.id_of[node]) for node in bits(counterblow_hexes(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Pays, places the marker, asks again."""
        if isinstance(action, PlaceCounterblow):
            self.again(state)
            purchases.remember_hex(state, self.side, BOARD.node_of[action.hex], purchases.COUNTERBLOW)
            place_counterblow(state, BOARD.node_of[action.hex], "paid")
            pay(state, self.side, 1, "counterblow")


def counterblow_hexes(state: State) -> NodeMask:
    """Hexes of the non-phasing side where a Counterblow may be placed (CPR-4)."""
    side = ENEMY[state.phasing]
    near = NO_NODES
    for node in bits(state.occupied(state.phasing)):
        near |= BOARD.adjacent[node]
    mask = NO_NODES
    for unit in state.units_in(near & ~state.targets & ~marked(state), side):
        barred = state.rules.counterblow_excludes_disorganized != "no" and state.disorganized >> unit & 1
        if not state.face_of(unit).white and not barred:
            mask |= 1 << state.where[unit]
    return mask


def place_counterblow(state: State, node: Node, why: str) -> None:
    """Puts a Counterblow marker on a hex of the non-phasing side."""
    state.counterblows |= 1 << node
    state.paid_counterblows |= 1 << node
    state.emit(events.CounterblowPlaced(SIDES[ENEMY[state.phasing]], BOARD.id_of[node], why))


def remove_counterblow(state: State, node: Node) -> None:
    """Takes a Counterblow marker off a hex."""
    keep = ~(1 << node)
    state.counterblows &= keep
    state.paid_counterblows &= keep
    state.standing_counterblows &= keep
