"""A player at the screen: looks at what the page shows, and clicks. Nothing here talks to the server directly."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 20_000
"""Milliseconds after which a click without any effect is taken to have missed."""
EDGE = 110
"""Pixels at the window's border where panels may lie over the map."""

PICTURES = bool(os.environ.get("NORETREAT_PICTURES"))
"""Are the pictures of a run wanted? Those of a test that fails are taken in any case."""

_STATE = """() => {
  const tray = document.querySelector('[data-testid=tray]');
  if (!tray) return null;
  return {
    ...tray.dataset,
    prompt: document.querySelector('[data-testid=prompt]').textContent.trim(),
    primary: document.querySelector('[data-testid=primary]')?.disabled === false,
    over: document.querySelector('[data-testid=outcome]') !== null,
    handover: document.querySelector('[data-testid=handover]') !== null,
  };
}"""
_NO_CHECKLIST = """if (!localStorage.getItem('noretreat.settings'))
  localStorage.setItem('noretreat.settings', JSON.stringify({ confirm: false }))"""
"""Most tests press on at the end of a phase whether or not something is open."""
_TURN_TO = """async (game) => {
  history.pushState(null, '', location.pathname.replace(/\\/g\\/.*$/, `/g/${game}`));
  dispatchEvent(new PopStateEvent('popstate'));
  await new Promise((drawn) => requestAnimationFrame(drawn));
}"""
_AT_REST = """() => document.querySelector('[data-testid=board] .sheet')?.style.willChange !== 'transform'
  && document.getAnimations().every((one) => one.playState !== 'running'
    || one.effect.getComputedTiming().iterations === Infinity)"""
"""The map has come to its place, and nothing slides."""
_GONE = """(names) => !names.some((name) => document.querySelector(`.card.usable[data-testid="${name}"]`))"""
_LIT = """(what) => [...document.querySelectorAll(what)].map((e) => e.dataset.testid)"""

HEXES = "[data-testid^='at-']"
WAYS = "[data-testid^='to-']"
COUNTERS = ".counter.able"
CARDS = ".card.usable"
MARKED = ".card.usable.marked"
LOUDEST = "[data-testid=tray] .ways .primary"
"""The button of the way on, or of what can be had instead of giving it up."""
BUTTONS = "[data-testid^='act-']"
WAITING = "[data-testid^='lift-']"
THROWN = "[data-testid=fight] [data-testid=die][data-face]:not([data-face=''])"
"""The die of a battle, once it lies still."""


@dataclass
class Seen:
    """What the tray says: how far the game is, what is asked, and whether one has to answer."""

    ply: int
    turn: int
    phase: str
    phasing: str
    code: str
    prompt: str
    mine: bool
    busy: bool
    primary: bool
    over: bool
    handover: bool


class Table:
    """One page with a game on it."""

    def __init__(self, page: Page, address: str, shots: Path, *, checklist: bool = False, shared: bool = False) -> None:
        """`shared`: the page has had games of other tests, and is turned to a new one instead of being loaded anew."""
        self.page, self.address, self.shots, self.shared = page, address, shots, shared
        self.errors: list[str] = []
        self.missed: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if not checklist:
            page.add_init_script(_NO_CHECKLIST)

    @property
    def somewhere(self) -> str:
        """An address of the site where nothing of the client runs, but where the browser keeps things for it."""
        return f"{self.address}/icons/icon.svg"

    # --- looking -------------------------------------------------------------------------------------------------
    def see(self) -> Seen:
        """The tray as it is now."""
        self.page.wait_for_selector("[data-testid=tray]")
        found: dict[str, Any] = self.page.evaluate(_STATE)
        return Seen(
            ply=int(found["ply"]),
            turn=int(found["turn"]),
            phase=found["phase"],
            phasing=found["phasing"],
            code=found["code"],
            prompt=found["prompt"],
            mine=found["mine"] == "true",
            busy=found["busy"] == "true",
            primary=found["primary"],
            over=found["over"],
            handover=found["handover"],
        )

    def lit(self, what: str) -> list[str]:
        """The test ids of everything of a kind that can be clicked now."""
        ids: list[str] = self.page.evaluate(_LIT, what)
        return ids

    def eastmost(self, what: str) -> str:
        """Of all lit things of a kind the one that lies farthest to the right."""
        name: str = self.page.evaluate(
            """(what) => {
              const x = (e) => e.getBoundingClientRect().left;
              return [...document.querySelectorAll(what)].reduce((a, b) => (x(b) > x(a) ? b : a)).dataset.testid;
            }""",
            what,
        )
        return name

    def at(self, name: str) -> Locator:
        """The thing with a test id."""
        return self.page.get_by_test_id(name).first

    def shot(self, name: str, *, wanted: bool = PICTURES) -> None:
        """A picture for people to look at, in the folder `shots`: drawing all of them takes a minute or two."""
        if wanted:
            self.page.screenshot(path=self.shots / f"{name}.png")

    # --- waiting -------------------------------------------------------------------------------------------------
    def settled(self, after: int = -1, timeout: int = 60_000) -> Seen:
        """Waits until the page is past `after` and somebody here has to decide, or the game (or the puzzle) is over."""
        self.page.wait_for_function(
            """(after) => {
              const tray = document.querySelector('[data-testid=tray]');
              if (!tray || tray.dataset.busy !== 'false' || Number(tray.dataset.ply) <= after) return false;
              return tray.dataset.mine === 'true' || document.querySelector('[data-testid=outcome]') !== null
                || document.querySelector('[data-testid=handover]') !== null
                || document.querySelector('[data-testid=puzzle]:not([data-state=open])') !== null;
            }""",
            arg=after,
            timeout=timeout,
        )
        return self.see()

    def drawn(self) -> None:
        """Waits until what was done last is on the screen."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def at_rest(self) -> None:
        """Waits until the map, the cards and the counters lie still."""
        self.drawn()
        self.page.wait_for_function(_AT_REST)
        self.drawn()

    # --- clicking ------------------------------------------------------------------------------------------------
    def new_game(self, axis: str = "human", soviet: str = "computer", level: str = "easy") -> None:
        """From the first page to the table, by the form."""
        page = self.page
        page.goto(self.address)
        page.get_by_test_id("scenario-barbarossa").check()
        other = {"computer": "computer", "open": "friend", "human": "both"}
        page.get_by_test_id(f"who-{other[soviet if axis == 'human' else axis]}").check()
        if axis != soviet:
            page.get_by_test_id("seat-axis" if axis == "human" else "seat-soviet").check()
        if "computer" in (axis, soviet):
            page.get_by_test_id(f"level-{level}").check()
        page.get_by_test_id("begin").click()

    def play_the_axis(self, to: str = "") -> None:
        """A new game against the computer, as the form makes it, without the form.

        `to`: played on by itself, each question by the shortest way, to the first one of a kind; the page opens there.
        """
        http, games = self.page.request, f"{self.address}/api/games"
        wishes = {"scenario": "barbarossa", "axis": "human", "soviet": "computer", "level": "easy"}
        made = http.post(games, data=wishes)
        assert made.status == 201, made.text()
        game = made.json()["id"]
        package = http.get(f"{games}/{game}").json()
        while to and not (package["actions"] and package["view"]["prompt"]["code"] == to):
            actions = package["actions"]
            if not actions:  # the computer decides
                package = http.get(f"{games}/{game}").json()
                continue
            action = next((one for one in actions if one["type"] in ("Done", "Pass")), actions[0])
            package = http.post(f"{games}/{game}/actions", data={"ply": package["ply"], "action": action}).json()
        self.open(game)

    def join(self, link: str, name: str = "", orders: str = "") -> None:
        """Takes the seat that an invitation offers; with another set of standing orders than the one that is chosen."""
        self.page.goto(link)
        if orders:
            self.at(f"set-{orders}").check()
        if name:
            self.at("my-name").fill(name)
        self.at("join-yes").click()
        self.at("tray").wait_for()

    def point(self, name: str) -> tuple[float, float]:
        """The middle of something on the map, after dragging the map until it lies free of the panels."""
        target = self.at(name)
        target.wait_for(state="attached")
        self.drawn()  # the map may be on its way to the question
        frame = self.at("board").bounding_box()
        box = target.bounding_box()
        assert frame is not None
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        left, right = frame["x"] + EDGE, frame["x"] + frame["width"] - EDGE
        top, bottom = frame["y"] + 70, frame["y"] + frame["height"] - 190
        if left <= x <= right and top <= y <= bottom:
            return x, y
        self.drag(frame["x"] + frame["width"] / 2 - x, frame["y"] + frame["height"] * 0.45 - y)
        box = target.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a thing where it lies now."""
        box = self.at(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def on_screen(self, name: str) -> bool:
        """Whether a thing lies in the free middle of the map."""
        frame = self.at("board").bounding_box()
        assert frame is not None
        x, y = self.middle(name)
        inside = frame["x"] + 50 < x < frame["x"] + frame["width"] - 30
        return inside and frame["y"] + 50 < y < frame["y"] + frame["height"] - 90

    def covered(self, name: str) -> bool:
        """Whether something else lies on the middle of a thing."""
        top = self.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.dataset.testid", list(self.middle(name)))
        return bool(top != name)

    def drag(self, dx: float, dy: float) -> None:
        """Pans the map with the middle button, which lifts no counter, in pulls that stay inside the window."""
        frame = self.at("board").bounding_box()
        assert frame is not None
        x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] * 0.45
        mouse = self.page.mouse
        reach_x, reach_y = frame["width"] * 0.4, frame["height"] * 0.35
        while abs(dx) > 1 or abs(dy) > 1:
            by_x, by_y = max(-reach_x, min(reach_x, dx)), max(-reach_y, min(reach_y, dy))
            mouse.move(x, y)
            mouse.down(button="middle")
            mouse.move(x + by_x / 2, y + by_y / 2)
            mouse.move(x + by_x, y + by_y)
            mouse.up(button="middle")
            dx, dy = dx - by_x, dy - by_y

    def pick_up(self, unit: str) -> None:
        """Clicks a counter; one in a stack after the stack has opened under the pointer."""
        x, y = self.point(unit)
        self.page.mouse.move(x, y)
        self.page.mouse.move(x + 1, y + 1)
        self.drawn()
        box = self.at(unit).bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def click(self, name: str) -> None:
        """Clicks a lit thing, wherever it is."""
        if name.startswith("unit-"):
            self.pick_up(name)
        elif name.startswith(("at-", "to-", "hex-")):
            x, y = self.point(name)
            self.page.mouse.click(x, y)
        elif name.startswith("card-"):
            # A card in the hand shows its top, and rises under the pointer.
            self.at(name).click(position={"x": 30, "y": 16})
        else:
            self.at(name).click()

    def do(self, name: str) -> Seen:
        """Clicks something that is an action, and waits for what comes of it."""
        before = self.see().ply
        self.click(name)
        going = self.give_away(before, name) if name.startswith("card-") else []
        try:
            self.page.wait_for_function(
                "(before) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > before",
                arg=before,
                timeout=PATIENCE,
            )
        except TimeoutError:
            # A stack that opened under the pointer can swallow a click, as it can a person's: then one clicks again.
            self.missed.append(name)
            assert len(self.missed) < 3, f"clicks without effect: {self.missed}, {self.see()}"
            self.click(name)
        if going:  # several go one after the other
            self.page.wait_for_function(_GONE, arg=going)
        return self.settled(before)

    def give_away(self, before: int, name: str = "") -> list[str]:
        """Where a click only marks a card: marks as many as are due, and sends them; returns those that are sent.

        A finger takes the only one that is due, `name`, in hand first, and gives it away by a second tap.
        """
        self.drawn()
        in_hand = self.page.locator(f"{CARDS}[data-testid='{name}'][aria-pressed=true]:not(.marked)")
        if name and self.see().code in ("discard", "pay") and in_hand.count() and self.see().ply == before:
            try:
                in_hand.first.click(position={"x": 30, "y": 16}, timeout=5_000)
            except TimeoutError:
                # It was on its way already, and has gone meanwhile.
                if in_hand.count():
                    raise
        while self.page.locator(MARKED).count() and self.see().ply == before:
            sends, others = self.page.locator(f"{LOUDEST}:enabled"), self.lit(f"{CARDS}:not(.marked)")
            if sends.count():
                going = self.lit(MARKED)
                sends.click()
                return going
            try:
                self.at(others[0]).click(position={"x": 30, "y": 16}, timeout=5_000)
            except TimeoutError:
                # What is marked was on its way already, and the hand has changed meanwhile.
                if self.see().ply == before:
                    raise
            self.drawn()
        return []

    def take_way(self) -> Seen:
        """Sends the unit in hand along the first arrow that lies free, else by its hex, or a button of its."""
        before = self.see().ply
        free = self.page.evaluate(
            """() => {
              for (const path of document.querySelectorAll("[data-testid^='way-']")) {
                const p = path.getPointAtLength(path.getTotalLength() * 0.8), m = path.getScreenCTM();
                const [x, y] = [p.x * m.a + m.e, p.y * m.d + m.f];
                if (document.elementFromPoint(x, y) === path) return [x, y];
              }
              return null;
            }"""
        )
        if free is None:
            self.click(self.lit(WAYS)[0])
            self.page.wait_for_function(
                """(before) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > before
                  || document.querySelector("[data-testid^='act-']") !== null""",
                arg=before,
            )
            if self.see().ply == before:
                self.at(self.lit(BUTTONS)[0]).click()
            return self.settled(before)
        self.page.mouse.click(*free)
        return self.settled(before)

    def step(self) -> Seen:
        """Whatever is asked: the one way on if there is one, else the first lit thing."""
        seen = self.settled()
        if seen.handover:
            return self.take_over()
        if seen.primary:
            return self.do("primary")
        for what in (WAYS, HEXES, BUTTONS, COUNTERS, WAITING, CARDS):
            lit = self.lit(what)
            if lit:
                if what in (COUNTERS, WAITING):
                    return self.lift(lit[0])
                return self.do(lit[0])
        raise AssertionError(f"nothing can be clicked: {seen}")

    def lift(self, name: str) -> Seen:
        """Picks a counter up; where the click itself was the action, that is all."""
        if self.lit(WAYS):
            return self.see()  # the only one there is has been picked up by the page
        before = self.see().ply
        self.click(name)
        self.page.wait_for_function(
            """(before) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > before
              || document.querySelector("[data-testid^='to-'], [data-testid^='act-']") !== null""",
            arg=before,
        )
        return self.settled()

    # --- positions -----------------------------------------------------------------------------------------------
    def set_up(self, position: str, code: str, *, eager: tuple[str, ...] = (), tries: int = 40) -> Seen:
        """Both sides of a position, played on by itself to a question of some kind; the page opens there."""
        return self.open(self.play_to(position, code, eager=eager, tries=tries)[0])

    def play_to(self, position: str, code: str, *, eager: tuple[str, ...] = (), tries: int = 40) -> tuple[str, int]:
        """The game and the step at which a question of some kind is asked.

        Dice may lead elsewhere: then the position is set up once more.
        """
        http = self.page.request
        for _ in range(tries):
            made = http.post(
                f"{self.address}/api/games", data={"position": position, "axis": "human", "soviet": "human"}
            )
            assert made.status == 201, made.text()
            game = f"{self.address}/api/games/{made.json()['id']}"
            package = http.get(game).json()
            for _ in range(30):
                actions = package["actions"]
                if package["view"]["prompt"]["code"] == code:
                    return made.json()["id"], package["ply"]
                if not actions:
                    break
                wanted = [action for verb in eager for action in actions if action["type"] == verb]
                body = {"ply": package["ply"], "action": (wanted or actions)[0]}
                package = http.post(f"{game}/actions", data=body).json()
        raise AssertionError(f"no {code} in {tries} tries")

    def take_over(self) -> Seen:
        """Lifts the cover that lies between two players at one device."""
        self.page.locator("[data-testid=handover] button.primary").click()
        self.page.get_by_test_id("handover").wait_for(state="detached")
        return self.settled()

    def open(self, game: str) -> Seen:
        """Opens a game of this browser, without the cover between the sides."""
        return self.turn_to(game) if self.shared else self.load(game)

    def load(self, game: str) -> Seen:
        """Loads the page of a game anew, without the cover between the sides."""
        self.keep(f"noretreat.solo.{game}", "on")
        self.page.goto(f"{self.address}/g/{game}")
        return self.settled()

    def turn_to(self, game: str) -> Seen:
        """Opens another game as a link of the page does: a quarter of the work of loading the page anew.

        What the page holds for the game before has to be gone then. A page that shows no game is loaded.
        """
        if not self.page.url.startswith(f"{self.address}/g/"):
            return self.load(game)
        self.keep(f"noretreat.solo.{game}", "on")
        self.page.evaluate(_TURN_TO, game)
        return self.settled()

    def keep(self, name: str, value: str) -> None:
        """Stores something in the browser before a page of the site reads it."""
        if not self.page.url.startswith(f"{self.address}/"):
            self.page.goto(self.somewhere)
        self.page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, value])


def wait_at(table: Table, ply: int) -> None:
    """Waits until the page looks back at a step."""
    table.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=replay]')?.dataset.ply) === ply", arg=ply
    )
