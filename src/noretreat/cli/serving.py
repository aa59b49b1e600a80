"""The socket and the mail settings, shared by the commands that serve people."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import ArgumentError

from noretreat.cli.common import CliError, count, ruleset, scenario
from noretreat.cli.environment import Several
from noretreat.cli.errors import SettingError
from noretreat.data.load import add_scenario, scenario_ids
from noretreat.storage.database import Database, StorageError, default_folder, url_of
from noretreat.storage.engine import driven

if TYPE_CHECKING:
    from uvicorn import Server

    from noretreat.server.model.settings import ModelSettings
    from noretreat.server.notify.outbox import MailSettings

USUAL_PORT: Final = 8123
LASTING: Final = {"storage_login", "storage_missing", "storage_forbidden"}
"""Refusals of a store that stay until somebody changes a setting."""
SPARE_FILES: Final = 100
"""Files of a process that are no connections of visitors: the database, the log, static files."""
MOST_FILES: Final = 65_536
USUAL_CONNECTIONS: Final = 500
"""What a process without a limit should be able to take."""


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
    url = url or os.environ.get("NORETREAT_SITE", "")
    if not server:
        return None
    from noretreat.server.notify.messages import MailHeader
    from noretreat.server.notify.outbox import MailSettings, Smtp

    if not sender or not url:
        raise SettingError("--mail needs --mail-from and --url as well")
    try:
        import aiosmtplib  # noqa: F401
        import webpush  # noqa: F401
    except ImportError:
        raise SettingError('mail needs another package: pip install ".[mail]" in a checkout') from None
    try:
        Smtp(server)
    except ValueError as error:
        raise SettingError(f"--mail: {error}") from None
    return MailSettings(server, MailHeader(sender, url.rstrip("/")), arguments.notice_after)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments for a language model that answers questions about the rules."""
    model = parser.add_argument_group(
        "a language model that players may ask (its key, if it wants one, as NORETREAT_ASK_KEY)"
    )
    model.add_argument(
        "--ask-url",
        metavar="URL",
        help="where it is: the beginning of an address that speaks OpenAI's chat protocol, http://127.0.0.1:11434/v1",
    )
    model.add_argument("--ask-model", metavar="NAME", help="the name of the model there")
    model.add_argument(
        "--ask-seconds", type=count, default=90, metavar="N", help="seconds that an answer may take in all (90)"
    )
    model.add_argument(
        "--ask-quota", type=count, default=20, metavar="N", help="questions that one address may ask in an hour (20)"
    )


def model_of(arguments: argparse.Namespace) -> ModelSettings | None:
    """Return the settings of the language model; None if none is named. Its key is in the environment alone."""
    url, name = arguments.ask_url or "", arguments.ask_model or ""
    if not url and not name:
        return None
    from noretreat.server.model.settings import LONGEST_NAME, ModelSettings, address_of

    if not url or not name:
        raise SettingError("--ask-url and --ask-model are needed together")
    if find_spec("httpx") is None:
        raise SettingError('a language model needs another package: pip install ".[model]" in a checkout')
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise SettingError(f"--ask-model: a name has at most {LONGEST_NAME} characters, on one line")
    key = os.environ.get("NORETREAT_ASK_KEY", "")
    if not key.isascii() or not key.isprintable():
        raise SettingError("NORETREAT_ASK_KEY: a key is one line of plain characters")
    try:
        return ModelSettings(address_of(url), name, key, arguments.ask_seconds, arguments.ask_quota)
    except ValueError as error:
        raise SettingError(f"--ask-url: {error}") from None


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


def ending_by_ctrl_c(server: Server) -> Server:
    """Has Ctrl-C end a server as it should end, from now on: also before it listens, and once it has stopped."""
    signal.signal(signal.SIGINT, server.handle_exit)
    return server


def see_that_it_started(server: Server) -> None:
    """Raises `CliError` if a server that has ended never served, for another reason than Ctrl-C."""
    if not server.started and server.lifespan.should_exit:
        raise CliError("the server did not start")


def add_health(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for an address where health and figures are shown."""
    parser.add_argument(
        "--health",
        metavar="ADDRESS:PORT",
        help="show health checks and figures, and nothing else, at this address too; it is for whoever can reach it",
    )


def health_of(arguments: argparse.Namespace, stack: contextlib.ExitStack) -> socket.socket | None:
    """The open socket for health and figures, closed with the stack; None if there is to be none."""
    if not arguments.health:
        return None
    host, _, port = arguments.health.rpartition(":")
    if not port.isdecimal():
        raise SettingError(f"--health {arguments.health}: it is an address and a port, as 127.0.0.1:8124")
    return stack.enter_context(listen(host.strip("[]") or "127.0.0.1", int(port)))


def tell_health(watched: socket.socket | None) -> None:
    """Prints where health and figures are shown."""
    if watched is not None:
        host, port = watched.getsockname()[:2]
        print(f"Health and figures are at http://{f'[{host}]' if ':' in host else host}:{port}/", flush=True)


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
    except (ArgumentError, ValueError):
        raise SettingError("--database-url: it is postgresql://user@host/name or sqlite:///file") from None
    if system not in ("postgresql", "sqlite"):
        raise SettingError(f"--database-url: games can be kept in postgresql or sqlite, not in {system}")
    if system == "postgresql" and find_spec("psycopg") is None:
        raise SettingError('PostgreSQL needs another package: pip install ".[site]" in a checkout')
    return str(url)


def add_no_migration(parser: argparse.ArgumentParser) -> None:
    """Adds the argument that leaves migrations to `noretreat migrate`."""
    parser.add_argument(
        "--no-migrate",
        action="store_true",
        help="refuse a database of an older version; without that its tables are brought up to date at the start",
    )


def try_store(url: str, name: str = "", *, migrating: bool = True) -> None:
    """Opens the store once before the server does.

    Raises `CliError`, which calls it by its `name`, if it cannot be used.
    """
    asyncio.run(_try_store(url, name or named(url), migrating))


async def _try_store(url: str, name: str, migrating: bool) -> None:
    database = Database(url)
    try:
        await database.open(secrets.token_hex(4), migrating=migrating)
        await database.examine()
    except StorageError as error:
        raise failed(error, name) from None
    finally:
        await database.close()


def named(url: str) -> str:
    """The address of a store as an error names it, without its password."""
    parsed = driven(url)
    if parsed.drivername == "sqlite":
        return f"sqlite:///{parsed.database}"
    return parsed.set(drivername="postgresql").render_as_string()


def failed(error: StorageError, name: str) -> CliError:
    """The error of a command whose store, of that name, refuses; one that no second try mends is that of a setting."""
    kind = SettingError if error.code in LASTING else CliError
    return kind(f"{name}: {error}")


def raise_file_limit(connections: int | None) -> None:
    """Raises the soft limit of open files to the hard one, and says so if that is too low for the connections."""
    try:
        import resource
    except ImportError:  # Windows has none
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (connections or USUAL_CONNECTIONS) + SPARE_FILES
    if soft != resource.RLIM_INFINITY and (hard == resource.RLIM_INFINITY or hard > soft):
        soft = max(soft, wanted, MOST_FILES) if hard == resource.RLIM_INFINITY else hard
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        print(
            f"noretreat: this process may open only {soft} files, which is too few for {wanted - SPARE_FILES} "
            "connections: raise the limit (ulimit -n, LimitNOFILE), or lower --most-connections",
            file=sys.stderr,
            flush=True,
        )
