"""Texts that people write: what nobody can see is taken out, wherever they come in."""

from __future__ import annotations

import pytest
from server.support import Server

from noretreat.server.http.text_fields import clean

UNSEEN = (
    "",
    " \n\t",
    "\u200b",
    "\u200b \u2060\ufeff",
    "\u202e",
    "\u2066\u2069",
    "\u3164",
    "\u2800\u2800",
    "\ufe0f",
    "\x00",
)


@pytest.mark.parametrize("text", UNSEEN)
def test_a_text_of_which_nothing_is_seen_is_none(text: str) -> None:
    assert clean(text) == ""


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("An\u200bna", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("An\u200dna", "Anna"),
        ("one\r\ntwo\u2028three\x85four", "one two three four"),
        ("a\x00b\x07c", "abc"),
        ("half \ud800a sign", "half a sign"),
        ("soft\u00adly", "softly"),
        ("A" + "\u0300" * 20 + "nna" + "\u0489" * 9, "\u00c0" + "\u0300" * 3 + "nna" + "\u0489" * 3),
        ("\u0301 Anna\ufe01\U000e0101", "Anna"),
    ],
)
def test_signs_that_cannot_be_seen_are_left_out(written: str, read: str) -> None:
    assert clean(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń",
        "Привет!",
        "שלום",
        "می‌خواهم",
        "👩‍🚀 👩🏽‍🚀 ❤️‍🔥",
        "naïve – “yes” …",
        "日本語",
        "2×3 ≥ 5",
        "ที่นี่",
        "Việt",
        "שָׁלוֹם",
    ],
)
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


def test_every_text_that_comes_in_is_cleaned(server: Server) -> None:
    """Names of players and of games, and talk; a line that shows nothing is not said."""
    anna, boris = server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open", name="Kie\u200bv \u202e1941")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert anna.show(game)["game"]["name"] == "Kiev 1941"
    assert anna.http.post(f"/api/games/{game}/name", json={"name": "\u200f\u200b"}).status_code == 204
    assert anna.show(game)["game"]["name"] == "Barbarossa (campaign)"
    assert anna.http.post("/api/me", json={"name": "An\u200bna\u202e"}).json()["name"] == "Anna"
    assert anna.http.post(f"/api/games/{game}/talk", json={"text": "\u200b\u2060"}).status_code == 400
    assert anna.http.post(f"/api/games/{game}/talk", json={"text": "Your\u202e turn\u200b"}).status_code == 204
    said = [
        line["text"] for line in boris.http.get(f"/api/games/{game}/company").json()["lines"] if line["kind"] == "say"
    ]
    assert said == ["Your turn"]
