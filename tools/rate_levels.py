"""Writes what the lobby says of the levels' strength, `data/strength.toml`, from matches of `noretreat arena`.

Run: `python -m tools.rate_levels bench/arena/*.csv`. Of each level it tells the score against the next weaker one
that it has met, and the processor time of a player turn. A level without such a match is left out, and the lobby says
nothing of it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee import results
from noretreat.ai.referee.match import Row
from noretreat.ai.referee.report import whole_pairs
from noretreat.ai.referee.statistics import pentanomial, score
from noretreat.data.facts import Strength
from noretreat.data.load import DATA_DIR

FILE = DATA_DIR / "strength.toml"
HEAD = "# How strong the levels are: written by `python -m tools.rate_levels`, from matches of `noretreat arena`.\n"


def strength_of(level: str, rows: Iterable[Row]) -> Strength | None:
    """A level's score against the strongest of the weaker ones that it met; None if it met none of them."""
    weaker = list(LEVELS)[: list(LEVELS).index(level)]
    met: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.a == level and row.b in weaker:
            met[row.b].append(row)
    against = next((other for other in reversed(weaker) if other in met), None)
    return None if against is None else _strength(against, met[against])


def _strength(against: str, rows: Sequence[Row]) -> Strength:
    """The score by pairs, and the time of the first player."""
    found = score(pentanomial([one.score + other.score for one, other in whole_pairs(rows)]))
    turns = sum(row.a_turns for row in rows)
    return Strength(
        against,
        len(rows),
        round(100 * found.value),
        round(100 * found.low),
        round(100 * found.high),
        round(sum(row.a_seconds for row in rows) / max(1, turns), 1),
        round(max(row.a_worst for row in rows), 1),
    )


def page(found: dict[str, Strength]) -> str:
    """The file."""
    lines = [HEAD, "[levels]"]
    for level, one in found.items():
        lines.append(
            f'{level} = {{against = "{one.against}", games = {one.games}, percent = {one.percent}, low = {one.low}, '
            f"high = {one.high}, seconds = {one.seconds}, worst = {one.worst}}}"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Reads the matches and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("results", nargs="+", type=Path, metavar="FILE", help="results of `noretreat arena`")
    rows = [row for path in parser.parse_args().results for row in results.read(path)]
    found = {level: told for level in LEVELS if (told := strength_of(level, rows)) is not None}
    FILE.write_text(page(found), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
