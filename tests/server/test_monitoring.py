"""What the operator of a site sees: health, figures, logs; and a server that stops says nothing needless."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from server.support import Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from noretreat.cli.serving import listen
from noretreat.server import logs
from noretreat.server.job_worker import JobWorker
from noretreat.storage.database import Database

FORWARDED = {"x-forwarded-for": "203.0.113.7"}
UNREACHABLE = """
import noretreat.storage.engine as engine
from pathlib import Path
found = engine.ConnectionPool._check_file
def check(self):
    if Path({away!r}).exists():
        raise ConnectionRefusedError("nobody listens")
    found(self)
engine.ConnectionPool._check_file = check
"""
SLOW = """
import asyncio
import noretreat.server.players.presence as company
async def left(self, *more):
    await asyncio.sleep(600)
company.Presence.left = left
"""
COMMAND = "\nfrom noretreat.cli.main import main\nraise SystemExit(main())"


@pytest.fixture
def site(store_url: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts the server of a site on the store, with a twist."""
    started: list[Server] = []

    def start(*arguments: str, twist: str = "") -> Server:
        command = ["serve", "--database-url", store_url, *arguments]
        script = twist + COMMAND if twist else None
        started.append(Server(tmp_path / "data", script, arguments=command))
        return started[-1]

    (tmp_path / "data").mkdir()
    yield start
    for server in started:
        server.close()


def test_health_and_figures(site: Callable[..., Server]) -> None:
    server = site("--site-proxy", "127.0.0.1")
    http = server.browser().http
    assert http.get("/health/live").json() == {"status": "ok"}
    for _ in range(600):
        ready = http.get("/health/ready")
        if ready.status_code == 200:
            break
    assert ready.json() == {"status": "ok"}
    made = http.post("/api/games", json={})
    with connect(f"{server.address.replace('http', 'ws')}/api/games/{made.json()['id']}/live") as live:
        live.recv(timeout=60)
        figures = http.get("/metrics").text
    assert re.fullmatch("[0-9a-f]{16}", made.headers["x-request-id"])
    assert 'noretreat_request_seconds_count{method="POST",path="/api/games",status="201"} 1.0' in figures
    assert "noretreat_open_pages 1.0" in figures
    assert 'noretreat_games{state="running"} 1' in figures
    assert 'noretreat_jobs{state="failed"} 0' in figures
    families = {family.name for family in text_string_to_metric_families(figures)}
    assert families >= {f"noretreat_{name}" for name in ("games", "jobs", "oldest_job_seconds", "notices")}
    assert http.get("/metrics", headers=FORWARDED).status_code == 404, "nobody gets them through a proxy"


@pytest.mark.one_database
def test_a_full_server_is_not_taken_for_a_dead_one(site: Callable[..., Server]) -> None:
    """Whoever watches is answered above the limit of connections, and to any name; others are told to come again."""
    server = site("--site", "https://games.example.org", "--most-connections", "3", "--health", "127.0.0.1:0")
    assert server.process is not None
    assert server.process.stdout is not None
    watched = server.process.stdout.readline().split()[-1]
    host, port = server.address.removeprefix("http://").split(":")
    ask = {"host": "10.1.2.3", "connection": "close"}
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(socket.create_connection((host, int(port))))
        for _ in range(600):
            busy = httpx.get(server.address, headers={**ask, "host": "games.example.org"})
            if busy.status_code == 503:
                break
        assert (busy.status_code, int(busy.headers["retry-after"]) in range(1, 6)) == (503, True)
        assert busy.json()["error"]["code"] == "busy"
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{server.address.replace('http', 'ws')}/api/games/x/live")
        assert refused.value.response.status_code == 503
        assert httpx.get(f"{server.address}/health/live", headers=ask).json() == {"status": "ok"}
        assert httpx.get(f"{server.address}/health/ready", headers=ask).status_code == 200
        assert httpx.get(f"{watched}metrics", headers={**ask, **FORWARDED}).status_code == 200, "by its own address"
        figures = httpx.get(f"{server.address}/metrics", headers=ask).text
    families = {family.name for family in text_string_to_metric_families(figures)}
    felt = ("loop_lag_seconds", "gc_seconds", "database_connections")
    assert families >= {f"noretreat_{name}" for name in felt}
    assert 'noretreat_database_connections{state="most"}' in figures
    assert httpx.get(f"{watched}api/games", headers={"host": "games.example.org"}).status_code == 404, "nothing else"
    assert httpx.get(f"{server.address}/api/games", headers={"host": "elsewhere"}).status_code == 421


@pytest.mark.slow
def test_a_worker_shows_how_it_is(store_url: str) -> None:
    async def run() -> tuple[list[int], str]:
        database, stop = Database(store_url), asyncio.Event()
        await database.open("mark")
        with listen("127.0.0.1", 0) as watched, ThreadPoolExecutor(1) as asking:
            address = f"http://127.0.0.1:{watched.getsockname()[1]}"
            working = asyncio.create_task(JobWorker(database, 1, watched=watched).run(stop))

            def ask(path: str) -> httpx.Response:
                while True:
                    answer = httpx.get(f"{address}{path}", headers={**FORWARDED, "host": "worker.internal"})
                    if answer.status_code != 503:
                        return answer

            paths = ("/health/live", "/health/ready", "/metrics", "/api/games")
            answers = [await asyncio.get_running_loop().run_in_executor(asking, ask, path) for path in paths]
            stop.set()
            await working
        await database.close()
        return [answer.status_code for answer in answers], answers[2].text

    codes, figures = asyncio.run(run())
    assert codes == [200, 200, 200, 404]
    assert 'noretreat_jobs{state="failed"} 0' in figures
    assert "noretreat_loop_lag_seconds_count" in figures


def test_the_same_trouble_is_told_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(logs, "time", types.SimpleNamespace(monotonic=lambda: now[0]))
    spared, told = logs.Sparing(), []

    def log(words: str, *more: object) -> None:
        record = logging.LogRecord("noretreat.server", logging.ERROR, "", 0, words, more, None)
        if spared.filter(record):
            told.append(json.loads(logs.JsonFormatter().format(record)))

    for number in range(6000):
        log("game %s: the database is away", number)
    log("a notice was not sent")
    now[0] += 1.5
    token = logs.REQUEST.set("1f3a")
    log("game %s: the database is away", "last")
    logs.REQUEST.reset(token)
    assert [(one["text"], one.get("left_out"), one.get("request")) for one in told] == [
        ("game 0: the database is away", None, None),
        ("a notice was not sent", None, None),
        ("game last: the database is away", 5999, "1f3a"),
    ]
    assert all(one["host"] and one["process"] for one in told)


def test_a_server_without_its_database_is_not_ready(site: Callable[..., Server], tmp_path: Path) -> None:
    away = tmp_path / "away"
    http = site(twist=UNREACHABLE.format(away=str(away))).browser().http
    assert http.get("/health/live").status_code == 200
    away.touch()
    assert http.get("/health/ready").status_code == 503
    assert http.get("/health/live").status_code == 200, "starting it again would not help"
    away.unlink()


@pytest.mark.one_database
def test_the_log_is_lines_of_json_without_secrets(site: Callable[..., Server]) -> None:
    server = site("--access-log", "--site-proxy", "127.0.0.1")
    browser = server.browser()
    game = browser.create(axis="human", soviet="open")
    invite = browser.links["soviet"].rpartition("/")[2]
    invented = {"x-forwarded-for": f"198.51.100.1, {FORWARDED['x-forwarded-for']}, 127.0.0.1"}
    server.browser().http.get(f"/join/{game}/{invite}", headers=invented)
    browser.http.get(f"/api/games/{game}/invitation", params={"invite": invite})
    code, words = server.stop()
    assert code == 0
    said = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    asked = [(line["method"], line["path"], line["status"]) for line in said if line["logger"] == "noretreat.access"]
    assert ("POST", "/api/games", 201) in asked
    assert ("GET", "/join/{name}/{invite}", 303) in asked
    assert len({line["request"] for line in said if line["logger"] == "noretreat.access"}) == len(asked)
    assert {line["visitor"] for line in said if "visitor" in line} == {"127.0.0.1", "203.0.113.7"}, "as the proxy says"
    assert invite not in words
    for name, value in browser.http.cookies.items():
        assert value not in words, name


@pytest.mark.one_database
def test_a_server_that_stops_with_open_pages_says_nothing_of_it(site: Callable[..., Server]) -> None:
    server = site(twist=SLOW)
    browser = server.browser()
    game = browser.create()
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            live = stack.enter_context(connect(f"{server.address.replace('http', 'ws')}/api/games/{game}/live"))
            live.recv(timeout=60)
        code, words = server.stop()
    assert code == 0
    assert "Traceback" not in words
