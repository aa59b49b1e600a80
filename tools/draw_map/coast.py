"""Outlines: the shore of the playable land, the beyond, the areas, and soft blobs for lakes and terrain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache

from tools.draw_map import places
from tools.draw_map.board import Board, outlines
from tools.draw_map.hexgrid import (
    RADIUS,
    WIDTH,
    Point,
    between,
    chaikin,
    corner,
    key,
    seeded,
    to_segment,
    wander,
    wavy,
)

HalfEdge = tuple[str, int]
CHANNEL_PULL = 10.0
"""The distance of each bank from the middle of a sea channel between two hexes."""

POINT_PULL = 11.0
"""The distance by which a corner of land that sticks out into the sea is drawn in."""
INLET_SHARE = 0.72
"""The share of its length at which an inlet is drawn, lest the coast look scalloped."""


def land_rings(board: Board) -> list[list[Point]]:
    """The playable land: straight where it meets other land, a flowing shore where it meets the sea."""
    return [_ring(board, walk) for walk in outlines(board)]


def _ring(board: Board, walk: list[HalfEdge]) -> list[Point]:
    """One closed outline; runs of shore are smoothed as wholes, so nothing stays straight under them."""
    shore = [board.is_shore(*edge) for edge in walk]
    turn = next((i for i, (a, b) in enumerate(itertools.pairwise(shore), 1) if a != b), 0)
    walk = walk[turn:] + walk[:turn]
    shore = shore[turn:] + shore[:turn]
    ring: list[Point] = []
    i = 0
    while i < len(walk):
        if not shore[i]:
            ring.append(_vertex(board, walk[i - 1], walk[i]))
            i += 1
            continue
        run = [_vertex(board, walk[i - 1], walk[i])]
        while i < len(walk) and shore[i]:
            run.append(_vertex(board, walk[i], walk[(i + 1) % len(walk)]))
            i += 1
        ring += flowing(run)[:-1]
    return ring


def flowing(run: Sequence[Point]) -> list[Point]:
    """A line of corners made into a shore: coarse jitter, smoothing, fine jitter, smoothing."""
    coarse = [p for a, b in itertools.pairwise(run) for p in wander(a, b, 0.17, 1)]
    soft = chaikin([*coarse, run[-1]], 1)
    fine = [p for a, b in itertools.pairwise(soft) for p in wander(a, b, 0.14, 2)]
    return chaikin([*fine, run[-1]], 1)


def _vertex(board: Board, before: HalfEdge, after: HalfEdge) -> Point:
    """The point where two open sides meet, drawn in where the sea reaches inland."""
    (a, side), (b, _) = before, after
    at = corner(board.at(a), side + 1)
    for edge in (before, after):
        other = board.neighbors[edge[0]][edge[1]]
        if other is not None:
            at = towards(at, board.at(edge[0]), CHANNEL_PULL)
    if not (board.is_shore(*before) or board.is_shore(*after)):
        return at
    if a == b:
        return towards(at, board.at(a), POINT_PULL) if board.is_shore(*before) and board.is_shore(*after) else at
    ends = board.shared(a, b) if b in board.neighbors[a] else None
    if ends is None:
        return at
    corner_at = corner(board.at(a), side + 1)
    if frozenset((a, b)) in board.seas:
        return _channel_head(board, a, b, corner_at)
    far = ends[1] if key(ends[0]) == key(corner_at) else ends[0]
    low, high = sorted((a, b))
    return towards(at, far, RADIUS * places.INLETS.get((low, high), 0.1) * INLET_SHARE)


def _channel_head(board: Board, a: str, b: str, at: Point) -> Point:
    """The inner end of a channel between two hexes: it may run on along one side of the third hex there."""
    third = next(n for n in board.neighbors[a] if n and n in board.neighbors[b] and math.dist(board.at(n), at) < WIDTH)
    for bank in (a, b):
        low, high = sorted((bank, third))
        share = places.INLETS.get((low, high), 0.0)
        if share:
            ends = board.shared(bank, third)
            far = ends[1] if key(ends[0]) == key(at) else ends[0]
            return towards(at, far, RADIUS * share)
    return at


def towards(p: Point, goal: Point, length: float) -> Point:
    """A point moved some way towards another."""
    return between(p, goal, length / (math.dist(p, goal) or 1.0))


def beyond_rings() -> dict[str, list[Point]]:
    """Land outside the game, its straight hand-placed legs made to wander."""
    return {name: wavy(points, 0.17, 4, closed=True) for name, points in places.BEYOND.items()}


def area_rings() -> dict[str, list[Point]]:
    """The three areas. Legs that lie on hexsides stay straight; those along the sea wander."""
    rings = {}
    for name, points in places.AREAS.items():
        ring: list[Point] = []
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            ring += area_leg(a, b)
        rings[name] = ring
    return rings


def area_leg(a: Point, b: Point) -> list[Point]:
    """One leg of an area's outline without its last point: straight on a hexside, else wandering."""
    return [a] if abs(math.dist(a, b) - RADIUS) < 1.5 else wander(a, b, 0.12, 3)


def area_borders() -> dict[str, list[list[Point]]]:
    """The parts of the areas' outlines that are borders on land, to be dashed."""
    out: dict[str, list[list[Point]]] = {}
    for name, spans in places.AREA_BORDERS.items():
        points = places.AREAS[name]
        out[name] = []
        for start, end in spans:
            legs = zip(points[start:end], points[start + 1 : end + 1], strict=True)
            out[name].append([p for a, b in legs for p in area_leg(a, b)] + [points[end]])
    return out


def blob(distance: Callable[[Point], float], box: tuple[float, float, float, float], step: float) -> list[list[Point]]:
    """The closed lines where a distance-like field is zero inside a box (marching squares)."""
    x0, y0, x1, y1 = box
    columns, rows = int((x1 - x0) / step) + 2, int((y1 - y0) / step) + 2
    value = [[distance((x0 + c * step, y0 + r * step)) for c in range(columns)] for r in range(rows)]
    links: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for r in range(rows - 1):
        for c in range(columns - 1):
            for a, b in _cell_lines(value, r, c):
                links[a] = b
    rings = []
    while links:
        start, at = next(iter(links.items()))
        del links[start]
        ring = [_crossing(value, start, x0, y0, step)]
        while at != start and at in links:
            ring.append(_crossing(value, at, x0, y0, step))
            at = links.pop(at)
        rings.append(ring)
    return rings


CASES: dict[int, list[tuple[int, int]]] = {
    1: [(3, 0)],
    2: [(0, 1)],
    3: [(3, 1)],
    4: [(1, 2)],
    5: [(3, 0), (1, 2)],
    6: [(0, 2)],
    7: [(3, 2)],
    8: [(2, 3)],
    9: [(2, 0)],
    10: [(0, 1), (2, 3)],
    11: [(2, 1)],
    12: [(1, 3)],
    13: [(1, 0)],
    14: [(0, 3)],
}
"""The edges of a cell (top, right, bottom, left) that the zero line enters and leaves, by inside corners."""


def _cell_lines(value: list[list[float]], r: int, c: int) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """The pieces of the zero line in one cell of the field, named by grid edges (row, column, 0 across, 1 down)."""
    corners = (value[r][c], value[r][c + 1], value[r + 1][c + 1], value[r + 1][c])
    case = sum(1 << i for i, v in enumerate(corners) if v < 0)
    edges = ((r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1))
    return [(edges[a], edges[b]) for a, b in CASES.get(case, [])]


def _crossing(value: list[list[float]], edge: tuple[int, int, int], x0: float, y0: float, step: float) -> Point:
    """The point where the zero line cuts a grid edge."""
    r, c, down = edge
    first = value[r][c]
    second = value[r + 1][c] if down else value[r][c + 1]
    t = first / (first - second)
    return (x0 + c * step, y0 + (r + t) * step) if down else (x0 + (c + t) * step, y0 + r * step)


def ripple(p: Point, name: str) -> float:
    """A slow seeded unevenness of about -1 to 1, to keep blobs from looking drawn with a compass."""
    x, y = p
    total = 0.0
    for cos, sin, scale, phase, across in _ripples(name):
        total += math.sin((x * cos + y * sin) / scale + phase) * math.sin((y * cos - x * sin) / scale + across)
    return total / 2


@cache
def _ripples(name: str) -> list[tuple[float, float, float, float, float]]:
    """Three crossed wave trains: direction, half their scale, phases."""
    rng = seeded("ripple", name)
    out = []
    for scale in (15.5, 8.5, 5.5):
        angle = rng.uniform(0, math.pi)
        out.append((math.cos(angle), math.sin(angle), scale, rng.uniform(0, 6.28), rng.uniform(0, 6.28)))
    return out


def capsule_blob(capsules: Sequence[places.Capsule], name: str, rough: float, step: float = 4.0) -> list[list[Point]]:
    """Soft outlines round joined stretches of line."""
    reach = max(radius for _, _, radius in capsules) + rough + step * 2
    xs = [p[0] for a, b, _ in capsules for p in (a, b)]
    ys = [p[1] for a, b, _ in capsules for p in (a, b)]

    def distance(p: Point) -> float:
        total = 0.0
        for a, b, radius in capsules:
            away = to_segment(p, a, b) - radius
            if away < 30:
                total += math.exp(-away / 5)
        return (-5 * math.log(total) if total > 0 else 99.0) + rough * ripple(p, name)

    box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    return [chaikin(ring, 1, closed=True) for ring in blob(distance, box, step) if len(ring) > 6]
