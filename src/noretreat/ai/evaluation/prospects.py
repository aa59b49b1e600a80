"""The worth of a position in the middle of a player turn: with the battles and obligations still open.

`position_worth` judges a position as if the enemy's turn came next. Once the moves of a turn are made, that is no
longer true: first the units that stand next to each other fight.
"""

from __future__ import annotations

from typing import Final

from noretreat.ai.evaluation.appraisal import Remembered, cards_worth, position_worth, standing, stock
from noretreat.ai.evaluation.assaults import Assaults
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.evaluation.worth import surrender_worth, unit_worth
from noretreat.core.board import BOARD, ENEMY
from noretreat.core.boxes import RAIL
from noretreat.core.lasting import ROWS, Subject
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules import combat
from noretreat.rules.movement import MoveUnits

CERTAIN: Final = 0.8
"""Share of a battle plan's worth that comes true: hexes change while it is carried out."""
OPEN: Final = 1.0
"""The worth of a point at stake in an obligation."""
_EXTRA: Final = 0.1
"""The cost of each attack that a side has obliged itself to make."""
_DRIVING, _HOLDING = 3.5, 1.5
"""The number of attacks a side makes in a turn of its own accord, with the initiative and without."""
_PASSENGER: Final = 0.8
"""The worth of a unit on a train, as a share of its worth on the map."""
BEFORE_MOVES: Final = (Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION)
"""The phases of a player turn in which its moves are still to come."""
_RELIEVED: Final = 0.35
"""The chance that units that are cut off before their side moves are saved."""
_BATTLES: Final = Remembered()


def prospects(state: State, side: SideIndex) -> float:
    """The worth of a position to `side`, with the battles of this player turn that are still to come."""
    worth = position_worth(state, side)
    if state.ended is not None:
        return worth
    worth += _passengers(state, side)
    if moves_are_over(state):
        plan = CERTAIN * battles_worth(state)
        worth += plan if state.phasing == side else -plan
    open_yet = _promised(state) if state.effects else 0.0
    if state.phase in BEFORE_MOVES:
        open_yet += _relief(state)
    return worth + (open_yet if state.phasing == side else -open_yet)


def prospects_moved(assessment: Assessment, score: float) -> float:
    """The worth of the position at the start of a side's moves, once they lead to an arrangement with this score."""
    state, side = assessment.state, assessment.side
    worth = stock(assessment) + score + cards_worth(state, side) + _passengers(state, side)
    return worth + (_promised(state) if state.effects else 0.0)


def _passengers(state: State, side: SideIndex) -> float:
    """The worth to `side` of the units of both sides on trains."""
    return _PASSENGER * (_aboard(state, side) - _aboard(state, ENEMY[side]))


def _aboard(state: State, side: SideIndex) -> float:
    """The worth of the units of a side in the rail box."""
    return sum(unit_worth(state, unit) for unit in state.boxed(side, RAIL))


def moves_are_over(state: State) -> bool:
    """True if the phasing side is between its moves and its last battle."""
    if state.phase in (Phase.COUNTERBLOWS, Phase.COMBAT):
        return True
    return state.phase == Phase.MOVEMENT and not any(isinstance(frame, MoveUnits) for frame in state.stack)


def battles_worth(state: State, more: NodeMask = NO_NODES) -> float:
    """The worth to the phasing side of the battles that it can still fight, from where its units stand.

    It must attack what it has declared and what bears a Counterblow, also on the hexes in `more`. Results
    are cached.
    """
    fought = state.engaged, state.targets, state.fought_targets, state.result_counterblows
    return _BATTLES.of(state, (more, *fought, standing(state)), lambda: _battles_worth(state, more))


def _battles_worth(state: State, more: NodeMask) -> float:
    """`battles_worth` without the cache."""
    side = state.phasing
    assessment = Assessment(state, side)
    spent = sum(1 << index for index, piece in enumerate(assessment.own) if state.engaged >> piece.unit & 1)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    forced = (state.targets | combat.marked(state) | more) & state.occupied(ENEMY[side])
    return sum(assault.value for assault in Assaults(assessment).choose(arrangement, spent=spent, forced=forced))


def _promised(state: State) -> float:
    """The gain that the effects in force will still bring the phasing side, where no battle plan shows it."""
    worth = 0.0
    for effect in state.effects:
        own = 1 if effect.side == state.phasing else -1
        if effect.bears_on is Subject.ATTACKS_OWED:
            failed = OPEN * effect.price * _falls_short(state, effect.value)
            worth -= failed if own < 0 or failed > 0.8 * OPEN * effect.price else min(failed, _EXTRA * effect.value)
        elif ROWS[effect.kind].grows_with_supports:
            worth += own * 0.25 * state.supports[effect.side]
        elif effect.bears_on is Subject.ROOM:
            worth += own * 0.2 * bool(effect.nodes & BOARD.expand(state.occupied(ENEMY[effect.side])))
    return worth


def _falls_short(state: State, owed: int) -> float:
    """The chance that the phasing side makes fewer attacks than it owes, or attacks where it should not."""
    if owed <= 0:
        return 0.0
    near = state.occupied(state.phasing)
    for _ in range(1 if moves_are_over(state) else 3):
        near |= BOARD.expand(near)
    foes = (near & state.occupied(ENEMY[state.phasing])).bit_count()
    wanted = _DRIVING if state.initiative == state.phasing else _HOLDING
    made = min(wanted, foes, combat.markers_left(state, state.phasing))
    return min(0.9, max(0.1, (owed - made + 0.5) / 3))


def _relief(state: State) -> float:
    """The additional worth of the phasing side's cut-off units, since they can still be relieved."""
    side = state.phasing
    cut_off = [unit for unit in state.on_map(side) if state.unsupplied >> unit & 1] if state.unsupplied else []
    return _RELIEVED * sum(unit_worth(state, unit) + surrender_worth(unit) for unit in cut_off)
