"""The course of a game as the computer valued its positions, player turn by player turn."""

from __future__ import annotations

from typing import NamedTuple

from noretreat import game
from noretreat.core.board import SIDES
from noretreat.data.facts import Side
from noretreat.storage import savegame
from noretreat.storage.savegame import SavedGame


class Worth(NamedTuple):
    """The computer's valuation of a position that it decided in."""

    n: int
    """The number of the action that it decided on."""
    turn: int
    phasing: Side
    """The side whose player turn it was."""
    side: Side
    """To whom it was worth that."""
    points: float
    """In points of its evaluation: about a city hex each; more is better for `side`."""


def curve(saved: SavedGame) -> list[Worth]:
    """The computer's valuations in a saved game, in order; empty if no computer played, or gave any.

    Raises `SaveError` when the game does not replay.
    """
    done = savegame.replay(saved)
    state = savegame.replay(saved, done.start).state
    found = []
    for entry, _ in done.entries:
        points = saved.worths.get(entry.n)
        if points is not None:
            found.append(Worth(entry.n, state.turn, SIDES[state.phasing], Side(entry.by), points))
        state, _ = game.apply(state, entry.action)
    return found
