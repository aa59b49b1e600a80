"""Refusals on the click: a counter that lights nothing says why."""

from __future__ import annotations

import pytest
from rules.helpers import Done, play, skip_to

from noretreat.core.actions import MoveUnit
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.data.facts import Side
from noretreat.explain.questions.queries import idle
from noretreat.game import IllegalAction, Options, actor, legal_actions, new_game
from noretreat.positions import position


def code(state: object, unit: str) -> str:
    told = idle(state, unit)  # type: ignore[arg-type]
    return told.code if told else ""


def test_c_53_the_rumanians_say_why_they_stand_still_on_turn_1() -> None:
    state = skip_to(new_game("barbarossa", Options(rules="living")), "movement", "axis")
    told = idle(state, "RUM3")
    assert told is not None
    assert (told.code, told.rule) == ("first-turn", "C-53")
    assert code(state, "G4") == "", "a unit that can move says nothing"
    assert code(state, "S_W") == "", "nor does one of the enemy"


def test_8_each_unit_that_cannot_move_has_a_reason_of_its_own() -> None:
    ring = {"S_W": "1710", "S_SW": "1711", "S_S": "1510", "S_NW": "1511", "S_KAL": "1612", "S_BRY": "1610"}
    units = {
        "G4": "1611 unsupplied",
        "G6": "1209",
        "G9": "box:destroyed",
        "BERLIN_G": "0309",
        "G11": "1109",
        "G16": "1008",
        **ring,
    }
    state = play(position({"turn": 7, "phase": "movement axis", "units": units}), MoveUnit("G6", "1208"))
    state = play(state, next(move for move in legal_actions(state) if getattr(move, "unit", "") == "G11"))
    found = {unit: code(state, unit) for unit in ("G4", "G6", "G9", "BERLIN_G")}
    assert found == {"G4": "hemmed-in", "G6": "has-moved", "G9": "off-map", "BERLIN_G": "immobile"}


def test_10_1_a_unit_says_what_it_could_attack_or_why_not() -> None:
    units = {"G4": "1511", "G6": "1210", "G9": "1610 disorganized", "S_W": "1611"}
    state = position({"turn": 7, "phase": "combat axis", "units": units})
    told = idle(state, "G4")
    assert told is not None
    assert (told.code, told.args["hexes"]) == ("click-target", ["1611"])
    assert code(state, "G6") == "nobody-beside"
    assert code(state, "G9") == "idle-attacker"


def test_7_what_is_on_the_map_is_not_placed() -> None:
    units = {"S_W": "2006", "S_NW": "box:shattered", "S_KAL": "box:shattered", "G4": "1210", "S_S": "box:destroyed"}
    state = position({"turn": 7, "phase": "organization soviet", "units": units})
    while "place" not in type(state.question).__name__.lower():
        state = play(state, Done())
    assert code(state, "S_W") == "place-boxes"
    assert code(state, "S_S") == "replace-costs"


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_whoever_has_no_answer_is_told_something_in_every_move(rules: str) -> None:
    """Over a turn of both sides no unit of the side that moves is silent: it lights hexes, or has a reason."""
    state = new_game("barbarossa", Options(rules=rules))
    for side in ("axis", "soviet"):
        state = skip_to(state, "movement", side)
        able = {getattr(action, "unit", "") for action in legal_actions(state)}
        index = SIDE_INDEX[Side(side)]
        for unit in state.on_map(index):
            name = BOARD.unit_ids[unit]
            assert (name in able) != bool(code(state, name)), name
        assert actor(state) is Side(side)


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(IllegalAction):
        idle(new_game("barbarossa"), "nobody")
