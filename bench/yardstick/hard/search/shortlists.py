"""The choices worth looking at where a question has many answers: those that any staff officer would name first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bench.yardstick.hard.evaluation.assessment import Assessment, posted
from bench.yardstick.hard.evaluation.card_values import event_worth
from bench.yardstick.hard.evaluation.scoring import Scorer
from bench.yardstick.hard.evaluation.worth import nearest, step_worth, unit_worth
from bench.yardstick.hard.proposals.upkeep import best_hex
from noretreat.core.actions import (
    Action,
    ChooseCard,
    ChooseHex,
    ChooseUnit,
    DetrainUnit,
    Discard,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MoveUnit,
    PlaceUnit,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.state import State
from noretreat.core.types import NO_CARD, Node, SideIndex, UnitIndex

FEW: Final = 5
"""A question with no more answers than this is examined whole; of longer ones, this many answers of each kind are."""
MOVERS: Final = 8
"""The number of units considered for a move by an event, those nearest to the enemy first."""


def shortlist(state: State, side: SideIndex, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The answers worth trying out; never empty, and stopping is among them where it is allowed."""
    if len(actions) <= FEW:
        return tuple(actions)
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    found: list[Action] = []
    for kind, some in kinds.items():
        found += _of_kind(state, side, kind, some)
    return tuple(found)


def _of_kind(state: State, side: SideIndex, kind: type[Action], actions: list[Action]) -> list[Action]:
    """The best answers of one kind, at a glance."""
    if kind is MoveUnit:
        return _moves(state, side, actions)
    if kind in (PlaceUnit, ReplaceUnit, DetrainUnit):
        return _arrivals(state, side, actions)
    if kind is ChooseHex:
        return _hexes(state, side, actions)
    if kind is LoseStep:
        return sorted(actions, key=lambda action: step_worth(state, _unit(action)))[:FEW]
    if kind is ChooseUnit:
        return _units(state, side, actions)
    if kind is EntrainUnit:
        return _riders(state, side, actions)
    if kind in (ImproveUnit, UpgradeUnit):
        return sorted(actions, key=lambda action: -_gain(state, _unit(action)))[:FEW]
    if kind in (ChooseCard, Discard):
        return actions
    return actions[: 2 * FEW]


def _unit(action: Action) -> UnitIndex:
    """The unit that an action names."""
    return BOARD.unit_index[str(getattr(action, "unit", ""))]


def _gain(state: State, unit: UnitIndex) -> float:
    """The gain from flipping a unit to its other face."""
    probe = state.copy()
    probe.turn_over(unit, state.info(unit).strong)
    return unit_worth(probe, unit) - unit_worth(state, unit)


def _arrivals(state: State, side: SideIndex, actions: Iterable[Action]) -> list[Action]:
    """For each of the worthiest units, the best hex."""
    by_unit: dict[UnitIndex, list[Action]] = {}
    for action in actions:
        by_unit.setdefault(_unit(action), []).append(action)
    units = sorted(by_unit, key=lambda unit: -unit_worth(state, unit))[:FEW]
    return [best_hex(state, side, by_unit[unit]) for unit in units]


def _units(state: State, side: SideIndex, actions: list[Action]) -> list[Action]:
    """The enemy's worthiest units, or the side's own worthiest and least worthy."""
    ranked = sorted(actions, key=lambda action: -unit_worth(state, _unit(action)))
    if state.info(_unit(ranked[0])).side != side:
        return ranked[:FEW]
    return [*ranked[:FEW], *(action for action in ranked[FEW:][-2:])]


def _hexes(state: State, side: SideIndex, actions: list[Action]) -> list[Action]:
    """The hexes nearest to the enemy, those with units first."""
    foes = bits(state.occupied(ENEMY[side]) & ~BOARD.areas)
    own = state.occupied(side)

    def rank(action: Action) -> tuple[int, bool]:
        node = _hex(action)
        return nearest(node, foes), not own >> node & 1

    return sorted(actions, key=rank)[: 2 * FEW]


def _hex(action: Action) -> Node:
    """The hex that an action names."""
    return BOARD.node_of[str(getattr(action, "hex", ""))]


def _riders(state: State, side: SideIndex, actions: list[Action]) -> list[Action]:
    """The units farthest from the enemy."""
    foes = bits(state.occupied(ENEMY[side]) & ~BOARD.areas)
    return sorted(actions, key=lambda action: -nearest(state.node_of(_unit(action)), foes))[:FEW]


def _moves(state: State, side: SideIndex, actions: list[Action]) -> list[Action]:
    """The moves of units near the enemy that score best, the others as they stand."""
    assessment = Assessment(state, side)
    scorer = Scorer(assessment)
    at = [piece.node for piece in assessment.own]
    place = {piece.unit: index for index, piece in enumerate(assessment.own)}
    foes = [piece.node for piece in assessment.foes if not BOARD.areas >> piece.node & 1]
    by_unit: dict[UnitIndex, list[Action]] = {}
    for action in actions:
        by_unit.setdefault(_unit(action), []).append(action)
    movers = sorted(by_unit, key=lambda unit: nearest(state.node_of(unit), foes))[:MOVERS]
    scores: list[tuple[float, int, Action]] = []
    for unit in movers:
        for action in by_unit[unit]:
            assert isinstance(action, MoveUnit)
            node = BOARD.node_of[action.to]
            with posted(at, place[unit], node):
                if at.count(node) <= assessment.stack_limit:
                    scores.append((scorer.score(at, False), -len(scores), action))
    scores.sort(reverse=True)
    return [action for _, _, action in scores[: FEW + 1]]


def worst_for_its_owner(state: State, owner: SideIndex, actions: Sequence[Action]) -> Action:
    """The card of `owner` that `owner` would miss most."""

    def missed(action: Action) -> tuple[float, int]:
        card = getattr(action, "card", NO_CARD)
        return event_worth(state, owner, card), card

    return max(actions, key=missed)
