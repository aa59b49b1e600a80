"""Backups: everything is in them, from either database and into either, and half of one is not taken for a whole."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import itertools
import random
import shutil
import sqlite3
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from postgres import Postgres

from noretreat.cli.main import main
from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage.backup import _Packed, restore_backup, verify_backup, write_backup
from noretreat.storage.database import Database, StorageError, url_of
from noretreat.storage.tables import METADATA


def with_store(url: str, look: Callable[[Database], Awaitable[Any]]) -> Any:
    """What `look` finds with a store that it opens itself."""

    async def run() -> Any:
        database = Database(url)
        try:
            return await look(database)
        finally:
            await database.close()

    return asyncio.run(run())


async def everything(database: Database) -> dict[str, list[Any]]:
    await database.open("never used")
    return {table.name: sorted(await database.rows(table.select())) for table in METADATA.sorted_tables}


async def filled(database: Database) -> None:
    """Two games, one of them played a little, and a little else."""
    await database.open("the mark")
    games = Games(database, Hub(), Computer())
    for _ in range(2):
        name = (await games.list.create(NewGame(scenario="barbarossa", axis="human", soviet="human"), "token")).id
    package = await games.show(name, "token", 0, None)
    for _ in range(60):
        package = await games.act(name, "token", package.ply, package.actions[-1])
    await games.close()


@pytest.fixture
def other_url(store_url: str, postgres: Postgres, tmp_path: Path) -> Any:
    """The address of an empty store of the other kind."""
    if store_url.startswith("postgresql"):
        yield url_of(tmp_path)
        return
    url = postgres.new()
    yield url
    postgres.drop(url)


def test_a_backup_brings_everything_to_either_database(store_url: str, other_url: str, tmp_path: Path) -> None:
    path, again = tmp_path / "a.backup", tmp_path / "b.backup"
    with_store(store_url, filled)
    before = with_store(store_url, everything)
    assert len(before["game"]) == 2
    assert len(before["step"]) >= 60

    async def write(database: Database) -> int:
        await database.open("")
        return await write_backup(database, path if not path.exists() else again)

    rows = with_store(store_url, write)
    assert rows == sum(map(len, before.values()))
    assert with_store(other_url, lambda database: restore_backup(database, path)) == rows
    assert with_store(other_url, everything) == before
    with_store(other_url, write)
    assert gzip.decompress(again.read_bytes()).splitlines()[0] == gzip.decompress(path.read_bytes()).splitlines()[0]
    with pytest.raises(StorageError, match="not empty"):
        with_store(store_url, lambda database: restore_backup(database, path))
    assert with_store(store_url, everything) == before


@pytest.mark.slow
@pytest.mark.parametrize("what", ["nothing", "half", "without its end", "cut", "another"])
def test_what_is_no_whole_backup_is_refused(tmp_path: Path, what: str) -> None:
    path = tmp_path / "a.backup"
    with_store(url_of(tmp_path), filled)

    async def write(database: Database) -> int:
        await database.open("")
        return await write_backup(database, path)

    with_store(url_of(tmp_path), write)
    whole = path.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    path.write_bytes(
        {
            "nothing": b"",
            "half": gzip.compress(b"".join(lines[: len(lines) // 2])),
            "without its end": gzip.compress(b"".join(lines[:-1])),
            "cut": whole[: len(whole) // 2],
            "another": b"Dear diary",
        }[what]
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(StorageError, match="not a"):
        with_store(url_of(empty), lambda database: restore_backup(database, path))
    with pytest.raises(StorageError, match="not a"):
        verify_backup(path)
    shutil.copy(path, tmp_path / "broken")
    path.write_bytes(whole)
    rows = with_store(url_of(empty), lambda database: restore_backup(database, path))
    assert rows == verify_backup(path) > 0, "nothing was left behind"


def test_a_backup_is_a_look_at_one_moment(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is stored once its first rows have been read is not in it."""
    with_store(store_url, filled)
    before, written, write_some = with_store(store_url, everything), itertools.count(), _Packed.write

    def meanwhile(file: _Packed, data: bytes) -> None:
        write_some(file, data)
        if next(written) == 1:  # after the head, and some rows
            with_store(store_url, lambda database: database.change(METADATA.tables["game"].delete()))

    async def write(database: Database) -> int:
        await database.open("")
        return await write_backup(database, tmp_path / "a.backup")

    monkeypatch.setattr(_Packed, "write", meanwhile)
    assert with_store(store_url, write) == sum(map(len, before.values()))
    after = with_store(store_url, everything)
    assert after["game"] == after["step"] == []


def test_a_damaged_store_gives_no_backup_and_says_why(tmp_path: Path) -> None:
    with_store(url_of(tmp_path), filled)
    file = tmp_path / "games.db"
    with contextlib.closing(sqlite3.connect(file)) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = line.execute("PRAGMA page_size").fetchone()[0]
        page = line.execute("SELECT rootpage FROM sqlite_master WHERE name = 'step'").fetchone()[0]
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)

    async def write(database: Database) -> int:
        await database.open("")
        return await write_backup(database, tmp_path / "a.backup")

    with pytest.raises(StorageError, match="damaged"):
        with_store(url_of(tmp_path), write)
    assert not list(tmp_path.glob("a.backup*"))


def _unpacked(packed: bytes) -> bytes | None:
    """What a file of gzip holds; None if it is damaged."""
    try:
        return gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return None


@pytest.mark.slow
def test_a_backup_of_which_a_bit_has_changed_is_refused_before_a_row_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.backup"
    with_store(url_of(tmp_path), filled)

    async def write(database: Database) -> int:
        await database.open("")
        return await write_backup(database, path)

    with_store(url_of(tmp_path), write)
    assert path.stat().st_mode & 0o077 == 0, "it holds addresses: nobody else reads it"
    assert main(["verify", str(path)]) == 0
    whole, dice = path.read_bytes(), random.Random(5)
    damaged, last = 0, bytearray()
    for place in [4, len(whole) - 6, len(whole) - 2, *(dice.randrange(10, len(whole) - 8) for _ in range(60))]:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << dice.randrange(8)
        path.write_bytes(flipped)
        if _unpacked(flipped) == _unpacked(whole):  # a time in a head, or bits that fill a byte up
            assert verify_backup(path) > 0
            continue
        damaged += 1
        last = flipped
        with pytest.raises(StorageError):
            verify_backup(path)
    assert damaged > 40
    path.write_bytes(last)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(StorageError, match="not a"):
        with_store(url_of(empty), lambda database: restore_backup(database, path))
    capsys.readouterr()
    assert main(["verify", str(path)]) == 1
    assert "noretreat: " in capsys.readouterr().err
