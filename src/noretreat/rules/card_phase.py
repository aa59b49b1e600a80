"""The Card Phase (chapters 5.1 and 5.2; CRD-1, CRD-2, CRD-15): discard to two, then draw."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core.actions import Action, Discard, Done
from noretreat.core.board import AXIS, BOARD, ENEMY, cards_in
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules import joker
from noretreat.rules.deck import discard, draw, draw_count, spendable
from noretreat.rules.payment import CardSpent
from noretreat.rules.windows import Window, open_window


class DiscardDown(Decision, frozen=True, gc=False):
    """The choice of the cards to discard, down to the number the phasing side may keep (CRD-1, D-20)."""

    CODE = "discard"
    side: SideIndex
    keep: int
    why: str = "discard"
    """`discard` in the Card Phase, where the other side may answer; `opening` before the game."""

    def actor(self, state: State) -> SideIndex:
        """The owner of the hand."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, while it holds too many."""
        surplus = state.hands[self.side].bit_count() > self.keep
        return [Discard(card) for card in cards_in(spendable(state, self.side))] if surplus else ()

    def choose(self, state: State, action: Action) -> None:
        """Discards the card; asks again while there are too many."""
        assert isinstance(action, Discard)
        self.again(state)
        discard(state, self.side, action.card, "discard")
        if self.why == "discard":
            call(state, CardSpent(self.side, card=action.card, purpose="discard"))


class ExchangeCards(Decision, frozen=True, gc=False):
    """The holder of the Joker may set aside any number of cards and draw as many (C-56, mode `redraw`)."""

    CODE = "exchange_cards"
    side: SideIndex
    count: int = 0
    """Cards set aside so far."""

    def actor(self, state: State) -> SideIndex:
        """The holder."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, or stop."""
        return [Done(), *(Discard(card) for card in cards_in(spendable(state, self.side)))]

    def choose(self, state: State, action: Action) -> None:
        """Sets a card aside, or draws for those set aside."""
        if isinstance(action, Discard):
            call(state, ExchangeCards(self.side, self.count + 1))
            discard(state, self.side, action.card, "event")
        elif self.count:
            draw(state, self.side, self.count)
            joker.hand_over(state, ENEMY[self.side], "redraw")


class CardPhase(Procedure, frozen=True, gc=False):
    """Discard to two, then draw (5.1, 5.2), with the card windows before, between and after."""

    STAGES = ("open", "discard", "between", "draw", "no_surrender", "second_front", "redraw", "close")
    side: SideIndex

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
        """Draws four cards, more or fewer (CRD-2, CRD-5)."""
        draw(state, self.side, draw_count(state, self.side))

    def no_surrender(self, state: State) -> None:
        """Cards lost to No Surrender: not drawn, or under the digital rules discarded afterwards (NSR-1, NSR-2)."""
        lost, state.lost_draws[self.side] = state.lost_draws[self.side], 0
        if lost and state.rules.no_surrender == "option_discard_after_draw":
            call(state, DiscardDown(self.side, max(0, state.hands[self.side].bit_count() - lost)))

    def second_front(self, state: State) -> None:
        """Under the living rules a second-front event costs the Axis a card (CRD-15)."""
        loses = state.rules.red_event_axis_discard
        if self.side == AXIS and loses and BOARD.calendar[state.turn].second_front:
            call(state, DiscardDown(AXIS, max(0, state.hands[AXIS].bit_count() - loses)))

    def redraw(self, state: State) -> None:
        """The Joker exchanges cards now, if that is how it works (C-56)."""
        if joker.redraws(state, self.side):
            call(state, ExchangeCards(self.side))

    def close(self, state: State) -> None:
        """Cards may be played at the end of the phase."""
        self._windows(state)

    def _windows(self, state: State) -> None:
        open_window(state, Window.CARD, self.side)
        open_window(state, Window.CARD_OPPONENT, ENEMY[self.side])
