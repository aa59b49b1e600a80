"""Standing orders on a real server: who sets them, who sees them, and that they answer at once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from server.support import Browser, Server

from noretreat.data.facts import Side
from noretreat.orders.standing import NONE, QUICK, Answers, Once, StandingOrders


def order(browser: Browser, game: str, orders: StandingOrders) -> Any:
    """What comes of setting standing orders."""
    return browser.http.post(f"/api/games/{game}/standing-orders", json=msgspec.to_builtins(orders))


def table(server: Server) -> tuple[Browser, Browser, str]:
    """A game of two, with both browsers."""
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    return axis, soviet, game


def play(axis: Browser, soviet: Browser, game: str) -> int:
    """Decisions of both sides at random until an order of the Soviets has answered.

    How often they were asked in Axis turns. All attacks are made that are offered: without battles no order has
    anything to answer.
    """
    dice, asked = random.Random(2), 0
    for _ in range(600):
        package = axis.show(game)
        who = axis if package["view"]["actor"] == "axis" else soviet
        mine = who.show(game)
        if who is soviet and any(line["ordered"] for line in mine["events"]):
            break
        asked += who is soviet and mine["view"]["phasing"] == "axis"
        ends = [action for action in mine["actions"] if action["type"] in ("Pass", "Done")]
        others = [action for action in mine["actions"] if action not in ends]
        attacks = [action for action in others if action["type"] in ("DeclareTarget", "BeginBattle")]
        pick = dice.choice(attacks or (ends if ends and (dice.random() < 0.4 or not others) else others))
        who.act(game, mine["ply"], pick)
    return asked


@pytest.mark.slow
def test_orders_answer_at_once_and_only_their_player_is_told(server: Server) -> None:
    axis, soviet, game = table(server)
    assert order(soviet, game, QUICK).status_code == 200
    assert play(axis, soviet, game) == 0
    mine, theirs, spectator = (browser.show(game) for browser in (soviet, axis, server.browser()))
    assert any(line["ordered"] for line in mine["events"])
    assert all(line["side"] == "soviet" for line in mine["events"] if line["ordered"])
    for other in (theirs, spectator):
        assert not any(line["ordered"] for line in other["events"])
        assert [line["text"] for line in other["events"] if line["type"] == "CounterattackDeclined"] == [
            line["text"] for line in mine["events"] if line["type"] == "CounterattackDeclined"
        ]
    assert theirs["orders"] == msgspec.json.decode(msgspec.json.encode(NONE))
    assert spectator["orders"] is None
    server.kill()
    server.start_again()
    assert [line["ply"] for line in soviet.show(game)["events"] if line["ordered"]] == [
        line["ply"] for line in mine["events"] if line["ordered"]
    ]


@pytest.mark.slow
def test_a_question_says_which_order_could_have_answered_it(server: Server) -> None:
    axis, soviet, game = table(server)
    while axis.show(game)["view"]["actor"] == "axis":
        package = axis.show(game)
        assert package["order"] == "" or package["view"]["phasing"] == "soviet"
        ends = [action for action in package["actions"] if action["type"] in ("Pass", "Done")]
        axis.act(game, package["ply"], (ends or package["actions"])[0])
    asked = soviet.show(game)
    assert (asked["order"] != "") == (asked["view"]["phasing"] == "axis")
    assert axis.show(game)["order"] == ""
    while not asked["order"]:
        who = axis if asked["view"]["actor"] == "axis" else soviet
        package = who.show(game)
        ends = [action for action in package["actions"] if action["type"] in ("Pass", "Done")]
        who.act(game, package["ply"], (ends or package["actions"])[0])
        asked = soviet.show(game)
    answers = {name: getattr(QUICK, name) for name in Answers.__struct_fields__}
    sheet = Once(**answers, turn=asked["view"]["turn"], phasing=Side.AXIS)
    assert order(soviet, game, StandingOrders(once=sheet)).status_code == 200
    assert soviet.show(game)["ply"] > asked["ply"], "a sheet for the turn answers the open question, too"


def test_a_page_that_knows_older_orders_overwrites_none(server: Server) -> None:
    axis, _, game = table(server)
    first = order(axis, game, QUICK).json()
    assert first["version"] == 1
    stale = order(axis, game, NONE)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    assert axis.show(game)["orders"] == first
    newer = order(axis, game, msgspec.structs.replace(NONE, version=1))
    assert newer.json()["version"] == 2


def test_a_stranger_sets_none(server: Server) -> None:
    _, _, game = table(server)
    assert order(server.browser(), game, QUICK).status_code == 403


def test_alone_nobody_is_offered_any(server: Server) -> None:
    browser = server.browser()
    game = browser.create(axis="human", soviet="human")
    assert browser.show(game)["orders"] is None
