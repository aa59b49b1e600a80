"""Told before the click: ways that come to the same, so that nobody has to choose between them (10.7.5).

Each way is taken on a copy by the rules themselves. What they do to the other side's cards is nothing, so that the
comparison tells nothing of them.
"""

from __future__ import annotations

from noretreat.core.actions import RetreatUnit
from noretreat.core.kernel import answer
from noretreat.core.state import State


def ways_alike(state: State) -> frozenset[int]:
    """The retreats, by index, after which the game goes on exactly as after an earlier one of the same unit to the same
    hex: the hex on the way changes nothing, neither control nor works nor what comes next.
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
