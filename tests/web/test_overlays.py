"""The layers of the outlook: threat, supply now and later, objectives, reach with waypoints; on the phone as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

FRONT = """turn 7
phase movement axis
unit G1Pz 1410
unit G4 1511
unit G6 1510
unit S_W 1612
unit S_SW 1713 back
control axis 1211
"""
POCKET = """turn 7
phase combat axis
unit G4 1511
unit G6 1510
unit G9 1610
unit G11 1711
unit G16 1710
unit G17 1612
unit S_W 1611 unsupplied
"""


def sit(table: Callable[..., Table], position: str, **options: Any) -> Table:
    """A page at a position in which both sides are played here."""
    mine = table(**options)
    answer = mine.page.request.post(
        f"{mine.address}/api/games", data={"position": position, "axis": "human", "soviet": "human"}
    )
    assert answer.status == 201, answer.text()
    mine.open(answer.json()["id"])
    return mine


def ask(mine: Table, **question: Any) -> Any:
    """What the server says, for comparison with what the page shows."""
    game = mine.page.url.rpartition("/")[2]
    return mine.page.request.post(f"{mine.address}/api/games/{game}/query", data=question).json()


def test_threat_prints_the_odds_of_the_server(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.page.keyboard.press("t")
    told = ask(mine, kind="threat", side="soviet")["hexes"]
    assert told
    for hex_, threat in told.items():
        sign = mine.at(f"threat-{hex_}")
        sign.wait_for(state="attached")
        expect(sign.locator("text")).to_have_text(threat["column"])
    assert "3:1 and more" in (mine.at("legend").text_content() or "")
    mine.shot("overlay-threat")
    mine.page.keyboard.press("t")
    mine.at(f"threat-{next(iter(told))}").wait_for(state="detached")


def test_supply_shows_what_cuts_and_what_will_be_lost(table: Callable[..., Table]) -> None:
    mine = sit(table, POCKET, own=True)  # the layers stay on
    mine.page.keyboard.press("s")
    mine.at("supply-ground").wait_for(state="attached")
    for pocket in ask(mine, kind="supply_ground", side="soviet")["pockets"]:
        mine.at(f"pocket-{pocket['at']}").wait_for(state="attached")
    told = ask(mine, kind="supply_ground", side="axis")
    for hex_ in told["sources"]:
        assert mine.page.get_by_test_id(f"source-{hex_}").count() == 1
    drawn = mine.at("supply-band-1").get_attribute("d") or ""
    assert drawn.count("Z") >= len(told["near"][0]), "each hex is tinted"
    assert "with units cut off" in (mine.at("legend").text_content() or "")
    x, y = mine.point("unit-S_W")
    mine.page.mouse.move(x, y)
    cut = ask(mine, kind="supply", unit="S_W")["cut"]
    assert cut
    for hex_ in cut:
        mine.at(f"cut-{hex_}").wait_for(state="attached")
    mine.page.keyboard.press("Shift+S")
    mine.at("then-S_W").wait_for(state="attached")
    expect(mine.at("legend")).to_contain_text("lost in the Removal Phase: 1")
    mine.shot("overlay-supply")


def test_objectives_tell_their_worth_and_holder(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT, own=True)
    mine.page.keyboard.press("v")
    mine.at("worth-1211").wait_for(state="attached")
    assert "axis" in (mine.at("worth-1211").get_attribute("class") or "")
    assert "soviet" in (mine.at("worth-2008").get_attribute("class") or "")
    assert "◎" in (mine.at("worth-2008").text_content() or "")


def test_a_move_by_way_of_a_waypoint(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.pick_up("unit-G1Pz")
    mine.at("to-1409").wait_for(state="attached")
    x, y = mine.point("to-1409")
    mine.page.keyboard.down("Shift")
    mine.page.mouse.click(x, y)
    mine.page.keyboard.up("Shift")
    mine.at("waypoint-1409").wait_for(state="attached")
    beyond = ask(mine, kind="reach", unit="G1Pz", via=["1409"])["hexes"]
    mine.page.wait_for_function(
        "(n) => document.querySelectorAll(\"[data-testid^='to-']\").length === n", arg=len(beyond)
    )
    before = mine.see().ply
    goal = next(name for name in mine.lit("[data-testid^='to-']") if mine.on_screen(name) and not mine.covered(name))
    x, y = mine.middle(goal)
    mine.page.mouse.click(x, y)
    mine.page.wait_for_function(
        "(p) => Number(document.querySelector('[data-testid=tray]').dataset.ply) >= p", arg=before + 2
    )
    game = mine.page.url.rpartition("/")[2]
    package = mine.page.request.get(f"{mine.address}/api/games/{game}").json()
    assert next(unit["at"] for unit in package["view"]["units"] if unit["id"] == "G1Pz") == goal.removeprefix("to-")


def test_the_tip_of_the_way_says_cost_stop_and_undo(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.pick_up("unit-G1Pz")
    mine.at("to-1409").wait_for(state="attached")
    x, y = mine.point("to-1409")
    mine.page.mouse.move(x, y)
    tip = mine.page.locator(".tip")
    tip.wait_for(state="attached")
    cost = ask(mine, kind="reach", unit="G1Pz")["hexes"]["1409"]["cost"]
    assert f"{cost} MP" in (tip.text_content() or "")
    assert "can be undone" in (tip.text_content() or "")


def test_the_layers_on_a_phone(table: Callable[..., Table]) -> None:
    mine = sit(
        table,
        FRONT,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=1,
    )
    mine.at("layers").tap()
    mine.at("threat").tap()
    expect(mine.at("threat")).to_have_attribute("aria-pressed", "true")
    mine.shot("phone-layers")
    mine.at("layers").tap()
    mine.page.locator("[data-testid^='threat-']").first.wait_for(state="attached")
    mine.at("legend").locator("summary").tap()
    mine.at("legend").locator("li").first.wait_for()
    assert mine.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def test_a_card_of_anything_by_the_right_button(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    for what, title in (
        ("header:vp", "Victory points"), ("phase:combat", "Combat Phase"), ("header:weather", "Clear")
    ):  # fmt: skip
        mine.page.locator(f"[data-info='{what}']").first.click(button="right")
        mine.at("info").wait_for()
        expect(mine.page.locator("dialog h2")).to_contain_text(title)
        mine.page.keyboard.press("Escape")
        mine.at("info").wait_for(state="detached")


def test_the_roads_to_victory_light_their_hexes(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.page.keyboard.press("k")
    road = mine.at("road-axis-objectives")
    road.wait_for()
    told = ask(mine, kind="victory")["axis"][0]
    assert f"{told['have']} / {told['need']}" in (road.text_content() or "")
    road.hover()
    mine.page.wait_for_function("() => document.querySelectorAll('.outlook .lit').length === 5")
    mine.shot("victory")
    mine.page.keyboard.press("Escape")
    road.wait_for(state="detached")
    expect(mine.page.locator(".outlook .lit")).to_have_count(0)
