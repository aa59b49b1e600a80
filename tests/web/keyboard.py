"""A player without a mouse: everything is done by keys, and seen by what has the focus and what is said aloud."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from web.table import CARDS, COUNTERS, HEXES, MARKED, WAYS, Seen, Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MIDDLES = """() => Object.fromEntries([...document.querySelectorAll('.hits [data-hex]')].map((e) => {
  const box = e.getBoundingClientRect();
  return [e.dataset.hex, [box.x + box.width / 2, box.y + box.height / 2]];
}))"""
_ANGLES = {"ArrowRight": 0, "PageDown": 60, "End": 120, "ArrowLeft": 180, "Home": 240, "PageUp": 300}
"""The key of each direction, in degrees clockwise from the right."""


class Keyboard:
    """Plays at a table with keys alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page: Page = table.page

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    # --- hearing -------------------------------------------------------------------------------------------------
    def focused(self) -> str:
        """The name of what has the focus."""
        name: str = self.page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
        )
        return name

    def hex(self) -> str:
        """Where the hex cursor stands, when it has the focus; empty otherwise."""
        name: str = self.page.evaluate(
            "() => document.activeElement.closest('[data-cursor], [data-unit]') ? "
            "document.querySelector('[data-cursor]').dataset.hex : ''"
        )
        return name

    def said(self) -> str:
        """What the polite region says."""
        return self.page.get_by_test_id("said").inner_text().strip()

    # --- going ---------------------------------------------------------------------------------------------------
    def to_map(self) -> None:
        """Tab until the map has the focus."""
        for _ in range(60):
            if self.hex():
                return
            self.press("Tab")
        raise AssertionError("Tab does not reach the map")

    def walk(self, target: str) -> None:
        """Moves the hex cursor to a hex, one key a step."""
        for _ in range(60):
            here = self.hex()
            if here == target:
                return
            middles = self.page.evaluate(_MIDDLES)
            x, y = middles[target][0] - middles[here][0], middles[target][1] - middles[here][1]
            angle = degrees(atan2(y, x)) % 360
            key = min(_ANGLES, key=lambda name: abs((_ANGLES[name] - angle + 180) % 360 - 180))
            self.press(key)
            self.page.wait_for_function(
                "(hex) => document.querySelector('[data-cursor]').dataset.hex !== hex "
                "&& document.activeElement.matches('[data-cursor]')",
                arg=here,
            )
            after = self.page.evaluate(_MIDDLES)
            assert hypot(x, y) + 1 > hypot(
                after[target][0] - after[self.hex()][0], after[target][1] - after[self.hex()][1]
            ), f"{key} leads away from {target}"
        raise AssertionError(f"{target} cannot be reached")

    # --- acting --------------------------------------------------------------------------------------------------
    def until_changed(self, ply: int) -> Seen:
        """Waits until something has been played."""
        self.page.wait_for_function(
            "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > ply", arg=ply
        )
        return self.table.settled(ply)

    def primary(self) -> Seen:
        """The primary button, from wherever the focus is; one that gives something up is met first, then pressed."""
        ply = self.table.see().ply
        declines = self.page.locator("[data-testid=primary][data-declines]").count() == 1
        self.press("Control+Enter")
        if declines:
            self.press("Control+Enter")
        return self.until_changed(ply)

    def take(self, unit: str | None = None) -> str:
        """Goes to the next unit that can act, or to the named one; returns its hex."""
        for _ in range(80):
            self.press("n")
            self.page.wait_for_function("() => document.activeElement.matches('[data-cursor]')")
            held = self.page.locator("g.counter.selected").first.get_attribute("data-unit")
            if unit in (None, held):
                return self.hex()
        raise AssertionError(f"N does not come to {unit}")

    def from_list(self) -> Seen:
        """The first of the choices in the lists."""
        ply = self.table.see().ply
        self.to_map()
        self.press("q")
        self.page.get_by_test_id("lists").wait_for()
        for _ in range(12):
            if self.page.evaluate("() => document.activeElement.matches('[data-testid=lists] :is(td, li) > button')"):
                break
            self.press("Tab")
        self.press("Enter")
        return self.until_changed(ply)

    def step(self) -> Seen:
        """Whatever is asked: the one way on if there is one, else a card, else the first choice in the list."""
        seen = self.table.settled()
        if seen.handover:
            self.press("Enter")
            self.page.get_by_test_id("handover").wait_for(state="detached")
            return self.table.settled()
        if seen.primary:
            return self.primary()
        cards = self.table.lit(CARDS)
        if cards and not self.table.lit(COUNTERS) and not self.table.lit(HEXES):
            held = [card.get_attribute("data-testid") for card in self.page.locator(".hand .card").all()]
            for card in cards:
                self.press(str(held.index(card) + 1))
                self.page.wait_for_function(
                    """(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) > ply
                      || document.querySelector('.card.chosen') !== null""",
                    arg=seen.ply,
                )
                self.table.drawn()
                if self.page.locator(MARKED).count() == 0 or self.table.see().ply > seen.ply:
                    break
                if self.table.see().primary:
                    return self.primary()
            # a card that offers two ways is only picked up by its key
            return self.table.settled(seen.ply) if self.table.see().ply > seen.ply else self.from_list()
        return self.from_list()

    def destinations(self) -> list[str]:
        """The hexes that the unit in hand can go to."""
        return [name.removeprefix("to-") for name in self.table.lit(WAYS)]
