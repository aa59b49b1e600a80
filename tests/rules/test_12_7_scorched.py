"""A scorched city is no city (07S, C-88): it bars nobody where an enemy city would, and helps nobody as a city.

Chapters 7.6, 9.2 and 13.5. Supply, points and Objectives are tested with their chapters.
"""

from __future__ import annotations

from typing import Any

import pytest
from rules.helpers import DetrainUnit, PlaceUnit, ReplaceUnit, hexes_for, to_placement

from noretreat.core.board import BOARD, SOVIET
from noretreat.core.state import State
from noretreat.positions import position
from noretreat.rules.choices import ask

TULA, MINSK = "1909", "1307"
ALL_BUT_TULA = sorted(BOARD.ids(BOARD.vp_hexes & BOARD.ussr & ~BOARD.mask(TULA)))


def asked_anew(state: State, hexes: str = "") -> State:
    """The same question, with this city scorched."""
    state = state.copy()
    state.scorched = BOARD.mask(*hexes.split())
    question = state.question
    assert question is not None
    state.options = tuple(question.options(state))
    return state


def trains(side: str, rules: str, **lines: Any) -> State:
    """The Detraining Phase of a side with an army in the rail box."""
    units = {"axis": {"G4": "box:rail", "S_W": "2310"}, "soviet": {"S_W": "box:rail", "G4": "0606"}}[side]
    return position({"turn": 7, "phase": f"detraining {side}", "units": units, "rules": rules, **lines})


@pytest.mark.parametrize("rules", ["digital", "living"])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_det_4_a_scorched_enemy_city_bars_no_train_beside_it(side: str, rules: str) -> None:
    """The enemy holds Tula: nobody detrains there or beside it, not even in Moscow, unless Tula is scorched."""
    state = trains(side, rules, control={"axis": ALL_BUT_TULA if side == "axis" else [TULA]})
    unit = {"axis": "G4", "soviet": "S_W"}[side]
    near = {TULA, *BOARD.ids(BOARD.adjacent[BOARD.node_of[TULA]])}
    assert not hexes_for(state, DetrainUnit, unit) & near
    assert hexes_for(asked_anew(state, TULA), DetrainUnit, unit) >= near


def test_det_1_by_the_classic_rules_the_hex_of_a_scorched_enemy_city_is_as_good_as_any() -> None:
    """Units detrain in friendly hexes only: an enemy city is none, an enemy oil field neither (C-126)."""
    state = trains("soviet", "classic", control={"axis": [MINSK]})
    assert MINSK not in hexes_for(state, DetrainUnit, "S_W")
    assert MINSK in hexes_for(asked_anew(state, MINSK), DetrainUnit, "S_W")


def test_det_4_by_the_classic_rules_a_scorched_port_is_no_port() -> None:
    """Two fronts stand before Sevastopol: as a port it takes units from the sea, as a marsh in their zones none."""
    units = {"G4": "box:rail", "S_W": "1317", "S_NW": "1418"}
    facts = {"units": units, "rules": "classic", "control": {"axis": ["1318", "1115"]}}
    state = position({"turn": 7, "phase": "detraining axis", **facts})
    assert "1318" in hexes_for(state, DetrainUnit, "G4")
    assert "1318" not in hexes_for(asked_anew(state, "1318"), DetrainUnit, "G4")


@pytest.mark.parametrize("rules", ["deluxe", "digital", "digital_0_1", "living"])
def test_det_1_a_scorched_city_taken_in_this_player_turn_is_a_hex_like_any_other(rules: str) -> None:
    """C-58 is about cities; Tula was a marsh when it was taken."""
    state = trains("axis", rules, control={"axis": [*ALL_BUT_TULA, TULA]}, captured=TULA)
    assert TULA not in hexes_for(state, DetrainUnit, "G4")
    assert TULA in hexes_for(asked_anew(state, TULA), DetrainUnit, "G4")


def recovering(side: str, rules: str, units: dict[str, str], **lines: Any) -> State:
    """The Placement step of a side."""
    return to_placement(
        position({"turn": 7, "phase": f"organization {side}", "units": units, "rules": rules, **lines}), side
    )


@pytest.mark.parametrize("rules", ["digital", "digital_0_1"])
def test_org_10_a_scorched_enemy_city_beside_an_own_one_takes_placed_units(rules: str) -> None:
    """By the computer rules units are placed beside cities: here beside Moscow, in Tula, which the Axis has left."""
    units = {"S_W": "box:shattered", "G4": "0606"}
    state = recovering("soviet", rules, units, control={"axis": [TULA]})
    assert TULA not in hexes_for(state, PlaceUnit, "S_W")
    assert TULA in hexes_for(asked_anew(state, TULA), PlaceUnit, "S_W")


@pytest.mark.parametrize("held", ["axis", "soviet"])
def test_org_10_before_the_extension_a_scorched_city_is_one_of_the_hexes_of_germany(held: str) -> None:
    """C-84: the Axis places its units in any hex of Greater Germany that is no Soviet city."""
    state = recovering("axis", "classic", {"G4": "box:shattered", "S_W": "2310"}, control={held: ["0906"]})
    assert ("0906" in hexes_for(state, PlaceUnit, "G4")) is (held == "axis")
    assert "0906" in hexes_for(asked_anew(state, "0906"), PlaceUnit, "G4")


def test_evt_gg_a_scorched_enemy_city_takes_the_hungarians() -> None:
    """13.5: they come into hexes that are not the enemy's (C-27); Breslau in ruins is nobody's."""
    units = {"HUN1": "box:delayed", "G4": "0606", "S_W": "2310"}
    state = recovering("axis", "deluxe", units, turn=16, control={"soviet": ["0309"]})
    assert "0309" not in hexes_for(state, PlaceUnit, "HUN1")
    assert "0309" in hexes_for(asked_anew(state, "0309"), PlaceUnit, "HUN1")


@pytest.mark.parametrize("rules", ["deluxe", "digital", "classic"])
def test_01s_conscripts_rise_in_a_scorched_enemy_city_beside_an_own_one(rules: str) -> None:
    units = {"S_W": "box:destroyed", "G4": "0606", "S_S": "2310"}
    state = position(
        {"turn": 7, "phase": "movement soviet", "units": units, "rules": rules, "control": {"axis": [TULA]}}
    ).copy()
    ask(state, 1, SOVIET, must=True)
    assert TULA not in hexes_for(asked_anew(state), ReplaceUnit, "S_W")
    assert TULA in hexes_for(asked_anew(state, TULA), ReplaceUnit, "S_W")
