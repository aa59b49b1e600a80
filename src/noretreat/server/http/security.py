"""Access to the server: tokens, cookies, and a guard against requests forged by other web pages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from enum import Enum, auto
from ipaddress import ip_address
from typing import Any, Final, cast

import msgspec
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noretreat.core.reasons import Reason, because
from noretreat.explain.sentences.telling import tell
from noretreat.server.http.errors import Problem, refusal
from noretreat.server.http.services import AnyConnection, service, services_of
from noretreat.storage.database import Database

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
ADDRESSES: Final = "*"
"""Among the names that a server answers to: any numerical address. Nobody can point such a name elsewhere."""
WATCHED: Final = ("/health/live", "/health/ready", "/metrics")
"""What those who watch a server ask for: answered to any host name, and above the limit of connections."""
TEN_YEARS: Final = 10 * 365 * 24 * 3600
"""Browsers cut this down to what they allow (400 days) and every visit renews it."""

_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        b"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_TLS_ONLY: Final = ((b"strict-transport-security", b"max-age=31536000"),)
_NO_STORE: Final = ((b"cache-control", b"no-store"),)


def new_token() -> str:
    """256 random bits, fit for a cookie."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """The hash to store for a token; the empty string stays empty and matches no token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def invite_of(owner_token: str, game: str, side: str) -> str:
    """The secret of an invitation link. Only its hash is stored; the owner's browser can make it again."""
    digest = hmac.new(owner_token.encode(), f"invite:{game}:{side}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def matches(secret: str, stored: str) -> bool:
    """Compares a secret with a stored hash, in constant time."""
    return bool(secret and stored) and hmac.compare_digest(hashed(secret), stored)


def cookie_name(mark: str) -> str:
    """The name of the cookie: one for each store, so that servers on other ports of this machine have their own."""
    return f"noretreat_{mark}"


_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""The form of a token, of any version."""


class NoToken(Enum):
    """A request without a token that can be read."""

    ABSENT = auto()
    UNREADABLE = auto()
    """A cookie that has not the form of a token."""


def cookie_of(headers: Iterable[tuple[bytes, bytes]], name: str) -> str | NoToken:
    """The token a request carries, or why it has none.

    Only the cookie of that name is looked at (RFC 6265, 5.4): other programs on the same host may send anything.
    """
    sent = [value for key, value in headers if key.lower() == b"cookie"]
    pairs = (pair.partition("=") for pair in b";".join(sent).decode("latin-1").split(";"))
    values = [value.strip().strip('"') for key, _, value in pairs if key.strip() == name]
    readable = [value for value in values if _TOKEN.fullmatch(value)]
    if readable:
        return readable[0]
    return NoToken.UNREADABLE if values else NoToken.ABSENT


def host_name(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def port_of(scope: Scope) -> int:
    """The port at which a request has come in."""
    return int((scope.get("server") or ("", 0))[1] or 0)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses unknown host names and requests that another web page made; adds the security headers.

    A page elsewhere can make a browser send a request here, but not with a JSON content type and not without saying
    where it comes from. A host name that is not ours means that a foreign name was pointed at this machine.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], watched_at: int = 0) -> None:
        """`watched_at`: the port at which there is only what is `WATCHED`."""
        self.app, self.watched_at = app, watched_at
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = _HEADERS + (_NO_STORE if scope["path"].startswith("/api/") else ())
                extra += _TLS_ONLY if scope["scheme"] == "https" else ()
                message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in present)]
            await send(message)

        if refusal is None:
            await self.app(scope, receive, send_on)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            await send(cast("Any", {"type": "websocket.close", "code": 4403, "reason": tell(refusal[2]).text}))
        else:
            await _refuse(send_on, *refusal)

    def _is_ours(self, name: str) -> bool:
        return name in self.hosts or (ADDRESSES in self.hosts and _is_address(name))

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str, Reason] | None:
        """Status, code and text if the request is refused; else None."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if scope["path"] in WATCHED:
            return None
        if self.watched_at and port_of(scope) == self.watched_at:
            return 404, "not_found", because("no-page")
        if self.hosts and not self._is_ours(host_name(host)):
            return 421, "bad_host", because("wrong-host")
        if scope["path"].startswith("/notices/"):  # a link of a mail: whoever has it may, and no cookie counts
            return None
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        method = scope["method"] if scope["type"] == ScopeType.HTTP else "WEBSOCKET"
        if method in ("GET", "HEAD", "OPTIONS"):
            return None
        scheme, _, from_host = origin.partition("://")
        # Behind TLS a page of the same name without it is somebody else's: anybody on its line can have written it.
        if origin and (from_host != host or (scope["scheme"] in ("https", "wss") and scheme != "https")):
            return 403, "bad_origin", because("wrong-origin")
        site = headers.get(b"sec-fetch-site", b"same-origin")
        if not origin and site not in (b"same-origin", b"none"):
            return 403, "bad_origin", because("wrong-origin")
        if method not in ("DELETE", "WEBSOCKET"):
            kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
            if kind != b"application/json":
                return 415, "bad_type", because("wrong-type")
        return None


async def _refuse(send: Send, status: int, code: str, why: Reason) -> None:
    content = msgspec.json.encode(refusal(code, tell(why).text, why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send(cast("Any", {"type": "http.response.start", "status": status, "headers": headers}))
    await send(cast("Any", {"type": "http.response.body", "body": content}))


class Visitor(msgspec.Struct, frozen=True):
    """The owner of a cookie that holds no guest's token (`server/accounts/sessions.py`)."""

    token: str
    """The token that the browser plays with; empty if its session is over."""
    cookie: str
    """The value of its cookie."""
    account: str
    session: str


VISITOR: Final = "noretreat_visitor"
"""Scope key of a signed-in visitor."""


def visitor_of(connection: AnyConnection) -> Visitor | None:
    """The signed-in visitor; None for a guest."""
    found = connection.scope.get(VISITOR)
    return found if isinstance(found, Visitor) else None


def token_of(connection: AnyConnection) -> str:
    """The token that the browser plays by, or an empty string."""
    token = _token(connection)
    return token if isinstance(token, str) else ""


def token_for(connection: AnyConnection) -> str:
    """The token in the browser's cookie, or a new one for a browser that has none.

    Raises `Problem` for a cookie that cannot be read: a new one in its place would lose the browser's games.
    """
    token = _token(connection)
    if token is NoToken.UNREADABLE:
        raise Problem(400, "bad_cookie", "cookie-unreadable")
    return token if isinstance(token, str) and token else new_token()


def _token(connection: AnyConnection) -> str | NoToken:
    visitor = visitor_of(connection)
    return sent(connection) if visitor is None else visitor.token


def sent(connection: AnyConnection) -> str | NoToken:
    """The token in a request's cookie, or why it has none. Behind TLS the name that no other host can set comes first;
    one of before is read until it is replaced.
    """
    headers, mark = connection.scope["headers"], service(connection, Database).mark
    for name in dict.fromkeys((_name_here(connection), cookie_name(mark))):
        found = cookie_of(headers, name)
        if found is not NoToken.ABSENT:
            return found
    return NoToken.ABSENT


def _name_here(connection: AnyConnection) -> str:
    """The name of the cookie, with the prefix by which browsers take it from this host, or from TLS, alone."""
    name = cookie_name(service(connection, Database).mark)
    if not _tls(connection):
        return name
    return f"__Secure-{name}" if services_of(connection).base else f"__Host-{name}"


def _tls(connection: AnyConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def cookies_for(connection: AnyConnection, token: str) -> list[Cookie]:
    """The cookie with the browser's token, out of reach of scripts and other sites, and behind TLS of open lines. The
    token of an account stays here: its browser keeps its session. An empty token ends the cookie. One under the name
    of before is ended.
    """
    plain, name = cookie_name(service(connection, Database).mark), _name_here(connection)
    visitor = visitor_of(connection)
    value = visitor.cookie if visitor is not None and token and token == visitor.token else token
    made = [_cookie(connection, name, value)]
    if name != plain and cookie_of(connection.scope["headers"], plain) is not NoToken.ABSENT:
        made.append(_cookie(connection, plain, ""))
    return made


def _cookie(connection: AnyConnection, name: str, value: str) -> Cookie:
    path, age = services_of(connection).base or "/", TEN_YEARS if value else 0
    secure = _tls(connection)
    return Cookie(key=name, value=value, httponly=True, secure=secure, samesite="lax", path=path, max_age=age)
