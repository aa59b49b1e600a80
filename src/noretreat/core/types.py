"""Names for what the ints and words of a state stand for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final, Literal, NewType, Self, overload

from noretreat.data.ids import CARD_NUMBER

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

if TYPE_CHECKING:
    # For the type check alone: at run time all of these are plain ints. Here it learns that `1 << node` is a set of
    # nodes and `1 << unit` one of units, and that sets of one kind stay of that kind under `&`, `|`, `^` and `~`.

    class _Mask(int):
        @overload  # type: ignore[override]
        def __and__(self, other: Self, /) -> Self: ...
        @overload
        def __and__(self, other: Literal[1], /) -> int: ...
        def __and__(self, other: int, /) -> int: ...
        def __or__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __xor__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __lshift__(self, other: int, /) -> Self: ...
        def __rshift__(self, other: int, /) -> Self: ...
        def __invert__(self) -> Self: ...

    class NodeMask(_Mask):
        """A set of nodes: bit n is set where node n belongs to it."""

    class UnitMask(_Mask):
        """A set of units."""

    class CardMask(_Mask):
        """A set of cards."""

    class Place(int):
        """Where a unit is: a node, or one of the boxes, which are negative."""

        def __rlshift__(self, other: int, /) -> NodeMask: ...

    class Node(Place):
        """A hex or an area, by its bit in a `NodeMask`."""

    class UnitIndex(int):
        """A counter, by its place in `BOARD.units`."""

        def __rlshift__(self, other: int, /) -> UnitMask: ...

    class CardNumber(int):
        """The number printed on a card."""

        def __rlshift__(self, other: int, /) -> CardMask: ...

else:
    NodeMask = NewType("NodeMask", Annotated[int, HEXADECIMAL])
    UnitMask = NewType("UnitMask", Annotated[int, HEXADECIMAL])
    CardMask = NewType("CardMask", Annotated[int, HEXADECIMAL])
    Place = NewType("Place", int)
    Node = NewType("Node", Place)
    UnitIndex = NewType("UnitIndex", int)
    CardNumber = NewType("CardNumber", Annotated[int, CARD_NUMBER])

NO_NODES: Final = NodeMask(0)
NO_UNITS: Final = UnitMask(0)
NO_CARDS: Final = CardMask(0)
NO_NODE: Final = Node(-1)
"""No node, where one can be named."""
NO_UNIT: Final = UnitIndex(-1)
"""No counter, where one can be named."""
NO_CARD: Final = CardNumber(0)
"""No card, where one can be named."""
