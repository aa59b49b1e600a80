"""Measures what the calls of a site cost in processor time, before and now, in one run.

Run by `python bench/calls.py`, or with another commit to compare with: a server of that commit and one of this tree run
side by side, each on a store of its own, and are asked the same by turns, so that whatever else the machine does hits
both. The time is that of the server's threads, to the nanosecond. Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.engine import append, interval_of_median
from bench.server import Line, postgres, started

ROOT: Final = Path(__file__).resolve().parent.parent
BEFORE: Final = "70f79cef"
"""What it is compared with: the last commit before calls were made cheaper. Where it is not there, nothing is."""
GAMES: Final = 5
TIMES: Final = 8
"""How often each call is made in a turn."""


class Package(msgspec.Struct):
    """The part of a package that a client needs."""

    ply: int
    actions: list[msgspec.Raw]


def spent(process: int) -> int:
    """Nanoseconds of processor time that all threads of a process, and of those it started, have taken."""
    total = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += int((task / "schedstat").read_text().split()[0])
            total += sum(map(spent, map(int, (task / "children").read_text().split())))
    return total


class NotThere(Exception):
    """A server of an older version has no such call."""


class Site:
    """A server, a player with some games at it, and somebody who watches."""

    def __init__(self, tree: Path, folder: str, url: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        command = [
            sys.executable,
            "-m",
            "noretreat",
            "serve",
            "--port",
            "0",
            "--site-proxy",
            "127.0.0.1",
            "--requests",
            "100000",
        ]
        self.process, self.port = started(
            [*command, "--database-url", url or f"sqlite:///{folder}/games.db"], environment
        )
        self._player, self._stranger = Line(self.port), Line(self.port)
        self._games: list[str] = []
        self._known: dict[str, Package] = {}
        self._dice = random.Random(7)
        self.costs: dict[str, list[float]] = {}

    async def begin(self) -> None:
        for _ in range(GAMES):
            status, made = await self._player.ask("POST", "/api/games", {"axis": "human", "soviet": "human"})
            assert status == 201, made
            self._games.append(msgspec.json.decode(made)["id"])
        for game in self._games:
            await self.look(game)

    async def look(self, game: str, since: int = 0) -> None:
        """The player fetches the position."""
        status, answer = await self._player.ask("GET", f"/api/games/{game}?since={since}")
        assert status == 200, answer
        self._known[game] = msgspec.json.decode(answer, type=Package)

    async def move(self) -> None:
        game = self._dice.choice(self._games)
        while not self._known[game].actions:
            self._games.remove(game)
            game = self._dice.choice(self._games)
        known = self._known[game]
        body = {"ply": known.ply, "action": self._dice.choice(known.actions)}
        status, answer = await self._player.ask("POST", f"/api/games/{game}/actions", body)
        assert status == 200, answer
        self._known[game] = msgspec.json.decode(answer, type=Package)

    async def watched_move(self) -> None:
        """A move, and eight spectators who fetch what has become of it."""
        game = self._dice.choice([one for one in self._games if self._known[one].actions])
        before = self._known[game].ply
        body = {"ply": before, "action": self._dice.choice(self._known[game].actions)}
        _, answer = await self._player.ask("POST", f"/api/games/{game}/actions", body)
        self._known[game] = msgspec.json.decode(answer, type=Package)
        for _ in range(8):
            status, _ = await self._stranger.ask("GET", f"/api/games/{game}?since={before}")
            assert status == 200

    async def list_(self) -> None:
        assert (await self._player.ask("GET", "/api/games"))[0] == 200

    async def news(self) -> None:
        status, _ = await self._player.ask("GET", "/api/games/news")
        if status == 404:
            raise NotThere
        assert status == 200

    async def lobby(self) -> None:
        assert (await self._stranger.ask("GET", "/api/lobby"))[0] == 200

    async def look_again(self) -> None:
        game = self._dice.choice(self._games)
        await self.look(game, self._known[game].ply)

    async def open_socket(self) -> None:
        """A page opens its live channel, hears how the game stands, and says that its player looks."""
        headers = {"X-Forwarded-For": self._player.address, "Cookie": self._player.cookie}
        address = f"ws://127.0.0.1:{self.port}/api/games/{self._games[0]}/live"
        async with connect(address, additional_headers=headers) as socket:  # it offers to pack, as browsers do
            await socket.recv()
            await socket.send('{"here":true}')
            with contextlib.suppress(TimeoutError):  # an older server does not answer
                await asyncio.wait_for(socket.recv(), 0.05)

    def calls(self) -> dict[str, Callable[[], Awaitable[Any]]]:
        return {
            "a move": self.move,
            "a move and eight spectators": self.watched_move,
            "a position fetched by its player": self.look_again,
            f"the list of {GAMES} games": self.list_,
            "news of that list": self.news,
            "the lobby, for a stranger": self.lobby,
            "a socket opened and closed": self.open_socket,
        }

    async def measure(self, name: str, *, counts: bool) -> None:
        """Makes a call some times; notes the milliseconds that one of them took."""
        call, before = self.calls()[name], spent(self.process.pid)
        for _ in range(TIMES):
            try:
                await call()
            except NotThere:
                return
        await asyncio.sleep(0.02)  # what the server still does for them
        if counts:
            self.costs.setdefault(name, []).append((spent(self.process.pid) - before) / TIMES / 1e6)


async def measured(sites: list[Site], rounds: int) -> None:
    for site in sites:
        await site.begin()
    for number in range(rounds + 3):
        for name in sites[0].calls():
            for site in sites if number % 2 else sites[::-1]:
                await site.measure(name, counts=number >= 3)


def known(commit: str) -> bool:
    """True if this checkout has the commit; one without its history has not."""
    asked = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, help="a commit that is measured beside this tree; '' for none")
    parser.add_argument("--rounds", type=int, default=40, help="how often each call is measured")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL")
    parser.add_argument("--try-out", action="store_true", help="print the figures only")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        trees = [ROOT]
        if arguments.before and known(arguments.before):
            tree = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "before"
            archive = subprocess.run(
                ["git", "archive", arguments.before, "src"], cwd=ROOT, check=True, capture_output=True
            )
            tree.mkdir()
            subprocess.run(["tar", "x", "-C", str(tree)], input=archive.stdout, check=True)
            trees.insert(0, tree)
        sites = []
        for tree in trees:
            url = postgres(stack)[0] if arguments.postgres else ""
            sites.append(Site(tree, stack.enter_context(tempfile.TemporaryDirectory()), url))
            stack.callback(sites[-1].process.wait)
            stack.callback(sites[-1].process.terminate)
        asyncio.run(measured(sites, arguments.rounds))
    rows = []
    for name, now in sites[-1].costs.items():
        said = f"{statistics.median(now):.1f}"
        if len(sites) > 1 and name in sites[0].costs:
            before = sites[0].costs[name]
            low, high = interval_of_median([b / a for a, b in zip(now, before, strict=True)])
            said = f"{statistics.median(before):.1f}; {said}; {low:.2f} to {high:.2f}"
        else:
            said = f"; {said}" if len(sites) > 1 else said
        rows.append((f"{name}, ms of processor" + (" (before; now; ratio)" if len(sites) > 1 else ""), said))
    store = "PostgreSQL" if arguments.postgres else "SQLite"
    title = f"calls, {store}" + (f", before: {arguments.before}" if len(sites) > 1 else "")
    if arguments.try_out:
        print(title, *(f"{name}: {value}" for name, value in rows), sep="\n")
    else:
        append(title, rows)


if __name__ == "__main__":
    main()
