"""Putting battles together (chapters 10.2 and 10.3; CPR-5, CPR-6, CPR-8): which units attack which of the marked hexes.

In the board game each battle is put together when it is fought; under the digital rules (`allocation_upfront`) and in
simultaneous battles (SIM-1) all of them are put together before the first die. Every marked hex must be attacked if
possible: an allocation that would leave one out is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from noretreat.core import events
from noretreat.core.actions import Action, AddTarget, AssignAttacker, BeginBattle, Done
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.kernel import Decision, call
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNIT, NO_UNITS, Node, SideIndex, UnitIndex
from noretreat.rules import obligations
from noretreat.rules.battle import BattleRound
from noretreat.rules.combat import able_attackers, marked, remove_counterblow
from noretreat.rules.odds import defenders_of
from noretreat.rules.waiting import allocates_first

Duties = tuple[int, int]
"""Marked hexes that are attacked: (those with a Counterblow marker, Targets). Counterblows come first (C-24)."""


# --- what is still to be attacked -------------------------------------------------------------------------
def open_hexes(state: State) -> list[Node]:
    """Marked hexes that still hold enemy units, are in no planned battle, and can be attacked by an unengaged unit."""
    planned = sum((1 << node for targets, _ in state.planned for node in targets), NO_NODES)
    hexes = (state.targets | marked(state)) & state.occupied(ENEMY[state.phasing]) & ~planned
    return [node for node in bits(hexes) if able_attackers(state, (node,))]


def lapse_hopeless(state: State) -> None:
    """Removes markers from hexes that are empty or can no longer be attacked (BAT-8, C-24)."""
    keep = sum((1 << node for node in open_hexes(state)), NO_NODES)
    keep |= sum((1 << node for targets, _ in state.planned for node in targets), NO_NODES)
    for node in bits(state.targets & ~keep):
        state.targets &= ~(1 << node)
        state.emit(events.TargetLapsed(BOARD.id_of[node]))
    for node in bits(marked(state) & ~keep):
        remove_counterblow(state, node)
        state.emit(events.CounterblowLapsed(BOARD.id_of[node]))


def duties_met(state: State, engaged: Sequence[UnitIndex], hexes: Sequence[Node]) -> Duties:
    """The most marked hexes that the units not yet engaged (nor in `engaged`) could still attack.

    How many hexes one unit can attack depends on the rule set (C-10): all it is adjacent to, one Target and any
    Counterblows, or a single hex.
    """
    able = {node: [u for u in able_attackers(state, (node,)) if u not in engaged] for node in hexes}
    counterblows = [node for node in hexes if marked(state) >> node & 1]
    targets = [node for node in hexes if node not in counterblows]
    rule = state.rules.multi_target
    if rule == "one_hex_only":
        held: dict[UnitIndex, Node] = {}
        met = match(counterblows, able, held)
        return met, match(targets, able, held)
    met = sum(1 for node in counterblows if able[node])
    if rule == "any":
        return met, sum(1 for node in targets if able[node])
    return met, match(targets, able, {})


def match(hexes: Sequence[Node], able: Mapping[Node, Sequence[UnitIndex]], held: dict[UnitIndex, Node]) -> int:
    """The number of hexes that get an attacker of their own; adds to `held`, which maps units to hexes."""

    def find(node: Node, seen: set[UnitIndex]) -> bool:
        for unit in able[node]:
            if unit not in seen:
                seen.add(unit)
                if unit not in held or find(held[unit], seen):
                    held[unit] = node
                    return True
        return False

    return sum(1 for node in hexes if find(node, set()))


def _duties_of(state: State, hexes: Sequence[Node]) -> Duties:
    """The duties that a battle against these hexes meets."""
    met = sum(1 for node in hexes if marked(state) >> node & 1)
    return met, len(hexes) - met


def is_complete(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> bool:
    """True if this battle as it is leaves as many duties within reach as there were before it (CPR-5)."""
    hexes = open_hexes(state)
    own = _duties_of(state, targets)
    rest = duties_met(state, attackers, [node for node in hexes if node not in targets])
    return (own[0] + rest[0], own[1] + rest[1]) >= duties_met(state, (), hexes)


def can_be_completed(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> bool:
    """True if the battle is complete, or would be with more marked hexes."""
    return is_complete(state, targets, attackers) or any(True for _ in additions(state, targets, attackers))


def additions(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> Iterator[Node]:
    """The hexes that can join a battle without leaving another marked one out that could be attacked (CPR-5)."""
    for node in joinable(state, targets, attackers):
        if can_be_completed(state, (*targets, node), attackers):
            yield node


def joinable(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> list[Node]:
    """Other open hexes that all these attackers may attack together with the targets (CPR-6)."""
    rule = state.rules.multi_target
    if rule == "one_hex_only":
        return []
    found = []
    for node in open_hexes(state):
        second_target = rule != "any" and _duties_of(state, (*targets, node))[1] > 1
        if node in targets or second_target:
            continue
        able = able_attackers(state, (*targets, node))
        if all(unit in able for unit in attackers):
            found.append(node)
    return found


def withdraw(state: State, node: Node) -> tuple[UnitIndex, ...]:
    """Frees a hex from attack: planned battles do without it. Returns the units left without a battle."""
    kept: list[tuple[tuple[Node, ...], tuple[UnitIndex, ...]]] = []
    freed: tuple[UnitIndex, ...] = ()
    for targets, attackers in state.planned:
        others = tuple(target for target in targets if target != node)
        if others:
            kept.append((others, attackers))
        else:
            freed = (*freed, *attackers)
    state.planned = tuple(kept)
    state.engaged &= ~sum((1 << unit for unit in freed), NO_UNITS)
    return freed


# --- the questions ----------------------------------------------------------------------------------------
class NextBattle(Decision, frozen=True, gc=False):
    """The choice of the battle to put together next; all marked hexes must be attacked (D-63)."""

    CODE = "next_battle"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every open hex that can be attacked without making another impossible."""
        lapse_hopeless(state)
        return [BeginBattle(BOARD.id_of[node]) for node in open_hexes(state) if self._can_begin(state, node)]

    def _can_begin(self, state: State, node: Node) -> bool:
        return any(can_be_completed(state, (node,), (unit,)) for unit in able_attackers(state, (node,)))

    def choose(self, state: State, action: Action) -> None:
        """Starts putting the battle together; the question comes back afterwards."""
        assert isinstance(action, BeginBattle)
        self.again(state)
        call(state, ComposeBattle(self.side, (BOARD.node_of[action.hex],)))


class ComposeBattle(Decision, frozen=True, gc=False):
    """The choice of the attackers, and of further marked hexes for the same battle (D-62, D-64)."""

    CODE = "compose"
    side: SideIndex
    targets: tuple[Node, ...]
    attackers: tuple[UnitIndex, ...] = ()

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Units and hexes that keep every duty possible; Done once none would be left out (CPR-5)."""
        actions: list[Action] = []
        for unit in able_attackers(state, self.targets):
            if unit not in self.attackers and can_be_completed(state, self.targets, (*self.attackers, unit)):
                actions.append(AssignAttacker(BOARD.unit_ids[unit]))
        if self.attackers:
            actions += [AddTarget(BOARD.id_of[node]) for node in additions(state, self.targets, self.attackers)]
            if is_complete(state, self.targets, self.attackers):
                actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Adds to the battle; or plans it for later, or starts it."""
        if isinstance(action, AssignAttacker):
            unit = BOARD.unit_index[action.unit]
            call(state, msgspec.structs.replace(self, attackers=(*self.attackers, unit)))
        elif isinstance(action, AddTarget):
            node = BOARD.node_of[action.hex]
            call(state, msgspec.structs.replace(self, targets=(*self.targets, node)))
        elif allocates_first(state):
            state.planned = (*state.planned, (self.targets, self.attackers))
            state.engaged |= sum((1 << unit for unit in self.attackers), NO_UNITS)
        else:
            start_battle(state, self.targets, self.attackers)


class JoinPlanned(Decision, frozen=True, gc=False):
    """Units whose battle was called off may join another planned one (15A): first the unit, then the battle."""

    CODE = "join_planned"
    side: SideIndex
    units: tuple[UnitIndex, ...]
    joining: UnitIndex = NO_UNIT

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every free unit that could join a battle, or none; then the battles for the chosen unit."""
        if self.joining >= 0:
            return [BeginBattle(BOARD.id_of[targets[0]]) for targets in self._open_to(state, self.joining)]
        able = [AssignAttacker(BOARD.unit_ids[unit]) for unit in self.units if self._open_to(state, unit)]
        return [*able, Done()] if able else ()

    def _open_to(self, state: State, unit: UnitIndex) -> list[tuple[Node, ...]]:
        """The targets of the planned battles that a unit could join."""
        return [targets for targets, _ in state.planned if unit in able_attackers(state, targets)]

    def choose(self, state: State, action: Action) -> None:
        """Asks for the battle, or adds the unit to it and asks for the next unit."""
        if isinstance(action, AssignAttacker):
            call(state, msgspec.structs.replace(self, joining=BOARD.unit_index[action.unit]))
        elif isinstance(action, BeginBattle):
            first, unit = BOARD.node_of[action.hex], self.joining
            state.planned = tuple(
                (targets, (*units, unit) if targets[0] == first else units) for targets, units in state.planned
            )
            state.engaged |= 1 << unit
            call(state, msgspec.structs.replace(self, joining=NO_UNIT))


class FightPlanned(Decision, frozen=True, gc=False):
    """The choice of the next planned battle to fight, under the digital rules (D-63)."""

    CODE = "fight_planned"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every planned battle that can still be fought (BAT-8)."""
        state.planned = tuple(plan for plan in (_still_possible(state, *battle) for battle in state.planned) if plan)
        lapse_hopeless(state)
        return [BeginBattle(BOARD.id_of[targets[0]]) for targets, _ in state.planned]

    def choose(self, state: State, action: Action) -> None:
        """Fights it; the question comes back afterwards."""
        assert isinstance(action, BeginBattle)
        first = BOARD.node_of[action.hex]
        targets, attackers = next(plan for plan in state.planned if plan[0][0] == first)
        state.planned = tuple(plan for plan in state.planned if plan[0][0] != first)
        self.again(state)
        start_battle(state, targets, attackers)


def _still_possible(
    state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]
) -> tuple[tuple[Node, ...], tuple[UnitIndex, ...]] | None:
    """Return what remains of a planned battle: hexes with enemy units, and attackers still next to all of them."""
    enemies = state.occupied(ENEMY[state.phasing])
    hexes = tuple(node for node in targets if enemies >> node & 1)
    units = tuple(
        unit
        for unit in attackers
        if state.where[unit] >= 0 and all(BOARD.adjacent[node] >> state.where[unit] & 1 for node in hexes)
    )
    return (hexes, units) if hexes and units else None


def start_battle(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> None:
    """Records the battle, uses up the markers of its hexes, and starts the first round."""
    mask = sum((1 << node for node in targets), NO_NODES)
    counterblows = mask & marked(state)
    paid = mask & state.paid_counterblows
    state.battle = Battle(
        attacker=state.phasing,
        attackers=tuple(sorted(attackers)),
        defenders=defenders_of(state, mask, ENEMY[state.phasing], paid),
        targets=targets,
        counterblows=counterblows,
        paid=paid,
        voluntary=mask & state.targets,
    )
    state.engaged |= sum((1 << unit for unit in attackers), NO_UNITS)
    state.fought_targets |= mask & state.targets
    obligations.note(state, obligations.ATTACKED, (mask & state.targets).bit_count())
    obligations.note(state, obligations.FOUGHT, len(targets))
    for node in targets:
        state.targets &= ~(1 << node)
        remove_counterblow(state, node)
    call(state, BattleRound())
