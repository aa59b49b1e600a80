"""Events of the Movement Phase."""

from __future__ import annotations

from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import ChooseHex, MoveUnit, PlayEvent
from noretreat.core.board import AXIS
from noretreat.explain.questions.queries import reach
from noretreat.rules.windows import Window

UNITS = {"G4": "1511", "G6": "1511", "G9": "1311"}


def allowance(table: Table, unit: str) -> int:
    return int(reach(table.state, unit).allowance)


def moving(**words: object) -> Table:
    words.setdefault("units", UNITS)
    words.setdefault("hands", {"axis": [17]})
    return Table(cards=True, phase="movement axis", **words)


def test_17a_general_staff_two_points_for_the_units_of_a_hex() -> None:
    table = moving()
    assert table.of(PlayEvent) == [PlayEvent(17, "move")]
    table.play_event(17, "move").do(ChooseHex("1511"))
    assert (allowance(table, "G4"), allowance(table, "G6"), allowance(table, "G9")) == (6, 6, 4)
    assert MoveUnit("G4", "2111") in table.legal


@shows("boundary")
def test_17a_general_staff_after_the_limit_of_the_weather() -> None:
    table = moving(turn=6).play_event(17, "move").do(ChooseHex("1511"))
    assert allowance(table, "G4") == 5


def test_17a_general_staff_before_they_move() -> None:
    table = moving().do(MoveUnit("G4", "1611"), MoveUnit("G6", "1611"))
    table.play_event(17, "move")
    assert ChooseHex("1611") not in table.legal
    assert allowance(table, "G9") == 6, "the only hex left is chosen unasked"


def test_17a_general_staff_needs_somebody_to_move() -> None:
    table = moving(units={"G4": "1511"}).do(MoveUnit("G4", "1611"))
    assert not table.of(PlayEvent)
    assert why_not_now(table.state, AXIS, 17, Window.MOVE) == "all your units have already moved (8.1)"


def test_17a_general_staff_is_over_after_the_phase() -> None:
    table = moving(units={**UNITS, "S_W": "2106"}).play_event(17, "move").do(ChooseHex("1511"))
    while table.view.phase == "movement":
        table.do(table.legal[-1])
    assert table.view.phasing == "soviet"
    assert not table.view.effects


def test_17a_general_staff_once() -> None:
    table = moving().play_event(17, "move").do(ChooseHex("1511"))
    assert not table.of(PlayEvent)
    assert why_not_now(table.state, AXIS, 17, Window.MOVE) is not None
