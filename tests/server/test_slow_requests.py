"""Half requests: whoever sends one and then nothing holds no connection, and keeps nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
import uvicorn
from server.support import Server

from noretreat.server.http import admission
from noretreat.server.http.admission import Bounded
from noretreat.server.http.errors import Problem
from noretreat.server.http.prompt_requests import PromptBodies

SHORT = """
from noretreat.server.http import prompt_requests
prompt_requests.PromptProtocol.head = 0.6
prompt_requests.PromptBodies.__init__.__defaults__ = (0.6, 60.0)
prompt_requests.MOST_HALF = 8
"""


def connection(server: Server, begun: bytes) -> socket.socket:
    """A connection on which so much has been sent."""
    host, port = server.address.removeprefix("http://").split(":")
    made = socket.create_connection((host, int(port)), timeout=20)
    made.sendall(begun)
    return made


def answer(made: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):  # closed before all was read
        while part := made.recv(4096):
            found += part
    made.close()
    return found


def test_half_requests_are_ended(serve: Callable[[str], Server]) -> None:
    server = serve(SHORT)
    head = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n"
    begun = time.monotonic()
    silent, half, bodiless = (connection(server, sent) for sent in (b"", head, head + b"\r\n{"))
    later = connection(server, b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n")
    assert later.recv(4096).startswith(b"HTTP/1.1 200")
    later.settimeout(0.3)
    with contextlib.suppress(TimeoutError):
        later.recv(4096)  # the body, if it comes by itself
    later.settimeout(20)
    later.sendall(b"GET /api/games HT")
    assert answer(silent).startswith(b"HTTP/1.1 408")
    assert answer(half).startswith(b"HTTP/1.1 408")
    assert b"408" in answer(bodiless).partition(b"\r\n")[0]
    assert answer(later).startswith(b"HTTP/1.1 408"), "the second of two requests as the first"
    assert time.monotonic() - begun < 15
    player = server.browser()
    for _ in range(3):  # a connection that is kept, and used slowly, is none of these
        assert player.http.get("/api/games").status_code == 200
        time.sleep(0.4)


def test_of_too_many_half_requests_the_oldest_goes(serve: Callable[[str], Server]) -> None:
    server = serve(SHORT.replace("head = 0.6", "head = 60"))
    opened = [connection(server, b"GET / HTTP/1.1\r\n") for _ in range(12)]
    assert {answer(made)[:12] for made in opened[:4]} <= {b"HTTP/1.1 408", b""}, "closed, long before their time"
    assert server.browser().http.get("/api/games").status_code == 200
    for made in opened[4:]:
        made.close()


def test_a_body_that_comes_slowly_but_comes_is_taken() -> None:
    async def story(pieces: int, pause: float, size: int) -> int:
        sent = iter([*([True] * (pieces - 1)), False])
        seen = 0

        async def receive() -> dict[str, object]:
            await asyncio.sleep(pause)
            return {"type": "http.request", "body": b"x" * size, "more_body": next(sent)}

        async def app(scope: object, receive: Callable[..., object], send: object) -> None:
            nonlocal seen
            while True:
                message = await receive()  # type: ignore[misc]
                seen += len(message["body"])
                if not message["more_body"]:
                    return

        await PromptBodies(app, body=0.2)({"type": "http"}, receive, None)  # type: ignore[arg-type]
        return seen

    assert asyncio.run(story(10, 0.04, 2_000)) == 20_000
    with pytest.raises(Problem, match="in time"):
        asyncio.run(story(10, 0.04, 10))


def test_whoever_comes_to_an_overloaded_process_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those in work get their answers; once there is less to do, all are let in again."""
    monkeypatch.setattr(admission, "MANY", 8)
    monkeypatch.setattr(admission, "LATE", 0.02)
    done = False

    async def site(scope: dict[str, Any], _receive: object, send: Callable[..., Awaitable[None]]) -> None:
        while not done and scope["path"] == "/work":
            time.sleep(0.005)  # keeps the process busy
            await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    def too_much() -> bool:
        return Bounded.load.too_much

    async def run() -> None:
        nonlocal done
        config = uvicorn.Config(site, http=Bounded, ws="none", lifespan="off", log_config=None)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            where = f"http://127.0.0.1:{listener.getsockname()[1]}"
            async with httpx.AsyncClient(base_url=where, timeout=60, limits=httpx.Limits()) as visitors:
                early = [asyncio.create_task(visitors.get("/work")) for _ in range(8)]
                while not too_much():
                    await asyncio.sleep(0)
                late = await visitors.get("/")
                health = await visitors.get("/health/live")
                done = True
                worked = await asyncio.gather(*early)
                while too_much():
                    await asyncio.sleep(0.01)
                again = await visitors.get("/")
            server.should_exit = True
            await serving
        assert late.status_code == 503
        assert int(late.headers["retry-after"]) in range(1, 6)
        assert {one.status_code for one in (*worked, health, again)} == {200}

    asyncio.run(run())
