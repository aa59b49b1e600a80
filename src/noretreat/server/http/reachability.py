"""The server's reach: this computer alone, or others in the network too, and at what address."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

import msgspec
from litestar import get

from noretreat.server.http.responses import AnyRequest
from noretreat.server.http.security import ADDRESSES
from noretreat.server.http.services import service

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address kept for documentation (RFC 5737): nothing is sent to it, it only shows which way packets would leave."""


class Reachability(msgspec.Struct, frozen=True):
    """The server's reach for invitations: whether other computers can open them, and at what address."""

    others: bool
    """The server answers other computers."""
    address: str
    """Origin for the local network, `http://192.168.1.20:8123`; empty where there is none or it is not known."""


UNKNOWN: Final = Reachability(others=True, address="")
"""Of a server behind a name that it does not know: the address in the browser is the one to share."""


def reachability_of(host: str, port: int) -> Reachability:
    """The reach of a server that listens on `host`, an address or a name, and `port`."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return Reachability(others=False, address=_origin(network_address(), port)) if host == "localhost" else UNKNOWN
    if address.is_loopback or address.is_unspecified:
        return Reachability(others=not address.is_loopback, address=_origin(network_address(), port))
    return Reachability(others=True, address=_origin(f"[{host}]" if address.version == 6 else host, port))


def names_of(host: str) -> set[str]:
    """The names under which a server that listens on `host` is found in its network: any numerical address, and those
    of this computer. A foreign name that was pointed at it is none of them.
    """
    machine = socket.gethostname().lower()
    bare = machine.partition(".")[0]
    found = {ADDRESSES, host.lower(), machine, bare, socket.getfqdn().lower()}
    return found | {f"{bare}.{end}" for end in ("local", "lan", "home", "fritz.box", "internal", "home.arpa")}


def _origin(host: str, port: int) -> str:
    """The origin of a host; empty for no host."""
    return f"http://{host}:{port}" if host else ""


def network_address() -> str:
    """The address of this computer in its network, or an empty string where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    known = ipaddress.ip_address(found)
    return "" if known.is_loopback or known.is_unspecified else found


@get("/api/reachability", sync_to_thread=False)
def show_reachability(request: AnyRequest) -> Reachability:
    """Tells whether other computers can open an invitation, and at what address."""
    return service(request, Reachability)


HANDLED: Final = [show_reachability]
