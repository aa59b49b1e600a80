"""Writes down how the rules play: transcripts of short games, the order of legal actions, counts of positions.

    python -m tools.regenerate_playthroughs

The tests compare these files with what the rules do now. When a change of the rules is meant, run this and read
the difference: it is the change, seen from a player's chair.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from pathlib import Path
from random import Random

import msgspec

from noretreat.core.actions import Action, Done, to_json
from noretreat.core.setup import Options
from noretreat.game import State, actor, apply, apply_trusted, legal_actions, new_game
from noretreat.positions import position, write_position

TESTS = Path(__file__).resolve().parent.parent / "tests"
PLAYTHROUGHS = TESTS / "playthroughs"
SNAPSHOTS = TESTS / "snapshots"
PERFT = TESTS / "perft"

GAMES = {
    # name: (scenario, rule set, seed of the players' and chance's choices, answers, share of early ends of a phase)
    "barbarossa": ("barbarossa", "deluxe", 1941, 160, 0.1),
    "barbarossa_digital": ("barbarossa", "digital", 1941, 160, 0.1),
    "na_berlin": ("na_berlin", "deluxe", 1945, 160, 0.1),
}
ORDERS = {
    "movement": "turn 7\nrules deluxe\nunit G4 1111\nunit G1Pz 1011\nunit S_W 1311\nunit S_NW 1210\nunit HUN2 0606",
    "organization": (
        "turn 7\nrules deluxe\nphase organization soviet\nunit S_LEN 1902\nunit S_W 2008\nunit S_S 1613 back\n"
        "unit S_NW box:destroyed\nunit G4 1708\nhand soviet 1 2 4"
    ),
    "combat": (
        "turn 7\nrules deluxe\nphase combat axis\nunit G4 1211\nunit G6 1210\nunit S_W 1311\nunit S_NW 1310\n"
        "hand soviet 4"
    ),
}


def line(value: object) -> str:
    """An action or an event in one line: its kind, then its fields."""
    data = msgspec.to_builtins(value)
    kind = data.pop("type")
    fields = ", ".join(f"{name}={msgspec.json.encode(content).decode()}" for name, content in data.items())
    return f"{kind}({fields})"


def digest(state: State) -> str:
    """A short fingerprint of the position: counters, control, hands, markers."""
    return hashlib.sha256(write_position(state).encode()).hexdigest()[:12]


def choose(dice: Random, options: tuple[Action, ...], ending: float) -> Action:
    """A random answer that ends phases now and then."""
    return Done() if Done() in options and dice.random() < ending else dice.choice(options)


def transcript(scenario: str, rules: str, seed: int, answers: int, ending: float) -> str:
    """A game in text: the side asked, the number of answers, the answer given, and what it led to."""
    dice, state = Random(seed), new_game(scenario, Options(rules=rules))
    lines = [f"scenario {scenario}, rules {rules}, seed {seed}"]
    for number in range(1, answers + 1):
        options = legal_actions(state)
        if not options:
            break
        action = choose(dice, options, ending)
        lines.append(f"\n{number}. {actor(state)}, {len(options)} answers: {line(action)}")
        state, happened = apply(state, action)
        lines += [f"   {line(event)}" for event in happened]
        lines.append(f"   = turn {state.turn} {state.phase} {digest(state)}")
    return "\n".join(lines) + "\n"


def order(text: str) -> str:
    """The legal actions of a position, in their order."""
    return "".join(f"{msgspec.json.encode(to_json(action)).decode()}\n" for action in legal_actions(position(text)))


def leaves(state: State, depth: int) -> int:
    """Ways in which play can go on for `depth` answers, chance included; a finished game counts as one."""
    options = legal_actions(state)
    if depth == 0 or not options:
        return 1
    if depth == 1:
        return len(options)
    return sum(leaves(apply_trusted(state, action)[0], depth - 1) for action in options)


def counted(path: Path) -> str:
    """A perft file with its numbers counted anew."""
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    state = position(data["position"])
    numbers = [leaves(state, depth) for depth in range(1, len(data["leaves"]) + 1)]
    return re.sub(r"leaves = \[[^\]]*\]", f"leaves = {numbers}", text)


def main() -> int:
    """Writes all the files."""
    for name, game in GAMES.items():
        (PLAYTHROUGHS / f"{name}.txt").write_text(transcript(*game), encoding="utf-8")
    for name, text in ORDERS.items():
        (SNAPSHOTS / f"order_{name}.txt").write_text(order(text), encoding="utf-8")
    for path in sorted(PERFT.glob("*.toml")):
        path.write_text(counted(path), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
