"""Play for the computer on a site, and send its mails: as many as you like, beside `noretreat serve` on PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket

from noretreat.cli.common import count
from noretreat.cli.serving import (
    add_database,
    add_files,
    add_health,
    add_mail,
    add_no_migration,
    database_of,
    health_of,
    mail_of,
    offer_files,
    raise_file_limit,
    tell_health,
    try_store,
)
from noretreat.server.logs import log_as_lines
from noretreat.server.notify.outbox import MailSettings
from noretreat.server.tidiness import started
from noretreat.storage.database import Database

EXAMPLES = """\
  noretreat worker --database-url postgresql://noretreat@/noretreat?host=/run/postgresql --players 2"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_database(parser)
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--players", type=count, default=cores, metavar="N", help="computer players that think at a time (one a core)"
    )
    add_files(parser)
    add_no_migration(parser)
    add_health(parser)
    add_mail(parser)


def run(arguments: argparse.Namespace) -> int:
    """Works until it is told to stop."""
    log_as_lines(requests=False)
    offer_files(arguments)
    url, mail = database_of(arguments), mail_of(arguments)
    raise_file_limit(1)
    try_store(url, migrating=not arguments.no_migrate)
    with contextlib.ExitStack() as stack:
        watched = health_of(arguments, stack)
        asyncio.run(_work(url, arguments.players, mail, watched))
    return 0


async def _work(url: str, players: int, mail: MailSettings | None, watched: socket.socket | None) -> None:
    from noretreat.server.job_worker import JobWorker

    database, stop = Database(url), asyncio.Event()
    loop = asyncio.get_running_loop()
    for sent in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends it at once
            loop.add_signal_handler(sent, stop.set)
    await database.open("")
    started()
    try:
        print("The worker is ready.", flush=True)
        tell_health(watched)
        await JobWorker(database, players, mail, watched).run(stop)
    finally:
        await database.close()
