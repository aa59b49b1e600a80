"""The picture of a position for link previews, as a PNG of 1200 by 630 dots: terrain, rivers, and the
counters of each side.

It has no words, so that it is the same in every language, and shows nothing but what spectators see.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from noretreat.data.facts import Feature, Side, Terrain
from noretreat.data.load import load_facts

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH: Final = 1200
HEIGHT: Final = 630
_FINE: Final = 2
"""Dots that are drawn for each dot of the picture, in both directions: so that edges are smooth."""
_GROUND: Final = {
    Terrain.CLEAR: "#e9e0c8",
    Terrain.FOREST: "#bccb9f",
    Terrain.CITY: "#d8c7b0",
    Terrain.MOUNTAIN: "#c9b392",
    Terrain.MARSH: "#bfd0bd",
    Terrain.STRAIT: "#b9ccd3",
}
_WATER, _RIVER, _CITY = "#b9ccd3", "#6d9ab0", "#6b5b4b"
_COLORS: Final = {Side.AXIS: "#475850", Side.SOVIET: "#a03020"}
_RIM: Final = "#fffaf0"
_AROUND: Final = 2.5
"""Hexes of room around the counters."""


class _Point(NamedTuple):
    x: float
    y: float


def drawable() -> bool:
    """True if this server has what draws pictures (the extra `noretreat[site]`)."""
    return find_spec("PIL") is not None


def picture(pieces: Mapping[Side, Sequence[str]]) -> bytes:
    """The picture of a position, whose counters of each side are in these hexes."""
    from PIL import Image, ImageDraw

    facts = load_facts().map
    middles = {one.id: _Point(one.q + one.r / 2, one.r * math.sqrt(3) / 2) for one in facts.hexes}
    held = [middles[name] for names in pieces.values() for name in names if name in middles]
    left, top, scale = _frame(held or list(middles.values()))

    def placed(point: _Point) -> _Point:
        return _Point((point.x - left) * scale, (point.y - top) * scale)

    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _WATER)
    pen = ImageDraw.Draw(image)
    for one in facts.hexes:
        pen.polygon(_corners(placed(middles[one.id]), scale), fill=_GROUND[one.terrain])
    for side in facts.hexsides:
        if side.feature is not Feature.BORDER and side.a in middles and side.b in middles:
            ends = _between(placed(middles[side.a]), placed(middles[side.b]))
            pen.line(ends, fill=_RIVER if side.feature is Feature.RIVER else _WATER, width=round(scale * 0.09))
    for one in facts.hexes:
        if one.terrain is Terrain.CITY:
            _disc(pen, placed(middles[one.id]), scale * 0.13, _CITY)
    for whose, names in pieces.items():
        for name in names:
            if name in middles:
                _counter(pen, placed(middles[name]), scale, whose)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _frame(points: Sequence[_Point]) -> tuple[float, float, float]:
    """Left, top and the dots of a hex's width, so that all the points are in the picture."""
    xs, ys = [one.x for one in points], [one.y for one in points]
    wide, high = max(xs) - min(xs) + 2 * _AROUND, max(ys) - min(ys) + 2 * _AROUND
    scale = min(WIDTH * _FINE / wide, HEIGHT * _FINE / high)
    middle = _Point((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    return middle.x - WIDTH * _FINE / scale / 2, middle.y - HEIGHT * _FINE / scale / 2, scale


def _corners(middle: _Point, scale: float) -> list[tuple[float, float]]:
    radius = scale / math.sqrt(3) + 0.5
    turns = [math.pi / 3 * i for i in range(6)]
    return [(middle.x + radius * math.sin(turn), middle.y - radius * math.cos(turn)) for turn in turns]


def _between(one: _Point, other: _Point) -> list[tuple[float, float]]:
    """The side that two hexes share."""
    middle = _Point((one.x + other.x) / 2, (one.y + other.y) / 2)
    across = _Point((other.x - one.x) / math.sqrt(3) / 2, (other.y - one.y) / math.sqrt(3) / 2)
    return [(middle.x - across.y, middle.y + across.x), (middle.x + across.y, middle.y - across.x)]


def _disc(pen: ImageDraw, at: _Point, radius: float, color: str) -> None:
    pen.ellipse((at.x - radius, at.y - radius, at.x + radius, at.y + radius), fill=color)


def _counter(pen: ImageDraw, at: _Point, scale: float, side: Side) -> None:
    """A square for the Axis and a disc for the Soviets, so that no color is needed to tell them apart."""
    half, rim = scale * 0.29, max(2, round(scale * 0.045))
    box = (at.x - half, at.y - half, at.x + half, at.y + half)
    if side is Side.AXIS:
        pen.rounded_rectangle(box, radius=half / 4, fill=_COLORS[side], outline=_RIM, width=rim)
    else:
        pen.ellipse(box, fill=_COLORS[side], outline=_RIM, width=rim)
