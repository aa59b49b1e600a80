"""The order in which planned battles are fought, and the use of units whose battle is called off."""

from __future__ import annotations

from bench.yardstick.hard.evaluation.battle_values import battle_worth
from noretreat.core.actions import Action, AssignAttacker, BeginBattle, Done, Pass
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules.odds import hypothetical


def fight_next(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The planned battle that promises most: an enemy driven off no longer bars the others' way."""
    battles = {targets[0]: (targets, units) for targets, units in state.planned}

    def promise(action: Action) -> float:
        found = battles.get(BOARD.node_of[action.hex]) if isinstance(action, BeginBattle) else None
        return -9.0 if found is None else battle_worth(state, hypothetical(state, found[1], found[0]))

    return max(actions, key=promise)


def join(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Adds a unit that is free again to the battle that gains most by it; no unit that can help stands idle."""
    units = [action for action in actions if isinstance(action, AssignAttacker)]
    if units:
        return max(units, key=lambda action: state.face_of(BOARD.unit_index[action.unit]).strength)
    if any(isinstance(action, BeginBattle) for action in actions):
        return fight_next(state, side, tuple(action for action in actions if isinstance(action, BeginBattle)))
    return next((action for action in actions if isinstance(action, Done | Pass)), actions[0])
