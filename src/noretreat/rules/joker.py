"""The Joker (chapter 15.7; OPT-7, C-56): a card that one side always has, and that passes on when it is used.

No source says what using it does; `joker_mode` selects our ruling or one of two others. It is never part of a hand or a
pile, and cannot be cancelled, taken or discarded. Its face shows who has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from noretreat.core import events
from noretreat.core.board import BOARD, SIDES
from noretreat.core.types import NO_CARDS, CardMask, SideIndex

if TYPE_CHECKING:
    from noretreat.core.rulesets import Rules
    from noretreat.core.setup import Options
    from noretreat.core.state import State

JOKER: Final = next(number for number, card in BOARD.cards.items() if card.joker)
"""Its card number. If each side has its own deck, it is that deck's card without an event (C-1)."""
JOKER_BIT: Final = 1 << JOKER
NOBODY: Final = -1


def fills_decks(rules: Rules) -> bool:
    """True if the Joker is an ordinary card of each side's deck (`per_player_filler`)."""
    return rules.deck_model == "per_player" and rules.per_player_filler == "joker"


def is_played(rules: Rules, options: Options) -> bool:
    """True if a game with these options has the Joker. An ordinary card of the decks cannot also pass between the
    sides.
    """
    return options.joker and rules.joker_available == "option" and not fills_decks(rules)


def held(state: State, side: SideIndex) -> CardMask:
    """The Joker's bit if it is in front of the side, else 0."""
    return JOKER_BIT if state.joker == side else NO_CARDS


def pays(state: State, side: SideIndex) -> bool:
    """True if the side can use the Joker as one card of a payment."""
    return state.joker == side and state.rules.joker_mode != "redraw"


def repeats_events(state: State, side: SideIndex) -> bool:
    """True if the side can use the Joker to repeat its own event on the top discard."""
    return state.joker == side and state.rules.joker_mode == "top_event"


def redraws(state: State, side: SideIndex) -> bool:
    """True if the side can use the Joker to exchange cards of its hand for new ones."""
    return state.joker == side and state.rules.joker_mode == "redraw"


def hand_over(state: State, to: SideIndex, why: str) -> None:
    """Flips the Joker and gives it to this side; `why`: payment, event, redraw or turned."""
    state.joker = to
    state.emit(events.JokerPassed(SIDES[to], why))
