"""One person plays both sides with open hands, and games go on from a step of another one: who sees what (P.2)."""

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

CARDS = "turn 14\nphase movement soviet\nunit G1Pz 1107\nunit S_SW 1308\nhand soviet 3 7\nhand axis 1 16 22"
"""A position in which both hands are known."""
HANDS = {"axis": [1, 16, 22], "soviet": [3, 7]}


def onward(browser: Browser, game: str, **wish: Any) -> Any:
    """The answer to the wish for a game that goes on from a step of this one."""
    return browser.http.post(f"/api/games/{game}/onward", json={"ply": 0, **wish})


def resigned(browser: Browser, game: str, side: str) -> None:
    """Gives a game up."""
    browser.act(game, browser.show(game)["ply"], {"type": "Resign", "side": side})


def test_open_hands_are_not_covered_and_only_their_player_sees_them(server: Server) -> None:
    me, guest = server.browser(), server.browser()
    game = me.create(position=CARDS, open_hands=True)
    mine = me.show(game, hands="none")
    assert mine["covered"] is None
    assert mine["hands"] == HANDS
    assert mine["actions"]
    theirs = guest.show(game)
    assert theirs["hands"] is None
    assert theirs["view"]["hand"] is None
    back = f"/api/games/{game}/replay?ply=0"
    shown = me.http.get(f"{back}&as=both").json()
    assert shown["hands"] == HANDS
    assert shown["choices"] == ["soviet", "axis", "both", "nobody"]
    assert guest.http.get(f"{back}&as=both").status_code == 403


def test_what_the_other_side_draws_is_told_where_hands_are_open(server: Server) -> None:
    """The Axis draws first: the Soviets read its cards in the log only where hands are open."""
    me = server.browser()
    for opened in (True, False):
        package = me.show(me.create(rules="deluxe", open_hands=opened), **{"as": "soviet"})
        drawn = [line["event"]["card"] for line in package["events"] if line["type"] == "CardDrawn"]
        assert drawn
        assert all((card is not None) is opened for card in drawn)


def test_hands_are_open_only_for_one_who_plays_both_sides(server: Server) -> None:
    for axis, soviet in (("human", "computer"), ("open", "human")):
        wishes = {"axis": axis, "soviet": soviet, "open_hands": True}
        assert server.browser().http.post("/api/games", json=wishes).status_code == 400


def test_a_game_goes_on_from_a_step_with_the_hands_as_they_were(server: Server) -> None:
    me = server.browser()
    game = me.create(position=CARDS, open_hands=True)
    first = me.show(game)
    me.act(game, first["ply"], first["actions"][0])
    for wish in ({"open_hands": True}, {}, {"axis": "computer", "level": "easy"}):
        answer = onward(me, game, ply=first["ply"], **wish)
        assert answer.status_code == 201, answer.text
        made = me.show(answer.json()["id"])
        assert made["game"]["open_hands"] is wish.get("open_hands", False)
        assert made["game"]["sandbox"] is None
        assert made["view"]["hand"] == HANDS["soviet"]
        assert made["view"]["units"] == first["view"]["units"]
        assert made["actions"] == first["actions"]
        assert made["game"]["commitment"]
        assert made["game"]["seats"]["axis"]["kind"] == wish.get("axis", "human")
        assert made["game"]["name_said"]["code"] == "info-name-branch"


def test_nobody_goes_on_where_a_hand_is_hidden(server: Server) -> None:
    """Not from a running game with covered hands, against the computer or a person; when it is over, yes."""
    me, guest = server.browser(), server.browser()
    covered = me.create(position=CARDS)
    computer = me.create(position=CARDS, axis="computer", level="easy")
    opened = me.create(position=CARDS, open_hands=True)
    for browser, game in ((me, covered), (me, computer), (guest, covered), (guest, opened)):
        answer = onward(browser, game)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "secret")
        assert browser.http.get(f"/api/games/{game}/replay?ply=0").json()["goes_on"] is False
    for game in (covered, computer):
        resigned(me, game, "soviet")
        assert onward(me, game).status_code == 201
        last = me.show(game)["ply"]
        assert onward(me, game, ply=last).status_code == 400, "it is over at its last step"


def test_copies_and_files_keep_open_hands(server: Server) -> None:
    me = server.browser()
    game = me.create(position=CARDS, open_hands=True)
    answer = me.http.post(f"/api/games/{game}/copy", json={})
    assert answer.status_code == 201, answer.text
    assert me.show(answer.json()["id"])["game"]["open_hands"]
    file = me.http.get(f"/api/games/{game}/save").text
    for text in (file, file.replace('"kind":"human"', '"kind":"computer"', 1)):
        answer = me.http.post("/api/games/import", json={"save": text})
        assert answer.status_code == 201, answer.text
        assert me.show(answer.json()["id"])["game"]["open_hands"] is (text == file)


@pytest.mark.one_database
@pytest.mark.slow
def test_the_store_keeps_open_hands(store_url: str) -> None:
    """Another server on the same store opens the game as it was made."""

    async def run() -> bool:
        first, second = Database(store_url), Database(store_url)
        await first.open("mark")
        wanted = NewGame(axis="human", soviet="human", open_hands=True)
        made = await Games(first, Hub(), Computer()).list.create(wanted, "token")
        package = await Games(second, Hub(), Computer()).show(made.id, "token", 0, None, "none")
        await first.close()
        await second.close()
        return package.game.open_hands and package.covered is None

    assert asyncio.run(run())
