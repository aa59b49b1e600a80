"""Can a small network predict the end of a game better than the evaluation? Self-play, training, and its predictions.

    .venv/bin/python bench/learn.py play games.jsonl --games 400 [--seed 1]
    .venv/bin/python bench/learn.py read games.jsonl match.csv [more.csv ...]
    .venv/bin/python bench/learn.py train games.jsonl [more.jsonl ...] [--also other.jsonl ...] [--weights FILE]

`play`: games of the habitual player (`search/habits.py`) against itself, in turn from the kinds in `KINDS`. Each game
is a line: how it ended, and the features of the position at the start of each player turn. It goes on where a file
ends. `read`: the same from the games of a match (`noretreat arena --results`), with any players.

`train`: TD(lambda) towards the winner, and what predicts the winner best of games that were held out, each fifth in
its turn (games with the same dice together): the scenario and turn alone, `prospects` fitted to it, all features in a
straight line, the network without `prospects`, and with it. `--also`: games that are only predicted, by what was
learned from all the others. Intervals are by whole games.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.evaluation.horizon import Horizon
from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.evaluation.scoring import TERMS, Scorer
from noretreat.ai.evaluation.worth import unit_worth
from noretreat.ai.referee import match, results
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import game_seed, play_out
from noretreat.ai.search.habits import Habitual
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET
from noretreat.core.boxes import DESTROYED, RAIL, SHATTERED, SURRENDERED
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.data.load import scenario_ids
from noretreat.game import new_game
from noretreat.rules import victory

Floats: TypeAlias = NDArray[np.float64]

KINDS: Final = (
    ("fall_blau", "digital", False), ("barbarossa", "digital", True), ("fall_blau", "digital", False),
    ("fall_blau", "deluxe", False), ("saturn", "digital", False), ("citadel", "digital", False),
    ("fall_blau", "digital", False), ("barbarossa", "deluxe", True), ("bagration", "digital", False),
    ("na_berlin", "digital", False), ("barbarossa_1941", "digital", False), ("tournament", "digital", False),
)  # fmt: skip
"""Scenario, rule set, and whether it is played on to the end of the war: one game of each in turn."""
BOXES: Final = (RAIL, SHATTERED, DESTROYED, SURRENDERED)
BOTH: Final = ("axis", "soviet")
SCENARIOS: Final = scenario_ids()
GUESSES: Final = ("prospects_axis", "prospects_soviet")
"""The evaluation's own figures for a position."""
COMMON: Final = (
    *(f"is_{scenario}" for scenario in SCENARIOS), "campaign", "digital",
    "turn", "turns_left", "phasing", "initiative", "event_vp", "high_tide", "point", "troops", "objectives_held",
)  # fmt: skip
"""Features of the game; those of one side are in `EACH`."""
EACH: Final = (
    "hexes", "score", "objectives", "lead", "in_turns", "steepness", "goal_lead", "goal_hexes",
    "cards", "supports", "units", "worth", "strength", *(f"boxed{box}" for box in BOXES),
    "unsupplied", "disorganized", "contact", *TERMS,
)  # fmt: skip
NAMES: Final = (*COMMON, *(f"{side}_{name}" for side in BOTH for name in EACH), *GUESSES)
"""The features of a position, in order."""


# --- features --------------------------------------------------------------------------------------------------
def features(state: State) -> list[float]:
    """The features of a position, in the order of `NAMES`."""
    horizon = Horizon(state)
    last = state.setup.last_turn
    common = [
        *(state.setup.scenario == scenario for scenario in SCENARIOS), state.setup.options.campaign,
        state.rules.victory_phases_per_turn == 2,
        state.turn, 2 * (last + 1) - horizon.now, state.phasing, state.initiative, state.event_vp, state.high_tide,
        horizon.point, horizon.troops,
        sum(worth * (1 if state.control(AXIS) >> node & 1 else -1) for node, worth in horizon.hexes.items()),
    ]  # fmt: skip
    sides = [value for side in (AXIS, SOVIET) for value in _of_side(state, side, horizon)]
    return [round(float(value), 3) for value in (*common, *sides, *(prospects(state, side) for side in (AXIS, SOVIET)))]


def _of_side(state: State, side: SideIndex, horizon: Horizon) -> list[float]:
    """The features of one side, in the order of `EACH`."""
    enemy = ENEMY[side]
    units = state.on_map(side)
    near = BOARD.expand(state.occupied(enemy))
    scorer = Scorer(Assessment(state, side))
    terms = scorer.valuation([piece.node for piece in scorer.assessment.own], False).terms
    return [
        (state.control(side) & victory.counted_hexes(state)).bit_count(),
        victory.victory_points(state, side),
        len(victory.objectives_held(state, side)) - victory.objectives_needed(state, side),
        *_nearest_check(horizon, side),
        _goal_hexes(state, side),
        state.hands[side].bit_count(),
        state.supports[side],
        len(units),
        sum(unit_worth(state, unit) for unit in units),
        sum(state.face_of(unit).strength for unit in units),
        *(sum(unit_worth(state, unit) for unit in state.boxed(side, box)) for box in BOXES),
        sum(unit_worth(state, unit) for unit in units if state.unsupplied >> unit & 1),
        sum(1 for unit in units if state.disorganized >> unit & 1),
        sum(unit_worth(state, unit) for unit in state.units_in(near, side)),
        *(terms[name] for name in TERMS),
    ]


def _nearest_check(horizon: Horizon, side: SideIndex) -> tuple[float, float, float, float]:
    """The lead at the steepest check of a side, the turns before it, its steepness, and the best lead at a goal."""
    own = [check for check in horizon.checks if check.side == side]
    if not own:
        return 0.0, 15.0, 0.0, 0.0
    steepest = max(own, key=lambda check: check.steepness())
    goals = [check.lead for check in own if check.name == "goal"]
    return steepest.lead, steepest.turns, steepest.steepness(), max(goals, default=0.0)


def _goal_hexes(state: State, side: SideIndex) -> int:
    """The number of hexes named by the scenario's goals that a side controls."""
    conditions = state.setup.victory
    named = {name for goal in conditions.any_of for name in goal.hexes} if conditions is not None else set()
    return sum(state.control(side) >> BOARD.node_of[name] & 1 for name in named)


# --- the games -------------------------------------------------------------------------------------------------
class Watch:
    """Records the features of a game at the start of each player turn."""

    def __init__(self) -> None:
        self.positions: list[list[float]] = []
        self._turn = (-1, -1)

    def __call__(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        if after.ended is None and (after.turn, after.phasing) != self._turn:
            self._turn = after.turn, after.phasing
            self.positions.append(features(after))

    def line(self, name: str, end: State, winner: Side | None) -> str:
        """The line kept of a game; the winner is 1 for the Axis, 0 for the Soviets, 0.5 for a draw."""
        won = 0.5 if winner is None else float(winner is Side.AXIS)
        game = {"game": name, "won": won, "turn": end.turn, "hexes": match.axis_hexes(end), "positions": self.positions}
        return json.dumps(game) + "\n"


def _lines(file: Path) -> list[dict[str, Any]]:
    """The games of a file, without a last one that was cut off; raises `ValueError` for those of other features."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    games = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    if any(len(position) != len(NAMES) for game in games for position in game["positions"]):
        raise ValueError(f"{file} was written with other features")
    return games


def _add(file: Path, games: Iterable[str]) -> None:
    """Adds games to a file one by one, in place of one that was cut off."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    with file.open("w", encoding="utf-8") as out:
        out.write(text[: text.rfind("\n") + 1])
        for game in games:
            out.write(game)
            out.flush()


def play(file: Path, games: int, seed: int) -> None:
    """Plays the games that are still missing."""
    _add(file, (_played(seed, number) for number in tqdm(range(len(_lines(file)), games), desc="games")))


def _played(seed: int, number: int) -> str:
    """A game between two habitual players."""
    scenario, rules, campaign = KINDS[number % len(KINDS)]
    watch, luck = Watch(), game_seed(seed, number)
    start = new_game(scenario, Options(rules=rules, campaign=campaign))
    end, *_ = play_out(start, Habitual(AXIS).choose, Habitual(SOVIET).choose, Fate(luck).choose, watch)
    assert end.ended is not None
    return watch.line(f"{scenario} {rules}{' campaign' * campaign} {seed}/{number}", end, end.ended.winner)


def read(file: Path, matches: Sequence[Path]) -> None:
    """Adds the games of some matches that the file does not have yet, where today's rules still play them."""
    there = {game["game"] for game in _lines(file)}
    _add(file, (line for path in matches for line in _read(path, there)))


def _read(path: Path, there: set[str]) -> Iterator[str]:
    moves = results.read_moves(path)
    for row in tqdm(results.read(path), desc=path.name):
        name = " ".join((path.stem, *map(str, row.key)))
        if name in there or row.fault or row.key not in moves:
            continue
        watch, end = Watch(), None
        with suppress(ValueError):
            for before, action, after, events in match.replay(row, moves[row.key]):
                watch(before, action, after, events)
                end = after
            if end is not None and end.ended is not None:
                yield watch.line(name, end, end.ended.winner)


# --- the network -----------------------------------------------------------------------------------------------
class Positions(NamedTuple):
    """Positions of some games."""

    inputs: Floats
    game: NDArray[np.int64]
    """The game that each position belongs to; those of a game follow one another."""
    won: Floats
    """1 where the Axis won that game."""
    hexes: Floats
    """The hexes that it had at the end."""


def positions_of(games: Sequence[dict[str, Any]]) -> Positions:
    """The positions of these games."""
    lengths = [len(game["positions"]) for game in games]
    inputs = np.array([position for game in games for position in game["positions"]], float).reshape(-1, len(NAMES))
    won, hexes = (np.repeat([float(game[name]) for game in games], lengths) for name in ("won", "hexes"))
    return Positions(inputs, np.repeat(np.arange(len(games)), lengths), won, hexes)


def _chance(logits: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(logits, -30, 30)))


class Network:
    """Features to the chance that the Axis wins, through one layer of hidden units, or straight if there are none."""

    def __init__(self, columns: Sequence[int], hidden: int, rng: np.random.Generator) -> None:
        self.columns = list(columns)
        width = len(self.columns)
        self.hidden = hidden
        self.mean, self.scale = np.zeros(width), np.ones(width)
        self.weights = [rng.normal(0, 1 / np.sqrt(width), (width, hidden)), np.zeros(hidden)] if hidden else []
        self.weights += [np.zeros((hidden or width, 1)), np.zeros(1)]

    def of(self, inputs: Floats) -> Floats:
        """The chances in these positions."""
        return _chance(self._forward(self._scaled(inputs))[1])

    def _scaled(self, inputs: Floats) -> Floats:
        scaled: Floats = np.clip((inputs[:, self.columns] - self.mean) / self.scale, -4, 4)
        return scaled

    def _forward(self, scaled: Floats) -> tuple[Floats, Floats]:
        hidden = np.tanh(scaled @ self.weights[0] + self.weights[1]) if self.hidden else scaled
        return hidden, (hidden @ self.weights[-2] + self.weights[-1])[:, 0]

    def fit(
        self, known: Positions, rng: np.random.Generator, *, epochs: int, trace: float = 1.0, decay: float = 1e-2
    ) -> None:
        """Trains by Adam towards the lambda-returns, which are worked out anew in each epoch; `trace` is lambda."""
        self.mean, self.scale = known.inputs[:, self.columns].mean(0), known.inputs[:, self.columns].std(0) + 1e-6
        scaled = self._scaled(known.inputs)
        share = 1 / np.bincount(known.game)[known.game]
        share /= share.mean()
        first, second = ([np.zeros_like(weight) for weight in self.weights] for _ in range(2))
        step = 0
        for epoch in range(epochs):
            # The first epochs look at the end alone: before that the network's own word is worth nothing.
            targets = known.won if epoch < epochs // 4 else returns(known, _chance(self._forward(scaled)[1]), trace)
            for batch in np.array_split(rng.permutation(len(scaled)), max(1, len(scaled) // 64)):
                step += 1
                slopes = self._slopes(scaled[batch], targets[batch], share[batch], decay)
                rate = 3e-3 * (1 - epoch / epochs)
                for weight, slope, mean, square in zip(self.weights, slopes, first, second, strict=True):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope**2 - square)
                    sure = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                    weight -= rate * (mean / (1 - 0.9**step) / sure + (decay * weight if weight.ndim > 1 else 0))

    def _slopes(self, scaled: Floats, targets: Floats, share: Floats, decay: float) -> list[Floats]:
        """The gradient of the log loss in all weights."""
        hidden, logits = self._forward(scaled)
        error = (share * (_chance(logits) - targets) / len(targets))[:, None]
        slopes: list[Floats] = [hidden.T @ error, error.sum(0)]
        if self.hidden:
            back = error @ self.weights[2].T * (1 - hidden**2)
            slopes = [scaled.T @ back, back.sum(0), *slopes]
        return slopes


def returns(known: Positions, chances: Floats, trace: float) -> Floats:
    """The lambda-returns: each position's target is a mix of the chances in those that follow it and of the end."""
    targets = known.won.copy()
    for at in range(len(targets) - 2, -1, -1):
        if known.game[at] == known.game[at + 1]:
            targets[at] = (1 - trace) * chances[at + 1] + trace * targets[at + 1]
    return targets


class Committee:
    """The mean of several networks that differ in their first weights."""

    def __init__(self, columns: Sequence[int], hidden: int, seed: int, members: int) -> None:
        self._rngs = [np.random.default_rng([seed, member]) for member in range(members)]
        self.networks = [Network(columns, hidden, rng) for rng in self._rngs]

    def fit(self, known: Positions, *, epochs: int, trace: float, decay: float) -> None:
        """Trains each by itself."""
        for network, rng in zip(self.networks, self._rngs, strict=True):
            network.fit(known, rng, epochs=epochs, trace=trace, decay=decay)

    def of(self, inputs: Floats) -> Floats:
        """The chances in these positions."""
        chances: Floats = np.mean([network.of(inputs) for network in self.networks], axis=0)
        return chances


# --- what it predicts ------------------------------------------------------------------------------------------
def log_loss(chances: Floats, known: Positions) -> Floats:
    """The mean log loss of each game: 0 is perfect, 0.693 is a coin."""
    sure = np.clip(chances, 1e-4, 1 - 1e-4)
    loss = -known.won * np.log(sure) - (1 - known.won) * np.log(1 - sure)
    mean: Floats = np.bincount(known.game, loss) / np.bincount(known.game)
    return mean


def interval(values: Floats) -> str:
    """A mean with its 95 % interval."""
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{values.mean():+.3f} +- {half:.3f}"


def _columns(wanted: Callable[[str], bool]) -> list[int]:
    return [index for index, name in enumerate(NAMES) if wanted(name)]


GAME: Final = _columns(lambda name: name in (*COMMON[: len(SCENARIOS) + 6],))
"""The columns that are known of a game without looking at the map."""
GUESS: Final = [*GAME, *_columns(lambda name: name in GUESSES)]
SEEN: Final = _columns(lambda name: name not in GUESSES)
ALL: Final = list(range(len(NAMES)))
PREDICTORS: Final = {
    "scenario and turn": (GAME, 0), "scenario and turn, network": (GAME, 16),
    "prospects": (GUESS, 0), "prospects, network": (GUESS, 16),
    "all features, straight": (ALL, 0), "network without prospects": (SEEN, 32), "network": (ALL, 32),
}  # fmt: skip
"""The predictors being compared: the columns each sees, and its hidden units."""
BASE: Final = "prospects, network"
"""The predictor that the others are compared with: the most that can be made of the evaluation as it is."""


def luck_of(game: str) -> str:
    """The key of games that have met the same dice and deals: both games of a pair, whoever plays them."""
    words = game.split()
    return " ".join(words[-4:-1]) if words[-1] in BOTH else game


def folds_of(games: Sequence[dict[str, Any]], seed: int, folds: int) -> list[int]:
    """For each game the fold in which it is held out, the same for all with the same luck."""
    lucks = sorted({luck_of(game["game"]) for game in games})
    random.Random(seed).shuffle(lucks)
    fold = {luck: number % folds for number, luck in enumerate(lucks)}
    return [fold[luck_of(game["game"])] for game in games]


def fitted(games: Sequence[dict[str, Any]], args: argparse.Namespace) -> dict[str, Committee]:
    """All predictors, trained on these games."""
    known = positions_of(games)
    found: dict[str, Committee] = {}
    for name, (columns, hidden) in PREDICTORS.items():
        found[name] = Committee(columns, hidden, args.seed, args.members if hidden else 1)
        found[name].fit(known, epochs=args.epochs, trace=args.trace, decay=args.decay)
    return found


def train(files: Sequence[Path], also: Sequence[Path], args: argparse.Namespace) -> None:
    """Prints how well each predictor does on games that it was not trained on, and writes the network."""
    read = {file.stem: _lines(file) for file in files}
    games = [game for some in read.values() for game in some]
    fold = folds_of(games, args.seed, args.folds)
    chances = {name: [np.empty(0)] * len(games) for name in PREDICTORS}
    for number in range(args.folds):
        predictors = fitted([game for game, held in zip(games, fold, strict=True) if held != number], args)
        for at in (at for at, held in enumerate(fold) if held == number):
            for name, predictor in predictors.items():
                chances[name][at] = predictor.of(positions_of([games[at]]).inputs)
    print(f"{len(games)} games, lambda {args.trace}, decay {args.decay}, {args.epochs} epochs, {args.members} networks")
    first = 0
    for title, some in read.items():
        last = first + len(some)
        tell(title, positions_of(some), {name: np.concatenate(found[first:last]) for name, found in chances.items()})
        first = last
    if also or args.weights is not None:
        predictors = fitted(games, args)
        for path in also:
            known = positions_of(_lines(path))
            tell(path.stem, known, {name: predictor.of(known.inputs) for name, predictor in predictors.items()})
        if args.weights is not None:
            write_weights(args.weights, predictors["network"])


def write_weights(path: Path, committee: Committee) -> None:
    """Writes the numbers of several networks, in single precision."""
    arrays: dict[str, Any] = {}
    for index, network in enumerate(committee.networks):
        named = {"mean": network.mean, "scale": network.scale, **dict(zip("abcd", network.weights, strict=False))}
        arrays |= {f"{name}{index}": array.astype(np.float32) for name, array in named.items()}
    np.savez_compressed(path, **arrays)


def read_weights(path: Path) -> Committee:
    """The networks of a file."""
    with np.load(path) as arrays:
        members = sum(name.startswith("mean") for name in arrays.files)
        committee = Committee(ALL, arrays["a0"].shape[1], 0, members)
        for index, network in enumerate(committee.networks):
            network.mean, network.scale, *network.weights = (
                arrays[f"{name}{index}"].astype(float) for name in ("mean", "scale", *"abcd")
            )
    return committee


def tell(title: str, known: Positions, chances: dict[str, Floats]) -> None:
    """Prints how well each predicts these positions.

    The log loss, the share of positions with the right winner, and how much less the loss is than that of `BASE`, by
    games.
    """
    base = log_loss(chances[BASE], known)
    print(f"\n{title}: {len(base)} games, {len(known.won)} positions")
    for name, found in chances.items():
        loss = log_loss(found, known)
        right = float(np.mean((found > 0.5) == (known.won > 0.5)))
        print(f"  {name:28} {loss.mean():.3f}  right {right:4.0%}  less than {BASE}: {interval(base - loss)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--seed", type=int, default=1)
    reading = what.add_parser("read")
    reading.add_argument("file", type=Path)
    reading.add_argument("matches", type=Path, nargs="+")
    training = what.add_parser("train")
    training.add_argument("files", type=Path, nargs="+")
    training.add_argument("--also", type=Path, nargs="*", default=[])
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--epochs", type=int, default=40)
    training.add_argument("--trace", type=float, default=0.8, help="lambda")
    training.add_argument("--decay", type=float, default=0.1)
    training.add_argument("--folds", type=int, default=5)
    training.add_argument("--members", type=int, default=3)
    training.add_argument("--weights", type=Path)
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.games, args.seed)
    elif args.what == "read":
        read(args.file, args.matches)
    else:
        train(args.files, args.also, args)


if __name__ == "__main__":
    main()
