"""A real server in its own process, with its own folder and a real socket; and a browser to talk to it."""

from __future__ import annotations

import hashlib
import os
import random
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

from noretreat.data.facts import Side
from noretreat.server.game import chance
from noretreat.storage.games import ChanceRow

SLOWEST_START = 300
UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; each client would read all certificates of the world, for 26 ms of processor."""
ABSENT = str(Path(__file__).with_name("absent"))
"""Stands for packages that only the tests need."""

SHARED: list[Server] = []
"""Servers for all tests of this process that need no browser. Those with one come after them (`tests/conftest.py`)."""


class Server:
    """A server process on a data folder; it can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        script: str | None = None,
        python: str = sys.executable,
        arguments: Sequence[str] = (),
        port: str = "0",
    ) -> None:
        """`script`: Python that runs the command, with a twist; `arguments`: of another command than `play`."""
        self.folder, self.script, self.python = folder, script, python
        self.arguments = list(arguments) or ["play", "--data", str(folder), "--no-browser"]
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.clients: list[httpx.Client] = []
        self.start(port)

    def start_again(self) -> None:
        """Starts on the address that it had, for those that still have it open."""
        self.start(self.address.rpartition(":")[2])

    def start(self, port: str = "0") -> None:
        self.folder.mkdir(exist_ok=True)
        command = [self.python, "-m", "noretreat"] if self.script is None else [self.python, "-c", self.script]
        command += [*self.arguments, "--port", port]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self._environment()
        )
        assert self.process.stdout is not None
        said = []
        deadline = time.monotonic() + SLOWEST_START
        while time.monotonic() < deadline:
            line = self.process.stdout.readline()
            said.append(line)
            found = re.search(r"http://[\d.]+:\d+", line)
            if found:
                self.address = found.group()
                return
            if not line:
                break
        self.kill()
        raise AssertionError(f"the server did not start: {''.join(said)}")

    def _environment(self) -> dict[str, str]:
        """Another Python has a package of its own, and knows nothing of the one in this checkout. This one lacks what
        players lack, too, unless it sends mails and notices.
        """
        if self.python != sys.executable:
            return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        sends = "--mail" in self.arguments or "NORETREAT_MAIL" in f"{self.script} {list(os.environ)}"
        if sends:
            return dict(os.environ)
        return {**os.environ, "PYTHONPATH": os.pathsep.join([ABSENT, os.environ["PYTHONPATH"]])}

    def kill(self) -> None:
        """As a power cut would: nothing gets a chance to tidy up."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> tuple[int, str]:
        """Ctrl-C: exit code and last words."""
        assert self.process is not None
        assert self.process.stdout is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        words = self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(timeout=120), words

    def browser(self, cookies: httpx.Cookies | None = None) -> Browser:
        """A fresh browser without cookies, or one that brings some."""
        client = httpx.Client(base_url=self.address, timeout=120, cookies=cookies, verify=UNUSED)
        self.clients.append(client)
        return Browser(client)

    def close(self) -> None:
        for client in self.clients:
            client.close()
        if self.process is not None and self.process.stdout is not None and not self.process.stdout.closed:
            self.stop()


def with_parts(row: ChanceRow) -> ChanceRow:
    """What the dice of a game follow from once both browsers have sealed a seed and shown it."""
    seeds = {side: f"{place:064x}" for place, side in enumerate(Side, 1)}
    for side, seed in seeds.items():
        if chance.parts_of(row)[side] == "missing":
            row = chance.with_seal(row, side, chance.seal_of(seed))
    for side, seed in seeds.items():
        if chance.parts_of(row)[side] == "sealed":
            row = chance.with_seed_shown(row, side, seed)
    return row


PAGES: dict[str, list[Browser]] = {}
"""The browsers that have come to a game."""


class Browser:
    """A player's browser: keeps its cookies, knows the protocol."""

    def __init__(self, client: httpx.Client) -> None:
        self.http = client
        client.event_hooks["request"].append(self._comes)

    def _comes(self, request: httpx.Request) -> None:
        if found := re.search(r"/(?:g|games|join)/([^/]+)", request.url.path):
            pages = PAGES.setdefault(found.group(1), [])
            if self not in pages:
                pages.append(self)

    def create(self, **wishes: Any) -> str:
        answer = self.http.post("/api/games", json={"axis": "human", "soviet": "human", **wishes})
        assert answer.status_code == 201, answer.text
        self.links: dict[str, str] = answer.json()["links"]
        game = str(answer.json()["id"])
        PAGES[game] = [self]
        return game

    def show(self, game: str, **query: Any) -> dict[str, Any]:
        answer = self.http.get(f"/api/games/{game}", params=query)
        assert answer.status_code == 200, answer.text
        package: dict[str, Any] = answer.json()
        # Whoever has come to the game has it open, and its page does its part for the dice.
        awaited = {"missing", "sealed"} & set(package["game"].get("parts", {}).values())
        pages = [page for page in PAGES.get(game, []) if page.adds_to_dice(game)] if awaited else []
        return self.show(game, **query) if pages else package

    def adds_to_dice(self, game: str) -> bool:
        """Does as a page does: between two people it seals a seed, and shows it once both are sealed."""
        package = self.http.get(f"/api/games/{game}").json()
        parts, owned = package.get("game", {}).get("parts"), package.get("owned", ())
        if not parts or len(owned) != 1 or package["view"]["outcome"]:
            return False
        mine, seed = parts[owned[0]], self.seed_of(game)
        if mine == "missing":
            body, where = {"seal": hashlib.sha256(bytes.fromhex(seed)).hexdigest()}, "seed/seal"
        elif mine == "sealed" and "missing" not in parts.values():
            body, where = {"seed": seed}, "seed"
        else:
            return False
        answer = self.http.post(f"/api/games/{game}/{where}", json=body)
        if answer.status_code == 409 and answer.json()["error"]["why"]["code"] == "seed-unfit":
            return False  # another device of this player has sealed its own
        assert answer.status_code == 204, answer.text
        return True

    def seed_of(self, game: str) -> str:
        """The seed of this browser for a game; whoever has its cookies is the same browser."""
        cookies = sorted(str(cookie.value) for cookie in self.http.cookies.jar)
        return hashlib.sha256(f"{cookies} {game}".encode()).hexdigest()

    def try_to(self, game: str, ply: int, action: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{game}/actions", json={"ply": ply, "action": action})

    def act(self, game: str, ply: int, action: Any) -> dict[str, Any]:
        answer = self.try_to(game, ply, action)
        while answer.status_code == 429:  # this player is quicker than a site lets people be
            time.sleep(0.5)
            answer = self.try_to(game, ply, action)
        assert answer.status_code == 200, answer.text
        package: dict[str, Any] = answer.json()
        return package

    def undo(self, game: str, ply: int) -> httpx.Response:
        return self.http.post(f"/api/games/{game}/undo", json={"ply": ply})

    def play(
        self, game: str, until: Callable[[dict[str, Any]], bool], *, eager: tuple[str, ...] = (), limit: int = 400
    ) -> dict[str, Any]:
        """Plays at random (the `eager` verbs first) until something holds."""
        choice = random.Random(5).choice
        package = self.show(game)
        for _ in range(limit):
            waited = time.monotonic()
            while not package["actions"] and not until(package):  # the other side decides
                assert time.monotonic() < waited + 120
                time.sleep(0.02)
                package = self.show(game)
            if until(package):
                return package
            actions = package["actions"]
            wanted = [action for verb in eager for action in actions if action["type"] == verb]
            package = self.act(game, package["ply"], wanted[0] if wanted else choice(actions))
        raise AssertionError(f"not reached in {limit} actions")
