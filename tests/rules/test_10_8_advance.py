"""10.8: advance after combat (ADV-1 to ADV-6)."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import AdvanceUnit, BeginBattle, DeclareTarget, Done, RetreatUnit, ShatterUnit
from noretreat.core.events import ControlChanged
from noretreat.explain.questions.queries import reach


def won(
    attackers: dict[str, str],
    target: str = "1611",
    *,
    enemy: str = "S_S",
    side: str = "axis",
    others: dict[str, str] | None = None,
    **words: object,
) -> Table:
    """A battle with a DR, the defender gone away south or east: the advance comes next."""
    units = {**attackers, enemy: target, **(others or {})}
    table = Table(phase=f"combat {side}", units=units, **words).fight(target, *attackers)
    table.roll(table.odds.results.index("DR") + 1)
    return table.retreat(enemy)


def goals(table: Table, unit: str) -> set[str]:
    return {action.to for action in table.of(AdvanceUnit) if action.unit == unit}


# --- ADV-1 -----------------------------------------------------------------------------------------------------
def test_adv_1_into_the_vacated_hex_or_not_at_all() -> None:
    table = won({"G4": "1511", "G6": "1610"})
    assert table.actor == "axis"
    assert set(table.legal) == {AdvanceUnit("G4", "1611"), AdvanceUnit("G6", "1611"), Done()}
    table.do(Done())
    assert (table.at("G4"), table.at("G6")) == ("1511", "1610")


@pytest.mark.parametrize("unit", ["G6 1610 disorganized", "KG1 1610"], ids=["disorganized", "white"])
def test_adv_1_not_disorganized_or_white_units(unit: str) -> None:
    name, place = unit.split(maxsplit=1)
    units = {"G4": "1511", name: place, "S_NW": "1611"}
    table = Table(units=units, counterblow="1611").attack("1611", "G4", name)
    table.roll(table.odds.results.index("DR") + 1).retreat("S_NW")
    assert goals(table, "G4") == {"1611"}
    assert not goals(table, name)


def test_adv_1_not_a_fort() -> None:
    units = {"S_LEN": "1611 back", "S_SW": "1610", "G4": "1511"}
    table = Table(phase="combat soviet", units=units, counterblow="1511").attack("1511", "S_LEN", "S_SW")
    table.roll(table.odds.results.index("DR") + 1).retreat("G4")
    assert goals(table, "S_SW") == {"1511"}
    assert not goals(table, "S_LEN")


def test_adv_1_only_those_that_fought() -> None:
    table = won({"G4": "1511"}, others={"G6": "1511"}, enemy="S_S")
    assert not goals(table, "G6")


def test_adv_1_not_after_an_exchange() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4").roll(4)
    assert table.at("S_W") == "box:destroyed"
    assert table.view.phase == "cards"


def test_adv_1_free_of_enemy_zones() -> None:
    table = won({"G4": "1511"}, others={"S_W": "1710", "S_KAL": "1810"})
    table.advance("G4", "1611")
    assert goals(table, "G4"), "on from one zone into the next"


def test_adv_1_after_a_failed_retreat_too() -> None:
    ring = {"G6": "1710", "G9": "1711", "G11": "1712", "G17": "1612"}
    table = Table(units={"G4": "1511", **ring, "S_S": "1611"}).declare("1611").attack("1611", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.at("S_S") == "box:destroyed"
    table.advance("G4", "1611")


# --- ADV-2 -----------------------------------------------------------------------------------------------------
def test_adv_2_the_first_hex_is_a_vacated_one() -> None:
    table = won({"G1Pz": "1511"})
    assert goals(table, "G1Pz") == {"1611"}


def test_adv_2_others_may_pass_through() -> None:
    table = won({"G4": "1511", "G6": "1511", "G9": "1610"})
    table.advance("G4", "1611", "1711").advance("G6", "1611").advance("G9", "1611").stop()
    assert (table.at("G4"), table.at("G6"), table.at("G9")) == ("1711", "1611", "1611")
    assert not table.view.overstacked


def test_adv_2_one_too_many_is_shattered() -> None:
    table = won({"G4": "1511", "G6": "1511", "G9": "1610"}, weather="mud")
    table.advance("G4", "1611").advance("G6", "1611").advance("G9", "1611").stop()
    assert {type(action) for action in table.legal} == {ShatterUnit}


# --- how far the page shows that an advance can go ------------------------------------------------------------
def test_adv_3_the_reach_of_an_advance_is_all_that_its_steps_lead_to() -> None:
    """Each way that is shown can be walked a hex at a time, and nothing farther can be reached."""
    table = won({"G1Pz": "1511"}, others={"S_W": "1813"})
    found = reach(table.state, "G1Pz")
    assert found.allowance == 3
    for hex_id, there in found.hexes.items():
        walked = table_at(there.path)
        assert (walked.at("G1Pz"), there.cost) == (hex_id, len(there.path))
    farthest = [hex_id for hex_id, there in found.hexes.items() if there.cost == 3]
    assert farthest
    assert all(not goals(table_at(found.hexes[hex_id].path), "G1Pz") for hex_id in farthest)


def table_at(path: tuple[str, ...]) -> Table:
    """The panzers of the test above at the end of a way."""
    return won({"G1Pz": "1511"}, others={"S_W": "1813"}).advance("G1Pz", *path)


def test_adv_3_in_the_middle_of_an_advance_the_rest_of_it_is_shown() -> None:
    table = won({"G4": "1511"}).advance("G4", "1611")
    found = reach(table.state, "G4")
    assert found.allowance == 1
    assert set(found.hexes) == goals(table, "G4")


# --- ADV-3: the second hex -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "second"), [(7, True), (10, True), (6, False), (11, False)])
def test_adv_3_clear_and_snow_but_not_mud_or_long_winter(turn: int, second: bool) -> None:
    table = won({"G4": "1511", "G6": "1511", "G9": "1610"}, turn=turn).advance("G4", "1611")
    assert bool(goals(table, "G4")) == second


def test_adv_3_any_neighbor_without_enemies() -> None:
    table = won({"G4": "1511"}, others={"S_W": "1710"}).advance("G4", "1611")
    assert goals(table, "G4") == {"1511", "1610", "1612", "1711", "1712"}


def test_adv_3_infantry_stops_there() -> None:
    table = won({"G4": "1511"}).advance("G4", "1611", "1711")
    assert not goals(table, "G4")


def test_adv_3_unsupplied_units_go_one_hex() -> None:
    table = won({"G4": "1511 unsupplied", "G6": "1610"}).advance("G4", "1611")
    assert not goals(table, "G4")
    table.advance("G6", "1611")
    assert goals(table, "G6")


@pytest.mark.parametrize(
    ("start", "target"),
    [("2109", "2009"), ("1905", "1904"), ("1418", "1419"), ("2108", "2008")],
    ids=["forest", "marsh", "strait", "objective"],
)
def test_adv_3_the_first_hex_may_stop_them(start: str, target: str) -> None:
    attackers = {"G1Pz": start, "G2Pz": start, "G3Pz": start} if start != "1418" else {"G1Pz": start, "G2Pz": start}
    table = Table(units={**attackers, "S_S": target}).fight(target, *attackers)
    table.roll(table.odds.results.index("DR") + 1)
    if table.at("S_S") == target:
        table.retreat("S_S")
    table.advance("G1Pz", target)
    assert not goals(table, "G1Pz")


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
@pytest.mark.parametrize(
    ("start", "target"),
    [("2109", "2009"), ("1905", "1904"), ("1418", "1419"), ("2108", "2008"), ("1902", "FINLAND")],
    ids=["forest", "marsh", "strait", "objective", "area"],
)
@pytest.mark.parametrize("unit", ["G4", "G1Pz"], ids=["infantry", "armor"])
def test_adv_3_every_set_stops_every_unit_there(unit: str, start: str, target: str, rules: str) -> None:
    """C-57: what the first computer rules call a stop of the "armor advance" is the stop of all."""
    attackers = {"G1Pz": start, "G4": start, **({"G3Pz": start} if target != "1419" else {})}
    table = Table(units={**attackers, "S_S": target}, rules=rules).fight(target, *attackers)
    if table.asked("next_battle"):
        table.do(BeginBattle(target))
    table.roll(table.odds.results.index("DR") + 1)
    if table.of(RetreatUnit):
        table.retreat("S_S")
    table.advance(unit, target)
    assert not goals(table, unit)


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
def test_adv_3_open_ground_stops_nobody_in_any_set(rules: str) -> None:
    for unit in ("G4", "G1Pz"):
        table = won({"G4": "1511", "G1Pz": "1610"}, rules=rules).advance(unit, "1611")
        assert goals(table, unit)


def test_adv_3_an_ordinary_city_does_not() -> None:
    table = won({"G1Pz": "1608", "G4": "1609"}, "1708").advance("G1Pz", "1708")
    assert goals(table, "G1Pz")


def test_adv_3_a_river_does_not() -> None:
    table = won({"G1Pz": "1910", "G4": "2010"}, "1911").advance("G1Pz", "1911")
    assert goals(table, "G1Pz")


# --- ADV-4: the third hex --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "third"), [(7, True), (10, False)])
def test_adv_4_german_armor_in_clear_weather(turn: int, third: bool) -> None:
    table = won({"G1Pz": "1511", "G4": "1610"}, turn=turn).advance("G1Pz", "1611", "1711")
    assert bool(goals(table, "G1Pz")) == third


def test_adv_4_three_hexes_and_no_more() -> None:
    table = won({"G1Pz": "1511"}).advance("G1Pz", "1611", "1711", "1710")
    assert not goals(table, "G1Pz")


def test_adv_4_not_after_a_second_hex_that_stops() -> None:
    table = won({"G1Pz": "2110"}, "2010", others={"G4": "2009"}).advance("G1Pz", "2010", "2009")
    assert not goals(table, "G1Pz")


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
def test_adv_4_the_third_hex_may_be_any_ground(rules: str) -> None:
    table = Table(units={"G1Pz": "2012", "G4": "2012", "S_S": "2011"}, rules=rules).fight("2011", "G1Pz", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    table.do(max(table.of(RetreatUnit), key=lambda action: action.path[-1])).advance("G1Pz", "2011", "2010")
    assert "2009" in goals(table, "G1Pz"), "a forest"


@pytest.mark.parametrize(("unit", "trigger", "third"), [("G1Pz", 19, False), ("GSSPz", 19, True), ("G1Pz", 20, True)])
def test_adv_4_not_without_oil_but_for_the_ss(unit: str, trigger: int, third: bool) -> None:
    table = won({unit: "1511", "G4": "1610"}, turn=19, trigger=f"oil {trigger}").advance(unit, "1611", "1711")
    assert bool(goals(table, unit)) == third


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
@pytest.mark.parametrize(("turn", "third"), [(9, False), (13, True)])
def test_adv_4_soviet_tanks_from_turn_11(turn: int, third: bool, rules: str) -> None:
    """C-148: in the first edition, too, whose booklet of dated events is lost."""
    table = won({"S_CEN": "1611 back"}, "1511", enemy="G4", side="soviet", turn=turn, rules=rules)
    table.advance("S_CEN", "1511", "1510")
    assert bool(goals(table, "S_CEN")) == third


def test_adv_4_soviet_tanks_that_win_a_counterattack_in_the_axis_turn() -> None:
    """C-128: from turn 11 they have the third hex whoever's turn it is."""
    table = Table(units={"G4": "1511", "S_CEN": "1611 back"}, turn=13).fight("1611", "G4").roll(1).counterattack()
    table.roll(table.odds.results.index("DR") + 1).retreat("G4").advance("S_CEN", "1511", "1510")
    assert goals(table, "S_CEN")


# --- ADV-5 -----------------------------------------------------------------------------------------------------
def test_adv_5_a_victorious_counterattacker_advances() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4").roll(1).counterattack().roll(6)
    table.retreat("G4").advance("S_W", "1511", "1411").stop()
    assert table.at("S_W") == "1411"


def test_adv_5_cities_change_hands() -> None:
    table = won({"G1Pz": "1608", "G4": "1609"}, "1708").advance("G1Pz", "1708")
    assert table.happened(ControlChanged("1708", "axis"))


def test_adv_5_the_second_hex_may_be_a_city_too() -> None:
    table = won({"G1Pz": "1812", "G2Pz": "1812"}, "1813", others={"S_W": "2213"})
    table.advance("G1Pz", "1813", "1912")
    assert table.happened(ControlChanged("1912", "axis"))


def test_adv_5_units_that_advanced_do_not_fight_again() -> None:
    units = {"G4": "1511", "G6": "1512", "S_S": "1611", "S_W": "1612"}
    table = Table(units=units).declare("1611", "1612").attack("1611", "G4")
    table.roll(table.odds.results.index("DR") + 1).retreat("S_S").advance("G4", "1611").stop()
    assert table.battle.attackers == ("G6",)
    assert not table.of(BeginBattle)
    assert not table.of(DeclareTarget)


# --- ADV-6 -----------------------------------------------------------------------------------------------------
def test_adv_6_a_cadre_in_the_hex_keeps_it() -> None:
    # a fort hex does not retreat: its second unit falls on the spot, and a cadre takes its place
    units = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1610", "S_MOS": "1611 back", "OST1": "box:cadres"}
    table = Table(units=units, turn=19, supports="1 0").fight("1611", "G1Pz", "G2Pz", "G3Pz")
    table.support(yes=False).roll(table.odds.results.index("DD") + 1)
    assert table.at("S_MOS") == "1611"
    assert not table.of(AdvanceUnit)


def test_ex_org_6_a_vacated_forest_takes_no_second_hex() -> None:
    table = won({"G1Pz": "2109", "G4": "2010"}, "2009").advance("G1Pz", "2009")
    assert not goals(table, "G1Pz")
