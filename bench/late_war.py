"""Measures a player in the second half of campaigns: from the same positions and with the same luck as another one.

    .venv/bin/python bench/late_war.py A B [--turn 14] [--turns 4] [--campaigns 16] [--luck 2]

Player B plays campaigns against itself up to the Axis player turn of `--turn`; those that end before are left out. From
each of these positions `--turns` game turns are played, `--luck` times with other dice and deals: B against itself, and
with A on one side. The margins are those of A over B on that side with the same luck, with 95 % intervals: city and oil
hexes, and the worth of the units on the map less that of the enemy's (`evaluation/worth.py`). A and B are named as for
`noretreat arena`. The figures go to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.ai.evaluation.worth import unit_worth
from noretreat.ai.referee.play import Contender, game_seed, play_game
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.game import new_game

RESULTS = Path(__file__).with_name("results.md")


class Reached(Exception):
    """Raised when the turn that is waited for has begun."""


class Score(NamedTuple):
    """A position's figures, from the point of view of the Axis."""

    hexes: float
    worth: float


def score(state: State) -> Score:
    hexes = (state.axis_control & BOARD.vp_hexes).bit_count()
    axis, soviets = (sum(unit_worth(state, unit) for unit in state.on_map(side)) for side in (AXIS, SOVIET))
    return Score(float(hexes), axis - soviets)


def until(state: State, turn: int, axis: Contender, soviet: Contender, seed: int) -> State:
    """The position at the start of a turn, or at the end of the game."""
    reached = state

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        nonlocal reached
        reached = after
        if after.turn >= turn:
            raise Reached

    with suppress(Reached):
        play_game(state, axis, soviet, seed, watch)
    return reached


def positions(player: str, turn: int, campaigns: int) -> Iterator[State]:
    """The positions of a player's campaigns against itself when a turn begins."""
    for number in tqdm(range(campaigns), desc="campaigns", leave=False):
        start = new_game("barbarossa", Options(rules="digital", campaign=True))
        state = until(start, turn, player, player, game_seed(turn, number))
        if state.ended is None:
            yield state


def margins(a: str, b: str, starts: list[State], turns: int, luck: int) -> dict[Side, list[Score]]:
    """For each side, the margin of A over what B would have had there, in each game."""
    found: dict[Side, list[Score]] = {side: [] for side in Side}
    for number, (state, lot) in enumerate(tqdm([(s, lot) for lot in range(luck) for s in starts], desc="games")):
        seed, end = game_seed(lot, number), state.turn + turns
        usual = score(until(state, end, b, b, seed))
        for side in Side:
            seats = (a, b) if side is SIDES[0] else (b, a)
            mine = score(until(state, end, *seats, seed))
            sign = 1 if SIDE_INDEX[side] == 0 else -1
            found[side].append(Score(sign * (mine.hexes - usual.hexes), sign * (mine.worth - usual.worth)))
    return found


def interval(values: list[float]) -> str:
    spread = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return f"{statistics.mean(values):+.2f} +- {spread:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", nargs="?", default="hard")
    parser.add_argument("b", nargs="?", default="normal")
    parser.add_argument("--turn", type=int, default=14)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--campaigns", type=int, default=16)
    parser.add_argument("--luck", type=int, default=2)
    args = parser.parse_args()
    found = margins(args.a, args.b, list(positions(args.b, args.turn, args.campaigns)), args.turns, args.luck)
    what = f"`{args.a}` beside `{args.b}` for {args.turns} turns from turn {args.turn}"
    lines = [f"## {date.today()} the second half of campaigns: {what}", ""]
    for side, scores in found.items():
        hexes, worth = (interval([getattr(one, field) for one in scores]) for field in Score._fields)
        lines.append(f"* as {side.value}, {len(scores)} games: hexes {hexes}, worth of troops {worth}")
    print("\n".join(lines))
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))


if __name__ == "__main__":
    main()
