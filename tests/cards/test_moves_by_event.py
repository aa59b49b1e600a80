"""Events of the end of movement, and the Prepared Offensive."""

from __future__ import annotations

from typing import Any

import pytest
from cards.marks import shows
from rules.combat_helpers import CENTER, Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    ChooseHex,
    DetrainUnit,
    Done,
    MoveUnit,
    RetreatUnit,
    ShatterUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import CounterblowPlaced
from noretreat.explain.sentences import asking
from noretreat.rules.windows import Window

UNITS = {"G4": "1511", "G1Pz": "1513", "G6": "0606", "S_W": CENTER, "S_NW": "2310"}


def after_moving(side: str, **words: Any) -> Table:
    """The Movement Phase of a side is over."""
    words.setdefault("units", UNITS)
    return Table(cards=True, phase=f"movement {side}", **words).do(Done())


def moving(side: str, **words: Any) -> Table:
    """It is not over yet: the place to ask why an event will not be possible."""
    words.setdefault("units", UNITS)
    return Table(cards=True, phase=f"movement {side}", **words)


def refusal(table: Table, side: int, card: int, window: Window = Window.MOVE_END) -> str:
    return why_not_now(table.state, side, card, window) or ""


def movers(table: Table) -> set[str]:
    return {action.unit for action in table.of(MoveUnit)}


def goals(table: Table, unit: str) -> set[str]:
    return {action.to for action in table.of(MoveUnit) if action.unit == unit}


# --- 10A Battle Initiative -------------------------------------------------------------------------------------
def test_10a_one_free_supplied_unit_two_points() -> None:
    table = after_moving("soviet", hands={"axis": [10]}).play_event(10)
    assert movers(table) == {"G1Pz", "G6"}, "a Soviet zone holds the 4th Army"
    assert goals(table, "G6") >= {"0607", "0706"}
    table.do(MoveUnit("G6", "0607"))
    assert (table.at("G6"), table.at("G1Pz")) == ("0607", "1513")
    assert not table.of(MoveUnit)


def test_10a_not_an_unsupplied_unit_and_not_in_the_axis_turn() -> None:
    units = {"G6": "0606 unsupplied", "S_NW": "2310"}
    table = moving("soviet", units=units, hands={"axis": [10]})
    assert refusal(table, AXIS, 10) == "no supplied unit is free of enemy zones (8.5)"
    own = Table(cards=True, phase="movement axis", units=UNITS, hands={"axis": [10]})
    assert "Soviet player turn" in refusal(own, AXIS, 10)


def test_10a_it_may_end_in_an_enemy_zone() -> None:
    table = after_moving("soviet", units={**UNITS, "G17": "1410"}, hands={"axis": [10]}).play_event(10)
    assert "1510" in goals(table, "G17")


# --- 39A Operational Moves, 43A Panzerblitz!, 41S Central Command ----------------------------------------------
@shows("boundary")
def test_39a_one_point_each_and_no_hex_that_costs_more() -> None:
    units = {**UNITS, "G17": "0704 unsupplied"}
    table = after_moving("soviet", units=units, hands={"axis": [39]}).play_event(39)
    assert movers(table) == {"G1Pz", "G6", "G17"}
    cheap = BOARD.cost[False][0][1]
    assert all(cheap >> BOARD.node_of[node] & 1 for node in goals(table, "G6"))
    dear = set(BOARD.ids(BOARD.adjacent[BOARD.node_of["0606"]] & ~cheap))
    assert dear.isdisjoint(goals(table, "G6"))
    table.do(MoveUnit("G6", min(goals(table, "G6"))))
    assert movers(table) == {"G1Pz", "G17"}, "each once"
    table.do(Done())
    assert table.at("G17") == "0704"


def test_43a_armor_in_clear_weather() -> None:
    table = after_moving("soviet", hands={"axis": [43]}).play_event(43)
    assert movers(table) == {"G1Pz"}
    mud = moving("soviet", weather="mud", hands={"axis": [43]})
    assert refusal(mud, AXIS, 43) == "only in clear weather (13.1)"


@shows("boundary")
def test_41s_four_units_one_hex_whatever_it_costs() -> None:
    units = {"S_W": "2008", "S_S": "2310", "S_NW": "2207", "S_SW": "1909", "S_BRY": "2314", "G4": "1007"}
    table = after_moving("axis", units=units, hands={"soviet": [41]}).play_event(41)
    around = set(BOARD.ids(BOARD.adjacent[BOARD.node_of["2008"]]))
    assert goals(table, "S_W") == around
    for unit in ("S_W", "S_S", "S_NW", "S_SW"):
        table.do(MoveUnit(unit, min(goals(table, unit) - {"2008"})))
    assert "S_BRY" not in movers(table)
    assert table.at("S_BRY") == "2314"


# --- 36A Surprise Attack ---------------------------------------------------------------------------------------
STACK = {"G6": "1411", "G9": "1411", "S_W": CENTER, "S_NW": "2310"}


def test_36a_a_stack_moves_and_strikes() -> None:
    table = after_moving("soviet", units=STACK, hands={"axis": [36]}).play_event(36)
    assert len({action.unit for action in table.of(MoveUnit)}) == 1, "the stack moves in the name of one unit"
    leader = table.of(MoveUnit)[0].unit
    assert goals(table, leader) >= {"1511", "1610"}
    table.do(MoveUnit(leader, "1511"))
    assert (table.at("G6"), table.at("G9")) == ("1511", "1511")
    assert [event.hex for event in table.seen(CounterblowPlaced)] == ["1511"]


@shows("boundary")
def test_36a_no_further_than_two_hexes_and_only_with_everybody() -> None:
    far = moving("soviet", units={**STACK, "G6": "1211", "G9": "1211"}, hands={"axis": [36]})
    assert refusal(far, AXIS, 36) == "no supplied stack can reach the enemy (8.0)"
    cut = {"G6": "1411 unsupplied", "G9": "1411 unsupplied"}
    lost = moving("soviet", units={**STACK, **cut}, hands={"axis": [36]})
    assert refusal(lost, AXIS, 36) == "no supplied stack can reach the enemy (8.0)"


@shows("boundary")
def test_36a_one_supplied_unit_makes_a_supplied_stack() -> None:
    """CRD-12: of several units one in supply is enough (6.5.5)."""
    units = {**STACK, "G9": "1411 unsupplied"}
    table = after_moving("soviet", units=units, hands={"axis": [36]}).play_event(36)
    table.do(MoveUnit(table.of(MoveUnit)[0].unit, "1511"))
    assert (table.at("G6"), table.at("G9")) == ("1511", "1511")


@shows("10A 36A 39A", "negative")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_rumanians_of_turn_1_are_not_moved_by_events_either(turn: int) -> None:
    """C-53."""
    units = {"RUM3": "0816", "S_SW": "1016", "S_NW": "2310"}
    for card in (10, 36, 39):
        table = moving("soviet", turn=turn, units=units, hands={"axis": [card]})
        assert bool(refusal(table, AXIS, card)) is (turn == 1)


def test_36a_a_stack_already_there_may_stay() -> None:
    table = after_moving("soviet", units={**STACK, "G6": "1511", "G9": "1511"}, hands={"axis": [36]}).play_event(36)
    leader = table.of(MoveUnit)[0].unit
    table.do(MoveUnit(leader, "1511"))
    assert [event.hex for event in table.seen(CounterblowPlaced)] == ["1511"]


def test_36a_not_without_a_marker() -> None:
    """CPR-1: from turn 26 the Axis has a single one, and it lies at Breslau."""
    words = {"turn": 26, "initiative": "axis", "units": {**STACK, "G4": "0606"}, "hands": {"axis": [36]}}
    assert refusal(moving("soviet", counterblow="0606", **words), AXIS, 36) == "no marker is left (10.1)"
    assert refusal(moving("soviet", **words), AXIS, 36) == ""


# --- 35S Maskirovka --------------------------------------------------------------------------------------------
@shows("boundary")
def test_35s_units_leave_the_train_and_move() -> None:
    units = {"S_W": "box:rail", "S_S": "box:rail", "S_NW": "2207", "G4": "1007"}
    table = after_moving("soviet", units=units, hands={"soviet": [35]}).play_event(35)
    table.do(DetrainUnit("S_W", "2008"), Done())
    assert movers(table) == {"S_W"}, "not who stayed on the train, not who was on the map"
    table.do(MoveUnit("S_W", min(goals(table, "S_W"))))
    assert (table.at("S_S"), table.at("S_NW")) == ("box:rail", "2207")
    assert not table.of(MoveUnit)


@shows("35S 18S", "bystander")
def test_the_paratroop_marker_leaves_its_train_for_its_drop_only() -> None:
    """15.9: no event that detrains units puts it on the map."""
    units = {"S_W": "box:rail", "PARA": "box:rail", "S_NW": "2207", "G4": "1007"}
    table = after_moving("soviet", units=units, hands={"soviet": [35]}).play_event(35)
    assert {action.unit for action in table.of(DetrainUnit)} == {"S_W"}
    table = Table(cards=True, phase="cards soviet", units=units, hands={"soviet": [18]}).play_event(18)
    while not table.of(DetrainUnit):
        table.do(Done())
    assert {action.unit for action in table.of(DetrainUnit)} == {"S_W"}


def test_35s_needs_a_train() -> None:
    table = moving("soviet", hands={"soviet": [35]})
    assert refusal(table, SOVIET, 35) == "no unit in the rail box can be detrained (9.2)"


# --- 32S Prepared Offensive ------------------------------------------------------------------------------------
TWO = {"S_W": "2008", "S_S": "2109", "S_NW": "2207", "S_SW": "2310", "G4": "1007"}


def prepared() -> Table:
    table = Table(cards=True, turn=13, phase="movement soviet", units=TWO, hands={"soviet": [32]})
    return table.play_event(32)


def test_32s_three_connected_hexes() -> None:
    table = prepared().do(ChooseHex("2109"))
    near = set(BOARD.ids(BOARD.adjacent[BOARD.node_of["2109"]]))
    assert {action.hex for action in table.of(ChooseHex)} == near
    first, second = sorted(near)[:2]
    table.do(ChooseHex(first), ChooseHex(second))
    assert not table.of(ChooseHex)
    assert table.of(MoveUnit)


def test_32s_an_extra_unit_stays_until_the_end_of_the_turn_and_steps_back() -> None:
    table = prepared().do(ChooseHex("2109"), Done())
    assert table.of(MoveUnit)
    table.do(MoveUnit("S_W", "2109"))
    table.do(Done())
    assert not table.of(ShatterUnit)
    while not table.of(RetreatUnit):
        table.do(table.legal[-1])
    assert table.actor == "soviet"
    assert asking.sentence(table.state, table.state.question) == (
        "Too many units in 2109: choose the one that moves back a hex."
    )
    assert {action.unit for action in table.of(RetreatUnit)} == {"S_W", "S_S"}
    table.do(next(action for action in table.of(RetreatUnit) if action.unit == "S_W"))
    assert (table.at("S_S"), table.at("S_W") != "2109") == ("2109", True)
    assert not table.of(RetreatUnit)
    assert table.view.effects == ()


def test_32s_a_fort_cannot_step_back() -> None:
    units = {**TWO, "S_LEN": "2109 back"}
    del units["S_S"]
    table = Table(cards=True, turn=13, phase="movement soviet", units=units, hands={"soviet": [32]}).play_event(32)
    table.do(ChooseHex("2109"), Done(), MoveUnit("S_W", "2109"), Done())
    while not table.of(RetreatUnit):
        table.do(table.legal[-1])
    assert {action.unit for action in table.of(RetreatUnit)} == {"S_W"}


@shows("boundary")
def test_32s_two_units_too_many_are_too_many() -> None:
    table = prepared().do(ChooseHex("2109"), Done())
    table.do(MoveUnit("S_W", "2109"), MoveUnit("S_NW", "2109"), Done())
    assert {action.unit for action in table.of(ShatterUnit)} == {"S_W", "S_S", "S_NW"}
