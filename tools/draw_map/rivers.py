"""Rivers: hexsides chained into lines, joined where they meet, smoothed; and room for their names."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass

from tools.draw_map.board import Board
from tools.draw_map.hexgrid import Point, between, chaikin, key, seeded, wander

Corner = tuple[int, int]
GREAT = {"Volga", "Danube", "Dnepr"}


@dataclass(frozen=True)
class River:
    """One line of water from its source (or its upper end) to its mouth."""

    name: str
    line: list[Point]
    width: float
    tapered: bool
    """True if the line begins at a source, and so begins thin."""


def rivers(board: Board) -> list[River]:
    """All rivers, great ones first; tributaries end on the line of the river they join."""
    spots: dict[Corner, Point] = {}
    graphs: dict[str, dict[Corner, set[Corner]]] = defaultdict(lambda: defaultdict(set))
    for pair, name in board.rivers.items():
        a, b = sorted(pair)
        p, r = board.shared(a, b)
        spots[key(p)], spots[key(r)] = p, r
        graphs[name][key(p)].add(key(r))
        graphs[name][key(r)].add(key(p))
    chains = [(name, chain) for name in graphs for chain in _chains(graphs[name])]
    chains.sort(key=lambda item: (item[0] not in GREAT, item[0] == "", -len(item[1]), item[1][0]))
    drawn: list[River] = []
    taken: dict[Corner, list[Point]] = {}
    wet = _wet_corners(board)
    for name, chain in chains:
        if chain[0] in wet or (chain[0] in taken and chain[-1] not in taken):
            chain = chain[::-1]
        line = _flow([spots[c] for c in chain], taken.get(chain[0]), taken.get(chain[-1]))
        for c in chain:
            taken.setdefault(c, line)
        width = 6.4 if name in GREAT else 5.0 if name else 3.4
        drawn.append(River(name, line, width, chain[0] not in wet and taken[chain[0]] is line))
    return drawn


def _wet_corners(board: Board) -> set[Corner]:
    """Corners that lie on the sea or on a lake."""
    wet = {key(p) for n, side in board.shore for p in board.side_ends(n, side)}
    for pair in [*board.seas, *board.lakes]:
        a, b = sorted(pair)
        wet |= {key(p) for p in board.shared(a, b)}
    return wet


def _chains(graph: dict[Corner, set[Corner]]) -> list[list[Corner]]:
    """Split a river system into lines: the longest first, then what branches off it."""
    left = {c: set(others) for c, others in graph.items()}
    chains = []
    while any(left.values()):
        chain = _longest(left)
        for a, b in itertools.pairwise(chain):
            left[a].discard(b)
            left[b].discard(a)
        chains.append(chain)
    return chains


def _longest(graph: dict[Corner, set[Corner]]) -> list[Corner]:
    """The longest path between two ends (or round a loop, from its least corner)."""
    ends = sorted(c for c, others in graph.items() if len(others) == 1)
    if not ends:
        ends = [min(c for c, others in graph.items() if others)]
    best: list[Corner] = []
    for end in ends:
        stack = [(end, [end])]
        while stack:
            at, trail = stack.pop()
            if len(trail) > len(best):
                best = trail
            stack += [(n, [*trail, n]) for n in sorted(graph[at]) if n not in trail]
    return best


def _flow(corners: list[Point], head: list[Point] | None, foot: list[Point] | None) -> list[Point]:
    """A chain of corners as running water, its ends set on the lines of other rivers if it meets any."""
    shaken = []
    for p in corners:
        rng = seeded("bend", key(p))
        shaken.append((p[0] + rng.uniform(-4, 4), p[1] + rng.uniform(-4, 4)))
    shaken[0], shaken[-1] = corners[0], corners[-1]
    if head:
        shaken[0] = min(head, key=lambda p: math.dist(p, corners[0]))
    if foot:
        shaken[-1] = min(foot, key=lambda p: math.dist(p, corners[-1]))
    soft = chaikin(shaken, 1)
    fine = [p for a, b in itertools.pairwise(soft) for p in wander(a, b, 0.11, 2)]
    return chaikin([*fine, soft[-1]], 1)


def lengths(line: list[Point]) -> list[float]:
    """Distance from the start at every point of a line."""
    out = [0.0]
    for a, b in itertools.pairwise(line):
        out.append(out[-1] + math.dist(a, b))
    return out


def even(line: list[Point], step: float) -> list[Point]:
    """The line again, with points at even distances."""
    run = lengths(line)
    out, j, at = [], 0, 0.0
    while at <= run[-1]:
        while j < len(run) - 2 and run[j + 1] < at:
            j += 1
        out.append(between(line[j], line[j + 1], (at - run[j]) / ((run[j + 1] - run[j]) or 1)))
        at += step
    return out


@dataclass(frozen=True)
class NamePlace:
    """A smooth stretch beside a river for its name to sit on, left to right."""

    name: str
    line: list[Point]
    size: float


def name_places(board: Board, all_rivers: list[River]) -> list[NamePlace]:
    """One or two calm stretches for every named river, away from numbers, cities and other names."""
    busy = [(p[0], p[1] - 33) for p in map(board.at, board.by_id)]
    cities = [board.at(h.id) for h in board.by_id.values() if h.name]
    cities += [(x + dx, y + dy) for x, y in cities for dx in (-28, 0, 28) for dy in (30, 42)]
    places: list[NamePlace] = []
    done: dict[str, int] = defaultdict(int)
    for river in all_rivers:
        if not river.name:
            continue
        want = 2 if len(river.line) > 260 and river.name in GREAT | {"Don"} else 1
        size = 13.5 if river.name in GREAT else 12.0
        while done[river.name] < want:
            taken = [p for place in places for p in place.line]
            line = _calmest(river, size, busy, cities, taken)
            if line is None:
                break
            places.append(NamePlace(river.name, line, size))
            done[river.name] += 1
    return places


def _calmest(
    river: River, size: float, busy: list[Point], cities: list[Point], taken: list[Point]
) -> list[Point] | None:
    """The stretch with the least bend, slope and crowding; None if the river is too short."""
    step = 4.0
    points = even(river.line, step)
    count = int(len(river.name) * size * 0.68 / step) + 3
    best: tuple[float, list[Point]] | None = None
    for start in range(0, len(points) - count, 2):
        piece = points[start : start + count]
        if piece[0][0] > piece[-1][0]:
            piece = piece[::-1]
        for above in (True, False):
            line = _beside(piece, river.width / 2 + (3.2 if above else size * 0.72 + 1.5), above)
            cost = _cost(line, piece, size, busy, cities, taken)
            if best is None or cost < best[0]:
                best = (cost, line)
    return best[1] if best else None


def _beside(piece: list[Point], away: float, above: bool) -> list[Point]:
    """A calmer copy of a stretch of river, set off to one side of all of it."""
    (ax, ay), (bx, by) = piece[0], piece[-1]
    length = math.dist(piece[0], piece[-1]) or 1.0
    normal = ((by - ay) / length, -(bx - ax) / length)
    off = [(x - ax) * normal[0] + (y - ay) * normal[1] for x, y in piece]
    n = len(piece)
    bow = sum(off) / n * 0.6
    ride = max(o - bow * 4 * (i / n) * (1 - i / n) for i, o in enumerate(off))
    sink = min(o - bow * 4 * (i / n) * (1 - i / n) for i, o in enumerate(off))
    shift = ride + away if above else sink - away
    line = []
    for i in range(0, n, max(1, n // 6)):
        t = i / (n - 1)
        lift = shift + bow * 4 * t * (1 - t)
        line.append((ax + (bx - ax) * t + normal[0] * lift, ay + (by - ay) * t + normal[1] * lift))
    return line


def _cost(
    line: list[Point], piece: list[Point], size: float, busy: list[Point], cities: list[Point], taken: list[Point]
) -> float:
    """The penalty for a name's place."""
    (ax, ay), (bx, by) = line[0], line[-1]
    straight = math.dist(piece[0], piece[-1]) / (len(piece) * 4.0)
    steep = abs(math.atan2(by - ay, bx - ax))
    cost = (1 - straight) * 60 + steep * 22
    middle = line[len(line) // 2]
    busy = [p for p in busy if math.dist(p, middle) < 100]
    cities = [p for p in cities if math.dist(p, middle) < 100]
    for p in line:
        cost += sum(max(0.0, 17 - math.dist(p, (x, y + 4))) for x, y in busy) * 1.2
        cost += sum(max(0.0, 27 - math.dist(p, c)) for c in cities) * 0.6
        cost += sum(max(0.0, 260 - math.dist(p, t)) for t in taken) * 0.02
        cost += sum(max(0.0, 40 - math.dist(p, t)) for t in taken) * 0.5
    gap = [min(math.dist(p, r) for r in piece) for p in line]
    return cost + max(0.0, max(gap) - size * 1.5) * 2
