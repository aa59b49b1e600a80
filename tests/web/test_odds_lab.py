"""The odds lab: any battle, either side, variants that keep what they hold, and the way to real orders."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table
from web.test_overlays import ask, sit

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

BATTLE = """turn 7
phase combat axis
unit G1Pz 1511
unit G4 1610
unit G6 1510
unit S_W 1611
unit S_SW 1612 back
supports 2 0
"""


def open_lab(table: Callable[..., Table]) -> Table:
    mine = sit(table, BATTLE)
    mine.page.keyboard.press("o")
    mine.at("lab-panel").wait_for()
    return mine


def choose(mine: Table, target: str, *units: str) -> None:
    mine.at("lab-add").select_option(value=target)
    for unit in units:
        expect(mine.at(f"lab-unit-{unit}")).not_to_be_checked()  # check() leaves a box alone that looks ticked
        mine.at(f"lab-unit-{unit}").check()


def test_the_lab_says_what_the_engine_says(table: Callable[..., Table]) -> None:
    mine = open_lab(table)
    choose(mine, "1611", "G1Pz", "G4")
    mine.at("forecast").wait_for()
    told = ask(mine, kind="forecast", attackers=["G1Pz", "G4"], targets=["1611"])
    words = {1: "1 time in 6", 6: "always"}
    for chance in told["chances"]:
        row = mine.at(f"chance-{chance['result']}").text_content() or ""
        assert words.get(chance["times"], f"{chance['times']} times in 6") in row
    assert mine.at("odds").locator(".columns .on").text_content() == told["odds"]["column"]
    assert told["odds"]["initial"] != told["odds"]["column"]
    assert mine.at("odds-fought").text_content() == told["odds"]["column"]
    assert told["odds"]["initial"] in (mine.at("odds-before").text_content() or "")
    mine.shot("lab")


def test_changing_one_thing_keeps_the_rest_and_variants_keep_their_own(table: Callable[..., Table]) -> None:
    mine = open_lab(table)
    choose(mine, "1611", "G1Pz", "G4")
    mine.at("lab-support").check()
    mine.at("variant-copy").click()
    mine.at("lab-unit-G4").uncheck()
    expect(mine.at("lab-unit-G1Pz")).to_be_checked()
    expect(mine.at("lab-support")).to_be_checked()
    mine.at("lab-target-1611").wait_for()
    mine.at("variant-0").click()
    expect(mine.at("lab-unit-G4")).to_be_checked()
    mine.at("variant-1").click()
    expect(mine.at("lab-unit-G4")).not_to_be_checked()


def test_the_map_chooses_too_and_the_enemy_may_attack_us(table: Callable[..., Table]) -> None:
    mine = open_lab(table)
    choose(mine, "1511")
    mine.at("lab-all").click()
    mine.at("forecast").wait_for()
    told = ask(mine, kind="forecast", attackers=["S_SW", "S_W"], targets=["1511"])
    assert "Soviet table" in (mine.at("odds").text_content() or "")
    assert mine.at("odds").locator(".columns .on").text_content() == told["odds"]["column"]
    x, y = mine.point("unit-S_SW")
    mine.page.mouse.click(x, y)
    mine.page.wait_for_function("() => !document.querySelector('[data-testid=lab-unit-S_SW]').checked")
    assert mine.see().ply == 0


def test_the_plan_becomes_orders_and_says_what_could_not_be(table: Callable[..., Table]) -> None:
    mine = open_lab(table)
    choose(mine, "1611", "G1Pz", "G4")
    mine.page.locator("[data-unit=G6]").first.dispatch_event("click")
    mine.at("lab-unit-G6").wait_for()
    mine.at("lab-plan").click()
    mine.page.get_by_text("1 target declared").wait_for()
    mine.do("primary")
    for _ in range(4):
        if mine.see().code in ("next_battle", "compose"):
            break
        mine.step()
    assert mine.see().code in ("next_battle", "compose")
    mine.at("lab-plan").click()
    mine.page.get_by_text("Not possible").wait_for()
    game = mine.page.url.rpartition("/")[2]
    battle = mine.page.request.get(f"{mine.address}/api/games/{game}").json()["view"]["battle"]
    assert (battle["targets"], sorted(battle["attackers"])) == (["1611"], ["G1Pz", "G4"])


def test_the_lab_says_what_cards_could_make_of_it(table: Callable[..., Table]) -> None:
    """Those of one's own hand, and the worst of those that the other side may hold; a click tells all about a card."""
    mine = sit(table, BATTLE + "hand axis 6 8\nhand soviet 3 4\n")
    mine.page.keyboard.press("o")
    mine.at("lab-panel").wait_for()
    choose(mine, "1611", "G1Pz", "G4")
    told = ask(mine, kind="forecast", attackers=["G1Pz", "G4"], targets=["1611"])["cards"]
    own = mine.at("own-cards")
    own.wait_for()
    expect(own.locator("li")).to_have_count(1)
    expect(own).to_contain_text(next(card["column"] for card in told if card["card"] == 6))
    worst = next(card for card in told if card["side"] == "soviet")
    expect(mine.at("their-cards").locator("summary")).to_contain_text(worst["title"])
    mine.at("their-cards").locator("summary").click()
    mine.shot("lab-cards")
    mine.at("their-cards").get_by_role("button").first.click()
    expect(mine.at("info")).to_contain_text(worst["title"])
