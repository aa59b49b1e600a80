"""Start the game on this computer and open it in the browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from noretreat.cli.common import CliError
from noretreat.cli.serving import (
    USUAL_PORT,
    add_files,
    add_mail,
    add_model,
    ending_by_ctrl_c,
    listen,
    mail_of,
    model_of,
    offer_files,
    see_that_it_started,
    try_store,
)
from noretreat.storage.database import default_folder, url_of

if TYPE_CHECKING:
    from noretreat.server.model.settings import ModelSettings
    from noretreat.server.notify.outbox import MailSettings

EXAMPLES = """\
  noretreat play
  noretreat play --port 8123 --no-browser
  noretreat play --scenario mine.toml             offer a scenario of your own
  noretreat play --rules mine.toml                offer a rule set of your own
  noretreat play --data games/                    keep the games in this folder
  noretreat play --host 0.0.0.0 --port 8123       let others in your network join"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"the port to use ({USUAL_PORT}, or a free one when that is taken)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this computer only)")
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"where the games are kept ({default_folder()})")
    parser.add_argument(
        "--most-games",
        type=int,
        default=20,
        metavar="N",
        help="the running games that one player may have with other people (20)",
    )
    add_files(parser)
    add_mail(parser)
    add_model(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(arguments: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    offer_files(arguments)
    folder = arguments.data or default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CliError(f"the games cannot be kept in {folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise CliError(f"the games cannot be kept in {folder}: no permission to write there")
    mail, model = mail_of(arguments), model_of(arguments)
    with listen(arguments.host, arguments.port) as listener:
        port = listener.getsockname()[1]
        _serve(listener, folder, arguments.host, port, not arguments.no_browser, arguments.most_games, mail, model)
    print(f"\nStopped. Your games are kept in {folder}.")
    return 0


def _address(host: str, port: int) -> str:
    """The address to type into the browser."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _serve(
    listener: socket.socket,
    folder: Path,
    host: str,
    port: int,
    browser: bool,
    most_games: int,
    mail: MailSettings | None,
    model: ModelSettings | None,
) -> None:
    """Runs the server; prints its address as soon as it answers, and the one that others in the network can use."""
    import uvicorn

    from noretreat.server.app import create_app
    from noretreat.server.http.prompt_requests import PromptProtocol
    from noretreat.server.http.rate_limit import Rate
    from noretreat.server.http.reachability import names_of, reachability_of
    from noretreat.server.http.security import LOOPBACK

    hosts = LOOPBACK if host in LOOPBACK else {*LOOPBACK, *names_of(host)}
    rate = None if host in LOOPBACK else Rate()
    address, reachable = _address(host, port), reachability_of(host, port)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    gone = False

    def lost() -> None:
        nonlocal gone
        gone = server.should_exit = True

    config = uvicorn.Config(
        create_app(
            folder,
            hosts=hosts,
            reached=reachable,
            most_games=most_games,
            lost=lost,
            rate=rate,
            mail=mail,
            model=model,
            tidy=True,
        ),
        log_level="warning",
        timeout_graceful_shutdown=2,
        server_header=False,
        http=PromptProtocol,
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,  # frames are of some bytes, and each page would need its own tables
    )
    try_store(url_of(folder), str(folder / "games.db"))
    server = ending_by_ctrl_c(uvicorn.Server(config))

    async def announce() -> None:
        while not server.started and not server.should_exit:
            await asyncio.sleep(0.02)
        if server.started:
            print(f"No Retreat! is at {address}  (press Ctrl-C to stop)", flush=True)
            if reachable.others and reachable.address and f"{reachable.address}/" != address:
                print(f"Others in your network find it at {reachable.address}/", flush=True)
            if browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def main() -> None:
        task = asyncio.create_task(announce())
        await server.serve(sockets=[listener])
        await task

    asyncio.run(main())
    see_that_it_started(server)
    if gone:
        raise CliError(f"stopped, because {folder / 'games.db'} was removed or replaced while the server was running")
