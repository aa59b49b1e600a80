"""The store of puzzles: their ratings, and what accounts have made of them.

A puzzle counts once for an account, by the first thing that came of it: one row a player and puzzle. The rating of a
player is that of the newest row. Who has no account keeps all that in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from noretreat.storage.database import Database
from noretreat.storage.ratings import Level, Measure
from noretreat.storage.rows import insert, record_of, values_of
from noretreat.storage.tables import ACCOUNT, PUZZLE, PUZZLED

PuzzleResult: TypeAlias = Literal["solved", "helped", "missed"]
"""`helped`: with a hint, which changes no rating."""


class PuzzleRow(msgspec.Struct):
    """The rating of a puzzle, and how often it was tried and solved: by accounts, at their first try."""

    id: str
    mu: float
    sigma: float
    tries: int
    solved: int


class PuzzledRow(msgspec.Struct):
    """What a player has made of a puzzle."""

    player: str
    puzzle: str
    result: PuzzleResult
    """What came of the first try."""
    solved: bool
    """It was solved in the end."""
    mu: float
    """The player's rating after the first try."""
    sigma: float
    at: str
    """The time of the first try."""


class PuzzleStore:
    """Puzzles in the store. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ratings(self) -> dict[str, PuzzleRow]:
        """The ratings of the puzzles that accounts have tried, by id."""
        return {row.id: row for row in await self._database.records(PuzzleRow, PUZZLE.select())}

    async def of(self, player: str) -> list[PuzzledRow]:
        """What a player has made of puzzles, the oldest first."""
        query = PUZZLED.select().where(PUZZLED.c.player == player).order_by(PUZZLED.c.at, PUZZLED.c.puzzle)
        return await self._database.records(PuzzledRow, query)

    async def count(
        self,
        player: str,
        puzzle: str,
        result: PuzzleResult,
        at: str,
        first: tuple[Level, Level],
        measure: Measure,
        *,
        solved: bool | None = None,
    ) -> bool:
        """Counts what came of a puzzle for a player with an account; False if it had been counted before.

        `first`: the levels of a player and of this puzzle that nothing has been counted for. `solved`: whether it was;
        None: as the result says.
        """
        done = result != "missed" if solved is None else solved

        def work(connection: sa.Connection) -> bool:
            # Whoever else counts something for the same player waits here.
            account = sa.select(ACCOUNT.c.player).where(ACCOUNT.c.player == player).with_for_update()
            if connection.execute(account).first() is None:
                return False
            mine = (PUZZLED.c.player == player, PUZZLED.c.puzzle == puzzle)
            if connection.execute(PUZZLED.select().where(*mine)).first() is not None:
                if done:
                    connection.execute(PUZZLED.update().where(*mine).values(solved=True))
                return False
            before = _newest(connection, player) or first[0]
            known = _row(connection, puzzle)
            row = known or PuzzleRow(puzzle, *first[1], 0, 0)
            after = levels_after(before, (row.mu, row.sigma), result, measure)
            insert(connection, PUZZLED, [PuzzledRow(player, puzzle, result, done, *after["player"], at)])
            (row.mu, row.sigma), row.tries, row.solved = after["puzzle"], row.tries + 1, row.solved + done
            if known is None:  # of two that insert it at once the second one is run again, and finds it
                connection.execute(PUZZLE.insert(), values_of(row))
            else:
                connection.execute(PUZZLE.update().where(PUZZLE.c.id == puzzle).values(values_of(row)))
            return True

        return await self._database.write(work)

    async def take_over(
        self, player: str, tried: Mapping[str, tuple[PuzzleResult, bool]], at: str, newcomer: Level
    ) -> None:
        """Adds what a player with an account has made of puzzles elsewhere; no rating changes by it."""

        def work(connection: sa.Connection) -> None:
            account = sa.select(ACCOUNT.c.player).where(ACCOUNT.c.player == player).with_for_update()
            if connection.execute(account).first() is None:
                return
            of_player = PUZZLED.c.player == player
            there = set(connection.execute(sa.select(PUZZLED.c.puzzle).where(of_player)).scalars())
            level = _newest(connection, player) or newcomer
            new = [
                PuzzledRow(player, puzzle, result, solved, *level, at)
                for puzzle, (result, solved) in tried.items()
                if puzzle not in there
            ]
            insert(connection, PUZZLED, new)
            solved_too = [puzzle for puzzle, (_, solved) in tried.items() if solved and puzzle in there]
            connection.execute(PUZZLED.update().where(of_player, PUZZLED.c.puzzle.in_(solved_too)).values(solved=True))

        await self._database.write(work)


def levels_after(player: Level, puzzle: Level, result: PuzzleResult, measure: Measure) -> Mapping[str, Level]:
    """The levels of a player and a puzzle after a first try."""
    if result == "helped":
        return {"player": player, "puzzle": puzzle}
    return measure({"player": player, "puzzle": puzzle}, "player" if result == "solved" else "puzzle")


def _newest(connection: sa.Connection, player: str) -> Level | None:
    newest = sa.select(PUZZLED.c.mu, PUZZLED.c.sigma).where(PUZZLED.c.player == player)
    found = connection.execute(newest.order_by(PUZZLED.c.at.desc(), PUZZLED.c.puzzle.desc()).limit(1)).first()
    return None if found is None else (float(found.mu), float(found.sigma))


def _row(connection: sa.Connection, puzzle: str) -> PuzzleRow | None:
    found = connection.execute(PUZZLE.select().where(PUZZLE.c.id == puzzle).with_for_update()).first()
    return None if found is None else record_of(PuzzleRow, found)
