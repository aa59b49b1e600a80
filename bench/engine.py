"""Measures the speed of the rules: random play against python-chess in the same run, and the cost of the parts.

Run by `make bench`. The two engines take turns in many short slices, so that whatever else the machine does hits both;
the ratio is the figure to look at, and a bar is passed when the lower end of its interval passes it. The absolute
numbers belong to the machine. Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import math
import platform
import random
import statistics
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, TypeAlias

import chess

import noretreat
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.game import apply_trusted, new_game
from noretreat.rules import movement, supply
from noretreat.rules.journey import reach

SLICE = 0.1
"""Seconds of process time per engine and turn: some campaigns, or some dozen games of chess."""
ROUNDS = 72
"""Slices of each engine; in an odd round they come in the other order, so that a drift of the machine cancels out."""
WARM_UP = 1.0
"""Seconds that either engine plays before it is timed."""
CONFIDENCE = 0.95
RULE_SETS = ("digital", "deluxe")
"""The rule set that games use by default, and the one with the most to do."""
RESULTS = Path(__file__).with_name("results.md")

Playouts: TypeAlias = Callable[[random.Random, float], float]


def chess_playouts(rng: random.Random, seconds: float) -> float:
    """Decisions a second of random chess: list the legal moves, pick one, push it."""
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            count += 1
    return count / (time.process_time() - start)


def campaign_playouts(rules: str, rng: random.Random, seconds: float) -> float:
    """Decisions a second of random campaigns: legal actions, pick one, apply; dice and deals count as well."""
    options = Options(rules=rules)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = new_game(options=options)
        while state.options:
            legal = noretreat.legal_actions(state)
            state, _ = apply_trusted(state, legal[int(rng.random() * len(legal))])
            count += 1
    return count / (time.process_time() - start)


class Pair(NamedTuple):
    """The speeds of two engines in slices of the same round, in decisions a second."""

    ours: float
    theirs: float


def in_turn(ours: Playouts, theirs: Playouts, rng: random.Random) -> list[Pair]:
    """Lets both engines play in turn, after each has warmed up."""
    ours(rng, WARM_UP)
    theirs(rng, WARM_UP)
    pairs = []
    for number in range(ROUNDS):
        if number % 2:
            second = theirs(rng, SLICE)
            pairs.append(Pair(ours(rng, SLICE), second))
        else:
            first = ours(rng, SLICE)
            pairs.append(Pair(first, theirs(rng, SLICE)))
    return pairs


def interval_of_median(values: Sequence[float]) -> tuple[float, float]:
    """The interval that holds the median with `CONFIDENCE`, whatever the distribution: that of the sign test.

    Left out are as many of the lowest and of the highest values as would, by chance alone, hardly ever lie together on
    one side of the median.
    """
    ordered, count = sorted(values), len(values)
    at_most = accumulate(math.comb(count, below) / 2**count for below in range(count))
    lowest = max(sum(chance <= (1 - CONFIDENCE) / 2 for chance in at_most) - 1, 0)
    return ordered[lowest], ordered[count - 1 - lowest]


def playouts() -> Iterator[tuple[str, str]]:
    """Each rule set in turn with chess: medians, best slices, and the median of the ratios with its interval."""
    for rules in RULE_SETS:
        pairs = in_turn(partial(campaign_playouts, rules), chess_playouts, random.Random(1))
        ratios = [pair.ours / pair.theirs for pair in pairs]
        low, high = interval_of_median(ratios)
        yield (
            f"ratio of {rules} to python-chess (median of {ROUNDS} rounds; {CONFIDENCE:.0%} interval)",
            f"{statistics.median(ratios):.2f}; {low:.2f} to {high:.2f}",
        )
        ours, theirs = (median_and_best(speeds) for speeds in zip(*pairs, strict=True))
        yield f"campaign, {rules}, random play, decisions/s (median; best)", ours
        yield f"python-chess {chess.__version__} beside it, random play, decisions/s (median; best)", theirs


def median_and_best(speeds: Sequence[float]) -> str:
    """The median and the best, as a cell of a row."""
    return f"{statistics.median(speeds):,.0f}; {max(speeds):,.0f}"


def microseconds(work: Callable[[], object], repeat: int = 2000) -> float:
    """Best of five runs, in microseconds a call."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeat):
            work()
        best = min(best, (time.process_time() - start) / repeat)
    return best * 1e6


def middle_of_movement() -> State:
    """A movement decision of turn 6 in a random campaign, the same every time."""
    rng = random.Random(7)
    deluxe = Options(rules="deluxe")
    state = new_game(options=deluxe)
    while not (state.turn >= 6 and state.phase == "movement"):
        state, _ = apply_trusted(state, rng.choice(state.options))
        if not state.options:
            state = new_game(options=deluxe)
    return state


def parts() -> list[tuple[str, str]]:
    """The cost of the pieces in one position, caches emptied where they would hide the work."""
    state = middle_of_movement()
    move = next(a for a in state.options if type(a).__name__ == "MoveUnit")
    unit = next(u for u in state.on_map(state.phasing) if movement.can_move(state, u))

    def both_supplies() -> None:
        supply._net.cache_clear()
        supply.supplied_nodes(state, AXIS)
        supply.supplied_nodes(state, SOVIET)

    def cold_reach() -> None:
        reach.cache_clear()
        movement.journey_of(state, unit)

    question = state.question
    assert question is not None

    def fresh_options() -> None:
        question.options(state)

    return [
        ("copy of the state, us", f"{microseconds(state.copy):.1f}"),
        ("apply of a move (new options included), us", f"{microseconds(lambda: apply_trusted(state, move), 500):.1f}"),
        (f"all {len(state.options)} legal actions of that decision, us", f"{microseconds(fresh_options, 500):.1f}"),
        ("supply of both sides, nothing remembered, us", f"{microseconds(both_supplies, 500):.1f}"),
        ("reach of one unit, nothing remembered, us", f"{microseconds(cold_reach):.1f}"),
        ("view of one side, us", f"{microseconds(lambda: noretreat.view(state, noretreat.Side.AXIS), 100):.0f}"),
    ]


def commit() -> str:
    """The short hash of the checked-out commit, or 'unknown'."""
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def interpreter() -> str:
    """The Python that runs this, and whether it was built with profile guidance: figures of the two kinds differ."""
    guided = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return f"Python {platform.python_version()} built {'with' if guided else 'without'} PGO"


def append(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Prints a table, and appends it to the results."""
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")
    head = f"## {date.today()} {title}, commit {commit()}, {interpreter()}, {platform.machine()}"
    lines = [head, "", "| what | value |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows), "", ""]
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main() -> None:
    """Measures, prints, and appends to the results."""
    append("engine", [*playouts(), *parts()])


if __name__ == "__main__":
    main()
