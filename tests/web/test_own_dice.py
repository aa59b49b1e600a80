"""A game by the dice and cards of a real table in the page: a key for the die, a number for the card."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = pytest.mark.browser

FIGHT = "turn 14\nphase combat soviet\nunit S_SW 1308\nunit S_W 1309\nunit G4 1208\nhand soviet 3 7\nhand axis 1 16 22"


def test_the_opening_is_typed_card_by_card(table: Callable[..., Table]) -> None:
    """From the form: two digits are a card, one is entered, and the list has them all; Undo takes the last one back."""
    mine = table()
    page = mine.page
    page.goto(mine.address)
    mine.at("who-solo").check()
    mine.at("own-dice").check()
    expect(mine.at("summary")).to_contain_text("your own table")
    mine.at("begin").click()
    assert mine.settled().prompt == "The Axis: draw a card. Which one is it?"
    expect(mine.at("own-card")).to_be_focused()
    values = [one.get_attribute("value") or "" for one in mine.at("own-card-list").locator("option").all()]
    long, short = next(one for one in values if len(one) == 2), next(one for one in values if len(one) == 1)
    page.keyboard.type(long)
    assert mine.settled(0).ply == 1
    mine.shot("own-card")
    expect(mine.at("own-card")).to_be_focused()
    page.keyboard.type(f"{short}\n")
    assert mine.settled(1).ply == 2
    page.keyboard.type(f"{short}\n")
    expect(page.get_by_text("is not in the draw pile")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelector('[data-testid=tray]').dataset.ply === '1'")
    mine.at("own-card-list").select_option(short)
    assert mine.settled(1).ply == 2


def test_the_die_is_one_key(table: Callable[..., Table]) -> None:
    """The number of the die is pressed on the keyboard, or clicked; the battle goes on with it."""
    mine = table()
    http = mine.page.request
    wishes = {"position": FIGHT, "axis": "human", "soviet": "human", "open_hands": True, "own_dice": True}
    game = http.post(f"{mine.address}/api/games", data=wishes).json()["id"]
    package = http.get(f"{mine.address}/api/games/{game}").json()
    for _ in range(30):
        if package["actions"][0]["type"] == "Rolled":
            break
        wanted = [one for one in package["actions"] if one["type"] in ("BeginBattle", "DeclareTarget")]
        body = {"ply": package["ply"], "action": (wanted or package["actions"])[0]}
        package = http.post(f"{mine.address}/api/games/{game}/actions", data=body).json()
    seen = mine.open(game)
    assert "roll a die" in seen.prompt
    mine.shot("own-die")
    assert [one.inner_text() for one in mine.page.locator("[data-testid=own-die] button").all()] == list("123456")
    mine.page.keyboard.press("4")
    mine.settled(seen.ply)
    log = http.get(f"{mine.address}/api/games/{game}").json()["events"]
    assert [line["event"]["value"] for line in log if line["type"] == "DieRolled"] == [4]
