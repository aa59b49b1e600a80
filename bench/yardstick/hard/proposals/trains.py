"""Trains: choosing who rides from a quiet place to one that needs units, and where passengers detrain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bench.yardstick.hard.evaluation.assessment import Assessment, PieceIndex, posted
from bench.yardstick.hard.evaluation.card_values import price_of
from bench.yardstick.hard.evaluation.scoring import Scorer
from noretreat.core.actions import Action, DetrainUnit, EntrainUnit, MarkReserve, Pass
from noretreat.core.board import BOARD, bits
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.rules import movement, rail
from noretreat.rules.stacking import room_for

RIDERS: Final = 4
"""The number of units considered, those farthest from where they are needed first."""
STATIONS: Final = 7
"""The number of hexes considered for each."""
WALKS: Final = 4
"""The number of hexes considered to which a unit might walk instead."""
GAIN: Final = 0.2
"""The least gain for which a unit takes the train: it does not fight this turn."""
FRONT: Final = 2
"""A unit within this many hexes of the enemy is needed where it is."""


class Ride(NamedTuple):
    """A unit that would take the train, and the position's gain if it detrains at the best place."""

    unit: UnitIndex
    gain: float


def entrain(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action | None:
    """The unit to entrain now, if its ride is worth more than walking and the price; None for none (RAIL-1, RAIL-2)."""
    riders = {BOARD.unit_index[a.unit]: a for a in actions if isinstance(a, EntrainUnit | MarkReserve)}
    if not riders:
        return None
    free = all(isinstance(action, MarkReserve) for action in riders.values())
    price = 0.0 if free else price_of(state, side, rail.entrain_price(state))
    ride = best_ride(state, side, riders)
    return riders[ride.unit] if ride is not None and ride.gain > GAIN + price else None


def best_ride(state: State, side: SideIndex, units: Iterable[UnitIndex]) -> Ride | None:
    """The ride that gains most, of these units; None if all of them are needed where they are."""
    assessment = Assessment(state, side)
    stations = rail.detrain_hexes(state, side)
    scorer = Scorer(assessment)
    at = [piece.node for piece in assessment.own]
    wanted = set(units)
    quiet = [
        index
        for index, piece in enumerate(assessment.own)
        if piece.unit in wanted and _is_quiet(assessment, piece.node)
    ]
    quiet.sort(key=lambda index: assessment.field[at[index]])
    rides = [_ride(state, scorer, at, index, stations) for index in quiet[:RIDERS]]
    return max(rides, key=lambda ride: ride.gain, default=None)


def _is_quiet(assessment: Assessment, node: Node) -> bool:
    """True if no enemy is near this hex."""
    return all(foe.node < 0 or BOARD.distance(node, foe.node) > FRONT for foe in assessment.foes)


def _ride(state: State, scorer: Scorer, at: list[Node], index: PieceIndex, stations: NodeMask) -> Ride:
    """The gain of one unit's ride over the best that it can do on foot."""
    assessment, unit = scorer.assessment, scorer.assessment.own[index].unit
    home = at[index]
    reach = movement.journey_of(state, unit).total | 1 << home if movement.can_move(state, unit) else 1 << home
    on_foot = _best(scorer, at, index, _promising(assessment, room_for(state, unit, reach) | 1 << home)[:WALKS])
    by_rail = _best(scorer, at, index, _promising(assessment, room_for(state, unit, stations))[:STATIONS])
    return Ride(unit, by_rail - on_foot)


def _best(scorer: Scorer, at: list[Node], index: PieceIndex, nodes: list[Node]) -> float:
    """The best score of the arrangement with this unit in one of these hexes."""
    best = -1e9
    for node in nodes:
        with posted(at, index, node):
            best = max(best, scorer.score(at, False))
    return best


def _promising(assessment: Assessment, mask: NodeMask) -> list[Node]:
    """Hexes ranked by the need for a unit there: toward the goals, and in cities that are open to the enemy."""
    held = assessment.state.occupied(assessment.side)
    bare = assessment.control & BOARD.vp_hexes & ~held

    def wanted(node: Node) -> float:
        near = min((BOARD.distance(node, foe.node) for foe in assessment.foes), default=99)
        empty = assessment.hex_worth.get(node, 0.0) * (near <= 5) if bare >> node & 1 else 0.0
        return assessment.field[node] + empty - 0.1 * assessment.ground.get(node, 0)

    return sorted(bits(mask & BOARD.hexes), key=wanted, reverse=True)


def reserve(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Marks a unit that waits in the rail box as the Strategic Reserve: it costs nothing, and can come earlier."""
    marks = [action for action in actions if isinstance(action, MarkReserve)]
    strongest = max(marks, key=lambda mark: state.face_of(BOARD.unit_index[mark.unit]).strength, default=None)
    return strongest or Pass()


def exits(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """The places where each unit could leave the train, by its id."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        if isinstance(action, DetrainUnit):
            found.setdefault(action.unit, []).append(action)
    return found
