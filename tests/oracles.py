"""Slow twins of the engine's code: supply, zones of control, movement and retreats, word for word from the rules.

They work on what everybody sees (`View`) and on the map data, with sets and dicts, one hex at a time, and share
no line with the masks of the engine. Rule ids in comments are those of the rules text.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from noretreat.data.facts import Feature, Region, Sea, Side, Terrain
from noretreat.data.load import load_facts
from noretreat.explain.knowledge.view import UnitView, View

MAP = load_facts().map
HEXES = {hex_.id: hex_ for hex_ in MAP.hexes}
AREAS = {area.id: set(area.adjacent) for area in MAP.areas}
AT = {(hex_.q, hex_.r): hex_.id for hex_ in MAP.hexes}
LADOGA = "LADOGA"
PLACE = {name: where for where, name in AT.items()} | {LADOGA: (12, -9)}
ALL_SIX = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
TOWARD_EDGE = {Side.AXIS: ((-1, 0), (0, -1), (-1, 1)), Side.SOVIET: ((1, 0), (1, -1), (0, 1))}
"""W, NW, SW for the Axis; E, NE, SE for the Soviets (SUP-5)."""
PROHIBITED = {frozenset((side.a, side.b)) for side in MAP.hexsides if side.feature in (Feature.LAKE, Feature.SEA)}
TERRAIN_COST = {  # armor, others (DAT-2)
    Terrain.CLEAR: (1, 1), Terrain.CITY: (1, 1), Terrain.FOREST: (2, 1), Terrain.MARSH: (4, 2),
    Terrain.MOUNTAIN: (3, 2), Terrain.STRAIT: (3, 2), Terrain.AREA: (3, 2),
}  # fmt: skip
WEATHER_CAP = {"mud": 3, "snow": 4, "long_winter": 4}
BALTIC_EXTRA = {"0402", "1902"}
"""Hexes that only nearly touch the Baltic (MAP-8, C-98)."""
NOWHERE: frozenset[str] = frozenset()


def enemy_of(side: Side) -> Side:
    """The other side."""
    return Side.SOVIET if side is Side.AXIS else Side.AXIS


def distance(a: str, b: str) -> int:
    """Steps between two hexes on an empty, endless grid, counted by walking."""
    (q, r), goal = PLACE[a], PLACE[b]
    steps = 0
    while (q, r) != goal:
        dq, dr = goal[0] - q, goal[1] - r
        step = ((dq > 0) - (dq < 0), (dr > 0) - (dr < 0))
        if step not in ALL_SIX:  # both the same way: no such neighbor, so one of the two first
            step = (step[0], 0)
        q, r, steps = q + step[0], r + step[1], steps + 1
    return steps


@cache
def beside(name: str, directions: tuple[tuple[int, int], ...] = ALL_SIX) -> tuple[str, ...]:
    """Neighboring hexes, prohibited hexsides included, and the Ladoga cell (SUP-9)."""
    q, r = PLACE[name]
    around = {(q + dq, r + dr) for dq, dr in directions}
    found = [AT[place] for place in around if place in AT]
    if PLACE[LADOGA] in around:
        found.append(LADOGA)
    return tuple(found)


@cache
def trace_neighbors(name: str) -> frozenset[str]:
    """Where one step of a supply trace may lead, blocking apart."""
    if name in AREAS:
        return frozenset(AREAS[name])
    links = {area for area, around in AREAS.items() if name in around}
    return frozenset({*beside(name), *links})


@cache
def adjacent(name: str) -> frozenset[str]:
    """Neighbors over passable hexsides: for zones, movement and attacks."""
    if name in AREAS:
        return frozenset(AREAS[name])
    over_land = {other for other in beside(name) if other != LADOGA and frozenset((name, other)) not in PROHIBITED}
    return frozenset(over_land | {area for area, around in AREAS.items() if name in around})


@dataclass
class Table:
    """A position as it lies on the table."""

    view: View
    at: dict[Side, dict[str, list[UnitView]]] = field(init=False)
    zone: dict[Side, set[str]] = field(init=False)
    blocked: dict[Side, set[str]] = field(init=False, default_factory=dict)
    unsupplied: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.unsupplied = {unit.id for unit in self.view.units if unit.unsupplied}
        self.at = {Side.AXIS: {}, Side.SOVIET: {}}
        for unit in self.view.units:
            if not unit.at.startswith("box:"):
                self.at[unit.side].setdefault(unit.at, []).append(unit)
        self.lay_zones()

    def lay_zones(self) -> None:
        """ZOC-1: all six neighbors over passable sides, unless marked Unsupplied or in parentheses."""
        self.zone = {Side.AXIS: set(), Side.SOVIET: set()}
        for side, places in self.at.items():
            for name, units in places.items():
                if any(not unit.paren and unit.id not in self.unsupplied for unit in units):
                    self.zone[side] |= adjacent(name)
        for side in Side:  # SUP-9: enemies block, and their zones where no friend stands
            enemy = enemy_of(side)
            self.blocked[side] = self.at[enemy].keys() | (self.zone[enemy] - self.at[side].keys())

    # --- supply (SUP-2 to SUP-9) --------------------------------------------------------------------------
    def enterable(self, name: str, side: Side) -> bool:
        """May a trace step into this hex (SUP-9)?"""
        return name not in self.blocked[side]

    def edge(self, name: str, side: Side) -> bool:
        return name in HEXES and HEXES[name].edge is side

    def city_supplied(self, name: str, side: Side, as_source: bool = True) -> bool:
        """SUP-5; with `as_source` false the city's own hex is not tested (SUP-9)."""
        if self.view.control.get(name) is not side or (as_source and not self.enterable(name, side)):
            return False
        seen, queue = {name}, deque([name])
        while queue:
            here = queue.popleft()
            if self.edge(here, side):
                return True
            for there in beside(here, TOWARD_EDGE[side]):
                if there not in seen and self.enterable(there, side):
                    seen.add(there)
                    queue.append(there)
        return False

    def sources(self, side: Side) -> set[str]:
        """Cities that feed others."""
        cities = [name for name, hex_ in HEXES.items() if hex_.terrain is Terrain.CITY]
        return {name for name in cities if self.city_supplied(name, side)}

    def overland(self, start: str, side: Side, longest: int = 4, sources: set[str] | None = None) -> bool:
        """SUP-3: at most four steps to a supplied city; leaving the map over the edge is a step as well."""
        if sources is None:
            sources = self.sources(side)
        reached, ring = {start}, {start}
        for steps in range(longest + 1):
            if any(name in sources or (self.edge(name, side) and steps < longest) for name in ring):
                return True
            following = set().union(*(trace_neighbors(here) for here in ring)) - reached - AREAS.keys()
            reached |= following
            ring = following - self.blocked[side]
        return False

    def sources_in_reach(self, start: str, side: Side, cities: set[str] | None = None) -> set[str]:
        """The sources that a unit here could trace to (SUP-3), its own hex apart."""
        cities = self.sources(side) if cities is None else cities
        found: set[str] = set()
        reached, ring = {start}, {start}
        for steps in range(1, 5):
            following = set().union(*(trace_neighbors(here) for here in ring)) - reached - AREAS.keys()
            reached |= following
            ring = following - self.blocked[side]
            found |= {name for name in ring if name in cities or (self.edge(name, side) and steps < 4)}
        return found

    def by_sea(self, name: str, side: Side) -> bool:
        """SUP-6: in a coastal hex of a sea that this side may use."""
        if name not in HEXES:
            return False
        coasts = set(HEXES[name].coasts) | ({Sea.BALTIC} if name in BALTIC_EXTRA else set())
        if Sea.BLACK in coasts or (Sea.CASPIAN in coasts and side is Side.SOVIET):
            return True
        return Sea.BALTIC in coasts and (side is Side.AXIS or self.city_supplied("1902", side, as_source=False))

    def supplied_places(self, side: Side, places: Iterable[str]) -> set[str]:
        """Those of the places where a unit of this side would be in supply, special rules of its own apart."""
        sources = self.sources(side)
        by_land = {name for name in {*places, *self.at[side]} if self.overland(name, side, sources=sources)}
        feeders = by_land & self.at[side].keys()
        near_feeder = {name for name in places if trace_neighbors(name) & feeders}
        return by_land | near_feeder | {name for name in places if self.by_sea(name, side)}

    def failing(self, side: Side) -> set[str]:
        """Units of a side that would fail a check now (SUP-2, SUP-8)."""
        good = self.supplied_places(side, self.at[side])
        units = [unit for units in self.at[side].values() for unit in units]
        at_home = {"FINN": {"FINLAND"}, "YUG1": AREAS.keys() - {"FINLAND"}, "YUG2": AREAS.keys() - {"FINLAND"}}
        return {unit.id for unit in units if unit.at not in good and unit.at not in at_home.get(unit.id, NOWHERE)}

    def check(self, phasing: Side) -> set[str]:
        """SUP-1: the whole supply check, the phasing side first; marked units lose their zones at once."""
        self.unsupplied = set()
        for side in (phasing, enemy_of(phasing)):
            self.lay_zones()
            self.unsupplied |= self.failing(side)
        return self.unsupplied

    # --- movement (MOV-2 to MOV-5, ZOC-2 to ZOC-4) --------------------------------------------------------
    def allowance(self, unit: UnitView) -> int:
        """MOV-2, without events."""
        caps = [unit.move, WEATHER_CAP.get(self.view.weather, 99)]
        if unit.id in self.unsupplied:
            caps.append(3)
        return min(caps)

    def may_enter(self, unit: UnitView, name: str, balkans_open: bool) -> bool:
        """MOV-5, MAP-7: no enemy inside; the areas are for some nations only."""
        if name in self.at[enemy_of(unit.side)]:
            return False
        if name == "FINLAND":
            return unit.nation in ("german", "finnish", "soviet")
        if name in AREAS:
            return balkans_open and unit.nation in ("german", "yugoslav")
        return True

    def reach(self, unit: UnitView, balkans_open: bool = False, points: int | None = None) -> dict[str, int]:
        """Hexes within reach and their cost; `points` are what is left of a move already begun."""
        fresh = points is None
        allowed = self.allowance(unit) if points is None else points
        zones, friends = self.zone[enemy_of(unit.side)], self.at[unit.side]
        column = 0 if unit.type == "armor" else 1
        best = {unit.at: 0}
        queue = [(0, unit.at, False)]
        while queue:
            spent, here, ended = heapq.heappop(queue)
            if ended or spent > best[here]:
                continue
            for there in adjacent(here):
                if not self.may_enter(unit, there, balkans_open):
                    continue
                if here in zones and there in zones and there not in friends:
                    continue  # ZOC-4
                terrain = HEXES[there].terrain if there in HEXES else Terrain.AREA
                total = spent + TERRAIN_COST[terrain][column] + (1 if here in zones else 0)  # ZOC-3
                ends = there in zones  # ZOC-2
                if total > allowed:
                    if not fresh or here != unit.at or allowed == 0:
                        continue
                    total, ends = allowed, True  # the one-hex guarantee, MOV-4
                if total < best.get(there, 99):
                    best[there] = total
                    heapq.heappush(queue, (total, there, ends))
        del best[unit.at]
        return best

    # --- retreats (RET-1 to RET-3), by the board game ------------------------------------------------------
    def retreats(
        self, unit: UnitView, balkans_open: bool = False, cities: set[str] | None = None
    ) -> set[tuple[str, ...]]:
        """The paths a unit may retreat along, outside a battle; `cities` are its sources, where they are known."""
        if unit.id == "FINN" or (unit.move == 0 and unit.type != "fort"):  # those of their city never do (C-124)
            return set()

        def open_to_it(name: str) -> bool:
            return name not in self.blocked[unit.side] and self.may_enter(unit, name, balkans_open)

        found: set[tuple[str, ...]] = set()
        for first in filter(open_to_it, adjacent(unit.at)):
            if first in AREAS:
                found.add((first,))
                continue
            found |= {(first, then) for then in filter(open_to_it, adjacent(first)) if as_far(unit.at, then) == 2}
        return self.toward_supply(unit, found, cities)

    def toward_supply(
        self, unit: UnitView, paths: set[tuple[str, ...]], cities: set[str] | None = None
    ) -> set[tuple[str, ...]]:
        """RET-3: nearer to a source that the unit could trace to; else by the distance to the nearest of all."""
        if not paths:
            return paths
        cities = self.sources(unit.side) if cities is None else cities
        traced = self.sources_in_reach(unit.at, unit.side, cities)
        good = {path for path in paths if any(as_far(path[-1], to) < as_far(unit.at, to) for to in traced)}
        if good:
            return good
        sources = cities | {name for name in HEXES if self.edge(name, unit.side)}
        here = min(as_far(unit.at, to) for to in sources)
        farther = {path: min(as_far(path[-1], to) for to in sources) - here for path in paths}
        nearer = {path for path, more in farther.items() if more < 0}
        return nearer or {path for path, more in farther.items() if more == min(farther.values())}


def as_far(a: str, b: str) -> int:
    """The distance between two places, areas among them: an area is one farther than the nearest hex beside it."""
    if a == b:
        return 0
    if b in AREAS:
        a, b = b, a
    if a not in AREAS:
        return distance(a, b)
    return 1 if b in AREAS[a] else 1 + min(as_far(hex_, b) for hex_ in AREAS[a] if hex_ in HEXES)


def greater_germany(name: str) -> bool:
    """Is this hex west of the border (MAP-2)?"""
    return name in HEXES and HEXES[name].region is Region.GREATER_GERMANY
