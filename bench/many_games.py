"""Measures whether a site stays as fast with many finished games: `python bench/many_games.py --games 20000`.

It fills a database with copies of one finished game, in the names of some hundred players; before and after, it
measures what a site does: start, the lobby, the list of a player's games, a move, the figures, a backup, a restore.
Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from noretreat.server.clocks.now import now
from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.http.security import hashed
from noretreat.server.lobby.service import Games
from noretreat.storage.backup import restore_backup, write_backup
from noretreat.storage.counts import counts_of
from noretreat.storage.database import Database
from noretreat.storage.rows import insert
from noretreat.storage.stored_games import stored_game
from noretreat.storage.tables import GAME, SEAT, SNAPSHOT, STEP

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("results.md")
TWO = NewGame(scenario="barbarossa", axis="human", soviet="open", shared=True)
PLAYERS = 500
"""The players, each with a seat in some of the games."""
TIMES = 15


async def timed(times: int, what: Callable[[], Awaitable[Any]]) -> str:
    """The median of some runs, in milliseconds."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        await what()
        found.append((time.perf_counter() - begun) * 1000)
    return f"{statistics.median(found):.1f}"


async def played_out(database: Database, games: Games) -> str:
    """The id of a game of two that was played to its end, at random."""
    made = await games.list.create(msgspec.structs.replace(TWO, scenario="na_berlin", soviet="human"), "first")
    package = await games.show(made.id, "first", 0, None)
    while not package.game.finished:
        package = await games.act(made.id, "first", package.ply, package.actions[-1])
    return made.id


async def fill(database: Database, model: str, number: int) -> None:
    """Copies a finished game this many times, in the names of other players."""
    found = await database.read(lambda connection: stored_game(connection, model, None))
    assert found is not None
    assert found.news is not None
    news, seats = found.news, found.seats
    tokens = [hashed(f"player {one}") for one in range(PLAYERS)]

    def copies(names: list[str], begin: int) -> Callable[[sa.Connection], None]:
        replace = msgspec.structs.replace

        def work(connection: sa.Connection) -> None:
            for place, name in enumerate(names, begin):
                one, other = tokens[place % PLAYERS], tokens[(place * 7 + 1) % PLAYERS]
                insert(connection, GAME, [replace(news.row, id=name, owner=one, shared="open")])
                insert(connection, SEAT, [
                    replace(seat, game=name, token=token) for seat, token in zip(seats, (one, other), strict=True)
                ])  # fmt: skip
                insert(connection, STEP, [replace(entry, game=name) for entry in news.entries])
                insert(connection, SNAPSHOT, [replace(snapshot, game=name) for snapshot in news.snapshots])

        return work

    for begin in range(0, number, 50):
        names = [f"copy{place:012}" for place in range(begin, min(number, begin + 50))]
        await database.write(copies(names, begin))


async def measured(url: str, database: Database, folder: Path, number: int) -> dict[str, str]:
    """The actions of a site, each with the time it takes."""
    found: dict[str, str] = {}

    async def start() -> None:
        other = Database(url)
        await other.open("")
        await other.examine()
        await other.close()

    found["start, ms"] = await timed(3, start)
    games = Games(database, Hub(), Computer())
    for _ in range(3):
        await games.list.create(TWO, f"maker {time.monotonic_ns()}")
    found["lobby, ms"] = await timed(TIMES, lambda: games.list.lobby("player 9"))
    found["a player's games, ms"] = await timed(TIMES, lambda: games.list.listing("player 1"))
    found["a game made, ms"] = await timed(TIMES, lambda: games.list.create(TWO, f"maker {time.monotonic_ns()}"))
    found["a lesson begun, ms"] = await timed(5, lambda: games.list.create(NewGame(lesson="march"), "player 1"))
    made = (await games.list.create(msgspec.structs.replace(TWO, soviet="human"), "first")).id
    package = await games.show(made, "first", 0, None)

    async def move() -> None:
        nonlocal package
        package = await games.act(made, "first", package.ply, package.actions[-1])

    found["a move, ms"] = await timed(TIMES, move)
    found["the figures, ms"] = await timed(TIMES, lambda: counts_of(database, now()))
    await games.close()
    begun, used = time.perf_counter(), time.process_time()
    rows = await write_backup(database, folder / "backup")
    seconds, used = time.perf_counter() - begun, time.process_time() - used
    size = (folder / "backup").stat().st_size
    found["backup, s; of processor; rows; MB"] = f"{seconds:.1f}; {used:.1f}; {rows:,}; {size / 1e6:.1f}"
    begun, used = time.perf_counter(), time.process_time()
    other = Database(f"sqlite:///{folder}/restored{number}.db")
    await restore_backup(other, folder / "backup")
    await other.close()
    seconds, used = time.perf_counter() - begun, time.process_time() - used
    found["restore into SQLite, s; of processor; rows a second; a second of processor"] = (
        f"{seconds:.1f}; {used:.1f}; {rows / seconds:,.0f}; {rows / used:,.0f}"
    )
    if database.shared:
        bytes_ = (await database.rows(sa.select(sa.func.pg_database_size(sa.func.current_database()))))[0][0]
    else:
        bytes_ = Path(sa.make_url(url).database or "").stat().st_size
    found["size of the database, MB"] = f"{bytes_ / 1e6:.0f}"
    print(number, found, flush=True)
    return found


async def compare(url: str, folder: Path, number: int) -> dict[str, list[str]]:
    """The measurements with no other games, and with this many."""
    database = Database(url)
    await database.open("mark")
    games = Games(database, Hub(), Computer())
    model = await played_out(database, games)
    await games.close()
    before = await measured(url, database, folder, 0)
    begun = time.perf_counter()
    await fill(database, model, number)
    print(f"filled in {time.perf_counter() - begun:.0f} s", flush=True)
    if database.shared:
        await asyncio.to_thread(_analyze, database)
    after = await measured(url, database, folder, number)
    await database.close()
    return {name: [before[name], after[name]] for name in before}


def _analyze(database: Database) -> None:
    """Updates the tables' statistics, as PostgreSQL does by itself a minute later."""
    import psycopg

    with psycopg.connect(database.dsn, autocommit=True) as line:
        line.execute("ANALYZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="finished games")
    parser.add_argument("--postgres", action="store_true", help="with the PostgreSQL server that the tests start")
    parser.add_argument("--try-out", action="store_true", help="print the figures only")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{folder}/games.db"
        if arguments.postgres:
            sys.path.insert(0, str(ROOT / "tests"))
            from postgres import Postgres

            server = Postgres()
            stack.callback(server.close)
            url = server.new()
        found = asyncio.run(compare(url, folder, arguments.games))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout
    place = f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    system = "PostgreSQL" if arguments.postgres else "SQLite"
    lines = [f"\n## {date.today()} many games, commit {commit.strip()}, {system}, {place}\n"]
    lines += [f"| what | no others | {arguments.games:,} finished games |", "|---|---:|---:|"]
    lines += [f"| {name} | {before} | {after} |" for name, (before, after) in found.items()]
    text = "\n".join(lines) + "\n"
    print(text)
    if not arguments.try_out:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
