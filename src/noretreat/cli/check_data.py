"""Check the data files, or scenario and rule set files of your own: shapes, cross references, stacking, supply."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from noretreat.data import check
from noretreat.data.check_tools import Problem, Source
from noretreat.data.load import DATA_DIR, load_scenario
from noretreat.explain.queries import cut_off_at_start

HELP = "check the data files, or your own"
EXAMPLES = """\
  noretreat check-data
  noretreat check-data mine.toml                  a scenario or rule set of your own"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE", help="files to check (those of the game)")


def run(arguments: argparse.Namespace) -> int:
    """Prints the errors in the data; returns 1 if there are any."""
    problems = check.check_all(arguments.paths or None)
    for path in arguments.paths or [DATA_DIR]:
        for file in check.scenario_files(path):
            if not check.check_all([file]):
                problems += supply_problems(file)
    for problem in problems:
        print(problem)
    if arguments.paths and not problems:
        print("no problems found", file=sys.stderr)
    return 1 if problems else 0


def supply_problems(file: Path) -> list[Problem]:
    """Units of a scenario without other errors that begin unsupplied without being marked so."""
    source, scenario = Source(file), load_scenario(file)
    places = {place.unit: (number, place.at) for number, place in enumerate(scenario.placements)}
    for unit in cut_off_at_start(scenario):
        number, at = places[unit]
        reason = f"unit {unit} has no supply in {at}; if that is meant, write unsupplied = true"
        source.complain(("placements", number), reason)
    return source.problems
