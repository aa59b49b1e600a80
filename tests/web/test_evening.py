"""An evening of three people who obey only what the pages say: lobby, invitation by name, play, chat, rematch.

A computer, a phone, and one who looks on; with a tab left open, two tabs, a lost line, a server that is killed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from server.support import Server
from web.axe import findings, too_small
from web.dice import Dice
from web.screens import make
from web.table import CARDS, Table

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, dice: Dice) -> Iterator[Server]:
    """A server of this file alone, which can be killed: it is there again when the next test comes."""
    running = Server(tmp_path_factory.mktemp("evening") / "data", dice.script)
    yield running
    running.close()


def named(one: Table, name: str) -> None:
    """Gives a player a name, under which others find them."""
    one.page.goto(one.address)
    one.at("home-me").click()
    one.at("my-name").fill(name)
    one.at("me-keep").click()
    one.at("me").wait_for(state="detached")
    one.at("home-me").click()
    one.at("find-me").check()
    expect(one.page.get_by_text("Saved.")).to_be_visible()
    one.page.keyboard.press("Escape")


def press_on(one: Table) -> int:
    """Discards a single card of those that are asked for, out of the list; returns the ply that it leads to."""
    before = one.settled().ply
    one.page.locator(".ways .list").click()
    one.at("lists").locator("button", has_text="Discard").first.click()
    return one.settled(before).ply


def shows(one: Table, ply: int) -> None:
    """Waits until a page shows the board at a ply."""
    one.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]')?.dataset.ply) === ply", arg=ply
    )


@pytest.mark.slow
def test_an_evening_of_two_with_every_interruption(server: Server, table: Callable[..., Table]) -> None:
    # A service worker fetches the whole client: one of them is enough to see what it does while the server is away.
    anna, boris, clara = table(service_workers="allow"), table(**PHONE), table()
    named(anna, "Anna of the evening")
    named(boris, "Boris of the evening")
    boris.page.goto(boris.address)

    # Anna makes a game with a clock that heeds days off, and invites Boris by name.
    anna.page.goto(anna.address)
    anna.at("scenario-fall_blau").check()
    anna.at("who-friend").check()
    anna.at("seat-axis").check()
    anna.at("terms").click()
    anna.at("clock").select_option("3")
    expect(anna.at("rest")).to_be_checked()
    anna.shot("evening-new")
    anna.at("begin").click()
    anna.at("find-name").fill("nobody at all")
    anna.at("find").click()
    expect(anna.at("found-none")).to_be_visible()
    anna.at("find-name").fill("boris of")
    anna.at("find").click()
    anna.shot("evening-found")
    anna.at("found").click()
    expect(anna.page.get_by_text("is invited, and sees it in the list of games")).to_be_visible()
    game = anna.page.url

    # Boris sees it in his list, without a link.
    boris.page.reload()
    invited = boris.at("invited-games")
    expect(invited).to_contain_text("Anna of the evening")
    expect(invited).to_contain_text("days off do not count")
    boris.shot("evening-invited-phone")
    assert findings(boris.page) == []
    assert too_small(boris.page) == []
    invited.get_by_test_id("take").click()
    expect(anna.at("seat-of-soviet")).to_contain_text("Boris of the evening")
    expect(boris.at("waits")).to_contain_text("Waiting for Anna")
    clara.page.goto(game)
    expect(anna.at("watchers")).to_contain_text("1")
    expect(clara.page.get_by_text("You are watching").first).to_be_visible()

    # Two tabs: what is done in one is seen in the other, and cannot be done again there.
    second = Table(anna.page.context.new_page(), anna.address, anna.shots)
    second.page.goto(game)
    shows(second, anna.settled().ply)
    after = press_on(anna)
    shows(second, after)
    second.page.close()

    # Her line breaks in the middle of a move: the page says so, and goes on by itself when it is there again.
    anna.page.context.set_offline(True)
    anna.click(anna.lit(CARDS)[0])
    anna.give_away(after)
    expect(anna.page.locator(".offline")).to_be_visible()
    anna.shot("evening-offline")
    anna.page.context.set_offline(False)
    expect(anna.page.locator(".offline")).to_be_hidden()
    assert anna.settled().ply == after, "nothing was done behind her back"
    after = press_on(anna)

    # The server is killed; all three find their way back to the same board.
    server.kill()
    expect(anna.page.locator(".offline")).to_be_visible()
    expect(boris.page.locator(".offline")).to_be_visible()
    boris.shot("evening-killed-phone")
    server.start_again()
    for one in (anna, boris, clara):
        expect(one.page.locator(".offline")).to_be_hidden()
        shows(one, after)

    # Boris leaves his tab for the list; Anna says something, and the list shows that there is something new.
    boris.page.goto(boris.address)
    anna.at("talk-open").click()
    anna.at("talk-text").fill("Are you there, you fool?")
    anna.at("talk-send").click()
    expect(anna.at("talk")).to_contain_text("you fool")  # it has come back from the server
    boris.page.reload()
    expect(boris.at("unread")).to_contain_text("New message")
    boris.shot("evening-unread-phone")
    boris.page.goto(game)
    boris.at("talk-open").click()
    boris.at("report").click()
    boris.at("report-why").fill("An insult")
    boris.shot("evening-report-phone")
    assert findings(boris.page, "[data-testid=talk]", both_themes=True) == []
    boris.at("report-send").click()
    expect(boris.page.get_by_text("The host of this server will read it.")).to_be_visible()
    boris.at("talk-mute").check()
    expect(boris.at("talk")).not_to_contain_text("you fool")
    boris.at("talk-open").click()
    boris.page.goto(boris.address)
    expect(boris.at("games")).to_be_visible()
    expect(boris.at("unread")).to_have_count(0)
    boris.page.goto(game)

    # The clock is stopped by agreement, and started again.
    boris.at("menu").click()
    boris.at("may-pause").click()
    anna.at("accept-pause").click()
    expect(anna.at("waits")).to_contain_text("clock paused")
    anna.shot("evening-paused")
    boris.at("menu").click()
    boris.at("may-resume").click()
    anna.at("accept-resume").click()
    expect(anna.at("waits")).not_to_contain_text("clock paused")

    # Boris gives up; one click each, and they play again with the sides swapped. A tab left open leads there, too.
    left_open = Table(boris.page.context.new_page(), boris.address, boris.shots)
    left_open.page.goto(game)
    boris.at("menu").click()
    boris.at("resign").click()
    boris.at("resign-yes").click()
    expect(anna.at("outcome")).to_contain_text("You have won")
    expect(left_open.at("outcome")).to_be_visible()
    left_open.shot("evening-left-open")
    anna.at("rematch").click()
    expect(left_open.at("proposal-rematch")).to_contain_text("rematch")
    left_open.at("accept-rematch").click()
    expect(left_open.at("seat-of-axis")).to_contain_text("Boris of the evening")
    anna.at("go-rematch").click()
    expect(anna.at("seat-of-soviet")).to_contain_text("Anna of the evening")
    expect(anna.at("clock-axis")).to_be_visible()
    anna.shot("evening-rematch")
    boris.page.goto(boris.address)
    expect(boris.at("games").locator("article")).to_have_count(1)
    boris.shot("evening-end-phone")
    assert left_open.errors == second.errors == []


def test_a_tab_that_heard_nothing_acts_on_the_old_board(table: Callable[..., Table]) -> None:
    """Its line to the server stands, but brings no news: what it sends is refused, and it is shown what is true."""
    anna = table()
    anna.page.goto(f"{anna.address}/g/{make(anna, scenario='fall_blau', axis='human', soviet='open')}")
    before = anna.settled().ply

    deaf = Table(anna.page.context.new_page(), anna.address, anna.shots)
    deaf.page.route_web_socket(re.compile("/live$"), _swallow_news)
    deaf.page.goto(anna.page.url)
    assert deaf.settled().ply == before
    card = deaf.lit(CARDS)[0]
    after = press_on(anna)
    assert deaf.see().ply == before, "it has heard nothing"

    deaf.click(card)
    deaf.give_away(before)
    shows(deaf, after)
    expect(deaf.at("toasts")).to_contain_text("moved on")
    deaf.shot("evening-deaf")
    assert anna.see().ply == after, "nothing was done twice"
    deaf.page.reload()
    assert deaf.settled().ply == after
    assert deaf.errors == []


def _swallow_news(line: WebSocketRoute) -> None:
    """The browser hears no news, only that the line is good: it would ask by itself otherwise."""
    line.connect_to_server().on_message(lambda message: line.send(message) if message == "{}" else None)


def test_a_draw_is_asked_about_before_it_ends_the_game(table: Callable[..., Table]) -> None:
    anna, boris = table(), table(**PHONE)
    anna.page.goto(anna.address)
    anna.page.get_by_test_id("scenario-fall_blau").check()
    anna.page.get_by_test_id("who-friend").check()
    anna.at("my-name").fill("Anna")
    anna.at("begin").click()
    boris.join(anna.at("invite").input_value(), "Boris")
    anna.at("menu").click()
    anna.at("may-draw").click()
    boris.at("accept-draw").click()
    expect(boris.at("accept-draw")).to_have_text("End it as a draw")
    expect(boris.at("proposal-draw")).to_contain_text("this cannot be undone")
    boris.shot("evening-draw-phone")
    expect(anna.at("outcome")).to_have_count(0)
    boris.at("accept-draw").click()
    for one in (anna, boris):
        expect(one.at("outcome")).to_contain_text("A draw")
