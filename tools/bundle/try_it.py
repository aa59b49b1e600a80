"""Try a bundled program as somebody without a Python would: start it, play, kill it, start it again, remove it.

    python tools/bundle/try_it.py dist/noretreat

It is copied to a folder of its own, from which it sees nothing of this checkout, and its games go to another one. What
does not work ends the try with a sentence. `make bundle ARGS=--try` comes here. Only the standard library is used.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PATIENCE = 120
"""Seconds that anything may take, on a machine with other work too."""


class Visitor:
    """A browser with its cookies, without the browser."""

    def __init__(self, address: str) -> None:
        """Keep the address of the server, as in `http://127.0.0.1:8123`."""
        self.address = address
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def call(self, path: str, body: object = None) -> Any:
        """Return what the server answers: JSON read, anything else as bytes."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"Content-Type": "application/json"})
        with self._open(request, timeout=PATIENCE) as answer:
            said = answer.read()
            return json.loads(said) if "json" in answer.headers.get("Content-Type", "") else said


def main(program: Path) -> int:
    """Try the program; return 0 if all went well."""
    with tempfile.TemporaryDirectory() as folder:
        place, games = Path(folder, "a folder with blanks"), Path(folder, "games")
        place.mkdir()
        copy = Path(shutil.copy2(program, place))
        said = _said(copy, "--version")
        print(f"It is {said[0]}, {copy.stat().st_size / 1e6:.0f} MB, and told so after {said[1]:.1f} s.")
        print(f"A game of the computer against itself took {_said(copy, 'simulate', '--games', '1')[1]:.1f} s.")
        port = _free_port()
        visitor = Visitor(f"http://127.0.0.1:{port}")
        with _served(copy, games, port) as seconds:
            print(f"The page was there after {seconds:.1f} s.")
            game = _play(visitor)
        with _served(copy, games, port):
            kept = visitor.call(f"/api/games/{game}")
            assert kept["ply"] > 0, "the game that was played is not there after a second start"
        copy.unlink()
        assert any(games.iterdir()), "the games went with the program"
    print("A game was played, found again after the program had been killed, and left when it was removed.")
    return 0


def _said(program: Path, *words: str) -> tuple[str, float]:
    """Return what a command prints, and the seconds it took."""
    began = time.monotonic()
    done = subprocess.run(
        [str(program), *words], cwd=str(program.parent), env=_bare(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, f"`{' '.join(words)}` failed: {done.stderr}"
    return done.stdout.strip(), time.monotonic() - began


def _bare() -> dict[str, str]:
    """The environment of somebody who has no Python."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def _served(program: Path, games: Path, port: int) -> Iterator[float]:
    """The program serving its page, killed at the end; the seconds until the page was there."""
    words = ["play", "--no-browser", "--port", str(port), "--data", str(games)]
    began = time.monotonic()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(program), *words], cwd=str(program.parent), env=_bare(), stdout=log, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            while not _answers(port):
                if process.poll() is not None or time.monotonic() - began > PATIENCE:
                    log.seek(0)
                    raise AssertionError("the page does not come: " + log.read().decode("utf-8", "replace"))
                time.sleep(0.1)
            yield time.monotonic() - began
        finally:
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and all that it has started: it unpacks itself, and then runs in a second process."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], check=True, capture_output=True)
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _answers(port: int) -> bool:
    try:
        return b"<html" in Visitor(f"http://127.0.0.1:{port}").call("/")
    except OSError:  # nobody listens yet, or the one that was killed is still going
        return False


def _play(visitor: Visitor) -> str:
    """Play some decisions against a computer player, who thinks in a process of its own; return the game's id."""
    visitor.call("/api/cookie", {})
    wanted = {"scenario": "fall_blau", "axis": "human", "soviet": "computer", "level": "easy"}
    game: str = visitor.call("/api/games", wanted)["id"]
    began, turns_of_the_other, waited = time.monotonic(), 0, False
    while turns_of_the_other < 2:
        assert time.monotonic() - began < PATIENCE, "the computer does not play"
        package = visitor.call(f"/api/games/{game}")
        if package["actions"]:
            turns_of_the_other += waited
            waited = False
            last = package["actions"][-1]
            visitor.call(f"/api/games/{game}/actions", {"ply": package["ply"], "action": last})
        else:
            waited = True
            time.sleep(0.05)
    return game


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
