"""Bidding for sides: two people who want a fair game each seal a bid, and both are opened at once.

Whoever bids more for the side that both want plays it, and gives the enemy the handicap of the bid
(`core/bidding.py`); the game begins when the second bid is in, and the players' seeds for its dice are.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final

from litestar import delete, post
from litestar.params import FromPath, JSONBody

from noretreat.core.bidding import Bid
from noretreat.data.facts import Side
from noretreat.server.clocks.now import now
from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.game.bids import host_of, sealed, settled, unsealed
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides
from noretreat.server.game.summary import other
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest
from noretreat.server.http.security import token_of
from noretreat.server.http.services import service
from noretreat.storage.database import Conflict
from noretreat.storage.games import ChanceRow
from noretreat.storage.notices import NoticeRow, after

ATTEMPTS: Final = 3
"""Attempts to store a bid when another process is quicker."""


class BiddingService:
    """The bids for the sides of each game."""

    def __init__(self, tables: OpenGames, computer: ComputerDriver) -> None:
        self._tables, self._computer = tables, computer

    async def bid(self, game_id: str, token: str, bid: Bid) -> None:
        """Seals the bid of a player, in the place of an earlier one; the second of two opens both."""
        await self._change(game_id, token, bid)

    async def withdraw(self, game_id: str, token: str) -> None:
        """Takes a sealed bid back, if there is one."""
        await self._change(game_id, token, None)

    async def _change(self, game_id: str, token: str, bid: Bid | None) -> None:
        for attempt in range(ATTEMPTS):
            try:
                async with self._bidding(game_id, token) as (match, side):
                    await self._seal(match, side, bid)
                    return
            except Conflict:
                self._tables.forget(game_id)
                if attempt + 1 == ATTEMPTS:
                    raise Problem(409, "stale", "moved-on") from None

    async def _seal(self, match: Match, side: Side, bid: Bid | None) -> None:
        bids = unsealed(match.row.bids)
        bids.pop(side, None)
        if bid is not None:
            bids[side] = bid
        if len(bids) == len(Side) and not match.awaits_seeds:
            assert match.chance is not None
            self._computer.wake(await settle(self._tables, match, bids, match.chance))
            return
        told = self._missing(match, side) if bid and len(bids) < len(Side) else []
        await self._tables.put_bids(match, sealed(bids), told)
        self._tables.announce_people([match.id])

    def _missing(self, match: Match, side: Side) -> list[NoticeRow]:
        """The notice for the other player, whose bid is waited for now."""
        player = match.seats[other(side)].token
        if not player:
            return []
        at = now()
        due = after(at, minutes=self._tables.minutes)
        return [NoticeRow(secrets.token_hex(12), player, match.id, "bid", "", "", at, due)]

    @contextlib.asynccontextmanager
    async def _bidding(self, game_id: str, token: str) -> AsyncIterator[tuple[Match, Side]]:
        """A game whose sides are bid for, locked, and the seat of this browser; its invitation is used up."""
        async with self._tables.visit(game_id, token) as match:
            owned = owned_sides(match, token)
            if len(owned) != 1:
                raise Problem(403, "not_yours", "no-seat")
            if not match.bidding:
                raise Problem(409, "not_now", "bids-closed")
            yield match, owned[0]


async def settle(tables: OpenGames, match: Match, bids: dict[Side, Bid], dice: ChanceRow) -> Match:
    """Opens two bids, and begins the game that follows from them; its lots follow from `dice`."""
    assert match.chance is not None
    host, seeds = host_of(match), match.chance.seeds
    begun, swapped = settled(replace(match, chance=dice), (bids[host], bids[other(host)]))
    await tables.settle(match, begun, seeds, swapped=swapped)
    return begun


# --- addresses --------------------------------------------------------------------------------------------------
@post("/api/games/{name:str}/bid", status_code=204, responses=REFUSALS)
async def seal_bid(request: AnyRequest, name: FromPath[str], data: JSONBody[Bid]) -> None:
    """Seals a bid for a side."""
    await service(request, BiddingService).bid(name, token_of(request), data)


@delete("/api/games/{name:str}/bid", status_code=204, responses=REFUSALS)
async def withdraw_bid(request: AnyRequest, name: FromPath[str]) -> None:
    """Takes a sealed bid back."""
    await service(request, BiddingService).withdraw(name, token_of(request))


HANDLED: Final = [seal_bid, withdraw_bid]
