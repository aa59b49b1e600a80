"""What the events of the commitment step would make of a battle (10.5 step 2): a look ahead, nothing is played.

Each card is tried on a copy of the position, by the event itself. Which cards a side might hold is public knowledge:
all of its deck, or of the common one, that has not been seen. Whoever looks leaves out what lies in his own hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from noretreat.core.actions import Action, Done, Pass, PlayEvent
from noretreat.core.board import AXIS, SIDES, SOVIET, bits
from noretreat.core.kernel import CHANCE, Decision, Procedure
from noretreat.core.names import card_title
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.rules import windows
from noretreat.rules.battle import BattleRound, in_play_order
from noretreat.rules.joker import JOKER_BIT
from noretreat.rules.odds import column_name, odds_of, results_row
from noretreat.rules.windows import REGISTRY, Window

_WORTH: Final = {"CA": -2, "CB": -1, "NE": 0, "EX": 1, "DR": 3, "DS": 4, "DD": 5}
"""How glad the attacker is of a result, for an order among cards; a duel is as good for the one as for the other."""


class BattleCard(msgspec.Struct, frozen=True):
    """A battle as an event would leave it."""

    card: int
    side: Side
    """Whose event it is."""
    title: str
    mode: str
    column: str
    results: tuple[str, ...]
    """One for each face of the die; a single one where nothing is rolled."""
    gain: int
    """By how much the side that plays it is better off, summed over the six dice; never 0."""


def results_of(state: State, battle: Battle) -> tuple[str, ...]:
    """What each face of the die would come to, effects in force included; a single result where there is no roll."""
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
        for card in bits(might_hold(state, side) & windows.open_events(base, side, Window.COMMIT) & ~JOKER_BIT)
        if not REGISTRY[side, card].copies
        for outcome in _tried(base, battle, side, card)
    ]
    return tuple(sorted(found, key=lambda outcome: (-outcome.gain, outcome.card)))


def may_commit(state: State, battle: Battle, side: int) -> bool:
    """Is this side's moment for an event of this round still to come (BAT-2, C-17)?"""
    if battle.repeated or (battle.round and not state.rules.ca_cards):
        return False
    step = "await_attackers" if side == battle.attacker else "await_defenders"
    last = BattleRound.STEPS.index(step)
    return all(BattleRound.STEPS.index(frame.at) <= last for frame in state.stack if isinstance(frame, BattleRound))


def might_hold(state: State, side: int) -> int:
    """Mask of the cards that nobody has seen leave: hands and piles together, so that no hand can be read off it."""
    cards = state.hands[side] | state.pile(side)
    if not state.has_own_deck(SOVIET):
        cards |= state.hands[1 - side]
    if not state.rules.discard_top_visible:
        cards |= sum(1 << card for card in set(state.discarded(side)))
    return cards


def _tried(base: State, battle: Battle, side: int, card: int) -> list[BattleCard]:
    """The card in each of its modes that changes something."""
    before = _worth(results_of(base, battle))
    found = []
    for mode in windows.open_modes(base, REGISTRY[side, card], Window.COMMIT):
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
            title = card_title(SIDES[side], card)
            found.append(BattleCard(card, SIDES[side], title, mode, column, results, gain))
    return found


def _worth(results: tuple[str, ...]) -> int:
    """What the attacker makes of all six dice together."""
    return sum(_WORTH.get(result, 0) for result in results) * 6 // len(results)


def _carried_out(state: State) -> bool:
    """Plays on until the round would go on; False where dice or cards would decide first."""
    while not isinstance(frame := state.stack[-1], BattleRound):
        if isinstance(frame, Procedure):
            frame.resume(state)
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
    """End, pass, or else the first option: as little as the rules let a side do."""
    return next((action for action in options if isinstance(action, Done | Pass)), options[0])
