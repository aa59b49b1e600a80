"""Events that would change nothing as a battle stands: each is tried on a copy, in every way it can be played.

Only what the dice of the battle would do is compared. Whatever else an event does (draw a card, move a unit, hold an
advance) counts as a change, so that nothing is called idle that is not.
"""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core.actions import PlayEvent
from noretreat.core.board import ENEMY, SIDES
from noretreat.core.lasting import OF_A_BATTLE, Effect, Kind
from noretreat.core.reasons import Reason, say
from noretreat.core.records import Battle
from noretreat.core.state import STORED, State
from noretreat.core.types import SideIndex
from noretreat.explain.battle_cards import cards_of, results_of
from noretreat.explain.rescue import endings
from noretreat.rules import windows
from noretreat.rules.battle import OfferSupport, in_play_order
from noretreat.rules.odds import BELOW, balanced_die, odds_of, result_at
from noretreat.rules.windows import EventWindow, Window

_ON_THE_DICE: Final = frozenset(
    (
        Kind.ADD_STRENGTH, Kind.DOUBLE, Kind.SHIFT, Kind.SHIFT_ATTACKS_BY, Kind.SHIFT_ATTACKS_ON, Kind.FAVOUR_HEXES,
        Kind.SHOCK_WORTH, Kind.ARMOR_WORTH, Kind.ARMOR_BEATS_ARMOR, Kind.NO_ARMOR_BONUS, Kind.NO_RIVER,
        Kind.MAP_DR_TO_EX, Kind.MAP_NE_TO_EX, Kind.FORCE_CA, Kind.FORCE_DR, Kind.FORCE_EX,
    )
)  # fmt: skip
"""Effects that do nothing but change what the dice of a battle do."""
_BESIDE: Final = frozenset(
    ("hands", "table", "discards", "soviet_discards", "played", "effects", "battle", "stack", "joker")
)
"""What every event changes, and what is compared in another way."""


def moot(state: State, side: SideIndex, action: PlayEvent) -> Reason | None:
    """That playing this event now would change nothing, as far as it can be worked out; None where it would or may."""
    frame, battle = state.question, state.battle
    if not isinstance(frame, EventWindow) or battle is None:
        return None
    if frame.window is Window.ROLL:
        return say("moot-die") if not battle.dice and len(set(results_of(state, battle))) == 1 else None
    if frame.window not in (Window.COMMIT, Window.ROLLED):
        return None
    played = state.copy()
    played.stack = []
    windows.play(played, side, action)
    ends = list(endings(played, side))
    if not ends or any(end.stack or not _only_dice(state, end) for end in ends):
        return None
    if frame.window is Window.ROLLED:
        same = all(end.battle and _read(end, end.battle) == _read(state, battle) for end in ends)
        return say("moot-result", die=battle.die, result=_read(state, battle)) if same else None
    before = results_of(state, battle)
    if any(end.battle is None or results_of(end, end.battle) != before for end in ends):
        return None
    lasts = any(effect.expires not in OF_A_BATTLE for end in ends for effect in _added(state, end))
    return say("moot-battle-phase" if lasts else "moot-battle")


def support_is_moot(state: State) -> Reason | None:
    """That a support marker would change nothing in this battle, whichever cards come yet; None where it could.

    Looks only at what both sides know: the cards that nobody has seen leave, and the size of the enemy's hand.
    """
    battle = state.battle
    if battle is None or not isinstance(state.question, OfferSupport):
        return None
    marked = msgspec.structs.replace(battle, supports=1)
    if _outcomes(state, battle) != _outcomes(state, marked):
        return None
    held = SIDES[ENEMY[battle.attacker]] if not state.hands[ENEMY[battle.attacker]] else None
    cards = [
        {(card.side, card.card, card.mode): card.results for card in cards_of(state, one) if card.side is not held}
        for one in (battle, marked)
    ]
    return say("moot-support", side=SIDES[battle.attacker]) if cards[0] == cards[1] else None


def _outcomes(state: State, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """The results of all faces of the die, and of those read one column further left, as an event can have it."""
    odds = odds_of(state, battle)
    if odds.column < 0:
        return (results_of(state, battle),)
    left = tuple(result_at(odds.table, max(BELOW, odds.column - 1), face) for face in range(1, 7))
    return results_of(state, battle), left


def _read(state: State, battle: Battle) -> str:
    """The result of the die that lies on the table, at the column it is read in."""
    odds = odds_of(state, battle)
    result = result_at(odds.table, battle.column, balanced_die(state, battle.attacker, battle.die))
    return in_play_order(state, odds, result, "")[0]


def _added(before: State, after: State) -> list[Effect]:
    """The effects that came into force."""
    return [effect for effect in after.effects if effect not in before.effects]


def _only_dice(before: State, after: State) -> bool:
    """Whether nothing differs but cards, the battle's own record, and effects on dice."""
    fields = (field.name for field in STORED if field.name not in _BESIDE)
    if any(getattr(before, name) != getattr(after, name) for name in fields):
        return False
    return all(effect.kind in _ON_THE_DICE for effect in _added(before, after))
