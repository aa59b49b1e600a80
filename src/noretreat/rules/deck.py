"""Hands and piles (chapters 3.4, 5.0, 5.2 and 5.5; CRD-3 to CRD-5, CRD-10, CRD-11): drawing, discarding, shuffling.

The draw pile is a set without an order: chance deals the cards one at a time, so no player can foresee them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, Dealt, Discard
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, byte_tables, cards_in, picked
from noretreat.core.kernel import CHANCE, Decision, Procedure, call
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, CardMask, CardNumber, SideIndex
from noretreat.rules import extension, joker
from noretreat.rules.calendar import PLOESTI, RUMANIA
from noretreat.rules.joker import JOKER
from noretreat.rules.windows import receive, waiting_cards

_MOSCOW: Final = BOARD.mask("2008")
_CAUCASUS: Final = BOARD.mask("2022")


def draw_count(state: State, side: SideIndex) -> int:
    """Cards to draw in this Card Phase (CRD-2), never below zero."""
    return max(0, _draw_count(state, side))


def _draw_count(state: State, side: SideIndex) -> int:
    """The base draw (5.2) with every change to it (EVT-8, EVT-21, BAL-1); the changes may exceed it."""
    rules, turn = state.rules, state.turn
    if side == AXIS and turn == 23 and rules.t23_axis_draw is not None:
        return rules.t23_axis_draw
    count = rules.draw_base + state.setup.options.draw_modifiers[side]
    if rules.no_surrender == "option":
        count -= state.lost_draws[side]  # 15.6
    if side == AXIS:
        summer_offensive = turn in (8, 9)  # 1942 (13.5)
        # A Panzer army that was lost when it was withdrawn costs a card (13.5).
        return count + summer_offensive - _rumanian_loss(state) - state.penalty_draws
    moscow, caucasus = bool(state.axis_control & _MOSCOW), bool(state.axis_control & _CAUCASUS)
    late_strength = turn >= 21  # from late 1944 on (13.5)
    return count - moscow - caucasus + late_strength


def _rumanian_loss(state: State) -> int:
    """The cards the Axis draws less because of Rumania: one when the oil is lost; under the classic rules, until the
    map extension, one for Soviet units there and two for three or more (C-11).
    """
    if state.rules.axis_draw_penalty == "rumania_units_until_extension" and not extension.is_laid(state):
        invaders = len(state.units_in(RUMANIA, SOVIET))
        if not invaders:
            return 0
        return 2 if invaders >= 3 else 1
    return state.soviet_control >> PLOESTI & 1


def draw(state: State, side: SideIndex, count: int) -> None:
    """Makes `side` draw cards, one chance decision each."""
    if count > 0:
        call(state, DrawCards(side, count))


class DrawCards(Decision, frozen=True, gc=False):
    """Chance deals the next card (CRD-3)."""

    side: SideIndex
    count: int

    def actor(self, state: State) -> SideIndex:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Every card of the pile, all equally likely; none if there is nothing left to draw."""
        refill(state, self.side)
        return picked(_DEALS, state.pile(self.side))

    def choose(self, state: State, action: Action) -> None:
        """Puts the card in the hand, or carries out its red event (CRD-4); then draws the rest."""
        assert isinstance(action, Dealt)
        if self.count > 1:
            call(state, DrawCards(self.side, self.count - 1))
        state.set_pile(self.side, state.pile(self.side) & ~(1 << action.card))
        state.emit(events.CardDrawn(SIDES[self.side], action.card))
        receive(state, self.side, action.card)


_DEALS: Final = byte_tables([Dealt(CardNumber(number)) for number in range(64)])
"""The deals of each card."""


def refill(state: State, side: SideIndex) -> None:
    """Reshuffles when one card is left: that card and the discards become a new pile (CRD-3)."""
    if state.pile(side).bit_count() <= 1 and state.discarded(side):
        reshuffle(state, side)


def reshuffle(state: State, side: SideIndex) -> None:
    """Shuffles the discards of a side into its draw pile, except a card that is being played."""
    pile = state.pile(side)
    for card in state.discarded(side):
        pile |= 1 << card
    state.set_pile(side, pile)
    state.set_discarded(side, ())
    _tell_of_shuffling(state, pile)


def _tell_of_shuffling(state: State, pile: int) -> None:
    """Logs the size of the new pile, if the rules make it public (CRD-10)."""
    state.emit(events.DeckReshuffled(pile.bit_count() if state.rules.discard_top_visible else None))


class Reshuffle(Procedure, frozen=True, gc=False):
    """Shuffles the deck once everything above this frame is done."""

    STAGES = ("shuffle",)
    side: SideIndex

    def shuffle(self, state: State) -> None:
        """Shuffles the discards into the draw pile."""
        reshuffle(state, self.side)


class RandomDiscard(Decision, frozen=True, gc=False):
    """Chance picks a card to discard from a hand."""

    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, all equally likely."""
        return picked(_DEALS, state.hands[self.side])

    def choose(self, state: State, action: Action) -> None:
        """Discards the card."""
        assert isinstance(action, Dealt)
        discard(state, self.side, action.card, "random")


class KeepOne(Decision, frozen=True, gc=False):
    """The choice of the one drawn card to keep (D-26). A single card is kept without asking, and so are red events that
    wait.
    """

    CODE = "keep_one"
    side: SideIndex
    before: CardMask
    """The hand before the draw."""

    def actor(self, state: State) -> SideIndex:
        """The side that drew."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any of the new cards, while there are two."""
        new = state.hands[self.side] & ~self.before & ~waiting_cards(state, self.side)
        return [Discard(card) for card in cards_in(new)] if new.bit_count() > 1 else ()

    def choose(self, state: State, action: Action) -> None:
        """Discards it."""
        assert isinstance(action, Discard)
        discard(state, self.side, action.card, "event")


def draw_and_keep_one(state: State, side: SideIndex, count: int) -> None:
    """Makes `side` draw cards and discard all but one of them."""
    for _ in range(count - 1):
        call(state, KeepOne(side, state.hands[side]))
    draw(state, side, count)


def spendable(state: State, side: SideIndex) -> CardMask:
    """Mask of the cards that a side may discard or pay with: its hand, without red events that wait (C-86)."""
    return state.hands[side] & ~waiting_cards(state, side)


def discard(state: State, side: SideIndex, card: CardNumber, why: str) -> None:
    """Discards a card from a hand, to the common pile or its owner's (CRD-13)."""
    state.leaves_hand(side, card)
    state.set_discarded(side, (*state.discarded(side), card))
    state.emit(events.CardDiscarded(SIDES[side], card, why))


def change_deck_1945(state: State) -> None:
    """Changes the deck in January 1945: removes the early cards from hands and piles, adds the late ones, shuffles
    (CRD-11).
    """
    out, new = changes_of_1945(state)
    purged = [(state.hands[side] & out).bit_count() for side in (AXIS, SOVIET)]
    state.hands = [hand & ~out for hand in state.hands]
    state.shown = [shown & ~out for shown in state.shown]
    for side in (AXIS, SOVIET) if state.has_own_deck(SOVIET) else (AXIS,):
        pile = state.pile(side) | new
        for card in state.discarded(side):
            pile |= 1 << card
        state.set_pile(side, pile & ~out)
        state.set_discarded(side, ())
        _tell_of_shuffling(state, pile & ~out)
    if state.rules.replace_purged_hand_cards:
        for side in (SOVIET, AXIS):
            draw(state, side, purged[side])


def changes_of_1945(state: State) -> tuple[CardMask, CardMask]:
    """Masks of the cards that leave and join in 1945 (CRD-11); a deck of unknown texts goes by the faces
    (`deck_data`).
    """
    # RULING (C-149): the marks on the cards count, ten green ones, not the thirteen of the booklet.
    rules = state.rules
    if rules.deck_data == "faces":
        new = sum((1 << CardNumber(card) for card in rules.cards_1945_in if isinstance(card, int)), NO_CARDS)
        return sum((1 << CardNumber(card) for card in rules.cards_1945_out), NO_CARDS), new
    leaving = sum((1 << number for number, card in BOARD.cards.items() if card.leaves_1945), NO_CARDS)
    return leaving, sum((1 << number for number, card in BOARD.cards.items() if card.joins_1945), NO_CARDS)


def starting_pile(rules: Rules) -> CardMask:
    """Mask of the deck before 1945 (SET-4): the cards that do not join in 1945, as many as the rule set has, and the
    card without an event that fills a side's own deck (C-1). A deck of unknown texts goes by the faces (`deck_data`).
    """
    early = [number for number, card in sorted(BOARD.cards.items()) if not (card.joins_1945 or card.joker)]
    if rules.deck_data == "faces":
        early = early[: rules.deck_start_size]
    if joker.fills_decks(rules) and len(early) < rules.deck_start_size:
        early.append(JOKER)
    return sum((1 << number for number in early), NO_CARDS)


def take_card(state: State, side: SideIndex, card: CardNumber, frm: str) -> None:
    """Puts a card that is being played, or a discard, in a hand; unless it was searched for, the enemy knows it.

    If each side has its own deck, an enemy card goes to its owner's discards instead (CRD-13).
    """
    if frm == "enemy" and state.rules.deck_model == "per_player":
        return
    state.table = tuple(other for other in state.table if other != card)
    state.set_discarded(side, tuple(other for other in state.discarded(side) if other != card))
    state.hands[side] |= 1 << card
    if frm != "search":
        state.shown[side] |= 1 << card
    state.emit(events.CardTaken(SIDES[side], card, frm))
