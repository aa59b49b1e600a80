"""Chapter 1: hexes, regions, edges, control, the areas (MAP-1 to MAP-8)."""

from __future__ import annotations

import pytest
from oracles import HEXES
from rules.helpers import MoveUnit, at, cost, moves_of, play, seen, where

from noretreat.data.facts import Side
from noretreat.explain.questions.queries import information, reach, supply_of
from noretreat.positions import position


def test_map_1_a_unit_is_in_one_hex_and_has_six_neighbors() -> None:
    state = position({"turn": 2, "weather": "clear", "units": {"G4": at(0, 0)}})
    assert where(state, "G4") == "1211"
    steps = {name for name, data in reach(state, "G4").hexes.items() if data.path == ("1211", name)}
    assert steps == {at(0, -1), at(0, 1), at(-1, 0), at(-1, 1), at(1, -1), at(1, 0)}


def test_map_2_the_border_parts_greater_germany_from_the_ussr() -> None:
    west = {hex_.name for hex_ in HEXES.values() if hex_.region == "greater_germany" and hex_.name}
    assert west == {
        "Berlin", "Königsberg", "Prague", "Vienna", "Posen", "Breslau", "Warsaw", "Lublin", "Budapest", "Belgrade",
        "Bucharest", "Rumanian Oil Fields",
    }  # fmt: skip
    assert sum(hex_.is_vp for hex_ in HEXES.values()) == 34


@pytest.mark.parametrize(("place", "side"), [("0303", "axis"), ("2410", "soviet"), ("1922", "soviet")])
def test_map_3_friendly_edges(place: str, side: str) -> None:
    """West for the Axis, east and south for the Soviets; the same hex feeds nobody of the other side."""
    friend, foe = ("G4", "S_NW") if side == "axis" else ("S_NW", "G4")
    everything = {"axis": [], "soviet": []} | {"soviet" if side == "axis" else "axis": []}
    state = position({"turn": 2, "control": everything, "units": {friend: place}})
    assert supply_of(state, friend).how == "overland"
    vp = [name for name, hex_ in HEXES.items() if hex_.is_vp]
    alone = position({"turn": 2, "control": {side: vp}, "units": {foe: place}})
    assert supply_of(alone, foe).how == "none"


def test_map_4_entering_a_city_takes_it_and_needs_no_supply() -> None:
    state = position({"turn": 2, "units": {"G4": "1210 unsupplied"}})
    assert seen(state).control["1211"] is Side.SOVIET
    assert seen(play(state, MoveUnit("G4", "1211"))).control["1211"] is Side.AXIS


def test_map_4_passing_through_is_enough() -> None:
    """On the way to 1212 it leaves Kiev aside, on the straight way to 1311 it goes through."""
    state = play(position({"turn": 2, "units": {"G1Pz": "1112"}}), MoveUnit("G1Pz", "1212"))
    assert seen(state).control["1211"] is Side.SOVIET
    state = play(position({"turn": 2, "units": {"G1Pz": "1111"}}), MoveUnit("G1Pz", "1311"))
    assert seen(state).control["1211"] is Side.AXIS


def test_map_4_an_oil_field_has_a_controller() -> None:
    state = position({"turn": 2, "phase": "movement soviet", "units": {"S_NW": "0915"}})
    assert seen(play(state, MoveUnit("S_NW", "0816"))).control["0816"] is Side.SOVIET


def test_map_4_control_stays_when_the_unit_goes_on() -> None:
    state = position({"turn": 2, "units": {"G1Pz": "1111"}})
    state = play(state, MoveUnit("G1Pz", "1211"), MoveUnit("G1Pz", "1311"))
    assert seen(state).control["1211"] is Side.AXIS


def finland_point(units: dict[str, str], initiative: str) -> int:
    """What Finland adds to the score of the side with the initiative."""
    with_them = position({"turn": 10, "initiative": initiative, "units": units})
    without = position({"turn": 10, "initiative": initiative, "units": {}})
    return seen(with_them).vp - seen(without).vp


@pytest.mark.parametrize(
    ("units", "initiative", "points"),
    [
        ({"G4": "FINLAND"}, "axis", 1),
        ({"FINN": "FINLAND"}, "axis", 0),
        ({"G4": "FINLAND", "FINN": "FINLAND"}, "axis", 1),
        ({"KG1": "FINLAND"}, "axis", 0),
        ({"HUN2": "FINLAND"}, "axis", 0),
        ({"S_NW": "FINLAND"}, "soviet", 1),
        ({"OST1": "FINLAND"}, "soviet", 0),
        ({"S_NW": "1902"}, "soviet", 0),
    ],
)
def test_map_5_finland_belongs_to_a_line_unit_inside(units: dict[str, str], initiative: str, points: int) -> None:
    assert finland_point(units, initiative) == points


def test_map_5_finland_is_lost_at_once_when_the_unit_leaves() -> None:
    state = position({"turn": 10, "phase": "movement soviet", "initiative": "soviet", "units": {"S_NW": "FINLAND"}})
    assert seen(play(state, MoveUnit("S_NW", "2003"))).vp == seen(state).vp - 1


def test_map_6_areas_are_one_big_hex() -> None:
    """Every hex that touches Finland is one step away; leaving costs what the entered hex costs."""
    state = position({"turn": 10, "phase": "movement soviet", "weather": "clear", "units": {"S_NW": "FINLAND"}})
    steps = {name for name, data in reach(state, "S_NW").hexes.items() if len(data.path) == 2}
    assert steps == {"1902", "2003", "2103"}
    assert (cost(state, "S_NW", "1902"), cost(state, "S_NW", "2003")) == (1, 2)


def test_map_6_zones_work_into_and_out_of_an_area() -> None:
    state = position({"turn": 10, "units": {"G4": "FINLAND", "S_NW": "2003"}, "weather": "clear"})
    assert "2103" not in moves_of(state, "G4"), "that would be from zone to zone"
    assert cost(state, "G4", "1902") == 2, "one more to leave the zone; Lake Ladoga lies between 1902 and 2003"


def test_map_6_stacking_holds_in_an_area() -> None:
    state = position({"turn": 10, "units": {"G4": "FINLAND", "G6": "FINLAND", "FINN": "FINLAND"}})
    assert seen(state).overstacked == ("FINLAND",)


@pytest.mark.parametrize(("unit", "may"), [("G4", True), ("HUN2", False), ("RUM3", False), ("ITA8", False)])
def test_map_7_of_the_axis_only_germans_and_finns_enter_finland(unit: str, may: bool) -> None:
    state = position({"turn": 7, "control": {"axis": ["1902"]}, "units": {unit: "1902"}})
    assert ("FINLAND" in moves_of(state, unit)) is may


@pytest.mark.parametrize(("unit", "may"), [("S_NW", True), ("SPOL", False), ("SRUM", False), ("YUG1", False)])
def test_map_7_of_the_soviet_side_only_soviets_enter_finland(unit: str, may: bool) -> None:
    """C-119."""
    state = position({"turn": 24, "phase": "movement soviet", "units": {unit: "1902"}})
    assert ("FINLAND" in moves_of(state, unit)) is may


@pytest.mark.parametrize(
    ("unit", "side", "may"),
    [("G4", "axis", True), ("YUG1", "soviet", True), ("HUN2", "axis", False), ("S_NW", "soviet", False)],
)
def test_map_7_the_balkans_open_on_the_turn_after_ploesti_fell(unit: str, side: str, may: bool) -> None:
    line = {"turn": 20, "phase": f"movement {side}", "units": {unit: "0315"}}
    assert not moves_of(position(line), unit) & {"WEST_BALKANS", "SOUTH_BALKANS"}
    assert not moves_of(position(line, trigger="oil 21"), unit) & {"WEST_BALKANS", "SOUTH_BALKANS"}
    assert (moves_of(position(line, trigger="oil 20"), unit) >= {"WEST_BALKANS", "SOUTH_BALKANS"}) is may


def test_map_8_a_coast_needs_a_whole_side_of_sea() -> None:
    """Odessa is on the Black Sea; its neighbor inland is on none. The Sea of Azov is one, but supplies nobody."""

    def coasts(place: str) -> list[str]:
        lines = information(position({"turn": 2}), "hex", place).lines
        return [line.text for line in lines if line.label == "Coast"]

    assert (coasts("1115"), coasts("1114"), coasts("1516")) == (["Black Sea"], [], ["Sea of Azov"])
    assert supply_of(position({"turn": 2, "units": {"G4": "1516"}}), "G4").how == "none"


def test_map_8_leningrad_counts_as_baltic_coast() -> None:
    """C-98: although no whole side of its hex is sea."""
    assert "baltic" not in HEXES["1902"].coasts
    units = {"G4": "1902", "S_NW": "1803", "S_W": "1802"}
    assert supply_of(position({"turn": 2, "units": units}), "G4").how == "sea"
