"""Finds the weights of the computer players that are too high or too low: an experiment with all of them at once.

    .venv/bin/python bench/weights.py play games.jsonl --games 400 [--seed 1] [--scenario fall_blau]
        [--around NAME=FACTOR ...]
    .venv/bin/python bench/weights.py tell games.jsonl [more.jsonl ...]

`play`: each game begins at a random turn of a campaign that `normal` plays against itself, or from the set-up of
`--scenario`, which is always the same, so that few games tell much; it lasts `--turns` turns.
Both sides play `normal` with each weight raised or lowered at random by the same factor (`--step`, or rather e to its
power), around the weights as they are or around those of `--around`. It goes on where a file ends; several processes
may play with different seeds into files of their own.

`tell`: a regression over all games says for each weight how many hexes more a side holds in the end that has it
higher by one step, with 95 % intervals; a game that is won counts four hexes. Some weights of sixty look good by
chance: what is promising is played in a match before it is believed, for instance

    noretreat arena "bench.weights:Weighted(horizon__STEEPEST=1.4)" "bench.weights:Weighted()" --campaign --pairs 20

Both players have to be `Weighted`: a player of another kind would think with the weights of its opponent.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import math
import pkgutil
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

import noretreat.ai
from noretreat.ai.evaluation import appraisal, assessment, horizon, prospects, worth
from noretreat.ai.player import Observation, Player
from noretreat.ai.players.greedy import GreedyPlayer
from noretreat.ai.proposals import attacks
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.game import new_game

STYLE = ("pull", "open_city", "reply", "roam", "stretched", "threshold", "ground", "troops")
"""The fields of `worth.Style` that are varied, in the styles of both sides."""
WEIGHTS = {
    "evaluation.worth": (
        "SURRENDER", "NEAR_GOAL", "OWN_GOAL", "ENEMY_UNITS", "_AXIS_STEP", "_SOVIET_STEP", "_AXIS_BASE",
        "_AXIS_STRENGTH", "_SOVIET_BASE", "_SOVIET_STRENGTH", "_MARCH",
    ),
    "evaluation.chances": ("SHATTERED_SHARE", "RETREAT_SHARE"),
    "evaluation.assaults": ("HOPE", "REBUFF", "DECISIVE", "SUPPORT_GAIN"),
    "evaluation.card_values": ("MATCH", "LATER", "UNKNOWN", "_NEXT_MONEY", "_CHOICE"),
    "evaluation.scoring": ("RELIEVABLE", "CUT_OFF", "MARKED_CUT_OFF", "POCKETED", "LARGE", "BROKEN", "AT_HOME"),
    "evaluation.threats": ("TRAPPED", "_REBUFF"),
    "evaluation.horizon": (
        "STEEPEST", "SUDDEN", "LEAST_POINT", "_OBJECTIVE", "_MATCH_POINT", "_CLOSER", "_GOAL",
        "_SPREAD",
    ),
    "evaluation.battle_values": ("_GROUND",),
    "evaluation.appraisal": ("OVERSTACKED",),
    "evaluation.prospects": ("CERTAIN", "OPEN", "_PASSENGER", "_RELIEVED"),
    "proposals.aftermath": ("ENTRY", "CROWDED"),
    "proposals.attacks": ("COUNTERBLOW_GAIN",),
    "proposals.counterblow_choices": ("CERTAIN",),
    "proposals.moves": ("BY_RAIL",),
    "proposals.trains": ("GAIN",),
    "proposals.upkeep": ("FRESH", "FORT"),
    "search.enemy_answers": ("FEAR",),
    "search.commitment": ("GROUND", "PHASE_LONG"),
}  # fmt: skip
"""The constants that are varied, by module."""
NAMES = (
    *(f"style.{field}" for field in STYLE),
    *(f"{module.rpartition('.')[2]}.{name}" for module, names in WEIGHTS.items() for name in names),
)
WON = 4.0
"""The hexes that a game counts if it ends before its last turn."""
SHRINK = 3.0
"""The strength with which the regression draws the effects towards 0: the weight of this many games."""


def modules() -> dict[str, ModuleType]:
    """All modules of the computer players that hold, or import, weights."""
    names = (found.name for found in pkgutil.walk_packages(noretreat.ai.__path__, "noretreat.ai."))
    return {name: importlib.import_module(name) for name in names if ".referee." not in name}


MODULES = modules()
STYLES = dict(worth.STYLES)
COUNTER_WORTH: Any = worth._counter_worth
CLIMB: Any = horizon._climb


def _holders(module: str, name: str) -> list[ModuleType]:
    """The module that a constant stands in, and those that import it by its name."""
    own = MODULES[f"noretreat.ai.{module}"]
    value = getattr(own, name)
    others = [
        other
        for other in MODULES.values()
        if other is not own and vars(other).get(name) == value and f"\n{name}: Final" not in inspect.getsource(other)
    ]
    return [own, *others]


CONSTANTS = [
    (name, getattr(MODULES[f"noretreat.ai.{module}"], name), _holders(module, name))
    for module, names in WEIGHTS.items()
    for name in names
]


class Weights:
    """The weights as they are, each times a factor, with caches of their own."""

    current: Weights | None = None

    def __init__(self, factors: Mapping[str, float]) -> None:
        self._factors = [factors.get(name, 1.0) for name in NAMES]
        self._pieces: dict[Any, Any] = {}
        self._battles: dict[Any, Any] = {}
        self._appraised: dict[Any, Any] = {}
        self._counter = lru_cache(maxsize=4096)(COUNTER_WORTH.__wrapped__)
        self._climb = lru_cache(maxsize=4096)(CLIMB.__wrapped__)

    def install(self) -> None:
        """Makes all players of this process think with these weights from now on."""
        if Weights.current is self:
            return
        Weights.current = self
        styles, constants = self._factors[: len(STYLE)], self._factors[len(STYLE) :]
        for seats, style in STYLES.items():
            changed = {field: getattr(style, field) * factor for field, factor in zip(STYLE, styles, strict=True)}
            worth.STYLES[seats] = style._replace(**changed)
        for (name, value, holders), factor in zip(CONSTANTS, constants, strict=True):
            for module in holders:
                setattr(module, name, value * factor)
        assessment._PIECES = self._pieces
        prospects._BATTLES._known = self._battles
        appraisal._APPRAISED._known = self._appraised
        worth._counter_worth = self._counter
        horizon._climb = self._climb
        attacks._LAST.forget()


class Weighted:
    """The level `normal` with weights of its own."""

    def __init__(self, seed: int | None = None, **factors: float) -> None:
        """`factors` by the names of `NAMES`, with two underscores for the dot."""
        self._weights = Weights({name.replace("__", ".", 1): factor for name, factor in factors.items()})
        self._player = GreedyPlayer(seed)

    def choose(self, observation: Observation) -> Action:
        """The answer to the current decision."""
        self._weights.install()
        return self._player.choose(observation)


# --- the games -------------------------------------------------------------------------------------------------
class Reached(Exception):
    """Raised when the turn that is waited for has begun."""


def turns_of(campaign: int) -> list[State]:
    """A campaign of `normal` against itself: the position at the beginning of each turn."""
    found: dict[int, State] = {}

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        if after.ended is None:
            found.setdefault(after.turn, after)

    start = new_game("barbarossa", Options(rules="digital", campaign=True))
    play_game(start, "normal", "normal", game_seed(4242, campaign), watch)
    return list(found.values())


def played_on(start: State, axis: Player, soviet: Player, seed: int, turns: int) -> State:
    """The position some turns later, or at the end of the game."""
    last = start

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        nonlocal last
        last = after
        if after.turn >= start.turn + turns:
            raise Reached

    with suppress(Reached):
        play_game(start, axis, soviet, seed, watch)
    return last


def score(state: State) -> dict[str, float]:
    """The figures of a position: the hexes of the Axis, the worth of both sides' troops, and who has won."""
    Weights({}).install()
    axis, soviet = (sum(worth.unit_worth(state, unit) for unit in state.on_map(side)) for side in (AXIS, SOVIET))
    winner = None if state.ended is None else state.ended.winner
    won = 0.0 if winner is None else WON if winner is Side.AXIS else -WON
    hexes = (state.axis_control & BOARD.vp_hexes).bit_count()
    return {"turn": state.turn, "hexes": hexes, "axis": axis, "soviet": soviet, "won": won}


def play(
    file: Path, games: int, seed: int, turns: int, step: float, around: Mapping[str, float], scenario: str | None = None
) -> None:
    """Plays the games that are still missing, and adds a line for each to the file."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    campaigns: dict[int, list[State]] = {}
    for number in tqdm(range(done, games), desc="games"):
        rng = random.Random(f"{seed}/{number}")
        if scenario is not None:
            start = new_game(scenario, Options(rules="digital"))
        else:
            campaign = rng.randrange(20)
            if campaign not in campaigns:
                campaigns[campaign] = turns_of(campaign)
            start = rng.choice([state for state in campaigns[campaign] if state.turn <= 26])
        changes = [
            {name: math.log(around.get(name, 1.0)) + step * rng.choice((-1, 1)) for name in NAMES} for _ in range(2)
        ]
        luck = rng.randrange(1 << 30)
        axis, soviet = (
            Weighted(luck, **{name.replace(".", "__"): math.exp(change) for name, change in some.items()})
            for some in changes
        )
        line = {
            "start": score(start), "end": score(played_on(start, axis, soviet, luck, turns)),
            "axis": changes[0], "soviet": changes[1],
        }  # fmt: skip
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


# --- what they tell ----------------------------------------------------------------------------------------------
def effects(lines: list[dict[str, Any]], step: float) -> Iterator[tuple[str, float, float, float, float]]:
    """For each weight, the most certain first: the effect of a step up as Axis and as Soviets, and of both together
    with its standard error, in hexes.
    """
    starts = [line["start"] for line in lines]
    before = [
        [start["hexes"], start["axis"], start["soviet"], *((start["turn"] + 1) // 3 == third for third in range(10))]
        for start in starts
    ]
    varied = [[line[side].get(name, 0.0) / step for side in ("axis", "soviet") for name in NAMES] for line in lines]
    known = np.hstack([np.array(before, float), np.array(varied)])
    after = np.array([line["end"]["hexes"] + line["end"]["won"] for line in lines])
    few, many = len(before[0]), len(NAMES)
    normal = known.T @ known + np.diag([1e-3] * few + [SHRINK] * 2 * many)
    found = np.linalg.solve(normal, known.T @ after)
    left = after - known @ found
    errors = np.sqrt(np.diag(np.linalg.inv(normal)) * (left @ left) / max(1, len(lines) - known.shape[1]))
    axis, soviet = found[few : few + many], -found[few + many :]
    error = np.hypot(errors[few : few + many], errors[few + many :])
    for index in np.argsort(-np.abs(axis + soviet) / error):
        yield NAMES[index], axis[index], soviet[index], axis[index] + soviet[index], error[index]


def tell(files: list[Path], step: float) -> None:
    """Prints what each weight brings."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    print(f"{len(lines)} games; hexes for a step up, as Axis, as Soviets, together")
    for name, axis, soviet, both, error in effects(lines, step):
        print(f"{name:28} {axis:+.2f} {soviet:+.2f}   {both:+.2f} +- {1.96 * error:.2f}")


def factor(text: str) -> tuple[str, float]:
    """A name and a factor, written `worth.ENEMY_UNITS=1.2`."""
    name, _, value = text.partition("=")
    if name not in NAMES:
        raise argparse.ArgumentTypeError(f"there is no weight {name!r}; known are {', '.join(NAMES)}")
    return name, float(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--step", type=float, default=0.35)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--scenario", help="begin from its set-up (from turns of campaigns)")
    playing.add_argument("--turns", type=int, default=5)
    playing.add_argument("--around", type=factor, nargs="*", default=[], metavar="NAME=FACTOR")
    telling = what.add_parser("tell")
    telling.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.games, args.seed, args.turns, args.step, dict(args.around), args.scenario)
    else:
        tell(args.files, args.step)


if __name__ == "__main__":
    main()
