"""Told before the click: what becomes of a unit that takes a loss, retreats or advances, and of the hex it leaves.

Each answer is played on a copy by the rules themselves, and what changed is put into words. Nothing hidden is seen:
the fate of a unit and its supply are open to both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from noretreat.core.actions import AdvanceUnit, LoseStep, RetreatUnit, ShatterUnit
from noretreat.core.board import BOARD
from noretreat.core.boxes import SHATTERED, SURRENDERED, TRACK
from noretreat.core.kernel import answer
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import Node, UnitIndex
from noretreat.explain.ahead.dangers import open_cities
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import supply
from noretreat.rules.results import OfferCadre

_FATEFUL: Final = frozenset((LoseStep, ShatterUnit, RetreatUnit, AdvanceUnit))
"""The answers that decide over a unit in the middle of a battle or of a crowd, for good."""


class Fate(msgspec.Struct, frozen=True):
    """What an answer does to the unit that it names."""

    said: tuple[Told, ...]
    grave: bool
    """More is lost than another answer would cost: the last unit of a hex or of its kind, a unit's supply, a city."""


def fates(state: State) -> dict[int, Fate]:
    """The fates of the answers to the current question, by their index; empty for questions of another kind.

    Where every answer is grave, none is: there is nothing to be warned of.
    """
    if _FATEFUL.isdisjoint(map(type, state.options)):
        return {}
    found = {
        index: Fate(tuple(tell(why, state.face) for why, _ in told), any(grave for _, grave in told))
        for index, action in enumerate(state.options)
        if isinstance(action, LoseStep | ShatterUnit | RetreatUnit | AdvanceUnit) and (told := list(_of(state, action)))
    }
    harmless = [index for index in range(len(state.options)) if index not in found or not found[index].grave]
    if harmless:
        return found
    return {index: msgspec.structs.replace(fate, grave=False) for index, fate in found.items()}


def _of(state: State, action: LoseStep | ShatterUnit | RetreatUnit | AdvanceUnit) -> Iterator[tuple[Reason, bool]]:
    """Yield what an answer does, in words, and whether that is grave."""
    unit = BOARD.unit_index[action.unit]
    node = state.node_of(unit)
    after = state.copy()
    answer(after, action)
    if after.where[unit] < 0:
        chosen = isinstance(action, LoseStep | ShatterUnit)
        yield _lost(after, unit), not chosen
        if chosen:
            yield from _left_behind(after, unit, node)
    elif isinstance(action, LoseStep) and after.face[unit] != state.face[unit]:
        face = after.face_of(unit)
        yield say("becomes-weakened", unit=action.unit, strength=face.strength, move=face.move), False
    if isinstance(action, RetreatUnit | AdvanceUnit) and after.where[unit] >= 0:
        yield from _there(state, after, unit)


def _lost(after: State, unit: UnitIndex) -> Reason:
    """The words for where a lost unit has gone."""
    name, place = BOARD.unit_ids[unit], after.where[unit]
    if place == SHATTERED:
        return say("becomes-shattered", unit=name)
    if place == SURRENDERED:
        return say("becomes-surrendered", unit=name)
    if place == TRACK:
        return say("becomes-track", unit=name, turn=after.due[unit])
    return say("becomes-destroyed", unit=name)


def _left_behind(after: State, unit: UnitIndex, node: Node) -> Iterator[tuple[Reason, bool]]:
    """Yield what is missing once a unit is gone: a cadre may take its place, its hex is empty, it was the last."""
    info = after.info(unit)
    if isinstance(after.question, OfferCadre):
        yield say("becomes-cadre"), False
    elif not after.occupied(info.side) >> node & 1:
        yield say("becomes-empty", hex=BOARD.id_of[node]), True
    kind = info.unit.front.type
    if not info.cadre and all(after.info(other).unit.front.type != kind for other in after.on_map(info.side)):
        yield say("becomes-last", unit=BOARD.unit_ids[unit]), True


def _there(state: State, after: State, unit: UnitIndex) -> Iterator[tuple[Reason, bool]]:
    """Yield what is wrong with the hex where a unit has come to: no supply, or a city open behind it."""
    place = BOARD.id_of[after.node_of(unit)]
    if supply.is_supplied(state, unit) and not supply.is_supplied(after, unit):
        yield say("becomes-unsupplied", unit=BOARD.unit_ids[unit], hex=place), True
    side = after.info(unit).side
    known = {city.hexes for city in open_cities(state, side)}
    for city in open_cities(after, side) if after.ended is None else ():
        if city.hexes not in known:
            yield Reason(city.said.code, city.said.args), True
