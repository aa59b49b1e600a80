"""Bring the tables of a server up to date, as a step of its own: after a backup, before the new program serves."""

from __future__ import annotations

import argparse
import asyncio
import secrets

from noretreat.cli.serving import add_database, database_of, failed, named
from noretreat.storage.database import Database, StorageError
from noretreat.storage.tables import REVISION

EXAMPLES = """\
  noretreat migrate
  noretreat migrate --check                       say whether there is anything to do, and do nothing
  noretreat migrate --database-url postgresql://noretreat@/noretreat?host=/run/postgresql"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit code 1 if the tables are not up to date"
    )
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Migrates, or says whether it would."""
    before = asyncio.run(_migrate(database_of(arguments), check=arguments.check))
    if before == REVISION:
        print(f"The tables are up to date ({REVISION}).")
        return 0
    found = f"of version {before}" if before else "not there"
    if arguments.check:
        print(f"The tables are {found}; this program needs {REVISION}.")
        return 1
    print(f"The tables were {found}; they are those of {REVISION} now.")
    return 0


async def _migrate(url: str, *, check: bool) -> str:
    """The version of the tables before."""
    database = Database(url)
    try:
        before = await database.revision()
        if not check:
            await database.open(secrets.token_hex(4))
        return before
    except StorageError as error:
        raise failed(error, named(url)) from None
    finally:
        await database.close()
