"""Measures styles of play in the first turns after a set-up: it is always the same, so that few games tell much.

    .venv/bin/python bench/openings.py play games.jsonl --games 400 [--scenario fall_blau] [--turns 5] [--seed 1]
    .venv/bin/python bench/openings.py tell games.jsonl [more.jsonl ...]

`play`: games from a set-up (that of the campaign, unless another scenario is named) for so many turns, between two
players like `hard` with fewer arrangements. The weights of both sides' styles (`worth.Style`) are raised or lowered at
random by the same factor (e to the power of `--step`). It goes on where a file ends; several processes may play with
different seeds into files of their own.

`tell`: a regression over all games says what a step up brings each side: in hexes held in the end, and where games
were played to their end in games won (1) and lost (-1). The luck of the battles is taken off as far as it explains the
result. An asterisk marks what is more than two standard errors. What is promising is played in a match before it is
believed.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from contextlib import suppress
from pathlib import Path
from statistics import mean
from typing import Any, Final

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.evaluation import worth
from noretreat.ai.players.greedy import HARD, HardPlayer
from noretreat.ai.referee.play import play_game
from noretreat.ai.search.commitment import worths_of_faces
from noretreat.core.actions import Action, Rolled
from noretreat.core.board import AXIS, BOARD
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side

FIELDS: Final = (
    "pull", "open_city", "reply", "roam", "stretched", "breakthrough", "rear", "relief", "threshold", "ground",
    "troops",
)  # fmt: skip
"""The weights that are varied; what is 0 stays 0."""
STYLES: Final = dict(worth.STYLES)
Changes = tuple[dict[str, float], dict[str, float]]
"""For each side, the change of each of its weights, as a logarithm."""


class Light(HardPlayer):
    """The level `hard` in a third of the time."""

    effort = HARD._replace(evaluations=100, candidates=8, passes=2, answers=0)


class Played(Exception):
    """Raised when the last turn wanted is over."""


def install(changes: Changes) -> None:
    """Makes both sides think with these changes from now on, whoever has the initiative."""
    for (side, initiative, early), style in STYLES.items():
        changed = {field: getattr(style, field) * math.exp(change) for field, change in changes[side].items()}
        worth.STYLES[side, initiative, early] = style._replace(**changed)


def played(scenario: str, turns: int, seed: int) -> dict[str, Any]:
    """Plays one game: the hexes of the Axis in the end, what luck brought each side, and who has won (1 Axis)."""
    start = last = game.new_game(scenario, Options(rules="digital", campaign=scenario == "barbarossa"))
    luck, cities = [0.0, 0.0], worth.hex_worths(start, AXIS)

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        nonlocal last
        last = after
        if isinstance(action, Rolled) and before.battle is not None:
            faces = worths_of_faces(before, cities=cities)
            if len(faces) == len(before.options):
                luck[before.battle.attacker] += faces[before.options.index(action)] - mean(faces)
        if after.turn >= start.turn + turns:
            raise Played

    with suppress(Played):
        play_game(start, Light(seed & 0xFFFF), Light(seed >> 16), seed, watch)
    winner = last.ended.winner if last.ended is not None else None
    won = 0 if winner is None else 1 if winner is Side.AXIS else -1
    return {"hexes": (last.axis_control & BOARD.vp_hexes).bit_count(), "luck": luck, "won": won}


def play(file: Path, games: int, scenario: str, turns: int, seed: int, step: float) -> None:
    """Plays the games that are still missing, and adds a line for each to the file."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    for number in tqdm(range(done, games), desc="games"):
        rng = random.Random(f"{seed}/{number}")
        axis, soviet = ({field: step * rng.choice((-1, 1)) for field in FIELDS} for _ in range(2))
        install((axis, soviet))
        line = {"axis": axis, "soviet": soviet, **played(scenario, turns, rng.randrange(1 << 30))}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


def tell(files: list[Path]) -> None:
    """Prints what each weight brings."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    signs = [[math.copysign(1, line[side][field]) for side in ("axis", "soviet") for field in FIELDS] for line in lines]
    known = np.hstack([np.array([[1.0, *line["luck"]] for line in lines]), np.array(signs)])
    inverse = np.linalg.inv(known.T @ known + 1e-6 * np.eye(known.shape[1]))
    print(f"{len(lines)} games; what a step up brings each side")
    for measure in ("hexes", "won"):
        after = np.array([line[measure] for line in lines], float)
        if not after.any():
            continue
        found = inverse @ known.T @ after
        left = after - known @ found
        errors = np.sqrt(np.diag(inverse) * (left @ left) / max(1, len(lines) - known.shape[1]))
        print(f"{measure}: {after.mean():.2f}, standard error of each figure {errors[3:].mean():.2f}")
        for side, name in enumerate(("axis", "soviet")):
            first, sign = 3 + side * len(FIELDS), 1 - 2 * side
            told = []
            for place, field in enumerate(FIELDS, first):
                mark = "*" if abs(found[place]) > 2 * errors[place] else ""
                told.append(f"{field} {sign * found[place]:+.2f}{mark}")
            print(f"  {name:6} {'  '.join(told)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--scenario", default="barbarossa")
    playing.add_argument("--turns", type=int, default=5)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--step", type=float, default=0.45)
    telling = what.add_parser("tell")
    telling.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.games, args.scenario, args.turns, args.seed, args.step)
    else:
        tell(args.files)


if __name__ == "__main__":
    main()
