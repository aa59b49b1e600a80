"""Two people: at one device the hand is covered between them; at two devices each sees only the own hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.table import CARDS, Table

pytestmark = pytest.mark.browser


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
    both.page.locator("[data-testid=handover] button").click()
    shown = {card.get_attribute("data-testid") for card in both.page.locator(".card").all()}
    assert not own & shown


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
