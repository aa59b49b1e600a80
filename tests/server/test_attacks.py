"""What strangers and the other player tried on a running server, each attack with what it gets instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from server.support import Browser, Server

from noretreat.server.security import cookie_of


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


# --- the cookies of other programs on the same host -----------------------------------------------------------------
TOKEN = "A" * 43


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ([], ""),
        ([b"other=1"], ""),
        ([b"ours=" + TOKEN.encode()], TOKEN),
        ([b'a=b; broken"; =; ;;x; \xe9t\xe9=\x01; ours="' + TOKEN.encode() + b'" ; {"json": [1, 2]}'], TOKEN),
        ([b"session[id]=[]{}()<>@,;:\\/?=; ours = " + TOKEN.encode()], TOKEN),
        ([b"theirs=1", b"ours=" + TOKEN.encode()], TOKEN),
        ([b"ours=short; ours=" + TOKEN.encode()], TOKEN),
        ([b"notours=" + TOKEN.encode()], ""),
        ([b"ours="], None),
        ([b"ours=" + TOKEN[:-1].encode()], None),
        ([b"ours=" + TOKEN.encode() + b"\xff"], None),
    ],
)
def test_our_cookie_is_read_beside_any_other(sent: list[bytes], read: str | None) -> None:
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
