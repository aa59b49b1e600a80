"""What a host orders is seen: by the player whom it is about, in the player's language, and on the page of the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from server.accounts import HOST, PASSWORD, Place
from web.table import Table
from web.test_accounts import PHONE, place, site, visit, whole  # noqa: F401  (fixtures)

if TYPE_CHECKING:
    from server.support import Browser

pytestmark = pytest.mark.browser


def as_in(one: Table, browser: Browser) -> Table:
    """A page that has the cookie of another browser."""
    kept = [
        {"name": cookie.name, "value": cookie.value or "", "url": one.address} for cookie in browser.http.cookies.jar
    ]
    one.page.context.add_cookies(kept)  # type: ignore[arg-type]
    return one


def test_a_host_suspends_a_player_who_is_told(place: Place, visit: Callable[..., Table]) -> None:  # noqa: F811
    host, anna = place.made(place.visitor(), HOST), place.visitor()
    anna.http.post("/api/me", json={"name": "Anna", "color": "teal"})
    game = anna.create()
    desk = as_in(visit("/"), host)
    desk.page.goto(f"{desk.address}/admin")
    desk.at("admin-why").fill("insults")
    desk.at("admin-hours").select_option("168")
    desk.at("admin-text").fill("anna")
    desk.at("admin-find").click()
    desk.at("admin-data").click()
    desk.at("admin-password").fill(PASSWORD)
    with desk.page.expect_download() as data:
        desk.at("admin-yes").click()
    assert data.value.suggested_filename == "noretreat-player.zip"
    desk.at("admin-suspend").click()
    expect(desk.at("admin-lift")).to_be_visible()
    expect(desk.at("admin-log").locator("li").first).to_contain_text("insults")
    desk.at("admin-said").fill("We move tonight.")
    desk.at("admin-announce").click()
    expect(desk.at("admin-stop-announce")).to_be_visible()
    whole(desk)
    phone = as_in(visit("/", locale="de-DE", **PHONE), anna)
    phone.page.goto(f"{phone.address}/g/{game}")
    expect(phone.at("host-says")).to_contain_text("We move tonight.")
    expect(phone.at("host-says")).to_contain_text("hat dich gesperrt, bis")
    phone.at("host-says-close").click()
    expect(phone.at("host-says")).to_have_count(0)
    desk.at("admin-lift").click()
    desk.at("admin-stop-announce").click()
    expect(desk.at("host-says")).to_have_count(0)
    desk.at("admin-remove").first.click()
    desk.at("admin-password").fill(PASSWORD)
    desk.at("admin-yes").click()
    expect(desk.at("admin-log").locator("li").first).to_contain_text("deleted")
    desk.page.goto(f"{desk.address}/account")
    expect(desk.at("to-admin")).to_be_visible()
    phone.page.goto(f"{phone.address}/admin")
    expect(phone.at("admin-none")).to_be_visible()
