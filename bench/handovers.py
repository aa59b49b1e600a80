"""Measures how often a game goes from one player to the other: hand-overs a game turn between two computer players,
with and without standing orders.

    .venv/bin/python bench/handovers.py [--games N] [--level easy]

Each side has the orders that are proposed to a new player (`orders.standing.SENSIBLE`), or none. A hand-over is when
the side that has to decide is not the one that decided last; what an order answers is none, as the server answers it at
once. Every game is one of two people: windows open on public knowledge (15.13). Results go to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

from noretreat.ai.referee.play import Seat, play_out
from noretreat.core.actions import Action
from noretreat.core.board import SIDE_INDEX
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.game import legal_actions, new_game
from noretreat.orders.standing import NONE, SENSIBLE, StandingOrders, answer, kind_of

RESULTS = Path(__file__).with_name("results.md")
RULES = ("digital", "deluxe")


class Table:
    """A game between two computer players under the same standing orders, and its hand-overs."""

    def __init__(self, level: str, seed: int, orders: StandingOrders) -> None:
        self._seats = {side: Seat(side, level, seed) for side in Side}
        self._dice = random.Random(seed)
        self._orders = orders
        self._last: Side | None = None
        self.handed = 0
        self.asked: Counter[str] = Counter()
        """Questions of each kind of order that a side was called back for in the other side's turn."""

    def chooser(self, side: Side) -> Callable[[State], Action]:
        """A function that decides for a side."""

        def choose(state: State) -> Action:
            ordered = answer(state, self._orders)
            if ordered is not None:
                return ordered
            if self._last not in (None, side):
                self.handed += 1
                if SIDE_INDEX[side] != state.phasing:
                    self.asked[kind_of(state) or "none"] += 1
            self._last = side
            return self._seats[side].choose(state)

        return choose

    def play(self, rules: str) -> int:
        """Plays a campaign to its end; returns its last turn."""
        start = new_game("barbarossa", Options(rules=rules))
        axis, soviet = self.chooser(Side.AXIS), self.chooser(Side.SOVIET)
        end, _, _ = play_out(start, axis, soviet, lambda state: self._dice.choice(legal_actions(state)))
        return end.turn


def row(level: str, rules: str, name: str, orders: StandingOrders, games: int) -> str:
    """A line of the results table; its interval comes from the games."""
    means, asked, turns = [], Counter[str](), 0
    for seed in range(1, games + 1):
        table = Table(level, seed, orders)
        last = table.play(rules)
        means.append(table.handed / last)
        asked += table.asked
        turns += last
    error = 2 * statistics.stdev(means) / games**0.5 if games > 1 else 0.0
    called = ", ".join(f"{kind} {n / turns:.1f}" for kind, n in asked.most_common())
    return f"| {rules} | {name} | {statistics.mean(means):.1f} ± {error:.1f} | {called} |"


def main() -> None:
    """Plays, prints, and appends to the results."""
    parser = argparse.ArgumentParser(description="Hand-overs a game turn, with and without standing orders.")
    parser.add_argument("--games", type=int, default=10, help="games of each kind (10)")
    parser.add_argument("--level", default="easy", help="the computer player on both sides (easy)")
    wishes = parser.parse_args()
    head = ["| rules | orders | hand-overs a game turn | called back for, a game turn |", "|---|---|---:|---|"]
    lines = [f"## {date.today()} hand-overs, {wishes.games} campaigns of {wishes.level} each", "", *head]
    print(*lines, sep="\n")
    for rules in RULES:
        for name, orders in (("none", NONE), ("those proposed", SENSIBLE)):
            lines.append(row(wishes.level, rules, name, orders, wishes.games))
            print(lines[-1], flush=True)
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))


if __name__ == "__main__":
    main()
