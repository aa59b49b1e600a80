"""The map as small as a stamp: land and water in few points, for the cards of games and scenarios."""

from __future__ import annotations

import json

from tools.draw_map.board import Board
from tools.draw_map.coast import area_rings, beyond_rings, land_rings
from tools.draw_map.hexgrid import path
from tools.draw_map.rivers import GREAT
from tools.draw_map.sheet import Sheet, rings_path

COARSE = 5.0
"""How far a line may lie from the one on the map; a stamp is drawn at about a tenth of its size."""


def stamp_json(board: Board, sheet: Sheet) -> str:
    """Path data of the land, the lakes, the great rivers, and the others that have a name."""
    land = rings_path([*land_rings(board), *beyond_rings().values(), *area_rings().values()], COARSE)
    lines = {
        great: "".join(
            path(river.line, tolerance=COARSE)
            for river in sheet.rivers
            if river.name and (river.name in GREAT) is great
        )
        for great in (True, False)
    }
    shapes = {"land": land, "lakes": rings_path(sheet.lakes, COARSE), "great": lines[True], "rivers": lines[False]}
    return json.dumps(shapes, indent=1) + "\n"
