"""Chapter 8: zones of control, stacking and movement (ZOC-*, STK-*, MOV-*), with the examples EX-MOV-*."""

from __future__ import annotations

from typing import Any

import pytest
from rules.helpers import (
    Done,
    EntrainUnit,
    MoveUnit,
    PlaceUnit,
    ShatterUnit,
    cost,
    counter,
    end_phase,
    marked,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    units_for,
    where,
)

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.questions.queries import odds_for, reach, supply_of
from noretreat.positions import position
from noretreat.rules.movement import journey_of


def movement(units: dict[str, str], side: str = "axis", turn: int = 7, **lines: Any) -> State:
    """The Movement Phase of a side; turn 7 is Clear."""
    return position({"turn": turn, "phase": f"movement {side}", "units": units, **lines})


def stops(state: State, unit: str, place: str) -> str | None:
    """What ends the move of a unit in a hex."""
    found: str | None = reach(state, unit).hexes[place].stops
    return found


# --- ZOC ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("unit", "zone"),
    [
        ("S_NW 1311", True),
        ("S_NW 1311 back", True),
        ("S_NW 1311 disorganized", True),
        ("S_LEN 1311", True),
        ("OST1 1311", True),
        ("S_NW 1311 unsupplied", False),
        ("S_LEN 1311 back", False),
        ("YUG1 1311 back", False),
    ],
)
def test_zoc_1_who_exerts_a_zone(unit: str, zone: bool) -> None:
    """Not the unsupplied, and not strengths in parentheses."""
    name, place = unit.split(" ", 1)
    state = movement({"G4": "1111", name: place})
    assert (stops(state, "G4", "1211") == "zoc") is zone


@pytest.mark.parametrize("unit", ["VOLKS1", "BERLIN_G", "FEST1", "FINN"])
def test_zoc_1_german_forts_and_volkssturm_have_none(unit: str) -> None:
    state = movement({unit: "0606", "S_NW": "0806"}, "soviet")
    assert stops(state, "S_NW", "0706") is None


def test_zoc_1_not_across_a_lake() -> None:
    assert stops(movement({"G4": "1503", "S_NW": "1603"}), "G4", "1602") is None
    assert stops(movement({"G4": "1503", "S_NW": "1601"}), "G4", "1602") == "zoc"


@pytest.mark.parametrize("friend", [False, True])
def test_zoc_2_entering_a_zone_ends_the_move_even_beside_a_friend(friend: bool) -> None:
    units = {"G1Pz": "1111", "S_NW": "1311"} | ({"G4": "1211"} if friend else {})
    state = play(movement(units), MoveUnit("G1Pz", "1211"))
    assert not moves_of(state, "G1Pz")


def test_zoc_3_leaving_a_zone_costs_one_more() -> None:
    assert cost(movement({"G4": "1211", "S_NW": "1311"}), "G4", "1111") == 2
    assert cost(movement({"G4": "1211"}), "G4", "1111") == 1


def test_zoc_3_the_surcharge_is_paid_once() -> None:
    assert cost(movement({"G4": "1211", "S_NW": "1311"}), "G4", "1011") == 3


def test_zoc_4_from_zone_to_zone_only_onto_a_friend() -> None:
    """Both the surcharge and the terrain are paid, and the move ends there."""
    units = {"G4": "1211", "S_NW": "1311", "S_W": "1112"}
    assert "1312" not in moves_of(movement(units), "G4"), "the free hex on the way, 1212, is shut by the second front"
    state = movement(units | {"G6": "1312"})
    assert (cost(state, "G4", "1312"), stops(state, "G4", "1312")) == (2, "zoc")


def test_zoc_4_going_round_by_a_free_hex_is_allowed() -> None:
    state = movement({"G4": "1211", "S_NW": "1311"})
    assert reach(state, "G4").hexes["1312"].path == ("1211", "1212", "1312")
    assert cost(state, "G4", "1312") == 3, "1 to leave the zone, 1 for the free hex, 1 to enter"


def test_zoc_5_a_friend_negates_the_zone_for_supply_not_for_movement() -> None:
    units = {"G4": "1611", "G6": "1511", "S_NW": "1612"}
    state = movement(units, control={"axis": ["1211"]})
    assert supply_of(state, "G4").how == "overland"
    assert stops(movement(units | {"G1Pz": "1411"}), "G1Pz", "1511") == "zoc"


def test_zoc_5_nor_for_placement() -> None:
    units = {"G4": "box:delayed", "G6": "0906", "S_NW": "1006"}
    state = position({"turn": 7, "phase": "organization axis", "units": units})
    assert "0906" not in {action.to for action in options_of(state, PlaceUnit)}


# --- STK ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("units", "turn", "rules", "fine"),
    [
        (["G4", "G6"], 7, "deluxe", True),
        (["G4", "G6", "G9"], 7, "deluxe", False),
        (["G4", "KG1", "HUN2"], 7, "deluxe", False),
        (["S_NW", "S_W"], 22, "deluxe", False),
        (["S_NW", "S_W"], 23, "deluxe", True),
        (["S_NW", "S_W", "S_S"], 23, "deluxe", False),
        (["S_NW", "S_CEN back"], 11, "deluxe", False),
        (["S_NW", "S_CEN back"], 11, "digital", True),
        (["S_NW", "S_CEN back"], 10, "digital", False),
        (["S_LEN back", "S_CEN back"], 11, "digital", False),
    ],
)
def test_stk_1_limits(units: list[str], turn: int, rules: str, fine: bool) -> None:
    """Two Axis units; one Soviet unit, two from turn 23; digital: armor and another unit from turn 11."""
    lines = {name.split()[0]: " ".join(["0906", *name.split()[1:]]) for name in units}
    assert (seen(position({"turn": turn, "units": lines, "rules": rules})).overstacked == ()) is fine


def test_stk_2_moving_through_friends_is_free_through_enemies_impossible() -> None:
    state = movement({"G4": "1111", "G6": "1211", "G9": "1211"})
    assert cost(state, "G4", "1311") == 2
    held = movement({"G4": "1111", "S_LEN": "1211 back"})
    assert "1211" not in moves_of(held, "G4")
    assert cost(held, "G4", "1311") == 3


def test_ex_org_5_the_third_unit_is_shattered() -> None:
    """STK-3: of the owner's choice."""
    state = play(movement({"G4": "0906", "G6": "0906", "G9": "0906", "S_W": "1308"}), Done())
    assert units_for(state, ShatterUnit) == {"G4", "G6", "G9"}
    state = play(state, ShatterUnit("G6"))
    assert where(state, "G6") == "box:shattered"
    assert not options_of(state, ShatterUnit)


def test_ex_org_5_an_unsupplied_unit_is_destroyed() -> None:
    """STK-3: not surrendered, and without victory points."""
    state = play(movement({"G4": "0906 unsupplied", "G6": "0906", "G9": "0906"}), Done())
    points = seen(state).event_vp
    state = play(state, ShatterUnit("G4"))
    assert (where(state, "G4"), seen(state).event_vp) == ("box:destroyed", points)
    assert "G4" not in marked(state)


@pytest.mark.parametrize(
    ("unit", "box"), [("FEST1", "box:removed"), ("FEST1 unsupplied", "box:removed"), ("HUN2 unsupplied", "box:track")]
)
def test_stk_3_by_the_computer_rules_the_surplus_goes_as_its_back_says(unit: str, box: str) -> None:
    """SPU-GFT: a German fort is gone for good when it is eliminated; one-step allies are exiled (STP-2)."""
    name, *marks = unit.split()
    units = {name: " ".join(["0906", *marks]), "G6": "0906", "G9": "0906", "S_W": "2012"}
    state = play(movement(units, rules="digital"), Done())
    state = play(state, ShatterUnit(name))
    assert where(state, name) == box


def test_stk_3_soviets_too() -> None:
    state = play(movement({"S_NW": "2008", "S_W": "2008"}, "soviet"), Done())
    assert units_for(state, ShatterUnit) == {"S_NW", "S_W"}


# --- MOV ------------------------------------------------------------------------------------------------------
def test_mov_1_each_unit_moves_once() -> None:
    state = play(movement({"G4": "1111", "G6": "0906"}), MoveUnit("G4", "1211"), MoveUnit("G6", "1006"))
    assert not moves_of(state, "G4")
    assert counter(state, "G4").moved


def test_mov_1_a_move_may_be_made_in_legs_until_another_unit_moves() -> None:
    state = play(movement({"G4": "1111", "G6": "0906"}), MoveUnit("G4", "1211"))
    assert "1511" in moves_of(state, "G4")
    assert "1611" not in moves_of(state, "G4")
    assert not moves_of(play(state, MoveUnit("G6", "0806")), "G4")


def test_mov_1_units_just_placed_may_move() -> None:
    state = position({"turn": 2, "phase": "organization axis", "units": {"G2": "box:delayed"}})
    state = skip_to(play(state, PlaceUnit("G2", "0906")), "movement", "axis")
    assert moves_of(state, "G2")


def test_mov_1_an_entrained_unit_does_not_move() -> None:
    state = play(movement({"G4": "1111", "G6": "0906"}), EntrainUnit("G4"))
    assert not moves_of(state, "G4")
    state = play(movement({"G4": "1111", "G6": "0906"}), MoveUnit("G4", "1211"))
    assert units_for(state, EntrainUnit) == {"G6"}


@pytest.mark.parametrize("unit", ["S_LEN", "YUG1"])
def test_mov_1_the_immobile_do_not_move(unit: str) -> None:
    assert not moves_of(movement({unit: "2008 back", "S_NW": "1902"}, "soviet"), unit)


@pytest.mark.parametrize(
    ("weather", "words", "points"),
    [
        ("clear", "", 6),
        ("mud", "", 3),
        ("snow", "", 4),
        ("long_winter", "", 4),
        ("clear", " unsupplied", 3),
        ("snow", " unsupplied", 3),
    ],
)
def test_dx_mov_8_allowance(weather: str, words: str, points: int) -> None:
    """MOV-2: 6 printed points under weather and want of supply."""
    state = movement({"G1Pz": f"1111{words}"}, weather=weather)
    assert reach(state, "G1Pz").allowance == points


def test_mov_2_the_cap_does_not_raise_a_low_allowance() -> None:
    assert reach(movement({"HUN2": "1111"}, weather="snow"), "HUN2").allowance == 3


@pytest.mark.parametrize(
    ("place", "start", "armor", "others"),
    [
        ("1311", "1211", 1, 1),  # clear
        ("1211", "1111", 1, 1),  # city
        ("0816", "0717", 1, 1),  # oil field
        ("1810", "1711", 2, 1),  # forest
        ("1310", "1311", 4, 2),  # marsh
        ("0608", "0509", 3, 2),  # mountain
        ("1419", "1519", 3, 2),  # strait
        ("WEST_BALKANS", "0213", 3, 2),  # area
    ],
)
def test_mov_3_terrain_costs(place: str, start: str, armor: int, others: int) -> None:
    lines = {"turn": 21, "trigger": "oil 20"}
    assert cost(position(lines, units={"G1Pz": start}), "G1Pz", place) == armor
    assert cost(position(lines, units={"G4": start}), "G4", place) == others


def test_mov_3_mechanized_units_pay_like_infantry() -> None:
    assert cost(movement({"G2": "1311"}), "G2", "1310") == 2


def test_dx_mov_8_one_hex_is_always_possible_as_a_first_step() -> None:
    """MOV-4: armor with 3 points enters a Marsh of 4 and stops, but not as a second step."""
    state = movement({"G1Pz": "1311"}, weather="mud")
    assert "1310" in moves_of(state, "G1Pz")
    state = play(state, MoveUnit("G1Pz", "1310"))
    assert not moves_of(state, "G1Pz")
    later = play(movement({"G1Pz": "1411", "G4": "0906"}, weather="mud"), MoveUnit("G1Pz", "1311"))
    assert "1310" not in moves_of(later, "G1Pz")


def test_mov_4_the_surcharge_of_a_zone_is_covered_too() -> None:
    """A shock army with two points leaves a zone into a Marsh: 3 points, all the same."""
    state = movement({"S_SW": "1211 back", "G4": "1212"}, "soviet", weather="clear")
    assert "1210" in moves_of(state, "S_SW")
    assert not moves_of(play(state, MoveUnit("S_SW", "1210")), "S_SW")


def test_mov_4_other_prohibitions_still_hold() -> None:
    """Enemies and lakes are no less shut for a unit that may always go one hex."""
    state = movement({"G1Pz": "1603", "S_LEN": "1703 back"}, weather="mud")
    one_step = {name for name, data in reach(state, "G1Pz").hexes.items() if len(data.path) == 2}
    assert one_step == {"1702", "1604", "1704"}, "neither over Lake Peipus nor into the fort"


def test_mov_5_nobody_walks_off_the_map() -> None:
    at_the_edge = reach(movement({"G4": "0111"}), "G4").hexes
    assert {name for name, data in at_the_edge.items() if len(data.path) == 2} == {"0211", "0210", "0112", "0212"}


def test_mov_6_control_changes_on_the_way_supply_markers_do_not() -> None:
    state = play(movement({"G1Pz": "1111", "G4": "1611 unsupplied"}), MoveUnit("G1Pz", "1211"))
    assert seen(state).control["1211"] is Side.AXIS
    assert marked(state) == {"G4"}


def test_mov_7_stacking_on_the_way_is_nobody_s_business() -> None:
    """A third unit enters, another one leaves: fine at the end of the phase."""
    state = movement({"G4": "0906", "G6": "0906", "G9": "0907", "S_W": "2310"})
    state = play(state, MoveUnit("G9", "0906"), MoveUnit("G4", "1006"), Done())
    assert not options_of(state, ShatterUnit)
    assert where(end_phase(state), "G9") == "0906"


# --- the worked example of 8.4: turn 4, Snow ---------------------------------------------------------------------
def test_ex_mov_1() -> None:
    """9th Army leaves a zone for the Forest (1 + 1), goes on through Forest (1), and stops in the next zone."""
    state = movement({"G9": "1806", "S_W": "1807", "S_KAL": "1704"}, turn=4)
    assert reach(state, "G9").allowance == 4
    assert (cost(state, "G9", "1706"), stops(state, "G9", "1706")) == (2, None)
    assert (cost(state, "G9", "1705"), stops(state, "G9", "1705")) == (3, "zoc")


@pytest.mark.parametrize(("friend", "may"), [(True, True), (False, False)])
def test_ex_mov_2_and_3(friend: bool, may: bool) -> None:
    """4th Panzer goes from zone to zone only onto the 9th Army: Forest 2 and the zone 1 make 3 of 4 points."""
    units = {"G4Pz": "2005", "S_KAL": "2104"} | ({"G9": "2004"} if friend else {})
    state = movement(units, turn=4)
    found = reach(state, "G4Pz").hexes["2004"]
    assert (found.path == ("2005", "2004")) is may, "without the friend only the way round is left"
    assert (found.cost, found.stops) == (3 if may else 4, "zoc")


def test_ex_mov_4() -> None:
    """16th Army, free of zones: Marsh 2 and Forest 1 are 3 points of 4."""
    state = movement({"G16": "1804"}, turn=4)
    assert cost(state, "G16", "1904") == 2
    assert cost(state, "G16", "2004") == 3


def test_ex_mov_5() -> None:
    """A hex beside the Leningrad fort does not stop anybody; a friend in it is no hindrance."""
    state = movement({"G16": "1803", "G18": "1802 back", "S_LEN": "1902 back"}, turn=4)
    assert (cost(state, "G16", "1802"), stops(state, "G16", "1802")) == (1, None)
    assert stops(movement({"G16": "1803", "S_LEN": "1902"}, turn=4), "G16", "1802") == "zoc"


def test_ex_mov_6() -> None:
    """16th 3, 9th 4, 4th Panzer 5 and 18th 3 are 15 against 4: three to one."""
    units = {"G16": "2004", "G9": "2004", "G4Pz": "2105", "G18": "2105 back", "S_KAL": "2104"}
    state = position({"turn": 4, "phase": "combat axis", "units": units})
    odds = odds_for(state, ["G16", "G9", "G4Pz", "G18"], ["2104"])
    assert (odds.attack, odds.defense, odds.initial) == (15, 4, "3:1")


@pytest.mark.parametrize(("face", "how"), [(" back", "overland"), ("", "none")])
def test_ex_mov_7(face: str, how: str) -> None:
    """The fort becomes Regional and exerts a zone: the hex beside it no longer carries Axis supply.

    The army in 1611 has one way of four hexes to Kiev, and 1511 on it lies beside the fort in 1512.
    SPU-REG: a regional unit has a zone, a fort has none.
    """
    units = {"G18": "1611", "S_LEN": f"1512{face}"}
    state = position({"turn": 4, "units": units, "control": {"axis": ["1211"]}})
    assert supply_of(state, "G18").how == how


def test_mov_1_a_hex_out_of_reach_has_no_cost() -> None:
    state = position("turn 7\nunit G4 1511\nunit S_W 2008")
    journey = journey_of(state, BOARD.unit_index["G4"])
    assert journey.cost(BOARD.node_of["1611"]) == 1
    with pytest.raises(ValueError, match="2310 is out of reach"):
        journey.cost(BOARD.node_of["2310"])
