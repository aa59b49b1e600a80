"""A first learner, start to end: python docs/learning.py [--games 1600] [--seed 1]

It learns to play the Axis in Barbarossa 1941 (five turns) against a random Soviet side, with NumPy alone: policy
gradient (REINFORCE) over a linear policy. A move is scored by what the tensors say of its place, of the hexes around it
and of its unit, with weights for each verb. It learns from the victory points at the end, and is judged by the games
it wins, each of them new to it: random play wins none. The curve is written to `learning.svg` beside this file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import noretreat
from noretreat.research import codec, tensors
from noretreat.research.table import Table

SCENARIO, SIDE = "barbarossa_1941", noretreat.Side.AXIS
BATCH = 20
RATE = 0.05
CELLS = tensors.BOARD_TENSOR[0].size
CELL_OF = np.array([CELLS, *(tensors.CELL[place] for place in codec.PLACES)])  # the last cell: no place
AROUND = np.array([1, -1, 30, -30, 29, -29])
BOARD = np.pad(tensors.BOARD_TENSOR.reshape(-1, CELLS), ((0, 0), (0, 64)))
WIDTH = 1 + 2 * tensors.PLANES_SHAPE[0] + len(BOARD) + tensors.UNITS_SHAPE[1]


def described(table: Table, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each action its verb, its place, and what the tensors say of them: (actions, WIDTH)."""
    verb, what, place, _ = codec.FACTORS[codes].T
    seen = tensors.Tensors(table.tensor(SIDE))
    planes, units = np.zeros((len(seen.planes), CELLS + 64)), np.zeros((len(codec.UNITS) + 1, seen.units.shape[1]))
    planes[:, :CELLS], units[:-1] = seen.planes.reshape(-1, CELLS), seen.units
    cell = CELL_OF[place]
    unit = np.where((what > 0) & (what <= len(codec.UNITS)), what - 1, len(codec.UNITS))
    near = planes[:, cell[:, None] + AROUND].sum(axis=2)
    found = np.concatenate([np.ones((1, len(codes))), planes[:, cell], near / 6, BOARD[:, cell], units[unit].T]).T
    return verb, place, found


class Policy:
    """Weights for each verb, and for each place that a verb leads to; Adam moves them."""

    def __init__(self) -> None:
        self.weights = [np.zeros((codec.SHAPE[0], WIDTH)), np.zeros((codec.SHAPE[0], codec.SHAPE[2]))]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def chances(self, verb: np.ndarray, place: np.ndarray, found: np.ndarray) -> np.ndarray:
        """How likely each action is to be played."""
        worth = (self.weights[0][verb] * found).sum(axis=1) + self.weights[1][verb, place]
        likely = np.exp(worth - worth.max())
        return likely / likely.sum()

    def learn(self, slopes: list[np.ndarray]) -> None:
        """Takes a step up these slopes."""
        self.steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            ahead = mean / (1 - 0.9**self.steps)
            weight += RATE * ahead / (np.sqrt(square / (1 - 0.99**self.steps)) + 1e-6)


def play(table: Table, policy: Policy, rng: np.random.Generator, seed: int) -> tuple[float, bool, list[np.ndarray]]:
    """Plays a game: points of the Axis at its end, whether it has won, and how the weights make such play likelier."""
    table.begin(seed)
    slopes = [np.zeros_like(each) for each in policy.weights]
    while table.side is not None:
        codes = codec.encode_all(noretreat.legal_actions(table.state))
        if table.side is SIDE:
            verb, place, found = described(table, codes)
            chances = policy.chances(verb, place, found)
            chosen = rng.choice(len(codes), p=chances)
            push = -chances
            push[chosen] += 1
            for each in np.unique(verb):
                slopes[0][each] += push[verb == each] @ found[verb == each]
            np.add.at(slopes[1], (verb, place), push)
        else:
            chosen = rng.integers(len(codes))
        table.play(codes[chosen])
    return noretreat.view(table.state, SIDE).vp, table.result(SIDE) > 0, slopes


def train(games: int, seed: int) -> list[tuple[int, float, float]]:
    """Learns from so many games; returns (games, mean points, share won) for each batch."""
    table, policy, rng = Table(SCENARIO, None), Policy(), np.random.default_rng(seed)
    curve = []
    began = time.monotonic()
    for first in range(0, games, BATCH):
        points, won, slopes = zip(
            *(play(table, policy, rng, int(rng.integers(2**31))) for _ in range(BATCH)), strict=True
        )
        better = (np.array(points) - np.mean(points)) / (np.std(points) + 1e-6)
        policy.learn(
            [sum(by * each[part] for by, each in zip(better, slopes, strict=True)) / BATCH for part in range(2)]
        )
        curve.append((first + BATCH, float(np.mean(points)), float(np.mean(won))))
        print(f"{first + BATCH:6} games {curve[-1][1]:6.1f} points {curve[-1][2]:5.0%} won", end="")
        print(f"  {time.monotonic() - began:6.0f} s", flush=True)
    return curve


def picture(curve: list[tuple[int, float, float]]) -> str:
    """The curve as SVG: the share of games won, each point the mean of five batches, all games new to the learner."""
    width, height, left, top = 640, 300, 56, 40
    last = curve[-1][0]
    smooth = [
        (curve[at][0], float(np.mean([won for _, _, won in curve[max(0, at - 4) : at + 1]])))
        for at in range(len(curve))
    ]

    def x(games: int) -> float:
        return left + (width - left - 16) * games / last

    def y(share: float) -> float:
        return height - 40 - (height - 40 - top) * share

    line = " ".join(f"{x(games):.1f},{y(share):.1f}" for games, share in smooth)
    said = f"won {smooth[4][1]:.0%} of the first {5 * BATCH} games, {smooth[-1][1]:.0%} of the last"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"',
        ' font-size="13"><title>Games won by the learner as the Axis in Barbarossa 1941 against random play</title>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22">Barbarossa 1941, the Axis against random play: {said}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{left} {y(share):.1f}H{width - 16}" stroke="#ccc"/>')
        parts.append(f'<text x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for games in range(0, last + 1, max(BATCH, last // 6 // BATCH * BATCH)):
        parts.append(f'<text x="{x(games):.1f}" y="{height - 16}" text-anchor="middle">{games:,}</text>')
    parts += [f'<polyline points="{line}" fill="none" stroke="#a33" stroke-width="2"/>', "</svg>", ""]
    return "\n".join(parts)


def main() -> None:
    """Learns, and draws the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1600, help="at least 100 (1600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".svg"))
    asked = parser.parse_args()
    asked.out.write_text(picture(train(asked.games, asked.seed)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
