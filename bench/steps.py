"""Measures what a learner's step costs: random play through PettingZoo, and what programs ask of a position.

Run by `make bench`. All ways take turns in short slices of the same rounds, so that whatever else the machine does hits
all of them; the figures are medians of slices, in processor time. A step is: the observation, its mask, a choice among
what is legal, and the move with all dice after it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import numpy as np

import noretreat
from noretreat.explain.knowledge.view import wordless
from noretreat.research import zoo

ROUNDS, STEPS = 12, 250
Choice = Callable[[np.ndarray, np.ndarray, np.random.Generator], int]


def of_bytes(mask: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> int:
    """As learners do who take the mask as it is."""
    return int(rng.choice(np.flatnonzero(mask)))


def of_bits(mask: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> int:
    """As docs/research.md says."""
    return int(rng.choice(np.flatnonzero(mask.view(bool))))


def of_list(mask: np.ndarray, legal: np.ndarray, rng: np.random.Generator) -> int:
    """From the legal numbers alone."""
    return int(legal[rng.integers(len(legal))])


WAYS: dict[str, tuple[Choice, bool]] = {
    "mask as bytes": (of_bytes, False),
    "mask.view(bool)": (of_bits, False),
    'info["legal"]': (of_list, False),
    "compact": (of_list, True),
}


def player(choose: Choice, *, compact: bool) -> Callable[[], float]:
    """A game that goes on: each call plays so many steps, and returns how many it made a second."""
    env, rng = zoo.raw_env("citadel", compact=compact), np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> float:
        start = time.process_time()
        for _ in range(STEPS):
            if all(env.terminations.values()):
                env.reset()
            observation, _, _, _, info = env.last()
            env.step(choose(observation["action_mask"], info["legal"], rng))
        return STEPS / (time.process_time() - start)

    return play


def positions(count: int = 400) -> list[noretreat.State]:
    """Positions of random games in which a side decides."""
    rng, found, state = random.Random(1), list[noretreat.State](), noretreat.new_game("barbarossa_1941")
    while len(found) < count:
        who = noretreat.actor(state)
        if isinstance(who, noretreat.Side):
            found.append(state)
        actions = noretreat.legal_actions(state)
        state = noretreat.apply_trusted(state, rng.choice(actions))[0] if actions else noretreat.new_game("citadel")
    return found


def main() -> None:
    """Measures and prints."""
    players = {name: player(choose, compact=compact) for name, (choose, compact) in WAYS.items()}
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            rates[name].append(play())
    first = statistics.median(rates["mask as bytes"])
    for name, found in rates.items():
        middle = statistics.median(found[1:])
        print(f"PettingZoo, citadel, {name}: {middle:,.0f} steps a second ({middle / first:.1f} times)")
    asked: dict[str, Callable[[noretreat.State], object]] = {
        "view": lambda state: noretreat.view(state, "axis"),
        "view without words (tensors)": lambda state: wordless(state, "axis"),
        "points_of": lambda state: noretreat.points_of(state, "axis"),
        "control_of": lambda state: noretreat.control_of(state, "1211"),
        "stacks_of": lambda state: noretreat.stacks_of(state, "axis"),
        "hand_of": lambda state: noretreat.hand_of(state, "axis"),
        "cut_off_of": lambda state: noretreat.cut_off_of(state, "axis"),
    }
    costs: dict[str, list[float]] = {name: [] for name in asked}
    for number in range(6):
        for name, ask in asked.items():
            states = [state.copy() for state in positions(400)] if number else positions(400)
            start = time.process_time()
            for state in states:
                ask(state)
            costs[name].append((time.process_time() - start) / len(states) * 1e6)
    for name, times in costs.items():
        print(f"{name}: {statistics.median(times[1:]):.1f} us")


if __name__ == "__main__":
    main()
