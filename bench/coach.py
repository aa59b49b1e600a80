"""The value behind the coach: games of the players, training, and how well it is calibrated.

    .venv/bin/python -m bench.coach play games.jsonl --games 600 [--seed 1] [--part 0/2]

`play`: games between players of the quick levels, in turn from the kinds in `KINDS`, each line a game with its actions;
it goes on where a file ends. `--part 1/2` plays every second game, for two processes with a file each. So that
positions differ, one side of every third game plays some of its turns at random.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import Chooser, Seat, game_seed, play_out
from noretreat.ai.search.habits import Habitual
from noretreat.core.actions import Action
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
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
PLAYERS: Final = ("habit", "habit", "habit", "easy", "easy", "easy", "normal")
"""The players, each as often as it stands here."""
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
    names = [dice.choice(PLAYERS) for _ in SIDES]
    seats = [chooser(name, side, dice.getrandbits(63)) for name, side in zip(names, SIDES, strict=True)]
    wild = dice.choice((0, 1, None, None, None, None))
    if wild is not None:
        seats[wild] = Wild(seats[wild], random.Random(dice.getrandbits(63))).choose
    codes: list[int] = []
    start = game.new_game(scenario, Options(rules=rules, campaign=campaign))
    end, *_ = play_out(
        start, *seats, Fate(dice.getrandbits(63)).choose, lambda before, action, *_: codes.append(codec.encode(action))
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=600)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--part", default="0/1")
    args = parser.parse_args()
    if args.what == "play":
        part, parts = map(int, args.part.split("/"))
        play(args.file, args.games, args.seed, part, parts)


if __name__ == "__main__":
    main()
