"""Orders in words over the wire: they are read for the side that decides, and nothing is played."""

from __future__ import annotations

from typing import Any

import httpx
from server.support import Browser, Server

MOVING = """
rules deluxe
turn 9
phase movement axis
unit G4 1511
unit G1Pz 1410
unit S_W 1611
hand soviet 3 7
weather clear
"""


def ask(browser: Browser, game: str, ply: int, text: str) -> httpx.Response:
    return browser.http.post(f"/api/games/{game}/orders", json={"ply": ply, "text": text})


def begin(browser: Browser) -> tuple[str, dict[str, Any]]:
    game = browser.create(position=MOVING)
    return game, browser.show(game)


def test_an_order_is_read_and_its_actions_can_be_played(server: Server) -> None:
    browser = server.browser()
    game, package = begin(browser)
    answer = ask(browser, game, package["ply"], "4 A > Kharkov; 1 Pz > 1411")
    assert answer.status_code == 200, answer.text
    reading = answer.json()
    assert reading["problem"] is None
    assert [action["type"] for action in reading["actions"]] == ["MoveUnit", "MoveUnit"]
    assert [chip["kind"] for chip in reading["chips"]] == ["unit", "place", "unit", "place"]
    assert browser.show(game)["ply"] == package["ply"], "reading plays nothing"
    for action in reading["actions"]:
        package = browser.act(game, package["ply"], action)
    places = {unit["id"]: unit["at"] for unit in package["view"]["units"]}
    assert (places["G4"], places["G1Pz"]) == ("1613", "1411")


def test_a_refusal_brings_its_rule_and_way_out(server: Server) -> None:
    browser = server.browser()
    game, package = begin(browser)
    problem = ask(browser, game, package["ply"], "4 A > West").json()["problem"]
    assert (problem["code"], problem["rule"]) == ("enemy-there", "8.4")
    assert problem["remedy"]


def test_a_page_that_is_behind_gets_the_position_as_it_is(server: Server) -> None:
    browser = server.browser()
    game, package = begin(browser)
    fresh = browser.act(game, package["ply"], {"type": "MoveUnit", "unit": "G4", "to": "1512"})
    answer = ask(browser, game, package["ply"], "4 A > Kharkov")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"
    assert answer.json()["package"]["ply"] == fresh["ply"]


def test_only_the_side_that_decides_may_ask(server: Server) -> None:
    """Refusals may speak of its hand."""
    browser = server.browser()
    game, package = begin(browser)
    assert ask(server.browser(), game, package["ply"], "done").status_code == 403
    waiting = server.browser()
    other = browser.create(position=MOVING, soviet="open")
    waiting.http.get(browser.links["soviet"])
    answer = ask(waiting, other, browser.show(other)["ply"], "done")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "not_your_turn"


def test_bodies_that_make_no_sense_are_refused(server: Server) -> None:
    browser = server.browser()
    game, package = begin(browser)
    for body in ({"ply": package["ply"]}, {"ply": "x", "text": ""}, {"ply": 0, "text": "", "more": 1}):
        assert browser.http.post(f"/api/games/{game}/orders", json=body).status_code == 400
    assert ask(browser, "nobody", 0, "done").status_code == 404
    assert ask(browser, game, package["ply"], "x" * 2_001).json()["problem"]["code"] == "order-long"
    assert "/api/games/{name}/orders" in browser.http.get("/schema/openapi.json").json()["paths"]
