"""Events that settle the result of a battle, turn it into another, or bear on what follows it."""

from __future__ import annotations

import pytest
from cards.battles import (
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

from noretreat.core.actions import LoseStep, Pass
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import DieRolled, EffectExpired, EventCancelled, ResultFound, UnitFlipped, UnitRetreated
from noretreat.rules.windows import Window

KIEV = {"G4": "1111", "G6": "1210", "S_W": "1211"}  # an attack on a city


# --- 14S Russian Tenacity --------------------------------------------------------------------------------------
def test_14s_russian_tenacity_an_exchange_without_a_roll() -> None:
    table = axis_attack({"soviet": [14]}, KIEV, "1211").play_event(14)
    assert table.happened(ResultFound("EX", "14-soviet"))
    assert not table.seen(DieRolled)
    assert set(table.legal) == {LoseStep("G4"), LoseStep("G6")}


def test_14s_russian_tenacity_not_in_the_open() -> None:
    table = axis_attack({"soviet": [14]})
    assert table.actor == "chance"
    assert refusal(table, SOVIET, 14) == "only against a city (5.3.1)"


def test_14s_russian_tenacity_not_in_the_soviet_turn() -> None:
    table = soviet_attack({"soviet": [14]}, {"S_W": "1111", "G4": "1211"}, "1211")
    assert table.actor == "chance"
    assert "Axis player turn" in refusal(table, SOVIET, 14)


@shows("boundary")
def test_14s_russian_tenacity_one_city_of_two_hexes_is_enough() -> None:
    table = axis_attack({"soviet": [14]}, {"G1Pz": "1210", "S_W": "1310"}, "1310")
    assert not playable(table)
    units = {"G1Pz": "1210", "S_W": "1211", "S_S": "1310"}
    table = Table(cards=True, units=units, hands={"soviet": [14]}).fight("1310", "G1Pz", also=("1211",))
    assert table.battle.targets == ("1310", "1211")
    assert playable(table) == {14}


# --- 24A Hold at All Costs! ------------------------------------------------------------------------------------
def test_24a_hold_at_all_costs_turns_retreats_into_exchanges() -> None:
    table = soviet_attack({"axis": [24]}).play_event(24).roll(5)
    assert table.happened(ResultFound("EX", "24-axis"))


@shows("boundary")
@pytest.mark.parametrize(("die", "result"), [(1, "NE"), (2, "CB"), (3, "EX")])
def test_24a_hold_at_all_costs_leaves_other_results_alone(die: int, result: str) -> None:
    assert soviet_attack({"axis": [24]}).play_event(24).roll(die).happened(ResultFound(result))


def test_24a_hold_at_all_costs_for_the_rest_of_the_phase_and_no_longer() -> None:
    table = second_battle(two_battles({"axis": [24]}).play_event(24).roll(3))
    assert not table.seen(EffectExpired)
    table.roll(6)
    assert table.happened(ResultFound("EX", "24-axis"))
    assert table.seen(EffectExpired) == [EffectExpired("axis", 24)]
    assert not table.view.effects


def test_24a_hold_at_all_costs_not_for_a_battle_before_it() -> None:
    table = two_battles({"axis": [24]}).do(Pass()).roll(6)
    assert table.result == "DR"


def test_24a_hold_at_all_costs_not_in_the_axis_turn() -> None:
    table = axis_attack({"axis": [24]})
    assert "Soviet player turn" in refusal(table, AXIS, 24)


def test_24a_hold_at_all_costs_cancelled_does_nothing() -> None:
    table = soviet_attack({"axis": [24], "soviet": [34]}).play_event(24).play_event(34).deal(21)
    assert table.happened(EventCancelled("axis", 24))
    assert table.roll(5).result == "DR"
    assert "already" not in refusal(table, AXIS, 24), "it has not happened (C-94)"


def test_c_93_elastic_defense_after_hold_at_all_costs_stays_a_retreat() -> None:
    table = two_battles({"axis": [24, 4]}).play_event(24).roll(3)
    second_battle(table).play_event(4)
    assert table.happened(ResultFound("DR", "4-axis"))


def test_c_93_konev_after_hold_at_all_costs_stays_a_retreat() -> None:
    units = {**FRONT, "S_CEN": "1703 back"}
    table = two_battles({"axis": [24], "soviet": [27]}, units=units, turn=LATE).do(Pass()).play_event(24).roll(4)
    table.attack("1704", "S_KAL", "S_CEN").play_event(27)
    assert table.happened(ResultFound("DR", "27-soviet"))


def test_c_93_hold_at_all_costs_after_konev_makes_it_an_exchange() -> None:
    table = soviet_attack({"axis": [24], "soviet": [27]}, turn=LATE).play_event(27).play_event(24)
    assert table.happened(ResultFound("EX", "24-axis"))
    assert not table.seen(DieRolled)


# --- 27S Ivan Konev --------------------------------------------------------------------------------------------
@shows("boundary")
def test_27s_konev_a_retreat_at_two_to_one() -> None:
    table = soviet_attack({"soviet": [27]}, turn=LATE).play_event(27)
    assert table.odds.column == "2:1"
    assert table.happened(ResultFound("DR", "27-soviet"))


@shows("boundary")
def test_27s_konev_below_two_to_one_the_die_is_rolled() -> None:
    table = soviet_attack({"soviet": [27]}, {"S_W": "1611", "S_S": "1610", "G4": "1511"}, turn=LATE).play_event(27)
    assert table.odds.column == "3:2"
    assert table.roll(2).happened(ResultFound("NE"))


def test_27s_konev_is_judged_on_the_final_column() -> None:
    units = {"S_CEN": "1111 back", "G4": "1211"}
    table = soviet_attack({"soviet": [27]}, units, "1211", turn=LATE).play_event(27)
    assert (table.odds.initial, table.odds.column) == ("2:1", "3:2")
    assert table.actor == "chance"


def test_27s_konev_against_a_city_too() -> None:
    units = {"S_CEN": "1111 back", "S_W": "1210 back", "G4": "1211"}
    table = soviet_attack({"soviet": [27]}, units, "1211", turn=LATE).play_event(27)
    assert table.result == "DR"


def test_27s_konev_not_in_defense() -> None:
    table = soviet_attack({"soviet": [27]}, {"S_W": "1611", "G4": "1511"}, turn=LATE).do(Pass()).roll(1)
    table.counterattack()
    assert "attack" in refusal(table, SOVIET, 27)
    assert table.actor == "chance"


def test_27s_konev_only_with_soviet_initiative() -> None:
    table = soviet_attack({"soviet": [27]})
    assert "initiative" in refusal(table, SOVIET, 27)


# --- 52A Gotthard Heinrici -------------------------------------------------------------------------------------
def test_52a_heinrici_a_counterattack_that_must_be_made_and_a_card() -> None:
    table = soviet_attack({"axis": [52]}, turn=IN_1945).play_event(52)
    table.deal(16)
    assert table.happened(ResultFound("CA", "52-axis"))
    assert table.view.hand_sizes["axis"] == 1
    assert table.battle.counterattack, "nobody is asked"


def test_52a_heinrici_not_in_the_axis_turn() -> None:
    table = axis_attack({"axis": [52]}, turn=IN_1945)
    assert table.actor == "chance"
    assert "Soviet player turn" in refusal(table, AXIS, 52)


def test_52a_heinrici_only_for_the_defender() -> None:
    table = soviet_attack({"axis": [52]}, {"S_W": "1611", "G4": "1511"}, turn=IN_1945).do(Pass()).roll(1)
    table.counterattack()
    assert "attacked" in refusal(table, AXIS, 52)


@shows("boundary")
def test_52a_heinrici_binds_only_its_round() -> None:
    table = soviet_attack({"axis": [52]}, {"S_W": "1611 back", "G4": "1511"}, turn=IN_1945).play_event(52).deal(16)
    assert table.odds.column == "1:2"
    table.roll(1)
    assert Pass() in table.legal, "the Soviets may let their counterattack pass"


# --- 21S Bridgehead --------------------------------------------------------------------------------------------
RIVER = {"S_W": "1910 back", "G4": "1911"}


def test_21s_bridgehead_no_river_and_no_ne() -> None:
    table = soviet_attack({"soviet": [21]}, RIVER, "1911", turn=LATE)
    assert table.shifts == {"terrain": -1}
    table.play_event(21)
    assert table.shifts == {}
    assert table.odds.column == "3:2"
    table.roll(2)
    assert table.happened(ResultFound("EX", "21-soviet"))


def test_21s_bridgehead_leaves_other_ground_alone() -> None:
    units = {"S_W": "1812 back", "G4": "1912"}
    table = soviet_attack({"soviet": [21]}, units, "1912", turn=LATE)
    assert table.shifts == {"terrain": -2}
    assert table.play_event(21).shifts == {"terrain": -1}, "the city stays"


@shows("boundary")
@pytest.mark.parametrize(("die", "result"), [(1, "CA"), (3, "CB"), (4, "EX"), (5, "EX"), (6, "DR")])
def test_21s_bridgehead_other_results_stay(die: int, result: str) -> None:
    assert (
        soviet_attack({"soviet": [21]}, RIVER, "1911", turn=LATE).play_event(21).roll(die).happened(ResultFound(result))
    )


def test_21s_bridgehead_an_ne_of_a_fort_is_no_rolled_ne() -> None:
    units = {"S_W": "1203 back", "S_KAL": "1204 back", "FEST1": "1104"}
    table = soviet_attack({"soviet": [21]}, units, "1104", turn=IN_1945).play_event(21)
    die = table.odds.results.index("DR") + 1
    table.roll(die)
    assert table.result == "DR"
    assert table.at("FEST1") == "1104", "nothing happens to it"


def test_21s_bridgehead_is_over_with_the_round() -> None:
    table = soviet_attack({"soviet": [21]}, RIVER, "1911", turn=LATE).play_event(21).roll(1)
    assert table.counterattack().seen(EffectExpired) == [EffectExpired("soviet", 21)]


def test_21s_bridgehead_not_in_the_axis_turn() -> None:
    assert "Soviet player turn" in refusal(axis_attack({"soviet": [21]}, turn=LATE), SOVIET, 21)


# --- 27A River Crossing ----------------------------------------------------------------------------------------
CROSSING = {"G4": "1910", "S_S": "1911"}  # 4 to 3


def test_27a_river_crossing_no_river() -> None:
    table = axis_attack({"axis": [27]}, CROSSING, "1911")
    assert table.shifts == {"terrain": -1}
    assert table.play_event(27).shifts == {}


@shows("boundary")
def test_27a_river_crossing_every_ne_is_rolled_again() -> None:
    table = axis_attack({"axis": [27]}, CROSSING, "1911").play_event(27)
    table.roll(2).roll(2)
    assert not table.seen(ResultFound)
    table.roll(3)
    assert [event.value for event in table.seen(DieRolled)] == [2, 2, 3]
    assert table.seen(ResultFound) == [ResultFound("CB")]


def test_27a_river_crossing_yeremenko_may_lead_to_an_ne_that_is_rolled_again() -> None:
    table = axis_attack({"axis": [27], "soviet": [30]}, {"G4": "1511", "G6": "1610", "S_W": "1611"}).play_event(27)
    assert table.roll(2).actor == "soviet", "a CB; one column further left nothing"
    table.play_event(30)
    assert table.actor == "chance"
    assert not table.seen(ResultFound)
    assert table.roll(2).result == "CB", "the column read differently is forgotten"


def test_27a_river_crossing_not_in_the_soviet_turn() -> None:
    assert "Axis player turn" in refusal(soviet_attack({"axis": [27]}), AXIS, 27)


def test_27a_river_crossing_for_one_round() -> None:
    table = axis_attack({"axis": [27]}, CROSSING, "1911").play_event(27).roll(1)
    table.counterattack()
    assert not table.view.effects


# --- 19A Roving Cauldron ---------------------------------------------------------------------------------------
# G4 in 1511 is ringed: its way back leads through zones of control alone
CAULDRON = {"S_W": "1611 back", "S_KAL": "1411 back", "S_VOL": "1510", "S_NC": "1512", "G4": "1511"}


def test_19a_roving_cauldron_out_through_the_zones() -> None:
    table = soviet_attack({"axis": [19]}, CAULDRON, turn=LATE, event_vp=0)
    table.roll(6)
    assert table.result in ("DS", "DD")
    assert playable(table) == {19}
    table.play_event(19)
    assert table.seen(UnitRetreated) == [UnitRetreated("G4", ("1511", "1610", "1509"))]
    assert table.at("G4") == "1509"


def test_19a_roving_cauldron_without_it_nobody_gets_out() -> None:
    table = soviet_attack({"axis": [19]}, CAULDRON, turn=LATE).roll(6).do(Pass())
    assert not table.seen(UnitRetreated)
    assert table.at("G4") == "box:destroyed"


@shows("boundary")
def test_19a_roving_cauldron_only_for_a_retreat() -> None:
    table = soviet_attack({"axis": [19]}, turn=LATE).roll(3)
    assert table.result == "EX"
    assert not playable(table)
    assert refusal(table, AXIS, 19, Window.RESULT) == "only when your units have to retreat (5.3.1)"


def test_19a_roving_cauldron_not_for_retreating_soviets() -> None:
    table = axis_attack({"axis": [19]}, turn=LATE).roll(5)
    assert table.result == "DR"
    assert "your units" in refusal(table, AXIS, 19, Window.RESULT)


def test_19a_roving_cauldron_only_with_soviet_initiative() -> None:
    table = soviet_attack({"axis": [19]}).roll(5)
    assert "initiative" in refusal(table, AXIS, 19, Window.RESULT)


def test_19a_roving_cauldron_is_over_with_the_battle() -> None:
    table = soviet_attack({"axis": [19]}, CAULDRON, turn=LATE).roll(6).play_event(19).stop()
    assert not table.view.effects


# --- 11S No Mercy! ---------------------------------------------------------------------------------------------
def test_11s_no_mercy_a_step_each_even_without_effect() -> None:
    table = axis_attack({"soviet": [11]}).play_event(11).roll(1)
    assert table.result == "NE"
    assert set(table.legal) == {LoseStep("G4"), LoseStep("G6")}
    assert table.at("S_W") == "box:destroyed", "the only defender takes the loss of its side"
    table.lose("G6")
    assert table.seen(UnitFlipped) == [UnitFlipped("G6", 1, "loss")]
    assert not table.view.effects


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
def test_11s_no_mercy_waits_for_the_counterattack(rules: str) -> None:
    """C-141: it bears on the end of the battle, so that a counterattack, where cards are discarded, does not end it."""
    units = {"G4": "1511", "S_W": "1611"}
    table = axis_attack({"soviet": [11]}, units, rules=rules).play_event(11).roll(1).counterattack()
    assert not table.seen(UnitFlipped)
    table.roll(3)
    assert table.result == "NE"
    assert table.seen(UnitFlipped) == [UnitFlipped("G4", 1, "loss")]
    assert table.at("S_W") == "box:destroyed"


def test_11s_no_mercy_after_an_exchange_one_more() -> None:
    units = {"G1Pz": "1511", "S_KAL": "1611 back"}
    table = axis_attack({"soviet": [11]}, units, turn=LATE, initiative="axis").play_event(11).roll(4)
    assert table.result == "EX"
    assert table.at("G1Pz") == "box:destroyed", "a step each, twice"
    assert table.at("S_KAL") == "box:destroyed"


def test_11s_no_mercy_spares_those_who_took_no_part() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_S": "1711", "RUM3": "1511"}
    table = axis_attack({"soviet": [11]}, units).play_event(11).roll(2)
    assert table.at("S_W") == "box:destroyed"
    assert table.unit("G4").face == 1
    assert (table.at("S_S"), table.at("RUM3")) == ("1711", "1511")


@shows("boundary")
def test_11s_no_mercy_no_survivors_no_loss() -> None:
    units = {"G4": "1511", "G6": "1610", "S_W": "1611"}
    table = axis_attack({"soviet": [11]}, units).play_event(11).roll(3)
    table.lose("G4")
    assert table.at("S_W") == "box:destroyed"
    assert set(table.legal) == {LoseStep("G4"), LoseStep("G6")}, "the Axis alone has somebody left"


def test_11s_no_mercy_only_with_axis_initiative() -> None:
    assert "initiative" in refusal(axis_attack({"soviet": [11]}, turn=LATE), SOVIET, 11)
