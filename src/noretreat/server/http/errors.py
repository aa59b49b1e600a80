"""Refusals: every error that leaves the server has the shape `{"error": {"code", "text", "rule"?, "why"?}}`.

`code` is the kind of problem, for programs; `why` is what a client words in its language
(`explain/sentences/telling.py`).
"""

from __future__ import annotations

import logging
import re
import traceback
from typing import Any, Final

import msgspec
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.routes import HTTPRoute

from noretreat.core.reasons import Reason, because, reason
from noretreat.explain.sentences.telling import Told, tell
from noretreat.server.http.responses import AnyRequest, AnyResponse, as_json
from noretreat.storage.database import StorageError

_STORE: Final = {
    "storage_full": "store-full",
    "storage_busy": "store-busy",
    "storage_conflict": "moved-on",
    "storage_unreachable": "store-unreachable",
    "storage_gone": "store-gone",
}
"""Code of the store -> the words for a player."""
_STATUS: Final = {
    "storage_full": 507,
    "storage_busy": 503,
    "storage_conflict": 409,
    "storage_unreachable": 503,
    "storage_gone": 503,
    "storage_refused": 400,
}
"""Code of the store -> the status of the response; 500 for others."""

_SETTINGS: Final = ("storage_login", "storage_missing", "storage_forbidden")
"""Codes of the store that are between the server and its database: for a player it is out of reach."""

_REQUEST: Final = {404: "no-page", 405: "no-page", 413: "too-large", 415: "wrong-type"}
"""Status of the framework -> the words for a player."""

log = logging.getLogger("noretreat.server")


class Problem(Exception):
    """A request cannot be carried out; `package` is sent if the client has to catch up."""

    def __init__(self, status: int, code: str, why: Reason | str, *, package: object = None) -> None:
        self.why = why if isinstance(why, Reason) else because(why)
        super().__init__(tell(self.why).words)
        self.status, self.code, self.package = status, code, package

    @property
    def text(self) -> str:
        """The reason in English."""
        return tell(self.why).words


def wrong(detail: object) -> Reason:
    """A problem with a malformed request; `detail` says what is wrong, in English, for programmers."""
    return reason("wrong-request", detail=str(detail))


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: its kind, for programs, and words for the reader."""

    code: str
    text: str
    rule: str = ""
    """The number of the rule, where one is the reason."""
    why: Told | None = None
    """The reason as a code, for a client to tell in its reader's language."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error that leaves the server."""

    error: Fault
    package: object = None
    """The position as it is, where the client has to catch up: a `Package`."""


REFUSALS: Final = {
    status: ResponseSpec(Refusal, generate_examples=False, description=what)
    for status, what in (
        (400, "The request makes no sense."),
        (403, "Not for this browser."),
        (404, "There is no such thing."),
        (409, "Not now."),
        (413, "Too large."),
        (415, "A request that changes something has to be JSON, even one without a body."),
        (429, "Too many requests, or too many games."),
        (503, "The server is busy, or its store is out of reach."),
        (507, "The store is full."),
    )
}
"""Error responses of a call, for the API description."""


def refusal(code: str, text: str, why: Reason | None = None, package: object = None) -> Refusal:
    """A refusal with its reason, if there is one."""
    told = None if why is None else tell(why)
    return Refusal(Fault(code, text, told.rule if told else "", told), package)


def on_problem(_: AnyRequest, problem: Problem) -> AnyResponse:
    """The response to a refusal of ours."""
    return as_json(refusal(problem.code, problem.text, problem.why, problem.package), status=problem.status)


def on_storage_error(_: AnyRequest, error: StorageError) -> AnyResponse:
    """The response if the store refused; nothing has changed."""
    log.error("%s (%s)", error, error.__cause__ or "no further details")
    code = "storage_unreachable" if error.code in _SETTINGS else error.code
    why = wrong(error) if code == "storage_refused" else because(_STORE.get(code, "store-failed"))
    # The error itself may name files, addresses and tables of the server: those are for its log.
    return as_json(refusal(code, tell(why).text, why), status=_STATUS.get(code, 500))


def on_http_exception(request: AnyRequest, error: HTTPException) -> AnyResponse:
    """The response to a refusal of the framework: unknown address, malformed body."""
    codes = {400: "bad_request", 404: "not_found", 405: "bad_method", 413: "too_large", 415: "bad_type"}
    text = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        details = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in error.extra]
        text = "; ".join(filter(None, details)) or text
    why = because(_REQUEST[error.status_code]) if error.status_code in _REQUEST else wrong(text)
    headers = {"Allow": ", ".join(allowed(request))} if error.status_code == 405 else None
    return as_json(refusal(codes.get(error.status_code, "http"), text, why), status=error.status_code, headers=headers)


def allowed(request: AnyRequest) -> list[str]:
    """The methods that there are at the address of a request."""
    path = request.url.path
    found = {"OPTIONS"}
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and re.fullmatch(
            re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(route.path_format)), path
        ):
            found |= set(route.methods)
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


def on_recursion(request: AnyRequest, error: RecursionError) -> AnyResponse:
    """The response to a body whose lists or objects are nested too deep to be read; any other recursion is a bug."""
    if not str(error).endswith("deserializing an object"):
        return on_failure(request, error)
    why = because("too-deep")
    return as_json(refusal("bad_request", tell(why).text, why), status=400)


def on_unreadable(request: AnyRequest, error: UnicodeDecodeError) -> AnyResponse:
    """The response to a body that is not UTF-8; any other text that cannot be decoded is a bug."""
    if not any(frame.name == "decode_json" for frame in traceback.extract_tb(error.__traceback__)):
        return on_failure(request, error)
    why = because("not-utf-8")
    return as_json(refusal("bad_request", tell(why).text, why), status=400)


def on_failure(request: AnyRequest, error: Exception) -> AnyResponse:
    """The response to a bug: it says that the game is unchanged; the details go to the server's log."""
    # Not the path itself: invitations and the links of mails are parts of paths.
    log.exception("%s %s failed", request.method, request.scope.get("path_template", ""), exc_info=error)
    why = because("server-failed")
    return as_json(refusal("internal", tell(why).text, why), status=500)


HANDLERS: dict[Any, Any] = {
    Problem: on_problem,
    StorageError: on_storage_error,
    HTTPException: on_http_exception,
    RecursionError: on_recursion,
    UnicodeDecodeError: on_unreadable,
    Exception: on_failure,
}
