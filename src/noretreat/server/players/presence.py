"""Presence at a table: the players and their sides, whether they are here, and whose turn it is."""

from __future__ import annotations

import contextlib
from typing import Final

import msgspec
from litestar import Response, get, websocket
from litestar.params import FromPath

from noretreat import game
from noretreat.data.facts import Side
from noretreat.server.clocks.clock import Terms, left, pace_of
from noretreat.server.clocks.days_off import NEVER
from noretreat.server.clocks.now import now
from noretreat.server.game.listing import ClaimMade, PairStanding, claims_made, pair_standing
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import SeatKind, owned_sides
from noretreat.server.game.player_card import Color, page_of
from noretreat.server.game.proposals import Kind, Move, may, may_remind, opponents, stands
from noretreat.server.game.summary import other
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.live import Greeting, Hub, follow
from noretreat.server.http.responses import AnyRequest, AnySocket, as_json
from noretreat.server.http.security import hashed, matches, token_of
from noretreat.server.http.services import service
from noretreat.server.measures import Measures
from noretreat.server.players.notice_settings import NoticeService
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import StorageError
from noretreat.storage.games import GameStore, SeatRow
from noretreat.storage.players import PlayerRow, PlayerStore
from noretreat.storage.table_talk import CLAIMS, ProposalRow, TalkRow, TalkStore


class SeatedPlayer(msgspec.Struct, frozen=True):
    """The player of a side, and whether they are at the table."""

    kind: SeatKind
    level: str
    name: str
    """Empty for a person who has not given one."""
    color: Color
    page: str
    """The address of the player's page; empty for one that others do not see."""
    you: bool
    """This browser plays the side."""
    here: bool
    """The player looks at this game: a page of it is visible and has been used in the last minutes."""
    seen: str
    """Time of the player's last visit to a table; empty for one who is here or was never seen."""
    former: str
    """The name of the player for whom the computer plays, and ..."""
    left_at: str
    """... since when; empty where it plays for nobody."""


class Proposal(msgspec.Struct, frozen=True):
    """Something that a side has proposed and that has not been answered."""

    kind: Kind
    side: Side
    at: str


class TalkLine(msgspec.Struct, frozen=True):
    """A line of the talk: what a side said (`kind` is "say") or did."""

    number: int
    at: str
    side: Side
    kind: str
    text: str


class Company(msgspec.Struct, frozen=True):
    """The people at a table, for one browser."""

    seats: dict[Side, SeatedPlayer]
    watching: int
    """Number of pages at which somebody watches, this one included if it does."""
    waiting: Side | None
    """The side that has to decide."""
    since: str
    """Start of the wait for it."""
    terms: Terms
    left: dict[Side, float | None]
    """Seconds on the clock of each side, negative when it has run out; None without a clock."""
    off: dict[Side, str]
    """Last day, as 2026-11-29, of each player's current days off, on which the clock stands still; empty for none."""
    paused: bool
    proposals: list[Proposal]
    may: list[Move]
    """Proposals and unilateral moves open to this browser's player."""
    grace: int
    """Seconds between a claim and the time from which it may be carried out, as it is in this game."""
    claims: list[ClaimMade]
    """What a side claims against the one that is waited for; a move of that one voids it."""
    lines: list[TalkLine]
    """The talk of the two players, oldest first; they alone hear it. What a blocked one says is left out, or one whom
    the host has muted."""
    blocked: bool
    """This browser's player has blocked the other one."""
    rated: bool
    """The game counts for the ratings of its players."""
    tournament: str
    """As in `ListedGame`."""
    pair: PairStanding | None
    """How its match of two games stands; None for a game by itself."""
    public: list[Side]
    """The sides whose players agree that everybody finds it; with both, everybody does."""


class Presence:
    """The presence of players and spectators at each game."""

    def __init__(
        self,
        store: PlayerStore,
        talk: TalkStore,
        tables: OpenGames,
        hub: Hub,
        blocks: BlockStore,
        games: GameStore,
        measures: Measures,
    ) -> None:
        self._store, self._talk, self._tables, self._hub, self._blocks = store, talk, tables, hub, blocks
        self._games, self._measures = games, measures

    async def at(self, game_id: str, token: str) -> Company:
        """The people at the table of a game."""
        async with self._tables.visit(game_id, token) as match:
            players = {seat.token for seat in match.seats.values() if seat.token}
            known = await self._store.players(players | {seat.former for seat in match.seats.values() if seat.former})
            left_seat = any(matches(token, seat.former) for seat in match.seats.values())
            asked = [one for one in await self._talk.proposals([game_id]) if stands(match, one)]
            here = self._hub.here(game_id)
            owned, pace, at = owned_sides(match, token), pace_of(match.row.pace), now()
            blocked = await self._blocked(match, owned)
            heard = await self._talk.lines(game_id) if len(owned) == 1 else []
            muted = len(owned) == 1 and await self._muted(match.seats[other(owned[0])].token)
            unheard = blocked or muted
            free = any(seat.kind == "open" for seat in match.seats.values())
            return Company(
                seats={
                    side: _sitting(
                        seat, known.get(seat.token), known.get(seat.former), you=side in owned, here=seat.token in here
                    )
                    for side, seat in match.seats.items()
                },
                watching=sum(player not in players for player in here),
                waiting=match.to_act(),
                since=pace.since or match.row.updated,
                terms=pace.terms,
                grace=pace.terms.grace_given,
                left={side: None if free else left(pace, side, match.to_act(), at, match.off) for side in Side},
                off={side: match.off[side].until(at) if side in match.off else "" for side in Side},
                paused=bool(pace.paused),
                proposals=_proposals(asked) if owned or left_seat else [],
                may=await self._may(match, owned[0], at)
                if len(owned) == 1
                else _may_ask_back(match)
                if left_seat
                else [],
                claims=claims_made(asked, match.ply, pace.terms, match.off) if owned else [],
                lines=[_spoken(line) for line in heard if line.kind != "say" or line.side in owned or not unheard],
                blocked=blocked,
                rated=match.row.rated,
                tournament=match.row.tournament,
                pair=await self._pair(match),
                public=[side for side in Side if match.seats[side].public],
            )

    async def _may(self, match: Match, side: Side, at: str) -> list[Move]:
        """The options of a player, the reminder among them."""
        found = may(match, side, at)
        if opponents(match) and match.to_act() is other(side):
            pace, off = pace_of(match.row.pace), match.off.get(other(side), NEVER)
            if may_remind(pace, off, at, (await self._talk.reminded([match.id])).get(match.id, "")):
                found.append("remind")
        return found

    async def _pair(self, match: Match) -> PairStanding | None:
        if not match.row.leg:
            return None
        return pair_standing(match.row, next(iter(await self._games.rows_of([match.row.pair])), None))

    async def _blocked(self, match: Match, owned: list[Side]) -> bool:
        """True if the one player of this browser has blocked the other one."""
        if len(owned) != 1:
            return False
        them, me = match.seats[other(owned[0])].token, match.seats[owned[0]].token
        return bool(them) and any(player.id == them for player, _ in await self._blocks.of(me))

    async def _muted(self, player: str) -> bool:
        """True if the host lets nobody read what a player says."""
        return (await self._measures.current()).find("mute", player) is not None

    async def left(self, game_id: str, player: str, at: str) -> None:
        """Notes that nobody looks at a page any more, if it is that of a player of the game."""
        async with self._tables.open(game_id) as match:
            plays = _plays(match, player)
        if plays:
            await self._store.saw(player, at)


def _proposals(asked: list[ProposalRow]) -> list[Proposal]:
    return [
        Proposal(msgspec.convert(one.kind, Kind), Side(one.side), one.at) for one in asked if one.kind not in CLAIMS
    ]


def _may_ask_back(match: Match) -> list[Move]:
    """What somebody may for whom the computer plays."""
    over = game.outcome(match.state) is not None
    return [] if over or all(seat.kind != "human" for seat in match.seats.values()) else ["return"]


def _spoken(line: TalkRow) -> TalkLine:
    return TalkLine(line.number, line.at, Side(line.side), line.kind, line.text)


def _how_it_stands(match: Match) -> str:
    """A word that a page can make of its package, too, and that changes with it."""
    kinds = [match.seats[side].kind for side in (Side.AXIS, Side.SOVIET)]
    return " ".join([str(match.ply), match.row.updated, *kinds])


def _plays(match: Match, player: str) -> bool:
    return bool(player) and player in {seat.token for seat in match.seats.values()}


def _sitting(
    seat: SeatRow, player: PlayerRow | None, former: PlayerRow | None, *, you: bool, here: bool
) -> SeatedPlayer:
    player = player or PlayerRow("")
    return SeatedPlayer(
        kind=msgspec.convert(seat.kind, SeatKind),
        level=seat.level,
        name=player.name,
        color=msgspec.convert(player.color, Color),
        page=page_of(player),
        you=you,
        here=here and bool(seat.token),
        seen="" if here else player.seen,
        former=former.name if former else "",
        left_at=seat.left_at,
    )


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/games/{name:str}/company", responses=REFUSALS)
async def show_company(request: AnyRequest, name: FromPath[str]) -> Response[Company]:
    """The people at a table."""
    return as_json(await service(request, Presence).at(name, token_of(request)))


@websocket("/api/games/{name:str}/live")
async def live(socket: AnySocket, name: FromPath[str]) -> None:
    """Reports every time the game has moved on, and tells the others who is here."""
    player = hashed(token_of(socket))
    try:
        async with service(socket, OpenGames).open(name) as match:
            greeting = Greeting(match.ply, _how_it_stands(match))
    except Problem as problem:
        await socket.accept()
        await socket.close(code=4404, reason=problem.text)
        return

    async def looked(here: bool) -> None:
        with contextlib.suppress(Problem, StorageError):  # the game may be gone
            if here:
                await service(socket, NoticeService).came(name, player)
            else:
                await service(socket, Presence).left(name, player, now())

    await follow(socket, service(socket, Hub), name, greeting, player, looked)


HANDLED: Final = [show_company, live]
