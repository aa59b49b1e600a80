"""The same scenes played by clicking and by keys alone, by the computer rules: what one hand can do, the other can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.hands import HANDS, Hand
from web.phases import FIGHT, sit
from web.positions import BLOW, BREAKTHROUGH, CROWD, RASH
from web.table import HEXES, WAYS, Seen, Table

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("kind", list(HANDS))]

RULES = "digital"
CANCEL = """
turn 3
phase movement axis
unit G1Pz 1010
unit G4 1010
unit G2Pz 0909
unit S_SW 1211
hand axis 17 6 8
hand soviet 34 36
"""


def scene(table: Callable[..., Table], kind: str, position: str, code: str, **more: Any) -> tuple[Hand, Seen]:
    """One hand at a question of a position."""
    mine, seen = sit(table, position, RULES, code, **more)
    return HANDS[kind](mine), seen


def package(hand: Hand) -> dict[str, Any]:
    """What the server tells the page, with the whole log."""
    page = hand.table.page
    told: dict[str, Any] = page.request.get(page.url.replace("/g/", "/api/games/").split("?")[0]).json()
    return told


def happened(hand: Hand, after: int) -> list[str]:
    """The kinds of events since a ply."""
    return [line["type"] for line in package(hand)["events"] if line["ply"] > after]


def test_a_counterblow_is_marked_and_paid(table: Callable[..., Table], kind: str) -> None:
    hand, seen = scene(table, kind, BLOW, "counterblow", eager=("Done", "Pass"))
    target = hand.table.lit(HEXES)[0].removeprefix("at-")
    paying = hand.hex(target)
    assert paying.code == "pay"
    hand.card(12)
    told = package(hand)
    assert target in told["view"]["counterblows"]
    assert {"CounterblowPlaced", "CardDiscarded"} <= set(happened(hand, seen.ply))


def test_a_counterattack_is_made(table: Callable[..., Table], kind: str) -> None:
    hand, seen = scene(table, kind, RASH, "counterattack", eager=FIGHT)
    hand.button("Counterattack")
    assert "BattleBegan" in happened(hand, seen.ply)


def test_a_retreat_takes_one_of_its_ways(table: Callable[..., Table], kind: str) -> None:
    hand, seen = scene(table, kind, BREAKTHROUGH, "retreat", eager=FIGHT)
    assert hand.table.lit(WAYS)
    hand.first_way()
    assert "UnitRetreated" in happened(hand, seen.ply)


def test_the_unit_that_leaves_a_crowded_hex_is_chosen(table: Callable[..., Table], kind: str) -> None:
    hand, _ = scene(table, kind, CROWD, "overstack", eager=("Done", "Pass"))
    hand.unit("G4Pz")
    at = {unit["id"]: unit["at"] for unit in package(hand)["view"]["units"]}
    assert at["G4Pz"] != "1211"
    assert at["G1Pz"] == at["G2Pz"] == "1211"


def test_an_event_is_cancelled_at_one_device(table: Callable[..., Table], kind: str) -> None:
    """One side plays an event; the screen is handed over; the other side reads what it may cancel, and does."""
    hand, seen = scene(table, kind, CANCEL, "move")
    page = hand.table.page
    page.evaluate("(game) => localStorage.removeItem(`noretreat.solo.${game}`)", page.url.rsplit("/", 1)[1])
    page.reload()
    hand.table.settled()
    assert hand.event(17).handover
    asked = hand.take_over()
    assert asked.prompt == "Axis plays 17, General Staff: cancel it, or let it pass?"
    hand.table.shot(f"cancel-{kind}")
    hand.event(34)
    assert "EventCancelled" in happened(hand, seen.ply)
