"""The placement of hexes on the drawing, and small tools for lines: smoothing, jitter, path text.

A hex is 80 units from flat to flat, pointy side up.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Sequence

Point = tuple[float, float]

WIDTH = 80.0
RADIUS = WIDTH / math.sqrt(3)
ORIGIN: Point = (1080.0, 920.0)
"""The centre of hex 1211, whose axial coordinates are 0, 0."""
VIEW = (0, 0, 2180, 1830)
LONGEST = 120.0
"""Legs longer than this wander no further than one of this length would."""

DIRECTIONS: tuple[tuple[int, int], ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Neighbors NE, E, SE, SW, W, NW. Side i runs from corner i to corner i + 1."""


def centre(q: int, r: int) -> Point:
    """The middle of the cell with axial coordinates q, r."""
    return ORIGIN[0] + WIDTH * (q + r / 2), ORIGIN[1] + RADIUS * 1.5 * r


def corner(at: Point, i: int) -> Point:
    """Corner i of the hex centred at a point: 0 is the top one, then clockwise."""
    angle = math.radians(60 * (i % 6) - 90)
    return at[0] + RADIUS * math.cos(angle), at[1] + RADIUS * math.sin(angle)


def key(p: Point) -> tuple[int, int]:
    """A corner's identity, the same whichever hex it is computed from."""
    return round(p[0]), round(p[1])


def seeded(*parts: object) -> random.Random:
    """A generator that depends on nothing but the things it is named after."""
    return random.Random("/".join(str(part) for part in parts))


def between(a: Point, b: Point, t: float) -> Point:
    """The point a share t of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def wander(a: Point, b: Point, rough: float, depth: int = 3) -> list[Point]:
    """Points from a (included) to b (left out), displaced at random; b to a gives the same line."""
    if key(a) > key(b):
        return [a, *reversed(wander(b, a, rough, depth)[1:])]
    rng = seeded("wander", key(a), key(b))
    points = [a, b]
    for _ in range(depth):
        longer: list[Point] = []
        for p, r in itertools.pairwise(points):
            length = math.dist(p, r) or 1.0
            push = rng.uniform(-rough, rough) * min(length, LONGEST)
            middle = between(p, r, 0.5)
            longer += [p, (middle[0] - (r[1] - p[1]) / length * push, middle[1] + (r[0] - p[0]) / length * push)]
        points = [*longer, points[-1]]
    return points[:-1]


def chaikin(points: Sequence[Point], rounds: int = 2, closed: bool = False) -> list[Point]:
    """Cut the corners of a line a few times; an open line keeps its ends."""
    out = list(points)
    for _ in range(rounds):
        ends = [*out, out[0]] if closed else out
        cut: list[Point] = []
        for a, b in itertools.pairwise(ends):
            cut += [between(a, b, 0.25), between(a, b, 0.75)]
        out = cut if closed else [out[0], *cut[1:-1], out[-1]]
    return out


def simplify(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Drop points that lie within a tolerance of the line through their neighbors (Douglas-Peucker)."""
    if len(points) < 3:
        return list(points)
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.dist(points[0], points[-1])
    far, index = -1.0, 0
    for i, (px, py) in enumerate(points[1:-1], 1):
        if length < 1e-9:
            away = math.dist(points[0], (px, py))
        else:
            away = abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length
        if away > far:
            far, index = away, i
    if far <= tolerance:
        return [points[0], points[-1]]
    return simplify(points[: index + 1], tolerance)[:-1] + simplify(points[index:], tolerance)


def short(value: float) -> str:
    """A number with one decimal and no idle characters."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path(points: Sequence[Point], closed: bool = False, tolerance: float = 0.25) -> str:
    """SVG path data in relative coordinates; nearly straight runs are thinned first."""
    if closed:
        half = len(points) // 2
        ring = [*points, points[0]]
        points = (simplify(ring[: half + 1], tolerance)[:-1] + simplify(ring[half:], tolerance))[:-1]
    else:
        points = simplify(points, tolerance)
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    out = [f"M{short(x)} {short(y)}l"]
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        x, y = round(x + dx, 1), round(y + dy, 1)
        first, second = short(dx), short(dy)
        gap = "" if out[-1].endswith("l") or first.startswith("-") else " "
        out.append(f"{gap}{first}{second if second.startswith('-') else ' ' + second}")
    return "".join(out) + ("z" if closed else "")


def inside(p: Point, ring: Sequence[Point]) -> bool:
    """True if a point lies in a polygon."""
    x, y = p
    hit = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            hit = not hit
    return hit


def to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    span = dx * dx + dy * dy
    t = 0.0 if span == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / span))
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


def wavy(points: Iterable[Point], rough: float, depth: int = 3, closed: bool = False) -> list[Point]:
    """A hand-placed line made to look like nature: every leg wanders, then all is smoothed."""
    corners = list(points)
    legs = zip(corners, [*corners[1:], corners[0]] if closed else corners[1:], strict=False)
    line = [p for a, b in legs for p in wander(a, b, rough, depth)]
    return chaikin(line if closed else [*line, corners[-1]], 1, closed)
