"""Hand-like marks: trees, reeds, ridges, houses, derricks. Every hex has its own seeded generator."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from noretreat.data.facts import Hex, Terrain
from tools.draw_map.board import Board
from tools.draw_map.coast import capsule_blob
from tools.draw_map.hexgrid import RADIUS, Point, between, chaikin, corner, path, seeded, short, to_segment, wander
from tools.draw_map.places import TOWNS, Capsule

MARKS = {
    "fir": '<ellipse class="ts" cx="1.6" cy=".4" rx="4.6" ry="1.5"/>'
    '<path class="t1" d="M0-11 3.9-1.2Q0 .6-3.9-1.2z"/><path class="t2" d="M0-11 3.9-1.2Q2 0 .2-.2z"/>',
    "oak": '<ellipse class="ts" cx="1.8" cy=".3" rx="4.8" ry="1.5"/>'
    '<path class="t1" d="M-4.4-4.2C-4.6-7.6-2-9.4.2-9.2 3-9.4 4.9-6.8 4.4-4.2 4-1.4 2-.4 0-.4S-4.2-1.6-4.4-4.2z"/>'
    '<path class="t2" d="M.6-9.2C3.2-9.2 4.9-6.8 4.4-4.2 4-1.6 2-.5.4-.4 2.6-2.6 2.8-6 .6-9.2z"/>',
    "reed": '<path class="m1" d="M-8 .8H8M-5 3H4"/>'
    '<path class="m2" d="M-4 0V-4.4M-1.2 0-1.8-6.4M1.4 0 2-5.2M4 0 5-3.6"/>',
    "pool": '<ellipse class="mp" cx="0" cy="0" rx="7.4" ry="2"/>'
    '<path class="m2" d="M-5-.6V-4.4M-3-.8-3.4-5.6M5-.4 5.6-4"/>',
}
SYMBOLS = "".join(f'<marker id="{name}" overflow="visible">{drawn}</marker>' for name, drawn in MARKS.items())
"""What stands in the open, each the marker of a line that is not seen itself, and as large as that is wide."""
WIDE, TALL = 16.0, 14.0
"""Two marks hide nothing of each other beyond this."""


class Mark(NamedTuple):
    """One sign of `SYMBOLS`, where it stands, and how large."""

    symbol: str
    at: Point
    scale: float


def standing(marks: Iterable[Mark]) -> str:
    """The marks from back to front, in few lines: a mark is in one before those that it stands in front of.

    An element for each of a thousand marks would be four in the page that shows them, and take most of its time there.
    """
    lines: list[tuple[tuple[str, str], list[tuple[int, int]]]] = []
    placed: list[tuple[int, int, int]] = []
    for symbol, at, scale in sorted(marks, key=lambda mark: mark.at[1]):
        x, y = round(at[0]), round(at[1])
        key = (symbol, short(scale))
        behind = [i for i, other, above in placed if y - above < TALL and abs(x - other) < WIDE]
        least = max(behind, default=0)
        line = next((i for i in range(least, len(lines)) if lines[i][0] == key), len(lines))
        if line == len(lines):
            lines.append((key, []))
        lines[line][1].append((x, y))
        placed.append((line, x, y))
    return "".join(
        f'<path class="{symbol}" stroke-width="{scale}" d="M{" ".join(f"{x} {y}" for x, y in spots)}"/>'
        for (symbol, scale), spots in lines
    )


def terrain_blobs(board: Board, terrain: Terrain, radius: float) -> list[list[Point]]:
    """Soft outlines of one kind of terrain, joined to like neighbors."""
    rings = []
    for group in groups(board, terrain):
        capsules = _group_capsules(board, group, radius)
        rings += capsule_blob(capsules, group[0], 3.2, 6.0)
    return rings


def groups(board: Board, terrain: Terrain) -> list[list[str]]:
    """Connected patches of one terrain, as sorted lists of hex numbers."""
    left = {h.id for h in board.by_id.values() if h.terrain is terrain}
    found = []
    while left:
        stack, group = [min(left)], set()
        while stack:
            number = stack.pop()
            if number in left:
                left.discard(number)
                group.add(number)
                stack += [n for n in board.neighbors[number] if n]
        found.append(sorted(group))
    return found


def links(board: Board, group: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of neighbors inside a patch."""
    inside = set(group)
    return [(a, b) for a in sorted(inside) for b in board.neighbors[a] if b in inside and b and a < b]


def _group_capsules(board: Board, group: Sequence[str], radius: float) -> list[Capsule]:
    """The stretches of line a patch of terrain is blown up from."""
    pairs = links(board, group)
    lone = [n for n in group if not any(n in pair for pair in pairs)]
    capsules = [(board.at(a), board.at(b), radius - 3) for a, b in pairs]
    return capsules + [(board.at(n), board.at(n), radius) for n in [*lone, *group]]


def scatter(number: str, at: Point, count: int, reach: float, apart: float, keep_off: list[list[Point]]) -> list[Point]:
    """Points strewn in a hex, apart from one another and off the rivers, sorted from back to front."""
    rng = seeded("scatter", number)
    found: list[Point] = []
    near = [(a, b) for line in keep_off for a, b in zip(line[::3], line[3::3], strict=False) if math.dist(a, at) < 70]
    for _ in range(count * 14):
        angle, far = rng.uniform(0, 2 * math.pi), reach * math.sqrt(rng.random())
        p = at[0] + far * math.cos(angle), at[1] + 3 + far * math.sin(angle) * 0.95
        if math.hypot(p[0] - at[0], p[1] - 4 - (at[1] - 33)) < 13 and p[1] < at[1] - 24:
            continue
        if any(math.dist(p, o) < apart for o in found) or any(to_segment(p, a, b) < 8 for a, b in near):
            continue
        found.append(p)
        if len(found) == count:
            break
    return sorted(found, key=lambda p: p[1])


def forest(board: Board, hexagon: Hex, water: list[list[Point]]) -> list[Mark]:
    """Trees of one forest hex."""
    rng = seeded("trees", hexagon.id)
    out = []
    for p in scatter(hexagon.id, board.at(hexagon.id), 15, 36, 8.6, water):
        conifers = 0.85 if hexagon.r < -4 else 0.55
        out.append(Mark("fir" if rng.random() < conifers else "oak", p, rng.uniform(0.82, 1.12)))
    return out


def clump(middle: Point, reach: float, count: int) -> list[Mark]:
    """A few trees standing outside the hexes."""
    spots = scatter(f"{middle[0]}-{middle[1]}", middle, count, reach, 9.5, [])
    rng = seeded("clump", middle)
    return [Mark("fir" if rng.random() < 0.85 else "oak", p, rng.uniform(0.8, 1.05)) for p in spots]


def marsh(board: Board, hexagon: Hex, water: list[list[Point]]) -> list[Mark]:
    """Reeds and pools of one marsh hex."""
    rng = seeded("reeds", hexagon.id)
    spots = scatter(hexagon.id, board.at(hexagon.id), 9, 31, 15, water)
    return [Mark("pool" if rng.random() < 0.3 else "reed", p, rng.uniform(0.85, 1.1)) for p in spots]


class Relief:
    """Gathers the lit and shaded faces of ridges; drawn as a few layers of soft shapes."""

    def __init__(self) -> None:
        self.shade: list[str] = []
        self.deep: list[str] = []
        self.light: list[str] = []
        self.lines: list[str] = []

    def ridge(self, crest: Sequence[Point], width: float, name: str) -> None:
        """One ridge: spurs run down both sides of a wandering crest; light falls from the north-west."""
        rng = seeded("ridge", name)
        line = [p for a, b in itertools.pairwise(crest) for p in wander(a, b, 0.16, 3)]
        line = _every([*line, crest[-1]], 5.0)
        if len(line) < 4:
            return
        for sign in (1, -1):
            far, near = self._flank(line, width, sign, rng)
            lit = _faces_light(line, sign)
            face = path([*line, *reversed(far)], True, 0.4)
            (self.light if lit else self.shade).append(face)
            if not lit:
                self.deep.append(path([*line, *reversed(near)], True, 0.4))
                self.lines += _hachures(line, far, rng)

    @staticmethod
    def _flank(line: Sequence[Point], width: float, sign: int, rng) -> tuple[list[Point], list[Point]]:  # type: ignore[no-untyped-def]
        """The foot of one side of a ridge, and a line half way down it; spurs and gullies take turns."""
        far, near = [], []
        n = len(line)
        spur = rng.random()
        for i, p in enumerate(line):
            a, b = line[max(0, i - 2)], line[min(n - 1, i + 2)]
            length = math.dist(a, b) or 1.0
            normal = (-(b[1] - a[1]) / length * sign, (b[0] - a[0]) / length * sign)
            t = i / (n - 1)
            swell = math.sin(math.pi * min(1.0, max(0.0, t))) ** 0.6
            spur += rng.uniform(0.11, 0.2)
            wave = 0.55 + 0.45 * math.sin(spur * 6.28)
            reach = width * swell * wave * rng.uniform(0.85, 1.1)
            slip = width * 0.25 * math.sin(spur * 6.28)
            along = ((b[0] - a[0]) / length * slip, (b[1] - a[1]) / length * slip)
            far.append((p[0] + normal[0] * reach + along[0] * swell, p[1] + normal[1] * reach + along[1] * swell))
            near.append((p[0] + normal[0] * reach * 0.5, p[1] + normal[1] * reach * 0.5))
        return chaikin(far, 1), chaikin(near, 1)


def _faces_light(line: Sequence[Point], sign: int) -> bool:
    """True if a flank looks to the north-west."""
    dx, dy = line[-1][0] - line[0][0], line[-1][1] - line[0][1]
    return (-dy * sign) * -0.7 + (dx * sign) * -0.8 > 0


def _hachures(line: Sequence[Point], far: Sequence[Point], rng) -> list[str]:  # type: ignore[no-untyped-def]
    """Short strokes down the shaded side."""
    out = []
    for i in range(1, len(line) - 1, 2):
        foot = far[min(len(far) - 1, i * 2)]
        if math.dist(line[i], foot) > 4:
            out.append(path([between(line[i], foot, 0.12), between(line[i], foot, rng.uniform(0.5, 0.85))], False, 0))
    return out


def _every(line: Sequence[Point], step: float) -> list[Point]:
    """A line thinned to points at least a step apart."""
    out = [line[0]]
    for p in line[1:-1]:
        if math.dist(p, out[-1]) >= step:
            out.append(p)
    return [*out, line[-1]]


def mountains(board: Board, relief: Relief) -> None:
    """Ridges through every mountain hex: a main crest along the patch, and a lower one before and behind."""
    for group in groups(board, Terrain.MOUNTAIN):
        pairs = links(board, group)
        for number in group:
            rng = seeded("mountain", number)
            x, y = board.at(number)
            angle = _grain(board, number, pairs)
            dx, dy = math.cos(angle), math.sin(angle)
            for off, reach, width in ((-23, 20, 8), (-9, 33, 12), (9, 42, 15), (26, 25, 9)):
                ox, oy = -dy * off + rng.uniform(-4, 4), dx * off + rng.uniform(-3, 3)
                bend = rng.uniform(-5, 5)
                crest = [
                    (x + ox - dx * reach, y + oy - dy * reach),
                    (x + ox - dy * bend, y + oy + dx * bend),
                    (x + ox + dx * reach, y + oy + dy * reach),
                ]
                relief.ridge(crest, width, f"{number}/{off}")


def _grain(board: Board, number: str, pairs: list[tuple[str, str]]) -> float:
    """The direction a ridge takes in a hex: along its mountain neighbors, else roughly east and west."""
    x, y = board.at(number)
    twice_x = twice_y = 0.0
    for pair in pairs:
        if number in pair:
            ox, oy = board.at(pair[0] if pair[1] == number else pair[1])
            angle = 2 * math.atan2(oy - y, ox - x)
            twice_x, twice_y = twice_x + math.cos(angle), twice_y + math.sin(angle)
    if math.hypot(twice_x, twice_y) < 0.3:
        return seeded("grain", number).uniform(-0.5, 0.5)
    return math.atan2(twice_y, twice_x) / 2


def city(board: Board, hexagon: Hex) -> str:
    """A town: blocks along two or three crooked streets on a pale disc, denser towards the middle; of three sizes."""
    rng = seeded("city", hexagon.id)
    x, y = board.at(hexagon.id)
    big = 1.24 if hexagon.objective_of else 0.8 if hexagon.id in TOWNS else 1.0
    turn = rng.uniform(-0.5, 0.5)
    cos, sin = math.cos(turn), math.sin(turn)
    dark: list[str] = []
    pale: list[str] = []
    for row in range(-4, 5):
        for column in range(-4, 5):
            u, v = column * 4.3 + rng.uniform(-0.5, 0.5), row * 4.1 + rng.uniform(-0.5, 0.5)
            if column == 0 or row == (1 if column > 0 else -1):
                continue
            far = math.hypot(u, v) * 1.02
            if far > 17.2 or rng.random() < far / 46 - 0.08:
                continue
            w, h = rng.uniform(2.9, 4.1), rng.uniform(2.7, 3.8)
            corners = [(u - w / 2, v - h / 2), (u + w / 2, v - h / 2), (u + w / 2, v + h / 2), (u - w / 2, v + h / 2)]
            turned = [(x + (a * cos - b * sin) * big, y + (a * sin + b * cos) * big) for a, b in corners]
            (dark if rng.random() < 0.62 else pale).append(path(turned, True, 0))
    disc = f'<circle class="cd" cx="{short(x)}" cy="{short(y)}" r="{short(20.5 * big)}"/>'
    return f'{disc}<path class="c1" d="{"".join(dark)}"/><path class="c2" d="{"".join(pale)}"/>'


def objective(board: Board, hexagon: Hex) -> str:
    """A ring just inside the hex, in the colour of the side that needs it."""
    at = board.at(hexagon.id)
    inner = [between(at, corner(at, i), 1 - 5.6 / RADIUS) for i in range(6)]
    ring = path(inner, True, 0)
    side = hexagon.objective_of
    return f'<path class="oc" d="{ring}"/><path class="o {side}" d="{ring}"/>'


DERRICK = (
    '<g transform="translate({x} {y})scale({s})">'
    '<path class="d1" d="M-5.4 10 0-10 5.4 10M-4.2 5.4H4.2M-2.9.6H2.9M-1.7-4H1.7'
    'M-4.2 5.4 2.9.6M4.2 5.4-2.9.6M-2.9.6 1.7-4M2.9.6-1.7-4"/><path class="d2" d="M-2.6-10H2.6M-7 10H7"/></g>'
)


def oil(board: Board, hexagon: Hex) -> str:
    """Three derricks on a pale disc."""
    x, y = board.at(hexagon.id)
    spots = ((-9, 5, 0.8), (9.5, 6, 0.85), (0, 0, 1.1))
    disc = f'<circle class="cd" cx="{short(x)}" cy="{short(y)}" r="21"/>'
    return disc + "".join(DERRICK.format(x=short(x + dx), y=short(y + dy), s=s) for dx, dy, s in spots)
