"""Plays through a site on the host where it runs, by its public address: `try_site.py URL CERTIFICATE`, as root.

It makes a game of two and one with the computer, kills and restarts the server meanwhile, and makes a backup. It says
what it has seen; what is not as it should be ends it with an error.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect


def until(holds: Callable[[], Any], what: str) -> Any:
    """What `holds` returns, once it is true."""
    deadline = time.monotonic() + 90
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise SystemExit(f"in vain: {what}")
        time.sleep(0.2)
    print(f"   {what}")
    return found


def sure(holds: object, what: str) -> None:
    """Ends the trial unless something holds."""
    if not holds:
        raise SystemExit(f"not so: {what}")
    print(f"   {what}")


def systemctl(*words: str) -> str:
    """What systemctl says."""
    return subprocess.run(["systemctl", *words], check=True, capture_output=True, text=True).stdout.strip()


def begun(host: httpx.Client, guest: httpx.Client) -> tuple[str, httpx.Response]:
    """A game of two, begun; and how the server answered whoever made it."""
    made = host.post("/api/games", json={"axis": "human", "soviet": "open"})
    sure(made.status_code == 201, "a game is made")
    game, link = made.json()["id"], made.json()["links"]["soviet"]
    invite = link.rpartition("/")[2]
    sure(guest.post(f"/api/games/{game}/join", json={"invite": invite}).status_code == 204, "the guest takes the seat")
    seeds = {client: secrets.token_bytes(32) for client in (host, guest)}  # as their pages do (docs/dice.md)
    for client, seed in seeds.items():
        sealed = client.post(f"/api/games/{game}/seed/seal", json={"seal": hashlib.sha256(seed).hexdigest()})
        sure(sealed.is_success, "a seed is sealed for the dice")
    for client, seed in seeds.items():
        sure(client.post(f"/api/games/{game}/seed", json={"seed": seed.hex()}).is_success, "and shown")
    return game, made


def main(url: str, certificate: str) -> None:
    """Plays."""
    trusted = ssl.create_default_context(cafile=certificate)
    host, guest = (httpx.Client(base_url=url, verify=trusted, timeout=30) for _ in range(2))

    game, made = begun(host, guest)
    sure("secure" in made.headers["set-cookie"].lower(), "its cookie is Secure")
    sure("strict-transport-security" in made.headers, "browsers are told to stay with TLS")
    cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    address = f"{url.replace('https', 'wss')}/api/games/{game}/live"
    with connect(address, ssl=trusted, additional_headers={"Cookie": cookie}) as live:
        live.recv(timeout=30)
        package = host.get(f"/api/games/{game}").json()
        move = {"ply": package["ply"], "action": package["actions"][0]}
        played = host.post(f"/api/games/{game}/actions", json=move)
        sure(played.status_code == 200 and played.json()["ply"] > package["ply"], "a move is played through TLS")
        while json.loads(live.recv(timeout=30))["ply"] != played.json()["ply"]:
            pass
        print("   the other page hears of it over its socket")

    alone = host.post("/api/games", json={"axis": "computer", "soviet": "human", "level": "random"}).json()["id"]
    until(lambda: host.get(f"/api/games/{alone}").json()["actions"], "the computer has moved, in the worker")

    sure(host.get("/metrics").status_code == 404, "nobody gets the figures through the proxy")
    sure(httpx.get("http://127.0.0.1:8123/metrics").status_code == 200, "a program on the host gets them")
    away = httpx.get("http://127.0.0.1:8123/", headers={"Host": "elsewhere.test"})
    sure(away.status_code == 421, "it answers to no other name")

    before = systemctl("show", "-P", "MainPID", "noretreat")
    systemctl("kill", "--signal=KILL", "noretreat")
    until(lambda: systemctl("show", "-P", "MainPID", "noretreat") not in ("0", before), "a killed server starts again")
    until(lambda: host.get(f"/api/games/{game}").status_code == 200, "it answers")
    sure(host.get(f"/api/games/{game}").json()["view"] == played.json()["view"], "the game is as it was")
    restart = subprocess.Popen(["systemctl", "restart", "noretreat"])
    answers = []
    while restart.poll() is None or len(answers) < 20:
        answers.append(host.get(f"/api/games/{game}").status_code)
    sure(set(answers) == {200}, f"who comes while it is restarted waits ({len(answers)} requests)")

    systemctl("start", "noretreat-backup")
    backups = list(Path("/var/lib/noretreat").glob("day-*.backup"))
    sure(len(backups) == 1 and backups[0].stat().st_size > 1000, f"a backup is made: {backups[0]}")
    for unit in ("noretreat", "noretreat-worker"):
        user = Path("/proc", systemctl("show", "-P", "MainPID", unit)).owner()
        sure(systemctl("is-active", unit) == "active" and user == "noretreat", f"{unit} runs, as {user}")


if __name__ == "__main__":
    main(*sys.argv[1:])
