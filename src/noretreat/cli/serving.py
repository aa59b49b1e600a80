"""The socket and the mail settings, shared by the commands that serve people."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import ArgumentError

from noretreat.cli.common import CliError, ruleset, scenario
from noretreat.data.load import add_scenario, scenario_ids
from noretreat.storage.database import Database, StorageError, default_folder, url_of
from noretreat.storage.engine import driven

if TYPE_CHECKING:
    from noretreat.server.notify.outbox import MailSettings

USUAL_PORT: Final = 8123


def add_mail(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments for mails that tell players of their turn."""
    mail = parser.add_argument_group("mail to players whose turn it is (also NORETREAT_MAIL and so on)")
    mail.add_argument(
        "--mail", metavar="URL", help="the mail server, smtp://[user:password@]host[:port] or smtps://..."
    )
    mail.add_argument("--mail-from", metavar="ADDRESS", help="the sender of the mails")
    mail.add_argument("--url", metavar="URL", help="where the players find this server, for the links")
    mail.add_argument(
        "--notice-after",
        type=int,
        default=30,
        metavar="MINUTES",
        help="how long a player who is away is waited for before a mail is sent (30)",
    )


def mail_of(arguments: argparse.Namespace) -> MailSettings | None:
    """Return the settings of the mails that tell players of their turn; None if no mail server is named. A password is
    best named in the environment, which other programs do not see.
    """
    server, sender, url = (
        getattr(arguments, name) or os.environ.get(f"NORETREAT_{name.upper()}", "")
        for name in ("mail", "mail_from", "url")
    )
    if not server:
        return None
    from noretreat.server.notify.messages import MailHeader
    from noretreat.server.notify.outbox import MailSettings, Smtp

    if not sender or not url:
        raise CliError("--mail needs --mail-from and --url as well")
    try:
        import aiosmtplib  # noqa: F401
        import webpush  # noqa: F401
    except ImportError:
        raise CliError('mail needs another package: pip install "noretreat[mail]"') from None
    try:
        Smtp(server)
    except ValueError as error:
        raise CliError(f"--mail: {error}") from None
    return MailSettings(server, MailHeader(sender, url.rstrip("/")), arguments.notice_after)


def listen(host: str, port: int | None) -> socket.socket:
    """An open socket. By default the port is the same each time, so that a bookmark keeps working."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in [port] if port is not None else [USUAL_PORT, 0]:
        # The protocol must be named: asyncio switches off Nagle's delay (40 ms a request) only where it reads TCP.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":  # on Windows it means something else: two servers on one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(1024)
        except (OSError, OverflowError) as error:
            listener.close()
            if port is not None or wanted == 0:
                reason = getattr(error, "strerror", None) or str(error)
                raise CliError(f"cannot listen at {host} port {wanted}: {reason}") from None
            continue
        listener.setblocking(False)
        return listener
    raise AssertionError("a free port is always the last try")


def add_files(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that offer the user's own scenarios and rule sets."""
    parser.add_argument(
        "--scenario",
        type=scenario,
        action=Several,
        default=[],
        metavar="FILE",
        help="offer this scenario file as well; may be given several times",
    )
    parser.add_argument(
        "--rules",
        type=ruleset,
        action=Several,
        default=[],
        metavar="FILE",
        help="offer this rule set file as well; may be given several times",
    )


def offer_files(arguments: argparse.Namespace) -> None:
    """Offers the scenarios that the arguments name; the rule sets are offered since they were read."""
    for file in arguments.scenario:
        if file not in scenario_ids():
            add_scenario(Path(file))


def add_database(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for the place of the games."""
    parser.add_argument(
        "--database-url",
        metavar="URL",
        help="where the games are kept, postgresql://user@host/name or sqlite:///file, also as NORETREAT_DATABASE_URL "
        f"({default_folder() / 'games.db'})",
    )


def database_of(arguments: argparse.Namespace) -> str:
    """The URL of the games; raises `CliError` for one that cannot be used."""
    url = arguments.database_url or os.environ.get("NORETREAT_DATABASE_URL", "")
    if not url:
        default_folder().mkdir(parents=True, exist_ok=True)
        return url_of(default_folder())
    try:
        system = driven(url).get_backend_name()
    except ArgumentError:
        raise CliError("--database-url: it is postgresql://user@host/name or sqlite:///file") from None
    if system not in ("postgresql", "sqlite"):
        raise CliError(f"--database-url: games can be kept in postgresql or sqlite, not in {system}")
    if system == "postgresql" and find_spec("psycopg") is None:
        raise CliError('PostgreSQL needs another package: pip install "noretreat[site]"')
    return str(url)


def try_store(url: str, name: str = "") -> None:
    """Opens the store once before the server does.

    Raises `CliError`, which calls it by its `name`, if it cannot be used.
    """
    asyncio.run(_try_store(url, name or driven(url).render_as_string()))


async def _try_store(url: str, name: str) -> None:
    database = Database(url)
    try:
        await database.open(secrets.token_hex(4))
        await database.examine()
    except StorageError as error:
        raise CliError(f"{name}: {error}") from None
    finally:
        await database.close()
