"""The two sides, by number and by name."""

from __future__ import annotations

from typing import Final

from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.data.load import UnknownName

AXIS: Final = SideIndex(0)
SOVIET: Final = SideIndex(1)
ENEMY: Final = (SOVIET, AXIS)
"""`ENEMY[side]` is the other side."""
NO_SIDE: Final = SideIndex(-1)
"""Neither side, where one can be named."""
SIDES: Final = (Side.AXIS, Side.SOVIET)
SIDE_INDEX: Final = {Side.AXIS: AXIS, Side.SOVIET: SOVIET}


def side_named(name: str) -> Side:
    """The side of this name, `axis` or `soviet`, or the side itself; raises `UnknownName` for any other."""
    found = _NAMED.get(name)
    if found is None:
        raise UnknownName(f"there is no side {name!r}; they are axis and soviet")
    return found


_NAMED: Final[dict[str, Side]] = {side: side for side in Side}
