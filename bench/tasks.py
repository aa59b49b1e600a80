"""Measures how long the page keeps a player waiting: the longest task of each moment of a game, and the blocking time.

    .venv/bin/python bench/tasks.py                                   (make bench ARGS=tasks)
    NORETREAT_BEFORE=../older .venv/bin/python bench/tasks.py         (beside another checkout with a built client)

A task is what the page's own thread does at a stretch: nothing that is clicked meanwhile is heard. Its length is the
time of its thread on a processor, so that whatever else the machine does is not counted. Blocking time is what tasks
take beyond 50 ms each, on a processor slowed down four times. The moments: the first page; the table of the campaign,
which has the most counters; a unit taken in hand; its move; the end of the phase; a turn of the easy computer. With
another checkout, both are measured in turns, and the ratio stands beside them. Results are appended to
`bench/results.md`.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]

from web.table import Table  # noqa: E402

from bench.first_load import STARTED, report  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from server.support import Server

RESULTS = Path(__file__).with_name("results.md")
ROUNDS = int(os.environ.get("NORETREAT_ROUNDS", "5"))
SLOWED = 4
LONG = 50.0
"""Milliseconds that a task may take."""
TRACED = ["-*", "disabled-by-default-devtools.timeline", "__metadata", *os.environ.get("NORETREAT_TRACED", "").split()]
MOVED = "G4Pz"
TURN = {"scenario": "barbarossa", "axis": "human", "soviet": "computer", "level": "easy"}
_MINE = "() => document.querySelector('[data-testid=tray]')?.dataset.mine === 'true'"


class Moments:
    """One visit: what each moment of it took, in milliseconds of each task."""

    def __init__(self, browser: Browser, server: Server, folder: Path, *, slowed: int) -> None:
        self.browser = browser
        context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block", locale="en")
        context.set_default_timeout(120_000)
        context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
        self.table = Table(context.new_page(), server.address, folder)
        if slowed > 1:
            wire = context.new_cdp_session(self.table.page)
            wire.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        self.tasks: dict[str, list[float]] = {}

    @contextmanager
    def moment(self, name: str) -> Iterator[None]:
        """What is done within is this moment, until nothing moves any more."""
        self.browser.start_tracing(page=self.table.page, categories=TRACED)
        try:
            yield
            self.table.page.wait_for_load_state("networkidle")
            self.table.page.wait_for_timeout(700)
        finally:
            trace = json.loads(self.browser.stop_tracing())["traceEvents"]
            if os.environ.get("NORETREAT_TRACES"):
                Path(os.environ["NORETREAT_TRACES"], f"{name}.json").write_text(json.dumps(trace))
        self.tasks[name] = tasks(trace)

    def play(self) -> dict[str, list[float]]:
        """All moments, one after another."""
        table, page = self.table, self.table.page
        with self.moment("first page"):
            page.goto(table.address)
            page.wait_for_selector(STARTED)
        game = page.request.post(f"{table.address}/api/games", data=TURN).json()["id"]
        with self.moment("table of the campaign"):
            page.goto(f"{table.address}/g/{game}")
            page.wait_for_function(_MINE)
            page.wait_for_selector(".counter", state="attached")
        self._to("move", game)
        x, y = table.point(f"unit-{MOVED}")
        with self.moment("unit taken in hand"):
            page.mouse.click(x, y)
            page.wait_for_selector("[data-testid^='to-']", state="attached")
        x, y = table.point(table.eastmost("[data-testid^='to-']"))
        with self.moment("move"):
            ply = table.see().ply
            page.mouse.click(x, y)
            table.settled(ply)
        with self.moment("end of the phase"):
            ply = table.see().ply
            page.get_by_test_id("primary").click()
            table.settled(ply)
        self._to("", game)
        with self.moment("the computer's turn"):
            seen = table.see()
            page.get_by_test_id("primary").click()
            self._watch(game, seen.turn)
        page.context.close()
        return self.tasks

    def _to(self, code: str, game: str) -> None:
        """Plays on to a question of this kind, or to the last one of the Axis turn, by the quickest way."""
        page, address = self.table.page, f"{self.table.address}/api/games/{game}"
        for _ in range(80):
            told = page.request.get(address).json()
            if told["view"]["prompt"]["code"] == code or told["view"]["phasing"] != "axis":
                break
            done = [a for verb in ("Done", "Pass") for a in told["actions"] if a["type"] == verb]
            if not code and done and told["view"]["prompt"]["code"] == "declare":
                break
            action = (done or told["actions"])[0]
            page.request.post(f"{address}/actions", data={"ply": told["ply"], "action": action})
        ply = page.request.get(address).json()["ply"]
        self.table.settled(ply - 1)
        self.table.at_rest()

    def _watch(self, game: str, turn: int) -> None:
        """Lets the computer play its turn; what it asks meanwhile is answered by the quickest way."""
        page, address = self.table.page, f"{self.table.address}/api/games/{game}"
        seen = self.table.settled()
        while not seen.over and seen.turn == turn:
            told = page.request.get(address).json()
            done = [a for verb in ("Done", "Pass") for a in told["actions"] if a["type"] == verb]
            page.request.post(f"{address}/actions", data={"ply": told["ply"], "action": (done or told["actions"])[0]})
            seen = self.table.settled(told["ply"])


def tasks(trace: list[dict[str, Any]]) -> list[float]:
    """The milliseconds of each task of the page's own thread."""
    named = [e for e in trace if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"]
    threads = {(e["pid"], e["tid"]) for e in named}
    runs = [e for e in trace if e["name"] == "RunTask" and (e["pid"], e["tid"]) in threads and "tdur" in e]
    return [e["tdur"] / 1000 for e in runs]


def blocked(of: list[float]) -> float:
    """What tasks take beyond 50 ms each."""
    return sum(max(0.0, one - LONG) for one in of)


def measure(browser: Browser, server: Server, folder: Path) -> dict[str, float]:
    """All figures of one visit at full speed and one at a quarter of it."""
    quick = Moments(browser, server, folder, slowed=1).play()
    slow = Moments(browser, server, folder, slowed=SLOWED).play()
    found = {f"{name}, longest task, ms": max(of, default=0) for name, of in quick.items()}
    return found | {f"{name}, blocking time at a quarter of the speed, ms": blocked(of) for name, of in slow.items()}


def rows(browser: Browser, servers: list[Server], folder: Path) -> list[str]:
    """The table of the results: this checkout, and the other one with the ratio."""
    rounds = [[measure(browser, server, folder) for server in servers] for _ in range(ROUNDS)]
    lines = []
    for name in rounds[0][0]:
        now, *before = (statistics.median(one[i][name] for one in rounds) for i in range(len(servers)))
        aim = f"{LONG:.0f}" if "longest" in name else ""
        beside = [f"{before[0]:.0f}"] if before else []
        ratio = [f"{now / before[0]:.2f}" if before[0] else ""] if before else []
        lines.append(f"| {' | '.join([name, *beside, f'{now:.0f}', *ratio, aim])} |")
    return lines


def main() -> None:
    """Measures, prints, and appends to the results."""
    with tempfile.TemporaryDirectory() as folder:
        report("long tasks", lambda browser, servers: rows(browser, servers, Path(folder)))


if __name__ == "__main__":
    main()
