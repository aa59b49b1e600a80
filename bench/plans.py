"""Measures what more thought finds in a Movement Phase: the worth of the best plan by the arrangements scored.

    .venv/bin/python bench/plans.py [--campaigns 6] [--turn 14] [--seconds 8]

The positions are those of campaigns of `normal` against itself as the Soviets begin to move on `--turn`. Each is
planned with budgets from a quarter of that of `normal` up to four times as much; then the best plan is annealed for
`--seconds` of processor time: single units go anywhere, also where it looks worse for a while. If annealing finds
nothing, the planner is at the top of what its evaluation can see, and more thought of this kind is worth nothing. The
figures go to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

from noretreat.ai.players.greedy import NORMAL
from noretreat.ai.proposals.moves import MovePlanner
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.core.actions import Action
from noretreat.core.board import SOVIET, bits
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.game import new_game

RESULTS = Path(__file__).with_name("results.md")
BUDGETS = (NORMAL.evaluations // 4, NORMAL.evaluations, 4 * NORMAL.evaluations)
HOT, COLD = 0.5, 0.02
"""The loss that annealing accepts at its beginning and its end, in points."""


class Reached(Exception):
    """Raised when the phase that is waited for has begun."""


def positions(turn: int, campaigns: int) -> Iterator[State]:
    """Positions in which the Soviets begin to move on this turn, in the campaigns that last so long."""
    for number in range(campaigns):
        found: list[State] = []

        def watch(
            before: State, action: Action, after: State, events: tuple[Event, ...], found: list[State] = found
        ) -> None:
            if after.turn >= turn and after.phasing == SOVIET and after.phase == "movement" and not after.moved:
                found.append(after)
                raise Reached

        start = new_game("barbarossa", Options(rules="digital", campaign=True))
        with suppress(Reached):
            play_game(start, "normal", "normal", game_seed(turn, number), watch)
        yield from found


def planned(state: State, evaluations: int) -> MovePlanner:
    planner = MovePlanner(state, SOVIET, NORMAL._replace(evaluations=evaluations, seconds=60.0))
    planner.search()
    return planner


def annealed(planner: MovePlanner, seconds: float) -> float:
    """The best worth that annealing finds from here; the planner is left where it ends."""
    dice, started = random.Random(1), time.process_time()
    movable = [index for index, mask in enumerate(planner.reach) if mask & ~(1 << planner.at[index])]
    worth = best = planner.best
    while movable and (share := (time.process_time() - started) / seconds) < 1:
        heat = HOT * (COLD / HOT) ** share
        index = dice.choice(movable)
        home = planner.at[index]
        planner.at[index] = dice.choice([node for node in bits(planner.reach[index]) if node != home])
        if planner._room(planner.at[index], index):
            found = planner.scorer.score(planner.at, True, least=worth - 6 * heat)
            if found >= worth or dice.random() < math.exp((found - worth) / heat):
                worth, best = found, max(best, found)
                continue
        planner.at[index] = home
    return best


def main() -> None:
    """Measures, prints, and appends to the results."""
    parser = argparse.ArgumentParser(description="What more thought finds in a Movement Phase.")
    parser.add_argument("--campaigns", type=int, default=6, help="one position of each (6)")
    parser.add_argument("--turn", type=int, default=14, help="the turn of the positions (14)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of annealing for each (8)")
    wishes = parser.parse_args()
    heads = " | ".join(f"{budget} scored" for budget in BUDGETS)
    lines = [f"## {date.today()} plans of the Soviets on turn {wishes.turn}, worth of the best in points", ""]
    lines += [f"| position | {heads} | annealed |", "|---|" + "---:|" * 4]
    print(*lines, sep="\n")
    for number, state in enumerate(positions(wishes.turn, wishes.campaigns), 1):
        found = [planned(state, budget) for budget in BUDGETS]
        worths = [planner.best for planner in found]
        top = annealed(found[-1], wishes.seconds)
        cells = " | ".join(f"{worth:.2f}" for worth in (*worths, top))
        lines.append(f"| {number} | {cells} |")
        print(lines[-1], flush=True)
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))


if __name__ == "__main__":
    main()
