"""Events that bring another battle, and those of the end of the Combat Phase."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cards.battles import IN_1945, LATE, axis_attack, playable, refusal, soviet_attack
from cards.marks import shows
from rules.combat_helpers import Table

from noretreat.core.actions import (
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    ChooseUnit,
    CommitSupport,
    DeclareTarget,
    DetrainUnit,
    Done,
    Pass,
    PlayEvent,
)
from noretreat.core.board import SOVIET
from noretreat.core.events import EffectExpired, ResultFound, TargetDeclared, UnitAdvanced, UnitPlaced
from noretreat.rules import obligations
from noretreat.rules.windows import Window

# --- 17S Infiltration Tactics ----------------------------------------------------------------------------------
STACK = {"S_CEN": "1611 back", "S_W": "1610 back", "G4": "1511", "G8": "1511 back"}  # 15 to 4 and 3


def infiltrated(first: str = "G4", hands: dict[str, list[int]] | None = None, **words: Any) -> Table:
    table = soviet_attack(hands or {"soviet": [17]}, STACK, turn=LATE, **words)
    if table.asked("support"):
        table.support(yes=True)
    return table.play_event(17).do(ChooseUnit(first))


def settle(table: Table, die: int) -> Table:
    """Rolls, retreats and loses steps as they come; nobody advances."""
    return retreated(table.roll(die))


def retreated(table: Table) -> Table:
    while any(table.asked(question) for question in ("retreat", "step_loss", "cadre")):
        table.do(table.legal[0])
    return table


def test_17s_infiltration_one_unit_after_the_other_with_odds_of_its_own() -> None:
    table = infiltrated()
    assert table.battle.defenders == ("G4",)
    assert (table.odds.attack, table.odds.defense, table.shifts) == (15, 4, {"armor": 1})
    settle(table, 4)
    assert table.battle.defenders == ("G8",)
    assert (table.odds.defense, table.shifts) == (3, {}), "against mechanized troops armor has no bonus"
    assert table.actor == "chance", "neither supports nor cards again"


def test_17s_infiltration_the_soviets_choose_the_order() -> None:
    table = soviet_attack({"soviet": [17]}, STACK, turn=LATE).play_event(17)
    assert table.actor == "soviet"
    assert table.legal == (ChooseUnit("G4"), ChooseUnit("G8"))
    assert table.do(ChooseUnit("G8")).battle.defenders == ("G8",)


def test_17s_infiltration_the_other_unit_does_not_retreat_with_the_first() -> None:
    table = settle(infiltrated(), 4)
    assert table.result == "DR"
    assert table.at("G4") != "1511"
    assert table.at("G8") == "1511"
    assert not table.seen(UnitAdvanced), "advances after both"


def test_17s_infiltration_nor_the_first_with_the_other() -> None:
    table = settle(infiltrated(), 1)
    assert table.result == "EX"
    settle(table, 6)
    assert table.at("G8") != "1511"
    assert table.at("G4") == "1511"
    assert not table.asked("advance"), "the hex is not empty"


def test_17s_infiltration_advance_when_both_are_gone() -> None:
    table = settle(settle(infiltrated(), 4), 5)
    assert table.asked("advance")
    assert AdvanceUnit("S_CEN", "1511") in table.legal


def test_17s_infiltration_support_counts_for_both() -> None:
    table = infiltrated(supports="0 2")
    assert table.shifts["support"] == 1
    settle(table, 6)
    assert table.battle.defenders == ("G8",)
    assert table.shifts["support"] == 1
    assert table.view.supports["soviet"] == 1, "it is spent once"


def test_17s_infiltration_an_axis_card_counts_for_both() -> None:
    table = infiltrated(hands={"soviet": [17], "axis": [34]}).play_event(34)
    assert table.shifts["card34"] == -1
    assert settle(table, 6).shifts["card34"] == -1
    table = infiltrated(hands={"soviet": [17], "axis": [4]}).play_event(4)
    retreated(table)
    assert "1511" not in (table.at("G4"), table.at("G8")), "both retreat without a roll"


def test_17s_infiltration_strikes_back_alone_and_the_cards_wait() -> None:
    table = infiltrated(hands={"soviet": [17], "axis": [32]}, supports="0 2").play_event(32)
    assert table.battle.counterattack
    assert table.battle.attackers == ("G4",)
    table.decline()
    assert table.battle.attackers == ("G8",), "the other one has to strike back as well"
    assert [event.how for event in table.seen(ResultFound)].count("32-axis") == 2


def test_17s_infiltration_the_second_half_has_the_support_after_a_counterattack_too() -> None:
    units = {"S_W": "1611", "G17": "1511", "G8": "1511 back"}
    table = soviet_attack({"soviet": [17]}, units, supports="0 2").support(yes=True).play_event(17)
    table.do(ChooseUnit("G17"))
    table.roll(1).counterattack()
    assert table.shifts == {}
    assert table.roll(2).result == "NE"
    assert table.battle.defenders == ("G8",)
    assert table.shifts == {"support": 1}


@shows("boundary")
def test_17s_infiltration_needs_two_units() -> None:
    table = soviet_attack({"soviet": [17]}, turn=LATE)
    assert refusal(table, SOVIET, 17) == "only against two units in a single hex (5.3.1)"
    assert not playable(table)


def test_17s_infiltration_not_against_two_hexes() -> None:
    units = {"S_CEN": "1612 back", "G4": "1511", "G16": "1512"}
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"soviet": [17]})
    table.fight("1511", "S_CEN", also=("1512",))
    assert len(table.battle.targets) == 2
    assert "single hex" in refusal(table, SOVIET, 17)


def test_17s_infiltration_not_in_the_axis_turn() -> None:
    assert "Soviet player turn" in refusal(axis_attack({"soviet": [17]}), SOVIET, 17)


def test_17s_infiltration_leaves_nothing_behind() -> None:
    table = settle(settle(infiltrated(), 4), 5).stop()
    assert table.view.phase != "combat"
    assert not table.view.effects
    assert not table.view.table


def test_17s_infiltration_cancelled_they_fight_together() -> None:
    hands = {"soviet": [17], "axis": [14]}
    table = soviet_attack(hands, STACK, turn=LATE, initiative="axis").play_event(17).play_event(14)
    assert table.battle.defenders == ("G4", "G8")


# --- 51S One Last Push! ----------------------------------------------------------------------------------------
PUSH = {"S_W": "1611 back", "S_KAL": "1610 back", "G4": "1511"}


def exchanged(hands: dict[str, list[int]], **words: Any) -> Table:
    table = soviet_attack(hands, PUSH, turn=IN_1945, **words)
    if table.asked("window"):
        table.do(Pass())
    table.roll(table.odds.results.index("EX") + 1)
    return table.lose("S_W")


def test_51s_one_last_push_the_survivors_fight_again() -> None:
    table = exchanged({"soviet": [51]})
    assert playable(table) == {51}
    table.play_event(51)
    assert table.battle.attackers == ("S_W", "S_KAL")
    assert (table.odds.attack, table.odds.defense) == (11, 3), "each side has lost a step"
    table.roll(6)
    assert table.view.hand_sizes["soviet"] == 0, "the card is drawn after the battle"
    table.retreat("G4").stop()
    assert table.deal(34).view.hand_sizes["soviet"] == 1


def test_51s_one_last_push_no_new_supports_and_cards() -> None:
    table = soviet_attack({"soviet": [51], "axis": [4]}, PUSH, turn=26, supports="0 3")
    table.support(yes=False)
    if table.asked("window"):
        table.do(Pass())
    table.roll(table.odds.results.index("EX") + 1).lose("S_W").play_event(51)
    assert table.actor == "chance"
    assert CommitSupport() not in table.legal


def test_51s_one_last_push_only_after_an_exchange() -> None:
    table = soviet_attack({"soviet": [51]}, PUSH, turn=IN_1945)
    table.roll(table.odds.results.index("DR") + 1)
    assert not playable(table)


def test_51s_one_last_push_not_after_an_axis_attack() -> None:
    units = {"G1Pz": "1511", "S_W": "1611 back"}
    table = axis_attack({"soviet": [51]}, units, turn=IN_1945)
    table.roll(table.odds.results.index("EX") + 1)
    assert not playable(table)


@shows("boundary")
def test_51s_one_last_push_not_when_nobody_is_left() -> None:
    units = {"S_W": "1611 back", "S_KAL": "1610 back", "G4": "1511 back"}
    table = soviet_attack({"soviet": [51]}, units, turn=IN_1945)
    table.roll(table.odds.results.index("EX") + 1).lose("S_W")
    assert table.at("G4") == "box:destroyed"
    assert not playable(table)


def test_51s_one_last_push_the_ground_is_that_of_the_first_battle() -> None:
    units = {"S_W": "0804 back", "S_CEN": "0604 back", "G4": "0704"}
    table = soviet_attack({"soviet": [51]}, units, "0704", turn=IN_1945)
    ground = table.shifts["terrain"]
    table.roll(table.odds.results.index("EX") + 1).lose("S_W").play_event(51)
    assert table.shifts["terrain"] == ground


def test_51s_one_last_push_takes_the_second_battle_of_sturmoviks() -> None:
    table = soviet_attack({"soviet": [23, 51]}, PUSH, turn=IN_1945).play_event(23)
    table.roll(table.odds.results.index("EX") + 1).lose("S_W").play_event(51)
    assert table.odds.attack == 19, "11, and 4 for each of two units"
    settle(table, 6).stop()
    assert table.happened(EffectExpired("soviet", 23))


def test_51s_one_last_push_the_table_can_be_looked_at_when_an_attacker_is_gone() -> None:
    units = {"S_W": "1910 back", "S_KAL": "1811", "G4": "1911"}
    table = soviet_attack({"soviet": [51]}, units, "1911", turn=7, initiative="soviet")
    table.roll(table.odds.results.index("EX") + 1).lose("S_KAL")
    assert playable(table) == {51}
    assert table.battle.attackers == ("S_W", "S_KAL")
    assert table.odds.shifts


# --- 29S Wave Assault ------------------------------------------------------------------------------------------
WAVES = {"S_W": "1611 back", "G4": "1511", "S_KAL": "1512 back"}


def after_the_battles(units: dict[str, str], **words: Any) -> Table:
    """The Soviets have attacked 1511 with S_W, without effect; the Combat Phase is about to end."""
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"soviet": [29]}, **words)
    table.fight("1511", "S_W")
    die = next(die for die, result in enumerate(table.odds.results, 1) if result in ("NE", "CB"))
    return table.roll(die)


def test_29s_wave_assault_units_attack_again() -> None:
    table = after_the_battles(WAVES)
    assert playable(table) == {29}
    table.play_event(29)
    assert table.seen(TargetDeclared)[-1] == TargetDeclared("1511")
    assert table.of(AssignAttacker) == [AssignAttacker("S_W"), AssignAttacker("S_KAL")]
    table.attack("1511", "S_W", "S_KAL")
    assert table.odds.attack == 14


@shows("boundary")
def test_29s_wave_assault_an_unsupplied_unit_only_if_it_has_not_fought() -> None:
    table = after_the_battles({**WAVES, "S_W": "1611 back unsupplied", "S_KAL": "1512 back unsupplied"}).play_event(29)
    assert table.battle.attackers == ("S_KAL",), "nobody else can"


def test_29s_wave_assault_another_target_may_be_chosen() -> None:
    table = after_the_battles({**WAVES, "G6": "1412"}).play_event(29)
    assert set(table.legal) == {DeclareTarget("1511"), DeclareTarget("1412")}
    table.do(DeclareTarget("1412"))
    assert table.battle.attackers == ("S_KAL",), "only this one is next to it"


def test_29s_wave_assault_needs_no_free_marker() -> None:
    units = {"S_W": "1611 back", "G4": "1511", "G6": "1610", "G9": "1710", "G11": "1711", "G17": "1612"}
    units |= {"S_KAL": "1512 back"}
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"soviet": [29]})
    table.fight("1511", "S_W", also=("1610", "1710", "1711", "1612"))
    assert len(table.battle.targets) == 5
    table.roll(1)
    assert table.decline().view.targets_left == 0
    assert playable(table) == {29}


def test_29s_wave_assault_nobody_could_attack() -> None:
    units = {"S_W": "1611 back unsupplied", "G4": "1511"}
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=units, hands={"soviet": [29]})
    table.fight("1511", "S_W")
    assert refusal(table, SOVIET, 29, Window.COMBAT_END) == "none of your units could attack again (10.1.1)"
    assert not playable(table.roll(2))


def test_29s_wave_assault_not_in_the_axis_turn() -> None:
    table = Table(cards=True, turn=LATE, units={"G4": "1511", "S_W": "1611"}, hands={"soviet": [29]}).declare()
    assert not playable(table)
    assert "Soviet player turn" in refusal(table, SOVIET, 29, Window.COMBAT_END)


def test_29s_wave_assault_in_the_computer_rules() -> None:
    table = Table(cards=True, phase="combat soviet", turn=LATE, units=WAVES, hands={"soviet": [29]}, rules="digital")
    table.fight("1511", "S_W").roll(2)
    table.play_event(29).attack("1511", "S_W", "S_KAL")
    assert table.odds.attack == 14


@shows("29S 20S", "boundary")
def test_29s_the_attack_it_declares_counts_for_those_promised() -> None:
    """20S asks for declared attacks, and this one is declared like any other."""
    table = after_the_battles(WAVES)
    obligations.oblige(table.state, 20, SOVIET, obligations.DECLARED, 1, 2)
    table.play_event(29)
    assert [effect.value for effect in table.state.effects if effect.card == 20] == [0]


# --- 15S Strategic Reserves ------------------------------------------------------------------------------------
def end_of_combat(box: str, **words: Any) -> Table:
    """The Axis lets the phase end; a Soviet unit waits in a box."""
    units = {"G4": "1511", "S_W": "1611", "S_S": box, "S_NW": "2108"}
    table = Table(cards=True, units=units, hands={"soviet": [15]}, control={"soviet": ["2008"]}, **words)
    table.declare()
    return table.counterblow() if table.asked("counterblow") else table


@pytest.mark.parametrize("box", ["box:destroyed", "box:shattered", "box:surrendered"])
def test_15s_strategic_reserves_straight_to_the_map(box: str) -> None:
    table = end_of_combat(box)
    assert playable(table) == {15}
    table.play_event(15)
    assert DetrainUnit("S_S", "2008") in table.legal
    assert not any(action.to == "1611" for action in table.of(DetrainUnit)), "a hex holds one Soviet army"
    table.do(DetrainUnit("S_S", "2008"))
    assert table.happened(UnitPlaced("S_S", "2008", "event"))
    assert not table.unit("S_S").disorganized


def test_15s_strategic_reserves_a_shattered_unit_keeps_its_face() -> None:
    table = end_of_combat("box:shattered back").play_event(15).do(DetrainUnit("S_S", "2008"))
    assert table.unit("S_S").face == 1


def test_15s_strategic_reserves_not_from_the_rail_box() -> None:
    table = end_of_combat("box:rail")
    assert not playable(table)
    assert "no unit in the boxes" in refusal(table, SOVIET, 15, Window.COMBAT_END)


@shows("boundary")
def test_15s_strategic_reserves_not_next_to_the_enemy_in_the_open() -> None:
    table = end_of_combat("box:destroyed").play_event(15)
    assert DetrainUnit("S_S", "1610") not in table.legal


def test_15s_strategic_reserves_in_either_turn_with_axis_initiative_only() -> None:
    table = end_of_combat("box:destroyed", phase="combat soviet")
    assert playable(table) == {15}
    table = end_of_combat("box:destroyed", turn=LATE)
    assert "initiative" in refusal(table, SOVIET, 15, Window.COMBAT_END)


def test_17s_infiltration_no_second_half_when_the_attackers_are_lost() -> None:
    units = {"S_W": "1611", "G4": "1511", "G8": "1511 back"}
    table = soviet_attack({"soviet": [17]}, units, turn=10).play_event(17).do(ChooseUnit("G4"))
    table.roll(table.odds.results.index("EX") + 1)
    assert table.at("S_W") == "box:destroyed"
    assert len(table.seen(ResultFound)) == 1, "nobody is left to attack the other unit"
    assert (table.at("G8"), table.unit("G8").face) == ("1511", 1)
    assert not table.view.effects
    assert table.view.battle is None


def test_17s_infiltration_the_other_half_comes_after_all_simultaneous_results() -> None:
    """SIM-1, C-83: the second unit of the stack is attacked when the other battles have been settled."""
    units = {**STACK, "S_KAL": "1804 back", "G6": "1704"}
    table = Table(cards=True, phase="combat soviet", units=units, hands={"soviet": [17]}, turn=LATE, rules="digital")
    options = msgspec.structs.replace(table.state.setup.options, simultaneous_battles=True)
    table.state.setup = msgspec.structs.replace(table.state.setup, options=options)
    table.declare("1511", "1704")
    while not table.of(PlayEvent):
        wanted = [AssignAttacker("S_W"), AssignAttacker("S_CEN"), BeginBattle("1511"), AssignAttacker("S_KAL"), Done()]
        table.do(next((action for action in wanted if action in table.legal), table.legal[0]))
    table.play_event(17).do(ChooseUnit("G4"))
    while not (table.state.battle and table.state.battle.repeated):
        assert table.at("G8") == "1511", "it has stood aside until now"
        table.do(table.legal[-1])
    assert not table.state.waiting, "everything else is settled"
    assert table.battle.defenders == ("G8",)
