"""When something is in the way, the page says what, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from server.support import Server
from web.dice import Dice
from web.screens import close
from web.table import CARDS, COUNTERS, WAYS, Table

pytestmark = pytest.mark.browser

FRONT = """
turn 3
phase movement axis
unit G1Pz 1107
unit G4 1106
unit S_NW 1207
unit S_W 1304
unit S_CEN 1211
hand axis 1 16
"""


def test_a_wrong_click_explains_itself(table: Callable[..., Table]) -> None:
    """A click outside the lit area says why not, with the rule, which opens the book; and the unit stays in hand."""
    mine = table()
    mine.set_up(FRONT, "move")
    mine.click("unit-G1Pz")
    mine.page.wait_for_selector(WAYS, state="attached")
    mine.click("hex-1306")  # from one enemy zone to another, or too far: either way there is a reason
    link = mine.at("toasts").locator("button.rule").first
    link.wait_for()
    cited = re.search(r"rule (\d+\.\d)", link.inner_text())
    assert cited, link.inner_text()
    assert mine.lit(WAYS)
    link.click()
    mine.page.wait_for_function("(rule) => document.activeElement?.dataset.section === rule", arg=cited[1])
    close(mine)
    assert mine.lit(WAYS), "the unit is still in hand"
    x, y = mine.point("unit-S_NW")
    mine.page.mouse.click(x, y)
    mine.page.get_by_text("There is an enemy").wait_for()
    mine.shot("refusal")


def test_overlays_and_information(table: Callable[..., Table]) -> None:
    """Zones of control, the way of supply, and all about a unit, by their keys."""
    mine = table()
    mine.set_up(FRONT, "move")
    mine.page.keyboard.press("z")
    mine.at("zone-soviet").wait_for(state="attached")
    mine.page.keyboard.press("s")
    x, y = mine.point("unit-G4")
    mine.page.mouse.move(x, y)
    mine.at("overlays").get_by_text("in supply").wait_for(state="attached")
    mine.shot("overlays")
    mine.page.keyboard.press("i")
    mine.at("info").wait_for()
    mine.page.keyboard.press("Escape")
    mine.at("menu").click()
    mine.at("resign").click()
    expect(mine.page.locator("dialog")).to_contain_text("cannot be undone")


def test_a_stale_tab_and_a_reload(table: Callable[..., Table]) -> None:
    """A second tab follows; the place survives a reload."""
    mine = table()
    mine.play_the_axis()
    mine.settled()
    second = Table(mine.page.context.new_page(), mine.address, mine.shots)
    second.page.goto(mine.page.url)
    second.settled()
    ply = mine.do(mine.lit(CARDS)[0]).ply
    second.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) >= ply", arg=ply
    )
    mine.page.reload()
    assert mine.settled().ply == ply
    assert second.errors == []


def test_an_old_picture_is_refused_and_renewed(table: Callable[..., Table]) -> None:
    """What was sent on an old picture changes nothing; the page says so and shows the new one."""
    mine = table()
    mine.play_the_axis()
    seen = mine.settled()
    first, second, *_ = mine.lit(CARDS)
    # Between the look and the click somebody else (the same player, elsewhere) has acted.
    game = mine.page.url.replace("/g/", "/api/games/")
    body = {"ply": seen.ply, "action": {"type": "Discard", "card": int(first.removeprefix("card-"))}}
    assert mine.page.request.post(f"{game}/actions", data=body).status == 200
    mine.page.evaluate("(name) => document.querySelector(`[data-testid=${name}]`).click()", second)
    after = mine.settled(seen.ply)
    assert after.ply > seen.ply
    assert first not in mine.lit(CARDS)


def test_the_server_dies_and_comes_back(tmp_path: Path, dice: Dice, context: Callable[..., object]) -> None:
    """A banner while it is away; then the game goes on where it was."""
    server = Server(tmp_path / "data", dice.script)
    try:
        table = Table(context().new_page(), server.address, Path(__file__).parent / "shots")  # type: ignore[attr-defined]
        table.play_the_axis()
        ply = table.settled().ply
        server.kill()
        table.page.locator(".offline").wait_for()
        table.click(table.lit(CARDS)[0])
        table.give_away(ply)
        table.page.get_by_text("Nothing was lost").first.wait_for()
        assert table.see().ply == ply
        server.start_again()
        table.page.locator(".offline").wait_for(state="detached")
        assert table.see().ply == ply
        assert table.do(table.lit(CARDS)[0]).ply > ply
        assert table.errors == []
        assert table.lit(CARDS) or table.lit(COUNTERS)
    finally:
        server.close()
