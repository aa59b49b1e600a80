"""The same scenes by clicking and by keys alone, by the computer game and by the board game.

A whole turn by keys under one rule set and by clicks under the other are in `test_keyboard.py` and `test_phases.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.hands import HANDS, Hand
from web.phases import FIGHT, sit
from web.positions import BLOW, BREAKTHROUGH, CANCEL, CROWD, RASH, STAFF
from web.table import HEXES, WAYS, Seen, Table, wait_at

pytestmark = [
    pytest.mark.browser,
    pytest.mark.shared_page,
]
BY_KEYS = pytest.mark.parametrize(("kind", "rules"), [("keys", "deluxe")])
"""By clicks each of these questions is answered in `test_questions.py`."""
BY_BOTH = pytest.mark.parametrize(("kind", "rules"), [("mouse", "digital"), ("keys", "deluxe")])
"""What takes more than a click on what is lit."""


def scene(
    table: Callable[..., Table], kind: str, rules: str, position: str, code: str, **more: Any
) -> tuple[Hand, Seen]:
    """One hand at a question of a position."""
    mine, seen = sit(table, position, rules, code, **more)
    return HANDS[kind](mine), seen


def package(hand: Hand) -> dict[str, Any]:
    """What the server tells the page, with the whole log."""
    page = hand.table.page
    told: dict[str, Any] = page.request.get(page.url.replace("/g/", "/api/games/").split("?")[0]).json()
    return told


def happened(hand: Hand, after: int) -> list[str]:
    """The kinds of events since a ply."""
    return [line["type"] for line in package(hand)["events"] if line["ply"] > after]


@BY_KEYS
def test_a_counterblow_is_marked_and_paid(table: Callable[..., Table], kind: str, rules: str) -> None:
    hand, seen = scene(table, kind, rules, BLOW, "counterblow", eager=("Done", "Pass"))
    target = hand.table.lit(HEXES)[0].removeprefix("at-")
    paying = hand.hex(target)
    assert paying.code == "pay"
    hand.card(12)
    told = package(hand)
    assert target in told["view"]["counterblows"]
    assert {"CounterblowPlaced", "CardDiscarded"} <= set(happened(hand, seen.ply))


@BY_KEYS
def test_a_counterattack_is_made(table: Callable[..., Table], kind: str, rules: str) -> None:
    hand, seen = scene(table, kind, rules, RASH, "counterattack", eager=FIGHT)
    hand.button("Counterattack")
    assert "BattleBegan" in happened(hand, seen.ply)


@BY_KEYS
def test_a_retreat_takes_one_of_its_ways(table: Callable[..., Table], kind: str, rules: str) -> None:
    hand, seen = scene(table, kind, rules, BREAKTHROUGH, "retreat", eager=FIGHT)
    assert hand.table.lit(WAYS)
    assert "Northwest" in seen.prompt
    hand.table.shot(f"retreat-{kind}-{rules}")
    hand.first_way()
    assert "UnitRetreated" in happened(hand, seen.ply)


@BY_BOTH
def test_the_unit_that_leaves_a_crowded_hex_is_chosen(table: Callable[..., Table], kind: str, rules: str) -> None:
    hand, _ = scene(table, kind, rules, CROWD, "overstack", eager=("Done", "Pass"))
    assert len(hand.table.lit("[data-testid^='pick-']")) == 3, "the counters that may go lie in the tray as well"
    hand.unit("G4Pz")
    at = {unit["id"]: unit["at"] for unit in package(hand)["view"]["units"]}
    assert at["G4Pz"] != "1211"
    assert at["G1Pz"] == at["G2Pz"] == "1211"


@BY_KEYS
def test_an_event_is_cancelled_at_one_device(table: Callable[..., Table], kind: str, rules: str) -> None:
    """One side plays an event; the screen is handed over; the other side reads what it may cancel, and does."""
    hand, seen = scene(table, kind, rules, CANCEL, "move")
    page = hand.table.page
    page.evaluate("(game) => localStorage.removeItem(`noretreat.solo.${game}`)", page.url.rsplit("/", 1)[1])
    page.reload()
    hand.table.settled()
    hand.take_over()
    assert hand.event(17).handover
    asked = hand.take_over()
    assert asked.prompt == "Axis plays card 17, General Staff: cancel it, or allow it?"
    hand.table.shot(f"cancel-{kind}")
    hand.event(34)
    assert "EventCancelled" in happened(hand, seen.ply)


@BY_BOTH
def test_a_line_of_play_is_tried_out(table: Callable[..., Table], kind: str, rules: str) -> None:
    """Looks back, goes one step back, moves otherwise in a sandbox, and comes back to the step, then to the game."""
    hand, seen = scene(table, kind, rules, STAFF, "move")
    page = hand.table.page
    first, other = "1108", "1112"
    last = hand.go("G1Pz", first).ply
    game = page.url
    hand.look_back()
    wait_at(hand.table, last)
    hand.step_back()
    wait_at(hand.table, seen.ply)
    before = hand.try_line()
    assert page.url != game
    assert hand.go("G1Pz", other).ply > before.ply
    hand.table.shot(f"line-{kind}-{rules}")
    hand.leave()
    wait_at(hand.table, seen.ply)
    hand.leave()
    assert hand.table.settled(seen.ply).ply == last
    assert page.url == game
    places = {unit["id"]: unit["at"] for unit in package(hand)["view"]["units"]}
    assert places["G1Pz"] == first
