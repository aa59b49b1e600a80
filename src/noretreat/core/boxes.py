"""The boxes: the places of units that are not on the map (`where[unit] < 0`)."""

from __future__ import annotations

from typing import Final

RAIL: Final = -1
SHATTERED: Final = -2
DESTROYED: Final = -3
SURRENDERED: Final = -4
CADRES: Final = -5
"""Cadre Available box (ORG-12)."""
TRACK: Final = -6
"""On the turn track; returns on turn `due[unit]`."""
DELAYED: Final = -7
"""Arrived and waiting to be placed (ORG-11)."""
PENDING: Final = -8
"""Not yet in play."""
REMOVED: Final = -9
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
