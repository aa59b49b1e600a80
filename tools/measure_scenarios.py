"""Measures our levels on the benchmarks of `noretreat.research`, and writes the table in docs/benchmark.md.

Run: `python -m tools.measure_scenarios --games 20 --jobs 2`. Each game is a line of `bench/scenarios.csv`; those that
are there are not played again, so that it can be stopped at any time. Needed anew (delete the file) when a scenario,
the rules or a level have changed.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from noretreat.ai.referee import statistics
from noretreat.ai.referee.workers import as_finished
from noretreat.core.setup import Options
from noretreat.research.benchmarks import BENCHMARKS, Benchmark, play
from tools.parts import filled

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "docs" / "benchmark.md"
RESULTS: Final = ROOT / "bench" / "scenarios.csv"
SEARCHES: Final = ROOT / "bench" / "ismcts.csv"
LEVELS: Final = ("random", "easy", "normal")
SEED: Final = 1


class Game(NamedTuple):
    """A game that was played: attacker, defender, its number, and the result for the attacker."""

    scenario: str
    player: str
    opponent: str
    number: int
    score: float
    seconds: float


def measured(at: int, player: str, opponent: str, number: int) -> Game:
    """Plays a game of a benchmark."""
    score, seconds = play(BENCHMARKS[at], player, opponent, number, SEED)
    return Game(BENCHMARKS[at].scenario, player, opponent, number, score, round(seconds, 2))


def kept() -> list[Game]:
    """The games that were played so far."""
    if not RESULTS.exists():
        return []
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return [
            Game(a["scenario"], a["player"], a["opponent"], int(a["number"]), float(a["score"]), float(a["seconds"]))
            for a in csv.DictReader(file)
        ]


def scores() -> str:
    """The table of the games that were played."""
    return table(kept())


def searches() -> str:
    """The table of the games of OpenSpiel's ISMCTS, from the file that `docs/ismcts.py --keep` goes on with."""
    with SEARCHES.open(encoding="utf-8", newline="") as file:
        games = list(csv.DictReader(file))
    lines = [
        "| task | simulations | games | won | decisions | seconds of processor a game |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for budget in sorted({int(each["simulations"]) for each in games}):
        for one in BENCHMARKS:
            found = [each for each in games if (each["scenario"], int(each["simulations"])) == (one.scenario, budget)]
            if found:
                share = statistics.wilson(sum(float(each["score"]) for each in found) / len(found), len(found))
                won = f"{share.value:.0%} [{100 * share.low:.0f}, {100 * share.high:.0f}]"
                decisions, seconds = (
                    sum(float(each[name]) for each in found) / len(found) for name in ("decisions", "seconds")
                )
                lines.append(f"| {told(one)} | {budget} | {len(found)} | {won} | {decisions:.0f} | {seconds:.0f} |")
    return "\n".join(lines)


PARTS: Final[dict[str, Callable[[], str]]] = {"scores": scores, "searches": searches}
"""The parts that can be made for the page, by the name in their marks."""


def build() -> str:
    """The page with the table of the games that were played; nothing else of it is touched."""
    return filled(TARGET.read_text(encoding="utf-8"), PARTS)


def table(games: list[Game]) -> str:
    """The scores: a row for each benchmark and player, a column for each opponent."""
    lines = [f"| scenario | attacker | {' | '.join(f'against {level}' for level in LEVELS)} |"]
    lines.append("|---|---|" + "---:|" * len(LEVELS))
    for benchmark in BENCHMARKS:
        for player in LEVELS:
            found = [
                [each for each in games if each[:3] == (benchmark.scenario, player, opponent)] for opponent in LEVELS
            ]
            lines.append(f"| {told(benchmark)} | {player} | {' | '.join(map(_share, found))} |")
    minutes, cells = sum(each.seconds for each in games) / 60, len(BENCHMARKS) * len(LEVELS) ** 2
    number = f"{len(games) // cells} games for each figure" if len(games) % cells == 0 else f"{len(games)} games in all"
    told_of = f"{number}, {minutes:.0f} minutes of one core together; seed {SEED}, rule set `{Options().rules}`"
    return "\n".join([*lines, "", f"{told_of}. In brackets the 95% interval."])


def told(benchmark: Benchmark) -> str:
    """Scenario and side, as the table shows them."""
    return f"`{benchmark.scenario}`, {benchmark.turns} turns, {benchmark.side.name.title()}"


def _share(games: list[Game]) -> str:
    """The attacker's share of the points, with its interval."""
    if not games:
        return "-"
    share = sum(each.score for each in games) / len(games)
    found = statistics.wilson(share, len(games))
    return f"{found.value:.0%} [{100 * found.low:.0f}, {100 * found.high:.0f}]"


def main() -> None:
    """Plays the games that are missing, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="for each figure (20)")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    there = {each[:4] for each in kept()}
    tasks = [
        (at, player, opponent, number)
        for number in range(asked.games)
        for at, benchmark in enumerate(BENCHMARKS)
        for player in LEVELS
        for opponent in LEVELS
        if (benchmark.scenario, player, opponent, number) not in there
    ]
    for game in as_finished(measured, tasks, asked.jobs):
        with RESULTS.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            if file.tell() == 0:
                writer.writerow(Game._fields)
            writer.writerow(game)
        print(f"{game.scenario}, {game.player} against {game.opponent}: {game.score:g}, {game.seconds} s", flush=True)
    TARGET.write_text(build(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
