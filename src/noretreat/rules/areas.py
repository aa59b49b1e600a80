"""Areas (chapters 8.6 and 8.7; MAP-6, MAP-7): which units may enter Finland and the two Balkans."""

from __future__ import annotations

from functools import cache

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, UnitIndex
from noretreat.data.facts import Nation
from noretreat.rules import calendar


def areas_closed_to(state: State, unit: UnitIndex) -> NodeMask:
    """Areas closed to the nation of a unit."""
    oil = state.triggers[calendar.OIL]
    return _closed_areas(state.info(unit).nation, state.rules.balkans_entry, bool(oil), 0 < oil <= state.turn)


@cache
def _closed_areas(nation: Nation, entry: str, oil_fell: bool, turn_after: bool) -> NodeMask:
    """Areas a nation may not enter. The Balkans open to Germans and Yugoslavs on the turn after Ploesti falls, under
    the digital rules to all units as soon as it falls (C-36).
    """
    closed = NO_NODES
    if nation not in (Nation.GERMAN, Nation.FINNISH, Nation.SOVIET):
        closed |= 1 << BOARD.finland  # units of no other nation (C-119)
    entitled = turn_after and nation in (Nation.GERMAN, Nation.YUGOSLAV)
    balkans_open = oil_fell if entry == "any_after_oil" else entitled
    return closed if balkans_open else closed | BOARD.balkans
