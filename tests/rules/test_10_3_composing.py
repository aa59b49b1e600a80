"""10.2 to 10.4: putting battles together (CPR-5 to CPR-8)."""

from __future__ import annotations

from rules.combat_helpers import Table

from noretreat.core.actions import AddTarget, AssignAttacker, BeginBattle, Done
from noretreat.core.board import BOARD
from noretreat.core.events import BattleBegan, TargetLapsed
from noretreat.explain.refusals.why_not import why_not


def attackers(table: Table) -> set[str]:
    return {action.unit for action in table.of(AssignAttacker)}


def joinable(table: Table) -> set[str]:
    return {action.hex for action in table.of(AddTarget)}


# G4 (1511) is next to both fronts, G6 (1512) only to 1612, G9 (1610) only to 1611.
TWO = {"G4": "1511", "G6": "1512", "G9": "1610", "S_W": "1611", "S_S": "1612"}


# --- CPR-5: allocation -----------------------------------------------------------------------------------------
def test_cpr_5_a_unit_attacks_once() -> None:
    table = Table(units=TWO).declare("1611", "1612").attack("1611", "G4", "G9")
    table.roll(2)  # 8 against 4, 2:1: a counterblow
    table.mark("1511")
    assert table.battle.attackers == ("G6",), "G4 has fought"


def test_cpr_5_the_last_unit_that_can_attack_a_target_is_kept_for_it() -> None:
    units = {"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}
    table = Table(units=units).declare("1611", "1612").do(BeginBattle("1612"))
    assert attackers(table) == {"G4", "G6"}
    table.do(AssignAttacker("G6"))
    assert attackers(table) == set(), "only G4 can attack 1611, and G6 cannot be there with it"
    if table.asked("compose"):
        table.do(Done())
    assert table.battle.attackers == ("G6",)


def test_cpr_5_or_takes_that_target_along() -> None:
    units = {"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}
    table = Table(units=units).declare("1611", "1612").do(BeginBattle("1612"), AssignAttacker("G4"))
    # to stop here is no option, and nothing else is left: the answer is given unasked
    assert set(table.battle.targets) == {"1611", "1612"}
    assert table.battle.attackers == ("G4",)


def test_cpr_5_a_hex_that_would_leave_another_out_cannot_join() -> None:
    """G4 alone is next to 1510, and takes one Target along with counterblow hexes: 1612 is left to G6."""
    units = {**TWO, "G9": "1710", "S_NW": "1510", "S_CEN": "1411"}
    table = Table(units=units, rules="digital", hand="soviet 1 3").declare("1510", "1612").counterblow("1411", "1611")
    table.do(BeginBattle("1611"), AssignAttacker("G4"))
    assert joinable(table) == {"1510", "1411"}
    refusal = why_not(table.state, AddTarget("1612"))
    assert refusal is not None
    assert refusal.code == "leaves-another"


def test_cpr_5_nobody_is_asked_where_only_one_hex_can_join() -> None:
    """The battle used to be given up there, and its first question came back for ever."""
    units = {**TWO, "G9": "1710", "S_NW": "1510"}
    table = Table(units=units, rules="digital", hand="soviet 1").declare("1510", "1612").counterblow("1611")
    table.do(BeginBattle("1611"), AssignAttacker("G4"))
    planned = {tuple(BOARD.id_of[node] for node in targets) for targets, _ in table.state.planned}
    assert planned == {("1611", "1510"), ("1612",)}


def test_cpr_5_each_target_hex_is_in_one_battle() -> None:
    table = Table(units=TWO).declare("1611", "1612").attack("1611", "G9").roll(5)
    table.retreat("S_W")
    table.stop()
    assert table.seen(BattleBegan)[0].targets == ("1611",)
    assert not any(action.hex == "1611" for action in table.of(BeginBattle))


def test_cpr_5_a_target_that_nobody_can_attack_any_more_is_withdrawn() -> None:
    # G4 attacks 1611; the counterattack throws it and its idle stack-mate back; nobody is left for 1512
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_S": "1512"}
    table = Table(units=units).declare("1611", "1512").attack("1611", "G4")
    table.roll(1).counterattack().roll(6)
    table.retreat("G4").retreat("G6").stop()
    assert table.happened(TargetLapsed("1512"))
    assert table.view.phase == "cards"


# --- CPR-6: battles against several hexes -----------------------------------------------------------------------
def test_cpr_6_all_attackers_are_next_to_all_targets() -> None:
    table = Table(units=TWO).declare("1611", "1612").do(BeginBattle("1611"), AssignAttacker("G4"))
    assert joinable(table) == {"1612"}
    table.do(AssignAttacker("G9"))
    assert joinable(table) == set(), "G9 is not next to 1612"


def test_cpr_6_once_a_hex_is_added_only_units_next_to_both_may_join() -> None:
    table = Table(units=TWO).declare("1611", "1612").do(BeginBattle("1611"), AssignAttacker("G4"), AddTarget("1612"))
    assert attackers(table) == set()
    assert table.battle.targets == ("1611", "1612")
    assert table.battle.defenders == ("S_W", "S_S")
    assert (table.odds.attack, table.odds.defense) == (4, 7)


def test_cpr_6_by_the_computer_rules_too_every_attacker_touches_every_hex() -> None:
    """C-125: G9 is next to the Target only, so it fights without the unit that takes the counterblow hex along."""
    table = Table(units=TWO, rules="digital", hand="soviet 1").declare("1611").counterblow("1612")
    table.do(BeginBattle("1611"), AssignAttacker("G4"))
    assert joinable(table) == {"1612"}
    assert "G9" not in attackers(table.do(AddTarget("1612")))
    table = Table(units=TWO, rules="digital", hand="soviet 1").declare("1611").counterblow("1612")
    table.do(BeginBattle("1611"), AssignAttacker("G4"), AssignAttacker("G9"))
    assert joinable(table) == set()


def test_cpr_6_any_number_of_hexes() -> None:
    units = {"G4": "1611", "S_W": "1711", "S_S": "1712", "S_NW": "1612"}
    table = Table(units=units).declare("1711", "1712", "1612").attack("1711", "G4", also=("1712", "1612"))
    assert set(table.battle.targets) == {"1711", "1712", "1612"}
    assert table.odds.defense == 10


def test_cpr_6_targets_and_counterblows_mix() -> None:
    table = Table(units=TWO, hand="soviet 1").declare("1611").counterblow("1612")
    table.attack("1611", "G4", also=("1612",))
    assert set(table.battle.targets) == {"1611", "1612"}


def test_cpr_6_a_disorganized_unit_does_not_join_where_a_target_is_attacked() -> None:
    units = {**TWO, "G4": "1511 disorganized"}
    table = Table(units=units, hand="soviet 1").declare("1611").counterblow("1612").do(BeginBattle("1611"))
    assert attackers(table) <= {"G9"}
    assert table.battle.attackers == ("G9",)


def test_cpr_6_it_may_answer_counterblows_together_with_others() -> None:
    units = {**TWO, "G4": "1511 disorganized"}
    table = Table(units=units, hand="soviet 1 3").declare().counterblow("1611", "1612")
    table.do(BeginBattle("1611"))
    assert attackers(table) == {"G4", "G9"}
    table.do(AssignAttacker("G4"))
    assert joinable(table) == {"1612"}


# --- CPR-7: stacks ---------------------------------------------------------------------------------------------
def test_cpr_7_stack_mates_need_not_attack_together() -> None:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_S": "1512"}
    table = Table(units=units).declare("1611", "1512").attack("1611", "G4").roll(3).mark("1511")
    assert table.battle.attackers == ("G6",)
    assert table.battle.targets == ("1512",)


def test_cpr_7_all_units_of_a_target_hex_defend() -> None:
    table = Table(phase="combat soviet", units={"S_SW": "1611", "G4": "1511", "G6": "1511"}).fight("1511", "S_SW")
    assert set(table.battle.defenders) == {"G4", "G6"}
    assert table.odds.defense == 8


def test_cpr_7_white_units_stand_aside_in_a_paid_counterblow() -> None:
    units = {"S_SW": "1611", "G4": "1511", "KG1": "1511"}
    table = Table(phase="combat soviet", units=units, hand="axis 1").declare().counterblow("1511")
    assert table.battle.defenders == ("G4",)
    assert table.odds.defense == 4


def test_cpr_7_they_suffer_its_retreat_but_no_loss_and_are_not_shattered() -> None:
    units = {"S_SW": "1611", "S_W": "1610", "G4": "1511", "KG1": "1511"}
    table = Table(phase="combat soviet", units=units, hand="axis 1").declare().counterblow("1511")
    table.attack("1511", "S_SW", "S_W").roll(6)  # 9 against 4, 2:1: DS would be 3:1; a 6 is DR
    table.retreat("G4").retreat("KG1")
    assert table.at("KG1") != "1511"
    assert table.at("KG1").isdigit()


def test_cpr_7_and_do_not_counterattack_from_it() -> None:
    units = {"S_W": "1611", "G1Pz": "1511", "KG1": "1511"}
    table = Table(phase="combat soviet", units=units, hand="axis 1").declare().counterblow("1511")
    table.roll(1).counterattack()
    assert table.battle.attackers == ("G1Pz",)


def test_cpr_7_under_a_marker_rolled_last_turn_they_defend_like_others() -> None:
    units = {"S_SW": "1611", "G4": "1511", "KG1": "1511"}
    table = Table(phase="combat soviet", units=units, counterblow="1511")
    assert set(table.battle.defenders) == {"G4", "KG1"}
    assert table.odds.defense == 6


# --- CPR-8: order ----------------------------------------------------------------------------------------------
def test_cpr_8_the_phasing_side_picks_the_next_battle() -> None:
    for first in ("1611", "1612"):
        table = Table(units=TWO).declare("1611", "1612")
        assert {action.hex for action in table.of(BeginBattle)} == {"1611", "1612"}
        table.attack(first, "G9" if first == "1611" else "G6")
        assert table.battle.targets == (first,)
