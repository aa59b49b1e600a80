"""Paying with cards (chapter 5.4; CRD-6, ORG-15): prices, what a side can pay, payments that are canceled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    ChooseUnit,
    Pass,
    PayCard,
)
from noretreat.core.board import BOARD, ENEMY, SIDES, cards_in
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.lasting import Effect, Kind
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules import joker, optional, purchases, windows
from noretreat.rules.deck import discard, spendable
from noretreat.rules.joker import JOKER
from noretreat.rules.purchases import can_take_back
from noretreat.rules.windows import Answerable, Window, cancel_card, open_window, payment_event


class CardSpent(Answerable, frozen=True, gc=False, kw_only=True):
    """A card was discarded from the hand, as payment or in the Card Phase: the other side may cancel this (5.3.5)."""

    STAGES = ("answer", "settle")
    card: CardNumber
    purpose: str
    owed: int = 0
    """`purpose` and `owed`: what this card pays for, and the number of cards still owed."""

    def answer(self, state: State) -> None:
        """Cards that cancel a discard."""
        open_window(state, Window.REACT, ENEMY[self.side])

    def settle(self, state: State) -> None:
        """Asks for a cancelled payment again; one that stands may trigger the card's event."""
        if self.purpose == "discard":
            return
        if self.cancelled:
            state.emit(events.PaymentVoid(SIDES[self.side], self.card))
            again = PayCards(self.side, self.owed, self.purpose, void=True)
            call(state, PayBill(self.side, void=True) if is_billed(state) else again)
            return
        _has_paid(state, self.side, self.owed, self.purpose)
        if self.purpose == REORGANIZING and state.setup.options.faster_reorganization:
            call(state, optional.SecondMarker(self.side, card=self.card))
        happening = payment_event(state, self.side, self.card, self.purpose)
        if happening is None:
            return
        state.emit(events.EventPlayed(SIDES[self.side], self.card))
        state.played[self.side] |= 1 << self.card  # once is enough (CRD-8)
        happening.effect(state, self.side, self.purpose)


class PayCards(Decision, frozen=True, gc=False):
    """The choice of the cards that pay a price (CRD-6b, D-40)."""

    CODE = "pay"
    side: SideIndex
    count: int
    purpose: str = ""
    """The purpose: `replace`, `improve`, ... or empty."""
    void: bool = False
    """The enemy cancelled a payment: the side pays again, or takes back what it bought."""

    def actor(self, state: State) -> SideIndex:
        """The payer."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, and the Joker; after a cancelled payment also taking back the purchase, which is all
        that is left to do if the price cannot be paid in full any more.
        """
        if not is_billed(state) and can_take_back(state) and purse(state, self.side) < self.count:
            # RULING (C-132): nothing keeps a side from spending its cards on events meanwhile, and nothing is free.
            return [Pass()]
        cards = [PayCard(card) for card in cards_in(spendable(state, self.side))]
        if joker.pays(state, self.side):
            cards.append(PayCard(JOKER))
        returns = purchases.returnable(state) if is_billed(state) else can_take_back(state)
        return [*cards, Pass()] if self.void and returns else cards

    def choose(self, state: State, action: Action) -> None:
        """Discards the card, which pays unless it is cancelled; without a payment, takes back the purchase."""
        if isinstance(action, Pass):
            if is_billed(state):
                call(state, PayBill(self.side, void=True))
                call(state, TakeBack(self.side))
            else:
                cancel_card(state)
            return
        assert isinstance(action, PayCard)
        if action.card == JOKER and joker.pays(state, self.side):
            _has_paid(state, self.side, self.count, self.purpose)  # nobody can cancel it (C-56)
            joker.hand_over(state, ENEMY[self.side], "payment")
        else:
            call(state, CardSpent(self.side, card=action.card, purpose=self.purpose, owed=self.count))
            discard(state, self.side, action.card, "payment")


REPLACING: Final = "replace"
"""The purpose of a payment for a replacement."""
REORGANIZING: Final = "reorganize"
"""The purpose of a payment for a reorganization."""
PAYS_MORE: Final[dict[tuple[SideIndex, CardNumber], int]] = {}
"""(side, card) -> extra payments that a card is worth, by an event in the PAYMENT window."""


def purse(state: State, side: SideIndex) -> int:
    """Return the number of cards a side can pay: its hand, the Joker, and credit from events."""
    hand = spendable(state, side)
    worth = hand.bit_count() + sum(effect.value for effect in state.effects if _is_credit(effect, side))
    worth += joker.pays(state, side)
    for (owner, card), more in PAYS_MORE.items():
        if owner == side and hand >> card & 1 and payment_event(state, side, card, ""):
            worth += more
    return worth


def _is_credit(effect: Effect, side: SideIndex) -> bool:
    """True if this effect is credit for the side's next payment."""
    return effect.kind == Kind.CREDIT and effect.side == side


def can_pay(state: State, side: SideIndex, price: int) -> bool:
    """True if a side can pay this price on top of its unpaid bill."""
    bill = state.bill if side == state.phasing else 0
    return spendable(state, side).bit_count() - bill >= price or purse(state, side) - bill >= price


def pay(state: State, side: SideIndex, price: int, purpose: str = "") -> None:
    """Asks for the payment of a price, less any credit; nothing happens for a price of 0."""
    credit = next((effect for effect in state.effects if _is_credit(effect, side)), None)
    if price > 0 and credit is not None:
        state.effects = tuple(effect for effect in state.effects if effect is not credit)
        price -= credit.value
    if price > 0:
        call(state, PayCards(side, price, purpose))


def pays_at_the_end(state: State) -> bool:
    """True if purchases are paid for when the phase ends, as in the digital rules' Organization Phase (ORG-15)."""
    return state.rules.entrain_phase == Phase.ORGANIZATION and state.phase == Phase.ORGANIZATION


def charge(state: State, side: SideIndex, price: int, purpose: str = "") -> None:
    """Charges a price of the Organization Phase: at once, or under the digital rules with all others (ORG-15)."""
    if pays_at_the_end(state):
        bought = windows.pending(state)
        assert isinstance(bought, purchases.Purchase)
        purchases.keep(state, bought, price, purpose == REPLACING)
        state.bill += price
        if purpose == REPLACING:
            state.bill_replacing += price
    else:
        pay(state, side, price, purpose)


def is_billed(state: State) -> bool:
    """True if the current payment is for the phase's bill. In older states its payment had left the bill."""
    return state.bill > 0 and pays_at_the_end(state)


def _has_paid(state: State, side: SideIndex, owed: int, purpose: str) -> None:
    """Record that a card has paid: one less is owed, and the rest is asked for next."""
    if is_billed(state):
        _owe_less(state, 1, purpose == REPLACING)
        call(state, PayBill(side))
    else:
        call(state, PayRest(side, owed - 1, purpose))


def _owe_less(state: State, cards: int, replacing: bool) -> None:
    """Takes cards off the bill."""
    state.bill = max(0, state.bill - cards)
    state.bill_replacing = min(state.bill, max(0, state.bill_replacing - cards * replacing))


class PayBill(Procedure, frozen=True, gc=False):
    """The bill of the Organization Phase, card by card: what cannot be paid is taken back (ORG-15, C-131)."""

    STAGES = ("pay",)
    side: SideIndex
    void: bool = False
    """The last payment was cancelled: the side pays again, or takes something back."""

    def pay(self, state: State) -> None:
        """Asks for the next card, or what is taken back; once nothing can be paid or taken back, the bill is over."""
        for credit in [effect for effect in state.effects if _is_credit(effect, self.side)][: state.bill]:
            state.effects = tuple(effect for effect in state.effects if effect is not credit)
            _owe_less(state, credit.value, state.bill_replacing > 0)
        cards = purse(state, self.side)
        if cards < state.bill and purchases.returnable(state):
            # RULING (C-131): a card is never asked for what cannot be paid in full.
            call(state, self)
            call(state, TakeBack(self.side))
        elif state.bill and cards:
            call(state, PayCards(self.side, *_next_payment(state), void=self.void))
        else:
            state.bill = state.bill_replacing = 0
            state.unpaid = ()


def _next_payment(state: State) -> tuple[int, str]:
    """Return the number of cards to ask for next, and their purpose: replacements first, since it can matter which card
    pays for them (12A), and reorganizations last, where it can matter too (15.5).
    """
    if state.bill_replacing:
        return state.bill_replacing, REPLACING
    if not state.setup.options.faster_reorganization:
        return state.bill, ""
    last = sum(bought.price for bought in state.unpaid if bought.kind == purchases.MARKER)
    return (state.bill - last, "") if state.bill > last else (state.bill, REORGANIZING)


class TakeBack(Decision, frozen=True, gc=False):
    """The choice of the unpaid purchase of this phase to take back (ORG-15, C-131)."""

    CODE = "take_back"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The payer."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Each unit of which something can be taken back."""
        return [ChooseUnit(BOARD.unit_ids[unit]) for unit in purchases.returnable(state)]

    def choose(self, state: State, action: Action) -> None:
        """Takes back what was bought last for this unit, and what builds upon it."""
        assert isinstance(action, ChooseUnit)
        purchases.return_last(state, BOARD.unit_index[action.unit])


class PayRest(Procedure, frozen=True, gc=False):
    """Asks for the rest of a price once everything above this frame is done."""

    STAGES = ("pay",)
    side: SideIndex
    owed: int
    purpose: str = ""

    def pay(self, state: State) -> None:
        """Asks for the rest."""
        pay(state, self.side, self.owed, self.purpose)


def events_of_phase(state: State, side: SideIndex) -> list[Action]:
    """Events playable in this phase, if enough cards remain for the bill; red ones cannot pay anyway."""
    affordable = can_pay(state, side, 1)
    return windows.playable(state, side, Window.ORGANIZATION) if affordable else windows.waiting_events(state, side)
