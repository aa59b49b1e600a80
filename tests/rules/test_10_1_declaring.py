"""10.1: targets and counterblows (CPR-1 to CPR-4)."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import BeginBattle, DeclareTarget, Done, PayCard, PlaceCounterblow
from noretreat.core.events import CardDiscarded, CounterblowLapsed

# Three Axis armies with two Soviet fronts below each of them.
FRONT = {
    "G4": "1311", "G6": "1511", "G9": "1711",
    "S_NW": "1312", "S_W": "1412", "S_S": "1512", "S_KAL": "1612", "S_VOR": "1712", "S_STA": "1812",
}  # fmt: skip
SOVIETS = ("1312", "1412", "1512", "1612", "1712", "1812")
TARGETS = [DeclareTarget(name) for name in SOVIETS]


def targets(table: Table) -> set[str]:
    return {action.hex for action in table.of(DeclareTarget)}


def counterblows(table: Table) -> set[str]:
    return {action.hex for action in table.of(PlaceCounterblow)}


# --- CPR-1: how many markers ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "limit"), [(4, 5), (5, 3), (7, 5), (19, 5), (20, 3), (25, 3), (26, 1), (27, 1)])
def test_cpr_1_targets_of_the_axis(turn: int, limit: int) -> None:
    table = Table(turn=turn, units=FRONT)
    assert table.view.targets_left == limit
    table.do(*TARGETS[: limit - 1])
    assert DeclareTarget(SOVIETS[limit - 1]) in table.legal
    table.do(TARGETS[limit - 1])
    assert not table.of(DeclareTarget)


@pytest.mark.parametrize("turn", [5, 20, 26])
def test_cpr_1_the_soviets_always_have_five(turn: int) -> None:
    table = Table(turn=turn, phase="combat soviet", units={**FRONT, "G11": "1311", "G17": "1511", "G18": "1711"})
    assert table.view.targets_left == 5


def test_cpr_1_a_counterblow_left_from_the_last_turn_uses_a_marker_of_its_owner() -> None:
    units = {"G4": "1311", "G6": "1511", "S_W": "1412", "S_S": "1512"}
    table = Table(turn=26, phase="combat soviet", units=units, counterblow="1311", hand="axis 1 3")
    table.declare()
    assert not table.asked("counterblow"), "on turn 26 the Axis has one marker, and it lies in 1311"
    table = Table(turn=25, phase="combat soviet", units=units, counterblow="1311", hand="axis 1 3")
    table.declare()
    assert counterblows(table) == {"1511"}


def test_cpr_1_the_limit_of_the_turn_binds_paid_counterblows_too() -> None:
    units = {"G4": "1311", "G6": "1511", "G9": "1711", "G11": "1910", "S_NW": "1411", "S_S": "1611", "S_W": "1811"}
    table = Table(turn=5, phase="combat soviet", units=units, hand="axis 1 3 5 7 9")
    table.declare()
    for name in ("1311", "1511", "1711"):
        table.do(PlaceCounterblow(name))
        table.do(table.of(PayCard)[0])
    assert not counterblows(table)


# --- CPR-2: standing counterblows ------------------------------------------------------------------------------
def test_cpr_2_a_standing_counterblow_must_be_attacked() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, counterblow="1611")
    assert not table.of(DeclareTarget), "it needs no Target, and the hex may not bear one"
    assert table.battle.targets == ("1611",)
    assert table.battle.attackers == ("G4",)


@pytest.mark.parametrize("responder", ["G4 1511 disorganized", "KG1 1511"])
def test_cpr_2_units_that_cannot_attack_by_themselves_must_answer_it(responder: str) -> None:
    """CAD-1."""
    name, *place = responder.split()
    table = Table(units={name: " ".join(place), "S_W": "1611"}, counterblow="1611")
    assert table.battle.attackers == (name,)


def test_cpr_2_it_lapses_when_nobody_is_adjacent() -> None:
    table = Table(units={"G4": "1411", "G6": "1310", "S_W": "1611", "S_S": "1511"}, counterblow="1611")
    table.fight("1511", "G4")
    # 1611 has no Axis neighbor: no battle there
    assert table.battle.targets == ("1511",)
    table.roll(2)
    assert table.view.phase == "cards"
    assert not table.view.counterblows


def test_cpr_2_a_marker_in_an_empty_hex_comes_off_at_once() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}, counterblow="1412 1611")
    assert table.battle.targets == ("1611",)
    assert not table.view.counterblows


# --- CPR-3: targets ------------------------------------------------------------------------------------------
def test_cpr_3_hexes_next_to_an_able_unit_and_no_others() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611", "S_S": "1711", "S_NW": "1512"})
    assert targets(table) == {"1611", "1512"}
    assert Done() in table.legal


@pytest.mark.parametrize(
    "attacker",
    [{"G4": "1511 disorganized"}, {"KG1": "1511"}],
    ids=["disorganized", "white"],
)
def test_cpr_3_a_unit_that_cannot_attack_voluntarily_makes_no_target(attacker: dict[str, str]) -> None:
    """CAD-1."""
    table = Table(units={**attacker, "G6": "1311", "S_W": "1611"})
    assert not table.of(DeclareTarget)


def test_cpr_3_not_across_a_prohibited_hexside() -> None:
    # Lake Peipus lies between 1602 and 1603; 1502 and 1503 hold nobody
    table = Table(units={"G18": "1602", "S_LEN": "1603", "S_W": "1702"})
    assert targets(table) == {"1702"}


def test_cpr_3_not_a_hex_with_a_counterblow_marker() -> None:
    table = Table(units={"G4": "1511", "G6": "1610", "S_W": "1611", "S_S": "1512"}, counterblow="1611")
    assert targets(table) == {"1512"}


def test_cpr_3_a_declared_target_must_be_attacked() -> None:
    table = Table(units={"G4": "1511", "G6": "1510", "S_W": "1611", "S_S": "1512"})
    table.declare("1611", "1512")
    assert {action.hex for action in table.of(BeginBattle)} == {"1611", "1512"}
    assert Done() not in table.legal


def test_cpr_3_no_target_is_a_choice_too() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"})
    table.do(Done())
    assert table.view.phase == "cards"


# --- CPR-4: paid counterblows ----------------------------------------------------------------------------------
def test_cpr_4_a_card_for_each_hex() -> None:
    table = Table(units={"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}, hand="soviet 1 3")
    table.declare()
    assert counterblows(table) == {"1611", "1612"}
    table.do(PlaceCounterblow("1611"))
    assert table.asked("pay")
    table.do(PayCard(3))
    assert [event.card for event in table.seen(CardDiscarded)] == [3]
    assert counterblows(table) == {"1612"}
    assert table.view.counterblows == ("1611",)


def test_cpr_4_no_card_no_counterblow() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"})
    table.declare()
    assert table.view.phase == "cards", "nobody was asked"


def test_cpr_4_not_a_target_hex() -> None:
    table = Table(units={"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}, hand="soviet 1")
    table.declare("1611")
    assert counterblows(table) == {"1612"}


def test_cpr_4_not_a_hex_of_white_units_only() -> None:
    table = Table(units={"G4": "1511", "G6": "1512", "OST1": "1611", "S_S": "1612"}, hand="soviet 1")
    table.declare()
    assert counterblows(table) == {"1612"}


def test_cpr_4_a_disorganized_unit_may_bear_one() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611 disorganized"}, hand="soviet 1")
    table.declare()
    assert counterblows(table) == {"1611"}


def test_cpr_4_only_next_to_a_phasing_unit() -> None:
    table = Table(units={"G4": "1511", "S_W": "1711", "S_S": "1512"}, hand="soviet 1 3")
    table.declare()
    assert counterblows(table) == {"1512"}


def test_cpr_4_disorganized_and_white_units_have_to_answer() -> None:
    table = Table(units={"KG1": "1511", "G4": "1510 disorganized", "S_W": "1611"}, hand="soviet 1")
    table.counterblow("1611")
    assert table.asked("compose") or table.battle.targets == ("1611",)
    table.attack("1611", "KG1")
    assert table.battle.attackers == ("KG1",)


def test_cpr_4_no_terrain_for_the_defender_of_a_counterblow() -> None:
    table = Table(units={"G4": "1710", "S_W": "1810"}, hand="soviet 1").declare().counterblow("1810")
    assert table.battle.targets == ("1810",)
    assert "terrain" not in table.shifts, "the forest of 1810 does not count"


def test_cpr_4_markers_lapse_with_an_event_when_nobody_can_answer() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611", "S_S": "1512"}, hand="soviet 1 3")
    table.declare("1611").counterblow("1512")
    table.attack("1611", "G4", also=("1512",))
    assert table.battle.targets == ("1611", "1512"), "the only attacker has to take both"
    assert not table.seen(CounterblowLapsed)
