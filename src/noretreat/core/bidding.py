"""Bids for sides: each player secretly names a side, and how much of a handicap the enemy may have for it.

The steps of the handicap are those of balancing (15.11). Each contains the one before it, so that a higher bid is
never a smaller gift, whatever a card or a die is worth in a scenario.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, TypeAlias

import msgspec

from noretreat.core.setup import Options
from noretreat.core.sides import AXIS, ENEMY, SIDE_INDEX, SIDES
from noretreat.data.facts import Side


class Step(NamedTuple):
    """A handicap: cards in each draw and pips on each combat die, of the side that is given it and of the giver."""

    cards: int = 0
    dice: int = 0
    giver_cards: int = 0
    giver_dice: int = 0


LADDER: Final = (Step(), Step(1), Step(2), Step(2, giver_cards=-1), Step(2, 1, -1), Step(2, 1, -1, -1))
"""The handicaps, by their number of steps."""
MOST: Final = len(LADDER) - 1
"""The highest bid."""


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side that a player wants, and the steps of handicap that the enemy may have for it."""

    side: Side
    steps: Annotated[int, msgspec.Meta(ge=0, le=MOST)]


Bids: TypeAlias = tuple[Bid, Bid]
"""That of the host, who made the game, and that of the guest."""


def _enemy(side: Side) -> Side:
    return SIDES[ENEMY[SIDE_INDEX[side]]]


def is_tie(bids: Bids) -> bool:
    """True if the dice have to decide: both bid the same for the same side."""
    return bids[0] == bids[1]


def host_sides(bids: Bids) -> tuple[Side, ...]:
    """The sides that the host may come to play: one, unless the dice decide."""
    host, guest = bids
    if host.side is not guest.side or host.steps > guest.steps:
        return (host.side,)
    return (host.side, _enemy(host.side)) if is_tie(bids) else (_enemy(host.side),)


def handicap(bids: Bids) -> tuple[Side, int]:
    """The side that is given a handicap, and its steps: none if the players want different sides, else the higher
    bid.
    """
    host, guest = bids
    return _enemy(host.side), max(host.steps, guest.steps) if host.side is guest.side else 0


def balanced(options: Options, bids: Bids) -> Options:
    """The options of a game whose sides were settled by these bids."""
    given, steps = handicap(bids)
    step = LADDER[steps]
    order = 1 if SIDE_INDEX[given] == AXIS else -1
    draws, dice = (step.cards, step.giver_cards)[::order], (step.dice, step.giver_dice)[::order]
    return msgspec.structs.replace(options, draw_modifiers=draws, die_modifiers=dice)
