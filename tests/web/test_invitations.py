"""Invitations: the page says who can follow a link, the host hears of the guest at once, and a link that fails
leads on. Who watches is told so, and is offered no orders.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAYS, Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
TABLET = {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"}


def inviting(table: Callable[..., Table], **screen: object) -> tuple[Table, str]:
    """A table with an open seat, and its link."""
    mine = table(**screen)
    mine.new_game(soviet="open")
    return mine, mine.at("invite").input_value()


def test_a_link_to_this_computer_says_so(table: Callable[..., Table]) -> None:
    mine, link = inviting(table, **PHONE)
    assert link.startswith("http://127.0.0.1:")
    said = mine.at("alone").inner_text()
    assert "Only this computer" in said
    port = link.removeprefix("http://127.0.0.1:").partition("/")[0]
    assert f"--host 0.0.0.0 --port {port}" in said
    mine.shot("invitation-phone")
    mine.page.goto(mine.address)
    mine.page.locator("[data-testid=alone]").first.wait_for()  # in the list of games too
    mine.shot("invitation-list-phone")


def test_the_host_sees_the_seat_taken_at_once(table: Callable[..., Table]) -> None:
    """Nothing has been played: the guest's arrival alone is heard."""
    mine, link = inviting(table)
    mine.at("invitation").wait_for()
    ply = mine.see().ply
    guest = table()
    guest.join(link)
    mine.at("invitation").wait_for(state="detached")
    expect(mine.at("toasts")).to_contain_text("the Soviet seat is taken")
    assert mine.see().ply == ply


def test_the_guest_reads_what_wins_and_how_long_it_takes(table: Callable[..., Table]) -> None:
    _, link = inviting(table)
    guest = table(**PHONE)
    guest.page.goto(link)
    expect(guest.at("invited")).to_contain_text("It takes about")
    expect(guest.at("invited")).to_contain_text("(turns 1–28)")
    guest.shot("invited-phone")


def test_a_link_that_fails_is_a_page_with_a_way_on(table: Callable[..., Table]) -> None:
    mine, link = inviting(table)
    mine.page.goto(link)  # the host tries the link
    expect(mine.at("join-failed")).to_contain_text("You made this invitation yourself")
    mine.at("join-game").click()
    mine.at("invitation").wait_for()

    guest = table()
    guest.join(f"{link}).")  # as a sentence around it has it
    late = table(**TABLET)
    late.page.goto(link)
    expect(late.at("join-failed")).to_contain_text("already taken")
    late.at("join-game").wait_for()
    late.shot("invitation-taken")
    late.at("join-game").click()
    late.at("watching").wait_for()

    wrong = table(**PHONE)
    wrong.page.goto(link[:-4])
    expect(wrong.at("join-failed")).to_contain_text("The link is not right")
    wrong.shot("invitation-wrong")
    wrong.at("join-home").click()
    wrong.at("begin").wait_for()

    http = guest.page.request
    assert http.post(guest.page.url.replace("/g/", "/api/games/") + "/block", data={"blocked": True}).status == 204
    wishes = {"scenario": "barbarossa", "axis": "human", "soviet": "open"}
    other = mine.page.request.post(f"{mine.address}/api/games", data=wishes).json()["links"]["soviet"]
    guest.page.goto(f"{guest.address}{other}")
    guest.at("join-yes").click()
    expect(guest.at("join-failed")).to_contain_text("one has blocked the other")

    gone = table()
    gone.page.goto(f"{gone.address}/join/nobody/x")
    expect(gone.at("join-failed")).to_contain_text("no longer exists")
    assert gone.page.get_by_test_id("join-game").count() == 0


def test_who_watches_is_told_and_gives_no_orders(table: Callable[..., Table]) -> None:
    mine, _ = inviting(table)
    watcher = table()
    watcher.page.goto(mine.page.url)
    assert watcher.see().prompt == "The Axis side is choosing cards."  # not what the other side is asked
    package = watcher.page.request.get(mine.page.url.replace("/g/", "/api/games/")).json()
    assert (package["view"]["prompt"]["code"], package["actions"], package["view"]["cards"]) == ("wait", [], {})
    assert "You are watching" in watcher.at("watching").inner_text()
    assert watcher.lit(f"{COUNTERS}, {HEXES}, {WAYS}, {BUTTONS}, {CARDS}") == []
    for gone in ("primary", "undo", "redo", "restart", "hand", "orders-open", "invitation"):
        assert watcher.page.get_by_test_id(gone).count() == 0, gone
    watcher.page.keyboard.press("/")
    expect(watcher.page.get_by_test_id("orders-box")).to_have_count(0)
    watcher.at("menu").click()
    watcher.at("about").wait_for()
    assert watcher.page.get_by_test_id("orders-menu").count() == 0
    assert watcher.page.get_by_test_id("resign").count() == 0
    assert watcher.page.locator("a[download]").count() == 0  # it would be refused: the game goes on
    watcher.page.keyboard.press("Escape")
    watcher.shot("watching")
