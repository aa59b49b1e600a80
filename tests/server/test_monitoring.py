"""What the operator of a site sees: health, figures, logs; and a server that stops says nothing needless."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from server.support import Server
from websockets.sync.client import connect

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
    assert 'noretreat_request_seconds_count{method="POST",path="/api/games",status="201"} 1.0' in figures
    assert "noretreat_open_pages 1.0" in figures
    assert 'noretreat_games{state="running"} 1' in figures
    assert 'noretreat_jobs{state="failed"} 0' in figures
    families = {family.name for family in text_string_to_metric_families(figures)}
    assert families >= {f"noretreat_{name}" for name in ("games", "jobs", "oldest_job_seconds", "notices")}
    assert http.get("/metrics", headers=FORWARDED).status_code == 404, "nobody gets them through a proxy"


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
    server.browser().http.get(f"/join/{game}/{invite}", headers=FORWARDED)
    browser.http.get(f"/api/games/{game}/invitation", params={"invite": invite})
    code, words = server.stop()
    assert code == 0
    said = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    asked = [(line["method"], line["path"], line["status"]) for line in said if line["logger"] == "noretreat.access"]
    assert ("POST", "/api/games", 201) in asked
    assert ("GET", "/join/{name}/{invite}", 303) in asked
    assert "203.0.113.7" in {line.get("visitor") for line in said}
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
