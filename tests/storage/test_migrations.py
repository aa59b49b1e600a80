"""The server's store and its migrations: new, old, foreign and damaged ones, opened by one program or by several.

`tests/saved_games/store_of_*.sql` are stores that each version wrote whose tables a later one has changed.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import noretreat.storage.migrations as migrations
from noretreat.cli.main import main
from noretreat.server.computer.players import Computer
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage import database as module
from noretreat.storage import tables
from noretreat.storage.database import Database, StorageError, url_of
from noretreat.storage.invitations import InvitationStore
from tools import make_migration

STORES = sorted((Path(__file__).resolve().parents[1] / "saved_games").glob("store_of_*.sql"))
LATER: set[tuple[str, str]] = {
    *(("game", name) for name in ("manner", "rated", "leg", "pair", "sought", "tournament")),
    *(("seat", name) for name in ("former", "left_at", "public", "looked")),
    ("player", "sought"),
    ("step", "forced"),
}
"""Columns that a migration has added to the tables of 0.1.0."""
NEXT = f"{int(tables.REVISION) + 1:04}"


def restore(dump: Path, folder: Path) -> Path:
    """The database that a dump tells of, in `folder`."""
    path = folder / "games.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    return path


def with_store(folder: Path, look: Callable[[Database], Awaitable[Any]]) -> Any:
    """What `look` finds in the store of `folder`, which is opened for it."""

    async def run() -> Any:
        database = Database(url_of(folder))
        try:
            await database.open("mark of the test")
            return await look(database)
        finally:
            await database.close()

    return asyncio.run(run())


async def differences(database: Database) -> list[Any]:
    """Where the tables of a store are not those of the program."""
    return await database.read(
        lambda connection: compare_metadata(MigrationContext.configure(connection), tables.METADATA)
    )


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The games of a store as they were when it was first made, by table, without the columns that came later."""
    found = {}
    with sqlite3.connect(path) as connection:
        for name in module._FIRST_TABLES:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            kept = ", ".join(column for column in columns if (name, column) not in LATER)
            found[name] = connection.execute(f"SELECT {kept} FROM {name}").fetchall()
    connection.close()
    return found


def recorded(path: Path) -> list[tuple[str]]:
    """What Alembic has noted in a store."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    return found


@pytest.fixture
def one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has come one migration further: games have a colour."""
    scripts = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, scripts)
    (scripts / "versions" / f"v{NEXT}_games_have_a_colour.py").write_text(
        f"""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "{NEXT}", "{tables.REVISION}"

def upgrade():
    with op.batch_alter_table("game", recreate="always") as batch:
        batch.add_column(sa.Column("colour", sa.Text, nullable=False, server_default="grey"))
""",
        encoding="utf-8",
    )
    monkeypatch.setattr(migrations, "FOLDER", str(scripts))
    monkeypatch.setattr(module, "REVISION", NEXT)


# --- the tables and the migrations -------------------------------------------------------------------------------
def migrated(folder: Path) -> None:
    """A store whose tables the migrations have made, one after the other."""

    async def run() -> None:
        database = Database(url_of(folder))
        await database.fill(lambda connection: migrations.migrate(connection, ""))
        await database.close()

    asyncio.run(run())


def shape(connection: sa.Connection) -> dict[str, Any]:
    """All that a database knows of the tables in it but the order of their columns."""
    look = sa.inspect(connection)
    parts = look.get_indexes, look.get_unique_constraints, look.get_foreign_keys, look.get_check_constraints
    return {
        name: [
            sorted(str(column | {"type": str(column["type"])}) for column in look.get_columns(name)),
            str(look.get_pk_constraint(name)),
            *(sorted(map(str, part(name))) for part in parts),
        ]
        for name in look.get_table_names()
    }


def test_a_new_store_has_the_tables_that_the_migrations_make(store_url: str) -> None:
    """It is made without them. `compare_metadata` would see neither defaults nor constraints."""

    def anew(connection: sa.Connection) -> None:
        tables.METADATA.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
        migrations.migrate(connection, "")

    async def run() -> tuple[Any, Any]:
        database = Database(store_url)
        await database.open("mark of the test")
        made = await database.read(shape)
        await database.fill(anew)
        found = await database.read(shape)
        assert await differences(database) == []
        await database.close()
        return made, found

    made, found = asyncio.run(run())
    assert made == found


def test_a_new_store_says_its_version(tmp_path: Path) -> None:
    assert with_store(tmp_path, differences) == []
    assert recorded(tmp_path / "games.db") == [(tables.REVISION,)]


def test_the_newest_migration_is_the_one_that_the_tables_name() -> None:
    script = ScriptDirectory.from_config(migrations.settings(None))  # type: ignore[arg-type]
    assert script.get_heads() == [tables.REVISION]
    numbers = [revision.revision for revision in script.walk_revisions()]
    assert numbers == sorted(numbers, reverse=True), "and they are in the order of their numbers"


def test_every_folder_of_migrations_is_in_the_wheel() -> None:
    top = Path(migrations.__file__).parent
    assert all((path.parent / "__init__.py").exists() for path in top.rglob("*.py"))


@pytest.mark.slow
def test_a_column_that_no_migration_makes_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = sa.MetaData()
    for table in tables.METADATA.tables.values():
        table.to_metadata(changed)
    changed.tables["game"].append_column(sa.Column("colour", sa.Text))
    monkeypatch.setattr(tables, "METADATA", changed)
    migrated(tmp_path)
    ((what, _, table, column),) = with_store(tmp_path, differences)
    assert (what, table, column.name) == ("add_column", "game", "colour")


@pytest.mark.slow
def test_a_migration_is_begun_by_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, scripts)
    monkeypatch.setattr(migrations, "FOLDER", str(scripts))
    changed = sa.MetaData()
    for table in tables.METADATA.tables.values():
        table.to_metadata(changed)
    changed.tables["game"].append_column(sa.Column("colour", sa.Text))
    monkeypatch.setattr(tables, "METADATA", changed)
    path = make_migration.make("Games have a colour")
    assert path == scripts / "versions" / f"v{NEXT}_games_have_a_colour.py"
    text = path.read_text(encoding="utf-8")
    assert re.search(r"batch_op\.add_column\(sa\.Column\(['\"]colour['\"], sa\.Text\(\)", text)
    monkeypatch.setattr(module, "REVISION", NEXT)
    migrated(tmp_path)
    assert with_store(tmp_path, differences) == []


# --- stores of the past ------------------------------------------------------------------------------------------
async def play_on(database: Database) -> None:
    """Ten more moves in every game of a store, as the player of both sides."""
    games = Games(database, Hub(), Computer())
    for row in await games.list.listing("token"):
        package = await games.show(row.id, "token", 0, None)
        assert package.game.note == "", "nothing of the game is lost"
        for _ in range(10):
            action = package.actions[-1]
            before, package = package.ply, await games.act(row.id, "token", package.ply, action)
            assert package.ply > before
    await games.close()


@pytest.mark.parametrize("dump", STORES, ids=lambda path: path.stem)
def test_an_old_store_is_played_on(dump: Path, tmp_path: Path) -> None:
    before = rows(restore(dump, tmp_path))
    assert len(before["game"]) == 2
    assert with_store(tmp_path, differences) == []
    assert rows(tmp_path / "games.db") == before, "opening changes nothing"
    with_store(tmp_path, play_on)
    after = rows(tmp_path / "games.db")
    assert after["step"][: len(before["step"])] == before["step"]
    assert len(after["step"]) >= len(before["step"]) + 10 * len(before["game"])


@pytest.mark.usefixtures("one_more")
@pytest.mark.parametrize("dump", STORES, ids=lambda path: path.stem)
def test_an_old_store_is_migrated_and_loses_nothing(dump: Path, tmp_path: Path) -> None:
    before = rows(restore(dump, tmp_path))

    async def look(database: Database) -> list[Any]:
        looked_after = await database.write(lambda connection: connection.scalar(sa.text("PRAGMA foreign_keys")))
        assert looked_after == 1, "and they are looked after again"
        return await differences(database)

    ((what, _, table, column),) = with_store(tmp_path, look)
    assert (what, table, column.name) == ("remove_column", "game", "colour"), "which only the migration knows"
    assert recorded(tmp_path / "games.db") == [(NEXT,)]
    after = rows(tmp_path / "games.db")
    assert [row[-1] for row in after["game"]] == ["grey"] * len(before["game"])
    after["game"] = [row[:-1] for row in after["game"]]
    assert after == before


@pytest.mark.usefixtures("one_more")
def test_a_store_of_today_is_migrated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def marks(database: Database) -> str:
        return database.mark

    with monkeypatch.context() as today:
        today.setattr(module, "REVISION", tables.REVISION)
        today.setattr(migrations, "FOLDER", "noretreat.storage:migrations")
        assert with_store(tmp_path, marks) == "mark of the test"
    assert recorded(tmp_path / "games.db") == [(tables.REVISION,)]
    for _ in range(2):
        assert with_store(tmp_path, marks) == "mark of the test"
        assert recorded(tmp_path / "games.db") == [(NEXT,)]


def test_names_that_were_stored_before_are_found_without_accents(tmp_path: Path) -> None:
    async def names(database: Database) -> list[str]:
        return [name for _, name, _ in await InvitationStore(database).found("lukasz o", 5)]

    path = restore(next(one for one in STORES if one.stem.endswith("0016")), tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO player VALUES ('a', 'Łukasz Ö', '', '', '', '', 'page', 1)")
        connection.execute("INSERT INTO habit VALUES ('a', 'pl', 'UTC', '[]', '[]', 'łukasz ö')")
    connection.close()
    assert with_store(tmp_path, names) == ["Łukasz Ö"]


@pytest.mark.usefixtures("one_more")
def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = restore(STORES[0], tmp_path)
    before, version = rows(path), recorded(path)
    script = next(Path(migrations.FOLDER).glob(f"versions/v{NEXT}_*.py"))
    script.write_text(script.read_text(encoding="utf-8") + "    raise RuntimeError('out of luck')\n", encoding="utf-8")
    with pytest.raises(RuntimeError, match="out of luck"):
        with_store(tmp_path, differences)
    assert rows(path) == before
    assert recorded(path) == version


def test_only_migrate_migrates_where_others_are_told_not_to(
    store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reading command never does."""

    async def make_old() -> None:
        database = Database(store_url)
        await database.fill(lambda connection: migrations.migrate(connection, "", tables.FIRST))
        await database.close()

    def said(*words: str, code: int) -> str:
        assert main([*words, "--database-url", store_url]) == code
        read = capsys.readouterr()
        return read.out + read.err

    copy = str(tmp_path / "copy.backup")
    assert "there are no games in it" in said("backup", copy, code=1)
    asyncio.run(make_old())
    for command in (["backup", copy], ["reports"], ["serve", "--no-migrate"], ["worker", "--no-migrate"]):
        assert "run `noretreat migrate`" in said(*command, code=1)
    assert f"of version {tables.FIRST}" in said("migrate", "--check", code=1)
    assert f"those of {tables.REVISION} now" in said("migrate", code=0)
    assert "up to date" in said("migrate", "--check", code=0)
    assert "rows" in said("backup", copy, code=0)


# --- several programs at once ------------------------------------------------------------------------------------
async def open_together(folder: Path, count: int) -> list[str]:
    """Opens a store several times at the same time; what each then takes for its mark."""
    stores = [Database(url_of(folder)) for _ in range(count)]
    await asyncio.gather(*(store.open(f"mark {number}") for number, store in enumerate(stores)))
    for store in stores:
        await store.close()
    return [store.mark for store in stores]


def test_a_new_store_is_made_once(tmp_path: Path) -> None:
    assert len(set(asyncio.run(open_together(tmp_path, 5)))) == 1
    assert with_store(tmp_path, differences) == []


@pytest.mark.usefixtures("one_more")
def test_an_old_store_is_migrated_once(tmp_path: Path) -> None:
    before = rows(restore(STORES[-1], tmp_path))
    assert len(set(asyncio.run(open_together(tmp_path, 5)))) == 1
    assert recorded(tmp_path / "games.db") == [(NEXT,)]
    assert rows(tmp_path / "games.db")["step"] == before["step"]


@pytest.mark.slow
def test_several_processes_make_one_store(tmp_path: Path) -> None:
    script = """
import asyncio, sys
from pathlib import Path
from noretreat.storage.database import Database, url_of
async def main():
    store = Database(url_of(Path(sys.argv[1])))
    print("ready", flush=True)
    input()
    await store.open(sys.argv[2])
    print(store.mark)
    await store.close()
asyncio.run(main())
"""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), f"mark-{number}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    marks = {process.communicate(timeout=300)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(marks) == 1
    assert with_store(tmp_path, differences) == []


# --- stores that are refused -------------------------------------------------------------------------------------
def refusal(folder: Path) -> tuple[str, str]:
    """Code and words of the refusal to open the store of `folder`."""
    with pytest.raises(StorageError) as refused:
        with_store(folder, differences)
    return refused.value.code, str(refused.value)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    assert with_store(tmp_path, differences) == []


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "storage_newer", "by a newer version"),
        ("UPDATE alembic_version SET version_num = '0013'", "storage_older", "before version 0.1.0"),
        ("DROP TABLE alembic_version", "storage_older", "before version 0.1.0"),
    ],
    ids=["newer", "older", "of a version that kept no count"],
)
def test_a_store_of_another_version_is_refused(tmp_path: Path, change: str, code: str, words: str) -> None:
    path = restore(STORES[0], tmp_path)
    with sqlite3.connect(path) as connection:
        connection.executescript(change)
    connection.close()
    before = rows(path)
    refused, said = refusal(tmp_path)
    assert (refused, words in said) == (code, True)
    assert rows(path) == before


@pytest.mark.parametrize("table", ["customers (id TEXT)", "meta (key TEXT, value TEXT)", "alembic_version (a TEXT)"])
def test_a_store_of_another_program_is_refused(tmp_path: Path, table: str) -> None:
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute(f"CREATE TABLE {table}")
    connection.close()
    code, words = refusal(tmp_path)
    assert (code, "another program" in words) == ("storage_foreign", True)


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("Dear diary, today nothing happened.\n" * 100, encoding="utf-8")
    assert refusal(tmp_path) == ("storage_damaged", "The games file is not a database.")
    path.unlink()
    restore(STORES[-1], tmp_path)
    data = bytearray(path.read_bytes())
    data[20:4096] = b"\xff" * 4076
    path.write_bytes(bytes(data))
    assert refusal(tmp_path)[0] == "storage_damaged"


def test_a_store_out_of_reach_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere")[0] == "storage_unreachable"
