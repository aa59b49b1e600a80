"""Chapter 13: weather and what the turn track brings (WEA-1 to WEA-5, EVT-*)."""

from __future__ import annotations

from typing import Any

import pytest
from oracles import AREAS, HEXES, Table, distance
from rules.helpers import (
    Done,
    ImproveUnit,
    MoveUnit,
    PlaceUnit,
    ShatterUnit,
    UpgradeUnit,
    cards_drawn,
    counter,
    hexes_for,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    to_placement,
    units_for,
    where,
)

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.explain.questions.queries import odds_for
from noretreat.game import IllegalAction, apply
from noretreat.positions import position

GERMAN_CITIES = {name for name, hex_ in HEXES.items() if hex_.terrain == "city" and hex_.region == "greater_germany"}
PRINTED = """
clear clear mud snow long_winter mud clear clear clear snow long_winter mud clear clear clear mud snow long_winter
clear clear clear mud snow long_winter mud clear clear clear
""".split()  # noqa: SIM905


def new_turn(turn: int, units: dict[str, str], **lines: Any) -> State:
    """Housekeeping of a turn has just gone by."""
    state = position({"turn": turn - 1, "phase": "detraining soviet", "units": units, **lines})
    assert seen(state).turn == turn
    return state


def odds(attackers: dict[str, str], defender: str, place: str, turn: int, **lines: Any) -> dict[str, int]:
    """Column shifts of an Axis attack, by their code."""
    state = position({"turn": turn, "phase": "combat axis", "units": attackers | {defender: place}, **lines})
    shifts = odds_for(state, list(attackers), [place.split()[0]]).shifts
    return {shift.code: shift.columns for shift in shifts if shift.columns}


# --- WEA ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("turn", range(1, 29))
def test_wea_5_default_markers_give_the_printed_weather(turn: int) -> None:
    """Snow after Snow is Long Winter: all 28 turns of the track."""
    assert seen(position({"turn": turn})).weather == PRINTED[turn - 1]


def test_wea_5_snow_after_mud_stays_snow() -> None:
    """A mild November makes the next January an ordinary winter."""
    state = position({"turn": 4, "weather": "mud", "phase": "detraining soviet", "units": {"G4": "0906"}})
    assert (seen(state).turn, seen(state).weather) == (5, "snow")


@pytest.mark.parametrize(("turn", "allowance"), [(7, 6), (6, 3), (4, 4), (5, 4)])
def test_wea_1_to_4_movement(turn: int, allowance: int) -> None:
    """Clear, Mud, Snow, Long Winter."""
    state = position({"turn": turn, "units": {"G1Pz": "1311"}})
    assert Table(seen(state)).allowance(counter(state, "G1Pz")) == allowance
    farthest = max(distance("1311", name) for name in moves_of(state, "G1Pz") if name in HEXES)
    assert farthest == allowance


def test_wea_2_to_4_armor_bonus_in_clear_and_snow_only() -> None:
    tank = {"G1Pz": "1511"}
    by_weather = {
        weather: any("armor" in code for code in odds(tank, "S_W", "1611", 13, weather=weather))
        for weather in ("clear", "mud", "snow", "long_winter")
    }
    assert by_weather == {"clear": True, "mud": False, "snow": True, "long_winter": False}


# --- EVT: the turn track ----------------------------------------------------------------------------------------
def test_evt_3_and_6_forts_and_upgrades_have_their_turns() -> None:
    """The numbers are tested in the chapter on organization; here the calendar brings them about."""
    state = new_turn(6, {"S_NW": "2008", "G4": "0606"})
    state = skip_to(state, "organization", "soviet", 6)
    assert units_for(state, UpgradeUnit) == {"S_NW"}
    assert not units_for(skip_to(new_turn(18, {"S_NW": "2008", "G4": "0606"}), "organization", "soviet"), UpgradeUnit)


@pytest.mark.parametrize(
    ("turn", "points"), [(3, 0), (4, -1), (7, -1), (10, -1), (14, 1), (19, 1), (22, 1), (25, 1), (27, 1), (15, 0)]
)
def test_evt_red_events_give_the_soviets_a_point(turn: int, points: int) -> None:
    """EX-VP-4, VIC-1: seen from the side with the initiative."""
    units = {"G4": "0906", "S_NW": "2310"}
    initiative = "axis" if turn < 12 else "soviet"
    assert seen(new_turn(turn, units, initiative=initiative)).event_vp == points


@pytest.mark.parametrize(("turn", "unit"), [(15, "ITA8"), (16, "G2Pz"), (18, "GSSPz"), (28, "BERLIN_G")])
@pytest.mark.parametrize("place", ["0906", "box:rail", "box:destroyed"])
def test_evt_15_16_18_28_units_taken_out_wherever_they_are(turn: int, unit: str, place: str) -> None:
    units = {unit: place, "G4": "0704", "S_NW": "2310"}
    assert where(new_turn(turn, units), unit) == "box:removed"
    assert where(new_turn(turn - 1, units), unit) == place


def test_evt_28_taking_the_garrison_off_does_not_end_the_game() -> None:
    assert seen(new_turn(28, {"BERLIN_G": "0503", "G4": "0704"})).outcome is None


@pytest.mark.parametrize(("turn", "limit"), [(7, 5), (5, 3), (11, 3), (19, 5), (20, 3), (25, 3), (26, 1), (28, 1)])
def test_evt_20_and_26_axis_targets(turn: int, limit: int) -> None:
    """Three in Long Winter and from turn 20, one from turn 26 (CPR-1)."""
    assert seen(position({"turn": turn, "units": {"G4": "0906"}})).targets_limit == limit


def test_evt_20_soviet_targets_stay_five() -> None:
    state = position({"turn": 26, "phase": "movement soviet", "units": {"S_NW": "2008"}})
    assert seen(state).targets_limit == 5


@pytest.mark.parametrize(("turn", "unit"), [(2, "G2"), (6, "HUN2"), (17, "GSSGr"), (2, "S_KAL"), (13, "S_STE")])
def test_evt_reinforcements_by_their_printed_turn(turn: int, unit: str) -> None:
    units = {unit: "box:pending", "G4": "0906", "S_NW": "2310"}
    assert where(new_turn(turn, units), unit) == "box:delayed"
    if turn > 2:
        assert where(new_turn(turn - 1, units), unit) == "box:pending"


# --- EVT-23: January 1945 ----------------------------------------------------------------------------------------
REICH = ("BERLIN_G", "VOLKS1", "VOLKS2", "VOLKS3", "VOLKS4")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_ids())
def test_evt_23_berlin_garrison_and_volkssturm_are_reinforcements_of_the_placement_step(rules: str) -> None:
    """7.8: they wait with the reinforcements, and stand in their cities as the Axis Placement step opens."""
    units = dict.fromkeys(REICH, "box:pending") | {"G4": "0906"}
    state = new_turn(23, units, rules=rules)
    assert {where(state, unit) for unit in REICH} == {"box:delayed"}
    state = to_placement(state, "axis")
    assert [where(state, unit) for unit in REICH] == ["0503", "0503", "0704", "0606", "0309"]
    assert not any(unit in units_for(state, PlaceUnit) for unit in REICH)


def test_evt_23_an_enemy_zone_keeps_nobody_out_of_his_city() -> None:
    state = new_turn(23, {"BERLIN_G": "box:pending", "S_NW": "0504", "G4": "0906"})
    assert where(to_placement(state, "axis"), "BERLIN_G") == "0503"


def test_evt_23_not_in_a_lost_city() -> None:
    units = {"VOLKS2": "box:pending", "VOLKS3": "box:pending", "S_NW": "0704", "G4": "0906"}
    state = to_placement(new_turn(23, units, control={"soviet": ["0606"]}), "axis")
    assert (where(state, "VOLKS2"), where(state, "VOLKS3")) == ("box:removed", "box:removed")


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_evt_23_nobody_carries_the_garrison_out_of_berlin(rules: str) -> None:
    """8.4: the armies in Berlin are the surplus; 12.5 would be worth nothing if the Garrison could be shattered."""
    units = {"BERLIN_G": "box:pending", "VOLKS1": "box:pending", "G4": "0503", "G6": "0503"}
    state = to_placement(new_turn(23, units, rules=rules), "axis")
    assert seen(state).overstacked == ("0503",)
    state = play(state, Done())
    assert set(options_of(state, ShatterUnit)) == {ShatterUnit("G4"), ShatterUnit("G6")}
    with pytest.raises(IllegalAction, match="Berlin Garrison stays in its city"):
        apply(state, ShatterUnit("BERLIN_G"))
    state = play(state, ShatterUnit("G4"))
    assert (where(state, "BERLIN_G"), where(state, "VOLKS1")) == ("0503", "0503")
    assert (where(state, "G4"), where(state, "G6")) == ("box:shattered", "box:shattered")


def test_evt_23_points_start_afresh_and_only_germany_counts() -> None:
    state = new_turn(23, {"G4": "0906", "S_NW": "2310"}, event_vp=4, control={"soviet": ["0906"]})
    assert (seen(state).event_vp, seen(state).vp) == (0, 1)


def test_evt_23_two_soviets_may_share_a_hex() -> None:
    assert seen(position({"turn": 23, "units": {"S_NW": "2008", "S_W": "2008"}})).overstacked == ()
    assert seen(position({"turn": 22, "units": {"S_NW": "2008", "S_W": "2008"}})).overstacked == ("2008",)


def test_evt_23b_ss_panzer_comes_back_once_for_a_point() -> None:
    """EVT-23b."""
    state = position({"turn": 23, "phase": "organization axis", "units": {"GSSPz": "box:removed"}})
    points = seen(state).event_vp
    state = play(state, PlaceUnit("GSSPz", "0606"))
    assert (counter(state, "GSSPz").face, counter(state, "GSSPz").disorganized) == (0, False)
    assert seen(state).event_vp == points + 1, "for the Soviets, who have the initiative"
    assert not units_for(position({"turn": 22, "phase": "organization axis", "units": {"G4": "0606"}}), PlaceUnit)


def test_evt_24_no_more_german_improvements() -> None:
    hands = {"axis": [16, 17]}
    lines = {"units": {"G4": "0606 back"}, "phase": "organization axis", "hands": hands}
    assert units_for(position({"turn": 23, **lines}), ImproveUnit) == {"G4"}
    assert not units_for(position({"turn": 24, **lines}), ImproveUnit)


# --- EVT-GG -------------------------------------------------------------------------------------------------------
GG = dict.fromkeys(("FEST1", "FEST2", "FEST3", "HUN1", "HUN3"), "box:pending")


def test_evt_gg_the_turn_after_the_first_soviet_crosses_the_border() -> None:
    state = position({"turn": 15, "phase": "movement soviet", "units": GG | {"S_NW": "1005", "G4": "0606"}})
    state = play(state, MoveUnit("S_NW", "0905"))
    assert {where(state, unit) for unit in GG} == {"box:pending"}
    state = skip_to(state, "organization", "axis", 16)
    assert {where(state, unit) for unit in GG} == {"box:delayed"}


def test_evt_gg_nothing_while_the_soviets_stay_at_home() -> None:
    state = position({"turn": 15, "phase": "movement soviet", "units": GG | {"S_NW": "2008", "G4": "0606"}})
    assert where(skip_to(state, "movement", "axis", 17), "FEST1") == "box:pending"


def test_evt_gg_where_they_come_in() -> None:
    """Festungen in German cities, Hungarians in empty hexes of theirs within four hexes of Budapest."""
    units = dict.fromkeys(GG, "box:delayed") | {"G4": "0511"}
    state = position({"turn": 16, "phase": "organization axis", "units": units})
    assert hexes_for(state, PlaceUnit, "FEST1") == GERMAN_CITIES
    hungarian = hexes_for(state, PlaceUnit, "HUN1")
    assert max(distance("0511", name) for name in hungarian) == 4
    assert "0511" not in hungarian, "not empty"
    assert "0609" in hungarian


@pytest.mark.parametrize("rules", ["classic", "deluxe", "living"])
@pytest.mark.parametrize("turn", [10, 20])
def test_evt_gg_festung_units_arrive_in_cities(rules: str, turn: int) -> None:
    """C-140: whatever other units may do, before the map of the first edition grows or after it."""
    state = position(
        {
            "turn": turn,
            "phase": "organization axis",
            "rules": rules,
            "units": {"FEST1": "box:delayed", "G6": "box:delayed", "G4": "0606", "S_NW": "2008"},
        }
    )
    assert hexes_for(state, PlaceUnit, "FEST1") == GERMAN_CITIES
    assert (hexes_for(state, PlaceUnit, "G6") > GERMAN_CITIES) is (rules == "classic")


def test_evt_gg_by_the_computer_rules_festung_units_arrive_beside_cities_too() -> None:
    """C-140: they are placed like all others there."""
    units = {"FEST1": "box:delayed", "G6": "box:delayed", "G4": "0606", "S_NW": "2008"}
    state = position({"turn": 20, "phase": "organization axis", "rules": "digital", "units": units})
    assert hexes_for(state, PlaceUnit, "FEST1") == hexes_for(state, PlaceUnit, "G6") > GERMAN_CITIES


def test_evt_gg_hungarians_who_come_back_are_ordinary_reinforcements() -> None:
    """7.8: the hexes around Budapest are for their first arrival."""
    units = {"HUN1": "box:track due 18", "HUN3": "box:delayed", "G4": "0606", "S_NW": "2008"}
    state = to_placement(position({"turn": 17, "phase": "detraining soviet", "units": units}), "axis", 18)
    assert hexes_for(state, PlaceUnit, "HUN1") == GERMAN_CITIES
    assert "0609" in hexes_for(state, PlaceUnit, "HUN3")


# --- EVT-OIL ------------------------------------------------------------------------------------------------------
OIL = dict.fromkeys(("GE", "GF", "SRUM", "YUG1", "YUG2"), "box:pending")


def oil_turn(units: dict[str, str], **lines: Any) -> State:
    """The turn after the Soviets have taken Ploesti: turn 20."""
    control = {"soviet": ["0816"]}
    lines = {"control": control, "trigger": "oil 20", "units": OIL | units} | lines
    return position({"turn": 19, "phase": "detraining soviet", **lines})


def test_evt_oil_is_pulled_by_entering_ploesti() -> None:
    units = OIL | {"S_NW": "0915", "RUM3": "0717", "RUM4": "box:track due 21", "G4": "0606"}
    state = play(position({"turn": 19, "phase": "movement soviet", "units": units}), MoveUnit("S_NW", "0816"))
    assert where(state, "RUM3") == "0717", "not before the next turn"
    state = skip_to(state, "organization", "axis", 20)
    assert (where(state, "RUM3"), where(state, "RUM4")) == ("box:removed", "box:removed")
    assert {where(state, unit) for unit in OIL} == {"box:delayed"}


def test_evt_oil_groups_e_and_f() -> None:
    """Empty Axis hexes within four hexes of Bucharest, or the West Balkans."""
    state = to_placement(oil_turn({"G4": "0511", "S_NW": "0816"}), "axis")
    places = hexes_for(state, PlaceUnit, "GE")
    assert "WEST_BALKANS" in places
    assert "SOUTH_BALKANS" not in places
    assert {distance("0717", name) for name in places - AREAS.keys()} == {1, 2, 3, 4}, "not farther through the Balkans"
    assert not {"0816", "0815", "0716"} & places, "held by the enemy, or in his zone"


def test_evt_oil_groups_e_and_f_may_share_the_west_balkans() -> None:
    """An area need not be empty; it holds two units, and none where an enemy stands."""
    state = to_placement(oil_turn({"G4": "0511", "S_NW": "0816"}), "axis")
    state = play(state, PlaceUnit("GE", "WEST_BALKANS"))
    places = hexes_for(state, PlaceUnit, "GF")
    assert "WEST_BALKANS" in places
    full = to_placement(oil_turn({"G4": "WEST_BALKANS", "G6": "WEST_BALKANS", "S_NW": "0816"}), "axis")
    assert "WEST_BALKANS" not in hexes_for(full, PlaceUnit, "GF")


def test_evt_oil_the_rumanians_change_sides_reduced() -> None:
    state = to_placement(oil_turn({"S_NW": "0816", "G4": "0606"}), "soviet")
    places = hexes_for(state, PlaceUnit, "SRUM")
    assert max(distance("0816", name) for name in places) == 2
    assert "0816" not in places, "not empty"
    assert counter(play(state, PlaceUnit("SRUM", sorted(places)[0])), "SRUM").strength == 2


def test_evt_oil_yugoslavs_rise_as_forts_in_the_balkans() -> None:
    state = to_placement(oil_turn({"S_NW": "0816", "G4": "0606"}), "soviet")
    assert hexes_for(state, PlaceUnit, "YUG1") == {"WEST_BALKANS", "SOUTH_BALKANS"}
    state = play(state, PlaceUnit("YUG1", "WEST_BALKANS"))
    assert counter(state, "YUG1").paren
    assert hexes_for(state, PlaceUnit, "YUG2") == {"SOUTH_BALKANS"}


def test_evt_oil_an_enemy_zone_does_not_keep_yugoslavs_out() -> None:
    """C-100: only Axis units in the areas and stacking do."""
    state = to_placement(oil_turn({"S_NW": "0816", "G4": "0315", "G6": "0415"}), "soviet")
    assert BOARD.mask("WEST_BALKANS") & state.zoc(0)
    assert "WEST_BALKANS" in hexes_for(state, PlaceUnit, "YUG1")


def test_ex_org_4_yugoslavs_without_room_are_lost_at_once() -> None:
    """C-100: Axis units stand in both parts of the Balkans."""
    units = {"S_NW": "0816", "G4": "WEST_BALKANS", "G6": "SOUTH_BALKANS"}
    state = skip_to(oil_turn(units), "movement", "soviet")
    assert (where(state, "YUG1"), where(state, "YUG2")) == ("box:destroyed", "box:destroyed")


def test_ex_org_4_room_for_one() -> None:
    state = to_placement(oil_turn({"S_NW": "0816", "G4": "WEST_BALKANS"}), "soviet")
    state = skip_to(play(state, PlaceUnit("YUG2", "SOUTH_BALKANS")), "movement", "soviet")
    assert (where(state, "YUG1"), where(state, "YUG2")) == ("box:destroyed", "SOUTH_BALKANS")


@pytest.mark.parametrize(("unit", "bonus"), [("G1Pz", False), ("GSSPz", True)])
def test_evt_oil_german_armor_runs_dry_the_ss_does_not(unit: str, bonus: bool) -> None:
    """SHF-6 is gone for all German armor but the SS (C-103)."""
    before = odds({unit: "1511"}, "S_W", "1611", 20)
    after = odds({unit: "1511"}, "S_W", "1611", 20, trigger="oil 20")
    assert len(before) - len(after) == (0 if bonus else 1)


def test_evt_oil_the_axis_draws_a_card_less_at_once_and_only_while_it_lasts() -> None:
    lines: dict[str, Any] = {"turn": 13, "phase": "cards axis", "units": {"G4": "0906"}}
    assert cards_drawn(position(lines, control={"soviet": ["0816"]})) == 3
    assert cards_drawn(position(lines)) == 4


# --- EVT-WAR ------------------------------------------------------------------------------------------------------
def test_evt_war_the_poles_rise_the_turn_after_warsaw_fell() -> None:
    units = {"SPOL": "box:pending", "S_NW": "1006", "G4": "0606"}
    state = play(position({"turn": 19, "phase": "movement soviet", "units": units}), MoveUnit("S_NW", "0906"))
    state = to_placement(state, "soviet", 20)
    places = hexes_for(state, PlaceUnit, "SPOL")
    assert max(distance("0906", name) for name in places) == 2
    assert "0906" not in places
    state = play(state, PlaceUnit("SPOL", sorted(places)[0]))
    assert (counter(state, "SPOL").side, counter(state, "SPOL").steps) == (Side.SOVIET, 1)


@pytest.mark.parametrize(("rules", "may"), [("deluxe", True), ("digital", False)])
def test_evt_war_the_poles_may_come_to_warsaw_itself_in_an_enemy_zone(rules: str, may: bool) -> None:
    """7.6: Soviet units may be placed in cities there, under the digital rules nowhere in a zone (C-28)."""
    units = {"SPOL": "box:pending", "S_NW": "1007", "S_W": "1008", "G4": "0806"}
    facts = {"units": units, "trigger": "warsaw 20", "control": {"soviet": ["0906"]}, "rules": rules}
    state = to_placement(position({"turn": 19, "phase": "movement soviet", **facts}), "soviet", 20)
    assert ("0906" in hexes_for(state, PlaceUnit, "SPOL")) is may


def test_evt_triggers_bite_once() -> None:
    """Warsaw lost and taken again does not bring the Poles a second time."""
    state = position(
        {"turn": 20, "phase": "movement soviet", "units": {"S_NW": "1006", "G4": "0606"}, "trigger": "warsaw 18"}
    )
    before = state.triggers[2]
    assert play(state, MoveUnit("S_NW", "0906")).triggers[2] == before == 18
