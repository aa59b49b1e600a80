"""The gains of a move, in the terms of the computer's own evaluation."""

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
"""The points by which a term must grow to be mentioned."""
MUCH: Final = 1.0
"""The points that make a move much better: as much as a city is worth far from any decision."""
TOLD: Final = 2
"""The most terms mentioned for a move."""


def gains_of(state: State, side: SideIndex, action: Action) -> tuple[Reason, ...]:
    """The terms that a move improves, the weightiest first; none for an action that is no move. The position is left
    unchanged.

    The terms that it worsens are not mentioned: another move of the same plan often mends them.
    """
    if not isinstance(action, MoveUnit):
        return ()
    assessment = Assessment(state, side)
    unit, to = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
    at = [piece.node for piece in assessment.own]
    then = [to if piece.unit == unit else piece.node for piece in assessment.own]
    scorer = Scorer(assessment)
    before, after = scorer.valuation(at, True).terms, scorer.valuation(then, True).terms
    changes = {name: after[name] - before[name] for name in before}
    gains = [name for name in sorted(changes, key=lambda name: -changes[name]) if changes[name] >= WORTH_A_WORD]
    return tuple(
        say("motive-gains-much" if changes[name] >= MUCH else "motive-gains", term=say(f"term-{name}"))
        for name in gains[:TOLD]
    )
