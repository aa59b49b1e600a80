"""What one side must not know of the other, and a state in which it is something else that might be true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noretreat.core.board import bits
from noretreat.core.state import State
from noretreat.core.types import SideIndex

if TYPE_CHECKING:
    from random import Random


def deal_anew(state: State, sides: Sequence[SideIndex], rng: Random) -> None:
    """Gives these sides other hands of the same size, out of their hands and the pile that they all draw from.

    It changes the fields that are declared secret, and no others. Which cards come does not depend on those that were
    held; the hands out of one pile are to be dealt in one go: no deal may tell what the other hand does not hold. Nor
    does it tell of red events that still have to happen: no new card has one.
    """
    unseen = state.pile(sides[0])
    for side in sides:
        unseen |= state.hands[side]
    for side in sides:
        hand = rng.sample(bits(unseen), state.hands[side].bit_count())
        state.hands[side] = sum(1 << card for card in hand)
        unseen &= ~state.hands[side]
        state.red_due[side] = 0
    state.set_pile(sides[0], unseen)
