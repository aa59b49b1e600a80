"""Serve a site for many, in SQLite or PostgreSQL (docs/hosting.md)."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import logging
import os
import re
import signal
import tempfile
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

import msgspec

from noretreat.cli.common import count
from noretreat.cli.environment import Several
from noretreat.cli.errors import SettingError
from noretreat.cli.serving import (
    add_database,
    add_files,
    add_health,
    add_mail,
    add_model,
    add_no_migration,
    database_of,
    ending_by_ctrl_c,
    health_of,
    listen,
    mail_of,
    model_of,
    offer_files,
    raise_file_limit,
    see_that_it_started,
    tell_health,
    try_store,
)
from noretreat.data.load import added_rulesets, added_scenarios
from noretreat.storage.engine import driven

_PATH: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
"""The path that a site can have on its host."""
_OURS: Final = {
    "account", "admin", "api", "art", "assets", "books", "edit", "g", "health", "icons", "join", "learn", "metrics",
    "new", "notices", "p", "recover", "schema",
}  # fmt: skip
"""The beginnings of the site's paths: a site cannot be under one of them, since a proxy may have taken its path off."""

_MOST_DAYS: Final = 100_000

BOUNDED: Final = "noretreat.server.http.admission:Bounded"
"""The protocol that answers health checks above the limit of connections."""
PROMPT: Final = "noretreat.server.http.prompt_requests:PromptProtocol"
"""The protocol where there is no httptools: it waits for no half request."""
STARTING: Final = 60
"""Seconds in which a new process has to be ready, before the one that it replaces goes."""
log = logging.getLogger("noretreat.server")
EXAMPLES = """\
  noretreat serve --site https://games.example.org --site-proxy 127.0.0.1
  noretreat serve --site https://example.org/wargames --site-proxy 127.0.0.1
  noretreat serve --database-url postgresql://noretreat@/noretreat?host=/run/postgresql"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_database(parser)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: a proxy in front)")
    parser.add_argument("--port", type=int, metavar="N", help="the port to use (8123, or a free one)")
    parser.add_argument(
        "--site", metavar="URL", help="where players find the site, a path included; it answers to no other name then"
    )
    parser.add_argument(
        "--site-proxy",
        action=Several,
        default=[],
        metavar="ADDRESS",
        type=_proxy,
        help="a proxy in front, or a network of them (10.0.0.0/8), whose word on visitors' addresses and on TLS is "
        "taken; may be given several times",
    )
    parser.add_argument(
        "--processes", type=count, default=1, metavar="N", help="processes side by side (1); more need PostgreSQL"
    )
    parser.add_argument(
        "--most-connections", type=count, metavar="N", help="connections at a time; others are told to come later"
    )
    parser.add_argument(
        "--most-games",
        type=count,
        default=20,
        metavar="N",
        help="the running games that one player may have with other people (20)",
    )
    parser.add_argument(
        "--requests",
        type=count,
        default=15,
        metavar="N",
        help="requests that one address, and one browser, may make in a second (15); twenty times as many at once",
    )
    parser.add_argument(
        "--admin",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the mail address of an account that may moderate, at /admin; may be given several times",
    )
    _add_keeping(parser)
    add_files(parser)
    add_no_migration(parser)
    add_health(parser)
    parser.add_argument("--access-log", action="store_true", help="log every request, as a line of JSON")
    add_mail(parser)
    add_model(parser)


def _add_keeping(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that say how long things are kept."""
    keeping = parser.add_argument_group("how long things are kept, in days (0: for good)")
    for name, days, what in (
        ("games", 365, "running games of guests alone after the last move; then they end"),
        ("ended", 0, "games of guests alone after their end"),
        ("guests", 180, "guests without games after their last visit"),
        ("conduct", 730, "reply times, from which the usual ones on a player's page are worked out"),
        ("log", 365, "the log of security events"),
    ):
        keeping.add_argument(
            f"--keep-{name}", type=_days, default=days, metavar="DAYS", help=f"{what} ({days or 'for good'})"
        )


def _days(text: str) -> int:
    """An argument that is a number of days, or 0."""
    number = int(text)
    if not 0 <= number <= _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and {_MOST_DAYS}")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    import uvicorn

    from noretreat.cli.several import Deaf
    from noretreat.server.admin.keeping import Keep
    from noretreat.server.http.base_path import base_of
    from noretreat.server.http.security import LOOPBACK
    from noretreat.server.logs import log_as_lines
    from noretreat.server.site import SETTINGS, Site
    from noretreat.server.tidiness import started

    offer_files(arguments)
    url, name = _site_of(arguments.site or "")
    arguments.url = arguments.url or url
    stack = contextlib.ExitStack()
    watched = health_of(arguments, stack)
    site = Site(
        database=database_of(arguments),
        url=url,
        hosts=sorted({name, *LOOPBACK}) if name else [],
        most_games=arguments.most_games,
        requests=arguments.requests,
        mail=mail_of(arguments),
        access_log=arguments.access_log,
        watched_at=watched.getsockname()[1] if watched else 0,
        scenarios=[str(path) for path in added_scenarios()],
        rules=[str(path) for path in added_rulesets()],
        keep=Keep(
            arguments.keep_games,
            arguments.keep_ended,
            arguments.keep_guests,
            arguments.keep_conduct,
            arguments.keep_log,
        ),
        admins=arguments.admin,
        model=model_of(arguments),
    )
    if arguments.processes > 1 and driven(site.database).get_backend_name() != "postgresql":
        raise SettingError("--processes: several of them need PostgreSQL (--database-url)")
    raise_file_limit(arguments.most_connections)
    try_store(site.database, migrating=not arguments.no_migrate)
    os.environ[SETTINGS] = msgspec.json.encode(site).decode()
    log_as_lines(requests=arguments.access_log)
    with stack:
        if arguments.processes > 1:  # where they put their figures together
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="noretreat-figures-"))
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        listener = stack.enter_context(listen(arguments.host, arguments.port))
        config = uvicorn.Config(
            "noretreat.server.site:factory",
            factory=True,
            workers=arguments.processes,
            log_config=None,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=10,
            server_header=False,
            http=BOUNDED if find_spec("httptools") else PROMPT,
            ws="websockets-sansio",
            ws_max_size=1 << 16,
            ws_per_message_deflate=False,  # frames are of some bytes, and each page would need its own tables
            proxy_headers=bool(arguments.site_proxy),
            forwarded_allow_ips=arguments.site_proxy,
            limit_concurrency=arguments.most_connections,
            timeout_worker_healthcheck=STARTING,
        )
        sockets = [listener, *([watched] if watched else [])]
        place = f"{arguments.host}:{listener.getsockname()[1]}{base_of(url)}/"
        alone = None if arguments.processes > 1 else ending_by_ctrl_c(uvicorn.Server(config))
        print(f"No Retreat! is at http://{place}", flush=True)
        tell_health(watched)
        if alone is None:
            started()
            Deaf(config, sockets).run()
        else:
            _do_not_roll()
            alone.run(sockets=sockets)
            see_that_it_started(alone)
    return 0


def _proxy(text: str) -> str:
    """An argument that names a proxy: an address, or a network of them."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is no address (127.0.0.1) and no network of addresses (10.0.0.0/8)"
        ) from None
    return text


def _do_not_roll() -> None:
    """Has a single process say that it cannot be renewed while it serves; SIGHUP would end it."""
    if hasattr(signal, "SIGHUP"):
        said = "SIGHUP: a single process goes on as it is; only several (--processes) are replaced one by one"
        signal.signal(signal.SIGHUP, lambda *_: log.warning(said))


def _site_of(text: str) -> tuple[str, str]:
    """The address of the site, without a slash at its end, and the name of its host; empty where none is given.

    Raises `SettingError` for anything that is not the address of a site.
    """
    try:
        site = urlsplit(text)
        site.port  # noqa: B018  (it is read to see whether it is one)
    except ValueError as error:
        raise SettingError(f"--site {text}: {error}") from None
    if not text:
        return "", ""
    if site.scheme not in ("http", "https") or not site.hostname:
        raise SettingError(f"--site {text}: it begins with https:// or http://")
    path = site.path.rstrip("/")
    if site.query or site.fragment or site.username is not None or not _PATH.fullmatch(path):
        raise SettingError(f"--site {text}: it is a name and at most a path, as https://games.example.org/wargames")
    first = path.removeprefix("/").partition("/")[0]
    if first in _OURS:
        raise SettingError(f"--site {text}: the site itself has pages under /{first}, so choose another path")
    return f"{site.scheme}://{site.netloc}{path}", site.hostname
