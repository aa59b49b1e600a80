"""Both stores take the same texts, whatever way they come; and a backup with another one says which row it is."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from postgres import Postgres
from server.test_table_service import ANNA, BORIS, Inn

from noretreat import new_game
from noretreat.cli import main
from noretreat.positions import write_state
from noretreat.server.lobby.review import Fork, Review
from noretreat.server.players.players import NameAndColor, Players
from noretreat.storage import savegame
from noretreat.storage.backup import restore_backup, write_backup
from noretreat.storage.database import Database, StorageError, url_of
from noretreat.storage.games import GameStore
from noretreat.storage.players import PlayerStore
from noretreat.storage.tables import METADATA
from noretreat.storage.texts import KeyColumn, TextColumn, storable

BAD = "A\0B"


@pytest.fixture
def other_url(store_url: str, postgres: Postgres, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store of the other kind."""
    if store_url.startswith("postgresql"):
        yield url_of(tmp_path)
        return
    url = postgres.new()
    yield url
    postgres.drop(url)


async def everything(database: Database) -> dict[str, list[Any]]:
    return {table.name: sorted(await database.rows(table.select())) for table in METADATA.sorted_tables}


async def written(database: Database) -> None:
    """All that people write, each with a sign in it that PostgreSQL does not take."""
    inn, people = Inn(database, 20), PlayerStore(database)
    study = Review(inn.games.tables, inn.games.list)
    try:
        game = await inn.begin(name=BAD)
        await inn.games.show(game, BORIS, 0, None)
        await inn.games.list.rename(game, ANNA, f"{BAD}C")
        await inn.dealings.say(game, BORIS, f"hello\0 {BAD}")
        await inn.dealings.report(game, ANNA, 2, f"rude {BAD}")
        await inn.dealings.write_down(game, BORIS, f"{BAD}\nsecond line")
        await Players(people, inn.games.tables).change(ANNA, NameAndColor(name=BAD))
        position = f"# {BAD}\n{write_state(new_game('citadel'))}"
        placed = await inn.games.list.create(_of_position(position), ANNA)
        await study.fork(Fork(position=position), ANNA)
        saved = savegame.new_save(new_game("citadel"), name=BAD)
        saved.header.scenario = f"position:# {BAD}\n{saved.header.scenario.removeprefix('position:')}"
        loaded = await inn.games.list.save_import(savegame.encode(saved).decode(), ANNA)
        names = {row.id: row.name for row in await GameStore(database).games_of(_hash(ANNA))}
        assert (names[game], names[loaded.id]) == ("ABC", "AB")
        assert (await inn.games.show(game, ANNA, 0, None)).game.name == "ABC"
        assert "\0" not in (await inn.games.list.save_export(placed.id, ANNA))[1].decode().replace("\\u0000", "\0")
        assert (await inn.company(game)).lines[-1].text == "hello AB"
        assert await inn.talk.notebook(game, "soviet") == "AB\nsecond line"
        assert (await inn.talk.reports())[0].why == "rude AB"
        for name in (BAD, "half \ud83d"):
            with pytest.raises(StorageError) as refused:
                await GameStore(database).game(name)
            assert refused.value.code == "storage_refused"
    finally:
        await inn.games.close()


def _of_position(text: str) -> Any:
    from noretreat.server.game.listing import NewGame

    return NewGame(scenario=None, position=text, axis="human", soviet="human")


def _hash(token: str) -> str:
    from noretreat.server.http.security import hashed

    return hashed(token)


def test_what_people_write_goes_into_either_store(store_url: str, other_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        one, other = Database(store_url), Database(other_url)
        await one.open("mark")
        await written(one)
        path = tmp_path / "a.backup"
        rows = await write_backup(one, path)
        assert await restore_backup(other, path) == rows
        assert await everything(other) == await everything(one)
        await one.close()
        await other.close()

    asyncio.run(story())


def test_every_column_of_text_is_one_of_these() -> None:
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, sa.Text | sa.TypeDecorator):
                assert isinstance(column.type, TextColumn | KeyColumn), column
    assert isinstance(METADATA.tables["game"].c.id.type, KeyColumn)
    assert isinstance(METADATA.tables["talk"].c.text.type, TextColumn)


def test_only_what_no_store_takes_is_taken_out() -> None:
    for text in ("", "plain", "Лёша\n\ttab \x1b \x7f \u200b", "😀", "\ufffe"):
        assert storable(text) == text
    assert storable("\0a\0") == "a"
    assert storable("\ud83d and \ude00") == "\ufffd and \ufffd"


@pytest.fixture
def old_backup(tmp_path: Path) -> Path:
    """A backup of a store that was written to before this: with NULs, and with rows that no store takes."""
    folder = tmp_path / "old"
    folder.mkdir()
    path = tmp_path / "old.backup"

    async def story() -> None:
        database = Database(url_of(folder))
        await database.open("mark")
        inn = Inn(database, 20)
        games = [await inn.begin() for _ in range(2)]
        await inn.dealings.say(games[0], ANNA, "well met")
        await inn.games.close()
        with sqlite3.connect(folder / "games.db") as raw:
            raw.execute("UPDATE game SET name = ? WHERE id = ?", (BAD, games[0]))
            raw.execute("UPDATE talk SET text = ? WHERE kind = 'say'", (f"well{BAD}",))
        raw.close()
        await write_backup(database, path)
        await database.close()

    asyncio.run(story())
    return path


def changed(path: Path, change: Any) -> Path:
    """A backup with other rows."""
    first, *rows, _ = gzip.decompress(path.read_bytes()).splitlines()
    rows = change([json.loads(row) for row in rows])
    lines = [first, *(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows)]
    path.write_bytes(gzip.compress(b"\n".join([*lines, json.dumps({"rows": len(rows)}).encode(), b""])))
    return path


def test_a_row_that_is_not_taken_is_named(old_backup: Path, store_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["restore", str(old_backup), "--database-url", store_url]
    assert main.main(command) == 1
    said = capsys.readouterr().err
    assert re.search(r"old\.backup, line \d, game id='\w+': ", said)
    assert "name has signs that no database takes (nothing is restored; --go-on restores the rest)" in said
    assert said.count("\n") == 1
    assert main.main([*command, "--go-on"]) == 0
    told = capsys.readouterr()
    assert [line.partition(", line ")[2].split(" ")[1] for line in told.err.splitlines()] == ["game", "talk"]

    async def kept() -> None:
        database = Database(store_url)
        await database.open("never used")
        assert (await database.rows(sa.text("SELECT name FROM game ORDER BY name")))[0] == ("AB",)  # type: ignore[arg-type]
        assert (await database.rows(sa.text("SELECT text FROM talk WHERE kind = 'say'"))) == [("wellAB",)]  # type: ignore[arg-type]
        await database.close()

    asyncio.run(kept())


def test_what_is_left_out_takes_along_what_belongs_to_it(old_backup: Path, store_url: str) -> None:
    def change(rows: list[Any]) -> list[Any]:
        first = next(row for row in rows if row[0] == "game")
        rows = [row for row in rows if row is not first]  # its seats, steps and talk belong to nothing
        game = next(row for row in rows if row[0] == "game")
        at = rows.index(game)
        return [*rows[:at], game, game, b"no row at all", ["nonsense", 1], *rows[at + 1 :]]

    path = changed(old_backup, change)

    async def story() -> None:
        database = Database(store_url)
        with pytest.raises(StorageError, match=r"old\.backup, line \d"):
            await restore_backup(database, path)
        told: list[str] = []
        rows = await restore_backup(database, path, told.append)
        assert any("this is no row" in line for line in told)
        assert any("left out as well" in line or "seat game=" in line for line in told)
        there = await everything(database)
        assert len(there["game"]) == 1
        assert {row[0] for name in ("seat", "step", "chance") for row in there[name]} == {there["game"][0][0]}
        assert rows == sum(map(len, there.values()))
        await database.close()

    asyncio.run(story())
