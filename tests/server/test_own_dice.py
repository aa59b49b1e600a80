"""Games by the dice and cards of a real table: the server waits for what was rolled and drawn, and proves nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.support import Browser, Server

from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database

FIGHT = """
turn 14
phase combat soviet
unit S_SW 1308
unit S_W 1309
unit G4 1208
hand soviet 3 7
hand axis 1 16 22
"""
"""Soviet armies beside an Axis one, before battles are declared."""


def asked(package: dict[str, Any]) -> set[str]:
    return {action["type"] for action in package["actions"]}


def to_the_die(browser: Browser, game: str) -> dict[str, Any]:
    """Plays on until a die is asked for."""
    return browser.play(game, lambda package: asked(package) == {"Rolled"}, eager=("BeginBattle", "DeclareTarget"))


def test_each_card_of_the_opening_is_asked_for(server: Server) -> None:
    """Card after card by its number, until the first decision; what was typed can be taken back, and typed again."""
    me = server.browser()
    game = me.create(rules="deluxe", open_hands=True, own_dice=True)
    package = me.show(game)
    assert package["ply"] == 0
    assert package["game"]["commitment"] == ""
    assert package["game"]["own_dice"]
    assert asked(package) == {"Dealt"}
    listed = me.http.get("/api/games").json()
    assert next(row for row in listed if row["id"] == game)["your_turn"]
    first = package["actions"][0]
    package = me.act(game, 0, first)
    assert first["card"] in package["hands"][package["seat"]]
    assert first not in package["actions"]
    package = me.undo(game, package["ply"]).json()
    assert package["ply"] == 0
    assert package["undo"]["redo"] == 1
    while asked(package) == {"Dealt"}:
        package = me.act(game, package["ply"], package["actions"][-1])
    assert package["view"]["actor"] == package["seat"]


def test_the_die_is_the_one_that_was_rolled(server: Server) -> None:
    for value in (1, 6):
        me = server.browser()
        game = me.create(position=FIGHT, own_dice=True, open_hands=True)
        package = to_the_die(me, game)
        assert [action["value"] for action in package["actions"]] == [1, 2, 3, 4, 5, 6]
        assert package["action_info"] == {}
        after = me.act(game, package["ply"], {"type": "Rolled", "value": value})
        told = [line["event"]["value"] for line in after["events"] if line["type"] == "DieRolled"]
        assert told == [value]
        assert me.undo(game, after["ply"]).status_code == 200


def test_nothing_else_is_played_while_a_die_is_asked_for(server: Server) -> None:
    """Nor advised, nor read as an order; and others cannot roll, in no game."""
    me, guest = server.browser(), server.browser()
    game = me.create(position=FIGHT, own_dice=True, open_hands=True)
    ply = to_the_die(me, game)["ply"]
    assert me.try_to(game, ply, {"type": "Pass"}).status_code == 409
    assert me.try_to(game, ply, {"type": "Rolled", "value": 7}).status_code in (400, 409)
    assert guest.try_to(game, ply, {"type": "Rolled", "value": 6}).status_code == 403
    hint = me.http.post(f"/api/games/{game}/hint", json={"ply": ply})
    assert hint.json()["error"]["why"]["code"] == "own-dice-hint"
    for path, body in (
        ("orders", {"ply": ply, "text": "end"}),
        ("query", {"kind": "idle", "unit": "S_SW"}),
        ("query", {"kind": "why", "action": {"type": "Pass"}}),
    ):
        assert me.http.post(f"/api/games/{game}/{path}", json=body).status_code < 500, path
    plain = me.create(position=FIGHT)
    assert me.try_to(plain, me.show(plain)["ply"], {"type": "Rolled", "value": 6}).status_code == 409


def test_a_draw_shows_nothing_of_a_covered_hand(server: Server) -> None:
    """With one deck for both, the list of the cards that are left would tell the other hand: it holds those, too."""
    me = server.browser()
    position = "turn 14\nphase cards soviet\nunit S_SW 1308\nunit G4 1208\nhand soviet 3 7\nhand axis 1 16 22"
    game = me.create(position=position, rules="deluxe", own_dice=True)
    package = me.play(game, lambda found: asked(found) == {"Dealt"})
    side, other = ("axis", "soviet") if package["seat"] == "axis" else ("soviet", "axis")
    theirs = set(me.show(game, **{"as": other})["view"]["hand"])
    offered = {action["card"] for action in package["actions"]}
    assert theirs
    assert theirs <= offered
    assert not set(package["view"]["hand"]) & offered
    covered = me.show(game, hands=other)
    assert covered["covered"] == side
    assert covered["actions"] == []
    refused = me.try_to(game, package["ply"], {"type": "Dealt", "card": min(theirs)})
    assert refused.json()["error"]["why"]["code"] == "card-elsewhere"
    after = me.act(game, package["ply"], {"type": "Dealt", "card": min(offered - theirs)})
    assert after["ply"] > package["ply"]


def test_own_dice_are_for_both_sides_at_one_device(server: Server) -> None:
    for axis, soviet in (("human", "computer"), ("open", "human")):
        wishes = {"axis": axis, "soviet": soviet, "own_dice": True}
        assert server.browser().http.post("/api/games", json=wishes).status_code == 400


def test_files_and_copies_go_on_with_own_dice(server: Server) -> None:
    me = server.browser()
    game = me.create(position=FIGHT, own_dice=True, open_hands=True)
    ply = to_the_die(me, game)["ply"]
    file = me.http.get(f"/api/games/{game}/save").text
    for answer in (
        me.http.post(f"/api/games/{game}/copy", json={}),
        me.http.post("/api/games/import", json={"save": file}),
    ):
        package = me.show(answer.json()["id"])
        assert (package["ply"], asked(package), package["game"]["commitment"]) == (ply, {"Rolled"}, "")


@pytest.mark.one_database
@pytest.mark.slow
def test_a_die_is_asked_for_again_after_a_restart(store_url: str) -> None:
    """Another server on the same store waits for the same card, and takes it."""

    async def run() -> int:
        first, second = Database(store_url), Database(store_url)
        await first.open("mark")
        wanted = NewGame(axis="human", soviet="human", own_dice=True)
        made = await Games(first, Hub(), Computer()).list.create(wanted, "token")
        games = Games(second, Hub(), Computer())
        package = await games.show(made.id, "token", 0, None)
        package = await games.act(made.id, "token", 0, package.actions[0])
        await first.close()
        await second.close()
        return package.ply

    assert asyncio.run(run()) == 1
