"""Sandboxes: games to try things out. One browser plays both sides, from any position.

A sandbox of a game in progress must reveal nothing that its maker does not know: the hidden cards are dealt anew, from
all the cards that could be there.
"""

from __future__ import annotations

import random
from typing import Final

from noretreat import game
from noretreat.core.board import SIDE_INDEX, SIDES
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS
from noretreat.data.facts import Side
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.explain.knowledge.view import view
from noretreat.positions import position, write_position
from noretreat.server.game.match import Match
from noretreat.server.game.package import open_to
from noretreat.server.game.sandbox_origin import origin_of
from noretreat.server.game.set_up import set_up


def hidden_from(match: Match, viewer: Side | None, owned: list[Side]) -> list[Side]:
    """The sides whose hands `viewer` must not see: none if the game is over, or if this browser plays both sides of it
    as a sandbox or with open hands.
    """
    own_sandbox = origin_of(match.row.scenario) is not None and len(owned) == len(SIDES)
    if game.outcome(match.state) is not None or own_sandbox or open_to(match, owned):
        return []
    return [side for side in SIDES if side is not viewer]


def fork(state: State, hidden: list[Side], rng: random.Random) -> State:
    """The state to play on from: as it was, but with new hidden hands of the same sizes.

    The new cards do not depend on the old ones: they are dealt from all cards that nobody else has seen.
    """
    if not hidden:
        return state.copy()
    return Knowledge(state, [SIDE_INDEX[side] for side in hidden]).deal(rng)


def position_text(state: State, hidden: list[Side]) -> str:
    """A position as text, with a comment line for each hand that must not be seen."""
    if not hidden:
        return write_position(state)
    blank = state.copy()
    notes = []
    for side in hidden:
        index = SIDE_INDEX[side]
        notes.append(f"# hand {side.value}: {blank.hands[index].bit_count()} cards, not known")
        blank.hands[index] = NO_CARDS
    return "\n".join([write_position(blank), *notes])


ALIKE: Final = 0.7
"""The share of counters in the same hexes from which two positions count as the same one."""


def alike(one: State, two: State) -> bool:
    """True if most of the counters on the map stand in the same hexes."""
    first, second = _standing(one), _standing(two)
    return len(first & second) >= ALIKE * max(len(first), len(second), 1)


def _standing(state: State) -> set[tuple[str, str]]:
    return {(unit.id, unit.at) for unit in view(state, None).units if unit.at[:1].isdigit()}


def checked(text: str) -> State:
    """The state of a typed position; raises `Problem` with the line and what is wrong with it."""
    return set_up(lambda: position(text))
