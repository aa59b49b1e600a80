"""Players who are found by name and invited; what was said and told about a game in the list; reports to the host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.mailbox import Mailbox, texts_of
from server.support import Browser, Server
from server.test_notices import link_in

HABITS = {"language": "de", "zone": "UTC", "weekly": [], "holidays": [], "found": True}


def player(server: Server, name: str, *, found: bool = True) -> Browser:
    """A player with a name, who may be found."""
    browser = server.browser()
    browser.http.post("/api/me", json={"name": name, "color": "red"})
    assert browser.http.post("/api/habits", json={**HABITS, "found": found}).status_code == 200
    return browser


def find(browser: Browser, name: str) -> list[dict[str, Any]]:
    answer = browser.http.post("/api/people/find", json={"name": name})
    assert answer.status_code == 200, answer.text
    players: list[dict[str, Any]] = answer.json()["players"]
    return players


def code(answer: Any) -> str:
    return str(answer.json()["error"]["why"]["code"])


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.mark.slow
def test_only_who_wants_to_be_found_is_and_nobody_lists_all(server: Server) -> None:
    anna = player(server, "Quentin the seeker")
    for number in range(8):
        player(server, f"Xaver {number}")
    player(server, "Xaver the hidden", found=False)
    assert [one["name"] for one in find(anna, "xaver 3")] == ["Xaver 3"]
    assert len(find(anna, "XAVER")) == 5, "no more than five at a time"
    assert find(anna, "xaver the") == []
    assert find(anna, "Quentin the seeker") == [], "nobody finds oneself"
    for pattern in ("%%%", "___", "xa%er 3"):
        assert find(anna, pattern) == [], pattern
    short = anna.http.post("/api/people/find", json={"name": " xa "})
    assert (short.status_code, code(short)) == (400, "name-short")
    assert server.browser().http.post("/api/people/find", json={"name": "xaver"}).status_code == 403


def test_who_takes_another_name_is_found_by_that(server: Server) -> None:
    anna, boris = player(server, "Zacharias"), player(server, "Yaroslav before")
    boris.http.post("/api/me", json={"name": "Yaroslav after", "color": ""})
    assert find(anna, "yaroslav b") == []
    assert [one["name"] for one in find(anna, "yaroslav a")] == ["Yaroslav after"]
    boris.http.post("/api/habits", json={**HABITS, "found": False})
    assert find(anna, "yaroslav a") == []


def test_a_name_is_found_without_accents_and_in_any_case(server: Server) -> None:
    anna, boris = player(server, "Oktavia"), player(server, "Łukasz Österreicher")
    for sought in ("lukasz o", "ŁUKASZ", "Lukasz Österreicher"):
        (one,) = find(anna, sought)
        assert one["name"] == "Łukasz Österreicher", sought
    boris.http.post("/api/me", json={"name": "Émile Nové", "color": ""})
    assert [one["name"] for one in find(anna, "emile nove")] == ["Émile Nové"]
    game = anna.create(axis="human", soviet="open")
    (one,) = find(anna, "EMILE")
    assert anna.http.post(f"/api/games/{game}/guests", json={"key": one["key"], "name": one["name"]}).is_success
    assert [row["id"] for row in boris.http.get("/api/lobby").json()["invited"]] == [game]


@pytest.mark.slow
def test_an_invitation_by_name_is_taken_or_declined_in_the_lobby(server: Server) -> None:
    anna, boris, clara = player(server, "Walburga"), player(server, "Vladimir"), player(server, "Ursula")
    game = anna.create(axis="human", soviet="open")
    (guest,) = find(anna, "vladimir")
    asked = {"key": guest["key"], "name": guest["name"]}
    assert boris.http.post(f"/api/games/{game}/guests", json=asked).status_code in (403, 404)
    assert clara.http.post(f"/api/games/{game}/guests", json=asked).status_code == 403, "only its creator invites"
    assert boris.http.post(f"/api/games/{game}/join", json={}).status_code == 409, "nobody has invited him yet"
    for _ in range(2):
        assert anna.http.post(f"/api/games/{game}/guests", json=asked).status_code == 204
    (row,) = boris.http.get("/api/lobby").json()["invited"]
    assert (row["id"], row["people"]["axis"]["name"], row["links"]) == (game, "Walburga", {})
    assert clara.http.get("/api/lobby").json()["invited"] == []
    assert boris.http.post(f"/api/games/{game}/guests/decline", json={}).status_code == 204
    assert boris.http.post(f"/api/games/{game}/guests/decline", json={}).status_code == 404
    assert boris.http.get("/api/lobby").json()["invited"] == []
    assert anna.http.post(f"/api/games/{game}/guests", json=asked).status_code == 204
    assert boris.http.post(f"/api/games/{game}/join", json={}).status_code == 204
    assert boris.show(game)["owned"] == ["soviet"]
    assert boris.http.get("/api/lobby").json()["invited"] == []
    taken = anna.http.post(f"/api/games/{game}/guests", json=asked)
    assert (taken.status_code, code(taken)) == (409, "seat-taken")
    wrong = anna.http.post(f"/api/games/{game}/guests", json={"key": "0" * 32, "name": "Vladimir"})
    assert (wrong.status_code, code(wrong)) == (404, "nobody-of-that-name")


def test_previous_opponents_are_invited_without_a_search(server: Server) -> None:
    anna, boris, clara = (player(server, name, found=False) for name in ("Rosalind", "Pantaleon", "Ottokar"))
    assert anna.http.get("/api/people/met").json() == {"players": []}
    for friend in (boris, clara):
        anna.create(axis="human", soviet="open")
        friend.http.get(anna.links["soviet"])
    met = anna.http.get("/api/people/met").json()["players"]
    assert [one["name"] for one in met] == ["Ottokar", "Pantaleon"], "the latest first"
    assert [one["name"] for one in boris.http.get("/api/people/met").json()["players"]] == ["Rosalind"]
    game = anna.create(axis="human", soviet="open")
    asked = {"key": met[1]["key"], "name": "Pantaleon"}
    assert anna.http.post(f"/api/games/{game}/guests", json=asked).status_code == 204
    assert [row["id"] for row in boris.http.get("/api/lobby").json()["invited"]] == [game]
    stranger = clara.create(axis="human", soviet="open")
    assert clara.http.post(f"/api/games/{stranger}/guests", json=asked).status_code == 404, "they have never met"


@pytest.mark.slow
def test_a_day_has_so_many_invitations(server: Server) -> None:
    anna = player(server, "Tatjana")
    guests = [player(server, f"Siegfried {number:02}") for number in range(21)]
    assert len(guests) == 21
    game = anna.create(axis="human", soviet="open")
    answers = []
    for number in range(21):
        (one,) = find(anna, f"siegfried {number:02}")
        asked = {"key": one["key"], "name": one["name"]}
        answers.append(anna.http.post(f"/api/games/{game}/guests", json=asked).status_code)
    assert answers == [204] * 20 + [429]


@pytest.mark.slow
def test_who_is_invited_by_name_is_told_in_their_language(mailbox: Mailbox, tmp_path: Path) -> None:
    script = f"""
import os
os.environ |= {{"NORETREAT_MAIL": {mailbox.url!r}, "NORETREAT_MAIL_FROM": "games@example.org",
    "NORETREAT_URL": "https://games.example.org"}}
import noretreat.server.notify.outbox as office
office.EVERY = 0.05
from noretreat.cli.main import main
raise SystemExit(main())
"""
    site = Server(tmp_path / "site", script)
    try:
        anna, boris = player(site, "Anna"), player(site, "Boris")
        wanted = {"mail": "boris@example.org", "language": "de"}
        assert boris.http.post("/api/notices", json=wanted).status_code == 200
        confirming = link_in(mailbox.wait_for("Best"))
        assert boris.http.post(confirming, json={}).status_code == 200
        game = anna.create(axis="human", soviet="open")
        (guest,) = find(anna, "boris")
        assert (
            anna.http.post(f"/api/games/{game}/guests", json={"key": guest["key"], "name": "Boris"}).status_code == 204
        )
        told = mailbox.wait_for("Anna")
        text = texts_of(told)[0]
        assert text.startswith("Anna lädt dich ein.")
        assert "nimmst du den Platz oder lehnst ab" in text
        assert "https://games.example.org/\r\n" in text
        assert "Keine Mails mehr zu irgendeiner Partie" in text
    finally:
        site.close()


def test_the_list_says_that_there_is_something_new_to_read(server: Server) -> None:
    anna, boris = server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open")
    boris.http.get(anna.links["soviet"])
    boris.show(game)

    def said(browser: Browser) -> int:
        return next(int(row["said"]) for row in browser.http.get("/api/games").json() if row["id"] == game)

    before = said(anna)
    boris.http.post(f"/api/games/{game}/talk", json={"text": "Good luck!"})
    assert said(anna) > before
    assert said(boris) == 0, "one's own words are not news"
    anna.http.post(f"/api/games/{game}/talk", json={"text": "Thank you"})
    assert said(boris) > said(anna)


def test_the_list_tells_of_offers_and_of_the_time_that_is_left(server: Server) -> None:
    anna, boris = server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open", clock={"kind": "move", "each": 2 * 86400})

    def row(browser: Browser) -> dict[str, Any]:
        return next(one for one in browser.http.get("/api/games").json() if one["id"] == game)

    assert row(anna)["remaining"] == {"axis": None, "soviet": None}, "nobody sits there yet"
    boris.http.get(anna.links["soviet"])
    ply = boris.show(game)["ply"]
    left = row(boris)["remaining"]
    assert 0 < left["axis"] <= left["soviet"] == 2 * 86400
    for kind in ("draw", "pause"):
        assert boris.http.post(f"/api/games/{game}/proposals/{kind}", json={}).is_success
    assert (sorted(row(anna)["offers"]), row(boris)["offers"]) == (["draw", "pause"], [])
    anna.play(game, lambda package: package["ply"] > ply)
    assert row(anna)["offers"] == ["pause"], "an offer of a draw lapses when the position changes"
    assert anna.http.post(f"/api/games/{game}/proposals/pause/answer", json={"accept": False}).is_success
    assert row(anna)["offers"] == []


@pytest.mark.slow
def test_a_message_is_reported_to_the_host_with_the_lines_about_it(server: Server) -> None:
    anna, boris, clara = server.browser(), server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open")
    boris.http.get(anna.links["soviet"])
    boris.show(game)
    for browser, text in ((anna, "Hello"), (boris, "You fool"), (anna, "That is not nice")):
        assert browser.http.post(f"/api/games/{game}/talk", json={"text": text}).status_code == 204
    lines = anna.http.get(f"/api/games/{game}/company").json()["lines"]
    own, bad = (next(line["number"] for line in lines if line["text"] == text) for text in ("Hello", "You fool"))
    report = f"/api/games/{game}/talk/{bad}/report"
    assert anna.http.post(report, json={"text": "An insult"}).status_code == 204
    assert anna.http.post(report, json={"text": "again"}).status_code == 204, "once is enough"
    assert anna.http.post(f"/api/games/{game}/talk/{own}/report", json={"text": "?"}).status_code == 404
    assert anna.http.post(f"/api/games/{game}/talk/999/report", json={"text": "?"}).status_code == 404
    assert clara.http.post(report, json={"text": "?"}).status_code == 403, "whoever does not sit there hears nothing"

    def reports(*arguments: str) -> str:
        database = f"sqlite:///{server.folder / 'games.db'}"
        command = [sys.executable, "-m", "noretreat", "reports", "--database-url", database, *arguments]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NORETREAT_")}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout

    told = reports()
    assert told.count("An insult") == 1
    assert "again" not in told
    assert re.search(r"^> \S+ soviet: You fool$", told, re.MULTILINE)
    assert re.search(r"^  \S+ axis: That is not nice$", told, re.MULTILINE)
    name = told.split()[0]
    assert reports("--settle", name).strip() == f"{name} is settled"
    assert name not in reports()
    assert name in reports("--all")
