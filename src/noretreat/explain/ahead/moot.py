"""Events that would change nothing as things stand: each is tried on a copy, in every way it can be played.

In a battle what its dice would do is compared, and how far its victors may advance. In the other windows the whole
position is compared, and of a lasting effect what it bears on: how far units can move, how they may retreat, who would
be lost for supply, how the Sudden Death check would end. Nothing is called idle that cannot be known to be:

* an event that draws cards or rolls dice, or that leads to an action of its own (a move, a counterblow);
* one that does anything else whose worth depends on what comes later: room for one more unit (32S), a table to choose
  (22S), forts without their walls (33A, 47S), a step after the battle (11S), obligations to attack;
* one that answers what somebody has just done (a card, a payment, an exchange, the end of a phase), or has a die rolled
  again.

Cards that either side may play afterwards are not reckoned with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from noretreat.core.actions import PlayEvent
from noretreat.core.board import AXIS, ENEMY, SIDES, SOVIET
from noretreat.core.lasting import OF_A_BATTLE, Effect, Subject
from noretreat.core.reasons import Reason, say
from noretreat.core.records import Battle
from noretreat.core.state import STORED, State
from noretreat.core.types import SideIndex
from noretreat.explain.ahead import outlook
from noretreat.explain.ahead.battle_cards import cards_of, results_of
from noretreat.explain.ahead.dangers import after_the_victory_phase
from noretreat.explain.ahead.rescue import every_ending
from noretreat.rules import movement, windows
from noretreat.rules.battle import OfferSupport, in_play_order
from noretreat.rules.odds import BELOW, balanced_die, odds_of, result_at
from noretreat.rules.results import RETREATING
from noretreat.rules.retreat import advance_limit, possible_paths, retreat_paths
from noretreat.rules.windows import EventWindow, Window

_DICE: Final = frozenset((Subject.DICE,))
_BATTLE: Final = _DICE | {Subject.SECOND_DIE, Subject.REROLL, Subject.ADVANCE}
"""What is compared in a battle: its results, and what `_beside_the_dice` looks at."""
_NO_ADVANCE: Final = frozenset(("NE", "CA", "CB", "EX"))
"""Results after which nobody advances in this round."""
_BESIDE: Final = frozenset(
    ("hands", "table", "discards", "soviet_discards", "played", "effects", "battle", "stack", "joker")
)
"""Fields that every event changes, or that are compared separately."""
_ANSWERS: Final = frozenset(
    (
        Window.DRAW,
        Window.CARD_OPPONENT,
        Window.ANY_CARD,
        Window.AFTER_EX,
        Window.PHASE_END,
        Window.PAYMENT,
        Window.REACT,
    )
)
"""Windows in which an event answers what has just happened, and cannot be tried by itself."""
Reading: TypeAlias = Callable[[State, SideIndex], object]
"""Reads from a position what an effect bears on: an effect that leaves the reading as it was does nothing."""


def moot(state: State, side: SideIndex, action: PlayEvent) -> Reason | None:
    """The reason why playing this event now would change nothing; None if it would change something, or might."""
    frame, battle = state.question, state.battle
    window = frame.window if isinstance(frame, EventWindow) else None
    if window in _ANSWERS or windows.waiting_cards(state, side) >> action.card & 1:
        return None
    if battle is None or (window is Window.RESULT and battle.result in RETREATING):
        return _in_the_position(state, side, action)
    if window is Window.ROLL:
        return say("moot-die") if not battle.dice and len(set(results_of(state, battle))) == 1 else None
    return _in_the_battle(state, side, action, battle) if window in (Window.COMMIT, Window.ROLLED) else None


def _played(state: State, side: SideIndex, action: PlayEvent) -> list[State]:
    """The positions that the event can lead to; empty where chance or another action decides, or more than cards,
    effects and the battle differ.
    """
    # An event may put something below the battle that it is played in: the frames stay, and are not run.
    below = state.stack[:-1]
    played = state.copy()
    played.stack = list(below)
    windows.play(played, side, action)
    ends = []
    for end in every_ending(played, side, below):
        if end is None or end.stack != below or not _is_like(state, end, side, action):
            return []
        ends.append(end)
    return ends


# --- in a battle ------------------------------------------------------------------------------------------
def _in_the_battle(state: State, side: SideIndex, action: PlayEvent, battle: Battle) -> Reason | None:
    """The reason if an event changes neither the results of a battle nor what may follow them."""
    ends = _played(state, side, action)
    if not ends or not all(_subjects(state, end) <= _BATTLE for end in ends):
        return None
    if isinstance(state.question, EventWindow) and state.question.window is Window.ROLLED:
        same = all(end.battle and _read(end, end.battle) == _read(state, battle) for end in ends)
        dice_only = all(_subjects(state, end) <= _DICE for end in ends)
        return say("moot-result", die=battle.die, result=_read(state, battle)) if same and dice_only else None
    before = results_of(state, battle)
    if any(end.battle is None or results_of(end, end.battle) != before for end in ends):
        return None
    if any(_beside_the_dice(state, end, before) for end in ends):
        return None
    lasts = any(effect.expires not in OF_A_BATTLE for end in ends for effect in _added(state, end))
    return say("moot-battle-phase" if lasts else "moot-battle")


def _beside_the_dice(before: State, after: State, results: tuple[str, ...]) -> bool:
    """True if a second die, a reroll or another advance limit could matter with these results."""
    subjects = _subjects(before, after)
    if (Subject.SECOND_DIE in subjects and len(set(results)) > 1) or (Subject.REROLL in subjects and "NE" in results):
        return True
    if Subject.ADVANCE not in subjects or _NO_ADVANCE.issuperset(results):
        return False
    assert before.battle is not None
    return any(advance_limit(before, unit) != advance_limit(after, unit) for unit in before.battle.attackers)


# --- support markers --------------------------------------------------------------------------------------
def support_is_moot(state: State) -> Reason | None:
    """The reason why a support marker would change nothing in this battle, whatever cards follow; None if it could.

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


# --- in the position ---------------------------------------------------------------------------------------
def _in_the_position(state: State, side: SideIndex, action: PlayEvent) -> Reason | None:
    """The reason if an event leaves the position as it is and its effects bear on nothing."""
    ends = _played(state, side, action)
    if not ends:
        return None
    subjects = frozenset(subject for end in ends for subject in _subjects(state, end))
    called_off = any(end.sudden_death_cancelled != state.sudden_death_cancelled for end in ends)
    if not subjects and not called_off:
        return say("moot-nothing")
    if len(subjects) + called_off > 1 or not subjects <= _READINGS.keys():
        return None
    code, reading = _READINGS[next(iter(subjects))] if subjects else ("moot-check", _check)
    before = reading(state, side)
    for end in ends:
        end.stack = [*state.stack]
    return say(code) if all(reading(end, side) == before for end in ends) else None


def _moves(state: State, side: SideIndex) -> object:
    """The hexes that each unit can still reach."""
    able = [unit for unit in state.on_map(side) if movement.can_move(state, unit)]
    return {unit: movement.journey_of(state, unit).total for unit in able}


def _retreats(state: State, side: SideIndex) -> object:
    """The ways of each unit that the battle drives back, and whether one without any is shattered."""
    nodes = state.battle.targets if state.battle else ()
    units = [unit for node in nodes for unit in state.units_at(node, side)]
    return [(retreat_paths(state, unit), bool(possible_paths(state, unit))) for unit in units]


def _lost(state: State, _: SideIndex) -> object:
    """The units lost in the Removal Phase."""
    return outlook.supply_then(state).lost


def _check(state: State, _: SideIndex) -> object:
    """The outcome of the Victory Phase."""
    return after_the_victory_phase(state).ended


_READINGS: Final[dict[Subject, tuple[str, Reading]]] = {
    Subject.MOVES: ("moot-moves", _moves),
    Subject.RETREAT: ("moot-retreat", _retreats),
    Subject.SUPPLY_LOSSES: ("moot-saved", _lost),
}
"""What effects bear on -> what is said where one does nothing, and how it is read off a position."""


# --- what differs -------------------------------------------------------------------------------------------
def _added(before: State, after: State) -> list[Effect]:
    """The effects that came into force."""
    return [effect for effect in after.effects if effect not in before.effects]


def _subjects(before: State, after: State) -> frozenset[Subject]:
    """What they bear on."""
    return frozenset(effect.bears_on for effect in _added(before, after))


def _is_like(before: State, after: State, side: SideIndex, action: PlayEvent) -> bool:
    """True if nothing differs but the card that was played, effects, the check that was called off, and the record of
    the battle.
    """
    gone = 1 << action.card
    hands = all(before.hands[one] & ~gone == after.hands[one] & ~gone for one in (AXIS, SOVIET))
    if not hands or any(effect not in after.effects for effect in before.effects):
        return False
    fields = (field.name for field in STORED if field.name not in _BESIDE and field.name != "sudden_death_cancelled")
    return all(getattr(before, name) == getattr(after, name) for name in fields)
