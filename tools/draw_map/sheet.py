"""Puts the sheet together: sea, land, terrain, water, marks, names."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from noretreat.data.facts import Region, Side, Terrain
from tools.draw_map import places
from tools.draw_map.board import Board, outlines
from tools.draw_map.coast import area_borders, area_rings, beyond_rings, capsule_blob, land_rings
from tools.draw_map.ground import grass, patches, steppe, uplands
from tools.draw_map.hexgrid import (
    RADIUS,
    VIEW,
    Point,
    between,
    chaikin,
    corner,
    key,
    path,
    seeded,
    short,
    wavy,
)
from tools.draw_map.marks import (
    SYMBOLS,
    Mark,
    Relief,
    city,
    clump,
    forest,
    marsh,
    mountains,
    objective,
    oil,
    standing,
    terrain_blobs,
)
from tools.draw_map.palette import style
from tools.draw_map.rivers import River, even, name_places, rivers


def rings_path(rings: Iterable[Sequence[Point]], tolerance: float = 0.25) -> str:
    """Several closed lines as one path."""
    return "".join(path(ring, True, tolerance) for ring in rings)


def line(css: str, data: str, extra: str = "") -> str:
    """A path element."""
    return f'<path class="{css}" d="{data}"{extra}/>'


def patterns() -> str:
    """Faint waves for the sea and grain for the paper, as tiles."""
    rng = seeded("waves")
    waves = []
    for row in range(6):
        for _ in range(2):
            x, y = rng.uniform(0, 150), row * 26 + rng.uniform(3, 20)
            waves.append(f"M{short(x)} {short(y)}q4.5-3.4 9 0t9 0" + ("t9 0" if rng.random() < 0.5 else ""))
    rng = seeded("grain")
    dots = []
    for _ in range(150):
        x, y = rng.uniform(1, 158), rng.uniform(1, 158)
        dots.append(f"M{short(x)} {short(y)}h{short(rng.uniform(0.5, 2.4))}v{short(rng.uniform(0.4, 0.9))}h-.6z")
    return patches() + (
        '<pattern id="w" width="180" height="156" patternUnits="userSpaceOnUse">'
        f'<path class="wave" d="{"".join(waves)}"/></pattern>'
        '<pattern id="g" width="160" height="160" patternUnits="userSpaceOnUse">'
        f'<path class="gr" d="{"".join(dots)}"/></pattern>'
    )


def grid(board: Board) -> str:
    """All hexsides once, each as part of a short line."""
    done: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    out = []
    for number in sorted(board.by_id, key=lambda n: (n[2:], n[:2])):
        at = board.at(number)
        run: list[Point] = []
        for i in range(4, 11):
            a, b = corner(at, i), corner(at, i + 1)
            low, high = sorted((key(a), key(b)))
            if (low, high) in done or i == 10:
                if len(run) > 1:
                    out.append(path(run, False, 0))
                run = []
                continue
            done.add((low, high))
            run = run or [a]
            run.append(b)
    return line("grid", "".join(out))


def rim_paths(board: Board, side: Side) -> list[str]:
    """Friendly map edges: the outer land sides of edge hexes, joined into lines."""
    out: list[str] = []
    run: list[Point] = []
    for walk in outlines(board):
        first = next((i for i, (n, s) in enumerate(walk) if board.is_shore(n, s)), 0)
        for number, s in [*walk[first:], *walk[:first]]:
            mine = board.by_id[number].edge is side and not board.is_shore(number, s)
            a, b = board.side_ends(number, s)
            if mine:
                run = [*(run or [a]), b]
            elif run:
                out.append(path(run, False, 0))
                run = []
        if run:
            out.append(path(run, False, 0))
            run = []
    return out


def border_lines(board: Board) -> list[list[Point]]:
    """The dashed border, its sides chained end to end."""
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    spots: dict[tuple[int, int], Point] = {}
    for pair in board.borders:
        a, b = sorted(pair)
        p, r = board.shared(a, b)
        spots[key(p)], spots[key(r)] = p, r
        links.setdefault(key(p), []).append(key(r))
        links.setdefault(key(r), []).append(key(p))
    at = min(c for c, others in links.items() if len(others) == 1)
    chain = [at]
    while True:
        onward = [c for c in links[chain[-1]] if c not in chain]
        if not onward:
            return [[spots[c] for c in chain]]
        chain.append(onward[0])


GROWING = (0.36, 0.48, 0.6, 0.72, 0.82, 0.92, 1.0)
"""The widths of a river from its source on, as parts of its full width."""


def river_paths(all_rivers: list[River]) -> str:
    """Casings under all rivers, then the rivers; sources begin thin."""
    casing, water = [], []
    for river in all_rivers:
        data = path(river.line, False, 0.2)
        casing.append(line("rc", data, f' stroke-width="{short(river.width + (2.4 if river.tapered else 3.4))}"'))
        if not river.tapered or len(river.line) < 20:
            water.append(line("rv", data, f' stroke-width="{short(river.width)}"'))
            continue
        # Thin at its source, it grows over its upper half.
        last = len(river.line) - 1
        cuts = [round(last * 0.55 * i / len(GROWING)) for i in range(len(GROWING))] + [last]
        for share, start, end in zip(GROWING, cuts, cuts[1:], strict=False):
            piece = path(river.line[start : end + 1], False, 0.2)
            water.append(line("rv", piece, f' stroke-width="{short(river.width * share)}"'))
    return "".join(casing) + "".join(water)


def relief_layers(relief: Relief) -> str:
    """Lit faces, shaded faces, a deeper shade near the crest, strokes."""
    return (
        line("rl", "".join(relief.light))
        + line("rs", "".join(relief.shade))
        + line("rs", "".join(relief.deep))
        + line("rh", "".join(relief.lines))
    )


def far_ranges() -> str:
    """Mountains outside the hexes, fainter."""
    relief = Relief()
    halos = []
    for i, crest in enumerate(places.RANGES):
        if len(crest) > 1:
            relief.ridge(crest, 15, f"range/{i}")
            halos += capsule_blob([(a, b, 22.0) for a, b in itertools.pairwise(crest)], f"range/{i}", 4, 8)
    return f'<g class="fr">{line("mo2", rings_path(halos, 0.6))}{relief_layers(relief)}</g>'


def name_on_line(
    name: str, css: str, text: str, points: Sequence[Point], size: float, index: str, spacing: float = 0
) -> str:
    """A name that follows a calm line."""
    data = path(chaikin(points, 2), False, 0.1)
    space = f' letter-spacing="{short(spacing)}"' if spacing else ""
    return (
        f'<path id="{index}" d="{data}" fill="none"/>'
        f'<text data-id="{name}" class="{css}" font-size="{short(size)}"{space}>'
        f'<textPath href="#{index}" startOffset="50%">{text}</textPath></text>'
    )


def names(board: Board, all_rivers: list[River]) -> str:
    """All lettering that belongs to the sheet: waters, neighbors, areas; the client translates it by its `data-id`."""
    out = []
    for i, place in enumerate(name_places(board, all_rivers)):
        out.append(name_on_line(place.name.lower(), "wn", place.name, place.line, place.size, f"r{i}", 1.1))
    for i, (name, text, a, b, size, spacing) in enumerate(places.SEAS):
        a, b = between(a, b, -0.3), between(a, b, 1.3)
        sag = math.dist(a, b) * 0.05
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + sag)
        out.append(name_on_line(name, "sn", text, [a, middle, b], size, f"s{i}", spacing))
    for name, text, (x, y), size in places.LAKE_NAMES:
        out.append(f'<text data-id="{name}" class="ln2" x="{x}" y="{y}" font-size="{short(size)}">{text}</text>')
    for name, text, (x, y), size in places.BEYOND_NAMES:
        out.append(f'<text data-id="{name}" class="bn" x="{x}" y="{y}" font-size="{short(size)}">{text}</text>')
    for area, (text, (x, y)) in places.AREA_LABELS.items():
        words = text.upper().split()
        for i, word in enumerate(words):
            name = f"{area}.{i + 1}" if len(words) > 1 else area
            out.append(f'<text data-id="{name}" class="an" x="{x}" y="{y + 19 * i}">{word}</text>')
    return "".join(out)


def region_names() -> str:
    """The two large faint names on the land."""
    return "".join(
        f'<text data-id="{name}" class="rn {css}" x="{short(x)}" y="{short(y)}" font-size="{short(size)}" '
        f'letter-spacing="{short(spacing)}">{text}</text>'
        for name, text, (x, y), size, spacing, css in places.REGION_NAMES
    )


def lake_rings() -> list[list[Point]]:
    """The outlines of all lakes; large ones have the rougher edge."""
    rings = []
    for name, capsules in places.LAKES.items():
        rough = 1.4 + max(radius for _, _, radius in capsules) / 16
        rings += capsule_blob(capsules, name, rough, 3.0)
    return rings


class Sheet:
    """The parts that both themes share: the body of the drawing."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rivers = rivers(board)
        self.water = [even(river.line, 5.0) for river in self.rivers]
        self.lakes = lake_rings()
        self.land = rings_path(land_rings(board))
        self.beyond = rings_path(beyond_rings().values())
        self.areas = {name: rings_path([ring]) for name, ring in area_rings().items()}
        self.body = "".join(self._layers())

    def svg(self, colours: dict[str, str]) -> str:
        """The finished image in one theme."""
        x, y, w, h = VIEW
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{w}" height="{h}">'
            f"<style>{style(colours)}</style>{self.body}</svg>\n"
        )

    def _layers(self) -> Iterable[str]:
        """From the sea up."""
        board = self.board
        x, y, w, h = VIEW
        german = rings_path(
            [[corner(board.at(n), s) for n, s in walk] for walk in outlines(board, Region.GREATER_GERMANY)]
        )
        yield f'<defs>{SYMBOLS}{patterns()}<path id="L" d="{self.land}"/><path id="B" d="{self.beyond}"/>'
        yield "".join(f'<path id="a-{name}" d="{data}"/>' for name, data in self.areas.items())
        yield '<g id="A">' + "".join(f'<use href="#a-{name}"/>' for name in self.areas) + "</g>"
        yield '<g id="E"><use href="#B"/><use href="#A"/><use href="#L"/></g>'
        yield '<clipPath id="cl"><use href="#L"/></clipPath>'
        yield f'<clipPath id="cg"><path d="{german}"/></clipPath>'
        yield "".join(f'<clipPath id="c-{name}"><use href="#a-{name}"/></clipPath>' for name in self.areas) + "</defs>"
        yield f'<rect class="sea" x="{x}" y="{y}" width="{w}" height="{h}"/>'
        yield f'<rect fill="url(#w)" x="{x}" y="{y}" width="{w}" height="{h}"/>'
        yield "".join(f'<use class="{css}" href="#E"/>' for css in ("s1", "s2", "s3", "co"))
        yield '<use class="by" href="#B"/>'
        yield from (
            line("bv", path(wavy(p, 0.1, 3)), f' stroke-width="{short(wide)}"') for p, wide in places.BEYOND_RIVERS
        )
        yield '<use class="ar" href="#A"/>'
        yield far_ranges()
        trees = [tree for clearing in places.FINNISH_WOODS for tree in clump(*clearing)]
        yield f'<g class="fw">{standing(trees)}</g>'
        yield "".join(f'<g clip-path="url(#c-{n})"><use class="ab" href="#a-{n}"/></g>' for n in self.areas)
        borders = "".join(path(run) for runs in area_borders().values() for run in runs)
        yield line("al", borders)
        yield '<use class="us" href="#L"/>'
        yield f'<g clip-path="url(#cl)"><path class="gg" d="{german}"/>'
        yield self._terrain()
        yield "</g>"
        yield grid(board)
        yield "".join(objective(board, hexagon) for hexagon in board.by_id.values() if hexagon.objective_of)
        yield f'<g clip-path="url(#cl)">{river_paths(self.rivers)}</g>{self._lakes()}'
        strait = path(chaikin(wavy(places.KERCH, 0.12, 2), 1))
        yield f'<g clip-path="url(#cl)">{line("kc", strait)}</g>{line("ks", strait)}'
        yield self._limits()
        yield region_names()
        yield self._towns()
        yield names(board, self.rivers)
        yield f'<rect class="frame" x="{x + 1.5}" y="{y + 1.5}" width="{w - 3}" height="{h - 3}" stroke-width="3"/>'
        yield f'<rect class="frame" x="{x + 8}" y="{y + 8}" width="{w - 16}" height="{h - 16}" stroke-width="1"/>'

    def _terrain(self) -> str:
        """Soft places first, then ridges, then trees and reeds from back to front."""
        board = self.board
        relief = Relief()
        mountains(board, relief)
        marks: list[Mark] = []
        for hexagon in board.by_id.values():
            if hexagon.terrain is Terrain.FOREST:
                marks += forest(board, hexagon, self.water)
            elif hexagon.terrain is Terrain.MARSH:
                marks += marsh(board, hexagon, self.water)
        lit, shaded = uplands()
        return (
            "".join(line("st", rings_path(rings, 1.0)) for rings in steppe(board))
            + line("us2", shaded)
            + line("us1", lit)
            + line("gs", grass(board, self.water))
            + line("mo", rings_path(terrain_blobs(board, Terrain.MOUNTAIN, 42), 0.4))
            + line("ma", rings_path(terrain_blobs(board, Terrain.MARSH, 39), 0.4))
            + line("fo", rings_path(terrain_blobs(board, Terrain.FOREST, 40), 0.4))
            + "".join(f'<rect fill="url(#{name})" width="{VIEW[2]}" height="{VIEW[3]}"/>' for name in "pg")
            + relief_layers(relief)
            + standing(marks)
        )

    def _lakes(self) -> str:
        """Lakes with a paler shore inside their edge."""
        data = rings_path(self.lakes, 0.3)
        shallows = f'<clipPath id="ck"><path d="{data}"/></clipPath><g clip-path="url(#ck)">{line("li", data)}</g>'
        return line("lk", data) + shallows + line("le", data)

    def _limits(self) -> str:
        """The border and the friendly map edges."""
        border = "".join(path(chain, False, 0) for chain in border_lines(self.board))
        out = [f'<g clip-path="url(#cg)">{line("bb", border)}</g>', line("bc", border), line("bd", border)]
        for side in Side:
            data = "".join(rim_paths(self.board, side))
            out += [line(f"rim {side}", data), line("rd", data)]
        return "".join(out)

    def _towns(self) -> str:
        """Cities and oil."""
        out = []
        for hexagon in self.board.by_id.values():
            if hexagon.terrain is Terrain.CITY:
                out.append(city(self.board, hexagon))
            elif hexagon.oil:
                out.append(oil(self.board, hexagon))
        return "".join(out)


def numbers_svg(board: Board, colour: str = "#7d7761") -> str:
    """The tiny hex numbers as an image of their own, so that the client can switch them."""
    x, y, w, h = VIEW
    marks = "".join(
        f'<text x="{short(board.at(n)[0])}" y="{short(board.at(n)[1] - RADIUS + 14.5)}">{n}</text>'
        for n in sorted(board.by_id)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{w}" height="{h}">'
        f'<g id="numbers" fill="{colour}" font-size="7.6" letter-spacing=".3" text-anchor="middle" '
        f"font-family=\"'Source Sans 3','Segoe UI','DejaVu Sans',sans-serif\">{marks}</g></svg>\n"
    )
