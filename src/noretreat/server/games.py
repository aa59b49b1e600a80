"""The games service: what the server can do, one method each."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from typing import Final

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Conclude, Resign
from noretreat.core.reasons import Reason, reason
from noretreat.core.setup import stored_options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.questions import AskDangers, AskIdle, AskWhy, Query
from noretreat.orders import Reading, read
from noretreat.positions import PREFIX, begin
from noretreat.server import chance, clocks
from noretreat.server.advice import Explanation, Hint, hint_of, why
from noretreat.server.chance_record import ChanceRecord, record_of
from noretreat.server.computer import Computer
from noretreat.server.computer_seats import ComputerSeats
from noretreat.server.game_names import Name, copy_of, given, kept, named, of_scenario
from noretreat.server.lessons import taught
from noretreat.server.limits import Desk
from noretreat.server.live import Hub
from noretreat.server.match import (
    Log,
    LogEntry,
    Match,
    Summary,
    encoded,
    other,
    run_on,
)
from noretreat.server.open_games import OpenGames
from noretreat.server.origin import Origin, origin_of, scenario_of
from noretreat.server.packages import Package, eyes, owned_sides, package, scenario_shown
from noretreat.server.passing import Passing
from noretreat.server.passing import kept as rule_kept
from noretreat.server.persons import NOBODY, persons
from noretreat.server.problems import Problem
from noretreat.server.replay import Past
from noretreat.server.restoring import export_of, imported, read_in
from noretreat.server.sandbox import set_up
from noretreat.server.security import hashed, matches
from noretreat.server.undo import back_to, rebuilt, why_no_undo
from noretreat.server.wishes import (
    Created,
    Invitation,
    Listed,
    Lobby,
    NewGame,
    check,
    lesson_wanted,
    links_of,
    listed,
    new_id,
    new_row,
    new_seat,
    now,
    options_of,
    refuse_unoffered,
    why_not_delete,
)
from noretreat.storage import savegame
from noretreat.storage.database import Conflict, Database, GameRow, SeatRow
from noretreat.storage.jobs import JobStore
from noretreat.storage.people import PeopleStore
from noretreat.storage.table_talk import ProposalRow, TableTalk

log = logging.getLogger("noretreat.server")
MOST_GAMES: Final = 20
LOBBY_SHOWS: Final = 100
"""The most games of others that the lobby looks through."""

PAGE: Final = 100
"""Games in a page of a list."""
MOST_KEPT: Final = 2_000
"""Games that a browser may have: more than anybody plays, fewer than fill a disk."""
LONGEST_ORDER: Final = 2_000
"""Characters: orders for a whole turn, typed at once, are shorter."""


class Games:
    """All games of one server; they are stored, so the players need not be online at the same time (NET-1)."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        computer: Computer,
        most: int = MOST_GAMES,
        minutes: int | None = None,
        jobs: JobStore | None = None,
    ) -> None:
        """`most`: the running games that one player may have with other people. `minutes`: as for `OpenGames`. `jobs`:
        where the computer's turns are left to the workers; None: it thinks here.
        """
        self._queued = jobs is not None
        self._most = most
        self._database, self._hub = database, hub
        self._games, self._people = OpenGames(database, hub, minutes), PeopleStore(database)
        self._talk = TableTalk(database)
        self._desk = Desk()
        self._computer = ComputerSeats(self._games, hub, computer, jobs)

    # --- making and finding games ----------------------------------------------------------------------------
    async def create(self, wanted: NewGame, token: str) -> Created:
        """Makes a game whose human seats belong to this browser."""
        if wanted.lesson:
            wanted = lesson_wanted(wanted)
            await self._forget_lesson(wanted, token)
        check(wanted)
        await self._check_quota(token)
        options = options_of(wanted)
        scenario = f"{PREFIX}{wanted.position}" if wanted.position else str(wanted.scenario)
        state = await asyncio.to_thread(set_up, lambda: begin(scenario, options))
        refuse_unoffered(state.setup.options)
        name = given(wanted.name) or of_scenario(scenario_shown(scenario))
        row = new_row(token, name, scenario, state.setup.options, state)
        row.pace, row.shared = clocks.begun(wanted.clock), "open" if wanted.shared else ""
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        if "open" in (wanted.axis, wanted.soviet):
            await self._check_room(token)
        return await self._begin(row, seats, state, token)

    async def _check_room(self, token: str) -> None:
        """Raises if a player has as many running games with other people as one may have."""
        rows = await self._database.games_of(hashed(token))
        running = {row.id for row in rows if not msgspec.json.decode(row.summary, type=Summary).finished}
        seats = [seat for seat in await self._database.seats(sorted(running)) if seat.kind != "computer"]
        others = {seat.game for seat in seats if not matches(token, seat.token)}
        if len(others) >= self._most:
            raise Problem(409, "too_many", reason("too-many-games", n=self._most))

    async def lobby(self, token: str) -> Lobby:
        """The games of others that anybody may join or watch."""
        rows = await self._database.shared_games(LOBBY_SHOWS)
        found = [one for one in await self._listed(rows, token) if not one.owned and not one.finished]
        return Lobby(
            open=[one for one in found if any(seat.kind == "open" for seat in one.seats.values())],
            watch=[one for one in found if all(seat.kind != "open" for seat in one.seats.values())],
        )

    async def create_sandbox(self, state: State, origin: Origin, text: str, name: Name, token: str) -> Created:
        """Makes a sandbox from a state that `text` describes; this browser plays both sides."""
        wanted = NewGame(scenario=None, axis="human", soviet="human")
        row = new_row(token, name, scenario_of(origin, text), state.setup.options, state)
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self._begin(row, seats, state, token)

    async def _begin(self, row: GameRow, seats: dict[Side, SeatRow], state: State, token: str) -> Created:
        """Stores a new game, played on to its first decision."""
        match = Match(row, seats, state, Log(), {0: encoded(state)})
        if taught(seats) is None and origin_of(row.scenario) is None:
            match.chance = chance.new_chance(row.id)
        entries: list[LogEntry] = []
        match.state = run_on(match, state, entries)
        match.log = Log(entries)
        await self._store_new(match)
        return Created(match.id, links_of(match.id, match.seats, token))

    async def _forget_lesson(self, wanted: NewGame, token: str) -> None:
        """Deletes an earlier attempt at a lesson that is started again."""
        for row in await self._database.games_of(hashed(token)):
            seats = {Side(seat.side): seat for seat in await self._database.seats([row.id])}
            lesson = taught(seats)
            if lesson is not None and lesson.id == wanted.lesson and matches(token, row.owner):
                await self.delete(row.id, token)

    async def _store_new(self, match: Match) -> None:
        """Stores a game for the first time; the computer may begin it."""
        await self._games.add(match)
        self._computer.wake(match)

    async def listing(self, token: str, start: int = 0) -> list[Listed]:
        """A page of the games of a browser, newest first (NET-8), after the `start` newest."""
        if not token:
            return []
        return await self._listed(await self._database.games_of(hashed(token), start, PAGE), token)

    async def _listed(self, rows: list[GameRow], token: str) -> list[Listed]:
        """Games as the lobby shows them."""
        seats: dict[str, dict[Side, SeatRow]] = {row.id: {} for row in rows}
        for seat in await self._database.seats([row.id for row in rows]):
            seats[seat.game][Side(seat.side)] = seat
        known = await persons(self._people, {seat.token for chairs in seats.values() for seat in chairs.values()})
        asked: dict[str, list[ProposalRow]] = {row.id: [] for row in rows}
        for proposal in await self._talk.proposals([row.id for row in rows]):
            asked[proposal.game].append(proposal)
        return [listed(row, seats[row.id], token, known, asked[row.id]) for row in rows]

    async def save_import(self, text: str, token: str) -> Created:
        """Makes a game from a save file; its human seats belong to this browser."""
        await self._check_quota(token)
        match = await self._desk.do(lambda: read_in(text, hashed(token)))
        await self._store_new(match)
        return Created(match.id, {})

    async def _check_quota(self, token: str) -> None:
        """Raises if a browser has as many games as it may."""
        if await self._database.count_of(hashed(token)) >= MOST_KEPT:
            raise Problem(429, "games_full", reason("games-full", most=MOST_KEPT))

    async def save_export(self, game_id: str, token: str) -> tuple[str, bytes]:
        """File name and contents of the save file; refused if it would show the other player's cards."""
        async with self._looking(game_id, token) as match:
            owned = owned_sides(match, token)
            strangers = [side for side, seat in match.seats.items() if side not in owned and seat.kind != "computer"]
            if game.outcome(match.state) is None and strangers:
                raise Problem(403, "secret", "save-secret")
            if game.outcome(match.state) is None and not owned and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "save-not-yours")
            return f"noretreat-{match.id}.jsonl", savegame.encode(export_of(match))

    async def rename(self, game_id: str, token: str, title: str) -> None:
        """Renames a game (SAV-2); its creator and its players may."""
        async with self._games.open(game_id) as match:
            if not owned_sides(match, token) and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "rename-not-yours")
            wanted = kept(given(title) or of_scenario(scenario_shown(match.row.scenario)))
            await self._games.rename(match, wanted)

    async def duplicate(self, game_id: str, token: str) -> Created:
        """Copies a game, which goes on from its current position (SAV-2); refused like the save file."""
        _, content = await self.save_export(game_id, token)
        async with self._games.open(game_id) as match:
            original = named(match.row.name)
        await self._check_quota(token)
        match = await self._desk.do(lambda: imported(savegame.decode(content, "copy"), new_id(), hashed(token), now()))
        match.row = msgspec.structs.replace(match.row, name=kept(copy_of(original)))
        match.chance = chance.new_chance(match.id, match.log)
        await self._store_new(match)
        return Created(match.id, {})

    async def delete(self, game_id: str, token: str) -> None:
        """Deletes a game; `why_not_delete` says who may."""
        async with self._games.open(game_id) as match:
            why = why_not_delete(match.row, match.seats, token, finished=game.outcome(match.state) is not None)
            if why:
                raise Problem(403, "not_yours", why)
            await self._games.delete(match)
        self._computer.stop(game_id)
        self._hub.publish(game_id, -1)

    async def put_away(self, game_id: str, token: str, *, away: bool) -> None:
        """Takes a game from the list of those that this browser plays, or puts it back (NET-8); its players may."""
        async with self._looking(game_id, token) as match:
            owned = owned_sides(match, token)
            if not owned:
                raise Problem(403, "not_yours", "no-seat")
            for side in owned:
                await self._games.put_seat(match, side, msgspec.structs.replace(match.seats[side], away=away))

    async def invitation(self, game_id: str, invite: str, token: str) -> Invitation:
        """What an invitation offers, before it is taken; refused like `join`."""
        async with self._games.open(game_id) as match:
            side, yours = _offered(match, invite, token)
            known = await persons(self._people, [seat.token for seat in match.seats.values()])
            host = known.get(match.seats[other(side)].token, NOBODY)
            return Invitation(side, host, yours, listed(match.row, match.seats, token, known, []))

    async def join(self, game_id: str, invite: str, token: str) -> None:
        """Takes the seat an invitation is for (NET-3). The link works until the player who used it has seen anything
        of the game. It does not work for whoever plays or made the game, and would take both seats by trying it out:
        that one chooses when the game is made.
        """
        async with self._games.open(game_id) as match:
            side, yours = _offered(match, invite, token)
            if not yours:
                await self._sit_down(match, side, token)

    async def sit(self, game_id: str, token: str) -> None:
        """Takes the open seat of a game that its creator has left to anybody."""
        async with self._games.open(game_id) as match:
            side = next((side for side, seat in match.seats.items() if seat.kind == "open"), None)
            if match.row.shared != "open" or side is None:
                raise Problem(409, "taken", "seat-taken")
            if owned_sides(match, token):
                raise Problem(409, "own", "seat-own")
            await self._sit_down(match, side, token)

    async def _sit_down(self, match: Match, side: Side, token: str) -> None:
        """Gives a seat to a browser; raises if another one was quicker, or this one plays too many games."""
        await self._check_room(token)
        seat = msgspec.structs.replace(match.seats[side], kind="human", token=hashed(token))
        try:
            await self._games.put_seat(match, side, seat)
        except Conflict:
            raise Problem(409, "taken", "seat-taken") from None
        await self._talk.add(match.id, now(), side.value, "join")
        self._hub.publish(match.id, match.ply, seats=True, company=True)

    # --- playing ---------------------------------------------------------------------------------------------
    async def show(self, game_id: str, token: str, since: int, wanted: Side | None) -> Package:
        """The package of a game."""
        async with self._looking(game_id, token) as match:
            if wanted is not None and wanted not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            self._computer.wake(match)
            return self._package(match, token, since, wanted)

    @contextlib.asynccontextmanager
    async def reading(self, game_id: str, token: str) -> AsyncIterator[tuple[Match, Past]]:
        """A game to look at, and its recently viewed positions; it is locked meanwhile."""
        async with self._looking(game_id, token) as match:
            yield match, self._games.past(game_id)

    @property
    def tables(self) -> OpenGames:
        """The open games, for the dealings of their players."""
        return self._games

    def wake(self, match: Match) -> None:
        """Starts the computer if it has to decide."""
        self._computer.wake(match)

    def announce_seat(self, match: Match) -> None:
        """Tells the open pages of a game that somebody else plays a side."""
        self._hub.publish(match.id, match.ply, seats=True, company=True)

    async def remove(self, match: Match) -> None:
        """Deletes a game, and tells its open pages."""
        await self._games.delete(match)
        self._computer.stop(match.id)
        self._hub.publish(match.id, -1)

    async def rematch(self, match: Match) -> str:
        """A new game like this one, with the sides swapped; returns its id."""
        options = stored_options(msgspec.json.decode(match.row.options))
        state = begin(match.row.scenario, options)
        row = msgspec.structs.replace(
            new_row("", named(match.row.name), match.row.scenario, state.setup.options, state),
            owner=match.row.owner,
            shared=match.row.shared,
            pace=clocks.begun(clocks.pace_of(match.row.pace).terms),
        )
        seats = {
            side: msgspec.structs.replace(match.seats[other(side)], game=row.id, side=side.value, invite="", away=False)
            for side in Side
        }
        return (await self._begin(row, seats, state, "")).id

    def closed(self, game_ids: Iterable[str]) -> contextlib.AbstractAsyncContextManager[None]:
        """Keeps games shut while their players change in the store; they are read anew afterwards."""
        return self._games.closed(game_ids)

    def tell_of(self, game_ids: Iterable[str]) -> None:
        """Tells the open pages of these games that there is news of their people."""
        for game_id in game_ids:
            self._hub.tell_of_people(game_id)

    async def ply(self, game_id: str) -> int:
        """The ply of a game."""
        async with self._games.open(game_id) as match:
            return match.ply

    @contextlib.asynccontextmanager
    async def _turn(self, game_id: str, token: str, ply: int, action: Action | None = None) -> AsyncIterator[Match]:
        """The game, open for the browser whose turn it is; refuses others, what is illegal, and whoever is overtaken
        by another server on the same store.
        """
        async with self._looking(game_id, token) as match:
            self._check_turn(match, token, ply, action)
            try:
                yield match
            except game.IllegalAction as error:
                raise self._refusal(match, token, "illegal", error.reason) from None
            except Conflict as conflict:
                log.info("game %s: %s", game_id, conflict)
                fresh = await self._games.reread(game_id)
                raise self._refusal(fresh, token, "stale", "moved-on", since=ply) from None

    async def act(self, game_id: str, token: str, ply: int, action: Action) -> Package:
        """Plays an action for the browser's seat."""
        async with self._turn(game_id, token, ply, action) as match:
            await self._games.commit(match, action)
            self._computer.wake(match)
            return self._package(match, token, ply, None)

    async def undo(self, game_id: str, token: str, ply: int, *, whole: bool = False) -> Package:
        """Undoes the browser's last action; `whole`: all of them, back to the start of the phase or the last
        barrier.
        """
        async with self._turn(game_id, token, ply) as match:
            side = eyes(match, owned_sides(match, token), match.to_act())
            why = why_no_undo(match, side)
            if why or side is None:
                raise self._refusal(match, token, "barrier", why or "behind-turn")
            target = back_to(match, side, whole=whole)
            try:
                state = rebuilt(match, target)
            except Exception as error:
                log.warning("game %s: taking back failed: %s", game_id, error)
                raise self._refusal(match, token, "barrier", "behind-rules") from None
            await self._games.rewind(match, state, target, side)
            return self._package(match, token, match.ply, None)

    async def redo(self, game_id: str, token: str, ply: int) -> Package:
        """Redoes the last action undone."""
        async with self._turn(game_id, token, ply) as match:
            if not match.undone:
                raise self._refusal(match, token, "barrier", "nothing-again")
            *rest, action = match.undone
            await self._games.commit(match, action, rest)
            self._computer.wake(match)
            return self._package(match, token, ply, None)

    async def pass_windows(self, game_id: str, token: str, side: Side, rule: Passing) -> None:
        """Sets which card windows a seat passes unasked, from the next one on."""
        async with self._looking(game_id, token) as match:
            if side not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            await self._games.put_seat(match, side, msgspec.structs.replace(match.seats[side], passes=rule_kept(rule)))

    async def query(self, game_id: str, token: str, query: Query) -> object:
        """Answers a question about the position; changes nothing."""
        async with self._looking(game_id, token) as match:
            if isinstance(query, AskIdle | AskWhy) and not self._may_ask_why(match, token, query):
                # Reasons can reveal the hand of the side that decides.
                raise Problem(403, "not_yours", "why-not-yours")
            if isinstance(query, AskDangers) and query.side not in owned_sides(match, token):
                # What would save a side can be a card in its hand.
                raise Problem(403, "not_yours", "dangers-not-yours")
            state = match.state if query.at is None else self._games.past(game_id).at(match, query.at)
            try:
                return query.answer(state)
            except game.IllegalAction as error:
                raise Problem(400, "bad_query", error.reason) from None

    @staticmethod
    def _may_ask_why(match: Match, token: str, query: AskIdle | AskWhy) -> bool:
        """Only the side that decides, about its decision."""
        return query.at is None and match.to_act() in owned_sides(match, token)

    async def orders(self, game_id: str, token: str, ply: int, text: str) -> Reading:
        """Reads an order in words for the side that has to decide; changes nothing."""
        if len(text) > LONGEST_ORDER:
            raise Problem(400, "bad_request", reason("text-long", most=LONGEST_ORDER))
        async with self._turn(game_id, token, ply) as match:
            return read(text, match.state)

    async def add_seed(self, game_id: str, token: str, seed: str) -> None:
        """Adds to chance what a browser picked at random, once for each of its seats; it counts from the next die or
        card dealt on.
        """
        async with self._games.open(game_id) as match:
            owned = owned_sides(match, token)
            if not owned:
                raise Problem(403, "not_yours", "no-seat")
            if match.chance is None or game.outcome(match.state) is not None:
                return
            changed = chance.with_seed(match.chance, owned, seed, match.log)
            if changed.seeds == match.chance.seeds:
                return
            try:
                await self._games.put_chance(match, changed)
            except Conflict:
                self._games.forget(game_id)
                raise Problem(409, "stale", "moved-on") from None

    async def chance_record(self, game_id: str) -> ChanceRecord:
        """What can be known of a game's dice and deals: after its end, all that is needed to check them."""
        async with self._games.open(game_id) as match:
            found = await asyncio.to_thread(record_of, match)
        if found is None:
            raise Problem(404, "not_found", "no-commitment")
        return found

    async def hurry(self, game_id: str, token: str) -> None:
        """Has the computer answer at once; those who play the game may."""
        async with self._games.open(game_id) as match:
            if not owned_sides(match, token):
                raise Problem(403, "not_yours", "no-seat")
        self._computer.hurry(game_id)

    async def hint(self, game_id: str, token: str, ply: int) -> Hint:
        """What the computer would do in the place of the side that has to decide; the game is not locked meanwhile."""
        async with self._turn(game_id, token, ply) as match:
            state, side = match.state, match.to_act()
        assert side is not None
        action = await self._computer.advise(state, side)
        return hint_of(state, ply, side, action)

    async def why(self, game_id: str, token: str, ply: int) -> Explanation:
        """Why a step of the log was taken."""
        async with self._looking(game_id, token) as match:
            return why(match, self._games.past(game_id), ply, owned_sides(match, token))

    def _check_turn(self, match: Match, token: str, ply: int, action: Action | None) -> None:
        """Raises unless this browser may act now, knowing the game as it is."""
        owned = owned_sides(match, token)
        if not owned:
            raise Problem(403, "not_yours", "no-seat")
        if game.outcome(match.state) is not None:
            raise self._refusal(match, token, "game_over", "game-over")
        if ply != match.ply:
            raise self._refusal(match, token, "stale", "moved-on", since=ply)
        if isinstance(action, Conclude):
            raise self._refusal(match, token, "illegal", "not-allowed")
        if isinstance(action, Resign):
            if action.side not in owned:
                raise self._refusal(match, token, "not_your_turn", "no-resigning-for")
        elif match.to_act() not in owned:
            raise self._refusal(match, token, "not_your_turn", "other-decides")

    @contextlib.asynccontextmanager
    async def _looking(self, game_id: str, token: str) -> AsyncIterator[Match]:
        """The game, open for a browser that sees something of it: its seat is now taken, and the invitation closed."""
        async with self._games.open(game_id) as match:
            for side, seat in list(match.seats.items()):
                if not seat.claimed and matches(token, seat.token):
                    with contextlib.suppress(Conflict):  # somebody else was first: then this browser just watches
                        await self._games.put_seat(match, side, msgspec.structs.replace(seat, claimed=True))
            yield match

    async def close(self) -> None:
        """Stops the computer players."""
        await self._computer.close()

    # --- answers ---------------------------------------------------------------------------------------------
    def _package(self, match: Match, token: str, since: int, wanted: Side | None) -> Package:
        thinking = match.is_computer(match.to_act()) if self._queued else self._computer.thinking(match.id)
        return package(match, token, since=since, wanted=wanted, thinking=thinking)

    def _refusal(self, match: Match, token: str, code: str, why: Reason | str, *, since: int | None = None) -> Problem:
        """A 409 with the position as it is."""
        fresh = self._package(match, token, match.ply if since is None else since, None)
        return Problem(409, code, why, package=fresh)


def _offered(match: Match, invite: str, token: str) -> tuple[Side, bool]:
    """The seat an invitation is for, and whether this browser has it already; raises if it cannot be taken."""
    side = next((side for side, seat in match.seats.items() if matches(invite, seat.invite)), None)
    if side is None:
        raise Problem(404, "not_found", "no-such-seat")
    owned = owned_sides(match, token)
    if side in owned:
        return side, True
    if owned:
        raise Problem(409, "own", "seat-own" if matches(token, match.row.owner) else "seat-both")
    if match.seats[side].claimed:
        raise Problem(409, "taken", "seat-taken")
    return side, False
