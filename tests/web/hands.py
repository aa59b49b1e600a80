"""Two ways of doing the same at a table: by clicking, and by keys alone. A scene is written once and played by both."""

from __future__ import annotations

from typing import Protocol

from web.keyboard import Keyboard
from web.table import Seen, Table


class Hand(Protocol):
    """What a scenario may ask of a player."""

    table: Table

    def primary(self) -> Seen:
        """The one way on."""

    def hex(self, name: str) -> Seen:
        """A lit hex that is itself the answer."""

    def unit(self, unit: str) -> Seen:
        """A counter that is itself the answer."""

    def go(self, unit: str, to: str) -> Seen:
        """Sends a unit to a lit hex."""

    def card(self, number: int) -> Seen:
        """Pays or discards a card."""

    def event(self, number: int) -> Seen:
        """Plays the event of a card that has one way to be played."""

    def button(self, verb: str) -> Seen:
        """An answer that has neither place nor counter."""

    def first_way(self) -> Seen:
        """The unit in hand goes the first way there is."""

    def take_over(self) -> Seen:
        """Says to be the next player at this device."""

    def look_back(self) -> None:
        """Opens the replay at the newest step."""

    def step_back(self) -> None:
        """Shows the step before."""

    def try_line(self) -> Seen:
        """Begins a sandbox at the step that is shown."""

    def leave(self) -> None:
        """Back to where one came from: out of the sandbox to the step, from the step to the game."""


class Mouse:
    """Clicks."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def primary(self) -> Seen:
        return self.table.do("primary")

    def hex(self, name: str) -> Seen:
        return self.table.do(f"at-{name}")

    def unit(self, unit: str) -> Seen:
        return self.table.do(f"unit-{unit}")

    def go(self, unit: str, to: str) -> Seen:
        if self.table.page.locator(f"g.counter.selected[data-unit='{unit}']").count() == 0:
            self.table.lift(f"unit-{unit}")
        return self.table.do(f"to-{to}")

    def card(self, number: int) -> Seen:
        return self.table.do(f"card-{number}")

    def event(self, number: int) -> Seen:
        self.table.click(f"card-{number}")
        return self.table.do("act-PlayEvent")

    def button(self, verb: str) -> Seen:
        return self.table.do(f"act-{verb}")

    def first_way(self) -> Seen:
        return self.table.take_way()

    def take_over(self) -> Seen:
        return self.table.take_over()

    def look_back(self) -> None:
        self.table.click("menu")
        self.table.click("look-back")

    def step_back(self) -> None:
        self.table.click("replay-step-back")

    def try_line(self) -> Seen:
        self.table.click("replay-sandbox")
        return _in_sandbox(self.table)

    def leave(self) -> None:
        self.table.page.locator("[data-testid=sandbox-back], [data-testid=replay-leave]").click()


class Keys:
    """Presses keys; a key that did nothing is a failure, not tried again."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keyboard = Keyboard(table)

    def _enter(self, ply: int) -> Seen:
        self.keyboard.press("Enter")
        return self.keyboard.until_changed(ply)

    def primary(self) -> Seen:
        return self.keyboard.primary()

    def hex(self, name: str) -> Seen:
        ply = self.table.see().ply
        self.keyboard.to_map()
        self.keyboard.walk(name)
        return self._enter(ply)

    def unit(self, unit: str) -> Seen:
        ply = self.table.see().ply
        self.keyboard.take(unit)
        return self._enter(ply)

    def go(self, unit: str, to: str) -> Seen:
        ply = self.table.see().ply
        self.keyboard.take(unit)
        self.keyboard.walk(to)
        return self._enter(ply)

    def card(self, number: int) -> Seen:
        ply = self.table.see().ply
        self._card(number)
        return self.keyboard.until_changed(ply)

    def _card(self, number: int) -> None:
        held = [card.get_attribute("data-testid") for card in self.table.page.locator(".hand .card").all()]
        self.keyboard.press(str(held.index(f"card-{number}") + 1))

    def event(self, number: int) -> Seen:
        self._card(number)
        return self.button("PlayEvent")

    def button(self, verb: str) -> Seen:
        """Tab brings the focus to it."""
        ply = self.table.see().ply
        self.table.page.get_by_test_id(f"act-{verb}").first.wait_for()
        for _ in range(80):
            if self.table.page.evaluate("() => document.activeElement.dataset.testid") == f"act-{verb}":
                return self._enter(ply)
            self.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {verb}: {self.keyboard.focused()}")

    def first_way(self) -> Seen:
        return self.keyboard.from_list()

    def take_over(self) -> Seen:
        self.keyboard.press("Enter")
        self.table.page.get_by_test_id("handover").wait_for(state="detached")
        return self.table.settled()

    def look_back(self) -> None:
        self.keyboard.press("r")

    def step_back(self) -> None:
        self.keyboard.press("ArrowLeft")

    def try_line(self) -> Seen:
        self.keyboard.press("x")
        return _in_sandbox(self.table)

    def leave(self) -> None:
        self.keyboard.press("Backspace")


def _in_sandbox(table: Table) -> Seen:
    table.at("sandbox-frame").wait_for()
    return table.settled()


HANDS: dict[str, type[Mouse] | type[Keys]] = {"mouse": Mouse, "keys": Keys}
