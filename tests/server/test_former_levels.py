"""Games of the level Best, which is gone: Hard plays on where a save or a stored game names it, and is shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from server.test_table_service import ANNA, Inn

from noretreat.ai.player import Observation
from noretreat.ai.players.levels import LEVELS
from noretreat.data.facts import FORMER_LEVELS, Side
from noretreat.server.computer.players import Computer
from noretreat.server.computer.worker_pool import Chosen
from noretreat.server.game.listing import NewGame
from noretreat.server.http.errors import Problem
from noretreat.server.lobby.new_game import check_seats
from noretreat.storage import savegame
from noretreat.storage.database import Database
from noretreat.storage.tables import SEAT

SAVE = Path(__file__).resolve().parents[1] / "saved_games" / "against_best.jsonl"
"""A game against Best, as an earlier version would have saved it; Best is to move next."""


def test_each_former_level_has_an_heir_of_today() -> None:
    assert set(FORMER_LEVELS.values()) <= LEVELS.keys()
    assert not FORMER_LEVELS.keys() & LEVELS.keys()


def test_a_save_that_names_best_is_one_of_hard() -> None:
    text = SAVE.read_bytes()
    assert b'"level":"best"' in text
    saved = savegame.decode(text)
    assert saved.header.seats["soviet"].level == "hard"
    assert b'"best"' not in savegame.encode(saved)


def test_a_stored_game_that_names_best_is_played_on_by_hard(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On both databases, from the row as an earlier version left it."""
    asked: list[str] = []

    async def ask(self: Computer, level: str, seen: Observation, decision: object) -> Chosen:
        asked.append(level)
        return Chosen(seen.actions[0], None)

    monkeypatch.setattr(Computer, "_ask", ask)

    async def story() -> None:
        database = Database(store_url)
        await database.open("mark")
        before = Inn(database, 20)
        game = (await before.games.list.save_import(SAVE.read_text(encoding="utf-8"), ANNA)).id
        await before.games.close()
        old = SEAT.update().where(SEAT.c.game == game, SEAT.c.side == "soviet").values(level="best")
        assert await database.write(lambda connection: connection.execute(old).rowcount) == 1
        inn = Inn(database, 20)
        try:
            package = await inn.games.show(game, ANNA, 0, None)
            assert package.game.seats[Side.SOVIET].level == "hard"
            for task in tuple(inn.games.computer._tasks.values()):
                await task
            assert set(asked) == {"hard"}
            assert (await inn.games.show(game, ANNA, 0, None)).ply > package.ply
            company = await inn.company(game)
            assert '"best"' not in msgspec.json.encode(company).decode()
            listed = await inn.games.list.listing(ANNA)
            assert [row.id for row in listed] == [game]
            assert '"best"' not in msgspec.json.encode(listed).decode()
            _, content = await inn.games.list.save_export(game, ANNA)
            assert b'"level":"hard"' in content
            await _seat_changes(inn, game)
            stored = sa.select(SEAT.c.level).where(SEAT.c.game == game, SEAT.c.side == "soviet")
            assert await database.scalars(stored) == ["hard"]
        finally:
            await inn.games.close()
            await database.close()

    asyncio.run(story())


async def _seat_changes(inn: Inn, game: str) -> None:
    """The row of the past is found when its seat changes, though it was read under another name."""
    async with inn.games.tables.open(game) as match:
        seat = match.seats[Side.SOVIET]
        changed: Any = msgspec.structs.replace(seat, passes="{}")
        await inn.games.list._store.put_seat(seat, changed)


def test_a_new_game_against_best_is_refused_with_the_reason() -> None:
    with pytest.raises(Problem, match="the level 'best' is gone"):
        check_seats(NewGame(axis="human", soviet="computer", level="best"))
