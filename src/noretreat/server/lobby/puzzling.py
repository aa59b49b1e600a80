"""The puzzles of a server: the list, beginning one, hints, explanations, results; `server/game/puzzles.py` plays them.

The first result in a puzzle counts, once. Solved without a hint, it is a game won against the puzzle; missed, or with
its solution looked at, a game lost; solved after a hint, it changes nothing. The rating of a player with an account is
kept at the site, and changes the ratings of the puzzles; the browser of any other player keeps the rating and sends it.

Beginning a puzzle again undoes none of that: a miss is counted before its game is deleted, and the hints that were
given still count.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat import game
from noretreat.core.reasons import say
from noretreat.data.facts import Side
from noretreat.positions import PREFIX, begin
from noretreat.puzzles.book import position, puzzles
from noretreat.puzzles.records import Kind, Puzzle, PuzzleLine
from noretreat.puzzles.training import OF_FINDINGS, OF_LESSONS
from noretreat.server.clocks.now import now
from noretreat.server.game.listing import CreatedGame, NewGame, new_row, new_seat
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides, scenario_title
from noretreat.server.game.puzzles import (
    LEVEL,
    Posed,
    PuzzleProgress,
    hinted,
    id_in,
    level_of,
    posed,
    progress,
    why_not_mine,
)
from noretreat.server.game.ratings import DEVIATION, MEAN, measured
from noretreat.server.game.summary import other
from noretreat.server.game.undo import rebuilt
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import cookies_for, hashed, token_for, token_of
from noretreat.server.http.services import service
from noretreat.server.lobby.catalog import GameList
from noretreat.storage.games import GameStore
from noretreat.storage.puzzles import PuzzledRow, PuzzleResult, PuzzleStore, levels_after
from noretreat.storage.ratings import Level, RatingStore

SURE: Final = 150.0
"""How unsure the rating of a puzzle is before anybody has tried it."""
KEPT: Final = 10
"""The puzzles that a browser has open at most: older ones are deleted when another is begun."""


class PuzzleChoice(msgspec.Struct, frozen=True):
    """A puzzle in the list, without its solution."""

    id: str
    kind: Kind
    level: int
    side: Side
    scenario: str
    scenario_title: str
    turn: int
    rating: int


class PuzzleTried(msgspec.Struct, frozen=True):
    """A player's results in a puzzle."""

    result: PuzzleResult
    """The result of the first try."""
    solved: bool
    """True if it was solved in the end."""


class PuzzleLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's rating in puzzles: mean and deviation."""

    mu: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)] = MEAN
    sigma: Annotated[float, msgspec.Meta(ge=0.001, le=10_000)] = DEVIATION


class PuzzleBook(msgspec.Struct, frozen=True):
    """All puzzles, and the results of this browser's account."""

    day: str
    """Today's date, as 2026-11-23, the same for everyone; ..."""
    today: str
    """... and the puzzle of this day. Empty if there are no puzzles."""
    puzzles: list[PuzzleChoice]
    account: PuzzleLevel | None
    """None for a player without an account."""
    tried: dict[str, PuzzleTried]
    lessons: dict[str, tuple[Kind, ...]]
    """The kinds that train what a lesson teaches, by its id, ..."""
    findings: dict[str, tuple[Kind, ...]]
    """... and those that train what the coach finds, by its kind."""


class PuzzleCounted(msgspec.Struct, frozen=True):
    """What a try did to the player's rating."""

    result: PuzzleResult
    counted: bool
    """False if the puzzle had been counted before."""
    before: PuzzleLevel
    after: PuzzleLevel
    account: bool
    """True if the rating is kept at the site, in an account."""


class PuzzleWhy(msgspec.Struct, frozen=True):
    """Why what was played does not solve the puzzle."""

    reasons: tuple[PuzzleLine, ...]


class CountPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of counting a result: what a browser without an account has kept."""

    level: PuzzleLevel = PuzzleLevel()
    counted: bool = False
    """True if the browser has already counted this puzzle."""


class KnownPuzzles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of taking a browser's results into an account."""

    tried: Annotated[dict[str, PuzzleResult], msgspec.Meta(max_length=2000)]
    """The result of the first try of each."""
    solved: Annotated[tuple[str, ...], msgspec.Meta(max_length=2000)]
    """Those of them that were solved in the end."""


class Puzzling:
    """The puzzles of one server."""

    def __init__(
        self, store: PuzzleStore, tables: OpenGames, games: GameList, game_store: GameStore, ratings: RatingStore
    ) -> None:
        self._store, self._tables, self._games = store, tables, games
        self._game_store, self._ratings = game_store, ratings

    async def book(self, token: str) -> PuzzleBook:
        """All puzzles, and the results of this browser's account."""
        ratings = await self._store.ratings()
        player = await self._account(token)
        tried = await self._store.of(player) if player else []
        day = now()[:10]
        return PuzzleBook(
            day=day,
            today=of_day(date.fromisoformat(day)),
            puzzles=[
                _choice(one, round(ratings[one.id].mu) if one.id in ratings else one.rating)
                for one in puzzles().values()
            ],
            account=_level_after(tried) if player else None,
            tried={row.puzzle: PuzzleTried(row.result, row.solved) for row in tried},
            lessons=dict(OF_LESSONS),
            findings=dict(OF_FINDINGS),
        )

    async def begin(self, name: str, token: str) -> CreatedGame:
        """Begins a puzzle for one player; deletes an earlier game of it, and the oldest of too many others."""
        puzzle = puzzles().get(name)
        if puzzle is None:
            raise Problem(404, "not_found", "no-puzzle")
        helped = await self._help_so_far(puzzle, token)
        await self._clear(name, token)
        await self._games.check_quota(token)
        scenario = f"{PREFIX}{puzzle.position}"
        state = begin(scenario, position(puzzle).setup.options)
        row = new_row(token, say("name-puzzle", id=puzzle.id), scenario, state.setup.options, state)
        wanted = NewGame(
            scenario=None,
            axis="human" if puzzle.side is Side.AXIS else "computer",
            soviet="human" if puzzle.side is Side.SOVIET else "computer",
            level=level_of(Posed(puzzle, helped, shown=False)),
        )
        seats = {side: new_seat(row.id, side, wanted, token) for side in Side}
        return await self._games.begin(row, seats, state, token)

    async def _help_so_far(self, puzzle: Puzzle, token: str) -> int:
        """The hints that were given in a game of this puzzle that is not over; one that was missed is counted now."""
        helped = 0
        levels = await self._game_store.levels_at(hashed(token), LEVEL)
        for game_id in [one for one, level in levels.items() if id_in(level) == puzzle.id]:
            async with self._tables.visit(game_id, token) as match:
                one = _solved_by(match, token)
                state = progress(one, match.log).state
            if state == "open":
                helped = max(helped, one.hints)
            elif state != "solved":
                await self.count(game_id, token, CountPuzzle())
        return helped

    async def settle(self, game_id: str, token: str) -> None:
        """Counts what came of a game that is about to be deleted: a result that nobody has asked for, and hints in one
        that is still open. Nothing where it is no puzzle of this browser.
        """
        player = await self._account(token)
        if not player:
            return
        async with self._tables.visit(game_id, token) as match:
            one = posed(match.seats)
            if one is None or one.puzzle.side not in owned_sides(match, token):
                return
            state = progress(one, match.log).state
        if state != "open":
            await self.count(game_id, token, CountPuzzle())
        elif one.hints:
            await self._store.count(player, one.puzzle.id, "helped", now(), _first(one.puzzle), measured, solved=False)

    async def take_over(self, known: KnownPuzzles, token: str) -> PuzzleBook:
        """Takes what a browser has made of puzzles without an account into the one that it has signed in to.

        No rating changes by it, as nobody has seen it: such a puzzle counts no more.
        """
        player = await self._account(token)
        if player:
            solved = frozenset(known.solved)
            tried = {name: (result, name in solved) for name, result in known.tried.items() if name in puzzles()}
            await self._store.take_over(player, tried, now(), (MEAN, DEVIATION))
        return await self.book(token)

    async def hint(self, name: str, token: str) -> PuzzleProgress:
        """One more hint."""
        async with self._tables.visit(name, token) as match:
            one = _solved_by(match, token)
            if progress(one, match.log).more_hints:
                one = hinted(one)
                await self._note(match, one)
            return progress(one, match.log)

    async def why_not(self, name: str, token: str) -> PuzzleWhy:
        """Why what was played in a puzzle that is over does not solve it."""
        async with self._tables.visit(name, token) as match:
            one = _solved_by(match, token)
            if progress(one, match.log).state == "open":
                raise Problem(409, "not_over", "puzzle-open")
            return PuzzleWhy(why_not_mine(one, match.log))

    async def solution(self, name: str, token: str) -> PuzzleProgress:
        """Gives a puzzle up, if it is not over, and plays its solution instead of what was played."""
        async with self._tables.visit(name, token) as match:
            one = _solved_by(match, token)
            if not one.shown:
                one = one._replace(shown=True)
                await self._note(match, one)
                start = len(one.puzzle.opening)
                await self._tables.rewind(match, rebuilt(match, start), start, one.puzzle.side, redone=False)
                for action in one.puzzle.solution:
                    if action not in game.legal_actions(match.state):
                        break
                    await self._tables.commit(match, action)
            return progress(one, match.log)

    async def count(self, name: str, token: str, known: CountPuzzle) -> PuzzleCounted:
        """Counts the result of a puzzle that is over, once."""
        async with self._tables.visit(name, token) as match:
            one = _solved_by(match, token)
            state = progress(one, match.log).state
        if state == "open":
            raise Problem(409, "not_over", "puzzle-open")
        result: PuzzleResult = "missed" if state != "solved" else "helped" if one.hints else "solved"
        first = _first(one.puzzle)
        player = await self._account(token)
        if player:
            before = await self._level(player)
            done = await self._store.count(player, one.puzzle.id, result, now(), first, measured)
            return PuzzleCounted(result, done, before, await self._level(player), account=True)
        before = known.level
        if known.counted:
            return PuzzleCounted(result, False, before, before, account=False)
        rated = (await self._store.ratings()).get(one.puzzle.id)
        against: Level = (rated.mu, rated.sigma) if rated else first[1]
        after = levels_after((before.mu, before.sigma), against, result, measured)["player"]
        return PuzzleCounted(result, True, before, PuzzleLevel(*after), account=False)

    async def _level(self, player: str) -> PuzzleLevel:
        return _level_after(await self._store.of(player))

    async def _account(self, token: str) -> str:
        """The player of this browser, if they have an account; else empty."""
        player = hashed(token) if token else ""
        return player if player and await self._ratings.have_accounts([player]) else ""

    async def _note(self, match: Match, one: Posed) -> None:
        """Stores the help that a solver has been given."""
        side = other(one.puzzle.side)
        await self._tables.put_seat(match, side, msgspec.structs.replace(match.seats[side], level=level_of(one)))

    async def _clear(self, name: str, token: str) -> None:
        """Deletes the games of this browser in a puzzle that is begun again, and all but the newest in others."""
        levels = await self._game_store.levels_at(hashed(token), LEVEL)
        same = [one for one, level in levels.items() if id_in(level) == name]
        others = [one for one in levels if one not in same]
        for game_id in (*same, *others[KEPT - 1 :]):
            await self.settle(game_id, token)
            await self._games.delete(game_id, token)


def _first(puzzle: Puzzle) -> tuple[Level, Level]:
    """The levels of a player and of this puzzle that nothing has been counted for."""
    return (MEAN, DEVIATION), (float(puzzle.rating), SURE)


def _level_after(tried: Sequence[PuzzledRow]) -> PuzzleLevel:
    """The rating of a player after these results, the newest last; a newcomer's if there are none."""
    return PuzzleLevel(tried[-1].mu, tried[-1].sigma) if tried else PuzzleLevel()


def of_day(day: date) -> str:
    """The puzzle of a day: each in its turn, in an order mixed from their ids."""
    order = sorted(puzzles(), key=lambda name: sha256(name.encode()).digest())
    return order[day.toordinal() % len(order)] if order else ""


def _choice(puzzle: Puzzle, rating: int) -> PuzzleChoice:
    return PuzzleChoice(
        id=puzzle.id,
        kind=puzzle.kind,
        level=puzzle.level,
        side=puzzle.side,
        scenario=puzzle.scenario,
        scenario_title=scenario_title(puzzle.scenario),
        turn=puzzle.turn,
        rating=rating,
    )


def _solved_by(match: Match, token: str) -> Posed:
    """The puzzle that a game is, for its solver; raises for everybody else."""
    one = posed(match.seats)
    if one is None:
        raise Problem(404, "not_found", "no-puzzle")
    if one.puzzle.side not in owned_sides(match, token):
        raise Problem(403, "not_yours", "no-seat")
    return one


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/puzzles", responses=REFUSALS)
async def show_puzzles(request: AnyRequest) -> Response[PuzzleBook]:
    """All puzzles, today's puzzle, and the results of this browser's account."""
    return as_json(await service(request, Puzzling).book(token_of(request)))


@post("/api/puzzles", status_code=200, responses=REFUSALS)
async def take_over_puzzles(request: AnyRequest, data: JSONBody[KnownPuzzles]) -> Response[PuzzleBook]:
    """Takes this browser's results in puzzles into the account that it is signed in to."""
    return as_json(await service(request, Puzzling).take_over(data, token_of(request)))


@post("/api/puzzles/{name:str}", responses=REFUSALS)
async def begin_puzzle(request: AnyRequest, name: FromPath[str]) -> Response[CreatedGame]:
    """Begins a puzzle, or begins it again."""
    token = token_for(request)
    created = await service(request, Puzzling).begin(name, token)
    return as_json(created, status=201, cookies=cookies_for(request, token))


@post("/api/games/{name:str}/puzzle/hint", status_code=200, responses=REFUSALS)
async def hint_at_puzzle(request: AnyRequest, name: FromPath[str]) -> Response[PuzzleProgress]:
    """One more hint: where, who, and why."""
    return as_json(await service(request, Puzzling).hint(name, token_of(request)))


@post("/api/games/{name:str}/puzzle/why-not", status_code=200, responses=REFUSALS)
async def why_not(request: AnyRequest, name: FromPath[str]) -> Response[PuzzleWhy]:
    """Why what was played in a puzzle that is over does not solve it."""
    return as_json(await service(request, Puzzling).why_not(name, token_of(request)))


@post("/api/games/{name:str}/puzzle/solution", status_code=200, responses=REFUSALS)
async def show_solution(request: AnyRequest, name: FromPath[str]) -> Response[PuzzleProgress]:
    """Gives a puzzle up, if it is not over, and plays its solution instead of what was played."""
    return as_json(await service(request, Puzzling).solution(name, token_of(request)))


@post("/api/games/{name:str}/puzzle/result", status_code=200, responses=REFUSALS)
async def count_puzzle(
    request: AnyRequest, name: FromPath[str], data: JSONBody[CountPuzzle]
) -> Response[PuzzleCounted]:
    """Counts the result of a puzzle; a second time changes nothing."""
    return as_json(await service(request, Puzzling).count(name, token_of(request), data))


HANDLED: Final = [show_puzzles, take_over_puzzles, begin_puzzle, hint_at_puzzle, why_not, show_solution, count_puzzle]
