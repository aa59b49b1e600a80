"""Events about cards, points and supports."""

from __future__ import annotations

from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import Discard, PlayEvent
from noretreat.core.board import AXIS
from noretreat.core.events import EventPointsChanged
from noretreat.rules.windows import Window


# --- 22A Albert Speer ------------------------------------------------------------------------------------------
@shows("boundary")
def test_22a_albert_speer_draws_three_and_discards_one() -> None:
    table = Table(cards=True, turn=13, phase="movement axis", units={"G4": "1511"}, hands={"axis": [22, 3]})
    table.play_event(22).deal(30).deal(31).deal(32)
    assert set(table.legal) == {Discard(3), Discard(30), Discard(31), Discard(32)}, "old or new"
    table.do(Discard(3))
    assert table.view.hand_sizes["axis"] == 3
    assert table.view.discards == 2
    assert table.view.phase == "movement"


def test_22a_albert_speer_needs_soviet_initiative() -> None:
    table = Table(cards=True, phase="movement axis", units={"G4": "1511"}, hands={"axis": [22]})
    assert not table.of(PlayEvent)
    assert "initiative" in (why_not_now(table.state, AXIS, 22, Window.MOVE) or "")


def test_22a_albert_speer_not_in_the_middle_of_a_battle() -> None:
    units = {"G4": "1511", "S_W": "1611"}
    table = Table(cards=True, turn=13, units=units, hands={"axis": [22]}).fight("1611", "G4")
    assert table.actor == "chance"
    assert "it can be played only" in (why_not_now(table.state, AXIS, 22, Window.COMMIT) or "")


# --- 45A Desperate Offensive -----------------------------------------------------------------------------------
def test_45a_desperate_offensive_three_blitz_a_card_and_a_point_lost() -> None:
    table = Table(cards=True, turn=24, phase="cards axis", hands={"axis": [45]}, supports="0 1")
    table.play_event(45).deal(30)
    assert table.view.supports == {"axis": 3, "soviet": 1}
    assert table.view.event_vp == 1, "counted for the Soviets"
    assert table.happened(EventPointsChanged(1, 1, "45-axis"))


def test_45a_desperate_offensive_only_in_the_own_card_phase() -> None:
    table = Table(cards=True, turn=24, phase="cards soviet", hands={"axis": [45]})
    assert table.actor == "chance"
    assert "Axis player turn" in (why_not_now(table.state, AXIS, 45, Window.CARD) or "")


def test_45a_desperate_offensive_can_be_cancelled() -> None:
    hands = {"axis": [45], "soviet": [34]}
    table = Table(cards=True, turn=24, phase="cards axis", hands=hands, supports="0 1").play_event(45)
    table.play_event(34).deal(31)
    assert table.view.supports["axis"] == 0
    assert table.view.event_vp == 0
