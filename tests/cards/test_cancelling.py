"""Cancelling cards and steps: 07A, 14A, 31A, 31S, 34S, 36S on events, payments, discards and steps."""

from __future__ import annotations

from typing import Any

import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    ChooseHex,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import CardTaken, EventCancelled, PaymentVoid, TakenBack, redacted
from noretreat.data.facts import Side
from noretreat.rules.windows import Window

HOME = {"G4": "0606 back", "G6": "box:destroyed back", "S_NW": "2310"}


def organizing(side: str = "axis", turn: int = 7, **words: Any) -> Table:
    words.setdefault("units", HOME)
    return Table(cards=True, turn=turn, phase=f"organization {side}", **words)


# --- taking an event -------------------------------------------------------------------------------------------
def test_31a_takes_the_card_just_played() -> None:
    units = {"G4": "1511", "S_W": "1611"}
    table = Table(cards=True, units=units, hands={"axis": [31], "soviet": [42]}).fight("1611", "G4")
    table.play_event(42).play_event(31)
    assert table.happened(EventCancelled("soviet", 42))
    assert table.happened(CardTaken("axis", 42, "enemy"))
    assert table.state.hands[AXIS] == 1 << 42
    assert table.state.discards == (31,)
    assert table.actor == "chance", "the battle is rolled"


def test_31a_a_card_with_a_red_half_of_ones_own_is_taken_without_happening() -> None:
    table = Table(cards=True, turn=25, phase="cards axis", hands={"axis": [31], "soviet": [44]}, units={"HUN1": "0606"})
    assert table.actor == "soviet"
    table.play_event(44).play_event(31)
    assert table.state.hands[AXIS] >> 44 & 1
    assert table.at("HUN1") == "0606"


@shows("boundary")
def test_36s_leaves_a_card_whose_soviet_half_is_red() -> None:
    table = Table(
        cards=True, turn=25, phase="organization axis", hands={"axis": [49], "soviet": [36]},
        units={"VOLKS1": "box:removed", "G4": "0606", "S_NW": "2310"},
    )  # fmt: skip
    table.play_event(49).play_event(36)
    assert table.state.hands[SOVIET] == 0, "49S is red"
    assert set(table.state.discards) == {36, 49}
    assert table.at("VOLKS1") == "box:removed"


def test_36s_takes_another() -> None:
    table = Table(cards=True, turn=13, phase="organization axis", hands={"axis": [41], "soviet": [36]}, units=HOME)
    table.play_event(41).play_event(36)
    assert table.state.hands[SOVIET] == 1 << 41
    assert table.state.works == 0


def test_a_cancel_may_be_cancelled() -> None:
    units = {"G4": "1511", "S_W": "1611"}
    table = Table(cards=True, units=units, hands={"axis": [14], "soviet": [42, 34]}).fight("1611", "G4")
    table.play_event(42).play_event(14).play_event(34)
    table.deal(30)
    assert table.happened(EventCancelled("axis", 14))
    assert table.result == "CA", "the first event stands"


# --- payments --------------------------------------------------------------------------------------------------
def test_a_cancelled_payment_is_made_again() -> None:
    table = organizing(hands={"axis": [16, 19, 21], "soviet": [34]}).do(ImproveUnit("G4"))
    table.do(PayCard(16))
    assert (table.actor, table.legal) == ("soviet", (Pass(), PlayEvent(34)))
    table.play_event(34).deal(30)
    assert table.happened(PaymentVoid("axis", 16))
    assert table.legal == (PayCard(19), PayCard(21), Pass())
    table.do(PayCard(19))
    assert table.state.hands[AXIS] == 0, "the last card pays of itself"
    assert table.unit("G4").face == 0


def test_what_is_not_paid_for_is_taken_back() -> None:
    table = organizing(hands={"axis": [16, 19], "soviet": [36]}).do(ImproveUnit("G4"), PayCard(16))
    table.play_event(36)
    assert table.state.hands[SOVIET] == 1 << 16, "and the card is taken"
    assert table.happened(TakenBack("G4", None))
    assert table.unit("G4").face == 1
    assert table.state.hands[AXIS] == 1 << 19


def test_nothing_left_to_pay_with() -> None:
    table = organizing(hands={"axis": [16], "soviet": [34]})
    table.do(ReplaceUnit("G6", "0606"))
    table.play_event(34).deal(30)
    assert table.at("G6") == "box:destroyed"


@pytest.mark.parametrize("markers", ["", " unsupplied", " disorganized", " unsupplied disorganized"])
def test_a_cadre_comes_back_with_its_markers(markers: str) -> None:
    """CAD-5: it left the map for the unit that was not paid for; cut off before, it is still in danger."""
    units = {"KG1": f"1411{markers}", "G4": "box:destroyed", "S_NW": "1511", "G6": "0606"}
    hands = {"axis": [16], "soviet": [34]}
    table = organizing(turn=9, hands=hands, units=units, control={"axis": ["1211"]})
    before = table.unit("KG1")
    table.do(ReplaceUnit("G4", "1411"))
    assert table.at("KG1") == "box:track"
    table.play_event(34).deal(30)
    assert (table.at("G4"), table.unit("KG1")) == ("box:destroyed", before)


def test_taking_back_a_marker_a_train_and_a_counterblow() -> None:
    hands = {"axis": [16], "soviet": [34]}
    table = organizing(hands=hands, units={"G4": "0606 disorganized", "S_NW": "2310"})
    table.do(ReorganizeUnit("G4")).play_event(34).deal(30)
    assert table.unit("G4").disorganized

    units = {"G4": "0606", "G6": "1007", "S_NW": "2310"}
    table = Table(cards=True, phase="movement axis", units=units, hands=hands)
    table.do(EntrainUnit("G4"), EntrainUnit("G6")).play_event(34).deal(30)
    assert (table.at("G4"), table.at("G6")) == ("box:rail", "1007")
    assert not table.unit("G6").moved

    table = Table(cards=True, phase="combat soviet", units={"G4": "1511", "S_W": "1611"}, hands=hands)
    table.declare().do(PlaceCounterblow("1511")).play_event(34).deal(30)
    assert table.view.counterblows == ()


def test_14a_against_a_soviet_payment_only_while_the_axis_has_the_initiative() -> None:
    units = {"S_W": "2008 disorganized", "G4": "1007"}
    early = organizing("soviet", 7, units=units, hands={"axis": [14], "soviet": [16]})
    early.do(Done(), ReorganizeUnit("S_W")).play_event(14)
    assert early.unit("S_W").disorganized
    late = organizing("soviet", 13, units=units, hands={"axis": [14], "soviet": [16]})
    late.do(Done(), ReorganizeUnit("S_W"))
    assert not late.of(PlayEvent)
    assert not late.unit("S_W").disorganized


# --- discards of the Card Phase --------------------------------------------------------------------------------
def test_36s_takes_a_discard_of_the_card_phase() -> None:
    table = Table(cards=True, phase="cards axis", units=HOME, hands={"axis": [3, 8, 16], "soviet": [36]})
    table.do(Discard(8))
    assert table.of(PlayEvent) == [PlayEvent(36)]
    table.play_event(36)
    assert table.state.hands[SOVIET] == 1 << 8
    assert table.state.discards == (36,)
    assert table.actor == "chance", "the draw follows: nothing more is to be discarded"


@shows("boundary")
def test_14a_has_nothing_to_void_there() -> None:
    table = Table(cards=True, phase="cards soviet", units=HOME, hands={"axis": [14], "soviet": [16, 17, 21]})
    table.do(Discard(16))
    assert table.actor == "chance"


@shows("34S", "boundary")
def test_a_red_card_that_is_discarded_cannot_be_cancelled() -> None:
    table = Table(cards=True, phase="cards axis", units=HOME, hands={"axis": [9, 16, 19], "soviet": [34]})
    table.do(Discard(9))
    assert table.actor == "chance"


# --- steps -----------------------------------------------------------------------------------------------------
def test_31s_undoes_a_replacement() -> None:
    table = Table(cards=True, turn=13, phase="organization axis", units=HOME, hands={"axis": [16, 19], "soviet": [31]})
    table.do(Done())
    table.do(ReplaceUnit("G6", "0606"), PayCard(16))
    assert table.of(PlayEvent) == [PlayEvent(31)]
    table.play_event(31)
    assert table.at("G6") == "box:destroyed"
    assert table.unit("G6").face == 1
    assert not table.unit("G6").disorganized
    assert set(table.state.discards) == {16, 31}, "the card is gone"


def test_31s_undoes_a_replacement_on_a_cadre() -> None:
    units = {"KG1": "0907", "G4": "1007", "G6": "box:destroyed back", "S_NW": "2310"}
    table = Table(cards=True, turn=13, phase="organization axis", units=units, hands={"axis": [16], "soviet": [31]})
    table.do(ReplaceUnit("G6", "0907")).play_event(31)
    assert (table.at("G6"), table.at("KG1")) == ("box:destroyed", "0907")


def test_07a_undoes_an_upgrade_and_leaves_others_alone() -> None:
    units = {"S_W": "2008", "S_NW": "2310", "G4": "1007"}
    table = Table(cards=True, turn=7, phase="organization soviet", units=units, upgrades=1, hands={"axis": [7]})
    table.do(UpgradeUnit("S_W")).play_event(7)
    assert table.unit("S_W").face == 0
    assert not table.of(UpgradeUnit), "the upgrade is spent"


def test_07a_only_right_after_a_step() -> None:
    table = organizing("soviet", hands={"axis": [7]}, units={"S_W": "2008", "G4": "1007"})
    assert (
        why_not_now(table.state, AXIS, 7, Window.REACT)
        == "only right after an enemy replacement or improvement (5.3.5)"
    )


@shows("07A", "boundary", "closed")
def test_the_window_of_a_step_closes() -> None:
    units = {"S_W": "2008", "S_NW": "2310", "G4": "1007"}
    table = Table(cards=True, turn=7, phase="organization soviet", units=units, hands={"axis": [7]})
    table.do(UpgradeUnit("S_W"), Pass())
    assert table.unit("S_W").face == 1
    assert table.actor == "soviet"


# --- secrets ---------------------------------------------------------------------------------------------------
def test_a_card_searched_for_is_hidden_a_card_taken_from_the_table_is_not() -> None:
    assert redacted(CardTaken(Side.AXIS, 7, "search"), Side.SOVIET) == CardTaken(Side.AXIS, None, "search")
    assert redacted(CardTaken(Side.AXIS, 7, "enemy"), Side.SOVIET) == CardTaken(Side.AXIS, 7, "enemy")


def test_a_rebuilt_city_is_a_ruin_again_when_its_payment_is_annulled() -> None:
    """REM-3: one of the two cards is void, and the Axis cannot pay two any more."""
    units = {"G4": "1211", "S_W": "2008"}
    hands = {"axis": [16, 19], "soviet": [34]}
    table = Table(cards=True, phase="movement axis", units=units, control={"axis": ["1211"]}, hands=hands)
    table.state.scorched = 1 << BOARD.node_of["1211"]
    while not table.asked("rebuild"):
        table.do(table.legal[-1])
    table.do(ChooseHex("1211"), PayCard(16)).play_event(34).deal(30)
    assert table.happened(PaymentVoid("axis", 16))
    assert table.happened(TakenBack(None, "1211")), "one card is not enough"
    assert table.view.scorched == ("1211",)
