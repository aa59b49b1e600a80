"""Several processes of a site: each hears what happens in the others, and workers play for the computer."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres
from server.support import Browser, Server
from websockets.sync.client import ClientConnection, connect

from noretreat.server.live import Hub, News


@pytest.fixture
def store(postgres: Postgres) -> Iterator[str]:
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture
def site(store: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts processes of a site on one store."""
    started: list[Server] = []

    def start(*arguments: str) -> Server:
        started.append(Server(tmp_path / "data", arguments=["serve", "--database-url", store, *arguments]))
        return started[-1]

    (tmp_path / "data").mkdir()
    yield start
    for server in started:
        server.close()


@pytest.fixture
def worker(store: str) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts workers."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "noretreat", "worker", "--database-url", store, "--players", "1"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        started.append(process)
        assert process.stdout is not None
        assert "ready" in process.stdout.readline()
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def page(server: Server, browser: Browser, game: str) -> ClientConnection:
    """A page that is open on a game."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    return connect(address, additional_headers={"Cookie": cookie})


def heard(live: ClientConnection, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first news of a kind."""
    while True:
        news: dict[str, Any] = json.loads(live.recv(timeout=60))
        if wanted(news):
            return news


def until(holds: Callable[[], bool]) -> None:
    """Waits for something that has to come true."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_happens_in_one_process_is_heard_in_the_other(site: Callable[..., Server]) -> None:
    first, second = site(), site()
    host, guest = first.browser(), second.browser()
    game = host.create(axis="human", soviet="open", shared=True)
    with page(first, host, game) as here:
        heard(here, lambda news: True)
        assert guest.http.post(f"/api/games/{game}/join", json={}).status_code == 204
        heard(here, lambda news: news.get("seats", False))

        def present() -> bool:
            return bool(host.http.get(f"/api/games/{game}/company").json()["seats"]["soviet"]["here"])

        assert not present()
        with page(second, guest, game) as there:
            heard(there, lambda news: True)
            until(present)
            package = host.show(game)
            package = host.act(game, package["ply"], package["actions"][0])
            heard(there, lambda news: news["ply"] == package["ply"])
            assert guest.http.post(f"/api/games/{game}/talk", json={"text": "Good luck"}).status_code == 204
            heard(here, lambda news: news.get("company", False))
        until(lambda: not present())

    elsewhere = second.browser(host.http.cookies)
    undone = host.undo(game, package["ply"]).json()
    again = elsewhere.http.post(f"/api/games/{game}/redo", json={"ply": undone["ply"]})
    assert again.status_code == 200, "what was undone in one process is redone in another"
    assert again.json()["view"] == package["view"]


def test_two_processes_behind_one_address(site: Callable[..., Server]) -> None:
    server = site("--processes", "2")
    assert server.process is not None
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, lambda package: package["ply"] > 10)
    for _ in range(6):  # each with a connection of its own
        assert server.browser(browser.http.cookies).show(game)["view"] == package["view"]
    code, words = server.stop()
    assert (code, words) == (0, "")


def test_workers_play_for_the_computer(site: Callable[..., Server], worker: Callable[[], Any]) -> None:
    server = site()
    browser = server.browser()
    game = browser.create(axis="computer", soviet="human", level="random")
    package = browser.show(game)
    assert (package["actions"], package["thinking"]) == ([], True)
    with page(server, browser, game) as live:
        heard(live, lambda news: True)
        first = worker()
        heard(live, lambda news: news["ply"] > package["ply"])
    package = browser.play(game, lambda package: package["view"]["turn"] >= 2, eager=("Done", "Pass"))
    first.send_signal(signal.SIGTERM)
    assert first.wait(timeout=60) == 0
    assert first.stdout.read() == ""
    worker()
    turn = package["view"]["turn"]
    browser.play(game, lambda package: package["view"]["turn"] > turn, eager=("Done", "Pass"), limit=2000)


def test_a_process_that_is_gone_takes_its_people_along() -> None:
    hub = Hub()
    with hub.listen("game", 3, "axel") as queue:
        hub.elsewhere("there", "game", ["boris", "boris"])
        assert sorted(hub.here("game")) == ["axel", "boris", "boris"]
        assert queue.get_nowait() == News(3, company=True)
        hub.elsewhere("there", "game", ["boris", "boris"])
        assert queue.empty(), "nothing new"
        hub.gone("there")
        assert queue.get_nowait() == News(3, company=True)
        assert hub.here("game") == ["axel"]
