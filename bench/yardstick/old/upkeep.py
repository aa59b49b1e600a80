"""Decisions of the Organization Phase: flips, placements, replacements; judged by what they add to the position."""

from __future__ import annotations

from collections.abc import Sequence

from bench.yardstick.old.assessment import Assessment, piece_of
from bench.yardstick.old.cards import price_of
from bench.yardstick.old.scoring import Scorer
from noretreat.core.actions import (
    Action,
    DetrainUnit,
    Done,
    ImproveUnit,
    PlaceUnit,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules import flipping, placement


def flip(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Takes every free upgrade, and those improvements that are worth their cards."""
    assessment = Assessment(state, side)
    best, chosen = 0.0, None
    for action in actions:
        value = _flip_value(state, side, assessment, action)
        if value > best:
            best, chosen = value, action
    return chosen or Done()


def _flip_value(state: State, side: SideIndex, assessment: Assessment, action: Action) -> float:
    """What flipping the unit gains, less its price."""
    if isinstance(action, UnfortifyUnit) or not isinstance(action, ImproveUnit | UpgradeUnit):
        return 0.0
    unit = BOARD.unit_index[action.unit]
    gain = _strong_worth(state, unit) - piece_of(state, unit).worth
    near_front = assessment.field[state.where[unit]]
    if state.info(unit).regional:
        return _fort_value(state, side, assessment, unit, free=isinstance(action, UpgradeUnit))
    gain += 0.05 * near_front
    if isinstance(action, UpgradeUnit):
        return gain + 0.2
    price = flipping.improve_price(state, unit) or 0
    return gain - price_of(state, side, price)


def _strong_worth(state: State, unit: UnitIndex) -> float:
    """The worth of the unit with its full-strength face up."""
    probe = state.copy()
    probe.turn_over(unit, state.info(unit).strong)
    return piece_of(probe, unit).worth


def _fort_value(state: State, side: SideIndex, assessment: Assessment, unit: UnitIndex, *, free: bool) -> float:
    """The worth of a fort: it has one only in a city that enemy units are near."""
    node = state.where[unit]
    if not BOARD.vp_hexes >> node & 1:
        return 0.0
    near = min((BOARD.distance(node, foe.node) for foe in assessment.foes), default=99)
    if near > 3:
        return 0.0
    return 1.0 if not free else 0.5


def place(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Places first the units that arrive for free, then those worth their cards; each in the hex that scores best."""
    by_unit: dict[str, list[Action]] = {}
    for action in actions:
        if isinstance(action, PlaceUnit | ReplaceUnit):
            by_unit.setdefault(action.unit, []).append(action)
    best, chosen = 0.0, None
    for options in by_unit.values():
        action = _best_hex(state, side, options)
        value = _arrival_value(state, side, action)
        if value > best:
            best, chosen = value, action
    if chosen is not None:
        return chosen
    return Done() if Done() in actions else actions[0]


def _arrival_value(state: State, side: SideIndex, action: Action) -> float:
    """The worth of the unit on the map, less its price."""
    assert isinstance(action, PlaceUnit | ReplaceUnit)
    unit = BOARD.unit_index[action.unit]
    worth = piece_of(state, unit).worth
    if isinstance(action, PlaceUnit):
        return worth + 10.0
    return worth - price_of(state, side, placement.replace_price(state, unit) or 0)


def _best_hex(state: State, side: SideIndex, options: Sequence[Action]) -> Action:
    """The option with the best hex for an arriving unit: the one where the position scores highest."""
    if len(options) == 1:
        return options[0]
    first = options[0]
    assert isinstance(first, PlaceUnit | ReplaceUnit | DetrainUnit)
    unit = BOARD.unit_index[first.unit]
    probe = state.copy()
    arrivals = (PlaceUnit, ReplaceUnit, DetrainUnit)
    nodes = {BOARD.node_of[option.to]: option for option in options if isinstance(option, arrivals)}
    probe.put(unit, next(iter(nodes)))
    assessment = Assessment(probe, side)
    scorer = Scorer(assessment)
    at = [piece.node for piece in assessment.own]
    index = next(i for i, piece in enumerate(assessment.own) if piece.unit == unit)
    ranked = sorted(nodes, key=lambda node: -assessment.field[node])[:12]

    def value(node: Node) -> float:
        at[index] = node
        return scorer.score(at, False) + 0.2 * assessment.field[node]

    return nodes[max(ranked, key=value)]


def reorganize(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Reorganizes units that could attack at once, where that is worth a card."""
    assessment = Assessment(state, side)
    best, chosen = 0.1, None
    for action in actions:
        if isinstance(action, ReorganizeUnit):
            unit = BOARD.unit_index[action.unit]
            face = state.face_of(unit)
            near = min((BOARD.distance(state.where[unit], foe.node) for foe in assessment.foes), default=99)
            if face.white or near > face.move + 1:
                continue
            value = 0.08 * face.strength - price_of(state, side, 1)
            if value > best:
                best, chosen = value, action
    return chosen or Done()


def detrain(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Detrains every unit, each in the hex that scores best."""
    options = [action for action in actions if isinstance(action, DetrainUnit)]
    if not options:
        return Done() if Done() in actions else actions[0]
    first = options[0].unit
    return _best_hex(state, side, [action for action in options if action.unit == first])
