"""Events that change strengths, columns, the armor bonus, or what a fort is worth in battle."""

from __future__ import annotations

from itertools import product

import pytest
from cards.battles import (
    ATTACK,
    FRONT,
    IN_1945,
    LATE,
    axis_attack,
    playable,
    refusal,
    second_battle,
    soviet_attack,
    two_battles,
)
from cards.marks import shows
from rules.combat_helpers import Table

from noretreat.core.actions import BeginBattle, ChooseUnit, Done, Pass, PlaceCounterblow, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import (
    CounterblowPlaced,
    EffectExpired,
    EventCancelled,
    UnitFlipped,
)
from noretreat.data.load import ruleset_ids
from noretreat.rules import battle_record
from noretreat.rules.odds import result_at
from noretreat.rules.windows import Window

EVEN = {"G4": "1511", "S_W": "1611"}


# --- 01A Erich von Manstein ------------------------------------------------------------------------------------
def test_01a_manstein_doubles_an_attacker() -> None:
    table = axis_attack({"axis": [1]}).play_event(1, "double")
    assert table.legal == (ChooseUnit("G4"), ChooseUnit("G6"))
    table.do(ChooseUnit("G6"))
    assert (table.odds.attack, table.odds.defense) == (12, 4)


def test_01a_manstein_doubles_a_defender() -> None:
    table = soviet_attack({"axis": [1]}, EVEN).play_event(1, "double")
    assert (table.odds.attack, table.odds.defense) == (4, 8), "nobody is asked: there is one unit only"


def test_01a_manstein_not_a_unit_that_does_not_take_part() -> None:
    table = Table(cards=True, units={**ATTACK, "G9": "1510"}, hands={"axis": [1]}).fight("1611", "G4", "G6")
    assert ChooseUnit("G9") not in table.play_event(1, "double").legal


def test_01a_manstein_no_counterblows_in_a_battle() -> None:
    table = soviet_attack({"axis": [1]}, EVEN)
    assert table.of(PlayEvent) == [PlayEvent(1, "double")]


def test_01a_manstein_for_one_round() -> None:
    table = axis_attack({"axis": [1]}, {"G16": "1511", "S_CEN": "1611"}).play_event(1, "double")
    assert table.odds.attack == 6
    table = axis_attack({"axis": [1]}, {"G16": "1511", "S_CEN": "1611 back"}).play_event(1, "double").roll(1)
    table.counterattack()
    assert table.odds.defense == 3


LINE = {"G4": "1511", "G6": "1610", "G9": "1612", "G11": "1712", "S_W": "1611"}


@shows("boundary")
def test_01a_manstein_three_counterblows_for_nothing() -> None:
    table = Table(cards=True, phase="combat soviet", units=LINE, hands={"axis": [1]}).declare()
    assert table.of(PlayEvent) == [PlayEvent(1, "counterblows")]
    table.play_event(1, "counterblows")
    for name in ("1511", "1610", "1612"):
        table.do(PlaceCounterblow(name))
    assert table.seen(CounterblowPlaced)[0] == CounterblowPlaced("axis", "1511", "event")
    assert set(table.view.counterblows) == {"1511", "1610", "1612"}
    assert PlaceCounterblow("1712") not in table.legal
    assert table.view.hand_sizes["axis"] == 0


def test_01a_manstein_fewer_are_fine() -> None:
    table = Table(cards=True, phase="combat soviet", units=LINE, hands={"axis": [1]}).declare()
    table.play_event(1, "counterblows").do(PlaceCounterblow("1712"), Done())
    assert table.seen(CounterblowPlaced) == [CounterblowPlaced("axis", "1712", "event")]


def test_01a_manstein_no_counterblows_in_the_axis_turn() -> None:
    table = Table(cards=True, units=ATTACK, hands={"axis": [1]}).declare("1611")
    assert table.asked("compose"), "nobody asked the Axis"
    assert refusal(table, AXIS, 1, Window.COUNTERBLOW) == "counterblows can be placed only before the battles (10.1.2)"


# --- 29A Walter Model ------------------------------------------------------------------------------------------
def test_29a_model_doubles_all_defenders() -> None:
    units = {"S_W": "1611 back", "S_KAL": "1610 back", "G4": "1511", "G16": "1511"}
    table = soviet_attack({"axis": [29]}, units).play_event(29)
    assert (table.odds.attack, table.odds.defense) == (14, 14)


@shows("boundary")
def test_29a_model_not_the_enemy_and_only_in_defense() -> None:
    table = soviet_attack({"axis": [29]}, EVEN).do(Pass()).roll(1).counterattack()
    assert "attacked" in refusal(table, AXIS, 29)


def test_29a_model_not_in_the_axis_turn() -> None:
    assert "Soviet player turn" in refusal(axis_attack({"axis": [29]}), AXIS, 29)


def test_29a_model_is_over_when_the_axis_strikes_back() -> None:
    table = soviet_attack({"axis": [29]}, {"S_W": "1611 back", "G4": "1511"}).play_event(29)
    assert table.odds.defense == 8
    table.roll(1).counterattack()
    assert table.odds.attack == 4
    assert table.happened(EffectExpired("axis", 29))


# --- 23S Sturmoviks! -------------------------------------------------------------------------------------------
@shows("boundary")
@pytest.mark.parametrize(("turn", "strength"), [(13, 6), (16, 6), (17, 8), (19, 8)])
def test_23s_sturmoviks_two_points_a_unit_four_from_1944(turn: int, strength: int) -> None:
    table = two_battles({"soviet": [23]}, turn=turn, weather="clear").play_event(23)
    assert (table.odds.attack, table.odds.defense) == (strength, 4)


def test_23s_sturmoviks_this_battle_and_the_next_but_no_third() -> None:
    units = {**FRONT, "G9": "1513", "S_VOL": "1613"}
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"soviet": [23]})
    table.fight("1511", "S_W", also=("1704", "1513")).play_event(23).roll(2)
    second_battle(table)
    assert table.odds.attack == 8
    assert not table.seen(EffectExpired)
    table.roll(2)
    assert table.happened(EffectExpired("soviet", 23))
    table.attack("1513", "S_VOL")
    assert table.odds.attack == 4


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic"])
def test_23s_sturmoviks_in_the_board_game_a_counterattack_is_the_next_battle(rules: str) -> None:
    """C-141: it is a brand-new battle there."""
    table = two_battles({"soviet": [23]}, turn=13, units={**FRONT, "G9": "1511"}, rules=rules)
    table.play_event(23)
    assert (table.odds.attack, table.odds.column) == (6, "1:2")
    table.roll(1).counterattack()
    assert (table.odds.attack, table.odds.defense) == (8, 6), "it counts in the counterattack"
    table.roll(2)
    assert table.result == "NE"
    second_battle(table)
    assert table.odds.attack == 4, "and is used up"


@pytest.mark.parametrize("rules", ["digital", "digital_0_1"])
def test_23s_sturmoviks_in_the_computer_rules_do_not_count_in_a_counterattack(rules: str) -> None:
    """C-141: the counterattack discards the cards of the battle; the next battle has this one all the same."""
    units = {**FRONT, "G9": "1511"}
    table = Table(cards=True, phase="combat soviet", turn=13, units=units, hands={"soviet": [23]}, rules=rules)
    table.declare("1511", "1704").attack("1511", "S_W").attack("1704", "S_KAL")
    table.do(BeginBattle("1511")).play_event(23)
    assert table.odds.attack == 6
    table.roll(1).counterattack()
    assert table.odds.defense == 4
    table.roll(2)
    assert table.battle.targets == ("1704",), "the last battle begins of itself"
    assert table.odds.attack == 6
    table.roll(1).counterattack()
    assert table.odds.defense == 4, "nor in a counterattack of that one"


def test_23s_sturmoviks_in_defense_too() -> None:
    table = axis_attack({"soviet": [23]}, turn=LATE).play_event(23)
    assert (table.odds.attack, table.odds.defense) == (8, 8)


def test_23s_sturmoviks_the_phase_ends_it() -> None:
    table = soviet_attack({"soviet": [23]}, turn=LATE).play_event(23).roll(2).lose("S_W")
    assert table.view.phase != "combat"
    assert table.happened(EffectExpired("soviet", 23))


@shows("boundary")
def test_23s_sturmoviks_not_before_1943() -> None:
    table = soviet_attack({"soviet": [23]}, turn=10, initiative="soviet")
    assert refusal(table, SOVIET, 23) == "not before 1943 (5.3.1)"


# --- 03S Black Sea Fleet ---------------------------------------------------------------------------------------
COAST = {"G4": "1214", "S_W": "1115"}  # Odessa


def test_03s_black_sea_fleet_helps_the_soviet_defender() -> None:
    table = axis_attack({"soviet": [3]}, COAST, "1115")
    before = table.shifts
    table.play_event(3)
    assert table.shifts == {**before, "card3": -1}


def test_03s_black_sea_fleet_helps_the_soviet_attacker() -> None:
    table = soviet_attack({"soviet": [3]}, {"S_W": "1114", "G4": "1115"}, "1115").play_event(3)
    assert table.shifts["card3"] == 1


@shows("boundary")
def test_03s_black_sea_fleet_not_inland_but_for_later_battles_of_the_phase() -> None:
    units = {"G4": "1511", "S_W": "1611", "G6": "1114", "S_S": "1015", "G9": "1204", "S_NW": "1203"}
    table = Table(cards=True, units=units, hands={"soviet": [3]}).fight("1611", "G4", also=("1015",)).play_event(3)
    assert "card3" not in table.shifts
    table.roll(2)
    table.attack("1015", "G6")
    assert table.shifts["card3"] == -1


def test_03s_black_sea_fleet_the_baltic_is_another_sea() -> None:
    table = axis_attack({"soviet": [3]}, {"G4": "1503", "S_W": "1403"}, "1403").play_event(3)
    assert "card3" not in table.shifts


def test_03s_black_sea_fleet_a_counterattack_is_judged_on_its_own_hex() -> None:
    table = axis_attack({"soviet": [3]}, COAST, "1115").play_event(3).roll(1).counterattack()
    assert "card3" not in table.shifts, "1214 lies inland"
    assert table.view.effects


def test_03s_black_sea_fleet_is_over_with_the_phase() -> None:
    table = axis_attack({"soviet": [3]}, COAST, "1115").play_event(3).roll(1).decline()
    assert table.happened(EffectExpired("soviet", 3))


# --- 08A New Tank Design ---------------------------------------------------------------------------------------
def test_08a_new_tank_design_armor_against_armor() -> None:
    units = {"G1Pz": "1511", "S_CEN": "1611"}
    table = axis_attack({"axis": [8]}, units, turn=LATE)
    assert "armor" not in table.shifts
    assert table.play_event(8, "own_bonus").shifts["armor_beats_armor"] == 1


def test_08a_new_tank_design_terrain_still_denies_it() -> None:
    units = {"G1Pz": "1111", "S_CEN": "1211"}
    table = axis_attack({"axis": [8]}, units, "1211", turn=LATE).play_event(8, "own_bonus")
    assert "armor_beats_armor" not in table.shifts


@shows("boundary")
def test_08a_new_tank_design_weather_still_denies_it() -> None:
    units = {"G1Pz": "1511", "S_CEN": "1611"}
    table = axis_attack({"axis": [8]}, units, turn=LATE, weather="mud").play_event(8, "own_bonus")
    assert "armor_beats_armor" not in table.shifts


def test_08a_new_tank_design_is_no_soviet_bonus() -> None:
    units = {"S_CEN": "1611 back", "G2": "1511"}
    table = soviet_attack({"axis": [8]}, units, turn=LATE).play_event(8, "own_bonus")
    assert {"armor", "armor_beats_armor"}.isdisjoint(table.shifts)


def test_08a_new_tank_design_stops_soviet_armor() -> None:
    units = {"S_CEN": "1611 back", "G4": "1511"}
    table = soviet_attack({"axis": [8]}, units, turn=LATE)
    assert table.shifts["armor"] == 1
    assert "armor" not in table.play_event(8, "enemy_bonus").shifts


def test_08a_new_tank_design_stopping_the_enemy_leaves_axis_armor_alone() -> None:
    units = {"G1Pz": "1511", "S_W": "1611"}
    assert axis_attack({"axis": [8]}, units, turn=LATE).play_event(8, "enemy_bonus").shifts["armor"] == 1


def test_08a_new_tank_design_for_the_rest_of_the_phase() -> None:
    units = {"S_W": "1611", "G4": "1511", "S_CEN": "1804 back", "G6": "1704"}
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"axis": [8]})
    table.fight("1511", "S_W", also=("1704",)).play_event(8, "enemy_bonus").roll(4)
    table.attack("1704", "S_CEN")
    assert "armor" not in table.shifts
    assert table.roll(2).seen(EffectExpired) == [EffectExpired("axis", 8)]


def test_08a_new_tank_design_only_with_soviet_initiative() -> None:
    assert "initiative" in refusal(axis_attack({"axis": [8]}), AXIS, 8)


# --- 46S Konstantin Rokossovsky --------------------------------------------------------------------------------
TOGETHER = {"S_CEN": "1611 back", "S_W": "1610 back", "G8": "1511"}


def test_46s_rokossovsky_armor_and_infantry() -> None:
    table = soviet_attack({"soviet": [46]}, TOGETHER, turn=IN_1945).play_event(46).deal(34)
    assert table.shifts["card46"] == 1
    assert table.view.hand_sizes["soviet"] == 1


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ({"S_CEN": "1611 back", "S_RES": "1610 back", "G8": "1511"}, "armor and infantry"),
        ({"S_W": "1611 back", "S_KAL": "1610 back", "G8": "1511"}, "armor and infantry"),
        ({"S_CEN": "1611 back unsupplied", "S_W": "1610 unsupplied", "G8": "1511"}, "supplied"),
    ],
)
def test_46s_rokossovsky_not_without_both_and_supply(units: dict[str, str], reason: str) -> None:
    table = soviet_attack({"soviet": [46]}, units, turn=IN_1945)
    assert reason in refusal(table, SOVIET, 46)
    assert not playable(table)


@shows("boundary")
@pytest.mark.parametrize("partner", ["S_SW back", "S_DON", "S_MOS"])
def test_46s_rokossovsky_shock_mechanized_and_regional_units_are_infantry(partner: str) -> None:
    name, *face = partner.split()
    units = {"S_CEN": "1611 back", name: " ".join(["1610", *face]), "G8": "1511"}
    assert playable(soviet_attack({"soviet": [46]}, units, turn=IN_1945)) == {46}


@shows("boundary")
def test_46s_rokossovsky_one_supplied_unit_is_enough() -> None:
    """CRD-12."""
    units = {**TOGETHER, "S_CEN": "1611 back unsupplied"}
    assert playable(soviet_attack({"soviet": [46]}, units, turn=IN_1945)) == {46}


def test_46s_rokossovsky_not_in_defense() -> None:
    assert "attack" in refusal(axis_attack({"soviet": [46]}, turn=IN_1945), SOVIET, 46)


# --- 50S Hurrah! -----------------------------------------------------------------------------------------------
def test_50s_hurrah_a_city_of_greater_germany() -> None:
    units = {"S_W": "0804 back", "G4": "0704"}
    table = soviet_attack({"soviet": [50]}, units, "0704", turn=IN_1945).play_event(50).deal(34)
    assert table.shifts["card50"] == 1


@shows("boundary")
def test_50s_hurrah_not_a_soviet_city_nor_the_open() -> None:
    table = soviet_attack({"soviet": [50]}, {"S_W": "1111", "G4": "1211"}, "1211", turn=IN_1945)
    assert refusal(table, SOVIET, 50) == "only against a city in Greater Germany (5.3.1)"
    assert "city" in refusal(soviet_attack({"soviet": [50]}, turn=IN_1945), SOVIET, 50)


def test_50s_hurrah_in_a_counterattack_too() -> None:
    table = axis_attack({"soviet": [50]}, {"G4": "0704", "S_W": "0804 back"}, "0804", turn=IN_1945)
    table.roll(1).counterattack()
    assert playable(table) == {50}


# --- 54S Stalin Tanks ------------------------------------------------------------------------------------------
def test_54s_stalin_tanks_two_columns() -> None:
    table = soviet_attack({"soviet": [54]}, {"S_CEN": "1611 back", "G4": "1511"}, turn=IN_1945)
    assert table.shifts["armor"] == 1
    assert table.play_event(54).shifts["armor"] == 2


@shows("boundary")
def test_54s_stalin_tanks_need_a_bonus() -> None:
    table = soviet_attack({"soviet": [54]}, {"S_CEN": "1611 back", "G8": "1511"}, turn=IN_1945)
    assert refusal(table, SOVIET, 54) == "this attack has no armor bonus (10.6.3)"
    assert not playable(table)


def test_54s_stalin_tanks_not_for_axis_armor() -> None:
    assert "attack" in refusal(axis_attack({"soviet": [54]}, {"G1Pz": "1511", "S_W": "1611"}, turn=IN_1945), SOVIET, 54)


def test_54s_stalin_tanks_for_one_round() -> None:
    units = {"G4": "1511", "S_CEN": "1611 back", "G6": "1704", "S_RES": "1804 back"}
    table = Table(cards=True, phase="combat soviet", turn=IN_1945, units=units, hands={"soviet": [54]})
    table.fight("1511", "S_CEN", also=("1704",)).play_event(54)
    assert table.shifts["armor"] == 2
    table.roll(1).attack("1704", "S_RES")
    assert table.shifts["armor"] == 1


# --- 33A Siege Artillery ---------------------------------------------------------------------------------------
SIEGE = {"G1Pz": "1317", "G2Pz": "1317", "G3Pz": "1418", "S_SEV": "1318 back"}  # 20 to 3 on Sevastopol


FOREST = {"G1Pz": "1907", "G2Pz": "1907", "S_SEV": "1908 back"}  # 14 to 3


def test_33a_siege_artillery_a_fort_retreats_with_its_face() -> None:
    table = axis_attack({"axis": [33]}, FOREST, "1908").play_event(33).roll(3)
    assert table.result == "DR"
    table.retreat("S_SEV")
    assert table.at("S_SEV") != "1908"
    assert table.strength("S_SEV") == 3


def test_33a_siege_artillery_without_it_the_fort_stands() -> None:
    table = axis_attack({"axis": [33]}, FOREST, "1908").do(Pass()).roll(3)
    assert table.result == "DR"
    assert table.at("S_SEV") == "1908"


def test_33a_siege_artillery_the_ground_stays() -> None:
    table = axis_attack({"axis": [33]}, SIEGE, "1318")
    before = table.shifts["terrain"]
    assert before < 0
    assert table.play_event(33).shifts["terrain"] == before


def test_33a_siege_artillery_needs_a_fort() -> None:
    table = axis_attack({"axis": [33]}, {**SIEGE, "S_SEV": "1318"}, "1318")
    assert refusal(table, AXIS, 33) == "no fort stands in a target hex (14.1)"


@shows("boundary")
def test_33a_siege_artillery_not_in_a_counterblow_hex() -> None:
    table = axis_attack({"axis": [33]}, SIEGE, "1318", counterblow="1318")
    assert refusal(table, AXIS, 33) == "no fort stands in a target hex (14.1)"


def test_33a_siege_artillery_a_fort_in_a_counterblow_hex_beside_it_stays_one() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_SEV": "1611 back", "S_MOS": "1610 back"}
    table = Table(cards=True, units=units, hands={"axis": [33]}, counterblow="1610")
    table.fight("1611", "G1Pz", "G2Pz", also=("1610",))
    assert set(table.battle.targets) == {"1610", "1611"}
    table.play_event(33)
    table.roll(table.odds.results.index("DR") + 1).retreat("S_SEV")
    assert table.at("S_MOS") == "1610"
    assert table.at("S_SEV") != "1611"


def test_33a_siege_artillery_second_edition_turns_the_fort_over() -> None:
    table = axis_attack({"axis": [33]}, SIEGE, "1318", rules="living").play_event(33)
    assert table.happened(UnitFlipped("S_SEV", 0, "unfortify"))
    assert table.odds.defense == 2


def test_33a_siege_artillery_not_in_defense() -> None:
    assert "attack" in refusal(soviet_attack({"axis": [33]}), AXIS, 33)


def test_33a_siege_artillery_cancelled_leaves_the_fort() -> None:
    table = axis_attack({"axis": [33], "soviet": [34]}, SIEGE, "1318", rules="living").play_event(33).play_event(34)
    table.deal(21)
    assert table.happened(EventCancelled("axis", 33))
    assert table.unit("S_SEV").face == 1


# --- 47S Heavy Artillery ---------------------------------------------------------------------------------------
FORTRESS = {"S_CEN": "1203 back", "S_W": "1204 back", "S_KAL": "1004 back", "FEST1": "1104", "G4": "1104"}


def test_47s_heavy_artillery_a_column_against_a_city_and_no_fort() -> None:
    table = soviet_attack({"soviet": [47]}, FORTRESS, "1104", turn=IN_1945).play_event(47)
    assert table.shifts["card47"] == 1
    table.roll(table.odds.results.index("DR") + 1)
    while table.asked("retreat"):
        table.do(table.legal[0])
    assert table.at("FEST1") != "1104"
    assert table.at("G4") != "1104"


@shows("boundary")
def test_47s_heavy_artillery_no_column_in_the_open() -> None:
    table = soviet_attack({"soviet": [47]}, turn=IN_1945).play_event(47)
    assert "card47" not in table.shifts


def test_47s_heavy_artillery_volkssturm_is_no_wall_either() -> None:
    units = {"S_CEN": "0804 back", "S_W": "0604 back", "S_KAL": "0705 back", "VOLKS2": "0704", "G4": "0704"}
    table = soviet_attack({"soviet": [47]}, units, "0704", turn=IN_1945).play_event(47)
    table.roll(table.odds.results.index("DR") + 1)
    while table.asked("retreat"):
        table.do(table.legal[0])
    assert table.at("G4") != "0704", "it has to retreat"
    assert table.at("VOLKS2") == "box:removed", "it cannot walk (RET-6)"


BERLIN = {"S_CEN": "0604 back"}
BOUND = {
    "BERLIN_G": (BERLIN | {"BERLIN_G": "0503"}, "box:removed"),
    "VOLKS1": (BERLIN | {"VOLKS1": "0503"}, "box:removed"),
    "FINN": ({"S_CEN": "1902 back", "S_W": "2003 back", "S_KAL": "2103 back", "FINN": "FINLAND"}, "box:destroyed"),
}
"""The Axis units that never leave their place, each with its attackers, and where it goes when it is eliminated."""


def bombarded(unit: str, result: str, rules: str, **more: str) -> Table:
    """Heavy artillery has opened the walls; the result of the battle is this one."""
    units, _ = BOUND[unit]
    target = units[unit].split()[0]
    table = soviet_attack({"soviet": [47]}, units | more, target, turn=IN_1945, rules=rules).play_event(47)
    column, die = next(cell for cell in product(range(9), range(1, 7)) if result_at(SOVIET, *cell) == result)
    battle_record.update(table.state, column=column)
    table.roll(die)
    assert table.result == result
    while table.asked("retreat") or table.asked("step_loss"):
        table.do(table.legal[0])
    return table


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("result", ["DR", "DS", "DD"])
@pytest.mark.parametrize("unit", BOUND)
def test_10_7_5_without_its_walls_a_unit_that_cannot_leave_its_place_is_eliminated(
    unit: str, result: str, rules: str
) -> None:
    """47S, RET-6, C-124: it has to retreat and cannot; with the Garrison of Berlin the war is over (12.5)."""
    table = bombarded(unit, result, rules)
    assert table.at(unit) == BOUND[unit][1]
    assert table.winner == (("soviet", "garrison") if unit == "BERLIN_G" else None)


@pytest.mark.parametrize("result", ["DR", "DS", "DD"])
def test_10_7_5_an_army_retreats_out_of_berlin_the_garrison_does_not(result: str) -> None:
    """C-124: whoever stands beside it, the Garrison that has to retreat is lost."""
    table = bombarded("BERLIN_G", result, "deluxe", G4="0503")
    assert (table.at("BERLIN_G"), table.winner) == ("box:removed", ("soviet", "garrison"))


def test_47s_heavy_artillery_not_in_the_axis_turn() -> None:
    assert "Soviet player turn" in refusal(axis_attack({"soviet": [47]}, turn=IN_1945), SOVIET, 47)


def test_47s_heavy_artillery_not_in_defense() -> None:
    table = soviet_attack({"soviet": [47]}, {"S_W": "1611", "G4": "1511"}, turn=IN_1945).do(Pass())
    table.roll(1).counterattack()
    assert "attack" in refusal(table, SOVIET, 47)


def test_47s_heavy_artillery_for_one_battle() -> None:
    table = soviet_attack({"soviet": [47]}, FORTRESS, "1104", turn=IN_1945).play_event(47)
    assert table.view.effects
    table.roll(table.odds.results.index("EX") + 1)
    while table.asked("step_loss"):
        table.do(table.legal[0])
    assert not table.view.effects


def test_47s_heavy_artillery_the_finns_have_nowhere_to_go() -> None:
    """SPU-FIN: they never leave Finland, so a retreat like that of ordinary troops is their end."""
    units = {"FINN": "FINLAND", "S_SW": "2003 back", "S_W": "1903 back"}
    table = soviet_attack({"soviet": [47]}, units, "FINLAND", turn=IN_1945)
    table.play_event(47).roll(table.odds.results.index("DR") + 1)
    assert not table.asked("retreat")
    assert table.at("FINN") != "FINLAND"
