"""Fill a new database from a backup, whichever kind of database it was made of; this is also how a server moves."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from noretreat.cli.common import CliError
from noretreat.cli.serving import add_database, database_of
from noretreat.storage.backup import restore_backup
from noretreat.storage.database import Database, StorageError

HELP = "fill a new database from a backup"
EXAMPLES = """\
  noretreat restore monday.backup --database-url sqlite:///games.db
  noretreat restore monday.backup --database-url postgresql://noretreat@/noretreat?host=/run/postgresql"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file that `noretreat backup` has written")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Reads the file."""
    rows = asyncio.run(_read(database_of(arguments), arguments.file))
    print(f"{arguments.file}: {rows:,} rows restored")
    return 0


async def _read(url: str, path: Path) -> int:
    database = Database(url)
    try:
        return await restore_backup(database, path)
    except StorageError as error:
        raise CliError(str(error)) from None
    finally:
        await database.close()
