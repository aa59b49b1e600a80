"""Measures what a first visit costs: the first page, and that page with a first table.

    .venv/bin/python bench/first_load.py                                   (make bench ARGS=first_load)
    NORETREAT_BEFORE=../older .venv/bin/python bench/first_load.py         (beside another checkout with a built client)

Bytes and requests are counted over a fast line, with nothing kept. Paint and layout shift are those of a line of 50 kB
in a second; blocking time is what tasks take beyond 50 ms each, on a processor slowed down four times. With another
checkout, both are measured in turns, and the ratio stands beside them. `NORETREAT_PARTS=1` lists what came over the
line. Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402

from tools import setup  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

RESULTS = Path(__file__).with_name("results.md")
ROUNDS = int(os.environ.get("NORETREAT_ROUNDS", "5"))
SLOW_LINE = {"offline": False, "downloadThroughput": 50_000, "uploadThroughput": 50_000, "latency": 200}
AIMS = {"home, kB": 150.0, "home and first table, kB": 440.0, "home, layout shift": 0.05}
STARTED = "[data-testid=first-play]"
"""What begins the first game on the first page."""
READY = "[data-testid=tray]"
_WATCH = """
  window.seen = { paint: 0, first: 0, shift: 0, blocked: 0, longest: 0 };
  const on = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  on('largest-contentful-paint', (e) => { window.seen.paint = e.startTime; });
  on('paint', (e) => { window.seen.first ||= e.startTime; });
  on('layout-shift', (e) => { window.seen.shift += e.hadRecentInput ? 0 : e.value; });
  on('longtask', (e) => {
    window.seen.blocked += Math.max(0, e.duration - 50);
    window.seen.longest = Math.max(window.seen.longest, e.duration);
  });
"""
_TAKE = """() => {
  const seen = { ...window.seen };
  Object.assign(window.seen, { shift: 0, blocked: 0, longest: 0 });
  return seen;
}"""


class Visit:
    """Somebody who opens the first page in a browser that has never been here."""

    def __init__(self, browser: Browser, server: Server, *, line: bool = False, processor: int = 1) -> None:
        self.context = browser.new_context(
            viewport={"width": 1440, "height": 900}, service_workers="block", locale="en"
        )
        self.context.set_default_timeout(120_000)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(_WATCH)
        self.wire: CDPSession = self.context.new_cdp_session(self.page)
        self.wire.send("Network.enable")
        if line:
            self.wire.send("Network.emulateNetworkConditions", SLOW_LINE)
        if processor > 1:
            self.wire.send("Emulation.setCPUThrottlingRate", {"rate": processor})
        self.names: dict[str, str] = {}
        self.sizes: dict[str, float] = {}
        self.wire.on("Network.requestWillBeSent", lambda e: self.names.update({e["requestId"]: e["request"]["url"]}))
        self.wire.on("Network.loadingFinished", self._finished)
        self.server = server

    def _finished(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def home(self) -> None:
        """Opens the first page, until nothing more comes."""
        self.page.goto(self.server.address)
        self.page.wait_for_selector(STARTED)
        self.page.wait_for_load_state("networkidle")

    def table(self) -> None:
        """Begins the first game, until nothing more comes."""
        self.page.click(STARTED)
        self.page.wait_for_selector(READY)
        self.page.wait_for_selector(".counter")
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(1000)

    def seen(self) -> dict[str, Any]:
        """What the page has observed so far; it begins anew."""
        found: dict[str, Any] = self.page.evaluate(_TAKE)
        return found

    def weight(self) -> tuple[float, int]:
        """Kilobytes that have come over the line, heads included, and the requests that brought them."""
        return sum(self.sizes.values()) / 1000, len(self.sizes)

    def close(self) -> None:
        self.context.close()


def measure(browser: Browser, server: Server) -> dict[str, float]:
    """All figures of one visit of each kind."""
    found: dict[str, float] = {}
    visit = Visit(browser, server)
    visit.home()
    found["home, kB"], found["home, requests"] = visit.weight()
    home = set(visit.sizes)
    visit.table()
    found["home and first table, kB"], found["home and first table, requests"] = visit.weight()
    if os.environ.get("NORETREAT_PARTS"):
        for place, ids in (("home", home), ("table", set(visit.sizes) - home)):
            for one in sorted(ids, key=lambda one: -visit.sizes[one]):
                print(f"    {place} {visit.sizes[one]:8.0f} {visit.names.get(one, '').replace(server.address, '')}")
    visit.close()
    visit = Visit(browser, server, line=True)
    visit.home()
    seen = visit.seen()
    found["home, first paint at 50 kB/s, ms"] = seen["first"]
    found["home, largest paint at 50 kB/s, ms"] = seen["paint"]
    found["home, layout shift"] = seen["shift"]
    visit.close()
    visit = Visit(browser, server, processor=4)
    visit.home()
    found["home, blocking time at a quarter of the speed, ms"] = visit.seen()["blocked"]
    visit.table()
    seen = visit.seen()
    found["first table, blocking time at a quarter of the speed, ms"] = seen["blocked"]
    found["first table, longest task at a quarter of the speed, ms"] = seen["longest"]
    visit.close()
    return found


def started(folder: Path, checkout: Path) -> Server:
    """A server with the code and the built client of a checkout."""
    folder.mkdir()
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(checkout / "src")
    try:
        return Server(folder / "data")
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def rows(browser: Browser, servers: list[Server]) -> list[str]:
    """The table of the results: this checkout, and the other one with the ratio."""
    rounds = [[measure(browser, server) for server in servers] for _ in range(ROUNDS)]
    lines = []
    for name in rounds[0][0]:
        now, *before = (statistics.median(one[i][name] for one in rounds) for i in range(len(servers)))
        beside = [f"{before[0]:,.3g}" if before[0] < 1 else f"{before[0]:,.0f}"] if before else []
        if before:
            beside.append(f"{now / before[0]:.2f}" if before[0] else "")
        shown = f"{now:,.3g}" if now < 1 else f"{now:,.0f}"
        aim = AIMS.get(name)
        lines.append(f"| {' | '.join([name, *beside[:1], shown, *beside[1:], f'{aim:g}' if aim else ''])} |")
    return lines


def report(title: str, rows: Callable[[Browser, list[Server]], list[str]]) -> None:
    """Starts this checkout, and another one if it is named; prints and keeps what `rows` measures."""
    other = os.environ.get("NORETREAT_BEFORE")
    checkouts = [ROOT, *([Path(other).resolve()] if other else [])]
    servers: list[Server] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        try:
            servers += [started(Path(folder) / str(n), one) for n, one in enumerate(checkouts)]
            table = rows(browser, servers)
        finally:
            browser.close()
            for one in servers:
                one.kill()
    head = "| what | before | now | ratio | aim |" if other else "| what | value | aim |"
    rule = "|---|---:|---:|---:|---:|" if other else "|---|---:|---:|"
    print("\n".join([head, rule, *table]))
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join([f"## {date.today()} {title}", "", head, rule, *table, "", ""]))


if __name__ == "__main__":
    report("a first visit", rows)
