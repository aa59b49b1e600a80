"""10.7.5, 10.7.6: retreats (RET-1 to RET-7)."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import BeginBattle, RetreatUnit, ShatterUnit
from noretreat.core.board import BOARD
from noretreat.core.events import ControlChanged, UnitEliminated, UnitRetreated
from noretreat.core.state import State
from noretreat.core.types import Node
from noretreat.rules.retreat import possible_paths, retreat_paths

USSR_CITIES = "1403 1307 1708 2006 2207 1909 2310 1912 1211 1613 1415 1115 1716 1717 2314 2221 1519 1902 2008 2117 1318"


def driven(axis: dict[str, str], soviet: dict[str, str], target: str = "1611", **words: object) -> Table:
    """The Axis throws back what stands in a hex: up to the question where to."""
    table = Table(units={**axis, **soviet}, **words)
    attackers = [name for name in axis if table.unit(name).strength]
    table.declare(target).attack(target, *attackers)
    return table.roll(table.odds.results.index("DR") + 1)


def paths(table: Table, unit: str) -> set[tuple[str, ...]]:
    return {action.path for action in table.of(RetreatUnit) if action.unit == unit}


def ends(table: Table, unit: str) -> set[str]:
    return {path[-1] for path in paths(table, unit)}


# --- RET-1 -----------------------------------------------------------------------------------------------------
def test_ret_1_two_hexes_ending_two_hexes_away() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611"})
    assert all(len(path) == 2 for path in paths(table, "S_W"))
    assert not ends(table, "S_W") & {"1611", "1711", "1710", "1712"}, "no zig-zag"


def test_ret_1_each_unit_on_its_own() -> None:
    units = {"S_SW": "1611 back", "S_W": "1710", "G4": "1511", "G6": "1511"}
    table = Table(phase="combat soviet", units=units).fight("1511", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    assert paths(table, "G4")
    assert paths(table, "G6")
    first, second = sorted(ends(table, "G4"))[0], sorted(ends(table, "G6"))[-1]
    assert first != second
    table.do(next(a for a in table.of(RetreatUnit) if a.unit == "G4" and a.path[-1] == first))
    table.do(next(a for a in table.of(RetreatUnit) if a.unit == "G6" and a.path[-1] == second))
    assert (table.at("G4"), table.at("G6")) == (first, second)


def test_ret_1_one_hex_is_not_enough() -> None:
    # 1711 is free, but all behind it lies in Axis zones or holds Axis units
    axis = {"G4": "1511", "G6": "1910", "G9": "1911", "G11": "1912", "G17": "1612", "G16": "1610", "G18": "1710"}
    table = Table(units={**axis, "S_W": "1611"}).declare("1611").attack("1611", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.happened(UnitEliminated("S_W", "1611", "destroyed", "retreat"))


# --- RET-2 -----------------------------------------------------------------------------------------------------
def test_ret_2_not_into_enemies_or_their_zones() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611"})
    assert "1610" not in {path[0] for path in paths(table, "S_W")}, "1610 is in the zone of G4"
    table = Table(units={"G4": "1511", "KG1": "1812", "S_W": "1611"}).declare("1611").attack("1611", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    hexes = {name for path in paths(table, "S_W") for name in path}
    assert not hexes & {"1812", "1711", "1712", "1811", "1713"}, "a cadre has a zone like others"


def test_ret_2_a_friend_cancels_the_zone() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611", "S_S": "1612"})
    assert "1612" in {path[0] for path in paths(table, "S_W")}


def test_ret_2_friends_may_be_passed_and_ended_on() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611", "S_S": "1711", "S_NW": "1811"})
    assert ("1711", "1811") in paths(table, "S_W")


def test_ret_2_not_over_a_prohibited_hexside() -> None:
    # from 1602 westward over the land, never over Lake Peipus to 1603 or 1503
    table = Table(phase="combat soviet", units={"G18": "1602", "S_SW": "1702"}).fight("1602", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    assert paths(table, "G18")
    assert not {path[0] for path in paths(table, "G18")} & {"1603"}


def test_ret_2_not_off_the_map() -> None:
    table = driven({"G4": "2311"}, {"S_W": "2411"}, "2411")
    assert all(name.isdigit() for path in paths(table, "S_W") for name in path)
    assert ends(table, "S_W") <= {"2409", "2413"}


# --- RET-3 -----------------------------------------------------------------------------------------------------
def test_ret_3_toward_a_source_if_that_is_possible() -> None:
    # within reach are Kharkov (1613), Smolensk (1708), Voronezh (1912) and Tula (1909); 1411 and 1512 lie in the zone
    table = driven({"G4": "1511"}, {"S_W": "1611"})
    assert ends(table, "S_W") == {"1609", "1709", "1613", "1713", "1811", "1812", "1810"}


ROSTOV = {"G1Pz": "1617", "G17": "1716", "S_NC": "1717"}


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic"])
def test_ret_3_toward_any_source_that_the_unit_could_trace_to(rules: str) -> None:
    """C-137: driven out of Rostov, into the Kuban or toward Stalingrad, though Novorossiysk is nearer."""
    table = Table(rules=rules, units=ROSTOV).declare("1717").attack("1717", "G1Pz", "G17")
    table.roll(6)
    assert {path for path in paths(table, "S_NC") if path[0] == "1817"} == {
        ("1817", "1916"),
        ("1817", "1917"),
        ("1817", "1918"),
    }
    assert ends(table, "S_NC") == {"1618", "1619", "1719", "1916", "1917", "1918"}, "1819 is nearer to neither"


def test_ret_3_a_source_that_the_unit_cannot_trace_to_gives_it_no_way() -> None:
    """C-137: with Stalingrad in Axis hands nothing but the Kuban is nearer to supply."""
    table = Table(units=ROSTOV, control={"axis": ["2117"]}).declare("1717").attack("1717", "G1Pz", "G17")
    table.roll(6)
    assert ends(table, "S_NC") == {"1618", "1619", "1719"}


def test_ret_3_level_is_good_enough_by_the_digital_rules() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611"}, rules="digital")
    assert ends(table, "S_W") == {"1609", "1709", "1613", "1713", "1811", "1812", "1810"}


def test_ret_3_in_the_first_computer_rules_any_path_will_do() -> None:
    """C-19: their list of what a retreat may not do says nothing of supply, nor of the enemy's side."""
    table = driven({"G4": "1511"}, {"S_W": "1611"}, rules="digital_0_1")
    by_the_board_game = {"1609", "1709", "1613", "1713", "1811", "1812"}
    assert ends(table, "S_W") - by_the_board_game == {"1810"}
    axis = {"G4": "1710", "G6": "1711", "G9": "1712"}
    control = {"axis": USSR_CITIES.split()}
    back = driven(axis, {"S_W": "1611"}, rules="digital_0_1", control=control)
    assert ends(back, "S_W") == {"1411", "1510", "1512"}, "1411 is farther from supply than the others"


def test_ret_3_level_where_nothing_is_nearer() -> None:
    # 1810 is as far from Tula as 1611 from Kharkov; all that is nearer lies in the zones of the cadres
    units = {"G4": "1511", "KG1": "1812", "KG2": "1708", "S_W": "1611"}
    table = Table(units=units).declare("1611").attack("1611", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.at("S_W") == "1810" or ends(table, "S_W") == {"1810"}


def test_ret_3_away_from_it_if_there_is_no_other_way() -> None:
    axis = {"G4": "1710", "G6": "1711", "G9": "1712"}
    table = driven(axis, {"S_W": "1611"}, control={"axis": USSR_CITIES.split()})
    assert {path[0] for path in paths(table, "S_W")} == {"1511"}
    assert ends(table, "S_W") == {"1510", "1512"}, "the least away: 1411 is one more"


def test_ret_3_a_city_that_is_not_supplied_is_no_source() -> None:
    # Kharkov in Axis hands: the way leads east
    table = driven({"G4": "1511"}, {"S_W": "1611"}, control={"axis": ["1613"]})
    assert "1613" not in ends(table, "S_W")


# --- RET-4 -----------------------------------------------------------------------------------------------------
BEHIND = {"G4": "1710", "G6": "1711", "G9": "1712"}


def beaten(result: str, units: dict[str, str], target: str = "1611", **words: object) -> Table:
    """All Axis units attack the S_W by the computer rules, and this is the result."""
    table = Table(rules="digital", units=units, **words)
    table.declare(target).attack(target, *(name for name in units if name.startswith("G")))
    return table.roll(table.odds.results.index(result) + 1)


@pytest.mark.parametrize(("result", "box"), [("DR", "box:shattered"), ("DS", "box:shattered"), ("DD", "box:destroyed")])
def test_ret_4_shattered_where_every_way_leads_toward_the_enemy(result: str, box: str) -> None:
    """By the computer rules; a DD costs the step all the same (RES-5)."""
    assert beaten(result, {**BEHIND, "S_W": "1611"}, control={"axis": USSR_CITIES.split()}).at("S_W") == box


def test_res_5_by_the_computer_rules_no_crowded_hex_saves_from_the_loss_of_a_dd() -> None:
    """Who retreats onto a friend is shattered (C-47), reduced where it had two steps and gone where it had one."""
    table = beaten("DD", {"G1Pz": "1511", "G2Pz": "1511", "S_W": "1611", "S_S": "1811"})
    table.retreat("S_W", "1711", "1811").stop()
    assert table.at("S_W") == "box:destroyed"


def test_res_5_a_two_step_army_is_shattered_reduced_by_a_dd() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1510", "G4Pz": "1510", "S_W": "1611 back", "S_S": "1811"}
    table = beaten("DD", units, turn=19)
    table.retreat("S_W", "1711", "1811").stop()
    assert (table.at("S_W"), table.unit("S_W").face) == ("box:shattered", 0)


def test_ret_4_supply_is_asked_of_the_orderly_ways_only() -> None:
    """By the computer rules: Kiev in the west is the nearest source, but the way there leads toward the enemy.

    So the front takes the way to the east or along the line that costs it the least supply; it is not shattered.
    """
    control = {"axis": [name for name in USSR_CITIES.split() if name != "1211"]}
    table = beaten("DR", {"G4": "1710", "S_W": "1611"}, control=control)
    assert ends(table, "S_W") == {"1613"}
    assert table.retreat("S_W", "1612", "1613").at("S_W") == "1613"


def test_ret_4_among_orderly_ways_the_one_with_the_least_loss_of_supply() -> None:
    """By the computer rules: 1609 is two hexes farther from Kiev than the start, 1711 and beyond are three."""
    control = {"axis": [name for name in USSR_CITIES.split() if name != "1211"]}
    table = beaten("DR", {"G4": "1612", "S_W": "1611"}, control=control)
    assert ends(table, "S_W") == {"1609"}


# --- RET-5 -----------------------------------------------------------------------------------------------------
def test_ret_5_an_area_ends_the_retreat() -> None:
    units = {"G18": "1902", "FINN": "FINLAND", "S_SW": "1903 back", "S_W": "1803"}
    table = Table(phase="combat soviet", units=units, control={"axis": ["1902"]}).fight("1902", "S_SW", "S_W")
    table.roll(table.odds.results.index("DR") + 1)
    table.retreat("G18", *next(iter(paths(table, "G18")), ()))
    assert table.at("G18") == "FINLAND"
    assert table.seen(UnitRetreated)[0].path == ("1902", "FINLAND")


BALKANS_OPEN = {"turn": 20, "phase": "combat soviet", "trigger": "oil 19", "control": {"soviet": ["0816", "0717"]}}


@pytest.mark.parametrize("rules", ["digital", "digital_0_1", "deluxe"])
def test_ret_5_an_area_is_no_way_toward_the_enemy(rules: str) -> None:
    """C-122: 0516 is in a zone, so the South Balkans are the only way out of 0517, by the computer rules, too."""
    units = {"G4": "0517", "S_SW": "0617 back", "S_W": "0616 back"}
    table = Table(rules=rules, units=units, **BALKANS_OPEN).fight("0517", "S_SW", "S_W")
    table.roll(table.odds.results.index("DR") + 1)
    if table.of(RetreatUnit):
        table.retreat("G4", "SOUTH_BALKANS")
    assert table.at("G4") == "SOUTH_BALKANS"


def test_ret_5_the_way_out_of_an_area_is_judged_from_its_first_hex() -> None:
    """C-122, by the computer rules: of two ways over 0415 the one to 0414 leads west for the Axis, 0514 does not."""
    units = {"G4": "SOUTH_BALKANS", "S_SW": "0517 back", "S_W": "0516 back"}
    table = Table(rules="digital", units=units, **BALKANS_OPEN).fight("SOUTH_BALKANS", "S_SW", "S_W")
    table.roll(table.odds.results.index("DR") + 1)
    assert paths(table, "G4") == {("WEST_BALKANS",), ("0315", "0314")}


def test_ret_5_out_of_an_area_a_soviet_army_is_not_shattered() -> None:
    """C-122, by the computer rules: it stands in the South Balkans, and 0517 to 0617 leads east."""
    units = {"G4": "0415", "G6": "0315", "G9": "0415", "S_SW": "SOUTH_BALKANS"}
    words = {**BALKANS_OPEN, "phase": "combat axis"}
    table = Table(rules="digital", units=units, **words).fight("SOUTH_BALKANS", "G4", "G6", "G9")
    table.roll(table.odds.results.index("DR") + 1)
    assert ends(table, "S_SW") == {"0616", "0617"}


# --- RET-6 -----------------------------------------------------------------------------------------------------
def test_ret_6_a_stack_that_grew_too_high_is_put_right_after_the_battle() -> None:
    table = driven({"G4": "1511"}, {"S_W": "1611", "S_S": "1811"})
    table.retreat("S_W", "1711", "1811").stop()
    assert table.actor == "soviet"
    assert set(table.legal) == {ShatterUnit("S_W"), ShatterUnit("S_S")}
    table.do(ShatterUnit("S_S"))
    assert (table.at("S_W"), table.at("S_S")) == ("1811", "box:shattered")


def test_ret_6_two_axis_armies_may_stand_together() -> None:
    units = {"S_SW": "1611 back", "G4": "1511", "G6": "1311"}
    table = Table(phase="combat soviet", units=units).fight("1511", "S_SW")
    table.roll(table.odds.results.index("DR") + 1).retreat("G4", "1411", "1311").stop()
    assert table.at("G4") == table.at("G6") == "1311"
    assert not table.view.overstacked


def test_ret_6_the_finns_stay_where_they_are() -> None:
    units = {"S_SW": "2003 back", "S_W": "2103 back", "FINN": "FINLAND back"}
    table = Table(phase="combat soviet", units=units, turn=19, counterblow="FINLAND").attack("FINLAND", "S_SW", "S_W")
    table.roll(table.odds.results.index("DS") + 1)
    assert not table.seen(UnitRetreated)


# --- RET-7 -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["deluxe", "living", "classic"])
def test_ret_7_not_into_another_target_hex_of_the_battle(rules: str) -> None:
    """C-146. The way to Kharkov leads through 1611: open if only 1610 is attacked, closed if 1611 is fought for too."""
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_NW": "1610", "S_S": "1611", "S_KAL": "1612"}
    alone = Table(units=units, rules=rules).declare("1610").attack("1610", "G1Pz", "G2Pz")
    alone.roll(alone.odds.results.index("DS") + 1)
    assert {"1611"} <= {path[0] for path in paths(alone, "S_NW")}
    both = Table(units=units, rules=rules).declare("1611", "1610").attack("1611", "G1Pz", "G2Pz", also=("1610",))
    both.roll(both.odds.results.index("DR") + 1)
    assert paths(both, "S_NW")
    assert "1611" not in {path[0] for path in paths(both, "S_NW")}


def test_ret_7_by_the_computer_rules_not_into_a_counterblow_hex_of_the_battle() -> None:
    """C-146: a target is fought for together with counterblow hexes there."""
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_NW": "1610", "S_S": "1611", "S_KAL": "1612"}
    words = {"units": units, "hands": {"soviet": [20]}, "rules": "digital"}
    both = Table(**words).declare("1610").counterblow("1611").attack("1610", "G1Pz", "G2Pz", also=("1611",))
    assert set(both.battle.targets) == {"1610", "1611"}
    both.roll(both.odds.results.index("DR") + 1)
    assert closed_by_the_battle(both, "S_NW", "1611")
    assert closed_by_the_battle(both, "S_S", "1610")


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
def test_ret_7_nor_into_another_hex_that_a_counterattack_strikes(rules: str) -> None:
    """C-146: the attackers thrown back from 1511 do not retreat through 1610, which is struck as well."""
    units = {"G4": "1511", "G6": "1610", "G9": "1510", "S_S": "1611 back", "S_SW": "1812"}
    table = Table(units=units, rules=rules).declare("1611").attack("1611", "G4", "G6")
    if table.asked("next_battle"):
        table.do(BeginBattle("1611"))
    table.roll(1).counterattack()
    assert set(table.battle.targets) == {"1511", "1610"}
    table.roll(table.odds.results.index("DR") + 1)
    assert closed_by_the_battle(table, "G4", "1610")
    assert closed_by_the_battle(table, "G6", "1511")


def closed_by_the_battle(table: Table, unit: str, place: str) -> bool:
    """Does a retreat of this unit keep out of a hex for no other reason than the battle that is being fought?"""
    state = table.state.copy()
    closed = place not in ways(state, unit)
    state.battle = None
    return closed and place in ways(state, unit)


def ways(state: State, unit: str) -> set[str]:
    """The hexes of all the paths that a retreat could take, whatever their direction."""
    return {BOARD.id_of[node] for path in possible_paths(state, BOARD.unit_index[unit]) for node in path}


def test_ret_7_each_unit_from_its_own_hex() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_S": "1611", "OST1": "1612"}
    table = Table(units=units).declare("1611", "1612").attack("1611", "G1Pz", "G2Pz", also=("1612",))
    table.roll(table.odds.results.index("DR") + 1)
    for unit in ("OST1", "S_S"):
        if paths(table, unit):
            table.retreat(unit, *sorted(paths(table, unit))[0])
    for unit in ("S_S", "OST1"):
        if paths(table, unit):
            table.retreat(unit, *sorted(paths(table, unit))[0])
    starts = {event.unit: event.path[0] for event in table.seen(UnitRetreated)}
    assert starts == {"S_S": "1611", "OST1": "1612"}


# --- what retreating units pass (C-69) -------------------------------------------------------------------------
def test_ret_a_retreating_unit_takes_empty_cities_on_its_way() -> None:
    units = {"S_SW": "1813 back", "G4": "1713"}
    table = Table(phase="combat soviet", units=units, control={"axis": ["1211"]}).fight("1713", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    through = [path for path in paths(table, "G4") if "1613" in path]
    assert through, "through Kharkov"
    table.retreat("G4", *through[0])
    assert table.happened(ControlChanged("1613", "axis"))


def test_ret_6_volkssturm_cannot_retreat() -> None:
    units = {"S_SW": "0803 back", "S_W": "0804 back", "VOLKS1": "0703"}
    table = Table(phase="combat soviet", turn=26, units=units, weather="clear")
    assert retreat_paths_of(table, "VOLKS1") == []
    assert retreat_paths_of(Table(phase="combat soviet", units={"S_W": "1611", "G4": "1511"}), "G4")


def retreat_paths_of(table: Table, unit: str) -> list[tuple[Node, ...]]:
    """Where a unit could retreat to now."""
    return retreat_paths(table.state, BOARD.unit_index[unit])
