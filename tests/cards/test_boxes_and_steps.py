"""Events that give steps, bring units from their boxes, cost the enemy steps, dig in, or pay for more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    ChooseHex,
    ChooseUnit,
    Dealt,
    DetrainUnit,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    Pass,
    PayCard,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.events import WorksBuilt
from noretreat.core.types import NO_CARDS, CardMask
from noretreat.data.load import ruleset_ids
from noretreat.explain.questions.queries import reach
from noretreat.rules.movement import walk
from noretreat.rules.windows import Window

HOME = {"G4": "0606 back", "G6": "box:destroyed back", "S_NW": "2310"}


def organizing(side: str = "axis", turn: int = 7, **words: Any) -> Table:
    words.setdefault("units", HOME)
    return Table(cards=True, turn=turn, phase=f"organization {side}", **words)


def refusal(table: Table, side: int, card: int, window: Window = Window.ORGANIZATION) -> str:
    return why_not_now(table.state, side, card, window) or ""


# --- 03A Troop Transfer, 30A Last Reserves, 38S Industrial Surge, 08S Lend-Lease ------------------------------
@shows("boundary")
def test_03a_a_step_for_nothing_in_1941() -> None:
    table = organizing(turn=3, hands={"axis": [3]}).play_event(3)
    assert ReplaceUnit("G6", "0606") in table.legal
    table.do(ImproveUnit("G4"))
    assert table.unit("G4").face == 0
    assert table.at("G6") == "box:destroyed", "one step only"
    assert table.state.discards == (3,)


def test_03a_a_surrendered_unit_comes_disorganized() -> None:
    units = {"G4": "0606", "G6": "box:surrendered back", "S_NW": "2310"}
    table = organizing(units=units, hands={"axis": [3]}).play_event(3).do(ReplaceUnit("G6", "0606"))
    assert (table.at("G6"), table.unit("G6").face, table.unit("G6").disorganized) == ("0606", 1, True)


def test_03a_nothing_to_do() -> None:
    table = organizing(units={"G4": "0606", "S_NW": "2310"}, hands={"axis": [3]})
    assert refusal(table, AXIS, 3) == "no unit can be replaced or improved now (7.1, 7.9)"


def test_30a_two_steps_and_a_point_in_either_card_phase() -> None:
    for phase in ("cards axis", "cards soviet"):
        table = Table(cards=True, turn=13, phase=phase, units=HOME, hands={"axis": [30]}).play_event(30)
        assert table.view.event_vp == 1
        table.do(ImproveUnit("G4"), ReplaceUnit("G6", "0606"))
        assert (table.unit("G4").face, table.at("G6")) == (0, "0606")


@shows("boundary")
def test_30a_none_is_enough() -> None:
    table = Table(cards=True, turn=13, phase="cards axis", units=HOME, hands={"axis": [30]}).play_event(30).do(Done())
    assert (table.unit("G4").face, table.at("G6"), table.view.event_vp) == (1, "box:destroyed", 1)


def test_38s_two_cards_and_a_step() -> None:
    units = {"S_W": "2008", "S_SW": "box:destroyed", "G4": "1007"}
    table = Table(cards=True, turn=13, phase="movement soviet", units=units, hands={"soviet": [38]}).play_event(38)
    table.deal(16).deal(17).do(ReplaceUnit("S_SW", "2008") if ReplaceUnit("S_SW", "2008") in table.legal else Done())
    assert table.view.hand_sizes["soviet"] == 2
    other = Table(cards=True, turn=13, phase="cards axis", units=units, hands={"soviet": [38]})
    assert "Soviet player turn" in refusal(other, SOVIET, 38, Window.CARD_OPPONENT)


@shows("boundary")
def test_08s_cards_or_an_upgrade_from_turn_6() -> None:
    units = {"S_W": "2008", "S_NW": "2310", "G4": "1007"}
    assert (
        refusal(organizing("soviet", 5, units=units, hands={"soviet": [8]}), SOVIET, 8) == "only from turn 6 on (5.3.1)"
    )
    table = organizing("soviet", 18, units=units, hands={"soviet": [8]})
    table.play_event(8, "upgrade").do(UpgradeUnit("S_W"))
    assert table.unit("S_W").face == 1, "after turn 17 too"
    assert table.unit("S_NW").face == 0
    table = organizing("soviet", 6, units=units, upgrades=0, hands={"soviet": [8]}).play_event(8, "draw")
    assert table.deal(16).deal(17).view.hand_sizes["soviet"] == 2


def test_08s_an_upgrade_of_a_fort_keeps_the_turn_of_the_forts() -> None:
    """ORG-5: a switch says from when on Soviet forts may be turned over, and the card does not overrule it."""
    units = {"S_W": "2008", "S_NW": "2310", "S_LEN": "1902", "G4": "1007"}
    for fort_from, may in ((7, True), (8, False)):
        table = organizing("soviet", 7, units=units, hands={"soviet": [8]})
        table.state.rules = msgspec.structs.replace(table.state.rules, fort_from=fort_from)
        table.play_event(8, "upgrade")
        assert (UpgradeUnit("S_LEN") in table.legal) is may


@pytest.mark.parametrize("rules", ruleset_ids())
def test_08s_upgrades_whom_a_free_upgrade_may(rules: str) -> None:
    """7.2, C-154: neither Rumanians nor Yugoslavs of the Soviet side, who have no red face."""
    units = {"S_W": "2008", "S_S": "1909", "SRUM": "2310 back", "YUG1": "WEST_BALKANS", "G4": "0606"}
    facts = {"trigger": "oil 20", "control": {"soviet": ["0414"]}, "hands": {"soviet": [8]}, "rules": rules}
    table = organizing("soviet", 21, units=units, **facts).play_event(8, "upgrade")
    assert set(table.of(UpgradeUnit)) == {UpgradeUnit("S_W"), UpgradeUnit("S_S")}


# --- 01S New Conscripts, 02S Manpower Reserves, 18S Strategic Surprise ----------------------------------------
LOST = {"S_SW": "box:surrendered", "S_W": "2008", "G4": "1007"}


def ending(units: dict[str, str], **words: Any) -> Table:
    """The Axis Detraining Phase ends."""
    return Table(cards=True, phase="detraining axis", units=units, **words)


def test_01s_in_a_city_or_next_to_one() -> None:
    table = ending(LOST, hands={"soviet": [1]})
    assert table.of(PlayEvent) == [PlayEvent(1)]
    table.play_event(1)
    places = {action.to for action in table.of(ReplaceUnit)}
    assert {"2310", "2207"} <= places
    assert "2008" not in places, "a Soviet unit stands there"
    assert "2007" in places or "2009" in places, "next to Moscow"
    table.do(ReplaceUnit("S_SW", "2310"))
    assert (table.at("S_SW"), table.unit("S_SW").disorganized, table.view.event_vp) == ("2310", True, 0)


def test_01s_needs_a_lost_unit_and_axis_initiative() -> None:
    table = ending({"S_W": "2008", "G4": "1007"}, hands={"soviet": [1]})
    assert refusal(table, SOVIET, 1, Window.PHASE_END) == "no lost unit can be placed now (7.6)"
    late = ending(LOST, turn=13, hands={"soviet": [1]})
    assert "initiative" in refusal(late, SOVIET, 1, Window.PHASE_END)


def test_02s_two_units_to_the_rail_box() -> None:
    units = {"S_SW": "box:surrendered", "S_S": "box:shattered", "S_W": "box:destroyed", "S_NW": "2310", "G4": "1007"}
    table = Table(cards=True, phase="movement soviet", units=units, hands={"soviet": [2]}).play_event(2)
    table.do(ChooseUnit("S_SW"), ChooseUnit("S_S"))
    assert [table.at(name) for name in ("S_SW", "S_S", "S_W")] == ["box:rail", "box:rail", "box:destroyed"]
    assert not table.unit("S_SW").disorganized


@shows("boundary")
def test_02s_no_more_than_the_box_holds() -> None:
    rail = {"S_SW": "box:surrendered", "S_S": "box:rail", "S_W": "box:rail", "S_NW": "box:rail", "G4": "1007"}
    table = Table(cards=True, phase="movement soviet", units={**rail, "S_BRY": "2310"}, hands={"soviet": [2]})
    assert refusal(table, SOVIET, 2, Window.MOVE) == "the rail box is full (9.1)"
    rail["S_NW"] = "box:destroyed"
    table = Table(cards=True, phase="movement soviet", units={**rail, "S_BRY": "2310"}, hands={"soviet": [2]})
    table.play_event(2).do(ChooseUnit("S_SW"))
    assert table.at("S_NW") == "box:destroyed"
    assert not table.of(ChooseUnit)


def test_18s_two_in_two_out() -> None:
    units = {"S_W": "2008", "S_S": "1909", "S_LEN": "1902 back", "S_NW": "box:rail", "G4": "1007"}
    table = Table(cards=True, phase="cards axis", units=units, hands={"soviet": [18]})
    table.play_event(18)
    assert {action.unit for action in table.of(EntrainUnit)} == {"S_W", "S_S"}, "no forts"
    table.do(EntrainUnit("S_W"), Done())
    table.do(DetrainUnit("S_W", "2310"), DetrainUnit("S_NW", "2207"))
    assert (table.at("S_W"), table.at("S_NW"), table.at("S_S")) == ("2310", "2207", "1909")
    assert not table.of(DetrainUnit)


def test_18s_paratroops_do_not_come_by_train() -> None:
    """15.9: the marker waits in the rail box for its own drop."""
    units = {"S_W": "2008", "S_NW": "box:rail", "PARA": "box:rail", "G4": "1007"}
    table = Table(cards=True, phase="cards axis", units=units, hands={"soviet": [18]}).play_event(18)
    table.do(Done())
    assert {action.unit for action in table.of(DetrainUnit)} == {"S_NW"}


# --- 25A Ersatz Units, 48A Festung Deutschland, 49A Volkssturm Levies ------------------------------------------
def test_25a_kampfgruppen_by_detraining_rules() -> None:
    units = {"KG1": "box:cadres", "KG2": "box:track due 15", "G4": "0606", "S_NW": "2310"}
    table = organizing(turn=13, units=units, hands={"axis": [25]}).play_event(25)
    assert {action.unit for action in table.of(PlaceUnit)} == {"KG1"}
    table.do(PlaceUnit("KG1", "0606"))
    assert table.at("KG1") == "0606"
    none = organizing(turn=13, units={"G4": "0606", "S_NW": "2310"}, hands={"axis": [25]})
    assert refusal(none, AXIS, 25) == "no Kampfgruppe can be placed now (9.2)"


def test_48a_a_fort_for_a_point() -> None:
    units = {"FEST1": "box:removed", "FEST2": "0704", "G4": "0606", "S_NW": "2310"}
    table = organizing(turn=25, units=units, hands={"axis": [48]}).play_event(48)
    assert PlaceUnit("FEST1", "1104") in table.legal
    assert not any(action.unit in ("FEST2", "BERLIN_G") for action in table.of(PlaceUnit))
    table.do(PlaceUnit("FEST1", "1104"))
    assert (table.at("FEST1"), table.view.event_vp) == ("1104", 1)
    assert table.at("FEST3") == "box:removed"


def test_49a_two_volkssturm_outside_enemy_zones() -> None:
    units = {"G4": "0606", "S_NW": "1204"}
    table = organizing(turn=25, units=units, hands={"axis": [49]}).play_event(49)
    assert PlaceUnit("VOLKS1", "1104") not in table.legal, "Königsberg lies in an enemy zone"
    table.do(PlaceUnit("VOLKS1", "0503"), PlaceUnit("VOLKS2", "0704"))
    assert (table.at("VOLKS1"), table.at("VOLKS2"), table.at("VOLKS3")) == ("0503", "0704", "box:removed")


# --- 06S Partisans, 35A Soviet Manpower Crisis -----------------------------------------------------------------
def test_06s_the_axis_chooses() -> None:
    units = {"G4": "1007", "G6": "0606 back", "S_NW": "2310", "KG1": "box:cadres"}
    table = organizing("soviet", units=units, hands={"soviet": [6]}).play_event(6)
    assert (table.actor, set(table.legal)) == ("axis", {LoseStep("G4"), LoseStep("G6")})
    table.do(LoseStep("G6"))
    assert table.at("G6") == "box:destroyed", "and no cadre takes its place"
    assert table.unit("G4").face == 0


def test_06s_a_marked_unit_surrenders() -> None:
    units = {"G4": "1007", "G6": "1211 back unsupplied", "S_NW": "2310"}
    table = organizing("soviet", units=units, hands={"soviet": [6]}).play_event(6).do(LoseStep("G6"))
    assert (table.at("G6"), table.view.event_vp) == ("box:surrendered", -1)


@shows("boundary")
def test_35a_two_supplied_soviet_units_of_their_choice() -> None:
    units = {"S_W": "2008", "S_S": "2310 back", "S_NW": "2207", "S_SW": "1716 unsupplied", "OST1": "1909", "G4": "1007"}
    table = organizing(turn=17, units=units, hands={"axis": [35]}).play_event(35)
    assert table.actor == "soviet"
    assert set(table.legal) == {LoseStep("S_W"), LoseStep("S_S"), LoseStep("S_NW")}
    table.do(LoseStep("S_S"))
    assert set(table.legal) == {LoseStep("S_W"), LoseStep("S_NW")}, "two different units"
    table.do(LoseStep("S_W"))
    assert (table.at("S_W"), table.at("S_NW")) == ("box:destroyed", "2207")
    assert (table.at("S_S"), table.unit("S_S").face) == ("2310", 0)
    early = organizing(turn=16, units=units, hands={"axis": [35]})
    assert refusal(early, AXIS, 35) == "only from 1944 on (5.3.1)"


@shows("30A", "positive")
def test_30a_improves_a_unit_that_was_improved_and_lost_the_step_again() -> None:
    """ORG-7: a counter is turned over once a step; the Card Phase of the Soviets is another one."""
    units = {"G4": "0606 back", "S_NW": "2310"}
    table = Table(cards=True, turn=13, phase="cards soviet", units=units, hands={"axis": [30]})
    table.state.flips = 1 << BOARD.unit_index["G4"]  # of the Organization Phase just gone
    table.play_event(30)
    assert ImproveUnit("G4") in table.legal


@shows("30A 03A", "negative")
def test_the_finns_are_replaced_in_finland_only() -> None:
    """C-92: not on a cadre at the front, neither by a card nor for one (SPU-FIN)."""
    units = {"FINN": "box:destroyed back", "G6": "box:destroyed back", "KG1": "0907", "S_NW": "2310"}
    card = Table(cards=True, turn=13, phase="cards soviet", units=units, hands={"axis": [30]}).play_event(30)
    paid = organizing(turn=13, units=units, hands={"axis": [16, 19]})
    for table in (card, paid):
        goals = {name: {one.to for one in table.of(ReplaceUnit) if one.unit == name} for name in ("G6", "FINN")}
        assert "0907" in goals["G6"]
        assert goals["FINN"] == {"FINLAND"}


@shows("01S", "boundary")
@pytest.mark.parametrize(("rules", "there"), [("deluxe", True), ("digital", False)])
def test_01s_in_a_city_within_an_enemy_zone_where_units_are_placed_there(rules: str, there: bool) -> None:
    """C-28: by the computer rules nobody is placed in an enemy zone."""
    units = {"S_SW": "box:destroyed", "S_W": "1909", "G4": "1907", "G6": "1808"}
    table = Table(cards=True, phase="organization axis", units=units, hands={"soviet": [1]}, rules=rules)
    while not table.of(PlayEvent):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    goals = {action.to for action in table.play_event(1).of(ReplaceUnit)}
    assert ("2008" in goals) is there
    assert "2310" in goals


# --- 41A Defensive Works ---------------------------------------------------------------------------------------
@shows("41A", "closed")
@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_41a_a_soviet_unit_that_passes_through_ends_the_works(rules: str) -> None:
    units = {"S_W": "1611", "S_NW": "2310", "G4": "0606"}
    table = Table(turn=13, phase="movement soviet", units=units, rules=rules)
    table.state.works = 1 << BOARD.node_of["1511"]
    walk(table.state, BOARD.unit_index["S_W"], [BOARD.node_of[node] for node in ("1611", "1511", "1411")], 2)
    assert not table.view.works


@shows("41A", "closed")
def test_41a_a_soviet_unit_that_leaves_its_train_there_ends_the_works() -> None:
    table = Table(turn=13, phase="detraining soviet", units={"S_W": "box:rail", "S_NW": "2310", "G4": "0606"})
    table.state.works = 1 << BOARD.node_of["2309"]
    table.do(DetrainUnit("S_W", "2309"))
    assert not table.view.works


@shows("boundary")
def test_41a_works_in_an_occupied_hex_until_a_soviet_enters() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_NW": "2310"}
    table = organizing(turn=13, units=units, hands={"axis": [41, 16]}).play_event(41)
    assert table.at("G4") == "1511"
    assert table.view.works == ("1511",)
    assert table.seen(WorksBuilt) == [WorksBuilt("1511")]
    again = table.state.copy()
    again.hands[AXIS], again.played = CardMask(1 << 41), [NO_CARDS, NO_CARDS]
    assert why_not_now(again, AXIS, 41, Window.ORGANIZATION) == "the Defensive Works marker is in use (5.3.1)"
    fight = Table(turn=13, phase="combat soviet", units=units)
    fight.state.works = table.state.works
    fight.fight("1511", "S_W")
    assert fight.shifts["terrain"] == -1


# --- 12A Fedor von Bock, 53A Volksgrenadiers -------------------------------------------------------------------
def test_12a_a_card_for_a_replacement() -> None:
    table = organizing(hands={"axis": [12, 16, 19]}).do(Done()).do(ReplaceUnit("G6", "0606"), PayCard(12))
    assert table.actor == "chance"
    table.deal(30)
    assert table.view.hand_sizes["axis"] == 3
    assert table.state.discards == (12,)


def test_12a_not_for_an_improvement() -> None:
    table = organizing(hands={"axis": [12, 16]}).do(ImproveUnit("G4"), PayCard(12))
    assert table.view.hand_sizes["axis"] == 0
    assert table.actor == "axis"


def test_12a_not_when_the_discard_is_cancelled() -> None:
    table = organizing(hands={"axis": [12, 16], "soviet": [34]}).do(Done())
    table.do(ReplaceUnit("G6", "0606"), PayCard(12)).play_event(34).deal(30)
    assert table.view.hand_sizes["axis"] == 1
    assert table.legal == (PayCard(16), Pass())


def billed(*cards: int, soviet: tuple[int, ...] = ()) -> Table:
    """By the computer rules everything is paid at the end: a replacement for two cards, then a marker for one."""
    table = organizing(rules="digital", units={**HOME, "G6": "box:surrendered back", "G9": "0704 disorganized"}, turn=7,
                       hands={"axis": list(cards), "soviet": list(soviet)})  # fmt: skip
    table.do(Done()).do(ReplaceUnit("G6", "0606"))
    return settle(table)


def settle(table: Table) -> Table:
    """The G9 is put in order, and the bill comes."""
    while ReorganizeUnit("G9") not in table.legal:
        table.do(Done())
    table.do(ReorganizeUnit("G9"))
    return table if table.asked("pay") else table.do(Done())


@pytest.mark.parametrize("before", [(), (19,)])
def test_12a_a_card_for_a_replacement_on_the_bill(before: tuple[int, ...]) -> None:
    """ORG-15: replacements are paid first, and von Bock brings his card whichever of the two payments it is."""
    table = billed(12, 16, 19, 21, 27).do(*(PayCard(card) for card in before), PayCard(12))
    assert table.actor == "chance"
    assert 30 in (table.deal(30).view.hand or ())


@shows("boundary")
def test_12a_not_for_what_else_is_on_the_bill() -> None:
    table = billed(12, 16, 19, 21, 27).do(PayCard(19), PayCard(21), PayCard(12))
    assert not table.of(Dealt)
    assert table.view.phase == "movement"


def test_12a_on_the_bill_not_when_the_discard_is_cancelled() -> None:
    table = billed(12, 16, 19, 21, 27, soviet=(34,)).do(PayCard(12)).play_event(34).deal(30)
    assert 30 in bits(table.state.hands[SOVIET])
    assert table.actor == "axis"
    assert table.asked("pay")
    assert PayCard(16) in table.legal


def test_12a_a_bill_without_replacement_brings_nothing() -> None:
    table = organizing(rules="digital", units={"G9": "0704 disorganized"}, hands={"axis": [12, 16]}, turn=7)
    assert not settle(table).do(PayCard(12)).of(Dealt)


def test_53a_pays_two() -> None:
    table = organizing(turn=23, hands={"axis": [53]}).do(ImproveUnit("G4"))
    assert table.unit("G4").face == 0
    assert table.state.hands[AXIS] == 0


@shows("boundary")
def test_53a_pays_twice_one() -> None:
    units = {"G4": "0606 disorganized", "G6": "1007 disorganized", "G9": "0704 disorganized", "S_NW": "2310"}
    table = organizing(turn=24, units={**units, "GSSPz": "box:track due 28"}, hands={"axis": [53]})
    table.do(ReorganizeUnit("G4"))
    assert table.state.hands[AXIS] == 0
    table.do(ReorganizeUnit("G6"))
    assert [table.unit(name).disorganized for name in ("G4", "G6", "G9")] == [False, False, True]
    assert table.view.phase == "movement", "nothing left to pay with"


def test_53a_only_in_the_own_organization() -> None:
    units = {"G4": "1511", "G6": "1513", "S_W": "1611", "S_S": "1613"}
    table = Table(cards=True, turn=24, phase="combat soviet", units=units, hands={"axis": [53]}).declare()
    assert table.asked("counterblow")
    table.do(table.legal[0])
    assert table.state.hands[AXIS] == 0
    assert table.state.effects == ()


# --- 07S Scorched Earth ----------------------------------------------------------------------------------------
SCORCHED = {"G4": "1210", "S_W": "2008", "S_NW": "2310"}


def test_07s_a_city_becomes_marsh() -> None:
    table = Table(cards=True, phase="cards soviet", units=SCORCHED, hands={"soviet": [7]}).play_event(7)
    assert ChooseHex("0606") not in table.legal, "not controlled"
    before = table.view.vp
    table.do(ChooseHex("1211"))
    assert table.view.scorched == ("1211",)
    assert table.view.vp == before
    assert (
        why_not_now(table.state, SOVIET, 7, Window.CARD) == "this event has already happened in this player turn (5.0)"
    )
    moving = Table(phase="movement axis", units=SCORCHED)
    city = reach(moving.state, "G4").hexes["1211"].cost
    moving.state.scorched = table.state.scorched
    marsh = reach(moving.state, "G4").hexes["1211"].cost
    assert marsh > city


def test_07s_no_point_for_a_scorched_city_until_it_is_rebuilt_for_two_cards() -> None:
    units = {"G4": "1211", "S_W": "2008"}
    table = Table(phase="movement axis", units=units, control={"axis": ["1211"]}, hands={"axis": [16, 19, 21]})
    before = table.view.vp
    table.state.scorched = 1 << BOARD.node_of["1211"]
    assert table.view.vp == before - 1
    while not table.asked("rebuild"):
        table.do(table.legal[-1])
    assert table.legal == (Pass(), ChooseHex("1211"))
    table.do(ChooseHex("1211"), PayCard(16), PayCard(19))
    assert (table.state.scorched, table.view.vp) == (0, before)


@shows("boundary")
def test_18s_nobody_boards_a_full_train() -> None:
    """RAIL-1: the box holds three; units may still leave it."""
    units = {"S_W": "2008", "S_NW": "box:rail", "S_SW": "box:rail", "S_BRY": "box:rail", "G4": "1007"}
    table = Table(cards=True, phase="cards axis", units=units, hands={"soviet": [18]}).play_event(18)
    assert not table.of(EntrainUnit)
    assert {action.unit for action in table.of(DetrainUnit)} == {"S_NW", "S_SW", "S_BRY"}
