"""The English names of sides, phases, results, units, places and cards."""

from __future__ import annotations

from functools import cache
from typing import Final

from noretreat.core.board import BOARD, side_named
from noretreat.core.types import CardNumber
from noretreat.data.facts import Face, Nation, Phase, Side, Unit, UnitType
from noretreat.data.load import UnknownName

SIDE_NAMES: Final = ("Axis", "Soviet")
MONTH_NAMES: Final = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")
PHASE_NAMES: Final = {
    Phase.CARDS: "Card Phase",
    Phase.SUPPLY: "Supply Check",
    Phase.ORGANIZATION: "Organization Phase",
    Phase.MOVEMENT: "Movement Phase",
    Phase.COMBAT: "Combat Phase",
    Phase.COUNTERBLOWS: "Counterblow Segment",
    Phase.REMOVAL: "Removal Phase",
    Phase.DETRAINING: "Detraining Phase",
    Phase.VICTORY: "Victory Phase",
}
RESULT_NAMES: Final = {
    "NE": "no effect",
    "CA": "counterattack",
    "CB": "counterblow",
    "EX": "exchange",
    "DR": "defender retreats",
    "DS": "defender shattered",
    "DD": "defender damaged",
    "duel": "a duel of dice, and the lower one loses a step",
}


@cache
def unit_name(unit_id: str, face: int = 0) -> str:
    """A unit's name by the `face` it shows: '4th Panzer Army', 'Italian 8th Army', 'Kalinin Front', 'Moscow Defense'.

    No two units share a name, and no unit has the name of a city. Raises `UnknownName` for an id that no unit has.
    """
    if unit_id not in BOARD.unit_index:
        raise UnknownName(f"there is no unit {unit_id!r}")
    unit = BOARD.units[BOARD.unit_index[unit_id]].unit
    numbered = unit.front.name[-1].isdigit()  # the backs of both Yugoslav armies have the same name
    shown = unit.back if face and unit.back and not numbered else unit.front
    name, nation = shown.name, unit.nation.value.capitalize()
    if nation in _ALLIES and not name.startswith(nation):
        name = f"{nation} {name}"
    return name + _rank(unit, shown)


_ALLIES: Final = ("Rumanian", "Hungarian", "Italian")


def _rank(unit: Unit, shown: Face) -> str:
    """Return the part of a name that the counter does not print: army, front, or the defense of a city."""
    name, front = shown.name, unit.nation is Nation.SOVIET and shown.type in (UnitType.INFANTRY, UnitType.MECHANIZED)
    if name.endswith(("Tank", "Shock", "Finnish", "Rumanian")) or (name[0].isdigit() and unit.side is Side.AXIS):
        return "" if name.endswith("Army") else " Army"
    if unit.home and unit.side is Side.SOVIET:
        return " Defense"
    return " Front" if front or name.endswith("Byelorussian") else ""


def face_id(unit_id: str, face: int) -> str:
    """One face of a counter, as reasons and the catalogues of texts name it: "S_W", and "S_W.back" (1)."""
    return f"{unit_id}.back" if face else unit_id


def face_name(face: str) -> str:
    """The name on a face, by the id of the face: 'West', '3rd Byelorussian'."""
    unit_id, _, back = face.partition(".")
    unit = BOARD.units[BOARD.unit_index[unit_id]].unit
    return ((unit.back if back else None) or unit.front).name


def place_name(node_id: str) -> str:
    """'Kiev (1211)', or the bare number of a hex without a name; raises `UnknownName` for an unknown place."""
    if str(node_id).startswith("box:"):
        return f"the {node_id[4:]} box"
    if node_id not in BOARD.node_of:
        raise UnknownName(f"there is no hex or area {node_id!r}")
    name = BOARD.place_name.get(BOARD.node_of[node_id])
    if name is None:
        return node_id
    return f"{name} ({node_id})" if node_id.isdigit() else name


def months_name(months: str) -> str:
    """The months of a turn as the calendar prints them: 'July-Aug' for "7-8"."""
    return "-".join(MONTH_NAMES[int(number) - 1] for number in months.split("-"))


def card_title(number: int, side: Side | str) -> str:
    """The title of a side's half of a card: `card_title(18, "axis")`.

    Raises `UnknownName` for a number that no card has, and for a name that is not a side.
    """
    if number not in BOARD.cards:
        raise UnknownName(f"there is no card {number!r}; they are {min(BOARD.cards)} to {max(BOARD.cards)}")
    card = BOARD.cards[CardNumber(number)]
    return (card.axis if side_named(side) is Side.AXIS else card.soviet).title


def half_id(card: CardNumber, side: Side) -> str:
    """One side's half of a card, as events, reasons and the wire name it: "12-axis"."""
    return f"{card}-{side.value}"


def half_title(half: str) -> str:
    """The title of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return card_title(int(card), side)
