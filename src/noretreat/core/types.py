"""Names for what the ints and words of a state stand for."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, NewType, TypeAlias

HEXADECIMAL: Final = "hexadecimal"
"""Marks an int that snapshots write as text: masks are wide, and JSON readers elsewhere keep only 53 bits."""


class Segment(StrEnum):
    """The part of a phase, if it has several (7, 10)."""

    NONE = ""
    FLIP = "flip"
    PLACEMENT = "placement"
    REORGANIZATION = "reorganization"
    TARGETS = "targets"
    BATTLES = "battles"


SideIndex = NewType("SideIndex", int)
"""`AXIS` or `SOVIET`; where someone has to decide, `CHANCE` too."""
Place = NewType("Place", int)
"""Where a unit is: a node, or one of the boxes, which are negative."""
Node = NewType("Node", Place)
"""A hex or an area, by its bit in a `NodeMask`."""
NO_NODE: Final = Node(Place(-1))
"""No node, where one can be named."""
UnitIndex = NewType("UnitIndex", int)
"""A counter, by its place in `BOARD.units`."""
NO_UNIT: Final = UnitIndex(-1)
"""No counter, where one can be named."""
CardNumber = NewType("CardNumber", int)
"""The number printed on a card."""
NO_CARD: Final = CardNumber(0)
"""No card, where one can be named."""

NodeMask: TypeAlias = Annotated[int, HEXADECIMAL, "node"]
"""A set of nodes: bit n is set where node n belongs to it."""
UnitMask: TypeAlias = Annotated[int, HEXADECIMAL, "unit"]
CardMask: TypeAlias = Annotated[int, HEXADECIMAL, "card"]
