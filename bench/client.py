"""Measures how fast the browser client feels: first load, selection, odds under the pointer, frames while it pans and
zooms; and the clicks that half a turn takes.

Run by `python bench/client.py` with a built client and a Chromium. The browser draws in software without a screen, so
frames are the worst case; sizes are exact. Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402
from web.dice import Dice  # noqa: E402
from web.table import Table  # noqa: E402
from web.turn_one import Count, play  # noqa: E402

from tools import setup  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RESULTS = Path(__file__).with_name("results.md")
ROUNDS = 9
AIMS = {
    "load": 300.0,
    "interactive": 1500.0,
    "select": 50.0,
    "odds": 150.0,
    "pan": 17.0,
    "zoom": 17.0,
    "turn": 45.0,
    "battle": 6.0,
}
"""Kilobytes for the load, clicks for turn and battle, milliseconds for the rest."""
BATTLE = """turn 7
phase combat axis
unit G1Pz 1511
unit G4 1610
unit G6 1510
unit S_W 1611
"""
_FRAMES = """() => {
  window.frames_seen = []; window.frames_on = true; let last = performance.now();
  const tick = (now) => {
    window.frames_seen.push(now - last);
    last = now;
    if (window.frames_on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
_SELECT = """async (id) => {
  const unit = document.querySelector(`[data-unit="${id}"]`);
  const start = performance.now();
  unit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const chosen = () => document.querySelector(`[data-unit="${id}"].selected`) || performance.now() - start > 2000;
  while (!chosen()) await new Promise((go) => setTimeout(go, 1));
  return performance.now() - start;
}"""
_ODDS = """async (id) => {
  const attack = () => document.querySelector("[data-testid=odds]")?.textContent ?? "";
  const before = attack(), start = performance.now();
  const counter = document.querySelector(`[data-unit="${id}"]`);
  counter.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
  while (attack() === before && performance.now() - start < 5000) await new Promise((go) => setTimeout(go, 1));
  return performance.now() - start;
}"""


@contextmanager
def game(browser: Browser, server: Any, wish: dict[str, Any], code: str) -> Iterator[tuple[Page, str]]:
    """A browser of its own and the address of a new game that it has played on to a question of this kind."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    http = page.request
    name = http.post(f"{server.address}/api/games", data={"axis": "human", "soviet": "human", **wish}).json()["id"]
    url = f"{server.address}/api/games/{name}"
    package = http.get(url).json()
    for _ in range(80):
        if package["view"]["prompt"]["code"] == code:
            break
        actions = package["actions"]
        wanted = [a for verb in ("DeclareTarget", "BeginBattle", "Done", "Pass") for a in actions if a["type"] == verb]
        package = http.post(f"{url}/actions", data={"ply": package["ply"], "action": (wanted or actions)[0]}).json()
    yield page, f"{server.address}/g/{name}"
    context.close()


def first_load(browser: Browser, server: Any) -> tuple[float, float]:
    """Compressed kilobytes of a first visit, and milliseconds until a counter can be clicked; nothing is cached."""
    sizes, times = [], []
    for _ in range(3):
        with game(browser, server, {"scenario": "barbarossa"}, "move") as (page, address):
            wire = page.context.new_cdp_session(page)
            wire.send("Network.enable")
            got: list[float] = []
            wire.on("Network.loadingFinished", lambda event, got=got: got.append(event["encodedDataLength"]))
            page.goto(address)
            page.wait_for_selector(".counter.able", state="attached")
            times.append(float(page.evaluate("() => performance.now()")))
            page.wait_for_timeout(1500)
            sizes.append(sum(got) / 1000)
    return statistics.median(sizes), statistics.median(times)


def selection(page: Page) -> float:
    """Milliseconds from a click on a counter until it is drawn as selected."""
    units = page.evaluate("() => [...document.querySelectorAll('.counter.able')].map((e) => e.dataset.unit)")
    times = [float(page.evaluate(_SELECT, units[i % len(units)])) for i in range(ROUNDS)]
    return statistics.median(times)


def frames(page: Page, *, zoom: bool) -> float:
    """The median frame while the map is dragged, or zoomed with the wheel."""
    page.mouse.move(700, 330)
    page.evaluate(_FRAMES)
    if zoom:
        for step in range(40):
            page.mouse.wheel(0, -60 if step % 20 < 10 else 60)
    else:
        page.mouse.down(button="middle")
        for step in range(60):
            page.mouse.move(700 + 5 * (step % 30), 330 + 2 * (step % 30))
        page.mouse.up(button="middle")
    seen: list[float] = page.evaluate("() => { window.frames_on = false; return window.frames_seen; }")
    return statistics.median(seen[1:])


def odds_on_hover(browser: Browser, server: Any) -> float:
    """Milliseconds from pointing at a further attacker until the odds with it are shown."""
    found = []
    for _ in range(3):
        with game(browser, server, {"position": BATTLE}, "compose") as (page, address):
            page.goto(address)
            page.locator(".counter.able").first.wait_for(state="attached")
            page.get_by_test_id("tab-battle").click()
            unit = page.evaluate("() => document.querySelector('.counter.able').dataset.unit")
            found.append(float(page.evaluate(_ODDS, unit)))
    return statistics.median(found)


def clicks(browser: Browser, folder: Path, *, one_by_one: bool) -> Count:
    """The clicks of the Axis half of turn 1 with ten moves and three battles, always with the same dice."""
    dice = Dice(folder)
    dice.begin("turn one")
    server = Server(folder / "data", dice.script)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
    try:
        return play(Table(context.new_page(), server.address, folder), one_by_one=one_by_one)
    finally:
        context.close()
        server.kill()


def measure() -> list[tuple[str, str, float]]:
    """All figures: (aim, name, value)."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        try:
            size, ready = first_load(browser, server)
            with game(browser, server, {"scenario": "barbarossa"}, "move") as (page, address):
                page.goto(address)
                page.wait_for_selector(".counter.able", state="attached")
                page.wait_for_timeout(1000)
                pan, zoom = frames(page, zoom=False), frames(page, zoom=True)
                chosen = selection(page)
            odds = odds_on_hover(browser, server)
            helped, single = (clicks(browser, _made(Path(folder) / str(one)), one_by_one=one) for one in (False, True))
        finally:
            browser.close()
            server.kill()
    return [
        ("load", "first load, compressed, kB", size),
        ("interactive", "time to interactive, nothing cached, ms", ready),
        ("select", "selection feedback, ms (median)", chosen),
        ("odds", "odds under the pointer, ms (median)", odds),
        ("pan", "frame while panning, ms (median)", pan),
        ("zoom", "frame while zooming, ms (median)", zoom),
        ("turn", "clicks of half a turn, 10 moves, 3 battles", helped.whole),
        ("turn", "the same thing by thing", single.whole),
        ("battle", "clicks of a battle (most)", max(helped.battles)),
    ]


def _made(folder: Path) -> Path:
    """The folder, created if it does not exist."""
    folder.mkdir()
    return folder


def commit() -> str:
    """The short hash of the checked-out commit, or 'unknown'."""
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def main() -> None:
    """Measures, prints, and appends to the results."""
    rows = [(name, f"{value:.1f}", f"{AIMS[aim]:.0f}") for aim, name, value in measure()]
    for name, value, aim in rows:
        print(f"{name:<42}  {value:>8}  aim {aim}")
    title = f"## {date.today()} client, commit {commit()}, Chromium without a screen, {platform.machine()}"
    table = [f"| {name} | {value} | {aim} |" for name, value, aim in rows]
    lines = [title, "", "| what | value | aim |", "|---|---:|---:|", *table, "", ""]
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
