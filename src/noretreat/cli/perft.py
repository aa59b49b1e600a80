"""Count the possible continuations of a position, to a given depth: a quick check that the rules are unchanged."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import msgspec

from noretreat import game
from noretreat.cli.common import add_setup, count, existing, options_of
from noretreat.core.actions import to_json
from noretreat.core.state import State
from noretreat.storage import savegame

EXAMPLES = """\
  noretreat perft --depth 3
  noretreat perft --position game.jsonl --to 120 --depth 2
  noretreat perft --depth 2 --no-divide --json"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_setup(parser)
    parser.add_argument("--position", type=existing, metavar="FILE", help="start where this save file ends")
    parser.add_argument("--to", type=int, metavar="N", help="with --position: start after action N")
    parser.add_argument("--depth", type=count, default=2, metavar="N", help="actions deep, chance included (2)")
    parser.add_argument("--no-divide", action="store_true", help="only the total, not the count of each first action")
    parser.add_argument("--json", action="store_true", help="print JSON")


def perft(state: State, depth: int) -> int:
    """Number of sequences of `depth` actions from here; a game that ends earlier counts as one."""
    actions = game.legal_actions(state)
    if depth <= 1 or not actions:
        return max(1, len(actions)) if depth > 0 else 1
    return sum(perft(game.apply_trusted(state, action)[0], depth - 1) for action in actions)


def _start(position: Path | None, upto: int | None, arguments: argparse.Namespace) -> State:
    if position is None:
        return game.new_game(arguments.scenario, options_of(arguments))
    return savegame.replay(savegame.load(position), upto).state


def run(arguments: argparse.Namespace) -> int:
    """Counts and prints."""
    state = _start(arguments.position, arguments.to, arguments)
    started = time.perf_counter()
    total, parts = 0, []
    for action in game.legal_actions(state):
        number = perft(game.apply_trusted(state, action)[0], arguments.depth - 1)
        parts.append((to_json(action), number))
        total += number
    seconds = time.perf_counter() - started
    if arguments.json:
        divide = [] if arguments.no_divide else [{"action": plain, "count": number} for plain, number in parts]
        print(json.dumps({"depth": arguments.depth, "total": total, "divide": divide}))
        return 0
    if not arguments.no_divide:
        for plain, number in parts:
            print(f"{number:10,}  {msgspec.json.encode(plain).decode()}")
    print(f"{total:10,}  in {seconds:.2f} s at depth {arguments.depth}")
    return 0
