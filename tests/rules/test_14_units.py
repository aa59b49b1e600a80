"""Chapter 14: units with rules of their own (FIN, ALL, CAD, YUG)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.helpers import (
    ImproveUnit,
    PlaceUnit,
    ReplaceUnit,
    counter,
    end_phase,
    hexes_for,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    to_placement,
    units_for,
    where,
)

from noretreat.core.board import BOARD
from noretreat.core.boxes import DESTROYED
from noretreat.core.state import State
from noretreat.explain.questions.queries import reach, supply_of
from noretreat.game import new_game
from noretreat.positions import position

pytestmark = pytest.mark.usefixtures("no_events")


def organize(side: str, turn: int, units: dict[str, str], **lines: Any) -> State:
    """The Organization Phase of a side with two cards that have no event there."""
    return position({"turn": turn, "phase": f"organization {side}", "units": units, "hands": {side: [16, 17]}, **lines})


# --- the Finns ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("face", ["", " back"])
def test_fin_never_leaves_finland_and_has_no_zone(face: str) -> None:
    state = position({"turn": 7, "units": {"FINN": f"FINLAND{face}", "G4": "0906"}})
    assert not moves_of(state, "FINN")
    soviet = position({"turn": 7, "phase": "movement soviet", "units": {"FINN": f"FINLAND{face}", "S_NW": "1802"}})
    assert reach(soviet, "S_NW").hexes["1902"].stops is None


def test_fin_always_supplied_at_home() -> None:
    state = position({"turn": 7, "phase": "supply axis", "units": {"FINN": "FINLAND", "G4": "0906"}})
    assert not counter(state, "FINN").unsupplied
    assert supply_of(state, "FINN").how == "home"


@pytest.mark.parametrize(("holds_leningrad", "may"), [(True, True), (False, False)])
def test_fin_improved_with_a_true_overland_path_only(holds_leningrad: bool, may: bool) -> None:
    """Leningrad in Axis hands and supplied is next door."""
    control = {"axis": ["1902", "1403"]} if holds_leningrad else {"axis": ["1403"]}
    state = organize("axis", 7, {"FINN": "FINLAND back", "G4": "1803", "G6": "0606 back"}, control=control)
    assert ("FINN" in units_for(state, ImproveUnit)) is may


def test_fin_replaced_in_finland_only_and_never_beside_soviets_in_it() -> None:
    state = organize("axis", 7, {"FINN": "box:destroyed back"})
    assert hexes_for(state, ReplaceUnit, "FINN") == {"FINLAND"}
    state = organize("axis", 7, {"FINN": "box:destroyed back", "S_NW": "FINLAND", "G4": "box:destroyed"})
    assert units_for(state, ReplaceUnit) == {"G4"}


def test_fin_not_rebuilt_on_a_cadre() -> None:
    units = {"FINN": "box:destroyed back", "G4": "box:destroyed", "KG1": "1111"}
    state = organize("axis", 7, units)
    assert hexes_for(state, ReplaceUnit, "FINN") == {"FINLAND"}
    assert "1111" in hexes_for(state, ReplaceUnit, "G4")


AXIS_GAINS = {"axis": ["1403", "1307", "1708", "1211", "1613", "1115", "1415", "1716"]}
"""Cities enough for nobody to win on points in the middle of the war."""


# --- Axis allies and the Luftwaffe -------------------------------------------------------------------------------
@pytest.mark.parametrize(("unit", "after"), [("HUN2", 2), ("RUM3", 4), ("ITA8", 3), ("LUFT", 3)])
def test_all_one_step_allies_come_back_for_free(unit: str, after: int) -> None:
    """No victory point; the turn track brings them after the printed number of turns."""
    units = {unit: "2209 unsupplied", "G4": "0606", "S_NW": "2310"}
    state = position({"turn": 9, "units": units, "control": AXIS_GAINS})
    points = seen(state).event_vp
    state = skip_to(state, "movement", "soviet")
    assert (where(state, unit), counter(state, unit).due, seen(state).event_vp) == ("box:track", 9 + after, points)
    state = to_placement(state, "axis", 9 + after)
    assert where(state, unit) == "box:delayed"
    assert PlaceUnit(unit, "0606") in options_of(state, PlaceUnit)


def test_all_italians_on_the_track_do_not_come_back_after_turn_15() -> None:
    units = {"ITA8": "box:track due 16", "G4": "0606"}
    state = position({"turn": 14, "phase": "detraining soviet", "units": units, "control": AXIS_GAINS})
    assert where(skip_to(state, "movement", "axis", 17), "ITA8") == "box:removed"


# --- cadres ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("unit", "turn"), [("KG1", 6), ("KG2", 11), ("OST1", 3)])
def test_cad_2_they_arrive_in_their_box(unit: str, turn: int) -> None:
    state = position({"turn": turn - 1, "phase": "detraining soviet", "units": {unit: "box:pending", "G4": "0606"}})
    assert where(state, unit) == "box:cadres"


def test_cad_2_nobody_places_them_from_there_at_will() -> None:
    state = position({"turn": 7, "phase": "organization axis", "units": {"KG1": "box:cadres", "G4": "box:shattered"}})
    assert units_for(state, PlaceUnit) == {"G4"}


def test_cad_4_a_lost_cadre_goes_on_the_track_without_a_point() -> None:
    units = {"KG1": "1810 unsupplied", "G4": "0606", "S_NW": "2310"}
    state = skip_to(position({"turn": 9, "units": units}), "movement", "soviet")
    assert (where(state, "KG1"), counter(state, "KG1").due, seen(state).event_vp) == ("box:track", 10, 0)


def test_cad_4_one_a_turn_and_side() -> None:
    """The next turn is taken by another cadre, so the one after; the enemy's cadre does not count."""
    units = {
        "KG1": "1810 unsupplied",
        "KG2": "box:track due 10",
        "OST1": "box:track due 11",
        "G4": "0606",
        "S_NW": "2310",
    }
    state = skip_to(position({"turn": 9, "units": units}), "movement", "soviet")
    assert counter(state, "KG1").due == 11


@pytest.mark.parametrize(("rules", "due"), [("deluxe", 12), ("living", 12), ("classic", 11), ("digital", 12)])
def test_cad_4_a_first_arrival_holds_its_turn_too(rules: str, due: int) -> None:
    """14.9.3: KG2 comes on turn 11, so KG1, lost on turn 10, waits until 12.

    Under the classic rules no turn brings KG2; under the digital ones a cadre stays away for its two printed turns.
    """
    units = {"KG1": "1810 unsupplied", "KG2": "box:pending", "G4": "0606", "S_NW": "2310"}
    state = skip_to(position({"turn": 10, "rules": rules, "units": units}), "movement", "soviet")
    assert (where(state, "KG1"), counter(state, "KG1").due) == ("box:track", due)


# --- 15.3.1 of the first edition: lost allies become Kampfgruppen ---------------------------------------------
def turn_begins(turn: int, units: dict[str, str]) -> State:
    """The classic rules, at the start of a game turn."""
    units = {"KG1": "box:pending", "KG2": "box:pending", "G4": "0606", "S_NW": "2310", **units}
    state = position({"turn": turn - 1, "phase": "detraining soviet", "rules": "classic", "units": units})
    return skip_to(state, "cards", "axis", turn, chance=True)


@pytest.mark.parametrize("turn", [6, 11])
def test_cad_2_by_the_classic_rules_no_turn_brings_a_kampfgruppe(turn: int) -> None:
    state = turn_begins(turn, {"RUM3": "0717"})
    assert (where(state, "KG1"), where(state, "KG2")) == ("box:pending", "box:pending")
    assert counter(state, "KG1").due is None, "nor does the calendar promise one"


def test_cad_2_from_turn_11_a_lost_ally_becomes_a_kampfgruppe() -> None:
    """C-32, classic: the second one lost comes a turn later, as only one cadre arrives in a turn; no more than two."""
    lost = {"RUM3": "box:destroyed", "HUN2": "box:track due 12", "ITA8": "box:shattered", "RUM4": "box:rail"}
    state = turn_begins(11, lost)
    assert [where(state, unit) for unit in ("RUM3", "HUN2", "ITA8")] == ["box:removed"] * 3
    assert where(state, "RUM4") == "box:rail", "it is not lost"
    assert (where(state, "KG1"), where(state, "KG2"), counter(state, "KG2").due) == ("box:cadres", "box:track", 12)


def test_cad_2_an_ally_lost_later_becomes_one_on_the_next_turn() -> None:
    assert where(turn_begins(14, {"KG1": "1110", "HUN2": "box:destroyed"}), "KG2") == "box:cadres"


@pytest.mark.parametrize(
    ("scenario", "ready"),
    [
        ("barbarossa", set()),
        ("fall_blau", set()),
        ("saturn", set()),
        ("citadel", {"KG1"}),
        ("bagration", {"KG1"}),
        ("na_berlin", {"KG1", "KG2"}),
    ],
)
def test_cad_2_by_the_classic_rules_a_scenario_begins_with_as_many_as_allies_are_lost(
    scenario: str, ready: set[str]
) -> None:
    """C-139: none before turn 11; one for the Italians; in 1945 another one for the Hungarians."""
    state = new_game(scenario, {"rules": "classic"})
    assert {unit for unit in ("KG1", "KG2") if where(state, unit) != "box:pending"} == ready
    assert {where(state, unit) for unit in ready} <= {"box:cadres"}
    lost = [info.id for info in BOARD.units if info.axis_ally and where(state, info.id) == "box:removed"]
    assert len(lost) >= len(ready)


def test_cad_2_the_other_rule_sets_have_the_cadres_of_the_scenario() -> None:
    state = new_game("citadel", {"rules": "deluxe"})
    assert [where(state, unit) for unit in ("KG1", "KG2")] == ["box:cadres"] * 2


def test_cad_2_the_next_ally_that_is_lost_brings_the_kampfgruppe_that_was_held_back() -> None:
    state = new_game("citadel", {"rules": "classic"}).copy()
    state.put(BOARD.unit_index["HUN2"], DESTROYED)
    state = skip_to(state, "cards", "axis", 15, chance=True)
    assert (where(state, "HUN2"), where(state, "KG2")) == ("box:removed", "box:cadres")


def test_cad_2_hungarians_of_greater_germany_that_still_wait_were_not_lost() -> None:
    """Classic: they have no room yet (13.5); once they have fought and were destroyed, they are lost like others."""
    state = turn_begins(20, {"HUN1": "box:delayed", "HUN3": "box:destroyed"})
    assert (where(state, "HUN1"), where(state, "HUN3")) == ("box:delayed", "box:removed")
    assert where(state, "KG1") == "box:cadres"


def test_cad_4_even_when_shattered_by_overstacking() -> None:
    units = {"KG1": "0906", "G4": "0906", "G6": "0906", "S_NW": "2310"}
    state = end_phase(position({"turn": 9, "units": units}))
    lost = next(unit for unit in ("KG1", "G4", "G6") if where(state, unit) != "0906")
    assert where(state, lost) == ("box:track" if lost == "KG1" else "box:shattered")


def test_cad_4_entraining_is_no_removal() -> None:
    state = position({"turn": 9, "units": {"KG1": "box:rail", "G4": "0606", "S_NW": "2310"}})
    assert where(skip_to(state, "movement", "axis", 10), "KG1") == "box:rail"


CADRE_AT_THE_FRONT = {"KG1": "1411", "G4": "box:destroyed", "S_NW": "1511", "G6": "0606"}


def test_cad_5_a_replacement_may_be_built_on_a_cadre() -> None:
    """Even in an enemy zone; the cadre goes on the track, the new unit is reduced and Disorganized."""
    state = organize("axis", 9, CADRE_AT_THE_FRONT, control={"axis": ["1211"]})
    assert "1411" in hexes_for(state, ReplaceUnit, "G4")
    state = play(state, ReplaceUnit("G4", "1411"))
    assert (where(state, "G4"), counter(state, "G4").face, counter(state, "G4").disorganized) == ("1411", 1, True)
    assert (where(state, "KG1"), counter(state, "KG1").due) == ("box:track", 10)


def test_cad_5_a_cadre_that_is_used_up_takes_its_marker_along() -> None:
    """Cut off at its supply check and in touch again since: the counter is off the map, and so is its marker."""
    state = organize("axis", 9, CADRE_AT_THE_FRONT, control={"axis": ["1211"]}).copy()
    state.mark_unsupplied(1 << BOARD.unit_index["KG1"])
    assert not play(state, ReplaceUnit("G4", "1411")).unsupplied


def test_cad_5_by_the_computer_rules_it_comes_in_good_order() -> None:
    """In an enemy zone, too (C-32)."""
    state = organize("axis", 9, CADRE_AT_THE_FRONT, control={"axis": ["1211"]}, rules="digital")
    assert not counter(play(state, ReplaceUnit("G4", "1411")), "G4").disorganized


def test_cad_5_not_for_recovering_units_and_reinforcements() -> None:
    for box in ("box:shattered", "box:delayed"):
        state = organize("axis", 9, CADRE_AT_THE_FRONT | {"G4": box}, control={"axis": ["1211"]})
        assert "1411" not in hexes_for(state, PlaceUnit, "G4")


def test_cad_5_the_cadre_needs_an_overland_path() -> None:
    state = organize("axis", 9, CADRE_AT_THE_FRONT)
    assert "1411" not in hexes_for(state, ReplaceUnit, "G4")


# --- the Yugoslavs ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("place", "how"), [("WEST_BALKANS", "home"), ("SOUTH_BALKANS", "home"), ("0414", "none")])
def test_yug_supplied_in_the_balkans_only(place: str, how: str) -> None:
    state = position({"turn": 21, "trigger": "oil 20", "units": {"YUG1": place}})
    assert supply_of(state, "YUG1").how == how


def test_yug_mobile_they_may_leave_the_balkans() -> None:
    state = position({"turn": 21, "phase": "movement soviet", "trigger": "oil 20", "units": {"YUG1": "WEST_BALKANS"}})
    assert {"0315", "SOUTH_BALKANS"} <= moves_of(state, "YUG1")
