"""Plays the five benchmarks (docs/benchmark.md) with the ISMCTS of OpenSpiel, as it ships, against random play.

Run: `python docs/ismcts.py --games 3 --simulations 8 [--task saturn]`. Each simulation deals the hidden cards anew and
plays one random game to its end. The same seed plays the same games. A line for each game, and one for each task.
With `--keep FILE` each game is a line of that file, and those that are there are not played again.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from noretreat.ai.referee.play import game_seed
from noretreat.core.board import SIDE_INDEX
from noretreat.research import openspiel
from noretreat.research.benchmarks import BENCHMARKS, Benchmark


class Game(NamedTuple):
    """A game that was played: the task, the budget and the seed, its number; what it brought, and what it cost."""

    scenario: str
    simulations: int
    seed: int
    number: int
    score: float
    decisions: int
    seconds: float


def kept(file: Path | None) -> list[Game]:
    """The games in a file of results; none where there is no file."""
    if file is None or not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Game(one[0], int(one[1]), int(one[2]), int(one[3]), float(one[4]), int(one[5]), float(one[6]))
            for one in list(csv.reader(lines))[1:]
        ]


def keep(file: Path, game: Game) -> None:
    """Adds a game to a file of results."""
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        if lines.tell() == 0:
            writer.writerow(Game._fields)
        writer.writerow(game)


def play(task: Benchmark, simulations: int, seed: int, number: int) -> tuple[float, int]:
    """Plays a game: what it brings the attacker (1, 0.5 or 0), and how often it had to decide."""
    rng = np.random.RandomState(game_seed(seed, number) % 2**32)
    game = pyspiel.load_game(openspiel.TYPE.short_name, {"scenario": task.scenario})
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)
    state: Any = game.new_initial_state()
    attacker, decisions = SIDE_INDEX[task.side], 0
    while not state.is_terminal():
        if state.current_player() == attacker:
            action = bot.step(state)
            decisions += 1
        else:
            action = rng.choice(state.legal_actions())  # of the enemy, or of chance, whose outcomes are equally likely
        state.apply_action(int(action))
    return (1 + state.returns()[attacker]) / 2, decisions


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=[task.scenario for task in BENCHMARKS])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a CSV file of the games, from which the run goes on")
    asked = parser.parse_args()
    there = {game[:4]: game for game in kept(asked.keep)}
    for task in BENCHMARKS:
        if asked.task in (None, task.scenario):
            games = []
            for number in range(asked.games):
                name = (task.scenario, asked.simulations, asked.seed, number)
                game = there.get(name)
                if game is None:
                    started = time.process_time()
                    score, decisions = play(task, asked.simulations, asked.seed, number)
                    game = Game(*name, score, decisions, round(time.process_time() - started, 2))
                    if asked.keep:
                        keep(asked.keep, game)
                games.append(game)
                told = f"{game.score:g}, {game.decisions} decisions, {game.seconds:g} s"
                print(f"{task.scenario} {task.side} game {number}: {told}", flush=True)
            won, spent = sum(game.score for game in games), sum(game.seconds for game in games)
            share = f"{won:g} of {asked.games} at {asked.simulations} simulations"
            print(f"{task.scenario} {task.side}: {share}, {spent:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
