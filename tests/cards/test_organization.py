"""Events of the supply check and of Organization."""

from __future__ import annotations

from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import ChooseUnit, Pass, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.rules.windows import Window

# Two Soviet units behind a wall of Axis zones, far from any way to the east.
KETTLE = {
    "S_W": "0908", "OST1": "0808", "S_S": "2111",
    "G4": "1007", "G6": "1009", "G9": "1108", "G11": "0906", "G17": "0709", "G16": "0909",
}  # fmt: skip


def checked(**words: object) -> Table:
    words.setdefault("hands", {"axis": [18]})
    words.setdefault("units", KETTLE)
    return Table(cards=True, phase="supply axis", **words)


# --- 18A Kesselschlacht ----------------------------------------------------------------------------------------
def test_18a_kesselschlacht_one_unsupplied_unit_surrenders() -> None:
    table = checked()
    assert table.unit("S_W").unsupplied
    assert table.of(PlayEvent) == [PlayEvent(18)]
    table.play_event(18)
    assert set(table.legal) == {ChooseUnit("S_W"), ChooseUnit("OST1")}, "not the one in supply"
    table.do(ChooseUnit("S_W"))
    assert table.at("S_W") == "box:surrendered"
    assert table.view.event_vp == 1
    assert table.at("OST1") == "0808"


@shows("boundary")
def test_18a_kesselschlacht_a_cadre_goes_to_the_track_without_a_point() -> None:
    table = checked().play_event(18).do(ChooseUnit("OST1"))
    assert table.at("OST1") == "box:track"
    assert table.view.event_vp == 0


def test_18a_kesselschlacht_takes_even_a_counter_with_one_side() -> None:
    units = {**KETTLE, "SPOL": "0808"}
    del units["OST1"]
    table = checked(units=units).play_event(18).do(ChooseUnit("SPOL"))
    assert table.at("SPOL") == "box:surrendered"
    assert table.view.event_vp == 1


def test_18a_kesselschlacht_needs_a_kettle() -> None:
    table = checked(units={"G4": "1511", "S_S": "2111"})
    assert not table.of(PlayEvent)
    assert why_not_now(table.state, AXIS, 18, Window.SUPPLY_END) == "no enemy unit is unsupplied (6.4)"


def test_18a_kesselschlacht_in_the_soviet_turn_too() -> None:
    table = Table(cards=True, phase="supply soviet", units=KETTLE, hands={"axis": [18]})
    assert table.actor == "axis"
    assert table.of(PlayEvent) == [PlayEvent(18)]


# --- 05S Cavalry Raid ------------------------------------------------------------------------------------------
def test_05s_cavalry_raid_one_axis_unit_is_unsupplied() -> None:
    units = {"G4": "1511", "G6": "0906", "S_S": "2111"}
    table = Table(cards=True, phase="organization axis", units=units, hands={"soviet": [5]})
    assert table.actor == "soviet"
    table.play_event(5)
    assert set(table.legal) == {ChooseUnit("G4"), ChooseUnit("G6")}
    table.do(ChooseUnit("G6"))
    assert table.unit("G6").unsupplied
    assert not table.unit("G4").unsupplied


@shows("boundary")
def test_05s_cavalry_raid_ends_with_the_axis_removal() -> None:
    units = {"G6": "0906", "S_S": "2111"}
    table = Table(cards=True, phase="organization axis", units=units, hands={"soviet": [5]}).play_event(5)
    assert table.unit("G6").unsupplied, "the only unit is chosen unasked"
    while table.view.phasing == "axis":
        table.do(table.legal[-1])
    assert table.at("G6").isdigit(), "it found supply when it was checked again"
    assert not table.unit("G6").unsupplied


def test_05s_cavalry_raid_not_in_the_soviet_turn() -> None:
    units = {"G6": "0906", "S_S": "2111"}
    table = Table(cards=True, phase="organization soviet", units=units, hands={"soviet": [5]})
    assert PlayEvent(5) not in table.legal
    assert "Axis player turn" in (why_not_now(table.state, SOVIET, 5, Window.ORGANIZATION_START) or "")


def test_05s_cavalry_raid_may_be_kept() -> None:
    units = {"G6": "0906", "S_S": "2111"}
    table = Table(cards=True, phase="organization axis", units=units, hands={"soviet": [5]}).do(Pass())
    assert not table.unit("G6").unsupplied
    assert table.actor == "axis"
