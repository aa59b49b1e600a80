"""Chapter 11: who is still cut off is lost, then the markers come off (REM-1, REM-2)."""

from __future__ import annotations

import pytest
from rules.helpers import Done, counter, idle, marked, play, seen, skip_to, where

from noretreat.core.state import State
from noretreat.game import actor, outcome
from noretreat.positions import position

FAR_AWAY = {"G6": "0606", "S_NW": "2310"}
"""Somebody who can move on each side, so that the next phases stop."""


def after_removal(units: dict[str, str], side: str = "axis", turn: int = 10) -> State:
    """Combat is over; the Removal Phase of a side has gone by."""
    state = position({"turn": turn, "phase": f"movement {side}", "supports": [0, 0], "units": FAR_AWAY | units})
    return skip_to(play(state, Done()), "movement", "soviet" if side == "axis" else "axis")


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_rem_1_both_sides_trace_again(side: str) -> None:
    """Whoever still bears a marker and has no path is lost, phasing or not."""
    state = after_removal({"G4": "1810 unsupplied", "S_W": "0806 unsupplied"}, side)
    assert (where(state, "G4"), where(state, "S_W")) == ("box:surrendered", "box:surrendered")


def test_rem_1_a_path_regained_saves() -> None:
    state = after_removal({"G4": "0906 unsupplied", "S_W": "2008 unsupplied"})
    assert (where(state, "G4"), where(state, "S_W")) == ("0906", "2008")


def test_rem_1_sea_and_neighbors_save_too() -> None:
    state = after_removal({"G4": "1302 unsupplied", "S_W": "1418 unsupplied"})
    assert (where(state, "G4"), where(state, "S_W")) == ("1302", "1418")


def test_rem_1_without_a_marker_nobody_is_lost() -> None:
    assert where(after_removal({"G4": "1810"}), "G4") == "1810"


def test_rem_1_two_step_counters_surrender_for_a_point() -> None:
    """VIC-3: seen from the Axis, which has the initiative."""
    assert seen(after_removal({"S_W": "0806 unsupplied"})).event_vp == 1
    assert seen(after_removal({"G4": "1810 unsupplied"})).event_vp == -1
    assert seen(after_removal({"S_W": "0806 back unsupplied"})).event_vp == 1, "brittle red units as well"


@pytest.mark.parametrize(
    ("unit", "box", "due"),
    [("HUN2", "box:track", 12), ("LUFT", "box:track", 13), ("KG1", "box:track", 11), ("OST1", "box:track", 11)],
)
def test_rem_1_one_step_counters_follow_their_backs(unit: str, box: str, due: int) -> None:
    """No victory point, no Surrendered box (STP-2, ALL)."""
    place = "0806" if unit == "OST1" else "1810"
    state = after_removal({unit: f"{place} unsupplied"})
    assert (where(state, unit), counter(state, unit).due, seen(state).event_vp) == (box, due, 0)


def test_rem_1_german_forts_are_gone_for_good() -> None:
    state = after_removal({"FEST1": "1810 unsupplied"}, turn=20)
    assert where(state, "FEST1") == "box:removed"


BERLIN_ALONE = {
    "BERLIN_G": "0503 unsupplied",
    **dict(zip(("S_W", "S_SW", "S_KAL", "S_S"), ("0403", "0502", "0602", "0604"), strict=True)),
}


@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("rules", ["deluxe", "living", "digital", "digital_0_1"])
def test_win_7_to_starve_the_berlin_garrison_wins_the_war(rules: str, side: str) -> None:
    """C-151: 11.1 eliminates it, in either Removal Phase, and 12.5 asks for no battle."""
    facts = {"turn": 26, "phase": f"movement {side}", "supports": [0, 0], "rules": rules}
    state = position(facts | {"units": FAR_AWAY | BERLIN_ALONE})
    while actor(state) is not None and seen(state).phase != "cards":
        state = play(state, idle(state))
    result = outcome(state)
    assert result is not None
    assert (where(state, "BERLIN_G"), result.winner.value, result.reason) == ("box:removed", "soviet", "garrison")


def test_win_7_by_the_classic_rules_nobody_starves_the_berlin_garrison() -> None:
    """6.2: it is always in supply."""
    state = position(
        {"turn": 26, "phase": "movement axis", "supports": [0, 0], "rules": "classic", "units": FAR_AWAY | BERLIN_ALONE}
    )
    state = skip_to(play(state, Done()), "movement", "soviet")
    assert where(state, "BERLIN_G") == "0503"


@pytest.mark.parametrize(("side", "place"), [("axis", "2011"), ("soviet", "box:surrendered")])
def test_rem_1_the_phasing_side_goes_first(side: str, place: str) -> None:
    """Six cut-off armies shut a front in: in the Axis turn they are gone before it traces, in the Soviet turn not."""
    armies = ("G4", "G9", "G11", "G16", "G17", "G18")
    ring = dict(zip(armies, ("1911", "2111", "2010", "2110", "2012", "2112"), strict=True))
    units = {unit: f"{hex_} unsupplied" for unit, hex_ in ring.items()} | {"S_W": "2011 unsupplied"}
    state = after_removal(units, side)
    assert where(state, "S_W") == place
    assert {where(state, unit) for unit in ring} == {"box:surrendered"}


def test_rem_2_markers_of_both_sides_come_off() -> None:
    units = {"G4": "0906 unsupplied disorganized", "S_W": "2008 disorganized", "S_S": "1909 unsupplied"}
    state = after_removal(units)
    assert marked(state) == set()
    assert not any(unit.disorganized for unit in seen(state).units)
