"""The Combat Phase (10.0 to 10.4; CPR-1 to CPR-8): targets, counterblows, and putting battles together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from noretreat.rules import events, windows
from noretreat.rules.actions import (
    Action,
    AddTarget,
    AssignAttacker,
    BeginBattle,
    DeclareTarget,
    Done,
    PlaceCounterblow,
)
from noretreat.rules.battle import BattleRound
from noretreat.rules.board import BOARD, SIDES, bits
from noretreat.rules.calendar import target_limit
from noretreat.rules.deck import can_pay, pay
from noretreat.rules.kernel import Decision, Procedure, call
from noretreat.rules.odds import defenders_of
from noretreat.rules.state import Battle, State
from noretreat.rules.windows import Window


class CombatPhase(Procedure, frozen=True, gc=False):
    """Declare, counterblow, fight battle after battle, end."""

    STEPS = ("lapse", "declare", "counterblow_events", "counterblow", "fight", "events", "close")
    side: int

    def lapse(self, state: State) -> None:
        """Standing counterblows whose units have left come off (C-62)."""
        state.engaged = 0
        lapse_counterblows(state)

    def declare(self, state: State) -> None:
        """Voluntary attacks (10.1.1)."""
        state.step = "targets"
        call(state, DeclareTargets(self.side))

    def counterblow_events(self, state: State) -> None:
        """Events of the counterblow step."""
        state.phase, state.step = "counterblows", ""
        windows.open_window(state, Window.COUNTERBLOW, 1 - self.side)

    def counterblow(self, state: State) -> None:
        """Paid counterblows (10.1.2)."""
        call(state, PlaceCounterblows(1 - self.side))

    def fight(self, state: State) -> None:
        """Battles, in the order the phasing side likes (10.2)."""
        state.phase, state.step = "combat", "battles"
        call(state, NextBattle(self.side))

    def events(self, state: State) -> None:
        """Events of the end of the phase."""
        windows.open_window(state, Window.COMBAT_END, 0, 1)

    def close(self, state: State) -> None:
        """Targets and answered counterblows leave the map; results rolled this phase stay (REM-2)."""
        state.targets = state.fought = state.counterblows = state.paid_counterblows = state.standing = 0
        state.battle = None
        windows.expire(state, "battle", "phase")


# --- markers ----------------------------------------------------------------------------------------------
def markers_left(state: State, side: int) -> int:
    """Target and Counterblow markers `side` can still put down (CPR-1)."""
    limit = target_limit(state, side)
    if not state.rules.marker_pool_shared:
        return limit - (state.targets | state.fought).bit_count() if side == state.phasing else limit
    if side == state.phasing:
        return limit - (state.targets | state.fought).bit_count() - state.results.bit_count()
    return limit - (state.counterblows | state.standing).bit_count()


def marked(state: State) -> int:
    """Hexes of the non-phasing side that bear a Counterblow marker."""
    return state.counterblows | state.standing


def lapse_counterblows(state: State) -> None:
    """Takes off standing markers whose units are gone (C-62); who has no enemy beside it lapses unfought."""
    for node in bits(state.standing & ~state.occupied(1 - state.phasing)):
        state.standing &= ~(1 << node)
        state.emit(events.CounterblowLapsed(BOARD.id_of[node]))


# --- who may attack what ----------------------------------------------------------------------------------
def attacks_voluntarily(state: State, unit: int) -> bool:
    """Neither Disorganized nor of white strength (10.1.1)."""
    return not state.disorganized >> unit & 1 and not state.face_of(unit).white


def volunteers(state: State) -> int:
    """Nodes with at least one phasing unit that may attack voluntarily."""
    mask = 0
    for unit in state.on_map(state.phasing):
        if attacks_voluntarily(state, unit):
            mask |= 1 << state.where[unit]
    return mask


def able_attackers(state: State, nodes: Sequence[int]) -> list[int]:
    """Unengaged phasing units adjacent to all these hexes that may take part in a battle there (CPR-6).

    Units that cannot attack voluntarily join only where every hex bears a Counterblow marker (C-112).
    """
    counterblows = marked(state)
    all_marked = all(counterblows >> node & 1 for node in nodes)
    places = -1
    for node in nodes:
        places &= BOARD.adjacent[node]
    return [
        unit
        for unit in state.units_in(places & state.occupied(state.phasing), state.phasing)
        if not state.engaged >> unit & 1 and (all_marked or attacks_voluntarily(state, unit))
    ]


class DeclareTargets(Decision, frozen=True, gc=False):
    """The phasing side marks the hexes it will attack (D-60)."""

    CODE = "declare"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every enemy hex next to a unit that may attack voluntarily, while markers last."""
        if markers_left(state, self.side) <= 0:
            return (Done(),)
        return [*(DeclareTarget(BOARD.id_of[node]) for node in bits(possible_targets(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Puts the marker down and asks again."""
        if isinstance(action, DeclareTarget):
            state.targets |= 1 << BOARD.node_of[action.hex]
            state.emit(events.TargetDeclared(action.hex))
            self.again(state)


def possible_targets(state: State) -> int:
    """Enemy hexes that may be declared (CPR-3)."""
    near = 0
    for node in bits(volunteers(state)):
        near |= BOARD.adjacent[node]
    return near & state.occupied(1 - state.phasing) & ~state.targets & ~marked(state)


class PlaceCounterblows(Decision, frozen=True, gc=False):
    """The other side forces attacks on its own hexes, a card for each (D-61)."""

    CODE = "counterblow"
    side: int

    def actor(self, state: State) -> int:
        """The non-phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every hex that may bear a marker, or enough."""
        if not can_pay(state, self.side, 1) or markers_left(state, self.side) <= 0:
            return (Done(),)
        return [*(PlaceCounterblow(BOARD.id_of[node]) for node in bits(counterblow_hexes(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Pays, puts the marker down, asks again."""
        if isinstance(action, PlaceCounterblow):
            place_counterblow(state, BOARD.node_of[action.hex], "paid")
            self.again(state)
            pay(state, self.side, 1)


def counterblow_hexes(state: State) -> int:
    """Hexes of the non-phasing side where a Counterblow may be placed (CPR-4)."""
    side = 1 - state.phasing
    near = 0
    for node in bits(state.occupied(state.phasing)):
        near |= BOARD.adjacent[node]
    mask = 0
    for unit in state.units_in(near & ~state.targets & ~marked(state), side):
        barred = state.rules.counterblow_excludes_disorganized != "no" and state.disorganized >> unit & 1
        if not state.face_of(unit).white and not barred:
            mask |= 1 << state.where[unit]
    return mask


def place_counterblow(state: State, node: int, why: str) -> None:
    """Puts a Counterblow marker on a hex of the non-phasing side."""
    state.counterblows |= 1 << node
    state.paid_counterblows |= 1 << node
    state.emit(events.CounterblowPlaced(SIDES[1 - state.phasing], BOARD.id_of[node], why))


# --- choosing and composing battles (deluxe: as each is resolved, CPR-5) ----------------------------------
def open_battles(state: State) -> list[int]:
    """Marked hexes that still hold enemies and can be attacked by somebody unengaged."""
    hexes = (state.targets | marked(state)) & state.occupied(1 - state.phasing)
    return [node for node in bits(hexes) if able_attackers(state, (node,))]


def lapse_hopeless(state: State) -> None:
    """Markers whose hex is empty or cannot be attacked any more come off (BAT-8, C-24)."""
    open_mask = sum(1 << node for node in open_battles(state))
    for node in bits(state.targets & ~open_mask):
        state.targets &= ~(1 << node)
        state.emit(events.TargetLapsed(BOARD.id_of[node]))
    for node in bits(marked(state) & ~open_mask):
        remove_counterblow(state, node)
        state.emit(events.CounterblowLapsed(BOARD.id_of[node]))


def remove_counterblow(state: State, node: int) -> None:
    """Takes a Counterblow marker off a hex."""
    keep = ~(1 << node)
    state.counterblows &= keep
    state.paid_counterblows &= keep
    state.standing &= keep


class NextBattle(Decision, frozen=True, gc=False):
    """Which battle comes next (D-63)."""

    CODE = "next_battle"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any open battle; all must be fought."""
        lapse_hopeless(state)
        return [BeginBattle(BOARD.id_of[node]) for node in open_battles(state)]

    def choose(self, state: State, action: Action) -> None:
        """Opens it for composition; the question comes back after the battle."""
        assert isinstance(action, BeginBattle)
        self.again(state)
        call(state, ComposeBattle(self.side, (BOARD.node_of[action.hex],)))


class ComposeBattle(Decision, frozen=True, gc=False):
    """Who attacks, and whether other marked hexes are taken along (D-64)."""

    CODE = "compose"
    side: int
    targets: tuple[int, ...]
    attackers: tuple[int, ...] = ()

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Units and hexes that leave every obligation satisfiable; Done when nothing would be left out."""
        actions: list[Action] = []
        for unit in able_attackers(state, self.targets):
            if unit not in self.attackers and self._can_go_on(state, (*self.attackers, unit)):
                actions.append(AssignAttacker(BOARD.unit_ids[unit]))
        if self.attackers:
            actions += [AddTarget(BOARD.id_of[node]) for node in self._joinable(state)]
            if not self._left_out(state, self.attackers):
                actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Grows the battle, or starts it."""
        if isinstance(action, AssignAttacker):
            unit = BOARD.unit_index[action.unit]
            call(state, msgspec.structs.replace(self, attackers=(*self.attackers, unit)))
        elif isinstance(action, AddTarget):
            node = BOARD.node_of[action.hex]
            call(state, msgspec.structs.replace(self, targets=(*self.targets, node)))
        else:
            start_battle(state, self.targets, self.attackers)

    def _joinable(self, state: State) -> list[int]:
        """Other open hexes that all chosen attackers may attack together with these (CPR-6)."""
        return [
            node
            for node in open_battles(state)
            if node not in self.targets and self._all_may_attack(state, self.attackers, node)
        ]

    def _all_may_attack(self, state: State, attackers: Sequence[int], node: int) -> bool:
        able = able_attackers(state, (*self.targets, node))
        return all(unit in able for unit in attackers)

    def _left_out(self, state: State, attackers: Sequence[int]) -> list[int]:
        """Open hexes that nobody could attack any more once these units are engaged here (CPR-5)."""
        return [
            node
            for node in open_battles(state)
            if node not in self.targets and all(unit in attackers for unit in able_attackers(state, (node,)))
        ]

    def _can_go_on(self, state: State, attackers: Sequence[int]) -> bool:
        """With these attackers, can every hex left out still be taken into this battle?"""
        return all(self._all_may_attack(state, attackers, node) for node in self._left_out(state, attackers))


def start_battle(state: State, targets: tuple[int, ...], attackers: tuple[int, ...]) -> None:
    """Makes the battle record and starts the first round; the markers of its hexes are used up."""
    mask = sum(1 << node for node in targets)
    counterblows = mask & marked(state)
    paid = mask & state.paid_counterblows
    state.battle = Battle(
        attacker=state.phasing,
        attackers=tuple(sorted(attackers)),
        defenders=defenders_of(state, mask, 1 - state.phasing, paid),
        targets=targets,
        counterblows=counterblows,
        paid=paid,
        voluntary=mask & state.targets,
    )
    state.engaged |= sum(1 << unit for unit in attackers)
    state.fought |= mask & state.targets
    for node in targets:
        state.targets &= ~(1 << node)
        remove_counterblow(state, node)
    call(state, BattleRound())
