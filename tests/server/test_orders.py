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
    assert (problem["code"], problem["rule"]) == ("enemy-there", "8.0")
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
    assert ask(browser, game, package["ply"], "x" * 20_001).json()["problem"]["code"] == "order-long"
    assert "/api/games/{name}/orders" in browser.http.get("/schema/openapi.json").json()["paths"]


def test_the_orders_of_a_turn_are_a_text_that_reads_back(server: Server) -> None:
    """What one side chose, with remarks; not what it did not, nor for anybody else."""
    browser = server.browser()
    game, package = begin(browser)
    typed = "1 Pz > 1411 > 1412; 4 A > 1512; end movement"
    for action in ask(browser, game, package["ply"], typed).json()["actions"]:
        package = browser.act(game, package["ply"], action)
    answer = browser.http.get(f"/api/games/{game}/orders?as=axis")
    assert answer.status_code == 200, answer.text
    text = answer.json()["text"]
    moves = ["1 Pz > 1411", "1 Pz > 1412", "German 4 A > 1512"]
    assert text.splitlines() == ["# Turn 9, Axis", "# Movement Phase", *moves, "end movement"]
    again, package = begin(browser)
    assert ask(browser, again, package["ply"], text).json()["written"] == [*moves, "done"]
    assert browser.http.get(f"/api/games/{game}/orders?as=soviet").json()["text"].splitlines() == ["# Turn 9, Soviet"]
    assert server.browser().http.get(f"/api/games/{game}/orders?as=axis").status_code == 403


def test_pass_all_passes_the_windows_of_this_phase_and_no_others(server: Server) -> None:
    browser = server.browser()
    position = MOVING.replace("phase movement", "phase combat").replace(
        "hand soviet 3 7", "hand axis 1 2 3 4 5 6 7 8 9"
    )
    position = position.replace("S_W 1611", "S_W 1611\nunit G9 1610\nsupports 0 0")
    asked: dict[bool, list[str]] = {}
    for passing in (False, True):
        game = browser.create(position=position)
        package = browser.show(game)
        found = asked.setdefault(passing, [])
        if passing:
            reading = ask(browser, game, package["ply"], "pass all").json()
            assert (reading["problem"], reading["actions"]) == (None, [])
            (passes,) = reading["passes"]
            assert passes["scope"] == {"turn": 9, "phasing": "axis", "phase": "combat"}
            rule = {"side": "axis", "passes": {"own": [], "other": [], "phase": passes["scope"]}}
            assert browser.http.post(f"/api/games/{game}/windows", json=rule).status_code == 204
            assert browser.show(game)["passes"]["phase"] == passes["scope"]
        while package["view"]["phase"] in ("combat", "counterblows") and package["actions"]:
            if package["view"]["prompt"]["code"] == "window" and package["seat"] == "axis":
                found.append(package["window"])
            on = [one for one in package["actions"] if one["type"] in ("Done", "Pass")]
            target = [one for one in package["actions"] if one["type"] == "DeclareTarget"]
            package = browser.act(game, package["ply"], (target or on or package["actions"])[0])
    assert "commit" in asked[False]
    assert set(asked[True]) <= {"phase_end"}
