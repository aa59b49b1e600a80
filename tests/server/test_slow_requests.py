"""Half requests: whoever sends one and then nothing holds no connection, and keeps nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
import uvicorn
from server.support import Server
from uvicorn.server import ServerState

from noretreat.server.http.errors import Problem
from noretreat.server.http.prompt_requests import PromptBodies, PromptProtocol

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


def test_who_has_just_connected_is_answered_before_the_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """`kill -HUP` refuses nobody: with a request that is on its way the connection stays for it."""
    monkeypatch.setattr(PromptProtocol, "last_call", 60.0)

    async def app(scope: object, receive: object, send: Callable[[dict[str, object]], Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def story() -> None:
        config, state = uvicorn.Config(cast("Any", app), lifespan="off"), ServerState()
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: PromptProtocol(config, state, {}), "127.0.0.1", 0)

        async def connected() -> tuple[asyncio.StreamReader, asyncio.StreamWriter, Any]:
            there = set(state.connections)
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            while not (new := state.connections - there):
                await asyncio.sleep(0)
            return reader, writer, new.pop()

        reader, writer, protocol = await connected()
        protocol.shutdown()
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        protocol.shutdown()
        assert await reader.read() == b"", "nothing more is waited for once it has been answered"
        monkeypatch.setattr(PromptProtocol, "last_call", 0.0)
        silent, closed, protocol = await connected()
        protocol.shutdown()
        assert await silent.read() == b"", "nor where no request has come for long"
        for one in (writer, closed):
            one.close()
            await one.wait_closed()
        server.close()
        await server.wait_closed()

    asyncio.run(story())


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
