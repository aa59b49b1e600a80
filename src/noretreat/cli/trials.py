"""Play games of all levels, scenarios, rule sets and options at random, and count those that a fault ended.

A fault is an exception, an illegal move, a player turn that took far too long, or a game without end. Which game a
number stands for depends on the seed alone, so that a run can be stopped and gone on with.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.ai.players.levels import LEVELS, no_level
from noretreat.ai.referee.match import Game, Row, play_one
from noretreat.ai.referee.results import Results, ResultsError
from noretreat.checks import fuzz_plan
from noretreat.cli.arena import GRACE
from noretreat.cli.common import CliError, add_crew, count, results_of
from noretreat.cli.origin import stamped
from noretreat.data.facts import Side

EXAMPLES = """\
  noretreat trials --games 100
  noretreat trials --games 2000 --results trials.csv      goes on where it was stopped
  noretreat trials --games 50 --levels normal=3,hard=1 --json"""

LEVEL_SHARES: Final = "random=60,easy=25,normal=11,hard=4"
"""The share of seats that each level plays: the quick ones play most, so that there are many games."""
Shares = dict[str, int]


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--games", type=count, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument(
        "--levels",
        type=_shares,
        default=_shares(LEVEL_SHARES),
        metavar="LEVEL=SHARE,...",
        help=f"how often a seat is played by each level ({LEVEL_SHARES})",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="a CSV file, one line a game; games that it has are not played"
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    add_crew(parser)


def _shares(text: str) -> Shares:
    """The argument that says how often each level plays."""
    found: Shares = {}
    for part in text.split(","):
        level, _, share = part.partition("=")
        if level not in LEVELS:
            raise argparse.ArgumentTypeError(str(no_level(level)))
        if not share.isdecimal():
            raise argparse.ArgumentTypeError(f"{part!r} is not LEVEL=SHARE with a whole number")
        found[level] = int(share)
    if not any(found.values()):
        raise argparse.ArgumentTypeError("no level has a share")
    return found


def run(arguments: argparse.Namespace) -> int:
    """Plays what is left to play, and prints the summary; 1 if a fault was found."""
    try:
        results = Results(arguments.results) if arguments.results else None
    except ResultsError as error:
        raise CliError(str(error)) from None
    games = [trial(number, arguments.seed, arguments.levels) for number in range(1, arguments.games + 1)]
    if results:
        try:
            results.require_same(games)
        except ResultsError as error:
            raise CliError(str(error)) from None
    wanted = {each.key for each in games}
    rows = [row for row in results.rows if row.key in wanted] if results else []
    done = {row.key for row in rows}
    with tqdm(total=len(games), initial=len(done), unit="game", file=sys.stderr, disable=None) as bar:
        for played in results_of(play_one, [(each,) for each in games if each.key not in done], arguments):
            row = stamped(played.row)
            rows.append(row)
            if results:
                results.add(played._replace(row=row))
            if row.fault:
                print(told(row), file=sys.stderr)
            bar.update()
    found = summary(rows)
    print(json.dumps(found, indent=2) if arguments.json else as_text(found))
    return 1 if found["faults"] else 0


def trial(number: int, seed: int, shares: Shares) -> Game:
    """Game `number` (from 1) of a series: its scenario, rule set and options as `noretreat fuzz` spreads them."""
    plan = fuzz_plan.plan(number, seed)
    dice = random.Random(f"{seed}/{number}/levels")
    axis, soviet = dice.choices(list(shares), list(shares.values()), k=2)
    limit = GRACE * max(LEVELS[level].budget.seconds for level in (axis, soviet))
    return Game(axis, soviet, plan.scenario, plan.options, seed, number, Side.AXIS, limit)


@dataclass(slots=True)
class Seats:
    """The figures of a level in all its seats."""

    seats: int = 0
    turns: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """The counts of a series; `a` is always the Axis."""
    levels: dict[str, Seats] = {}
    for row in rows:
        _take(levels.setdefault(row.a, Seats()), row.a_turns, row.a_seconds, row.a_worst)
        _take(levels.setdefault(row.b, Seats()), row.b_turns, row.b_seconds, row.b_worst)
        if row.fault and row.winner in list(Side):
            loser = row.b if row.winner == Side.AXIS else row.a
            levels[loser].faults[row.reason] += 1
    return {
        "games": len(rows),
        "faults": sum(bool(row.fault) for row in rows),
        "reasons": dict(Counter(row.reason for row in rows if row.fault)),
        "scenarios": len({row.scenario for row in rows}),
        "rules": len({row.rules for row in rows}),
        "set-ups": len({(row.scenario, row.options_and_rules) for row in rows}),
        "decisions": sum(row.decisions for row in rows),
        "levels": {
            level: {
                "seats": each.seats,
                "turns": each.turns,
                "mean": round(each.seconds / each.turns, 3) if each.turns else 0.0,
                "worst": each.worst,
                "faults": dict(each.faults),
            }
            for level, each in sorted(levels.items(), key=lambda found: list(LEVELS).index(found[0]))
        },
        "what": [told(row) for row in rows if row.fault],
        "from": sorted({(row.command, row.commit, row.machine) for row in rows}),
    }


def _take(seats: Seats, turns: int, seconds: float, worst: float) -> None:
    seats.seats += 1
    seats.turns += turns
    seats.seconds += seconds
    seats.worst = max(seats.worst, worst)


def told(row: Row) -> str:
    """A fault and the game that it ended."""
    return f"game {row.pair}, {row.a} v {row.b}, {row.scenario} {row.options_and_rules}: {row.reason}: {row.fault}"


def as_text(found: dict[str, Any]) -> str:
    """The summary for people."""
    lines = [
        f"{found['games']} games, {found['decisions']:,} decisions: {found['scenarios']} scenarios,"
        f" {found['rules']} rule sets, {found['set-ups']} set-ups",
        f"games ended by a fault: {found['faults']}",
        *(f"  {each}" for each in found["what"]),
    ]
    for level, each in found["levels"].items():
        lines.append(
            f"{level:8} {each['seats']:5} seats, {each['turns']:6} player turns, {each['mean']:.2f} s a player turn,"
            f" longest {each['worst']:.1f} s"
        )
    return "\n".join(lines)
