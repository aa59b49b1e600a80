"""What strangers and the other player tried on a running server, each attack with what it gets instead."""

from __future__ import annotations

import pytest
from server.support import Browser, Server

from noretreat.server.security import cookie_of


def code(answer: object) -> str:
    return str(answer.json()["error"]["code"])  # type: ignore[attr-defined]


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
