"""A folder of games may have any name: each has a store of its own, and no sign of its name means anything."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from noretreat.storage.database import Database, StorageError, url_of

NAMES = [
    "a?timeout=5", "a?timeout=9", "a", "'a?mode=memory&uri=true'", "50%", "a%20b", "a b", "[it's] #@;+$HOME", "file:a",
    ":memory:", "Königsberg – Лёша",
]  # fmt: skip
if sys.platform.startswith("linux"):
    NAMES.append(os.fsdecode(b"latin-\xe4"))


@pytest.mark.slow
def test_every_folder_has_a_store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def store(folder: Path, mark: str) -> str:
        folder.mkdir(exist_ok=True)
        lost: list[str] = []
        database = Database(url_of(folder), lost=lambda: lost.append(mark))
        await database.open(mark)
        assert sorted(path.name for path in folder.iterdir() if path.is_file())[0] == "games.db"
        found = database.mark
        await database.close()
        return found

    async def stores() -> None:
        for number, name in enumerate(NAMES):
            folder = tmp_path / name if number % 2 else Path(name)  # from the root on, and from where one stands
            assert await store(folder, f"mark-{number}") == f"mark-{number}", name
        for number, name in enumerate(NAMES):
            assert await store(tmp_path / name, "another") == f"mark-{number}", name

    asyncio.run(stores())
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES)


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be removed there")
def test_a_store_that_is_taken_away_is_missed_whatever_its_folder_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "a?timeout=5"
    folder.mkdir()

    async def missed() -> None:
        database = Database(url_of(folder))
        await database.open("mark")
        (folder / "games.db").unlink()
        with pytest.raises(StorageError, match="removed or replaced"):
            await database.alive()
        await database.close()

    asyncio.run(missed())
