"""What an event changes in a battle: seen with the retreat that it brings about."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat import game
from noretreat.ai.search.commitment import gain_in_battle
from noretreat.ai.search.event_timing import best_event
from noretreat.core.actions import PlayEvent
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.state import State

GUDERIAN, ELASTIC_DEFENSE = PlayEvent(37), PlayEvent(4)
OPEN = {"G4": "1511", "G6": "1610", "S_W": "1611"}
AROUND = {"G2Pz": "1712", "G3Pz": "1612"}


def attack(units: dict[str, str]) -> State:
    """Two German armies attack the Western Front; the Axis holds Guderian."""
    return Table(cards=True, units=units, hands={"axis": [37]}).fight("1611", "G4", "G6").state


@pytest.fixture
def pocket() -> State:
    """The same with panzers behind it."""
    return attack({**OPEN, **AROUND})


def test_a_certain_retreat_is_worth_most_against_what_has_no_way_out(pocket: State) -> None:
    free = gain_in_battle(attack(OPEN), AXIS, GUDERIAN)
    trapped = gain_in_battle(pocket, AXIS, GUDERIAN)
    assert free < 0.2 < 0.4 < trapped
    assert best_event([pocket], AXIS, [GUDERIAN]) == GUDERIAN
    assert best_event([attack(OPEN)], AXIS, [GUDERIAN]) is None


def test_what_is_lost_at_once_was_at_stake(pocket: State) -> None:
    after, _ = game.apply(pocket, GUDERIAN)
    assert after.where[BOARD.unit_index["S_W"]] < 0, "it is lost as soon as the event makes it retreat"
    marked = attack({**OPEN, **AROUND, "S_W": "1611 unsupplied"})
    assert gain_in_battle(marked, AXIS, GUDERIAN) > 0, "a unit that surrenders is worth more, and is gone as well"


def test_a_side_does_not_retreat_where_it_cannot() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_KAL": "1510"}
    around = {"S_NW": "1411", "S_BRY": "1412", "S_VOR": "1512"}

    def defense(units: dict[str, str]) -> float:
        table = Table(cards=True, phase="combat soviet", units=units, hands={"axis": [4]})
        return gain_in_battle(table.fight("1511", "S_W", "S_KAL").state, AXIS, ELASTIC_DEFENSE)

    assert defense({**units, **around}) < min(0.0, defense(units))


def test_the_other_side_is_looked_at_with_the_same_eyes(pocket: State) -> None:
    assert gain_in_battle(pocket, SOVIET, GUDERIAN) == -gain_in_battle(pocket, AXIS, GUDERIAN)
