"""Ask: a question in words, the engine's answer on top, passages of the books below it, at last the host's model."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from server.model_host import ModelHost
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
    expect(answer.locator(".rule"), "what it says cites its rules").not_to_have_count(0)
    expect(mine.page.locator("path.flash"), "its hexes are lit").not_to_have_count(0)
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
    mine = sit(table, FRONT, **PHONE, locale="de-DE", own=True)
    mine.at("layers").click()
    mine.at("ask").click()
    mine.at("ask-text").fill("Wie viele Einheiten passen in ein Feld?")
    mine.at("ask-go").click()
    expect(mine.at("passage").first).to_have_attribute("data-passage", "8.4.1")
    mine.at("ask-model-go").click()
    mine.at("ask-model-agree").click()
    expect(mine.at("ask-model-marked")).to_contain_text("qx-7b")
    mine.at("ask-model-go").scroll_into_view_if_needed()
    mine.shot("ask-phone")
    mine.at("ask-text").fill("Karte 19A")
    mine.at("ask-go").click()
    card = mine.at("passage").first
    expect(card).to_have_attribute("data-passage", "19A")
    expect(card).to_contain_text("Kontrollzonen")
    card.locator("button.open").click()
    mine.page.wait_for_function("() => document.activeElement?.dataset.section === '19A'")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_hosts_model_is_asked(table: Callable[..., Table], model_host: ModelHost) -> None:
    mine = sit(table, FRONT, own=True)
    page, keyboard, before = mine.page, mine.page.keyboard, len(model_host.prompts)

    def ask(text: str) -> None:
        mine.at("ask-text").fill(text)
        keyboard.press("Enter")
        expect(mine.at("ask-model-go")).to_have_text("Ask the host's model")
        expect(mine.at("ask-model-go")).to_be_enabled()
        mine.at("ask-model-go").press("Enter")

    keyboard.press("w")
    ask("how many units fit into a hex?")
    # The reader is told where the words go, once, before anything is sent.
    expect(mine.at("ask-model-agree")).to_be_focused()
    expect(mine.at("ask-model-where")).to_contain_text(model_host.url.split("/")[2])
    expect(mine.at("ask-model-where")).to_contain_text("qx-7b")
    mine.at("ask-model-decline").press("Enter")
    expect(mine.at("ask-model-go")).to_be_focused()
    assert len(model_host.prompts) == before
    keyboard.press("Enter")
    expect(mine.at("ask-model-agree")).to_be_focused()
    keyboard.press("Enter")
    answer, said = mine.at("ask-model-answer"), mine.at("ask-model-said")
    expect(answer).to_contain_text("Two units fit into a hex.")
    expect(mine.at("ask-model-marked")).to_contain_text("qx-7b")
    expect(said).to_have_text("Two units fit into a hex. Fronts count as well. The answer is complete.")
    assert len(model_host.prompts) == before + 1
    assert not findings(page, "[data-testid=ask-panel]", both_themes=True)
    mine.at("ask-model-go").scroll_into_view_if_needed()
    mine.shot("ask-model")
    answer.locator("button").first.press("Enter")
    page.wait_for_function("() => document.activeElement?.dataset.section === '8.4.1'")
    keyboard.press("Escape")
    # It is stopped in the middle: what was there stays, and the model is told to stop.
    left = model_host.left
    ask("hang later: how many units fit into a hex?")
    expect(answer).to_contain_text("Two units fit")
    expect(mine.at("ask-model")).to_have_attribute("aria-busy", "true")
    expect(said).to_be_empty()
    mine.at("ask-model-go").press("Enter")
    expect(mine.at("ask-model-end")).to_have_text("Stopped.")
    expect(mine.at("ask-model-go")).to_be_focused()
    assert model_host.wait_for(lambda: model_host.left > left)
    # What cannot be checked is not shown; what went wrong is said.
    ask("say: All know it. It is [KEY]. So is [99.9] the number of units in a hex.")
    expect(answer).to_contain_text("[…]")
    expect(answer).to_contain_text("It is.")
    expect(answer).not_to_contain_text("know")
    ask("say: All units in a hex.")
    expect(mine.at("ask-model-end")).to_contain_text("could be checked")
    ask("status: 500 units in a hex")
    expect(mine.at("ask-model-end")).to_contain_text("unusable answer")
    # While a new question is being answered the model cannot be asked the one before.
    held: list[Route] = []
    page.route("**/ask?*", lambda route: held.append(route), times=1)
    with page.expect_request("**/ask?*"):
        mine.at("ask-text").fill("How many cards may I keep?")
        keyboard.press("Enter")
    expect(mine.at("ask-model-go")).to_be_disabled()
    held[0].continue_()
    expect(mine.at("ask-model-go")).to_be_enabled()
    # Even what the server would never send is text.
    evil = {"text": "<img src=x onerror='window.hacked = 1'>", "begins": "paragraph", "cites": ["8.4.1"]}

    def lie(route: Route) -> None:
        route.fulfill(body="".join(f"{json.dumps(one)}\n" for one in (evil, {"end": "whole"})))

    page.route("**/ask/model?*", lie)
    ask("units in a hex")
    expect(answer).to_contain_text("<img src=x")
    assert answer.locator("img, script, a").count() == 0
    assert page.evaluate("window.hacked") is None
