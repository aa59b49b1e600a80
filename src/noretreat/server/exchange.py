"""Requests, answers and sockets without state, user or token of a framework: ours are in cookies and in the store."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request, Response, WebSocket

AnyRequest: TypeAlias = Request[Any, Any, Any]
AnyResponse: TypeAlias = Response[Any]
AnySocket: TypeAlias = WebSocket[Any, Any, Any]
