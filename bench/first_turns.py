"""How both sides should think in 1941: the campaign always begins from the same position, so that few games tell much.

    .venv/bin/python bench/first_turns.py play games.jsonl --games 400 [--seed 1]
    .venv/bin/python bench/first_turns.py tell games.jsonl [more.jsonl ...]

`play`: campaigns up to turn 8 between two players like `hard` with fewer arrangements. The weights of both sides'
styles in 1941 (`worth.Style`) are raised or lowered at random by the same factor (e to the power of `--step`). It goes
on where a file ends; several processes may play with different seeds into files of their own.

`tell`: a regression over all games says what a step up brings each side, in hexes held at the end of turns 5 and 7,
with the luck of the battles of 1941 taken off as far as it explains the result. An asterisk marks what is more than two
standard errors. What is promising is played in a match before it is believed.
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
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State

FIELDS: Final = (
    "pull", "open_city", "reply", "roam", "stretched", "breakthrough", "rear", "relief", "threshold", "ground",
    "troops",
)  # fmt: skip
"""The weights that are varied; what is 0 stays 0."""
LAST: Final = 7
"""The last turn that is played: the first winter and the spring after it show what 1941 has cost."""
MOMENTS: Final = (6, 8)
"""The turns at whose beginning hexes are counted: after turns 5 and 7."""
STYLES: Final = dict(worth.STYLES)


class Light(HardPlayer):
    """The level `hard` in a third of the time."""

    effort = HARD._replace(evaluations=100, candidates=8, passes=2, answers=0)


class Played(Exception):
    """The last turn that was wanted is over."""


def install(changes: tuple[dict[str, float], dict[str, float]]) -> None:
    """From now on both sides think so in 1941: with each weight times e to the power of its change."""
    for side, some in enumerate(changes):
        for initiative in (AXIS, SOVIET):
            key = (side, initiative, True)
            style = STYLES[key]
            worth.STYLES[key] = style._replace(
                **{field: getattr(style, field) * math.exp(change) for field, change in some.items()}
            )


def campaign(seed: int) -> dict[str, Any]:
    """Plays one: the hexes of the Axis at the beginning of each turn, and what luck brought each side in 1941."""
    hexes: dict[int, int] = {}
    luck = [0.0, 0.0]
    start = game.new_game("barbarossa", Options(rules="digital", campaign=True))
    cities = worth.hex_worths(start, AXIS)

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        if isinstance(action, Rolled) and before.battle is not None and before.turn <= worth.FIRST_TURNS:
            faces = worths_of_faces(before, cities=cities)
            if len(faces) == len(before.options):
                luck[before.battle.attacker] += faces[before.options.index(action)] - mean(faces)
        if after.turn not in hexes or after.ended is not None:
            hexes[after.turn] = (after.axis_control & BOARD.vp_hexes).bit_count()
            if after.turn > LAST:
                raise Played

    with suppress(Played):
        play_game(start, Light(seed & 0xFFFF), Light(seed >> 16), seed, watch)
    return {"hexes": hexes, "luck": luck}


def play(file: Path, games: int, seed: int, step: float) -> None:
    """Plays what is left of the games, and adds a line for each to the file."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    for number in tqdm(range(done, games), desc="games"):
        rng = random.Random(f"{seed}/{number}")
        changes = tuple({field: step * rng.choice((-1, 1)) for field in FIELDS} for _ in range(2))
        install((changes[AXIS], changes[SOVIET]))
        line = {"axis": changes[AXIS], "soviet": changes[SOVIET], **campaign(rng.randrange(1 << 30))}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


def held(line: dict[str, Any], turn: int) -> int:
    """The hexes of the Axis when a turn began, or when the game ended before it."""
    known = {int(one): count for one, count in line["hexes"].items()}
    return int(known[max(one for one in known if one <= turn)])


def tell(files: list[Path]) -> None:
    """Prints what each weight brings."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    varied = [
        [math.copysign(1, line[side][field]) for side in ("axis", "soviet") for field in FIELDS] for line in lines
    ]
    known = np.hstack([np.array([[1.0, *line["luck"]] for line in lines]), np.array(varied)])
    inverse = np.linalg.inv(known.T @ known + 1e-6 * np.eye(known.shape[1]))
    print(f"{len(lines)} games; hexes for a step up, each side's own")
    for turn in MOMENTS:
        after = np.array([held(line, turn) for line in lines], float)
        found = inverse @ known.T @ after
        left = after - known @ found
        errors = np.sqrt(np.diag(inverse) * (left @ left) / max(1, len(lines) - known.shape[1]))
        print(f"after turn {turn - 1}: {after.mean():.2f} hexes, standard error of each figure {errors[3:].mean():.2f}")
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
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--step", type=float, default=0.45)
    telling = what.add_parser("tell")
    telling.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.games, args.seed, args.step)
    else:
        tell(args.files)


if __name__ == "__main__":
    main()
