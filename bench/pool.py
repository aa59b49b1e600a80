"""Plays one player against a pool of different ones, and says how it does against each, in either seat.

    .venv/bin/python -m bench.pool hard --pairs 20 --results build/pool.csv
    .venv/bin/python -m bench.pool hard --beside bench.yardstick:Hard --pairs 20 --results build/pool.csv
    .venv/bin/python -m bench.pool hard --side soviet --against bench.yardstick:Raider,bench.yardstick:Patient ...

A match against one opponent, itself above all, does not see the weaknesses that both sides have. The pool is frozen
(`bench/yardstick`): `Hard` and `Normal` as they were, `Old`, and two scripts, a raider and a patient one. All meet the
same dice and deals. Every finished game is written down at once; the same command goes on where it was stopped, and
plays a pair against each of the pool before the next pair against any.

The table has for each opponent and for all together, with 95 % intervals, the share of games won in either seat and
the lead in hexes a pair: what the player holds as the Axis more than it leaves the Axis as the Soviets. `--beside`
plays the same games with another player in place of this one, and tells what this one does better in the same game
with the same luck: a change stays if that is surely more than nothing in the seat it is meant for, and not less in the
other.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from noretreat.ai.referee import report, statistics
from noretreat.ai.referee.match import Game, Row, play_one
from noretreat.ai.referee.results import Results
from noretreat.ai.referee.workers import as_finished
from noretreat.cli.origin import stamped
from noretreat.core.setup import Options
from noretreat.data.facts import Side

POOL: Final = tuple(f"bench.yardstick:{name}" for name in ("Hard", "Normal", "Old", "Raider", "Patient"))


def main() -> int:
    """Plays what is missing, then prints the table."""
    arguments = parsed()
    results = Results(arguments.results)
    players = [arguments.player, *([arguments.beside] if arguments.beside else [])]
    games = [game for one in zip(*(planned(arguments, player) for player in players), strict=True) for game in one]
    done = {row.key for row in results.rows}
    todo = [game for game in games if game.key not in done]
    for number, played in enumerate(as_finished(play_one, [(game,) for game in todo], arguments.jobs), 1):
        row = stamped(played.row)
        results.add(played._replace(row=row))
        print(f"{number}/{len(todo)} {row.a} as {row.side} v {row.b}: {row.winner}, {row.hexes} hexes", file=sys.stderr)
    wanted = {game.key for game in games}
    rows = [row for row in results.rows if row.key in wanted]
    print(table(rows, arguments.player, arguments.pool))
    if arguments.beside:
        print("", table(rows, arguments.beside, arguments.pool), "", sep="\n")
        print(comparison(rows, arguments.player, arguments.beside, arguments.pool))
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("player", help="a level, or MODULE:NAME")
    parser.add_argument("--beside", help="a player to compare it with, in the same games")
    parser.add_argument("--against", default=",".join(POOL), help="the pool, with commas between")
    parser.add_argument("--scenario", default="fall_blau")
    parser.add_argument("--campaign", action="store_true")
    parser.add_argument("--side", type=Side, choices=list(Side), help="one seat alone")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("build/pool.csv"))
    arguments = parser.parse_args()
    arguments.pool = arguments.against.split(",")
    if not arguments.results.exists():
        packed = arguments.results.with_suffix(".csv.xz")
        if packed.exists():
            arguments.results.write_bytes(lzma.decompress(packed.read_bytes()))
    return arguments


def planned(arguments: argparse.Namespace, player: str) -> list[Game]:
    """The games of a player: a pair against each of the pool before the next pair against any."""
    options = Options(rules="digital", campaign=arguments.campaign)
    sides = [arguments.side] if arguments.side else list(Side)
    return [
        Game(player, other, arguments.scenario, options, arguments.seed, pair, side)
        for pair in range(1, arguments.pairs + 1)
        for other in arguments.pool
        for side in sides
    ]


# --- the table ----------------------------------------------------------------------------------------------
def table(rows: Iterable[Row], player: str, pool: Sequence[str]) -> str:
    """How a player did against each of the pool, and against all."""
    mine = [row for row in rows if row.a == player]
    lines = [
        f"| {player} v | Games | As Axis | As Soviets | Axis hexes: as Axis, as Soviets | Hexes a pair |",
        "|---" * 6 + "|",
    ]
    for other in [*pool, ""]:
        met = [row for row in mine if not other or row.b == other]
        if not met:
            continue
        found = report.standing(met)
        seats = [
            f"{points:g} of {games}, {report.percent(share)}" if games else "-"
            for points, games, share in (found.seats[side] for side in Side)
        ]
        held = ", ".join(_mean([float(row.hexes) for row in met if row.side == side]) for side in Side)
        name = other.rpartition(":")[2] or "all"
        lines.append(f"| {name} | {len(met)} | {seats[0]} | {seats[1]} | {held} | {report.signed(found.hexes, 1)} |")
    return "\n".join(lines)


def comparison(rows: Sequence[Row], player: str, base: str, pool: Sequence[str]) -> str:
    """What a player did better than another in the same games, in either seat."""
    known = {(row.a, *row.key[1:]): row for row in rows}
    pairs = [(row, other) for row in rows if row.a == player if (other := known.get((base, *row.key[1:]))) is not None]
    lines = [f"| {player} beside {base} | Seat | Games | Hexes more | Games won more |", "|---" * 5 + "|"]
    for opponent in [*pool, ""]:
        for side in Side:
            met = [(row, other) for row, other in pairs if row.side == side and (not opponent or row.b == opponent)]
            if not met:
                continue
            sign = 1.0 if side is Side.AXIS else -1.0
            hexes = statistics.mean([sign * (row.hexes - other.hexes) for row, other in met])
            won = statistics.mean([row.score - other.score for row, other in met])
            name = opponent.rpartition(":")[2] or "all"
            lines.append(
                f"| {name} | {side.value} | {len(met)} | {report.signed(hexes, 2)} | {report.signed(won, 2)} |"
            )
    return "\n".join(lines)


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.1f}" if values else "-"


if __name__ == "__main__":
    sys.exit(main())
