"""Tasks for moves: what a position offers, kind by kind, and the best plan that a search finds for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from noretreat.ai.evaluation.worth import unit_worth
from noretreat.core.board import BOARD, ENEMY, SIDES, bits, units_of
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex
from noretreat.explain.ahead import outlook
from noretreat.puzzles import moves
from noretreat.puzzles.making.plans import Deed, Ground, Plan, Score, Scorer
from noretreat.puzzles.records import Kind, Task
from noretreat.rules import combat, odds, supply, victory
from noretreat.rules.retreat import retreat_paths

MOST_UNITS: Final = 4
"""The most enemy units that a task names."""
MOST_HEXES: Final = 4
"""The enemy hexes of a position that are looked at."""
MOST_OPEN: Final = 3
"""The most places that a task is to hold."""
NEAR: Final = 2
"""How near to the place of a task a move has to end to matter."""


class Offer(NamedTuple):
    """A task that a position offers, with the plan that is best for it."""

    kind: Kind
    task: Task
    needed: float
    plan: Plan
    deeds: list[Deed]
    """The moves that matter."""
    scorer: Scorer
    """Its first number is the worth for this task."""


def offers(ground: Ground, kinds: Collection[Kind] = ()) -> Iterator[Offer]:
    """The tasks that a position offers; `kinds`: only of these."""
    for kind, propose in _PROPOSALS.items():
        if not kinds or kind in kinds:
            yield from propose(ground)


def _around(mask: NodeMask, steps: int) -> NodeMask:
    for _ in range(steps):
        mask |= BOARD.expand(mask)
    return mask


def _near(ground: Ground, mask: NodeMask) -> list[Deed]:
    """Moves that end in or beside these hexes."""
    there = mask | BOARD.expand(mask)
    return [deed for deed in ground.deeds if there >> deed.to & 1]


def _judged(kind: Kind, task: Task, side: SideIndex) -> Callable[[State], float]:
    return lambda state: moves.judged(kind, state, side, task).worth


def _alone(judge: Callable[[State], float]) -> Scorer:
    return lambda state: (judge(state),)


# --- supply -----------------------------------------------------------------------------------------------
def _cut_off(ground: Ground) -> Iterator[Offer]:
    side, enemy = ground.side, ENEMY[ground.side]
    cut = moves.checked(ground.after, side).unsupplied

    def worth(state: State) -> Score:
        probe = moves.checked(state, side)
        value = 0.0
        for unit in units_of(probe.unsupplied & ~cut):
            value += (0.1 + unit_worth(state, unit)) * (1 if BOARD.units[unit].side == enemy else -4)
        return value, -supply.supplied_nodes(probe, enemy).bit_count()

    deeds = _near(ground, supply.net(ground.after, enemy).path)
    score, plan = ground.best(worth, deeds, 3)
    if score[0] <= 0 or not plan:
        return
    there = ground.with_(plan)
    assert there is not None
    marked = units_of(moves.checked(there, side).unsupplied & ~cut)
    units = tuple(BOARD.unit_ids[unit] for unit in marked if BOARD.units[unit].side == enemy)
    if not units or len(units) > MOST_UNITS:
        return
    task = Task(units=units)
    judge = _judged(Kind.CUT_OFF, task, side)
    yield Offer(Kind.CUT_OFF, task, len(units), plan, deeds, lambda state: (judge(state), worth(state)[1]))


def _pocket(ground: Ground) -> Iterator[Offer]:
    side = ground.side
    lost = set(supply.cut_off(ground.after, side))
    if not lost:
        return

    def worth(state: State) -> Score:
        cut = [unit for unit in supply.cut_off(state, side) if unit in lost]
        new = [unit for unit in supply.cut_off(state, side) if unit not in lost]
        value = sum(unit_worth(state, unit) + 0.1 for unit in lost) - sum(unit_worth(state, unit) + 0.1 for unit in cut)
        return value - sum(2 * unit_worth(state, unit) for unit in new), supply.supplied_nodes(state, side).bit_count()

    spots = sum({1 << ground.after.node_of(unit) for unit in lost}, NO_NODES)
    deeds = _near(ground, _around(spots, 4))
    score, plan = ground.best(worth, deeds, 3)
    if score[0] <= 0 or not plan:
        return
    there = ground.with_(plan)
    assert there is not None
    cut = supply.cut_off(there, side)
    saved = tuple(BOARD.unit_ids[unit] for unit in sorted(lost) if unit not in cut)
    if not saved or len(saved) > MOST_UNITS:
        return
    task = Task(units=saved)
    judge = _judged(Kind.POCKET, task, side)
    yield Offer(Kind.POCKET, task, len(saved), plan, deeds, lambda state: (judge(state), worth(state)[1]))


# --- cities -----------------------------------------------------------------------------------------------
def _hold(ground: Ground) -> Iterator[Offer]:
    side, after = ground.side, ground.after
    total = NO_NODES
    for mask in outlook.walkers(after, SIDES[ENEMY[side]]).values():
        total |= mask
    exposed = bits(after.control(side) & victory.counted_hexes(after) & total)
    if 1 < len(exposed) <= MOST_OPEN:
        yield from _holding(ground, tuple(exposed))
    for node in exposed:
        yield from _holding(ground, (node,))


def _holding(ground: Ground, exposed: tuple[Node, ...]) -> Iterator[Offer]:
    """The task to hold these places, unless a unit in each of them does."""
    foe = SIDES[ENEMY[ground.side]]
    task = Task(places=tuple(BOARD.id_of[node] for node in exposed))

    def worth(state: State) -> Score:
        reach = outlook.walkers(state, foe)
        ways = [sum(mask >> node & 1 for mask in reach.values()) for node in exposed]
        return sum(not each for each in ways), -sum(ways)

    def solves(state: State) -> bool:
        return worth(state)[0] == len(exposed)

    if ground.walks_in(exposed, solves):
        return
    deeds = _near(ground, _around(sum((1 << node for node in exposed), NO_NODES), 3))
    score, plan = ground.best(worth, deeds, len(exposed) + 1, len(exposed))
    if score[0] == len(exposed) and plan:
        yield Offer(Kind.HOLD, task, len(exposed), plan, deeds, worth)


def _city(ground: Ground) -> Iterator[Offer]:
    side, after = ground.side, ground.after
    for node in bits(after.control(ENEMY[side]) & victory.counted_hexes(after)):
        deeds = _near(ground, _around(1 << node, NEAR))
        if (
            not any(BOARD.adjacent[node] >> deed.to & 1 for deed in deeds)
            or not after.occupied(ENEMY[side]) >> node & 1
        ):
            continue
        task = Task(places=(BOARD.id_of[node],), number=6)
        judge = _judged(Kind.CITY, task, side)
        cheap = _pressing(ground, node)
        for score, plan in _by_stages(ground, cheap, deeds, judge):
            faces = int(score)
            if faces >= 4 and judge(after) <= faces - 2:
                task = Task(places=(BOARD.id_of[node],), number=faces)
                yield Offer(Kind.CITY, task, faces, plan, deeds, _alone(judge))


def _pressing(ground: Ground, node: Node) -> Scorer:
    """The column of an attack on a hex by all units beside it, and how few ways to retreat it leaves: quicker than
    trying all sets of attackers, and than carrying results out.
    """

    def worth(state: State) -> Score:
        battle = _by_all(state, node)
        if battle is None:
            return odds.BELOW, 0, 0
        found = odds.odds_of(state, battle)
        return found.column, -_ways_out(state, node, battle), found.attack

    return worth


def _by_all(state: State, node: Node) -> Battle | None:
    """The attack on a hex by all units beside it."""
    able = combat.able_attackers(state, (node,))
    return odds.hypothetical(state, tuple(able), (node,)) if able else None


def _ways_out(state: State, node: Node, battle: Battle) -> int:
    probe = state.copy()
    probe.battle = battle
    return sum(len(retreat_paths(probe, unit)) for unit in state.units_at(node, ENEMY[state.phasing]))


def _by_stages(
    ground: Ground, cheap: Scorer, deeds: list[Deed], judge: Callable[[State], float]
) -> Iterator[tuple[float, Plan]]:
    """The best plan by a cheap score, then judged."""
    _, plan = ground.best(cheap, deeds)
    there = ground.with_(plan)
    if plan and there is not None:
        yield judge(there), plan


# --- attacks ----------------------------------------------------------------------------------------------
def _attackable(ground: Ground) -> list[Node]:
    """The enemy hexes most worth an attack, of those that could be attacked after moves."""
    near = NO_NODES
    for deed in ground.deeds:
        near |= BOARD.adjacent[deed.to]
    after, enemy = ground.after, ENEMY[ground.side]
    counted = victory.counted_hexes(after)

    def worth(node: Node) -> float:
        return sum(unit_worth(after, unit) for unit in after.units_at(node, enemy)) + 2 * (counted >> node & 1)

    return sorted(bits(near & after.occupied(enemy)), key=worth, reverse=True)[:MOST_HEXES]


def _odds(ground: Ground) -> Iterator[Offer]:
    after = ground.after
    for node in _attackable(ground):
        deeds = [deed for deed in ground.deeds if BOARD.adjacent[node] >> deed.to & 1]
        task = Task(places=(BOARD.id_of[node],))
        cheap = _pressing(ground, node)
        base = cheap(after)[0]
        score, plan = ground.best(cheap, deeds)
        column = int(score[0])
        if plan and 3 <= column <= odds.TOP and column - base >= 2:
            task = Task(places=(BOARD.id_of[node],), number=column)
            yield Offer(Kind.ODDS, task, column, plan, deeds, cheap)


def _trap(ground: Ground) -> Iterator[Offer]:
    side, after = ground.side, ground.after
    for node in _attackable(ground):
        units = [unit for unit in after.units_at(node, ENEMY[side]) if not after.face_of(unit).of_its_city]
        if not units or any(after.face_of(unit).fort for unit in units):
            continue
        place = BOARD.id_of[node]
        task = Task(places=(place,), units=tuple(BOARD.unit_ids[unit] for unit in units))

        def worth(state: State, node: Node = node, count: int = len(units)) -> Score:
            battle = _by_all(state, node)
            if battle is None:
                return 0, -99
            ways = _ways_out(state, node, battle)
            return (0 if ways else count), -ways

        if worth(after)[0]:
            continue
        deeds = _near(ground, _around(1 << node, NEAR))
        score, plan = ground.best(worth, deeds, 3, len(units))
        if score[0] == len(units) and plan:
            judge = _judged(Kind.TRAP, task, side)
            yield Offer(Kind.TRAP, task, len(units), plan, deeds, _alone(judge))


_PROPOSALS: Final = {
    Kind.CUT_OFF: _cut_off,
    Kind.POCKET: _pocket,
    Kind.HOLD: _hold,
    Kind.CITY: _city,
    Kind.ODDS: _odds,
    Kind.TRAP: _trap,
}
