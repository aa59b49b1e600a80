"""The Card Phase and everything that moves a card (chapter 5; CRD-1 to CRD-15).

The draw pile is a set without an order: cards are dealt one at a time by chance, so nobody can foresee them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, Dealt, Discard, Done, Pass, PayCard
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, bits
from noretreat.core.kernel import CHANCE, Decision, Procedure, call
from noretreat.core.records import Effect
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.rules import extension, joker
from noretreat.rules.calendar import PLOESTI, RUMANIA
from noretreat.rules.joker import JOKER
from noretreat.rules.purchases import can_take_back
from noretreat.rules.windows import (
    Answerable,
    Window,
    cancel_card,
    happen,
    happens_on_draw,
    open_window,
    payment_event,
    title_of,
)

_MOSCOW: Final = BOARD.mask("2008")
_CAUCASUS: Final = BOARD.mask("2022")


def draw_count(state: State, side: int) -> int:
    """Cards to draw in this Card Phase (CRD-2), never below zero."""
    return max(0, sum(change for change, _ in draw_changes(state, side)))


def draw_changes(state: State, side: int) -> list[tuple[int, str]]:
    """The base draw and every change to it (EVT-8, EVT-21), each with its reason."""
    rules, turn = state.rules, state.turn
    if side == AXIS and turn == 23 and rules.t23_axis_draw is not None:
        return [(rules.t23_axis_draw, "the Axis draw of January 1945 (13.5)")]
    changes = [(rules.draw_base, "cards a turn (5.2)")]
    if state.setup.options.draw_modifiers[side]:
        changes.append((state.setup.options.draw_modifiers[side], "balancing"))
    if state.lost_draws[side] and rules.no_surrender == "option":
        changes.append((-state.lost_draws[side], "No Surrender (15.6)"))
    if side == AXIS:
        if turn in (8, 9):
            changes.append((1, "German summer offensive 1942 (13.5)"))
        changes += _rumanian_loss(state)
        if state.penalty_draws:
            changes.append((-state.penalty_draws, "a Panzer army was lost when it was withdrawn (13.5)"))
    else:
        if state.axis_control & _MOSCOW:
            changes.append((-1, "the Axis holds Moscow (5.2)"))
        if state.axis_control & _CAUCASUS:
            changes.append((-1, "the Axis holds the Caucasus oil (5.2)"))
        if turn >= 21:
            changes.append((1, "Soviet strength of late 1944 (13.5)"))
    return changes


def _rumanian_loss(state: State) -> list[tuple[int, str]]:
    """What the Axis draw loses in Rumania: a card with the oil; by the first edition, until its map extension, one
    with Soviet units there and two with three or more (C-11).
    """
    if state.rules.axis_draw_penalty == "rumania_units_until_extension" and not extension.is_laid(state):
        invaders = len(state.units_in(RUMANIA, SOVIET))
        return [(-2 if invaders >= 3 else -1, "Soviet units in Rumania (5.2)")] if invaders else []
    return [(-1, "the Soviets hold the Rumanian oil (5.2)")] if state.soviet_control >> PLOESTI & 1 else []


def draw(state: State, side: int, count: int) -> None:
    """`side` draws cards, one chance decision each."""
    if count > 0:
        call(state, DrawCards(side, count))


class DrawCards(Decision, frozen=True, gc=False):
    """Chance deals the next card (CRD-3)."""

    side: int
    count: int

    def actor(self, state: State) -> int:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Every card of the pile, all equally likely; none when there is nothing left to draw."""
        refill(state, self.side)
        pile = state.pile(self.side)
        return _DEALS.get(pile) or _deals(pile)

    def choose(self, state: State, action: Action) -> None:
        """The card goes to the hand, or its red event happens at once (CRD-4); the rest is drawn after it."""
        assert isinstance(action, Dealt)
        if self.count > 1:
            call(state, DrawCards(self.side, self.count - 1))
        state.set_pile(self.side, state.pile(self.side) & ~(1 << action.card))
        state.emit(events.CardDrawn(SIDES[self.side], action.card))
        if happens_on_draw(state, self.side, action.card):
            happen(state, self.side, action.card)
        else:
            state.hands[self.side] |= 1 << action.card


_DEALS: dict[int, tuple[Action, ...]] = {}
_DEAL: Final = tuple(Dealt(card) for card in range(64))


def _deals(pile: int) -> tuple[Action, ...]:
    """The deals of a pile, remembered for the piles met most often."""
    deals = tuple(_DEAL[card] for card in bits(pile))
    if len(_DEALS) > 4096:
        _DEALS.clear()
    _DEALS[pile] = deals
    return deals


def refill(state: State, side: int) -> None:
    """The last card of the pile is not drawn: it and the discards become a new pile (CRD-3)."""
    if state.pile(side).bit_count() <= 1 and state.discarded(side):
        reshuffle(state, side)


def reshuffle(state: State, side: int) -> None:
    """The discards are shuffled into the draw pile of a side; a card on the table is not among them."""
    pile = state.pile(side)
    for card in state.discarded(side):
        pile |= 1 << card
    state.set_pile(side, pile)
    state.set_discarded(side, ())
    _tell_of_shuffling(state, pile)


def _tell_of_shuffling(state: State, pile: int) -> None:
    """The log names the size of the new pile where the rules let it be known (CRD-10)."""
    state.emit(events.DeckReshuffled(pile.bit_count() if state.rules.discard_top_visible else None))


class Reshuffle(Procedure, frozen=True, gc=False):
    """The deck is shuffled once everything above this is done."""

    STEPS = ("shuffle",)
    side: int

    def shuffle(self, state: State) -> None:
        """Discards and draw pile become one."""
        reshuffle(state, self.side)


class RandomDiscard(Decision, frozen=True, gc=False):
    """Chance picks a card of a hand to be discarded."""

    side: int

    def actor(self, state: State) -> int:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, all equally likely."""
        return _deals(state.hands[self.side])

    def choose(self, state: State, action: Action) -> None:
        """It goes to the pile."""
        assert isinstance(action, Dealt)
        discard(state, self.side, action.card, "random")


class KeepOne(Decision, frozen=True, gc=False):
    """Of the cards just drawn one is kept (D-26); a single one is kept without a question."""

    CODE = "keep_one"
    side: int
    before: int
    """The hand before the draw."""

    def actor(self, state: State) -> int:
        """Who drew."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any of the new cards, as long as there are two."""
        new = state.hands[self.side] & ~self.before
        return [Discard(card) for card in bits(new)] if new.bit_count() > 1 else ()

    def choose(self, state: State, action: Action) -> None:
        """Discards it."""
        assert isinstance(action, Discard)
        discard(state, self.side, action.card, "event")


def draw_and_keep_one(state: State, side: int, count: int) -> None:
    """`side` draws cards and discards all of them but one."""
    for _ in range(count - 1):
        call(state, KeepOne(side, state.hands[side]))
    draw(state, side, count)


def discard(state: State, side: int, card: int, why: str) -> None:
    """A card goes from a hand to the common pile, or to its owner's (CRD-13)."""
    state.hands[side] &= ~(1 << card)
    state.set_discarded(side, (*state.discarded(side), card))
    state.emit(events.CardDiscarded(SIDES[side], card, why))


class DiscardDown(Decision, frozen=True, gc=False):
    """The phasing side discards down to the cards it may keep (CRD-1, D-20)."""

    CODE = "discard"
    side: int
    keep: int
    why: str = "discard"
    """`discard` in the Card Phase, where the other side may answer; `opening` before the game."""

    def actor(self, state: State) -> int:
        """The owner of the hand."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, while there are too many."""
        hand = state.hands[self.side]
        return [Discard(card) for card in bits(hand)] if hand.bit_count() > self.keep else ()

    def choose(self, state: State, action: Action) -> None:
        """Discards it and asks again while needed."""
        assert isinstance(action, Discard)
        self.again(state)
        discard(state, self.side, action.card, "discard")
        if self.why == "discard":
            call(state, CardSpent(self.side, card=action.card, purpose="discard"))


class CardSpent(Answerable, frozen=True, gc=False, kw_only=True):
    """A card of the hand was discarded, as payment or in the Card Phase: the other side may cancel that (CARDS 3)."""

    STEPS = ("answer", "settle")
    card: int
    purpose: str
    owed: int = 0
    """What this card pays off, and what is still to pay."""

    def answer(self, state: State) -> None:
        """Cards that cancel a discard."""
        open_window(state, Window.REACT, 1 - self.side)

    def settle(self, state: State) -> None:
        """A cancelled payment is void and made again; one that stands may bring an event of its own with it."""
        if self.purpose == "discard":
            return
        if self.cancelled:
            state.emit(events.PaymentVoid(SIDES[self.side], self.card))
            call(state, PayCards(self.side, self.owed, self.purpose, void=True))
            return
        happening = payment_event(state, self.side, self.card, self.purpose)
        if happening is None:
            pay(state, self.side, self.owed - 1, self.purpose)
            return
        call(state, PayRest(self.side, self.owed - 1, self.purpose))
        state.emit(events.EventPlayed(SIDES[self.side], self.card, title_of(self.card, self.side)))
        state.played[self.side] |= 1 << self.card  # once is enough (CRD-8)
        happening.effect(state, self.side, self.purpose)


class PayCards(Decision, frozen=True, gc=False):
    """A price is paid with cards of one's choice (CRD-6b, D-40)."""

    CODE = "pay"
    side: int
    count: int
    purpose: str = ""
    """What for: `replace`, `improve`, ... or empty."""
    void: bool = False
    """The enemy cancelled a payment: it may be made again, or what was bought is taken back."""

    def actor(self, state: State) -> int:
        """The payer."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, and the Joker; after a cancelled payment also taking back what was bought."""
        cards = [PayCard(card) for card in bits(state.hands[self.side])]
        if joker.pays(state, self.side):
            cards.append(PayCard(JOKER))
        return [*cards, Pass()] if self.void and can_take_back(state) else cards

    def choose(self, state: State, action: Action) -> None:
        """Discards it: the payment stands if nobody objects. Without a payment nothing is bought."""
        if isinstance(action, Pass):
            cancel_card(state)
            return
        assert isinstance(action, PayCard)
        if action.card == JOKER and joker.pays(state, self.side):
            pay(state, self.side, self.count - 1, self.purpose)  # nobody can cancel it (C-56)
            joker.hand_over(state, 1 - self.side, "payment")
        else:
            call(state, CardSpent(self.side, card=action.card, purpose=self.purpose, owed=self.count))
            discard(state, self.side, action.card, "payment")


REPLACING: Final = "replace"
"""The purpose of a payment for a replacement."""
PAYS_MORE: Final[dict[tuple[int, int], int]] = {}
"""(side, card) -> payments beyond the first that a card is good for, with an event in the PAYMENT window."""


def purse(state: State, side: int) -> int:
    """How many payments a side is good for: its hand, the Joker, what was paid in advance."""
    hand = state.hands[side]
    worth = hand.bit_count() + sum(effect.value for effect in state.effects if _is_credit(effect, side))
    worth += joker.pays(state, side)
    for (owner, card), more in PAYS_MORE.items():
        if owner == side and hand >> card & 1 and payment_event(state, side, card, ""):
            worth += more
    return worth


def _is_credit(effect: Effect, side: int) -> bool:
    """A payment that a card made in advance."""
    return effect.kind == "credit" and effect.side == side


def can_pay(state: State, side: int, price: int) -> bool:
    """Is a side good for so many payments, what is already on the bill set aside?"""
    bill = state.bill if side == state.phasing else 0
    return state.hands[side].bit_count() - bill >= price or purse(state, side) - bill >= price


def pay(state: State, side: int, price: int, purpose: str = "") -> None:
    """Asks for the payment of a price, what was paid in advance taken off; nothing for a price of 0."""
    credit = next((effect for effect in state.effects if _is_credit(effect, side)), None)
    if price > 0 and credit is not None:
        state.effects = tuple(effect for effect in state.effects if effect is not credit)
        price -= credit.value
    if price > 0:
        call(state, PayCards(side, price, purpose))


def charge(state: State, side: int, price: int, purpose: str = "") -> None:
    """Has a price of the Organization Phase paid: at once, or by the computer rules with all others (ORG-15)."""
    if state.rules.entrain_phase == "organization" and state.phase == "organization":
        state.bill += price
        if purpose == REPLACING:
            state.bill_replacing += price
    else:
        pay(state, side, price, purpose)


def settle_bill(state: State, side: int) -> None:
    """Has everything on the bill paid, replacements first: which card pays for what may matter (ORG-15, 12A)."""
    replacing, other = state.bill_replacing, state.bill - state.bill_replacing
    state.bill = state.bill_replacing = 0
    call(state, PayRest(side, other))
    pay(state, side, replacing, REPLACING)


class PayRest(Procedure, frozen=True, gc=False):
    """What is left of a price is paid once what stands above this is done."""

    STEPS = ("pay",)
    side: int
    owed: int
    purpose: str = ""

    def pay(self, state: State) -> None:
        """Asks for the rest."""
        pay(state, self.side, self.owed, self.purpose)


class ExchangeCards(Decision, frozen=True, gc=False):
    """The holder of the Joker may lay any number of cards aside and draw as many (C-56, mode `redraw`)."""

    CODE = "exchange_cards"
    side: int
    count: int = 0
    """Cards laid aside so far."""

    def actor(self, state: State) -> int:
        """The holder."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, or enough."""
        return [Done(), *(Discard(card) for card in bits(state.hands[self.side]))]

    def choose(self, state: State, action: Action) -> None:
        """Lays a card aside, or draws for those that were."""
        if isinstance(action, Discard):
            call(state, ExchangeCards(self.side, self.count + 1))
            discard(state, self.side, action.card, "event")
        elif self.count:
            draw(state, self.side, self.count)
            joker.hand_over(state, 1 - self.side, "redraw")


class CardPhase(Procedure, frozen=True, gc=False):
    """Discard to two, then draw (5.1, 5.2), with the card windows before, between and after."""

    STEPS = ("open", "discard", "between", "draw", "no_surrender", "second_front", "redraw", "close")
    side: int

    def open(self, state: State) -> None:
        """Cards may be played at the start of the phase."""
        self._windows(state)

    def discard(self, state: State) -> None:
        """Down to two cards (CRD-1)."""
        call(state, DiscardDown(self.side, state.rules.hand_keep))

    def between(self, state: State) -> None:
        """Cards may be played before the draw."""
        self._windows(state)

    def draw(self, state: State) -> None:
        """Four cards, more or fewer (CRD-2, CRD-5)."""
        draw(state, self.side, draw_count(state, self.side))

    def no_surrender(self, state: State) -> None:
        """Cards lost by No Surrender: not drawn, or by the computer rules discarded afterwards (NSR-1, NSR-2)."""
        lost, state.lost_draws[self.side] = state.lost_draws[self.side], 0
        if lost and state.rules.no_surrender == "option_discard_after_draw":
            call(state, DiscardDown(self.side, max(0, state.hands[self.side].bit_count() - lost)))

    def second_front(self, state: State) -> None:
        """By the living rules a second-front event costs the Axis a card (CRD-15)."""
        loses = state.rules.red_event_axis_discard
        if self.side == AXIS and loses and BOARD.calendar[state.turn].second_front:
            call(state, DiscardDown(AXIS, max(0, state.hands[AXIS].bit_count() - loses)))

    def redraw(self, state: State) -> None:
        """Where the Joker exchanges cards, it does so now (C-56)."""
        if joker.redraws(state, self.side):
            call(state, ExchangeCards(self.side))

    def close(self, state: State) -> None:
        """Cards may be played at the end of the phase."""
        self._windows(state)

    def _windows(self, state: State) -> None:
        open_window(state, Window.CARD, self.side)
        open_window(state, Window.CARD_OPPONENT, 1 - self.side)


def change_deck_1945(state: State) -> None:
    """January 1945: the early cards leave hands and piles, the late ones come in, all is shuffled (CRD-11)."""
    out, new = changes_of_1945(state)
    purged = [(state.hands[side] & out).bit_count() for side in (AXIS, SOVIET)]
    state.hands = [hand & ~out for hand in state.hands]
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


def changes_of_1945(state: State) -> tuple[int, int]:
    """The cards that leave and those that join (CRD-11); with a deck of unknown texts the faces tell (`deck_data`)."""
    rules = state.rules
    if rules.deck_data == "faces":
        new = sum(1 << card for card in rules.cards_1945_in if isinstance(card, int))
        return sum(1 << card for card in rules.cards_1945_out), new
    leaving = sum(1 << number for number, card in BOARD.cards.items() if card.leaves_1945)
    return leaving, sum(1 << number for number, card in BOARD.cards.items() if card.joins_1945)


def starting_pile(rules: Rules) -> int:
    """A deck before 1945 (SET-4): the cards that do not join in 1945, as many as the rule set has, and the card
    without an event that fills a side's own deck (C-1). With a deck of unknown texts the faces tell (`deck_data`).
    """
    early = [number for number, card in sorted(BOARD.cards.items()) if not (card.joins_1945 or card.joker)]
    if rules.deck_data == "faces":
        early = early[: rules.deck_start_size]
    if joker.fills_decks(rules) and len(early) < rules.deck_start_size:
        early.append(JOKER)
    return sum(1 << number for number in early)
