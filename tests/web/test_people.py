"""Two people, each at a browser of their own: the whole story of a game between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def test_two_people_play_from_the_invitation_to_the_rematch(table: Callable[..., Table]) -> None:
    anna = table()
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-barbarossa").check()
    anna.page.get_by_test_id("who-friend").check()
    anna.page.get_by_test_id("seat-axis").check()
    anna.at("my-name").fill("Anna")
    anna.page.get_by_test_id("color-teal").check(force=True)
    anna.shot("people-new")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    expect(anna.at("seat-of-soviet")).to_contain_text("Open seat")

    boris = table(**PHONE)
    boris.page.goto(link)
    expect(boris.at("invited")).to_contain_text("Anna invites you")
    boris.at("join-yes").wait_for()
    boris.shot("people-invited-phone")
    boris.join(link, "Boris")
    expect(anna.at("seat-of-soviet")).to_contain_text("Boris")
    expect(anna.at("presence-soviet")).to_contain_text("here")
    expect(boris.at("seat-of-axis")).to_contain_text("Anna")
    expect(boris.at("waits")).to_contain_text("Waiting for Anna")
    expect(anna.at("waits")).to_contain_text("Your turn")
    anna.shot("people-table")
    boris.shot("people-table-phone")

    watcher = table()
    watcher.page.goto(anna.page.url)
    expect(anna.at("watchers")).to_contain_text("1")
