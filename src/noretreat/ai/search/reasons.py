"""What a move is worth to the computer, in the terms of its own evaluation."""

from __future__ import annotations

from typing import Final

from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import BOARD
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import SideIndex

WORTH_A_WORD: Final = 0.1
"""Points that a term must change by to be told."""
TOLD: Final = 2
"""The most terms told for a move, and the most against it."""


def weighed(state: State, side: SideIndex, action: Action) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """The terms that a move makes better, and those that it makes worse, the weightiest first; nothing for what is no
    move. The position is left as it is.
    """
    if not isinstance(action, MoveUnit):
        return (), ()
    assessment = Assessment(state, side)
    unit, to = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
    at = [piece.node for piece in assessment.own]
    then = [to if piece.unit == unit else piece.node for piece in assessment.own]
    scorer = Scorer(assessment)
    before, after = scorer.valuation(at, True).terms, scorer.valuation(then, True).terms
    changes = {name: after[name] - before[name] for name in before}
    ranked = sorted(changes, key=lambda name: -abs(changes[name]))
    gains = [name for name in ranked if changes[name] >= WORTH_A_WORD]
    costs = [name for name in ranked if changes[name] <= -WORTH_A_WORD]
    return (
        tuple(_said("motive-gains", name, changes[name]) for name in gains[:TOLD]),
        tuple(_said("motive-costs", name, changes[name]) for name in costs[:TOLD]),
    )


def _said(code: str, term: str, points: float) -> Reason:
    """A term and by how many points it changes."""
    return say(code, term=say(f"term-{term}"), points=f"{abs(points):.1f}")
