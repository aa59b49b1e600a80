"""Blocking: no seats at each other's games, and nothing heard; on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest
from server.accounts import PASSWORD, Place, post
from server.support import Browser


def met(place: Place) -> tuple[Browser, Browser, str]:
    """Two strangers at a game."""
    anna, boris = place.visitor(), place.visitor()
    for browser, name in ((anna, "Anna"), (boris, "Boris")):
        browser.http.post("/api/me", json={"name": name, "color": "red"})
    game = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    return anna, boris, game


def block(browser: Browser, game: str, *, blocked: bool = True) -> int:
    return browser.http.post(f"/api/games/{game}/block", json={"blocked": blocked}).status_code


def said(browser: Browser, game: str) -> list[str]:
    company: dict[str, Any] = browser.http.get(f"/api/games/{game}/company").json()
    return [line["text"] for line in company["lines"] if line["kind"] == "say"]


def test_who_is_blocked_is_not_heard_and_does_not_learn_of_it(place: Place) -> None:
    anna, boris, game = met(place)
    boris.http.post(f"/api/games/{game}/talk", json={"text": "Rude words"})
    before = boris.http.get(f"/api/games/{game}/company").json()
    assert said(anna, game) == ["Rude words"]
    assert block(anna, game) == 204
    assert said(anna, game) == []
    assert anna.http.get(f"/api/games/{game}/company").json()["blocked"] is True
    assert boris.http.get(f"/api/games/{game}/company").json() == before
    assert boris.http.post(f"/api/games/{game}/talk", json={"text": "Hello?"}).status_code == 204
    assert anna.http.post(f"/api/games/{game}/talk", json={"text": "Silence"}).status_code == 204
    assert said(anna, game) == ["Silence"]
    assert said(boris, game) == ["Rude words", "Hello?", "Silence"]
    assert block(anna, game, blocked=False) == 204
    assert said(anna, game) == ["Rude words", "Hello?", "Silence"]


def test_neither_sits_down_at_a_new_game_of_the_other(place: Place) -> None:
    anna, boris, game = met(place)
    assert block(anna, game) == 204
    for host, guest in ((boris, anna), (anna, boris)):
        shared = host.create(axis="human", soviet="open", shared=True)
        assert shared not in [one["id"] for one in guest.http.get("/api/lobby").json()["open"]]
        assert shared in [one["id"] for one in place.visitor().http.get("/api/lobby").json()["open"]]
        invite = host.links["soviet"].rpartition("/")[2]
        for body in ({}, {"invite": invite}):
            refused = guest.http.post(f"/api/games/{shared}/join", json=body)
            assert (refused.status_code, refused.json()["error"]["why"]["code"]) == (403, "blocked")
    (entry,) = anna.http.get("/api/blocks").json()
    assert entry["name"] == "Boris"
    assert boris.http.get("/api/blocks").json() == []
    assert boris.http.post("/api/blocks/end", json={"id": entry["id"]}).json() == [], "nobody ends another one's"
    assert len(anna.http.get("/api/blocks").json()) == 1
    assert anna.http.post("/api/blocks/end", json={"id": entry["id"]}).json() == []
    assert boris.http.post(f"/api/games/{anna.create(soviet='open', shared=True)}/join", json={}).status_code == 204


def test_a_block_stays_with_the_account(place: Place) -> None:
    anna, boris, game = met(place)
    assert block(anna, game) == 204
    place.made(anna, place.anna)
    phone = place.made(place.visitor(), place.boris)
    assert post(phone, "sign-out") == (204, "")
    assert post(boris, "sign-in", mail=place.boris, password=PASSWORD) == (204, "")
    invite = anna.http.get(f"/api/games/{anna.create(soviet='open', shared=True)}").json()["game"]["id"]
    assert boris.http.post(f"/api/games/{invite}/join", json={}).status_code == 403
    assert [one["name"] for one in anna.http.get("/api/blocks").json()] == ["Boris"]


@pytest.mark.one_database
def test_only_who_plays_blocks_and_only_a_person(place: Place) -> None:
    anna, _, game = met(place)
    assert block(place.visitor(), game) == 403
    assert block(anna, anna.create(axis="human", soviet="computer")) == 409
    assert block(anna, anna.create(axis="human", soviet="open")) == 409
