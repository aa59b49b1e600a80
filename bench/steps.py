"""Measures what a learner's step costs: random play through PettingZoo, and what programs ask of a position.

Run by `make bench`. All ways take turns in short slices of the same rounds, so that whatever else the machine does hits
all of them; the figures are medians of slices, in processor time. A step is: the observation, its mask, a choice among
what is legal, and the move with all dice after it. `--before COMMIT` measures that version beside this one, slice by
slice in two processes, and says the ratio.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import noretreat
from noretreat.explain.knowledge.view import wordless
from noretreat.research import zoo

ROUNDS, STEPS = 12, 250
ROOT = Path(__file__).resolve().parent.parent
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


def players() -> dict[str, Callable[[], float]]:
    """A game for each way."""
    return {name: player(choose, compact=compact) for name, (choose, compact) in WAYS.items()}


def serve() -> None:
    """Plays a slice in the way that each line names, and prints its steps a second."""
    found = players()
    for play in found.values():
        play()
    print("ready", flush=True)
    for line in sys.stdin:
        print(found[line.strip()](), flush=True)


def beside(commit: str, rounds: int) -> None:
    """Measures an earlier version and this one by turns, and prints both and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        versions = [_version(Path(folder)), _version(ROOT)]
        rates: dict[str, list[list[float]]] = {name: [] for name in WAYS}
        for _ in range(rounds):
            for name, found in rates.items():
                found.append([_slice(version, name) for version in versions])
        for version in versions:
            version.communicate()
    print(f"| PettingZoo, citadel: steps a second, {rounds} slices by turns | before | now | ratio (quartiles) |")
    print("|---|---:|---:|---:|")
    for name, found in rates.items():
        ratios = statistics.quantiles([now / before for before, now in found])
        before, now = (statistics.median(each) for each in zip(*found, strict=True))
        print(f"| {name} | {before:,.0f} | {now:,.0f} | {ratios[1]:.2f} ({ratios[0]:.2f} to {ratios[2]:.2f}) |")


def _version(root: Path) -> subprocess.Popen[str]:
    """Start a process that plays by the sources in a folder."""
    script = f"import sys; sys.path[:0] = [{str(root / 'src')!r}, {str(ROOT / 'bench')!r}]; import steps; steps.serve()"
    started = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert started.stdout is not None
    assert started.stdout.readline() == "ready\n"
    return started


def _slice(version: subprocess.Popen[str], name: str) -> float:
    """The steps a second of one slice."""
    assert version.stdin is not None
    assert version.stdout is not None
    version.stdin.write(f"{name}\n")
    version.stdin.flush()
    return float(version.stdout.readline())


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="COMMIT", help="measure this version beside the present one")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    if chosen.before:
        beside(chosen.before, chosen.rounds)
        return
    games = players()
    rates: dict[str, list[float]] = {name: [] for name in games}
    for _ in range(chosen.rounds):
        for name, play in games.items():
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
