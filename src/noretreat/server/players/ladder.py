"""The ladder: the players of rated games by their ratings, for each kind of scenario and side.

A player who keeps the page to himself is on no list; the rating is reckoned all the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from noretreat.data.facts import Side
from noretreat.server.game.player_card import Color, page_of
from noretreat.server.game.ratings import FEWEST, ScenarioKind
from noretreat.server.http.briefly import Briefly
from noretreat.server.http.errors import REFUSALS
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, token_of
from noretreat.server.http.services import service
from noretreat.storage.blocks import BlockStore
from noretreat.storage.players import PlayerRow
from noretreat.storage.ratings import SHOWN, RatingRow, RatingStore


class LadderRow(msgspec.Struct, frozen=True):
    """A player on the ladder."""

    rank: int
    """From 1 on; 0 while the rating is provisional."""
    name: str
    color: Color
    page: str
    rating: int
    deviation: int
    """How unsure it is: in about two of three cases the true one is no further off."""
    games: int
    provisional: bool
    """Too few games for a rank."""


class LadderPage(msgspec.Struct, frozen=True):
    """A page of the ladder."""

    kind: ScenarioKind
    side: Side
    rows: list[LadderRow]
    more: bool
    """There are further pages."""
    fewest: int
    """The games that a rank takes."""


_Found = list[tuple[RatingRow, PlayerRow]]


class LadderService:
    """The pages of the ladder."""

    def __init__(self, ratings: RatingStore, blocks: BlockStore) -> None:
        self._ratings, self._blocks = ratings, blocks
        self._recent: Briefly[_Found] = Briefly()

    async def page(self, kind: ScenarioKind, side: Side, start: int, token: str) -> LadderPage:
        """A page of the ladder after the first `start` players, without those whom the reader is apart from."""

        async def read() -> _Found:
            return await self._ratings.ladder(kind, side.value, FEWEST, start)

        found = await self._recent.get((kind, side, start), read)
        apart = await self._blocks.apart(hashed(token)) if token else set()
        rows = [
            _row(rating, player, start + number)
            for number, (rating, player) in enumerate(found[:SHOWN], 1)
            if player.id not in apart
        ]
        return LadderPage(kind, side, rows, len(found) > SHOWN, FEWEST)


def _row(rating: RatingRow, player: PlayerRow, rank: int) -> LadderRow:
    provisional = rating.games < FEWEST
    return LadderRow(
        rank=0 if provisional else rank,
        name=player.name,
        color=msgspec.convert(player.color, Color),
        page=page_of(player),
        rating=round(rating.mu),
        deviation=round(rating.sigma),
        games=rating.games,
        provisional=provisional,
    )


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/ladder", responses=REFUSALS)
async def show_ladder(
    request: AnyRequest,
    kind: FromQuery[ScenarioKind] = "short",
    side: FromQuery[Side] = Side.AXIS,
    start: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Response[LadderPage]:
    """A page of the ladder for a kind of scenario and a side; `start`: how many better players are left out."""
    return as_json(await service(request, LadderService).page(kind, side, start, token_of(request)))


HANDLED: Final[list[Any]] = [show_ladder]
