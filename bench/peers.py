"""Measures random play here beside OpenSpiel, PettingZoo's chess and RLCard, all in one run.

Run by `make bench`. Every engine takes its turn in short slices of the same rounds, so that whatever else the machine
does hits all of them. A decision is: list what is legal, pick one, play it; in environments also the observation and
its mask. The peers play simpler games, and OpenSpiel's are in C++: what counts is the order of speed that a learner can
expect.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import pyspiel
import rlcard
from pettingzoo.classic import chess_v6

import noretreat
from noretreat.research import openspiel, zoo

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.engine import append, interval_of_median

SLICE: Final = 0.3
ROUNDS: Final = 15

Playout: TypeAlias = Callable[[random.Random, float], float]
"""A function that plays for this many seconds of process time, and returns decisions a second."""


def rules(rng: random.Random, seconds: float) -> float:
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = noretreat.new_game("citadel")
        while state.options:
            state, _ = noretreat.apply_trusted(state, rng.choice(state.options))
            count += 1
    return count / (time.process_time() - start)


def of_openspiel(name: str) -> Playout:
    """A game of OpenSpiel, chance included."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random, seconds: float) -> float:
        count, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                count += 1
        return count / (time.process_time() - start)

    return play


def of_pettingzoo(make: Callable[[], zoo.raw_env]) -> Playout:
    """An AEC environment, with the observation and the mask of every decision."""
    game = make()

    def play(rng: random.Random, seconds: float) -> float:
        count, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            game.reset(seed=rng.randrange(2**31))
            for _ in game.agent_iter():
                seen, _, over, cut, _ = game.last()
                game.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))  # type: ignore[arg-type]
                count += 1
        return count / (time.process_time() - start)

    return play


def of_rlcard(name: str) -> Playout:
    """A game of RLCard, with the state that it shows a player."""
    game = rlcard.make(name)

    def play(rng: random.Random, seconds: float) -> float:
        count, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            seen, _ = game.reset()
            while not game.is_over():
                seen, _ = game.step(rng.choice(list(seen["legal_actions"])))
                count += 1
        return count / (time.process_time() - start)

    return play


PEERS: Final[dict[str, Playout]] = {
    "noretreat, Citadel, rules alone": rules,
    "noretreat as an OpenSpiel game": of_openspiel(openspiel.TYPE.short_name),
    "noretreat in PettingZoo": of_pettingzoo(zoo.raw_env),
    "OpenSpiel, chess (C++)": of_openspiel("chess"),
    "OpenSpiel, backgammon (C++)": of_openspiel("backgammon"),
    "PettingZoo, chess": of_pettingzoo(chess_v6.raw_env),
    "RLCard, Dou dizhu": of_rlcard("doudizhu"),
}


def main() -> None:
    """Measures, prints, and appends to the results."""
    rng = random.Random(1)
    speeds: dict[str, list[float]] = {name: [] for name in PEERS}
    for number in range(ROUNDS + 1):
        for name, play in PEERS.items():
            speed = play(rng, SLICE)
            if number:  # the first round warms up
                speeds[name].append(speed)
    ours = speeds["noretreat, Citadel, rules alone"]
    rows = []
    for name, found in speeds.items():
        low, high = interval_of_median([a / b for a, b in zip(found, ours, strict=True)])
        rows.append(
            (
                f"{name}, decisions/s (median; ratio to the first)",
                f"{statistics.median(found):,.0f}; {low:.2f} to {high:.2f}",
            )
        )
    append("peers", rows)


if __name__ == "__main__":
    main()
