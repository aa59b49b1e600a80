"""The web application: its services, put together, and the calls that reach them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from noretreat.server import measures as moderation
from noretreat.server import monitoring
from noretreat.server.accounts import wiring
from noretreat.server.accounts.messages import WRITERS_WITH_ACCOUNTS
from noretreat.server.accounts.routes import Admins
from noretreat.server.accounts.sessions import Recognized
from noretreat.server.admin import routes as admin_routes
from noretreat.server.admin.acts import Admin
from noretreat.server.admin.keeping import Keep, Keeper
from noretreat.server.clocks.now import steady
from noretreat.server.computer.coach_driver import CoachDriver
from noretreat.server.computer.players import Computer
from noretreat.server.http import reachability, static_files
from noretreat.server.http.attempts import Attempts
from noretreat.server.http.base_path import Application, base_of
from noretreat.server.http.errors import HANDLERS
from noretreat.server.http.live import Hub
from noretreat.server.http.openapi import BothSides, ById, NamedIds, Records, Renderer
from noretreat.server.http.prompt_requests import PromptBodies
from noretreat.server.http.pubsub import pubsub_of
from noretreat.server.http.rate_limit import Buckets, Rate, RateLimit
from noretreat.server.http.reachability import UNKNOWN, Reachability
from noretreat.server.http.responses import HARD, LONG
from noretreat.server.http.security import LOOPBACK, Guard
from noretreat.server.http.services import Services
from noretreat.server.http.static_files import PACKED_FOLDERS, Pages
from noretreat.server.lobby import bidding, coaching, dice, offers, puzzling, review, routes
from noretreat.server.lobby.catalog import MOST_GAMES
from noretreat.server.lobby.service import Games
from noretreat.server.measures import Measures, Moderated
from noretreat.server.model import routes as model_routes
from noretreat.server.model.service import answering
from noretreat.server.model.settings import ModelSettings
from noretreat.server.notify.outbox import MailSettings, Outbox, Smtp
from noretreat.server.players import (
    archive,
    blocks,
    invitations,
    ladder,
    notice_settings,
    players,
    preferences,
    presence,
    profiles,
    table_service,
)
from noretreat.server.pulse import feeling
from noretreat.server.tidiness import tidying
from noretreat.server.tournaments import routes as tournament_routes
from noretreat.server.tournaments.service import Tournaments
from noretreat.storage.attempts import AttemptStore
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Database, default_folder, url_of
from noretreat.storage.games import GameStore
from noretreat.storage.invitations import InvitationStore
from noretreat.storage.jobs import JobStore
from noretreat.storage.keeping import KeepingStore
from noretreat.storage.measures import MeasureStore
from noretreat.storage.notices import NoticeStore
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.puzzles import PuzzleStore
from noretreat.storage.ratings import RatingStore
from noretreat.storage.reply_times import ReplyTimeStore
from noretreat.storage.reviews import ReviewStore
from noretreat.storage.table_talk import TalkStore
from noretreat.storage.tried import TriedStore

MAX_BODY: Final = 256 * 1024
"""The largest request taken; a save file may be larger (`lobby.routes`)."""
PACKED: Final = [f"^/{folder}" for folder in PACKED_FOLDERS]
"""Paths whose files the build has packed: nothing is packed there once more."""

HANDLED: Final = [
    handler
    for room in (
        reachability,
        static_files,
        offers,
        routes,
        review,
        coaching,
        model_routes,
        puzzling,
        bidding,
        dice,
        players,
        presence,
        table_service,
        notice_settings,
        preferences,
        invitations,
        blocks,
        profiles,
        ladder,
        archive,
        tournament_routes,
        wiring,
        moderation,
        admin_routes,
        monitoring,
    )
    for handler in room.HANDLED
]
"""All calls, as the modules with their services list them."""


def create_app(
    data_dir: Path | str | None = None,
    *,
    database_url: str | None = None,
    hosts: Iterable[str] = LOOPBACK,
    reached: Reachability = UNKNOWN,
    workers: int = 1,
    most_games: int = MOST_GAMES,
    lost: Callable[[], None] = lambda: None,
    rate: Rate | None = None,
    mail: MailSettings | None = None,
    metrics: monitoring.Metrics | None = None,
    accounts: bool = False,
    keep: Keep | None = None,
    admins: Iterable[str] = (),
    watched_at: int = 0,
    tidy: bool = False,
    model: ModelSettings | None = None,
) -> Litestar:
    """The application. `hosts`: the names it answers to; none means any (behind `--host`). `reached`: who can
    follow an invitation. `most_games`: the running games that one player may have with other people. `lost` is called
    when the file of the games was taken away: the server has to stop.
    `rate`: how much a visitor may ask; None: anything, as on one's own computer. `mail`: how players are told of their
    turn; None: not at all. `metrics`: where requests are counted. `accounts`: whether players may have one;
    that needs mail. `keep`: how long what guests leave is kept; None: for good. `admins`: the addresses of the accounts
    that may moderate. `watched_at`: the port at which there are health checks and figures, and nothing else.
    `tidy`: the process does nothing else, so its garbage is collected as suits the games.
    `model`: the language model that players may ask; None: there is none.
    """
    folder = Path(data_dir) if data_dir is not None else default_folder()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        if database_url is None:
            folder.mkdir(parents=True, exist_ok=True)
        database = Database(database_url or url_of(folder), lost=lost)
        await database.open(secrets.token_hex(4))
        steady.not_before(await GameStore(database).newest())
        hub, computer = Hub(), Computer(workers)
        measure_store = MeasureStore(database)
        measures = Measures(measure_store, hub.have_all_look, None if database.shared else hub.have_read_again)
        minutes, pubsub = mail.minutes if mail else None, pubsub_of(database, hub, ordered=measures.changed)
        jobs = JobStore(database) if database.shared else None
        games = Games(database, hub, computer, most_games, minutes, jobs)
        games.computer.stands_still = lambda: measures.read_only
        player_store, preference_store = PlayerStore(database), PreferenceStore(database)
        notice_store, block_store, talk_store = NoticeStore(database), BlockStore(database), TalkStore(database)
        attempts = Attempts(AttemptStore(database), steady)
        people = players.Players(player_store, games.tables)
        outbox = None
        if mail:
            smtp = Smtp(mail.server)
            outbox = Outbox(notice_store, preference_store, smtp, mail.head, hub.here, WRITERS_WITH_ACCOUNTS)
        reviews, tries = ReviewStore(database), TriedStore(database)
        coach = None if database.shared else CoachDriver(reviews, tries, games.tables)
        services: Services = app.state.services
        services.add(
            database,
            hub,
            games,
            games.tables,
            games.list,
            people,
            reached,
            pubsub,
            metrics,
            measures,
            attempts if rate else None,
            Pages(base=services.base),
            review.Review(games.tables, games.list),
            coaching.Coaching(reviews, tries, games.tables, coach, games.helps_at_origin),
            puzzling.Puzzling(
                PuzzleStore(database), games.tables, games.list, GameStore(database), RatingStore(database)
            ),
            bidding.BiddingService(games.tables, games.computer),
            dice.Dice(games.tables, games.computer, talk_store),
            presence.Presence(player_store, talk_store, games.tables, hub, block_store, GameStore(database), measures),
            table_service.TableService(games, talk_store, block_store),
            notice_settings.NoticeService(notice_store, preference_store, minutes, attempts if rate else None),
            preferences.PreferenceService(preference_store, player_store),
            invitations.Invitations(InvitationStore(database), player_store, games.tables, told=mail is not None),
            blocks.Blocks(block_store, games.tables),
            profiles.Profiles(ReplyTimeStore(database), player_store, block_store, RatingStore(database)),
            ladder.LadderService(RatingStore(database), block_store),
            archive.Archive(games.list),
        )
        tournaments = Tournaments(database, games, minutes)
        services.add(tournaments)
        if accounts and mail:
            services.add(
                *wiring.services(database, player_store, people, games, attempts, reached.address, tournaments)
            )
            tournaments.begin()
        measures.start()
        if pubsub:
            pubsub.start()
        admin = Admin(database, games, measure_store, tournaments)
        services.add(admin, Admins(frozenset(one.strip().lower() for one in admins)))
        keeper = Keeper(KeepingStore(database), admin, measures, keep) if keep else None
        if keeper:
            keeper.start()
        if outbox:
            outbox.start(pubsub.heard_all() if pubsub else None)
        try:
            async with tidying(wanted=tidy), feeling(metrics, database.connections), answering(services, model):
                yield
        finally:
            if keeper:
                await keeper.close()
            if outbox:
                await outbox.close()
            if pubsub:
                await pubsub.close()
            if coach:
                await coach.close()
            await measures.close()
            await tournaments.close()
            await games.close()
            await database.close()

    buckets = Buckets(rate) if rate else None
    return Application(
        HANDLED,
        base=base_of(reached.address),
        lifespan=[lifespan],
        middleware=[
            *([DefineMiddleware(monitoring.RequestLog, metrics=metrics)] if metrics else []),
            DefineMiddleware(PromptBodies),
            DefineMiddleware(Guard, hosts=hosts, watched_at=watched_at),
            DefineMiddleware(RateLimit, buckets=buckets),
            *([DefineMiddleware(Recognized)] if accounts else []),
            DefineMiddleware(Moderated),
        ],
        exception_handlers=HANDLERS,
        plugins=[Records(), BothSides(), ById(), NamedIds()],
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=LONG,
            gzip_compress_level=HARD,
            exclude=PACKED,
            exclude_opt_key=model_routes.UNPACKED,
        ),
        openapi_config=OpenAPIConfig("noretreat", "1", render_plugins=[Renderer()], path="/schema"),
        request_max_body_size=MAX_BODY,
        debug=False,
        logging_config=None,  # logging is up to the program around us
    )
