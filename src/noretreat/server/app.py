"""The web application: addresses and cookies. Handlers read the request, call one service method, and answer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, Response, delete, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Redirect

from noretreat.core.actions import Action
from noretreat.data.facts import Facts, Side
from noretreat.data.load import load_facts
from noretreat.explain.questions import Answer, Query
from noretreat.orders import Reading
from noretreat.server import monitoring
from noretreat.server.accounts import wiring
from noretreat.server.accounts.messages import LETTERS
from noretreat.server.accounts.sessions import Recognized
from noretreat.server.analysis.chance_record import ChanceRecord
from noretreat.server.analysis.hints import Explanation, Hint
from noretreat.server.clocks.now import now
from noretreat.server.computer.players import Computer
from noretreat.server.game.auto_pass import Passing
from noretreat.server.game.listing import Created, Invitation, Listed, Lobby, NewGame
from noretreat.server.game.package import Hands, Package
from noretreat.server.http.attempts import Tries, guarded
from noretreat.server.http.base_path import Application, base_of, based, head_only
from noretreat.server.http.errors import HANDLERS, REFUSALS, Problem
from noretreat.server.http.live import Hub, follow
from noretreat.server.http.openapi import BothSides, Records, Renderer
from noretreat.server.http.pubsub import relay_of
from noretreat.server.http.rate_limit import Buckets, Limits, Pace
from noretreat.server.http.reachability import UNKNOWN, Reachability
from noretreat.server.http.responses import AnyRequest, AnySocket, as_json
from noretreat.server.http.security import LOOPBACK, Guard, cookie_for, hashed, token_for, token_of
from noretreat.server.http.static_files import Pages, answer
from noretreat.server.lobby import bidding, offers, review
from noretreat.server.lobby.catalog import MOST_GAMES
from noretreat.server.lobby.offers import Choices, Learning
from noretreat.server.lobby.service import Games
from noretreat.server.notify.outbox import MailSettings, PostOffice, Smtp
from noretreat.server.players import (
    blocks,
    invitations,
    notice_settings,
    preferences,
    presence,
    profiles,
    table_service,
)
from noretreat.server.players import players as people
from noretreat.storage.attempts import TryStore
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Database, StorageError, default_folder, url_of
from noretreat.storage.invitations import GuestStore
from noretreat.storage.jobs import JobStore
from noretreat.storage.notices import NoticeStore
from noretreat.storage.people import PeopleStore
from noretreat.storage.preferences import HabitStore
from noretreat.storage.reply_times import ConductStore
from noretreat.storage.table_talk import TableTalk

MAX_BODY: Final = 256 * 1024
"""The largest request taken, ..."""
MAX_SAVE: Final = 8 * 1024 * 1024
"""... and the largest save file: that of a long game is a tenth of it."""
_SAVE: Final = "application/x-ndjson"
IMMUTABLE: Final = "public, max-age=31536000, immutable"


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a move: the ply the client knows, and the action."""

    ply: int
    action: Action


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an order in words: the ply the client knows, and the text."""

    ply: int
    text: str


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an undo, and of a hint: the ply the client knows."""

    ply: int


class Unasked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change of rule: the side, and the card windows that it passes unasked."""

    side: Side
    passes: Passing


class Away(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of putting a game away."""

    away: bool


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a rename; an empty name restores the scenario's title."""

    name: str


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a join: the secret at the end of the link; none for a game of the lobby."""

    invite: str = ""


class AddedSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a seed: 32 random bytes as hexadecimal digits."""

    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class SaveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an import: the text of a save file."""

    save: str


Open = Annotated[Hands, QueryParameter(name="hands")]
"""A query parameter of what answers with a package, also when it refuses."""


def _games(connection: Any) -> Games:
    games: Games = connection.app.state.games
    return games


# --- facts ------------------------------------------------------------------------------------------------------
@get("/api/board", sync_to_thread=False)
def board(request: AnyRequest) -> Response[Facts]:
    """The facts that do not depend on a game: map, counters, calendar, tables, cards."""
    return answer(request, request.app.state.board, "no-cache")


@get("/api/options", sync_to_thread=False)
def options() -> Choices:
    """What a new game can be: scenarios, rule sets, opponents."""
    return offers.choices()


@get("/api/reachability", sync_to_thread=False)
def reachability(request: AnyRequest) -> Reachability:
    """Whether other computers can open an invitation, and at what address."""
    found: Reachability = request.app.state.reachability
    return found


# --- games ------------------------------------------------------------------------------------------------------
@get("/api/lessons", sync_to_thread=False)
def lessons_list() -> Learning:
    """The lessons in order, and the tips for a first turn."""
    return offers.learning()


@get("/api/games", responses=REFUSALS)
async def list_games(
    request: AnyRequest, start: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0
) -> Response[list[Listed]]:
    """A page of the games of this browser, newest first; `start`: how many newer ones are left out."""
    token = token_of(request)
    games = await _games(request).listing(token, start)
    return as_json(games, cookies=[cookie_for(request, token)] if games else None)


@post("/api/games", responses=REFUSALS)
async def create_game(request: AnyRequest, data: JSONBody[NewGame]) -> Response[Created]:
    """Makes a game."""
    token = token_for(request)
    created = await _games(request).create(data, token)
    return as_json(created, status=201, cookies=[cookie_for(request, token)])


@post("/api/games/import", responses=REFUSALS, request_max_body_size=MAX_SAVE)
async def import_game(request: AnyRequest, data: JSONBody[SaveFile | str]) -> Response[Created]:
    """Makes a game from a save file."""
    token = token_for(request)
    text = data if isinstance(data, str) else data.save
    created = await _games(request).save_import(text, token)
    return as_json(created, status=201, cookies=[cookie_for(request, token)])


@get("/api/games/{name:str}", responses=REFUSALS)
async def show_game(
    request: AnyRequest,
    name: FromPath[str],
    since: Annotated[int, QueryParameter(ge=0)] = 0,
    seat: Annotated[Side | None, QueryParameter(name="as")] = None,
    hands: Open = "all",
) -> Response[Package]:
    """The package of a game, with the log after ply `since`; `hands`: whose may be shown where two share a browser."""
    return as_json(await _games(request).show(name, token_of(request), since, seat, hands))


@post("/api/games/{name:str}/actions", status_code=200, responses=REFUSALS)
async def act(request: AnyRequest, name: FromPath[str], data: JSONBody[Play], hands: Open = "all") -> Response[Package]:
    """Plays an action."""
    return as_json(await _games(request).act(name, token_of(request), data.ply, data.action, hands))


@post("/api/games/{name:str}/undo", status_code=200, responses=REFUSALS)
async def undo(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Known], hands: Open = "all"
) -> Response[Package]:
    """Undoes the last action."""
    return as_json(await _games(request).undo(name, token_of(request), data.ply, hands=hands))


@post("/api/games/{name:str}/restart", status_code=200, responses=REFUSALS)
async def restart(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Known], hands: Open = "all"
) -> Response[Package]:
    """Undoes everything back to the start of the phase or the last barrier."""
    return as_json(await _games(request).undo(name, token_of(request), data.ply, whole=True, hands=hands))


@post("/api/games/{name:str}/redo", status_code=200, responses=REFUSALS)
async def redo(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Known], hands: Open = "all"
) -> Response[Package]:
    """Redoes the last action undone."""
    return as_json(await _games(request).redo(name, token_of(request), data.ply, hands))


@post("/api/games/{name:str}/windows", status_code=204, responses=REFUSALS)
async def pass_windows(request: AnyRequest, name: FromPath[str], data: JSONBody[Unasked]) -> None:
    """Sets which card windows a seat passes unasked."""
    await _games(request).pass_windows(name, token_of(request), data.side, data.passes)


@post("/api/games/{name:str}/query", status_code=200, responses=REFUSALS)
async def query(request: AnyRequest, name: FromPath[str], data: JSONBody[Query]) -> Response[Answer]:
    """Answers a question about the position."""
    return as_json(await _games(request).query(name, token_of(request), data))


@post("/api/games/{name:str}/orders", status_code=200, responses=REFUSALS)
async def orders(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Order], hands: Open = "all"
) -> Response[Reading]:
    """Reads an order in words; plays nothing."""
    return as_json(await _games(request).orders(name, token_of(request), data.ply, data.text, hands))


@post("/api/games/{name:str}/hint", status_code=200, responses=REFUSALS)
async def hint(request: AnyRequest, name: FromPath[str], data: JSONBody[Known], hands: Open = "all") -> Response[Hint]:
    """What the computer would do in the player's place, and why; plays nothing."""
    return as_json(await _games(request).hint(name, token_of(request), data.ply, hands))


@post("/api/games/{name:str}/hurry", status_code=204, responses=REFUSALS)
async def hurry(request: AnyRequest, name: FromPath[str]) -> None:
    """Has the computer play at once what it has found so far."""
    await _games(request).hurry(name, token_of(request))


@get("/api/games/{name:str}/why", responses=REFUSALS)
async def why(
    request: AnyRequest, name: FromPath[str], ply: Annotated[int, QueryParameter(ge=1)]
) -> Response[Explanation]:
    """Why a step of the log was taken."""
    return as_json(await _games(request).why(name, token_of(request), ply))


@post("/api/games/{name:str}/seed", status_code=204, responses=REFUSALS)
async def add_seed(request: AnyRequest, name: FromPath[str], data: JSONBody[AddedSeed]) -> None:
    """Adds a player's own randomness to the dice and deals to come."""
    await _games(request).add_seed(name, token_of(request), data.seed)


@get("/api/games/{name:str}/chance", responses=REFUSALS)
async def chance_record(request: AnyRequest, name: FromPath[str]) -> Response[ChanceRecord]:
    """The commitment behind a game's dice and deals; once it is over, all that is needed to check them."""
    return as_json(await _games(request).chance_record(name))


@post("/api/games/{name:str}/name", status_code=204, responses=REFUSALS)
async def rename_game(request: AnyRequest, name: FromPath[str], data: JSONBody[Name]) -> None:
    """Renames a game."""
    await _games(request).rename(name, token_of(request), data.name)


@post("/api/games/{name:str}/copy", responses=REFUSALS)
async def copy_game(request: AnyRequest, name: FromPath[str]) -> Response[Created]:
    """Copies a game; the copy goes on from its current position."""
    return as_json(await _games(request).duplicate(name, token_of(request)), status=201)


@post("/api/games/{name:str}/away", status_code=204, responses=REFUSALS)
async def put_away(request: AnyRequest, name: FromPath[str], data: JSONBody[Away]) -> None:
    """Takes a game from the list of those to play, or puts it back."""
    await _games(request).put_away(name, token_of(request), away=data.away)


@delete("/api/games/{name:str}", status_code=204, responses=REFUSALS)
async def delete_game(request: AnyRequest, name: FromPath[str]) -> None:
    """Deletes a game."""
    await _games(request).delete(name, token_of(request))


@get("/api/games/{name:str}/save", media_type=_SAVE, responses=REFUSALS)
async def save_game(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The save file of a game."""
    file, content = await _games(request).save_export(name, token_of(request))
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(content, media_type=_SAVE, headers=headers)


@get("/api/lobby", responses=REFUSALS)
async def show_lobby(request: AnyRequest) -> Response[Lobby]:
    """Games of others that anybody may join or watch."""
    return as_json(await _games(request).lobby(token_of(request)))


@get("/api/games/{name:str}/invitation", responses=REFUSALS)
async def show_invitation(request: AnyRequest, name: FromPath[str], invite: FromQuery[str]) -> Response[Invitation]:
    """What an invitation offers."""
    async with guarded(request):
        return as_json(await _games(request).invitation(name, invite, token_of(request)))


@post("/api/games/{name:str}/join", status_code=204, responses=REFUSALS)
async def take_seat(request: AnyRequest, name: FromPath[str], data: JSONBody[Invite]) -> Response[None]:
    """Takes the seat that an invitation offers."""
    token = token_for(request)
    if data.invite:
        async with guarded(request):
            await _games(request).join(name, data.invite, token)
    else:
        await _games(request).sit(name, token)
    return Response(None, status_code=204, cookies=[cookie_for(request, token)])


@websocket("/api/games/{name:str}/live")
async def live(socket: AnySocket, name: FromPath[str]) -> None:
    """Reports every time the game has moved on, and tells the others who is here."""
    player = hashed(token_of(socket))
    try:
        ply = await _games(socket).ply(name)
    except Problem as problem:
        await socket.accept()
        await socket.close(code=4404, reason=problem.text)
        return
    with contextlib.suppress(StorageError):
        await socket.app.state.notices.came(name, player)
    await follow(socket, socket.app.state.hub, name, ply, player)
    # The game may be gone; and a server that stops waits for no page.
    with contextlib.suppress(Problem, StorageError, asyncio.CancelledError):
        await socket.app.state.companies.left(name, player, now())


# --- pages ------------------------------------------------------------------------------------------------------
@get(
    [
        "/",
        "/new",
        "/edit",
        "/learn",
        "/join",
        "/recover",
        "/account",
        "/account/{page:str}",
        "/g/{name:str}",
        "/p/{name:str}",
    ],
    sync_to_thread=False,
    include_in_schema=False,
)
def page(request: AnyRequest) -> Response[bytes] | Redirect:
    """The client."""
    pages: Pages = request.app.state.pages
    host, _, port = request.headers.get("host", "").partition(":")
    server = request.scope.get("server")
    if host == "localhost" and server is not None and server[0] == "127.0.0.1":
        # Browsers keep the cookies of the two names apart: under the other name a player's games would be missing.
        asked = f"?{request.url.query}" if request.url.query else ""
        path = based(request, request.url.path)
        return Redirect(f"http://127.0.0.1:{port or 80}{path}{asked}", status_code=307)
    return pages.page(request)


@get("/join/{name:str}/{invite:str}", include_in_schema=False)
async def join(request: AnyRequest, name: FromPath[str], invite: FromPath[str]) -> Redirect | Response[bytes]:
    """An invitation: a browser is shown what it offers, and asked; a program takes the seat and is sent to the game.

    Who asks for the head alone takes nothing.
    """
    if "text/html" in request.headers.get("accept", "") or head_only(request):
        pages: Pages = request.app.state.pages
        return pages.page(request)
    token = token_for(request)
    async with guarded(request):
        await _games(request).join(name, invite, token)
    return Redirect(based(request, f"/g/{name}"), status_code=303, cookies=[cookie_for(request, token)])


@get("/{path:path}", sync_to_thread=False, include_in_schema=False)
def asset(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the client. Built assets have a hash of their contents in their names, so they never change."""
    pages: Pages = request.app.state.pages
    name = str(path).lstrip("/")
    found = pages.asset(name)
    if found is None:
        raise Problem(404, "not_found", "no-page")
    return answer(request, found, IMMUTABLE if name.startswith("assets/") else "no-cache")


HANDLED: Final = [
    board, options, reachability, lessons_list, list_games, create_game, import_game, show_game, act, undo, restart,
    redo, pass_windows, query, orders, hint, hurry, why, add_seed, chance_record, rename_game, copy_game, delete_game,
    put_away, save_game, show_lobby, show_invitation, take_seat, live, page, join, asset,
    *review.HANDLED, *people.HANDLED, *presence.HANDLED, *table_service.HANDLED, *notice_settings.HANDLED,
    *preferences.HANDLED, *invitations.HANDLED, *monitoring.HANDLED, *wiring.HANDLED, *blocks.HANDLED, *bidding.HANDLED,
    *profiles.HANDLED,
]  # fmt: skip


def _board() -> Any:
    """The static facts as one prepared response."""
    from hashlib import sha256

    from noretreat.server.http.static_files import Asset

    content = msgspec.json.encode(load_facts())
    return Asset(content, "application/json", f'"{sha256(content).hexdigest()[:20]}"')


def create_app(
    data_dir: Path | str | None = None,
    *,
    database_url: str | None = None,
    hosts: Iterable[str] = LOOPBACK,
    reachability: Reachability = UNKNOWN,
    workers: int = 1,
    most_games: int = MOST_GAMES,
    lost: Callable[[], None] = lambda: None,
    pace: Pace | None = None,
    mail: MailSettings | None = None,
    figures: monitoring.Figures | None = None,
    accounts: bool = False,
) -> Litestar:
    """The application. `hosts`: the names it answers to; none means any (behind `--host`). `reachability`: who can
    follow an invitation. `most_games`: the running games that one player may have with other people. `lost` is called
    when the file of the games was taken away: the server has to stop.
    `pace`: how much a visitor may ask; None: anything, as on one's own computer. `mail`: how players are told of their
    turn; None: not at all. `figures`: where requests are counted. `accounts`: whether players may have one;
    that needs mail.
    """
    folder = Path(data_dir) if data_dir is not None else default_folder()
    base = base_of(reachability.address)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        if database_url is None:
            folder.mkdir(parents=True, exist_ok=True)
        database = Database(database_url or url_of(folder), lost=lost)
        await database.open(secrets.token_hex(4))
        hub, computer = Hub(), Computer(workers)
        minutes, relay = mail.minutes if mail else None, relay_of(database, hub)
        jobs = JobStore(database) if database.shared else None
        games, players = Games(database, hub, computer, most_games, minutes, jobs), PeopleStore(database)
        store = NoticeStore(database)
        habits_kept = HabitStore(database)
        office = PostOffice(store, habits_kept, Smtp(mail.server), mail.head, hub.here, LETTERS) if mail else None
        talk, people_here = TableTalk(database), people.People(players, games)
        tries = Tries(TryStore(database))
        app.state.update(
            {
                "database": database,
                "hub": hub,
                "games": games,
                "pages": Pages(base=base),
                "study": review.Study(games),
                "people": people_here,
                "companies": presence.Companies(players, talk, games, hub, BlockStore(database)),
                "blocks": blocks.Blocks(BlockStore(database), games),
                "notices": notice_settings.NoticeBoard(store, habits_kept, minutes),
                "guests": invitations.Guests(GuestStore(database), players, games, told=mail is not None),
                "habits": preferences.Habits(habits_kept, players),
                "profiles": profiles.Profiles(ConductStore(database), players, BlockStore(database)),
                "sides": bidding.Sides(games),
                "dealings": table_service.Dealings(games, talk),
                "board": _board(),
                "reachability": reachability,
                "relay": relay,
                "figures": figures,
                "tries": tries if pace else None,
            }
        )
        if accounts and mail:
            app.state.update(wiring.parts(database, players, people_here, games, tries, reachability.address))
        if relay:
            relay.start()
        if office:
            office.start(relay.heard_all() if relay else None)
        try:
            yield
        finally:
            if office:
                await office.close()
            if relay:
                await relay.close()
            await games.close()
            await database.close()

    buckets = Buckets(pace) if pace else None
    return Application(
        HANDLED,
        base=base,
        lifespan=[lifespan],
        middleware=[
            *([DefineMiddleware(monitoring.Watched, figures=figures)] if figures else []),
            DefineMiddleware(Guard, hosts=hosts),
            DefineMiddleware(Limits, buckets=buckets),
            *([DefineMiddleware(Recognized)] if accounts else []),
        ],
        exception_handlers=HANDLERS,
        plugins=[Records(), BothSides()],
        compression_config=CompressionConfig("gzip", minimum_size=800, gzip_compress_level=3),
        openapi_config=OpenAPIConfig("noretreat", "1", render_plugins=[Renderer()], path="/schema"),
        request_max_body_size=MAX_BODY,
        debug=False,
        logging_config=None,  # logging is up to the program around us
    )
