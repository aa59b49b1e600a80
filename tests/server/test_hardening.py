"""What a stranger can learn from errors, logs, files and figures, and how much of the server one visitor can take."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from server.support import Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from noretreat.server.http import rate_limit
from noretreat.server.http.errors import on_failure, on_storage_error
from noretreat.server.http.rate_limit import Buckets, Rate, visitor_at
from noretreat.server.http.static_files import Pages
from noretreat.server.logs import JsonFormatter
from noretreat.storage.database import Database, StorageError
from noretreat.storage.tables import META

SECRET = "e9c1d5-secret"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1.evil.example", "null"])
def test_a_page_elsewhere_opens_no_socket(server: Server, origin: str) -> None:
    """A browser sends its cookie along with a socket, whichever page opens it; the origin tells which."""
    browser = server.browser()
    address = f"{server.address.replace('http', 'ws')}/api/games/{browser.create()}/live"
    with (
        pytest.raises((InvalidStatus, ConnectionClosed)),
        connect(address, additional_headers={"Origin": origin}) as live,
    ):
        live.recv(timeout=60)
    with connect(address, additional_headers={"Origin": server.address}) as live:
        assert "ply" in json.loads(live.recv(timeout=60))


def test_a_socket_takes_no_large_frame(server: Server) -> None:
    address = f"{server.address.replace('http', 'ws')}/api/games/{server.browser().create()}/live"
    with connect(address) as live:
        live.recv(timeout=60)
        live.send("x" * (1 << 17))
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009, "too big"


def test_one_address_has_only_so_many_pages_open(serve: Callable[[str], Server]) -> None:
    twist = (
        "import noretreat.server.http.rate_limit as limits; limits.MOST_PAGES = 3; sys.argv += ['--host', '0.0.0.0']"
    )
    server = serve(f"import sys; {twist}")
    address = f"{server.address.replace('http', 'ws')}/api/games/{server.browser().create()}/live"

    def opens() -> bool:
        try:
            with connect(address) as live:
                live.recv(timeout=60)
        except (InvalidStatus, ConnectionClosed):
            return False
        return True

    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connect(address)).recv(timeout=60)
        assert not opens()
        assert server.browser().http.get("/api/options").status_code == 200, "who only reads is served"
    assert any(opens() for _ in range(50)), "pages that were closed make room"


def test_pages_are_counted_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MOST_PAGES", 1)
    buckets = Buckets(Rate())
    with buckets.page("one") as first, buckets.page("one") as second, buckets.page("two") as other:
        assert (first, second, other) == (True, False, True)
    with buckets.page("one") as again:
        assert again


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_is_an_address_or_an_ipv6_network(address: str, visitor: str) -> None:
    """Whoever has one address of IPv6 has 18 quintillion of them."""
    assert visitor_at(address) == visitor


def test_an_answer_names_no_program(server: Server) -> None:
    http = server.browser().http
    for method, path in (
        ("GET", "/"),
        ("GET", "/api/options"),
        ("GET", "/nowhere"),
        ("TRACE", "/"),
        ("PUT", "/api/games"),
    ):
        answer = http.request(method, path)
        assert not {"server", "x-powered-by", "via"} & set(answer.headers), path
        if method in ("TRACE", "PUT"):
            assert 400 <= answer.status_code < 500
        for word in ("uvicorn", "litestar", "python", "Traceback"):
            assert word not in answer.text.lower() or path == "/", (path, word)


def test_no_other_site_reads_an_answer(server: Server) -> None:
    answer = server.browser().http.get("/api/options", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "path", ["../site.py", "assets/../../site.py", "/etc/passwd", "../static/../site.py", "..%2fsite.py", "."]
)
def test_no_file_outside_the_folder_is_served(path: str) -> None:
    assert Pages().asset(path) is None


def test_hidden_files_are_not_served(server: Server) -> None:
    for path in ("/.git/config", "/.env", "/games.db", "/site.py", "/.well-known/../../site.py"):
        assert httpx.get(f"{server.address}{path}").status_code == 404, path


def test_an_error_tells_the_visitor_nothing_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    failed = StorageError("storage_failed", 'relation "seat" does not exist at /srv/games on db.internal')
    answer = on_storage_error(None, failed)  # type: ignore[arg-type]
    assert answer.status_code == 500
    said = bytes(answer.content).decode()
    assert not [word for word in ("seat", "/srv", "db.internal", "relation") if word in said]
    assert "db.internal" in caplog.text, "the log says it"


def test_the_log_of_a_failure_holds_no_invitation(caplog: pytest.LogCaptureFixture) -> None:
    request: Any = SimpleNamespace(
        method="GET", url=SimpleNamespace(path=f"/join/game/{SECRET}"), scope={"path_template": "/join/{name}/{invite}"}
    )
    answer = on_failure(request, ValueError("a bug"))
    assert answer.status_code == 500
    assert "a bug" not in bytes(answer.content).decode()
    assert "/join/{name}/{invite}" in caplog.text
    assert SECRET not in caplog.text


def test_an_error_of_the_store_holds_nothing_that_is_stored(store_url: str) -> None:
    async def run() -> str:
        database = Database(store_url)
        await database.open("mark")
        wrong = sa.insert(sa.table("nowhere", sa.column("token"))).values(token=SECRET)
        try:
            with pytest.raises(StorageError) as raised:
                await database.write(lambda connection: connection.execute(wrong))
            twice = [{"key": SECRET, "value": SECRET}] * 2
            with pytest.raises(StorageError) as again:
                await database.write(lambda connection: connection.execute(META.insert(), twice))
        finally:
            await database.close()
        return f"{raised.value} {raised.value.__cause__} {again.value}"

    assert SECRET not in asyncio.run(run())


def test_nobody_writes_lines_into_the_log() -> None:
    """What a visitor says may be part of a message; a line stays a line, and its fields are ours."""
    said = 'name\n{"level": "error", "text": "forged"}\r\n\x1b[31m'
    record = logging.LogRecord("noretreat", logging.WARNING, "", 0, "no game %s", (said,), None)
    line = JsonFormatter().format(record)
    assert line.isprintable()
    assert json.loads(line)["text"] == f"no game {said}"
    assert json.loads(line)["level"] == "warning"


def test_settings_with_passwords_are_not_seen_by_other_users() -> None:
    """The database and the mail server may be named in the environment: arguments are seen by every user."""
    deploy = Path(__file__).resolve().parents[2] / "deploy"
    for unit in deploy.glob("*.service"):
        text = unit.read_text(encoding="utf-8")
        assert "EnvironmentFile=/etc/noretreat.env" in text
        assert not [word for word in ("--mail ", "--database-url", "password") if word in text]
    assert "install -m 600" in (deploy / "install.sh").read_text(encoding="utf-8")
