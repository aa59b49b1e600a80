"""The effect of each event of the commitment step on a battle (10.5 step 2), computed without playing anything.

Each card is tried on a copy of the position, by the event itself. Which cards a side might hold is public: all cards of
its deck, or of the common one, that have not been seen. A player's view leaves out the cards of their own hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from noretreat.core.actions import Action, Done, Pass, PlayEvent
from noretreat.core.board import AXIS, ENEMY, SIDES, SOVIET, cards_in
from noretreat.core.kernel import CHANCE, Decision, Procedure
from noretreat.core.names import card_title
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, CardMask, CardNumber, SideIndex
from noretreat.data.facts import Side
from noretreat.rules import windows
from noretreat.rules.battle import BattleRound, in_play_order
from noretreat.rules.joker import JOKER_BIT
from noretreat.rules.odds import column_name, odds_of, results_row
from noretreat.rules.windows import REGISTRY, Window

_WORTH: Final = {"CA": -2, "CB": -1, "NE": 0, "EX": 1, "DR": 3, "DS": 4, "DD": 5}
"""The value of a result to the attacker, to rank cards; a duel is equally good for both."""


class BattleCard(msgspec.Struct, frozen=True):
    """A battle as it would be after an event."""

    card: CardNumber
    side: Side
    """The side whose event it is."""
    title: str
    mode: str
    column: str
    results: tuple[str, ...]
    """One for each face of the die; a single one if no die is rolled."""
    gain: int
    """The gain of the side that plays it, summed over the six faces of the die; never 0."""


def results_of(state: State, battle: Battle) -> tuple[str, ...]:
    """The result of each face of the die, with the effects in force; a single result if there is no roll."""
    odds = odds_of(state, battle)
    forced = in_play_order(state, odds, "", "")[0]
    if forced or odds.column < 0:
        return (forced or "CA",)
    return tuple(in_play_order(state, odds, result, "")[0] for result in results_row(state, battle.attacker, odds))


def cards_of(state: State, battle: Battle) -> tuple[BattleCard, ...]:
    """The events that would change this battle, of both sides, the strongest first."""
    base = state.copy()
    base.battle = battle
    found = [
        outcome
        for side in (AXIS, SOVIET)
        if may_commit(state, battle, side)
        for card in cards_in(windows.open_events(base, side, Window.COMMIT, might_hold(state, side) & ~JOKER_BIT))
        if not REGISTRY[side, card].copies
        for outcome in tried(base, battle, side, card)
    ]
    return tuple(sorted(found, key=lambda outcome: (-outcome.gain, outcome.card)))


def may_commit(state: State, battle: Battle, side: SideIndex) -> bool:
    """Can this side still play an event in this round (BAT-2, C-17)?"""
    if battle.repeated or (battle.round and not state.rules.ca_cards):
        return False
    step = "await_attackers" if side == battle.attacker else "await_defenders"
    last = BattleRound.STAGES.index(step)
    return all(BattleRound.STAGES.index(frame.at) <= last for frame in state.stack if isinstance(frame, BattleRound))


def might_hold(state: State, side: SideIndex) -> CardMask:
    """Mask of the cards that nobody has seen leave: hands and piles together, so that it reveals no hand."""
    cards = state.hands[side] | state.pile(side)
    if not state.has_own_deck(SOVIET):
        cards |= state.hands[ENEMY[side]]
    if not state.rules.discard_top_visible:
        cards |= sum((1 << card for card in set(state.discarded(side))), NO_CARDS)
    return cards


def tried(base: State, battle: Battle, side: SideIndex, card: CardNumber) -> list[BattleCard]:
    """The card as a `BattleCard`, for each of its modes that changes something."""
    before = _worth(results_of(base, battle))
    found = []
    for mode in windows.open_modes(base, REGISTRY[side, card]):
        after = base.copy()
        after.hands[side] |= 1 << card
        after.stack = [BattleRound(at="set_final_odds")]
        windows.play(after, side, PlayEvent(card, mode))
        if not _carried_out(after) or after.battle is None:
            continue
        results = results_of(after, after.battle)
        gain = (_worth(results) - before) * (1 if side == battle.attacker else -1)
        if gain:
            column = column_name(odds_of(after, after.battle).column)
            title = card_title(card, SIDES[side])
            found.append(BattleCard(card, SIDES[side], title, mode, column, results, gain))
    return found


def _worth(results: tuple[str, ...]) -> int:
    """The value of all six results for the attacker."""
    return sum(_WORTH.get(result, 0) for result in results) * 6 // len(results)


def _carried_out(state: State) -> bool:
    """Plays on until the round would continue; returns False if dice or cards would decide first."""
    while not isinstance(frame := state.stack[-1], BattleRound):
        if isinstance(frame, Procedure):
            frame.proceed(state)
            continue
        assert isinstance(frame, Decision)
        options = frame.options(state)
        if options and frame.actor(state) == CHANCE:
            return False
        state.stack.pop()
        if options:
            frame.choose(state, modest(options))
    return True


def modest(options: Sequence[Action]) -> Action:
    """Done, Pass, or else the first option: as little as the rules allow."""
    return next((action for action in options if isinstance(action, Done | Pass)), options[0])
