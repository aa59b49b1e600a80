"""The ground below the terrain: patches in the paper, rolling uplands, and in the south-east a steppe with grass."""

from __future__ import annotations

import math
from itertools import pairwise

from noretreat.data.facts import Hex, Region, Terrain
from tools.draw_map import places
from tools.draw_map.board import Board
from tools.draw_map.coast import capsule_blob
from tools.draw_map.hexgrid import Point, chaikin, path, seeded, to_segment
from tools.draw_map.marks import links

TILE = 320
"""The side of the tile of patches."""
PATCHES = 13
TUFTS = 4
"""Tufts of grass in a hex of the steppe."""
STEPPE = (1000.0, 1150.0, 0.24)
"""Where the edge of the steppe begins in the south-west, and how steeply it rises to the north-east."""


def patches() -> str:
    """A tile of large, hardly visible patches: paper that has aged unevenly."""
    rng = seeded("patches")
    found = []
    for _ in range(PATCHES):
        x, y, size = rng.uniform(46, TILE - 46), rng.uniform(46, TILE - 46), rng.uniform(18, 44)
        ring = []
        for i in range(9):
            angle, far = i * 2 * math.pi / 9, size * rng.uniform(0.6, 1.05)
            ring.append((x + far * math.cos(angle), y + far * 0.7 * math.sin(angle)))
        found.append(path(chaikin(ring, 1, True), True, 0.8))
    return (
        f'<pattern id="p" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
        f'<path class="pt" d="{"".join(found)}"/></pattern>'
    )


def uplands() -> tuple[str, str]:
    """Rolling uplands, lit from the north-west: path data of their lit sides and of their shaded sides."""
    lit, shaded = [], []
    for i, (crest, reach) in enumerate(places.UPLANDS):
        for share in (1.0, 0.62):
            capsules = [(a, b, reach * share) for a, b in pairwise(crest)]
            for ring in capsule_blob(capsules, f"upland/{i}/{share}", 7, 14):
                soft = chaikin(ring, 1, True)
                off = 0.13 * reach * share
                lit.append(path([(x - off, y - off) for x, y in soft], True, 2.0))
                shaded.append(path([(x + off, y + off * 1.2) for x, y in soft], True, 2.0))
    return "".join(lit), "".join(shaded)


def is_steppe(board: Board, hexagon: Hex) -> bool:
    """Open ground in the south-east."""
    x, y = board.at(hexagon.id)
    clear = hexagon.terrain in (Terrain.CLEAR, Terrain.CITY) and hexagon.region is Region.USSR
    west, south, slope = STEPPE
    return clear and x > west and y > south - (x - west) * slope


def steppe(board: Board) -> list[list[list[Point]]]:
    """The steppe as soft outlines, from the widest to the narrowest: laid over one another they have no edge."""
    group = sorted(h.id for h in board.by_id.values() if is_steppe(board, h))
    layers = []
    for reach in (66.0, 46.0, 26.0):
        capsules = [(board.at(a), board.at(b), reach) for a, b in links(board, group)]
        layers.append(capsule_blob(capsules, f"steppe/{reach}", 5, 12))
    return layers


def grass(board: Board, water: list[list[Point]]) -> str:
    """Tufts of grass, three blades each."""
    out = []
    for hexagon in board.by_id.values():
        if not is_steppe(board, hexagon) or hexagon.terrain is Terrain.CITY:
            continue
        rng = seeded("grass", hexagon.id)
        x, y = board.at(hexagon.id)
        lines = [line for line in water if any(math.dist(p, (x, y)) < 60 for p in line[::6])]
        for _ in range(TUFTS):
            angle, far = rng.uniform(0, 2 * math.pi), 33 * math.sqrt(rng.random())
            at = x + far * math.cos(angle), y + far * math.sin(angle)
            if any(to_segment(at, a, b) < 7 for line in lines for a, b in pairwise(line[::3])):
                continue
            out.append(f"M{round(at[0])} {round(at[1])}l-2-3m3 3v-4m1 4 2-3")
    return "".join(out)
