"""The games of one server: making, finding, joining, keeping and deleting them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final, NamedTuple

import msgspec

from noretreat import game
from noretreat.core.reasons import reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.languages import CODES
from noretreat.data.lessons import lessons
from noretreat.data.load import load_tongue, scenario_ids
from noretreat.orders.standing import OrderSet
from noretreat.positions import PREFIX, begin, write_state
from noretreat.server.analysis.sandbox import alike
from noretreat.server.clocks import clock
from noretreat.server.clocks.now import now
from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.game import chance, manner
from noretreat.server.game.auto_pass import set_kept
from noretreat.server.game.bids import NO_BIDS
from noretreat.server.game.game_names import Name, copy_of, given, kept, named, of_scenario
from noretreat.server.game.import_export import export_of, imported, read_in, shows_others
from noretreat.server.game.lessons import LEVEL
from noretreat.server.game.listing import (
    CreatedGame,
    GameNews,
    Invitation,
    ListDetails,
    ListedGame,
    Lobby,
    NewGame,
    links_of,
    listed_game,
    manner_wanted,
    new_id,
    new_row,
    new_seat,
    why_not_delete,
)
from noretreat.server.game.log import Log
from noretreat.server.game.match import Match, decoded, encoded
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import helps, owned_sides, scenario_shown
from noretreat.server.game.player_card import NOBODY, cards_of, player_cards
from noretreat.server.game.proposals import opponents
from noretreat.server.game.rematch import begun, rematch_of
from noretreat.server.game.sandbox_origin import MARK, Origin, scenario_of
from noretreat.server.game.set_up import set_up
from noretreat.server.game.summary import other
from noretreat.server.http.errors import Problem
from noretreat.server.http.rate_limit import WorkQueue
from noretreat.server.http.security import hashed, matches
from noretreat.server.lobby.new_game import check, lesson_wanted, options_of, refuse_unoffered
from noretreat.storage import savegame
from noretreat.storage.around_games import around_games
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Conflict, Database
from noretreat.storage.games import GameRow, GameStore, SeatRow
from noretreat.storage.invitations import InvitationStore
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.ratings import RatingStore
from noretreat.storage.table_talk import ProposalRow, TalkStore
from noretreat.storage.texts import searchable, storable

MOST_GAMES: Final = 20
MOST_OFFERED: Final = 5
"""Games that one player may offer to anybody at a time, ..."""
MOST_IN_LOBBY: Final = 500
"""... and all players of a server together: nobody looks through more."""
LOBBY_SHOWS: Final = 100
"""The most games of others that the lobby looks through."""

SHOWN: Final = 1.0
"""Seconds for which strangers are shown the same lobby."""

MOST_WORDS: Final = 8
"""Words of a search that are heeded."""
OVERLAP: Final = timedelta(seconds=10)
"""What is looked at again, as processes write at the same time, ..."""
RECENT: Final = timedelta(hours=1)
"""... and what is looked at where nobody says since when."""
PAGE: Final = 100
"""Games in a page of a list."""
MOST_KEPT: Final = 2_000
"""The most games that a browser may have: more than anybody plays, but too few to fill a disk."""


class Shown(NamedTuple):
    """The lobby as a stranger sees it, who has no part in any of its games."""

    rows: list[GameRow]
    concerned: dict[str, set[str]]
    """Those to whom each game looks otherwise: who made it, who plays in it and who did."""
    listed: dict[str, ListedGame]
    changes: int
    """How much had changed in this process, and ..."""
    at: float
    """... when it was read."""

    def holds(self, changes: int) -> bool:
        """True if it is young enough, and no game or player has come, gone or changed since in this process."""
        return self.changes == changes and time.monotonic() < self.at + SHOWN


class GameList:
    """Games as wholes, and the lists of them."""

    def __init__(
        self,
        database: Database,
        tables: OpenGames,
        computer: ComputerDriver,
        most: int = MOST_GAMES,
    ) -> None:
        """`most`: the running games that one player may have with other people."""
        self._store, self._tables, self._computer, self._most = GameStore(database), tables, computer, most
        self._players = PlayerStore(database)
        self._talk, self._preferences = TalkStore(database), PreferenceStore(database)
        self._invitations = InvitationStore(database)
        self._queue, self._blocks = WorkQueue(), BlockStore(database)
        self._ratings = RatingStore(database)
        self._database = database
        self._shown, self._showing = Shown([], {}, {}, -1, 0.0), asyncio.Lock()

    # --- making and finding games ----------------------------------------------------------------------------
    async def create(self, wanted: NewGame, token: str) -> CreatedGame:
        """Makes a game whose human seats belong to this browser."""
        if wanted.lesson:
            wanted = lesson_wanted(wanted)
            if not lessons()[wanted.lesson].whole:
                await self._forget_lesson(wanted, token)
        check(wanted)
        await self.check_quota(token)
        options = options_of(wanted)
        scenario = f"{PREFIX}{storable(wanted.position)}" if wanted.position else str(wanted.scenario)
        state = await asyncio.to_thread(set_up, lambda: begin(scenario, options))
        refuse_unoffered(state.setup.options)
        name = given(wanted.name) or of_scenario(scenario_shown(scenario))
        row = new_row(token, name, scenario, state.setup.options, state)
        row.bids = NO_BIDS if wanted.bid else ""
        row.pace, row.shared = clock.begun(wanted.clock), "open" if wanted.shared else ""
        row.manner = manner.kept(manner_wanted(wanted))
        row.rated = wanted.rated
        if wanted.rated:
            await self._check_account(token)
        if wanted.pair:
            row.leg, row.pair = 1, new_id()
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        if "open" in (wanted.axis, wanted.soviet):
            await self._check_room(token)
        if wanted.shared:
            await self._check_lobby(token)
        return await self.begin(row, seats, state, token)

    async def _check_room(self, token: str) -> None:
        """Raises if a player already has the most running games with other people that are allowed."""
        if await self._store.running_with_others(hashed(token)) >= self._most:
            raise Problem(409, "too_many", reason("too-many-games", n=self._most))

    async def _check_lobby(self, token: str) -> None:
        """Raises if a player, or all of them together, already offer as many games to anybody as are allowed."""
        if await self._store.offered(hashed(token)) >= MOST_OFFERED:
            raise Problem(409, "too_many", reason("offered-too-many", n=MOST_OFFERED))
        if await self._store.offered() >= MOST_IN_LOBBY:
            raise Problem(409, "too_many", "lobby-full")

    async def _check_account(self, token: str) -> None:
        """Raises unless a player has an account: without one no game is rated."""
        if not await self._ratings.have_accounts([hashed(token)] if token else []):
            raise Problem(409, "no_account", "rated-account")

    async def is_like_a_running_game(self, match: Match, token: str) -> bool:
        """True if a typed position, as it was or as it stands, is like that of a running game of this browser's player
        with another one, and both have agreed on no help: hints for it would be hints for that game.
        """
        typed = [match.state, *([decoded(match.snapshots[0])] if 0 in match.snapshots else [])]
        for game_id in await self._store.with_others(hashed(token)):
            try:
                async with self._tables.open(game_id) as played:
                    plays = opponents(played) and owned_sides(played, token) and not helps(played)
                    if plays and any(alike(one, played.state) for one in typed):
                        return True
            except Problem:  # it is gone
                continue
        return False

    async def lobby(self, token: str) -> Lobby:
        """The games of others that anybody may join or watch."""
        apart = await self._blocks.apart(hashed(token))
        asked = (
            [one.game for one in await self._invitations.of(hashed(token)) if one.host not in apart] if token else []
        )
        found = [one for one in await self._open_to_others(token, apart) if not one.owned and not one.finished]
        others = [one for one in found if one.id not in asked]
        return Lobby(
            invited=await self._listed(await self._store.rows_of(asked), token) if asked else [],
            open=[one for one in others if any(seat.kind == "open" for seat in one.seats.values())],
            watch=[one for one in others if all(seat.kind != "open" for seat in one.seats.values())],
        )

    async def _open_to_others(self, token: str, apart: Collection[str]) -> list[ListedGame]:
        """The games in the lobby that a player may see, his own included."""
        async with self._showing:
            if not self._shown.holds(self._changes):
                self._shown = await self._show()
        shown, me = self._shown, hashed(token)
        rows = [row for row in shown.rows if row.owner not in apart]
        mine = [row for row in rows if token and me in shown.concerned[row.id]]
        listed = shown.listed | {one.id: one for one in await self._listed(mine, token)} if mine else shown.listed
        return [listed[row.id] for row in rows]

    @property
    def _changes(self) -> int:
        return self._tables.lists + self._database.people

    async def _show(self) -> Shown:
        changes, at = self._changes, time.monotonic()
        shared = await self._store.shared_games(LOBBY_SHOWS)
        known = {row.id for row in shared}
        public = await self._store.public_games(ended=False, most=LOBBY_SHOWS)
        rows = [*shared, *(row for row in public if row.id not in known)]
        concerned = {row.id: {row.owner} for row in rows}
        for seat in await self._store.seats(list(concerned)):
            concerned[seat.game] |= {seat.token, seat.former}
        return Shown(rows, concerned, {one.id: one for one in await self._listed(rows, "")}, changes, at)

    async def create_sandbox(self, state: State, origin: Origin, text: str, name: Name, token: str) -> CreatedGame:
        """Makes a sandbox from a state that `text` describes; this browser plays both sides."""
        wanted = NewGame(scenario=None, axis="human", soviet="human")
        row = new_row(token, name, scenario_of(origin, storable(text)), state.setup.options, state)
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self.begin(row, seats, state, token)

    async def create_from(self, state: State, wanted: NewGame, name: Name, token: str) -> CreatedGame:
        """Makes a game that begins with a state; this browser has its human seats."""
        await self.check_quota(token)
        row = new_row(token, name, f"{PREFIX}{write_state(state)}", state.setup.options, state)
        row.manner = manner.kept(manner_wanted(wanted))
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self.begin(row, seats, state, token)

    async def rematch(self, match: Match, *, swapped: bool = True) -> str:
        """Makes a game like this one, with or without the sides swapped; returns its id."""
        made = rematch_of(match, swapped=swapped)
        await self._store_new(made)
        return made.id

    async def begin(self, row: GameRow, seats: dict[Side, SeatRow], state: State, token: str) -> CreatedGame:
        """Stores a new game, played on to its first decision."""
        match = begun(Match(row, seats, state, Log(), {0: encoded(state)}))
        await self._store_new(match)
        return CreatedGame(match.id, links_of(match.id, match.seats, token))

    async def _forget_lesson(self, wanted: NewGame, token: str) -> None:
        """Deletes an earlier attempt at a lesson that is started again."""
        for game_id in await self._store.games_at_level(hashed(token), f"{LEVEL}{wanted.lesson}"):
            await self.delete(game_id, token)

    async def _store_new(self, match: Match) -> None:
        """Stores a game for the first time; the computer may begin it."""
        await self._tables.add(match)
        self._computer.wake(match)

    async def listing(self, token: str, start: int = 0) -> list[ListedGame]:
        """A page of the games of a browser, newest first (NET-8), after the `start` newest."""
        if not token:
            return []
        return await self._listed(await self._store.games_of(hashed(token), start, PAGE), token)

    async def news(self, token: str, since: datetime | None) -> GameNews:
        """What has changed on the list of games since a time; with none, in the last while."""
        at = now()
        begin = since.astimezone(UTC) - OVERLAP if since else datetime.fromisoformat(at) - RECENT
        seen = begin.isoformat(timespec="milliseconds")
        rows, count = await self._store.news_of(hashed(token), seen, PAGE) if token else ([], 0)
        return GameNews(at, await self._listed(rows, token), count, await self.lobby(token))

    async def _listed(self, rows: list[GameRow], token: str) -> list[ListedGame]:
        """Games as the lobby shows them."""
        ids = [row.id for row in rows]
        around = await self._database.read(lambda connection: around_games(connection, ids))
        seats: dict[str, dict[Side, SeatRow]] = {name: {} for name in ids}
        for seat in around.seats:
            seats[seat.game][Side(seat.side)] = seat
        players = {seat.token for seat in around.seats if seat.token}
        known, seen = cards_of(around.players, players), {one.id: one.seen for one in around.players.values()}
        proposals: dict[str, list[ProposalRow]] = {name: [] for name in ids}
        for proposal in around.proposals:
            proposals[proposal.game].append(proposal)
        about = ListDetails(
            proposals,
            around.preferences,
            around.said,
            around.told,
            seen,
            await self._partners(rows),
            around.reminded,
        )
        return [listed_game(row, seats[row.id], token, known, about) for row in rows]

    async def _partners(self, rows: Sequence[GameRow]) -> dict[str, GameRow]:
        """The other games of the matches that these games belong to, by id."""
        wanted = [row.pair for row in rows if row.leg]
        return {row.id: row for row in await self._store.rows_of(wanted)} if wanted else {}

    async def finished(
        self, token: str, *, public: bool, sought: str, scenario: str, start: int, most: int
    ) -> list[ListedGame]:
        """Finished games of a browser, or those that are public, newest first; with `sought` those on which all its
        words stand.
        """
        wanted = {word: _titled(word) for word in searchable(sought).split()[:MOST_WORDS]}
        if public:
            rows = await self._store.public_games(ended=True, scenario=scenario, words=wanted, start=start, most=most)
        elif token:
            rows = await self._store.finished_of(
                hashed(token), scenario=scenario, words=wanted, but=MARK, start=start, most=most
            )
        else:
            return []
        return await self._listed(rows, token)

    async def public(self, game_id: str) -> ListedGame | None:
        """A public game, as somebody without a seat sees it; None for every other one."""
        row = await self._store.public_game(game_id)
        return (await self._listed([row], ""))[0] if row else None

    async def save_import(self, text: str, token: str) -> CreatedGame:
        """Makes a game from a save file; its human seats belong to this browser."""
        await self.check_quota(token)
        match = await self._queue.do(lambda: read_in(text, hashed(token)))
        await self._store_new(match)
        return CreatedGame(match.id, {})

    async def check_quota(self, token: str) -> None:
        """Raises if a browser already has the most games that it may have."""
        if await self._store.count_of(hashed(token)) >= MOST_KEPT:
            raise Problem(429, "games_full", reason("games-full", most=MOST_KEPT))

    async def save_export(self, game_id: str, token: str) -> tuple[str, bytes]:
        """File name and contents of the save file; refused if it would show the other player's cards."""
        async with self._tables.visit(game_id, token) as match:
            owned = owned_sides(match, token)
            if shows_others(match, owned):
                raise Problem(403, "secret", "save-secret")
            if game.outcome(match.state) is None and not owned and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "save-not-yours")
            return f"noretreat-{match.id}.jsonl", savegame.encode(export_of(match))

    async def rename(self, game_id: str, token: str, title: str) -> None:
        """Renames a game (SAV-2); its creator and its players may."""
        async with self._tables.open(game_id) as match:
            if not owned_sides(match, token) and not matches(token, match.row.owner):
                raise Problem(403, "not_yours", "rename-not-yours")
            wanted = kept(given(title) or of_scenario(scenario_shown(match.row.scenario)))
            await self._tables.rename(match, wanted)

    async def duplicate(self, game_id: str, token: str) -> CreatedGame:
        """Copies a game, which goes on from its current position (SAV-2); refused like the save file."""
        _, content = await self.save_export(game_id, token)
        async with self._tables.open(game_id) as match:
            original = named(match.row.name)
        await self.check_quota(token)
        match = await self._queue.do(lambda: imported(savegame.decode(content, "copy"), new_id(), hashed(token), now()))
        match.row = msgspec.structs.replace(match.row, name=kept(copy_of(original)))
        match.chance = None if match.manner.own_dice else chance.new_chance(match.id, match.log)
        await self._store_new(match)
        return CreatedGame(match.id, {})

    async def delete(self, game_id: str, token: str) -> None:
        """Deletes a game; `why_not_delete` says who may."""
        async with self._tables.open(game_id) as match:
            why = why_not_delete(match.row, match.seats, token)
            if why:
                raise Problem(403, "not_yours", why)
            await self.remove(match)

    async def remove(self, match: Match) -> None:
        """Deletes an open game."""
        await self._tables.delete(match)
        self._computer.stop(match.id)

    async def put_away(self, game_id: str, token: str, *, away: bool) -> None:
        """Takes a game from the list of those that this browser plays, or puts it back (NET-8); its players may. One
        for whom the computer plays lets the seat go with it.
        """
        async with self._tables.visit(game_id, token) as match:
            left = next((side for side, seat in match.seats.items() if matches(token, seat.former)), None)
            if left is not None:
                await self._tables.put_seat(
                    match, left, msgspec.structs.replace(match.seats[left], former="", left_at="")
                )
                self._tables.announce_seats(match)
                return
            owned = owned_sides(match, token)
            if not owned:
                raise Problem(403, "not_yours", "no-seat")
            for side in owned:
                await self._tables.put_seat(match, side, msgspec.structs.replace(match.seats[side], away=away))

    async def invitation(self, game_id: str, invite: str, token: str) -> Invitation:
        """An invitation before it is taken; refused like `join`."""
        async with self._tables.open(game_id) as match:
            side, yours = _offered(match, invite, token)
            players = [seat.token for seat in match.seats.values()]
            known, preferences = await player_cards(self._players, players), await self._preferences.of(players)
            host = known.get(match.seats[other(side)].token, NOBODY)
            return Invitation(
                side,
                host,
                yours,
                listed_game(
                    match.row,
                    match.seats,
                    token,
                    known,
                    ListDetails(preferences=preferences, pairs=await self._partners([match.row])),
                ),
            )

    async def join(self, game_id: str, invite: str, token: str, orders: OrderSet = "ask") -> None:
        """Takes the seat that an invitation is for (NET-3). The link works until the player who used it has seen
        something of the game. It does not work for a player or the creator of the game, who would take both seats just
        by trying it out: playing both sides is chosen when the game is made.
        """
        async with self._tables.open(game_id) as match:
            side, yours = _offered(match, invite, token)
            if not yours:
                await self._sit_down(match, side, token, orders)

    async def sit(self, game_id: str, token: str, orders: OrderSet = "ask") -> None:
        """Takes the open seat of a game that anybody can join, or that this player was invited to."""
        async with self._tables.open(game_id) as match:
            side = next((side for side, seat in match.seats.items() if seat.kind == "open"), None)
            free = match.row.shared == "open" or hashed(token) in {
                one.player for one in await self._invitations.at(game_id)
            }
            if not free or side is None:
                raise Problem(409, "taken", "seat-taken")
            if owned_sides(match, token):
                raise Problem(409, "own", "seat-own")
            await self._sit_down(match, side, token, orders)

    async def _sit_down(self, match: Match, side: Side, token: str, orders: OrderSet) -> None:
        """Gives a seat to a browser; raises if another browser was faster, or this one plays too many games."""
        await self._check_room(token)
        if match.row.rated:
            await self._check_account(token)
        if {match.row.owner, match.seats[other(side)].token} & await self._blocks.apart(hashed(token)):
            raise Problem(403, "apart", "blocked")
        seat = msgspec.structs.replace(match.seats[side], kind="human", token=hashed(token), orders=set_kept(orders))
        try:
            await self._tables.put_seat(match, side, seat)
        except Conflict:
            raise Problem(409, "taken", "seat-taken") from None
        await self._talk.add(match.id, now(), side.value, "join")
        self._tables.announce_seats(match)
        await self._tables.teller.tell("joined", match.id, match.seats[other(side)].token)


@cache
def _titles() -> dict[str, str]:
    """The titles of the scenarios in every language, as they are looked for."""
    tongues = [load_tongue(language) for language in CODES]
    return {
        one: searchable(" ".join([one, *(str(texts.get(f"scenario.{one}.title", "")) for texts in tongues)]))
        for one in scenario_ids()
    }


def _titled(word: str) -> list[str]:
    """The scenarios on whose titles a word stands."""
    return [one for one, titles in _titles().items() if word in titles]


def _offered(match: Match, invite: str, token: str) -> tuple[Side, bool]:
    """The seat that an invitation is for, and whether this browser already has it; raises if it cannot be taken."""
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
