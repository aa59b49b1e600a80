"""Check the data files, or scenarios, rule sets, lessons and puzzles of your own: shapes, cross references, supply."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from noretreat.checks.data_files import problems_of

EXAMPLES = """\
  noretreat check-data
  noretreat check-data mine.toml                  a scenario, rule set, lesson or puzzles of your own"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE", help="files to check (those of the game)")


def run(arguments: argparse.Namespace) -> int:
    """Prints the errors in the data; returns 1 if there are any."""
    problems = problems_of(arguments.paths or None)
    for problem in problems:
        print(problem)
    if arguments.paths and not problems:
        print("no problems found", file=sys.stderr)
    return 1 if problems else 0
