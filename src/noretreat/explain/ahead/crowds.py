"""Hexes that hold too many units, or will: by a retreat, an advance, the end of an event, or the calendar (8.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noretreat.core.actions import AdvanceUnit, RetreatUnit
from noretreat.core.board import AXIS, BOARD, SIDES
from noretreat.core.lasting import Subject
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.rules import calendar, placement
from noretreat.rules.effects import bearing_on, without
from noretreat.rules.retreat import StepBack
from noretreat.rules.stacking import overstacked, room_for
from noretreat.rules.victory import LAST_YEAR


class Crowd(NamedTuple):
    """Hexes of a side that hold too many units now or at a later moment."""

    said: Reason
    hexes: tuple[str, ...]
    grave: bool
    """A unit is lost unless the side acts now."""


def crowds(state: State, side: SideIndex) -> Iterator[Crowd]:
    """The crowded hexes of a side, those that are crowded already first."""
    now = overstacked(state, side)
    yield from _told("danger-crowded", now, grave=True)
    yield from _told("danger-crowding", _entered(state, side, RetreatUnit), grave=False)
    yield from _told("danger-crowding-advance", _entered(state, side, AdvanceUnit), grave=False)
    yield from _when_events_end(state, side, now)
    yield from _by_the_calendar(state, side, now)


def _told(code: str, nodes: Iterable[Node], *, grave: bool, **words: str | int) -> Iterator[Crowd]:
    """Yields the warning about these hexes, if there are any."""
    hexes = tuple(BOARD.id_of[node] for node in dict.fromkeys(nodes))
    if hexes:
        yield Crowd(say(code, hexes=hexes, **words), hexes, grave)


def _entered(state: State, side: SideIndex, kind: type[RetreatUnit | AdvanceUnit]) -> Iterator[Node]:
    """The hexes that a unit of the side may retreat or advance to now, and that would then hold too many."""
    question = state.question
    if question is None or question.actor(state) != side:
        return
    for option in state.options:
        if isinstance(option, kind):
            goal = option.path[-1] if isinstance(option, RetreatUnit) else option.to
            node = BOARD.node_of[goal]
            if not room_for(state, BOARD.unit_index[option.unit], 1 << node):
                yield node


def _when_events_end(state: State, side: SideIndex, now: list[Node]) -> Iterator[Crowd]:
    """The stacks that only an event allows: when it ends, units of theirs step back; who cannot is lost (32S)."""
    event = next((effect for effect in bearing_on(state, Subject.ROOM) if effect.side == side), None)
    if event is None:
        return
    later = without(state, Subject.ROOM)
    full = [node for node in overstacked(later, side) if node not in now]
    stuck = [node for node in full if not StepBack(side, 1 << node).options(later)]
    card, turn = half_id(event.card, SIDES[side]), state.turn
    back = [node for node in full if node not in stuck]
    yield from _told("danger-crowded-stuck", stuck, grave=True, card=card, side=SIDES[state.phasing], turn=turn)
    yield from _told("danger-crowded-back", back, grave=False, card=card, side=SIDES[state.phasing], turn=turn)


def _by_the_calendar(state: State, side: SideIndex, now: list[Node]) -> Iterator[Crowd]:
    """The stacks that the next turn makes too high: by its limit, or by the garrisons of the Reich (8.4.1, 13.5).

    Nothing on the last turn: the game is over before (12.6).
    """
    if state.turn >= state.setup.last_turn:
        return
    later = without(state, Subject.ROOM)
    before = {*now, *overstacked(later, side)}
    later.turn += 1
    full = [node for node in overstacked(later, side) if node not in before]
    yield from _told("danger-crowded-limit", full, grave=state.phasing == side, turn=later.turn)
    if later.turn == LAST_YEAR and side == AXIS:
        calendar.receive_units(later)
        placement.garrison_the_reich(later)
        met = [node for node in overstacked(later, side) if node not in before and node not in full]
        yield from _told("danger-crowded-garrison", met, grave=state.phasing == side, turn=later.turn)
