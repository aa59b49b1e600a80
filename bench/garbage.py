"""Measures how long the garbage collector stops a process that holds many games, and what that does to moves.

Run by `python bench/garbage.py`: in one process with Python's own settings, and in one that is tidied as the server
is (`server/tidiness.py`). Each makes the games and plays moves in all of them by turns, alone and without a network.
Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from noretreat.server.computer.players import Computer
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.server.tidiness import tidying
from noretreat.storage.database import Database

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("results.md")
TWO = NewGame(scenario="barbarossa", axis="human", soviet="human")


class Pauses:
    """The collections of all generations, in milliseconds of processor time: other work here does not count."""

    def __init__(self) -> None:
        self.found: list[float] = []
        self._begun = 0.0

    def __call__(self, moment: str, info: Mapping[str, int]) -> None:
        if moment == "start":
            self._begun = time.thread_time()
        else:
            self.found.append((time.thread_time() - self._begun) * 1000)


async def play(folder: str, number: int, moves: int, *, tidy: bool) -> dict[str, str]:
    """Makes the games, plays in all of them, and returns the figures."""
    database, dice = Database(f"sqlite:///{folder}/games.db"), random.Random(1)
    await database.open("mark")
    games, pauses = Games(database, Hub(), Computer()), Pauses()
    gc.callbacks.append(pauses)
    async with tidying(wanted=tidy):
        pauses.found.clear()  # at the start nobody waits
        made = [(await games.list.create(TWO, f"player {one}")).id for one in range(number)]
        making, pauses.found = pauses.found, []
        packages = {one: await games.show(game, f"player {one}", 0, None) for one, game in enumerate(made)}
        times: list[float] = []
        begun = time.process_time()
        for turn in range(moves):
            one = turn % number
            action = dice.choice(packages[one].actions)
            before = time.perf_counter()
            packages[one] = await games.act(made[one], f"player {one}", packages[one].ply, action)
            times.append((time.perf_counter() - before) * 1000)
        seconds, playing = time.process_time() - begun, list(pauses.found)
        await games.close()
    await database.close()
    parts = statistics.quantiles(times, n=100)
    of_moves = f"{parts[49]:.1f}; {parts[94]:.1f}; {parts[98]:.1f}; {max(times):.0f}"
    return {
        "longest pause while the games are made, ms of processor": f"{max(making, default=0.0):.0f}",
        "longest pause while they are played, ms of processor": f"{max(playing, default=0.0):.0f}",
        "share of the processor time that collections take": f"{sum(playing) / seconds / 1000:.1%}",
        "a move, ms (median; p95; p99; longest)": of_moves,
    }


def measured(games: int, moves: int, *, tidy: bool) -> dict[str, str]:
    """The figures of a process of their own."""
    command = [sys.executable, __file__, "--games", str(games), "--moves", str(moves), "--alone", str(int(tidy))]
    found: dict[str, str] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1200, help="running games in memory")
    parser.add_argument("--moves", type=int, default=3600, help="moves in all of them together")
    parser.add_argument("--try-out", action="store_true", help="print the figures only")
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone is not None:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(asyncio.run(play(folder, arguments.games, arguments.moves, tidy=bool(arguments.alone)))))
        return
    before, after = (measured(arguments.games, arguments.moves, tidy=tidy) for tidy in (False, True))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout
    place = f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    lines = [f"\n## {date.today()} garbage, commit {commit.strip()}, {place}\n"]
    lines += [f"{arguments.games:,} games in memory, {arguments.moves:,} moves in them by turns.\n"]
    lines += ["| what | Python's own settings | as the server has it |", "|---|---:|---:|"]
    lines += [f"| {name} | {before[name]} | {after[name]} |" for name in before]
    text = "\n".join(lines) + "\n"
    print(text)
    if not arguments.try_out:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
