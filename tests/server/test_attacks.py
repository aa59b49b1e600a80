"""What strangers and the other player tried on a running server, each attack with what it gets instead."""

from __future__ import annotations

import contextlib
import json
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
from server.accounts import Place
from server.support import Browser, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from noretreat.server import site
from noretreat.server.http.rate_limit import Buckets, Rate, rate_of
from noretreat.server.http.security import NoToken, cookie_of
from noretreat.storage.database import url_of


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


# --- the cookies of other programs on the same host -----------------------------------------------------------------
TOKEN = "A" * 43


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ([], NoToken.ABSENT),
        ([b"other=1"], NoToken.ABSENT),
        ([b"ours=" + TOKEN.encode()], TOKEN),
        ([b'a=b; broken"; =; ;;x; \xe9t\xe9=\x01; ours="' + TOKEN.encode() + b'" ; {"json": [1, 2]}'], TOKEN),
        ([b"session[id]=[]{}()<>@,;:\\/?=; ours = " + TOKEN.encode()], TOKEN),
        ([b"theirs=1", b"ours=" + TOKEN.encode()], TOKEN),
        ([b"ours=short; ours=" + TOKEN.encode()], TOKEN),
        ([b"notours=" + TOKEN.encode()], NoToken.ABSENT),
        ([b"ours="], NoToken.UNREADABLE),
        ([b"ours=" + TOKEN[:-1].encode()], NoToken.UNREADABLE),
        ([b"ours=" + TOKEN.encode() + b"\xff"], NoToken.UNREADABLE),
    ],
)
def test_our_cookie_is_read_beside_any_other(sent: list[bytes], read: str | NoToken) -> None:
    assert cookie_of([(b"Cookie", value) for value in sent], "ours") == read


def with_cookies(server: Server, browser: Browser, change: str) -> Browser:
    """The same browser, whose cookies another program has changed: `{}` stands for ours."""
    ours = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.http.cookies.jar)
    other = server.browser()
    other.http.headers["cookie"] = change.format(ours)
    return other


def test_a_malformed_cookie_of_another_program_loses_no_seat(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    same = with_cookies(server, browser, 'wiki="un\\"closed; {}; a b=c d; =')
    assert same.show(game)["owned"] == ["axis", "soviet"]
    assert [row["id"] for row in same.http.get("/api/games").json()] == [game]
    another = same.http.post("/api/games", json={})
    assert another.headers["set-cookie"].partition(";")[0].endswith(next(iter(browser.http.cookies.values())))
    assert {row["id"] for row in browser.http.get("/api/games").json()} == {game, another.json()["id"]}


def test_a_cookie_that_cannot_be_read_is_not_replaced(server: Server) -> None:
    browser = server.browser()
    game = browser.create(axis="human", soviet="open")
    damaged = with_cookies(server, browser, "{}~")
    assert damaged.show(game)["owned"] == []
    for answer in (
        damaged.http.post("/api/games", json={}),
        damaged.http.post("/api/games/import", json={"save": ""}),
        damaged.http.post("/api/sandboxes", json={"game": game}),
        damaged.http.get(browser.links["soviet"]),
        damaged.http.get("/api/games"),
    ):
        assert "set-cookie" not in answer.headers
        if answer.request.url.path != "/api/games" or answer.request.method == "POST":
            assert (answer.status_code, code(answer)) == (400, "bad_cookie")
    assert browser.show(game)["game"]["seats"]["soviet"]["kind"] == "open"


# --- a seat that was looked through, and then handed over -----------------------------------------------------------
LOOKS: dict[str, Callable[[Browser, str], httpx.Response]] = {
    "page": lambda browser, game: browser.http.get(f"/api/games/{game}"),
    "replay": lambda browser, game: browser.http.get(f"/api/games/{game}/replay"),
    "history": lambda browser, game: browser.http.get(f"/api/games/{game}/history?as=soviet"),
    "text": lambda browser, game: browser.http.get(f"/api/games/{game}/position"),
    "save": lambda browser, game: browser.http.get(f"/api/games/{game}/save"),
    "copy": lambda browser, game: browser.http.post(f"/api/games/{game}/copy", json={}),
    "sandbox": lambda browser, game: browser.http.post("/api/sandboxes", json={"game": game, "ply": 0}),
    "query": lambda browser, game: browser.http.post(
        f"/api/games/{game}/query", json={"kind": "dangers", "side": "soviet"}
    ),
    "orders": lambda browser, game: browser.http.post(f"/api/games/{game}/orders", json={"ply": 1, "text": "?"}),
    "hint": lambda browser, game: browser.http.post(f"/api/games/{game}/hint", json={"ply": 1}),
    "why": lambda browser, game: browser.http.get(f"/api/games/{game}/why?ply=1"),
}
"""Ways to see something of a game from a seat."""


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_a_seat_that_was_looked_through_is_taken(server: Server, look: str) -> None:
    creator, guest = server.browser(), server.browser()
    game = creator.create(axis="computer", soviet="open", level="random")
    assert creator.http.get(creator.links["soviet"]).status_code == 303
    LOOKS[look](creator, game)
    taken = guest.http.get(creator.links["soviet"])
    assert (taken.status_code, code(taken)) == (409, "taken")
    assert guest.show(game)["owned"] == []


def test_nobody_takes_both_seats_by_trying_links(server: Server) -> None:
    creator, guest = server.browser(), server.browser()
    game = creator.create(axis="open", soviet="open")
    assert guest.http.get(creator.links["axis"]).status_code == 303
    second = guest.http.get(creator.links["soviet"])
    assert (second.status_code, code(second)) == (409, "own")
    assert "only when the game is made" in second.json()["error"]["text"]
    assert guest.show(game)["owned"] == ["axis"]
    assert creator.http.get(creator.links["soviet"]).status_code == 303
    assert creator.show(game)["owned"] == ["soviet"]


# --- two servers on one store ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def twins(server: Server) -> Iterator[tuple[Server, Server]]:
    """Two servers on one store."""
    second = Server(server.folder)
    yield server, second
    second.close()


def test_a_used_invitation_takes_no_seat_on_another_server(twins: tuple[Server, Server]) -> None:
    one, twin = twins
    creator, guest, thief = one.browser(), one.browser(), twin.browser()
    game = creator.create(axis="human", soviet="open")
    assert thief.show(game)["owned"] == [], "the other server has the game in memory, with its seat open"
    assert guest.http.get(creator.links["soviet"]).status_code == 303
    assert guest.show(game)["owned"] == ["soviet"]
    late = thief.http.get(creator.links["soviet"])
    assert (late.status_code, code(late)) == (409, "taken")
    assert thief.show(game)["owned"] == []
    same = twin.browser(guest.http.cookies)
    assert same.show(game)["owned"] == ["soviet"], "and it knows who has it"


def test_who_was_pushed_out_before_looking_sees_nothing_on_any_server(twins: tuple[Server, Server]) -> None:
    """A link works until its seat was looked through; then the first has no seat, wherever it is known from."""
    one, twin = twins
    creator, first, second = one.browser(), one.browser(), twin.browser()
    game = creator.create(axis="human", soviet="open")
    assert first.http.get(creator.links["soviet"]).status_code == 303
    assert second.http.get(creator.links["soviet"]).status_code == 303
    assert second.show(game)["owned"] == ["soviet"]
    assert first.show(game)["owned"] == []


def test_one_of_many_gets_the_seat(twins: tuple[Server, Server]) -> None:
    """Two servers, six browsers and one link, at the same moment."""
    creator = twins[0].browser()
    for _ in range(2):
        game = creator.create(axis="human", soviet="open")
        browsers = [twins[number % 2].browser() for number in range(6)]

        def sit(browser: Browser, game: str = game) -> list[str]:
            browser.http.get(creator.links["soviet"])
            owned: list[str] = browser.show(game)["owned"]
            return owned

        with ThreadPoolExecutor(len(browsers)) as pool:
            seats = list(pool.map(sit, browsers))
        assert sorted(seats) == [[]] * 5 + [["soviet"]]
        assert [browser.show(game)["owned"] for browser in browsers] == seats, "and so it stays"


# --- a game that two people play, deleted by one --------------------------------------------------------------------
def test_the_creator_cannot_delete_a_running_game_of_two(server: Server) -> None:
    creator, guest, stranger = server.browser(), server.browser(), server.browser()
    game = creator.create(axis="human", soviet="open")
    assert creator.http.get("/api/games").json()[0]["can_delete"] is True, "nobody else has come"
    assert guest.http.get(creator.links["soviet"]).status_code == 303
    refusal = creator.http.delete(f"/api/games/{game}")
    assert (refusal.status_code, code(refusal)) == (403, "not_yours")
    assert "Put it away" in refusal.json()["error"]["text"]
    assert creator.http.get("/api/games").json()[0]["can_delete"] is False
    assert guest.show(game)["ply"] >= 0

    assert stranger.http.post(f"/api/games/{game}/away", json={"away": True}).status_code == 403
    assert creator.http.post(f"/api/games/{game}/away", json={"away": True}).status_code == 204
    assert creator.http.get("/api/games").json()[0]["away"] is True
    assert creator.http.delete(f"/api/games/{game}").status_code == 403, "the other has not agreed"
    assert stranger.http.delete(f"/api/games/{game}").status_code == 403
    (listed,) = guest.http.get("/api/games").json()
    assert (listed["away"], listed["can_delete"]) == (False, True)
    assert creator.http.post(f"/api/games/{game}/away", json={"away": False}).status_code == 204
    assert guest.http.delete(f"/api/games/{game}").status_code == 403, "and may change their mind"
    assert guest.http.post(f"/api/games/{game}/away", json={"away": True}).status_code == 204
    assert creator.http.delete(f"/api/games/{game}").status_code == 204


def test_the_creator_cannot_delete_a_finished_game_of_two(server: Server) -> None:
    """What the two have played is the memory of both: it is put away by each, and goes when nobody else keeps it."""
    creator, guest = server.browser(), server.browser()
    game = creator.create(axis="human", soviet="open")
    assert guest.http.get(creator.links["soviet"]).status_code == 303
    creator.act(game, creator.show(game)["ply"], {"type": "Resign", "side": "axis"})
    for browser in (creator, guest):
        (listed,) = browser.http.get("/api/games").json()
        assert (listed["finished"], listed["can_delete"]) == (True, False)
        refusal = browser.http.delete(f"/api/games/{game}")
        assert (refusal.status_code, code(refusal)) == (403, "not_yours")
        assert "Put it away" in refusal.json()["error"]["text"]

    assert creator.http.post(f"/api/games/{game}/away", json={"away": True}).status_code == 204
    (listed,) = creator.http.get("/api/games").json()
    assert (listed["away"], listed["can_delete"]) == (True, False), "put away for the creator, kept for the guest"
    assert creator.http.delete(f"/api/games/{game}").status_code == 403
    (listed,) = guest.http.get("/api/games").json()
    assert (listed["away"], listed["can_delete"]) == (False, True)
    assert guest.show(game)["owned"] == ["soviet"]
    assert guest.http.delete(f"/api/games/{game}").status_code == 204
    assert creator.http.get("/api/games").json() == []


@pytest.mark.parametrize("foe", ["computer", "human"])
def test_a_finished_game_of_one_person_is_deleted_at_once(server: Server, foe: str) -> None:
    browser = server.browser()
    game = browser.create(axis="human", soviet=foe, level="easy" if foe == "computer" else "")
    browser.act(game, browser.show(game)["ply"], {"type": "Resign", "side": "axis"})
    (listed,) = browser.http.get("/api/games").json()
    assert (listed["finished"], listed["can_delete"]) == (True, True)
    assert browser.http.delete(f"/api/games/{game}").status_code == 204
    assert browser.http.get("/api/games").json() == []


# --- requests that make no sense ------------------------------------------------------------------------------------
DEEP = "[" * 100_000 + "]" * 100_000
LONG = "x" * 300


def refused(answer: httpx.Response) -> None:
    """The answer is a 4xx that says why in a sentence."""
    assert 400 <= answer.status_code < 500, (answer.request.url, answer.status_code, answer.text[:200])
    said = answer.json()["error"]
    assert said["text"]
    assert "Something went wrong" not in said["text"]


def test_orders_without_a_name_are_read(server: Server) -> None:
    browser = server.browser()
    game = browser.create()
    ply = browser.show(game)["ply"]
    for text in ("play !", "pay -", "discard #", "play \0", "play ²", "pay " + "9" * 1000, "->", "move !!"):
        answer = browser.http.post(f"/api/games/{game}/orders", json={"ply": ply, "text": text})
        assert answer.status_code == 200, text
        assert not answer.json().get("actions"), text
    answer = browser.http.post(f"/api/games/{game}/orders", json={"ply": ply, "text": "move " * 5000})
    assert (answer.status_code, answer.json()["problem"]["code"]) == (200, "order-long")


@pytest.mark.parametrize(
    "text",
    ["state null", "state 1", "state []", 'state "x"', "state {}", 'state {"units": []}', "state " + "[" * 15_000,
     "state {", "turn \0", "_builder", "supports -1 -99999999999999999999999", "discards 999", "unit G4Pz 1204 due"],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_a_position_that_is_none_is_refused(server: Server, text: str) -> None:
    browser = server.browser()
    refused(browser.http.post("/api/positions", json={"position": text}))
    refused(browser.http.post("/api/sandboxes", json={"position": text}))
    refused(browser.http.post("/api/games", json={"scenario": None, "position": text}))


def test_a_state_that_no_game_comes_to_is_refused(server: Server) -> None:
    """It loads, and then fails somewhere else: where units stand that are no hexes, or where nothing is asked."""
    browser = server.browser()
    game = browser.create()
    saved = browser.http.get(f"/api/games/{game}/save").text.splitlines()
    whole = json.loads(saved[-1])["snapshot"]
    for field, value in (("where", [99999] * len(whole["where"])), ("face", []), ("stack", []), ("turn", 99)):
        text = "state " + json.dumps({**whole, field: value})
        for path, body in (("positions", {"position": text}), ("sandboxes", {"position": text})):
            refused(browser.http.post(f"/api/{path}", json=body))


def test_bodies_that_cannot_be_read_are_refused(place: Place) -> None:
    browser = place.visitor()
    game = browser.create()
    browser.http.headers["content-type"] = "application/json"
    paths = ["/api/games", "/api/games/import", "/api/positions", "/api/sandboxes"]
    paths += [f"/api/games/{game}/{name}" for name in ("actions", "query", "orders", "undo", "name", "hint")]
    for path in paths:
        for body in (DEEP, '{"a":' * 100_000 + "1" + "}" * 100_000, "\0", "", "null", "1", '{"ply": 1e999}'):
            refused(browser.http.post(path, content=body))
        refused(browser.http.post(path, content=b'{"name": "\xff"}'))
    deep_line = json.dumps({"format": "noretreat-save"}) + "\n" + DEEP + "\n"
    refused(browser.http.post("/api/games/import", json={"save": deep_line}))


@pytest.mark.parametrize(
    "path",
    [f"/{LONG}", f"/assets/{LONG}", "/%00", "/assets/%00", "/%ff", f"/api/games/{LONG}", "/api/games/%00/replay",
     f"/api/scenarios/{LONG}/position", "/api/scenarios/%00/position", "/join/%00/%00", "/" + "x/" * 2000],
    ids=lambda path: path[:20],
)  # fmt: skip
def test_addresses_that_cannot_be_are_refused(server: Server, path: str) -> None:
    refused(server.browser().http.get(path))


def test_a_game_without_moves_is_looked_at(server: Server) -> None:
    browser = server.browser()
    game = browser.create(scenario=None, position="turn 2\nphase movement axis\nunit G1Pz 0910\nunit S_SW 1010")
    assert browser.show(game)["ply"] == 0
    for part in ("graphs", "history", "replay", "position", "save"):
        assert browser.http.get(f"/api/games/{game}/{part}").status_code == 200, part
    refused(browser.http.get(f"/api/games/{game}/why?ply=1"))


# --- the store is damaged, removed, or out of reach -----------------------------------------------------------------
def play_once(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "noretreat", "play", "--port", "0", "--data", str(folder), "--no-browser"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


UNREACHABLE = """
from pathlib import Path
import noretreat.storage.engine as engine
found = engine.ConnectionPool._check_file
def check(self):
    if (self._file.parent / "away").exists():
        raise ConnectionRefusedError("nobody listens")
    found(self)
engine.ConnectionPool._check_file = check
"""


@pytest.mark.slow
def test_a_store_that_fails_is_noticed(serve: Callable[[str], Server]) -> None:
    """Out of reach: a 503 until it is back. Removed: the server stops. Damaged: the next one does not start."""
    server = serve(UNREACHABLE)
    browser = server.browser()
    game = browser.create()
    package = browser.show(game)
    away = server.folder / "away"
    away.touch()
    answer = browser.try_to(game, package["ply"], package["actions"][0])
    assert (answer.status_code, code(answer)) == (503, "storage_unreachable")
    away.unlink()
    package = browser.act(game, package["ply"], package["actions"][0])

    store = server.folder / "games.db"
    store.rename(server.folder / "kept.db")
    answer = browser.try_to(game, package["ply"], package["actions"][0])
    assert (answer.status_code, code(answer)) == (503, "storage_gone")
    assert server.process is not None
    assert server.process.wait(timeout=120) != 0
    assert "was removed" in server.stop()[1]

    for name in server.folder.glob("games.db*"):
        name.unlink()
    with sqlite3.connect(server.folder / "kept.db") as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'step'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    data = bytearray((server.folder / "kept.db").read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    store.write_bytes(bytes(data))
    refusal = play_once(server.folder)
    assert refusal.returncode != 0
    assert "damaged" in refusal.stderr + refusal.stdout


# --- one visitor who asks too much ----------------------------------------------------------------------------------
SAVED = Path(__file__).resolve().parents[1] / "saved_games" / "61-fall_blau-living.jsonl"


@pytest.mark.slow
def test_a_long_import_stalls_nobody(server: Server) -> None:
    loader, player = server.browser(), server.browser()
    game = player.create()
    with ThreadPoolExecutor(1) as pool:
        loading = pool.submit(
            lambda: loader.http.post("/api/games/import", json={"save": SAVED.read_text(encoding="utf-8")})
        )
        answered = 0
        while not loading.done():
            player.show(game)
            answered += 1
    assert loading.result().status_code == 201
    assert answered > 3
    looked_at = loader.show(loading.result().json()["id"])
    assert loader.http.get(f"/api/games/{looked_at['game']['id']}/graphs").status_code == 200


def test_files_have_limits(server: Server) -> None:
    browser = server.browser()
    lines = SAVED.read_text(encoding="utf-8").splitlines(keepends=True)
    refused(browser.http.post("/api/games/import", json={"save": lines[0] + lines[1] * 10_001}))
    large = browser.http.post("/api/games/import", json={"save": "x" * (9 * 1024 * 1024)})
    assert (large.status_code, code(large)) == (413, "too_large")
    name = browser.http.post("/api/games", json={"name": "x" * (1024 * 1024)})
    assert (name.status_code, code(name)) == (413, "too_large")
    game = browser.create(name="Stalingrad " * 1000)
    assert len(browser.show(game)["game"]["name"]) <= 100
    refused(browser.http.get("/api/games?start=-1"))
    refused(browser.http.get("/api/games?start=99999999999999999999"))


SMALL = """
import noretreat.server.app as app
from noretreat.server.http.rate_limit import Rate
found = app.create_app
app.create_app = lambda *a, **k: found(*a, **{**k, "rate": Rate(60, 0.01)})
import noretreat.server.lobby.catalog as games
games.PAGE, games.MOST_KEPT = 1, 2
"""


def test_who_asks_too_much_is_told_to_wait(serve: Callable[[str], Server]) -> None:
    browser = serve(SMALL).browser()
    first, second = browser.create(), browser.create()
    full = browser.http.post(f"/api/games/{first}/copy", json={})
    assert (full.status_code, code(full)) == (429, "games_full")
    (page,), (rest,) = (browser.http.get(f"/api/games?start={start}").json() for start in (0, 1))
    assert {page["id"], rest["id"]} == {first, second}
    answers = [browser.http.get("/api/games") for _ in range(10)]
    assert answers[0].status_code == 200
    assert (answers[-1].status_code, code(answers[-1])) == (429, "too_many")
    assert int(answers[-1].headers["retry-after"]) > 0
    assert "try again in" in answers[-1].json()["error"]["text"]
    assert browser.http.get("/").status_code == 200, "the client itself costs nothing"


def test_a_site_says_how_much_its_visitors_may_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`noretreat serve --requests`; 15 in a second and 300 at once if nothing is said."""
    made: list[Rate] = []
    monkeypatch.setattr(site, "create_app", lambda **settings: made.append(settings["rate"]))
    for requests in (15, 50):
        settings = site.Site(url_of(tmp_path), requests=requests)
        monkeypatch.setenv(site.SETTINGS, msgspec.json.encode(settings).decode())
        site.factory()
    assert made == [Rate(), rate_of(50)] == [Rate(300, 15), Rate(1000, 50)]


def test_buckets_fill_up_again() -> None:
    now = [0.0]
    buckets = Buckets(Rate(most=10, refill=2), lambda: now[0])
    assert [buckets.wait("a", 4) for _ in range(3)] == [0, 0, 1], "two are left, and four are needed"
    assert buckets.wait("b", 10) == 0, "each visitor has a bucket"
    now[0] = 1.0
    assert buckets.wait("a", 4) == 0
    now[0] = 1000.0
    assert buckets.wait("a", 10) == 0
    assert buckets.wait("a", 1) == 0.5


# --- a card that was paid, and the payment taken back ---------------------------------------------------------------
PURCHASE = "turn 8\nphase organization axis\nrules digital\nhand axis 1 16 22 30\nunit G1Pz 0910 back\nunit S_SW 1010"


@pytest.mark.parametrize("other", ["open", "human"])
def test_a_payment_says_before_that_the_card_is_seen(server: Server, other: str) -> None:
    """In Organization a payment can be taken back, but not what the other player has seen by then."""
    axis, soviet = server.browser(), server.browser()
    game = axis.create(scenario=None, position=PURCHASE, axis="human", soviet=other)
    if other == "open":
        assert soviet.http.get(axis.links["soviet"]).status_code == 303
    package = axis.show(game)
    for _ in range(20):
        pays = [index for index, action in enumerate(package["actions"]) if action["type"] == "PayCard"]
        if pays:
            break
        kinds = ("ImproveUnit", "ReplaceUnit", "ReorganizeUnit", "Pass")
        wanted = [action for kind in kinds for action in package["actions"] if action["type"] == kind]
        package = axis.act(game, package["ply"], (wanted or package["actions"])[0])
    assert pays
    shown = {package["action_info"].get(str(index), {}).get("shows", False) for index in pays}
    assert shown == {other == "open"}, "at one table both see it anyway"
    paid = package["actions"][pays[0]]
    axis.act(game, package["ply"], paid)
    seen = [line["event"] for line in soviet.show(game)["events"] if line["side"] == "axis"]
    assert paid["card"] in [event.get("card") for event in seen], "which is what was said"


# --- nonsense over the live channel ---------------------------------------------------------------------------------
def test_nonsense_over_the_socket_harms_nobody(server: Server) -> None:
    """Nothing is listened to but whether a page is looked at; too large a message ends its own socket alone."""
    browser = server.browser()
    game = browser.create()
    address = server.address.replace("http", "ws")
    dice = random.Random(3)
    with connect(f"{address}/api/games/{game}/live") as listener:
        listener.recv(timeout=60)
        for sent in ("", "\0", "[" * 10_000, "x" * 100_000, b"\xff\xfe", dice.randbytes(500), '{"ply": null}'):
            with contextlib.suppress(ConnectionClosed), connect(f"{address}/api/games/{game}/live") as socket:
                socket.recv(timeout=60)
                socket.send(sent)
        for path in (f"/api/games/{LONG}/live", "/api/games/%00/live"):
            with pytest.raises((ConnectionClosed, InvalidStatus)), connect(address + path) as socket:
                socket.recv(timeout=60)
        package = browser.show(game)
        moved = browser.act(game, package["ply"], package["actions"][0])
        while json.loads(listener.recv(timeout=60)).get("ply") != moved["ply"]:
            pass


def test_a_page_that_says_too_much_is_closed(server: Server) -> None:
    """Each change of who is here is told to the others, who then ask for the company."""
    address = f"{server.address.replace('http', 'ws')}/api/games/{server.browser().create()}/live"
    with connect(address) as calm, connect(address) as loud:
        answers = []
        with contextlib.suppress(ConnectionClosed):
            for number in range(200):
                loud.send(f'{{"here": {str(number % 2 == 0).lower()}}}')
        with contextlib.suppress(ConnectionClosed):
            while True:
                answers.append(loud.recv(timeout=60))
        assert answers.count("{}") <= 30, "twenty, and one for each second that it took"
        calm.send('{"here": true}')
        while calm.recv(timeout=60) != "{}":
            pass


# --- behind a proxy that speaks TLS ---------------------------------------------------------------------------------
def test_behind_tls_the_cookie_and_the_site_stay_there(server: Server) -> None:
    browser = server.browser()
    plain = browser.http.post("/api/games", json={})
    assert "secure" not in plain.headers["set-cookie"].lower()
    assert "strict-transport-security" not in plain.headers
    behind = server.browser().http.post(
        "/api/games", json={}, headers={"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
    )
    assert "; secure" in behind.headers["set-cookie"].lower()
    assert behind.headers["strict-transport-security"] == "max-age=31536000"


def test_every_defense_of_the_document_has_its_test() -> None:
    here = Path(__file__).resolve().parent
    told = (here.parents[1] / "docs" / "security.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text(encoding="utf-8") for path in here.parent.rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", told))
    assert len(named) > 15
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []
