"""Measures the levels on the benchmarks of `noretreat.research`, and writes the table in docs/research.md.

Run: `python tools/measure_scenarios.py --games 20 --jobs 2` (two minutes for a game of each kind). The table stands
between two marks; nothing else of the page is touched.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from noretreat.ai.referee.workers import as_finished
from noretreat.research.benchmarks import BENCHMARKS, Benchmark, score

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "research.md"
LEVELS: Final = ("random", "easy", "normal")
OPPONENTS: Final = ("random",)


def measured(number: int, player: str, opponent: str, games: int) -> tuple[int, str, str, float]:
    """What was asked for, with the share of games won."""
    return number, player, opponent, score(BENCHMARKS[number], player, opponent, games)


def table(found: dict[tuple[int, str, str], float], games: int) -> str:
    """The scores: a row for each benchmark and player, a column for each opponent."""
    lines = [f"| scenario | side | player | {' | '.join(f'against {level}' for level in OPPONENTS)} |"]
    lines.append("|---|---|---|" + "---:|" * len(OPPONENTS))
    for number, benchmark in enumerate(BENCHMARKS):
        for player in LEVELS:
            shares = " | ".join(f"{found[number, player, opponent]:.0%}" for opponent in OPPONENTS)
            lines.append(f"| {told(benchmark)} | {player} | {shares} |")
    return "\n".join([*lines, "", f"{games} games for each figure, seed 1, rule set `digital`."])


def told(benchmark: Benchmark) -> str:
    """Scenario and side, as the table has them."""
    return f"`{benchmark.scenario}`, {benchmark.turns} turns | {benchmark.side}"


def main() -> None:
    """Measures, prints, and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    tasks = [(n, a, b, asked.games) for n in range(len(BENCHMARKS)) for a in LEVELS for b in OPPONENTS]
    found = {}
    for number, player, opponent, share in as_finished(measured, tasks, asked.jobs):
        found[number, player, opponent] = share
        print(f"{BENCHMARKS[number].scenario} {player} against {opponent}: {share:.0%}", flush=True)
    text = PAGE.read_text(encoding="utf-8")
    new = f"<!-- measured: scores -->\n{table(found, asked.games)}\n<!-- end -->"
    text = re.sub(r"<!-- measured: scores -->.*?<!-- end -->", lambda _: new, text, flags=re.DOTALL)
    PAGE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
