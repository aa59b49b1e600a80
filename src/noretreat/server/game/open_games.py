"""The games in memory. Each is locked while it is in use, read from the store when needed, and written there first.

Every change is worked out on a copy, stored, and only then shown: if the store refuses, nothing has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.game import actor, outcome
from noretreat.server.clocks import clock
from noretreat.server.clocks.days_off import DaysOff, days_off_of
from noretreat.server.clocks.now import now
from noretreat.server.game import chance
from noretreat.server.game.as_seen import settled
from noretreat.server.game.bids import opened_for_bids
from noretreat.server.game.events_told import Teller, event_notice
from noretreat.server.game.import_export import restored
from noretreat.server.game.log import Log, LogEntry
from noretreat.server.game.match import Match, encoded, play, run_on, snapshots_of, undone_kept
from noretreat.server.game.past import PastPositions
from noretreat.server.game.proposals import opponents
from noretreat.server.game.ratings import rated_end, rated_leave
from noretreat.server.game.rematch import second_game
from noretreat.server.game.reply_times import reply_time_of
from noretreat.server.game.summary import other, summary
from noretreat.server.game.turn_notice import begun_notices, dice_wanted, hand_over, times_up
from noretreat.server.game.undo import chosen
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub
from noretreat.server.http.security import matches
from noretreat.storage.database import Conflict, Database
from noretreat.storage.games import ChanceRow, GameEnd, GameRow, GameStore, MadeGame, SeatRow, SnapshotRow, Voided
from noretreat.storage.notices import HandOver, NoticeRow, NoticeStore
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.reply_times import ReplyTimeRow
from noretreat.storage.stored_games import StoredGame, stored_game, unchanged

CACHED: Final = 256 * 1024 * 1024
"""Bytes of the games kept in memory; others are read from the store when needed."""


class OpenGames:
    """The cache of games, and the only way to change one. News of a change goes out through the hub."""

    def __init__(self, database: Database, hub: Hub, minutes: int | None = None, *, most_bytes: int = CACHED) -> None:
        """`minutes`: how long to wait for a player before a notice is due; None: no notices are sent. `most_bytes`: how
        much memory the games may take.
        """
        self._database, self._hub, self._minutes = database, hub, minutes
        self._store = GameStore(database)
        self._preferences = PreferenceStore(database)
        self._notices = NoticeStore(database)
        self.teller = Teller(self._notices, minutes)
        self.over_in: Callable[[str], None] = lambda tournament: None
        """Is told of each tournament in which a game is over."""
        self._cache: OrderedDict[str, tuple[Match, int]] = OrderedDict()
        self._weight, self._most = 0, most_bytes
        self.lists = 0
        """How often a game or a player has come or gone, so that lists of games have changed."""
        self._pasts: dict[str, PastPositions] = {}
        # A lock lives as long as something holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def open(self, game_id: str) -> AsyncIterator[Match]:
        """A game as it is stored now, locked for everybody else meanwhile; raises a 404 if there is none."""
        async with self._lock(game_id):
            yield await self._current(game_id)

    @contextlib.asynccontextmanager
    async def visit(self, game_id: str, token: str) -> AsyncIterator[Match]:
        """A game, open for a browser that sees something of it: its seat is now taken, and the invitation closed."""
        async with self.open(game_id) as match:
            for side, seat in list(match.seats.items()):
                if not seat.claimed and matches(token, seat.token):
                    with contextlib.suppress(Conflict):  # somebody else was first: then this browser just watches
                        await self.put_seat(match, side, msgspec.structs.replace(seat, claimed=True))
            yield match

    @contextlib.asynccontextmanager
    async def closed(self, game_ids: Iterable[str]) -> AsyncIterator[None]:
        """Locks these games while their players or owners change in the store; they are reread afterwards."""
        async with contextlib.AsyncExitStack() as stack:
            for game_id in sorted(game_ids):
                await stack.enter_async_context(self._lock(game_id))
                stack.callback(self.forget, game_id)
            yield

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def past(self, game_id: str) -> PastPositions:
        """The recently viewed positions of an open game; dropped with the game."""
        return self._pasts.setdefault(game_id, PastPositions())

    def in_memory(self, game_id: str) -> Match | None:
        """A game as it was when it was last open here; None if it is not in memory."""
        return self._cache.get(game_id, (None, 0))[0]

    def forget(self, game_id: str) -> None:
        """Drops a game from the cache."""
        _, weight = self._cache.pop(game_id, (None, 0))
        self._weight -= weight

    async def reread(self, game_id: str) -> Match:
        """An open game as another server has stored it; raises a 404 if it is gone."""
        self.forget(game_id)
        return await self._current(game_id)

    # --- changes, in the store and then in memory ------------------------------------------------------------
    async def add(self, match: Match) -> None:
        """Stores a game for the first time."""
        made = made_game(match)
        told = self._begins(match)
        await self._store.create(made.row, made.seats, made.entries, made.snapshots, match.chance, told)
        self.lists += 1
        self._remember(match)

    async def commit(
        self, match: Match, action: Action, undone: Sequence[Action] = (), worth: float | None = None
    ) -> None:
        """Plays an action and all that follows automatically, stores it (SAV-1), then shows it. `undone` can still be
        redone, if the same side decides on; `worth` is what the position was worth to the computer that plays.
        """
        state, entries = play(match, action)
        entries[0].worth = worth
        reply = reply_time_of(match, action, state, now())
        await self._store_played(
            match, state, entries, action=action, undone=undone, reply_times=[reply] if reply else []
        )

    async def answer_by_orders(self, match: Match) -> None:
        """Has the open question answered by the orders that its side has just given, and all that follows."""
        entries: list[LogEntry] = []
        state = run_on(match, match.state, entries)
        if entries:
            await self._store_played(match, state, entries)

    async def put_chance(self, match: Match, changed: ChanceRow) -> None:
        """Changes what the dice of a game follow from; those dice and deals come at once that have waited for it."""
        entries: list[LogEntry] = []
        state = match.state
        if match.awaits_seeds and not match.bidding:
            state = run_on(replace(match, chance=changed), match.state, entries)
        await self._store_played(match, state, entries, changed=changed)
        self.announce_seats(match)  # a page that is open has its own part to do

    async def _store_played(
        self,
        match: Match,
        state: State,
        entries: list[LogEntry],
        *,
        action: Action | None = None,
        undone: Sequence[Action] = (),
        reply_times: Sequence[ReplyTimeRow] = (),
        changed: ChanceRow | None = None,
    ) -> None:
        """Stores what was played, or came, and then shows it; `changed`: what the dice follow from now."""
        snapshots = snapshots_of(match, state, entries) if entries else []
        row = _row(match, state, match.ply + len(entries))
        row.summary = _summary(match, state, match.log + entries, snapshots) or row.summary
        row.undone = undone_kept(undone if actor(state) is match.to_act() else ()) if entries else row.undone
        handed = self._handed(match, state, action, entries) if entries else self._dice_wanted(match, changed)
        rows = [entry.row(match.id) for entry in entries]
        end = self._end(match, state, row.updated) if row.ended and entries else None
        told = None if row.ended else self._voids(match)
        void = await self._store.append(row, rows, snapshots, match.chance, handed, reply_times, end, changed, told)
        match.row, match.state, match.chance = row, state, changed or match.chance
        match.log = match.log + entries
        match.snapshots.update({snapshot.ply: snapshot.state for snapshot in snapshots})
        self._hub.publish(match.id, match.ply, stored=True)
        if void:
            self.announce_people([match.id])
        if row.ended and row.tournament:
            self.over_in(row.tournament)

    def _voids(self, match: Match) -> Voided | None:
        """What is told, should what was played void a claim of the side that waited: it cannot be carried out."""
        side = match.to_act()
        if side is None or not opponents(match):
            return None
        if self._minutes is None:
            return Voided(side.value, [])
        # Not at once: whoever comes back has more to decide, and then one mail may tell all of it.
        return Voided(side.value, [event_notice("void", match.id, match.seats[other(side)].token, self._minutes)])

    def _dice_wanted(self, match: Match, changed: ChanceRow | None) -> HandOver | None:
        """The notices to those whose browsers are waited for before the first lot since the dice are `changed`."""
        if self._minutes is None or changed is None or not chance.is_sealed(changed):
            return None
        return dice_wanted(match.id, match.seats, changed, self._minutes, match.chance)

    def _end(self, match: Match, state: State, at: str) -> GameEnd:
        """What follows from the end of a game: its rating, and the second game of a match."""
        second = second_game(match)
        follows = None
        if second is not None:
            follows = msgspec.structs.replace(made_game(second), notices=self._begins(second))
        ended = outcome(state)
        winner = ended[0].value if ended and ended[0] else ""
        return GameEnd(rated_end(match, state, at), follows, winner)

    def _begins(self, match: Match) -> list[NoticeRow]:
        """The notices of a game that two people begin: on which terms, and whose turn it is, or whose browser is waited
        for.
        """
        if self._minutes is None or match.bidding or not opponents(match):
            return []
        if match.awaits_seeds and match.chance is not None:
            handed: HandOver | None = dice_wanted(match.id, match.seats, match.chance, self._minutes)
        else:
            handed = hand_over(match.id, match.seats, None, match.state, self._minutes, news=reversed(match.log))
        return [*begun_notices(match.id, match.seats, self._minutes), *(handed.notices if handed else ())]

    async def rewind(self, match: Match, state: State, ply: int, side: Side, *, redone: bool = True) -> None:
        """Drops the log entries after a ply; those that `side` chose can be redone, unless `redone` is False."""
        row = _row(match, state, ply)
        row.summary = _summary(match, state, match.log.until(ply), ()) or row.summary
        row.undone = undone_kept([*match.undone, *chosen(match, ply, side)[::-1]] if redone else ())
        await self._store.rewind(row, match.ply, self._handed(match, state))
        match.row, match.state = row, state
        match.log = match.log.until(row.ply)
        match.snapshots = {ply: text for ply, text in match.snapshots.items() if ply <= row.ply}
        self.past(match.id).forget_after(row.ply)
        self._hub.publish(match.id, match.ply, stored=True)

    def _handed(
        self, match: Match, state: State, action: Action | None = None, entries: Sequence[LogEntry] = ()
    ) -> HandOver | None:
        """The hand-over that leads to the new state, if it is one and this server sends notices; `entries` are new."""
        if self._minutes is None:
            return None
        news = chain(reversed(entries), reversed(match.log))
        return hand_over(match.id, match.seats, match.to_act(), state, self._minutes, action, news)

    async def rename(self, match: Match, name: str) -> None:
        """Gives a game another name (SAV-2)."""
        await self._store.rename(match.id, name)
        self.lists += 1
        match.row = msgspec.structs.replace(match.row, name=name)

    async def set_pace(self, match: Match, pace: str) -> None:
        """Pauses the clock of a game, or lets it run again."""
        await self._store.set_pace(match.id, match.ply, pace)
        if self._minutes is not None:
            await self._notices.look_again(now(), game=match.id)
        match.row = msgspec.structs.replace(match.row, pace=pace)

    async def put_bids(self, match: Match, bids: str, notices: Sequence[NoticeRow] = ()) -> None:
        """Stores the sealed bids of a game, and notices to players whose bid is missing."""
        await self._store.put_bids(match.id, match.row.bids, bids, notices if self._minutes is not None else ())
        match.row = msgspec.structs.replace(match.row, bids=bids)

    async def lay_open(self, match: Match) -> None:
        """Opens the bidding for the sides of a game in which nobody has chosen anything; takes back what was dealt."""
        opened = opened_for_bids(match)
        assert opened.chance is not None
        row = opened.row = _row(opened, opened.state, 0)
        snapshot = SnapshotRow(row.id, 0, row.rules_version, opened.snapshots[0])
        handed = None if self._minutes is None else HandOver()
        await self._store.open_bidding(row, match.ply, snapshot, opened.chance, handed)
        self._pasts.pop(match.id, None)
        self._remember(opened)
        self.lists += 1
        self._hub.publish(match.id, 0, seats=True, company=True, stored=True)

    async def settle(self, match: Match, begun: Match, seeds: str, *, swapped: bool) -> None:
        """Begins a game whose sides were bid for, as `begun`; `swapped`: its players change seats. `seeds`: those that
        are stored.
        """
        assert begun.chance is not None
        row = _row(begun, begun.state, len(begun.log))
        row.bids, before = "", (match.row.bids, seeds)
        entries = [entry.row(match.id) for entry in begun.log]
        snapshots = [SnapshotRow(row.id, ply, row.rules_version, text) for ply, text in begun.snapshots.items()]
        handed = None if self._minutes is None else HandOver(self._begins(begun))
        await self._store.settle(before, row, entries, snapshots, begun.chance, handed, swapped=swapped)
        begun.row = row
        self._pasts.pop(match.id, None)
        self._remember(begun)
        self._hub.publish(match.id, row.ply, seats=True, company=True, stored=True)

    @property
    def minutes(self) -> int:
        """Minutes to wait for a player before a notice is due."""
        return self._minutes or 0

    async def put_seat(
        self, match: Match, side: Side, seat: SeatRow, reply_times: Sequence[ReplyTimeRow] = (), *, fresh: bool = False
    ) -> None:
        """Changes who sits in a seat; if another server was first, reads the seats again and raises `Conflict`.
        `reply_times`: those that this change ends. When an open seat is taken, the clocks start; `fresh`: the clock of
        this side starts anew.
        """
        taken = match.seats[side].kind == "open" and seat.kind != "open"
        left = seat.kind == "computer" and match.seats[side].kind == "human"
        rated = rated_leave(match, side, now()) if left else None
        pace = clock.seated(match.row.pace, now()) if taken else match.row.pace
        if fresh:
            pace = clock.kept(clock.returned(clock.pace_of(pace), side, match.to_act(), now()))
        try:
            await self._store.put_seat(match.seats[side], seat, reply_times, pace if taken or fresh else None, rated)
        except Conflict:
            match.seats = {Side(one.side): one for one in await self._store.seats([match.id])}
            raise
        left = match.seats[side].kind == "human" and seat.kind == "computer"
        self.lists += 1
        match.seats[side] = seat
        match.row = msgspec.structs.replace(match.row, pace=pace)
        if (taken or fresh) and seat.kind == "human":
            await self._tell_newcomer(match, side, taken=taken)
        if left and match.row.tournament:
            self.over_in(match.row.tournament)

    async def leave(self, match: Match, side: Side) -> None:
        """Counts a rated game for the other side, because the player of this one is about to be gone for good."""
        rated = rated_leave(match, side, now())
        if rated is not None:
            await self._store.rate(rated)

    async def looked(self, match: Match, side: Side, ply: int) -> None:
        """Notes how far the player of a side has seen a game."""
        seat = match.seats[side]
        if ply > seat.looked:
            await self._store.looked(match.id, side.value, seat.token, ply)
            match.seats[side] = msgspec.structs.replace(seat, looked=ply)

    async def _tell_newcomer(self, match: Match, side: Side, *, taken: bool) -> None:
        """Has the player who takes a seat told of the terms, and like every other one whose turn it is of that, and of
        the time; both of the time that is up.
        """
        if self._minutes is None or match.bidding or not opponents(match) or outcome(match.state) is not None:
            return
        mine, handed = match.seats[side].token, None
        if match.to_act() is side:
            handed = hand_over(match.id, match.seats, None, match.state, self._minutes, news=reversed(match.log))
        at = now()
        found = list(handed.notices) if handed else times_up(match.id, match.seats, at, self._minutes)
        if taken:  # the one who waited is told who has come, with the same terms
            begins = begun_notices(match.id, match.seats, self._minutes)
            found += [one for one in begins if one.player == mine]
        await self._notices.renew(match.id, at, found)

    def announce_seats(self, match: Match) -> None:
        """Tells the open pages of a game that somebody else plays a side."""
        self._hub.publish(match.id, match.ply, seats=True, company=True)

    def announce_people(self, game_ids: Iterable[str]) -> None:
        """Tells the open pages of these games that something about their players has changed."""
        for game_id in game_ids:
            self._hub.tell_of_people(game_id)

    async def delete(self, match: Match) -> None:
        """Deletes a game with everything that belongs to it, and tells its open pages."""
        await self._store.delete(match.id)
        self.lists += 1
        self.forget(match.id)
        self._pasts.pop(match.id, None)
        self._hub.publish(match.id, -1)

    # --- the cache -------------------------------------------------------------------------------------------
    async def _current(self, game_id: str) -> Match:
        """The game, from memory if it is still as stored."""
        match, _ = self._cache.get(game_id, (None, 0))
        known = match.row if match else None
        stored = unchanged(self._database, game_id, known) if known else None
        if stored is None:
            stored = await self._database.read(lambda connection: stored_game(connection, game_id, known))
        if stored is None:
            self.forget(game_id)
            raise Problem(404, "not_found", "no-game")
        if match is None or stored.news is not None:
            match = await self._merged(match, stored)
        else:
            match.row.name, match.row.pace, match.row.bids = stored.name, stored.pace, stored.bids
            match.seats = {Side(seat.side): seat for seat in stored.seats}
        match.off = await self._days_off(match)
        self._remember(match)
        return match

    async def _days_off(self, match: Match) -> dict[Side, DaysOff]:
        """The players' days off, if they stop the clock; without a clock, too: nobody is replaced on a day off."""
        if not clock.pace_of(match.row.pace).terms.heeds_days_off(two=opponents(match)):
            return {}
        preferences = await self._preferences.of(seat.token for seat in match.seats.values())
        return {side: days_off_of(preferences.get(seat.token)) for side, seat in match.seats.items()}

    async def _merged(self, known: Match | None, stored: StoredGame) -> Match:
        """A game with the changes that the store has; if its log has only grown, the one in memory is extended."""
        news = stored.news
        assert news is not None
        stood, entries, snapshots = news.row.ply, Log(news.entries), dict[int, str]()
        if known is not None and news.after >= 0:
            entries, snapshots = known.log + news.entries, dict(known.snapshots)
        else:
            self._pasts.pop(news.row.id, None)  # another server may have played on differently
        snapshots |= {snapshot.ply: snapshot.state for snapshot in news.snapshots}
        match = restored(news.row, stored.seats, entries, snapshots)
        match.chance = news.chance
        if match.ply != stood:
            await self._store.rewind(match.row, stood)
        return match

    def _remember(self, match: Match) -> None:
        """Keeps a game in memory; the ones that were opened least recently make room for it."""
        self.forget(match.id)
        self._cache[match.id] = match, match.weight
        self._weight += match.weight
        while self._weight > self._most and len(self._cache) > 1:
            game_id = next(iter(self._cache))
            self.forget(game_id)
            self._pasts.pop(game_id, None)


def made_game(match: Match) -> MadeGame:
    """A new game as it is stored for the first time; its row is completed."""
    row = match.row
    row.ply, row.state, row.summary = len(match.log), encoded(match.state), summary(match.state)
    row.pace = _pace(match, match.state, None, row.updated)
    row.ended = row.updated if outcome(match.state) is not None else ""
    snapshots = [SnapshotRow(row.id, ply, row.rules_version, text) for ply, text in match.snapshots.items()]
    return MadeGame(
        row, list(match.seats.values()), [entry.row(row.id) for entry in match.log], snapshots, match.chance
    )


def _pace(match: Match, state: State, before: Side | None, at: str) -> str:
    """The pace after a state is reached: no clock runs until both seats are taken."""
    if any(seat.kind == "open" for seat in match.seats.values()):
        return clock.unseated(match.row.pace)
    return clock.moved(match.row.pace, before, actor(state), at, match.off)


def _summary(match: Match, state: State, log: Log, new: Sequence[SnapshotRow]) -> str:
    """The summary of a game for lists where moves are seen once they cannot be undone; empty where they are at once."""
    if match.manner.seen == "made":
        return ""
    snapshots = {ply: text for ply, text in match.snapshots.items() if ply <= len(log)}
    snapshots |= {snapshot.ply: snapshot.state for snapshot in new}
    row = msgspec.structs.replace(match.row, ply=len(log))
    return summary(settled(Match(row, match.seats, state, log, snapshots))[1])


def _row(match: Match, state: State, ply: int) -> GameRow:
    at = now()
    pace = _pace(match, state, match.to_act(), at)
    ended = (match.row.ended or at) if outcome(state) is not None else ""
    return msgspec.structs.replace(
        match.row, ply=ply, updated=at, state=encoded(state), summary=summary(state), pace=pace, ended=ended
    )
