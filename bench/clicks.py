"""Counts the clicks of whole player turns, played through the page as a person would: every decision is the computer's
hint, and carried out with the mouse. Once battle by battle, once by the plan of attack, and once more by the plan with
units dragged to where they go, a pull counting as a click; same dice, same opponent. An advance over several hexes is
one click on the last of them, and one click where all for whom there is room advance into the hex that was taken; the
fourth way always has them advance there, and no farther, whatever the hint. The last two ways have the targets proposed
by one press, and leave losses and support to the computer, as the hints would; a whole stack that goes to one hex is
pulled there at once.

The last way uses the keyboard alone. *Keys* are all strokes but for Shift and Ctrl alone, each letter of a typed order
included; *presses* are those that are no letter of an order; *orders typed* counts the orders, however long. Presses
and orders together are what there was to decide and to do: an order is more than a key, and a letter is no decision.

    .venv/bin/python bench/clicks.py    (make bench ARGS=clicks)
    .venv/bin/python bench/clicks.py --steps "fall_blau:by keyboard"    only this, with what was done for each question

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

from noretreat.core.actions import from_json  # noqa: E402
from noretreat.orders.notation import notation  # noqa: E402
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
    "so, targets proposed": {"by_plan": True, "drags": True, "enters": True, "proposes": True},
    "by keyboard": {"by_plan": True, "enters": True, "proposes": True, "types": True},
}
PLAIN = {"by_plan": False, "drags": False, "enters": False, "proposes": False}
GUARD = 300
"""The number of decisions after which a turn is taken to go round in circles."""
QUICK = 1500
"""Milliseconds that an answer of the page may take before something else is tried."""
BATTLES = ("combat", "counterblows")
REST = {"LoseStep": "losses-for-the-rest", "CommitSupport": "support-as-proposed"}
"""The buttons that leave the rest of a phase to the computer."""
_PRESSED = """() => {
  Object.assign(window, { pressed: [], keys_made: 0, letters_made: 0 });
  addEventListener("pointerdown", (e) => {
    if (e.button === 0) pressed.push(e.target.closest("[data-testid]")?.dataset.testid ?? "?");
  }, true);
  addEventListener("keydown", (e) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(e.key)) return;
    keys_made += 1;
    if (e.target.matches("textarea") && e.key.length === 1) letters_made += 1;
    else pressed.push(e.key);
  }, true);
}"""
"""Notes what is clicked, and counts keys: all of them, and the letters of texts."""
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
    keys: int = 0
    letters: int = 0
    """Of the keys, those of typed orders."""
    orders: int = 0
    """How many orders were typed."""
    shift: float = 0
    """Layout shift that followed no input: what moved by itself."""
    moved: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)


class Person:
    """Somebody at the table who does what the hints say."""

    def __init__(self, table: Table, *, by_plan: bool, drags: bool, enters: bool, proposes: bool) -> None:
        self.table, self.by_plan, self.drags, self.enters, self.proposes = table, by_plan, drags, enters, proposes
        self.orders = 0
        self.full: list[str] = []
        """The hexes of the battle after which all that had room have entered."""

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
            told = package(table)
            hint = self.hint(told)
            if not hint:  # the plan has gone on meanwhile
                continue
            self.decide(told, hint)
            played.answers[seen.code] += made(table) - before
            if "--steps" in sys.argv:
                print(seen.phase, seen.code, *table.page.evaluate("() => pressed.splice(0)"), flush=True)
            if seen.phase in BATTLES:
                played.fighting += made(table) - before
        played.clicks, played.orders = made(table), self.orders
        played.keys, played.letters = table.page.evaluate("() => [keys_made, letters_made]")
        for value, by_input, what in table.page.evaluate("() => window.shifts"):
            played.shift += 0 if by_input else value
            played.moved.update({name: round(value * 1e4) for name in what})
        played.battles = sum(
            line["type"] == "BattleBegan" and not line["event"]["counterattack"] for line in package(table)["events"]
        )
        return played

    def decide(self, told: dict[str, Any], hint: dict[str, Any]) -> None:
        """Answers the question that is open."""
        code = told["view"]["prompt"]["code"]
        if self.proposes and self.hastens(told, hint):
            return
        putting = code in ("next_battle", "compose") or (code == "declare" and hint["type"] == "Done")
        if self.proposes and putting and self.table.at("fight-all").count():
            self.press("fight-all", told["ply"])
        elif self.by_plan and putting and self.finds_the_plan():
            self.press("attack-go", told["ply"])
        elif hint["type"] == "AdvanceUnit":
            self.advance(told, hint)
        else:
            self.give(hint, told["ply"])

    def hastens(self, told: dict[str, Any], hint: dict[str, Any]) -> bool:
        """Whether one press did what would take several: targets, losses, a stack on its way."""
        type_, ply = hint["type"], told["ply"]
        if type_ == "DeclareTarget" and self.table.at("propose-targets").count():
            self.table.at("propose-targets").click()
            self.proposed(ply)
        elif type_ in ("LoseStep", "CommitSupport") and self.table.at(REST[type_]).count():
            self.press(REST[type_], ply)
        elif type_ == "MoveUnit" and self.drags:
            return self.pull_stack(told, hint)
        else:
            return False
        return True

    def proposed(self, ply: int) -> None:
        """Waits until the computer has proposed its targets."""
        self.passed(ply, 20_000)
        self.table.at("handed-over").wait_for(state="detached")

    def pull_stack(self, told: dict[str, Any], hint: dict[str, Any]) -> bool:
        """Pulls all that can move of a hex at once, if the next hints send all of them to one place."""
        at = {unit["id"]: unit["at"] for unit in told["view"]["units"]}
        here = {
            one["unit"] for one in told["actions"] if one["type"] == "MoveUnit" and at[one["unit"]] == at[hint["unit"]]
        }
        if len(here) < 2:
            return False
        sent = {one["unit"]: one["to"] for one in self.hints(told, hint, "move", len(here))}
        if set(sent) != here or len(set(sent.values())) > 1:
            return False
        self.table.page.keyboard.down("Shift")
        pulled = self.drag(hint)
        self.table.page.keyboard.up("Shift")
        return pulled and self.passed(told["ply"] + len(here) - 1)

    def hints(self, told: dict[str, Any], hint: dict[str, Any], code: str, most: int = 99) -> list[dict[str, Any]]:
        """The hints from here on, while what is asked stays the same: found by following them in a copy of the game."""
        request, games = self.table.page.request, f"{self.table.address}/api/games"
        copy = request.post(f"{games}/{told['game']['id']}/copy", data={}).json()["id"]
        found: list[dict[str, Any]] = []
        ply, step = told["ply"], hint
        while len(found) < most:
            found.append(step)
            played = request.post(f"{games}/{copy}/actions?hands=all", data={"ply": ply, "action": step}).json()
            if not played.get("actions") or played["view"]["prompt"]["code"] != code:
                break
            ply = played["ply"]
            asked = request.post(f"{games}/{copy}/hint?hands=all", data={"ply": ply})
            if asked.status != 200:
                break
            step = asked.json()["action"]
        return found

    def advance(self, told: dict[str, Any], hint: dict[str, Any]) -> None:
        """Sends a unit as far as the computer would; where all are to enter the hex and stop, by one button."""
        steps = self.advances(told, hint)
        all_enter = self.table.at(f"enter-{hint['to']}")
        asked = {(one["unit"], one["to"]) for one in told["actions"] if one["type"] == "AdvanceUnit"}
        enter = {(unit, hex_) for unit, hex_ in asked if hex_ in told["view"]["battle"]["targets"]}
        targets = told["view"]["battle"]["targets"]
        if self.enters and self.full == targets:
            self.press("primary", told["ply"])
            return
        if all_enter.count() and (self.enters or sorted(enter) == sorted(steps)):
            self.press(f"enter-{hint['to']}", told["ply"])
            self.entered()
            self.full = targets
            return
        end = [to for unit, to in steps if unit == hint["unit"]][-1]
        self.give({**hint, "to": end}, told["ply"], str(hint["to"]))

    def entered(self) -> None:
        """Waits until all have entered the hex that was taken, or the page says why not all of them may."""
        self.table.page.wait_for_function(
            """() => document.querySelector('[data-testid=tray]').dataset.code !== 'advance'
              || document.querySelector("[data-testid^='enter-']") === null
              || document.querySelector('.toasts :not(:empty)') !== null"""
        )

    def advances(self, told: dict[str, Any], hint: dict[str, Any]) -> list[tuple[str, str]]:
        """How the computer would advance, unit by unit and hex by hex."""
        steps = self.hints(told, hint, "advance")
        return [(str(step["unit"]), str(step["to"])) for step in steps if step["type"] == "AdvanceUnit"]

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
        """What the computer would do; empty where the game has gone on."""
        address = f"{self.table.address}/api/games/{told['game']['id']}/hint?hands=all"
        answer = self.table.page.request.post(address, data={"ply": told["ply"]})
        action: dict[str, Any] = answer.json().get("action", {})
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


class Typist(Person):
    """The same without a mouse: keys where the page has one, else orders in words, several at a time."""

    def decide(self, told: dict[str, Any], hint: dict[str, Any]) -> None:
        """Answers the question that is open."""
        code, ply, keyboard = told["view"]["prompt"]["code"], told["ply"], self.table.page.keyboard
        type_ = hint["type"]
        if type_ == "DeclareTarget":
            self.leave_the_box()
            keyboard.press("Shift+T")
            self.proposed(ply)
        elif code in ("next_battle", "compose", "fight_planned") or (code == "declare" and type_ == "Done"):
            self.leave_the_box()
            keyboard.press("Shift+Enter")
            self.passed(ply, 20_000)
        elif type_ in ("Discard", "PayCard"):
            self.give_cards(told, hint)
        elif type_ in ("CommitSupport", "LoseStep") or (code == "window" and type_ == "Pass"):
            # Who passes now does so for the rest of the turn.
            self.strike("b", ply)
        elif type_ == "Counterattack":
            self.strike("y", ply)
        elif type_ in ("Done", "Pass"):
            self.way_on(ply)
        elif type_ != "AdvanceUnit" or not self.enter(told):
            self.type(self.hints(told, hint, code), ply)

    def give_cards(self, told: dict[str, Any], hint: dict[str, Any]) -> None:
        """Marks the cards that are due by their places in the hand; they go with the last of them, or are sent."""
        self.leave_the_box()
        ply, keyboard = told["ply"], self.table.page.keyboard
        for one in self.hints(told, hint, told["view"]["prompt"]["code"]):
            if one["type"] == hint["type"]:
                keyboard.press(str(told["view"]["hand"].index(one["card"]) + 1))
        if not self.passed(ply) and self.table.page.locator(f"{LOUDEST}:enabled").count():
            keyboard.press("Control+Enter")
            self.passed(ply)

    def way_on(self, ply: int) -> None:
        """Takes the way on, or declines what is offered."""
        declines = self.table.page.locator("[data-testid=tray] [data-declines]").count()
        self.strike("x" if declines else "Control+Enter", ply)

    def strike(self, key: str, ply: int) -> None:
        """Presses a key of the table; what does not answer in the moment in which it comes is pressed once it does."""
        self.leave_the_box()
        self.table.page.wait_for_function("() => document.querySelector('[data-testid=tray]').dataset.busy === 'false'")
        self.table.page.keyboard.press(key)
        self.passed(ply, 20_000)

    def enter(self, told: dict[str, Any]) -> bool:
        """Has all enter the hex that was taken, if that is one; whether anybody has."""
        asked = {one["to"] for one in told["actions"] if one["type"] == "AdvanceUnit"}
        targets = told["view"]["battle"]["targets"]
        if len(asked & set(targets)) != 1:
            return False
        self.leave_the_box()
        if self.full == targets:
            self.way_on(told["ply"])
            return True
        self.full = targets
        self.table.page.keyboard.press("a")
        self.entered()
        return self.passed(told["ply"])

    def leave_the_box(self) -> None:
        """Back from the text to the keys of the table."""
        if self.table.at("orders-box").count():
            self.table.page.keyboard.press("Escape")

    def type(self, actions: list[dict[str, Any]], ply: int) -> None:
        """Types what actions are called, and gives them."""
        text = ";".join(notation(from_json(one)).replace(" > ", ">") for one in actions)
        self.write(text, len(actions), ply)

    def write(self, text: str, orders: int, ply: int) -> None:
        """Types orders, and gives them."""
        keyboard = self.table.page.keyboard
        if not self.table.at("orders-box").count():
            keyboard.press("/")
            self.table.at("orders-text").wait_for()
        self.orders += orders
        keyboard.type(text)
        self.table.page.wait_for_function(
            "(text) => document.querySelector('[data-testid=orders-box]')?.dataset.read === text", arg=text
        )
        keyboard.press("Control+Enter")
        self.passed(ply + orders - 1, 10_000)
        self.table.page.wait_for_timeout(QUICK // 10)


def play(browser: Browser, folder: Path, scenario: str, *, types: bool = False, **manner: bool) -> Played:
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
        return (Typist if types else Person)(table, **{**PLAIN, **manner}).turn()
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
                presses = played.keys - played.letters
                counts = (played.clicks, played.fighting, played.keys, presses, played.orders, played.battles)
                rows.append(f"| {title} | {way} | {' | '.join(map(str, counts))} | {played.shift:.3f} |")
                print(rows[-1], dict(played.answers), played.moved.most_common(12), flush=True)
        browser.close()
    if wanted:
        return
    head = "| turn | way | clicks | of them in battles | keys | presses | orders typed | battles | layout shift |"
    rule = "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    lines = [f"## {date.today()} clicks of a player turn", "", head, rule, *rows, "", ""]
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
