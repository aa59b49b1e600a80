"""The questions that look ahead, over HTTP: anybody who watches may ask them, and no secret is in an answer."""

from __future__ import annotations

from typing import Any

import httpx
from server.support import Server

POSITION = """turn 7
phase combat axis
unit G1Pz 1511
unit G4 1610
unit S_W 1611
unit S_SW box:destroyed
hand axis 1 16
hand soviet 34
"""


def ask(browser: Any, game: str, **question: Any) -> httpx.Response:
    answer: httpx.Response = browser.http.post(f"/api/games/{game}/query", json=question)
    return answer


def table(server: Server) -> tuple[Any, str]:
    browser = server.browser()
    made = browser.http.post("/api/games", json={"position": POSITION, "axis": "human", "soviet": "human"})
    assert made.status_code == 201, made.text
    return browser, made.json()["id"]


def test_a_forecast_names_six_dice(server: Server) -> None:
    browser, game = table(server)
    told = ask(browser, game, kind="forecast", attackers=["G1Pz", "G4"], targets=["1611"], support=True).json()
    assert len(told["dice"]) == 6
    assert [shift["code"] for shift in told["odds"]["shifts"]] == ["support", "armor"]
    assert {chance["result"] for chance in told["chances"]} == {die["result"] for die in told["dice"]}
    assert ask(browser, game, kind="forecast", attackers=[], targets=[]).json() is None


def test_the_outlook_of_the_whole_map(server: Server) -> None:
    browser, game = table(server)
    assert set(ask(browser, game, kind="threat", side="soviet").json()) == {"hexes", "reach"}
    assert set(ask(browser, game, kind="supply_then").json()) == {"lost", "marked", "relieved"}
    roads = ask(browser, game, kind="victory").json()
    assert [road["code"] for road in roads["axis"]] == ["objectives", "sudden_death", "operational"]
    assert ask(browser, game, kind="bring_back").json()["soviet"]["units"]["S_SW"]["cost"] == 1
    assert ask(browser, game, kind="card", what="header", id="vp").json()["title"].startswith("Victory points")


def test_only_its_own_player_is_told_what_threatens_a_side(server: Server) -> None:
    browser, game = table(server)
    assert isinstance(ask(browser, game, kind="dangers", side="axis").json(), list)
    refused = ask(server.browser(), game, kind="dangers", side="axis")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_yours")


def test_a_stranger_may_watch_and_sees_no_hand(server: Server) -> None:
    _, game = table(server)
    stranger = server.browser()
    for question in (
        {"kind": "forecast", "attackers": ["G4"], "targets": ["1611"]},
        {"kind": "threat", "side": "axis"},
        {"kind": "victory"},
        {"kind": "bring_back"},
    ):
        answer = ask(stranger, game, **question)
        assert answer.status_code == 200, question
        assert "hand" not in answer.text


def test_wrong_questions_are_refused_in_words(server: Server) -> None:
    browser, game = table(server)
    for question in (
        {"kind": "forecast", "attackers": ["G4", "S_W"], "targets": ["1611"]},
        {"kind": "forecast", "attackers": ["G4"]},
        {"kind": "threat", "side": "neutral"},
        {"kind": "card", "what": "box", "id": "chest"},
    ):
        answer = ask(browser, game, **question)
        assert answer.status_code == 400, question
        assert answer.json()["error"]["text"]


def test_a_question_in_words_is_answered_for_the_seat_that_asks(server: Server) -> None:
    browser, game = table(server)

    def asked(who: Any, text: str, language: str = "en") -> Any:
        answer = who.http.post(f"/api/games/{game}/ask", json={"text": text, "language": language})
        assert answer.status_code == 200, answer.text
        return answer.json()

    odds = asked(browser, "Verhältnis von 1. Panzerarmee und 4. Armee gegen die Westfront?", "de")
    assert (odds["understood"], odds["kind"]) == (True, "odds")
    assert odds["lines"][0]["args"]["column"]
    assert "1611" in odds["hexes"]
    cards = asked(browser, "which cards can I play now?")
    assert cards["understood"]
    assert any("1" in str(line["args"]) for line in cards["lines"])
    stranger = asked(server.browser(), "which cards can I play now?")
    assert [line["code"] for line in stranger["lines"]] == ["info-ask-cards-secret"]
    assert not asked(browser, "good morning")["understood"]
    assert asked(browser, "1st Panzer")["nearly"]
    refused = browser.http.post(f"/api/games/{game}/ask", json={"text": "x" * 1001, "language": "en"})
    assert refused.status_code == 400
