"""Fill a new database from a backup, whichever kind of database it was made of; this is also how a server moves."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from noretreat.cli.common import CliError
from noretreat.cli.serving import add_database, database_of, failed, named
from noretreat.storage.backup import restore_backup
from noretreat.storage.database import Database, StorageError

EXAMPLES = """\
  noretreat restore monday.backup --database-url sqlite:///games.db
  noretreat restore monday.backup --database-url postgresql://noretreat@/noretreat?host=/run/postgresql
  noretreat restore monday.backup --go-on         without the rows that the database does not take"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file that `noretreat backup` has written")
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="leave out what the database does not take, signs of a text or a row, and say what that was",
    )
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Reads the file."""
    rows = asyncio.run(_read(database_of(arguments), arguments.file, go_on=arguments.go_on))
    print(f"{arguments.file}: {rows:,} rows restored")
    return 0


async def _read(url: str, path: Path, *, go_on: bool) -> int:
    database = Database(url)
    try:
        return await restore_backup(database, path, _tell if go_on else None)
    except StorageError as error:
        more = " (nothing is restored; --go-on restores the rest)" if error.code == "backup_row" else ""
        raise CliError(f"{error}{more}") if error.code.startswith("backup") else failed(error, named(url)) from None
    finally:
        await database.close()


def _tell(words: str) -> None:
    print(words, file=sys.stderr)
