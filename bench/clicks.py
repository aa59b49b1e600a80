"""Counts the clicks of whole player turns, played through the page as a person would: every decision is the computer's
hint, and carried out with the mouse. Once battle by battle, once by the plan of attack, and once more by the plan with
units dragged to where they go, a pull counting as a click; same dice, same opponent. An advance over several hexes is
one click on the last of them, and one click where all advance into the hex that was taken; the last way always has all
advance there, and no farther, whatever the hint.

    .venv/bin/python bench/clicks.py    (make bench ARGS=clicks)

The turns: the Axis turn 7 of Fall Blau, and the Axis turn 1 of the campaign. Results go to `bench/results.md`.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]

from conftest import BROWSER_FLAGS  # noqa: E402
from server.support import Server  # noqa: E402
from web.dice import Dice  # noqa: E402
from web.table import BUTTONS, CARDS, HEXES, LOUDEST, MARKED, WAYS, Table  # noqa: E402
from web.turn_one import begin_to_count, made, package  # noqa: E402

from tools import setup  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RESULTS = Path(__file__).with_name("results.md")
TURNS = (("Axis turn 7 of Fall Blau", "fall_blau"), ("Axis turn 1 of the campaign", "barbarossa"))
WAYS_TO_PLAY = {
    "battle by battle": {"by_plan": False},
    "by the plan of attack": {"by_plan": True},
    "by the plan, units dragged": {"by_plan": True, "drags": True},
    "so, and all advance": {"by_plan": True, "drags": True, "enters": True},
}
GUARD = 300
"""The number of decisions after which a turn is taken to go round in circles."""
QUICK = 1500
"""Milliseconds that an answer of the page may take before something else is tried."""
BATTLES = ("combat", "counterblows")
_PRESSED = """() => {
  window.pressed = [];
  addEventListener("pointerdown", (e) => {
    if (e.button === 0) pressed.push(e.target.closest("[data-testid]")?.dataset.testid ?? "?");
  }, true);
}"""
"""Notes what is clicked."""
_SHIFTS = """() => {
  window.shifts = [];
  const called = ({ node, previousRect: was, currentRect: is }) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    const name = element?.closest('[data-testid]')?.dataset.testid ?? element?.className ?? '';
    return `${name} ${Math.round(is.x - was.x)},${Math.round(is.y - was.y)}`;
  };
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.shifts.push([e.value, e.hadRecentInput, e.sources.map(called)]);
  }).observe({ type: 'layout-shift' });
}"""
"""Layout shifts (CLS) from now on: how much moved how far, whether within half a second of an input, and what moved."""


@dataclass
class Played:
    """The clicks of a player turn: all of them, those of its battles, and by the question that they answered."""

    clicks: int = 0
    fighting: int = 0
    battles: int = 0
    shift: float = 0
    """Layout shift that followed no input: what moved by itself."""
    moved: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    pressed: list[str] = field(default_factory=list)
    """Decision by decision: what was asked, what was answered, and what was clicked for it."""


class Person:
    """Somebody at the table who does what the hints say."""

    def __init__(self, table: Table, *, by_plan: bool, drags: bool, enters: bool) -> None:
        self.table, self.by_plan, self.drags, self.enters = table, by_plan, drags, enters

    def turn(self) -> Played:
        """Plays the Axis turn that is open, to its end."""
        table, played = self.table, Played()
        first = table.settled()
        begin_to_count(table)
        table.page.evaluate(_SHIFTS)
        table.page.evaluate(_PRESSED)
        for _ in range(GUARD):
            seen = table.settled()
            if seen.over or seen.phasing != "axis" or seen.turn != first.turn:
                break
            before = made(table)
            self.decide(package(table))
            played.answers[seen.code] += made(table) - before
            played.pressed.append(f"{seen.phase} {seen.code}: {' '.join(table.page.evaluate('() => pressed.splice(0)'))}")
            if seen.phase in BATTLES:
                played.fighting += made(table) - before
        played.clicks = made(table)
        for value, by_input, what in table.page.evaluate("() => window.shifts"):
            played.shift += 0 if by_input else value
            played.moved.update({name: round(value * 1e4) for name in what})
        played.battles = sum(
            line["type"] == "BattleBegan" and not line["event"]["counterattack"] for line in package(table)["events"]
        )
        return played

    def decide(self, told: dict[str, Any]) -> None:
        """Answers the question that is open."""
        code = told["view"]["prompt"]["code"]
        hint = self.hint(told)
        putting = code in ("next_battle", "compose") or (code == "declare" and hint["type"] == "Done")
        if self.by_plan and putting and self.finds_the_plan():
            self.press("attack-go", told["ply"])
        elif hint["type"] == "AdvanceUnit":
            self.advance(told, hint)
        else:
            self.give(hint, told["ply"])

    def advance(self, told: dict[str, Any], hint: dict[str, Any]) -> None:
        """Sends a unit as far as the computer would; where all are to enter the hex and stop, by one button."""
        steps = self.advances(told, hint)
        all_enter = self.table.at(f"enter-{hint['to']}")
        asked = {(one["unit"], one["to"]) for one in told["actions"] if one["type"] == "AdvanceUnit"}
        enter = {(unit, hex_) for unit, hex_ in asked if hex_ in told["view"]["battle"]["targets"]}
        if all_enter.count() and (self.enters or sorted(enter) == sorted(steps)):
            self.press(f"enter-{hint['to']}", told["ply"])
            self.table.page.wait_for_function(
                """() => document.querySelector('[data-testid=tray]').dataset.code !== 'advance'
                  || document.querySelector("[data-testid^='enter-']") === null
                  || document.querySelector('.toasts :not(:empty)') !== null"""
            )
            return
        end = [to for unit, to in steps if unit == hint["unit"]][-1]
        self.give({**hint, "to": end}, told["ply"], str(hint["to"]))

    def advances(self, told: dict[str, Any], hint: dict[str, Any]) -> list[tuple[str, str]]:
        """How the computer would advance, unit by unit and hex by hex: found by letting it, in a copy of the game."""
        request, games = self.table.page.request, f"{self.table.address}/api/games"
        copy = request.post(f"{games}/{told['game']['id']}/copy", data={}).json()["id"]
        steps, ply, step = [], told["ply"], hint
        while step["type"] == "AdvanceUnit":
            steps.append((str(step["unit"]), str(step["to"])))
            played = request.post(f"{games}/{copy}/actions?hands=all", data={"ply": ply, "action": step}).json()
            if not played.get("actions") or played["view"]["prompt"]["code"] != "advance":
                break
            ply = played["ply"]
            asked = request.post(f"{games}/{copy}/hint?hands=all", data={"ply": ply})
            if asked.status != 200:
                break
            step = asked.json()["action"]
        return steps

    def finds_the_plan(self) -> bool:
        """Whether the plan of attack is in the panel; the panel is turned to the phase once."""
        if not self.table.at("phase-panel").count():
            self.table.click("tab-phase")
        try:
            self.table.at("attack-go").wait_for(timeout=QUICK)
        except TimeoutError:
            return False
        return True

    def hint(self, told: dict[str, Any]) -> dict[str, Any]:
        """What the computer would do."""
        address = f"{self.table.address}/api/games/{told['game']['id']}/hint?hands=all"
        answer = self.table.page.request.post(address, data={"ply": told["ply"]})
        action: dict[str, Any] = answer.json()["action"]
        return action

    # --- carrying out ---------------------------------------------------------------------------------------------
    def give(self, action: dict[str, Any], ply: int, near: str = "") -> None:
        """Carries an action out by the things on the table; what can't be found there, by its button. `near`: the first
        hex of a longer way, for where the page does not offer the whole of it.
        """
        if action["type"] in ("Done", "Pass"):
            self.press("primary", ply)
            return
        if self.drags and self.drag(action) and self.passed(ply):
            return
        for name in self.path_of(action):
            if self.passed(ply):
                return
            if name.startswith("to-") and not self.shows(name):
                name = f"to-{near}"
            if self.table.at(name).count():
                self.table.click(name)
                self.table.drawn()
        if self.passed(ply):
            return
        if self.table.lit(MARKED):  # cards are sent together: the others come first, or the way on
            sends = self.table.page.locator(f"{LOUDEST}:enabled")
            if sends.count():
                sends.click()
                self.passed(ply)
            return
        buttons = [name for name in (f"act-{action['type']}", *self.table.lit(BUTTONS)) if self.table.at(name).count()]
        for name in [*buttons, *self.table.lit(WAYS), *self.table.lit(HEXES)]:
            self.table.click(name)
            if self.passed(ply):
                return
        self.table.step()

    def drag(self, action: dict[str, Any]) -> bool:
        """Takes a unit on the map to where it goes, where both can be seen at once."""
        unit, place = action.get("unit"), action.get("to") or (action.get("path") or [None])[-1]
        if not (unit and place and self.table.at(f"unit-{unit}").count() and self.table.at(f"hex-{place}").count()):
            return False
        self.table.point(f"unit-{unit}")
        if not self.table.on_screen(f"hex-{place}"):
            return False
        x, y = self.table.middle(f"unit-{unit}")
        mouse = self.table.page.mouse
        mouse.move(x, y)
        mouse.move(x + 1, y + 1)  # a stack opens under the pointer
        self.table.drawn()
        x, y = self.table.middle(f"unit-{unit}")
        to_x, to_y = self.table.middle(f"hex-{place}")
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
        mouse.move(to_x, to_y, steps=4)
        mouse.up()
        return True

    def shows(self, name: str) -> bool:
        """Whether a place is lit; how far a unit gets is asked for when it is taken in hand."""
        try:
            self.table.at(name).wait_for(state="attached", timeout=QUICK)
        except TimeoutError:
            return False
        return True

    def path_of(self, action: dict[str, Any]) -> list[str]:
        """The things that are clicked one after another."""
        names = []
        unit, card, hex_ = action.get("unit"), action.get("card"), action.get("hex")
        if unit:
            pick = f"pick-{unit}"
            names.append(pick if self.table.at(pick).count() else f"unit-{unit}")
        if card is not None:
            marked = f"card-{card}" in self.table.lit(MARKED)
            names += self.table.lit(f"{CARDS}:not(.marked)")[:1] if marked else [f"card-{card}"]
        place = action.get("to") or (action.get("path") or [None])[-1]
        if place:
            names.append(f"to-{place}")
        elif hex_:
            names.append(f"to-{hex_}" if unit else f"at-{hex_}")
        return names

    def press(self, name: str, ply: int) -> None:
        """Clicks a button, and waits for what comes of it."""
        self.table.at(name).click()
        self.passed(ply, 20_000)

    def passed(self, ply: int, patience: int = QUICK) -> bool:
        """Whether the game has gone on."""
        try:
            self.table.page.wait_for_function(
                "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > ply",
                arg=ply,
                timeout=patience,
            )
        except TimeoutError:
            return False
        return True


def play(
    browser: Browser, folder: Path, scenario: str, *, by_plan: bool, drags: bool = False, enters: bool = False
) -> Played:
    """A new game against the easy computer, and its first Axis turn."""
    folder.mkdir()
    dice = Dice(folder)
    dice.begin(f"clicks {scenario}")
    server = Server(folder / "data", dice.script)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    context.add_init_script("localStorage.setItem('noretreat.tips', '[\"*\"]')")
    table = Table(context.new_page(), server.address, folder)
    wishes = {"scenario": scenario, "axis": "human", "soviet": "computer", "level": "easy"}
    try:
        name = table.page.request.post(f"{table.address}/api/games", data=wishes).json()["id"]
        table.page.goto(f"{table.address}/g/{name}")
        return Person(table, by_plan=by_plan, drags=drags, enters=enters).turn()
    finally:
        context.close()
        server.kill()


def main() -> None:
    """Plays, prints, and appends to the results."""
    rows = []
    wanted = [arg for arg in sys.argv[1:] if ":" in arg]
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=setup.find_browser(), args=BROWSER_FLAGS)
        for title, scenario in TURNS:
            for way, manner in WAYS_TO_PLAY.items():
                if wanted and f"{scenario}:{way}" not in wanted:
                    continue
                played = play(browser, Path(place) / f"{scenario} {way}", scenario, **manner)
                rows.append(
                    f"| {title} | {way} | {played.clicks} | {played.fighting} | {played.battles} | {played.shift:.3f} |"
                )
                print(rows[-1], dict(played.answers), played.moved.most_common(12), flush=True)
                if "--steps" in sys.argv:
                    print(*played.pressed, sep="\n", flush=True)
        browser.close()
    if wanted:
        return
    head = "| turn | way | clicks | of them in battles | battles | layout shift |"
    lines = [f"## {date.today()} clicks of a player turn", "", head, "|---|---|---:|---:|---:|---:|", *rows, "", ""]
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
