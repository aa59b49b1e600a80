"""The application as a site runs it: its settings, and the factory that each process of it calls."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from typing import Final

import msgspec
from litestar import Litestar

from noretreat.data.load import add_ruleset, add_scenario
from noretreat.server.admin.keeping import Keep
from noretreat.server.app import create_app
from noretreat.server.http.rate_limit import REQUESTS, rate_of
from noretreat.server.http.reachability import UNKNOWN, Reachability
from noretreat.server.lobby.catalog import MOST_GAMES
from noretreat.server.logs import log_as_lines
from noretreat.server.model.settings import ModelSettings
from noretreat.server.monitoring import Metrics
from noretreat.server.notify.outbox import MailSettings

SETTINGS: Final = "NORETREAT_SETTINGS"
"""Environment variable with the settings, as JSON."""


class Site(msgspec.Struct, frozen=True):
    """The settings of a site."""

    database: str
    """The URL of its store."""
    url: str = ""
    """The address of the site, without a trailing slash; empty if unknown."""
    hosts: list[str] = []
    """The names it answers to; none means any."""
    most_games: int = MOST_GAMES
    requests: int = REQUESTS
    """Requests per second allowed to each visitor."""
    mail: MailSettings | None = None
    access_log: bool = False
    watched_at: int = 0
    """The port at which health and figures are shown, and nothing else; 0: none."""
    scenarios: list[str] = []
    """Files of scenarios that are offered as well, ..."""
    rules: list[str] = []
    """... and of rule sets."""
    keep: Keep = Keep()
    admins: list[str] = []
    """The mail addresses of the accounts that may moderate."""
    model: ModelSettings | None = None
    """The language model that players may ask."""


def factory() -> Litestar:
    """The application of a process, by the settings in its environment."""
    site = msgspec.json.decode(os.environ[SETTINGS], type=Site)
    log_as_lines(requests=site.access_log)
    for path in site.rules:
        add_ruleset(path)
    for path in site.scenarios:
        add_scenario(path)
    return create_app(
        database_url=site.database,
        hosts=site.hosts,
        reached=Reachability(others=True, address=site.url) if site.url else UNKNOWN,
        most_games=site.most_games,
        lost=lambda: os.kill(os.getpid(), signal.SIGTERM),
        rate=rate_of(site.requests),
        mail=site.mail,
        accounts=bool(site.url and site.mail),
        keep=site.keep,
        admins=site.admins,
        metrics=Metrics(site.watched_at) if find_spec("prometheus_client") else None,
        watched_at=site.watched_at,
        tidy=True,
        model=site.model,
    )
