"""Two people: at one device the hand is covered between them; at two devices each sees only the own hand."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error
from web.table import CARDS, Table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = pytest.mark.browser
BOTH = {"axis": "human", "soviet": "human"}


def cut_opening_hand(table: Table) -> None:
    """Discards until something else is asked."""
    seen = table.settled()
    while seen.code == "discard" and not seen.handover:
        seen = table.do(table.lit(CARDS)[0])


def test_the_hand_is_covered_between_two_players(table: Callable[..., Table]) -> None:
    """Nothing of the next player's hand is in the page before that player says to be there."""
    both = table()
    # One deck for both: a card of the one hand cannot be in the other as well.
    made = both.page.request.post(
        f"{both.address}/api/games", data={"rules": "deluxe", "axis": "human", "soviet": "human"}
    )
    both.page.goto(f"{both.address}/g/{made.json()['id']}")
    both.take_over()
    cut_opening_hand(both)
    own = {card.get_attribute("data-testid") for card in both.page.locator(".card").all()}
    assert len(own) > 0
    both.do("primary")  # the Axis moves nothing; targets may be declared
    seen = both.settled()
    while not seen.handover:
        seen = both.do("primary")
    both.shot("handover")
    assert "Soviet" in both.at("handover").inner_text()
    assert both.page.locator(".card").count() == 0
    assert not both.lit(".counter.able")
    both.take_over()
    shown = {card.get_attribute("data-testid") for card in both.page.locator(".card").all()}
    assert not own & shown


class Sent:
    """What the server has sent to the pages of a browser about its games."""

    def __init__(self, context: BrowserContext) -> None:
        self.bodies: dict[str, list[Any]] = {}
        context.route("**/api/games/**", self._pass_on)

    def _pass_on(self, route: Route) -> None:
        with contextlib.suppress(Error):  # the page that asked has been left
            answer = route.fetch()
            with contextlib.suppress(ValueError):
                self.bodies.setdefault(route.request.url, []).append(answer.json())
            route.fulfill(response=answer)

    def hands(self, page: Page) -> list[Any]:
        """The hands in what was sent to a page since it was opened, None where one is covered."""
        asked = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
        bodies = [body for url in asked for body in self.bodies.get(url, [])]
        return [body["view"]["hand"] for body in bodies if isinstance(body, dict) and "view" in body]


def test_the_cover_comes_first_on_every_opening(table: Callable[..., Table]) -> None:
    """By its address, on reload, by home and back, from the list, in a second tab, and at a step looked back at: until
    it is lifted, no hand is in the page nor in what the server has sent.
    """
    both = table()
    page, sent = both.page, Sent(both.page.context)
    game = page.request.post(f"{both.address}/api/games", data={"rules": "deluxe"} | BOTH).json()["id"]
    address = f"{both.address}/g/{game}"
    hand = page.request.get(f"{both.address}/api/games/{game}").json()["view"]["hand"]
    cards = {card["number"]: card for card in page.request.get(f"{both.address}/api/board").json()["cards"]}
    names = [cards[number]["axis"]["title"] for number in hand]

    def covered(one: Page) -> None:
        one.get_by_test_id("handover").wait_for()
        one.wait_for_timeout(200)  # an answer on its way would bring the hand
        assert not any(sent.hands(one)), sent.bodies.keys()
        assert not [name for name in names if name in one.content()]
        assert one.locator(".card").count() == 0

    def home_and_back() -> None:
        page.goto(both.address)
        page.get_by_test_id("begin").wait_for()
        page.go_back()

    def from_the_list() -> None:
        page.goto(both.address)
        page.locator(f"a[href='/g/{game}']").first.click()

    openings: tuple[Callable[[], object], ...] = (
        lambda: page.goto(address),
        page.reload,
        home_and_back,
        from_the_list,
        lambda: page.goto(f"{address}?s=1"),
    )
    for opened in openings:
        opened()
        covered(page)
        both.shot("cover")
        both.page.locator("[data-testid=handover] button.primary").click()
        page.get_by_test_id("handover").wait_for(state="detached")
        assert any(sent.hands(page)), "the player who lifts the cover gets the hand"
    second = page.context.new_page()
    second.goto(address)
    covered(second)
    second.close()


def to_a_card_asked_of_the_other(both: Table) -> dict[str, Any]:
    """Plays until the cover asks for a card only; what the server then shows of the game."""
    while True:
        seen = both.settled()
        if not seen.handover:
            both.do(both.lit(CARDS)[0] if seen.code == "discard" else "primary")
        elif both.at("no-card").count():
            game = both.page.url.split("/g/")[1].split("?")[0]
            shown: dict[str, Any] = both.page.request.get(f"{both.address}/api/games/{game}?hands=none").json()
            return shown
        else:
            both.take_over()


def silent_for(package: dict[str, Any]) -> tuple[int, str, str]:
    """The player turn, and the side that is asked for a card in it: each side says for itself that it has none."""
    return package["view"]["turn"], package["view"]["phasing"], package["covered"]


def test_no_card_is_said_without_handing_the_device_over(table: Callable[..., Table]) -> None:
    """The player who has the device asks aloud and goes on; once for the rest of a turn, no card is asked for in it."""
    both = table()
    both.new_game(soviet="human")
    both.take_over()
    asked = to_a_card_asked_of_the_other(both)
    both.shot("no-card")
    both.at("no-card").click()
    after = both.settled(after=asked["ply"])
    assert not after.handover or asked["covered"] in both.at("handover").inner_text().lower()
    asked = to_a_card_asked_of_the_other(both)
    both.page.get_by_label("none for the rest of this player turn").check()
    both.at("no-card").click()
    both.settled(after=asked["ply"])
    assert silent_for(to_a_card_asked_of_the_other(both)) != silent_for(asked)


def test_against_the_computer_nothing_is_covered(table: Callable[..., Table]) -> None:
    mine = table()
    mine.new_game(axis="human", soviet="computer")
    mine.settled()
    mine.page.reload()
    assert not mine.settled().handover


def test_an_invitation_and_two_hands(table: Callable[..., Table]) -> None:
    """The link gives the other seat; each page shows its own cards, and hears of the other's moves."""
    mine = table()
    mine.new_game(soviet="open")
    link = mine.at("invite").input_value()
    mine.shot("invitation")

    other = table()
    other.join(link)
    other.page.wait_for_selector("[data-testid=tray]")
    cut_opening_hand(mine)
    own = {card.get_attribute("data-testid") for card in mine.page.locator(".card").all()}
    assert 1 <= len(own) <= 4  # a red event drawn at the start happens at once and leaves the hand smaller
    assert other.page.locator(".card").count() == 0
    assert other.page.get_by_text("Axis hand").count() == 1
    ply = mine.see().ply
    other.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) >= ply", arg=ply
    )
    assert not other.see().mine
    assert "draws 6 cards" in other.at("log").inner_text()
    assert mine.page.get_by_test_id("invitation").count() == 0
