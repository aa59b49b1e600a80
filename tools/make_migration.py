"""Begins the migration that leads from the tables of yesterday to those of `storage/tables.py`.

    python -m tools.make_migration "Games have a picture"

Alembic compares the two and writes what it finds into `src/noretreat/storage/migrations/versions`; renamed columns and
what has to happen to the rows it cannot know. Read it, complete it, and name its number in `REVISION`.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.script import Script

from noretreat.storage.database import Database, url_of
from noretreat.storage.migrations import migrate, settings
from noretreat.storage.tables import REVISION


def make(message: str) -> Path:
    """Writes a migration from REVISION to the tables as they are now; returns the new file."""
    number = f"{int(REVISION) + 1:0{len(REVISION)}}"

    def compare(connection: sa.Connection) -> Path:
        config = settings(connection)
        script = command.revision(config, message, autogenerate=True, rev_id=number)
        assert isinstance(script, Script)
        return Path(script.path)

    async def run() -> Path:
        with tempfile.TemporaryDirectory() as folder:
            database = Database(url_of(Path(folder)))
            await database.fill(lambda connection: migrate(connection, ""))
            path = await database.read(compare)
            await database.close()
            return path

    return asyncio.run(run())


def main() -> None:
    """Writes the next migration, and says where."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("message", help="what is different afterwards, in a sentence")
    path = make(parser.parse_args().message)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(path)], check=True)
    print(f"written: {path}\nREVISION in storage/tables.py is to be {path.name[1:5]}")


if __name__ == "__main__":
    main()
