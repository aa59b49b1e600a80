"""Passkeys: a device signs in, on SQLite and PostgreSQL; and what it must not get away with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from server.accounts import OTHER, PASSWORD, SITE, Place, mail_of, post, words
from server.device import PRESENT, Device
from server.support import Browser

NAME = "games.example.org"


def options(browser: Browser, call: str, **body: Any) -> str:
    answer = browser.http.post(f"/api/account/passkeys/{call}", json=body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["options"])


def with_passkey(place: Place) -> tuple[Browser, Device]:
    """Anna with an account and a passkey for it."""
    anna, device = place.made(place.visitor(), place.anna), Device(SITE, NAME)
    answer = device.make(options(anna, "prepare", password=PASSWORD))
    assert post(anna, "passkeys", answer=answer, name="My phone") == (200, "")
    return anna, device


def enter(browser: Browser, answer: str) -> tuple[int, str]:
    return post(browser, "passkeys/sign-in", answer=answer)


@pytest.mark.slow
def test_a_device_signs_in_and_is_removed(place: Place) -> None:
    anna, device = with_passkey(place)
    game = anna.create()
    assert "passkey was added" in words(place.letter(place.anna, 1))
    phone = place.visitor()
    theirs = phone.create()
    assert enter(phone, device.sign_in(options(phone, "ask"))) == (204, "")
    assert mail_of(phone) == place.anna
    assert {one["id"] for one in phone.http.get("/api/games").json()} == {game, theirs}
    (kept,) = phone.http.get("/api/account/passkeys").json()
    assert (kept["name"], bool(kept["used"])) == ("My phone", True)
    stranger = place.made(place.visitor(), place.boris)
    assert stranger.http.post("/api/account/passkeys/remove", json={"id": kept["id"]}).json() == []
    assert len(anna.http.get("/api/account/passkeys").json()) == 1, "nobody removes another one's"
    assert anna.http.post("/api/account/passkeys/remove", json={"id": kept["id"]}).json() == []
    assert "passkey was removed" in words(place.letter(place.anna, 2))
    assert enter(place.visitor(), device.sign_in(options(place.visitor(), "ask"))) == (403, "no-passkey")


@pytest.mark.one_database
def test_an_answer_is_good_once_and_for_its_own_challenge(place: Place) -> None:
    _, device = with_passkey(place)
    thief = place.visitor()
    heard = device.sign_in(options(place.visitor(), "ask"))
    assert enter(place.visitor(), heard) == (204, "")
    assert enter(thief, heard) == (403, "no-passkey")
    made_up = json.dumps({"challenge": "AAAA" * 16})
    assert enter(thief, device.sign_in(made_up)) == (403, "no-passkey")
    other = place.made(place.visitor(), place.boris)
    for_another_purpose = options(other, "prepare", password=PASSWORD)
    assert enter(thief, device.sign_in(for_another_purpose)) == (403, "no-passkey")
    assert mail_of(thief) == ""


@pytest.mark.one_database
def test_a_page_of_another_name_gets_nowhere(place: Place) -> None:
    """What a device was lured into by another page is of no use here."""
    _, device = with_passkey(place)
    for origin, name in (
        ("https://games.example.com", NAME),
        (SITE, "example.com"),
        ("http://games.example.org", NAME),
    ):
        device.origin, device.name = origin, name
        assert enter(place.visitor(), device.sign_in(options(place.visitor(), "ask"))) == (403, "no-passkey"), origin


@pytest.mark.one_database
def test_who_holds_the_device_has_to_be_its_owner(place: Place) -> None:
    _, device = with_passkey(place)
    answer = device.sign_in(options(place.visitor(), "ask"), PRESENT)
    assert enter(place.visitor(), answer) == (403, "no-passkey")


def test_a_copy_of_a_device_is_noticed(place: Place) -> None:
    _, device = with_passkey(place)
    device.count = 7
    assert enter(place.visitor(), device.sign_in(options(place.visitor(), "ask"))) == (204, "")
    device.count = 3
    assert enter(place.visitor(), device.sign_in(options(place.visitor(), "ask"))) == (403, "no-passkey")


@pytest.mark.one_database
def test_a_passkey_of_somebody_else_is_not_taken_over(place: Place) -> None:
    anna, device = with_passkey(place)
    boris = place.made(place.visitor(), place.boris)
    mine = options(anna, "prepare", password=PASSWORD)
    assert post(boris, "passkeys", answer=device.make(mine)) == (403, "no-passkey"), "a challenge is one account's"
    assert post(boris, "passkeys", answer=device.make(options(boris, "prepare", password=PASSWORD))) == (
        409,
        "no-passkey",
    )
    assert post(boris, "passkeys/prepare", password=OTHER) == (403, "wrong-password")
    assert post(place.visitor(), "passkeys/prepare", password=OTHER) == (403, "not-signed-in")
    assert enter(place.visitor(), device.sign_in(options(place.visitor(), "ask"))) == (204, "")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        "[]",
        "null",
        '{"id": 1}',
        '{"id":"AA","rawId":"AA","type":"public-key"}',
        "[" * 5000,
        '{"id":' * 1500,
    ],
    ids=lambda answer: answer[:12],
)
@pytest.mark.one_database
def test_what_is_no_answer_is_refused(place: Place, answer: str) -> None:
    anna = place.made(place.visitor(), place.anna)
    assert enter(place.visitor(), answer) == (403, "no-passkey")
    assert post(anna, "passkeys", answer=answer) == (403, "no-passkey")
