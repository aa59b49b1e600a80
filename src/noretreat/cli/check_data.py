"""Check the data files, or scenarios, rule sets, lessons and puzzles of your own: shapes, cross references, supply."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from noretreat.checks.data_files import problems_of
from noretreat.data import check
from noretreat.data.load import DATA_DIR

EXAMPLES = """\
  noretreat check-data
  noretreat check-data mine.toml                  a scenario, rule set, lesson or puzzles of your own"""

KINDS = {"rule set": check.ruleset_files, "scenario": check.scenario_files, "lesson": check.lesson_files}
"""Kinds of files, and how those of a file or folder are found."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE", help="files to check (those of the game)")


def run(arguments: argparse.Namespace) -> int:
    """Prints the errors in the data; returns 1 if there are any."""
    problems = problems_of(arguments.paths or None)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"no problems found in {checked(arguments.paths or [DATA_DIR])}", file=sys.stderr)
    return 1 if problems else 0


def checked(paths: list[Path]) -> str:
    """What was looked at, in words: "mine.toml: a scenario", or the files of a folder, counted by their kind."""
    return "; ".join(_folder(path) if path.is_dir() else f"{path}: {_kind(path)}" for path in paths)


def _kind(path: Path) -> str:
    """What a file was taken for."""
    for name, files in KINDS.items():
        if list(files(path)):
            return f"a {name}"
    return "a file of the game's data"


def _folder(path: Path) -> str:
    """The files of a folder by their kind, and the single ones by their names."""
    found = [f"{len(list(files(path)))} {name}s" for name, files in KINDS.items()]
    single = ", ".join(sorted(each.name for each in path.glob("*.toml")))
    return f"{'the data of the game' if path == DATA_DIR else path}: {', '.join(found)}, and {single}"
