"""Positions from which a question of some kind comes soon, and a table at one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.table import Table

TWO_TARGETS = """
turn 9
phase combat axis
unit G4 1511
unit G6 1512
unit G11 1512
unit G9 1610
unit S_W 1611
unit S_S 1612
supports 0 0
weather clear
"""
LOSSES = """
turn 9
phase combat axis
unit G4 1511 back
unit G9 1610
unit S_W 1611
supports 0 0
weather clear
"""
"""One of two armies would leave its hex empty, the other only shows its weak side."""
BREAKTHROUGH = """
turn 5
phase combat axis
unit G1Pz 1107
unit G2Pz 1108
unit G4 1106
unit S_NW 1207
unit S_W 1304
unit S_CEN 1211
supports 0 0
weather clear
"""
CROWD = """
turn 9
phase combat axis
unit G1Pz 1211
unit G2Pz 1211
unit G4Pz 1211
unit S_SW 1304
"""
BLOW = """
turn 9
phase combat axis
unit G4 1511
unit G9 1610
unit S_W 1611
hand soviet 3 7 12 20
hand axis 1
supports 0 0
weather clear
"""
BILLS = """
turn 14
phase organization soviet
unit S_SW 2006
unit S_NW 1904
unit S_KAL box:destroyed
unit S_BRY box:destroyed
unit G1Pz 1211
hand soviet 3 7 12 20 22 23 30
hand axis 1 6
"""
STAFF = """
turn 3
phase movement axis
unit G1Pz 1010
unit G4 1010
unit G2Pz 0909
unit S_SW 1211
hand axis 17 16 6 8
"""
RASH = """
turn 9
phase combat axis
unit RUM3 1610
unit S_SW 1611
supports 0 0
weather clear
"""
CANCEL = """
turn 3
phase movement axis
unit G1Pz 1010
unit G4 1010
unit G2Pz 0909
unit S_SW 1211
hand axis 17 6 8
hand soviet 34 36
"""
TWO_ARMIES = (
    "turn 7\nphase movement axis\nunit G1Pz 1810 unsupplied\nunit G2Pz 1811 unsupplied\nunit G4 1210\nunit S_W 1710\n"
    "unit S_SW 1711\nunit S_S 1712\nunit S_NW 1411\nhand axis 6\nhand soviet 3\ncontrol axis 1211"
)
"""Two panzer armies surrender in the Removal Phase unless something is done; Kiev stands empty."""
ONLY_ONE = "turn 7\nphase organization soviet\nunit S_W 2006\nunit S_NW box:shattered\nunit G4 1210\nhand axis 3"
"""One unit comes back to the map, and with it the phase ends."""

IDLE_EVENT = """
turn 9
phase combat axis
unit G4 1511
unit G6 1610
unit S_W 1611
hand soviet 4
supports 0 0
"""
"""The Soviets may hold an advance (04S): in mud, where nobody advances a second hex, that changes nothing."""
CUT_BY_A_STEP = """
turn 7
phase movement axis
unit G1Pz 1510
unit S_W 1512
unit S_SW 1810
"""
"""An army that can walk into enemy zones, and out of supply."""


def sit(table: Callable[..., Table], position: str, **options: Any) -> Table:
    """A table that asks before it goes on, at a position with both sides here."""
    mine = table(checklist=True, **options)
    made = mine.page.request.post(
        f"{mine.address}/api/games", data={"position": position, "axis": "human", "soviet": "human"}
    )
    mine.open(made.json()["id"])
    return mine
