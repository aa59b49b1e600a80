"""Two people bid for the sides of a game: one at a desk, one on a phone, and a stranger who watches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def test_two_people_bid_for_the_sides_and_play_a_rematch(table: Callable[..., Table]) -> None:
    anna, boris, stranger = table(), table(color_scheme="dark", **PHONE), table()
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-barbarossa").check()
    expect(anna.at("seat-bid")).to_have_count(0)  # not against the computer
    anna.page.get_by_test_id("who-friend").check()
    anna.page.get_by_test_id("seat-bid").check()
    expect(anna.at("draw_modifiers-axis")).to_have_count(0)
    expect(anna.at("summary")).to_contain_text("Both bid for the sides.")
    anna.at("my-name").fill("Anna")
    anna.at("shared").check()
    anna.at("bid-what").scroll_into_view_if_needed()
    anna.shot("sides-new")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    game = anna.page.url.rpartition("/")[2]
    expect(anna.at("bid-status")).to_contain_text("Nobody has joined yet")

    # The keyboard alone: the side, the steps, the seal.
    anna.at("bid-axis").focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Tab")
    for _ in range(3):
        anna.page.keyboard.press("ArrowDown")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    expect(anna.at("bid-status")).to_contain_text("Your bid is sealed: the Soviets, 3")
    anna.shot("sides-sealed")

    stranger.page.goto(stranger.address)
    offer = stranger.at(f"lobby-{game}")
    expect(offer.get_by_test_id("differences")).to_contain_text("Sides by bid")
    expect(offer.get_by_test_id("take")).to_have_text("Take the seat and bid")
    stranger.shot("sides-lobby")
    stranger.page.goto(anna.page.url)
    expect(stranger.at("bid-watch")).to_contain_text("being bid for")

    boris.page.goto(link)
    expect(boris.at("invited")).to_contain_text("both of you bid for them")
    expect(boris.at("differences")).to_contain_text("Sides by bid")
    boris.at("join-yes").wait_for()
    boris.shot("sides-invited-phone")
    boris.at("my-name").fill("Boris")
    boris.at("join-yes").click()
    expect(boris.at("bid-status")).to_contain_text("The other player’s bid is in.")
    expect(anna.at("bid-status")).to_contain_text("The other player has not bid yet.")
    expect(anna.page.get_by_test_id("bidder").nth(1)).to_contain_text("Boris")
    boris.at("bid-soviet").check()
    boris.at("bid-1").check()
    boris.shot("sides-bid-phone")
    anna.page.goto(anna.address)
    expect(anna.at(f"game-{game}")).to_contain_text("Waiting for the other bid")
    anna.shot("sides-home")
    anna.page.go_back()
    anna.at("bid-change").click()
    expect(anna.at("bid-3")).to_be_checked()
    anna.shot("sides-change")

    boris.at("seal").click()
    expect(boris.at("seat-of-axis")).to_contain_text("Boris")
    expect(anna.at("seat-of-soviet")).to_contain_text("Anna")
    expect(stranger.at("seat-of-axis")).to_contain_text("Boris")
    for one in (anna, boris):
        expect(one.at("settled")).to_contain_text("Anna bid 3 against 1, plays the Soviets")
    for one in (anna, stranger):
        expect(one.at("handicap")).to_contain_text("Axis +2")
    stranger.page.get_by_role("tab", name="Log").click()
    said = stranger.page.get_by_text("Sides by bid: both wanted the Soviet side. The host bid 3, the guest 1")
    expect(said).to_be_visible()
    anna.shot("sides-settled")
    stranger.shot("sides-log")
    boris.shot("sides-settled-phone")

    boris.at("menu").click()
    boris.at("resign").click()
    boris.at("resign-yes").click()
    anna.at("rematch").click()
    boris.at("accept-rematch").click()
    expect(boris.at("seat-of-soviet")).to_contain_text("Boris")
    expect(boris.at("handicap")).to_contain_text("Axis +2")
    label = boris.at("handicap").locator("dt").bounding_box()
    assert label is not None
    assert label["width"] <= 1, "a phone shows the sign alone"


def test_a_bid_for_a_match_says_what_it_gives_in_both_games(table: Callable[..., Table]) -> None:
    anna = table()
    wanted = {"scenario": "barbarossa", "axis": "human", "soviet": "open", "bid": True, "pair": True}
    made = anna.page.request.post(f"{anna.address}/api/games", data=wanted).json()
    anna.page.goto(f"{anna.address}/g/{made['id']}")
    expect(anna.at("bid-match")).to_contain_text("so it holds in both")
    expect(anna.page.get_by_test_id("match-line")).to_have_count(0)  # 0 : 0 says nothing
    anna.at("bid-4").check()
    anna.at("seal").click()
    expect(anna.at("bid-status")).to_contain_text("the Axis, 4 – Two cards more each turn and +1 on the combat dice")


def test_two_who_have_not_begun_bid_after_all(table: Callable[..., Table]) -> None:
    """The game was made with sides; before its first move one proposes to bid for them, the other agrees on a phone."""
    anna, boris = table(), table(**PHONE)
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-barbarossa").check()
    anna.page.get_by_test_id("who-friend").check()
    anna.at("my-name").fill("Anna")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    boris.page.goto(link)
    boris.at("my-name").fill("Boris")
    boris.at("join-yes").click()
    boris.at("menu").wait_for()

    boris.at("menu").click()
    boris.at("may-bids").scroll_into_view_if_needed()
    boris.shot("sides-propose-phone")
    boris.at("may-bids").click()
    expect(anna.at("proposal-bids")).to_contain_text("to bid for the sides; the game is dealt anew")
    anna.shot("sides-proposed")
    anna.at("accept-bids").click()
    for one in (anna, boris):
        expect(one.at("bid-status")).to_be_visible()
    boris.shot("sides-agreed-phone")
    for one in (anna, boris):
        one.at("bid-axis").check()
        one.at("seal").click()
    for one in (anna, boris):
        expect(one.at("tray")).to_be_visible()
