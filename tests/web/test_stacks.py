"""Whole stacks: taken by a double click or a key, sent by one click, each unit by a legal action of its own (P.4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

THREE = """rules digital
turn 9
phase movement axis
unit G1Pz 1211
unit G4 1211
unit G9 1211
unit S_SW 2008
weather clear
"""
"""A Panzer army and two of infantry in Kiev, and nobody near."""
PAIR = """rules deluxe
turn 9
phase combat axis
unit G4 1511
unit G6 1511
unit G9 1610
unit S_W 1611
supports 0 0
weather clear
"""
"""Two armies of one stack next to the enemy, and a third beside them."""
ROW = 52
"""Pixels of a row of buttons on a phone."""


def places(mine: Table, *units: str) -> list[str]:
    """Where counters of the game at the table stand, by what the server says."""
    game = mine.page.url.rsplit("/", 1)[1]
    view = mine.page.request.get(f"{mine.address}/api/games/{game}").json()["view"]
    at = {unit["id"]: unit["at"] for unit in view["units"]}
    return [at[unit] for unit in units]


def double(mine: Table, unit: str) -> None:
    """A quick double click on a counter, where it lies once its stack has opened under the pointer."""
    x, y = mine.point(f"unit-{unit}")
    mine.page.mouse.move(x, y)
    mine.page.mouse.move(x + 1, y + 1)
    mine.at_rest()
    mine.page.mouse.dblclick(*mine.middle(f"unit-{unit}"))


@pytest.mark.parametrize("unit", ["G1Pz", "G4", "G9"])
def test_ast_3_a_double_click_takes_the_whole_stack_and_one_click_sends_it(
    table: Callable[..., Table], unit: str
) -> None:
    mine = table()
    before = mine.set_up(THREE, "move").ply
    double(mine, unit)
    held = mine.page.get_by_test_id("stack")
    expect(held).to_contain_text("3 units selected")
    expect(mine.page.locator(".counter.selected")).to_have_count(3)
    assert mine.see().ply == before, "nothing has moved yet"
    mine.shot(f"stack-{unit}")
    mine.click("to-1311")
    mine.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) >= ply", arg=before + 3
    )
    assert places(mine, "G1Pz", "G4", "G9") == ["1311"] * 3
    assert mine.settled().ply == before + 3, "each by an action of its own"
    mine.page.get_by_test_id("undo").click()
    mine.settled()
    assert sorted(places(mine, "G1Pz", "G4", "G9")) == ["1211", "1311", "1311"]


def test_ast_3_one_click_or_one_pull_with_shift_takes_it(table: Callable[..., Table]) -> None:
    """A click on the stack and one on the hex, or a single pull, send all three; a pull without Shift sends one."""
    mine = table()
    before = mine.set_up(THREE, "move").ply
    mouse, keyboard = mine.page.mouse, mine.page.keyboard

    def pull(unit: str, hex_: str) -> None:
        x, y = mine.point(f"unit-{unit}")
        mouse.move(x, y)
        mouse.move(x + 1, y + 1)
        mine.at_rest()
        mouse.move(*mine.middle(f"unit-{unit}"))
        mouse.down()
        mouse.move(*mine.middle(f"hex-{hex_}"), steps=6)
        mouse.up()

    x, y = mine.point("unit-G9")
    keyboard.down("Shift")
    mouse.click(x, y)
    keyboard.up("Shift")
    expect(mine.page.get_by_test_id("stack")).to_contain_text("3 units selected")
    mine.click("to-1311")
    mine.settled(before + 2)
    assert places(mine, "G1Pz", "G4", "G9") == ["1311"] * 3
    mine.page.get_by_test_id("restart").click()
    expect(mine.at("tray")).to_have_attribute("data-ply", str(before))
    keyboard.down("Shift")
    pull("G4", "1311")
    keyboard.up("Shift")
    mine.settled(before + 2)
    assert places(mine, "G1Pz", "G4", "G9") == ["1311"] * 3
    mine.page.get_by_test_id("restart").click()
    expect(mine.at("tray")).to_have_attribute("data-ply", str(before))
    pull("G4", "1311")
    mine.settled(before)
    assert sorted(places(mine, "G1Pz", "G4", "G9")) == ["1211", "1211", "1311"]


def test_ast_3_two_taps_of_a_finger_take_it_too(table: Callable[..., Table]) -> None:
    mine = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    mine.set_up(THREE.replace("2008", "0811"), "move")  # to the west, so that the page opens on Kiev
    mine.at_rest()
    x, y = mine.middle("unit-G9")
    assert 0 < x < 390, "it lies on the screen"
    for _ in range(5):  # a machine with much else to do may be too slow for two taps that belong together
        mine.page.touchscreen.tap(x, y)
        mine.page.touchscreen.tap(x, y)
        mine.drawn()
        if mine.page.get_by_test_id("stack").count():
            break
        mine.page.keyboard.press("Escape")
    expect(mine.page.get_by_test_id("stack")).to_contain_text("3 units selected")
    mine.shot("stack-phone")


def test_ast_3_what_cannot_follow_stays_and_is_told_why(table: Callable[..., Table]) -> None:
    """Tanks go farther than infantry: the hex is lit for them, and they go alone."""
    mine = table()
    mine.set_up(THREE, "move")
    double(mine, "G4")
    expect(mine.page.get_by_test_id("stack")).to_contain_text("3 units selected")
    mine.click("to-1711")
    said = mine.page.get_by_test_id("toasts")
    expect(said).to_contain_text("4th Army and 9th Army stay in Kiev 1211.")
    expect(said).to_contain_text("8.")
    assert places(mine, "G1Pz", "G4", "G9") == ["1711", "1211", "1211"]
    mine.shot("stack-stays")


def test_ast_3_the_same_with_the_keyboard_and_from_the_tray(table: Callable[..., Table]) -> None:
    mine = table()
    mine.set_up(THREE, "move")
    page = mine.page
    page.keyboard.press("n")
    expect(page.locator(".counter.selected")).to_have_count(1)
    mine.at_rest()
    page.keyboard.press("a")
    expect(page.get_by_test_id("stack")).to_contain_text("3 units selected")
    page.keyboard.press("ArrowRight")
    mine.at_rest()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll(\"[data-testid='stack']\").length === 0")
    mine.settled()
    assert places(mine, "G1Pz", "G4", "G9") == ["1311"] * 3
    page.get_by_test_id("restart").click()
    mine.settled()
    mine.pick_up("unit-G4")
    page.get_by_test_id("whole").click()
    expect(page.get_by_test_id("stack")).to_contain_text("3 units selected")
    page.get_by_test_id("single").click()
    expect(page.get_by_test_id("stack")).to_have_count(0)
    expect(page.locator(".counter.selected")).to_have_count(1)


def test_ast_3_where_attackers_are_chosen_a_double_click_orders_the_whole_stack(table: Callable[..., Table]) -> None:
    mine = table(own=True)
    mine.set_up(PAIR, "compose", eager=("DeclareTarget", "BeginBattle", "Done", "Pass"))
    double(mine, "G6")
    expect(mine.page.locator(".attacks")).to_have_count(2)
    attackers = mine.page.evaluate("[...document.querySelectorAll('.attacks')].map(e => e.dataset.unit)")
    assert set(attackers) == {"G4", "G6"}
    assert mine.page.locator("[data-testid=toasts]").inner_text() == "", "no refusal of the second click"


TWO = """rules digital
turn 9
phase movement axis
unit G1Pz 1211
unit G4 1311
unit S_SW 0811
weather clear
"""
"""Two armies beside each other, and nobody near: each can go where the other one is."""


def test_a_click_on_an_army_in_a_lit_hex_goes_there_and_with_ctrl_takes_it(table: Callable[..., Table]) -> None:
    """Nobody finds another army in hand instead: a counter that could go itself covers its lit hex."""
    mine = table()
    mine.set_up(TWO, "move")
    page = mine.page
    mine.click("unit-G1Pz")
    x, y = mine.point("unit-G4")
    page.mouse.move(x, y)
    expect(page.get_by_test_id("move-tip")).to_contain_text("Ctrl+click: take this unit")
    mine.shot("lit-army")
    page.keyboard.down("Control")
    page.mouse.click(x, y)
    page.keyboard.up("Control")
    expect(page.locator(".counter.selected")).to_have_attribute("data-unit", "G4")
    page.keyboard.press("Escape")
    before = mine.see().ply
    mine.click("unit-G1Pz")
    page.mouse.click(*mine.point("unit-G4"))
    mine.settled(before)
    assert places(mine, "G1Pz", "G4") == ["1311", "1311"]


def test_a_tap_on_an_army_in_a_lit_hex_shows_the_move_and_offers_the_army(table: Callable[..., Table]) -> None:
    mine = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    mine.set_up(TWO, "move")
    mine.at_rest()
    tall = "(e) => e.offsetHeight"
    before = mine.at("tray").evaluate(tall)
    mine.page.touchscreen.tap(*mine.point("unit-G1Pz"))
    expect(mine.page.locator(".counter.selected")).to_have_attribute("data-unit", "G1Pz")
    mine.page.touchscreen.tap(*mine.point("unit-G4"))
    expect(mine.at("go-there")).to_be_visible()
    assert mine.at("tray").evaluate(tall) <= before + ROW, "the tray grows by no more than a row of buttons"
    mine.shot("lit-army-phone")
    mine.at("take-instead").click()
    expect(mine.page.locator(".counter.selected")).to_have_attribute("data-unit", "G4")
