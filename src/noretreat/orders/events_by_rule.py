"""Events that standing orders play by rule: against what costs a city or a unit, in a battle, and against defeat.

Nothing is guessed of the other hand: what would follow is looked at on a copy on which all further events are passed,
up to the next die or card. Which event is played shows a card anyway; that none is played tells what it tells of a
player who is asked.
"""

from __future__ import annotations

from typing import Final

from noretreat import game
from noretreat.core.actions import Action, Done, Pass, PlayEvent
from noretreat.core.board import BOARD, ENEMY
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.explain.ahead.battle_cards import tried
from noretreat.orders.passing import blind
from noretreat.rules.windows import REGISTRY, EventWindow, Window, pending

FAR: Final = 60
"""The most decisions that are looked ahead."""
CITY: Final = 3
"""What the loss of a city counts, in units."""


def against_a_loss(state: State) -> Action | None:
    """The event that saves a city or a unit which passing would lose, or the most of them; None if there is none.

    Where a card of the other side can be canceled (5.3.5), also one that makes a battle for a city worse.
    """
    plays, window = _plays(state), state.question
    if not plays or not isinstance(window, EventWindow):
        return None
    lost = _loss(state, Pass(), window.side)
    if window.window == Window.REACT and not lost and _worsens_a_city(state, window.side):
        return plays[0]
    if lost <= 0:
        return None
    found = [(_loss(state, play, window.side), index) for index, play in enumerate(plays)]
    least, index = min(found)
    return plays[index] if least < lost else None


def against_defeat(state: State) -> Action | None:
    """The event without which the game would be lost now (12.2); None if it would not, or none helps."""
    plays, window = _plays(state), state.question
    if not plays or not isinstance(window, EventWindow) or not _beaten(state, Pass(), window.side):
        return None
    return next((play for play in plays if not _beaten(state, play, window.side)), None)


def best_of_battle(state: State) -> Action | None:
    """The event that changes the results of the current battle most in favor of its side (10.5, step 2); None if none
    does, or if it is not the moment for such events.
    """
    battle, window = state.battle, state.question
    if battle is None or not isinstance(window, EventWindow) or window.window is not Window.COMMIT:
        return None
    plays = [play for play in _plays(state) if not REGISTRY[window.side, play.card].copies]
    base = blind(state).copy()
    gains = {
        (found.card, found.mode): found.gain
        for card in {play.card for play in plays}
        for found in tried(base, battle, window.side, card)
    }
    good = [(gains.get((play.card, play.mode), 0), -play.card, index) for index, play in enumerate(plays)]
    best = max(good, default=(0, 0, 0))
    return plays[best[2]] if best[0] > 0 else None


def _plays(state: State) -> list[PlayEvent]:
    return [option for option in state.options if isinstance(option, PlayEvent)]


def _worsens_a_city(state: State, side: SideIndex) -> bool:
    """True if the event that can be canceled now makes worse a battle in which the side defends a city."""
    battle, card = state.battle, pending(state)
    number, mode = getattr(card, "card", None), getattr(card, "mode", "")
    if battle is None or number is None or battle.attacker == side or (ENEMY[side], number) not in REGISTRY:
        return False
    if not any((BOARD.cities | BOARD.oil) >> node & 1 for node in battle.targets):
        return False
    return any(found.mode == mode and found.gain > 0 for found in tried(blind(state), battle, ENEMY[side], number))


def _loss(state: State, action: Action, side: SideIndex) -> int:
    """What a side loses of its cities and units by an action and what follows up to the next die or card."""
    after = _followed(state, action)
    return _worth(state, side) - _worth(after, side)


def _worth(state: State, side: SideIndex) -> int:
    control = (state.axis_control, state.soviet_control)[side]
    return CITY * (BOARD.cities & control).bit_count() + len(state.on_map(side))


def _beaten(state: State, action: Action, side: SideIndex) -> bool:
    outcome = game.outcome(_followed(state, action))
    return outcome is not None and outcome.winner is not None and outcome.winner is not (Side.AXIS, Side.SOVIET)[side]


def _followed(state: State, action: Action) -> State:
    """The position after an action with the plainest answers, up to the next die or card, or the end of the battle or
    the phase.
    """
    phase, battle = (state.turn, state.phasing, state.phase), state.battle
    after, _ = game.apply_trusted(blind(state), action)
    for _ in range(FAR):
        actor = game.actor(after)
        if not isinstance(actor, Side) or (after.turn, after.phasing, after.phase) != phase:
            break
        if battle is not None and after.battle is None:
            break
        options = after.options
        plain: Action = Pass()
        if plain not in options:
            plain = next((one for one in options if not isinstance(one, Done)), options[0])
        if battle is None and plain == Pass() and not _under_way(after):
            break
        after, _ = game.apply_trusted(after, plain)
    return after


def _under_way(state: State) -> bool:
    """True while something played can still be answered, or a count of points is going on."""
    return pending(state) is not None or (
        isinstance(state.question, EventWindow) and state.question.window in (Window.VICTORY, Window.REACT)
    )
