"""A player's page: name, results against other people, and reply times.

Nothing on it says where a player is reached. A page that its player keeps to himself, that of somebody who blocks the
reader or is blocked, and one that there never was are all the same to others: not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import quantiles
from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat.data.facts import Side
from noretreat.server.game.package import scenario_shown, scenario_title
from noretreat.server.game.player_card import Color
from noretreat.server.game.ratings import FEWEST, ScenarioKind
from noretreat.server.game.summary import Summary
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import cookies_for, hashed, token_for, token_of
from noretreat.server.http.services import service
from noretreat.storage.blocks import BlockStore
from noretreat.storage.players import PlayerRow, PlayerStore
from noretreat.storage.ratings import RatingStore, Result
from noretreat.storage.reply_times import PlayedGame, PlayerRecord, ReplyTimeStore

ENOUGH: Final = 5
"""The fewest replies for which reply times are shown: fewer mean little."""


class Tally(msgspec.Struct, frozen=True):
    """Results of a player's finished games in a scenario, on one side."""

    scenario: str
    scenario_title: str
    side: Side
    won: int
    lost: int
    drawn: int


class ReplyTimes(msgspec.Struct, frozen=True):
    """A player's reply times in seconds: half of the replies come within the median."""

    count: int
    quarter: int
    median: int
    three_quarters: int


class RatedPoint(msgspec.Struct, frozen=True):
    """A player's rating after a game."""

    at: str
    rating: int
    result: Result


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating for a kind of scenario and a side."""

    kind: ScenarioKind
    side: Side
    rating: int
    deviation: int
    """As in `LadderRow`."""
    games: int
    provisional: bool
    curve: list[RatedPoint]
    """After each of the newest games, oldest first."""


class PlayerPage(msgspec.Struct, frozen=True):
    """A player's page. Games against the computer and at one table do not count."""

    page: str
    name: str
    color: Color
    you: bool
    shown: bool
    """Others see it."""
    since: str
    """The day of the account or the first game, as 2026-11-23; empty for neither."""
    running: int
    finished: int
    won: int
    lost: int
    drawn: int
    timeouts: int
    """Games lost by the clock; they count among the lost ones."""
    left: int
    """Games in which the computer took the seat, because the player was gone."""
    replies: ReplyTimes | None
    tallies: list[Tally]
    """The most played first."""
    ratings: list[PlayerRating]


class PageVisibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change: whether others see the page."""

    shown: bool


class Profiles:
    """The pages of the players."""

    def __init__(self, store: ReplyTimeStore, players: PlayerStore, blocks: BlockStore, ratings: RatingStore) -> None:
        self._store, self._players, self._blocks, self._ratings = store, players, blocks, ratings

    async def at(self, page: str, token: str) -> PlayerPage:
        """The page of a player, for this browser; raises the same 404 for all that it may not see."""
        player, reader = await self._store.by_page(page), hashed(token) if token else ""
        apart = await self._blocks.apart(reader)
        yours = player is not None and player.id == reader
        if player is None or (not yours and (not player.shown or not player.name or player.id in apart)):
            raise Problem(404, "not_found", "no-page")
        return await self._of(player, you=yours)

    async def mine(self, token: str) -> PlayerPage:
        """The page of this browser's player."""
        return await self._of(await self._player(token), you=True)

    async def show(self, token: str, *, shown: bool) -> PlayerPage:
        """Shows or hides the page of this browser's player."""
        return await self._of(await self._players.change(hashed(token), shown=shown), you=True)

    async def _player(self, token: str) -> PlayerRow:
        one = hashed(token) if token else ""
        return (await self._players.players([one])).get(one) or PlayerRow(one)

    async def _of(self, player: PlayerRow, *, you: bool) -> PlayerPage:
        standing = await self._store.standing(player.id) if player.id else PlayerRecord("", [], [], 0)
        read = [(one, msgspec.json.decode(one.summary, type=Summary)) for one in standing.games]
        ended = [(one, found) for one, found in read if found.finished]
        ways = Counter(way for one, found in ended for way in _ways(one, found))
        return PlayerPage(
            page=player.page,
            name=player.name,
            color=msgspec.convert(player.color, Color),
            you=you,
            shown=player.shown,
            since=standing.since[:10],
            running=sum(not found.finished and not one.bidding for one, found in read),
            finished=len(ended),
            won=ways["won"],
            lost=ways["lost"],
            drawn=ways["drawn"],
            timeouts=ways["timeout"],
            left=standing.left,
            replies=_replies(standing.replies),
            tallies=_tallies(ended),
            ratings=await self._rated(player.id),
        )

    async def _rated(self, player: str) -> list[PlayerRating]:
        """The ratings of a player, with their curves."""
        ratings = await self._ratings.of(player) if player else []
        games = await self._ratings.games_of(player) if ratings else []
        return [
            PlayerRating(
                kind=msgspec.convert(one.kind, ScenarioKind),
                side=Side(one.side),
                rating=round(one.mu),
                deviation=round(one.sigma),
                games=one.games,
                provisional=one.games < FEWEST,
                curve=[
                    RatedPoint(game.at, round(game.mu), game.result)
                    for game in games
                    if (game.kind, game.side) == (one.kind, one.side)
                ],
            )
            for one in ratings
        ]


def _ways(played: PlayedGame, found: Summary) -> list[str]:
    """The results that a finished game counts as for a player."""
    winner = found.outcome.winner if found.outcome else None
    if winner is None:
        return [] if found.outcome and found.outcome.reason == "stopped" else ["drawn"]
    if winner == played.side:
        return ["won"]
    return ["lost", "timeout"] if found.outcome and found.outcome.reason == "clock" else ["lost"]


def _replies(seconds: list[int]) -> ReplyTimes | None:
    """The usual reply times; None if there are too few replies."""
    if len(seconds) < ENOUGH:
        return None
    quarter, median, three_quarters = (round(one) for one in quantiles(seconds, n=4, method="inclusive"))
    return ReplyTimes(len(seconds), quarter, median, three_quarters)


def _tallies(ended: Iterable[tuple[PlayedGame, Summary]]) -> list[Tally]:
    """Finished games by scenario and side, the most played first."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for one, found in ended:
        counted.setdefault((scenario_shown(one.scenario), one.side), Counter()).update(_ways(one, found))
    rows = [
        Tally(name, scenario_title(name), Side(side), ways["won"], ways["lost"], ways["drawn"])
        for (name, side), ways in counted.items()
    ]
    return sorted(rows, key=lambda row: (-row.won - row.lost - row.drawn, row.scenario, row.side.value))


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/players/{page:str}", responses=REFUSALS)
async def show_profile(request: AnyRequest, page: FromPath[str]) -> Response[PlayerPage]:
    """The page of a player."""
    return as_json(await service(request, Profiles).at(page, token_of(request)))


@get("/api/me/page", responses=REFUSALS)
async def show_my_profile(request: AnyRequest) -> Response[PlayerPage]:
    """The page of this browser's player, as others see it if it is shown."""
    return as_json(await service(request, Profiles).mine(token_of(request)))


@post("/api/me/page", status_code=200, responses=REFUSALS)
async def change_my_profile(request: AnyRequest, data: JSONBody[PageVisibility]) -> Response[PlayerPage]:
    """Shows or hides the page of this browser's player."""
    token = token_for(request)
    return as_json(await service(request, Profiles).show(token, shown=data.shown), cookies=cookies_for(request, token))


HANDLED: Final[list[Any]] = [show_profile, show_my_profile, change_my_profile]
