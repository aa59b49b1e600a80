"""Ask: a question in words, the engine's answer on top, passages of the books below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.axe import findings
from web.table import Table
from web.test_overlays import FRONT, sit

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]


def test_a_question_is_answered_by_the_engine_and_the_books(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    keyboard = mine.page.keyboard
    keyboard.press("w")
    expect(mine.at("ask-text")).to_be_focused()
    keyboard.type("is Riga in supply?")
    keyboard.press("Enter")
    answer = mine.at("ask-answer")
    answer.wait_for()
    assert answer.locator(".rule").count(), "what it says cites its rules"
    assert mine.page.locator("path.flash").count(), "its hexes are lit"
    expect(mine.at("passage").first.locator("mark").first).to_be_visible()
    assert not findings(mine.page, "[data-testid=ask-panel]", both_themes=True)
    mine.shot("ask")
    mine.at("ask-text").fill("how far may a beaten unit retreet")
    keyboard.press("Enter")
    first = mine.at("passage").first
    expect(first).to_have_attribute("data-passage", "10.7.5")
    first.locator("button.open").click()
    mine.page.wait_for_function("() => document.activeElement?.dataset.section === '10.7.5'")
    keyboard.press("Escape")
    expect(mine.at("rules-body")).to_have_count(0)
    expect(mine.at("ask-panel")).to_be_visible()
    mine.at("ask-text").press("Escape")
    expect(mine.at("ask-panel")).to_have_count(0)
    expect(mine.page.locator("path.flash")).to_have_count(0)


def test_on_a_phone_a_card_is_asked_for_in_the_readers_language(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT, **PHONE, locale="de-DE")
    mine.at("layers").click()
    mine.at("ask").click()
    mine.at("ask-text").fill("Wie viele Einheiten passen in ein Feld?")
    mine.at("ask-go").click()
    expect(mine.at("passage").first).to_have_attribute("data-passage", "8.4.1")
    mine.shot("ask-phone")
    mine.at("ask-text").fill("Karte 19A")
    mine.at("ask-go").click()
    card = mine.at("passage").first
    expect(card).to_have_attribute("data-passage", "19A")
    expect(card).to_contain_text("Kontrollzonen")
    card.locator("button.open").click()
    mine.page.wait_for_function("() => document.activeElement?.dataset.section === '19A'")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
