"""Players' pages: from a name at the table or in the lobby, and one's own, with its switch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def test_a_name_leads_to_a_page_that_its_player_can_hide(table: Callable[..., Table]) -> None:
    anna, boris = table(), table(color_scheme="dark", **PHONE)
    http = anna.page.request
    http.post(f"{anna.address}/api/me", data={"name": "Anna", "color": "teal"})
    boris.page.request.post(f"{anna.address}/api/me", data={"name": "Boris", "color": "red"})
    made = http.post(f"{anna.address}/api/games", data={"axis": "human", "soviet": "open", "shared": True}).json()
    over = http.post(f"{anna.address}/api/games", data={"axis": "human", "soviet": "open"}).json()
    for one in (made, over):
        assert boris.page.request.get(f"{anna.address}{one['links']['soviet']}").ok
    ply = http.get(f"{anna.address}/api/games/{over['id']}").json()["ply"]
    resign = {"ply": ply, "action": {"type": "Resign", "side": "axis"}}
    assert http.post(f"{anna.address}/api/games/{over['id']}/actions", data=resign).ok

    boris.page.goto(f"{anna.address}/g/{made['id']}")
    boris.at("seat-of-axis").get_by_role("link", name="Anna").click()
    expect(boris.at("figure-lost")).to_have_text("1")
    expect(boris.at("figure-running")).to_have_text("1")
    expect(boris.at("replies")).to_contain_text("Too few replies")
    expect(boris.at("show-figures")).to_have_count(0)
    boris.shot("profile-phone")
    page = boris.page.url

    stranger = table()
    stranger.page.goto(anna.address)
    offer = stranger.at(f"lobby-{made['id']}")
    offer.get_by_role("link", name="Anna").focus()
    stranger.page.keyboard.press("Enter")
    expect(stranger.at("profile")).to_contain_text("Anna")
    stranger.shot("profile")

    anna.page.goto(anna.address)
    anna.at("home-me").click()
    anna.at("my-page").click()
    expect(anna.at("show-figures")).to_be_checked()
    anna.at("show-figures").focus()
    anna.page.keyboard.press("Space")
    expect(anna.at("page-hidden")).to_be_visible()
    anna.shot("profile-mine")
    stranger.page.goto(page)
    expect(stranger.at("no-page")).to_be_visible()
    stranger.page.goto(page[:-4] + "0000")
    expect(stranger.at("no-page")).to_be_visible()
    stranger.page.goto(anna.address)
    expect(stranger.at(f"lobby-{made['id']}")).to_contain_text("Anna")
    expect(stranger.at(f"lobby-{made['id']}").get_by_role("link", name="Anna")).to_have_count(0)
