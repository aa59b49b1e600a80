"""Writes the unit signs as one sprite, `web/src/art/symbols.svg`, and the same for the library, `data/symbols.svg`: our
own plain drawings in the map-symbol tradition.

Every sign is drawn with `currentColor` strokes in a 60 by 40 box, so the counter decides the colour. Filled parts use
`fill="currentColor"`. Run: `python tools/draw_symbols.py`.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGETS = (ROOT / "web/src/art/symbols.svg", ROOT / "src/noretreat/data/symbols.svg")

BOX = '<path d="M5 5h50v30H5z"/>'
CROSS = '<path d="M5 5l50 30M55 5L5 35"/>'
TRACKS = '<rect x="14" y="12" width="32" height="16" rx="8"/>'
DIAGONAL = '<path d="M5 35L55 5"/>'

UNITS: dict[str, tuple[str, str]] = {
    "infantry": ("Infantry: crossed box", BOX + CROSS),
    "armor": ("Armor: the oval of tracks", BOX + TRACKS),
    "mechanized": ("Mechanised: tracks over a crossed box", BOX + CROSS + TRACKS),
    "shock": (
        "Shock army: crossed box with a solid spearhead",
        BOX + CROSS + '<path d="M18 5h24L30 20z" fill="currentColor"/>',
    ),
    "regional": (
        "Regional: crossed box with an open heel",
        BOX + CROSS + '<path d="M5 27h50" stroke-dasharray="5 4"/>',
    ),
    "fort": (
        "Fortress: battlements",
        '<path d="M5 35V6h10v7h8V6h14v7h8V6h10v29z"/><path d="M5 22h50"/>'
        '<path d="M25 35v-7h10v7" fill="currentColor"/>',
    ),
    "cadre": ("Cadre: a broken box with one diagonal", '<path d="M5 5h50v30H5z" stroke-dasharray="8 5"/>' + DIAGONAL),
    "volkssturm": (
        "Militia: crossed box, lower half struck through",
        BOX + CROSS + '<path d="M30 20v15M17 35V28M43 35V28"/>',
    ),
    "garrison": ("Garrison: box with a wall below", BOX + '<path d="M5 24h12v-6h8v6h10v-6h8v6h12"/>'),
    "reserve": (
        "Reserve: crossed box, the cross held off by a ring",
        BOX
        + '<path d="M5 5l17.4 11.6M55 5L37.6 16.6M5 35l17.4-11.6M55 35L37.6 23.4"/><circle cx="30" cy="20" r="7.5"/>',
    ),
}


def crosses(*places: float) -> str:
    """Small crosses in a row."""
    return "".join(f'<path d="M{x} 15l7 10M{x + 7} 15l-7 10"/>' for x in places)


SIZES: dict[str, tuple[str, str]] = {
    "size-army": ("Army: four crosses", crosses(8, 20.3, 32.6, 45)),
    "size-corps": ("Corps: three crosses", crosses(14.2, 26.5, 38.8)),
    "size-front": ("Front: five crosses", crosses(3, 14.8, 26.5, 38.2, 50)),
}

SILHOUETTES: dict[str, tuple[str, str]] = {
    "silhouette-infantry": (
        "Rifleman",
        '<g fill="currentColor" stroke="none"><circle cx="29" cy="8" r="4.4"/>'
        '<path d="M23.5 8.4a5.6 5.6 0 0 1 11.2 0z"/>'
        '<path d="M25 13.5h8l3.4 8.4-2.6 1.2-2.3-5v6.4l4 12h-3.8L28.8 26l-3.2 10.5h-3.8l2.8-13.6z"/>'
        '<path d="M13.5 22.8L45 12.2l.6 1.7-31.5 10.6z"/><path d="M13 22l6 .4-2.4 4.4-3-.6z"/></g>',
    ),
    "silhouette-armor": (
        "Tank",
        '<g fill="currentColor" stroke="none"><path d="M7 23h46l3 4-3.4 7.4H9.4L4.6 27z"/>'
        '<path d="M20 22l2.4-9H36l4 4.4 17-1.6v2.6l-16.6 1.2L41 22z"/><path d="M25 10.4h7V13h-7z"/></g>',
    ),
    "silhouette-mechanized": (
        "Half-track",
        '<g fill="currentColor" stroke="none"><path fill-rule="evenodd" d="M4 11h27l4.5 6.5H48l7.5 4V27H4z'
        "M9 14.5h7v3.5H9z"
        'M19.5 14.5h7v3.5h-7z"/><path d="M7 28.5h24l4 3.2-5 4.3H11l-6-4.3z"/><circle cx="48" cy="30.6" r="5.4"/></g>',
    ),
    "silhouette-fort": (
        "Strong point",
        '<path d="M3 35c1-5 4-9 9-12l5-9h26l5 9c5 3 8 7 9 12zM18 21h24v-3.6H18z" fill="currentColor" stroke="none" '
        'fill-rule="evenodd"/>',
    ),
}


def symbol(name: str, title: str, body: str) -> str:
    """One sign of the sprite."""
    return (
        f'<symbol id="{name}" viewBox="0 0 60 40"><title>{title}</title><g fill="none" stroke="currentColor" '
        f'stroke-width="2.7" stroke-linejoin="round" stroke-linecap="butt">{body}</g></symbol>'
    )


def sprite() -> str:
    """The whole file."""
    rows = [symbol(name, title, body) for name, (title, body) in ALL.items()]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(rows) + "\n</svg>\n"


ALL = UNITS | SIZES | SILHOUETTES

if __name__ == "__main__":
    for target in TARGETS:
        target.write_text(sprite(), encoding="utf-8", newline="\n")
    print(f"{TARGETS[0].name}: {len(ALL)} signs")
