"""A site on SQLite and on PostgreSQL: the same games, behind a proxy, through kills."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.support import Server
from websockets.sync.client import connect

SITE = "https://games.example.org"


@pytest.fixture
def site(store_url: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts the server of a site on the store."""
    started: list[Server] = []

    def start(*arguments: str) -> Server:
        started.append(Server(tmp_path / "data", arguments=["serve", "--database-url", store_url, *arguments]))
        return started[-1]

    (tmp_path / "data").mkdir()
    yield start
    for server in started:
        server.close()


def test_two_people_play_and_nothing_is_lost_in_a_kill(site: Callable[..., Server]) -> None:
    server = site()
    host, guest = server.browser(), server.browser()
    game = host.create(axis="human", soviet="open", shared=True)
    assert game in [one["id"] for one in guest.http.get("/api/lobby").json()["open"]]
    assert guest.http.post(f"/api/games/{game}/join", json={}).status_code == 204
    assert host.show(game)["ply"] > 0, "both browsers have settled the dice"
    assert guest.http.post(f"/api/games/{game}/talk", json={"text": "Good luck"}).status_code == 204
    assert host.http.post(f"/api/games/{game}/notebook", json={"text": "Leningrad first"}).status_code == 204
    assert guest.http.post(f"/api/games/{game}/proposals/draw", json={}).status_code == 200

    package = host.show(game)
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    with connect(address, additional_headers={"Cookie": cookie}) as live:
        assert json.loads(live.recv(timeout=60))["ply"] == package["ply"]
        package = host.act(game, package["ply"], package["actions"][0])
        assert json.loads(live.recv(timeout=60))["ply"] == package["ply"]
    undone = host.undo(game, package["ply"])
    assert undone.status_code == 200, undone.text
    package = host.play(game, lambda package: package["ply"] > 12)

    server.kill()
    server.start()
    again, other = server.browser(host.http.cookies), server.browser(guest.http.cookies)
    assert again.show(game)["view"] == package["view"]
    company = other.http.get(f"/api/games/{game}/company").json()
    assert [line["text"] for line in company["lines"] if line["kind"] == "say"] == ["Good luck"]
    assert again.http.get(f"/api/games/{game}/notebook").json() == {"text": "Leningrad first"}
    assert [one["id"] for one in other.http.get("/api/games").json()] == [game]
    stale = again.try_to(game, package["ply"] - 1, package["actions"][0])
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    for name in ("no-such-game", "a%00b", "%ed%a0%80"):
        assert again.http.get(f"/api/games/{name}").status_code in (400, 404)


@pytest.mark.one_database
def test_behind_a_proxy_the_site_knows_its_name_and_its_visitors(site: Callable[..., Server]) -> None:
    server = site("--site", SITE, "--site-proxy", "127.0.0.1")
    browser = server.browser()
    forwarded = {"host": "games.example.org", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
    made = browser.http.post("/api/games", json={}, headers=forwarded)
    assert made.status_code == 201
    assert "; Secure" in made.headers["set-cookie"]
    assert made.headers["strict-transport-security"].startswith("max-age=")
    assert browser.http.get("/api/reachability").json() == {"others": True, "address": SITE}
    assert browser.http.get("/api/options", headers={"host": "elsewhere.example.org"}).status_code == 421
    tired = [browser.http.post("/api/games", json={"x": 1}, headers=forwarded).status_code for _ in range(15)]
    assert tired[-1] == 429, "who asks too much is told to wait"
    another = {**forwarded, "x-forwarded-for": "203.0.113.8"}
    assert server.browser().http.post("/api/games", json={}, headers=another).status_code == 201, "nobody else is"


@pytest.mark.parametrize(
    ("url", "words", "code"),
    [
        ("mysql://localhost/games", "not in mysql", 2),
        ("nonsense", "it is postgresql://", 2),
        ("postgresql://127.0.0.1:1/games", "cannot be reached", 1),
        ("sqlite:////nowhere/games.db", "cannot be opened", 1),
    ],
)
@pytest.mark.slow
def test_a_database_that_cannot_be_used_is_refused_in_a_line(url: str, words: str, code: int) -> None:
    """What can pass by itself ends with 1: a supervisor tries that again, and no setting that is wrong."""
    command = [sys.executable, "-m", "noretreat", "serve", "--port", "0", "--database-url", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
