"""The outlook over the whole map: what the enemy can reach and attack next, who will be out of supply, and by which
hex; how near each side is to winning; what the lost units would cost. All of it is worked out, nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, Literal

import msgspec

from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits, units_of
from noretreat.core.boxes import BOX_NAMES, DELAYED, DESTROYED, SHATTERED, SURRENDERED, TRACK
from noretreat.core.lasting import OF_A_BATTLE, Scope
from noretreat.core.reasons import Argument, Reason, reason, say
from noretreat.core.state import Derived, State
from noretreat.core.types import NO_NODES, NO_UNIT, NO_UNITS, Node, NodeMask, Place, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Side, Victory
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead.forecast import as_attacker
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import calendar, effects, extension, goals, movement, odds, placement, supply, victory

_PASSING: Final = (*OF_A_BATTLE, Scope.HELD, Scope.PHASE, Scope.PLAYER_TURN)
"""Scopes of effects that are over when the other side's turn comes."""
_BEFORE_COMBAT: Final = (Phase.VICTORY, Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION, Phase.MOVEMENT)


# --- threat -----------------------------------------------------------------------------------------------
class Attack(msgspec.Struct, frozen=True):
    """The strongest attack on a hex."""

    column: str
    attack: int
    defense: int
    level: Literal[1, 2, 3]
    """The degree of danger: below even odds, up to 2:1, or 3:1 and better."""
    attackers: tuple[UnitId, ...]


class Threat(msgspec.Struct, frozen=True):
    """The attacks that a side could make."""

    hexes: dict[MapId, Attack]
    reach: tuple[MapId, ...]
    """The hexes that its attackers could go to."""


def threat(state: State, side: Side) -> Threat:
    """The attacks that `side` could make in its next (or current) turn: the best odds against each enemy hex, and the
    hexes in reach.

    All other units stay in place: no rail moves, arrivals, cards or support markers. The attackers named respect the
    stacking limits, and no others would be stronger.
    """
    number = SIDE_INDEX[side]
    probe = next_turn_of(state, number)
    places = _places(probe, number)
    reached = NO_NODES
    for mask in places.values():
        reached |= mask
    nodes = bits(BOARD.expand(reached) & probe.occupied(ENEMY[number]))
    hexes = {BOARD.id_of[node]: _best_attack(probe, number, node, places) for node in nodes}
    return Threat(hexes, BOARD.ids(reached))


def walkers(state: State, side: Side) -> dict[UnitIndex, NodeMask]:
    """For each unit of a side that can move in its next player turn, the hexes it can go to, as a mask.

    All other units stay in place, as in `threat`.
    """
    number = SIDE_INDEX[side]
    probe = next_turn_of(state, number)
    mobile = (unit for unit in probe.on_map(number) if movement.can_move(probe, unit))
    return {unit: movement.journey_of(probe, unit).total & ~movement.closed_to(probe, unit) for unit in mobile}


def next_turn_of(state: State, side: SideIndex) -> State:
    """The position at the start of the side's next Movement Phase, if nothing else happens before."""
    probe = as_attacker(state, side, ())
    if state.phasing == side and state.phase in _BEFORE_COMBAT:
        return probe
    if side == AXIS or state.phasing == side:
        probe.turn = min(state.turn + 1, len(state.weather))
    probe.effects = tuple(effect for effect in probe.effects if effect.expires not in _PASSING)
    probe.engaged = probe.moved = probe.disorganized = NO_UNITS
    probe.targets = probe.fought_targets = probe.counterblows = probe.paid_counterblows = NO_NODES
    probe.mover = NO_UNIT
    supply.check_supply(probe, side)
    return probe


def _places(state: State, side: SideIndex) -> dict[UnitIndex, NodeMask]:
    """For each unit that could attack, the hexes it could attack from, its own included."""
    found = {}
    for unit in state.on_map(side):
        face = state.face_of(unit)
        if face.white or not face.strength or state.disorganized >> unit & 1:
            continue
        here = 1 << state.where[unit]
        going = movement.journey_of(state, unit).total if movement.can_move(state, unit) else NO_NODES
        found[unit] = here | going & ~movement.closed_to(state, unit)
    return found


def _best_attack(state: State, side: SideIndex, node: Node, places: dict[UnitIndex, NodeMask]) -> Attack:
    """The strongest attack on a hex in reach: greedy by strength over a matching of units to room, which is exact (a
    matroid).
    """
    stands = BOARD.adjacent[node]
    able = {unit: mask & stands for unit, mask in places.items() if mask & stands}
    ranked = sorted(able, key=lambda unit: (-odds.strength_of(state, unit), unit))
    rooms = [spot for place in bits(stands) for spot in [place] * _room(state, side)]
    seats: dict[int, UnitIndex] = {}
    taken = [unit for unit in ranked if _seat(unit, able, rooms, seats, set())]
    moved = state.copy()
    for index, unit in seats.items():
        moved.put(unit, rooms[index])
    battle = odds.hypothetical(moved, tuple(sorted(taken)), (node,))
    result = odds.odds_of(moved, battle)
    return Attack(
        column=odds.column_name(result.column),
        attack=result.attack,
        defense=result.defense,
        level=1 if result.column < _EVEN else 2 if result.column < _STRONG else 3,
        attackers=tuple(BOARD.unit_ids[unit] for unit in taken),
    )


_EVEN: Final = 2
"""Index of the column 1:1."""
_STRONG: Final = 5
"""Index of the column 3:1."""


def _room(state: State, side: SideIndex) -> int:
    """The stacking limit of a side in each hex (STK-1), not counting the extra armor some rule sets allow."""
    return 2 if side == AXIS else calendar.soviet_stack_limit(state)


def _seat(
    unit: UnitIndex, able: dict[UnitIndex, NodeMask], rooms: Sequence[Node], seats: dict[int, UnitIndex], seen: set[int]
) -> bool:
    """Finds a place for a unit, moving others if needed (an augmenting path); returns whether there is one."""
    for index, place in enumerate(rooms):
        if index in seen or not able[unit] >> place & 1:
            continue
        seen.add(index)
        if index not in seats or _seat(seats[index], able, rooms, seats, seen):
            seats[index] = unit
            return True
    return False


# --- supply -----------------------------------------------------------------------------------------------
class SupplyThen(msgspec.Struct, frozen=True):
    """Units that the next checks of supply would strike or spare."""

    lost: tuple[UnitId, ...]
    """Marked units that would fail in the Removal Phase of this player turn (11), if it is still to come."""
    marked: tuple[UnitId, ...]
    """Units that the next supply check would mark (6.0)."""
    relieved: tuple[UnitId, ...]
    """Units that it would relieve of the marker."""


def removal_is_to_come(state: State) -> bool:
    """True if the Removal Phase of this player turn has still to look at the units that are marked now."""
    if state.phase == Phase.CARDS:
        return state.rules.supply_check_when == "turn_start"
    if state.phase == Phase.DETRAINING:
        return state.rules.cleanup_order[0] == "detrain"
    return state.phase != Phase.VICTORY


def next_to_check(state: State) -> SideIndex:
    """The side whose player turn brings the next supply check."""
    if state.phase == Phase.VICTORY:
        return state.phasing if state.rules.victory_phases_per_turn == 2 else AXIS
    if state.phase == Phase.CARDS and state.rules.supply_check_when == "after_draw":
        return state.phasing
    return ENEMY[state.phasing]


def supply_then(state: State) -> SupplyThen:
    """The units that would be eliminated, marked, or relieved of the marker if the present phases ended now."""
    probe = state.copy()
    lost: list[UnitIndex] = []
    if removal_is_to_come(state):
        saved = effects.spared(state)
        for side in (state.phasing, ENEMY[state.phasing]):
            gone = [u for u in supply.cut_off(probe, side) if probe.unsupplied >> u & 1 and not saved >> u & 1]
            for unit in gone:
                probe.put(unit, DESTROYED)
            lost += gone
    supply.check_supply(probe, next_to_check(state))
    names = BOARD.unit_ids
    return SupplyThen(
        lost=tuple(names[unit] for unit in lost),
        marked=tuple(names[unit] for unit in units_of(probe.unsupplied)),
        relieved=tuple(names[unit] for unit in units_of(state.unsupplied & ~probe.unsupplied) if unit not in lost),
    )


class Cut(msgspec.Struct, frozen=True):
    """The reason why a hex has no supply path."""

    cut: tuple[MapId, ...]
    """The hexes of the way that bar it."""
    way: tuple[MapId, ...]
    """The way to supply with the fewest barred hexes."""
    far: bool
    """Even without an enemy the next supplied city or edge is more than four hexes away (SUP-3)."""


def cut_of(state: State, node: Node, side: SideIndex) -> Cut:
    """The reason why a hex has no supply path: the way with the fewest blocked hexes, and those hexes.

    Ways short enough for an overland path go before all others (SUP-3).
    """
    barred = _barred(state, side)
    short = _short_way(state, node, side, barred)
    way = short or _long_way(state, node, side, barred)
    cut = tuple(BOARD.id_of[step] for step in way if barred >> step & 1)
    return Cut(cut, tuple(BOARD.id_of[step] for step in way), not cut and not short)


def _short_way(state: State, node: Node, side: SideIndex, barred: NodeMask) -> tuple[Node, ...]:
    """The way with the fewest barred hexes, of those to the edge or to a city with a way home that are no longer than
    an overland path (SUP-3); empty if there is none.
    """
    cities, edge = supply.net(state, side).held_cities, extension.supply_edge(state, side)
    farthest_edge = supply.edge_reach(state)
    ends: list[tuple[int, int, tuple[Node, ...]]] = []
    ways: dict[Node, tuple[int, tuple[Node, ...]]] = {node: (0, ())}
    for length in range(1, supply.CITY_REACH + 1):
        goal = cities | (edge if length <= farthest_edge else 0)
        longer: dict[Node, tuple[int, tuple[Node, ...]]] = {}
        for here, (blocked, way) in ways.items():
            for there in bits(_traced_from(here)):
                found = (blocked + (barred >> there & 1), (*way, there))
                longer[there] = min(found, longer.get(there, found))
        ends += [(blocked, length, way) for there, (blocked, way) in longer.items() if goal >> there & 1]
        ways = longer
    return min(ends)[2] if ends else ()


def _long_way(state: State, node: Node, side: SideIndex, barred: NodeMask) -> tuple[Node, ...]:
    """The way of any length with the fewest barred hexes; there is always one to the edge of the map."""
    goal = supply.net(state, side).held_cities | extension.supply_edge(state, side)
    best: dict[Node, tuple[int, int]] = {node: (0, 0)}
    came: dict[Node, Node] = {}
    frontier = [(0, 0, node)]
    while True:
        here = heappop(frontier)[2]
        if goal >> here & 1 and here != node:
            break
        for there in bits(_traced_from(here)):
            price = (best[here][0] + (barred >> there & 1), best[here][1] + 1)
            if there not in best or price < best[there]:
                best[there], came[there] = price, here
                heappush(frontier, (*price, there))
    way = [here]
    while came[way[-1]] != node:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def _traced_from(node: Node) -> NodeMask:
    """The hexes to which one step of a trace may lead, whatever bars it (SUP-9)."""
    return BOARD.area_neighbors.get(node, NO_NODES) & BOARD.traceable or BOARD.near.get(node, NO_NODES)


def _barred(state: State, side: SideIndex) -> NodeMask:
    """Nodes a trace may not enter: enemy units, their zones without a friendly unit, and in some rule sets their cities
    (6.3).
    """
    enemy = ENEMY[side]
    barred = state.occupied(enemy) | state.zoc(enemy) & ~state.occupied(side)
    return barred | (state.control(enemy) & BOARD.cities if state.rules.enemy_city_blocks_supply else NO_NODES)


def hinges(state: State, node: Node, side: SideIndex, path: Sequence[Node]) -> tuple[str, ...]:
    """The hexes of a supply path that would cut off the unit if an enemy zone reached them."""
    found = []
    for step in path:
        probe = state.copy()
        zones = [state.zoc(AXIS), state.zoc(SOVIET)]
        zones[ENEMY[side]] |= 1 << step
        probe.derived = (
            Derived(state.occupied(AXIS), zone=zones[AXIS]),
            Derived(state.occupied(SOVIET), zone=zones[SOVIET]),
        )
        if not supply.supplied_nodes(probe, side) >> node & 1:
            found.append(BOARD.id_of[step])
    return tuple(found)


# --- victory ----------------------------------------------------------------------------------------------
class RoadSaid(msgspec.Struct, frozen=True):
    """Title and text of a road as codes."""

    title: Told
    text: Told


class RoadHex(msgspec.Struct, frozen=True):
    """A hex that counts on a road to victory."""

    hex: MapId
    held: bool
    cut: bool
    """The side controls it, but it does not count without supply."""


class Road(msgspec.Struct, frozen=True):
    """A way of winning: what a side has, what it needs, when at the earliest, and the hexes that count."""

    code: str
    title: str
    rule: str
    text: str
    said: RoadSaid
    have: int | None
    need: int | None
    turn: int | None
    """The earliest game turn; None where only the conditions of the scenario count."""
    hexes: tuple[RoadHex, ...]


def roads_to_victory(state: State) -> dict[Side, tuple[Road, ...]]:
    """For each side its ways of winning."""
    return {side: tuple(_roads(state, index)) for side, index in SIDE_INDEX.items()}


def _roads(state: State, side: SideIndex) -> Iterator[Road]:
    """The ways one side can win, the quickest kind first."""
    early = victory.can_end_early(state)
    conditions = state.setup.victory
    if conditions is not None:
        yield _by_the_scenario(state, side, conditions)
    if early:
        yield _by_objectives(state, side)
        mark = _by_sudden_death(state, side)
        if mark:
            yield mark
    if conditions is None:
        yield _at_the_end(state, side)


def _by_the_scenario(state: State, side: SideIndex, conditions: Victory) -> Road:
    """The goals of the scenario (12.6): the side that has them is told how near it is, and which hexes count."""
    words, last = goals.in_words(conditions, state.setup.last_turn), state.setup.last_turn
    if SIDES[side] is not conditions.side:
        return _road("scenario", reason("info-road-prevents-title"), "12.6", words, None, None, last)
    count = goals.counted(_as_it_scores(state, side), conditions)
    title = reason("info-road-wins-title")
    return _road("scenario", title, "12.6", words, count.have, count.need, last, _worth(state, side))


def _as_it_scores(state: State, side: SideIndex) -> State:
    """The position in which the points of a side count as they would if it had the initiative now (12.7, 12.10)."""
    if state.initiative == side:
        return state
    probe = state.copy()
    victory.shift_initiative(probe)
    return probe


def _road(
    code: str, title: Reason, rule: str, text: Reason, have: int | None, need: int | None, turn: int | None,
    hexes: Sequence[RoadHex] = (),
) -> Road:  # fmt: skip
    """One way of winning, in words and as codes."""
    said = RoadSaid(tell(title), tell(text))
    return Road(code, said.title.text, rule, said.text.text, said, have, need, turn, tuple(hexes))


def _way(
    code: str, rule: str, have: int, need: int, when: int, hexes: Sequence[RoadHex] = (), **args: Argument
) -> Road:
    """A way to win from the rules, in their words (`data/information.toml`)."""
    kind = code.partition("-")[0]
    return _road(
        kind, reason(f"info-road-{kind}-title"), rule, reason(f"info-road-{code}", **args), have, need, when, hexes
    )


def _by_objectives(state: State, side: SideIndex) -> Road:
    """Enough supplied Objectives (12.1)."""
    held = victory.objectives_held(state, side)
    need = victory.objectives_needed(state, side)
    kept = state.control(side) & ~state.scorched
    hexes = [
        RoadHex(BOARD.id_of[node], node in held, node not in held and bool(kept >> node & 1))
        for node in bits(BOARD.objectives[side])
    ]
    last = side == SOVIET and state.setup.victory is None  # counted once more when the war is over (12.6)
    code = "objectives-last" if last else "objectives"
    closing = (victory.LAST_YEAR - 1, state.setup.last_turn)  # turns that end with a count of their own (C-130)
    when = state.turn if state.turn in closing else state.turn + 1
    return _way(code, "12.1", len(held), need, when, hexes, n=need)


def _by_sudden_death(state: State, side: SideIndex) -> Road | None:
    """More points than the next mark (12.2); only the side with the initiative counts points."""
    first = state.turn + (state.phase != Phase.VICTORY)
    turn = next((t for t in range(first, state.setup.last_turn + 1) if victory.threshold(t, side) is not None), None)
    if turn is None:
        return None
    mark = victory.threshold(turn, side) or 0
    code = "sudden_death" if side == state.initiative else "sudden_death-idle"
    return _way(code, "12.2", _points(state, side), mark + 1, turn, _worth(state, side), n=mark, turn=turn)


def _points(state: State, side: SideIndex) -> int:
    """The points of a side; event points count only for the side with the initiative (12.7)."""
    points = victory.victory_points(state, side)
    return points if side == state.initiative else points - state.event_vp


def _worth(state: State, side: SideIndex) -> list[RoadHex]:
    """The hexes worth a point now, and which side holds them."""
    return [
        RoadHex(BOARD.id_of[node], held=bool(state.control(side) >> node & 1), cut=False)
        for node in bits(victory.counted_hexes(state))
    ]


def _at_the_end(state: State, side: SideIndex) -> Road:
    """The decision at the end of the war: total victory and Berlin for the Soviets, time for the Axis."""
    total = state.rules.soviet_total_victory
    if side == SOVIET and state.turn < victory.LAST_YEAR and total is not None:
        turn = max(state.turn + 1, victory.SHIFT_TURN)
        return _way("total", "12.3", _points(state, side), total, turn, _worth(state, side), n=total)
    if side == SOVIET:
        node = BOARD.node_of[state.info(BOARD.unit_index["BERLIN_G"]).unit.home]
        berlin = [RoadHex(BOARD.id_of[node], held=bool(state.control(SOVIET) >> node & 1), cut=False)]
        return _way("garrison", "12.5", 0, 1, state.turn, berlin)
    last = state.setup.last_turn
    if state.turn >= victory.LAST_YEAR:
        return _way("time", "12.6", state.turn, last, last, n=victory.objectives_needed(state, SOVIET))
    tide = state.high_tide if state.initiative == SOVIET else victory.victory_points(state, AXIS)
    need = _points(state, SOVIET) + 1
    return _way("operational", "12.4", tide, need, victory.LAST_YEAR - 1, _worth(state, AXIS))


# --- off the map ------------------------------------------------------------------------------------------
class Price(msgspec.Struct, frozen=True):
    """The price of bringing a lost unit back."""

    cost: int | None
    """Cards; None for a unit that cannot come back now."""
    way: str
    text: str
    """`said` in English."""
    said: Told


class LostUnits(msgspec.Struct, frozen=True):
    """The units that a side has off the map."""

    units: dict[UnitId, Price]
    cards: int
    """The total cost of all that can come back."""
    never: int
    """The number of units that cannot be brought back."""


def bring_back(state: State) -> dict[Side, LostUnits]:
    """The cost of bringing back every lost unit: the total for each side, and the price and way for each
    unit.
    """
    sides = {}
    for side in (AXIS, SOVIET):
        units = {}
        for box in (SHATTERED, DESTROYED, SURRENDERED, TRACK, DELAYED):
            for unit in state.boxed(side, box):
                units[BOARD.unit_ids[unit]] = _price(state, unit, box)
        costs = [price.cost for price in units.values()]
        sides[SIDES[side]] = LostUnits(units, sum(cost or 0 for cost in costs), costs.count(None))
    return sides


_FREE: Final = {SHATTERED: "recovers", DELAYED: "arrives"}
"""Box -> the way in which its units come back free."""


def _price(state: State, unit: UnitIndex, box: Place) -> Price:
    """The cards it costs to bring back a unit now, and how it returns."""
    if box == TRACK:
        return _told_price(0, "track", turn=state.due[unit])
    if box in _FREE:
        return _told_price(0, _FREE[box])
    price = placement.replace_price(state, unit)
    if price is None:
        return _told_price(None, "never")
    return _told_price(price, "replaced", n=price, box=BOX_NAMES[box])


def _told_price(cost: int | None, way: str, **args: Argument) -> Price:
    """A price with its sentence (`info-back-` in `data/information.toml`)."""
    said = tell(say(f"back-{way}", **args))
    return Price(cost, way, said.text, said)


__all__ = [
    "bring_back", "cut_of", "hinges", "next_to_check", "next_turn_of", "removal_is_to_come", "roads_to_victory",
    "supply_then", "threat", "walkers",
]  # fmt: skip
