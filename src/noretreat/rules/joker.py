"""The Joker (15.7, OPT-7, C-56): a card that always lies with one side and passes to the other when it is used.

No source says what using it does; `joker_mode` holds our ruling and two others. It never counts as a card of the
hand, is never in a pile, and nobody can cancel, steal or discard it. The face that is up is its holder's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from noretreat.core import events
from noretreat.core.board import BOARD, SIDES

if TYPE_CHECKING:
    from noretreat.core.rulesets import Rules
    from noretreat.core.setup import Options
    from noretreat.core.state import State

JOKER: Final = next(number for number, card in BOARD.cards.items() if card.joker)
"""Its number. Where each side has a deck of its own, it is that deck's card without an event (C-1)."""
JOKER_BIT: Final = 1 << JOKER
NOBODY: Final = -1


def fills_decks(rules: Rules) -> bool:
    """Is it an ordinary card of each side's own deck (`per_player_filler`)?"""
    return rules.deck_model == "per_player" and rules.per_player_filler == "joker"


def is_played(rules: Rules, options: Options) -> bool:
    """Does a game with these options have it? A card of the decks cannot pass from hand to hand as well."""
    return options.joker and rules.joker_available == "option" and not fills_decks(rules)


def pays(state: State, side: int) -> bool:
    """Can the side use it as one card of a payment?"""
    return state.joker == side and state.rules.joker_mode != "redraw"


def repeats_events(state: State, side: int) -> bool:
    """Can the side use it as the event of its own on the uppermost discard?"""
    return state.joker == side and state.rules.joker_mode == "top_event"


def redraws(state: State, side: int) -> bool:
    """Can the side use it to change cards of its hand for new ones?"""
    return state.joker == side and state.rules.joker_mode == "redraw"


def hand_over(state: State, to: int, why: str) -> None:
    """It turns over and lies with this side; `why`: payment, event, redraw or turned."""
    state.joker = to
    state.emit(events.JokerPassed(SIDES[to], why))
