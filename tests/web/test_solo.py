"""Solo in the page: both hands lie open, nothing is covered, and a new game goes on from a step of this one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table, wait_at

pytestmark = pytest.mark.browser


def test_one_person_plays_both_sides_with_open_hands(table: Callable[..., Table]) -> None:
    """From the form to the table; the hand of the other side is beside the map, and follows the turn."""
    mine = table()
    page = mine.page
    page.goto(mine.address)
    mine.at("who-solo").check()
    expect(mine.at("summary")).to_contain_text("both hands open")
    mine.shot("solo-form")
    mine.at("begin").click()
    mine.settled()
    assert page.get_by_test_id("handover").count() == 0
    game = page.url.rpartition("/")[2]
    told = page.request.get(f"{mine.address}/api/games/{game}").json()
    other = "soviet" if told["seat"] == "axis" else "axis"
    held = sorted(told["hands"][other])
    shown = page.locator("[data-testid=open-hand] button").all()
    assert sorted(int((one.get_attribute("data-testid") or "").removeprefix("open-")) for one in shown) == held
    mine.shot("solo")
    if held:
        mine.at(f"open-{held[0]}").click()
        page.locator("dialog[open]").wait_for()
        page.keyboard.press("Escape")


def test_a_new_game_goes_on_from_a_step(table: Callable[..., Table]) -> None:
    """By key in a solo game; not offered where the other hand is covered."""
    mine = table()
    http = mine.page.request
    position = "turn 14\nphase movement soviet\nunit G1Pz 1107\nunit S_SW 1308\nhand soviet 3 7\nhand axis 1 16 22"
    wishes = {"position": position, "axis": "human", "soviet": "human"}
    covered = http.post(f"{mine.address}/api/games", data=wishes).json()["id"]
    mine.open(covered)
    mine.page.keyboard.press("r")
    wait_at(mine, 0)
    assert mine.page.get_by_test_id("replay-go-on").count() == 0
    game = http.post(f"{mine.address}/api/games", data={**wishes, "open_hands": True}).json()["id"]
    mine.page.goto(f"{mine.address}/g/{game}")
    mine.settled()
    mine.page.keyboard.press("r")
    mine.at("replay-go-on").wait_for()
    mine.page.keyboard.press("g")
    mine.at("on-solo").wait_for()
    mine.shot("go-on")
    mine.at("on-solo").click()
    mine.page.wait_for_url(lambda url: "/g/" in url and game not in url)
    assert mine.settled().mine
    expect(mine.at("open-hand")).to_contain_text("Axis hand: 3 cards")
