"""The geometry the client needs for its live layer: centres, area outlines, where city names may stand."""

from __future__ import annotations

import json
from typing import Any

from tools.draw_map import places
from tools.draw_map.board import Board
from tools.draw_map.hexgrid import RADIUS, VIEW, Point, centre

Anchor = dict[str, float | str]
LADOGA_CELL = (12, -9)
LETTER = 7.2
"""The mean width of a letter in a city's name."""


def geometry(board: Board, areas: dict[str, str], water: list[Point]) -> dict[str, Any]:
    """The whole geometry, ready for JSON."""
    return {
        "viewBox": list(VIEW),
        "size": round(RADIUS, 3),
        "hexes": {n: _point(*board.at(n)) for n in sorted(board.by_id)},
        "areas": {name: _area(name, data) for name, data in sorted(areas.items())},
        "lakes": {"LADOGA": _point(*centre(*LADOGA_CELL))},
        "labels": {
            h.id: _label(board, h.id, h.name, water) for h in sorted(board.by_id.values(), key=lambda h: h.id) if h.name
        },
    }


def _point(x: float, y: float) -> dict[str, float]:
    """A rounded point."""
    return {"x": round(x, 1), "y": round(y, 1)}


def _area(name: str, data: str) -> dict[str, Any]:
    """One area: its outline, where counters stand, where its printed name is."""
    text, (lx, ly) = places.AREA_LABELS[name]
    x, y = places.AREA_CENTRES[name]
    return {"name": text, "path": data, "x": x, "y": y, "label": _point(lx, ly)}


def _label(board: Board, number: str, name: str, water: list[Point]) -> dict[str, Any]:
    """A city's name: `spots` while its hex is empty, `beside` once a counter stands there; best first."""
    x, y = board.at(number)
    spots = [_anchor(x, y + 32, "middle"), _anchor(x, y - 21, "middle")]
    below, above = _anchor(x, y + 43, "middle"), _anchor(x, y - 33, "middle")
    right, left = _anchor(x + 34, y + 4, "start"), _anchor(x - 34, y + 4, "end")
    return {
        "name": name,
        "spots": sorted(spots, key=lambda a: _crowding(a, name, water) + 4 * spots.index(a)),
        "beside": sorted([below, above, right, left], key=lambda a: _crowding(a, name, water) // 4),
    }


def _crowding(anchor: Anchor, name: str, water: list[Point]) -> int:
    """The amount of river that a name would cover."""
    x, y = float(anchor["x"]), float(anchor["y"])
    wide = LETTER * len(name)
    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[str(anchor["anchor"])]
    return sum(left - 2 < px < left + wide + 2 and y - 11 < py < y + 4 for px, py in water)


def _anchor(x: float, y: float, anchor: str) -> Anchor:
    """A point with the side of the text that stands on it."""
    return {"x": round(x, 1), "y": round(y, 1), "anchor": anchor}


def geometry_json(board: Board, areas: dict[str, str], water: list[Point]) -> str:
    """The file's text: one hex, area or label on each line."""
    data = geometry(board, areas, water)
    rows = []
    for name, value in data.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items())
            rows.append(f" {json.dumps(name)}: {{\n{inner}\n }}")
        else:
            rows.append(f" {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"
