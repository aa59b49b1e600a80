"""The coach: the review of a game that is over, asked for, worked out by workers, and read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath

from noretreat.coach.records import Figures, Point, Review, Tried, TurningPoint
from noretreat.coach.version import coach_version
from noretreat.server.analysis.sandbox import hidden_from
from noretreat.server.clocks.now import now
from noretreat.server.computer.coach_driver import CoachDriver, wanted
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides
from noretreat.server.game.sandbox_origin import origin_of
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import matches, token_of
from noretreat.server.http.services import service
from noretreat.storage.reviews import ReviewRow, ReviewStore
from noretreat.storage.tried import TriedRow, TriedStore


# In the client's types these names stand beside others of the same words.
class CoachPoint(Point, frozen=True, gc=False):
    """A point of the curve."""


class CoachFigures(Figures, frozen=True):
    """The report on one side."""


class CoachTurn(TurningPoint, frozen=True):
    """A turning point."""


class CoachReview(Review, frozen=True):
    """How a game went."""

    curve: tuple[CoachPoint, ...]
    axis: CoachFigures
    soviet: CoachFigures
    turning_points: tuple[CoachTurn, ...]


class KeptTry(msgspec.Struct, frozen=True):
    """A turn of a game that one of its players has tried again in a sandbox."""

    sandbox: str
    made: str
    tried: Tried | None
    """What the coach says of it; None until it is judged."""


class Coached(msgspec.Struct, frozen=True):
    """Where the review of a game stands."""

    state: Literal["none", "asked", "done", "failed"]
    """`none`: nobody has asked for it, or the game has changed since."""
    share: float
    """How far it is, from 0 to 1."""
    stops: bool
    """Whether this browser may stop it."""
    review: CoachReview | None
    """The review as far as it has come."""
    tries: tuple[KeptTry, ...]
    """Its turns that were tried again, the oldest first."""


class Coaching:
    """Asks for reviews, and shows them."""

    def __init__(
        self,
        store: ReviewStore,
        tries: TriedStore,
        tables: OpenGames,
        driver: CoachDriver | None,
        helps_at_origin: Callable[[Match, str], Awaitable[bool]],
    ) -> None:
        """`driver`: None where the workers of a site do the work. `helps_at_origin`: as in `Games`."""
        self._store, self._tries, self._tables, self._driver = store, tries, tables, driver
        self._helps_at_origin = helps_at_origin

    async def ask(self, name: str, token: str) -> Coached:
        """Asks for the review of a game; a sandbox of a game of this browser's own is kept with that game."""
        match = await self._seen(name, token)
        await self._keep_try(match, token)
        row = await self._store.ask(wanted(name, coach_version(), match.ply, match.row.rewinds))
        self._wake(row)
        return await self._told(row, match, token)

    async def read(self, name: str, token: str) -> Coached:
        """The review of a game, or how far it is."""
        match = await self._seen(name, token)
        row = await self._store.of(name, coach_version())
        self._wake(row)
        return await self._told(row, match, token)

    async def stop(self, name: str, token: str) -> Coached:
        """Ends the work on a review; only those who play the game, or made it, may."""
        match = await self._seen(name, token)
        if not _may_stop(match, token):
            raise Problem(403, "not_yours", "no-seat")
        await self._store.stop(name, coach_version())
        return await self._told(await self._store.of(name, coach_version()), match, token)

    async def _told(self, row: ReviewRow | None, match: Match, token: str) -> Coached:
        may = _may_stop(match, token)
        tries = tuple(
            KeptTry(one.sandbox, one.made, msgspec.json.decode(one.text, type=Tried) if one.text else None)
            for one in await self._tries.of(match.id)
        )
        if row is None or (row.ply, row.rewinds) != (match.ply, match.row.rewinds):
            return Coached("none", 0.0, may, None, tries)
        review = msgspec.json.decode(row.text, type=CoachReview) if row.text else None
        return Coached(row.state, row.share, may, review, tries)

    async def _keep_try(self, match: Match, token: str) -> None:
        """Keeps a sandbox that a player, or the maker, of a game has begun in it with that game."""
        origin = origin_of(match.row.scenario)
        if origin is None or not origin.game or origin.hidden or origin.game == match.id:
            return
        try:
            async with self._tables.open(origin.game) as before:
                own = _may_stop(before, token)
        except Problem:  # the game is gone
            return
        if own:
            await self._tries.keep(TriedRow(origin.game, match.id, origin.ply, now()))

    def _wake(self, row: ReviewRow | None) -> None:
        if self._driver is not None and row is not None and row.state == "asked":
            self._driver.wake()

    async def _seen(self, name: str, token: str) -> Match:
        """A game in which this browser may see both hands to the end; refused where it may not, and in a sandbox of a
        running game whose players have agreed on no help: there the coach would be just that.
        """
        async with self._tables.visit(name, token) as match:
            if hidden_from(match, None, owned_sides(match, token)):
                raise Problem(409, "not_over", "review-early")
            if not await self._helps_at_origin(match, token):
                raise Problem(409, "not_over", "no-help")
            return match


def _may_stop(match: Match, token: str) -> bool:
    return bool(owned_sides(match, token)) or matches(token, match.row.owner)


# --- addresses --------------------------------------------------------------------------------------------------
@post("/api/games/{name:str}/review", status_code=200, responses=REFUSALS)
async def ask_review(request: AnyRequest, name: FromPath[str]) -> Response[Coached]:
    """Asks for the coach's review of a game that is over; a second time changes nothing."""
    return as_json(await service(request, Coaching).ask(name, token_of(request)))


@get("/api/games/{name:str}/review", responses=REFUSALS)
async def show_review(request: AnyRequest, name: FromPath[str]) -> Response[Coached]:
    """The coach's review of a game, or how far it is."""
    return as_json(await service(request, Coaching).read(name, token_of(request)))


@delete("/api/games/{name:str}/review", status_code=200, responses=REFUSALS)
async def stop_review(request: AnyRequest, name: FromPath[str]) -> Response[Coached]:
    """Stops the work on a review; what it has told by then stays."""
    return as_json(await service(request, Coaching).stop(name, token_of(request)))


HANDLED: Final = [ask_review, show_review, stop_review]
