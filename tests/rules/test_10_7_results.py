"""10.7: what the results do (DAT-1, RES-1 to RES-8, STP-1 to STP-4, CAD-3), and the examples of section I."""

from __future__ import annotations

import pytest
from printed_tables import AXIS_TABLE, SOVIET_TABLE
from rules.combat_helpers import Table

from noretreat.core.actions import Counterattack, LoseStep, MarkCounterblow, Pass, PlaceCadre, RetreatUnit
from noretreat.core.events import (
    BattleBegan,
    CounterattackDeclined,
    CounterblowLapsed,
    CounterblowPlaced,
    EventPointsChanged,
    UnitEliminated,
    UnitFlipped,
    UnitRetreated,
    UnitShattered,
)
from noretreat.rules.odds import result_at

COLUMNS = ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1"]
CELLS = [
    (side, column, die, cell)
    for side, text in enumerate((AXIS_TABLE, SOVIET_TABLE))
    for die, line in enumerate(text.split("\n")[1:-1], 1)
    for column, cell in enumerate(line.split())
]


def test_dat_1_the_tables_have_108_cells() -> None:
    assert len(CELLS) == 108


@pytest.mark.parametrize(("side", "column", "die", "cell"), CELLS)
def test_dat_1_every_cell(side: int, column: int, die: int, cell: str) -> None:
    assert result_at(side, column, die) == cell


# Forces that stand at each column in the open: Axis against Soviets, and the other way round.
AXIS_ODDS = {
    "1:3": ("HUN2", "S_NW back"), "1:2": ("G4", "S_SW"), "1:1": ("G4", "S_W"), "3:2": ("G3Pz", "S_W"),
    "2:1": ("G4 G6", "S_W"), "3:1": ("G3Pz G4Pz G18", "S_W"), "4:1": ("G4 G6 G9", "S_S"),
}  # fmt: skip


@pytest.mark.parametrize("column", ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1"])
@pytest.mark.parametrize("die", range(1, 7))
def test_dat_1_a_battle_reads_its_cell(column: str, die: int) -> None:
    attackers, defender = AXIS_ODDS[column]
    places = dict(zip(attackers.split(), ("1511", "1610", "1710"), strict=False))
    name, *face = defender.split()
    table = Table(units={**places, name: " ".join(["1611", *face])}, weather="mud").fight("1611", *places)
    assert table.column == column
    table.roll(die)
    row = AXIS_TABLE.split("\n")[die].split()
    assert table.result == row[COLUMNS.index(column)]


@pytest.mark.parametrize(
    ("table", "column", "die", "cell"),
    [(0, "6:1", 2, "DS"), (0, "1:2", 5, "DR"), (1, "3:2", 1, "CA"), (1, "6:1", 5, "DD")],
)
def test_dat_1_spot_checks(table: int, column: str, die: int, cell: str) -> None:
    assert result_at(table, COLUMNS.index(column), die) == cell


def one(axis: str = "G4 1511", soviet: str = "S_W 1611", **words: object) -> Table:
    """An Axis unit against a Soviet one at 1:1, up to the die."""
    units = dict(line.split(maxsplit=1) for line in (axis, soviet))
    return Table(units=units, **words).fight(soviet.split()[1], axis.split()[0])


# --- RES-1, RES-2 ----------------------------------------------------------------------------------------------
def test_res_1_no_effect() -> None:
    table = one().roll(2)
    assert table.result == "NE"
    assert (table.at("G4"), table.at("S_W")) == ("1511", "1611")
    assert table.view.phase == "cards"


def test_res_2_the_defender_decides() -> None:
    table = one().roll(1)
    assert table.actor == "soviet"
    assert table.legal == (Pass(), Counterattack())
    table.decline()
    assert table.seen(CounterattackDeclined)
    assert table.view.phase == "cards"


def test_res_2_same_units_roles_swapped() -> None:
    units = {"G4": "1511", "G6": "1511", "G9": "1610", "S_W": "1611", "S_S": "1612"}
    table = Table(units=units).fight("1611", "G4").roll(1).counterattack()
    battle = table.battle
    assert (battle.attackers, battle.defenders, battle.targets) == (("S_W",), ("G4",), ("1511",))
    assert battle.counterattack
    assert table.odds.attack == 4
    assert table.odds.defense == 4


def test_res_2_supports_of_the_first_round_are_gone_but_new_ones_may_come() -> None:
    table = one(supports="1 2").support(yes=True)
    assert table.column == "3:2"
    table.roll(1)
    assert table.result == "NE"
    table = one(supports="1 2").support(yes=False).roll(1).counterattack()
    assert table.actor == "soviet"
    table.support(yes=True)
    assert table.shifts == {"support": 1}
    assert table.view.supports["soviet"] == 1


def test_res_2_white_and_disorganized_units_of_the_battle_strike_back() -> None:
    assert one(soviet="OST1 1611", axis="HUN2 1511").roll(1).counterattack().battle.attackers == ("OST1",)
    assert one(soviet="S_W 1611 disorganized").roll(1).counterattack().battle.attackers == ("S_W",)


def test_res_2_a_fort_strikes_back() -> None:
    table = one("G4 1610", "S_LEN 1611 back", weather="mud").roll(1).counterattack()
    assert table.battle.attackers == ("S_LEN",)


def test_res_2_may_go_to_and_fro() -> None:
    table = one().roll(1).counterattack().roll(1).counterattack().roll(1)
    assert [event.attacker.value for event in table.seen(BattleBegan)] == ["axis", "soviet", "axis"]
    assert table.legal == (Pass(), Counterattack())


def test_res_2_stays_within_the_battle_other_attackers_fight_later() -> None:
    units = {"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}
    table = Table(units=units).declare("1611", "1612").attack("1611", "G4").roll(1).counterattack().roll(2).decline()
    assert table.battle.attackers == ("G6",)


# --- RES-3 -----------------------------------------------------------------------------------------------------
def test_res_3_on_a_phasing_hex_of_the_owners_choice() -> None:
    table = Table(units={"G4": "1511", "G18": "1610", "S_KAL": "1611 back"}).fight("1611", "G4", "G18").roll(3)
    assert table.result == "CB"
    assert table.actor == "axis"
    assert set(table.legal) == {MarkCounterblow("1511"), MarkCounterblow("1610")}
    table.mark("1610")
    assert table.view.counterblows == ("1610",), "in the Soviet turn it binds the Soviets"


def test_res_3_binds_the_enemy_in_his_next_combat_phase() -> None:
    table = one().roll(3).mark("1511")
    assert table.view.phase == "cards", "the Soviet turn has begun"
    assert table.view.counterblows == ("1511",), "the marker outlived the Axis Removal"


def test_res_3_also_when_the_counterattacker_rolled_it() -> None:
    table = one().roll(1).counterattack().roll(4)
    assert table.result == "CB"
    assert table.happened(CounterblowPlaced("axis", "1511", "result"))


def test_res_3_a_hex_of_white_units_may_get_it() -> None:
    table = Table(units={"KG1": "1511", "S_CRI": "1611"}, counterblow="1611").roll(4)
    assert table.result == "CB"
    assert table.happened(CounterblowPlaced("axis", "1511", "result"))


def test_res_3_no_second_marker_on_a_hex() -> None:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_KAL": "1512"}
    table = Table(units=units).declare("1611", "1512").attack("1611", "G4").roll(3).mark("1511").roll(3)
    assert table.result == "CB"
    assert len(table.seen(CounterblowPlaced)) == 1


def test_res_3_it_reuses_the_target_marker_of_its_battle() -> None:
    # one marker on turn 26: spent on the target, turned over for the result
    table = one(turn=26).roll(3)
    assert table.happened(CounterblowPlaced("axis", "1511", "result"))


def test_res_3_no_free_marker_no_counterblow() -> None:
    # turn 26: the one marker is the Target of 1611; the battle for the counterblow hex 1512 has none of its own
    units = {"G4": "1511", "G6": "1412", "S_W": "1611", "S_KAL": "1512"}
    table = Table(units=units, turn=26, counterblow="1512", weather="clear")
    table.declare("1611").attack("1512", "G6").roll(3)
    assert table.result == "CB"
    assert not table.seen(CounterblowPlaced)
    table = Table(units=units, turn=26, counterblow="1512", weather="clear")
    table.declare().attack("1512", "G6").roll(3)
    assert len(table.seen(CounterblowPlaced)) == 1, "with the marker free it is placed"


def test_res_3_a_marker_turned_over_counts_once() -> None:
    # turn 20, three markers: one turned over for 1511, one still on 2010, one free for the Counterblow battle
    units = {"G4": "1511", "S_W": "1611", "G9": "1412", "S_KAL": "1512", "G11": "2110", "S_S": "2010"}
    table = Table(units=units, turn=20, counterblow="1512").declare("1611", "2010")
    table.attack("1611", "G4").roll(3).mark("1511").attack("1512", "G9").roll(3)
    assert table.result == "CB"
    assert [event.hex for event in table.seen(CounterblowPlaced)] == ["1511", "1412"]


# --- RES-4 -----------------------------------------------------------------------------------------------------
def test_res_4_each_side_loses_one_step() -> None:
    units = {"G4": "1511", "G6": "1610", "S_W": "1611 back"}
    table = Table(units=units, turn=19).fight("1611", "G4", "G6").roll(4)  # 8:7, 1:1
    assert table.result == "EX"
    assert set(table.legal) == {LoseStep("G4"), LoseStep("G6")}
    table.lose("G6")
    assert (table.strength("G4"), table.strength("G6"), table.strength("S_W")) == (4, 3, 4)
    assert table.at("S_W") == "1611"


def test_res_4_no_advance_into_an_emptied_hex() -> None:
    table = one().roll(4)
    assert table.result == "EX"
    assert table.at("S_W") == "box:destroyed"
    assert table.at("G4") == "1511"
    assert table.view.phase == "cards"


def test_res_4_no_retreat() -> None:
    table = Table(turn=19, units={"G4": "1511", "S_W": "1611 back", "G6": "1610"}).fight("1611", "G4", "G6").roll(4)
    assert not table.of(RetreatUnit)


# --- RES-5 -----------------------------------------------------------------------------------------------------
def test_res_5_dr_two_hexes_back_and_the_attacker_may_follow() -> None:
    table = one().roll(5)
    assert table.result == "DR"
    assert table.actor == "soviet"
    table.retreat("S_W", "1711", "1811")
    assert table.at("S_W") == "1811"
    table.advance("G4", "1611").stop()
    assert table.at("G4") == "1611"


def big(soviet: str, *, more: dict[str, str] | None = None, turn: int = 7, **words: object) -> Table:
    """Two strong Panzer armies against one Soviet unit in the open."""
    name, place = soviet.split(maxsplit=1)
    units = {"G1Pz": "1511", "G2Pz": "1610", name: place, **(more or {})}
    return Table(units=units, turn=turn, **words).fight("1611", "G1Pz", "G2Pz")


def test_res_5_ds_retreats_and_is_shattered() -> None:
    table = big("S_W 1611").roll(4)
    assert table.result == "DS"
    table.retreat("S_W", "1711", "1811")
    assert table.at("S_W") == "box:shattered"
    assert table.happened(UnitShattered("S_W", "1811", "combat"))


def test_res_5_dd_retreats_and_loses_a_step_there() -> None:
    table = Table(turn=19, units={"G1Pz": "1511", "G2Pz": "1610", "G3Pz": "1511", "S_S": "1611 back"})
    table.fight("1611", "G1Pz", "G2Pz", "G3Pz").roll(6)
    assert table.result == "DD"
    table.retreat("S_S", "1711", "1811")
    assert table.at("S_S") == "1811"
    assert table.strength("S_S") == 3
    assert table.happened(UnitFlipped("S_S", 0, "loss"))


def test_res_5_ds_shatters_every_unit() -> None:
    units = {"S_SW": "1611 back", "S_CEN": "1610 back", "G4": "1511", "G6": "1511 back"}
    table = Table(turn=13, phase="combat soviet", units=units).fight("1511", "S_SW", "S_CEN").roll(6)
    # 16 to 7 is 2:1, Shock one right: 3:1 gives DS; a 6 at 4:1 too
    assert table.result == "DS"
    table.retreat("G4").retreat("G6")
    assert (table.at("G4"), table.at("G6")) == ("box:shattered", "box:shattered")


def test_res_5_dd_of_a_stack() -> None:
    units = {"S_SW": "1611 back", "S_CEN": "1611 back", "S_W": "1610 back", "G18": "1511", "LUFT": "1511"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("1511", "S_SW", "S_CEN", "S_W").roll(6)
    assert table.result == "DD"
    table.retreat("G18").retreat("LUFT")
    assert table.at("G18").isdigit()
    assert table.unit("G18").steps == 1
    assert table.at("LUFT") == "box:track"


def test_res_5_who_cannot_retreat_is_eliminated_whole() -> None:
    ring = {"G4": "1710", "G6": "1711", "G9": "1712", "G11": "1612"}
    table = big("S_W 1611", more=ring, turn=19).roll(3)
    assert table.result == "DR"
    assert table.happened(UnitEliminated("S_W", "1611", "destroyed", "retreat"))


def test_res_5_a_shattered_unsupplied_unit_keeps_no_marker_and_gives_no_point() -> None:
    table = one("G1Pz 1511", "S_S 1611 unsupplied")  # 2:1, armor, unsupplied: 5:1
    assert table.column == "5:1"
    table.roll(3).retreat("S_S")
    assert table.at("S_S") == "box:shattered"
    assert not table.unit("S_S").unsupplied
    assert not table.seen(EventPointsChanged)


def test_res_5_a_shattered_one_step_ally_waits_in_the_shattered_box() -> None:
    units = {"S_SW": "1611 back", "HUN2": "1511"}
    table = Table(phase="combat soviet", units=units).fight("1511", "S_SW").roll(5)
    assert table.result == "DS"
    table.retreat("HUN2")
    assert table.at("HUN2") == "box:shattered"


def test_res_5_a_shattered_cadre_goes_to_the_track() -> None:
    table = Table(phase="combat soviet", units={"S_SW": "1611 back", "KG1": "1511"}).fight("1511", "S_SW").roll(5)
    table.retreat("KG1")
    assert (table.at("KG1"), table.unit("KG1").due) == ("box:track", 8)


# --- RES-6 -----------------------------------------------------------------------------------------------------
def test_res_6_idle_stack_mates_retreat_too() -> None:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611"}
    table = Table(units=units).fight("1611", "G4").roll(1).counterattack().roll(6)
    table.retreat("G4").retreat("G6")
    assert table.at("G4") != "1511"
    assert table.at("G6") != "1511"


def test_res_6_but_are_neither_shattered_nor_lose_steps() -> None:
    units = {"HUN2": "1511", "G6": "1511", "S_SW": "1611 back"}
    table = Table(units=units).fight("1611", "HUN2")  # 2:8 is below 1:3: a counterattack at once, 4:1 and Shock
    table.counterattack()
    assert table.column == "5:1"
    table.roll(5)
    assert table.result == "DS"
    table.retreat("HUN2").retreat("G6")
    assert table.at("HUN2") == "box:shattered"
    assert table.at("G6").isdigit()
    assert table.unit("G6").steps == 2


def test_res_6_nor_take_the_loss_of_an_exchange() -> None:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611 back"}
    table = Table(units=units, turn=19).fight("1611", "G4").roll(1)
    table.counterattack()
    table.roll(table.odds.results.index("EX") + 1)
    assert table.result == "EX"
    assert table.unit("G4").steps == 1
    assert table.unit("G6").steps == 2


def test_res_6_a_hex_with_an_idle_unit_is_not_vacated_by_an_exchange() -> None:
    units = {"HUN2": "1511", "G6": "1511", "S_SW": "1611 back"}
    table = Table(units=units).fight("1611", "HUN2").counterattack().roll(1)
    assert table.result == "EX"
    assert table.at("HUN2") == "box:track"
    assert table.at("G6") == "1511"


# --- RES-7: forts (FRT) ------------------------------------------------------------------------------------------
FORT = "S_LEN 1611 back"


def test_res_7_dr_does_nothing_to_a_fort() -> None:
    table = big(FORT).roll(3)  # 14:5, 2:1 and armor
    assert table.result == "DR"
    assert table.at("S_LEN") == "1611"
    assert table.strength("S_LEN") == 5
    assert table.view.phase == "cards", "no advance either"


def test_res_7_ds_is_an_exchange() -> None:
    """SPU-REG: what is left of a fort is regional."""
    table = big(FORT).roll(5)
    assert table.result == "DS"
    table.lose("G1Pz")
    assert (table.at("S_LEN"), table.strength("S_LEN"), table.unit("S_LEN").type) == ("1611", 3, "regional")
    assert table.strength("G1Pz") == 5
    assert table.view.phase == "cards", "no advance"


def test_res_7_dd_costs_a_step_without_retreat() -> None:
    table = big(FORT).roll(6)
    assert table.result == "DD"
    assert (table.at("S_LEN"), table.strength("S_LEN")) == ("1611", 3)
    assert table.strength("G1Pz") == 7


def test_res_7_units_stacked_with_a_fort_stand_with_it() -> None:
    for wanted in ("DR", "DD"):
        table = big(FORT, more={"S_NW": "1611"}, turn=25, supports="3 0", weather="clear").support(yes=True)
        assert (table.odds.attack, table.odds.defense, table.column) == (14, 8, "3:1")
        table.roll(table.odds.results.index(wanted) + 1)
        assert not table.seen(UnitRetreated)
        assert (table.at("S_LEN"), table.at("S_NW")) == ("1611", "1611" if wanted == "DR" else "box:destroyed")
        assert table.strength("S_LEN") == (5 if wanted == "DR" else 3)


def test_res_7_a_german_fort_too() -> None:
    units = {"S_SW": "0605 back", "FEST1": "0604", "G4": "0604"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("0604", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    assert (table.at("G4"), table.at("FEST1"), table.at("S_SW")) == ("0604", "0604", "0605")


def test_res_7_per_hex_in_a_battle_against_two() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_LEN": "1611 back", "OST1": "1612"}
    table = Table(units=units, supports="3 0").declare("1611", "1612")
    table.attack("1611", "G1Pz", "G2Pz", also=("1612",)).support(yes=True)
    assert table.column == "4:1", "14:7, Blitz, and armor since nobody there is mechanized"
    table.roll(4)
    assert table.result == "DS"
    table.lose("G1Pz")
    table.retreat("OST1")
    assert table.strength("S_LEN") == 3
    assert table.at("OST1") == "box:track"
    assert table.strength("G1Pz") == 5
    table.advance("G2Pz", "1612").stop()
    assert table.at("G2Pz") == "1612"


def test_res_7_the_attacker_loses_one_step_however_many_forts_there_are() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_SEV": "1611 back", "S_MOS": "1612 back"}
    table = Table(units=units, supports="3 0").declare("1611", "1612")
    table.attack("1611", "G1Pz", "G2Pz", also=("1612",)).support(yes=True)
    table.roll(4)
    assert table.result == "DS"
    table.lose("G1Pz")
    assert (table.strength("S_SEV"), table.strength("S_MOS")) == (2, 2)
    assert (table.strength("G1Pz"), table.strength("G2Pz")) == (5, 7)


# --- RES-8: Volkssturm (VOL) -------------------------------------------------------------------------------------
def test_res_8_dr_takes_the_volkssturm_and_nothing_else() -> None:
    """EX-ORG-3 (14.11)."""
    units = {"S_SW": "0605 back", "VOLKS1": "0604", "G4": "0604"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("0604", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.at("VOLKS1") == "box:removed"
    assert table.at("G4") == "0604"
    assert table.at("S_SW") == "0605"
    assert table.view.phase != "combat", "the battle is over without an advance"


def test_res_8_even_alone_nobody_advances() -> None:
    units = {"S_SW": "0605 back", "VOLKS1": "0604"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("0604", "S_SW")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.at("VOLKS1") == "box:removed"
    assert not table.asked("advance")
    assert table.at("S_SW") == "0605"


def test_res_8_with_a_fort_as_well() -> None:
    units = {"S_SW": "0605 back", "S_W": "0603 back", "VOLKS1": "0604", "FEST1": "0604"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("0604", "S_SW", "S_W")
    table.roll(table.odds.results.index("DR") + 1)
    assert table.at("VOLKS1") == "box:removed"
    assert table.at("FEST1") == "0604"


def test_res_8_ds_it_cannot_retreat_and_is_lost() -> None:
    units = {"S_SW": "0605 back", "VOLKS1": "0604"}
    table = Table(turn=25, phase="combat soviet", units=units).fight("0604", "S_SW")
    table.roll(table.odds.results.index("DS") + 1)
    assert table.at("VOLKS1") == "box:removed"
    table.advance("S_SW", "0604").stop()
    assert table.at("S_SW") == "0604"


# --- STP-1 -----------------------------------------------------------------------------------------------------
def test_stp_1_a_strong_face_is_turned_over() -> None:
    table = one().roll(4)
    assert table.happened(UnitFlipped("G4", 1, "loss"))


@pytest.mark.parametrize(("turn", "place"), [(7, "box:destroyed"), (16, "box:destroyed"), (17, "1611")])
def test_stp_1_a_red_soviet_front_is_brittle_before_turn_17(turn: int, place: str) -> None:
    units = {"G4": "1511", "G6": "1610", "S_W": "1611 back"}
    table = Table(units=units, turn=turn, weather="clear").fight("1611", "G4", "G6").roll(4).lose("G4")
    assert table.result == "EX"
    assert table.at("S_W") == place
    assert table.unit("S_W").face == (0 if turn == 17 else 1)


def test_stp_1_ss_panzer_takes_the_loss_when_attacking() -> None:
    units = {"GSSPz": "1511", "G1Pz": "1610", "S_W": "1611 back"}
    table = Table(units=units, turn=14).fight("1611", "GSSPz", "G1Pz")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.strength("GSSPz") == 4
    assert table.strength("G1Pz") == 7


def test_stp_1_not_when_defending() -> None:
    units = {"GSSPz": "1511", "G4": "1511", "S_SW": "1611 back", "S_W": "1610 back"}
    table = Table(phase="combat soviet", turn=14, units=units).fight("1511", "S_W", "S_SW")
    table.roll(table.odds.results.index("EX") + 1)
    assert set(table.legal) == {LoseStep("GSSPz"), LoseStep("G4")}


def test_stp_1_a_shock_army_takes_the_loss_when_attacking() -> None:
    units = {"S_SW": "1611 back", "S_W": "1610 back", "G4": "1511", "G6": "1511"}
    table = Table(phase="combat soviet", turn=19, units=units).fight("1511", "S_SW", "S_W")
    table.roll(table.odds.results.index("EX") + 1)
    table.lose("G4")
    assert table.strength("S_SW") == 5
    assert table.strength("S_W") == 7


def test_stp_1_the_ss_grenadier_takes_every_loss() -> None:
    units = {"GSSGr": "1511", "G4": "1511", "S_W": "1611 back", "S_KAL": "1610 back"}
    defending = Table(phase="combat soviet", turn=14, units=units).fight("1511", "S_W", "S_KAL")
    defending.roll(defending.odds.results.index("EX") + 1)
    assert defending.strength("GSSGr") == 2, "nobody was asked"
    attacking = Table(turn=14, units={"GSSGr": "1511", "G1Pz": "1511", "S_W": "1611"}).fight("1611", "GSSGr", "G1Pz")
    attacking.roll(attacking.odds.results.index("EX") + 1)
    assert attacking.strength("GSSGr") == 2
    assert attacking.strength("G1Pz") == 7


def test_stp_1_unless_it_attacks_with_the_ss_panzer() -> None:
    table = Table(turn=14, units={"GSSGr": "1511", "GSSPz": "1511", "S_W": "1611 back"})
    table.fight("1611", "GSSGr", "GSSPz")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.strength("GSSPz") == 4
    assert table.strength("GSSGr") == 3


def test_stp_1_by_the_computer_rules_the_finns_need_not_take_the_first_loss() -> None:
    """Only *German* forts must (SPU-GFT): in Finland the owner chooses between the Finnish and a German army."""
    units = {"S_SW": "1902 back", "FINN": "FINLAND", "G18": "FINLAND"}
    table = Table(rules="digital", phase="combat soviet", units=units).fight("FINLAND", "S_SW")
    table.roll(table.odds.results.index("EX") + 1)
    while table.actor == "soviet":
        table.do(table.legal[0])
    assert set(table.legal) == {LoseStep("FINN"), LoseStep("G18")}


# --- STP-2 -----------------------------------------------------------------------------------------------------
def test_stp_2_a_two_step_counter_is_destroyed() -> None:
    table = one().roll(4)
    assert table.happened(UnitEliminated("S_W", "1611", "destroyed", "combat"))
    assert table.view.event_vp == 0


def test_stp_2_an_unsupplied_one_surrenders_for_a_point() -> None:
    table = one(soviet="S_W 1611 unsupplied", weather="mud")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.at("S_W") == "box:surrendered"
    assert table.view.event_vp == 1


def test_stp_2_for_the_side_without_the_initiative_the_point_counts_against() -> None:
    units = {"S_W": "1611", "G16": "1511 back unsupplied"}
    table = Table(phase="combat soviet", turn=7, units=units).fight("1511", "S_W")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.at("G16") == "box:surrendered"
    assert table.view.event_vp == -1


@pytest.mark.parametrize(("start", "end"), [(5, 6), (6, 6)])
def test_stp_2_the_point_marker_stops_at_six(start: int, end: int) -> None:
    table = one(soviet="S_W 1611 unsupplied", weather="mud", event_vp=start)
    table.roll(table.odds.results.index("EX") + 1)
    assert table.view.event_vp == end


@pytest.mark.parametrize(("unit", "turns"), [("RUM3", 4), ("HUN2", 2), ("ITA8", 3), ("LUFT", 3)])
def test_stp_2_a_one_step_ally_returns_after_its_turns_and_gives_no_point(unit: str, turns: int) -> None:
    units = {"S_S": "1611", unit: "1511 unsupplied"}
    table = Table(phase="combat soviet", units=units, weather="mud").fight("1511", "S_S")
    table.roll(table.odds.results.index("EX") + 1)
    assert (table.at(unit), table.unit(unit).due) == ("box:track", 7 + turns)
    assert table.view.event_vp == 0


def test_stp_2_one_step_counters_that_say_nothing_are_destroyed() -> None:
    table = one(soviet="SPOL 1611 unsupplied", turn=21)
    table.roll(table.odds.results.index("EX") + 1)
    assert table.at("SPOL") == "box:destroyed"
    assert table.view.event_vp == 0


def test_stp_2_a_german_fort_is_gone_for_good() -> None:
    """SPU-GFT."""
    units = {"S_SW": "0605 back", "FEST1": "0604"}
    table = Table(turn=21, phase="combat soviet", units=units).fight("0604", "S_SW")
    table.roll(table.odds.results.index("DS") + 1)
    assert table.at("FEST1") == "box:removed"
    assert not table.asked("advance"), "it was an exchange: nobody advances into the empty hex"


# --- STP-4 -----------------------------------------------------------------------------------------------------
def test_stp_4_the_berlin_garrison_lost_ends_the_game() -> None:
    units = {"S_SW": "0604 back", "S_W": "0504 back", "S_KAL": "0602 back", "BERLIN_G": "0503"}
    table = Table(turn=24, phase="combat soviet", units=units, weather="snow").fight("0503", "S_SW", "S_W", "S_KAL")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.winner == ("soviet", "garrison")
    assert table.legal == ()


@pytest.mark.parametrize(("result", "left"), [("DR", "0503"), ("DS", "box:removed")])
def test_ret_6_the_berlin_garrison_is_a_fort_and_never_retreats(result: str, left: str) -> None:
    """10.7.4, 14.1, C-124: a DR is no effect, a DS an exchange, which it does not survive."""
    units = {"S_SW": "0604 back", "S_W": "0504 back", "S_KAL": "0602 back", "BERLIN_G": "0503"}
    table = Table(turn=24, phase="combat soviet", units=units, weather="snow").fight("0503", "S_SW", "S_W", "S_KAL")
    table.roll(table.odds.results.index(result) + 1)
    assert table.at("BERLIN_G") == left
    assert table.winner == (None if left == "0503" else ("soviet", "garrison"))


@pytest.mark.parametrize(
    ("rules", "choice"),
    [
        ("deluxe", {"BERLIN_G", "G4"}),
        ("living", {"BERLIN_G", "G4"}),
        ("classic", {"BERLIN_G", "G4"}),
        ("digital", {"BERLIN_G"}),
        ("digital_0_1", {"BERLIN_G"}),
    ],
)
def test_stp_1_the_berlin_garrison_takes_the_first_loss_by_the_computer_rules_alone(
    rules: str, choice: set[str]
) -> None:
    """C-151: it is a German fort; elsewhere the owner may lose a step of the army beside it, and the war goes on."""
    units = {"S_SW": "0604 back", "S_W": "0504 back", "S_KAL": "0602 back", "BERLIN_G": "0503", "G4": "0503"}
    table = Table(rules=rules, turn=26, phase="combat soviet", units=units).fight("0503", "S_SW", "S_W", "S_KAL")
    table.roll(table.odds.results.index("EX") + 1)
    while table.actor == "soviet":
        table.do(table.legal[0])
    if choice == {"BERLIN_G"}:
        assert table.winner == ("soviet", "garrison"), "nobody was asked"
        return
    assert {action.unit for action in table.of(LoseStep)} == choice
    table.do(LoseStep("G4"))
    assert (table.at("BERLIN_G"), table.winner) == ("0503", None)


# --- CAD-3, STP-3 ----------------------------------------------------------------------------------------------
def test_cad_3_a_cadre_may_take_the_place_of_a_unit_lost_in_an_exchange() -> None:
    units = {"G4": "1511 back", "S_S": "1611", "KG1": "box:cadres", "OST1": "box:cadres"}
    table = Table(units=units).fight("1611", "G4")
    table.roll(table.odds.results.index("EX") + 1)
    assert table.actor == "soviet"
    assert table.legal == (Pass(), PlaceCadre("OST1"))
    table.cadre("OST1")
    assert table.at("OST1") == "1611"
    table.do(Pass())
    assert table.at("KG1") == "box:cadres"


def test_cad_3_after_dd_where_the_retreat_ended_and_the_attacker_advances() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1610", "S_S": "1611", "OST1": "box:cadres"}
    table = Table(units=units).fight("1611", "G1Pz", "G2Pz")
    table.roll(table.odds.results.index("DD") + 1).retreat("S_S", "1711", "1811").cadre("OST1")
    assert table.at("OST1") == "1811"
    table.advance("G1Pz", "1611")
    assert table.at("G1Pz") == "1611"


def test_cad_3_not_for_a_failed_retreat() -> None:
    ring = {"G4": "1710", "G6": "1711", "G9": "1712", "G11": "1612"}
    table = big("S_W 1611", more={**ring, "OST1": "box:cadres"}).roll(3)
    assert table.at("S_W") == "box:destroyed"
    assert not table.of(PlaceCadre)
    assert table.at("OST1") == "box:cadres"


def test_cad_3_not_for_a_cadre() -> None:
    units = {"HUN2": "1511", "OST1": "1611", "KG1": "box:cadres"}
    table = Table(units={**units, "KG2": "1512"}).fight("1611", "HUN2")
    table.roll(table.odds.results.index("EX") + 1)
    # HUN2 is no cadre: KG1 may come; OST1 is one: nobody may
    assert table.actor == "axis"
    assert table.at("OST1") == "box:track"


def test_cad_3_nor_for_a_unit_that_only_lost_a_step() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611", "KG1": "box:cadres"}).fight("1611", "G4").roll(4)
    assert table.strength("G4") == 3
    assert table.view.phase == "cards"


def test_cpr_2_lapsed_markers_are_reported() -> None:
    table = Table(units={"G4": "1411", "S_W": "1611"}, counterblow="1611")
    assert table.view.phase == "cards"
    assert not table.seen(CounterblowLapsed), "it happened while the position was set up"
    assert not table.view.counterblows
