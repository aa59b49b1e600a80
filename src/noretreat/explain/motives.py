"""Why a side might do something: what it wants with an action, the odds it sees, what it fears.

Made from the position and the action alone, for one player as for another; a player that knows more of its own reasons
says them itself (`ai/thought.py`). Nothing here looks at a hand: a card is named only by the action that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    DeclareTarget,
    DetrainUnit,
    Done,
    ImproveUnit,
    MoveUnit,
    Pass,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDES
from noretreat.core.boxes import SHATTERED
from noretreat.core.kernel import answer
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.explain.forecast import forecast
from noretreat.explain.outlook import threat
from noretreat.rules import supply
from noretreat.rules.allocation import ComposeBattle

HARMLESS: Final = 1
"""The level of a threat that is not worth a word (`outlook.Attack.level`)."""
GOOD: Final = ("DR", "DS", "DD")
"""Results that drive the defender away."""


class Motive(NamedTuple):
    """What was wanted, the odds that were seen, what was feared: each as sentences, the weightiest first."""

    wanted: tuple[Reason, ...] = ()
    odds: tuple[Reason, ...] = ()
    feared: tuple[Reason, ...] = ()


def motive_of(state: State, side: SideIndex, action: Action) -> Motive:
    """Why `side` might answer the question of this position so. The position is left as it is."""
    after = state.copy()
    answer(after, action)
    wanted = tuple(_wanted(state, after, side, action)) or (say("motive-nothing-better"),)
    return Motive(wanted, tuple(_odds(state, after, side, action)), tuple(_feared(state, after, side, action)))


def _wanted(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """What the action brings about, or makes possible."""
    taken = after.control(side) & ~state.control(side)
    if taken:
        yield say("motive-take", hexes=BOARD.ids(taken))
    yield from _cut_off(state, after, ENEMY[side], "motive-cut-off")
    yield from _cut_off(after, state, side, "motive-supply")
    match action:
        case MoveUnit() | AdvanceUnit() | DetrainUnit():
            yield from _of_a_move(state, after, side, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
        case DeclareTarget() | BeginBattle() | PlaceCounterblow():
            yield say("motive-attack", hex=action.hex)
            yield from _opened(state, side, BOARD.node_of[action.hex])
        case AssignAttacker():
            yield say("motive-join", unit=action.unit)
        case ImproveUnit() | UpgradeUnit():
            yield say("motive-strengthen", unit=action.unit)
        case PlaceUnit() | ReplaceUnit():
            yield say("motive-bring", unit=action.unit, hex=action.to)
        case PlayEvent():
            yield say("motive-event", event=half_id(action.card, SIDES[side]))
        case _:
            return


def _cut_off(before: State, after: State, side: SideIndex, code: str) -> Iterator[Reason]:
    """The units of a side that can trace no supply afterwards, but could before."""
    new = set(supply.cut_off(after, side)) - set(supply.cut_off(before, side))
    there = [BOARD.unit_ids[unit] for unit in sorted(new) if before.where[unit] >= 0 and after.where[unit] >= 0]
    if there:
        yield say(code, units=there)


def _opened(state: State, side: SideIndex, node: Node) -> Iterator[Reason]:
    """The enemy units that would be cut off if the defenders of a hex were gone and a unit had advanced into it."""
    beside = [unit for unit in state.on_map(side) if BOARD.adjacent[node] >> state.where[unit] & 1]
    spear = max(beside, key=lambda unit: (state.face_of(unit).mobile, state.face_of(unit).strength), default=-1)
    if spear < 0:
        return
    through = state.copy()
    for unit in state.units_at(node, ENEMY[side]):
        through.put(unit, SHATTERED)
    through.put(spear, node)
    yield from _cut_off(state, through, ENEMY[side], "motive-opens")


def _of_a_move(state: State, after: State, side: SideIndex, unit: UnitIndex, node: int) -> Iterator[Reason]:
    """What a unit is for in its new hex: to attack from there, to guard a city, to be out of reach."""
    beside = BOARD.expand(1 << node) & after.occupied(ENEMY[side])
    attackable = [name for name in threat(after, SIDES[side]).hexes if _mask(name) & beside]
    if attackable:
        yield say("motive-face", hexes=attackable)
    if BOARD.vp_hexes & after.control(side) & ~(after.control(side) & ~state.control(side)) & 1 << node:
        yield say("motive-guard", hex=BOARD.id_of[node])
    if state.where[unit] >= 0:
        danger = threat(state, SIDES[ENEMY[side]]).hexes.get(BOARD.id_of[state.where[unit]])
        if danger is not None and danger.level > HARMLESS and not attackable:
            yield say("motive-escape", hex=BOARD.id_of[state.where[unit]], column=danger.column)


def _mask(name: str) -> NodeMask:
    return 1 << BOARD.node_of[name]


def _odds(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """The odds of the attack that is meant: those of the battle put together so far, or the best there can be."""
    frame = after.question
    if isinstance(action, AssignAttacker) and isinstance(frame, ComposeBattle) and frame.attackers and frame.targets:
        seen = forecast(after, frame.attackers, frame.targets)
        good = sum(chance.times for chance in seen.chances if chance.result in GOOD)
        yield say("motive-odds", column=seen.odds.column, times=good)
    elif isinstance(action, DeclareTarget | PlaceCounterblow):
        best = threat(state, SIDES[side]).hexes.get(action.hex)
        if best is not None:
            yield say("motive-best-odds", column=best.column)


def _feared(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """The strongest answer to a move, and units of one's own that it leaves without supply."""
    yield from _cut_off(state, after, side, "motive-own-cut-off")
    if isinstance(action, MoveUnit | AdvanceUnit | DetrainUnit | PlaceUnit | ReplaceUnit):
        danger = threat(after, SIDES[ENEMY[side]]).hexes.get(action.to)
        if danger is not None and danger.level > HARMLESS:
            yield say("motive-danger", hex=action.to, column=danger.column)
    elif isinstance(action, Done | Pass) and state.phase == "movement":
        attacks = threat(state, SIDES[ENEMY[side]]).hexes
        worst = sorted((name for name, one in attacks.items() if one.level > HARMLESS), key=lambda n: -attacks[n].level)
        for name in worst[:3]:
            yield say("motive-danger", hex=name, column=attacks[name].column)


def places_of(action: Action) -> tuple[str, ...]:
    """The hexes and units that an action names, as far as it names any: where to look."""
    fields = (getattr(action, name, None) for name in ("unit", "hex", "to"))
    return tuple(name for name in fields if name)
