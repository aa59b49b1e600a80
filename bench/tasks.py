"""Measures how long the page keeps a player waiting: the longest task of each moment of a game, the blocking time, the
frames while the map is dragged and zoomed, and what moves by itself in a turn.

    .venv/bin/python bench/tasks.py                                   (make bench ARGS=tasks)
    NORETREAT_BEFORE=../older .venv/bin/python bench/tasks.py         (beside another checkout with a built client)

A task is what the page's own thread does at a stretch: nothing that is clicked meanwhile is heard. Its length is the
time of its thread on a processor, so that whatever else the machine does is not counted. Blocking time is what tasks
take beyond 50 ms each, on a processor slowed down four times. The moments: the first page; the table of the campaign,
which has the most counters; a unit taken in hand; its move; the end of the phase; a turn of the easy computer. Frames
are those of a processor slowed down four times, drawn in software: only their ratio tells. Layout shift is that of an
Axis turn whose answers come from elsewhere, so that none of it follows an input, on a screen and on a phone. With
another checkout, all is measured in turns, and the ratio stands beside it. Results are appended to `bench/results.md`.
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

from web.phases import onward  # noqa: E402
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
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
GESTURE = 60
"""Steps of the mouse or the wheel while frames are counted."""
_FRAMES = """() => {
  const seen = window.frames_seen = { from: performance.now(), count: 0 };
  const tick = () => { seen.count += 1; if (window.frames_seen === seen) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
_RATE = """() => {
  const { from, count } = window.frames_seen;
  window.frames_seen = null;
  return (1000 * count) / (performance.now() - from);
}"""
_SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value; })
    .observe({ type: "layout-shift" });
}"""
_MINE = "() => document.querySelector('[data-testid=tray]')?.dataset.mine === 'true'"


class Moments:
    """One visit: what each moment of it took, in milliseconds of each task."""

    def __init__(self, browser: Browser, server: Server, folder: Path, *, slowed: int) -> None:
        self.browser = browser
        context = browser.new_context(**DESK, service_workers="block", locale="en")
        context.set_default_timeout(120_000)
        context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
        self.table = Table(context.new_page(), server.address, folder)
        if slowed > 1:
            wire = context.new_cdp_session(self.table.page)
            wire.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        self.tasks: dict[str, list[float]] = {}
        self.frames: dict[str, float] = {}
        """Frames in a second while the map is dragged, and zoomed."""

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
        self._count_frames()
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

    def _count_frames(self) -> None:
        """Drags the map to and fro, and zooms it in and out."""
        page = self.table.page
        page.mouse.move(700, 330)
        for name, wheel in (("dragged", False), ("zoomed", True)):
            page.evaluate(_FRAMES)
            if not wheel:
                page.mouse.down(button="middle")
            for step in range(GESTURE):
                if wheel:
                    page.mouse.wheel(0, -60 if step % 20 < 10 else 60)
                else:
                    page.mouse.move(700 + 5 * (step % 30), 330 + 2 * (step % 30))
            if not wheel:
                page.mouse.up(button="middle")
            self.frames[name] = float(page.evaluate(_RATE))
        self.table.at_rest()

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


def shift(browser: Browser, server: Server, folder: Path, device: dict[str, Any]) -> float:
    """The layout shift of the first Axis turn of the campaign, after the table has come."""
    context = browser.new_context(**device, service_workers="block", locale="en", reduced_motion="reduce")
    context.set_default_timeout(120_000)
    context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
    table = Table(context.new_page(), server.address, folder)
    game = table.page.request.post(f"{table.address}/api/games", data=TURN).json()["id"]
    table.page.goto(f"{table.address}/g/{game}")
    seen = table.settled()
    turn = seen.turn
    table.at_rest()
    table.page.evaluate(_SHIFT)
    while not seen.over and seen.phasing == "axis" and seen.turn == turn:
        seen = onward(table, seen)
        table.at_rest()
    found = float(table.page.evaluate("() => window.shift"))
    context.close()
    return found


def measure(browser: Browser, server: Server, folder: Path) -> dict[str, float]:
    """All figures of one visit at full speed and one at a quarter of it."""
    quick = Moments(browser, server, folder, slowed=1).play()
    slowly = Moments(browser, server, folder, slowed=SLOWED)
    slow = slowly.play()
    found = {f"{name}, longest task, ms": max(of, default=0) for name, of in quick.items()}
    found |= {f"{name}, blocking time at a quarter of the speed, ms": blocked(of) for name, of in slow.items()}
    found |= {f"the map is {name}, frames a second at a quarter of the speed": n for name, n in slowly.frames.items()}
    devices = {"a screen": DESK, "a phone": PHONE}
    return found | {f"a turn on {name}, layout shift": shift(browser, server, folder, d) for name, d in devices.items()}


def rows(browser: Browser, servers: list[Server], folder: Path) -> list[str]:
    """The table of the results: this checkout, and the other one with the ratio."""
    rounds = [[measure(browser, server, folder) for server in servers] for _ in range(ROUNDS)]
    lines = []
    for name in rounds[0][0]:
        now, *before = (statistics.median(one[i][name] for one in rounds) for i in range(len(servers)))
        aim = f"{LONG:.0f}" if "longest" in name else ""
        shown = [f"{one:.3f}" if "shift" in name else f"{one:.0f}" for one in (now, *before)]
        ratio = [f"{now / before[0]:.2f}" if before[0] else ""] if before else []
        lines.append(f"| {' | '.join([name, *shown[1:], shown[0], *ratio, aim])} |")
    return lines


def main() -> None:
    """Measures, prints, and appends to the results."""
    with tempfile.TemporaryDirectory() as folder:
        report("long tasks", lambda browser, servers: rows(browser, servers, Path(folder)))


if __name__ == "__main__":
    main()
