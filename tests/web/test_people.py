"""Two people, each at a browser of their own: the whole story of a game between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}

CUT = """[...document.querySelectorAll('[data-testid=standing] select')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).opacity !== '0')
  .map((one) => one.dataset.testid)"""
"""Orders whose sentence does not fit."""


def test_two_people_play_from_the_invitation_to_the_rematch(table: Callable[..., Table]) -> None:
    anna = table()
    anna.page.request.post(f"{anna.address}/api/me", data={"name": "Anne", "color": "blue"})
    held: list[Route] = []
    anna.page.route("**/api/me", lambda route: held.append(route), times=1)
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-barbarossa").check()
    anna.page.get_by_test_id("who-friend").check()
    anna.page.get_by_test_id("seat-axis").check()
    anna.at("my-name").fill("Anna")
    anna.page.get_by_test_id("color-teal").check(force=True)
    with anna.page.expect_response("**/api/me"):  # it is slow to say who has played in this browser so far
        held[0].continue_()
    line = anna.at("terms")  # what is rarely changed lies under one line that says it
    expect(line).to_contain_text("no time limit · 1 day of grace · No help from the computer")
    expect(anna.at("orders-fold")).to_contain_text("Careful: ask me where a city is at stake")
    expect(anna.at("help")).to_be_hidden()
    line.focus()
    anna.page.keyboard.press("Enter")
    anna.at("clock").select_option("3")
    expect(line).to_contain_text("3 days a move, days off do not count · 1 day of grace")
    anna.at("clock").select_option("none")
    expect(anna.at("help")).to_have_value("none")
    expect(anna.at("help-what")).to_contain_text("cannot see help from outside")
    expect(anna.at("set-careful")).to_be_checked()
    expect(anna.at("seen")).to_have_value("made")
    expect(anna.at("my-name"), "what was typed stays").to_have_value("Anna")
    expect(anna.at("color-teal")).to_be_checked()
    anna.shot("people-new")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    expect(anna.at("seat-of-soviet")).to_contain_text("Open seat")

    boris = table(**PHONE)
    boris.page.goto(link)
    expect(boris.at("invited")).to_contain_text("Anna invites you")
    boris.at("join-yes").wait_for()
    expect(boris.at("terms")).to_contain_text("No help from the computer")
    expect(boris.at("terms")).to_contain_text("as they are made")
    boris.shot("people-invited-phone")
    boris.join(link, "Boris")
    expect(anna.at("seat-of-soviet")).to_contain_text("Boris")
    expect(anna.at("presence-soviet")).to_contain_text("here")
    expect(boris.at("seat-of-axis")).to_contain_text("Anna")
    expect(boris.at("waits")).to_contain_text("Waiting for Anna")
    expect(anna.at("waits")).to_have_text(re.compile(r"^\s*Your turn\s*$"))  # and not since when
    anna.shot("people-table")
    boris.shot("people-table-phone")

    watcher = table()
    watcher.page.goto(anna.page.url)
    expect(anna.at("watchers")).to_contain_text("1")

    boris.at("talk-open").click()
    boris.at("talk-text").fill("Good luck!")
    boris.at("talk-send").click()
    expect(anna.at("talk-open")).to_contain_text("1")
    anna.at("talk-open").click()
    expect(anna.at("talk")).to_contain_text("Good luck!")
    anna.at("notes").fill("Riga first")
    anna.at("notes").blur()
    anna.shot("people-talk")
    boris.shot("people-talk-phone")
    expect(boris.at("notes")).to_have_value("")
    boris.at("talk-open").click()

    boris.at("menu").click()
    boris.at("me-open").click()
    boris.at("told").wait_for()  # what he is told of, and where, is set at the table too
    boris.page.keyboard.press("Escape")
    boris.at("menu").click()
    boris.at("standing-open").click()
    expect(boris.at("standing-losses")).to_have_value("steps")
    assert boris.page.evaluate(CUT) == []
    boris.at("set-ask").check()
    expect(boris.at("standing-losses")).to_have_value("ask")
    boris.at("set-quick").check()
    expect(boris.at("standing-losses")).to_have_value("steps")
    boris.at("standing-losses").select_option("armor")
    boris.shot("people-standing-phone")
    boris.at("standing-keep").click()
    boris.at("menu").click()
    boris.at("standing-open").click()
    expect(boris.at("standing-losses")).to_have_value("armor")
    boris.page.keyboard.press("Escape")
    anna.at("menu").click()
    anna.at("standing-open").click()
    expect(anna.at("standing-losses")).to_have_value("steps")
    anna.at("battle-add").select_option(index=1)
    expect(anna.at("standing-battles")).to_contain_text("If they attack")
    anna.at("set-ask").check()
    anna.at("standing-strikes").focus()
    anna.page.keyboard.press("ArrowDown")
    expect(anna.at("standing-strikes")).to_have_value("strike")
    anna.shot("people-standing")
    anna.page.keyboard.press("Escape")
    anna.at("standing").wait_for(state="detached")

    back = until_take_back(anna)
    anna.at("menu").click()
    anna.at("together").wait_for()
    expect(anna.at("about-terms")).to_contain_text("No help from the computer")
    expect(anna.page.get_by_test_id("ask-hint")).to_have_count(0)
    anna.shot("people-menu")
    anna.at("may-takeback").click()
    expect(boris.at("proposal-takeback")).to_contain_text("Anna proposes")
    boris.shot("people-proposal-phone")
    boris.at("accept-takeback").click()
    anna.at("proposal-takeback").wait_for(state="detached")
    anna.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) === ply", arg=back
    )

    boris.at("menu").click()
    boris.at("resign").click()
    boris.at("resign-yes").click()
    expect(anna.at("outcome")).to_contain_text("You have won")
    anna.at("rematch").click()
    expect(boris.at("proposal-rematch")).to_contain_text("rematch")
    boris.at("accept-rematch").click()
    expect(boris.at("seat-of-axis")).to_contain_text("Boris")
    anna.at("go-rematch").click()
    expect(anna.at("seat-of-soviet")).to_contain_text("Anna")
    anna.shot("people-rematch")
    anna.page.goto(anna.address)
    expect(anna.page.locator("[data-testid^=game-]").first).to_contain_text("against Boris")
    anna.shot("people-home")
    anna.at("home-me").click()
    anna.at("code-make").click()
    anna.at("code").wait_for()
    anna.at("mail-address").fill("anna@example.org")
    anna.at("mail-keep").press("Enter")
    expect(anna.at("mail-state")).to_contain_text("A mail was sent there")
    anna.shot("people-me")


def until_take_back(anna: Table) -> int:
    """Plays for Anna until what she did last can only be taken back with consent; returns the ply before it."""
    http, game = anna.page.request, anna.page.url.replace("/g/", "/api/games/")
    package = http.get(game).json()
    while package["actions"] and "takeback" not in http.get(f"{game}/company").json()["may"]:
        back = int(package["ply"])
        package = http.post(f"{game}/actions", data={"ply": back, "action": package["actions"][0]}).json()
    anna.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) === ply", arg=package["ply"]
    )
    return back
