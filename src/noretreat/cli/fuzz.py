"""Play random games and check that nothing breaks: counters, cards, copies, snapshots, secrets, legal actions, views.

Each game has its own scenario, rule set and options, spread so that all of them occur, unless the arguments fix them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.referee.workers import as_finished
from noretreat.checks import fuzz_kept, fuzz_plan
from noretreat.checks.fuzz_games import play_one
from noretreat.checks.fuzz_plan import Plan
from noretreat.checks.fuzz_report import Played, as_page, as_text, summary
from noretreat.cli.common import CliError, add_level, add_setup, count, options_of
from noretreat.data.load import Kind, added

EXAMPLES = """\
  noretreat fuzz                                  a game of each scenario with each rule set
  noretreat fuzz --games 5000 --every 200 --processes 2 --page docs/fuzz.md
                                                  the full run: every scenario, rule set and set of options
  noretreat fuzz --games 5000 --every 200 --resume fuzz.jsonl --page docs/fuzz.md
                                                  the same in one process, which can be stopped and started again
  noretreat fuzz --games 200 --scenario citadel --rules deluxe --processes 2
  noretreat fuzz --option paratroops=true --games 100
  noretreat fuzz --axis normal --soviet easy --games 10
  noretreat fuzz --only 17 --every 1              game 17 again, the expensive checks at every action
  noretreat fuzz --games 1000 --seconds 60 --json found.json"""


PRINT: Final = "-"
"""The value of `--json` when no file is named."""
KINDS: Final[dict[str, Kind]] = {"scenario": "scenario", "rules": "ruleset"}
"""Arguments that may be files."""
USUAL: Final[dict[str, Any]] = {"seed": 1, "axis": "random", "soviet": "random", "every": 10}
"""The defaults, which the command on the page leaves out."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_setup(parser, spread=True)
    parser.add_argument("--games", type=count, metavar="N", help="how many (one of each scenario with each rule set)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument("--only", type=count, metavar="N", help="play game N of the series only")
    add_level(parser, "axis")
    add_level(parser, "soviet")
    parser.add_argument("--processes", type=count, default=1, metavar="N", help="how many to use (1)")
    parser.add_argument("--seconds", type=float, metavar="T", help="start no new game after T seconds")
    parser.add_argument(
        "--every", type=count, default=10, metavar="N", help="run the expensive checks at every Nth action (10)"
    )
    parser.add_argument("--dump", type=Path, default=Path("."), metavar="DIR", help="where a failing game is put (.)")
    parser.add_argument(
        "--json", nargs="?", const=PRINT, metavar="FILE", help="write the summary as JSON, or print it so without FILE"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep each finished game in FILE, and do not play it again"
    )
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the summary as a page in Markdown")


def run(arguments: argparse.Namespace) -> int:
    """Plays, reports each failing game with its save file, and prints the summary."""
    started = time.perf_counter()
    plans = _plans(arguments)
    results = _finished(arguments, plans)
    done = {played.plan.number for played in results}
    earlier = sum(played.seconds for played in results)
    left = [plan for plan in plans if plan.number not in done]
    with tqdm(total=len(plans), initial=len(done), unit="game", file=sys.stderr, disable=None) as bar:
        for played in _results(arguments, left, started):
            results.append(played)
            if arguments.resume:
                fuzz_kept.keep(arguments.resume, played)
            bar.update()
            if played.failure:
                print(played.failure, file=sys.stderr)
    results.sort(key=lambda played: played.plan.number)
    found = summary(results, time.perf_counter() - started + earlier)
    _write(arguments, found)
    return 1 if found["failures"] else 0


def _finished(arguments: argparse.Namespace, plans: list[Plan]) -> list[Played]:
    """The games that an interrupted run has finished; a new run makes its file."""
    if arguments.resume is None:
        return []
    command = _command(arguments)
    try:
        found = fuzz_kept.read(arguments.resume, command, plans)
    except fuzz_kept.OtherRunError as error:
        raise CliError(str(error)) from None
    fuzz_kept.begin(arguments.resume, command)
    return found


def _write(arguments: argparse.Namespace, found: dict[str, Any]) -> None:
    """Writes the summary to the files asked for, and prints it."""
    data = json.dumps(found, indent=2)
    if arguments.json not in (None, PRINT):
        Path(arguments.json).write_text(data + "\n", encoding="utf-8", newline="\n")
    if arguments.page is not None:
        arguments.page.write_text(as_page(found, _command(arguments)), encoding="utf-8", newline="\n")
    print(data if arguments.json == PRINT else as_text(found))


def _command(arguments: argparse.Namespace) -> str:
    """The command that plays these games again, without the arguments for speed and output."""
    words = ["noretreat fuzz"]
    for name in ("games", "scenario", "rules", "only", "seed", "axis", "soviet", "every", "seconds"):
        value = getattr(arguments, name)
        own = None if name not in KINDS or value is None else added(KINDS[name], value)
        value = value if own is None or own.path is None else own.path.name
        if value is not None and value != USUAL.get(name):
            words.append(f"--{name} {value}")
    words += ["--campaign"] if arguments.campaign else []
    return " ".join([*words, *(f"--option {option}" for option in arguments.option)])


def _plans(arguments: argparse.Namespace) -> list[Plan]:
    """The games to play."""
    fixed = None
    if arguments.option or arguments.campaign:
        fixed = fuzz_plan.changed(options_of(arguments))
    settings = arguments.seed, arguments.scenario, arguments.rules, fixed
    if arguments.only:
        return [fuzz_plan.plan(arguments.only, *settings)]
    games = arguments.games or len(fuzz_plan.pairs(arguments.scenario, arguments.rules))
    plans = [fuzz_plan.plan(number, *settings) for number in range(1, games + 1)]
    game.new_game(plans[0].scenario, plans[0].options)  # a wrong name is an error before anything starts
    return plans


def _results(arguments: argparse.Namespace, plans: list[Plan], started: float) -> Iterator[Played]:
    """The games as they finish, from this process or from several."""
    rest = (arguments.axis, arguments.soviet, arguments.every, arguments.seed, arguments.dump)

    def in_time() -> bool:
        return not arguments.seconds or time.perf_counter() - started < arguments.seconds

    return as_finished(play_one, [(plan, *rest) for plan in plans], arguments.processes, in_time)
