"""The table of two players: talk, notes, proposals and answers, rematches, giving a seat to the computer."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat import game
from noretreat.ai.players.levels import default_level
from noretreat.core.actions import Conclude
from noretreat.data.facts import Side
from noretreat.orders.standing import StandingOrders
from noretreat.server.clocks import clock
from noretreat.server.clocks.days_off import NEVER
from noretreat.server.clocks.now import now
from noretreat.server.game.auto_pass import orders_kept, orders_of
from noretreat.server.game.events_told import EventTold, quoted
from noretreat.server.game.events_told import Kind as Event
from noretreat.server.game.match import Match
from noretreat.server.game.package import owned_sides
from noretreat.server.game.proposals import (
    REMATCHES,
    Claim,
    Kind,
    Move,
    due_of,
    may,
    may_remind,
    opponents,
    ply_before_last,
    stands,
)
from noretreat.server.game.reply_times import departure_of
from noretreat.server.game.summary import other
from noretreat.server.game.undo import rebuilt
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import Buckets, Rate
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, matches, token_of
from noretreat.server.http.services import service
from noretreat.server.http.text_fields import clean
from noretreat.server.lobby.service import Games
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Conflict
from noretreat.storage.notices import after
from noretreat.storage.reply_times import ReplyTimeRow
from noretreat.storage.table_talk import CLAIMS, REMINDER, ProposalRow, ReportRow, TalkStore

LONGEST_LINE: Final = 500
BEFORE: Final = 10
"""Lines of the talk that are kept with a reported one: those before it, ..."""
AFTER: Final = 5
"""... and those after it."""
REPORTS_A_DAY: Final = 20
LONGEST_NOTES: Final = 20_000
"""Characters of a notebook."""


TALK: Final = Rate(80, 0.5)
"""Lines of talk that a player may say at once, and how many more in a second: nobody types as much."""
OFFERS: Final = Rate(30, 1 / 20)
"""The same for offers: each tells the other player, perhaps by mail."""


class TextBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a line of the chat, and of a notebook."""

    text: str


class ProposalAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an answer: whether the other side's proposal is accepted."""

    accept: bool


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a player's consent to a public game."""

    public: bool


class Looked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body that says how far a player has seen a game."""

    ply: Annotated[int, msgspec.Meta(ge=0)]


class ProposalOutcome(msgspec.Struct, frozen=True):
    """The outcome of a proposal or an answer: the new game, if it led to one."""

    game: str | None


class ClaimOutcome(msgspec.Struct, frozen=True):
    """The outcome of a claim: the time from which it may be carried out; empty if it has been."""

    due: str


class Notes(msgspec.Struct, frozen=True):
    """The private notes of a seat."""

    text: str


class TableService:
    """Talk, proposals and decisions of the players of each game."""

    def __init__(self, games: Games, talk: TalkStore, blocks: BlockStore) -> None:
        self._games, self._talk, self._blocks = games, talk, blocks
        self._lines, self._offers = Buckets(TALK), Buckets(OFFERS)

    # --- talk and notes --------------------------------------------------------------------------------------
    async def say(self, game_id: str, token: str, text: str) -> None:
        """Says something to the other player."""
        said = clean(text)[:LONGEST_LINE]
        if not said:
            raise Problem(400, "bad_request", "nothing-said")
        async with self._seat(game_id, token) as (match, side):
            _paced(self._lines, token)
            await self._tell(game_id, side, "say", said)
            them = match.seats[other(side)].token
            if them and not any(player.id == match.seats[side].token for player, _ in await self._blocks.of(them)):
                await self._games.tables.teller.tell("message", game_id, them, quoted(said))

    async def report(self, game_id: str, token: str, number: int, why: str) -> None:
        """Reports something that the other player has said to the host of the server, with the lines about it."""
        async with self._seat(game_id, token) as (match, side):
            lines = await self._talk.lines(game_id)
            at = next((i for i, line in enumerate(lines) if line.number == number and line.kind == "say"), None)
            if at is None or lines[at].side == side.value:
                raise Problem(404, "not_found", "nothing-said")
            about = msgspec.json.encode(lines[max(0, at - BEFORE) : at + AFTER + 1]).decode()
            speaker, when = match.seats[other(side)].token, now()
            row = ReportRow(
                secrets.token_hex(4), when, game_id, number, hashed(token), speaker, clean(why)[:LONGEST_LINE], about
            )
            if not await self._talk.report(row, after(when, days=-1), REPORTS_A_DAY):
                raise Problem(429, "too_many", "reported-too-often")

    async def notes(self, game_id: str, token: str) -> Notes:
        """The private notes of the browser's seat."""
        async with self._seat(game_id, token) as (_, side):
            return Notes(await self._talk.notebook(game_id, side.value))

    async def write_down(self, game_id: str, token: str, text: str) -> None:
        """Stores the private notes of the browser's seat."""
        async with self._seat(game_id, token) as (_, side):
            await self._talk.write_down(game_id, side.value, text[:LONGEST_NOTES])

    # --- standing orders -------------------------------------------------------------------------------------
    async def order(self, game_id: str, token: str, orders: StandingOrders) -> StandingOrders:
        """Sets the standing orders of the browser's seat, from the next question on; a sheet for the turn answers the
        open one, too. Raises if they were changed elsewhere since those that the browser knows.
        """
        async with self._seat(game_id, token) as (match, side):
            seat = match.seats[side]
            if orders.version != orders_of(seat).version:
                raise Problem(409, "stale", "orders-changed")
            newer = msgspec.structs.replace(orders, version=orders.version + 1)
            await self._games.tables.put_seat(match, side, msgspec.structs.replace(seat, orders=orders_kept(newer)))
            if newer.once is not None and match.to_act() is side:
                await self._games.tables.answer_by_orders(match)
                self._games.computer.wake(match)
            return newer

    # --- proposals -------------------------------------------------------------------------------------------
    async def propose(self, game_id: str, token: str, kind: Kind) -> ProposalOutcome:
        """Proposes something to the other player; if that one has proposed the same, it is agreed on.

        Against the computer a rematch needs no answer, nor where one browser plays both sides. Whoever has left the
        seat to the computer asks to `return`.
        """
        if kind == "return":
            return await self._ask_back(game_id, token)
        async with self._seat(game_id, token, both=kind in REMATCHES) as (match, side):
            alone = match.is_computer(other(side)) or len(owned_sides(match, token)) > 1
            if kind in REMATCHES and alone and match.to_act() is None:
                return ProposalOutcome(await self._games.list.rematch(match, swapped=kind == "rematch"))
            self._allow(match, side, kind)
            theirs = await self._standing(match, kind)
            if theirs is not None and theirs.side != side.value:
                return await self._accept(match, theirs)
            _paced(self._offers, token)
            await self._talk.ask(ProposalRow(game_id, kind, side.value, match.ply, now()))
            await self._tell(game_id, side, f"propose-{kind}")
            await self._notify(match, other(side), "offer", EventTold(what=kind))
            return ProposalOutcome(None)

    async def _ask_back(self, game_id: str, token: str) -> ProposalOutcome:
        """Asks for a seat that the computer has taken over; its player may, while the other one has one."""
        async with self._left_seat(game_id, token) as (match, side):
            if not matches(token, match.seats[side].former):
                raise Problem(409, "not_now", "not-to-propose")
            them = match.seats[other(side)]
            alone = them.token == match.seats[side].former  # whose two browsers have become one player
            if game.outcome(match.state) is not None or them.kind != "human" or not them.token or alone:
                raise Problem(409, "not_now", "not-to-propose")
            if await self._standing(match, "return") is None:
                _paced(self._offers, token)
                await self._talk.ask(ProposalRow(game_id, "return", side.value, match.ply, now()))
                await self._tell(game_id, side, "propose-return")
                await self._notify(match, other(side), "offer", EventTold(what="return"))
            return ProposalOutcome(None)

    async def answer(self, game_id: str, token: str, kind: Kind, *, accept: bool) -> ProposalOutcome:
        """Accepts or declines what the other side proposed; who declines a proposal of their own withdraws it."""
        where = self._left_seat if kind == "return" and not accept else self._seat
        async with where(game_id, token) as (match, side):
            proposal = await self._standing(match, kind)
            if proposal is None or (accept and proposal.side == side.value):
                raise Problem(409, "lapsed", "proposal-lapsed")
            if accept:
                return await self._accept(match, proposal)
            if await self._talk.answered(proposal):
                verb = "withdraw" if proposal.side == side.value else "decline"
                await self._tell(game_id, side, f"{verb}-{kind}")
                if verb == "decline":
                    await self._notify(match, other(side), "answer", EventTold(what=kind))
            return ProposalOutcome(None)

    async def _accept(self, match: Match, proposal: ProposalRow) -> ProposalOutcome:
        if not await self._talk.answered(proposal):
            raise Problem(409, "lapsed", "proposal-lapsed")
        side = Side(proposal.side)
        found = await self._carry_out(match, side, proposal.kind)
        await self._tell(match.id, other(side), f"accept-{proposal.kind}", found or "")
        if proposal.kind != "draw":  # that the game is over is told anyway
            await self._notify(match, side, "answer", EventTold(what=proposal.kind, accepted=True))
        return ProposalOutcome(found)

    async def _carry_out(self, match: Match, side: Side, kind: str) -> str | None:
        """Carries out a proposal of `side`; returns the new game, if it leads to one."""
        games = self._games.tables
        if kind == "draw":
            await games.commit(match, Conclude())
        elif kind == "takeback":
            target = ply_before_last(match, side)
            try:
                state = rebuilt(match, target if target is not None else match.ply)
            except Exception:  # the rules were corrected since
                raise Problem(409, "barrier", "behind-rules") from None
            # What was taken back before the other's eyes is not played again by a key.
            await games.rewind(match, state, match.ply if target is None else target, side, redone=False)
            self._games.computer.wake(match)
        elif kind == "computer":
            await self._to_computer(match, side)
        elif kind == "return":
            await self._come_back(match, side)
        elif kind == "bids":
            await games.lay_open(match)
        elif kind in REMATCHES:
            return await self._games.list.rematch(match, swapped=kind == "rematch")
        else:
            pace, at = clock.pace_of(match.row.pace), now()
            stopped = kind == "pause"
            pace = clock.paused(pace, at) if stopped else clock.resumed(pace, at, match.to_act(), match.off)
            await games.set_pace(match, clock.kept(pace))
            await self._talk.withdraw_claims(match.id)  # whoever agrees on a pause is there
        return None

    async def _to_computer(self, match: Match, side: Side, reply_times: Sequence[ReplyTimeRow] = ()) -> None:
        """Gives a seat to the computer, which remembers its player; the notes go. `reply_times`: the departure."""
        seat = match.seats[side]
        seat = msgspec.structs.replace(
            seat,
            kind="computer",
            level=default_level(),
            token="",
            invite="",
            former=seat.token,
            left_at=now(),
            public=False,
        )
        await self._talk.withdraw_claims(match.id)
        await self._games.tables.put_seat(match, side, seat, reply_times, fresh=True)
        await self._talk.write_down(match.id, side.value, "")
        self._games.tables.announce_seats(match)
        self._games.computer.wake(match)

    async def _come_back(self, match: Match, side: Side) -> None:
        """Gives a seat back to the player for whom the computer plays."""
        seat = match.seats[side]
        seat = msgspec.structs.replace(
            seat, kind="human", level="", token=seat.former, claimed=True, away=False, former="", left_at=""
        )
        self._games.computer.stop(match.id)
        await self._games.tables.put_seat(match, side, seat, fresh=True)
        self._games.tables.announce_seats(match)

    async def _standing(self, match: Match, kind: str) -> ProposalRow | None:
        found = [one for one in await self._talk.proposals([match.id]) if one.kind == kind and stands(match, one)]
        return found[0] if found else None

    # --- what a player does alone ----------------------------------------------------------------------------
    async def cancel(self, game_id: str, token: str) -> None:
        """Cancels a game in which nobody has chosen anything yet."""
        async with self._seat(game_id, token) as (match, side):
            self._allow(match, side, "cancel")
            await self._games.list.remove(match)

    async def bid(self, game_id: str, token: str) -> None:
        """Opens the bidding for the sides of one's own game that nobody has joined."""
        async with self._seat(game_id, token) as (match, side):
            self._allow(match, side, "bid")
            await self._games.tables.lay_open(match)

    async def claim(self, game_id: str, token: str, kind: Claim) -> ClaimOutcome:
        """Claims a win on time, or the computer in the place of a side that is gone; once more after the grace, it is
        carried out. A claim that stands is not made again: its grace goes on.
        """
        async with self._seat(game_id, token) as (match, side):
            self._allow(match, side, kind)
            terms, off = clock.pace_of(match.row.pace).terms, match.off.get(other(side), NEVER)
            made, at = await self._standing(match, kind), now()
            if made is None and terms.grace_given:
                made = ProposalRow(game_id, kind, side.value, match.ply, at)
                due = due_of(made, terms, off)
                await self._talk.ask(made)
                await self._tell(game_id, side, f"ask-{kind}", due)
                await self._notify(match, other(side), "claim", EventTold(what=kind, due=due))
                return ClaimOutcome(due)
            if made is not None and (due := due_of(made, terms, off)) > at:
                return ClaimOutcome(due)
            if made is not None and not await self._talk.answered(made):
                raise Problem(409, "lapsed", "proposal-lapsed")  # the other side has moved
            if kind == "claim":
                await self._games.tables.commit(match, Conclude(other(side)))
            else:
                gone = match.seats[other(side)].token
                await self._to_computer(match, other(side), [departure_of(match, other(side), at)])
                await self._games.tables.teller.tell("replaced", game_id, gone)
            await self._tell(game_id, side, kind)
            return ClaimOutcome("")

    async def remind(self, game_id: str, token: str) -> None:
        """Has the other player told once more that the game waits; at most once in the time after which it may be done.

        Whether that player can be told at all is nobody's business but theirs.
        """
        async with self._seat(game_id, token) as (match, side):
            pace, off, at = clock.pace_of(match.row.pace), match.off.get(other(side), NEVER), now()
            reminded = (await self._talk.reminded([game_id])).get(game_id, "")
            waits = opponents(match) and match.to_act() is other(side)
            if not waits or not may_remind(pace, off, at, reminded):
                raise Problem(409, "not_now", "not-to-propose")
            await self._tell(game_id, side, REMINDER)
            them, me = match.seats[other(side)].token, match.seats[side].token
            if not any(player.id == me for player, _ in await self._blocks.of(them)):
                await self._games.tables.teller.tell("reminder", game_id, them)

    async def agree(self, game_id: str, token: str, *, public: bool) -> None:
        """Notes whether the browser's player agrees that everybody finds the game; both must, and each may think
        better of it.
        """
        async with self._seat(game_id, token) as (match, side):
            if public and not opponents(match):
                raise Problem(409, "not_now", "not-to-propose")
            seat = match.seats[side]
            if seat.public != public:
                await self._games.tables.put_seat(match, side, msgspec.structs.replace(seat, public=public))
                await self._tell(game_id, side, "publish" if public else "unpublish")

    async def looked(self, game_id: str, token: str, ply: int) -> None:
        """Notes how far the browser's player has seen a game: on other devices, and in notices, only what came since is
        news.
        """
        async with self._seat(game_id, token) as (match, side):
            await self._games.tables.looked(match, side, min(ply, match.ply))

    async def withdraw_claim(self, game_id: str, token: str) -> None:
        """Withdraws what the browser's side has claimed."""
        async with self._seat(game_id, token) as (match, side):
            claims = [one for one in CLAIMS if (made := await self._standing(match, one)) and made.side == side.value]
            if not claims or not await self._talk.withdraw_claims(game_id):
                raise Problem(409, "lapsed", "proposal-lapsed")
            await self._games.tables.teller.withdraw("claim", game_id)
            await self._tell(game_id, side, "withdraw-claim")

    # --- plumbing --------------------------------------------------------------------------------------------
    @contextlib.asynccontextmanager
    async def _seat(self, game_id: str, token: str, *, both: bool = False) -> AsyncIterator[tuple[Match, Side]]:
        """A game, locked, and the one side that this browser plays in it; with `both` also one of two."""
        try:
            async with self._games.tables.open(game_id) as match:
                owned = owned_sides(match, token)
                if len(owned) != 1 and not (both and owned):
                    raise Problem(403, "not_yours", "no-seat")
                yield match, owned[0]
        except Conflict:
            raise Problem(409, "stale", "moved-on") from None

    @contextlib.asynccontextmanager
    async def _left_seat(self, game_id: str, token: str) -> AsyncIterator[tuple[Match, Side]]:
        """A game, locked, and the side in it that the computer plays for this browser's player; for a player with a
        seat that one.
        """
        try:
            async with self._games.tables.open(game_id) as match:
                left = [side for side, seat in match.seats.items() if matches(token, seat.former)]
                owned = owned_sides(match, token)
                if len(left) != 1 and len(owned) != 1:
                    raise Problem(403, "not_yours", "no-seat")
                yield match, (left or owned)[0]
        except Conflict:
            raise Problem(409, "stale", "moved-on") from None

    async def _notify(self, match: Match, side: Side, kind: Event, event: EventTold) -> None:
        """Has the player of a side told of an event, also one for whom the computer plays."""
        seat = match.seats[side]
        await self._games.tables.teller.tell(kind, match.id, seat.token or seat.former, event)

    @staticmethod
    def _allow(match: Match, side: Side, move: Move) -> None:
        if move not in may(match, side, now()):
            raise Problem(409, "not_now", "not-to-propose")

    async def _tell(self, game_id: str, side: Side, kind: str, text: str = "") -> None:
        await self._talk.add(game_id, now(), side.value, kind, text)
        self._games.tables.announce_people([game_id])


def _paced(buckets: Buckets, token: str) -> None:
    """Counts a line of talk or an offer of a player, in whatever game; raises a 429 for too many at once."""
    if buckets.wait(hashed(token), 1):
        raise Problem(429, "too_many", "too-fast")


# --- addresses --------------------------------------------------------------------------------------------------
@post("/api/games/{name:str}/talk", status_code=204, responses=REFUSALS)
async def say(request: AnyRequest, name: FromPath[str], data: JSONBody[TextBody]) -> None:
    """Says something to the other player."""
    await service(request, TableService).say(name, token_of(request), data.text)


@post("/api/games/{name:str}/talk/{number:int}/report", status_code=204, responses=REFUSALS)
async def report_line(
    request: AnyRequest, name: FromPath[str], number: FromPath[int], data: JSONBody[TextBody]
) -> None:
    """Reports what the other player has said to the host of the server."""
    await service(request, TableService).report(name, token_of(request), number, data.text)


@get("/api/games/{name:str}/notebook", responses=REFUSALS)
async def show_notes(request: AnyRequest, name: FromPath[str]) -> Response[Notes]:
    """The private notes of a seat."""
    return as_json(await service(request, TableService).notes(name, token_of(request)))


@post("/api/games/{name:str}/notebook", status_code=204, responses=REFUSALS)
async def keep_notes(request: AnyRequest, name: FromPath[str], data: JSONBody[TextBody]) -> None:
    """Stores the private notes of a seat."""
    await service(request, TableService).write_down(name, token_of(request), data.text)


@post("/api/games/{name:str}/standing-orders", status_code=200, responses=REFUSALS)
async def set_orders(
    request: AnyRequest, name: FromPath[str], data: JSONBody[StandingOrders]
) -> Response[StandingOrders]:
    """Sets what is answered for a seat in the other side's turn; `version` is that of the orders which it replaces."""
    return as_json(await service(request, TableService).order(name, token_of(request), data))


@post("/api/games/{name:str}/proposals/{kind:str}", status_code=200, responses=REFUSALS)
async def propose(request: AnyRequest, name: FromPath[str], kind: FromPath[Kind]) -> Response[ProposalOutcome]:
    """Proposes something to the other player."""
    return as_json(await service(request, TableService).propose(name, token_of(request), kind))


@post("/api/games/{name:str}/proposals/{kind:str}/answer", status_code=200, responses=REFUSALS)
async def answer(
    request: AnyRequest, name: FromPath[str], kind: FromPath[Kind], data: JSONBody[ProposalAnswer]
) -> Response[ProposalOutcome]:
    """Answers what the other player proposed, or withdraws a proposal."""
    return as_json(await service(request, TableService).answer(name, token_of(request), kind, accept=data.accept))


@post("/api/games/{name:str}/cancel", status_code=204, responses=REFUSALS)
async def cancel(request: AnyRequest, name: FromPath[str]) -> None:
    """Cancels a game that has not begun."""
    await service(request, TableService).cancel(name, token_of(request))


@post("/api/games/{name:str}/bidding", status_code=204, responses=REFUSALS)
async def open_bidding(request: AnyRequest, name: FromPath[str]) -> None:
    """Opens the bidding for the sides of a game that one has made and nobody has joined yet."""
    await service(request, TableService).bid(name, token_of(request))


@post("/api/games/{name:str}/claim", status_code=200, responses=REFUSALS)
async def claim(request: AnyRequest, name: FromPath[str]) -> Response[ClaimOutcome]:
    """Claims the win over a side that has run out of time; once more after the grace, ends the game."""
    return as_json(await service(request, TableService).claim(name, token_of(request), "claim"))


@post("/api/games/{name:str}/replace", status_code=200, responses=REFUSALS)
async def replace(request: AnyRequest, name: FromPath[str]) -> Response[ClaimOutcome]:
    """Asks that the computer play for a side that is gone; once more after the grace, it does."""
    return as_json(await service(request, TableService).claim(name, token_of(request), "replace"))


@post("/api/games/{name:str}/remind", status_code=204, responses=REFUSALS)
async def remind(request: AnyRequest, name: FromPath[str]) -> None:
    """Has the other player told once more, whom the game has waited for for a week; once a week."""
    await service(request, TableService).remind(name, token_of(request))


@post("/api/games/{name:str}/public", status_code=204, responses=REFUSALS)
async def agree(request: AnyRequest, name: FromPath[str], data: JSONBody[Consent]) -> None:
    """Agrees that everybody finds the game, in the lobby while it is played and in the archive afterwards, or withdraws
    that; it takes both players.
    """
    await service(request, TableService).agree(name, token_of(request), public=data.public)


@post("/api/games/{name:str}/looked", status_code=204, responses=REFUSALS)
async def note_look(request: AnyRequest, name: FromPath[str], data: JSONBody[Looked]) -> None:
    """Notes how far one's player has seen a game, on whatever device."""
    await service(request, TableService).looked(name, token_of(request), data.ply)


@post("/api/games/{name:str}/claim/withdraw", status_code=204, responses=REFUSALS)
async def withdraw_claim(request: AnyRequest, name: FromPath[str]) -> None:
    """Withdraws what one has claimed."""
    await service(request, TableService).withdraw_claim(name, token_of(request))


HANDLED: Final = [
    say,
    report_line,
    show_notes,
    keep_notes,
    set_orders,
    propose,
    answer,
    cancel,
    open_bidding,
    claim,
    replace,
    remind,
    agree,
    note_look,
    withdraw_claim,
]
