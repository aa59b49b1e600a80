"""Measures standing orders: how often a game goes from one player to the other, and how well one plays by them.

    .venv/bin/python bench/handovers.py [--games N] [--pairs N] [--level easy] [--sets quick careful sheet proposed ask]

Two things of each set of orders (`orders.standing.SETS`), between two computer players. *Hand-overs* a game turn: both
sides have the set. A hand-over is when the side that has to decide is not the one that decided last; what an order
answers is none, as the server answers it at once. *Strength*: one side plays by the set, the other is asked everything;
each seed is played twice, with the set on either side, and the result is the share of the points that the set gets, so
that 50 % is as strong as being asked. `sheet`: no standing orders, but the first question of the other side's turn is
answered with a sheet for the rest of that turn (`Once`), by the rules of `quick`. `proposed`: the same, by the rules of
`careful`, which the table proposes for one press. `parts`: no standing orders, and no set for the whole turn: the first
card window outside battles, the first question about counterblows and the first one of a battle are each answered with
the sheet for all others of that kind in the turn, as the table offers them where battles are fought together.

Every game is one of two people: windows open on public knowledge (15.13). Each game that is over is a line of
`build/handovers.csv`; a run that was stopped goes on from there. The summary goes to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import csv
import random
import statistics
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec

from noretreat import game
from noretreat.ai.referee.play import Seat, play_out
from noretreat.core.actions import Action
from noretreat.core.board import SIDE_INDEX, SIDES
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.orders.standing import CAREFUL, NONE, QUICK, SETS, Answers, Once, StandingOrders, answer, kind_of

RESULTS = Path(__file__).with_name("results.md")
KEPT = Path(__file__).parents[1] / "build" / "handovers.csv"
RULES = ("digital", "deluxe", "digital together")
"""The rule sets; `together`: with simultaneous battles."""
WAYS = ("ask", "parts", "careful", "quick", "sheet", "proposed")
SHEETS = {"sheet": QUICK, "proposed": CAREFUL}
"""What a sheet for the rest of a turn says."""
PARTS = (
    (("events", "reactions"), CAREFUL),
    (("blows",), CAREFUL),
    (("strikes", "cards", "rolls", "losses", "cadres", "retreats", "advances"), QUICK),
)
"""What the sheets for a part of a turn answer, and by which set (`web/src/orders/parts.ts`)."""


class Played(NamedTuple):
    """A line of the file: which game it was, and how it went."""

    rules: str
    level: str
    way: str
    seed: int
    side: str
    """The side that plays by the set; empty: both do."""
    turns: int
    handed: int
    points: float
    """Of that side: 1 for a win, a half for a draw."""
    asked: str
    """Questions that a side was called back for in the other side's turn, by the order that could have answered."""


class Table:
    """A game between two computer players, each under orders or not, and its hand-overs."""

    def __init__(self, level: str, seed: int, ways: dict[Side, str]) -> None:
        self._seats = {side: Seat(side, level, seed) for side in Side}
        self._dice = random.Random(seed)
        self._sheet = {side: SHEETS.get(ways[side]) for side in Side}
        self._parts = {side for side in Side if ways[side] == "parts"}
        self._orders = {side: next((SETS[one] for one in SETS if one == ways[side]), NONE) for side in Side}
        self._last: Side | None = None
        self.handed = 0
        self.asked: Counter[str] = Counter()

    def chooser(self, side: Side) -> Callable[[State], Action]:
        """A function that decides for a side."""

        def choose(state: State) -> Action:
            ordered = answer(state, self._orders[side])
            if ordered is not None:
                return ordered
            away = SIDE_INDEX[side] != state.phasing
            if self._last not in (None, side):
                self.handed += 1
                if away:
                    self.asked[kind_of(state) or "none"] += 1
            self._last = side
            if away and side in self._parts and (part := part_given(state, self._orders[side])) is not None:
                self._orders[side] = part
                return answer(state, part) or self._seats[side].choose(state)
            sheet = self._sheet[side]
            if away and sheet is not None:
                self._orders[side] = given_once(state, sheet)
                return answer(state, self._orders[side]) or self._seats[side].choose(state)
            return self._seats[side].choose(state)

        return choose

    def play(self, options: Options) -> State:
        """Plays a campaign to its end."""
        axis, soviet = self.chooser(Side.AXIS), self.chooser(Side.SOVIET)
        start = game.new_game("barbarossa", options)
        return play_out(start, axis, soviet, lambda state: self._dice.choice(game.legal_actions(state)))[0]


def given_once(state: State, sheet: StandingOrders) -> StandingOrders:
    """Orders that hold for the rest of the player turn alone, as a sheet says."""
    answers = {name: getattr(sheet, name) for name in Answers.__struct_fields__}
    return StandingOrders(once=Once(**answers, turn=state.turn, phasing=SIDES[state.phasing]))


def part_given(state: State, before: StandingOrders) -> StandingOrders | None:
    """The sheets of this player turn with the one for what is asked now; None where there is none."""
    kind = kind_of(state)
    found = next(((names, chosen) for names, chosen in PARTS if kind in names), None)
    if found is None:
        return None
    names, chosen = found
    kept = before.once
    holds = kept is not None and (kept.turn, kept.phasing) == (state.turn, SIDES[state.phasing])
    once = kept if kept is not None and holds else Once(turn=state.turn, phasing=SIDES[state.phasing])
    answers = {name: getattr(chosen, name) for name in names}
    return StandingOrders(once=msgspec.structs.replace(once, **answers))


def options_of(rules: str) -> Options:
    """The options of a kind of game."""
    name, _, together = rules.partition(" ")
    return Options(rules=name, simultaneous_battles=bool(together))


def play(rules: str, level: str, way: str, seed: int, side: str) -> Played:
    """Plays one game; `side`: as in `Played`."""
    table = Table(level, seed, {one: way if side in ("", one.value) else "ask" for one in Side})
    end = table.play(options_of(rules))
    outcome = game.outcome(end)
    winner = outcome.winner.value if outcome and outcome.winner else ""
    points = 0.5 if not winner or not side else float(winner == side)
    asked = msgspec.json.encode(table.asked, order="deterministic").decode()
    return Played(rules, level, way, seed, side, end.turn, table.handed, points, asked)


def kept() -> dict[tuple[str, ...], Played]:
    """The games that have been played already."""
    if not KEPT.exists():
        return {}
    with KEPT.open(encoding="utf-8", newline="") as file:
        rows = [
            Played(a, b, c, int(d), e, int(f), int(g), float(h), i) for a, b, c, d, e, f, g, h, i in csv.reader(file)
        ]
    return {tuple(map(str, row[:5])): row for row in rows}


class Games:
    """The games played so far, and those played when they are asked for."""

    def __init__(self) -> None:
        KEPT.parent.mkdir(exist_ok=True)
        self._kept = kept()

    def of(self, rules: str, level: str, way: str, seed: int, side: str) -> Played:
        """A game: from the file, or played now."""
        key = (rules, level, way, str(seed), side)
        if key not in self._kept:
            found = self._kept[key] = play(rules, level, way, seed, side)
            with KEPT.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file).writerow(found)
        return self._kept[key]


def mean(values: list[float]) -> str:
    """A mean with its interval."""
    error = 2 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{statistics.mean(values):.1f} ± {error:.1f}"


def row(games: Games, level: str, rules: str, way: str, n: int, pairs: int) -> str:
    """A line of the results table; its intervals come from the games."""
    both = [games.of(rules, level, way, seed, "") for seed in range(1, n + 1)]
    asked, turns = Counter[str](), sum(one.turns for one in both)
    for one in both:
        asked.update(msgspec.json.decode(one.asked, type=dict[str, int]))
    called = ", ".join(f"{kind} {times / turns:.2f}" for kind, times in asked.most_common())
    strength = ""
    if way != "ask" and pairs:
        sides = [
            [games.of(rules, level, way, seed, side.value).points for side in Side] for seed in range(1, pairs + 1)
        ]
        strength = f"{mean([100 * sum(pair) / 2 for pair in sides])} %"
    return f"| {rules} | {way} | {mean([one.handed / one.turns for one in both])} | {strength} | {called} |"


def main() -> None:
    """Plays, prints, and appends to the results."""
    parser = argparse.ArgumentParser(description="Hand-overs a game turn and strength, with and without orders.")
    parser.add_argument("--games", type=int, default=10, help="games of each kind for the hand-overs (10)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games of each kind for the strength (50)")
    parser.add_argument("--level", default="easy", help="the computer player on both sides (easy)")
    parser.add_argument("--sets", nargs="+", choices=WAYS, default=list(WAYS), help="which sets (all)")
    parser.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES), help="which kinds of game (all)")
    parser.add_argument("--dry", action="store_true", help="print only")
    wishes = parser.parse_args()
    games = Games()
    title = f"## {date.today()} standing orders, {wishes.level}, {wishes.games} campaigns each, {wishes.pairs} pairs"
    head = ["| rules | orders | hand-overs a game turn | points of the side with orders | called back for |"]
    lines = [title, "", *head, "|---|---|---:|---:|---|"]
    print(*lines, sep="\n")
    for rules in wishes.rules:
        for way in wishes.sets:
            lines.append(row(games, wishes.level, rules, way, wishes.games, wishes.pairs))
            print(lines[-1], flush=True)
    if not wishes.dry:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write("\n".join([*lines, "", ""]))


if __name__ == "__main__":
    main()
