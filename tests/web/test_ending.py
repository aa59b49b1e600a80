"""The end of a game is shown on a sheet of its own: verdict, map, how it came to that, the ways on, and a picture."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

KEPT = Path(__file__).resolve().parents[1] / "saved_games"
WON_BY_AXIS = "103-saturn-classic-axis-objectives"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_LOADED = "() => performance.getEntriesByType('resource').some((one) => /EndingSheet.*js/.test(one.name))"


def kept(table: Table, name: str = WON_BY_AXIS) -> str:
    """A game that was played to its end, as one of this browser."""
    save = (KEPT / f"{name}.jsonl").read_text(encoding="utf-8")
    return str(table.page.request.post(f"{table.address}/api/games/import", data={"save": save}).json()["id"])


def given_up(table: Table, loser: str, **wanted: str) -> str:
    """A game against the computer that this browser has given up, or won."""
    games = f"{table.address}/api/games"
    made = str(table.page.request.post(games, data={"scenario": "na_berlin", **wanted}).json()["id"])
    ply = table.page.request.get(f"{games}/{made}").json()["ply"]
    data = {"ply": ply, "action": {"type": "Resign", "side": loser}}
    assert table.page.request.post(f"{games}/{made}/actions", data=data).ok
    return made


def test_a_finished_game_opens_with_its_end(table: Callable[..., Table]) -> None:
    """The verdict has the focus; key moments lead to their step, and the sheet comes again on wish alone."""
    one = table(own=True)
    one.page.goto(one.address)
    one.at("begin").wait_for()
    assert not one.page.evaluate(_LOADED), "who plays does not load it"
    one.page.goto(f"{one.address}/g/{kept(one)}")
    expect(one.at("verdict")).to_have_text("Victory for the Axis")
    expect(one.at("verdict")).to_be_focused()
    expect(one.at("ending")).to_contain_text("Key moments")
    one.at("ending-map").wait_for()
    figures = one.at("ending-figures")
    expect(figures.get_by_role("row", name="Cities held")).to_contain_text("258")
    expect(figures.get_by_role("row", name="Units surrendered")).to_contain_text("12")
    taken = one.at("turning").get_by_role("button", name="Turn 12 Axis: Voronezh taken")
    one.shot("ending")
    taken.click()
    expect(one.at("replay")).to_contain_text("Turn 12")
    one.at("replay-leave").click()
    expect(one.at("ending")).to_have_count(0)
    one.at("show-ending").click()
    expect(one.at("verdict")).to_be_focused()
    one.page.keyboard.press("Escape")
    expect(one.at("ending")).to_have_count(0)


def test_the_end_comes_to_whoever_plays(table: Callable[..., Table]) -> None:
    """It opens in the moment of the end, with the loser's verdict; not again after a look at one step."""
    one = table()
    made = one.page.request.post(f"{one.address}/api/games", data={"scenario": "na_berlin", "soviet": "computer"})
    one.open(made.json()["id"])
    one.at("menu").click()
    one.at("resign").click()
    one.at("resign-yes").click()
    expect(one.page.get_by_role("dialog")).to_contain_text("You have lost.")
    expect(one.at("verdict")).to_have_text("Victory for the Soviets")
    one.page.goto(f"{one.page.url}?s=1")
    one.at("replay").wait_for()
    expect(one.at("ending")).to_have_count(0)


def test_an_objective_without_supply_is_named(table: Callable[..., Table]) -> None:
    """It was held, and has not counted: the end says so of its side, and only there."""
    one = table()
    one.page.goto(f"{one.address}/g/{kept(one, '71-position-deluxe-soviet-total')}")
    expect(one.at("ending-cut-soviet")).to_have_text(
        "Soviet: Berlin 0503 held, but out of supply, and so not counted among the Objectives (12.1)."
    )
    expect(one.at("ending-cut-axis")).to_have_count(0)


def test_the_end_as_a_picture(table: Callable[..., Table]) -> None:
    """1200 by 630 dots, made by the page, with the map in it."""
    one = table()
    one.page.goto(f"{one.address}/g/{kept(one)}")
    with one.page.expect_download() as download:
        one.at("ending-png").click()
    assert download.value.suggested_filename.endswith("-axis.png")
    data = Path(download.value.path()).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) > 100_000, "the counters are in it; the terrain of the tests is bare"


def test_from_the_end_to_the_next_game(table: Callable[..., Table]) -> None:
    """The same again, the sides swapped, the next scenario; on a phone."""
    one = table(**PHONE)
    lost = given_up(one, "axis", soviet="computer", level="random")
    one.page.goto(f"{one.address}/g/{lost}")
    expect(one.at("next-scenario")).to_have_text("Next scenario: Barbarossa (campaign)")
    one.at("rematch").tap()
    one.page.wait_for_url(lambda url: "/g/" in url and lost not in url)
    swapped = one.page.request.get(one.page.url.replace("/g/", "/api/games/")).json()
    assert swapped["owned"] == ["soviet"]
    one.page.goto(f"{one.address}/g/{lost}")
    one.at("again").tap()
    one.page.wait_for_url(lambda url: "/g/" in url and lost not in url)
    same = one.page.request.get(one.page.url.replace("/g/", "/api/games/")).json()
    assert same["owned"] == ["axis"]
    alone = one.page.request.post(f"{one.address}/api/games/{kept(one)}/proposals/again", data={}).json()["game"]
    both = one.page.request.get(f"{one.address}/api/games/{alone}").json()
    assert both["owned"] == ["axis", "soviet"], "who plays both sides asks nobody"
    one.page.goto(f"{one.address}/g/{lost}")
    one.at("next-scenario").tap()
    expect(one.at("scenario-barbarossa")).to_be_checked()
    expect(one.at("scenario-barbarossa")).to_be_in_viewport()
