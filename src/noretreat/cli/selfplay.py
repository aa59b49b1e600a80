"""Play games for learning and keep them as numbers: compressed files that NumPy reads (needs `noretreat[research]`)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.cli.common import CliError, add_series, count, options_of, results_of
from noretreat.cli.origin import command_line

EXAMPLES = """\
  noretreat selfplay games/ --games 10000 --scenario citadel
  noretreat selfplay games/ --games 10000 --scenario citadel     goes on where it was stopped
  noretreat selfplay games/ --axis normal --soviet normal --jobs 8
  RAY_ADDRESS=auto noretreat selfplay games/ --games 100000 --ray"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the files are written; made if it is missing")
    add_series(parser, games=1000)
    parser.add_argument("--games-per-file", type=count, default=100, metavar="N", help="games in a file (100)")


def run(arguments: argparse.Namespace) -> int:
    """Plays what is missing in the folder."""
    try:
        from noretreat.research import records
    except ModuleNotFoundError as error:
        raise CliError(f'{error.name} is missing: pip install ".[research]" in a checkout') from None
    options = options_of(arguments)
    game.new_game(arguments.scenario, options)  # a wrong name is an error before anything starts
    players = arguments.axis, arguments.soviet
    series = records.series_of(
        arguments.scenario, options, *players, arguments.seed, arguments.games_per_file, command_line()
    )
    arguments.folder.mkdir(parents=True, exist_ok=True)
    try:
        parts = records.missing(arguments.folder, series, arguments.games)
    except records.RecordError as error:
        raise CliError(str(error)) from None
    total = sum(games for _, games in parts)
    tasks = [(series, part, games) for part, games in parts]
    with tqdm(total=total, unit="game", file=sys.stderr, disable=None) as bar:
        for part, arrays in results_of(records.play_part, tasks, arguments):
            records.write(records.file_of(arguments.folder, part), series, arrays)
            bar.update(len(arrays["number"]))
    there = arguments.games - total
    print(f"{arguments.games} games in {arguments.folder}: {total} played, {there} were there")
    return 0
