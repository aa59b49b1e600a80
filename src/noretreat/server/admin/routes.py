"""The calls of the page for hosts: the same acts as `noretreat admin`, for the accounts that the site names.

To everybody else there is no such page. What cannot be undone needs the password again, and so do a player's data.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from noretreat.server.accounts.routes import ZIP, Admins, caller_of
from noretreat.server.accounts.service import Accounts
from noretreat.server.admin.acts import Admin, EventShown, Found, GameShown, Host, MeasureShown, PlayerShown, until_of
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.services import service, services_of
from noretreat.server.measures import Measures

LINES: Final = 100
"""Lines of the log that the page shows."""
LONGEST: Final = 24 * 366 * 10
"""Hours that a measure can last at most, unless it has no end."""
Text = Annotated[str, msgspec.Meta(max_length=500)]
Act: TypeAlias = Literal[
    "suspend", "lift", "suspend-network", "lift-network", "mute", "unmute", "mark", "unmark", "end", "rename-player",
    "rename-game", "remove-player", "remove-game", "announce", "read-only", "accounts-only", "lift-announce",
    "lift-read-only", "lift-accounts-only",
]  # fmt: skip
FOR_GOOD: Final = ("end", "remove-player", "remove-game")
"""Acts that cannot be undone."""


class Sought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a search for players and games."""

    text: Text


class ActWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of an act."""

    act: Act
    target: Text = ""
    """The player, game or network; empty for the site."""
    text: Text = ""
    """The new name, or the announcement."""
    hours: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0
    """How long it lasts; 0: for good."""
    why: Text = ""
    """The reason, for the log."""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    """For what cannot be undone."""


class DataWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of a download of what is kept of a player."""

    target: Text
    why: Text = ""
    """The reason, for the log."""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Desk(msgspec.Struct, frozen=True):
    """What a host sees at once: what is in force, and the newest lines of the log."""

    measures: list[MeasureShown]
    log: list[EventShown]


async def _admin_of(request: AnyRequest) -> str:
    """The address of the host who asks; to everybody else there is no such page."""
    accounts, admins = services_of(request).find(Accounts), service(request, Admins)
    account = await accounts.mine(caller_of(request)) if accounts is not None and admins.mails else None
    if account is None or account.mail not in admins.mails:
        raise Problem(404, "not_found", "no-page")
    return account.mail


@get("/api/admin", responses=REFUSALS)
async def show_desk(request: AnyRequest) -> Response[Desk]:
    """What is in force, and the newest lines of the log."""
    await _admin_of(request)
    admin = service(request, Admin)
    return as_json(Desk(await admin.in_force(), await admin.log(LINES)))


@post("/api/admin/find", status_code=200, responses=REFUSALS)
async def find(request: AnyRequest, data: JSONBody[Sought]) -> Response[Found]:
    """Players and games by a name, an address, a link or an id."""
    await _admin_of(request)
    return as_json(await service(request, Admin).find(data.text))


@post("/api/admin/player", status_code=200, responses=REFUSALS)
async def show_player(request: AnyRequest, data: JSONBody[Sought]) -> Response[PlayerShown]:
    """A player with the newest games."""
    await _admin_of(request)
    return as_json(await service(request, Admin).show_player(data.text))


@post("/api/admin/game", status_code=200, responses=REFUSALS)
async def show_game(request: AnyRequest, data: JSONBody[Sought]) -> Response[GameShown]:
    """A game."""
    await _admin_of(request)
    return as_json(await service(request, Admin).show_game(data.text))


@post("/api/admin/data", status_code=200, media_type=ZIP, responses=REFUSALS)
async def export_player(request: AnyRequest, data: JSONBody[DataWanted]) -> Response[bytes]:
    """All that is kept of a player, guest or not, as a zip, for the password; the log says who had it."""
    host = Host(await _admin_of(request), data.why)
    await service(request, Accounts).proven(caller_of(request), data.password)
    content = await service(request, Admin).export_player(host, data.target)
    headers = {"content-disposition": 'attachment; filename="noretreat-player.zip"'}
    return Response(content, media_type=ZIP, headers=headers)


@post("/api/admin/acts", status_code=204, responses=REFUSALS)
async def act(request: AnyRequest, data: JSONBody[ActWanted]) -> None:
    """Does something; the log says who, when and why."""
    host = Host(await _admin_of(request), data.why)
    if data.act in FOR_GOOD:
        await service(request, Accounts).proven(caller_of(request), data.password)
    await _do(service(request, Admin), host, data)
    service(request, Measures).changed()


async def _do(admin: Admin, host: Host, wanted: ActWanted) -> None:
    target, until = wanted.target, until_of(wanted.hours)
    ways: dict[Act, Callable[[], Awaitable[object]]] = {
        "suspend": lambda: admin.suspend(host, target, until),
        "lift": lambda: admin.lift(host, "suspend", target),
        "suspend-network": lambda: admin.suspend_network(host, target, until),
        "lift-network": lambda: admin.lift_network(host, target),
        "mute": lambda: admin.mute(host, target, until),
        "unmute": lambda: admin.lift(host, "mute", target),
        "mark": lambda: admin.mark(host, target),
        "unmark": lambda: admin.unmark(host, target),
        "end": lambda: admin.end(host, target),
        "rename-player": lambda: admin.rename_player(host, target, wanted.text),
        "rename-game": lambda: admin.rename_game(host, target, wanted.text),
        "remove-player": lambda: admin.remove_player(host, target),
        "remove-game": lambda: admin.remove_game(host, target),
        "announce": lambda: admin.announce(host, wanted.text, until),
        "read-only": lambda: admin.switch(host, "read-only", until),
        "accounts-only": lambda: admin.switch(host, "accounts-only", until),
        "lift-announce": lambda: admin.lift_of_site(host, "announce"),
        "lift-read-only": lambda: admin.lift_of_site(host, "read-only"),
        "lift-accounts-only": lambda: admin.lift_of_site(host, "accounts-only"),
    }
    await ways[wanted.act]()


HANDLED: Final = [show_desk, find, show_player, show_game, export_player, act]
