"""10.5: the battle procedure (BAT-1 to BAT-8); the cards of BAT-6 are in tests/cards."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import CommitSupport, Counterattack, Pass
from noretreat.core.events import BattleBegan, DieRolled, OddsSet, ResultFound, SupportCommitted, TargetLapsed
from noretreat.rules.odds import BELOW, TOP, column_name, initial_column


# --- BAT-1 -----------------------------------------------------------------------------------------------------
def test_bat_1_strengths_are_those_of_the_faces_that_are_up() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1610 back", "S_BRY": "1611 back"}
    table = Table(units=units).fight("1611", "G1Pz", "G2Pz")
    assert (table.odds.attack, table.odds.defense) == (12, 5)


def test_bat_1_only_participants_count() -> None:
    table = Table(units={"G4": "1511", "G6": "1511", "S_W": "1611"}).fight("1611", "G4")
    assert table.odds.attack == 4


# --- BAT-2 -----------------------------------------------------------------------------------------------------
def test_bat_2_the_attacker_may_commit_one_support() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, supports="2 3").fight("1611", "G4")
    assert table.legal == (Pass(), CommitSupport())
    assert table.actor == "axis"
    table.support(yes=True)
    assert table.actor == "chance", "no second marker, and none for the defender"
    assert table.view.supports == {"axis": 1, "soviet": 3}
    assert table.shifts == {"support": 1}


def test_bat_2_or_none() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, supports="2 3").fight("1611", "G4").support(yes=False)
    assert table.view.supports == {"axis": 2, "soviet": 3}
    assert not table.seen(SupportCommitted)


def test_bat_2_no_marker_no_question() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, supports="0 3").fight("1611", "G4")
    assert table.actor == "chance"


def test_bat_2_no_support_for_attackers_that_are_all_unsupplied() -> None:
    units = {"G4": "1511 unsupplied", "G6": "1610 unsupplied", "S_W": "1611"}
    table = Table(units=units, supports="2 0").fight("1611", "G4", "G6")
    assert table.actor == "chance"


def test_bat_2_one_supplied_attacker_is_enough() -> None:
    units = {"G4": "1511 unsupplied", "G6": "1610", "S_W": "1611"}
    table = Table(units=units, supports="2 0").fight("1611", "G4", "G6")
    assert CommitSupport() in table.legal


# --- BAT-3 -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (1, 3, "1:3"), (1, 2, "1:2"), (2, 3, "1:2"), (1, 1, "1:1"), (4, 3, "1:1"), (3, 2, "3:2"), (7, 4, "3:2"),
        (2, 1, "2:1"), (5, 2, "2:1"), (3, 1, "3:1"), (11, 3, "3:1"), (4, 1, "4:1"), (5, 1, "5:1"), (6, 1, "6:1"),
        (24, 2, "6:1"), (99, 1, "6:1"), (1, 4, "<1:3"), (2, 7, "<1:3"), (5, 16, "<1:3"), (5, 15, "1:3"),
    ],
)  # fmt: skip
def test_bat_3_the_ratio_is_rounded_in_the_defenders_favor(attack: int, defense: int, column: str) -> None:
    assert column_name(initial_column(attack, defense)) == column


def test_bat_3_no_defense_at_all_is_6_1() -> None:
    assert initial_column(1, 0) == TOP


def test_bat_3_above_6_1_it_starts_at_6_1() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1610", "OST1": "1611"}  # 14 to 2
    table = Table(units=units, weather="mud").fight("1611", "G1Pz", "G2Pz")
    assert table.odds.initial == "6:1"
    assert table.column == "6:1"


def test_bat_3_below_1_3_a_counterattack_without_a_roll() -> None:
    table = Table(units={"HUN2": "1511", "S_W": "1611 back"}).fight("1611", "HUN2")
    assert initial_column(2, 7) == BELOW
    assert not table.seen(DieRolled)
    assert table.happened(ResultFound("CA", "below_1_3"))
    assert Counterattack() in table.legal


def test_bat_3_shifts_do_not_save_it_in_deluxe_but_do_in_digital() -> None:
    units = {"HUN2": "1511", "S_W": "1611 back unsupplied"}  # 2 to 7, two columns right
    assert Table(units=units).fight("1611", "HUN2").result == "CA"
    table = Table(units=units, rules="digital").fight("1611", "HUN2")
    assert table.column == "1:2"


# --- BAT-4 -----------------------------------------------------------------------------------------------------
def test_bat_4_not_above_6_1() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1610", "OST1": "1611 unsupplied"}
    table = Table(units=units, supports="1 0").fight("1611", "G1Pz", "G2Pz").support(yes=True)
    assert sum(table.shifts.values()) == 4
    assert table.column == "6:1"


def test_bat_4_net_shifts_count() -> None:
    # 6:1 first, then one left: the surplus of 14:2 is not saved up
    table = Table(units={"G1Pz": "2109", "G2Pz": "2010", "OST1": "2009"}).fight("2009", "G1Pz", "G2Pz")
    assert (table.odds.initial, table.shifts, table.column) == ("6:1", {"terrain": -1}, "5:1")


def test_bat_4_final_odds_below_1_3_are_a_counterattack() -> None:
    table = Table(units={"ITA8": "2109", "S_NW": "2009 back"}).fight("2009", "ITA8")  # 2 to 6, forest
    assert table.seen(OddsSet)[0].initial == "1:3"
    assert table.seen(OddsSet)[0].column == "<1:3"
    assert not table.seen(DieRolled)
    assert table.result == "CA"


# --- BAT-5 -----------------------------------------------------------------------------------------------------
def test_bat_5_the_attackers_own_table() -> None:
    axis = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4").roll(2)
    assert axis.result == "NE"
    soviet = Table(phase="combat soviet", units={"G4": "1511", "S_W": "1611"}).fight("1511", "S_W").roll(2)
    assert soviet.result == "CA"


def test_bat_5_in_a_counterattack_that_of_the_counterattacker() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4").roll(1).counterattack().roll(2)
    assert [event.result for event in table.seen(ResultFound)] == ["CA", "CA"], "Soviet 1:1, a 2"


@pytest.mark.parametrize(("rules", "table_used"), [("deluxe", "axis"), ("living", "soviet"), ("digital", "soviet")])
def test_bat_5_winter_table_of_the_axis(rules: str, table_used: str) -> None:
    table = Table(rules=rules, turn=10, units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4")
    assert table.odds.table == table_used


# --- BAT-7, BAT-8 ----------------------------------------------------------------------------------------------
def test_bat_7_a_battle_is_finished_before_the_next() -> None:
    units = {"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}
    table = Table(units=units).declare("1611", "1612").attack("1611", "G4").roll(5)
    assert len(table.seen(BattleBegan)) == 1
    table.retreat("S_W")
    assert len(table.seen(BattleBegan)) == 1, "the advance comes first"
    table.stop()
    assert len(table.seen(BattleBegan)) == 2


def test_bat_8_a_target_without_attackers_lapses() -> None:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_S": "1512"}
    table = Table(units=units).declare("1611", "1512").attack("1611", "G4").roll(1).counterattack().roll(6)
    table.retreat("G4").retreat("G6").stop()
    assert table.happened(TargetLapsed("1512"))
