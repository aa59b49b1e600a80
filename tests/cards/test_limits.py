"""Where events stop: the limits, the bystanders and the end of halves whose other tests show them at work."""

from __future__ import annotations

from typing import Any

import pytest
from cards.battles import FRONT, axis_attack
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    AssignAttacker,
    Dealt,
    Discard,
    Done,
    LoseStep,
    MoveUnit,
    Pass,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import EventCancelled, EventPointsChanged, ObligationFailed
from noretreat.rules.windows import Window

HOME = {"G4": "0606", "S_NW": "2310"}


def at(phase: str, turn: int = 13, **words: Any) -> Table:
    words.setdefault("units", HOME)
    return Table(cards=True, turn=turn, phase=phase, **words)


def refusal(table: Table, side: int, card: int, window: Window) -> str:
    return why_not_now(table.state, side, card, window) or ""


def idle_until(table: Table, code: str) -> Table:
    """Ends and passes on to a question."""
    while not table.asked(code):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    return table


# --- steps and boxes --------------------------------------------------------------------------------------
def test_08s_one_upgrade_only_and_no_axis_unit() -> None:
    units = {"S_W": "2008", "S_NW": "2310", "G4": "0606 back"}
    table = at("organization soviet", 18, units=units, hands={"soviet": [8]}).play_event(8, "upgrade")
    assert set(table.of(UpgradeUnit)) == {UpgradeUnit("S_W"), UpgradeUnit("S_NW")}
    table.do(UpgradeUnit("S_NW"))
    assert not table.of(UpgradeUnit)
    assert (table.unit("S_W").face, table.unit("G4").face) == (0, 1)


@shows("boundary")
def test_25a_both_and_not_beside_the_enemy() -> None:
    units = {"KG1": "box:cadres", "KG2": "box:cadres", "G4": "0606", "S_NW": "0805"}
    table = at("organization axis", units=units, hands={"axis": [25]}).play_event(25)
    for unit in ("KG1", "KG2"):
        goals = {action.to for action in table.of(PlaceUnit) if action.unit == unit}
        assert goals
        assert "0705" not in goals, "next to the Soviet front, no city"
        table.do(PlaceUnit(unit, min(goals - {"0606"})))
    assert not any(action.unit.startswith("KG") for action in table.of(PlaceUnit))


def test_35a_fewer_eligible_units_lose_as_many_steps() -> None:
    units = {"S_W": "2008", "S_SW": "1716 unsupplied", "OST1": "1909", "G4": "1007"}
    table = at("organization axis", 17, units=units, hands={"axis": [35]}).play_event(35)
    assert table.at("S_W") == "box:destroyed", "nobody is asked: there is no other"
    assert (table.at("S_SW"), table.at("OST1")) == ("1716", "1909")
    assert not table.of(LoseStep)


@shows("boundary")
def test_38s_one_step_and_no_price() -> None:
    units = {"S_W": "2008", "S_SW": "box:destroyed", "S_S": "box:surrendered", "G4": "1007"}
    table = at("movement soviet", units=units, hands={"soviet": [38]}).play_event(38).deal(16).deal(17)
    chosen = next(action for action in table.of(ReplaceUnit) if action.unit == "S_SW")
    table.do(chosen)
    assert (table.at("S_SW"), table.at("S_S")) == (chosen.to, "box:surrendered")
    assert table.state.hands[SOVIET].bit_count() == 2, "nothing was paid"
    assert not table.of(ReplaceUnit)


def test_41a_only_where_an_axis_unit_stands_and_for_the_axis_alone() -> None:
    table = at("organization axis", units={"G4": "0606", "G6": "1007", "S_NW": "2310"}, hands={"axis": [41]})
    table.play_event(41)
    assert {getattr(action, "hex", None) for action in table.legal} == {"0606", "1007"}
    empty = at("organization axis", units={"G4": "box:destroyed", "S_NW": "2310"})
    assert refusal(empty, AXIS, 41, Window.ORGANIZATION) != ""


@shows("boundary")
def test_48a_nothing_to_rebuild_but_the_finns_who_do_not_come_to_germany() -> None:
    units = {"FEST1": "1104", "FEST2": "0704", "FEST3": "0606", "FINN": "box:removed", "G4": "0503", "S_NW": "2310"}
    table = at("organization axis", 25, units=units, hands={"axis": [48]})
    assert PlayEvent(48) not in table.legal
    assert refusal(table, AXIS, 48, Window.ORGANIZATION)


@shows("boundary")
def test_49a_not_a_third_one_and_one_is_enough() -> None:
    table = at("organization axis", 25, hands={"axis": [49]}).play_event(49)
    table.do(PlaceUnit("VOLKS1", "0503"))
    assert Done() in table.legal
    table.do(PlaceUnit("VOLKS2", "0704"))
    assert not any(action.unit.startswith("VOLKS") for action in table.of(PlaceUnit))
    assert table.at("VOLKS3") == "box:removed"


# --- cards and promises -----------------------------------------------------------------------------------
def test_19s_each_voluntary_attack_counts() -> None:
    """Two of three are made: one is missing."""
    table = at("cards axis", 7, units=FRONT, hands={"soviet": [19]}).play_event(19)
    idle_until(table, "declare").declare("1611", "1804")
    while not table.seen(ObligationFailed):
        actions = (*table.of(AssignAttacker), Done(), Pass(), *table.legal)
        table.do(next(action for action in actions if action in table.legal))
    assert table.seen(ObligationFailed) == [ObligationFailed("axis", 19, 1)]


def test_20s_four_cards_and_a_promise_that_counterblows_do_not_keep() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_NW": "2310"}
    table = at("cards soviet", 13, units=units, counterblow=["1511"], hands={"soviet": [20]}).play_event(20)
    for card in (16, 17, 18, 19):
        assert table.actor == "chance"
        table.deal(card)
    assert {16, 17, 18, 19} == set(table.view.hand or ())
    while not table.seen(ObligationFailed):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    (failed,) = table.seen(ObligationFailed)
    assert (failed.side, failed.missing) == ("soviet", 4)
    assert table.happened(EventPointsChanged(-2, -2, "20-soviet"))


def test_23a_is_no_promise_of_the_axis_and_over_with_the_phase() -> None:
    table = at("cards soviet", 7, hands={"axis": [23]}).play_event(23)
    while not table.seen(ObligationFailed):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    assert [event.side for event in table.seen(ObligationFailed)] == ["soviet"]
    assert not [effect for effect in table.state.effects if effect.card == 23]


def test_39s_not_the_blitz_of_the_axis_and_over_with_the_turn() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_NW": "2310"}
    table = at("cards soviet", 13, units=units, hands={"soviet": [39]}, supports="1 1").play_event(39)
    assert [effect.side for effect in table.state.effects if effect.card == 39] == [SOVIET]
    while table.view.phasing == "soviet":
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    assert not [effect for effect in table.state.effects if effect.card == 39]


def test_40a_the_better_of_two_cards() -> None:
    table = at("movement axis", hands={"axis": [40]}).play_event(40, "draw").deal(16).deal(17)
    assert set(table.legal) == {Discard(16), Discard(17)}
    table.do(Discard(16))
    assert table.view.hand == (17,)


def test_40a_cannot_call_off_what_is_not_tested() -> None:
    table = at("movement axis", hands={"axis": [40]})
    assert PlayEvent(40, "draw") in table.legal
    assert PlayEvent(40, "cancel") not in table.legal


def test_42a_leaves_the_axis_hand_alone() -> None:
    table = at("cards soviet", 7, hands={"axis": [42, 16], "soviet": [17]}).play_event(42)
    assert table.legal == (Dealt(17),)
    table.deal(17)
    assert (table.state.hands[AXIS], table.state.hands[SOVIET]) == (1 << 16, 0)


# --- moves ------------------------------------------------------------------------------------------------
MOVING = {"G4": "1511", "G1Pz": "1513", "G6": "0606", "S_W": "1611", "S_NW": "2310"}


def moved(side: str, card: int, owner: str, **words: Any) -> Table:
    """The event is played when that side has moved."""
    words.setdefault("units", MOVING)
    return at(f"movement {side}", 7, hands={owner: [card]}, **words).do(Done()).play_event(card)


def test_39a_not_a_unit_in_an_enemy_zone_nor_a_soviet_one() -> None:
    movers = {action.unit for action in moved("soviet", 39, "axis").of(MoveUnit)}
    assert movers == {"G1Pz", "G6"}


def test_41s_not_out_of_an_enemy_zone_and_not_in_the_soviet_turn() -> None:
    movers = {action.unit for action in moved("axis", 41, "soviet").of(MoveUnit)}
    assert movers == {"S_NW"}
    own = at("movement soviet", 7, units=MOVING, hands={"soviet": [41]})
    assert "Axis player turn" in refusal(own, SOVIET, 41, Window.MOVE_END)


@shows("boundary")
def test_43a_neither_infantry_nor_an_unsupplied_army_and_two_points_each() -> None:
    units = {**MOVING, "G2Pz": "0704 unsupplied", "G1Pz": "1007"}
    table = moved("soviet", 43, "axis", units=units)
    goals = {action.to for action in table.of(MoveUnit) if action.unit == "G1Pz"}
    assert {action.unit for action in table.of(MoveUnit)} == {"G1Pz"}
    assert "1107" in goals
    assert "1307" not in goals, "farther than two points"


# --- answers to answers -----------------------------------------------------------------------------------
def test_three_answers_on_top_of_each_other() -> None:
    """5.3.5: an Axis event, cancelled, the cancel cancelled, that cancelled too: the first one does nothing."""
    table = axis_attack({"axis": [37, 14], "soviet": [34, 36]}, FRONT | {"G6": "1610"}, turn=7)
    table.play_event(37).play_event(34)
    table.play_event(14)
    assert PlayEvent(36) in table.legal
    table.play_event(36)
    table.do(table.of(Dealt)[0])
    assert table.happened(EventCancelled("axis", 14))
    assert table.happened(EventCancelled("axis", 37))
    assert not [effect for effect in table.state.effects if effect.card == 37]


# --- in the computer rules --------------------------------------------------------------------------------
@pytest.mark.parametrize(("card", "side"), [(11, "axis"), (12, "soviet"), (13, "soviet")])
def test_a_weather_half_is_only_replaced_in_the_computer_rules(card: int, side: str) -> None:
    table = at(f"cards {side}", 3, rules="digital").deal(card)
    before = table.view.weather
    for other in (30, 31, 32):
        table.deal(other)
    if table.asked("window"):
        table.play_event(card)
    assert table.actor == "chance", "another card is drawn for it"
    assert table.view.weather == before
    assert not table.state.hands[AXIS if side == "axis" else SOVIET] >> card & 1


def test_33s_takes_from_its_own_discards_in_the_computer_rules() -> None:
    table = at("movement soviet", rules="digital", hands={"soviet": [33]}, discards=[3])
    assert not table.of(PlayEvent), "only the Axis has discards"
    table.state.soviet_discards = (4,)
    assert refusal(table, SOVIET, 33, Window.ANY) == ""


def test_02a_repeats_its_own_discards_in_the_computer_rules() -> None:
    table = at("movement axis", rules="digital", hands={"axis": [2]}, discards=[22])
    assert PlayEvent(2) in table.legal
    table.state.discards, table.state.soviet_discards = (), (22,)
    assert "no event of yours" in refusal(table, AXIS, 2, Window.MOVE)


def test_36s_a_card_goes_back_to_its_owners_discards_in_the_computer_rules() -> None:
    table = at("organization axis", rules="digital", hands={"axis": [41], "soviet": [36]})
    table.play_event(41).play_event(36)
    assert table.state.hands[SOVIET] >> 41 & 1 == 0
    assert 41 in table.state.discards
    assert 36 in table.state.soviet_discards
    assert table.state.works == 0


def test_31a_a_card_goes_back_to_its_owners_discards_in_the_computer_rules() -> None:
    table = at("movement soviet", rules="digital", hands={"soviet": [25], "axis": [31, 16]})
    table.play_event(25).play_event(31)
    assert table.state.hands[AXIS] == 1 << 16, "nothing was thrown out, and nothing taken"
    assert table.state.soviet_discards == (25,)
    assert table.state.discards == (31,)


def test_16s_a_tie_in_the_computer_winter_is_fought_on_the_axis_table() -> None:
    """The card names the table, though the Axis uses the Soviet one in Snow there."""
    snow = {"turn": 10, "weather": "snow", "rules": "digital"}
    assert axis_attack({"soviet": [16]}, **snow).odds.table == "soviet"
    assert axis_attack({"soviet": [16]}, **snow).play_event(16).roll(3).roll(3).odds.table == "axis"
