"""The server keeps to its own description, whatever is sent to it: no call and no frame makes it fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.accounts import PASSWORD, site_on
from server.mailbox import Mailbox
from server.support import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from noretreat.server.accounts.passwords import Passwords
from noretreat.server.accounts.sessions import new_session
from noretreat.server.clocks.now import now
from noretreat.server.http.security import cookie_name, hashed, new_token
from noretreat.storage.accounts import AccountRow, CodeRow
from noretreat.storage.database import Database, url_of
from noretreat.storage.notices import after
from noretreat.storage.rows import insert
from noretreat.storage.tables import ACCOUNT, CODE, SESSION

CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES = int(os.environ.get("NORETREAT_EXAMPLES", "4"))
"""Requests that are made up for each call, besides those that cover what the description says of it; more of them for
the long run, `NORETREAT_EXAMPLES=100`.
"""
SEED = "1941"
ACCOUNTS = 120
"""Accounts for the calls of accounts: some of these calls end one, or its session."""
OF_ACCOUNTS = "^/api/(account|blocks|me)"
UNLIMITED = """
import noretreat.server.accounts.service as service
import noretreat.server.http.rate_limit as limits
import noretreat.server.site as site
import noretreat.server.http.attempts as attempts
site.rate_of = lambda requests: None
attempts.RATES.update(dict.fromkeys(attempts.RATES, limits.Rate(1e9, 1e9)))
service.LETTERS_AN_HOUR = 10**9
"""
"""The limits have tests of their own (tests/server/test_accounts.py); here they would hide what comes after them."""


def tried(server: Server, *arguments: str, **environment: str) -> None:
    """Has schemathesis call a server with made-up requests; raises unless all is as the description says."""
    command = [
        str(Path(sysconfig.get_path("scripts")) / "st"), "--config-file", str(CONFIG), "run",
        f"{server.address}/schema/openapi.json", "--phases", "examples,coverage,fuzzing", "--no-color",
        "--max-examples", str(EXAMPLES), "--seed", SEED, *arguments,
    ]  # fmt: skip
    done = subprocess.run(
        command, env={**os.environ, **environment}, cwd=server.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout
    _, words = server.stop()
    assert "Traceback" not in words


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
    tried(own_server, "--header", f"Cookie: {cookies}", GAME=game)


async def prepared(url: str) -> dict[str, Any]:
    """Accounts of one password in the store of a site, each signed in in a browser; and codes that mails would hold."""
    database, at = Database(url), now()
    password, accounts, sessions, codes = await Passwords().hashed(PASSWORD), [], [], []
    told: dict[str, Any] = {"accounts": [], "codes": [], "mail_codes": []}
    await database.open("")
    for number in range(ACCOUNTS):
        token, mail = new_token(), f"anna{number}@example.org"
        accounts.append(AccountRow(f"account{number}", hashed(token), token, mail, password, at))
        cookie, session = new_session("Firefox", f"account{number}")
        sessions.append(session)
        told["accounts"].append({"cookie": f"{cookie_name(database.mark)}={cookie}", "mail": mail})
        for kind, name, owner in (("open", "codes", None), ("mail", "mail_codes", f"account{number}")):
            code = secrets.token_urlsafe(24)
            codes.append(CodeRow(hashed(code), kind, owner, f"{kind}{number}@example.org", at, after(at, hours=2)))
            told[name].append(code)

    def work(connection: Any) -> None:
        insert(connection, ACCOUNT, accounts)
        insert(connection, SESSION, sessions)
        insert(connection, CODE, codes)

    await database.write(work)
    await database.close()
    return told


@pytest.mark.slow
def test_every_call_of_accounts_keeps_to_the_description(tmp_path: Path, mailbox: Mailbox) -> None:
    """The same on a site with accounts, by people who are signed in: also what changes and ends accounts."""
    url, answers = url_of(tmp_path), tmp_path / "answers.json"
    server = site_on(tmp_path / "data", url, mailbox, twist=UNLIMITED)
    try:
        told = {**asyncio.run(prepared(url)), "address": server.address, "answers": str(answers)}
        found = os.pathsep.join([str(Path(__file__).parents[1]), os.environ["PYTHONPATH"]])
        hooks = {"SCHEMATHESIS_HOOKS": "server.signed_in", "PYTHONPATH": found}
        described = httpx.get(f"{server.address}/schema/openapi.json", timeout=60).json()["paths"]
        tried(server, "--include-path-regex", OF_ACCOUNTS, FUZZ=json.dumps(told), GAME="", **hooks)
    finally:
        server.close()
    calls = {
        f"{method.upper()} {path}" for path, ways in described.items() for method in ways if re.match(OF_ACCOUNTS, path)
    }
    answered = json.loads(answers.read_text(encoding="utf-8"))
    done = {call.rpartition(" ")[0] for call in answered if call.rpartition(" ")[2].startswith("2")}
    # One who is signed in has no recovery code, and no other browser that holds a token.
    assert {call for call in calls - done if "/me/" not in call} == set(), answered


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
        '{"here":true}',
        '{"here":1e999}',
        '{"x":' + "[" * 190,
        "\x00" * 50,
        "x" * 70_000,
    ]


def test_no_frame_makes_the_socket_fail(own_server: Server) -> None:
    """The socket hears who looks; whatever else is sent to it, the server neither fails nor forgets the game."""
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
