"""The players' parts in the dice (docs/dice.md): seeds, which two people seal before either of them is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from noretreat import game
from noretreat.data.facts import Side
from noretreat.server.clocks.now import now
from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.game import chance
from noretreat.server.game.bids import unsealed
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides
from noretreat.server.game.summary import other
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest
from noretreat.server.http.security import token_of
from noretreat.server.http.services import service
from noretreat.server.lobby.bidding import ATTEMPTS, settle
from noretreat.storage.database import Conflict
from noretreat.storage.games import ChanceRow
from noretreat.storage.table_talk import TalkStore

HEX: Final = "^[0-9a-f]{64}$"


class Dice:
    """What the players of each game add to its dice."""

    def __init__(self, tables: OpenGames, computer: ComputerDriver, talk: TalkStore) -> None:
        self._tables, self._computer, self._talk = tables, computer, talk

    async def seal(self, game_id: str, token: str, seal: str) -> None:
        """Takes the hash of a seed, before anybody's seed is shown; only between two people."""

        def sealed(match: Match, row: ChanceRow, owned: list[Side]) -> ChanceRow:
            return chance.with_seal(row, _seat(match, row, owned), seal)

        await self._change(game_id, token, sealed)

    async def add(self, game_id: str, token: str, seed: str) -> None:
        """Adds a browser's random seed to chance, once for each of its seats. Where it was sealed, lots wait for it;
        elsewhere it counts from the next die or card dealt on.
        """

        def added(match: Match, row: ChanceRow, owned: list[Side]) -> ChanceRow:
            if chance.is_sealed(row):
                return chance.with_seed_shown(row, _seat(match, row, owned), seed)
            return chance.with_seed(row, owned, seed, match.log)

        await self._change(game_id, token, added)

    async def do_without(self, game_id: str, token: str, side: Side) -> None:
        """Has a game go on without the seed of a side: one's own, which is lost, or that of the other side, for which
        this player, who has sealed one, no longer waits. Its dice are not proven from then on.
        """

        def changed(match: Match, row: ChanceRow, owned: list[Side]) -> ChanceRow:
            mine = _seat(match, row, owned)
            if match.seats[other(mine)].kind == "open":
                raise chance.ChanceRefusal("seed-early")
            if side is not mine and chance.parts_of(row)[mine] == "missing":
                raise chance.ChanceRefusal("seed-early")
            return chance.without(row, side)

        if (mine := await self._change(game_id, token, changed)) is not None:
            await self._talk.add(game_id, now(), mine.value, "unproven")
            self._tables.announce_people([game_id])

    async def _change(
        self, game_id: str, token: str, change: Callable[[Match, ChanceRow, list[Side]], ChanceRow]
    ) -> Side | None:
        """Changes a game's dice; returns the side for which that was done, None if it changed nothing."""
        for attempt in range(ATTEMPTS):
            try:
                async with self._tables.visit(game_id, token) as match:
                    owned = owned_sides(match, token)
                    if not owned:
                        raise Problem(403, "not_yours", "no-seat")
                    if match.chance is None or game.outcome(match.state) is not None:
                        return None
                    return owned[0] if await self._store(match, change(match, match.chance, owned)) else None
            except chance.ChanceRefusal as refused:
                raise Problem(409, "not_now", str(refused)) from None
            except Conflict:
                self._tables.forget(game_id)
                if attempt + 1 == ATTEMPTS:
                    raise Problem(409, "stale", "moved-on") from None

        return None

    async def _store(self, match: Match, changed: ChanceRow) -> bool:
        """Stores what a game's dice follow from, and goes on if it waited for that; False if it is as it was."""
        assert match.chance is not None
        if changed.seeds == match.chance.seeds:
            return False
        bids = unsealed(match.row.bids) if match.bidding else {}
        if len(bids) == len(Side) and chance.ready(changed):
            await settle(self._tables, match, bids, changed)
        else:
            await self._tables.put_chance(match, changed)
        self._computer.wake(await self._tables.reread(match.id))
        return True


def _seat(match: Match, row: ChanceRow, owned: list[Side]) -> Side:
    """The one seat of a player whose seed is sealed; raises for games in which none is."""
    if len(owned) != 1 or not chance.is_sealed(row):
        raise Problem(409, "not_now", "seed-not-sealed")
    return owned[0]


# --- addresses --------------------------------------------------------------------------------------------------
class SealedSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a sealed seed: the SHA-256 of its 32 bytes as hexadecimal digits."""

    seal: Annotated[str, msgspec.Meta(pattern=HEX)]


class AddedSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a seed: 32 random bytes as hexadecimal digits."""

    seed: Annotated[str, msgspec.Meta(pattern=HEX)]


class SeedGivenUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of going on without a seed: whose."""

    side: Side


@post("/api/games/{name:str}/seed/seal", status_code=204, responses=REFUSALS)
async def seal_seed(request: AnyRequest, name: FromPath[str], data: JSONBody[SealedSeed]) -> None:
    """Seals a player's seed for the dice of a game between two people, before either seed is shown."""
    await service(request, Dice).seal(name, token_of(request), data.seal)


@post("/api/games/{name:str}/seed", status_code=204, responses=REFUSALS)
async def add_seed(request: AnyRequest, name: FromPath[str], data: JSONBody[AddedSeed]) -> None:
    """Adds a player's own randomness to the dice and deals to come; between two people, once both seeds are sealed."""
    await service(request, Dice).add(name, token_of(request), data.seed)


@post("/api/games/{name:str}/seed/without", status_code=204, responses=REFUSALS)
async def go_on_without_seed(request: AnyRequest, name: FromPath[str], data: JSONBody[SeedGivenUp]) -> None:
    """Goes on without a seed that is lost, or does not come: the dice of the game are then not proven."""
    await service(request, Dice).do_without(name, token_of(request), data.side)


HANDLED: Final = [seal_seed, add_seed, go_on_without_seed]
