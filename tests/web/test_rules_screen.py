"""The rulebook on the screen: search, links between rules, rulings, what this game plays differently; the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.screens import book, close
from web.table import Table
from web.test_odds_lab import BATTLE, choose
from web.test_overlays import FRONT, sit

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]


def test_a_search_finds_sections_and_a_number_leads_on(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.at("rules").click()
    search = mine.at("rules-search")
    search.fill("strategic reserve detrain")
    sections = mine.page.locator("[data-testid=rules-body] section")
    mine.page.get_by_role("status").filter(has_text="section").first.wait_for()
    assert 0 < sections.count() < 20, "of the whole book, not of the chapter that was open"
    for text in sections.all_text_contents():
        assert all(word in text.lower() for word in ("strategic", "reserve", "detrain"))
    link = mine.page.locator("[data-testid=rules-body] a[data-rule]").first
    rule = link.get_attribute("data-rule")
    link.click()
    mine.page.wait_for_function("() => document.activeElement?.dataset.section !== undefined")
    found = mine.page.evaluate("() => document.activeElement.dataset.section")
    assert (rule or "").startswith(found)
    mine.shot("rules")
    close(mine)


def test_a_rule_number_beside_the_odds_opens_that_rule(table: Callable[..., Table]) -> None:
    mine = sit(table, BATTLE)
    mine.page.keyboard.press("o")
    choose(mine, "1611", "G1Pz")
    mine.page.locator("[data-testid=odds] .rule").first.click()
    mine.page.wait_for_function("() => document.activeElement?.dataset.section === '10.6.3'")
    close(mine)


def test_rulings_and_differences_have_their_pages(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.at("rules").click()
    mine.at("rules-chapters").get_by_role("button", name="8 Movement").click()
    mine.page.locator("[data-section='8.5.3']").wait_for()
    assert mine.page.locator("[data-section='8.5.3'] li").count() == 0, "a line that begins with a hex is no list"
    mine.at("rules-next").click()
    mine.page.locator("[data-section='9.1']").wait_for()
    mine.at("book-rulings").click()
    expect(mine.at("rules-body")).to_contain_text("C-12")
    mine.at("book-differences").click()
    expect(mine.at("rules-body")).to_contain_text("Rule set")
    assert "<script" not in mine.at("rules-body").inner_html()
    close(mine)


def test_the_tables_light_the_case_at_hand(table: Callable[..., Table]) -> None:
    mine = sit(table, BATTLE)
    mine.page.keyboard.press("o")
    choose(mine, "1611", "G1Pz")
    mine.at("forecast").wait_for()
    column = mine.at("odds").locator(".columns .on").text_content()
    mine.at("tables").click()
    expect(mine.at("crt-axis").locator("thead .on")).to_have_text(column or "a column")
    assert mine.at("crt-axis").locator("td.on").count() == 6
    assert mine.at("crt-soviet").locator(".on").count() == 0
    assert mine.at("terrain-table").locator("tr.on th").text_content() == "clear"
    mine.shot("tables")
    close(mine)


def test_the_book_is_printed_whole_in_columns_and_without_the_table(table: Callable[..., Table]) -> None:
    mine = sit(table, FRONT)
    mine.at("rules").click()
    mine.at("rules-print").wait_for()
    mine.page.evaluate("""() => { window.print = () => {
      const book = document.querySelector("[data-book]");
      window.printed = [book.querySelectorAll("section").length, getComputedStyle(book).columnCount];
    }; }""")
    mine.page.emulate_media(media="print")
    expect(mine.page.locator("[data-paper]").first).to_be_hidden()
    expect(mine.at("rules-search")).to_be_hidden()
    assert mine.page.locator("[data-book] section").first.is_visible()
    mine.at("rules-print").dispatch_event("click")
    mine.page.wait_for_function("() => window.printed")
    sections, columns = mine.page.evaluate("window.printed")
    assert (sections > 150, columns) == (True, "2")
    mine.page.emulate_media(media="screen")
    close(mine)


def test_on_a_phone_the_book_keeps_to_its_frame(table: Callable[..., Table]) -> None:
    """A rule is read from its heading on, in the reader's language; English is a press away, and keeps the place."""
    mine = sit(table, FRONT, **PHONE, locale="de-DE")
    book("rules")(mine)
    mine.at("rules-chapters").get_by_role("button", name="10 Kampf").click()
    body = mine.at("rules-body")
    body.locator("[data-section='10.6.3']").evaluate("(e) => e.scrollIntoView()")
    mine.at("rules-language").click()
    expect(body.locator("[data-section='10.6.3'] h4")).to_have_text("10.6.3 Armor")
    mine.page.wait_for_function("() => document.activeElement?.dataset.section === '10.6.3'")
    heading, frame = body.locator("[data-section='10.6.3'] h4").bounding_box(), body.bounding_box()
    assert heading
    assert frame
    assert frame["y"] <= heading["y"] < frame["y"] + 60
    sheet = mine.page.locator("dialog[open]")
    right = "(one) => one.getBoundingClientRect().right"
    within = f"(e) => Math.max(...[...e.querySelectorAll('.top > *, .find > *')].map({right})) <= ({right})(e)"
    assert sheet.evaluate(within)
    assert sheet.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1"), "the text scrolls, and nothing else"
    for chapter in ("11", "12", "13"):
        mine.at("rules-next").click()
        expect(mine.at("rules-chapters").locator("[aria-current=true]")).to_have_text(chapter)
    row, open_one = (mine.at("rules-chapters").bounding_box(), mine.page.locator("[aria-current=true]").bounding_box())
    assert row
    assert open_one
    assert row["x"] <= open_one["x"], "the open chapter is in sight in its row"
    assert open_one["x"] + open_one["width"] <= row["x"] + row["width"] + 1
