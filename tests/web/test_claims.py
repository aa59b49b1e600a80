"""Claims and notices as two people see them: what is said before, by when a move voids it, and the way back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from server.support import Server
from web.axe import findings, too_small
from web.table import Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def let_pass(server: Server, game: str, days: float) -> None:
    """Lets so much time pass in a game: all that it counts from is set back."""

    def earlier(at: str) -> str:
        return (datetime.fromisoformat(at) - timedelta(days=days)).isoformat(timespec="milliseconds")

    with sqlite3.connect(server.folder / "games.db", timeout=30) as store:
        ((pace,),) = store.execute("SELECT pace FROM game WHERE id = ?", (game,)).fetchall()
        found = json.loads(pace)
        found["since"] = earlier(found["since"])
        store.execute("UPDATE game SET pace = ? WHERE id = ?", (json.dumps(found), game))
        for kind, at in store.execute("SELECT kind, at FROM proposal WHERE game = ?", (game,)).fetchall():
            store.execute("UPDATE proposal SET at = ? WHERE game = ? AND kind = ?", (earlier(at), game, kind))
    store.close()


@pytest.mark.slow
def test_a_claim_is_asked_for_waits_and_the_replaced_player_comes_back(
    table: Callable[..., Table], server: Server
) -> None:
    anna = table()
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-barbarossa").check()
    anna.page.get_by_test_id("who-friend").check()
    anna.page.get_by_test_id("seat-axis").check()
    anna.at("my-name").fill("Anna")
    anna.at("terms").click()
    anna.at("clock").select_option("live")
    expect(anna.at("grace-what")).to_contain_text("two minutes")
    anna.at("clock").select_option("3")
    expect(anna.at("grace")).to_have_value("86400")
    anna.at("grace").select_option("172800")
    anna.shot("claims-new")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    game = anna.page.url.rpartition("/")[2]
    boris = table(**PHONE)
    boris.join(link, "Boris")
    expect(boris.at("waits")).to_contain_text("Waiting for Anna")

    let_pass(server, game, 3.1)
    boris.page.reload()
    boris.at("menu").click()
    boris.at("may-replace").click()
    expect(boris.at("together")).to_contain_text("2 days")
    boris.shot("claims-sure-phone")
    boris.at("may-replace").click()
    expect(boris.at("claimed-replace")).to_contain_text("You claim that the computer play")
    expect(anna.at("claimed-replace")).to_contain_text("If you move before, the claim is void.")
    assert boris.at("carry-out-replace").count() == 0
    anna.shot("claims-against")
    boris.shot("claims-mine-phone")
    assert findings(anna.page, both_themes=True) == []
    boris.at("claim-void").click()
    anna.at("claimed-replace").wait_for(state="detached")
    boris.at("menu").click()
    boris.at("may-replace").click()
    boris.at("may-replace").click()
    anna.at("claimed-replace").wait_for()
    anna.page.goto(anna.address)
    expect(anna.at(f"game-{game}").get_by_test_id("claimed")).to_contain_text("Claim against you: move before")
    anna.shot("claims-list")

    let_pass(server, game, 2.1)
    boris.page.reload()
    boris.at("carry-out-replace").click()
    expect(boris.at("seat-of-axis")).to_contain_text("Computer, for Anna")
    anna.page.reload()
    expect(anna.at(f"game-{game}").get_by_test_id("left-seat")).to_contain_text(
        "The computer plays the Axis side for you"
    )
    anna.shot("claims-left-list")
    anna.page.goto(f"{anna.address}/g/{game}")
    expect(anna.at("left-seat")).to_contain_text("The computer plays for you")
    anna.at("may-return").click()
    expect(boris.at("proposal-return")).to_contain_text("Anna proposes: to come back to the seat")
    anna.shot("claims-left")
    boris.shot("claims-return-phone")
    boris.at("accept-return").click()
    anna.at("left-seat").wait_for(state="detached")
    expect(anna.at("seat-of-axis")).to_contain_text("you")
    expect(boris.at("seat-of-axis")).not_to_contain_text("Computer")


def test_a_player_chooses_what_is_told_and_where(table: Callable[..., Table]) -> None:
    anna = table(**PHONE)
    anna.page.goto(anna.address)
    anna.at("home-me").click()
    anna.at("my-name").fill("Anna who chooses")
    anna.at("me-keep").click()
    anna.at("me").wait_for(state="detached")
    anna.at("home-me").click()
    anna.at("told").locator("summary").click()
    expect(anna.at("told-answer-mail")).not_to_be_checked()
    anna.at("told-message-mail").uncheck()
    anna.at("told-digest").select_option("18")
    anna.at("told-first").select_option("48")
    anna.at("told-always").check()
    anna.at("told-most").select_option("3")
    anna.shot("claims-told-phone")
    assert findings(anna.page, both_themes=True) == []
    assert too_small(anna.page, ".overlay, [role=dialog]") == []
    anna.at("told-keep").click()
    expect(anna.page.get_by_text("Saved.")).to_be_visible()
    anna.page.reload()
    anna.at("home-me").click()
    anna.at("told").locator("summary").click()
    expect(anna.at("told-message-mail")).not_to_be_checked()
    expect(anna.at("told-message-push")).to_be_checked()
    expect(anna.at("told-digest")).to_have_value("18")
    expect(anna.at("told-first")).to_have_value("48")
    expect(anna.at("told-always")).to_be_checked()
