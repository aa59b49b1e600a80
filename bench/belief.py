"""Measures how far scores of plans and games imagined from them can be believed, and whether a critic could learn more.

    .venv/bin/python -m bench.belief play plans.jsonl [--positions 100] [--games 5] [--turns 2] [--pool] ...
    .venv/bin/python -m bench.belief tell plans.jsonl [more.jsonl ...]
    .venv/bin/python -m bench.belief critic plans.jsonl [more.jsonl ...]

`play`: `normal` plays Fall Blau and campaigns against itself, or, with `--pool`, `hard` plays them against those of
`bench/pool.py`, in either seat. At the beginning of some Movement Phases plans of many styles are made, and games of
some player turns are played out from each, with the same luck for all. One line a position; it goes on where a file
ends, and several processes may play with different seeds into files of their own.

`tell`: how much better a plan really is whose score is higher by a point, how far plans lie from that, how far the
games of one plan lie apart, and for each term of the score what a point of it is worth. A term that is worth much less
than the others draws units where they do no good.

`critic`: how surely plans of one position are told apart by their score, and by what is learned from the plans of other
games: a straight line through the terms of the score, one through these and the figures of the position after the moves
(those by which the coach tells the chances), and a small network.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm  # type: ignore[import-untyped]

from bench.playouts import after_the_moves, played_out
from bench.pool import POOL
from noretreat.ai.players.greedy import HARD
from noretreat.ai.proposals.moves import MovePlanner
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.coach.features import features
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.game import new_game
from noretreat.rules.movement import MoveUnits

Floats = NDArray[np.float64]
SIDES = (AXIS, SOVIET)
SHARE = {"fall_blau": 0.5, "barbarossa": 0.2}
"""The scenarios, and the share of their Movement Phases that is examined."""
FAR = 4.0
"""The most points by which a plan counts as better or worse: one lost war is not to decide what a term is worth."""
SHRINK = 5.0
"""The strength with which the regression draws the terms towards 0: the weight of this many plans."""


def positions(seed: int, rng: random.Random, *, pool: bool = False) -> Iterator[tuple[str, State]]:
    """Beginnings of Movement Phases with a name of their game, from one game after another."""
    number = 0
    while True:
        number += 1
        scenario = rng.choice(list(SHARE))
        found: dict[tuple[int, int], State] = {}

        def watch(
            before: State,
            action: Action,
            after: State,
            events: tuple[Event, ...],
            found: dict[tuple[int, int], State] = found,
        ) -> None:
            if isinstance(after.question, MoveUnits) and after.phase == "movement" and not after.moved:
                found.setdefault((after.turn, after.phasing), after)

        start = new_game(scenario, Options(rules="digital", campaign=scenario == "barbarossa"))
        sides = rng.sample(["hard", rng.choice(POOL)], 2) if pool else ["normal", "normal"]
        play_game(start, sides[0], sides[1], game_seed(seed, number), watch)
        yield from ((f"{seed}/{number}", state) for state in found.values() if rng.random() < SHARE[scenario])


def look(state: State, plans: int, games: int, turns: int, rng: random.Random) -> dict[str, Any] | None:
    """The terms of each plan, the figures after it and the results of its games; None where there are not three."""
    side = state.phasing
    planner = MovePlanner(state, side, HARD._replace(seconds=60.0))
    arrangements = plans_of_tempers(planner, planner.effort, plans, polished=False)
    if len(arrangements) < 3:
        return None
    seeds = [rng.getrandbits(40) for _ in range(games)]
    terms, figures, worths = [], [], []
    for at in arrangements:
        planner.take(at)
        plan = planner.as_plan()
        terms.append(planner.scorer.valuation(at, True).terms)
        figures.append([round(figure, 3) for figure in features(after_the_moves(state, side, plan))])
        worths.append([round(played_out(state, side, plan, seed, turns).worth, 3) for seed in seeds])
    return {
        "scenario": state.setup.scenario, "turn": state.turn, "side": side, "terms": terms, "figures": figures,
        "worths": worths,
    }  # fmt: skip


def play(file: Path, args: argparse.Namespace) -> None:
    """Plays the positions that are still missing, and adds a line for each to the file."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    rng = random.Random(f"{args.seed}/{done}")
    bar = tqdm(total=args.positions, initial=done, desc="positions")
    for name, state in positions(args.seed * 10_000 + done, rng, pool=args.pool):
        if bar.n >= args.positions:
            return
        line = look(state, args.plans, args.games, args.turns, rng)
        if line is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"game": name, **line}) + "\n")
            bar.update()


def tell(files: list[Path]) -> None:
    """Prints the figures."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    names = list(lines[0]["terms"][0])
    rows, worths, noises = [], [], []
    for line in lines:
        terms = np.array([[each[name] for name in names] for each in line["terms"]])
        games = np.array(line["worths"])
        beside = games - games.mean(axis=0)
        rows.append(terms - terms.mean(axis=0))
        worths.append(np.clip(beside.mean(axis=1), -FAR, FAR))
        noises.append(np.full(len(terms), beside.var(axis=1, ddof=1).mean()))
    varied, better, noise = np.concatenate(rows), np.concatenate(worths), np.concatenate(noises)
    each = len(lines[0]["worths"][0])
    score = np.clip(varied.sum(axis=1), -FAR, FAR)
    slope = score @ better / (score @ score)
    doubt = max(0.0, float((better - slope * score).var() - noise.mean() / each)) ** 0.5
    print(f"{len(lines)} positions, {len(better)} plans, {each} games each")
    print(f"a point of the score {slope:.2f}, doubt {doubt:.2f}, spread of the games {noise.mean() ** 0.5:.2f}")
    weights = 1.0 / (noise / each + doubt**2)
    normal = varied.T @ (weights[:, None] * varied) + SHRINK * np.eye(len(names))
    found = np.linalg.solve(normal, varied.T @ (weights * better))
    errors = np.sqrt(np.diag(np.linalg.inv(normal)))
    for name, worth, error in zip(names, found, errors, strict=True):
        print(f"{name:10} {worth:+.2f} +- {1.96 * error:.2f}")


# --- the critic ---------------------------------------------------------------------------------------------
FOLDS = 5
"""The parts of the games, each held out once."""
HIDDEN = 16
"""The units of the small network."""


def critic(files: list[Path]) -> None:
    """Prints how surely plans of one position are told apart, by the score and by what is learned from other games."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    names = list(lines[0]["terms"][0])
    terms, figures, better, noise = [], [], [], []
    for line in lines:
        own = np.array([[each[name] for name in names] for each in line["terms"]])
        # A figure means the opposite for the other side, so it is learned for each side.
        seen = np.array(line["figures"])
        seen = np.hstack([seen * (line["side"] == side) for side in SIDES])
        games = np.array(line["worths"])
        beside = games - games.mean(axis=0)
        terms.append(own - own.mean(axis=0))
        figures.append(seen - seen.mean(axis=0))
        better.append(np.clip(beside.mean(axis=1), -FAR, FAR))
        noise.append(beside.var(axis=1, ddof=1).mean() / games.shape[1])
    where = np.repeat(np.arange(len(lines)), [len(each) for each in better]).astype(np.int64)
    fold = np.array([zlib.crc32(line["game"].encode()) % FOLDS for line in lines])[where]
    varied, looked, truth = np.concatenate(terms), np.concatenate(figures), np.concatenate(better)
    # A tenth of the plans differs in hardly anything: what never varies tells nothing.
    looked = looked[:, looked.std(axis=0) > 1e-6]
    both = np.hstack([varied, looked])
    certain = max(0.0, 1.0 - float(np.mean(noise)) / float(truth.var()))
    print(f"{len(lines)} positions of {len({line['game'] for line in lines})} games, {len(truth)} plans")
    print(
        f"of the differences between plans {certain:.2f} are not luck: the most is a correlation of {certain**0.5:.2f}"
    )
    told = {
        "the score": np.clip(varied.sum(axis=1), -FAR, FAR),
        "a line through its terms": held_out(line_through, varied, truth, fold),
        "a line through terms and figures": held_out(line_through, both, truth, fold),
        "a network of terms and figures": held_out(network_of, both, truth, fold),
    }
    chosen = {name: gained(values, truth, where) for name, values in told.items()}
    for name, values in told.items():
        low, high = interval(values, truth, where)
        print(
            f"{name:34} {np.corrcoef(values, truth)[0, 1]:.2f} [{low:.2f}, {high:.2f}],"
            f" its first plan is {chosen[name]:+.2f} points better than the mean"
        )


def held_out(
    learn: Callable[[Floats, Floats], Callable[[Floats], Floats]],
    inputs: Floats,
    truth: Floats,
    fold: NDArray[np.int64],
) -> Floats:
    """What is foretold of the plans of each fold by what was learned from the others."""
    told = np.zeros(len(truth))
    for one in range(FOLDS):
        scale = inputs[fold != one].std(axis=0) + 1e-9
        learned = learn(inputs[fold != one] / scale, truth[fold != one])
        told[fold == one] = learned(inputs[fold == one] / scale)
    return told


def line_through(inputs: Floats, truth: Floats) -> Callable[[Floats], Floats]:
    """A straight line, drawn towards 0 by the strength that foretells a fifth of the plans best."""

    def fitted(some: Floats, of: Floats, shrink: float) -> Floats:
        return np.asarray(np.linalg.solve(some.T @ some + shrink * np.eye(some.shape[1]), some.T @ of))

    cut = len(truth) * 4 // 5
    tried = [10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0]
    missed = [float(((inputs[cut:] @ fitted(inputs[:cut], truth[:cut], s) - truth[cut:]) ** 2).mean()) for s in tried]
    weights = fitted(inputs, truth, tried[int(np.argmin(missed))])
    return lambda others: np.asarray(others @ weights)


def network_of(inputs: Floats, truth: Floats) -> Callable[[Floats], Floats]:
    """A network of one hidden layer, taught by Adam until a fifth of the plans is foretold no better."""
    rng = np.random.default_rng(1)
    cut = len(truth) * 4 // 5
    shapes = [(inputs.shape[1], HIDDEN), (HIDDEN,), (HIDDEN,)]
    weights = [rng.normal(0, 0.5 / shape[0] ** 0.5, shape) for shape in shapes]
    means, squares = [np.zeros(shape) for shape in shapes], [np.zeros(shape) for shape in shapes]
    best, kept = np.inf, [each.copy() for each in weights]
    for step in range(1, 1501):
        batch = rng.integers(0, cut, 256)
        hidden = np.tanh(inputs[batch] @ weights[0] + weights[1])
        error = (hidden @ weights[2] - truth[batch]) / len(batch)
        back = np.outer(error, weights[2]) * (1 - hidden**2)
        slopes = [inputs[batch].T @ back, back.sum(axis=0), hidden.T @ error]
        for at, slope in enumerate(slopes):
            means[at] = 0.9 * means[at] + 0.1 * slope
            squares[at] = 0.999 * squares[at] + 0.001 * slope**2
            move = means[at] / (1 - 0.9**step) / (np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-8)
            weights[at] = weights[at] * (1 - 1e-4) - 0.002 * move
        if step % 25 == 0:
            missed = float(((np.tanh(inputs[cut:] @ weights[0] + weights[1]) @ weights[2] - truth[cut:]) ** 2).mean())
            if missed < best:
                best, kept = missed, [each.copy() for each in weights]
    return lambda others: np.asarray(np.tanh(others @ kept[0] + kept[1]) @ kept[2])


def gained(values: Floats, truth: Floats, where: NDArray[np.int64]) -> float:
    """How much better than the mean of its position the plan is that is told to be the best."""
    return float(np.mean([truth[where == one][np.argmax(values[where == one])] for one in np.unique(where)]))


def interval(values: Floats, truth: Floats, where: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of the correlation, by drawing the positions anew 400 times."""
    rng = np.random.default_rng(1)
    rows = [np.flatnonzero(where == one) for one in np.unique(where)]
    drawn = []
    for _ in range(400):
        some = np.concatenate([rows[at] for at in rng.integers(0, len(rows), len(rows))])
        drawn.append(np.corrcoef(values[some], truth[some])[0, 1])
    low, high = np.percentile(drawn, [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--positions", type=int, default=100)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--plans", type=int, default=8)
    playing.add_argument("--games", type=int, default=5)
    playing.add_argument("--turns", type=int, default=2)
    playing.add_argument("--pool", action="store_true")
    for name in ("tell", "critic"):
        what.add_parser(name).add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args)
    else:
        {"tell": tell, "critic": critic}[args.what](args.files)


if __name__ == "__main__":
    main()
