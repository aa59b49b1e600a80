"""Review of games: replay, graphs, sandboxes and positions. None of it changes a real game."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from noretreat.core.board import SIDES
from noretreat.core.state import State
from noretreat.data.facts import Phase, Side
from noretreat.data.load import scenario_ids
from noretreat.explain.knowledge.view import View, view
from noretreat.game import new_game
from noretreat.positions import write_position, write_state
from noretreat.server.analysis import replay, sandbox
from noretreat.server.analysis.replay import Eyes, Graphs, History, Shown
from noretreat.server.game.as_seen import as_seen
from noretreat.server.game.game_names import branch_of, named, sandbox_of
from noretreat.server.game.listing import CreatedGame, NewGame
from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.package import owned_sides
from noretreat.server.game.sandbox_origin import Origin
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import WorkQueue
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import cookies_for, token_for, token_of
from noretreat.server.http.services import service
from noretreat.server.lobby.catalog import GameList
from noretreat.server.lobby.new_game import LONGEST_POSITION, check_seats

CURVES_KEPT: Final = 16
_chance = secrets.SystemRandom()


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The start of a sandbox: a ply of a game, or a position as text."""

    game: str = ""
    ply: int = 0
    eyes: Eyes | None = None
    position: str = ""


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A new game from a step of another one, with the hands as they were, and who plays it."""

    ply: int
    axis: Literal["human", "computer"] = "human"
    soviet: Literal["human", "computer"] = "human"
    level: str = ""
    open_hands: bool = False


class PositionDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position being edited, as text."""

    position: str


class CheckedPosition(msgspec.Struct, frozen=True):
    """A position as the rules understand it: its view, and its text in standard form."""

    view: View
    text: str
    hands: dict[Side, list[int]]


class PositionText(msgspec.Struct, frozen=True):
    """The position at a ply of a game as text; `hidden`: the sides whose hands are left out."""

    text: str
    hidden: list[Side]


class Review:
    """Reviewing past positions and playing on from them in sandboxes."""

    def __init__(self, tables: OpenGames, games: GameList, rng: random.Random = _chance) -> None:
        self._tables, self._games, self._rng = tables, games, rng
        self._queue = WorkQueue()
        self._curves: OrderedDict[tuple[str, int, str], Graphs] = OrderedDict()

    async def replay(self, name: str, token: str, ply: int, wanted: Eyes | None) -> Shown:
        """The position at a ply."""
        async with self._tables.visit(name, token) as match:
            match = as_seen(match, owned_sides(match, token))
            return await asyncio.to_thread(replay.shown, match, self._tables.past(name), token, ply, wanted)

    async def history(self, name: str, token: str, wanted: Eyes | None) -> History:
        """The marks of the slider."""
        async with self._tables.visit(name, token) as match:
            match = as_seen(match, owned_sides(match, token))
            return await asyncio.to_thread(replay.history, match, token, wanted)

    async def graphs(self, name: str, token: str) -> Graphs:
        """The graphs of a game; cached until the game moves on."""
        async with self._tables.visit(name, token) as match:
            match = as_seen(match, owned_sides(match, token))
            key = (name, match.ply, match.row.updated)
            if key not in self._curves:
                self._curves[key] = await asyncio.to_thread(replay.graphs, match)
            self._curves.move_to_end(key)
            while len(self._curves) > CURVES_KEPT:
                self._curves.popitem(last=False)
            return self._curves[key]

    async def text(self, name: str, token: str, ply: int, wanted: Eyes | None) -> PositionText:
        """The position at a ply as text, without the cards that this browser must not see."""
        state, hidden, _ = await self._seen(name, token, ply, wanted)
        return PositionText(sandbox.position_text(state, hidden), hidden)

    async def fork(self, wish: Fork, token: str) -> CreatedGame:
        """Makes a sandbox."""
        if bool(wish.game) == bool(wish.position):
            raise Problem(400, "bad_request", "sandbox-from")
        if wish.position:
            state = await self.check(wish.position)
            return await self._games.create_sandbox(state, Origin(), wish.position, sandbox_of(None), token)
        state, hidden, title = await self._seen(wish.game, token, wish.ply, wish.eyes)
        state = sandbox.fork(state, hidden, self._rng)
        if state.ended is not None:
            raise Problem(400, "bad_request", "sandbox-over")
        return await self._games.create_sandbox(
            state, Origin(wish.game, wish.ply, hidden), write_state(state), sandbox_of(named(title)), token
        )

    async def go_on(self, name: str, wish: GoOn, token: str) -> CreatedGame:
        """Makes a game from a step of another one; refused where a hand in it is hidden from this browser."""
        state, hidden, title = await self._seen(name, token, wish.ply, None)
        if hidden:
            raise Problem(403, "secret", "go-on-secret")
        if state.ended is not None:
            raise Problem(400, "bad_request", "sandbox-over")
        wanted = NewGame(
            scenario=None, axis=wish.axis, soviet=wish.soviet, level=wish.level, open_hands=wish.open_hands
        )
        check_seats(wanted)
        return await self._games.create_from(state.copy(), wanted, branch_of(named(title), wish.ply), token)

    async def _seen(self, name: str, token: str, ply: int, wanted: Eyes | None) -> tuple[State, list[Side], str]:
        """The state at a ply, the hands in it that this browser must not see, and the name of the game."""
        async with self._tables.visit(name, token) as match:
            match = as_seen(match, owned_sides(match, token))
            look = replay.chosen(match, token, wanted)
            hidden = sandbox.hidden_from(match, replay.viewer_of(look), owned_sides(match, token))
            state = await asyncio.to_thread(self._tables.past(name).at, match, min(ply, match.ply))
            return state, hidden, match.row.name

    async def check(self, text: str) -> State:
        """The state of a position as text."""
        if len(text) > LONGEST_POSITION:
            raise Problem(400, "bad_request", "position-long")
        return await self._queue.do(lambda: sandbox.checked(text))


# --- addresses --------------------------------------------------------------------------------------------------
Wanted = Annotated[Eyes | None, QueryParameter(name="as")]
Ply = Annotated[int, QueryParameter(ge=0)]


@get("/api/games/{name:str}/replay", responses=REFUSALS)
async def show_step(request: AnyRequest, name: FromPath[str], ply: Ply = 0, seat: Wanted = None) -> Response[Shown]:
    """The position at a ply, as the viewer asked for may see it."""
    return as_json(await service(request, Review).replay(name, token_of(request), ply, seat))


@get("/api/games/{name:str}/history", responses=REFUSALS)
async def show_history(request: AnyRequest, name: FromPath[str], seat: Wanted = None) -> Response[History]:
    """The marks of the slider: turns, phases, battles, events."""
    return as_json(await service(request, Review).history(name, token_of(request), seat))


@get("/api/games/{name:str}/graphs", responses=REFUSALS)
async def show_graphs(request: AnyRequest, name: FromPath[str]) -> Response[Graphs]:
    """Points, steps, cards and combat dice of the game so far."""
    return as_json(await service(request, Review).graphs(name, token_of(request)))


@get("/api/games/{name:str}/position", responses=REFUSALS)
async def show_position(
    request: AnyRequest, name: FromPath[str], ply: Ply = 0, seat: Wanted = None
) -> Response[PositionText]:
    """The position at a ply as text."""
    return as_json(await service(request, Review).text(name, token_of(request), ply, seat))


@post("/api/positions", status_code=200, responses=REFUSALS)
async def check_position(request: AnyRequest, data: JSONBody[PositionDraft]) -> Response[CheckedPosition]:
    """Checks a position and shows it before anything is played."""
    review = service(request, Review)
    state = await review.check(data.position)
    if not data.position.lstrip().startswith("state "):
        # In phases that start with an automatic part, units can be gone before the first decision.
        state = await review.check(f"{data.position}\nphase movement axis")
    hands = {side: [card for card in range(64) if state.hands[i] >> card & 1] for i, side in enumerate(Side)}
    return as_json(CheckedPosition(view(state, None), write_position(state), hands))


@get("/api/scenarios/{name:str}/position", sync_to_thread=False, responses=REFUSALS)
def scenario_position(name: FromPath[str]) -> PositionText:
    """The set-up of a scenario as text, for the editor to start from."""
    if name not in scenario_ids():
        raise Problem(404, "not_found", "no-scenario")
    state = new_game(name)
    lines = write_position(state).splitlines()
    # The markers are handed out, and the phases that the first turn skips are over, before the first decision.
    kept = [line for line in lines if not line.startswith("supports ")]
    if Phase.CARDS in state.setup.skips:
        kept[1] = f"phase movement {SIDES[state.phasing].value}"
    return PositionText("\n".join(kept), [])


@post("/api/sandboxes", responses=REFUSALS)
async def create_sandbox(request: AnyRequest, data: JSONBody[Fork]) -> Response[CreatedGame]:
    """Makes a sandbox from a ply of a game, or from a position."""
    token = token_for(request)
    created = await service(request, Review).fork(data, token)
    return as_json(created, status=201, cookies=cookies_for(request, token))


@post("/api/games/{name:str}/onward", responses=REFUSALS)
async def go_on(request: AnyRequest, name: FromPath[str], data: JSONBody[GoOn]) -> Response[CreatedGame]:
    """Makes a game that goes on from a step of this one, with the hands as they were."""
    token = token_for(request)
    created = await service(request, Review).go_on(name, data, token)
    return as_json(created, status=201, cookies=cookies_for(request, token))


HANDLED: Final = [
    show_step, show_history, show_graphs, show_position, check_position, scenario_position, create_sandbox, go_on,
]  # fmt: skip
