"""10.6: column shifts (SHF-1 to SHF-13), and the examples of odds (EX-ODD, DX-ODD)."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

# Turn 7 is Clear, 10 Snow, 11 and 5 Long Winter, 6 Mud.


def odds(attackers: dict[str, str], defenders: dict[str, str], *, side: str = "axis", **words: object) -> Table:
    """One battle of all attackers against the hex of the first defender, up to its die."""
    table = Table(phase=f"combat {side}", units={**attackers, **defenders}, **words)
    return table.fight(next(iter(defenders.values())).split()[0], *attackers)


# --- SHF-1: terrain --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("attacker", "defender", "columns"),
    [
        ("1511", "1611", 0),  # clear
        ("2109", "2009", -1),  # forest
        ("1905", "1904", -1),  # marsh
        ("1905", "1805", -2),  # mountain
        ("1418", "1419", -2),  # Kerch Strait
        ("1608", "1708", -1),  # Smolensk
        ("1111", "1211", -1),  # Kiev
        ("2022", "1922", -2),
    ],
)
def test_shf_1_terrain_of_the_defender(attacker: str, defender: str, columns: int) -> None:
    table = odds({"G4": attacker}, {"S_W": defender})
    assert table.shifts.get("terrain", 0) == columns


def test_shf_1_the_attackers_terrain_does_not_matter() -> None:
    assert odds({"G4": "2009"}, {"S_W": "2109"}).shifts == {}


def test_shf_1_none_against_a_counterblow_hex() -> None:
    assert odds({"G4": "2109"}, {"S_W": "2009"}, counterblow="2009").shifts == {}


def test_shf_1_none_in_a_counterattack() -> None:
    table = odds({"G4": "2009"}, {"S_W": "2109"}).roll(1).counterattack()
    assert table.battle.targets == ("2009",)
    assert table.shifts == {}


# --- SHF-2: rivers ---------------------------------------------------------------------------------------------
def test_shf_2_all_attackers_cross() -> None:
    assert odds({"G4": "1812"}, {"S_W": "1912"}).shifts == {"terrain": -2}, "the city of Voronezh and the river"
    assert odds({"G4": "1910"}, {"S_W": "1911"}).shifts == {"terrain": -1}


def test_shf_2_not_if_one_of_them_does_not() -> None:
    assert odds({"G4": "1910", "G6": "2011"}, {"S_W": "1911"}).shifts == {}


@pytest.mark.parametrize(("turn", "river"), [(7, -1), (6, -1), (10, 0), (11, 0)])
def test_shf_2_frozen_in_snow_and_long_winter(turn: int, river: int) -> None:
    table = odds({"S_W": "1911"}, {"G4": "1910"}, side="soviet", turn=turn)
    assert table.shifts.get("terrain", 0) == river


def test_shf_2_waived_like_terrain() -> None:
    assert odds({"G4": "1910"}, {"S_W": "1911"}, counterblow="1911").shifts == {}


# --- SHF-3: objectives -----------------------------------------------------------------------------------------
def test_shf_3_one_more_inside_an_objective() -> None:
    assert odds({"G4": "2108"}, {"S_W": "2008"}).shifts == {"terrain": -2}, "Moscow"
    assert odds({"G4": "2116"}, {"S_W": "2117"}).shifts == {"terrain": -3}, "Stalingrad across the Volga bend"
    assert odds({"G4": "2122"}, {"S_W": "2022"}).shifts == {"terrain": -1}, "the oil fields are open ground"


def test_shf_3_not_for_those_outside() -> None:
    assert odds({"G4": "2008"}, {"S_W": "2108"}).shifts == {}


# --- SHF-4: several hexes --------------------------------------------------------------------------------------
def test_shf_4_the_best_terrain_counts_once() -> None:
    units = {"G4": "2010", "S_W": "2009", "S_S": "2011"}
    table = Table(units=units).declare("2009", "2011").attack("2009", "G4", also=("2011",))
    assert table.shifts == {"terrain": -1}


def test_shf_4_counterblow_hexes_aside() -> None:
    units = {"G4": "2010", "S_W": "2009", "S_S": "2011"}
    table = Table(units=units, counterblow="2009").declare("2011").attack("2011", "G4", also=("2009",))
    assert table.shifts == {}


# --- SHF-5: supports -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("rules", "turn", "columns"), [("deluxe", 4, 1), ("living", 4, 2), ("living", 10, 1)])
def test_shf_5_a_shock_marker(rules: str, turn: int, columns: int) -> None:
    table = Table(
        phase="combat soviet", rules=rules, turn=turn, units={"S_W": "1611", "G4": "1511"}, supports="0 1"
    ).fight("1511", "S_W")
    table.support(yes=True)
    assert table.shifts == {"support": columns}


def test_shf_5_a_blitz_marker_is_one_column() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, supports="3 0").fight("1611", "G4").support(yes=True)
    assert table.shifts == {"support": 1}


# --- SHF-6: armor ----------------------------------------------------------------------------------------------
def test_shf_6_armor_against_infantry_in_the_open() -> None:
    """SPU-ARM."""
    assert odds({"G1Pz": "1511"}, {"S_W": "1611"}).shifts == {"armor": 1}


def test_shf_6_once_only() -> None:
    assert odds({"G1Pz": "1511", "G2Pz": "1610"}, {"S_W": "1611"}).shifts == {"armor": 1}


@pytest.mark.parametrize("defender", ["S_CEN 1611", "S_CEN 1611 back"], ids=["mechanized", "armor"])
def test_shf_6_not_against_armor_or_mechanized(defender: str) -> None:
    """SPU-MEC."""
    name, place = defender.split(maxsplit=1)
    assert "armor" not in odds({"G1Pz": "1511"}, {name: place}).shifts


def test_shf_6_one_such_unit_in_the_hex_denies_it() -> None:
    units = {"S_W": "1611", "S_CEN": "1611"}
    assert "armor" not in odds({"G1Pz": "1511"}, units, turn=24, weather="clear").shifts
    assert "armor" in odds({"G1Pz": "1511"}, {"S_W": "1611", "S_S": "1611"}, turn=24, weather="clear").shifts


@pytest.mark.parametrize(("turn", "bonus"), [(7, True), (10, True), (6, False), (11, False)])
def test_shf_6_in_clear_and_snow_only(turn: int, bonus: bool) -> None:
    assert ("armor" in odds({"G1Pz": "1511"}, {"S_W": "1611"}, turn=turn).shifts) == bonus


@pytest.mark.parametrize("target", [("2109", "2009"), ("1905", "1904"), ("1608", "1708"), ("2122", "2022")])
def test_shf_6_not_in_other_terrain_nor_in_an_objective(target: tuple[str, str]) -> None:
    assert "armor" not in odds({"G1Pz": target[0]}, {"S_W": target[1]}).shifts


def test_shf_6_across_a_river_it_stays() -> None:
    assert odds({"G1Pz": "1910"}, {"S_W": "1911"}).shifts == {"terrain": -1, "armor": 1}


def test_shf_6_never_for_the_defender() -> None:
    assert odds({"S_W": "1611"}, {"G1Pz": "1511"}, side="soviet").shifts == {}


def test_shf_6_in_a_counterattack_the_counterattacked_hex_decides() -> None:
    in_open = odds({"S_W": "1511"}, {"G1Pz": "1611"}, side="soviet").roll(1).counterattack()
    assert in_open.shifts == {"armor": 1}
    in_wood = odds({"S_W": "2009"}, {"G1Pz": "2109"}, side="soviet").roll(1).counterattack()
    assert in_wood.shifts == {}


def test_shf_6_against_a_counterblow_hex_its_terrain_still_denies_it() -> None:
    assert odds({"G1Pz": "2109"}, {"S_W": "2009"}, counterblow="2009").shifts == {}
    assert odds({"G1Pz": "1511"}, {"S_W": "1611"}, counterblow="1611").shifts == {"armor": 1}


def test_shf_6_not_for_unsupplied_armor() -> None:
    assert odds({"G1Pz": "1511 unsupplied"}, {"S_W": "1611"}).shifts == {}
    assert odds({"G1Pz": "1511 unsupplied", "G2Pz": "1610"}, {"S_W": "1611"}).shifts == {"armor": 1}


def test_shf_6_not_for_german_armor_without_oil() -> None:
    soviets = {"S_W": "1611"}
    assert odds({"G1Pz": "1511"}, soviets, turn=19, trigger="oil 19").shifts == {}
    assert odds({"G1Pz": "1511"}, soviets, turn=19, trigger="oil 20").shifts == {"armor": 1}
    assert odds({"GSSPz": "1511"}, soviets, turn=19, trigger="oil 19").shifts == {"ss_armor": 1}


def test_shf_6_soviet_tanks_have_it_too() -> None:
    assert odds({"S_CEN": "1611 back"}, {"G4": "1511"}, side="soviet").shifts == {"armor": 1}


# --- SHF-7: SS Panzer ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("turn", "where", "enemy"),
    [
        (6, ("1511", "1611"), "S_W"),
        (7, ("2109", "2009"), "S_W"),
        (7, ("1511", "1611"), "S_CEN"),
        (7, ("1608", "1708"), "S_W"),
    ],
    ids=["mud", "forest", "mechanized", "city"],
)
def test_shf_7_ss_panzer_always(turn: int, where: tuple[str, str], enemy: str) -> None:
    assert odds({"GSSPz": where[0]}, {enemy: where[1]}, turn=turn).shifts["ss_armor"] == 1


def test_shf_7_on_its_weak_face_too() -> None:
    assert odds({"GSSPz": "1511 back"}, {"S_W": "1611"}).shifts == {"ss_armor": 1}


def test_shf_7_never_both_bonuses() -> None:
    assert odds({"GSSPz": "1511", "G1Pz": "1610"}, {"S_W": "1611"}).shifts == {"ss_armor": 1}


def test_shf_7_not_while_unsupplied_but_another_panzer_has_its_own() -> None:
    assert odds({"GSSPz": "1511 unsupplied"}, {"S_W": "1611"}).shifts == {}
    assert odds({"GSSPz": "1511 unsupplied", "G1Pz": "1610"}, {"S_W": "1611"}).shifts == {"armor": 1}


# --- SHF-8: Shock armies (SHK) ---------------------------------------------------------------------------------
def test_shf_8_one_column_for_each_shock_army() -> None:
    enemy = {"G4": "1511"}
    assert odds({"S_SW": "1611 back"}, enemy, side="soviet").shifts == {"shock_army": 1}
    assert odds({"S_SW": "1611 back", "S_CRI": "1610 back"}, enemy, side="soviet").shifts == {"shock_army": 2}


def test_shf_8_whatever_the_ground_and_the_enemy() -> None:
    table = odds({"S_CRI": "2109 back"}, {"G1Pz": "2009"}, side="soviet", turn=6)
    assert table.shifts == {"terrain": -1, "shock_army": 1}


def test_shf_8_only_that_face_and_only_attacking() -> None:
    assert odds({"S_SW": "1611"}, {"G4": "1511"}, side="soviet").shifts == {}
    assert odds({"G4": "1511"}, {"S_SW": "1611 back"}).shifts == {}


def test_shf_8_in_a_counterattack_too() -> None:
    table = odds({"G1Pz": "1511"}, {"S_CRI": "1611 back"}, weather="mud").roll(1).counterattack()
    assert table.shifts == {"shock_army": 1}


# --- SHF-9: SS Panzergrenadier (SSG) ---------------------------------------------------------------------------
def test_shf_9_one_column_when_defending() -> None:
    assert odds({"S_W": "1611"}, {"GSSGr": "1511"}, side="soviet").shifts == {"ss_grenadier": -1}


def test_shf_9_in_a_counterattack_and_under_a_counterblow() -> None:
    table = odds({"GSSGr": "1511"}, {"S_W": "1611"}).roll(1).counterattack()
    assert table.shifts == {"ss_grenadier": -1}
    assert odds({"S_W": "1611"}, {"GSSGr": "1511"}, side="soviet", counterblow="1511").shifts == {"ss_grenadier": -1}


def test_shf_9_not_when_attacking() -> None:
    assert odds({"GSSGr": "1511"}, {"S_W": "1611"}).shifts == {}


# --- SHF-10: unsupplied defenders ------------------------------------------------------------------------------
def test_shf_10_two_columns_against_an_unsupplied_hex() -> None:
    assert odds({"G4": "1511"}, {"S_W": "1611 unsupplied"}).shifts == {"unsupplied": 2}


def test_shf_10_one_unsupplied_unit_of_a_stack_is_enough() -> None:
    units = {"G4": "1511 unsupplied", "G6": "1511"}
    assert odds({"S_W": "1611"}, units, side="soviet").shifts == {"unsupplied": 2}


def test_shf_10_every_target_hex_must_have_one() -> None:
    for second, columns in (("S_S 1612", {}), ("S_S 1612 unsupplied", {"unsupplied": 2})):
        name, place = second.split(maxsplit=1)
        units = {"G4": "1511", "S_W": "1611 unsupplied", name: place}
        table = Table(units=units).declare("1611", "1612").attack("1611", "G4", also=("1612",))
        assert table.shifts == columns


@pytest.mark.parametrize(("units", "columns"), [
    ({"G4": "1511", "KG1": "1511 unsupplied"}, {}),
    ({"G4": "1511 unsupplied", "KG1": "1511"}, {"unsupplied": 2}),
])  # fmt: skip
def test_shf_10_a_white_unit_of_a_paid_counterblow_takes_no_part(
    units: dict[str, str], columns: dict[str, int]
) -> None:
    """C-121: it stands in the hex, but out of the battle (CPR-7)."""
    table = Table(phase="combat soviet", units={"S_SW": "1611", **units}, hand="axis 1").declare().counterblow("1511")
    assert table.shifts == columns


def test_shf_10_the_attackers_own_supply_costs_no_column() -> None:
    assert odds({"G4": "1511 unsupplied"}, {"S_W": "1611"}).shifts == {}


def test_shf_10_idle_stack_mates_do_not_count_in_a_counterattack() -> None:
    units = {"G4": "1511", "G6": "1511 unsupplied", "S_W": "1611"}
    table = Table(units=units).fight("1611", "G4").roll(1).counterattack()
    assert table.shifts == {}


# --- SHF-11: winter --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "turn", "target", "columns"),
    [
        ("deluxe", 10, "ussr", -1), ("deluxe", 11, "ussr", -2), ("deluxe", 5, "ussr", -2), ("deluxe", 7, "ussr", 0),
        ("deluxe", 6, "ussr", 0), ("deluxe", 10, "germany", 0), ("deluxe", 11, "germany", 0),
        ("living", 10, "ussr", -1), ("living", 11, "ussr", -1), ("living", 5, "ussr", -2), ("living", 10, "germany", 0),
        ("digital", 10, "ussr", -1), ("digital", 11, "ussr", -1), ("digital", 5, "ussr", -2),
        ("digital", 10, "germany", -1),
    ],
)  # fmt: skip
def test_shf_11_axis_attacks_in_winter(rules: str, turn: int, target: str, columns: int) -> None:
    attacker, defender = ("1511", "1611") if target == "ussr" else ("0710", "0711")
    table = odds({"G4": attacker}, {"S_W": defender}, rules=rules, turn=turn)
    assert table.shifts.get("winter", 0) == columns


def test_shf_11_not_for_soviet_attacks() -> None:
    assert odds({"S_W": "1611"}, {"G4": "1511"}, side="soviet", turn=10).shifts == {}


def test_shf_11_in_counterattacks_and_against_counterblows() -> None:
    table = odds({"S_W": "1611"}, {"G4": "1511"}, side="soviet", turn=10).roll(1).counterattack()
    assert table.shifts == {"winter": -1}
    assert odds({"G4": "1511"}, {"S_W": "1611"}, turn=10, counterblow="1611").shifts == {"winter": -1}


def test_shf_11_one_target_in_the_ussr_is_enough() -> None:
    units = {"G4": "1010", "S_W": "1011", "S_S": "0911"}
    table = Table(turn=10, units=units).declare("1011", "0911").attack("1011", "G4", also=("0911",))
    assert table.shifts["winter"] == -1


# --- examples --------------------------------------------------------------------------------------------------
def test_ex_odd_1() -> None:
    table = odds(
        {"G4": "1511", "G6": "1610", "G9": "1710"}, {"S_BRY": "1611 back", "S_W": "1611"}, turn=24, weather="mud"
    )
    assert (table.odds.attack, table.odds.defense, table.odds.initial) == (12, 9, "1:1")


def test_ex_odd_2() -> None:
    units = {"S_BRY": "1611 back", "S_W": "1611"}
    table = odds({"G1Pz": "1511", "G2Pz": "1610"}, units, turn=24, weather="mud")
    assert (table.odds.attack, table.odds.defense, table.odds.initial) == (14, 9, "3:2")


def test_ex_odd_3() -> None:
    # 8:4 = 2:1; unsupplied two right, support one right, forest one left
    units = {"G4": "2109", "G6": "2010", "S_W": "2009 unsupplied"}
    table = Table(units=units, supports="1 0").fight("2009", "G4", "G6").support(yes=True)
    assert table.odds.initial == "2:1"
    assert sorted(table.shifts.values()) == [-1, 1, 2]
    assert table.column == "4:1"


def test_ex_odd_4() -> None:
    # 24 Soviet strength points against an Axis ally of 2 in a city: 6:1 at most, then one left
    attackers = {"S_W": "1608 back", "S_NW": "1808 back", "S_NC": "1609 back", "S_KAL": "1709"}  # 7+6+7+4
    table = odds(attackers, {"ITA8": "1708"}, side="soviet", turn=6)
    assert (table.odds.attack, table.odds.defense) == (24, 2)
    assert (table.odds.initial, table.shifts, table.column) == ("6:1", {"terrain": -1}, "5:1")


@pytest.mark.parametrize(
    ("example", "weather", "terrain", "column"), [("EX-ODD-5", "snow", -2, "3:1"), ("DX-ODD-6", "clear", -3, "2:1")]
)
def test_ex_odd_5_and_dx_odd_6(example: str, weather: str, terrain: int, column: str) -> None:
    units = {"S_RES": "2217 back", "S_STE": "2218 back", "G6": "2117 back"}
    table = Table(phase="combat soviet", turn=10, weather=weather, units=units, supports="0 2")
    table.fight("2117", "S_RES", "S_STE").support(yes=True)
    assert (table.odds.attack, table.odds.defense, table.odds.initial) == (12, 3, "4:1")
    assert table.shifts == {"terrain": terrain, "support": 1}
    assert table.column == column


def test_dx_odd_7() -> None:
    units = {"HUN2": "1511", "S_W": "1611 back unsupplied"}
    assert Table(units=units).fight("1611", "HUN2").result == "CA"
    assert Table(units=units, rules="digital").fight("1611", "HUN2").column == "1:2"


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [("G4", "S_SW", "1:2"), ("G2", "S_W", "1:1"), ("G1Pz", "S_W", "3:2")],
)
def test_dx_odd_8(attack: str, defense: str, column: str) -> None:
    assert odds({attack: "1511"}, {defense: "1611"}, weather="mud").odds.initial == column


def test_dx_odd_9() -> None:
    attackers = {"G4": "1511", "G6": "1610", "G9": "1710"}  # 12 to 3
    for rules in ("deluxe", "living", "digital"):
        table = odds(attackers, {"S_S": "1611"}, turn=5, rules=rules)
        assert (table.odds.initial, table.column) == ("4:1", "2:1")
    assert odds(attackers, {"S_S": "1611"}, turn=11).column == "2:1"
    assert odds(attackers, {"S_S": "1611"}, turn=11, rules="living").column == "3:1"
    assert odds(attackers, {"S_S": "1611"}, turn=10).column == "3:1"


def test_dx_odd_10() -> None:
    units = {"S_W": "1611", "S_CEN": "1611"}
    assert odds({"G1Pz": "1511"}, units, turn=25, weather="clear").shifts == {}
