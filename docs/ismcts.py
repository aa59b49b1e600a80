"""Plays the five benchmarks (docs/benchmark.md) with the ISMCTS of OpenSpiel, as it ships, against random play.

Run: `python docs/ismcts.py --games 3 --simulations 8 [--task saturn]`. Each simulation deals the hidden cards anew and
plays one random game to its end. The same seed plays the same games. A line for each game, and one for each task.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from noretreat.ai.referee.play import game_seed
from noretreat.core.board import SIDE_INDEX
from noretreat.research import openspiel
from noretreat.research.benchmarks import BENCHMARKS, Benchmark


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
    asked = parser.parse_args()
    for task in BENCHMARKS:
        if asked.task in (None, task.scenario):
            scores, started = [], time.process_time()
            for number in range(asked.games):
                score, decisions = play(task, asked.simulations, asked.seed, number)
                scores.append(score)
                print(f"{task.scenario} {task.side} game {number}: {score:g}, {decisions} decisions", flush=True)
            spent = time.process_time() - started
            share = f"{sum(scores):g} of {asked.games} at {asked.simulations} simulations"
            print(f"{task.scenario} {task.side}: {share}, {spent:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
