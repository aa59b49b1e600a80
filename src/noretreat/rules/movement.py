"""Movement and zones of control (chapter 8; ZOC-1 to ZOC-5, MOV-1 to MOV-7); stacking is in `stacking.py`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

import msgspec

from noretreat.core import events
from noretreat.core.actions import Action, Done, LayExtension, MoveUnit
from noretreat.core.board import BOARD, SOVIET, bits
from noretreat.core.kernel import Decision, call
from noretreat.core.state import State
from noretreat.data.facts import Nation, Terrain
from noretreat.rules import calendar, extension, rail, windows
from noretreat.rules.control import take_control, tread_down_works
from noretreat.rules.effects import Kind

UNSUPPLIED_LIMIT: Final = 3
"""An unsupplied unit moves at most three points (SUP-10)."""
_WEATHER_LIMIT: Final = {calendar.CLEAR: 99, calendar.MUD: 3, calendar.SNOW: 4, calendar.LONG_WINTER: 4}


Costs: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (movement points, mask of the hexes that cost so much), cheapest first."""


class Reach(NamedTuple):
    """Where a unit can go: `by_cost[c]` is the mask of hexes first reached for c points."""

    by_cost: tuple[int, ...]
    total: int
    through: int
    """Hexes it may pass on the way (not terminal)."""


@lru_cache(maxsize=65536)
def reach(
    start: int, points: int, armored: bool, fresh: bool, closed: int, zones: int, friends: int, scorched: int = 0
) -> Reach:
    """All destinations of a unit (MOV-3, MOV-4, ZOC-2 to ZOC-4).

    `closed`: nodes it may never enter. `zones`: the enemy's zone of control. `friends`: adjacent nodes in that
    zone that hold a friend. `fresh`: it has spent nothing yet. A cost above `points` appears only for a fresh
    unit's single first hex and is listed under `points`. `scorched`: cities that are marsh (07S).
    """
    by_cost = [0] * (points + 1)
    nearby = BOARD.adjacent[start] & ~closed
    leaving_zone = zones >> start & 1
    if leaving_zone:
        nearby &= ~zones | friends
    costs = entry_costs(armored, scorched)
    for cost, terrain in costs:
        entered = nearby & terrain
        if entered:
            total = cost + (1 if leaving_zone and fresh else 0)
            if total <= points:
                by_cost[total] |= entered
            elif fresh and points > 0:
                by_cost[points] |= entered & ~by_cost[points]
    within = _affordable(nearby, costs, points - leaving_zone)
    forced = nearby & ~within if fresh and points > 0 else 0
    return _grow(start, points, costs, closed, zones, by_cost, forced)


@cache
def entry_costs(armored: bool, scorched: int) -> Costs:
    """Pairs (movement points, hexes that cost so much), cheapest first; a scorched city costs what marsh costs."""
    costs = BOARD.cost[armored]
    if not scorched:
        return costs
    row = BOARD.terrain_row[Terrain.MARSH]
    marsh = row.armor_mp if armored else row.other_mp
    return tuple((cost, mask | scorched if cost == marsh else mask & ~scorched) for cost, mask in costs)


def _affordable(nearby: int, costs: Costs, points: int) -> int:
    """The neighbours whose true cost is within the allowance; the others are one-hex guarantees (MOV-4)."""
    return sum(nearby & terrain for cost, terrain in costs if cost <= points)


def _grow(start: int, points: int, costs: Costs, closed: int, zones: int, by_cost: list[int], forced: int) -> Reach:
    """Spreads outward from the first hexes, cheapest first; zones and guaranteed hexes end a move."""
    seen = 1 << start
    through = 0
    for spent in range(1, points + 1):
        new = by_cost[spent] & ~seen
        by_cost[spent] = new
        seen |= new
        moving_on = new & ~zones & ~forced
        through |= moving_on
        if moving_on and spent < points:
            following = BOARD.expand(moving_on) & ~closed & ~seen
            for cost, terrain in costs:
                if spent + cost > points:
                    break
                by_cost[spent + cost] |= following & terrain
    return Reach(tuple(by_cost), seen & ~(1 << start), through)


def path_to(
    start: int, goal: int, armored: bool, found: Reach, surcharge: int, preferred: int, scorched: int = 0
) -> list[int]:
    """A cheapest path, start first; among equals one through `preferred` hexes (cities to take on the way).

    `surcharge` is 1 for a unit that leaves an enemy zone with its first step (ZOC-3).
    """
    cost = cost_to(goal, found)
    path = [goal]
    costs = entry_costs(armored, scorched)
    while True:
        here = path[-1]
        entry = next(points for points, terrain in costs if terrain >> here & 1)
        earlier = cost - entry
        before = found.by_cost[earlier] & found.through & BOARD.adjacent[here] if earlier > 0 else 0
        direct = BOARD.adjacent[start] >> here & 1 and (earlier == surcharge or not before)
        if direct and not before & preferred:
            return [start, *path[::-1]]
        choice = before & preferred or before
        path.append((choice & -choice).bit_length() - 1)
        cost = earlier


def cost_to(goal: int, found: Reach) -> int:
    """Movement points spent to get to a hex of this reach; raises `ValueError` for a hex outside it."""
    for points, mask in enumerate(found.by_cost):
        if mask >> goal & 1:
            return points
    raise ValueError(f"{BOARD.id_of[goal]} is out of reach")


# --- a unit's own numbers ---------------------------------------------------------------------------------
def allowance(state: State, unit: int) -> int:
    """Movement points of a unit this turn (MOV-2): printed, weather, supply, then event bonuses (SUP-10).

    Clear leaves the printed ones (WEA-1), Mud at most three (WEA-2).
    """
    points = min(BOARD.printed_move[unit][state.face[unit]], _WEATHER_LIMIT[calendar.weather(state)])
    if points and state.unsupplied >> unit & 1:
        points = min(points, UNSUPPLIED_LIMIT)
    if points and state.effects:
        points += sum(e.value for e in state.effects if e.kind == Kind.EXTRA_MP and e.units >> unit & 1)
    return points


def weather_limit(state: State) -> int | None:
    """The most movement points the weather leaves a unit (MOV-2); None where it sets no limit."""
    limit = _WEATHER_LIMIT[calendar.weather(state)]
    return limit if limit < _WEATHER_LIMIT[calendar.CLEAR] else None


def closed_to(state: State, unit: int) -> int:
    """Nodes a unit may never enter: enemies, and areas closed to its nation (MAP-6, MAP-7, MOV-5, STK-2)."""
    info = BOARD.units[unit]
    oil = state.triggers[calendar.OIL]
    areas = _closed_areas(info.nation, state.rules.balkans_entry, bool(oil), 0 < oil <= state.turn)
    return state.occupied(1 - info.side) | areas


@cache
def _closed_areas(nation: Nation, entry: str, oil_fell: bool, turn_after: bool) -> int:
    """Areas a nation may not enter. The Balkans open to Germans and Yugoslavs on the turn after Ploesti fell,
    by the computer rules to everybody as soon as it falls (C-36).
    """
    closed = 0
    if nation not in (Nation.GERMAN, Nation.FINNISH, Nation.SOVIET):
        closed |= 1 << BOARD.finland  # the allies of neither side (C-119)
    entitled = turn_after and nation in (Nation.GERMAN, Nation.YUGOSLAV)
    balkans_open = oil_fell if entry == "any_after_oil" else entitled
    return closed if balkans_open else closed | BOARD.balkans


def reach_of(state: State, unit: int) -> Reach:
    """Where this unit can go now with what it has left."""
    info = state.info(unit)
    fresh = state.mover != unit
    points = allowance(state, unit) if fresh else state.mover_points
    return reach_with(state, unit, points, fresh, state.face_of(unit).armored, info.side)


def reach_with(state: State, unit: int, points: int, fresh: bool, armored: bool, side: int) -> Reach:
    """Where a unit could go with so many points.

    Only what lies within `points` hexes matters, and cutting the masks down to that makes `reach` remember far
    more often: what happens at Leningrad leaves the answer for Odessa alone.
    """
    start = state.where[unit]
    nearby = _within(start, points)
    zones = state.zoc(1 - side) & nearby
    friends = zones & BOARD.adjacent[start] & state.occupied(side) if zones >> start & 1 else 0
    return reach(
        start, points, armored, fresh, closed_to(state, unit) & nearby, zones, friends, state.scorched & nearby
    )


@cache
def _within(start: int, distance: int) -> int:
    """All nodes at most so many passable steps away."""
    return BOARD.expand(_within(start, distance - 1)) if distance > 1 else BOARD.expand(1 << start)


_VERBS: Final = tuple({node: MoveUnit(name, there) for node, there in BOARD.id_of.items()} for name in BOARD.unit_ids)
"""Per unit: node -> its move action."""


@lru_cache(maxsize=1024)
def _phase_moves(zones: int, enemies: int, special: tuple[Hashable, ...]) -> dict[int, tuple[Action, ...]]:
    """An empty notebook for one Movement Phase: within it, most moves leave the others' reach alone.

    Whatever a unit's reach depends on is in these arguments (`special`: area and turn-1 rules) or in the key
    under which `move_actions` looks it up.
    """
    return {}


def can_move(state: State, unit: int) -> bool:
    """Is this unit free to move now (MOV-1)?"""
    if state.moved >> unit & 1 and state.mover != unit:
        return False
    return not _bound_in_place(state, unit) and state.face_of(unit).mobile


def _bound_in_place(state: State, unit: int) -> bool:
    """The Rumanians do not move on turn 1 (C-53)."""
    return state.turn == 1 and state.rules.rumanians_fixed_t1 and state.info(unit).nation is Nation.RUMANIAN


def move_actions(state: State, side: int) -> list[tuple[Action, ...]]:
    """All moves of a side, unit by unit: what `reach_of` says of each, looked up where it was asked before."""
    moves: list[tuple[Action, ...]] = []
    where, face, moved, mover = state.where, state.face, state.moved, state.mover
    own, zones = state.occupied(side), state.zoc(1 - side)
    oil = state.triggers[calendar.OIL]
    setup = state.setup
    special = (state.turn == 1, bool(oil), 0 < oil <= state.turn, setup.options.rules, setup.switches, state.scorched)
    notebook = _phase_moves(zones, state.occupied(1 - side), special)
    printed = _points_by_face(_WEATHER_LIMIT[calendar.weather(state)])
    cut_off, bonuses = state.unsupplied, any(effect.kind == Kind.EXTRA_MP for effect in state.effects)
    for unit in BOARD.of_side[side]:
        start = where[unit]
        if start < 0:
            continue
        if moved >> unit & 1:
            if unit != mover:
                continue
            key = unit << 18 | start << 8 | face[unit] << 6 | state.mover_points
        else:
            points = allowance(state, unit) if bonuses else printed[unit][face[unit]]
            if cut_off and cut_off >> unit & 1 and not bonuses:
                points = min(points, UNSUPPLIED_LIMIT)
            key = unit << 18 | start << 8 | 1 << 7 | face[unit] << 6 | points
        if zones >> start & 1:
            key |= (zones & BOARD.adjacent[start] & own) << 40
        found = notebook.get(key)
        if found is None:
            found = notebook[key] = _moves_of(state, unit)
        moves.append(found)
    return moves


@cache
def _points_by_face(limit: int) -> tuple[tuple[int, ...], ...]:
    """Per unit and face the printed movement, cut to the limit of the weather."""
    return tuple(tuple(min(points, limit) for points in faces) for faces in BOARD.printed_move)


def _moves_of(state: State, unit: int) -> tuple[Action, ...]:
    """The move actions of one unit."""
    return _verbs(unit, reach_of(state, unit).total) if can_move(state, unit) else ()


@lru_cache(maxsize=65536)
def _verbs(unit: int, mask: int) -> tuple[Action, ...]:
    """The actions that move a unit to each hex of a mask."""
    return tuple(map(_VERBS[unit].__getitem__, bits(mask)))


def move_unit(state: State, unit: int, to: int) -> None:
    """Moves a unit by the cheapest way; a unit that ends outside enemy ZOC may go on with the rest (MOV-1)."""
    info = state.info(unit)
    armored = state.face_of(unit).armored
    fresh = state.mover != unit
    points = allowance(state, unit) if fresh else state.mover_points
    start = state.where[unit]
    found = reach_with(state, unit, points, fresh, armored, info.side)
    preferred = state.control(1 - info.side) & BOARD.vp_hexes if state.rules.control_on_passing else 0
    surcharge = int(fresh and bool(state.zoc(1 - info.side) >> start & 1))
    path = path_to(start, to, armored, found, surcharge, preferred, state.scorched)
    cost = cost_to(to, found)
    walk(state, unit, path, cost)
    state.moved |= 1 << unit
    ended = not found.through >> to & 1
    state.mover, state.mover_points = (-1, 0) if ended or cost >= points else (unit, points - cost)


def walk(state: State, unit: int, path: Sequence[int], cost: int) -> None:
    """Takes a unit along a path, its start first, and what it passes into its side's control (MOV-6)."""
    info = state.info(unit)
    state.put(unit, path[-1])
    state.emit(events.UnitMoved(info.id, tuple(BOARD.id_of[node] for node in path), cost))
    tread_down_works(state, path[1:], info.side)
    for node in path[1:] if state.rules.control_on_passing else path[-1:]:
        take_control(state, node, info.side)


_DONE: Final = (Done(),)


class MoveUnits(Decision, frozen=True, gc=False):
    """The Movement Phase proper (D-50): move, entrain, or end it."""

    CODE = "move"

    def actor(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def options(self, state: State) -> Sequence[Action]:
        """Moves, rail, cards of this phase, and the end of it."""
        moves = move_actions(state, state.phasing)
        events = windows.playable(state, state.phasing, windows.Window.MOVE)
        found = tuple(chain(chain.from_iterable(moves), rail.entrain_actions(state), events, _DONE))
        if state.rules.map_extension_turn is None or len(found) == 1:  # nobody is stopped for the extension alone
            return found
        return (*found[:-1], *extension.offers(state), *_DONE)

    def choose(self, state: State, action: Action) -> None:
        """Carries the order out and asks again, until the phase is ended."""
        if isinstance(action, Done):
            state.mover = -1
            return
        self.again(state)
        if isinstance(action, MoveUnit):
            move_unit(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
            if state.phasing == SOVIET:
                calendar.watch_triggers(state)
            return
        state.mover = -1
        if isinstance(action, LayExtension):
            extension.lay(state)
        elif not rail.carry_out(state, action):
            windows.play(state, state.phasing, action)


class MoveByEvent(Decision, frozen=True, gc=False):
    """An event lets some units move, each once, whoever's turn it is."""

    CODE = "event_move"
    side: int
    units: int
    """Mask of the units that may still move."""
    points: int
    """Movement points at most."""
    sure: bool = True
    """Does a first hex cost no more than there is (MOV-4)?"""
    left: int = 99
    """Units that may still be moved."""

    def actor(self, state: State) -> int:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every move of every such unit, or enough."""
        actions: list[Action] = []
        for unit in bits(self.units):
            if state.where[unit] >= 0 and self.left:
                actions += _verbs(unit, self._reach(state, unit).total)
        return [*actions, Done()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """The unit goes; the others are asked for."""
        if not isinstance(action, MoveUnit):
            return
        unit, to = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
        call(state, msgspec.structs.replace(self, units=self.units & ~(1 << unit), left=self.left - 1))
        found, start = self._reach(state, unit), state.where[unit]
        surcharge = int(self.sure and bool(state.zoc(1 - self.side) >> start & 1))
        path = path_to(start, to, state.face_of(unit).armored, found, surcharge, 0, state.scorched)
        walk(state, unit, path, cost_to(to, found))
        calendar.watch_triggers(state)

    def _reach(self, state: State, unit: int) -> Reach:
        """Where the unit can go by this event; what cannot move at all goes nowhere."""
        points = min(self.points, allowance(state, unit))
        return reach_with(state, unit, points, self.sure, state.face_of(unit).armored, self.side)
