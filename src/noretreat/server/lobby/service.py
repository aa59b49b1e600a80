"""Playing: what a browser can do in a game, one method each. Games as wholes are dealt with in `catalog.py`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from noretreat import game
from noretreat.ask import AskAnswer, ask
from noretreat.core.actions import Action, Conclude, Resign, SettleSides
from noretreat.core.board import BOARD
from noretreat.core.reasons import Reason, reason
from noretreat.data.facts import Side
from noretreat.explain.questions.query import AskDangers, AskIdle, AskWhy, Query
from noretreat.orders import Reading, read
from noretreat.positions import is_position
from noretreat.server.analysis.chance_record import ChanceRecord, record_of
from noretreat.server.analysis.hints import Explained, Explanation, Hint, hint_of, reasons, why
from noretreat.server.computer.driver import ComputerDriver
from noretreat.server.computer.players import Computer
from noretreat.server.game import own_dice
from noretreat.server.game.as_seen import as_seen
from noretreat.server.game.auto_pass import Passing
from noretreat.server.game.auto_pass import kept as rule_kept
from noretreat.server.game.last_battle import last_battle
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.orders_given import orders_given
from noretreat.server.game.package import Hands, Package, covered, eyes, helps, owned_sides, package
from noretreat.server.game.puzzles import posed, puzzle_of
from noretreat.server.game.sandbox_origin import origin_of
from noretreat.server.game.undo import back_to, declared, rebuilt, why_no_undo, without
from noretreat.server.game.watched import Answer, WatchedGames, packed
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub
from noretreat.server.http.rate_limit import WorkQueue
from noretreat.server.lobby.catalog import MOST_GAMES, GameList
from noretreat.storage.database import Conflict, Database
from noretreat.storage.jobs import JobStore

RECORDS: Final = 20
"""Records of the dice of finished games that are kept."""
log = logging.getLogger("noretreat.server")


class Facts(msgspec.Struct, frozen=True):
    """What a language model may be told of a game."""

    rules: str
    """The rule set that is played."""
    answer: AskAnswer | None
    """The engine's answer, as the asker sees it; None where the players have agreed on no help."""


class Games:
    """All games of one server; they are stored, so the players need not be online at the same time (NET-1).

    `tables` are the games in memory, `computer` the seats that the computer plays, and `list` makes, finds and deletes
    games.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        computer: Computer,
        most: int = MOST_GAMES,
        minutes: int | None = None,
        jobs: JobStore | None = None,
    ) -> None:
        """`most`: as for `GameList`. `minutes`: as for `OpenGames`. `jobs`: where the computer's turns are left to the
        workers; None: it thinks here.
        """
        self.tables = OpenGames(database, hub, minutes)
        self.computer = ComputerDriver(self.tables, hub, computer, jobs)
        self._records: dict[tuple[str, int], ChanceRecord] = {}
        self._replays = WorkQueue()
        self._watched = WatchedGames()
        hub.changed = self._watched.forget
        self.list = GameList(database, self.tables, self.computer, most)

    # --- playing ---------------------------------------------------------------------------------------------
    async def show(self, game_id: str, token: str, since: int, wanted: Side | None, hands: Hands = "all") -> Package:
        """The package of a game."""
        async with self.tables.visit(game_id, token) as match:
            if wanted is not None and wanted not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            if posed(match.seats) is None and puzzle_of(match.seats) is not None:
                raise Problem(404, "not_found", "puzzle-left")
            self.computer.wake(match)
            return self._package(match, token, since, wanted, hands)

    async def answer(self, game_id: str, token: str, since: int, wanted: Side | None, hands: Hands) -> bytes | Answer:
        """The package of a game as JSON; all who only watch it are given the same one for a second."""
        match, key = self.tables.in_memory(game_id), (since, hands)
        if match is not None and wanted is None and not owned_sides(match, token):
            found = self._watched.find(game_id, match, key)
            if found is not None:
                return found
        shown = self._watched.begun(game_id)
        found_now = await self.show(game_id, token, since, wanted, hands)
        plain = msgspec.json.encode(found_now)
        if found_now.owned or wanted is not None:
            return plain
        answer, match = packed(plain), self.tables.in_memory(game_id)
        if match is not None and match.ply == found_now.ply:
            self._watched.keep(game_id, shown, match, key, answer)
        return answer

    @contextlib.asynccontextmanager
    async def _turn(
        self, game_id: str, token: str, ply: int, action: Action | None = None, hands: Hands = "all"
    ) -> AsyncIterator[Match]:
        """The game, open for the browser whose turn it is; refuses others, what is illegal, and whoever is overtaken
        by another server on the same store.
        """
        async with self.tables.visit(game_id, token) as match:
            self._check_turn(match, token, ply, action, hands)
            try:
                yield match
            except game.IllegalAction as error:
                raise self._refusal(match, token, "illegal", error.reason, hands) from None
            except Conflict as conflict:
                log.info("game %s: %s", game_id, conflict)
                fresh = await self.tables.reread(game_id)
                raise self._refusal(fresh, token, "stale", "moved-on", hands, since=ply) from None

    async def act(self, game_id: str, token: str, ply: int, action: Action, hands: Hands = "all") -> Package:
        """Plays an action for the browser's seat. A resignation stands, whatever the enemy did meanwhile."""
        async with self._turn(game_id, token, ply, action, hands) as match:
            elsewhere = own_dice.why_not(match.state, action) if match.asks_chance else None
            if elsewhere is not None:
                raise game.IllegalAction(elsewhere)
            await self.tables.commit(match, action)
            self.computer.wake(match)
            return self._package(match, token, min(ply, match.ply), None, hands)

    async def undo(self, game_id: str, token: str, ply: int, *, whole: bool = False, hands: Hands = "all") -> Package:
        """Undoes the browser's last action; `whole`: all of them, back to the start of the phase or the last
        barrier.
        """
        async with self._turn(game_id, token, ply, hands=hands) as match:
            side = eyes(match, owned_sides(match, token), match.to_act())
            why = why_no_undo(match, side)
            if why or side is None:
                raise self._refusal(match, token, "barrier", why or "behind-turn", hands)
            target = back_to(match, side, whole=whole)
            try:
                state = rebuilt(match, target)
            except Exception as error:
                log.warning("game %s: taking back failed: %s", game_id, error)
                raise self._refusal(match, token, "barrier", "behind-rules", hands) from None
            await self.tables.rewind(match, state, target, side)
            return self._package(match, token, match.ply, None, hands)

    async def take_back(self, game_id: str, token: str, ply: int, hex_: str, hands: Hands = "all") -> Package:
        """Takes back one of the targets declared last; those after it are declared again (10.1)."""
        async with self._turn(game_id, token, ply, hands=hands) as match:
            if hex_ not in BOARD.node_of:
                raise game.IllegalAction(reason("no-hex", name=hex_))
            side = eyes(match, owned_sides(match, token), match.to_act())
            found = next((one for one in declared(match, side) if one.hex == hex_), None) if side else None
            if found is None or side is None:
                raise self._refusal(match, token, "barrier", reason("not-taken-back", hex=hex_), hands)
            without(match, found)  # raises before anything is changed
            taken, *others = [entry.action for entry in match.log[found.ply - 1 :]]
            state = rebuilt(match, found.ply - 1)
            await self.tables.rewind(match, state, found.ply - 1, side, redone=not others)
            for left, action in zip(reversed(range(len(others))), others, strict=True):
                await self.tables.commit(match, action, () if left else [taken])
            return self._package(match, token, found.ply - 1, None, hands)

    async def redo(self, game_id: str, token: str, ply: int, hands: Hands = "all") -> Package:
        """Redoes the last action undone."""
        async with self._turn(game_id, token, ply, hands=hands) as match:
            if not match.undone:
                raise self._refusal(match, token, "barrier", "nothing-again", hands)
            *rest, action = match.undone
            await self.tables.commit(match, action, rest)
            self.computer.wake(match)
            return self._package(match, token, ply, None, hands)

    async def pass_windows(self, game_id: str, token: str, side: Side, rule: Passing) -> None:
        """Sets which card windows a seat passes unasked, from the next one on."""
        async with self.tables.visit(game_id, token) as match:
            if side not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            await self.tables.put_seat(match, side, msgspec.structs.replace(match.seats[side], passes=rule_kept(rule)))

    async def query(self, game_id: str, token: str, query: Query) -> object:
        """Answers a question about the position; changes nothing."""
        async with self.tables.visit(game_id, token) as match:
            if isinstance(query, AskIdle | AskWhy) and not self._may_ask_why(match, token, query):
                # Reasons can reveal the hand of the side that decides.
                raise Problem(403, "not_yours", "why-not-yours")
            if isinstance(query, AskDangers) and query.side not in owned_sides(match, token):
                # What would save a side can be a card in its hand.
                raise Problem(403, "not_yours", "dangers-not-yours")
            match = as_seen(match, owned_sides(match, token))
            state = match.state if query.at is None else self.tables.past(game_id).at(match, query.at)
            try:
                return query.answer(state)
            except game.IllegalAction as error:
                raise Problem(400, "bad_query", error.reason) from None

    @staticmethod
    def _may_ask_why(match: Match, token: str, query: AskIdle | AskWhy) -> bool:
        """Only the side that decides, about its decision."""
        return query.at is None and match.to_act() in owned_sides(match, token)

    async def ask(self, game_id: str, token: str, text: str, language: str, hands: Hands = "all") -> AskAnswer:
        """Answers a question in words for the eyes of the browser's seat; changes nothing."""
        async with self.tables.visit(game_id, token) as match:
            owned = owned_sides(match, token)
            match = as_seen(match, owned)
            side = eyes(match, owned, None)
            covers = covered(match, owned, side, hands) is not None
            state, happened = match.state, last_battle(match)
        return await asyncio.to_thread(ask, state, text, language, side, happened, hand=not covers)

    async def facts(self, game_id: str, token: str, text: str, language: str, hands: Hands = "all") -> Facts:
        """What `ask` answers, for a model that words it for the same reader: as help, so where that is agreed."""
        async with self.tables.visit(game_id, token) as match:
            rules = match.state.setup.options.rules
            agreed = helps(match) and await self.helps_at_origin(match, token)
        return Facts(rules, await self.ask(game_id, token, text, language, hands) if agreed else None)

    async def orders(self, game_id: str, token: str, ply: int, text: str, hands: Hands = "all") -> Reading:
        """Reads an order in words for the side that has to decide; changes nothing."""
        async with self._turn(game_id, token, ply, hands=hands) as match:
            return read(text, match.state)

    async def orders_given(self, game_id: str, token: str, side: Side) -> str:
        """The orders that a side has carried out this turn, as text; only for whoever plays it."""
        async with self.tables.visit(game_id, token) as match:
            if side not in owned_sides(match, token):
                raise Problem(403, "not_yours", "seat-of-another")
            return await asyncio.to_thread(orders_given, match, side)

    async def chance_record(self, game_id: str) -> ChanceRecord:
        """The public record of a game's dice and deals; after its end, all that is needed to check them."""
        async with self.tables.open(game_id) as match:
            found = self._records.get((game_id, match.ply))
            if found is None:
                over = game.outcome(match.state) is not None
                # To replay a whole game takes a while: one at a time, and the last ones are kept.
                found = await self._replays.do(lambda: record_of(match)) if over else record_of(match)
                if over and found is not None:
                    self._records[game_id, match.ply] = found
                    while len(self._records) > RECORDS:
                        del self._records[next(iter(self._records))]
        if found is None:
            raise Problem(404, "not_found", "no-commitment")
        return found

    async def hurry(self, game_id: str, token: str) -> None:
        """Has the computer answer at once; those who play the game may."""
        async with self.tables.open(game_id) as match:
            if not owned_sides(match, token):
                raise Problem(403, "not_yours", "no-seat")
        self.computer.hurry(game_id)

    async def hint(self, game_id: str, token: str, ply: int, hands: Hands = "all") -> Hint:
        """The computer's advice to the side that has to decide; the game is not locked meanwhile."""
        async with self._turn(game_id, token, ply, hands=hands) as match:
            state, side = match.state, match.to_act()
            if match.asks_chance:
                raise self._refusal(match, token, "illegal", "own-dice-hint", hands)
            agreed = helps(match) and await self.helps_at_origin(match, token)
            if not agreed:
                raise self._refusal(match, token, "illegal", "no-help", hands)
        assert side is not None
        action = await self.computer.advise(state, side)
        return hint_of(state, ply, side, action)

    async def helps_at_origin(self, match: Match, token: str) -> bool:
        """False for a sandbox of a running game of this browser whose players have agreed on no help, and for a typed
        position that is like one.
        """
        origin = origin_of(match.row.scenario)
        if is_position(match.row.scenario) or (origin is not None and not origin.game):
            return not await self.list.is_like_a_running_game(match, token)
        if origin is None or origin.game == match.id:
            return True
        try:
            async with self.tables.open(origin.game) as before:
                return helps(before) or not owned_sides(before, token)
        except Problem:  # the game is gone
            return True

    async def why(self, game_id: str, token: str, ply: int) -> Explanation:
        """Why a step of the log was taken."""
        async with self.tables.visit(game_id, token) as match:
            match = as_seen(match, owned_sides(match, token))
            return why(match, self.tables.past(game_id), ply, owned_sides(match, token))

    async def reasons(self, game_id: str, token: str, first: int, last: int) -> list[Explained]:
        """Why some steps of the log were taken, of those that can be explained."""
        async with self.tables.visit(game_id, token) as match:
            match = as_seen(match, owned_sides(match, token))
            return reasons(match, self.tables.past(game_id), first, last, owned_sides(match, token))

    def _check_turn(self, match: Match, token: str, ply: int, action: Action | None, hands: Hands) -> None:
        """Raises unless this browser may act now, knowing the game as it is."""
        owned = owned_sides(match, token)
        if not owned:
            raise Problem(403, "not_yours", "no-seat")
        if game.outcome(match.state) is not None:
            raise self._refusal(match, token, "game_over", "game-over", hands)
        if match.bidding:
            raise self._refusal(match, token, "not_your_turn", "bids-first", hands)
        if match.is_past_its_puzzle:
            raise self._refusal(match, token, "game_over", "puzzle-over", hands)
        if ply != match.ply and not isinstance(action, Resign):
            raise self._refusal(match, token, "stale", "moved-on", hands, since=ply)
        if isinstance(action, Conclude | SettleSides):
            raise self._refusal(match, token, "illegal", "not-allowed", hands)
        if isinstance(action, Resign):
            if action.side not in owned:
                raise self._refusal(match, token, "not_your_turn", "no-resigning-for", hands)
        elif match.to_act() not in owned:
            raise self._refusal(match, token, "not_your_turn", "other-decides", hands)

    async def close(self) -> None:
        """Stops the computer players."""
        await self.computer.close()

    # --- answers ---------------------------------------------------------------------------------------------
    def _package(self, match: Match, token: str, since: int, wanted: Side | None, hands: Hands) -> Package:
        thinking = self.computer.owes_a_move(match)
        match = as_seen(match, owned_sides(match, token))
        return package(match, token, since=since, wanted=wanted, thinking=thinking, hands=hands)

    def _refusal(
        self, match: Match, token: str, code: str, why: Reason | str, hands: Hands, *, since: int | None = None
    ) -> Problem:
        """A 409 with the current position."""
        fresh = self._package(match, token, match.ply if since is None else since, None, hands)
        return Problem(409, code, why, package=fresh)
