"""Chapter 9: entraining, the Strategic Reserve, detraining (RAIL-1 to RAIL-4, DET-1 to DET-3)."""

from __future__ import annotations

from typing import Any

import pytest
from oracles import HEXES
from rules.combat_helpers import Table
from rules.helpers import (
    DetrainUnit,
    Done,
    EntrainUnit,
    MarkReserve,
    MoveUnit,
    PayCard,
    PlaceUnit,
    counter,
    hand,
    hexes_for,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    units_for,
    where,
)

from noretreat.core.actions import Pass
from noretreat.core.board import BOARD
from noretreat.core.events import UnitDetrained, UnitEntrained
from noretreat.core.state import State
from noretreat.game import apply
from noretreat.positions import position

GERMAN_CITIES = {name for name, hex_ in HEXES.items() if hex_.terrain == "city" and hex_.region == "greater_germany"}
USSR_CITIES = {name for name, hex_ in HEXES.items() if hex_.terrain == "city" and hex_.region == "ussr"}


def rail(units: dict[str, str], side: str = "axis", turn: int = 7, cards: int = 0, **lines: Any) -> State:
    """The Movement Phase of a side with some cards that have no event in it."""
    hands = {side: [3, 4, 5, 7][:cards]}
    return position({"turn": turn, "phase": f"movement {side}", "units": units, "hands": hands, **lines})


def detrain(units: dict[str, str], side: str = "axis", turn: int = 7, **lines: Any) -> State:
    """The Detraining Phase of a side."""
    return position({"turn": turn, "phase": f"detraining {side}", "units": units, **lines})


# --- RAIL-1 ---------------------------------------------------------------------------------------------------
def test_rail_1_who_may_entrain() -> None:
    """Supplied, mobile, no fort; a zone of control is no obstacle."""
    units = {
        "G4": "0906", "G6": "0906 unsupplied", "FINN": "FINLAND", "VOLKS1": "0503", "FEST1": "1104",
        "G9": "0906 disorganized", "S_NW": "1006", "KG1": "0606",
    }  # fmt: skip
    assert units_for(rail(units), EntrainUnit) == {"G4", "G9", "KG1"}


def test_rail_1_a_surrounded_port_in_supply_is_no_obstacle() -> None:
    ring = {"S_SEV": "1318", "G4": "1317", "G6": "1418"}
    assert "S_SEV" in units_for(rail(ring, "soviet"), EntrainUnit)


def test_rail_1_soviet_forts_stay() -> None:
    assert units_for(rail({"S_LEN": "1902 back", "S_MOS": "2008"}, "soviet"), EntrainUnit) == {"S_MOS"}


def test_rail_1_the_first_is_free_each_further_one_costs_a_card() -> None:
    units = {"G4": "0906", "G6": "0906", "G9": "0606", "G11": "0606"}
    state = play(rail(units, cards=1), EntrainUnit("G4"))
    assert (where(state, "G4"), len(hand(state, "axis"))) == ("box:rail", 1)
    state = play(state, EntrainUnit("G6"))
    assert (where(state, "G6"), hand(state, "axis")) == ("box:rail", set()), "a single card pays by itself"
    assert not options_of(state, EntrainUnit), "no card is left to pay with"
    assert not options_of(play(rail(units), EntrainUnit("G4")), EntrainUnit)


def test_rail_1_the_box_holds_three() -> None:
    units = {"G4": "box:rail", "G6": "box:rail", "G9": "0606", "G11": "0606"}
    state = rail(units, cards=3)
    assert units_for(state, EntrainUnit) == {"G9", "G11"}
    assert not options_of(play(state, EntrainUnit("G9")), EntrainUnit)


def test_rail_1_a_unit_just_placed_does_not_entrain_in_the_same_organization_phase() -> None:
    """C-60: by the computer rules, where entraining comes before the move; it moves like any other."""
    units = {"G4": "box:shattered", "G6": "0906", "S_W": "2012"}
    state = position({"turn": 7, "phase": "organization axis", "rules": "digital", "units": units})
    state = play(state, PlaceUnit("G4", "0606"))
    assert units_for(state, EntrainUnit) == {"G6"}
    assert moves_of(skip_to(state, "movement", "axis"), "G4")


# --- RAIL-2, RAIL-3 -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("side", "unit", "place", "turn", "count"),
    [
        ("axis", "G4", "0906", 1, 0),
        ("axis", "G4", "0906", 2, 0),
        ("axis", "G4", "0906", 3, 2),
        ("soviet", "S_NW", "2008", 1, 1),
        ("soviet", "S_NW", "2008", 2, 1),
        ("soviet", "S_NW", "2008", 3, 2),
    ],
)
def test_rail_2_limited_rail_on_turns_1_and_2(side: str, unit: str, place: str, turn: int, count: int) -> None:
    """The Axis none at all, the Soviets the free one only (EVT-1)."""
    other = {"G4": "G6", "S_NW": "S_W"}[unit]
    state = rail({unit: place, other: place, "RUM3": "0717", "S_S": "1613"}, side, turn, cards=2)
    done = 0
    while units_for(state, EntrainUnit) & {unit, other}:
        state = play(state, EntrainUnit(min(units_for(state, EntrainUnit) & {unit, other})))
        done += 1
        while options_of(state, PayCard):
            state = play(state, options_of(state, PayCard)[0])
    assert done == count


@pytest.mark.parametrize(("turn", "count"), [(1, 1), (2, 1), (3, 2)])
def test_rail_2_by_the_classic_rules_the_free_train_runs_from_turn_1(turn: int, count: int) -> None:
    """One unit a turn entrains free, Axis units too; only the paid ones wait for turn 3 (002 9.1)."""
    units = {"G4": "0906", "G6": "0906", "S_S": "1613"}
    state = rail(units, "axis", turn, cards=2, rules="classic", control={"soviet": ["1613"]})
    entrained = []
    while options_of(state, EntrainUnit) and len(entrained) < 3:
        entrained.append(options_of(state, EntrainUnit)[0].unit)
        state = play(state, EntrainUnit(entrained[-1]))
        while options_of(state, PayCard):
            state = play(state, options_of(state, PayCard)[0])
    assert len(entrained) == count


def test_rail_3_a_unit_keeps_its_face_and_stays_as_long_as_it_likes() -> None:
    state = rail({"G4": "0906 back disorganized", "G6": "0606", "S_NW": "2008"})
    state, happened = apply(state, EntrainUnit("G4"))
    assert UnitEntrained("G4", "0906") in happened
    assert (counter(state, "G4").face, counter(state, "G4").disorganized) == (1, True)
    state = skip_to(state, "movement", "axis", 9)
    assert where(state, "G4") == "box:rail"
    state, happened = apply(skip_to(state, "detraining", "axis"), DetrainUnit("G4", "0606"))
    assert UnitDetrained("G4", "0606") in happened


# --- RAIL-4 ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "may"), [(3, False), (4, True)])
def test_rail_4_a_reserve_from_turn_4(turn: int, may: bool) -> None:
    """EVT-4."""
    state = detrain({"S_NW": "box:rail", "S_W": "2008"}, "soviet", turn)
    state = play(state, Done())
    assert (options_of(state, MarkReserve) == [MarkReserve("S_NW")]) is may


def test_rail_4_the_axis_has_none() -> None:
    state = play(detrain({"G4": "box:rail", "G6": "0606"}), Done())
    assert not options_of(state, MarkReserve)


def test_rail_4_the_reserve_comes_in_at_the_start_of_movement_and_moves() -> None:
    state = rail({"S_NW": "box:rail reserve", "S_W": "1909"}, "soviet")
    assert "2008" in hexes_for(state, DetrainUnit, "S_NW")
    state = play(state, DetrainUnit("S_NW", "2008"))
    assert where(state, "S_NW") == "2008"
    assert moves_of(state, "S_NW")
    assert not counter(state, "S_NW").reserve


def test_rail_4_at_the_start_only_and_only_the_marked_one() -> None:
    state = rail({"S_NW": "box:rail reserve", "S_W": "1909", "S_S": "box:rail"}, "soviet")
    assert units_for(state, DetrainUnit) == {"S_NW"}
    assert not options_of(play(state, MoveUnit("S_W", "1908")), DetrainUnit)


def test_rail_4_the_marker_may_go_to_another_unit_later() -> None:
    state = play(detrain({"S_NW": "box:rail reserve", "S_S": "box:rail", "S_W": "1909"}, "soviet"), Done())
    state = play(state, MarkReserve("S_S"))
    assert [counter(state, unit).reserve for unit in ("S_NW", "S_S")] == [False, True]


@pytest.mark.parametrize("rules", ["deluxe", "living"])
def test_rail_4_who_marks_no_other_unit_leaves_the_marker_where_it_is(rules: str) -> None:
    """C-138: the reserve waits in the box as long as it likes, and detrains in a later turn."""
    units = {"S_W": "box:rail reserve", "S_S": "2008", "G4": "0404"}
    state = play(detrain(units, "soviet", rules=rules), Done(), Pass())
    assert counter(state, "S_W").reserve
    following = ("movement", "soviet") if rules == "deluxe" else ("detraining", "axis")
    assert units_for(skip_to(state, *following, 8), DetrainUnit) == {"S_W"}


# --- DET-1 ----------------------------------------------------------------------------------------------------
def test_rail_4_by_the_computer_rules_another_unit_may_become_the_reserve() -> None:
    """C-127: the one of an earlier turn stays in the box as a passenger; one is made a phase."""
    units = {"S_NW": "box:rail reserve", "S_W": "1909", "S_S": "2008", "G4": "0606"}
    state = rail(units, "soviet", rules="digital")
    state = play(state, MarkReserve("S_W"))
    assert [counter(state, unit).reserve for unit in ("S_NW", "S_W")] == [False, True]
    assert (where(state, "S_NW"), where(state, "S_W")) == ("box:rail", "box:rail")
    assert not options_of(state, MarkReserve)


def test_det_1_any_number_may_return_or_stay() -> None:
    state = detrain({"G4": "box:rail", "G6": "box:rail", "G9": "box:rail", "S_NW": "2008"})
    state = play(state, DetrainUnit("G4", "0606"), DetrainUnit("G6", "0906"))
    assert units_for(state, DetrainUnit) == {"G9"}
    state = play(state, Done())
    assert [where(state, unit) for unit in ("G4", "G6", "G9")] == ["0606", "0906", "box:rail"]


@pytest.mark.parametrize(("place", "may"), [("1211", True), ("1411", True), ("1511", True), ("1611", False)])
def test_det_1_within_three_hexes_of_a_supplied_city(place: str, may: bool) -> None:
    state = detrain({"G4": "box:rail"}, control={"axis": ["1211"]})
    assert (place in hexes_for(state, DetrainUnit, "G4")) is may


@pytest.mark.parametrize(("place", "may"), [("0112", True), ("0312", True), ("0412", False)])
def test_det_1_within_two_hexes_of_an_edge_hex(place: str, may: bool) -> None:
    state = detrain({"G4": "box:rail", "S_NW": "0906"}, control={"soviet": sorted(GERMAN_CITIES)})
    assert (place in hexes_for(state, DetrainUnit, "G4")) is may


def test_det_1_an_open_hex_must_be_free_of_enemy_zones_a_city_need_not() -> None:
    units = {"G4": "box:rail", "G6": "1211", "S_NW": "1311"}
    places = hexes_for(detrain(units, control={"axis": ["1211"]}), DetrainUnit, "G4")
    assert "1211" in places
    assert "1212" in places
    assert not {"1310", "1312", "1411"} & places


def test_det_1_not_from_a_city_taken_in_this_player_turn() -> None:
    """Neither in it nor with it as the source."""
    kept = {"G4": "box:rail", "G6": "1211"}
    state = detrain(kept, control={"axis": ["1211"]}, captured="1211")
    assert not {"1211", "1411"} & hexes_for(state, DetrainUnit, "G4")
    assert {"1211", "1411"} <= hexes_for(detrain(kept, control={"axis": ["1211"]}), DetrainUnit, "G4")


def test_det_1_a_city_taken_by_a_real_move() -> None:
    state = rail({"G4": "box:rail", "G6": "1111", "S_NW": "2008"})
    state = play(state, MoveUnit("G6", "1211"))
    state = skip_to(state, "detraining", "axis")
    assert "1211" not in hexes_for(state, DetrainUnit, "G4")


def test_det_1_not_in_a_city_taken_in_this_player_turn_near_another_source() -> None:
    """Tula lies next to Moscow; it is no place for a train on the turn it falls (C-58)."""
    lines: dict[str, Any] = {"control": {"axis": ["2008", "1909"]}}
    assert "1909" in hexes_for(detrain({"G4": "box:rail"}, **lines), DetrainUnit, "G4")
    assert "1909" not in hexes_for(detrain({"G4": "box:rail"}, captured="1909", **lines), DetrainUnit, "G4")


def test_det_1_a_path_to_a_city_taken_in_this_player_turn_is_none_for_another_city_either() -> None:
    """C-58: Riga has no way west of its own, only a path to Minsk, which has just been taken."""
    units = {"G4": "box:rail", "S_NW": "1303 unsupplied", "S_W": "1404 unsupplied"}
    lines: dict[str, Any] = {"control": {"axis": ["1403", "1307"]}}
    assert "1403" in hexes_for(detrain(units, **lines), DetrainUnit, "G4")
    assert "1403" not in hexes_for(detrain(units, captured="1307", **lines), DetrainUnit, "G4")
    assert "1403" in hexes_for(detrain(units, captured="1307", rules="classic", **lines), DetrainUnit, "G4")


def kiev_lost_to_a_counterattack(rules: str) -> Table:
    """The Axis attacks out of Kiev, and the counterattack takes the city; both sides have an army in the rail box."""
    units = {
        "G4": "1211 back",
        "G6": "1210",
        "S_W": "1311",
        "S_S": "1611",
        "S_NW": "box:rail reserve",
        "G8": "box:rail",
    }
    table = Table(units=units, rules=rules, control={"axis": ["1211", "1115", "1307", "1403"]})
    table.fight("1311", "G4")
    table.roll(table.odds.results.index("CA") + 1).counterattack()
    table.roll(table.odds.results.index("DR") + 1)
    while table.asked("retreat"):
        table.do(table.legal[0])
    return table.advance("S_W", "1211").stop()


BY_KIEV = {"1212", "1311", "1410"}
"""Hexes that are near enough to Kiev for a train, and to no other Soviet city."""


@pytest.mark.parametrize("rules", ["digital", "digital_0_1", "living"])
def test_det_1_a_city_taken_by_the_side_not_phasing_is_no_source_in_this_player_turn(rules: str) -> None:
    """C-135: the reserve detrains in the Axis player turn, but not by Kiev, which a counterattack has just taken."""
    table = kiev_lost_to_a_counterattack(rules)
    assert table.view.control["1211"] == "soviet"
    state = skip_to(table.state, "detraining", "axis")
    while "S_NW" not in units_for(state, DetrainUnit):
        state = play(state, Done())
    assert not BY_KIEV & hexes_for(state, DetrainUnit, "S_NW")
    later = position({"turn": 7, "phase": "detraining axis", "rules": rules, "control": {"soviet": ["1211"]},
                      "units": {"S_NW": "box:rail reserve", "S_W": "1211", "G6": "1106"}})  # fmt: skip
    assert hexes_for(later, DetrainUnit, "S_NW") >= BY_KIEV, "in a later player turn it is a source"


@pytest.mark.parametrize("rules", ["deluxe", "digital_0_1", "classic"])
@pytest.mark.parametrize("captured", [True, False])
def test_det_1_nobody_detrains_in_a_city_that_the_enemy_has_just_taken(rules: str, captured: bool) -> None:
    """C-135: two sets let units detrain in an empty enemy city, but in none that changed hands in this player turn."""
    others = sorted(BOARD.ids(BOARD.vp_hexes & BOARD.ussr & ~BOARD.mask("1708")))
    lines: dict[str, Any] = {"captured": "1708"} if captured else {}
    units = {"G4": "box:rail", "S_NW": "FINLAND"}
    state = detrain(units, rules=rules, control={"axis": others}, **lines)
    assert ("1708" in hexes_for(state, DetrainUnit, "G4")) is (rules != "classic" and not captured)


@pytest.mark.parametrize(
    ("rules", "may"), [("deluxe", False), ("digital", False), ("living", False), ("classic", True)]
)
def test_det_1_15s_brings_nobody_into_a_city_that_the_soviets_have_just_retaken(rules: str, may: bool) -> None:
    """C-135: it detrains at the end of the Axis Combat Phase; Kiev has been won back in it."""
    units = {"G4": "1106", "S_W": "box:destroyed", "S_S": "1611"}
    lines = {"phase": "combat axis", "hands": {"soviet": [15]}, "control": {"soviet": ["1211"]}, "captured": "1211"}
    table = Table(cards=True, units=units, rules=rules, **lines).declare()
    table.play_event(15)
    places = hexes_for(table.state, DetrainUnit, "S_W")
    assert ("1211" in places) is may
    assert (places >= {"1212", "1311"}) is may


def test_det_1_no_alternate_sources() -> None:
    """Sea and neighbors do not help a unit off the train."""
    control = {"axis": [*sorted(USSR_CITIES)]}
    places = hexes_for(detrain({"S_NW": "box:rail", "S_W": "1318"}, "soviet", control=control), DetrainUnit, "S_NW")
    assert not {"1418", "1317", "1217"} & places
    assert "2410" in places, "the edge does"


# --- DET-2 ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("rules", "may"), [("digital", False), ("living", False), ("deluxe", True)])
def test_det_2_not_in_an_own_city_beside_an_enemy_one(rules: str, may: bool) -> None:
    """Moscow, with Kalinin next to it in German hands."""
    state = detrain({"S_NW": "box:rail", "G4": "0606"}, "soviet", rules=rules, control={"axis": ["1909"]})
    assert ("2008" in hexes_for(state, DetrainUnit, "S_NW")) is may


@pytest.mark.parametrize(
    ("rules", "source", "may"),
    [("digital", "1115", False), ("digital", "1415", True), ("deluxe", "1115", True), ("digital_0_1", "1115", True)],
)
def test_det_2_a_city_is_no_farther_from_its_source_than_other_hexes(rules: str, source: str, may: bool) -> None:
    """Sevastopol has no way west of its own: Odessa is four hexes away, Dnepropetrovsk three."""
    state = detrain({"G4": "box:rail", "S_W": "2310"}, rules=rules, control={"axis": ["1318", source]})
    assert ("1318" in hexes_for(state, DetrainUnit, "G4")) is may


def test_det_2_a_city_taken_in_this_player_turn_is_no_source_for_another_city() -> None:
    state = detrain(
        {"G4": "box:rail", "S_W": "2310"}, rules="digital", control={"axis": ["1318", "1415"]}, captured="1415"
    )
    assert "1318" not in hexes_for(state, DetrainUnit, "G4")


def test_det_3_there_must_be_room() -> None:
    soviet = detrain({"S_NW": "box:rail", "S_W": "2008"}, "soviet")
    assert "2008" not in hexes_for(soviet, DetrainUnit, "S_NW")
    axis = detrain({"G4": "box:rail", "G6": "0606", "G9": "0606", "G11": "0906"})
    assert {"0606", "0906"} & hexes_for(axis, DetrainUnit, "G4") == {"0906"}


def test_det_3_removal_comes_before_detraining() -> None:
    """By the computer rules a unit off the train may reconnect others; here it comes too late."""
    units = {"G4": "1611 unsupplied", "G6": "box:rail", "S_NW": "2310", "S_W": "1410"}
    state = skip_to(
        position({"turn": 7, "phase": "movement axis", "units": units | {"G9": "0606"}}), "detraining", "axis"
    )
    assert where(state, "G4") == "box:surrendered"
    assert units_for(state, DetrainUnit) == {"G6"}


def test_rail_4_the_reserve_may_stay_in_the_box_in_the_turn_of_the_axis() -> None:
    """Living rules: it may come in when the Axis has detrained, or wait for its own turn."""
    units = "unit S_NW box:rail reserve\nunit S_W 1909\nunit G4 0606"
    state = position(f"turn 7\nphase detraining axis\nrules living\n{units}")
    assert "2008" in hexes_for(state, DetrainUnit, "S_NW")
    state = play(state, Pass())
    assert where(state, "S_NW") == "box:rail"
    assert counter(state, "S_NW").reserve


# --- MAP-4 ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("rules", "city"), [("deluxe", "1708"), ("living", "2022")])
def test_map_4_an_enemy_city_entered_by_rail_changes_hands(rules: str, city: str) -> None:
    """Smolensk next to own cities; by the living rules only an oil field can be entered so."""
    units = {"G4": "box:rail", "G6": "box:rail", "S_NW": "FINLAND"}
    others = sorted(BOARD.ids(BOARD.vp_hexes & BOARD.ussr & ~BOARD.mask(city)))
    state = detrain(units, rules=rules, control={"axis": others})
    assert city in hexes_for(state, DetrainUnit, "G4")
    after = play(state, DetrainUnit("G4", city))
    assert (seen(state).control[city], seen(after).control[city]) == ("soviet", "axis")
    assert city not in hexes_for(after, DetrainUnit, "G6"), "just taken (C-58)"


def test_evt_gg_a_soviet_army_may_cross_the_border_by_rail() -> None:
    state = detrain({"S_NW": "box:rail", "G4": "0503"}, "soviet", 16)
    assert state.triggers == [0, 0, 0]
    assert play(state, DetrainUnit("S_NW", "1105")).triggers == [17, 0, 0]


@pytest.mark.parametrize(
    ("rules", "may"), [("deluxe", True), ("living", True), ("digital", True), ("digital_0_1", True), ("classic", False)]
)
def test_det_1_onto_an_empty_enemy_oil_field(rules: str, may: bool) -> None:
    """C-126: it is a hex like any other, and no city; the first edition asks for a friendly hex."""
    others = sorted(BOARD.ids(BOARD.vp_hexes & BOARD.ussr & ~BOARD.mask("2022")))
    state = detrain({"G4": "box:rail", "S_NW": "FINLAND"}, rules=rules, control={"axis": others})
    assert ("2022" in hexes_for(state, DetrainUnit, "G4")) is may


@pytest.mark.parametrize("rules", ["deluxe", "living", "digital", "digital_0_1", "classic"])
def test_det_1_in_a_port_that_only_the_sea_supplies(rules: str) -> None:
    """C-126: Sevastopol behind two fronts; by the first edition alone a port takes units from the sea."""
    units = {"G4": "box:rail", "S_W": "1317", "S_NW": "1418"}
    state = detrain(units, rules=rules, control={"axis": ["1318", "1115"]})
    assert ("1318" in hexes_for(state, DetrainUnit, "G4")) is (rules == "classic")


# --- DET-4 ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("rules", "may"), [("living", False), ("deluxe", True)])
def test_det_4_not_next_to_an_enemy_city(rules: str, may: bool) -> None:
    """1408 lies beside Minsk, which the Soviets hold."""
    state = detrain({"G4": "box:rail"}, rules=rules, control={"axis": ["1211"]})
    assert ("1408" in hexes_for(state, DetrainUnit, "G4")) is may


@pytest.mark.parametrize(("rules", "may"), [("classic", True), ("deluxe", False)])
def test_det_4_into_a_port_in_an_enemy_zone(rules: str, may: bool) -> None:
    """By the first edition an own port takes units without an overland path."""
    units = {"G4": "box:rail", "S_W": "1317", "S_NW": "1418"}
    state = detrain(units, rules=rules, control={"axis": ["1318"]})
    assert ("1318" in hexes_for(state, DetrainUnit, "G4")) is may


# --- areas (8.6, 8.7) -------------------------------------------------------------------------------------------
ALL_SETS = ("deluxe", "living", "classic", "digital", "digital_0_1")
BALKANS = {"WEST_BALKANS", "SOUTH_BALKANS"}


@pytest.mark.parametrize("rules", ALL_SETS)
def test_det_1_in_finland_as_in_any_hex(rules: str) -> None:
    """C-145: Finland is one huge hex, a step from Leningrad; it takes the units that may enter it."""
    units = {"G4": "box:rail", "RUM3": "box:rail", "S_W": "2310"}
    state = detrain(units, rules=rules, control={"axis": ["1902", "1403"]})
    assert "FINLAND" in hexes_for(state, DetrainUnit, "G4")
    assert "FINLAND" not in hexes_for(state, DetrainUnit, "RUM3"), "no Rumanian enters it (8.6)"
    assert hexes_for(state, DetrainUnit, "RUM3")
    assert where(play(state, DetrainUnit("G4", "FINLAND")), "G4") == "FINLAND"


@pytest.mark.parametrize("rules", ALL_SETS)
def test_det_1_not_in_finland_without_a_path_or_against_an_enemy(rules: str) -> None:
    units = {"S_W": "box:rail", "G4": "0606"}
    assert "FINLAND" in hexes_for(detrain(units, "soviet", rules=rules), DetrainUnit, "S_W")
    for foe in ({"FINN": "FINLAND"}, {"G6": "2003"}):
        state = detrain(units | foe, "soviet", rules=rules)
        assert "FINLAND" not in hexes_for(state, DetrainUnit, "S_W"), "the Finns are there, or a German zone is"
    lost = detrain(units | {"G6": "1902"}, "soviet", rules=rules)
    assert "FINLAND" not in hexes_for(lost, DetrainUnit, "S_W")


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("deluxe", set(), {"G4"}), ("living", set(), {"G4"}), ("classic", set(), {"G4"}),
        ("digital", {"G4", "HUN2"}, {"G4", "HUN2"}), ("digital_0_1", {"G4", "HUN2"}, {"G4", "HUN2"}),
    ],
)  # fmt: skip
def test_det_1_in_the_balkans_when_they_are_open(rules: str, before: set[str], after: set[str]) -> None:
    """C-145, C-36: by the board games Germans alone, from the turn after the oil has fallen."""
    units = {"G4": "box:rail", "HUN2": "box:rail", "S_W": "2310"}
    for turn, riders in ((19, set()), (20, before), (21, after)):
        words: dict[str, Any] = {"trigger": "oil 21"} if turn > 19 else {}
        state = detrain(units, turn=turn, rules=rules, extension="laid", **words)
        there = {unit for unit in ("G4", "HUN2") if hexes_for(state, DetrainUnit, unit) & BALKANS}
        assert there == riders, turn


def test_rail_4_the_reserve_may_enter_finland_but_not_the_polish_army() -> None:
    for unit, may in (("S_W", True), ("SPOL", False)):
        state = rail({unit: "box:rail reserve", "S_S": "2008", "G4": "0606"}, "soviet")
        assert ("FINLAND" in hexes_for(state, DetrainUnit, unit)) is may
        living = detrain({unit: "box:rail reserve", "S_S": "2008", "G4": "0606"}, rules="living")
        assert ("FINLAND" in hexes_for(living, DetrainUnit, unit)) is may
