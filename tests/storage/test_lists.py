"""The lists of games: a player's own, those that run with others, lessons, and the lobby's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from noretreat.storage.around_games import around_games
from noretreat.storage.database import Database
from noretreat.storage.games import GameRow, GameStore, SeatRow
from noretreat.storage.players import PlayerStore
from noretreat.storage.table_talk import REMINDER, ProposalRow, TalkStore

AT = "2026-05-01T12:00:00.000+00:00"


def with_games(url: str, look: Callable[[Database], Awaitable[Any]]) -> Any:
    """What `look` finds in a store of some games of a player, `me`."""
    games: list[tuple[str, str, tuple[str, str], tuple[str, str], str]] = [
        ("alone", "me", ("human", "me"), ("human", "me"), ""),
        ("computer", "me", ("human", "me"), ("computer", ""), ""),
        ("open", "me", ("human", "me"), ("open", ""), ""),
        ("ours", "me", ("human", "me"), ("human", "you"), ""),
        ("yours", "you", ("human", "you"), ("human", "me"), ""),
        ("over", "you", ("human", "you"), ("human", "me"), AT),
        ("theirs", "you", ("human", "you"), ("human", "another"), ""),
    ]

    async def run() -> Any:
        database = Database(url)
        await database.open("mark")
        for number, (name, owner, axis, soviet, ended) in enumerate(games):
            row = GameRow(name, owner, "", "barbarossa", "{}", AT, f"{AT} {number}", 0, 7, "", "{}", shared="open")
            row.ended = ended
            level = "lesson:march" if soviet[0] == "computer" else ""
            seats = [SeatRow(name, "axis", axis[0], token=axis[1])]
            seats.append(SeatRow(name, "soviet", soviet[0], level=level, token=soviet[1]))
            await GameStore(database).create(row, seats, [], [])
        try:
            return await look(database)
        finally:
            await database.close()

    return asyncio.run(run())


def test_the_lists_hold_what_they_should(store_url: str) -> None:
    async def look(database: Database) -> None:
        mine = [row.id for row in await GameStore(database).games_of("me")]
        assert mine == ["over", "yours", "ours", "open", "computer", "alone"], "the latest first"
        assert [row.id for row in await GameStore(database).games_of("me", 1, 2)] == ["yours", "ours"]
        assert await GameStore(database).running_with_others("me") == 3, "open, ours and yours"
        assert await GameStore(database).games_at_level("me", "lesson:march") == ["computer"]
        assert await GameStore(database).games_at_level("you", "lesson:march") == []
        shared = [row.id for row in await GameStore(database).shared_games(3)]
        assert shared == ["theirs", "yours", "ours"], "those that are over take no place"

    with_games(store_url, look)


@pytest.mark.parametrize("wanted", ["games_of", "running_with_others", "shared_games"])
def test_no_list_reads_all_games(tmp_path: Any, wanted: str) -> None:
    """SQLite says how it finds them: by an index, and never through the whole table."""
    said: list[tuple[str, Any]] = []

    async def look(database: Database) -> list[str]:
        sa.event.listen(
            database._pool._reader,
            "before_cursor_execute",
            lambda line, cursor, text, values, *more: said.append((text, values)),
        )
        await getattr(GameStore(database), wanted)(3 if wanted == "shared_games" else "me")
        text, values = said[0]
        plan = await database.read(
            lambda connection: [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)]
        )
        return [step for step in plan if step.startswith("SCAN") and step.split()[1] in ("game", "seat")]

    assert with_games(f"sqlite:///{tmp_path}/games.db", look) == []


def test_what_is_around_games_is_the_same_as_asked_for_one_by_one(store_url: str) -> None:
    async def look(database: Database) -> None:
        talk, names = TalkStore(database), ["ours", "yours"]
        await talk.ask(ProposalRow("ours", "draw", "axis", 0, "2026"))
        for side, kind in (("axis", "say"), ("soviet", "say"), ("soviet", REMINDER), ("axis", "join")):
            await talk.add("ours", f"2026 {side}", side, kind, "Hello")
        await PlayerStore(database).change("you", name="Boris")
        around = await database.read(lambda connection: around_games(connection, names))
        assert around.seats == await GameStore(database).seats(names)
        assert around.players == await PlayerStore(database).players(["you"])
        assert around.proposals == await talk.proposals(names)
        assert around.reminded == await talk.reminded(names) == {"ours": "2026 soviet"}
        lines = {(line.side, line.kind): line.number for line in await talk.lines("ours")}
        assert around.said == {("ours", side): lines[side, "say"] for side in ("axis", "soviet")}
        assert (await database.read(lambda connection: around_games(connection, []))).seats == []

    with_games(store_url, look)
