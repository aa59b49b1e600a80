"""Two people at one device: the server keeps a hand to itself until its player has said to be there (P.2)."""

from __future__ import annotations

from typing import Any

from server.support import Browser, Server

SIDES = ("axis", "soviet")
OWN = ("owned", "covered", "may_pass", "undo", "passes")
"""What a player's package has that a spectator's has not, apart from the hand and what may be done with it."""


def as_seen(package: dict[str, Any]) -> dict[str, Any]:
    """A package without what tells only that this browser has seats."""
    seats = {side: {**seat, "here": False} for side, seat in package["game"]["seats"].items()}
    plain = {name: value for name, value in package.items() if name not in OWN}
    return {**plain, "game": {**package["game"], "seats": seats}}


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def turn_of_the_other(browser: Browser, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays until the Soviets have to decide; the package before that, and the answer to the last action."""
    package = browser.show(game)
    for _ in range(200):
        actions = package["actions"]
        done = [action for action in actions if action["type"] in ("Done", "Pass")]
        body = {"ply": package["ply"], "action": (done or actions)[0]}
        answer = browser.http.post(f"/api/games/{game}/actions?hands=axis", json=body).json()
        if answer["covered"]:
            return package, answer
        package = answer
    raise AssertionError("the Soviets were never asked")


def test_a_covered_package_is_that_of_a_spectator(server: Server) -> None:
    both, guest = server.browser(), server.browser()
    game = both.create(rules="deluxe")
    for hands in ("none", "soviet"):
        covered = both.show(game, hands=hands)
        assert covered["covered"] == "axis"
        assert covered["owned"] == ["axis", "soviet"]
        assert covered["seat"] is None
        assert covered["actions"] == []
        assert covered["view"]["hand"] is None
        assert as_seen(covered) == as_seen(guest.show(game))
    lifted = both.show(game, hands="axis")
    assert lifted["covered"] is None
    assert lifted["view"]["hand"]
    assert lifted["actions"]


def test_the_answer_that_ends_a_turn_holds_nothing_of_the_next_hand(server: Server) -> None:
    """Nor does what is said of an action that comes too late."""
    both, guest = server.browser(), server.browser()
    game = both.create(rules="deluxe")
    before, answer = turn_of_the_other(both, game)
    assert answer["covered"] == "soviet"
    assert as_seen(answer) == as_seen(guest.show(game, since=before["ply"]))
    for path in ("actions?hands=axis", "undo?hands=axis", "restart?hands=none", "hint?hands=axis"):
        body = {"ply": before["ply"], **({"action": {"type": "Pass"}} if path.startswith("actions") else {})}
        refused = both.http.post(f"/api/games/{game}/{path}", json=body)
        assert refused.status_code == 409, path
        assert refused.json()["package"]["view"]["hand"] is None, path
    refused = both.http.post(f"/api/games/{game}/orders?hands=none", json={"ply": before["ply"], "text": "end"})
    assert refused.json()["package"]["view"]["hand"] is None
    assert both.show(game, hands="soviet")["view"]["hand"]


def test_only_two_people_at_one_device_are_covered(server: Server) -> None:
    """Not one who plays the computer or somebody elsewhere, nor an open sandbox, nor whoever asks for all hands."""
    alone = server.browser()
    assert alone.show(alone.create(soviet="computer"), hands="none")["covered"] is None
    axis, soviet = server.browser(), server.browser()
    game = axis.create(soviet="open")
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    assert axis.show(game, hands="none")["view"]["hand"]
    assert alone.show(alone.create(), hands="all")["view"]["hand"]
    made = alone.http.post("/api/sandboxes", json={"game": alone.create(), "ply": 1})
    assert alone.show(made.json()["id"], hands="none")["covered"] is None


def test_a_game_that_is_over_is_open(server: Server) -> None:
    both = server.browser()
    game = both.create()
    ply = both.show(game)["ply"]
    body = {"ply": ply, "action": {"type": "Resign", "side": "axis"}}
    answer = both.http.post(f"/api/games/{game}/actions?hands=none", json=body)
    assert answer.json()["covered"] is None


def test_no_card_can_be_said_under_the_cover(server: Server) -> None:
    """Where all that is asked is whether to play a card, and only there; the player who had the device goes on."""
    both = server.browser()
    game = both.create(rules="deluxe")
    windows = others = 0
    while not windows or not others:
        package = both.show(game)
        hidden = other(package["seat"])
        under = both.show(game, hands=hidden)
        assert under["covered"] == package["seat"]
        assert under["may_pass"] == (package["view"]["prompt"]["code"] == "window")
        elsewhere = both.http.get(f"/api/games/{game}?hands=none&as={hidden}").json()
        assert not elsewhere["may_pass"], "the side that is not asked has nothing to say"
        assert not package["may_pass"]
        windows, others = windows + under["may_pass"], others + (not under["may_pass"])
        done = [action for action in package["actions"] if action["type"] in ("Done", "Pass")]
        body = {"ply": package["ply"], "action": (done or package["actions"])[0]}
        after = both.http.post(f"/api/games/{game}/actions?hands={hidden}", json=body).json()
        assert after["ply"] > package["ply"]
        assert after["covered"] in (None, package["seat"]), "the player who has the device needs no cover"
