"""Read a whole backup, with its checksum, and say how many rows it has; no database is needed."""

from __future__ import annotations

import argparse
from pathlib import Path

from noretreat.cli.common import CliError
from noretreat.storage.backup import verify_backup
from noretreat.storage.database import StorageError

EXAMPLES = """\
  noretreat verify monday.backup"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file that `noretreat backup` has written")


def run(arguments: argparse.Namespace) -> int:
    """Reads the file."""
    try:
        rows = verify_backup(arguments.file)
    except StorageError as error:
        raise CliError(str(error)) from None
    print(f"{arguments.file}: whole, {rows:,} rows")
    return 0
