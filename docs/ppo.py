"""PPO in NumPy alone, on the environment as it ships: python docs/ppo.py [--games 400] [--seed 1]

It plays the attacker of a task of docs/benchmark.md against random play. An action is described by its factors and by
what the tensors say of its place and its unit; a layer of tanh scores it. The reward is the result, and beside it the
change of victory points, which the environment's table knows.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the nets are small: more threads only wait for one another

import numpy as np

import noretreat
from noretreat.research import codec, solo, tensors
from noretreat.research.benchmarks import BENCHMARKS

CELLS = tensors.BOARD_TENSOR[0].size
CELL_OF = np.array([CELLS, *(tensors.CELL[place] for place in codec.PLACES)])  # the last cell: no place
WIDTH = codec.SHAPE[0] + tensors.PLANES_SHAPE[0] + len(tensors.BOARD_TENSOR) + tensors.UNITS_SHAPE[1]
BATCH, EPOCHS, HIDDEN, CLIP, RATE, GAMMA, LAMBDA = 10, 4, 32, 0.2, 0.003, 0.999, 0.95


def described(seen: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """The legal actions, a row each."""
    parts, (verb, what, place, _) = tensors.Tensors(seen), factors.T
    ground = np.concatenate([parts.planes, tensors.BOARD_TENSOR]).reshape(-1, CELLS)
    at = np.pad(ground, ((0, 0), (0, 64)))[:, CELL_OF[place]].T
    known = (what > 0) & (what <= len(codec.UNITS))
    unit = np.where(known[:, None], parts.units[np.where(known, what - 1, 0)], 0)
    return np.concatenate([np.eye(codec.SHAPE[0])[verb], at, unit], axis=1)


class Net:
    """Two small nets, one that scores actions and one that values positions, with Adam."""

    def __init__(self, rng: np.random.Generator) -> None:
        shapes = [(WIDTH, HIDDEN), (HIDDEN,), (tensors.VECTOR_SHAPE[0], HIDDEN), (HIDDEN,)]
        self.weights = [rng.normal(0, 0.1, shape) * (len(shape) > 1) for shape in shapes]
        self.moments = [(np.zeros(shape), np.zeros(shape)) for shape in shapes]
        self.steps = 0

    def chances(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How likely each action is, and the layer behind that."""
        layer = np.tanh(rows @ self.weights[0])
        likely = np.exp((scores := layer @ self.weights[1]) - scores.max())
        return likely / likely.sum(), layer

    def value(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What positions are worth, and the layer behind that."""
        layer = np.tanh(vectors @ self.weights[2])
        return layer @ self.weights[3], layer

    def learn(self, slopes: list[np.ndarray]) -> None:
        """Takes a step of Adam up these slopes."""
        self.steps += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            ahead = mean / (1 - 0.9**self.steps)
            weight += RATE * ahead / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def play(env: solo.SoloEnv, net: Net, rng: np.random.Generator, side: str) -> tuple[list, float]:
    """Plays a game: (rows, chosen, its chance, vector, value, reward) of each decision, and the result."""
    seen, info = env.reset(seed=int(rng.integers(2**31)))
    steps, over, result = [], env.table.side is None, 0.0
    points = noretreat.points_of(env.table.state, side)
    while not over:
        rows = described(seen, env.table.factors)
        chances, _ = net.chances(rows)
        chosen = int(rng.choice(len(rows), p=chances))
        vector = tensors.Tensors(seen).vector
        value = float(net.value(vector)[0])
        seen, result, over, _, info = env.step(info["legal"][chosen])
        before, points = points, noretreat.points_of(env.table.state, side)
        steps.append((rows, chosen, chances[chosen], vector, value, result + 0.1 * (points - before)))
    return steps, result


def update(net: Net, games: list[list]) -> None:
    """Generalized advantages, then a few rounds of the clipped objective."""
    steps, goals = [], []
    for game in games:
        advantage, value_after = 0.0, 0.0
        for step in reversed(game):
            advantage = step[5] + GAMMA * value_after - step[4] + GAMMA * LAMBDA * advantage
            value_after = step[4]
            steps.append(step)
            goals.append(advantage)
    better = np.array(goals)
    worth = better + [step[4] for step in steps]
    better = (better - better.mean()) / (better.std() + 1e-6)
    vectors = np.array([step[3] for step in steps])
    rng = np.random.default_rng(net.steps)
    for _ in range(EPOCHS):
        for some in np.array_split(rng.permutation(len(steps)), max(1, len(steps) // 256)):
            slopes = [np.zeros_like(weight) for weight in net.weights]
            for at in some:
                rows, chosen, before, *_ = steps[at]
                chances, layer = net.chances(rows)
                ratio = chances[chosen] / before
                if not (1 - CLIP < ratio < 1 + CLIP) and (ratio > 1) == (better[at] > 0):
                    continue  # clipped: it has gone far enough
                entropy = -chances * (np.log(chances + 1e-9) - (chances * np.log(chances + 1e-9)).sum())
                push = -chances * ratio * better[at] + 0.003 * entropy
                push[chosen] += ratio * better[at]
                slopes[1] += push @ layer
                slopes[0] += rows.T @ (push[:, None] * net.weights[1] * (1 - layer**2))
            value, layer = net.value(vectors[some])
            error = worth[some] - value
            slopes[3] += error @ layer
            slopes[2] += vectors[some].T @ (error[:, None] * net.weights[3] * (1 - layer**2))
            net.learn([slope / len(some) for slope in slopes])


def main() -> None:
    """Learns, and prints the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="fall_blau", choices=[task.scenario for task in BENCHMARKS])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    side = next(task.side for task in BENCHMARKS if task.scenario == asked.task)
    env = solo.SoloEnv(asked.task, side, "random", compact=True)
    rng = np.random.default_rng(asked.seed)
    net, won = Net(rng), list[bool]()
    for _ in range(0, asked.games, BATCH):
        games, results = zip(*(play(env, net, rng, side) for _ in range(BATCH)), strict=True)
        won += [result > 0 for result in results]
        update(net, list(games))
        print(f"{len(won):5} games: won {np.mean(won[-50:]):4.0%} of the last {len(won[-50:])}", flush=True)


if __name__ == "__main__":
    main()
