"""Invitations by name: finding players, and inviting them to an open seat.

Only who wants to be found is, by three letters at least and five at a time, so that nobody lists all players. Those who
have met at a table can invite each other again without a search.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat.core.reasons import reason
from noretreat.server.clocks.now import now
from noretreat.server.game.events_told import EventTold
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.player_card import Color
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, matches, token_of
from noretreat.server.http.services import service
from noretreat.server.http.text_fields import clean
from noretreat.storage.invitations import InvitationRow, InvitationStore
from noretreat.storage.notices import NoticeRow, after
from noretreat.storage.players import PlayerStore
from noretreat.storage.texts import searchable

SHORTEST: Final = 3
"""Letters of a name that is looked for."""
MOST_FOUND: Final = 5
MOST_NAMESAKES: Final = 200
MOST_MET: Final = 8
"""Previous opponents who are offered."""
A_DAY: Final = 20
"""The most players that somebody invites in a day."""


class FoundPlayer(msgspec.Struct, frozen=True):
    """A player who was found; the key stands for the player in an invitation."""

    key: str
    name: str
    color: Color


class FoundPlayers(msgspec.Struct, frozen=True):
    """The players found by a search."""

    players: list[FoundPlayer]


class PlayerSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a search: a name, or how it begins."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class PlayerInvited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an invitation by name: whom a search has found."""

    key: Annotated[str, msgspec.Meta(max_length=100)]
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Invitations:
    """Searches and invitations. `told`: whether this server sends notices."""

    def __init__(self, store: InvitationStore, players: PlayerStore, tables: OpenGames, *, told: bool) -> None:
        self._store, self._players, self._tables, self._told = store, players, tables, told

    async def find(self, token: str, name: str) -> FoundPlayers:
        """The players of a name, or whose name begins so, in any case and without accents."""
        begun = searchable(clean(name))
        if not token:
            raise Problem(403, "not_yours", "no-player")
        if len(begun) < SHORTEST:
            raise Problem(400, "bad_request", reason("name-short", n=SHORTEST))
        found = await self._store.found(begun, MOST_FOUND + 1)
        others = [one for one in found if one[0] != hashed(token)][:MOST_FOUND]
        return _shown(others)

    async def met(self, token: str) -> FoundPlayers:
        """The previous opponents of this browser's player, the latest first; also those whom no search finds."""
        return _shown(await self._store.opponents(hashed(token), MOST_MET) if token else [])

    async def invite(self, game_id: str, token: str, invited: PlayerInvited) -> None:
        """Invites a player to the open seat of a game; its creator may."""
        known = await self._store.found(searchable(invited.name), MOST_NAMESAKES)
        known += await self._store.opponents(hashed(token), MOST_NAMESAKES)
        player = next((one for one, _, _ in known if _key(one) == invited.key), "")
        if not player or player == hashed(token):
            raise Problem(404, "not_found", "nobody-of-that-name")
        async with self._tables.open(game_id) as match:
            if not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "invite-not-yours")
            if all(seat.kind != "open" for seat in match.seats.values()):
                raise Problem(409, "taken", "seat-taken")
            at, host = now(), hashed(token)
            if await self._store.since(host, after(at, days=-1)) >= A_DAY:
                raise Problem(429, "too_many", reason("invited-too-many", n=A_DAY))
            named = (await self._players.players([host])).get(host)
            name = named.name if named and named.name else "?"
            notice = NoticeRow(secrets.token_hex(12), player, game_id, "invite", name, "", at, at)
            # Whoever is blocked learns nothing of it.
            await self._store.invite(InvitationRow(game_id, player, host, at), [notice] if self._told else [])

    async def decline(self, game_id: str, token: str) -> None:
        """Declines an invitation by name."""
        player = hashed(token)
        host = next((one.host for one in await self._store.at(game_id) if one.player == player), "")
        if not await self._store.dismiss(game_id, player):
            raise Problem(404, "not_found", "no-such-seat")
        await self._tables.teller.tell("declined", game_id, host, EventTold(by=player))


def _shown(players: list[tuple[str, str, str]]) -> FoundPlayers:
    return FoundPlayers([FoundPlayer(_key(one), name, msgspec.convert(color, Color)) for one, name, color in players])


def _key(player: str) -> str:
    """A player's public key; it reveals nothing of the player's id in the store."""
    return hashlib.sha256(f"found {player}".encode()).hexdigest()[:32]


# --- addresses --------------------------------------------------------------------------------------------------
@post("/api/people/find", status_code=200, responses=REFUSALS)
async def find_people(request: AnyRequest, data: JSONBody[PlayerSearch]) -> Response[FoundPlayers]:
    """Players who want to be found, by name."""
    return as_json(await service(request, Invitations).find(token_of(request), data.name))


@get("/api/people/met", responses=REFUSALS)
async def list_opponents(request: AnyRequest) -> Response[FoundPlayers]:
    """Previous opponents, whom one can invite again."""
    return as_json(await service(request, Invitations).met(token_of(request)))


@post("/api/games/{name:str}/guests", status_code=204, responses=REFUSALS)
async def invite_guest(request: AnyRequest, name: FromPath[str], data: JSONBody[PlayerInvited]) -> None:
    """Invites a player who was found to the open seat."""
    await service(request, Invitations).invite(name, token_of(request), data)


@post("/api/games/{name:str}/guests/decline", status_code=204, responses=REFUSALS)
async def decline_invitation(request: AnyRequest, name: FromPath[str]) -> None:
    """Declines an invitation by name."""
    await service(request, Invitations).decline(name, token_of(request))


HANDLED: Final = [find_people, list_opponents, invite_guest, decline_invitation]
