"""Calls to addresses that players name: webhooks and push services. Never to one inside the server's own network.

The name is looked up once, every address that it has must be a public one, and the connection goes to the address that
was checked: a name that answers differently the second time gains nothing (DNS rebinding). No redirects. Of an answer
the head alone is read, and the whole call has `DEADLINE` seconds: one that never ends costs nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

import msgspec

if TYPE_CHECKING:
    import httpx

PORT: Final = 443
LONGEST: Final = 1000
"""The most characters of an address."""
DEADLINE: Final = 15.0
"""Seconds that a call may take in all, with the look-up of its name."""
_INSIDE: Final = tuple(
    map(
        IPv6Network,
        (
            "::/96",  # IPv4-compatible (RFC 4291, 2.5.5.1)
            "::ffff:0:0:0/96",  # translated by SIIT (RFC 2765)
            "64:ff9b::/96",  # by NAT64 (RFC 6052), ...
            "64:ff9b:1::/48",  # ... also in a local network (RFC 8215)
            "fec0::/10",  # site-local (RFC 3879)
        ),
    )
)
"""IPv6 addresses behind which an IPv4 address of any network may be, or that are inside one."""
_ISATAP: Final = (0x00005EFE, 0x02005EFE)
"""The half of an interface identifier that an IPv4 address follows (RFC 5214)."""


class HookRefused(Exception):
    """An address that this server refuses to call."""


def parsed(url: str) -> SplitResult:
    """The parts of a webhook's address: https, no port but 443, no password; raises `HookRefused`."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme == "https" and parts.port in (None, PORT) and bool(parts.hostname)
    except ValueError:
        raise HookRefused("no address") from None
    if not sound or parts.username is not None or len(url) > LONGEST or not url.isascii() or not url.isprintable():
        raise HookRefused("no address")
    return parts


def is_public(address: str) -> bool:
    """True for an IP address of the public internet, also where it is written inside another one."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found.sixtofour is not None or found.teredo is not None or any(found in one for one in _INSIDE):
            return False
        if int(found) >> 32 & 0xFFFFFFFF in _ISATAP:
            return False
    return found.is_global and not found.is_multicast


async def post(
    url: str,
    content: bytes,
    headers: Mapping[str, str],
    transport: httpx.AsyncBaseTransport | None = None,
) -> int:
    """Posts to an address outside, and returns the status of the answer; raises `HookRefused` for an address that this
    server does not call, and `TimeoutError` after `DEADLINE`. `transport` takes the place of the network in tests.
    """
    async with asyncio.timeout(DEADLINE):
        return await _posted(url, content, headers, transport)


async def _posted(
    url: str, content: bytes, headers: Mapping[str, str], transport: httpx.AsyncBaseTransport | None
) -> int:
    import httpx

    host = parsed(url).hostname or ""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not all(map(is_public, addresses)):
        raise HookRefused("an address inside the network")
    pinned = httpx.URL(url).copy_with(host=addresses[0])
    sent = {**headers, "host": host, "accept-encoding": "identity"}
    async with (
        httpx.AsyncClient(transport=transport, trust_env=False, follow_redirects=False, timeout=DEADLINE) as client,
        client.stream("POST", pinned, content=content, headers=sent, extensions={"sni_hostname": host}) as answer,
    ):
        return answer.status_code  # the body is not read


async def call(url: str, text: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
    """Posts a text to a webhook; raises if the address is refused, or answers with an error."""
    # Chat programs take the text under one name or the other.
    body = msgspec.json.encode({"text": text, "content": text})
    status = await post(url, body, {"content-type": "application/json"}, transport)
    if not 200 <= status < 300:
        raise HookRefused(f"status {status}")
