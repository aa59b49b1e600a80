"""Requests, answers and sockets without state, user or token of a framework: ours are in cookies and in the store."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import Cookie
from litestar.utils.scope.state import ScopeState

AnyRequest: TypeAlias = Request[Any, Any, Any]
AnyResponse: TypeAlias = Response[Any]
AnySocket: TypeAlias = WebSocket[Any, Any, Any]


def as_json(
    content: object, *, status: int = 200, cookies: list[Cookie] | None = None, headers: dict[str, str] | None = None
) -> AnyResponse:
    """An answer whose body is JSON."""
    return Response(
        msgspec.json.encode(content),
        status_code=status,
        media_type=MediaType.JSON,
        cookies=cookies,
        headers=headers,
    )


def ready_json(request: AnyRequest, plain: bytes, packed: bytes = b"") -> AnyResponse:
    """An answer that is JSON already, and perhaps packed by gzip for whoever unpacks it."""
    if not packed or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type=MediaType.JSON)
    ScopeState.from_scope(request.scope).is_cached = True  # so the framework does not pack it once more
    headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(packed, media_type=MediaType.JSON, headers=headers)
