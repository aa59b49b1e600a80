"""The server over a real socket, on a real SQLite file, as browsers use it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import httpx
import msgspec
import pytest
from server.support import Browser, Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from noretreat.data.load import load_balance
from noretreat.server.game import options_in_words
from noretreat.server.http import reachability
from noretreat.server.http.live import Hub, News
from noretreat.server.http.reachability import Reachability

FIGHT = ("DeclareTarget", "BeginBattle", "AssignAttacker")


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


def in_battle(package: dict[str, Any]) -> bool:
    return package["view"]["battle"] is not None and len(package["actions"]) > 1


def later_than(ply: int) -> Callable[[dict[str, Any]], bool]:
    return lambda package: bool(package["ply"] > ply)


def can_move(package: dict[str, Any]) -> bool:
    return any(action["type"] == "MoveUnit" for action in package["actions"])


def no_events(package: dict[str, Any]) -> dict[str, Any]:
    """A package without what depends on when and by whom it was asked for."""
    undo = {name: package["undo"][name] for name in ("can", "why", "steps")}
    return {"undo": undo, **{name: package[name] for name in ("ply", "seat", "view", "actions", "targets")}}


# --- facts and pages --------------------------------------------------------------------------------------------
def test_facts_choices_page_and_headers(server: Server) -> None:
    http = server.browser().http
    board = http.get("/api/board")
    assert len(board.json()["cards"]) == 55
    assert board.headers["content-encoding"] == "gzip"
    again = http.get("/api/board", headers={"if-none-match": board.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "barbarossa" in [scenario["id"] for scenario in http.get("/api/options").json()["scenarios"]]
    for address in ("/", "/new", "/g/anything"):
        page = http.get(address)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert page.headers["cache-control"] == "no-cache"
    elsewhere = http.get("/g/x", headers={"host": server.address.replace("http://127.0.0.1", "localhost")})
    assert elsewhere.headers["location"] == f"{server.address}/g/x"
    tailed = http.get("/tournaments).")  # a link at the end of a sentence
    assert (tailed.status_code, tailed.headers["location"]) == (307, "/tournaments")
    for address in ("//elsewhere.example)", "//elsewhere)", "/%5Celsewhere)", "/nothing.html"):
        answer = http.get(f"{server.address}{address}")
        assert answer.headers.get("location", "/").startswith("/"), "leads nowhere else"
        assert not answer.headers.get("location", "").startswith(("//", "/\\"))
    assert http.get("/schema/openapi.json").json()["openapi"].startswith("3.")
    for address in ("/nothing", "/assets/../../app.py", "/api/nothing"):
        answer = http.get(address)
        assert (answer.status_code, code(answer)) == (404, "not_found")


# --- playing ----------------------------------------------------------------------------------------------------
def test_hot_seat_shows_the_side_to_act(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    package = browser.show(game)
    assert package["owned"] == ["axis", "soviet"]
    assert package["seat"] == package["view"]["actor"] == package["view"]["side"]
    assert package["actions"]
    first = package["seat"]
    package = browser.play(game, lambda package: package["seat"] != first, eager=("Done", "Pass"))
    assert package["seat"] == package["view"]["actor"]
    other = browser.show(game, **{"as": first})
    assert (other["seat"], other["actions"]) == (first, [])


def test_a_game_against_the_computer_goes_on(server: Server) -> None:
    browser = server.browser()
    game = browser.create(soviet="computer", level="random")
    package = browser.play(game, lambda package: package["view"]["turn"] >= 2, eager=("Done", "Pass"))
    assert any(line["side"] == "soviet" for line in browser.show(game)["events"])
    assert package["game"]["seats"]["soviet"] == {
        "kind": "computer", "name": "", "level": "random", "here": False, "left_at": "",
    }  # fmt: skip
    plies = [line["ply"] for line in browser.show(game)["events"]]
    assert plies == sorted(plies)
    later = browser.show(game, since=plies[-1] - 1)["events"]
    assert {line["ply"] for line in later} == {plies[-1]}


def test_refusals_bring_the_fresh_package(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    action = package["actions"][0]

    stale = browser.try_to(game, package["ply"] - 1, action)
    assert (stale.status_code, code(stale)) == (409, "stale")
    assert stale.json()["package"]["ply"] == package["ply"]

    illegal = browser.try_to(game, package["ply"], {"type": "MoveUnit", "unit": "G1Pz", "to": "2022"})
    assert (illegal.status_code, code(illegal)) == (409, "illegal")
    assert no_events(illegal.json()["package"]) == no_events(package)

    for nonsense in ({"type": "Fly"}, {"type": "MoveUnit"}, {"type": "Done", "x": 1}, {}):
        answer = browser.try_to(game, package["ply"], nonsense)
        assert (answer.status_code, code(answer)) == (400, "bad_request")

    stranger = server.browser().try_to(game, package["ply"], action)
    assert (stranger.status_code, code(stranger)) == (403, "not_yours")
    assert browser.show(game)["ply"] == package["ply"]


def test_not_your_turn_and_resigning_out_of_turn(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    package = axis.play(game, can_move)
    answer = soviet.try_to(game, package["ply"], package["actions"][0])
    assert (answer.status_code, code(answer)) == (409, "not_your_turn")
    assert answer.json()["package"]["seat"] == "soviet"
    wrong = soviet.try_to(game, package["ply"], {"type": "Resign", "side": "axis"})
    assert (wrong.status_code, code(wrong)) == (409, "not_your_turn")
    over = soviet.act(game, package["ply"], {"type": "Resign", "side": "soviet"})
    assert over["view"]["outcome"]["winner"] == "axis"
    late = axis.try_to(game, over["ply"], package["actions"][0])
    assert (late.status_code, code(late)) == (409, "game_over")
    assert axis.show(game)["game"]["finished"]


def test_who_resigns_need_not_know_the_last_move(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    seen = soviet.show(game)["ply"]
    moved = axis.play(game, can_move)["ply"]
    assert moved > seen
    over = soviet.act(game, seen, {"type": "Resign", "side": "soviet"})
    assert over["view"]["outcome"]["winner"] == "axis"
    assert over["ply"] == moved + 1


@pytest.mark.parametrize(
    ("content", "kind", "status", "wanted"),
    [
        ("{", "application/json", 400, "bad_request"),
        ("[]", "application/json", 400, "bad_request"),
        ('{"ply": "x", "action": {}}', "application/json", 400, "bad_request"),
        ('{"ply": 1, "action": {}, "extra": 1}', "application/json", 400, "bad_request"),
        ("ply=1", "application/x-www-form-urlencoded", 415, "bad_type"),
        ('{"ply": 1}', "text/plain", 415, "bad_type"),
    ],
)
def test_bad_bodies(server: Server, content: str, kind: str, status: int, wanted: str) -> None:
    browser = server.browser()
    game = browser.create()
    answer = browser.http.post(f"/api/games/{game}/actions", content=content, headers={"content-type": kind})
    assert (answer.status_code, code(answer)) == (status, wanted)
    assert answer.json()["error"]["text"]


def test_forged_requests_are_refused(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    ply = browser.show(game)["ply"]
    own = server.address
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = browser.http.post(f"/api/games/{game}/undo", json={"ply": ply}, headers=headers)
        assert (answer.status_code, code(answer)) == (403, "bad_origin")
        answer = browser.http.delete(f"/api/games/{game}", headers=headers)
        assert (answer.status_code, code(answer)) == (403, "bad_origin")
    answer = browser.http.get("/api/games", headers={"host": "rebound.example"})
    assert (answer.status_code, code(answer)) == (421, "bad_host")
    fine = browser.http.post(f"/api/games/{game}/undo", json={"ply": ply}, headers={"origin": own})
    assert code(fine) == "barrier"
    with pytest.raises(InvalidStatus), connect(_live(server, game), origin=Origin("http://evil.example")):
        pass


def test_the_cookie_is_out_of_reach_and_only_its_hash_is_stored(own_server: Server) -> None:
    browser = own_server.browser()
    answer = browser.http.post("/api/games", json={})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    (token,) = browser.http.cookies.values()
    assert len(token) >= 43
    own_server.stop()
    stored = b"".join(path.read_bytes() for path in own_server.folder.iterdir())
    assert token.encode() not in stored


# --- seats ------------------------------------------------------------------------------------------------------
def test_two_browsers_by_invitation(server: Server) -> None:
    """NET-3: whoever opens the link joins."""
    axis, soviet, third = server.browser(), server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    link = axis.links["soviet"]
    assert axis.http.get("/api/games").json()[0]["links"] == {"soviet": link}

    assert third.http.get(link[:-1] + "x").status_code == 404
    preview = third.http.get(link)  # a messenger looks at the link, and never opens the game
    assert preview.status_code == 303
    assert soviet.http.get(link).headers["location"] == f"/g/{game}"
    package = soviet.show(game)
    assert (package["seat"], package["owned"]) == ("soviet", ["soviet"])
    assert third.show(game)["seat"] is None
    taken = third.http.get(link)
    assert (taken.status_code, code(taken)) == (409, "taken")
    assert soviet.http.get(link).status_code == 303
    assert axis.http.get("/api/games").json()[0]["links"] == {}

    assert axis.show(game)["game"]["seats"]["soviet"] == {
        "kind": "human",
        "name": "",
        "level": "",
        "here": False,
        "left_at": "",
    }
    peek = soviet.http.get(f"/api/games/{game}", params={"as": "axis"})
    assert (peek.status_code, code(peek)) == (403, "not_yours")


def test_a_link_shows_a_browser_what_it_offers_before_it_is_taken(server: Server) -> None:
    """NET-3: whoever follows a link sees the game first; a used or wrong one says why; a program takes the seat."""
    axis, soviet, late = server.browser(), server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open", options={"campaign": True})
    axis.http.post("/api/me", json={"name": "Anna"})
    link = axis.links["soviet"]
    invite = link.rpartition("/")[2]
    page = soviet.http.get(link, headers={"accept": "text/html,application/xhtml+xml"})
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")

    def offered(browser: Browser, invite: str = invite, game: str = game) -> httpx.Response:
        return browser.http.get(f"/api/games/{game}/invitation", params={"invite": invite})

    found = offered(soviet).json()
    assert (found["side"], found["host"]["name"], found["yours"]) == ("soviet", "Anna", False)
    assert found["game"]["differences"]
    assert soviet.show(game)["owned"] == [], "looking takes nothing"
    assert code(offered(axis)) == code(axis.http.get(link)) == "own"
    assert code(offered(late, invite[:-1])) == code(offered(late, invite, "nobody")) == "not_found"
    assert soviet.http.post(f"/api/games/{game}/join", json={"invite": invite}).status_code == 204
    assert soviet.show(game)["owned"] == ["soviet"]
    assert offered(soviet).json()["yours"] is True
    assert code(offered(late)) == code(late.http.post(f"/api/games/{game}/join", json={"invite": invite})) == "taken"


def test_a_page_hears_of_a_seat_that_is_taken() -> None:
    """Only the newest ply counts, but a seat that was taken before it is not forgotten."""
    hub = Hub()
    with hub.listen("one") as queue:
        hub.publish("one", 3, seats=True)
        hub.publish("one", 4)
        assert queue.get_nowait() == News(4, seats=True)
        hub.publish("one", 5)
        assert queue.get_nowait() == News(5)


@pytest.mark.parametrize(
    ("host", "others", "address"),
    [
        ("127.0.0.1", False, "http://192.168.1.20:8123"),
        ("localhost", False, "http://192.168.1.20:8123"),
        ("::1", False, "http://192.168.1.20:8123"),
        ("0.0.0.0", True, "http://192.168.1.20:8123"),
        ("10.0.0.7", True, "http://10.0.0.7:8123"),
        ("fd00::7", True, "http://[fd00::7]:8123"),
        ("games.example", True, ""),
    ],
)
def test_who_can_follow_an_invitation(host: str, others: bool, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachability, "network_address", lambda: "192.168.1.20")
    assert reachability.reachability_of(host, 8123) == Reachability(others, address)


def test_a_server_on_this_computer_alone_says_so(server: Server) -> None:
    told = server.browser().http.get("/api/reachability").json()
    assert told["others"] is False


def test_nobody_sees_the_other_hand(server: Server) -> None:
    axis, soviet, watcher = server.browser(), server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    soviet.http.get(axis.links["soviet"])
    axis.play(game, can_move)
    hand = axis.show(game)["view"]["hand"]
    assert hand
    for other in (soviet.show(game), watcher.show(game)):
        assert other["view"]["hand"] != hand
        assert other["view"]["hand_sizes"]["axis"] == len(hand)
        drawn = [line for line in other["events"] if line["type"] == "CardDrawn" and line["side"] == "axis"]
        assert drawn
        assert all(line["event"]["card"] is None for line in drawn)
    assert watcher.show(game)["view"]["hand"] is None
    secret = soviet.http.get(f"/api/games/{game}/save")
    assert (secret.status_code, code(secret)) == (403, "secret")


def test_deleting_is_for_the_creator(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    game = axis.create(axis="human", soviet="open")
    assert code(soviet.http.delete(f"/api/games/{game}")) == "not_yours"
    assert axis.http.delete(f"/api/games/{game}").status_code == 204
    for call in (axis.http.get, axis.http.delete):
        gone = call(f"/api/games/{game}")
        assert (gone.status_code, code(gone)) == (404, "not_found")
    assert axis.http.get("/api/games").json() == []


# --- taking back ------------------------------------------------------------------------------------------------
def test_renaming_and_copying(server: Server) -> None:
    browser, stranger = server.browser(), server.browser()
    game = browser.create(name="One", axis="human", soviet="human")
    browser.play(game, lambda package: package["ply"] > 3)
    for path, body in (("name", {"name": "Mine"}), ("copy", {})):
        refused = stranger.http.post(f"/api/games/{game}/{path}", json=body)
        assert refused.status_code == 403, path
    assert browser.http.post(f"/api/games/{game}/name", json={"name": "  Two  fronts "}).status_code == 204
    copied = browser.http.post(f"/api/games/{game}/copy", json={})
    assert copied.status_code == 201
    rows = {row["id"]: row for row in browser.http.get("/api/games").json()}
    assert rows[game]["name"] == "Two fronts"
    assert rows[copied.json()["id"]]["name"] == "Two fronts (copy)"
    told = rows[copied.json()["id"]]["name_said"]
    assert (told["code"], told["args"]) == ("info-name-copy", {"base": "Two fronts"})
    assert rows[game]["pieces"]["axis"]
    mine, other = browser.show(game), browser.show(copied.json()["id"])
    assert other["view"] == mine["view"]
    assert other["actions"] == mine["actions"]
    browser.http.post(f"/api/games/{game}/name", json={"name": " "})
    assert browser.show(game)["game"]["name"] == mine["game"]["scenario_title"]


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server that tests share, and that each may kill and start again."""
    running = Server(tmp_path_factory.mktemp("mortal") / "data")
    yield running
    running.close()


@pytest.mark.slow
def test_undo_back_to_the_barrier_and_no_further(mortal: Server) -> None:
    browser = mortal.browser()
    game = browser.create()
    start = browser.play(game, can_move, eager=("Pass", "Discard"))
    assert start["undo"]["can"] is False
    trail = [start]
    for _ in range(3):
        moves = [action for action in trail[-1]["actions"] if action["type"] == "MoveUnit"]
        package = browser.act(game, trail[-1]["ply"], moves[0])
        if not package["undo"]["can"]:
            break
        trail.append(package)
    assert len(trail) > 2
    while len(trail) > 1:
        answer = browser.undo(game, trail.pop()["ply"])
        assert answer.status_code == 200, answer.text
        assert no_events(answer.json()) == no_events(trail[-1])
        assert max((line["ply"] for line in browser.show(game)["events"]), default=0) <= trail[-1]["ply"]
    refused = browser.undo(game, start["ply"])
    assert (refused.status_code, code(refused)) == (409, "barrier")
    assert refused.json()["error"]["text"] == start["undo"]["why"]
    mortal.kill()
    mortal.start()
    later = mortal.browser(browser.http.cookies)
    assert no_events(later.show(game)) == no_events(start)


def test_undo_of_a_stale_page_is_refused(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    answer = browser.undo(game, package["ply"] - 1)
    assert (answer.status_code, code(answer)) == (409, "stale")


# --- questions --------------------------------------------------------------------------------------------------
def test_queries(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    unit = next(action["unit"] for action in package["actions"] if action["type"] == "MoveUnit")

    def ask(**question: Any) -> httpx.Response:
        return browser.http.post(f"/api/games/{game}/query", json=question)

    reach = ask(kind="reach", unit=unit).json()
    targets = {action["to"] for action in package["actions"] if action.get("unit") == unit and "to" in action}
    assert targets <= set(reach["hexes"])
    assert "supplied" in ask(kind="supply", unit=unit).json()
    assert ask(kind="card", what="unit", id=unit).json()["lines"]
    assert ask(kind="card", what="card", id="7").json()["title"] == "Card 7"
    for wrong in ({"kind": "reach", "unit": "X"}, {"kind": "reach"}, {"kind": "sing"}, {}, {"kind": "card", "what": 1}):
        answer = ask(**wrong)
        assert answer.status_code == 400, wrong
        assert answer.json()["error"]["text"]
    assert browser.show(game)["ply"] == package["ply"]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ({"kind": "threat", "side": "neutral"}, "bad_request"),
        ({"kind": "reach", "unit": "G1Pz", "via": "1104"}, "bad_request"),
        ({"kind": "odds", "attackers": ["G1Pz"], "targets": ["1104"], "support": "yes"}, "bad_request"),
        ({"kind": "supply_then", "side": "axis"}, "bad_request"),
        ({"kind": "why", "action": {"type": "Fly"}}, "bad_request"),
        ({"kind": "allocation", "plan": [{"targets": ["9999"], "attackers": []}]}, "bad_query"),
        ({"kind": "card", "what": "thing", "id": "G4"}, "bad_query"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(server: Server, question: dict[str, Any], wanted: str) -> None:
    browser = server.browser()
    answer = browser.http.post(f"/api/games/{browser.create()}/query", json=question)
    assert (answer.status_code, code(answer)) == (400, wanted)


def test_a_bug_of_ours_in_a_question_is_a_failure_and_is_logged(serve: Callable[[str], Server]) -> None:
    """Also one whose exception means something else where a question is read."""
    errors = ["KeyError", "ValueError", "TypeError", "IndexError"]
    server = serve(
        "from noretreat.explain.questions import query\n"
        f"errors = iter([{', '.join(errors)}])\n"
        "def fail(self, state): raise next(errors)('the bug')\n"
        "query.AskZone.answer = fail"
    )
    browser = server.browser()
    game = browser.create()
    for _ in errors:
        answer = browser.http.post(f"/api/games/{game}/query", json={"kind": "zoc", "side": "axis"})
        assert (answer.status_code, code(answer)) == (500, "internal")
    _, words = server.stop()
    assert [words.count(f"{error}: ") for error in errors] == [1] * len(errors)
    assert words.count("the bug") >= len(errors)


# --- live -------------------------------------------------------------------------------------------------------
def _live(server: Server, game: str) -> str:
    return f"{server.address.replace('http', 'ws')}/api/games/{game}/live"


def test_the_live_channel_tells_every_page(own_server: Server) -> None:
    browser = own_server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    with connect(_live(own_server, game)) as one, connect(_live(own_server, game)) as two:
        stands = f"{package['ply']} {package['game']['updated']} human human"  # as a page has it
        for socket in (one, two):
            assert json.loads(socket.recv(5)) == {"ply": package["ply"], "stands": stands}
        two.send('{"here": true}')
        assert json.loads(two.recv(5)) == {}
        for socket in (one, two):
            assert json.loads(socket.recv(5)) == {"ply": package["ply"], "company": True}  # somebody came
        moved = browser.act(game, package["ply"], package["actions"][0])
        for socket in (one, two):
            assert json.loads(socket.recv(5)) == {"ply": moved["ply"]}
        code_, words = own_server.stop()
    assert code_ == 0
    assert "Stopped. Your games are kept in" in words


def test_two_tabs(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    moved = browser.act(game, package["ply"], package["actions"][0])
    stale = browser.try_to(game, package["ply"], package["actions"][-1])
    assert code(stale) == "stale"
    assert stale.json()["package"]["ply"] == moved["ply"]
    assert {line["ply"] for line in stale.json()["package"]["events"]} <= set(
        range(package["ply"] + 1, moved["ply"] + 1)
    )


# --- nothing is lost --------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_killed_in_the_middle_of_a_battle(mortal: Server) -> None:
    """SAV-1: every step is kept as it is played."""
    browser = mortal.browser()
    game = browser.create()
    before = browser.play(game, in_battle, eager=FIGHT)
    log = browser.show(game)["events"]
    for _ in range(2):
        mortal.kill()
        mortal.start()
        again = mortal.browser(browser.http.cookies)
        assert no_events(again.show(game)) == no_events(before)
        assert again.show(game)["events"] == log
    onward = again.act(game, before["ply"], before["actions"][-1])
    assert onward["ply"] > before["ply"]


@pytest.mark.slow
def test_a_computer_that_was_thinking_when_killed_thinks_again(mortal: Server) -> None:
    browser = mortal.browser()
    game = browser.create(axis="computer", soviet="human", level="random")
    mortal.kill()
    mortal.start()
    again = mortal.browser(browser.http.cookies)
    package = again.play(game, lambda package: bool(package["actions"]))
    assert package["seat"] == "soviet"


READ_ONLY = """
import noretreat.storage.database as d
d.url_of = lambda folder: f"sqlite:///file:{folder / 'games.db'}?mode=ro&uri=true"
import noretreat.server.app as a
a.url_of = d.url_of
"""


def test_a_read_only_store_answers_clearly(own_server: Server, serve: Callable[[str], Server]) -> None:
    browser = own_server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    own_server.stop()
    locked = serve(READ_ONLY).browser(browser.http.cookies)
    assert no_events(locked.show(game)) == no_events(package)
    for answer in (
        locked.try_to(game, package["ply"], package["actions"][0]),
        locked.http.post("/api/games", json={}),
        locked.http.delete(f"/api/games/{game}"),
    ):
        assert (answer.status_code, code(answer)) == (500, "storage_read_only")
    assert no_events(locked.show(game)) == no_events(package)


FULL = """
import sqlite3
import time
from sqlalchemy import event
from sqlalchemy.engine import Engine
@event.listens_for(Engine, "connect")
def small(connection, _):
    cursor = connection.cursor()
    cursor.execute("PRAGMA max_page_count=130")
    cursor.close()
"""


def test_a_full_disk_answers_clearly_and_changes_nothing(serve: Callable[[str], Server]) -> None:
    browser = serve(FULL).browser()
    game = browser.create()
    package = browser.show(game)
    for _ in range(400):
        answer = browser.try_to(game, package["ply"], package["actions"][0])
        if answer.status_code != 200:
            break
        package = answer.json()
    assert (answer.status_code, code(answer)) == (507, "storage_full")
    assert "no room" in answer.json()["error"]["text"]
    assert no_events(browser.show(game)) == no_events(package)


def test_a_second_server_on_the_same_games(own_server: Server, serve: Callable[[str], Server]) -> None:
    browser = own_server.browser()
    game = browser.create()
    package = browser.play(game, can_move)
    twin = serve("").browser(browser.http.cookies)
    assert no_events(twin.show(game)) == no_events(package)
    moved = twin.act(game, package["ply"], package["actions"][0])
    assert no_events(browser.show(game)) == no_events(moved)
    late = browser.try_to(game, package["ply"], package["actions"][0])
    assert code(late) == "stale"


# --- save files -------------------------------------------------------------------------------------------------
def test_saving_and_loading(server: Server) -> None:
    browser = server.browser()
    game = browser.create(name="Our war")
    package = browser.play(game, in_battle, eager=FIGHT)
    file = browser.http.get(f"/api/games/{game}/save")
    assert "attachment" in file.headers["content-disposition"]
    other = server.browser()
    loaded = other.http.post("/api/games/import", json={"save": file.text})
    assert loaded.status_code == 201, loaded.text
    copy = other.show(loaded.json()["id"])
    assert {**no_events(copy), "undo": None} == {**no_events(package), "undo": None}
    assert copy["game"]["name"] == "Our war"
    assert other.http.get("/api/games").json()[0]["turn"] == package["view"]["turn"]
    assert other.http.post("/api/games/import", json=file.text).status_code == 201
    for broken in (
        file.text[:-5],
        "",
        "hello\n",
        file.text.replace('"n":2,', '"n":3,'),
        file.text.replace("barbarossa", "x.toml", 1),
    ):
        answer = other.http.post("/api/games/import", json={"save": broken})
        assert (answer.status_code, code(answer)) == (400, "bad_save")


def test_a_state_of_another_version(own_server: Server) -> None:
    """The log brings the game back; where the rules do not allow it any more, the last snapshot does."""
    browser = own_server.browser()
    game = browser.create()
    turned = browser.play(game, lambda package: package["view"]["turn"] >= 2, eager=("Done", "Pass"))
    before = browser.play(game, later_than(turned["ply"] + 3))

    def newest_snapshot() -> int:
        with contextlib.closing(sqlite3.connect(own_server.folder / "games.db")) as store:
            return int(store.execute("select max(ply) from snapshot").fetchone()[0])

    while newest_snapshot() >= before["ply"]:  # the dice may lead to a hand-over just here
        before = browser.play(game, later_than(before["ply"]))

    def spoil(*statements: str) -> int:
        own_server.stop()
        with contextlib.closing(sqlite3.connect(own_server.folder / "games.db")) as store, store:
            for statement in statements:
                store.execute(statement)
            (ply,) = store.execute("select max(ply) from snapshot").fetchone()
        own_server.start()
        return int(ply)

    ply = spoil("update game set state = '{}'")
    assert ply < before["ply"]
    whole = own_server.browser(browser.http.cookies).show(game)
    assert no_events(whole) == no_events(before)

    spoil("update game set state = '{}'", """update step set action = '{"type":"Counterattack"}' where ply = 4""")
    again = own_server.browser(browser.http.cookies)
    package = again.show(game)
    assert package["ply"] == ply
    assert "goes on from action" in package["game"]["note"]
    said = package["game"]["note_said"]
    assert (said["code"], said["args"]["step"]) == ("goes-on-here", ply)
    assert again.play(game, lambda package: package["ply"] > ply)

    spoil("update game set state = '{}'", "update snapshot set state = '{}'")
    lost = own_server.browser(browser.http.cookies).http.get(f"/api/games/{game}")
    assert (lost.status_code, code(lost)) == (409, "unreadable")


def test_wrong_wishes_for_a_new_game(server: Server) -> None:
    http = server.browser().http
    for wrong in (
        {"scenario": "waterloo"},
        {"scenario": "../x.toml"},
        {"axis": "ghost"},
        {"level": "godlike"},
        {"rules": "house"},
        {"colour": "red"},
        {"options": {"cheat": True}},
        {"options": {"no_surrender": "maybe"}},
    ):
        answer = http.post("/api/games", json=wrong)
        assert (answer.status_code, code(answer)) == (400, "bad_request"), wrong


def test_optional_rules_are_told(server: Server) -> None:
    browser = server.browser()
    known = {option["id"]: option["usual"] for option in browser.http.get("/api/options").json()["options"]}
    assert known["no_surrender"] is False
    game = browser.create(options={"no_surrender": True, "guarded": known["guarded"]})
    info = browser.show(game)["game"]
    assert info["options"]["no_surrender"] is True
    assert info["differences"] == ["No surrender"]


def test_the_phases_come_in_the_order_of_the_rules(server: Server) -> None:
    """Rules differ in what comes first at the end of a turn (4.2): removal, or leaving the train."""
    browser = server.browser()
    ends = {rules: browser.show(browser.create(rules=rules))["game"]["phases"][-2:] for rules in ("digital", "deluxe")}
    assert ends == {"digital": ["detraining", "removal"], "deluxe": ["removal", "detraining"]}


def test_a_game_says_how_it_differs_from_the_usual_one(server: Server) -> None:
    """The usual game is digital; the list of games and the game itself say what is otherwise (NET-10)."""
    browser = server.browser()
    offered = browser.http.get("/api/options").json()["rules"]
    assert [rules["id"] for rules in offered if rules["usual"]] == ["digital"]
    usual = browser.create()
    other = browser.create(
        rules="deluxe", options={"die_modifiers": [1, 0], "variable_weather": False, "guarded": False}
    )
    without = browser.create(rules="digital", options={"variable_weather": False})
    expected = {
        usual: ("Digital", []),
        other: (
            "Deluxe (board game, first printing)",
            [
                "Rules: Deluxe (board game, first printing)",
                "Card windows open only for a side that can use one",
                "The weather is as printed",
                "Combat dice: Axis +1",
            ],
        ),
        without: ("Digital", []),  # the weather never varies there
    }
    rows = {row["id"]: row for row in browser.http.get("/api/games").json()}
    for game, (title, differences) in expected.items():
        about = browser.show(game)["game"]
        assert (about["rules_title"], about["differences"]) == (title, differences)
        assert (rows[game]["rules_title"], rows[game]["differences"]) == (title, differences)


def test_a_scenario_says_who_wins_it_when_computers_play(server: Server) -> None:
    """None where nobody has measured it."""
    told = {one["id"]: one["won"] for one in server.browser().http.get("/api/options").json()["scenarios"]}
    balance = load_balance()
    for scenario, won in told.items():
        found = balance.wins.get(scenario)
        assert won == (None if found is None else {**msgspec.structs.asdict(found), "level": balance.level})


def test_the_joker_is_an_option_of_some_rule_sets(server: Server) -> None:
    browser = server.browser()
    told = {option["id"]: option for option in browser.http.get("/api/options").json()["options"]}
    assert (told["joker"]["usual"], set(told["joker"]["rules"])) == (False, {"deluxe", "living"})
    assert set(told["no_surrender"]["rules"]) == {"deluxe", "living", "digital"}
    assert set(told["simultaneous_battles"]["rules"]) == {"digital"}
    package = browser.show(browser.create(rules="deluxe", options={"joker": True}))
    assert package["game"]["differences"][1:] == ["Joker"]
    assert package["view"]["joker"] == "axis"
    answer = browser.http.post("/api/games", json={"rules": "digital", "options": {"joker": True}})
    assert (answer.status_code, code(answer)) == (400, "bad_request")


BOARD_GAMES = {"classic", "deluxe", "living"}


@pytest.mark.parametrize("option", ["detachments", "fortified_fronts", "local_support", "rezervy", "paratroops"])
def test_c_68_optional_counters_are_those_of_the_board_game(server: Server, option: str) -> None:
    """The computer sets do not offer them, and the server does not accept them there."""
    browser = server.browser()
    told = {one["id"]: set(one["rules"]) for one in browser.http.get("/api/options").json()["options"]}
    assert told[option] == BOARD_GAMES
    for rules in ("digital", "digital_0_1", "deluxe"):
        answer = browser.http.post("/api/games", json={"rules": rules, "options": {option: True}})
        assert answer.status_code == (201 if rules in BOARD_GAMES else 400), answer.text
    position = {"position": "turn 5\nrules digital\nunit G4 0606\nunit S_W 2008", "options": {option: True}}
    assert browser.http.post("/api/games", json=position).status_code == 400


def test_c_68_a_game_that_has_optional_counters_says_so_still() -> None:
    """Stored by an earlier version: it goes on with them, and they can be looked up (NET-10)."""
    assert options_in_words.differences({"rules": "digital", "rezervy": True}) == ["Rezervy"]
    assert options_in_words.differences({"rules": "digital", "joker": True}) == []


def test_a_game_of_two_computers_can_be_watched(server: Server) -> None:
    browser = server.browser()
    game = browser.create(axis="computer", soviet="computer", level="random")
    package = browser.play(game, lambda package: package["ply"] > 30)
    assert package["seat"] is None
    assert package["view"]["hand"] is None


def test_a_thinking_computer_does_not_stall_the_server(server: Server) -> None:
    browser = server.browser()
    game = browser.create(axis="computer", soviet="computer", level="easy")
    took, thinking, ply = [], False, 0
    deadline = time.monotonic() + 300
    while ply < 12 and time.monotonic() < deadline:
        asked = time.monotonic()
        package = browser.show(game)
        took.append(time.monotonic() - asked)
        thinking, ply = thinking or package["thinking"], package["ply"]
    assert thinking
    assert ply >= 12
    assert median(took) < 1  # a tenth of that on a machine with much else to do
    assert browser.http.delete(f"/api/games/{game}").status_code == 204


def test_net_8_the_list_says_in_which_games_it_is_your_turn(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    mine = axis.create(axis="human", soviet="open")
    soviet.http.get(axis.links["soviet"])
    both = soviet.create(axis="human", soviet="human")
    axis.play(mine, can_move)
    rows = {row["id"]: row for row in soviet.http.get("/api/games").json()}
    assert {row["id"]: row["your_turn"] for row in rows.values()} == {mine: False, both: True}
    assert {row["id"]: row["your_turn"] for row in axis.http.get("/api/games").json()} == {mine: True}


@pytest.mark.slow
def test_net_1_nobody_has_to_be_there_when_the_other_plays(mortal: Server) -> None:
    """Each plays while the other is away, and the game is kept in between."""
    axis, soviet = mortal.browser(), mortal.browser()
    game = axis.create(axis="human", soviet="open")
    soviet.http.get(axis.links["soviet"])
    moved = axis.play(game, can_move)
    mortal.kill()
    mortal.start()
    later = mortal.browser(soviet.http.cookies).show(game)
    assert (later["seat"], later["ply"]) == ("soviet", moved["ply"])
