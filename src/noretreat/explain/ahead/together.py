"""The odds that can be had together: one allocation of the units to all marked hexes, by the rules (CPR-5, CPR-6).

The best case of each hex counts a unit that stands next to several of them every time. Here a unit attacks once. The
allocation begins with an attacker for as many hexes as the rules can satisfy, and is then improved unit by unit while
the sum of what the battles promise grows; a unit that changes nothing is left out. It is good, not always the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.core.types import Node, UnitIndex
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead.forecast import as_attacker
from noretreat.explain.knowledge.view import OddsView, odds_view
from noretreat.rules import allocation, odds
from noretreat.rules.combat import able_attackers, marked

_WORTH: Final = {"DD": 4.0, "DS": 4.0, "DR": 2.0, "EX": 0.5, "CB": -1.0, "CA": -2.0}
"""What a face of the die is worth to the attacker; other results are worth nothing."""
_NEARER: Final = 0.01
"""What is added for each point of attack to one of defense: a step towards the next column."""
_PASSES: Final = 6
Group = tuple[Node, ...]


class PlannedBattle(msgspec.Struct, frozen=True):
    """A battle of the plan with its odds; None while it has no attackers."""

    targets: tuple[MapId, ...]
    attackers: tuple[UnitId, ...]
    odds: OddsView | None


Known = dict[tuple[Group, tuple[UnitIndex, ...]], tuple[float, int]]
"""What a battle of some units for some hexes promises, and its column: whichever other hexes are marked."""


def together(state: State) -> tuple[PlannedBattle, ...]:
    """The battles that could be fought against all marked hexes still open, each unit in one of them."""
    battles = _Allocation(state, {}, allocation.open_hexes(state)).battles()
    return tuple(_planned(state, group, units) for group, units in battles)


def with_another(state: State, hexes: Sequence[Node]) -> dict[str, PlannedBattle]:
    """For each hex that may be marked now: the battle for it, if it were a Target beside those that there are.

    A hex that competes with no other for its attackers is left out: its best odds are to be had.
    """
    found = {}
    known: Known = {}
    for node in hexes:
        after = state.copy()
        after.targets |= 1 << node
        rivals = _rivals(after, node)
        if rivals == [node]:
            continue
        for group, units in _Allocation(after, known, rivals).battles(passes=1):
            if node in group:
                found[BOARD.id_of[node]] = _planned(after, group, units)
    return found


def _rivals(state: State, node: Node) -> list[Node]:
    """The open hexes that want the units of this one, or those of such a hex, and so on."""
    able = {one: set(able_attackers(state, (one,))) for one in allocation.open_hexes(state)}
    near, units = {node}, able.get(node, set())
    while more := {one for one, others in able.items() if others & units} - near:
        near |= more
        units = units.union(*(able[one] for one in more))
    return [one for one in able if one in near]


def _planned(state: State, group: Group, units: Sequence[UnitIndex]) -> PlannedBattle:
    return PlannedBattle(
        tuple(BOARD.id_of[node] for node in group),
        tuple(BOARD.unit_ids[unit] for unit in units),
        odds_view(state, odds.hypothetical(state, tuple(units), group)),
    )


class _Allocation:
    """Who attacks what."""

    def __init__(self, state: State, known: Known, hexes: list[Node]) -> None:
        self.state = as_attacker(state, state.phasing, ())
        self.groups = self._grouped(hexes)
        self.able = {group: able_attackers(state, group) for group in self.groups}
        self.held = self._covered()
        self.known = known

    def battles(self, passes: int = _PASSES) -> list[tuple[Group, list[UnitIndex]]]:
        """Every battle with attackers, after all improvements."""
        for _ in range(passes):
            if not self._improve():
                break
        self._leave_out_the_idle()
        return [(group, units) for group in self.groups if (units := self._units(group))]

    # --- to begin with -------------------------------------------------------------------------------------------
    def _grouped(self, hexes: list[Node]) -> list[Group]:
        """One battle a hex; a hex without an attacker of its own joins another battle, where the rules allow it."""
        first = [node for node in hexes if marked(self.state) >> node & 1]
        able = {node: able_attackers(self.state, (node,)) for node in hexes}
        held: dict[UnitIndex, Node] = {}
        for part in (first, [node for node in hexes if node not in first]):
            allocation.match(part, able, held)
        groups: list[Group] = [(node,) for node in hexes if node in held.values()]
        for node in hexes:
            if node not in held.values():
                host = next((group for group in groups if self._may_join(group, node)), None)
                if host is not None:
                    groups[groups.index(host)] = (*host, node)
        return groups

    def _may_join(self, group: Group, node: Node) -> bool:
        return any(
            node in allocation.joinable(self.state, group, (unit,)) for unit in able_attackers(self.state, group)
        )

    def _covered(self) -> dict[UnitIndex, Group]:
        """A first attacker for each battle, where there is one."""
        firsts: dict[UnitIndex, Node] = {}
        heads = {group[0]: self.able[group] for group in self.groups}
        allocation.match(list(heads), heads, firsts)
        return {unit: group for unit, node in firsts.items() for group in self.groups if group[0] == node}

    # --- better --------------------------------------------------------------------------------------------------
    def _units(self, group: Group) -> list[UnitIndex]:
        return sorted(unit for unit, where in self.held.items() if where == group)

    def _worth(self, group: Group, units: Sequence[UnitIndex]) -> float:
        return self._seen(group, units)[0]

    def _seen(self, group: Group, units: Sequence[UnitIndex]) -> tuple[float, int]:
        """What the battle promises: the mean of the faces, and how near the next column is; and its column."""
        key = (group, tuple(units))
        if key not in self.known:
            battle = odds.hypothetical(self.state, key[1], group)
            found = odds.odds_of(self.state, battle)
            faces = odds.results_row(self.state, battle.attacker, found)
            nearer = min(6.0, found.attack / max(1, found.defense)) * _NEARER
            mean = sum(_WORTH.get(face, 0.0) for face in faces) / len(faces)
            self.known[key] = (mean + nearer, found.column)
        return self.known[key]

    def _improve(self) -> bool:
        """Sends each unit where it adds most, and lets two units change places. Returns whether anything was gained."""
        gained = False
        for unit in sorted({unit for units in self.able.values() for unit in units}):
            gained |= self._resettle(unit)
        for unit in list(self.held):
            for other in list(self.held):
                gained |= unit < other and self._swapped(unit, other)
        return gained

    def _resettle(self, unit: UnitIndex) -> bool:
        here = self.held.get(unit)
        if here is not None and len(self._units(here)) == 1:
            return False
        best, most = here, 1e-9
        for group in self.groups:
            if group != here and unit in self.able[group]:
                more = self._with(group, unit) - self._worth(group, self._units(group))
                less = 0.0 if here is None else self._worth(here, self._units(here)) - self._without(here, unit)
                if more - less > most:
                    best, most = group, more - less
        if best is None or best == here:
            return False
        self.held[unit] = best
        return True

    def _swapped(self, one: UnitIndex, other: UnitIndex) -> bool:
        a, b = self.held[one], self.held[other]
        if a == b or one not in self.able[b] or other not in self.able[a]:
            return False
        before = self._worth(a, self._units(a)) + self._worth(b, self._units(b))
        self.held[one], self.held[other] = b, a
        if self._worth(a, self._units(a)) + self._worth(b, self._units(b)) > before + 1e-9:
            return True
        self.held[one], self.held[other] = a, b
        return False

    def _with(self, group: Group, unit: UnitIndex) -> float:
        return self._worth(group, sorted([*self._units(group), unit]))

    def _without(self, group: Group, unit: UnitIndex) -> float:
        return self._worth(group, [other for other in self._units(group) if other != unit])

    def _leave_out_the_idle(self) -> None:
        """A unit without which the battle is fought on the same column stays free, the weakest first."""
        for unit in sorted(self.held, key=lambda unit: self.state.face_of(unit).strength):
            group = self.held[unit]
            rest = [other for other in self._units(group) if other != unit]
            if rest and self._seen(group, rest)[1] >= self._seen(group, self._units(group))[1]:
                del self.held[unit]


__all__ = ["PlannedBattle", "together", "with_another"]
