"""The cards are told apart at a glance: an emblem for each family, what can be played now, and the whole card large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

HAND = f"{TWO_TARGETS}hand axis 21 10 18 17 6 11\nhand soviet 3 7 12 20 25\n"
FAMILIES = {21: "fortune", 10: "movement", 18: "supply", 17: "movement", 6: "fire", 11: "weather"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_LOADED = "() => performance.getEntriesByType('resource').some((one) => /emblems.*js/.test(one.name))"
_PEEPS = """(card) => {
  const sign = card.querySelector('.emblem').getBoundingClientRect();
  const hit = document.elementFromPoint(sign.x + sign.width / 2, sign.y + sign.height / 2);
  return card.contains(hit) && card.querySelectorAll('.emblem path').length > 0;
}"""

_SHIFTS = """() => {
  window.shifts = 0;
  window.watched = new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shifts += e.value; }));
  window.watched.observe({ type: 'layout-shift' });
}"""
_SHIFTED = """() => {
  for (const e of window.watched.takeRecords()) window.shifts += e.value;
  window.watched.disconnect();
  return window.shifts;
}"""


def test_six_cards_are_told_apart(table: Callable[..., Table]) -> None:
    """An emblem each, drawn and in sight; what can be played stands out, and no card of the other hand is there."""
    one = table(own=True)
    one.page.goto(one.address)
    one.at("begin").wait_for()
    assert not one.page.evaluate(_LOADED)
    one.set_up(HAND, "window", eager=("DeclareTarget", "AssignAttacker", "Done"))
    cards = one.at("hand").locator(".card")
    expect(cards).to_have_count(6)
    for number, family in FAMILIES.items():
        card = one.at(f"card-{number}")
        expect(card.locator(".emblem").first).to_have_attribute("data-family", family)
        expect(card.locator(".emblem path").first).to_be_attached()
        assert card.evaluate(_PEEPS), number
    played = {number for number in FAMILIES if "usable" in str(one.at(f"card-{number}").get_attribute("class"))}
    toned = {number for number in FAMILIES if "toned" in str(one.at(f"card-{number}").get_attribute("class"))}
    assert (played, toned) == ({21, 17, 6}, {10, 18, 11})
    lifted = {number: (one.at(f"card-{number}").bounding_box() or {"y": 0.0})["y"] for number in FAMILIES}
    assert max(lifted[number] for number in played) < min(lifted[number] for number in toned)
    assert "Black Sea Fleet" not in one.page.content()
    last = one.at("hand").locator(".card").last
    low = (last.bounding_box() or {"y": 0.0})["y"]
    one.page.evaluate(_SHIFTS)
    last.hover(position={"x": 30, "y": 16})
    one.at_rest()
    assert (last.bounding_box() or {"y": low})["y"] < low - 100
    one.page.mouse.move(600, 300)
    one.at_rest()
    assert one.page.evaluate(_SHIFTED) < 0.05, "it is drawn higher, the others make room, and the hand stays"
    one.shot("card-faces")


def test_a_card_opens_large(table: Callable[..., Table]) -> None:
    """From the raised card: what it does, when, whole, what it is good for, and the rule; on a phone as well."""
    one = table(**PHONE)
    one.set_up(HAND, "window", eager=("DeclareTarget", "AssignAttacker", "Done"))
    one.at("tab-hand").tap()
    card = one.at("card-6")
    expect(card.locator(".gist")).to_have_text("1 column right, or save a pocket")
    expect(card.locator(".when")).to_have_text("In a battle or in the Removal Phase")
    card.dispatch_event("contextmenu")
    face = one.at("card-face")
    expect(face.get_by_role("heading")).to_have_text("Luftwaffe Support")
    expect(face).to_contain_text("Guns and aircraft")
    expect(face).to_contain_text("Only while the initiative is Axis")
    sheet = one.at("info")
    expect(sheet).to_contain_text("its unsupplied Axis units survive")
    expect(sheet).to_contain_text("A sure column for a decisive battle")
    sheet.get_by_role("link", name="5.5").or_(sheet.get_by_role("button", name="5.5")).tap()
    expect(one.at("rules-body")).to_be_visible()
