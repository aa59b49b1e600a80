"""People without accounts: names, recovery codes, and who is at a table."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from typing import Any

from server.support import Browser, Server
from websockets.sync.client import ClientConnection, connect


def two(server: Server) -> tuple[Browser, Browser, str]:
    """Two people at one game: Anna plays the Axis and Boris the Soviets."""
    anna, boris = server.browser(), server.browser()
    game = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert anna.show(game)["ply"] > 0, "the first cards have been dealt"
    for browser, name, color in ((anna, "Anna", "teal"), (boris, " Boris \n", "red")):
        assert browser.http.post("/api/me", json={"name": name, "color": color}).status_code == 200
    return anna, boris, game


def company(browser: Browser, game: str) -> dict[str, Any]:
    answer = browser.http.get(f"/api/games/{game}/company")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def post(browser: Browser, address: str, body: Any = None) -> Any:
    """What a call answers, with its status if it is refused."""
    answer = browser.http.post(address, json=body or {})
    return answer.json() if answer.status_code < 300 else (answer.status_code, answer.json()["error"]["why"]["code"])


def test_names_are_shown_at_the_table_and_in_the_lobby(server: Server) -> None:
    anna, boris, game = two(server)
    seats = company(boris, game)["seats"]
    assert [(seats[side]["name"], seats[side]["color"], seats[side]["you"]) for side in ("axis", "soviet")] == [
        ("Anna", "teal", False),
        ("Boris", "red", True),
    ]
    (row,) = anna.http.get("/api/games").json()
    people = {side: (one["name"], one["color"]) for side, one in row["people"].items()}
    assert people == {"axis": ("Anna", "teal"), "soviet": ("Boris", "red")}
    assert post(anna, "/api/me", {"name": "A" * 60})["name"] == "A" * 24
    assert anna.http.post("/api/me", json={"name": "A", "color": "plaid"}).status_code == 400
    assert server.browser().http.get("/api/me").json() == {"name": "", "color": "", "recovery": False}


def test_a_code_brings_all_seats_to_another_browser_and_both_play_on(server: Server) -> None:
    anna, boris, game = two(server)
    phone = server.browser()
    other = phone.create(axis="human", soviet="computer")
    code = post(anna, "/api/me/recovery")["code"]
    assert len(code.replace("-", "")) == 32
    assert post(phone, "/api/me/recovery/use", {"code": code.lower().replace("-", " ")})["name"] == "Anna"
    for browser in (anna, phone):
        assert {row["id"] for row in browser.http.get("/api/games").json()} == {game, other}
        assert browser.show(game)["owned"] == ["axis"]
    assert post(boris, "/api/me/recovery/use", {"code": code}) == (409, "code-both-sides")
    assert boris.show(game)["owned"] == ["soviet"]


def test_the_code_is_not_in_the_store_and_can_be_revoked(server: Server) -> None:
    anna, _, _ = two(server)
    first, second = post(anna, "/api/me/recovery")["code"], post(anna, "/api/me/recovery")["code"]
    with sqlite3.connect(server.folder / "games.db") as connection:
        kept = repr(connection.execute("SELECT * FROM player").fetchall())
    connection.close()
    token = next(iter(anna.http.cookies.jar)).value
    assert token
    assert not any(secret in kept for secret in (second, second.replace("-", ""), token))
    stranger = server.browser()
    assert post(stranger, "/api/me/recovery/use", {"code": first}) == (404, "no-such-code")
    assert post(anna, "/api/me/recovery/revoke")["recovery"] is False
    for wrong in (second, "", "x" * 32, "AAAA"):
        assert post(stranger, "/api/me/recovery/use", {"code": wrong}) == (404, "no-such-code")


def test_signing_out_the_others_leaves_one_browser(server: Server) -> None:
    anna, boris, game = two(server)
    lost = server.browser()
    post(lost, "/api/me/recovery/use", post(anna, "/api/me/recovery"))
    assert lost.show(game)["owned"] == ["axis"]
    assert post(anna, "/api/me/sign-out-others") == {"name": "Anna", "color": "teal", "recovery": False}
    assert anna.show(game)["owned"] == ["axis"]
    assert lost.show(game)["owned"] == []
    assert boris.http.post(f"/api/games/{game}/away", json={"away": True}).status_code == 204
    assert [row["can_delete"] for row in anna.http.get("/api/games").json()] == [True]
    assert post(server.browser(), "/api/me/sign-out-others") == (403, "no-player")


def look(page: ClientConnection, *, here: bool = True) -> None:
    """The page says whether its player looks at it, and is answered."""
    page.send(json.dumps({"here": here}))
    while json.loads(page.recv(timeout=20)) != {}:
        pass


def test_a_page_that_nobody_looks_at_is_not_here(server: Server) -> None:
    """Neither one that was only opened nor one in the background; another one of the same player may be."""
    anna, boris, game = two(server)
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    cookies = {"Cookie": "; ".join(f"{one.name}={one.value}" for one in boris.http.cookies.jar)}

    def here() -> tuple[bool, bool]:
        seat = company(anna, game)["seats"]["soviet"]
        return seat["here"], bool(seat["seen"])

    with connect(address) as other:
        look(other)
        with connect(address, additional_headers=cookies) as page:
            look(page, here=False)
            assert here() == (False, False), "a page that was opened in the background was never there"
            look(page)
            assert here() == (True, False)
            with connect(address, additional_headers=cookies) as second:
                look(second)
                look(page, here=False)
                assert here() == (True, False)
            while "company" not in other.recv(timeout=20) or here()[0]:
                pass
            deadline = time.monotonic() + 60
            while here() != (False, True):  # when the page was last looked at is stored a moment later
                assert time.monotonic() < deadline
            page.send("nonsense")
            page.send('{"here": 1}')
            page.send(f'{{"here": true, "more": "{"x" * 1000}"}}')
            look(page, here=False)  # what came before has been heard
            assert here() == (False, True)


def test_a_page_that_is_silent_for_too_long_is_gone(serve: Callable[[str], Server]) -> None:
    server = serve("import sys; import noretreat.server.http.live as live; live.SILENT = 1.0")
    _, boris, game = two(server)
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    cookies = {"Cookie": "; ".join(f"{one.name}={one.value}" for one in boris.http.cookies.jar)}
    with connect(address, additional_headers=cookies) as page:
        for _ in range(3):
            look(page)
            time.sleep(0.5)  # longer in all than silence may last
        assert company(boris, game)["seats"]["soviet"]["here"] is True
        for _ in page:
            pass  # until it is closed
        assert page.close_code == 1001
    assert company(boris, game)["seats"]["soviet"]["here"] is False


def test_the_table_says_who_is_here_and_who_is_waited_for(server: Server) -> None:
    anna, boris, game = two(server)
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    cookies = {"Cookie": "; ".join(f"{one.name}={one.value}" for one in boris.http.cookies.jar)}
    with connect(address) as watcher:
        look(watcher)
        assert "company" in watcher.recv(timeout=20)
        with connect(address, additional_headers=cookies) as page:
            look(page)
            assert "company" in watcher.recv(timeout=20)  # who is here hears who comes
            found = company(anna, game)
            assert [found["seats"][side]["here"] for side in ("axis", "soviet")] == [False, True]
            assert found["watching"] == 1
        assert "company" in watcher.recv(timeout=20)
        found = company(anna, game)
    assert found["seats"]["soviet"]["here"] is False
    assert found["seats"]["soviet"]["seen"] > found["since"]
    assert found["waiting"] == "axis"
    package = anna.show(game)
    anna.act(game, package["ply"], package["actions"][0])
    later = company(anna, game)
    assert later["since"] == found["since"] or later["waiting"] == "soviet", "one's own steps do not begin it anew"
