"""The entry of every request, before routing: the base path of the site, and HEAD requests.

A site may be one path of a host (`--site https://host/wargames`). The proxy in front may pass that path on or take it
off: both come to the same here, and behind this door nothing knows of it but what writes addresses (`base_of`).
"""

from __future__ import annotations

from typing import Any, Final, cast
from urllib.parse import quote, urlsplit

from litestar import Litestar
from litestar.types import Message, Scope, Send

from noretreat.server.http.services import AnyConnection, Services, services_of

HEAD_ONLY: Final = "noretreat_head_only"
"""Scope key that marks a HEAD request."""


def base_of(address: str) -> str:
    """The path of a site on its host, without a slash at its end: empty for a site that has its host to itself."""
    return urlsplit(address).path.rstrip("/")


def based(connection: AnyConnection, path: str) -> str:
    """A path of this site with its base path."""
    return f"{services_of(connection).base}{path}"


def head_only(connection: AnyConnection) -> bool:
    """True for a HEAD request."""
    return HEAD_ONLY in connection.scope


class Application(Litestar):
    """The application of a site that is at a path of its host."""

    def __init__(self, *arguments: Any, base: str = "", **more: Any) -> None:
        """`base`: the path, as `base_of` gives it; the rest is what the framework takes."""
        super().__init__(*arguments, **more)
        self._base = base
        self.state.services = Services(base)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request."""
        if scope["type"] in ("http", "websocket"):
            if self._base and scope["type"] == "http" and scope["path"] == self._base:
                await _to_its_slash(scope, self._base, send)
                return
            scope = self._within(scope)
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET", HEAD_ONLY: True}, _without_body(send)
        await super().__call__(scope, receive, send)

    def _within(self, scope: Scope) -> Scope:
        """A request without the path of the site, if the proxy has passed that on."""
        path = scope["path"]
        if not self._base or not path.startswith(f"{self._base}/"):
            return scope
        path = path[len(self._base) :]
        raw: bytes = scope["raw_path"]
        kept = self._base.encode()
        raw = raw[len(kept) :] if raw.startswith(kept) else quote(path).encode()
        return cast("Scope", {**scope, "path": path, "raw_path": raw})


async def _to_its_slash(scope: Any, base: str, send: Send) -> None:
    """Sends a browser from the path of a site to its page."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    headers = [(b"location", base.encode() + b"/" + query), (b"content-length", b"0")]
    await send(cast("Any", {"type": "http.response.start", "status": 308, "headers": headers}))
    await send(cast("Any", {"type": "http.response.body", "body": b""}))


def _without_body(send: Send) -> Send:
    """Sends the head of an answer, with the length that its body would have, and not the body."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = cast("Message", {**message, "body": b""})
        await send(message)

    return send_on
