"""The reason why a counter that is clicked can do nothing now, found without an action to refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import BOARD, ENEMY, SIDES
from noretreat.core.boxes import BOX_NAMES, DESTROYED, SURRENDERED
from noretreat.core.kernel import CHANCE
from noretreat.core.reasons import Reason, reason
from noretreat.core.state import State
from noretreat.core.types import Node, UnitIndex
from noretreat.explain.refusals.why_not import why_not
from noretreat.rules import combat, movement
from noretreat.rules.payment import can_pay
from noretreat.rules.placement import replace_price


def why_idle(state: State, unit: str) -> Reason | None:
    """The reason why no answer to the question involves this unit of the side asked; None if one does, or none is due.

    Raises `KeyError` for an unknown unit.
    """
    number = BOARD.unit_index[unit]
    question = state.question
    if question is None or question.actor(state) == CHANCE:
        return None
    if any(unit == getattr(action, "unit", None) for action in state.options):
        return None
    if state.info(number).side != question.actor(state):
        return None
    teller = _TELLERS.get(question.CODE)
    return teller(state, number) if teller else None


def _refused(state: State, action: Action) -> Reason | None:
    """The reason why an action cannot be played, if there is more to say than that."""
    found = why_not(state, action)
    return None if found is None or found.code == "not-allowed" else found


def _move(state: State, unit: UnitIndex) -> Reason | None:
    """It has moved, may not or cannot; else every hex around it is closed."""
    name = BOARD.unit_ids[unit]
    if state.where[unit] < 0:
        return _off_map(state, unit)
    beside = next((BOARD.id_of[there] for there in _neighbors(state.node_of(unit))), None)
    if not state.face_of(unit).mobile or not movement.can_move(state, unit):
        return _refused(state, act.MoveUnit(name, beside)) if beside else None
    return reason("hemmed-in", unit=name)


def _neighbors(node: Node) -> list[Node]:
    """The nodes next to one."""
    mask = BOARD.adjacent.get(node, 0)
    return [other for other in BOARD.id_of if mask >> other & 1]


def _flip(state: State, unit: UnitIndex) -> Reason | None:
    """The reason why it can be neither improved nor upgraded."""
    if state.where[unit] < 0:
        return _off_map(state, unit)
    return _refused(state, act.ImproveUnit(BOARD.unit_ids[unit]))


def _place(state: State, unit: UnitIndex) -> Reason | None:
    """It stands on the map already; or it cannot be replaced, or not paid for."""
    name = BOARD.unit_ids[unit]
    if state.where[unit] >= 0:
        return reason("place-boxes", unit=name)
    if state.where[unit] not in (DESTROYED, SURRENDERED):
        return _off_map(state, unit)
    price = replace_price(state, unit)
    if price is None:
        return reason("not-replaced-now", unit=name, turn=state.turn)
    return reason("replace-costs", unit=name, n=price) if not can_pay(state, state.phasing, price) else None


def _off_map(state: State, unit: UnitIndex) -> Reason:
    """It is in a box."""
    return reason("off-map", unit=BOARD.unit_ids[unit], box=BOX_NAMES[state.where[unit]])


def _reorganize(state: State, unit: UnitIndex) -> Reason | None:
    """It is in order, or there is no card for it."""
    return _refused(state, act.ReorganizeUnit(BOARD.unit_ids[unit]))


def _declare(state: State, unit: UnitIndex) -> Reason | None:
    """It cannot attack; or the target is what is to be clicked."""
    if state.where[unit] < 0:
        return None
    name, node = BOARD.unit_ids[unit], state.node_of(unit)
    enemies = BOARD.adjacent[node] & state.occupied(ENEMY[state.info(unit).side])
    if not enemies:
        return reason("nobody-beside", unit=name)
    targets = tuple(there for there in _neighbors(node) if enemies >> there & 1)
    if not any(unit in combat.able_attackers(state, (there,)) for there in targets):
        return reason("idle-attacker", unit=name)
    return reason("click-target", unit=name, hexes=tuple(BOARD.id_of[there] for there in targets))


def _detrain(state: State, unit: UnitIndex) -> Reason | None:
    """It rides no train."""
    return reason("not-on-train", unit=BOARD.unit_ids[unit]) if state.where[unit] >= 0 else None


def _advance(state: State, unit: UnitIndex) -> Reason | None:
    """It took no part, has advanced or may not."""
    if state.where[unit] < 0:
        return None
    beside = next((BOARD.id_of[there] for there in _neighbors(state.node_of(unit))), None)
    return _refused(state, act.AdvanceUnit(BOARD.unit_ids[unit], beside)) if beside else None


def _event_move(state: State, unit: UnitIndex) -> Reason | None:
    """The event does not let it move."""
    return reason("not-by-event", unit=BOARD.unit_ids[unit], side=SIDES[state.info(unit).side])


_TELLERS: Final[dict[str, Callable[[State, UnitIndex], Reason | None]]] = {
    "move": _move,
    "flip": _flip,
    "place": _place,
    "reorganize": _reorganize,
    "declare": _declare,
    "detrain": _detrain,
    "advance": _advance,
    "event_move": _event_move,
}
"""Question -> why a unit has no part in its answers."""
