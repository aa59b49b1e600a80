"""The worth of a position before a side's own moves: what comes before is done by habit, and the moves are planned.

`prospects` judges as if the enemy were next. Before a side's own moves that misleads: a city that the side is about to
garrison looks lost, and a unit that an event brings looks like a gain, although its card would have paid for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.evaluation.prospects import BEFORE_MOVES, prospects, prospects_moved
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.search.habits import Habitual, middling
from noretreat.core.board import SIDE_INDEX, SIDES
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.game import Chance

PLAN: Final = Effort(candidates=8, passes=2, evaluations=0)
"""The effort of a plan that only shows what a position is worth, but for the arrangements it may score."""
_DECISIONS: Final = 150
"""The number of decisions after which the way to the moves is given up."""


class Outset(NamedTuple):
    """A position judged by the moves that can follow."""

    worth: float
    goals: Mapping[UnitIndex, Node]
    """The destinations of the side's units in the plan: where another plan may set out."""


def is_preparing(state: State, side: SideIndex) -> bool:
    """True if a side's own moves of this player turn are still to come, and no battle is in progress."""
    return state.phasing == side and state.phase in BEFORE_MOVES and state.battle is None and state.ended is None


def outset(state: State, side: SideIndex, evaluations: int, *others: Outset) -> Outset:
    """Judge a position before the moves of `side` by a plan that scores so many arrangements; it also sets out from the
    plans of `others`.

    Two positions are compared fairly only if each plan has been tried in both: a search that finds less in one of
    them would pass for a difference between the two.
    """
    ready = _at_the_moves(state, side)
    if not _asks_for_moves(ready):
        return Outset(prospects(ready, side), {})
    planner = MovePlanner(ready, side, PLAN._replace(evaluations=evaluations))
    for other in others:
        planner.set_out(other.goals)
    planner.improve()
    goals = {piece.unit: node for piece, node in zip(planner.assessment.own, planner.at, strict=True)}
    return Outset(prospects_moved(planner.assessment, planner.best), goals)


class Comparison:
    """Judges positions that differ by what is done before the same moves."""

    def __init__(self, evaluations: int, *first: Outset) -> None:
        """`evaluations`: arrangements scored for each of them. `first`: the outset with which the others are compared;
        without it, that of the first position judged.
        """
        self._evaluations = evaluations
        self.made = list(first)
        """What has been judged so far."""

    def __call__(self, state: State, side: SideIndex) -> float:
        """Return the worth of a position to `side`; its plan also sets out from that of the first outset."""
        if not is_preparing(state, side):
            return prospects(state, side)
        self.made.append(outset(state, side, self._evaluations, *self.made[:1]))
        return self.made[-1].worth


def _at_the_moves(state: State, side: SideIndex) -> State:
    """The position when the moves of `side` begin, with all that comes before them done by habit."""
    players = [Habitual(SIDE_INDEX[who]) for who in SIDES]
    turn = state.turn, state.phasing
    for _ in range(_DECISIONS):
        who = game.actor(state)
        if who is None or (state.turn, state.phasing) != turn or _asks_for_moves(state):
            break
        if who is Chance.CHANCE:
            action = middling(state, game.legal_actions(state))
        else:
            action = players[SIDE_INDEX[who]].choose(state)
        state = game.apply_trusted(state, action)[0]
    return state


def _asks_for_moves(state: State) -> bool:
    return state.phase == Phase.MOVEMENT and state.question is not None and state.question.CODE == "move"
