"""A site at a path of its host, in a browser behind a proxy that takes the path off.

One that passes it on is the same to the browser; for the server see `tests/server/test_sub_path.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from server.proxy import Proxy
from server.support import Server
from web.conftest import SHOTS
from web.table import Table
from web.tongues import speak

from noretreat.storage.database import url_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_NOTE_WHAT_IS_MADE = """() => {
  const address = URL.createObjectURL;
  URL.createObjectURL = (made) => address(window.made = made);
}"""
"""From now on the page leaves what it made an address of last: nothing may be fetched from such an address."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a site behind a proxy."""
    proxy = Proxy("/wargames")
    arguments = ["serve", "--database-url", url_of(tmp_path), "--site", proxy.address, "--site-proxy", "127.0.0.1"]
    running = Server(tmp_path / "data", arguments=arguments)
    proxy.port = int(running.address.rpartition(":")[2])
    yield proxy.address
    proxy.close()
    running.close()


def map_is_drawn(mine: Table) -> None:
    """The drawing of the map is there, and has its names in the reader's language. The other servers have none."""
    terrain = mine.page.locator("img.terrain").first
    assert terrain.evaluate("(e) => e.decode().then(() => e.naturalWidth)") > 1000
    mine.page.evaluate(_NOTE_WHAT_IS_MADE)
    speak(mine.page, "ru")
    expect(terrain).to_have_attribute("src", re.compile(r"^blob:"))
    terrain.evaluate("(e) => e.decode()")
    made = mine.page.evaluate("() => window.made.text()")
    assert len(re.findall(r"<text[^>]*>[А-Я]", made)) > 10
    speak(mine.page, "en")


def test_a_game_is_played_at_a_path(site: str, context: Callable[..., BrowserContext]) -> None:
    host, guest = (
        Table(context(service_workers=workers).new_page(), f"{site}/", SHOTS) for workers in ("allow", "block")
    )
    asked: list[str] = []
    for one in (host, guest):
        one.page.on(
            "response", lambda answer: asked.append(answer.url if answer.ok else f"{answer.status} {answer.url}")
        )
    host.new_game(soviet="open")
    link = host.at("invite").input_value()
    assert link.startswith(f"{site}/join/")
    assert host.page.url.startswith(f"{site}/g/")
    host.at("invitation").wait_for()
    guest.join(link)
    host.at("invitation").wait_for(state="detached")  # heard over the live channel
    before = host.settled()
    moved = host.do(host.lit("[data-testid^='act-'], [data-testid=primary], .card.usable")[0])
    assert moved.ply > before.ply
    map_is_drawn(host)
    host.page.reload()
    assert host.settled().ply == moved.ply
    host.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    assert host.page.evaluate("async () => (await navigator.serviceWorker.ready).scope") == f"{site}/"
    assert {cookie["path"] for cookie in host.page.context.cookies()} == {"/wargames"}
    host.page.goto(f"{site}/?from=bookmark")
    expect(host.page.locator("[data-testid=games] article")).to_have_count(1)
    host.page.locator("[data-testid=games] article a.title").click()
    host.at("tray").wait_for()
    host.page.go_back()
    host.at("begin").wait_for()
    for path in ("edit", "learn", "recover"):
        host.page.goto(f"{site}/{path}")
        expect(host.page.locator("h1, h2").first).to_be_visible()
    assert [url for url in asked if not url.startswith((f"{site}/", "data:", "blob:"))] == []
    assert host.errors == guest.errors == []
