"""Blocking other players. The blocked one is not told.

Neither takes a seat at a new game of the other or finds it in the lobby, an invitation by name does not arrive, and
what the blocked one says is not shown. A game that both play goes on.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat.server.clocks.now import now
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides
from noretreat.server.game.player_card import Color
from noretreat.server.game.summary import other
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, token_of
from noretreat.server.http.services import service
from noretreat.storage.blocks import BlockStore


class Blocked(msgspec.Struct, frozen=True):
    """A blocked player."""

    id: str
    name: str
    color: Color
    at: str


class Blocking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change: whether the other player of a game is blocked."""

    blocked: bool


class Unblocking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of the end of a block: the id in the list."""

    id: Annotated[str, msgspec.Meta(max_length=100)]


class Blocks:
    """The blocks between this server's players."""

    def __init__(self, store: BlockStore, tables: OpenGames) -> None:
        self._store, self._tables = store, tables

    async def mine(self, token: str) -> list[Blocked]:
        """The players whom this browser's player blocks."""
        found = await self._store.of(hashed(token)) if token else []
        return [Blocked(_key(player.id), player.name, msgspec.convert(player.color, Color), at) for player, at in found]

    async def change(self, game_id: str, token: str, *, blocked: bool) -> None:
        """Blocks the other player of a game, or ends that."""
        async with self._tables.open(game_id) as match:
            owned = owned_sides(match, token)
            if len(owned) != 1:
                raise Problem(403, "not_yours", "no-seat")
            them = match.seats[other(owned[0])]
        if them.kind != "human" or not them.token:
            raise Problem(409, "not_now", "nobody-to-block")
        if blocked:
            await self._store.block(hashed(token), them.token, now())
        else:
            await self._store.unblock(hashed(token), them.token)
        self._tables.announce_people([game_id])

    async def end(self, token: str, key: str) -> list[Blocked]:
        """Ends a block; returns those that are left."""
        for player, _ in await self._store.of(hashed(token)) if token else []:
            if _key(player.id) == key:
                await self._store.unblock(hashed(token), player.id)
        return await self.mine(token)


def _key(player: str) -> str:
    """A player's key in the list; it reveals nothing of the player's id in the store."""
    return hashlib.sha256(f"blocked {player}".encode()).hexdigest()[:32]


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/blocks", responses=REFUSALS)
async def show_blocks(request: AnyRequest) -> Response[list[Blocked]]:
    """The players whom this browser's player blocks."""
    return as_json(await service(request, Blocks).mine(token_of(request)))


@post("/api/blocks/end", status_code=200, responses=REFUSALS)
async def end_block(request: AnyRequest, data: JSONBody[Unblocking]) -> Response[list[Blocked]]:
    """Ends a block."""
    return as_json(await service(request, Blocks).end(token_of(request), data.id))


@post("/api/games/{name:str}/block", status_code=204, responses=REFUSALS)
async def block_other(request: AnyRequest, name: FromPath[str], data: JSONBody[Blocking]) -> None:
    """Blocks the other player of a game, or ends that."""
    await service(request, Blocks).change(name, token_of(request), blocked=data.blocked)


HANDLED: Final = [show_blocks, end_block, block_other]
