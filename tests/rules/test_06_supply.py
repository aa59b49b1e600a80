"""Chapter 6: supply (SUP-1 to SUP-12), and the worked examples of the chapter (EX-SUP-*).

A check is a real one: the positions open in the Supply Phase and run on to the first decision.
`how` asks the engine's own explanation: overland, sea, neighbor, home, none.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rules.helpers import (
    DetrainUnit,
    Done,
    EntrainUnit,
    MoveUnit,
    ReplaceUnit,
    at,
    cost,
    counter,
    hexes_for,
    marked,
    moves_of,
    play,
    seen,
    skip_to,
    units_for,
    where,
)

from noretreat.core.board import AXIS, BOARD
from noretreat.core.state import State
from noretreat.explain.questions.queries import reach, supply_of
from noretreat.positions import position

LENINGRAD, RIGA, SMOLENSK = at(-9, 11), at(-8, 6), at(-3, 6)
NO_AXIS_CITIES = ["0503", "0704", "1104", "0406", "0606", "0906", "0309", "0910", "0511", "0414", "0717"]
NO_SOVIET_CITIES = [
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "2314", "1115",
    "1415", "1716", "1717", "2117", "1318", "1519", "2221",
]  # fmt: skip


def check(units: dict[str, str], side: str = "axis", turn: int = 4, **lines: Any) -> State:
    """The position after the supply check of a side."""
    return position({"turn": turn, "phase": f"supply {side}", "units": units, **lines})


def how(units: dict[str, str], unit: str, **lines: Any) -> str:
    """How a unit is supplied."""
    return str(supply_of(position({"turn": 4, "units": units, **lines}), unit).how)


# --- SUP-1: when ------------------------------------------------------------------------------------------
def test_sup_1_both_sides_are_checked_in_every_player_turn() -> None:
    cut_off = {"G4": "2310", "S_NW": "0707", "G6": "0906", "S_W": "1211"}
    control = {"axis": ["1307"]}
    for side in ("axis", "soviet"):
        assert marked(check(cut_off, side, control=control)) == {"G4", "S_NW"}


def test_sup_1_the_check_comes_after_the_draw_and_before_organization() -> None:
    state = position({"turn": 4, "phase": "cards axis", "units": {"G4": "2310", "G6": "0906"}})
    assert marked(state) == set()
    assert marked(skip_to(state, "movement", "axis")) == {"G4"}


@pytest.mark.parametrize(("first", "lost"), [("axis", set()), ("soviet", {"S_NW"})])
def test_sup_1_marked_units_lose_their_zone_before_the_other_side_is_checked(first: str, lost: set[str]) -> None:
    """Three cut-off armies ring a Soviet front: checked first they hold nobody, checked second they do."""
    ring = {"G4": "2111", "G6": "2010", "G9": "2012"}
    assert marked(check({"S_NW": "2011", **ring}, first)) == ring.keys() | lost


# --- SUP-2, SUP-3: the overland path ------------------------------------------------------------------------
@pytest.mark.parametrize(("place", "supplied"), [("1211", True), ("1411", True), ("1611", True), ("1711", False)])
def test_sup_3_city_at_four_hexes_supplies_at_five_not(place: str, supplied: bool) -> None:
    """Kiev is the only Axis city in the Ukraine; four hexes east of it is the limit (DX-SUP-5)."""
    units = {"G4": place}
    assert (how(units, "G4", control={"axis": ["1211"]}) == "overland") is supplied


@pytest.mark.parametrize(("place", "supplied"), [("0112", True), ("0412", True), ("0512", False)])
def test_sup_3_edge_hex_at_three_hexes_supplies_at_four_not(place: str, supplied: bool) -> None:
    """Leaving the map is a step of its own (DX-SUP-5, C-12)."""
    assert (how({"G4": place}, "G4", control={"soviet": NO_AXIS_CITIES}) == "overland") is supplied


@pytest.mark.parametrize(("place", "supplied"), [("2410", True), ("2110", True), ("2010", False)])
def test_sup_3_the_same_for_the_soviets(place: str, supplied: bool) -> None:
    assert (how({"S_NW": place}, "S_NW", control={"axis": NO_SOVIET_CITIES}) == "overland") is supplied


def test_sup_3_any_direction_is_allowed() -> None:
    """East to the city, although the Axis edge lies west."""
    control = {"axis": ["1211"]}
    assert how({"G4": "1111"}, "G4", control=control) == "overland"
    assert how({"G4": "1114"}, "G4", control=control) == "overland"


def test_sup_3_a_unit_in_the_city_needs_no_step() -> None:
    answer = supply_of(position({"turn": 4, "units": {"G4": "1211"}, "control": {"axis": ["1211"]}}), "G4")
    assert (answer.how, answer.path) == ("overland", ())


def test_sup_3_an_oil_field_is_no_source() -> None:
    control = {"soviet": NO_AXIS_CITIES, "axis": ["0816"]}
    assert how({"G4": "0815"}, "G4", control=control) == "none"
    assert how({"G4": "0716"}, "G4", control={"soviet": NO_AXIS_CITIES[:-1]}) == "overland", "Bucharest is"


# --- SUP-4, SUP-5: the source -------------------------------------------------------------------------------
def test_sup_4_only_ones_own_cities_supply() -> None:
    assert how({"G4": "1411"}, "G4") == "none"
    assert how({"G4": "1411"}, "G4", control={"axis": ["1211"]}) == "overland"


def test_dx_sup_6_a_city_needs_a_way_without_a_step_back() -> None:
    """SUP-5: with the ways west, north-west and south-west of Kiev barred, going round by the east is no help."""
    control = {"axis": ["1211"]}
    wall = {"S_NW": "1110", "S_W": "1112"}  # their zones bar 1111, 1210's and 1212's western neighbors
    assert how({"G4": "1411"}, "G4", control=control) == "overland"
    assert how({"G4": "1411", **wall}, "G4", control=control) == "none"


def test_dx_sup_6_the_unit_in_such_a_city_may_still_trace_freely() -> None:
    """A second supplied city within four hexes feeds it, in whatever direction."""
    units = {"G4": "1211", "S_W": "1112", "S_NW": "1110", "G6": "1210", "G9": "1209"}
    assert how(units, "G4", control={"axis": ["1211", "1307"]}) == "overland"
    assert how(units, "G4", control={"axis": ["1211"]}) == "none"


# --- SUP-6: sea -------------------------------------------------------------------------------------------
ALL_AXIS = {"axis": [*NO_SOVIET_CITIES, *NO_AXIS_CITIES]}
ALL_SOVIET = {"soviet": [*NO_SOVIET_CITIES, *NO_AXIS_CITIES]}


@pytest.mark.parametrize(
    ("units", "control", "expected"),
    [
        ({"G4": "1302"}, ALL_SOVIET, "sea"),  # Baltic: the Axis always
        ({"S_NW": "1302"}, {"axis": NO_SOVIET_CITIES[1:]}, "sea"),  # the Soviets while Leningrad is theirs, supplied
        ({"S_NW": "1302"}, ALL_AXIS, "none"),
        ({"G4": "1418"}, ALL_SOVIET, "sea"),  # Black Sea: both
        ({"S_NW": "1418"}, ALL_AXIS, "sea"),
        ({"S_NW": "2321", "G4": "2320"}, ALL_AXIS, "sea"),  # Caspian: the Soviets only
        ({"G4": "2321"}, ALL_SOVIET, "none"),
        ({"G4": "1516"}, ALL_SOVIET, "none"),  # the Sea of Azov is nobody's
        ({"S_NW": "0113"}, ALL_AXIS, "none"),  # nor is the Adriatic
    ],
)
def test_sup_6_seas(units: dict[str, str], control: dict[str, list[str]], expected: str) -> None:
    assert how(units, next(iter(units)), control=control) == expected


def test_sup_6_the_unit_must_stand_on_the_coast() -> None:
    """Two hexes from Odessa's coast the Black Sea is of no use."""
    assert how({"S_NW": "1215"}, "S_NW", control=ALL_AXIS) == "sea"
    assert how({"S_NW": "1214"}, "S_NW", control=ALL_AXIS) == "none"


def test_sup_6_the_baltic_is_shut_to_a_cut_off_leningrad() -> None:
    """A Soviet unit on the coast lives by Leningrad's supply, not by the flag alone."""
    control = {"axis": [city for city in NO_SOVIET_CITIES if city != "1902"]}
    assert how({"S_NW": "1302"}, "S_NW", control=control) == "sea"
    assert how({"S_NW": "1302", "G4": "2003", "G6": "1904"}, "S_NW", control=control) == "none"


def test_sup_6_an_empty_leningrad_in_an_enemy_zone_still_opens_the_baltic() -> None:
    """C-120: a city's own hex is not tested where it asks whether the city itself has its way to the edge."""
    control = {"axis": [city for city in NO_SOVIET_CITIES if city != "1902"]}
    units = {"S_NW": "1302", "G4": "1803"}
    state = position({"turn": 4, "units": units, "control": control})
    assert state.zoc(AXIS) >> BOARD.node_of["1902"] & 1
    assert supply_of(state, "S_NW").how == "sea"


def test_sup_6_sea_is_not_overland() -> None:
    """So a neighbor of a unit supplied by sea gets nothing from it (SUP-7)."""
    units = {"S_NW": "1215", "S_W": "1214"}
    assert [how(units, unit, control=ALL_AXIS) for unit in units] == ["sea", "none"]


# --- SUP-7: the neighbor -----------------------------------------------------------------------------------
def test_sup_7_one_link_and_no_chain() -> None:
    control = {"axis": ["1211"]}
    units = {"G4": "1611", "G6": "1711", "G9": "1811"}
    assert [how(units, unit, control=control) for unit in units] == ["overland", "neighbor", "none"]


def test_sup_7_an_enemy_in_between_is_no_matter() -> None:
    """Side by side is side by side, whatever zones cover the two hexes."""
    units = {"G4": "1611", "G6": "1711", "S_NW": "1710", "S_W": "1712"}
    assert how(units, "G6", control={"axis": ["1211"]}) == "neighbor"


# --- SUP-8: at home -----------------------------------------------------------------------------------------
def test_sup_8_finns_in_finland_and_yugoslavs_in_the_balkans() -> None:
    units = {"FINN": "FINLAND", "YUG1": "WEST_BALKANS", "YUG2": "0414", "S_NW": "0415"}
    control = {"axis": NO_SOVIET_CITIES}
    assert [how(units, unit, control=control) for unit in units] == ["home", "home", "none", "none"]


# --- SUP-9: what blocks -------------------------------------------------------------------------------------
def test_sup_9_an_enemy_unit_blocks_even_without_a_zone() -> None:
    """Four hexes in a straight line have one way only: an unsupplied front on it shuts it."""
    control = {"axis": ["1211"]}
    assert how({"G4": "1611", "S_NW": "1410 unsupplied"}, "G4", control=control) == "overland"
    assert how({"G4": "1611", "S_NW": "1411 unsupplied"}, "G4", control=control) == "none"


def test_sup_9_a_zone_blocks_unless_a_friend_stands_there() -> None:
    """The front in 1612 covers 1511, the first hex of the way."""
    control = {"axis": ["1211"]}
    assert how({"G4": "1611", "S_NW": "1612"}, "G4", control=control) == "none"
    assert how({"G4": "1611", "S_NW": "1612", "G6": "1511"}, "G4", control=control) == "overland"


def test_sup_9_a_fort_does_not_block_the_hexes_beside_it() -> None:
    control = {"axis": ["1211"]}
    assert how({"G4": "1611", "S_LEN": "1612"}, "G4", control=control) == "none"
    assert how({"G4": "1611", "S_LEN": "1612 back"}, "G4", control=control) == "overland"


@pytest.mark.parametrize(("rules", "expected"), [("deluxe", "overland"), ("classic", "overland"), ("digital", "none")])
def test_dx_sup_7_an_enemy_city_blocks_by_the_computer_rules_only(rules: str, expected: str) -> None:
    """The one way of four hexes to Rostov leads through Soviet Stalino."""
    units, control = {"G4": at(2, 2)}, {"axis": ["1717"]}
    assert how(units, "G4", control=control, rules=rules) == expected
    assert how(units, "G4", control={"axis": ["1717", "1716"]}, rules=rules) == "overland"


def test_sup_9_no_trace_runs_through_an_area() -> None:
    """From the Gulf of Finland to the far side of Lake Ladoga there is no way through Finland."""
    units = {"S_LEN": "1902", "G4": "2003", "G6": "1903"}
    assert how(units, "S_LEN") == "none"
    assert how({"S_LEN": "FINLAND"}, "S_LEN") == "overland", "starting in one is fine"


def test_sup_9_lake_sides_and_the_ladoga_cell_are_no_obstacle() -> None:
    """The road of life: Leningrad, Lake Ladoga, the marshes, the edge; and a trace across Lake Peipus."""
    leningrad = {"S_LEN": "1902", "G6": "1903"}
    control = {"axis": NO_SOVIET_CITIES[1:]}
    assert how(leningrad | {"S_KAL": "2003"}, "S_LEN", control=control) == "overland"
    assert how(leningrad, "S_LEN", control=control) == "none", "the marsh behind the lake is in the Axis zone"
    answer = supply_of(position({"turn": 4, "units": {"G4": "1603"}, "control": {"axis": ["1403"]}}), "G4")
    assert answer.path == ("1503", "1403")


def test_sup_9_the_ladoga_cell_counts_as_a_hex() -> None:
    """Leningrad cannot feed itself here, so its unit must reach the edge: lake, marsh, marsh, edge hex, off the map."""
    control = {"axis": NO_SOVIET_CITIES}
    assert how({"S_LEN": "1902"}, "S_LEN", control=control) == "none"
    assert how({"S_KAL": "2003"}, "S_KAL", control=control) == "overland"


def test_dx_sup_9_an_empty_city_in_an_enemy_zone_is_no_source() -> None:
    """SUP-9, C-13: for others; yet a Soviet replacement or a detraining unit may be put into it."""
    lines: dict[str, Any] = {
        "turn": 4,
        "phase": "organization soviet",
        "units": {"G4": "1513", "S_NW": "1713", "S_W": "box:destroyed", "S_S": "box:rail"},
        "hands": {"soviet": [5]},
        "control": {"axis": [city for city in NO_SOVIET_CITIES if city != "1613"]},
    }
    state = position(lines)
    assert supply_of(state, "S_NW").how == "none"
    assert "1613" in hexes_for(state, ReplaceUnit, "S_W")
    assert "1613" not in hexes_for(position(lines, rules="digital"), ReplaceUnit, "S_W")
    state = skip_to(state, "detraining", "soviet")
    assert "1613" in hexes_for(state, DetrainUnit, "S_S")


def test_sup_9_a_friend_in_the_city_opens_it() -> None:
    units = {"G4": "1513", "S_NW": "1713", "S_W": "1613"}
    control = {"axis": [city for city in NO_SOVIET_CITIES if city != "1613"]}
    assert how(units, "S_NW", control=control) == "overland"


# --- SUP-10: what the marker does ---------------------------------------------------------------------------
def test_sup_10_movement_at_most_three() -> None:
    state = position({"turn": 7, "units": {"G1Pz": "1111 unsupplied"}})
    assert cost(state, "G1Pz", "1411") == 3
    assert "1511" not in moves_of(state, "G1Pz")
    assert "1511" in moves_of(position({"turn": 7, "units": {"G1Pz": "1111"}}), "G1Pz")


@pytest.mark.parametrize(("words", "stops"), [("", "zoc"), (" unsupplied", None)])
def test_sup_10_no_zone_of_control(words: str, stops: str | None) -> None:
    state = position({"turn": 7, "units": {"G1Pz": "1111", "S_NW": f"1311{words}"}})
    assert reach(state, "G1Pz").hexes["1211"].stops == stops


def test_sup_10_may_not_entrain() -> None:
    state = position({"turn": 7, "units": {"G1Pz": "1111 unsupplied", "G4": "0906"}})
    assert units_for(state, EntrainUnit) == {"G4"}


def test_sup_10_surrenders_when_eliminated() -> None:
    """Marked at the check, still cut off in Removal: a two-step counter is worth a point (STP-2, VIC-3)."""
    state = check({"G4": "2109", "G6": "0906", "S_NW": "2310"}, "axis", turn=10, supports=[0, 0])
    points = seen(state).event_vp
    state = skip_to(state, "movement", "soviet")
    assert where(state, "G4") == "box:surrendered"
    assert seen(state).event_vp == points - 1


# --- SUP-11, SUP-12 ---------------------------------------------------------------------------------------
def test_sup_11_the_marker_stays_although_the_way_is_open_again() -> None:
    """And a unit that is cut off after the check bears none."""
    state = check({"G4": "1611", "G6": "1111"}, "axis", turn=7)
    assert marked(state) == {"G4"}
    state = play(state, MoveUnit("G6", "1211"))  # takes Kiev
    assert counter(state, "G4").unsupplied
    assert not counter(state, "G4").cut_off


def test_dx_sup_8_connected_in_time_survives_removal() -> None:
    """The Panzer takes Kiev in time, the infantry is fed again, and the marker comes off."""
    state = check({"G4": "1611", "G1Pz": "0911", "S_NW": "2310"}, "axis", turn=7)
    assert marked(state) == {"G4"}
    state = play(state, MoveUnit("G1Pz", "1211"), Done())
    state = skip_to(state, "movement", "soviet")
    assert where(state, "G4") == "1611"
    assert marked(state) == set()


def test_sup_11_cut_off_after_the_check_bears_no_marker() -> None:
    """POS-1: it is only shown."""
    units = {"G4": "1611", "S_W": "1311", "S_NW": "1808"}
    state = position({"turn": 7, "phase": "movement soviet", "units": units, "control": {"axis": ["1211"]}})
    state = play(state, MoveUnit("S_W", "1211"))
    assert counter(state, "G4").cut_off
    assert not counter(state, "G4").unsupplied


def test_sup_12_boxes_are_never_checked() -> None:
    state = check({"G4": "box:rail", "G6": "box:shattered", "G9": "1111"}, "axis", turn=7)
    assert marked(state) == set()
    assert supply_of(state, "G4").how == "box"


# --- the worked example -----------------------------------------------------------------------------------
NORTH = {
    "G16": at(-8, 10),
    "G18": f"{at(-8, 11)} back",
    "G4Pz": at(-7, 11),
    "FINN": "FINLAND",
    "S_LEN": f"{LENINGRAD} back",
    "S_KAL": at(-8, 12),
}
NORTHERN_CITIES = {"axis": [RIGA, SMOLENSK]}


@pytest.mark.parametrize(
    ("unit", "expected"),
    [("G16", "overland"), ("G18", "neighbor"), ("G4Pz", "none"), ("S_KAL", "overland"), ("S_LEN", "overland")],
)
def test_ex_sup_1(unit: str, expected: str) -> None:
    """The siege of Leningrad; Smolensk is Axis but has no supply of its own."""
    wall = {"S_W": at(-3, 5)}
    state = check(NORTH | wall, control=NORTHERN_CITIES)
    assert marked(state) == {"G4Pz"}
    before = position({"turn": 4, "units": NORTH | wall, "control": NORTHERN_CITIES})
    assert supply_of(before, unit).how == expected
    assert supply_of(before, "G16").path == (at(-8, 9), at(-8, 8), at(-8, 7), RIGA), "across Lake Peipus"


def test_ex_sup_2() -> None:
    """Without Kalinin the zone of the 18th Army shuts the road over the ice; the Baltic is no help."""
    units = {unit: place for unit, place in NORTH.items() if unit != "S_KAL"}
    state = check(units, control=NORTHERN_CITIES)
    assert "S_LEN" in marked(state)
    assert how({"G4": LENINGRAD, "S_NW": at(-8, 10), "S_W": at(-8, 11)}, "G4") == "sea", "the Axis may always use it"


@pytest.mark.parametrize(("first", "lost"), [("axis", set()), ("soviet", {"S_LEN"})])
def test_ex_sup_3(first: str, lost: set[str]) -> None:
    """4th Panzer alone bars Leningrad's road; cut off and checked first it does so no longer."""
    state = check({"G4Pz": at(-7, 11), "S_LEN": f"{LENINGRAD} back", "S_NW": "2310"}, first)
    assert marked(state) == {"G4Pz"} | lost


def test_ex_sup_4() -> None:
    """A unit east of Lake Peipus has no zone on its west bank; supply crosses the lake all the same."""
    east, west = at(-8, 8), at(-8, 7)
    state = position({"turn": 7, "units": {"G4": at(-8, 5), "S_NW": east}})
    assert reach(state, "G4").hexes[west].stops is None
    axis = position({"turn": 7, "units": {"G4": east}, "control": {"axis": [RIGA]}})
    assert supply_of(axis, "G4").path == (west, RIGA)


@pytest.mark.parametrize(("enemy", "how"), [("2008", "overland"), ("SOUTH_BALKANS", "none")])
def test_sup_4_supply_runs_through_an_area_unless_the_enemy_holds_it(enemy: str, how: str) -> None:
    """6.1: by the switch that opens the big areas, which no enemy may occupy (C-45)."""
    cities = [name for name in BOARD.ids(BOARD.vp_hexes & BOARD.germany) if name != "0414"]
    units = {"G4": "0517", "S_W": "0616", "S_S": enemy}
    state = position({"turn": 7, "units": units, "control": {"soviet": cities}})
    state.rules = msgspec.structs.replace(state.rules, area_blocks_through_supply=False)
    assert supply_of(state.copy(), "G4").how == how
