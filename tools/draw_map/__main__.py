"""Writes the drawn files; see `files` for which."""

from __future__ import annotations

import json
from pathlib import Path

from tools.draw_map.board import load_board
from tools.draw_map.crop import crop
from tools.draw_map.geometry import geometry_json
from tools.draw_map.palette import DARK, LIGHT, seasons
from tools.draw_map.sheet import Sheet, numbers_svg
from tools.draw_map.stamp import stamp_json

ROOT = Path(__file__).resolve().parents[2]
TITLE = (420.0, 560.0, 2060.0, 890.0)
"""The strip of the map at the head of the first page (`web/src/home/Hero.svelte`)."""
GRASS = "gs"
"""The class of the grass of the steppe (`sheet.py`): in that strip it is too small to be seen."""


def files() -> dict[str, str]:
    """Path in the repository and contents of every file this tool draws."""
    board = load_board()
    sheet = Sheet(board)
    light, dark = sheet.svg(LIGHT), sheet.svg(DARK)
    return {
        "web/public/art/map-light.svg": light,
        "web/public/art/map-dark.svg": dark,
        "web/public/art/title-light.svg": crop(light, TITLE, GRASS),
        "web/public/art/title-dark.svg": crop(dark, TITLE, GRASS),
        "web/public/art/numbers.svg": numbers_svg(board),
        "web/src/art/stamp.json": stamp_json(board, sheet),
        "web/src/art/seasons.json": json.dumps(seasons(), indent=1) + "\n",
        "web/src/art/geometry.json": geometry_json(
            board, sheet.areas, [p for line in [*sheet.water, *sheet.lakes] for p in line]
        ),
    }


def main() -> None:
    """Write them all."""
    for name, text in files().items():
        target = ROOT / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
