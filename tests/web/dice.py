"""Dice of the server that the browser tests share: thrown from a seed, so that a test meets the same game each time.

They prove nothing, so no seed is sealed for them, and a game for two begins before the other one is there.
`test_check_dice.py` has a server with honest ones. Other games come up with another `NORETREAT_DICE`, to look for what
no test has met yet. The same server has a map without a drawing.
"""

from __future__ import annotations

import os
from pathlib import Path

from web.table import PICTURES

_TWIST = """
import random
from pathlib import Path
from noretreat.server.game import chance, match

class Seeded(random.Random):
    seed_file, said = Path({file!r}), ""

    def choice(self, options):
        seed = self.seed_file.read_text()
        if seed != self.said:
            self.said = seed
            self.seed(seed)
        return super().choice(options)

match.DICE = Seeded()
chance.index = lambda row, number, count: match.DICE.choice(range(count))
made = chance.new_chance
chance.new_chance = lambda game, entries=(), **_: made(game, entries)
"""
_PLAIN = """
from noretreat.server.http import static_files

drawn = static_files.Pages.asset

def plain(pages, path):
    if path not in ("art/map-light.svg", "art/map-dark.svg"):
        return drawn(pages, path)
    ground = "ece5d0" if "light" in path else "33352f"
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" width="2180" height="1830" style="background:#{ground}"/>'
    return static_files.Asset(sheet.encode(), "image/svg+xml", f'"{ground}"')

static_files.Pages.asset = plain
"""
"""Bare ground: without a graphics card a browser needs half a second on every page for all that is drawn on it."""
_RUN = """
from noretreat.cli.main import main
raise SystemExit(main())
"""


class Dice:
    """The seed that the server's dice are thrown from: they begin anew when it changes."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "seed"
        self.begin("")

    def begin(self, test: str) -> None:
        """The dice of a test."""
        self.file.write_text(f"{os.environ.get('NORETREAT_DICE', '')} {test}")

    @property
    def script(self) -> str:
        """The program of a server with these dice, and with the drawn map only where pictures of the run are wanted."""
        return _TWIST.format(file=str(self.file)) + ("" if PICTURES else _PLAIN) + _RUN
