"""Measures how far scores of plans and games imagined from them can be believed.

    .venv/bin/python -m bench.belief play plans.jsonl [--positions 100] [--seed 1] [--plans 8] [--games 5]
    .venv/bin/python -m bench.belief tell plans.jsonl [more.jsonl ...]

`play`: `normal` plays Fall Blau and campaigns against itself. At the beginning of some Movement Phases plans of many
styles are made, and games are played out from each, with the same luck for all. One line a position; it goes on where
a file ends, and several processes may play with different seeds into files of their own.

`tell`: how much better a plan really is whose score is higher by a point, how far plans lie from that, how far the
games of one plan lie apart, and for each term of the score what a point of it is worth. A term that is worth much less
than the others draws units where they do no good.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from bench.playouts import played_out
from noretreat.ai.players.greedy import HARD
from noretreat.ai.proposals.moves import MovePlanner
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.game import new_game
from noretreat.rules.movement import MoveUnits

SHARE = {"fall_blau": 0.5, "barbarossa": 0.2}
"""The scenarios, and the share of their Movement Phases that is examined."""
FAR = 4.0
"""The most points by which a plan counts as better or worse: one lost war is not to decide what a term is worth."""
SHRINK = 5.0
"""The strength with which the regression draws the terms towards 0: the weight of this many plans."""


def positions(seed: int, rng: random.Random) -> Iterator[State]:
    """Beginnings of Movement Phases, from one game after another."""
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
        play_game(start, "normal", "normal", game_seed(seed, number), watch)
        yield from (state for state in found.values() if rng.random() < SHARE[scenario])


def look(state: State, plans: int, games: int, rng: random.Random) -> dict[str, Any] | None:
    """The terms of each plan and the results of its games; None where there are not three plans."""
    side = state.phasing
    planner = MovePlanner(state, side, HARD._replace(seconds=60.0))
    arrangements = plans_of_tempers(planner, planner.effort, plans, polished=False)
    if len(arrangements) < 3:
        return None
    seeds = [rng.getrandbits(40) for _ in range(games)]
    terms, worths = [], []
    for at in arrangements:
        planner.take(at)
        plan = planner.as_plan()
        terms.append(planner.scorer.valuation(at, True).terms)
        worths.append([played_out(state, side, plan, seed).worth for seed in seeds])
    return {"scenario": state.setup.scenario, "turn": state.turn, "side": side, "terms": terms, "worths": worths}


def play(file: Path, wanted: int, seed: int, plans: int, games: int) -> None:
    """Plays the positions that are still missing, and adds a line for each to the file."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    rng = random.Random(f"{seed}/{done}")
    bar = tqdm(total=wanted, initial=done, desc="positions")
    for state in positions(seed * 10_000 + done, rng):
        if bar.n >= wanted:
            return
        line = look(state, plans, games, rng)
        if line is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--positions", type=int, default=100)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--plans", type=int, default=8)
    playing.add_argument("--games", type=int, default=5)
    telling = what.add_parser("tell")
    telling.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.positions, args.seed, args.plans, args.games)
    else:
        tell(args.files)


if __name__ == "__main__":
    main()
