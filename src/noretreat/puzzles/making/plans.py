"""Plans of moves: which moves matter for a task, what they are worth, and a search for a plan that solves it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import Final, NamedTuple

from noretreat import game
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.puzzles.moves import at_the_end
from noretreat.rules.stacking import overstacked

BEAM: Final = 24
"""The plans that are carried on from each length to the next."""
LONGEST: Final = 4
"""The most units that a solution may move."""


class Deed(NamedTuple):
    """A unit and where it goes."""

    unit: UnitIndex
    to: Node


Plan = tuple[Deed, ...]
Score = tuple[float, ...]
"""How near a position is to a goal: the first number is its worth, the others tell equals apart."""
Scorer = Callable[[State], Score]


class Ground:
    """A position at the start of a Movement Phase, and the moves from it."""

    def __init__(self, start: State, side: SideIndex) -> None:
        self.start, self.side = start, side
        after = at_the_end(start, side)
        assert after is not None
        self.after = after
        """The position if nobody moves."""
        self.deeds = [
            Deed(BOARD.unit_index[action.unit], BOARD.node_of[action.to])
            for action in game.legal_actions(start)
            if isinstance(action, MoveUnit)
        ]

    def with_(self, plan: Iterable[Deed]) -> State | None:
        """About the position at the end of the phase once these units have moved; None if hexes are too full."""
        probe = self.after.copy()
        for unit, to in plan:
            probe.put(unit, to)
        return None if overstacked(probe, self.side) else probe

    def walks_in(self, places: Sequence[Node], solves: Callable[[State], bool]) -> bool:
        """Does it do to move a unit into each of these places? Nobody needs to look for that."""
        ways = [[deed for deed in self.deeds if deed.to == node] for node in places]
        plans = (plan for plan in product(*ways) if len({deed.unit for deed in plan}) == len(plan))
        return any((there := self.with_(plan)) is not None and solves(there) for plan in plans)

    def best(
        self, scorer: Scorer, deeds: Sequence[Deed], longest: int = LONGEST, enough: float = math.inf
    ) -> tuple[Score, Plan]:
        """The plan with the best worth that a beam search finds; of equals the shortest. It ends where one is worth
        `enough`.
        """
        beam: list[Plan] = [()]
        best: tuple[Score, Plan] = (scorer(self.after), ())
        for _ in range(longest):
            found = sorted(self._longer(beam, scorer, deeds), key=lambda one: one[0], reverse=True)
            if not found:
                break
            if found[0][0][0] > best[0][0]:
                best = found[0]
            if best[0][0] >= enough:
                break
            beam = [plan for _, plan in found[:BEAM]]
        return best

    def _longer(self, beam: Sequence[Plan], scorer: Scorer, deeds: Sequence[Deed]) -> Iterator[tuple[Score, Plan]]:
        """Each plan with one unit more, in every way."""
        seen: set[frozenset[Deed]] = set()
        for plan in beam:
            movers = {deed.unit for deed in plan}
            for deed in deeds:
                longer = (*plan, deed)
                key = frozenset(longer)
                if deed.unit in movers or key in seen:
                    continue
                seen.add(key)
                there = self.with_(longer)
                if there is not None:
                    yield scorer(there), longer

    def shortened(self, plan: Plan, solves: Callable[[State], bool]) -> Plan:
        """The plan without moves that it does not need."""
        for deed in plan:
            less = tuple(each for each in plan if each != deed)
            there = self.with_(less)
            if there is not None and solves(there):
                return self.shortened(less, solves)
        return plan

    def actions(self, plan: Plan, solves: Callable[[State], bool]) -> tuple[Action, ...] | None:
        """The plan as actions that the rules allow and that solve the task, in whatever order."""
        for order in permutations(plan):
            state, taken = self.start, []
            for unit, to in order:
                action = MoveUnit(BOARD.unit_ids[unit], BOARD.id_of[to])
                if action not in game.legal_actions(state):
                    break
                state, _ = game.apply_trusted(state, action)
                taken.append(action)
            else:
                if solves(state):
                    return tuple(taken)
        return None
