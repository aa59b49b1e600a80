"""Arrows and rings that a player draws on the map: by the right button, by touch and by keys; for nobody else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_DRAWN = """() => [...document.querySelectorAll("[data-testid^='sketch-']:is(.green, .red, .blue)")]
  .map((one) => `${one.dataset.testid.slice("sketch-".length)} ${one.classList[0]}`)"""
"""Hexes as in a name of the test ids, then the ink."""


def drawn(table: Table) -> list[str]:
    """What is drawn on the map: from where to where, and in which ink."""
    table.drawn()
    found: list[str] = table.page.evaluate(_DRAWN)
    return found


def shows(table: Table, wanted: list[str]) -> None:
    """Waits until this is drawn on the map, and nothing else."""
    with suppress(Late):
        table.page.wait_for_function(f"(wanted) => `${{({_DRAWN})()}}` === `${{wanted}}`", arg=wanted)
    assert drawn(table) == wanted


def pull(table: Table, start: str, end: str, *, button: Any = "right", key: str = "") -> None:
    """Pulls the mouse from the middle of a hex to near that of another one."""
    (x, y), (to_x, to_y) = table.middle(f"hex-{start}"), table.middle(f"hex-{end}")
    mouse, keyboard = table.page.mouse, table.page.keyboard
    if key:
        keyboard.down(key)
    mouse.move(x, y)
    mouse.down(button=button)
    mouse.move((x + to_x) / 2 + 9, (y + to_y) / 2)
    mouse.move(to_x + 1, to_y)
    mouse.up(button=button)
    if key:
        keyboard.up(key)


def test_the_right_button_draws_and_tells(table: Callable[..., Table]) -> None:
    """A pull is an arrow and never moves the map, a click still tells of the hex; Shift and Alt change the ink."""
    one = table(own=True)
    one.set_up(TWO_TARGETS, "declare")
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    lies = "() => document.querySelector('[data-testid=board] .sheet').style.transform"
    before = one.page.evaluate(lies)
    pull(one, "1511", "1611")
    pull(one, "1512", "1611", key="Shift")
    pull(one, "1512", "1512", key="Alt")
    shows(one, ["1511-1611 green", "1512-1611 red", "1512-1512 blue"])
    assert one.page.evaluate(lies) == before
    one.shot("sketch")
    # Nothing of it is hit: below an arrow lies what lay there before.
    x, y = one.middle("sketch-1511-1611")
    assert (
        one.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-testid=sketch]')", [x, y]) is None
    )
    # In another ink it changes color, in the same one it goes.
    pull(one, "1511", "1611", key="Shift")
    pull(one, "1512", "1611", key="Shift")
    shows(one, ["1512-1512 blue", "1511-1611 red"])
    one.page.keyboard.down("Shift")
    one.page.mouse.click(*one.middle("hex-1610"), button="right")
    one.page.keyboard.up("Shift")
    assert drawn(one)[-1] == "1610-1610 red"
    assert one.page.locator("dialog[open]").count() == 0
    # Nothing is sent: the map only asks about the hex under the pointer.
    assert [url for url in asked if "/api/" in url and not url.endswith("/query")] == []
    one.page.mouse.click(*one.middle("hex-1610"), button="right")
    one.at("info").wait_for()
    assert len(drawn(one)) == 3
    # It is kept in this tab, and in no other.
    one.page.reload()
    one.settled()
    shows(one, ["1512-1512 blue", "1511-1611 red", "1610-1610 red"])
    assert one.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('sketch.'))") == []


def test_the_tool_draws_by_keys(table: Callable[..., Table]) -> None:
    """Enter begins an arrow and ends it, on counters too; Escape goes back step by step, and no unit is taken."""
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    ply = one.see().ply
    page = one.page
    page.keyboard.press("d")
    expect(one.at("sketch-bar")).to_be_visible()
    page.evaluate("() => document.querySelector('[data-cursor]').focus()")
    start = page.evaluate("() => document.querySelector('[data-cursor]').dataset.hex")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(start) => document.querySelector('[data-cursor]').dataset.hex !== start", arg=start)
    end = page.evaluate("() => document.querySelector('[data-cursor]').dataset.hex")
    page.keyboard.press("Enter")
    shows(one, [f"{start}-{end} green"])
    one.at("ink-blue").click()
    page.evaluate("() => document.querySelector('[data-cursor]').focus()")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    shows(one, [f"{start}-{end} green", f"{end}-{end} blue"])
    assert one.see().ply == ply
    assert page.locator(".counter.selected").count() == 0
    page.keyboard.press("Escape")
    shows(one, [])
    page.keyboard.press("Escape")
    expect(one.at("sketch-bar")).to_have_count(0)


def test_the_tool_draws_by_touch(table: Callable[..., Table]) -> None:
    """Two taps make an arrow, a finger that is drawn over the map too; a button erases all."""
    one = table(**PHONE)
    one.set_up(TWO_TARGETS, "declare")
    ply = one.see().ply
    one.at("layers").tap()
    one.at("draw").tap()
    expect(one.at("layer-list")).to_have_count(0)
    expect(one.at("sketch-how")).to_be_visible()
    for name in ("hex-1511", "hex-1611"):
        one.page.touchscreen.tap(*one.middle(name))
    shows(one, ["1511-1611 green"])
    expect(one.at("sketch-how")).to_have_count(0)
    one.at("ink-red").tap()
    (x, y), (to_x, to_y) = one.middle("hex-1512"), one.middle("hex-1612")
    touch = one.page.context.new_cdp_session(one.page)
    ways = ((x, y), ((x + to_x) / 2, y + 14), (to_x, to_y))
    for i, (at_x, at_y) in enumerate(ways):
        kind = "touchMove" if i else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    shows(one, ["1511-1611 green", "1512-1612 red"])
    one.shot("sketch-phone")
    bar, board = one.at("sketch-bar").bounding_box(), one.at("board").bounding_box()
    assert bar is not None
    assert board is not None
    assert bar["x"] + bar["width"] <= board["width"]
    one.at("sketch-clear").tap()
    shows(one, [])
    one.at("sketch-done").tap()
    assert one.see().ply == ply
