"""Every way off the map against the markers of a unit (11.2, 15.8, C-134): they stay behind.

A unit takes a Disorganized marker along into the rail box alone (9.2).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from rules.combat_helpers import Table

import noretreat
from noretreat.cards.draw import send_west
from noretreat.core import boxes
from noretreat.core.actions import ChooseUnit, DetrainUnit, Done, EntrainUnit
from noretreat.core.board import AXIS, BOARD
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.load import ruleset_ids
from noretreat.game import apply
from noretreat.positions import begin, position
from noretreat.rules import calendar, losses, optional, rail, stacking

PLACE = "1211"


def _on_turn(turn: int) -> Callable[[State, int], None]:
    def leave(state: State, unit: int) -> None:
        state.turn = turn
        calendar.remove_by_calendar(state)

    return leave


def _rumania_leaves(state: State, unit: int) -> None:
    state.triggers[calendar.OIL] = state.turn
    calendar.carry_out_triggers(state)


WAYS: dict[str, tuple[str, Callable[[State, int], None]]] = {
    "shattered": ("G4", lambda state, unit: losses.shatter(state, unit, "combat")),
    "a cadre shattered": ("KG1", lambda state, unit: losses.shatter(state, unit, "combat")),
    "eliminated": ("G4", lambda state, unit: losses.eliminate(state, unit, "combat")),
    "an ally eliminated": ("RUM3", lambda state, unit: losses.eliminate(state, unit, "combat")),
    "a fort eliminated": ("FEST1", lambda state, unit: losses.eliminate(state, unit, "combat")),
    "destroyed": ("G4", lambda state, unit: losses.destroy(state, unit, "overstack")),
    "surrendered": ("G4", lambda state, unit: losses.surrender(state, unit, "event")),
    "an ally surrendered": ("RUM3", lambda state, unit: losses.surrender(state, unit, "event")),
    "surplus": ("G4", stacking.shatter_excess),
    "sent to the track": ("KG1", losses.send_to_track),
    "the Italians leave": ("ITA8", _on_turn(15)),
    "the 2nd Panzer leaves": ("G2Pz", _on_turn(16)),
    "the SS Panzer leaves": ("GSSPz", _on_turn(18)),
    "the Garrison leaves": ("BERLIN_G", _on_turn(28)),
    "the Rumanians leave": ("RUM3", _rumania_leaves),
    "51A": ("G4", lambda state, unit: send_west(state, AXIS, ChooseUnit(BOARD.unit_ids[unit]))),
    "Rezervy alone": ("REZ", lambda state, unit: optional.lose_lone_rezervy(state)),
}


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("name", WAYS)
def test_11_2_a_unit_that_leaves_the_map_leaves_its_markers(name: str, rules: str) -> None:
    unit_id, leave = WAYS[name]
    unit = BOARD.unit_index[unit_id]
    for markers in ("disorganized", "unsupplied", "disorganized unsupplied"):
        state = position({"turn": 7, "units": {unit_id: f"{PLACE} {markers}", "G9": "0503"}, "rules": rules}).copy()
        leave(state, unit)
        assert state.where[unit] < 0
        assert not (state.disorganized | state.unsupplied) >> unit & 1, markers


def test_15_1_an_army_that_is_broken_up_leaves_its_marker() -> None:
    text = "turn 9\nphase organization axis\nrules deluxe\nunit G4 0906 disorganized\nunit S_W 2310"
    state = begin(f"position:{text}", Options(detachments=True)).copy()
    unit = BOARD.unit_index["G4"]
    optional.exchange(state, unit)
    assert state.where[unit] == boxes.REMOVED
    assert not state.disorganized >> unit & 1


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic"])
def test_15_8_rezervy_that_go_back_to_the_box_leave_their_marker(rules: str) -> None:
    """C-134: replaced in this turn and alone at the end of the Movement Phase."""
    text = f"turn 6\nphase movement soviet\nrules {rules}\nunit REZ 1807 disorganized\nunit S_W 1907\nunit G4 0908"
    state = position(text)
    while state.phase == "movement":
        state, _ = apply(state, Done())
    unit = BOARD.unit_index["REZ"]
    assert state.where[unit] == boxes.DESTROYED
    assert not state.disorganized >> unit & 1


def test_9_2_a_unit_on_the_train_keeps_its_disorganized_marker() -> None:
    state = position("turn 7\nunit G4 0906 disorganized\nunit S_W 2310").copy()
    rail.entrain(state, BOARD.unit_index["G4"])
    assert state.disorganized >> BOARD.unit_index["G4"] & 1


def test_9_2_a_unit_that_18s_takes_out_of_a_pocket_leaves_its_unsupplied_marker() -> None:
    """6.5.5: the card asks for supply now; the marker of the last check lies on the map (C-134)."""
    units = {"S_W": "2008 unsupplied", "G4": "0606"}
    table = Table(cards=True, phase="cards axis", units=units, hands={"soviet": [18]})
    table.play_event(18).do(EntrainUnit("S_W"))
    assert table.at("S_W") == "box:rail"
    assert not table.unit("S_W").unsupplied


# --- no way is forgotten --------------------------------------------------------------------------------------
_SOURCES = Path(noretreat.__file__).parent
_MEANS = {
    "rules/losses.py": "each of its ways is in the table",
    "rules/rail.py": "onto the train, with the marker (9.2)",
}
"""Modules that put units of the map into boxes by themselves; all others call these."""
_WAITING = {
    "cards/organization.py": "02S: from box to box",
    "rules/calendar.py": "units that arrive, and lost allies, wait in boxes",
    "rules/optional.py": "counters that arrive; the paratroops are never on the map (15.9)",
    "rules/placement.py": "Yugoslavs without room have not been on the map (C-100)",
    "rules/purchases.py": "what is taken back loses the marker there",
    "rules/stacking.py": "surplus units: in the table",
}


def test_no_other_module_puts_units_into_boxes() -> None:
    found = set()
    for file in sorted([*_SOURCES.glob("rules/*.py"), *_SOURCES.glob("cards/*.py")]):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "put":
                found.add(file.relative_to(_SOURCES).as_posix())
    assert found - {"rules/entering.py"} == _MEANS.keys() | _WAITING.keys()


@pytest.mark.parametrize("rules", ruleset_ids())
def test_15_3_a_unit_that_is_lost_leaves_the_local_support_marker(rules: str) -> None:
    """A unit that comes back in the same turn does not have it again."""
    state = position(f"rules {rules}\nturn 14\nunit G4 {PLACE}\nunit S_W 1611")
    state.local_support = [BOARD.unit_index["G4"], BOARD.unit_index["S_W"]]
    losses.eliminate(state, BOARD.unit_index["G4"], "combat")
    assert state.local_support == [-1, BOARD.unit_index["S_W"]]


@pytest.mark.parametrize("rules", ruleset_ids())
def test_10_1_3_a_counterblow_marker_does_not_pass_to_the_next_unit(rules: str) -> None:
    """C-62: its units have left by train (18S); the army that leaves the train in their hex has no marker."""
    state = position(
        f"rules {rules}\nturn 14\nphase cards axis\nunit S_W 1611\nunit S_KAL box:rail\nunit G4 1411\n"
        "counterblow 1611\nhand soviet 18"
    )
    wanted = ("PlayEvent", EntrainUnit("S_W"), DetrainUnit("S_KAL", "1611"))
    for step in wanted:
        action = next(one for one in noretreat.legal_actions(state) if step in (one, type(one).__name__))
        state, _ = apply(state, action)
    assert noretreat.units_at(state, "1611") == ("S_KAL",)
    assert not noretreat.view(state, "soviet").counterblows
