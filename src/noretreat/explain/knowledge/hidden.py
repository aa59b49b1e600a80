"""A side's knowledge of a position, and full states that agree with it (5.0; CRD-14).

Only cards are hidden: those of a hand that the enemy has not been shown, and therefore also those left in the pile.
Everything else is known and reveals much: which cards are discarded, shown, or not in the game yet, and that no hand
keeps a card with a red event (CRD-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from noretreat.core.actions import Action, Pass
from noretreat.core.board import SIDES, cards_in
from noretreat.core.kernel import CHANCE
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, CardMask, CardNumber, SideIndex
from noretreat.data.facts import Side
from noretreat.rules.deck import KeepOne
from noretreat.rules.windows import red_cards

if TYPE_CHECKING:
    from random import Random

TRIES: Final = 1000
"""The most deals to try for one that leads to the current question."""


class Unseen(NamedTuple):
    """The unseen cards of a hand: all that is known of them is their number."""

    side: SideIndex
    old: int
    """Cards that were there before this phase: none of them has a red event."""
    new: int
    """Cards that may have been drawn in this phase: a red event may wait among them (C-86)."""
    choice: int
    """The number of them drawn for a choice, of which one is kept (`deck.KeepOne`)."""


class Knowledge:
    """A position without what only the `hidden` sides know.

    It holds nothing of the truth: two positions that look the same make the same knowledge. It can be sent to another
    process.
    """

    __slots__ = ("_known", "_unseen")

    def __init__(self, state: State, hidden: Sequence[SideIndex]) -> None:
        self._known, self._unseen = _without(state, hidden)

    @property
    def known(self) -> State:
        """The position with the unseen cards back in their piles. It never changes."""
        return self._known

    @property
    def hand_sizes(self) -> dict[Side, int]:
        """The number of cards that either side holds."""
        sizes = {side: self._known.hands[at].bit_count() for at, side in enumerate(SIDES)}
        for unseen in self._unseen:
            sizes[SIDES[unseen.side]] += unseen.old + unseen.new
        return sizes

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of a side that is not hidden, if it decides; otherwise none."""
        return self._known.options

    def deal(self, rng: Random) -> State:
        """A full state that agrees with what is known; `rng` deals the cards that are not.

        The options are worked out from these cards.
        """
        state = self._dealt(rng)
        if state.options or state.question is None:
            return state
        for _ in range(TRIES):
            if _ask(state):
                return state
            state = self._dealt(rng)
        state.options = state.options or (Pass(),)
        return state

    def _dealt(self, rng: Random) -> State:
        """The known state with hands that fit it, but with no new options."""
        state = self._known.copy()
        for unseen in self._unseen:
            _deal(state, unseen, rng)
        return state


def _without(state: State, hidden: Sequence[SideIndex]) -> tuple[State, tuple[Unseen, ...]]:
    """A copy in which the unseen cards of these sides are back in their piles, and how many there were.

    Where both sides are hidden, nothing is known of what they have shown each other.
    """
    known = state.copy()
    if len(hidden) > 1:
        known.shown = [NO_CARDS, NO_CARDS]
    unseen = tuple(_put_back(known, side) for side in hidden)
    question = known.question
    if question is not None and question.actor(state) in (CHANCE, *hidden):
        known.options = ()
    return known, unseen


def _put_back(state: State, side: SideIndex) -> Unseen:
    """Puts the unseen cards of a hand back in the pile, and forgets which of them the frames name."""
    seen = state.hands[side] & state.shown[side]
    away = state.hands[side] & ~seen
    choice = 0
    for depth, frame in enumerate(state.stack):
        if isinstance(frame, KeepOne) and frame.side == side:
            choice = (away & ~frame.before).bit_count()
            state.stack[depth] = KeepOne(side, NO_CARDS)
    state.hands[side] = seen
    state.red_due[side] &= seen
    state.set_pile(side, state.pile(side) | away)
    held = away.bit_count()
    new = min(state.drawn[side], held)
    return Unseen(side, held - new, new, choice)


def _deal(state: State, unseen: Unseen, rng: Random) -> None:
    """Deals a hand out of its pile, with the red events that wait in it and the cards that the frames name."""
    side = unseen.side
    red, pile = red_cards(state, side), state.pile(side)
    plain = pile & ~red
    old = _some(plain if plain.bit_count() >= unseen.old else pile, unseen.old, rng)
    new = _some(pile & ~_mask(old), unseen.new, rng)
    dealt = _mask([*old, *new])
    state.set_pile(side, pile & ~dealt)
    state.hands[side] |= dealt
    state.red_due[side] |= _mask(new) & red
    if unseen.choice:
        before = state.hands[side] & ~_mask([*old, *new][-unseen.choice :])
        state.stack = [
            KeepOne(side, before) if isinstance(frame, KeepOne) and frame.side == side else frame
            for frame in state.stack
        ]


def _some(cards: CardMask, count: int, rng: Random) -> list[CardNumber]:
    """A number of these cards, in the order in which they are dealt."""
    return rng.sample(cards_in(cards), count) if count else []


def _mask(cards: Sequence[CardNumber]) -> CardMask:
    return sum((1 << card for card in cards), NO_CARDS)


def _ask(state: State) -> bool:
    """Works out the options; True if the question is asked with them, since a single answer is given without asking."""
    question = state.question
    assert question is not None
    state.options = tuple(question.options(state))
    least = 1 if question.always_asks(state) or question.actor(state) == CHANCE else 2
    return len(state.options) >= least
