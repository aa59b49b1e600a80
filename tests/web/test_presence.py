"""Who looks at the game is here, and no other; a socket that brings nothing is not waited for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from web.screens import make
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import WebSocket, WebSocketRoute

pytestmark = pytest.mark.browser

SEEN = """(state) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""The tab comes to be seen, or to be hidden."""


def elsewhere(one: Table) -> int:
    """Acts for the player of a page, and not in it; returns the step that it leads to."""
    address = one.page.url.replace("/g/", "/api/games/")
    told = one.page.request.get(address).json()
    action = next(one for one in told["actions"] if one["type"] != "Resign")
    made = one.page.request.post(f"{address}/actions", data={"ply": told["ply"], "action": action})
    assert made.status == 200, made.text()
    return int(made.json()["ply"])


def shows(one: Table, ply: int) -> None:
    """Waits until a page shows the board at a ply."""
    one.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]')?.dataset.ply) === ply", arg=ply
    )


def test_a_tab_that_nobody_looks_at_is_away_and_rests_after_a_while(table: Callable[..., Table]) -> None:
    anna, boris = table(), table()
    anna.page.request.post(f"{anna.address}/api/me", data={"name": "Anna", "color": "teal"})
    wanted = {"scenario": "fall_blau", "axis": "human", "soviet": "open"}
    made = anna.page.request.post(f"{anna.address}/api/games", data=wanted).json()
    sockets: list[WebSocket] = []
    boris.page.on("websocket", lambda one: sockets.append(one))
    boris.page.clock.install()
    boris.join(f"{anna.address}{made['links']['soviet']}", "Boris")
    anna.page.goto(f"{anna.address}/g/{made['id']}")
    there = anna.at("presence-soviet")
    expect(there).to_have_text("here")

    boris.page.evaluate(SEEN, "hidden")
    expect(there).to_contain_text("last here")
    anna.shot("presence-away")
    boris.page.evaluate(SEEN, "visible")
    expect(there).to_have_text("here")

    boris.page.clock.fast_forward("06:00")  # he sits before it, and does nothing
    expect(there).to_contain_text("last here")
    boris.page.mouse.move(300, 300)
    expect(there).to_have_text("here")

    boris.page.evaluate(SEEN, "hidden")
    boris.page.clock.fast_forward("16:00")
    for one in sockets:
        if not one.is_closed():
            one.wait_for_event("close")
    ply = elsewhere(anna)
    shows(anna, ply)
    assert boris.see().ply < ply, "a tab that rests hears nothing"
    boris.page.evaluate(SEEN, "visible")
    shows(boris, ply)
    expect(there).to_have_text("here")


def test_a_socket_that_brings_nothing_freezes_no_page(table: Callable[..., Table]) -> None:
    """A proxy takes the socket and delivers nothing: the page asks by itself, and opens another one."""
    anna = table()
    anna.page.goto(f"{anna.address}/g/{make(anna, scenario='fall_blau', axis='human', soviet='open')}")
    before = anna.settled().ply
    other = Table(anna.page.context.new_page(), anna.address, anna.shots)
    lines: list[WebSocketRoute] = []

    def swallow_the_first(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.on_message(lambda message: None)
        else:
            line.connect_to_server()

    other.page.route_web_socket(re.compile("/live$"), swallow_the_first)
    other.page.clock.install()
    other.page.goto(anna.page.url)
    assert other.settled().ply == before
    other.page.wait_for_load_state("networkidle")
    ply = elsewhere(anna)
    assert other.see().ply == before, "it has heard nothing"
    other.page.clock.run_for(11_000)
    shows(other, ply)
    expect(other.page.locator(".offline")).to_be_hidden()

    other.page.clock.run_for(40_000)
    other.page.wait_for_load_state("networkidle")
    assert len(lines) == 2
    shows(other, elsewhere(anna))
    assert other.errors == []


def test_news_that_come_late_twice_and_in_the_wrong_order_show_the_newest_board(table: Callable[..., Table]) -> None:
    """A proxy holds the news back and brings all of them at once, the oldest last, each of them twice."""
    anna = table()
    anna.page.goto(f"{anna.address}/g/{make(anna, scenario='fall_blau', axis='human', soviet='open')}")
    before = anna.settled().ply
    other = Table(anna.page.context.new_page(), anna.address, anna.shots)
    lines: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def hold_back(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda news: line.send(news) if news == "{}" else held.append(news))

    other.page.route_web_socket(re.compile("/live$"), hold_back)
    other.page.goto(anna.page.url)
    assert other.settled().ply == before
    plies = [elsewhere(anna) for _ in range(2)]
    shows(anna, plies[-1])
    assert other.see().ply == before, "it has heard nothing"
    assert len(held) >= 2
    for news in reversed(held[:]):
        lines[0].send(news)
        lines[0].send(news)
    shows(other, plies[-1])
    other.page.wait_for_load_state("networkidle")
    assert other.settled().ply == plies[-1]
    assert other.errors == []
