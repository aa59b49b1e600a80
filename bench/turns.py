"""Plays three turns of the campaign through the page, before a change and after it: clicks, stops, and which units
surrendered without a warning.

    .venv/bin/python bench/turns.py --before DIR    DIR: a worktree of the older commit, with its client built

The Axis half is played as tests/web/turn_one.py plays it, with ten moves and three battles; the computer (easy) has the
other side. The same driver with the same dice sits at both pages, so that both sides of the table are clicked alike; it
takes what a page takes over. `--shots DIR` keeps a picture of every kind of stop. Results go to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402
from web.dice import Dice  # noqa: E402
from web.table import Seen, Table  # noqa: E402
from web.turn_one import Count, begin_to_count, half_turn, made, package  # noqa: E402

from tools import setup  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RESULTS = Path(__file__).with_name("results.md")
TURNS = 3
GUARD = 400
"""The number of answers after which the turns are taken to go round in circles."""


@dataclass
class Played:
    """Clicks and stops of each turn, clicks of each battle, and the Axis units that surrendered: True if forewarned."""

    clicks: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    battles: list[int] = field(default_factory=list)
    surrendered: dict[str, bool] = field(default_factory=dict)


class Watched(Table):
    """A table that counts the stops, keeps a picture of each kind, and notes what the page warns of."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.stops = 0
        self.kinds: set[str] = set()
        self.warned: set[str] = set()

    def do(self, name: str) -> Seen:
        """Clicks an answer: a stop."""
        now = self.see()
        self.stops += 1
        kind = f"{now.phasing}-{now.phase}-{now.code}"
        if kind not in self.kinds:
            self.kinds.add(kind)
            self.shot(f"{len(self.kinds):02}-{kind}")
        self.heed()
        seen: Seen = super().do(name)
        if self.lit("[data-testid=skip-moot]"):
            self.click("skip-moot")
            seen = self.settled()
        return seen

    def heed(self) -> None:
        """Notes the hexes at which the map warns."""
        self.warned |= {name.removeprefix("danger-at-") for name in self.lit("[data-testid^='danger-at-']")}


def turns(browser: Browser, folder: Path, shots: Path, source: Path, *, one_by_one: bool) -> Played:
    """The turns, at the page and by the engine of a checkout."""
    os.environ["PYTHONPATH"] = str(source / "src")
    dice = Dice(folder)
    dice.begin("three turns")
    server = Server(folder / "data", dice.script)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
    table = Watched(context.new_page(), server.address, shots)
    try:
        return play(table, one_by_one=one_by_one)
    finally:
        context.close()
        server.kill()


def play(table: Watched, *, one_by_one: bool) -> Played:
    """Plays the turns, and reads in the log which units surrendered."""
    played, count = Played(), Count()
    table.new_game()
    seen = table.settled()
    begin_to_count(table)
    while seen.turn <= TURNS and not seen.over:
        turn, clicks, stops = seen.turn, made(table), table.stops
        half_turn(table, count, one_by_one=one_by_one)
        seen = table.settled()
        for _ in range(GUARD):
            if seen.turn > turn or seen.over:
                break
            seen = table.step()
        played.clicks.append(made(table) - clicks)
        played.stops.append(table.stops - stops)
        print(f"turn {turn}: {played.clicks[-1]} clicks, {played.stops[-1]} stops", flush=True)
    played.battles = count.battles
    table.heed()
    for line in package(table)["events"]:
        event = line["event"]
        if line["type"] == "UnitEliminated" and event["why"] == "supply" and not event["unit"].startswith("S_"):
            played.surrendered[event["unit"]] = event["frm"] in table.warned
    return played


def row(name: str, played: Played) -> str:
    """A line of the results table."""
    unwarned = sum(not foretold for foretold in played.surrendered.values())
    per_turn = [", ".join(map(str, numbers)) for numbers in (played.clicks, played.stops)]
    most = max(played.battles, default=0)
    return f"| {name} | {per_turn[0]} | {per_turn[1]} | {most} | {len(played.surrendered)} | {unwarned} |"


def commit(source: Path) -> str:
    """The short hash of a checkout."""
    found = subprocess.run(["git", "-C", source, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def main() -> None:
    """Plays at both pages, prints, and appends to the results."""
    parser = argparse.ArgumentParser(description="Three turns clicked through the page, before and after.")
    parser.add_argument("--before", metavar="DIR", type=Path, help="a worktree of an older commit, its client built")
    parser.add_argument("--shots", metavar="DIR", type=Path, help="keep a picture of every kind of stop")
    wishes = parser.parse_args()
    both = [("before", wishes.before, True)] if wishes.before else []
    rows = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        for name, source, one_by_one in [*both, ("after", ROOT, False)]:
            folder = Path(place) / name
            folder.mkdir()
            shots = (wishes.shots or Path(place)) / name
            shots.mkdir(parents=True, exist_ok=True)
            played = turns(browser, folder, shots, source.resolve(), one_by_one=one_by_one)
            rows.append(row(f"{name} ({commit(source)})", played))
            print(rows[-1], flush=True)
        browser.close()
    head = (
        "| page | clicks of turns 1, 2, 3 | stops | clicks of a battle (most) | Axis surrendered | of them unwarned |"
    )
    lines = [f"## {date.today()} three turns clicked", "", head, "|---|---|---|---:|---:|---:|", *rows, "", ""]
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
