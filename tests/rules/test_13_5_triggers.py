"""What sets the calendar going (13.5; EVT-GG, EVT-OIL, EVT-WAR), in the ways that are neither moves nor battles.

`test_12_7_entering.py` walks every way onto the map.
"""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table
from rules.helpers import DetrainUnit, PlaceUnit, hexes_for, play, to_placement

from noretreat.core.board import BOARD
from noretreat.core.events import TriggerPulled
from noretreat.game import apply
from noretreat.positions import position
from noretreat.rules import calendar

COMPUTER_RULES = pytest.mark.parametrize("rules", ["digital", "digital_0_1"])


@COMPUTER_RULES
def test_evt_oil_is_pulled_by_a_unit_that_is_placed_there(rules: str) -> None:
    """By the computer rules armies recover beside cities: here by Bucharest, in the oil fields."""
    units = {"S_W": "box:shattered", "S_KAL": "0717", "G4": "0404"}
    facts = {"rules": rules, "units": units, "control": {"soviet": ["0717"]}, "trigger": "greater_germany 20"}
    state = to_placement(position({"turn": 21, "phase": "organization soviet", **facts}), "soviet")
    state, happened = apply(state, PlaceUnit("S_W", "0816"))
    assert state.triggers == [20, 22, 0]
    assert TriggerPulled("oil", 22) in happened


@COMPUTER_RULES
def test_evt_gg_is_pulled_by_a_unit_that_is_placed_across_the_border(rules: str) -> None:
    """The Soviets hold Königsberg, left by everybody; an army recovers beside it."""
    units = {"S_W": "box:shattered", "S_KAL": "1204", "G4": "0404"}
    facts = {"rules": rules, "units": units, "control": {"soviet": ["1104"]}}
    state = to_placement(position({"turn": 15, "phase": "organization soviet", **facts}), "soviet")
    places = hexes_for(state, PlaceUnit, "S_W") & set(BOARD.ids(BOARD.germany))
    assert places
    assert {tuple(play(state, PlaceUnit("S_W", to)).triggers) for to in places} == {(16, 0, 0)}


@pytest.mark.parametrize(
    ("rules", "held", "to", "trigger"),
    [
        ("deluxe", "1104", "0906", calendar.WARSAW),
        ("digital_0_1", "1104", "0906", calendar.WARSAW),
        ("deluxe", "0717", "0816", calendar.OIL),
        ("digital", "0717", "0816", calendar.OIL),
        ("living", "0717", "0816", calendar.OIL),
        ("digital", "1104", "1005", calendar.GREATER_GERMANY),
        ("living", "1104", "1005", calendar.GREATER_GERMANY),
        ("classic", "1104", "1005", calendar.GREATER_GERMANY),
    ],
)
def test_evt_15s_pulls_the_triggers_like_any_other_arrival(rules: str, held: str, to: str, trigger: int) -> None:
    """Its unit comes by rail as the Combat Phase ends: into Warsaw, the oil fields, over the border."""
    units = {"G4": "0303", "S_W": "box:destroyed", "S_S": "1611"}
    lines = {"phase": "combat soviet", "hands": {"soviet": [15]}, "rules": rules, "control": {"soviet": [held]}}
    table = Table(cards=True, units=units, **lines).play_event(15).do(DetrainUnit("S_W", to))
    assert table.state.triggers[trigger] == 8
