"""Positions out of games: where a Movement Phase or the declaring of attacks begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noretreat import game
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import Seat, game_seed, play_out
from noretreat.core.actions import Action
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.puzzles.records import Origin

BEGINNINGS = ("move", "declare")
"""Questions with which a puzzle can begin, once for each in a player turn."""


class Source(NamedTuple):
    """A position out of a game."""

    state: State
    scenario: str
    origin: Origin


class Game(NamedTuple):
    """A game of computer players, as its actions."""

    scenario: str
    options: Options
    origin: Origin
    actions: tuple[Action, ...]


def positions_of(played: Game) -> Iterator[Source]:
    """The positions of a game in which a puzzle can begin."""
    state = game.new_game(played.scenario, played.options)
    seen: set[tuple[int, int, str]] = set()
    for ply, action in enumerate(played.actions):
        code = "" if state.question is None else state.question.CODE
        key = (state.turn, state.phasing, code)
        if code in BEGINNINGS and key not in seen:
            seen.add(key)
            yield Source(state, played.scenario, _at(played.origin, ply))
        state, _ = game.apply_trusted(state, action)


def _at(origin: Origin, ply: int) -> Origin:
    return Origin(origin.axis, origin.soviet, origin.seed, origin.number, ply)


def new_game(scenario: str, options: Options, players: tuple[str, str], seed: int, number: int) -> Game:
    """A game played now."""
    own = game_seed(seed, number)
    actions: list[Action] = []
    play_out(
        game.new_game(scenario, options),
        Seat(Side.AXIS, players[0], own).choose,
        Seat(Side.SOVIET, players[1], own + 1).choose,
        Fate(own).choose,
        lambda before, action, *_: actions.append(action),
    )
    return Game(scenario, options, Origin(players[0], players[1], seed, number), tuple(actions))


def replay(start: State, actions: Iterable[Action]) -> State:
    """The position after these actions."""
    for action in actions:
        start, _ = game.apply_trusted(start, action)
    return start
