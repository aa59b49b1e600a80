"""A battle with cards in a few words, on the open ground round 1611."""

from __future__ import annotations

from typing import Any

from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import PlayEvent
from noretreat.rules.windows import Window

ATTACK = {"G4": "1511", "G6": "1610", "S_W": "1611"}  # the Axis, 8 to 4 in the open
ASSAULT = {"S_W": "1611", "S_KAL": "1610", "G4": "1511"}  # the same by the Soviets
LATE = 19  # Clear weather of 1944, Soviet initiative
IN_1945 = 26  # Clear weather of 1945


def axis_attack(
    hands: dict[str, list[int]], units: dict[str, str] = ATTACK, target: str = "1611", **words: Any
) -> Table:
    """All German units attack; the first commitment window (or the die) is next."""
    table = Table(cards=True, units=units, hands=hands, **words)
    return table.fight(target, *(name for name, at in units.items() if name[0] == "G" and at.split()[0] != target))


def soviet_attack(
    hands: dict[str, list[int]], units: dict[str, str] = ASSAULT, target: str = "1511", **words: Any
) -> Table:
    """All Soviet units attack."""
    table = Table(cards=True, phase="combat soviet", units=units, hands=hands, **words)
    return table.fight(target, *(name for name, at in units.items() if name[0] == "S" and at.split()[0] != target))


def refusal(table: Table, side: int, card: int, window: Window = Window.COMMIT) -> str:
    """Why a card cannot be played."""
    return why_not_now(table.state, side, card, window) or ""


def playable(table: Table) -> set[int]:
    """The cards whose events may be played now."""
    return {action.card for action in table.of(PlayEvent)}


FRONT = {"G4": "1511", "S_W": "1611", "G6": "1704", "S_KAL": "1804"}  # two battles far from each other, 4 to 4 each


def two_battles(
    hands: dict[str, list[int]], side: str = "soviet", units: dict[str, str] = FRONT, **words: Any
) -> Table:
    """Both battles of FRONT are declared; the one between 1511 and 1611 has begun."""
    table = Table(cards=True, phase=f"combat {side}", units=units, hands=hands, **words)
    if side == "soviet":
        return table.fight("1511", "S_W", also=("1704",))
    return table.fight("1611", "G4", also=("1804",))


def second_battle(table: Table) -> Table:
    """Goes on to the other battle of FRONT."""
    return table.attack("1704", "S_KAL") if table.view.phasing == "soviet" else table.attack("1804", "G6")
