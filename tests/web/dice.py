"""Dice of the server that the browser tests share: thrown from a seed, so that a test meets the same game each time.

Other games come up with another `NORETREAT_DICE`, to look for what no test has met yet.
"""

from __future__ import annotations

import os
from pathlib import Path

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
        """The program of a server with these dice."""
        return _TWIST.format(file=str(self.file))
