"""The value behind the coach: games of the players, training, and how well it is calibrated.

    .venv/bin/python -m bench.coach play games.jsonl --games 600 [--seed 1] [--part 0/2]
    .venv/bin/python -m bench.coach train [games.jsonl ...] [--write]

`play`: games between players of the quick levels, in turn from the kinds in `KINDS`, each line a game with its actions;
it goes on where a file ends. `--part 1/2` plays every second game, for two processes with a file each. So that
positions differ, one side of every third game plays some of its turns at random.

`train`: a straight line through the features of `coach/features.py` (logistic regression with a ridge), from positions
of all phases towards TD(lambda) returns; compared with the evaluation's `prospects` and with small networks on games
that were held out, each fifth in its turn. `--write`: the weights with their provenance
(`src/noretreat/coach/chance.json`), the games (`bench/coach-games.jsonl.xz`), the figures of docs/coach.md and its
plot. Without files it reads the games that are kept in `bench`, and finds the same weights again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm  # type: ignore[import-untyped]

from bench.learn import Committee, Floats, Positions, returns
from noretreat import game
from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import Chooser, Seat, game_seed, play_out
from noretreat.ai.search.habits import Habitual
from noretreat.coach.course import ends_a_phase, phase_of, worth
from noretreat.coach.features import COMMON, EACH, NAMES, SCENARIOS, moment_of
from noretreat.coach.features import features as features_of
from noretreat.coach.value import POINTS, WEIGHTS, end_of, log_odds
from noretreat.coach.value import weights as weights_of
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Phase, Side
from noretreat.research import codec

KINDS: Final = (
    ("barbarossa", "digital", True), ("fall_blau", "digital", False), ("saturn", "digital", False),
    ("barbarossa", "deluxe", True), ("fall_blau", "deluxe", False), ("citadel", "digital", False),
    ("barbarossa", "digital", True), ("bagration", "digital", False), ("na_berlin", "digital", False),
    ("barbarossa", "classic", True), ("barbarossa_1941", "digital", False), ("tournament", "digital", False),
    ("barbarossa", "living", True), ("fall_blau", "classic", False), ("citadel", "living", False),
    ("barbarossa", "digital_0_1", True), ("bagration", "deluxe", False), ("saturn", "living", False),
    ("barbarossa", "digital", False), ("na_berlin", "deluxe", False), ("barbarossa_1941", "deluxe", False),
    ("barbarossa", "digital", True), ("fall_blau", "living", False), ("tournament", "deluxe", False),
)  # fmt: skip
"""Scenario, rule set, and whether it is played on to the end of the war: one game of each in turn."""
PLAYERS: Final = (("normal", "normal", "normal", "easy", "habit"), ("normal", "easy", "easy", "habit", "habit"))
"""The players of the Axis and of the Soviets, each as often as it stands here: among equals of the quick levels the
Soviets nearly always win, and where one side always wins nothing can be learned."""
SIDES: Final = (Side.AXIS, Side.SOVIET)


class Wild:
    """A player that answers at random in some of its turns."""

    def __init__(self, sane: Chooser, dice: random.Random) -> None:
        self._sane, self._dice = sane, dice
        self._turns = set(dice.sample(range(1, 30), 6))

    def choose(self, state: State) -> Action:
        """Return the action in this position."""
        return self._dice.choice(game.legal_actions(state)) if state.turn in self._turns else self._sane(state)


def chooser(name: str, side: Side, seed: int) -> Chooser:
    """A player by its name."""
    return Habitual(SIDES.index(side)).choose if name == "habit" else Seat(side, name, seed).choose  # type: ignore[arg-type]


def played(seed: int, number: int) -> str:
    """The line of a game."""
    scenario, rules, campaign = KINDS[number % len(KINDS)]
    dice = random.Random(game_seed(seed, number))
    names = [dice.choice(known) for known in PLAYERS]
    seats = [chooser(name, side, dice.getrandbits(63)) for name, side in zip(names, SIDES, strict=True)]
    wild = dice.choice((0, 1, None, None, None, None))
    if wild is not None:
        seats[wild] = Wild(seats[wild], random.Random(dice.getrandbits(63))).choose
    codes: list[int] = []
    start = game.new_game(scenario, Options(rules=rules, campaign=campaign))
    end, *_ = play_out(
        start,
        seats[0],
        seats[1],
        Fate(dice.getrandbits(63)).choose,
        lambda before, action, *_: codes.append(codec.encode(action)),
    )
    assert end.ended is not None
    won = None if end.ended.winner is None else end.ended.winner.value
    about = {"number": number, "seed": seed, "scenario": scenario, "rules": rules, "campaign": campaign}
    players = {"axis": names[0], "soviet": names[1], "wild": wild}
    return json.dumps({**about, **players, "winner": won, "turn": end.turn, "codes": codes}) + "\n"


def lines(file: Path) -> Iterator[dict[str, Any]]:
    """The games of a file, without a last one that was cut off."""
    if file.exists():
        with file.open(encoding="utf-8") as text:
            yield from (json.loads(line) for line in text if line.endswith("\n"))


def play(file: Path, games: int, seed: int, part: int, parts: int) -> None:
    """Plays the games that are still missing."""
    there = {each["number"] for each in lines(file)}
    with file.open("a+b") as out:
        if out.tell() and file.read_bytes()[-1:] != b"\n":
            out.truncate(file.read_bytes().rfind(b"\n") + 1)
        for number in tqdm([n for n in range(part, games, parts) if n not in there], desc="games"):
            out.write(played(seed, number).encode())
            out.flush()


# --- positions -------------------------------------------------------------------------------------------------
ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "bench" / "coach-games.jsonl.xz"
BETWEEN: Final = 12
"""So many actions after a position within the same part of a player turn, another one is taken."""


def positions_in(played_game: dict[str, Any]) -> list[list[float]]:
    """The features of positions of a game, and the evaluation's own two guesses: of each part of each player turn the
    first position, and some more. Never in the middle of a battle or card.
    """
    state = game.new_game(
        played_game["scenario"], Options(rules=played_game["rules"], campaign=played_game["campaign"])
    )
    found, last, since = [], (-1, -1, -1), 0
    for code in played_game["codes"]:
        state, _ = game.apply_trusted(state, codec.decode(code))
        since += 1
        now = (state.turn, state.phasing, moment_of(state))
        if state.ended is None and state.battle is None and not state.table and (now != last or since >= BETWEEN):
            last, since = now, 0
            guesses = [prospects(state, side) for side in (AXIS, SOVIET)]
            found.append([round(each, 4) for each in (*features_of(state), *guesses)])
    return found


def read_games(files: Sequence[Path]) -> list[dict[str, Any]]:
    """The games of some files, by their numbers; those kept in `bench` if there are none."""
    if files:
        games = [each for file in files for each in lines(file)]
    else:
        games = [json.loads(line) for line in lzma.decompress(KEPT.read_bytes()).decode().splitlines()]
    return sorted(games, key=lambda each: (each["seed"], each["number"]))


def known_of(games: Sequence[dict[str, Any]], jobs: int) -> Positions:
    """The positions of these games. Those already read are kept in the folder `build`, by the features' names."""
    cache = (
        ROOT
        / "build"
        / f"coach-{hashlib.sha256((ROOT / 'src/noretreat/coach/features.py').read_bytes()).hexdigest()[:12]}.jsonl"
    )
    cache.parent.mkdir(exist_ok=True)
    there = {each["key"]: each["positions"] for each in lines(cache)}
    keys = [hashlib.sha256(json.dumps(each).encode()).hexdigest() for each in games]
    missing = [(key, each) for key, each in zip(keys, games, strict=True) if key not in there]
    with ProcessPoolExecutor(jobs) as pool, cache.open("a", encoding="utf-8") as out:
        read = pool.map(positions_in, [each for _, each in missing])
        for (key, _), found in zip(missing, tqdm(read, total=len(missing), desc="positions"), strict=True):
            there[key] = found
            out.write(json.dumps({"key": key, "positions": found}) + "\n")
    lengths = [len(there[key]) for key in keys]
    inputs = np.array([position for key in keys for position in there[key]], float)
    won = [0.5 if each["winner"] is None else float(each["winner"] == "axis") for each in games]
    return Positions(inputs, np.repeat(np.arange(len(games)), lengths), np.repeat(won, lengths), np.zeros(sum(lengths)))


# --- the line --------------------------------------------------------------------------------------------------
GUESSES: Final = [len(NAMES), len(NAMES) + 1]
ALL: Final = [index for index, name in enumerate(NAMES) if not name.endswith("_cards")]
"""Of a hand only its worth counts."""
GAME: Final = [
    index for index, name in enumerate(COMMON) if name.startswith(("is_", "left", "axis_", "soviet_", "turn"))
]
RIDGES: Final = (3.0, 10.0, 30.0, 100.0)
TRACES: Final = (1.0, 0.9)
"""Lambda: 1 looks at the end of the game alone."""
HELD: Final = {"axis_hand": 0.3 / POINTS, "axis_box2": 0.3}
"""Held at this. A hand counts for too little to be learned from the games: a share of what the evaluation says.
Shattered units are about half as good as those on the map, into which they turn; learned, they were better, so that
bringing one back looked like a blunder.
"""
GOOD: Final = (
    "reached", "reached_squashed", "goal", "goal_pressing", "operational", "axis_hexes", "axis_hexes_late",
    "axis_score", "axis_lead", "axis_lead_near", "axis_objectives_near", "soviet_objectives", "axis_supports",
    "axis_worth", "axis_worth_kept", "axis_strength", "axis_box1", "axis_box2",
)  # fmt: skip
BAD: Final = (
    "soviet_lead", "soviet_lead_near", "axis_objectives", "soviet_objectives_near", "soviet_supports", "axis_box3",
    "axis_box4", "axis_marked", "axis_cut_off", "axis_disorganized", "axis_open_near", "axis_open_far",
    "axis_open_near_due", "axis_open_far_due", "axis_pressed", "axis_pressed_due", "axis_city_pressed",
    "axis_city_pressed_due", "axis_trapped", "axis_trapped_due",
)  # fmt: skip
"""What can only be good or bad for the Axis, as the rules have it: a weight that came out the other way round, by the
chance of few games, is left out. A wrong lesson is worse than none.
"""
ONE_SIDED: Final = ("lead", "lead_near", "objectives", "objectives_near", "supports")
OTHER: Final = {
    NAMES.index(f"{side}_{name}"): NAMES.index(f"{other}_{name}")
    for side, other in (("axis", "soviet"), ("soviet", "axis"))
    for name in EACH
    if name not in ONE_SIDED
}
"""For a figure of one side, that of the other."""


def chance(logits: Floats) -> Floats:
    """The logistic curve."""
    return 1 / (1 + np.exp(-np.clip(logits, -30, 30)))


def _name(row: Floats) -> str:
    """The feature that a row of the line is made of, or begins with."""
    first = int(np.argmax(row))
    return NAMES[first] if first < len(NAMES) else ""


class Line:
    """Logistic regression with a ridge, each game weighing the same; a figure of one side counts as much for it as that
    of the other against it, apart from those in `ONE_SIDED`.
    """

    def __init__(self, columns: Sequence[int], ridge: float, trace: float = 1.0) -> None:
        self.ridge, self.trace = ridge, trace
        wanted, done = set(columns), set()
        rows = []
        for column in columns:
            row = np.zeros(len(NAMES) + len(GUESSES))
            row[column] = 1.0
            other = OTHER.get(column)
            if other in wanted:
                row[other] = -1.0
                if other in done:
                    continue
            done.add(column)
            rows.append(row)
        names = [_name(row) for row in rows]
        self.held = np.array([HELD.get(name, 0.0) for name in names])
        self.sign = np.array([(name in GOOD) - float(name in BAD) for name in names])
        self.makes = np.array(rows).T
        """From the features to what the line is made of."""

    def logits(self, inputs: Floats) -> Floats:
        """The log odds in these positions."""
        found: Floats = inputs @ self.weights + self.bias
        return found

    def of(self, inputs: Floats) -> Floats:
        """The chances in these positions."""
        return chance(self.logits(inputs))

    def fit(self, known: Positions) -> Line:
        """Trains by Newton's method; with a trace below 1 four times, each time towards the returns of the last."""
        made = known.inputs @ self.makes
        mean, scale = made.mean(0), made.std(0)
        scale[scale < 1e-6] = 1e6  # what is always the same says nothing
        inputs = np.column_stack([(made - mean) / scale, np.ones(len(made))])
        share = 1 / np.bincount(known.game)[known.game]
        penalty = np.full(inputs.shape[1], self.ridge)
        penalty[-1] = 1e-6
        held = np.append(self.held * np.where(scale < 1e5, scale, 0), 0.0)
        penalty[held != 0] = 1e6
        weights = np.zeros(inputs.shape[1])
        for round_number in range(4 if self.trace < 1 else 1):
            targets = known.won if round_number == 0 else returns(known, chance(inputs @ weights), self.trace)
            for _ in range(6):
                weights = _newton(inputs, targets, share, penalty, held, weights)
                wrong = (self.sign * weights[:-1] < -1e-9) & (self.sign != 0)
                if not wrong.any():
                    break
                penalty[:-1][wrong] = 1e6
        self.weights = self.makes @ (weights[:-1] / scale)
        self.bias = float(weights[-1] - (weights[:-1] * mean / scale).sum())
        return self


def _newton(
    inputs: Floats, targets: Floats, share: Floats, penalty: Floats, held: Floats, weights: Floats
) -> Floats:  # fmt: skip
    """The weights with the least loss."""
    for _ in range(12):
        found = chance(inputs @ weights)
        slope = inputs.T @ (share * (found - targets)) + penalty * (weights - held) / 10
        bend = (inputs * (share * found * (1 - found))[:, None]).T @ inputs + np.diag(penalty / 10)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def platt(logits: Floats, known: Positions) -> tuple[float, float]:
    """The stretch and shift of the log odds that fit what happened best (Platt's scaling)."""
    share = 1 / np.bincount(known.game)[known.game]
    stretch, shift = 1.0, 0.0
    columns = np.column_stack([logits, np.ones(len(logits))])
    for _ in range(30):
        found = chance(stretch * logits + shift)
        slope = columns.T @ (share * (found - known.won))
        bend = (columns * (share * found * (1 - found))[:, None]).T @ columns + 1e-9 * np.eye(2)
        step = np.linalg.solve(bend, slope)
        stretch, shift = stretch - step[0], shift - step[1]
    return float(stretch), float(shift)


def folds_of(games: int, seed: int, folds: int = 5) -> NDArray[np.int64]:
    """The fold in which each game is held out."""
    found: NDArray[np.int64] = np.random.default_rng(seed).permutation(games) % folds
    return found


def some(known: Positions, wanted: NDArray[np.bool_]) -> Positions:
    """Those positions."""
    _, numbers = np.unique(known.game[wanted], return_inverse=True)
    return Positions(known.inputs[wanted], numbers, known.won[wanted], known.hexes[wanted])


def held_out(
    known: Positions, fold: NDArray[np.int64], make: Callable[[Positions], Callable[[Floats], Floats]]
) -> Floats:
    """What a predictor says of each position, trained on the games of the other folds."""
    found = np.zeros(len(known.won))
    for number in range(fold.max() + 1):
        out = fold[known.game] == number
        found[out] = make(some(known, ~out))(known.inputs[out])
    return found


def brier(chances: Floats, known: Positions) -> Floats:
    """The mean squared error of each game."""
    mean: Floats = np.bincount(known.game, (chances - known.won) ** 2) / np.bincount(known.game)
    return mean


def interval(values: Floats) -> str:
    """A mean with its 95 % interval, by games."""
    return f"{values.mean():+.3f} ± {1.96 * values.std(ddof=1) / math.sqrt(len(values)):.3f}"


def fitted(
    columns: Sequence[int], ridge: float, trace: float = 1.0
) -> Callable[[Positions], Callable[[Floats], Floats]]:
    """How to train a line."""
    return lambda known: Line(columns, ridge, trace).fit(known).of


def network(known: Positions, seed: int) -> Callable[[Floats], Floats]:
    """Three small networks of 16 hidden units, their mean."""
    committee = Committee(ALL, 16, seed, 3)
    committee.fit(known, epochs=30, trace=0.9, decay=0.3)
    return committee.of


def reliability(chances: Floats, known: Positions) -> list[tuple[int, float, float]]:
    """In ten bins: the number of positions, the mean chance, and the share that was won."""
    bins = np.minimum((chances * 10).astype(int), 9)
    return [
        (int((bins == at).sum()), float(chances[bins == at].mean()), float(known.won[bins == at].mean()))
        if (bins == at).any() else (0, (at + 0.5) / 10, math.nan)
        for at in range(10)
    ]  # fmt: skip


def train(files: Sequence[Path], seed: int, jobs: int, write: bool, networks: bool) -> None:
    """Prints how well each predictor does on games that were held out; writes what is kept."""
    games = read_games(files)
    known = known_of(games, jobs)
    fold = folds_of(len(games), seed)
    said: dict[str, Floats] = {"the evaluation as it is": chance(known.inputs[:, GUESSES[0]] / POINTS)}
    said["scenario, turn and phase"] = held_out(known, fold, fitted(GAME, 10))
    said["the evaluation, fitted"] = held_out(known, fold, fitted([*GAME, *GUESSES], 10))
    tried = {}
    for ridge in RIDGES:
        for trace in TRACES:
            tried[ridge, trace] = held_out(known, fold, fitted(ALL, ridge, trace))
    least = min(tried, key=lambda key: brier(tried[key], known).mean())
    best = max(key for key in tried if key[1] == least[1] and _as_good(tried[key], tried[least], known))
    for key, found in tried.items():
        print("   ", key, round(float(brier(found, known).mean()), 4))
    said["**the line**"] = tried[best]
    logits = np.log(np.clip(tried[best], 1e-6, 1 - 1e-6) / (1 - np.clip(tried[best], 1e-6, 1 - 1e-6)))
    said["the line, stretched (Platt)"] = stretched = _calibrated(logits, known, fold)
    helps = brier(stretched, known).mean() < brier(tried[best], known).mean()
    calibrated = stretched if helps else tried[best]
    said["the line and the evaluation"] = held_out(known, fold, fitted([*ALL, *GUESSES], *best))
    if networks:
        said["three networks"] = held_out(known, fold, lambda some: network(some, seed))
    table = _table(said, known)
    print(f"{len(games)} games, {len(known.won)} positions; ridge {best[0]}, lambda {best[1]}")
    print(table)
    bins = reliability(calibrated, known)
    for number, mean, won in bins:
        print(f"{number:6} {mean:.2f} {won:.2f}")
    if write:
        stretch, shift = platt(logits, known) if helps else (1.0, 0.0)
        _write(Line(ALL, *best).fit(known), (stretch, shift), games, seed)
        _document(games, known, said, calibrated, table, bins, best)


def _as_good(found: Floats, least: Floats, known: Positions) -> bool:
    """True if a line is not worse than the best by more than a standard error, by games: then the smoother one is
    taken, which swings less from one position to the next.
    """
    worse = brier(found, known) - brier(least, known)
    return bool(worse.mean() <= worse.std(ddof=1) / math.sqrt(len(worse)))


def _calibrated(logits: Floats, known: Positions, fold: NDArray[np.int64]) -> Floats:
    """The line stretched as the other folds ask for."""
    found = np.zeros(len(logits))
    for number in range(fold.max() + 1):
        out = fold[known.game] == number
        stretch, shift = platt(logits[~out], some(known, ~out))
        found[out] = chance(stretch * logits[out] + shift)
    return found


def _table(said: dict[str, Floats], known: Positions) -> str:
    """The Brier scores as a table."""
    base = brier(said["the evaluation, fitted"], known)
    rows = ["| Predictor | Brier score | less than the evaluation, fitted | right winner named |", "|---|---|---|---|"]
    for name, found in said.items():
        right = np.bincount(known.game, (found > 0.5) == (known.won > 0.5)) / np.bincount(known.game)
        score = brier(found, known)
        rows.append(f"| {name} | {score.mean():.3f} | {interval(base - score)} | {100 * right.mean():.0f} % |")
    return "\n".join(rows)


def _write(line: Line, stretch: tuple[float, float], games: Sequence[dict[str, Any]], seed: int) -> None:
    """The weights: one number for each feature, on features as they are."""
    text = "".join(json.dumps(each) + "\n" for each in games)
    about = {
        "command": "python -m bench.coach train --write", "seed": seed, "games": len(games),
        "games_sha256": hashlib.sha256(text.encode()).hexdigest(), "rules_version": game.RULES_VERSION,
        "ridge": line.ridge, "lambda": line.trace,
        "calibration": [round(each, 4) for each in stretch],
    }  # fmt: skip
    weights = stretch[0] * line.weights[: len(NAMES)]
    content = {
        "provenance": about,
        "features": list(NAMES),
        "weights": [round(float(each), 5) for each in weights],
        "bias": round(stretch[0] * line.bias + stretch[1], 5),
    }
    WEIGHTS.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    weights_of.cache_clear()
    content["phase_ends"] = phase_ends(games)
    content["phases"] = phases(games)
    WEIGHTS.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    weights_of.cache_clear()
    KEPT.write_bytes(lzma.compress(text.encode(), preset=9))


OFTEN: Final = 20
"""In so many games a phase must have ended with a decision for a mean to say anything."""


def phase_ends(games: Sequence[dict[str, Any]]) -> dict[str, float]:
    """What the end of each phase of each side changes on the mean in the log odds, each game counting the same."""
    sums: dict[str, list[float]] = {}
    for each in games:
        here: dict[str, list[float]] = {}
        state = game.new_game(each["scenario"], Options(rules=each["rules"], campaign=each["campaign"]))
        for code in each["codes"]:
            action = codec.decode(code)
            after, _ = game.apply_trusted(state, action)
            if ends_a_phase(state, action, after) and len(game.legal_actions(state)) > 1:
                was, now = worth(state), worth(after)
                if 0.02 < was < 0.98:
                    here.setdefault(end_of(state.phasing, state.phase), []).append(log_odds(now) - log_odds(was))
            state = after
        for name, jumps in here.items():
            sums.setdefault(name, []).append(sum(jumps) / len(jumps))
    return {name: round(sum(each) / len(each), 4) for name, each in sorted(sums.items()) if len(each) >= OFTEN}


PLAYED: Final = frozenset(
    {Phase.CARDS, Phase.ORGANIZATION, Phase.MOVEMENT, Phase.COUNTERBLOWS, Phase.COMBAT, Phase.DETRAINING}
)
"""The phases that a side plays; what it may be asked in others comes by chance."""


def phases(games: Sequence[dict[str, Any]]) -> dict[str, float]:
    """What a whole phase of each side in which it had a choice changes on the mean in the log odds, its end included;
    each game counts the same. What was luck in it is nothing on the mean.
    """
    sums: dict[str, list[float]] = {}
    for each in tqdm(games, desc="phases"):
        here: dict[str, list[float]] = {}
        state = game.new_game(each["scenario"], Options(rules=each["rules"], campaign=each["campaign"]))
        was, chose = worth(state), False
        for code in each["codes"]:
            if not chose and state.phase in PLAYED and game.actor(state) is SIDES[state.phasing]:
                chose = len(game.legal_actions(state)) > 1
            after, _ = game.apply_trusted(state, codec.decode(code))
            if phase_of(after) != phase_of(state) or after.ended is not None:
                now = worth(after)
                if chose and after.ended is None and 0.02 < was < 0.98:
                    here.setdefault(end_of(state.phasing, state.phase), []).append(log_odds(now) - log_odds(was))
                was, chose = now, False
            state = after
        for name, changes in here.items():
            sums.setdefault(name, []).append(sum(changes) / len(changes))
    return {name: round(sum(each) / len(each), 4) for name, each in sorted(sums.items()) if len(each) >= OFTEN}


PLOT: Final = ROOT / "docs" / "coach-reliability.svg"
PAGE: Final = ROOT / "docs" / "coach.md"


def _document(
    games: Sequence[dict[str, Any]], known: Positions, said: dict[str, Floats], found: Floats, table: str,
    bins: Sequence[tuple[int, float, float]], best: tuple[float, float],
) -> None:  # fmt: skip
    """The plot, and the figures between the marks in docs/coach.md."""
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(plot(bins), encoding="utf-8")
    scenario = np.array([SCENARIOS.index(each["scenario"]) for each in games])
    campaign = np.array([each["campaign"] for each in games])
    score, guess = brier(found, known), brier(said["the evaluation, fitted"], known)
    kinds = [(name, (scenario == at) & ~campaign) for at, name in enumerate(SCENARIOS)] + [("a campaign", campaign)]
    rows = ["| Scenario | Games | Line | Evaluation, fitted |", "|---|---|---|---|"]
    rows += [
        f"| {name} | {int(here.sum())} | {score[here].mean():.3f} | {guess[here].mean():.3f} |"
        for name, here in kinds if here.any()
    ]  # fmt: skip
    off = sum(number * abs(mean - won) for number, mean, won in bins if number) / sum(number for number, *_ in bins)
    told = [
        f"{len(games)} games with {len(known.won)} positions; ridge {best[0]:g}, lambda {best[1]:g}.", "", table, "",
        f"Mean distance between chance and share won, over the ten bins of the plot: {off:.3f}.", "",
        "| Chance said | Positions | Share won |", "|---|---|---|",
        *(f"| {mean:.2f} | {number} | {won:.2f} |" for number, mean, won in bins if number), "", *rows,
    ]  # fmt: skip
    before, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- made: figures -->\n")
    _, _, after = rest.partition("<!-- end -->")
    PAGE.write_text(f"{before}<!-- made: figures -->\n" + "\n".join(told) + f"\n<!-- end -->{after}", encoding="utf-8")


def plot(bins: Sequence[tuple[int, float, float]]) -> str:
    """The reliability of the line: chance said across, share won upwards."""
    marks = []
    most = max(number for number, *_ in bins)
    for number, mean, won in bins:
        if number:
            size = 3 + 7 * math.sqrt(number / most)
            place = f'cx="{50 + 300 * mean:.1f}" cy="{320 - 300 * won:.1f}"'
            marks.append(f'<circle {place} r="{size:.1f}"><title>{number} positions</title></circle>')
    ticks = "".join(
        f'<text x="{50 + 30 * at}" y="338">{at / 10:g}</text>'
        f'<text x="44" y="{324 - 30 * at}" text-anchor="end">{at / 10:g}</text>'
        for at in range(0, 11, 2)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 370" role="img" '
        'font-family="sans-serif" font-size="11">'
        "<title>Chance of winning as the coach says it, and the share of such positions that were won</title>"
        '<rect width="380" height="370" fill="#fff"/>'
        '<rect x="50" y="20" width="300" height="300" fill="none" stroke="#888"/>'
        '<path d="M50 320 350 20" stroke="#bbb" stroke-dasharray="4 4"/>'
        f'<g fill="#b3261e" fill-opacity=".8">{"".join(marks)}</g>'
        f'<g fill="#333" text-anchor="middle">{ticks}<text x="200" y="360">chance said</text>'
        '<text transform="translate(14 170) rotate(-90)">share won</text></g></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=600)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--part", default="0/1")
    training = what.add_parser("train")
    training.add_argument("files", type=Path, nargs="*")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--jobs", type=int, default=2)
    training.add_argument("--write", action="store_true")
    training.add_argument("--networks", action="store_true", help="compare with small networks too")
    args = parser.parse_args()
    if args.what == "train":
        train(args.files, args.seed, args.jobs, args.write, args.networks)
    else:
        part, parts = map(int, args.part.split("/"))
        play(args.file, args.games, args.seed, part, parts)


if __name__ == "__main__":
    main()
