"""Measures how many people the server serves: many games of two over HTTP and sockets, and the time a move takes.

Run by `python bench/server.py`, or with other numbers (`--help`). Every player has a page's socket open, fetches the
position at each news, thinks for two seconds, and plays at random. The clients run on the same machine and take their
share of it. Results are appended to `bench/results.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("results.md")
WARM_UP = 10.0
"""Seconds before anything is counted: all games begin at once, as they never do."""


class Package(msgspec.Struct):
    """The part of a package that a client needs."""

    ply: int
    actions: list[msgspec.Raw]


class Line:
    """One browser: a connection that is kept open, and its cookie."""

    def __init__(self, port: int) -> None:
        self._port, self.cookie = port, ""
        # Each comes from an address of its own, as behind a proxy: visitors are limited one by one.
        self.address = ".".join(str(random.randrange(1, 255)) for _ in range(4))
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._one = asyncio.Lock()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        async with self._one:
            try:
                return await self._ask(method, path, body)
            except (OSError, asyncio.IncompleteReadError):  # a connection that is idle for some seconds is closed
                self._streams = None
                return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nAccept-Encoding: gzip\r\n"
        head += f"X-Forwarded-For: {self.address}\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        found = re.search(r"\r\ncontent-length: (\d+)", raw, re.IGNORECASE)
        answer = await reader.readexactly(int(found[1])) if found else b""
        if re.search(r"\r\ncontent-encoding: gzip", raw, re.IGNORECASE):
            answer = gzip.decompress(answer)
        if cookie := re.search(r"\r\nset-cookie: ([^;]+);", raw, re.IGNORECASE):
            self.cookie = self.cookie or cookie[1]
        return int(raw.split(" ", 2)[1]), answer


class Measured:
    """The measurements."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.looks: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.counting = False

    def note(self, kind: list[float], status: int, seconds: float) -> None:
        if self.counting:
            self.statuses[status] += 1
            kind.append(seconds * 1000)


class Client:
    """A person with a page of a game open: a player, or one who watches."""

    def __init__(self, port: int, game: str, measured: Measured, wait: float) -> None:
        self.line, self._game, self._port = Line(port), game, port
        self._measured, self._wait = measured, wait
        self._ply, self._news = 0, asyncio.Event()

    async def run(self) -> None:
        headers = {"X-Forwarded-For": self.line.address}
        headers |= {"Cookie": self.line.cookie} if self.line.cookie else {}
        address = f"ws://127.0.0.1:{self._port}/api/games/{self._game}/live"
        async with connect(address, additional_headers=headers, compression=None, open_timeout=60) as socket:
            hearing = asyncio.create_task(self._hear(socket))
            try:
                await self._play()
            finally:
                hearing.cancel()

    async def _hear(self, socket: Any) -> None:
        async for message in socket:
            if msgspec.json.decode(message)["ply"] != self._ply:
                self._news.set()

    async def _play(self) -> None:
        path = f"/api/games/{self._game}"
        while True:
            package = await self._timed(self._measured.looks, "GET", f"{path}?since={self._ply}")
            while package is not None and package.actions:
                self._ply = package.ply
                await asyncio.sleep(random.uniform(0.5, 1.5) * self._wait)
                move = {"ply": package.ply, "action": random.choice(package.actions)}
                package = await self._timed(self._measured.moves, "POST", f"{path}/actions", move)
            if package is not None:
                self._ply = package.ply
            await self._news.wait()
            self._news.clear()

    async def _timed(self, kind: list[float], method: str, path: str, body: Any = None) -> Package | None:
        begun = time.perf_counter()
        status, answer = await self.line.ask(method, path, body)
        self._measured.note(kind, status, time.perf_counter() - begun)
        return msgspec.json.decode(answer, type=Package) if status == 200 else None


async def seated(port: int, arguments: argparse.Namespace, measured: Measured) -> list[Client]:
    """The clients: two players for each game, and those left over watch."""
    clients: list[Client] = []
    for _ in range(arguments.games):
        first, second = (Client(port, "", measured, arguments.wait) for _ in range(2))
        status, made = await first.line.ask("POST", "/api/games", {"axis": "human", "soviet": "open"})
        assert status == 201, made
        game = msgspec.json.decode(made)
        first._game = second._game = game["id"]
        invite = game["links"]["soviet"].rpartition("/")[2]
        status, said = await second.line.ask("POST", f"/api/games/{game['id']}/join", {"invite": invite})
        assert status == 204, said
        clients += [first, second]
    watching = [
        Client(port, random.choice(clients)._game, measured, arguments.wait)
        for _ in range(arguments.clients - len(clients))
    ]
    return clients + watching


def memory(process: int) -> float:
    """The megabytes that a process and those it started take up."""
    tasks = Path(f"/proc/{process}/task/{process}/children")
    children = [int(child) for child in tasks.read_text().split()] if tasks.exists() else []
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return (int(found[1]) / 1024 if found else 0.0) + sum(map(memory, children))


async def load(port: int, process: int, store: int, arguments: argparse.Namespace) -> dict[str, str]:
    """Plays for a while; returns the measurements as lines of the table. `store`: the process of the database, or 0."""
    measured = Measured()
    empty = memory(process)
    clients = await seated(port, arguments, measured)
    tasks = [asyncio.create_task(client.run()) for client in clients]
    await asyncio.sleep(WARM_UP)
    measured.counting, begun = True, time.perf_counter()
    used, stored = cpu(process), cpu(store)
    await asyncio.sleep(arguments.seconds)
    measured.counting = False
    seconds, used, stored = time.perf_counter() - begun, cpu(process) - used, cpu(store) - stored
    full = memory(process)
    died = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in {repr(one) for one, task in zip(ended, tasks, strict=True) if task in died}:
        print("a client stopped:", error)
    bad = {status: count for status, count in measured.statuses.items() if status != 200}
    return {
        "moves/s": f"{len(measured.moves) / seconds:.0f}",
        "a move, ms (median; p95; p99)": figures(measured.moves),
        "a position fetched, ms (median; p95; p99)": figures(measured.looks),
        "answers other than 200": ", ".join(f"{count} x {status}" for status, count in sorted(bad.items())) or "none",
        "clients that stopped": str(len(died)),
        "share of a core that the server took": f"{used / seconds:.2f}",
        "processor time a move, ms (server; database)": " ; ".join(
            f"{1000 * spent / max(1, len(measured.moves)):.1f}" for spent in (used, stored)
        ).replace(" ;", ";"),
        "memory of the server, MB (empty; with the games)": f"{empty:.0f}; {full:.0f}",
        "memory a game, kB": f"{(full - empty) * 1024 / arguments.games:.0f}",
    }


def cpu(process: int) -> float:
    """Seconds of processor time that a process and those it started have taken; 0 for none."""
    if not process:
        return 0.0
    tasks = Path(f"/proc/{process}/task/{process}/children")
    children = [int(child) for child in tasks.read_text().split()] if tasks.exists() else []
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(map(cpu, children))


def figures(times: list[float]) -> str:
    if len(times) < 2:
        return "none"
    parts = statistics.quantiles(times, n=100)
    return f"{parts[49]:.0f}; {parts[94]:.0f}; {parts[98]:.0f}"


def postgres(stack: contextlib.ExitStack) -> tuple[str, int]:
    """A new database, and the process of its server."""
    sys.path.insert(0, str(ROOT / "tests"))
    from postgres import Postgres

    server = Postgres()
    stack.callback(server.close)
    return server.new(), int((Path(server.folder) / "postmaster.pid").read_text().split()[0])


def start(arguments: argparse.Namespace, folder: str) -> tuple[subprocess.Popen[str], int]:
    """The server, and its port."""
    command = [sys.executable, "-m", "noretreat"]
    if arguments.processes:
        url = arguments.database_url or f"sqlite:///{folder}/games.db"
        command += ["serve", "--port", "0", "--site-proxy", "127.0.0.1", "--database-url", url]
        command += ["--processes", str(arguments.processes)]
    else:
        command += ["play", "--port", "0", "--no-browser", "--data", folder]
    return started(command)


def started(command: list[str], environment: dict[str, str] | None = None) -> tuple[subprocess.Popen[str], int]:
    """A server that runs, and its port."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[\d.]+:(\d+)", line):
            return process, int(found[1])
    raise SystemExit("the server did not start")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=500, help="sockets in all")
    parser.add_argument("--games", type=int, default=250, help="running games of two")
    parser.add_argument("--wait", type=float, default=2.0, help="seconds that a player thinks, on average")
    parser.add_argument("--processes", type=int, default=0, help="processes of `noretreat serve`; 0: `noretreat play`")
    parser.add_argument("--database-url", help="a database, with --processes")
    parser.add_argument("--seconds", type=float, default=40.0, help="how long is counted")
    parser.add_argument("--try-out", action="store_true", help="print the figures only")
    parser.add_argument("--postgres", action="store_true", help="with the PostgreSQL server that the tests start")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder, store = stack.enter_context(tempfile.TemporaryDirectory()), 0
        if arguments.postgres:
            arguments.database_url, store = postgres(stack)
        process, port = start(arguments, folder)
        try:
            found = asyncio.run(load(port, process.pid, store, arguments))
        finally:
            process.terminate()
            process.wait()
    busy = os.getloadavg()[0]
    what = f"{arguments.clients} clients, {arguments.games} games, {arguments.wait:g} s a move"
    system = (arguments.database_url or "SQLite").partition(":")[0]
    what += f", {system}, " + (f"serve in {arguments.processes} processes" if arguments.processes else "play")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout
    place = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {busy:.1f}"
    lines = [f"\n## {date.today()} server, commit {commit.strip()}, {place}\n\n{what}.\n"]
    lines += ["| what | value |", "|---|---:|", *(f"| {name} | {value} |" for name, value in found.items())]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.try_out:
        return
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
