"""The ids by which data, saves and the wire name units, places and cards.

Python takes them for the plain texts and numbers that they are. The description of the server's calls lists each kind
under its name (`server/http/openapi.py`), so that for the client a unit is no hex, and a number no card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Ids:
    """Marks a text or number as an id of a kind."""

    name: str


CARD_NUMBER: Final = Ids("CardNumber")

UnitId: TypeAlias = Annotated[str, Ids("UnitId")]
"""A counter: `G1Pz`."""
MapId: TypeAlias = Annotated[str, Ids("MapId")]
"""A hex, an area, or the lake that supply crosses: `1104`, `FINLAND`, `LADOGA`."""
PlaceId: TypeAlias = Annotated[str, Ids("PlaceId")]
"""Where a unit is: a hex, an area, or a box such as `box:destroyed`."""
