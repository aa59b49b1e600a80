"""Warned before it is too late, at the screen: marks on the map, a line beside the question, the list before a phase
ends, and the lock before a click that cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import LOSSES, ONLY_ONE, TWO_ARMIES, sit
from web.table import CARDS, MARKED, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]


def test_two_armies_that_will_surrender_are_told_everywhere(table: Callable[..., Table]) -> None:
    mine = sit(table, TWO_ARMIES)
    page = mine.page
    line = page.get_by_test_id("danger-line")
    line.wait_for()
    expect(line).to_contain_text("1st Panzer Army, 2nd Panzer Army: cut off. Surrender in the Removal Phase")
    for hex_ in ("1810", "1811"):
        expect(page.get_by_test_id(f"danger-at-{hex_}").locator("title")).to_contain_text("Surrender")
    expect(page.get_by_test_id("danger-at-1211")).to_be_attached()
    mine.shot("dangers")
    line.focus()
    page.keyboard.press("Enter")
    rows = page.get_by_test_id("danger-list")
    expect(rows).to_contain_text("Kiev (1211) stands empty: Northwest Front can walk in next turn.")
    page.keyboard.press("Escape")
    page.get_by_test_id("primary").click()
    first = page.get_by_test_id("danger-list").locator("> li").first
    expect(first).to_contain_text("Surrender in the Removal Phase")
    expect(first).to_contain_text("would be in supply in: Tula (1909)")
    expect(first).to_contain_text("Luftwaffe Support")
    mine.shot("dangers-checklist")
    page.get_by_test_id("check-back").click()
    assert mine.see().phase == "movement"


def test_a_loss_that_can_be_averted_is_told_though_the_list_is_muted(table: Callable[..., Table]) -> None:
    mine = sit(table, TWO_ARMIES)
    page = mine.page
    page.get_by_test_id("primary").click()
    for kind in ("move", "danger"):
        page.get_by_test_id(f"mute-{kind}").check()
    page.get_by_test_id("check-back").click()
    page.reload()
    page.get_by_test_id("danger-line").wait_for()
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("danger-list")).to_contain_text("Surrender in the Removal Phase")
    expect(page.get_by_test_id("danger-list")).not_to_contain_text("Kiev (1211) stands empty")
    expect(page.get_by_test_id("checklist").locator("li")).to_have_count(0)


def test_a_step_out_of_the_pocket_takes_the_warning_away(table: Callable[..., Table]) -> None:
    mine = sit(table, TWO_ARMIES)
    page = mine.page
    mine.pick_up("unit-G1Pz")
    mine.do("to-1909")
    expect(page.get_by_test_id("danger-at-1810")).to_have_count(0)
    expect(page.locator(".dangers .sign title").filter(has_text="1st Panzer Army: cut off")).to_have_count(0)


def test_placing_the_only_unit_is_asked_before_it_ends_the_phase(table: Callable[..., Table]) -> None:
    mine = sit(table, ONLY_ONE)
    page = mine.page
    seen = mine.see()
    while seen.code != "place":
        ply = seen.ply
        page.get_by_test_id("primary").click()
        if page.get_by_test_id("check-go").count():
            page.get_by_test_id("check-go").click()
        seen = mine.settled(ply)
    way = mine.lit(WAYS)[0]
    mine.click(way)
    expect(page.get_by_test_id("lock-go")).to_have_text("End the phase")
    expect(page.get_by_test_id("lock-what")).to_contain_text("Northwest")
    mine.shot("lock")
    page.get_by_test_id("lock-back").click()
    assert mine.see().code == "place"
    mine.click(way)
    ply = mine.see().ply
    page.get_by_test_id("lock-go").click()
    assert mine.settled(ply).phase != "organization"


def test_cards_are_marked_and_discarded_together(table: Callable[..., Table]) -> None:
    """By clicks and by digits; a mark can be taken back, and nothing is played before the way on."""
    mine = table(checklist=True)
    made = mine.page.request.post(
        f"{mine.address}/api/games",
        data={"scenario": "barbarossa", "rules": "deluxe", "axis": "human", "soviet": "human"},
    )
    seen = mine.open(made.json()["id"])
    way, cards = mine.at("primary"), mine.lit(CARDS)
    assert len(cards) >= 3
    expect(way).to_have_text("Choose 2 more cards")
    mine.click(cards[0])
    mine.click(cards[0])
    expect(mine.page.locator(MARKED)).to_have_count(0)
    mine.click(cards[0])
    mine.page.keyboard.press("2")
    expect(mine.at(cards[1])).to_have_attribute("aria-pressed", "true")
    expect(way).to_contain_text("Discard 2 cards")
    expect(way).to_contain_text("Cannot be undone")
    mine.shot("discard-marked")
    assert mine.see().ply == seen.ply, "nothing is played yet"
    mine.page.keyboard.press("Control+Enter")
    after = mine.settled(seen.ply + 1)
    assert after.code != "discard"
    expect(mine.at("lock-go")).to_have_count(0)


def test_a_unit_that_lights_nothing_says_why_at_once(table: Callable[..., Table]) -> None:
    """C-53: the Rumanians stand still on turn 1."""
    mine = sit(table, "turn 1\nrules living\nphase movement axis\nunit RUM3 0716\nunit G4 0611\nunit S_S 1013")
    mine.pick_up("unit-RUM3")
    expect(mine.page.get_by_test_id("toasts")).to_contain_text("may not move on turn 1")
    mine.shot("idle")


def test_an_event_that_changes_nothing_says_so_on_its_card(table: Callable[..., Table]) -> None:
    """28A against a roll that reads the same one column further left."""
    mine = table()
    seen = mine.set_up(
        "turn 7\nphase combat soviet\nunit S_W 1611\nunit G4 1511\nunit G6 1512\nhand axis 28",
        "window",
        eager=("DeclareTarget", "BeginBattle", "AssignAttacker", "Done", "Pass"),
    )
    page = mine.page
    assert seen.code == "window"
    note = page.get_by_test_id("card-28").locator(".note")
    idle = page.get_by_test_id("event-28").locator("small").count() == 1
    expect(note).to_have_text("Changes nothing here" if idle else "Can be played now")


def test_the_removal_phase_itself_names_the_card_that_saves(table: Callable[..., Table]) -> None:
    """11.1: whoever would pass is shown first what would save them."""
    mine = table(checklist=True)
    seen = mine.set_up(TWO_ARMIES, "window", eager=("Done", "Pass"))
    page = mine.page
    assert (seen.phase, seen.code) == ("removal", "window")
    page.get_by_test_id("danger-line").wait_for()
    expect(page.get_by_test_id("danger-line")).to_contain_text("Surrender in the Removal Phase")
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("danger-list")).to_contain_text("Card 6, Luftwaffe Support")
    page.get_by_test_id("check-back").click()
    assert mine.see().phase == "removal"


SIGNS = """(finger) => [...document.querySelectorAll('.dangers .around')].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.width < finger || box.height < finger;
}).length"""
"""How many danger signs answer in less than so many pixels."""


def test_danger_signs_answer_mouse_keyboard_and_finger(table: Callable[..., Table]) -> None:
    """A sign opens the card of its hex, which says what threatens there and what would help."""
    mine = sit(table, TWO_ARMIES)
    page = mine.page
    page.get_by_test_id("danger-line").wait_for()
    mine.at_rest()
    assert page.evaluate(SIGNS, 24) == 0
    page.mouse.click(*mine.middle("danger-at-1211"))
    told = page.get_by_test_id("info-dangers")
    expect(told).to_contain_text("Kiev (1211) stands empty")
    expect(told).to_contain_text("A unit of yours there keeps them from walking in.")
    page.keyboard.press("Escape")
    sign = page.get_by_test_id("danger-at-1810")
    sign.focus()
    expect(sign, "the cursor goes where the focus is").to_have_attribute("tabindex", "0")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("would be in supply in: Tula (1909)")
    page.keyboard.press("Escape")
    page.get_by_test_id("threat").click()
    expect(page.get_by_test_id("legend")).to_contain_text("something will be lost here")
    phone = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.page.context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": mine.address} for one in page.context.cookies()]
    )
    phone.open(page.url.rpartition("/")[2])
    phone.page.get_by_test_id("danger-line").wait_for()
    phone.at_rest()
    assert phone.page.evaluate(SIGNS, 44) == 0
    phone.page.touchscreen.tap(*phone.middle("danger-at-1810"))
    expect(phone.page.get_by_test_id("info-dangers")).to_contain_text("Surrender in the Removal Phase")


def test_a_loss_says_what_becomes_of_each_unit_and_asks_before_a_hex_is_lost(table: Callable[..., Table]) -> None:
    """10.7.1: the weakened 4th Army would leave its hex empty, the 9th only shows its weak side."""
    mine = table(checklist=True)
    eager = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")
    seen = mine.set_up(LOSSES, "step_loss", eager=eager)
    page = mine.page
    expect(page.get_by_test_id("pick-G9")).to_contain_text("9th Army is weakened to 3-4.")
    expect(page.get_by_test_id("pick-G4")).to_contain_text("4th Army is destroyed. 1511 stands empty then.")
    mine.shot("losses")
    mine.click("unit-G4")
    expect(page.get_by_test_id("lock-fate").first).to_contain_text("4th Army is destroyed.")
    mine.shot("losses-asked")
    page.get_by_test_id("lock-back").click()
    assert mine.see().ply == seen.ply
    mine.click("pick-G9")
    expect(page.get_by_test_id("lock-fate")).to_have_text("9th Army is weakened to 3-4.")
    page.get_by_test_id("lock-go").click()
    mine.settled(seen.ply)
