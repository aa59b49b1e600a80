"""The calls of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from noretreat.server.http.errors import REFUSALS
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import token_of
from noretreat.server.http.services import service
from noretreat.server.tournaments.pages import TournamentList, TournamentPage
from noretreat.server.tournaments.service import Tournaments
from noretreat.server.tournaments.terms import NewTournament
from noretreat.storage.tournaments import State

Which: TypeAlias = Literal["now", "over", "mine"]
_STATES: Final[dict[Which, tuple[State, ...]]] = {"now": ("open", "running"), "over": ("over", "canceled")}


class MadeTournament(msgspec.Struct, frozen=True):
    """A new tournament."""

    id: str


@get("/api/tournaments", responses=REFUSALS)
async def list_tournaments(
    request: AnyRequest,
    which: FromQuery[Which] = "now",
    start: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Response[TournamentList]:
    """A page of tournaments: open and running ones, those that are over, or one's own; `start`: how many newer ones are
    left out.
    """
    tournaments = service(request, Tournaments)
    if which == "mine":
        return as_json(await tournaments.mine(token_of(request)))
    return as_json(await tournaments.listing(_STATES[which], start))


@post("/api/tournaments", responses=REFUSALS)
async def make_tournament(request: AnyRequest, data: JSONBody[NewTournament]) -> Response[MadeTournament]:
    """Makes a tournament; a player with an account may."""
    return as_json(MadeTournament(await service(request, Tournaments).make(token_of(request), data)), status=201)


@get("/api/tournaments/{name:str}", responses=REFUSALS)
async def show_tournament(request: AnyRequest, name: FromPath[str]) -> Response[TournamentPage]:
    """A tournament: its terms, its standings and its rounds."""
    return as_json(await service(request, Tournaments).page(name, token_of(request)))


@post("/api/tournaments/{name:str}/join", status_code=200, responses=REFUSALS)
async def join_tournament(request: AnyRequest, name: FromPath[str]) -> Response[TournamentPage]:
    """Takes a place."""
    await service(request, Tournaments).join(name, token_of(request))
    return as_json(await service(request, Tournaments).page(name, token_of(request)))


@post("/api/tournaments/{name:str}/leave", status_code=200, responses=REFUSALS)
async def leave_tournament(request: AnyRequest, name: FromPath[str]) -> Response[TournamentPage]:
    """Gives the place back; in a running tournament the open games of the round are lost."""
    await service(request, Tournaments).leave(name, token_of(request))
    return as_json(await service(request, Tournaments).page(name, token_of(request)))


@post("/api/tournaments/{name:str}/start", status_code=200, responses=REFUSALS)
async def start_tournament(request: AnyRequest, name: FromPath[str]) -> Response[TournamentPage]:
    """Begins a tournament; its maker may."""
    await service(request, Tournaments).start(name, token_of(request))
    return as_json(await service(request, Tournaments).page(name, token_of(request)))


@post("/api/tournaments/{name:str}/cancel", status_code=200, responses=REFUSALS)
async def cancel_tournament(request: AnyRequest, name: FromPath[str]) -> Response[TournamentPage]:
    """Cancels a tournament that has not begun; its maker may."""
    await service(request, Tournaments).cancel(name, token_of(request))
    return as_json(await service(request, Tournaments).page(name, token_of(request)))


HANDLED: Final[list[Any]] = [
    list_tournaments,
    make_tournament,
    show_tournament,
    join_tournament,
    leave_tournament,
    start_tournament,
    cancel_tournament,
]
