"""What two people agree on: help from the computer, when moves are seen, and the orders they begin with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from server.support import Browser, Server

from noretreat.orders.standing import NONE, SETS
from noretreat.server.game.manner import Manner, manner_of


def table(server: Server, **terms: Any) -> tuple[Browser, Browser, str]:
    """A game of two with these terms, and its players."""
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open", **terms)
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    return axis, soviet, game


def hint(browser: Browser, game: str) -> Any:
    """The answer to a wish for advice."""
    return browser.http.post(f"/api/games/{game}/hint", json={"ply": browser.show(game)["ply"]})


@pytest.mark.slow
def test_without_help_the_server_gives_no_hint_nor_in_a_sandbox(server: Server) -> None:
    axis, _, game = table(server)
    assert axis.show(game)["game"]["help"] == "none"
    refused = hint(axis, game)
    assert refused.status_code == 409
    assert refused.json()["error"]["why"]["code"] == "no-help"
    made = axis.http.post("/api/sandboxes", json={"game": game, "ply": axis.show(game)["ply"]}).json()["id"]
    assert hint(axis, made).json()["error"]["why"]["code"] == "no-help"
    coached = axis.http.post(f"/api/games/{made}/review", json={})
    assert (coached.status_code, coached.json()["error"]["why"]["code"]) == (409, "no-help"), "the coach is help, too"
    # Nor where its position was typed; another position is nobody's concern, and neither is the game of others.
    text = axis.http.get(f"/api/games/{game}/position?ply=0").json()["text"]
    typed = axis.http.post("/api/sandboxes", json={"position": text}).json()["id"]
    assert hint(axis, typed).json()["error"]["why"]["code"] == "no-help"
    alone = axis.create(scenario=None, position=text, axis="human", soviet="human")
    assert hint(axis, alone).json()["error"]["why"]["code"] == "no-help"
    small = "turn 2\nphase movement axis\nunit G1Pz 0910\nunit S_SW 1010"
    assert hint(axis, axis.create(scenario=None, position=small, axis="human", soviet="human")).status_code == 200
    stranger = server.browser()
    assert (
        hint(stranger, stranger.create(scenario=None, position=text, axis="human", soviet="human")).status_code == 200
    )
    axis.http.post(f"/api/games/{game}/actions", json={"ply": 0, "action": {"type": "Resign", "side": "axis"}})
    assert axis.show(game)["game"]["help"] == "hints"


def test_with_hints_agreed_and_alone_it_does(server: Server) -> None:
    axis, soviet, game = table(server, help="hints")
    assert soviet.show(game)["game"]["help"] == "hints"
    assert hint(axis, game).status_code == 200
    alone = axis.create(axis="human", soviet="human")
    assert axis.show(alone)["game"]["help"] == "hints"
    assert manner_of("") == Manner(help="hints", seen="made")
    assert manner_of('{"open_hands":true}').help == "hints"


def test_terms_stand_in_the_invitation_and_in_the_list(server: Server) -> None:
    axis = server.browser()
    game = axis.create(axis="human", soviet="open", seen="final", help="hints")
    secret = axis.links["soviet"].rsplit("/", 1)[1]
    invited = server.browser().http.get(f"/api/games/{game}/invitation", params={"invite": secret}).json()["game"]
    assert (invited["help"], invited["seen_when"]) == ("hints", "final")


@pytest.mark.slow
def test_moves_that_can_be_undone_are_not_seen_where_that_is_agreed(server: Server) -> None:
    axis, soviet, game = table(server, seen="final")
    watcher = server.browser()
    for _ in range(40):
        before = axis.show(game)
        if before["view"]["phase"] == "movement":
            break
        ends = [one for one in before["actions"] if one["type"] in ("Pass", "Done")]
        who = axis if before["actions"] else soviet
        shown = who.show(game)
        ends = [one for one in shown["actions"] if one["type"] in ("Pass", "Done")]
        who.act(game, shown["ply"], (ends or shown["actions"])[0])
    start = axis.show(game)
    others = (soviet, watcher)
    seen = [other.show(game) for other in others]
    move = next(one for one in start["actions"] if one["type"] == "MoveUnit")
    axis.act(game, start["ply"], move)
    assert axis.show(game)["ply"] > start["ply"]
    assert axis.show(game)["undo"]["can"]
    listed = watcher.http.get("/api/games").json() + soviet.http.get("/api/games").json()
    for other, known in zip(others, seen, strict=True):
        now = other.show(game)
        assert now["ply"] == known["ply"]
        assert now["view"] == known["view"]
        assert now["events"] == known["events"]
        replayed = other.http.get(f"/api/games/{game}/replay", params={"ply": start["ply"] + 1}).json()
        assert replayed["last"] == known["ply"]
        assert replayed["view"] == known["view"]
    place = {unit["id"]: unit["at"] for unit in seen[0]["view"]["units"]}[move["unit"]]
    assert place in next(one for one in listed if one["id"] == game)["pieces"]["axis"]
    for _ in range(20):  # the end of the phase cannot be undone: then all of it is seen
        shown = axis.show(game)
        if not shown["actions"] or shown["view"]["phase"] != "movement":
            break
        ends = [one for one in shown["actions"] if one["type"] in ("Pass", "Done")]
        axis.act(game, shown["ply"], (ends or shown["actions"])[0])
    units = {unit["id"]: unit["at"] for unit in soviet.show(game)["view"]["units"]}
    assert units[move["unit"]] != place


def test_both_begin_with_the_orders_that_they_choose(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open", orders="careful")
    secret = axis.links["soviet"].rsplit("/", 1)[1]
    joined = soviet.http.post(f"/api/games/{game}/join", json={"invite": secret, "orders": "quick"})
    assert joined.status_code == 204
    assert axis.show(game)["orders"] == msgspec.json.decode(msgspec.json.encode(SETS["careful"]))
    assert soviet.show(game)["orders"] == msgspec.json.decode(msgspec.json.encode(SETS["quick"]))
    assert SETS["ask"] == NONE
