"""Routes of a retreat that lead to the same position, so that the player need not choose between them (10.7.5).

The rules play each route on a copy of the state. A retreat does nothing to the other side's cards, so the comparison
reveals nothing about them.
"""

from __future__ import annotations

from noretreat.core.actions import RetreatUnit
from noretreat.core.kernel import answer
from noretreat.core.state import State


def ways_alike(state: State) -> frozenset[int]:
    """The retreats, by index, after which the game goes on exactly as after an earlier one of the same unit to the same
    hex: the hexes in between change nothing, neither control nor works nor what happens next.
    """
    ways: dict[tuple[str, str], list[int]] = {}
    if RetreatUnit not in map(type, state.options):
        return frozenset()
    for index, action in enumerate(state.options):
        if isinstance(action, RetreatUnit):
            ways.setdefault((action.unit, action.path[-1]), []).append(index)
    found: set[int] = set()
    for indices in ways.values():
        after: list[State] = []
        for index in indices if len(indices) > 1 else ():
            there = state.copy()
            answer(there, state.options[index])
            if there in after:
                found.add(index)
            after.append(there)
    return frozenset(found)
