"""Events that answer an event, a die or a result."""

from __future__ import annotations

import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import Pass, PlayEvent, Rolled
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import DieRolled, EventCancelled, ResultFound
from noretreat.rules.windows import Window

EVEN = {"G4": "1511", "S_W": "1611"}


def axis_attack(**hands: list[int]) -> Table:
    return Table(cards=True, units=EVEN, hands=hands).fight("1611", "G4")


def soviet_attack(*, turn: int = 7, **hands: list[int]) -> Table:
    table = Table(cards=True, turn=turn, weather="mud", phase="combat soviet", units=EVEN, hands=hands)
    return table.fight("1511", "S_W")


def refusal(table: Table, side: int, card: int, window: Window) -> str:
    return why_not_now(table.state, side, card, window) or ""


# --- 14A Inexperienced Soviet Officers -------------------------------------------------------------------------
def test_14a_inexperienced_soviet_officers_cancels() -> None:
    table = axis_attack(axis=[14], soviet=[42]).play_event(42)
    assert table.legal == (Pass(), PlayEvent(14))
    table.play_event(14)
    assert table.happened(EventCancelled("soviet", 42))
    assert table.actor == "chance", "the battle is rolled"
    assert table.view.discards == 2


def test_14a_inexperienced_soviet_officers_has_nothing_to_cancel_before() -> None:
    table = axis_attack(axis=[14])
    assert table.actor == "chance"
    assert refusal(table, AXIS, 14, Window.REACT) == "there is no enemy card to cancel (5.3.5)"


def test_14a_inexperienced_soviet_officers_only_with_axis_initiative() -> None:
    table = Table(cards=True, turn=13, weather="mud", units=EVEN, hands={"axis": [14], "soviet": [42]})
    table.fight("1611", "G4").play_event(42)
    assert not table.of(PlayEvent)
    assert table.result == "CA"


# --- 34S Conflicting Hitler Directives -------------------------------------------------------------------------
def test_34s_conflicting_hitler_directives_cancels_and_draws() -> None:
    table = axis_attack(axis=[6], soviet=[34]).play_event(6, "shift").play_event(34)
    assert table.actor == "chance"
    table.deal(21)
    assert table.view.hand_sizes["soviet"] == 1
    assert table.shifts == {}


def test_34s_conflicting_hitler_directives_not_against_a_soviet_event() -> None:
    table = axis_attack(soviet=[34, 42]).play_event(42)
    assert table.result == "CA"


def test_34s_conflicting_hitler_directives_once_a_turn() -> None:
    table = axis_attack(axis=[6, 16], soviet=[34]).play_event(6, "shift").play_event(34).deal(21)
    assert "already happened" in refusal(table, SOVIET, 34, Window.REACT)


# --- 16A Knight's Cross Wearers, 43S Heroes --------------------------------------------------------------------
def test_16a_knights_cross_wearers_rolls_again() -> None:
    table = axis_attack(axis=[16]).roll(1)
    assert table.actor == "axis"
    table.play_event(16)
    assert Rolled(6) in table.legal
    table.roll(6)
    assert [event.value for event in table.seen(DieRolled)] == [1, 6]
    assert [event.result for event in table.seen(ResultFound)] == ["DR"]
    assert table.view.discards == 1
    assert not table.view.table


def test_16a_knights_cross_wearers_the_enemys_die_too() -> None:
    table = soviet_attack(axis=[16]).roll(6).play_event(16).roll(3)
    assert table.result == "NE"


@shows("boundary")
def test_16a_knights_cross_wearers_the_new_die_stands() -> None:
    table = axis_attack(axis=[16]).roll(2).play_event(16).roll(2)
    assert table.result == "NE"
    assert len(table.seen(DieRolled)) == 2


def test_16a_knights_cross_wearers_not_without_a_die() -> None:
    table = Table(cards=True, units={"G4": "1511", "G6": "1610", "S_W": "1611"}, hands={"axis": [16, 37]})
    table.fight("1611", "G4", "G6").play_event(37)
    assert table.result == "DR"
    assert not table.of(PlayEvent)


def test_43s_heroes_of_the_soviet_union() -> None:
    table = axis_attack(soviet=[43]).roll(6)
    assert table.actor == "soviet"
    table.play_event(43).roll(2)
    assert table.result == "NE"


def test_43s_heroes_answer_knights_cross_wearers() -> None:
    table = axis_attack(axis=[16], soviet=[43]).roll(1).play_event(16).roll(6)
    assert table.actor == "soviet"
    table.play_event(43).roll(3)
    assert [event.value for event in table.seen(DieRolled)] == [1, 6, 3]
    assert table.result == "CB"


@shows("boundary")
def test_43s_after_heroes_the_axis_may_still_have_its_own_reroll() -> None:
    # the Axis let the window pass; the Soviet re-roll opens it anew
    table = axis_attack(axis=[16], soviet=[43]).roll(6).do(Pass()).play_event(43).roll(1)
    assert table.actor == "axis"
    table.play_event(16).roll(4)
    assert table.result == "EX"


# --- 44A Paul von Kleist ---------------------------------------------------------------------------------------
@shows("boundary")
@pytest.mark.parametrize(("die", "may"), [(2, True), (3, True), (1, False), (4, False)], ids=["NE", "CB", "CA", "EX"])
def test_44a_paul_von_kleist_on_an_indecisive_result(die: int, may: bool) -> None:
    table = axis_attack(axis=[44]).roll(die)
    assert (PlayEvent(44) in table.legal) == may


def test_44a_paul_von_kleist_the_new_result_stands() -> None:
    table = axis_attack(axis=[44]).roll(2).play_event(44).roll(5)
    assert [event.result for event in table.seen(ResultFound)] == ["NE", "DR"]
    assert table.asked("retreat") or table.at("S_W") != "1611"


# --- 28A Soviet Snafu, 30S Yeremenko ---------------------------------------------------------------------------
def test_28a_soviet_snafu_one_column_left_with_the_same_die() -> None:
    table = soviet_attack(axis=[28]).roll(5)
    assert table.actor == "axis"
    table.play_event(28)
    assert table.result == "CB", "a 5 at 1:2 instead of 1:1"
    assert len(table.seen(DieRolled)) == 1


@shows("boundary")
def test_28a_soviet_snafu_below_the_table_is_a_counterattack() -> None:
    units = {"S_S": "1611", "G1Pz": "1511", "HUN2": "1511"}
    table = Table(cards=True, phase="combat soviet", weather="mud", units=units, hands={"axis": [28]})
    table.fight("1511", "S_S")
    assert table.column == "1:3"
    table.roll(6).play_event(28)
    assert table.happened(ResultFound("CA", "below_1_3"))


def test_28a_soviet_snafu_not_on_axis_attacks() -> None:
    table = axis_attack(axis=[28]).roll(5)
    assert table.result == "DR"
    assert not table.of(PlayEvent)


def test_30s_yeremenko_on_axis_attacks() -> None:
    table = axis_attack(soviet=[30]).roll(4)
    assert table.actor == "soviet"
    table.play_event(30)
    assert table.result == "CB", "a 4 at 1:2 instead of 1:1"


def test_30s_yeremenko_after_re_rolls() -> None:
    table = axis_attack(axis=[16], soviet=[30]).roll(1).play_event(16).roll(3).play_event(30)
    assert table.result == "NE", "a 3 at 1:2"


@shows("boundary")
def test_30s_a_die_rolled_again_later_is_read_on_the_true_column() -> None:
    table = axis_attack(axis=[44], soviet=[30]).roll(3).play_event(30)
    assert table.result == "NE"
    table.play_event(44).roll(3)
    assert table.result == "CB", "1:1 again; Yeremenko read the first die only"


def test_30s_yeremenko_not_on_soviet_attacks() -> None:
    table = soviet_attack(soviet=[30]).roll(5)
    assert table.result == "EX"
