"""The calls of games: handlers read the request, call one method of the service, and answer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Redirect

from noretreat.ask import AskAnswer
from noretreat.core.actions import Action
from noretreat.data.facts import Side
from noretreat.data.ids import MapId
from noretreat.data.languages import Code
from noretreat.explain.questions.query import Answer, Query
from noretreat.orders import Reading
from noretreat.orders.standing import OrderSet
from noretreat.server.analysis.chance_record import ChanceRecord
from noretreat.server.analysis.hints import Explained, Explanation, Hint
from noretreat.server.game.auto_pass import Passing
from noretreat.server.game.listing import CreatedGame, GameNews, Invitation, ListedGame, Lobby, NewGame
from noretreat.server.game.package import Hands, Package
from noretreat.server.http.attempts import counted, guarded
from noretreat.server.http.base_path import based, head_only
from noretreat.server.http.errors import REFUSALS
from noretreat.server.http.responses import AnyRequest, as_json, packed_json, ready_json
from noretreat.server.http.security import cookies_for, token_for, token_of
from noretreat.server.http.services import service
from noretreat.server.http.static_files import Pages
from noretreat.server.lobby.catalog import GameList
from noretreat.server.lobby.puzzling import Puzzling
from noretreat.server.lobby.service import Games

MAX_SAVE: Final = 8 * 1024 * 1024
"""The largest save file taken: that of a long game is a tenth of it."""
_SAVE: Final = "application/x-ndjson"


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a move: the ply the client knows, and the action."""

    ply: int
    action: Action


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an order in words: the ply the client knows, and the text."""

    ply: int
    text: str


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a question in words, and the language it is in."""

    text: Annotated[str, msgspec.Meta(max_length=1000)]
    language: Code = "en"


class OrdersGiven(msgspec.Struct, frozen=True):
    """Orders as text."""

    text: str


class TakenTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of taking back one target: the ply the client knows, and its hex."""

    ply: int
    hex: MapId


class KnownPly(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an undo, and of a hint: the ply the client knows."""

    ply: int


class PassingRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change of rule: the side, and the card windows that it passes unasked."""

    side: Side
    passes: Passing


class PutAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of putting a game away."""

    away: bool


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a rename; an empty name restores the scenario's title."""

    name: str


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a join: the secret at the end of the link; none for a game of the lobby."""

    invite: str = ""
    orders: OrderSet = "ask"
    """The set of standing orders that the player begins with."""


class SaveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an import: the text of a save file."""

    save: str


Open = Annotated[Hands, QueryParameter(name="hands")]
"""A query parameter of what answers with a package, also when it refuses."""


# --- games ------------------------------------------------------------------------------------------------------
@get("/api/games", responses=REFUSALS)
async def list_games(
    request: AnyRequest, start: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0
) -> Response[list[ListedGame]]:
    """A page of the games of this browser, newest first; `start`: how many newer ones are left out."""
    token = token_of(request)
    games = await service(request, GameList).listing(token, start)
    return as_json(games, cookies=cookies_for(request, token) if games else None)


@get("/api/games/news", responses=REFUSALS)
async def list_news(
    request: AnyRequest, since: Annotated[datetime | None, QueryParameter()] = None
) -> Response[GameNews]:
    """What has changed on the list of games of this browser, and the lobby; `since`: the time of the last answer."""
    token = token_of(request)
    return as_json(await service(request, GameList).news(token, since))


@post("/api/games", responses=REFUSALS)
async def create_game(request: AnyRequest, data: JSONBody[NewGame]) -> Response[CreatedGame]:
    """Makes a game."""
    token = token_for(request)
    if data.shared:
        await counted(request, "lobby")
    created = await service(request, GameList).create(data, token)
    return as_json(created, status=201, cookies=cookies_for(request, token))


@post("/api/games/import", responses=REFUSALS, request_max_body_size=MAX_SAVE)
async def import_game(request: AnyRequest, data: JSONBody[SaveFile | str]) -> Response[CreatedGame]:
    """Makes a game from a save file."""
    token = token_for(request)
    text = data if isinstance(data, str) else data.save
    created = await service(request, GameList).save_import(text, token)
    return as_json(created, status=201, cookies=cookies_for(request, token))


@get("/api/games/{name:str}", responses=REFUSALS)
async def show_game(
    request: AnyRequest,
    name: FromPath[str],
    since: Annotated[int, QueryParameter(ge=0)] = 0,
    seat: Annotated[Side | None, QueryParameter(name="as")] = None,
    hands: Open = "all",
) -> Response[Package]:
    """The package of a game, with the log after ply `since`; `hands`: whose may be shown where two share a browser."""
    answer = await service(request, Games).answer(name, token_of(request), since, seat, hands)
    return (
        ready_json(request, answer) if isinstance(answer, bytes) else ready_json(request, answer.plain, answer.packed)
    )


@post("/api/games/{name:str}/actions", status_code=200, responses=REFUSALS)
async def act(request: AnyRequest, name: FromPath[str], data: JSONBody[Play], hands: Open = "all") -> Response[Package]:
    """Plays an action."""
    return packed_json(
        request, await service(request, Games).act(name, token_of(request), data.ply, data.action, hands)
    )


@post("/api/games/{name:str}/undo", status_code=200, responses=REFUSALS)
async def undo(
    request: AnyRequest, name: FromPath[str], data: JSONBody[KnownPly], hands: Open = "all"
) -> Response[Package]:
    """Undoes the last action."""
    return packed_json(request, await service(request, Games).undo(name, token_of(request), data.ply, hands=hands))


@post("/api/games/{name:str}/restart", status_code=200, responses=REFUSALS)
async def restart(
    request: AnyRequest, name: FromPath[str], data: JSONBody[KnownPly], hands: Open = "all"
) -> Response[Package]:
    """Undoes everything back to the start of the phase or the last barrier."""
    return packed_json(
        request, await service(request, Games).undo(name, token_of(request), data.ply, whole=True, hands=hands)
    )


@post("/api/games/{name:str}/take-back", status_code=200, responses=REFUSALS)
async def take_back(
    request: AnyRequest, name: FromPath[str], data: JSONBody[TakenTarget], hands: Open = "all"
) -> Response[Package]:
    """Takes back one declared target; the others stay."""
    return packed_json(
        request, await service(request, Games).take_back(name, token_of(request), data.ply, data.hex, hands)
    )


@post("/api/games/{name:str}/redo", status_code=200, responses=REFUSALS)
async def redo(
    request: AnyRequest, name: FromPath[str], data: JSONBody[KnownPly], hands: Open = "all"
) -> Response[Package]:
    """Redoes the last action undone."""
    return packed_json(request, await service(request, Games).redo(name, token_of(request), data.ply, hands))


@post("/api/games/{name:str}/windows", status_code=204, responses=REFUSALS)
async def pass_windows(request: AnyRequest, name: FromPath[str], data: JSONBody[PassingRule]) -> None:
    """Sets which card windows a seat passes unasked."""
    await service(request, Games).pass_windows(name, token_of(request), data.side, data.passes)


@post("/api/games/{name:str}/query", status_code=200, responses=REFUSALS)
async def query(request: AnyRequest, name: FromPath[str], data: JSONBody[Query]) -> Response[Answer]:
    """Answers a question about the position."""
    return as_json(await service(request, Games).query(name, token_of(request), data))


@post("/api/games/{name:str}/orders", status_code=200, responses=REFUSALS)
async def orders(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Order], hands: Open = "all"
) -> Response[Reading]:
    """Reads an order in words; plays nothing."""
    return as_json(await service(request, Games).orders(name, token_of(request), data.ply, data.text, hands))


@post("/api/games/{name:str}/ask", status_code=200, responses=REFUSALS)
async def ask_in_words(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Asking], hands: Open = "all"
) -> Response[AskAnswer]:
    """Answers a question in words about the position, as far as whoever asks may know."""
    return as_json(await service(request, Games).ask(name, token_of(request), data.text, data.language, hands))


@get("/api/games/{name:str}/orders", responses=REFUSALS)
async def given_orders(
    request: AnyRequest, name: FromPath[str], side: Annotated[Side, QueryParameter(name="as")]
) -> Response[OrdersGiven]:
    """The orders that a seat has carried out this turn, one a line: a text that `orders` reads."""
    return as_json(OrdersGiven(await service(request, Games).orders_given(name, token_of(request), side)))


@post("/api/games/{name:str}/hint", status_code=200, responses=REFUSALS)
async def hint(
    request: AnyRequest, name: FromPath[str], data: JSONBody[KnownPly], hands: Open = "all"
) -> Response[Hint]:
    """The computer's advice and its reasons; plays nothing."""
    return as_json(await service(request, Games).hint(name, token_of(request), data.ply, hands))


@post("/api/games/{name:str}/hurry", status_code=204, responses=REFUSALS)
async def hurry(request: AnyRequest, name: FromPath[str]) -> None:
    """Has the computer play at once what it has found so far."""
    await service(request, Games).hurry(name, token_of(request))


@get("/api/games/{name:str}/why", responses=REFUSALS)
async def why(
    request: AnyRequest, name: FromPath[str], ply: Annotated[int, QueryParameter(ge=1)]
) -> Response[Explanation]:
    """Why a step of the log was taken."""
    return as_json(await service(request, Games).why(name, token_of(request), ply))


@get("/api/games/{name:str}/reasons", responses=REFUSALS)
async def reasons(
    request: AnyRequest,
    name: FromPath[str],
    first: Annotated[int, QueryParameter(ge=1, le=1_000_000)],
    last: Annotated[int, QueryParameter(ge=1, le=1_000_000)],
) -> Response[list[Explained]]:
    """Why the steps from `first` to `last` were taken: those of which there is more to say than the log says."""
    return as_json(await service(request, Games).reasons(name, token_of(request), first, last))


@get("/api/games/{name:str}/chance", responses=REFUSALS)
async def chance_record(request: AnyRequest, name: FromPath[str]) -> Response[ChanceRecord]:
    """The commitment behind a game's dice and deals; once it is over, all that is needed to check them."""
    return as_json(await service(request, Games).chance_record(name))


@post("/api/games/{name:str}/name", status_code=204, responses=REFUSALS)
async def rename_game(request: AnyRequest, name: FromPath[str], data: JSONBody[NewName]) -> None:
    """Renames a game."""
    await service(request, GameList).rename(name, token_of(request), data.name)


@post("/api/games/{name:str}/copy", responses=REFUSALS)
async def copy_game(request: AnyRequest, name: FromPath[str]) -> Response[CreatedGame]:
    """Copies a game; the copy goes on from its current position."""
    return as_json(await service(request, GameList).duplicate(name, token_of(request)), status=201)


@post("/api/games/{name:str}/away", status_code=204, responses=REFUSALS)
async def put_away(request: AnyRequest, name: FromPath[str], data: JSONBody[PutAway]) -> None:
    """Takes a game from the list of those to play, or puts it back."""
    await service(request, GameList).put_away(name, token_of(request), away=data.away)


@delete("/api/games/{name:str}", status_code=204, responses=REFUSALS)
async def delete_game(request: AnyRequest, name: FromPath[str]) -> None:
    """Deletes a game; what came of a puzzle counts all the same."""
    await service(request, Puzzling).settle(name, token_of(request))
    await service(request, GameList).delete(name, token_of(request))


@get("/api/games/{name:str}/save", media_type=_SAVE, responses=REFUSALS)
async def save_game(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The save file of a game."""
    file, content = await service(request, GameList).save_export(name, token_of(request))
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(content, media_type=_SAVE, headers=headers)


@get("/api/lobby", responses=REFUSALS)
async def show_lobby(request: AnyRequest) -> Response[Lobby]:
    """Games of others that anybody may join or watch."""
    return as_json(await service(request, GameList).lobby(token_of(request)))


@get("/api/games/{name:str}/invitation", responses=REFUSALS)
async def show_invitation(request: AnyRequest, name: FromPath[str], invite: FromQuery[str]) -> Response[Invitation]:
    """Shows an invitation."""
    async with guarded(request):
        return as_json(await service(request, GameList).invitation(name, invite, token_of(request)))


@post("/api/games/{name:str}/join", status_code=204, responses=REFUSALS)
async def take_seat(request: AnyRequest, name: FromPath[str], data: JSONBody[Invite]) -> Response[None]:
    """Takes the seat that an invitation offers."""
    token = token_for(request)
    if data.invite:
        async with guarded(request):
            await service(request, GameList).join(name, data.invite, token, data.orders)
    else:
        await service(request, GameList).sit(name, token, data.orders)
    return Response(None, status_code=204, cookies=cookies_for(request, token))


@get("/join/{name:str}/{invite:str}", include_in_schema=False)
async def join(request: AnyRequest, name: FromPath[str], invite: FromPath[str]) -> Redirect | Response[bytes]:
    """An invitation: a browser is shown what it offers, and asked; a program takes the seat and is sent to the game.

    Who asks for the head alone takes nothing.
    """
    if "text/html" in request.headers.get("accept", "") or head_only(request):
        pages = service(request, Pages)
        return pages.page(request)
    token = token_for(request)
    async with guarded(request):
        await service(request, GameList).join(name, invite, token)
    return Redirect(based(request, f"/g/{name}"), status_code=303, cookies=cookies_for(request, token))


HANDLED: Final = [
    list_games, list_news, create_game, import_game, show_game, act, undo, restart, redo, take_back, pass_windows,
    query, ask_in_words, orders, given_orders, hint, hurry, why, reasons, chance_record, rename_game, copy_game,
    put_away, delete_game, save_game, show_lobby, show_invitation, take_seat, join,
]  # fmt: skip
