"""The map with its counters as SVG, as the browser draws them: its sheet of the map, its signs, its colors.

The sheet comes with the built client; where that was not built, the hexes are drawn plainly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from noretreat.core.board import AXIS, BOARD, bits
from noretreat.core.picture import Counter, Picture
from noretreat.core.types import Node
from noretreat.data.facts import Nation, Terrain
from noretreat.data.load import load_map_sheet, load_signs

WIDTH: Final = 2180
HEIGHT: Final = 1830
_SHOWN: Final = 0.5
"""The scale at which the map is first shown."""
_HEX: Final = 80.0
_KIEV: Final = (1080.0, 920.0)
"""The width of a hex, and the place on the sheet of the hex with the axial coordinates 0, 0."""
AREA_POINTS: Final = {"FINLAND": (1580.0, 96.0), "SOUTH_BALKANS": (360.0, 1400.0), "WEST_BALKANS": (238.0, 1180.0)}

_SHAPES: Final = {
    "german": "M-26-29H26A3 3 0 0 1 29-26V26A3 3 0 0 1 26 29H-26A3 3 0 0 1-29 26V-26A3 3 0 0 1-26-29Z",
    "ally": "M-20-29H20L29-20V20L20 29H-20L-29 20V-20Z",
    "brown": "M-17-29H17A12 12 0 0 1 29-17V17A12 12 0 0 1 17 29H-17A12 12 0 0 1-29 17V-17A12 12 0 0 1-17-29Z",
}
_SKINS: Final = {  # shape, body, edge, ink
    "german": ("german", "#96a69c", "#3c4943", "#1f241f"),
    "ally": ("ally", "#9ab0c6", "#3b4a5c", "#1f241f"),
    "ss": ("german", "#444c49", "#171b19", "#f4f1e6"),
    "brown": ("brown", "#cb9a68", "#5b3c1d", "#2a1c0e"),
    "red": ("brown", "#b23a2b", "#551610", "#fff6ec"),
}
_TINTS: Final = {Terrain.FOREST: "#c2cca7", Terrain.MARSH: "#c2d5c8", Terrain.MOUNTAIN: "#d8cab0"}
_FLAGS: Final = ("#47685c", "#ad2f27")
_LONG: Final = 9
"""A name of more letters is drawn narrower."""


def svg_of(picture: Picture) -> str:
    """The whole picture as one SVG element; its styles touch nothing else on the page that shows it."""
    stacks: dict[Node, list[Counter]] = {}
    for counter in picture.counters:
        if counter.at >= 0:
            stacks.setdefault(Node(counter.at), []).append(counter)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH * _SHOWN:g}" height="{HEIGHT * _SHOWN:g}" font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(picture.in_short())}</title>",
        f"<defs>{load_signs().replace('id=' + chr(34), 'id=' + chr(34) + 'nr-')}</defs>",
        _sheet(),
        *_names(),
        *_flags(picture),
        *(_stack(node, counters) for node, counters in sorted(stacks.items())),
        "</svg>",
    ]
    return "".join(parts)


def point_of(node: Node) -> tuple[float, float]:
    """Return the middle of a hex or an area on the sheet."""
    name = BOARD.id_of[node]
    if name in AREA_POINTS:
        return AREA_POINTS[name]
    q, r = BOARD.axial[node]
    return _KIEV[0] + _HEX * (q + r / 2), _KIEV[1] + _HEX * 3**0.5 / 2 * r


def _sheet() -> str:
    """The drawn map of the client, its styles kept to itself; without the client, hexes in plain tints."""
    sheet = load_map_sheet()
    if not sheet:
        return "".join(_plain_hexes())
    inner = sheet[sheet.index(">") + 1 : sheet.rindex("</svg>")]
    styles, rest = inner.removeprefix("<style>").split("</style>", 1)
    return f'<style>{_kept_apart(styles)}</style><g class="nr-map">{rest}</g>'


def _kept_apart(styles: str) -> str:
    """Return the rules of a style sheet, limited to the map."""
    return re.sub(
        r"([^{}]+)\{", lambda rule: ",".join(f".nr-map {each.strip()}" for each in rule[1].split(",")) + "{", styles
    )


def _plain_hexes() -> Iterator[str]:
    """Each hex in the tint of its terrain, a dot for a city."""
    half, tall = _HEX / 2, _HEX / 3**0.5
    corners = [(0, -tall), (half, -tall / 2), (half, tall / 2), (0, tall), (-half, tall / 2), (-half, -tall / 2)]
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#b3c9d2"/>'
    for node in bits(BOARD.hexes):
        x, y = point_of(node)
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
        tint = _TINTS.get(BOARD.terrain[node], "#ece5d0")
        yield f'<polygon points="{points}" fill="{tint}" stroke="#837f6b"/>'
        if node in BOARD.place_name:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="#594e48"/>'


def _names() -> Iterator[str]:
    """The names of cities and oil fields, below the middle of their hexes."""
    for node in bits(BOARD.vp_hexes):
        x, y = point_of(node)
        yield (
            f'<text x="{x:.1f}" y="{y + 42:.1f}" font-size="14" font-weight="600" fill="#2f2c28" stroke="#fbf7ea" '
            f'stroke-width="3.4" stroke-opacity=".85" paint-order="stroke">{escape(BOARD.place_name[node])}</text>'
        )


def _flags(picture: Picture) -> Iterator[str]:
    """A small flag in the color of the side that controls a city or an oil field."""
    for side, control in enumerate((picture.axis_control, picture.soviet_control)):
        for node in bits(control & BOARD.vp_hexes):
            x, y = point_of(node)
            yield (
                f'<path d="M{x + 24:.1f} {y + 32:.1f}v-22h14l-3 5 3 5h-12" fill="{_FLAGS[side]}" '
                'stroke="#fffdf4" stroke-width="1.2"/>'
            )


def _stack(node: Node, counters: list[Counter]) -> str:
    """The counters of a hex, the later ones lower and farther to the right."""
    x, y = point_of(node)
    middle = (len(counters) - 1) / 2
    return "".join(
        f'<g transform="translate({x + (n - middle) * 9:.1f} {y + (n - middle) * 12:.1f})">{_counter(counter)}</g>'
        for n, counter in enumerate(counters)
    )


def _counter(counter: Counter) -> str:
    """The face of a counter, 58 units square around 0, 0, with its markers."""
    info, face = BOARD.units[counter.unit], counter.shown
    shape, body, edge, ink = _SKINS[_skin(counter)]
    narrow = ' textLength="47" lengthAdjust="spacingAndGlyphs"' if len(face.name) > _LONG else ""
    outline, hollow = _SHAPES[shape], f' fill="#fffdf4" stroke="{edge}" stroke-width="2.2" paint-order="stroke"'
    badges = [color for color, there in (("#c22f1f", counter.unsupplied), ("#e0a020", counter.disorganized)) if there]
    return (
        f"<title>{escape(info.id)}</title>"
        f'<path d="{outline}" transform="translate(1.6 2.4)" fill="#14120c" opacity=".28"/>'
        f'<path d="{outline}" fill="{body}" stroke="{edge}" stroke-width="1.3"/>'
        f'<g fill="{ink}" color="{ink}">'
        f'<text y="-18.2" font-size="9.6" font-weight="650"{narrow}>{escape(face.name)}</text>'
        '<g transform="translate(-18 -11.6) scale(.6 .59)">'
        '<rect x="5" y="5" width="50" height="30" fill="#fffdf4" fill-opacity=".3"/>'
        f'<use href="#nr-{face.type}" width="60" height="40"/></g>'
        f'<text y="25.4" font-size="17.5" font-weight="760"{hollow if face.white else ""}>{_figures(counter)}</text>'
        "</g>"
        + "".join(
            f'<circle cx="25" cy="{-25 + 17 * n}" r="7.6" fill="{color}" stroke="#fffdf4" stroke-width="1.6"/>'
            for n, color in enumerate(badges)
        )
    )


def _skin(counter: Counter) -> str:
    """Return the name of a counter's color scheme."""
    info = BOARD.units[counter.unit]
    if info.side != AXIS:
        return "red" if counter.face == 1 or info.unit.front.red else "brown"
    if counter.shown.face.ss:
        return "ss"
    return "german" if info.nation is Nation.GERMAN else "ally"


def _figures(counter: Counter) -> str:
    """Strength and movement as they are printed: 5-6, or (3) for a unit without zone of control."""
    face = counter.shown
    strength = str(face.strength) if face.strength else "–"
    return f"({strength})" if face.paren else f"{strength}-{face.move}"
