"""Browsers as people have them: a translator at work, another script on the keys, no cookies, a mistyped address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect
from web.phases import onward
from web.screens import make
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

TRANSLATOR = """(heeds) => {
  // As the translators of browsers do it: the text node goes, and elements with its translation come in its place.
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const within = text.parentElement;
      if (!text.data.trim() || !within || within.closest('font, script, style')) continue;
      if (heeds && within.closest('[translate]')?.getAttribute('translate') === 'no') continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
    if (node.nodeType === 1 && node.localName !== 'font') translate(node);
  }))).observe(document.body, { childList: true, subtree: true });
}"""
NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });"""


def shown(table: Table) -> str:
    """The question as the reader sees it."""
    return table.at("prompt").inner_text().strip()


def asked(table: Table) -> str:
    """The question as the server asks it."""
    game = table.page.url.rpartition("/")[2]
    answer = table.page.request.get(f"{table.address}/api/games/{game}")
    return str(answer.json()["view"]["prompt"]["text"])


def test_a_page_under_a_translator_shows_the_phase_it_is_in(table: Callable[..., Table]) -> None:
    """What changes is not to be translated; the rulebook may be. One that does not heed that is noticed."""
    mine = table()
    seen = mine.open(make(mine, rules="deluxe"))
    mine.page.evaluate(TRANSLATOR, True)
    phases = set()
    for _ in range(6):
        seen = onward(mine, seen)
        phases.add(seen.phase)
        assert shown(mine) == asked(mine)
    assert len(phases) > 1
    mine.click("rules")
    mine.page.locator("[data-testid=rules-body] section font").first.wait_for(state="attached")
    mine.page.keyboard.press("Escape")
    expect(mine.at("translated")).to_have_count(0)
    mine.page.evaluate(TRANSLATOR, False)
    expect(mine.at("translated")).to_contain_text("A translator is changing this page")
    mine.shot("translated")


def press(page: Page, key: str, code: str) -> None:
    """Presses a key that bears a letter of another script."""
    keys = page.context.new_cdp_session(page)
    for kind in ("keyDown", "keyUp"):
        keys.send("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": code, "text": key})


def test_shortcuts_work_on_a_cyrillic_keyboard(table: Callable[..., Table]) -> None:
    mine = table()
    mine.open(make(mine, rules="deluxe"))
    page = mine.page
    press(page, "л", "KeyK")
    expect(mine.at("victory-sheet")).to_be_visible()
    press(page, "л", "KeyK")
    expect(mine.at("victory-sheet")).to_have_count(0)
    press(page, "щ", "KeyO")
    expect(mine.at("lab-panel")).to_be_visible()


def test_where_cookies_are_refused_no_game_is_made_and_it_is_said_why(table: Callable[..., Table]) -> None:
    """In the reader's language; nothing that such a browser keeps for itself is there either."""
    mine = table(locale="de-DE")
    page = mine.page
    page.add_init_script(NO_STORAGE)
    made: list[str] = []

    def refuse(route: Route) -> None:
        """Asks the server in the page's place, without a cookie on either way."""
        request = route.request
        if request.method == "POST" and not request.url.endswith("/api/cookie"):
            made.append(request.url)
        headers = {name: value for name, value in request.headers.items() if name != "cookie"}
        answer = httpx.request(request.method, request.url, headers=headers, content=request.post_data_buffer)
        route.fulfill(status=answer.status_code, content_type=answer.headers["content-type"], body=answer.content)

    page.route("**/api/**", refuse)
    page.goto(mine.address)
    mine.at("begin").click()
    expect(mine.at("cookies-refused")).to_contain_text("Dieser Browser lehnt Cookies ab")
    page.goto(f"{mine.address}/learn")
    mine.at("lesson-march").click()
    expect(mine.at("cookies-refused")).to_be_visible()
    mine.shot("cookies-refused")
    assert made == []
    page.unroute("**/api/**")
    mine.at("lesson-march").click()
    mine.settled()
    expect(mine.at("cookies-refused")).to_have_count(0)


def test_an_address_that_makes_no_sense_is_as_if_it_were_not_there(table: Callable[..., Table]) -> None:
    mine = table()
    game = make(mine, rules="deluxe")
    mine.open(game)
    for step in ("abc", "-5", ""):
        mine.page.goto(f"{mine.address}/g/{game}/?s={step}")
        mine.settled()
        expect(mine.at("replay")).to_have_count(0)
        assert mine.page.url.startswith(f"{mine.address}/g/{game}?")
    mine.page.goto(f"{mine.address}/edit/")
    mine.page.wait_for_url("**/edit")
    mine.at("editor").wait_for()
