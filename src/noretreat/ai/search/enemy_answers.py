"""Plans tried against the enemy's best answer: the enemy's next turn, found as a plan of its own.

The score of an arrangement considers each threat by itself. Here the enemy moves all its units together: it attacks,
cuts off, and walks into cities, and a plan is worth what it gains less what that answer takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from noretreat.ai.evaluation.assaults import Assault
from noretreat.ai.evaluation.assessment import arrange
from noretreat.ai.evaluation.scoring import DRIVEN_OFF
from noretreat.ai.proposals.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.ai.thought import Stage
from noretreat.core.board import BOARD, ENEMY, SOVIET, bits
from noretreat.core.boxes import SHATTERED
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNIT, NO_UNITS, Node, NodeMask, Segment, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import supply

FEAR: Final = 0.6
"""The share of the enemy's answer that counts: its battles are not won yet, and can be answered in turn."""
TAKEN: Final = ("cities", "pockets", "attacks")
"""The terms of the enemy's valuation that are losses of this side."""
EXPECTED: Final = ("garrison", "raids", "threats")
"""The terms of the side's own valuation that the answer takes the place of."""
NOTHING_BEGUN: Final[Mapping[UnitIndex, Node]] = {}
_LAST_TURN: Final = 28


def plan_against_answers(
    state: State, side: SideIndex, effort: Effort, begun: Mapping[UnitIndex, Node] = NOTHING_BEGUN
) -> MovePlan:
    """The best of some plans of different tempers, each judged by the best answer that is found to it.

    `begun`: destinations from which the search sets out if they are better than staying.
    """
    planner = MovePlanner(state, side, effort)
    planner.set_out(begun)
    plans = plans_of_tempers(planner, effort, effort.answers, polished=True)
    if len(plans) > 1 and not effort.thought.stopped:
        values = []
        for number, at in enumerate(plans):
            effort.thought.at(Stage.ANSWER, number / len(plans))
            values.append(_worth(planner, at, effort))
        planner.take(plans[values.index(max(values))])
    else:
        planner.take(plans[0])
    return planner.as_plan()


def _worth(planner: MovePlanner, at: Sequence[Node], effort: Effort) -> float:
    """The worth of a plan: its own terms, and the enemy's best answer in place of the single threats."""
    terms = planner.scorer.valuation(at, True).terms
    own = sum(value for name, value in terms.items() if name not in EXPECTED)
    return own - FEAR * answer_to(planner, at, effort)


def answer_to(planner: MovePlanner, at: Sequence[Node], effort: Effort) -> float:
    """The loss to the enemy's best answer to an arrangement, once its likely battles are won."""
    after = _afterwards(planner, at)
    enemy = ENEMY[planner.side]
    quick = Effort(candidates=8, passes=2, evaluations=effort.answer, seconds=effort.seconds, wary=False)
    reply = MovePlanner(after, enemy, quick)
    reply.improve()
    terms = reply.scorer.valuation(reply.at, True).terms
    return sum(terms[name] for name in TAKEN)


def _afterwards(planner: MovePlanner, at: Sequence[Node]) -> State:
    """The position at the start of the enemy's moves: the plan carried out, its likely battles won."""
    assessment = planner.assessment
    side, enemy = planner.side, ENEMY[planner.side]
    new = planner.state.copy()
    for piece, node in zip(assessment.own, at, strict=True):
        if node != piece.node:
            new.put(piece.unit, node)
    _take(new, side, new.occupied(side))
    arrangement = arrange(assessment, at)
    for assault in planner.scorer.assaults.choose(arrangement, forced=planner.scorer.forced):
        if assault.driven >= DRIVEN_OFF:
            _win(new, planner, assault)
    new.phasing, new.phase, new.segment = enemy, Phase.MOVEMENT, Segment.NONE
    new.moved = new.engaged = NO_UNITS
    new.targets = new.fought_targets = NO_NODES
    new.counterblows = new.paid_counterblows = new.standing_counterblows = new.result_counterblows = NO_NODES
    new.mover, new.mover_points, new.entrained = NO_UNIT, 0, 1
    if side == SOVIET and new.turn < _LAST_TURN:
        new.turn += 1
        box = BOARD.calendar[new.turn]
        new.supports = [box.blitz, box.shock]
    supply.check_supply(new, enemy)
    new.happened = []
    return new


def _win(state: State, planner: MovePlanner, assault: Assault) -> None:
    """Removes the defenders, and puts one attacker into a city that was won."""
    side = planner.side
    for unit in state.units_at(assault.target, ENEMY[side]):
        state.put(unit, SHATTERED)
    if BOARD.vp_hexes >> assault.target & 1:
        pieces = [planner.assessment.own[index] for index in assault.attackers]
        able = [piece for piece in pieces if piece.attacks and state.face_of(piece.unit).mobile]
        if able:
            state.put(max(able, key=lambda piece: piece.strength).unit, assault.target)
            _take(state, side, 1 << assault.target)


def _take(state: State, side: SideIndex, nodes: NodeMask) -> None:
    """Gives the side control of the enemy cities in these hexes."""
    gained = state.control(ENEMY[side]) & nodes & BOARD.vp_hexes
    for node in bits(gained):
        if side == SOVIET:
            state.soviet_control |= 1 << node
            state.axis_control &= ~(1 << node)
        else:
            state.axis_control |= 1 << node
            state.soviet_control &= ~(1 << node)
