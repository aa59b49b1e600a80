"""A position at a glance: in one line, and as a map in text. Nothing of it is secret."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, SOVIET, FaceInfo
from noretreat.core.boxes import BOX_NAMES, PENDING, REMOVED
from noretreat.core.names import SIDE_NAMES, months_name
from noretreat.core.types import Node, NodeMask, Place, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Terrain

_DECIDERS: Final = (*SIDE_NAMES, "chance")
_LETTERS: Final = "AS"
_GROUND: Final = {Terrain.FOREST: '"', Terrain.MARSH: "~", Terrain.MOUNTAIN: "^"}
_CELL: Final = 4
"""Characters to a hex; each row is half a hex beside the one above it."""
_LEGEND: Final = """\
A8 S4  strength of the Axis, Soviet units of a hex (! some Unsupplied or Disorganized)
 o      a city or oil field: A or S is the side that controls it
" ~ ^ .  forest, marsh, mountain, other ground"""


class Counter(NamedTuple):
    """A counter of a picture: which one, the face that is up, where it is, and its markers."""

    unit: UnitIndex
    face: int
    at: Place
    unsupplied: bool = False
    disorganized: bool = False

    @property
    def side(self) -> SideIndex:
        """The side it belongs to."""
        return BOARD.units[self.unit].side

    @property
    def shown(self) -> FaceInfo:
        """The face that is up."""
        return BOARD.units[self.unit].faces[self.face]


class Picture(NamedTuple):
    """The parts of a position that anybody at the table can see."""

    turn: int
    phase: Phase
    phasing: SideIndex
    actor: SideIndex | None
    """The actor that decides: a side, or `kernel.CHANCE`; None when the game is over."""
    question: str
    """The code of what is asked, if anybody is."""
    counters: tuple[Counter, ...]
    axis_control: NodeMask
    soviet_control: NodeMask

    def in_short(self) -> str:
        """Turn, phase, who decides, and the strength of both sides on the map, in one line."""
        box = BOARD.calendar.get(self.turn)
        date = f" ({months_name(box.months)} {box.year})" if box else ""
        asked = "over" if self.actor is None else f"{_DECIDERS[self.actor]} decides"
        if self.question:
            asked += f": {self.question}"
        sides = ", ".join(self._force(side) for side in (AXIS, SOVIET))
        return f"turn {self.turn}{date}, {SIDE_NAMES[self.phasing]} {self.phase}, {asked}; {sides}"

    def _force(self, side: SideIndex) -> str:
        """Return the strength of a side on the map, in words."""
        units = [counter for counter in self.counters if counter.side == side and counter.at >= 0]
        named = "unit" if len(units) == 1 else "units"
        return f"{SIDE_NAMES[side]} {sum(counter.shown.strength for counter in units)} in {len(units)} {named}"

    def as_text(self) -> str:
        """The map, a row of hexes a line, below it the units in areas and boxes, and what the signs mean."""
        stacks: dict[Place, list[Counter]] = {}
        for counter in self.counters:
            stacks.setdefault(counter.at, []).append(counter)
        lines = [self.in_short(), "", *self._rows(stacks), "", *self._elsewhere(stacks), _LEGEND]
        return "\n".join(lines)

    def _rows(self, stacks: dict[Place, list[Counter]]) -> list[str]:
        """The rows of hexes from north to south; the numbers above and before them make the number of a hex."""
        places = {(2 * q + r, r): node for node, (q, r) in BOARD.axial.items()}
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        columns = range((left + 25) // 2, (right + 25) // 2 + 1)
        lines = ["    " + "".join(f"{column:02d}".ljust(_CELL) for column in columns).rstrip()]
        for r in sorted({r for _, r in places}):
            line = ""
            for x in range(left, right + 1):
                if (x, r) in places:
                    line = line.ljust((x - left) * _CELL // 2) + self._cell(places[x, r], stacks)
            lines.append(f"{r + 11:02d}  {line}".rstrip())
        return lines

    def _cell(self, node: Node, stacks: dict[Place, list[Counter]]) -> str:
        """Return the sign for a hex: its units, its city, or its terrain."""
        if stacks.get(node):
            return _stack(stacks[node])
        if BOARD.vp_hexes >> node & 1:
            return "Ao" if self.axis_control >> node & 1 else "So" if self.soviet_control >> node & 1 else "o"
        return _GROUND.get(BOARD.terrain.get(node, Terrain.LAKE), "." if BOARD.hexes >> node & 1 else " ")

    def _elsewhere(self, stacks: dict[Place, list[Counter]]) -> list[str]:
        """A line for each area and each box that holds units."""
        lines = []
        for place in sorted((at for at in stacks if at not in (PENDING, REMOVED)), reverse=True):
            if place < 0 or BOARD.areas >> place & 1:
                name = BOX_NAMES[place] if place < 0 else BOARD.place_name[Node(place)]
                lines.append(f"{name}: {' '.join(BOARD.unit_ids[counter.unit] for counter in stacks[place])}")
        return [*lines, ""] if lines else []


SHOWN_AS: Final[dict[str, Callable[[Picture], str]]] = {}
"""Who draws a picture for a notebook, by the MIME type of what they make."""


def _stack(counters: list[Counter]) -> str:
    """The units of a hex: A12, or A12! where one of them has a marker."""
    strengths = Tally[SideIndex]()
    for counter in counters:
        strengths[counter.side] += counter.shown.strength
    marked = any(counter.unsupplied or counter.disorganized for counter in counters)
    return "".join(f"{_LETTERS[side]}{total}" for side, total in strengths.items()) + "!" * marked
