"""The server keeps to its own description, whatever is sent to it: no call and no frame makes it fail."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sysconfig
from pathlib import Path

import pytest
from server.support import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES = 15
"""Requests that are made up for each call, besides those that cover what the description says of it."""
SEED = "1941"


@pytest.mark.slow
def test_every_call_keeps_to_the_description(own_server: Server) -> None:
    """Well-formed and malformed requests to a game of two, by one of its players: schemathesis checks each answer.

    Every status is declared and every body as described, what is malformed is refused and what is well formed is not,
    and nothing is a failure of the server.
    """
    player = own_server.browser()
    game = player.create(soviet="open")
    own_server.browser().http.post(player.links["soviet"], follow_redirects=True)
    player.play(game, lambda package: package["ply"] > 5 or not package["actions"])
    cookies = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    command = [
        Path(sysconfig.get_path("scripts")) / "st", "--config-file", CONFIG, "run",
        f"{own_server.address}/schema/openapi.json", "--phases", "examples,coverage,fuzzing", "--no-color",
        "--max-examples", str(EXAMPLES), "--seed", SEED, "--header", f"Cookie: {cookies}",
    ]  # fmt: skip
    done = subprocess.run(
        command, env={**os.environ, "GAME": game}, cwd=own_server.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout
    _, words = own_server.stop()
    assert "Traceback" not in words


def frames(rng: random.Random) -> list[str | bytes]:
    """What nobody should send to a socket: noise, broken JSON, deep and long texts, keys of other messages."""
    noise = rng.randbytes(rng.randrange(200))
    return [
        noise,
        noise.decode("latin-1"),
        "",
        "{",
        "null",
        "[" * 5_000,
        '{"type":"ping","type":0}',
        '{"ply":' + "9" * 400 + "}",
        "\x00" * 50,
        "x" * 70_000,
    ]


def test_no_frame_makes_the_socket_fail(own_server: Server) -> None:
    """The socket only tells; whatever is sent to it, the server neither fails nor forgets the game."""
    player = own_server.browser()
    game = player.create()
    before = player.show(game)["ply"]
    address = own_server.address.replace("http", "ws") + f"/api/games/{game}/live"
    rng = random.Random(SEED)
    sent = 0
    for _ in range(10):
        for frame in frames(rng):
            with contextlib.suppress(ConnectionClosed), connect(address) as socket:
                for _ in range(3):
                    socket.send(frame)
                    sent += 1
                with contextlib.suppress(TimeoutError):
                    socket.recv(timeout=0.01)
    assert sent >= 100
    assert player.show(game)["ply"] == before
    _, words = own_server.stop()
    assert "Traceback" not in words
    assert "ERROR" not in words
