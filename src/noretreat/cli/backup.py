"""Write everything that a server keeps to one file, while it is running (`restore` reads it back)."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from noretreat.cli.serving import add_database, database_of, failed, named
from noretreat.storage.backup import write_backup
from noretreat.storage.database import Database, StorageError

EXAMPLES = """\
  noretreat backup monday.backup
  noretreat backup monday.backup --database-url postgresql://noretreat@/noretreat?host=/run/postgresql"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; one that is there is replaced")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes the file."""
    rows = asyncio.run(_write(database_of(arguments), arguments.file))
    print(f"{arguments.file}: {rows:,} rows")
    return 0


async def _write(url: str, path: Path) -> int:
    database = Database(url)
    try:
        await database.open_as_it_is()
        return await write_backup(database, path)
    except StorageError as error:
        raise failed(error, named(url)) from None
    finally:
        await database.close()
