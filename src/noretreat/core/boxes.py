"""The boxes: the places of units that are not on the map (`where[unit] < 0`)."""

from __future__ import annotations

from typing import Final

from noretreat.core.types import Place

RAIL: Final = Place(-1)
SHATTERED: Final = Place(-2)
DESTROYED: Final = Place(-3)
SURRENDERED: Final = Place(-4)
CADRES: Final = Place(-5)
"""Cadre Available box (ORG-12)."""
TRACK: Final = Place(-6)
"""On the turn track; returns on turn `due[unit]`."""
DELAYED: Final = Place(-7)
"""Arrived and waiting to be placed (ORG-11)."""
PENDING: Final = Place(-8)
"""Not yet in play."""
REMOVED: Final = Place(-9)
"""Removed from the game."""

BOX_NAMES: Final = {
    RAIL: "box:rail",
    SHATTERED: "box:shattered",
    DESTROYED: "box:destroyed",
    SURRENDERED: "box:surrendered",
    CADRES: "box:cadres",
    TRACK: "box:track",
    DELAYED: "box:delayed",
    PENDING: "box:pending",
    REMOVED: "box:removed",
}
BOX_OF: Final = {name: box for box, name in BOX_NAMES.items()}
