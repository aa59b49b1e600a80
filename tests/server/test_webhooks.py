"""Webhooks: never into the network of the server, whatever a name says it is."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from noretreat.server.notify import webhooks
from noretreat.server.notify.webhooks import HookRefused, call, is_public, parsed

PUBLIC = "93.184.215.14"


def answering(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Has names stand for these addresses; the names that were asked for."""
    asked: list[str] = []

    async def getaddrinfo(_loop: Any, host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
        "::7f00:1", "::ffff:0:7f00:1", "64:ff9b:1::7f00:1", "fec0::1", "2606:4700::5efe:a00:1",
        "2606:4700::200:5efe:a00:1",
    ],
)  # fmt: skip
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_others_are() -> None:
    assert is_public(PUBLIC)
    assert is_public("2606:4700:4700::1111")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x", "https://example.org:8443/x", "https://user@example.org/", "https://", "ftp://e.org",
        "https://example.org/\r\nHost: x", "https://e.org:nn/", "https://exämple.org/", "https://e.org/" + "x" * 1000,
    ],
)  # fmt: skip
def test_only_plain_https_addresses_are_taken(url: str) -> None:
    with pytest.raises(HookRefused):
        parsed(url)


def test_one_address_inside_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, PUBLIC, "10.0.0.1")
    with pytest.raises(HookRefused, match="inside"):
        asyncio.run(call("https://example.org/hook", "Your turn"))


def test_the_call_goes_to_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(monkeypatch, PUBLIC)
    calls: list[httpx.Request] = []

    def take(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        return httpx.Response(204)

    asyncio.run(call("https://example.org/hook?key=1", "Your turn", httpx.MockTransport(take)))
    (request,) = calls
    assert asked == ["example.org"]
    assert (request.url.host, request.url.raw_path) == (PUBLIC, b"/hook?key=1")
    assert request.headers["host"] == "example.org"
    assert request.extensions["sni_hostname"] == "example.org"
    assert json.loads(request.content)["text"] == "Your turn"


def test_a_redirect_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, PUBLIC)
    away = httpx.MockTransport(lambda _: httpx.Response(302, headers={"location": "http://127.0.0.1/"}))
    with pytest.raises(HookRefused, match="302"):
        asyncio.run(call("https://example.org/hook", "Your turn", away))


class Endless(httpx.AsyncByteStream):
    """An answer that never ends."""

    def __init__(self) -> None:
        self.read = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            self.read += 1
            yield bytes(1 << 20)


def test_of_an_answer_without_an_end_only_the_head_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, PUBLIC)
    body = Endless()
    endless = httpx.Response(200, stream=body)
    asyncio.run(call("https://example.org/hook", "Your turn", httpx.MockTransport(lambda _: endless)))
    assert body.read == 0


def test_a_call_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where each byte comes in time, and where a name is looked up for ever."""

    class Slow(httpx.AsyncBaseTransport):
        async def handle_async_request(self, _: httpx.Request) -> httpx.Response:
            while True:
                await asyncio.sleep(0.001)

    async def never(*_: Any, **__: Any) -> list[Any]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(webhooks, "DEADLINE", 0.05)
    answering(monkeypatch, PUBLIC)
    with pytest.raises(TimeoutError):
        asyncio.run(call("https://example.org/hook", "Your turn", Slow()))
    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", never)
    with pytest.raises(TimeoutError):
        asyncio.run(call("https://example.org/hook", "Your turn"))
