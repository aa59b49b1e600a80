"""The games service: what the server can do, one method each. Only this module touches the store.

Every change is worked out on a copy, stored, and only then shown: if the store refuses, nothing has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Resign
from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import DataError
from noretreat.explain.questions import AskWhy, Query
from noretreat.orders import Reading, read
from noretreat.positions import PREFIX, PositionError, begin
from noretreat.server.computer import Computer
from noretreat.server.game_names import Name, copy_of, given, kept, named, of_scenario
from noretreat.server.lessons import level_behind, taught
from noretreat.server.live import Hub
from noretreat.server.match import (
    Match,
    Step,
    encoded,
    play,
    run_on,
    snapshots_of,
    summary,
)
from noretreat.server.origin import Origin, scenario_of
from noretreat.server.packages import Package, eyes, owned_sides, package, scenario_shown
from noretreat.server.problems import Problem, wrong
from noretreat.server.replay import Past
from noretreat.server.restoring import export_of, imported, restored
from noretreat.server.security import hashed, matches
from noretreat.server.undo import back_to, chosen, rebuilt, why_no_undo
from noretreat.server.wishes import (
    Created,
    Listed,
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
)
from noretreat.storage import savegame
from noretreat.storage.database import Conflict, Database, GameRow, SeatRow, SnapshotRow, StorageError

log = logging.getLogger("noretreat.server")

CACHED: Final = 64
"""The most games kept in memory; others are read from the store when needed."""


class Games:
    """All games of one server; they are stored, so the players need not be online at the same time (NET-1)."""

    def __init__(self, database: Database, hub: Hub, computer: Computer) -> None:
        self._database, self._hub, self._computer = database, hub, computer
        self._cache: OrderedDict[str, Match] = OrderedDict()
        self._pasts: dict[str, Past] = {}
        # A lock lives as long as something holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    # --- making and finding games ----------------------------------------------------------------------------
    async def create(self, wanted: NewGame, token: str) -> Created:
        """Makes a game whose human seats belong to this browser."""
        if wanted.lesson:
            wanted = lesson_wanted(wanted)
            await self._forget_lesson(wanted, token)
        check(wanted)
        options = options_of(wanted)
        try:
            scenario = f"{PREFIX}{wanted.position}" if wanted.position else str(wanted.scenario)
            state = begin(scenario, options)
        except PositionError as error:
            raise Problem(400, "bad_request", error.told) from None
        except (DataError, ValueError) as error:
            raise Problem(400, "bad_request", wrong(error)) from None
        name = given(wanted.name) or of_scenario(scenario_shown(scenario))
        row = new_row(token, name, scenario, state.setup.options, state)
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self._begin(row, seats, state, token)

    async def create_sandbox(self, state: State, origin: Origin, text: str, name: Name, token: str) -> Created:
        """Makes a sandbox from a state that `text` describes; this browser plays both sides."""
        wanted = NewGame(scenario=None, axis="human", soviet="human")
        row = new_row(token, name, scenario_of(origin, text), state.setup.options, state)
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self._begin(row, seats, state, token)

    async def _begin(self, row: GameRow, seats: dict[Side, SeatRow], state: State, token: str) -> Created:
        """Stores a new game, played on to its first decision."""
        match = Match(row, seats, state, [], {0: encoded(state)})
        steps: list[Step] = []
        match.state = run_on(match, state, steps)
        match.steps = steps
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
        """Stores a game for the first time."""
        row = match.row
        row.ply, row.state, row.summary = len(match.steps), encoded(match.state), summary(match.state)
        snapshots = [SnapshotRow(row.id, ply, row.rules_version, text) for ply, text in match.snapshots.items()]
        steps = [step.row(row.id) for step in match.steps]
        await self._database.create(row, list(match.seats.values()), steps, snapshots)
        self._remember(match)
        self._wake(match)

    async def listing(self, token: str) -> list[Listed]:
        """The games of a browser, newest first (NET-8)."""
        if not token:
            return []
        rows = await self._database.games_of(hashed(token))
        seats: dict[str, dict[Side, SeatRow]] = {row.id: {} for row in rows}
        for seat in await self._database.seats([row.id for row in rows]):
            seats[seat.game][Side(seat.side)] = seat
        return [listed(row, seats[row.id], token) for row in rows]

    async def save_import(self, text: str, token: str) -> Created:
        """Makes a game from a save file; its human seats belong to this browser."""
        try:
            match = imported(savegame.decode(text.encode(), "The file"), new_id(), hashed(token), now())
        except savegame.SaveError as error:
            raise Problem(400, "bad_save", error.told) from None
        extra: list[Step] = []
        match.state = run_on(match, match.state, extra)
        match.steps += extra
        await self._store_new(match)
        return Created(match.id, {})

    async def save_export(self, name: str, token: str) -> tuple[str, bytes]:
        """File name and contents of the save file; refused if it would show the other player's cards."""
        async with self._lock(name):
            match = await self._match(name)
            owned = owned_sides(match, token)
            strangers = [side for side, seat in match.seats.items() if side not in owned and seat.kind != "computer"]
            if game.outcome(match.state) is None and strangers:
                raise Problem(403, "secret", "save-secret")
            if game.outcome(match.state) is None and not owned and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "save-not-yours")
            return f"noretreat-{match.id}.jsonl", savegame.encode(export_of(match))

    async def rename(self, name: str, token: str, title: str) -> None:
        """Renames a game (SAV-2); its creator and its players may."""
        async with self._lock(name):
            match = await self._match(name)
            if not owned_sides(match, token) and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "rename-not-yours")
            wanted = kept(given(title) or of_scenario(scenario_shown(match.row.scenario)))
            await self._database.rename(name, wanted)
            match.row = msgspec.structs.replace(match.row, name=wanted)

    async def duplicate(self, name: str, token: str) -> Created:
        """Copies a game, which goes on from its current position (SAV-2); refused like the save file."""
        _, content = await self.save_export(name, token)
        async with self._lock(name):
            original = named((await self._match(name)).row.name)
        match = imported(savegame.decode(content, "copy"), new_id(), hashed(token), now())
        match.row = msgspec.structs.replace(match.row, name=kept(copy_of(original)))
        await self._store_new(match)
        return Created(match.id, {})

    async def delete(self, name: str, token: str) -> None:
        """Deletes a game; only its creator may."""
        async with self._lock(name):
            match = await self._match(name)
            if not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "delete-not-yours")
            await self._database.delete(name)
            self._cache.pop(name, None)
            self._pasts.pop(name, None)
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
        self._hub.publish(name, -1)

    async def join(self, name: str, invite: str, token: str) -> None:
        """Takes the seat an invitation is for (NET-3). The link works until the player who used it has seen the page
        once.
        """
        async with self._lock(name):
            match = await self._match(name)
            for side, seat in match.seats.items():
                if not matches(invite, seat.invite):
                    continue
                if matches(token, seat.token):
                    return
                if seat.claimed:
                    raise Problem(409, "taken", "seat-taken")
                taken = msgspec.structs.replace(seat, kind="human", token=hashed(token))
                await self._database.put_seat(taken)
                match.seats[side] = taken
                self._hub.publish(name, match.ply)
                return
        raise Problem(404, "not_found", "no-such-seat")

    # --- playing ---------------------------------------------------------------------------------------------
    async def show(self, name: str, token: str, since: int, wanted: Side | None) -> Package:
        """The package of a game."""
        async with self._lock(name):
            match = await self._match(name)
            await self._claim(match, token)
            if wanted is not None and wanted not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            self._wake(match)
            return self._package(match, token, since, wanted)

    @contextlib.asynccontextmanager
    async def reading(self, name: str) -> AsyncIterator[tuple[Match, Past]]:
        """A game to look at, and its recently viewed positions; it is locked meanwhile."""
        async with self._lock(name):
            yield await self._match(name), self._past(name)

    def _past(self, name: str) -> Past:
        """The recently viewed positions of a game; dropped with the game."""
        return self._pasts.setdefault(name, Past())

    async def ply(self, name: str) -> int:
        """The ply of a game."""
        async with self._lock(name):
            return (await self._match(name)).ply

    async def act(self, name: str, token: str, ply: int, action: Action) -> Package:
        """Plays an action for the browser's seat."""
        async with self._lock(name):
            match = await self._match(name)
            try:
                self._check_turn(match, token, ply, action)
                await self._commit(match, action)
            except game.IllegalAction as error:
                raise self._refusal(match, token, "illegal", error.reason) from None
            except Conflict as conflict:
                raise await self._overtaken(name, token, ply, conflict) from None
            self._wake(match)
            return self._package(match, token, ply, None)

    async def undo(self, name: str, token: str, ply: int, *, whole: bool = False) -> Package:
        """Undoes the browser's last action; `whole`: all of them, back to the start of the phase or the last
        barrier.
        """
        async with self._lock(name):
            match = await self._match(name)
            self._check_turn(match, token, ply, None)
            side = eyes(match, owned_sides(match, token), match.to_act())
            why = why_no_undo(match, side)
            if why or side is None:
                raise self._refusal(match, token, "barrier", why or "behind-turn")
            target = back_to(match, side, whole=whole)
            try:
                state = rebuilt(match, target)
            except Exception as error:
                log.warning("game %s: taking back failed: %s", name, error)
                raise self._refusal(match, token, "barrier", "behind-rules") from None
            try:
                await self._rewind(match, state, target, side)
            except Conflict as conflict:
                raise await self._overtaken(name, token, ply, conflict) from None
            return self._package(match, token, match.ply, None)

    async def redo(self, name: str, token: str, ply: int) -> Package:
        """Redoes the last action undone."""
        async with self._lock(name):
            match = await self._match(name)
            self._check_turn(match, token, ply, None)
            if not match.undone:
                raise self._refusal(match, token, "barrier", "nothing-again")
            side = match.to_act()
            *rest, action = match.undone
            try:
                await self._commit(match, action)
            except Conflict as conflict:
                raise await self._overtaken(name, token, ply, conflict) from None
            match.undone = rest if match.to_act() is side else []
            self._wake(match)
            return self._package(match, token, ply, None)

    async def query(self, name: str, token: str, query: Query) -> object:
        """Answers a question about the position; changes nothing."""
        async with self._lock(name):
            match = await self._match(name)
            if isinstance(query, AskWhy) and (query.at is not None or match.to_act() not in owned_sides(match, token)):
                # Reasons can reveal the hand of the side that decides.
                raise Problem(403, "not_yours", "why-not-yours")
            state = match.state if query.at is None else self._past(name).at(match, query.at)
            try:
                return query.answer(state)
            except game.IllegalAction as error:
                raise Problem(400, "bad_query", error.reason) from None

    async def orders(self, name: str, token: str, ply: int, text: str) -> Reading:
        """Reads an order in words for the side that has to decide; changes nothing."""
        async with self._lock(name):
            match = await self._match(name)
            self._check_turn(match, token, ply, None)
            return read(text, match.state)

    def _check_turn(self, match: Match, token: str, ply: int, action: Action | None) -> None:
        """Raises unless this browser may act now, knowing the game as it is."""
        owned = owned_sides(match, token)
        if not owned:
            raise Problem(403, "not_yours", "no-seat")
        if game.outcome(match.state) is not None:
            raise self._refusal(match, token, "game_over", "game-over")
        if ply != match.ply:
            raise self._refusal(match, token, "stale", "moved-on", since=ply)
        if isinstance(action, Resign):
            if action.side not in owned:
                raise self._refusal(match, token, "not_your_turn", "no-resigning-for")
        elif match.to_act() not in owned:
            raise self._refusal(match, token, "not_your_turn", "other-decides")

    async def _commit(self, match: Match, action: Action) -> None:
        """Plays an action and all that follows automatically, stores it (SAV-1), then shows it."""
        state, steps = play(match, action)
        snapshots = snapshots_of(match, state, steps)
        row = self._row(match, state, match.ply + len(steps))
        await self._database.append(row, [step.row(match.id) for step in steps], snapshots)
        match.row, match.state, match.undone = row, state, []
        match.steps = match.steps + steps
        match.snapshots.update({snapshot.ply: snapshot.state for snapshot in snapshots})
        self._hub.publish(match.id, match.ply)

    async def _rewind(self, match: Match, state: State, ply: int, side: Side) -> None:
        """Drops the log entries after a ply, in the store and then in memory; those that `side` chose can be redone."""
        row = self._row(match, state, ply)
        await self._database.rewind(row, match.ply)
        match.row, match.state = row, state
        match.undone = match.undone + chosen(match, row.ply, side)[::-1]
        match.steps = match.steps[: row.ply]
        match.snapshots = {ply: text for ply, text in match.snapshots.items() if ply <= row.ply}
        self._past(match.id).forget_after(row.ply)
        self._hub.publish(match.id, match.ply)

    def _row(self, match: Match, state: State, ply: int) -> GameRow:
        return msgspec.structs.replace(match.row, ply=ply, updated=now(), state=encoded(state), summary=summary(state))

    async def _claim(self, match: Match, token: str) -> None:
        """Closes the invitation of a seat once its player has looked at the game."""
        for side, seat in match.seats.items():
            if not seat.claimed and matches(token, seat.token):
                claimed = msgspec.structs.replace(seat, claimed=True)
                await self._database.put_seat(claimed)
                match.seats[side] = claimed

    # --- the computer ----------------------------------------------------------------------------------------
    def _thinking(self, name: str) -> bool:
        task = self._tasks.get(name)
        return task is not None and not task.done()

    def _wake(self, match: Match) -> None:
        """Starts the computer if it has to decide and is not thinking yet."""
        if match.is_computer(match.to_act()) and not self._thinking(match.id):
            self._tasks[match.id] = asyncio.create_task(self._drive(match.id), name=f"computer {match.id}")

    async def _drive(self, name: str) -> None:
        """Plays for the computer until someone else has to decide."""
        try:
            while True:
                async with self._lock(name):
                    match = await self._match(name)
                    side, ply = match.to_act(), match.ply
                    if side is None or not match.is_computer(side):
                        self._tasks.pop(name, None)
                        self._hub.publish(name, match.ply)
                        return
                    state, level = match.state, level_behind(match.seats[side].level)
                action = await self._computer.choose(state, side, level)
                async with self._lock(name):
                    match = await self._match(name)
                    if match.ply == ply:
                        await self._commit(match, action)
        except (StorageError, Problem) as error:
            # The next request for the game starts the computer again.
            log.error("game %s: the computer's move was not stored: %s", name, error)
            self._cache.pop(name, None)
        except Exception:
            log.exception("game %s: the computer stopped", name)

    async def close(self) -> None:
        """Stops the computer players."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computer.close()

    # --- the cache -------------------------------------------------------------------------------------------
    def _lock(self, name: str) -> asyncio.Lock:
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock

    async def _match(self, name: str) -> Match:
        """The game, from memory if it is still as stored."""
        stored = await self._database.ply(name)
        if stored is None:
            self._cache.pop(name, None)
            raise Problem(404, "not_found", "no-game")
        match = self._cache.get(name)
        if match is None or (match.row.ply, match.row.updated) != stored:
            match = await self._load(name)
        self._remember(match)
        return match

    async def _load(self, name: str) -> Match:
        row = await self._database.game(name)
        if row is None:
            raise Problem(404, "not_found", "no-game")
        seats = await self._database.seats([name])
        steps, snapshots = await self._database.steps(name), await self._database.snapshots(name)
        stood = row.ply
        match = restored(row, seats, steps, snapshots)
        self._pasts.pop(name, None)  # another server may have played on differently
        if match.ply != stood:
            await self._database.rewind(match.row, stood)
        return match

    def _remember(self, match: Match) -> None:
        self._cache[match.id] = match
        self._cache.move_to_end(match.id)
        while len(self._cache) > CACHED:
            name, _ = self._cache.popitem(last=False)
            self._pasts.pop(name, None)

    # --- answers ---------------------------------------------------------------------------------------------
    def _package(self, match: Match, token: str, since: int, wanted: Side | None) -> Package:
        return package(match, token, since=since, wanted=wanted, thinking=self._thinking(match.id))

    def _refusal(self, match: Match, token: str, code: str, why: Reason | str, *, since: int | None = None) -> Problem:
        """A 409 with the position as it is."""
        fresh = self._package(match, token, match.ply if since is None else since, None)
        return Problem(409, code, why, package=fresh)

    async def _overtaken(self, name: str, token: str, ply: int, conflict: Conflict) -> Problem:
        """The refusal if another server on the same store was faster."""
        self._cache.pop(name, None)
        log.info("game %s: %s", name, conflict)
        return self._refusal(await self._match(name), token, "stale", "moved-on", since=ply)
