"""A retreat needs room: where every way ends in a full hex a unit is shattered (RET-6), and both sides know it."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.ai.evaluation import assaults, threats
from noretreat.ai.evaluation.assaults import Assaults
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.evaluation.chances import CROWDED_SHARE, RETREAT_SHARE
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import foresight
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.state import State

CENTER = BOARD.node_of["1611"]
ARMIES = ("S_NW", "S_SW", "S_S", "S_CEN", "S_BRY", "S_KAL", "S_RES", "S_VOR", "S_DON")
WEST = ("1511", "1510")
"""Where the attackers stand."""


def front(crowded: bool) -> State:
    """A Soviet army with four German ones beside it; other armies stand wherever it could retreat to, or none does."""
    attackers = dict(zip(("G4", "G6", "G9", "G18"), WEST + WEST, strict=True))
    state = Table(units={"S_W": "1611", **attackers}).state
    if crowded:
        foes, zone = state.occupied(AXIS), state.zoc(AXIS)
        ends = bits(Assessment.escapes(CENTER, state.occupied(SOVIET), foes, zone))
        for army, node in zip(ARMIES, ends, strict=False):
            state.put(BOARD.unit_index[army], node)
    return state


@pytest.mark.parametrize("crowded", [False, True])
def test_ret_6_an_attack_is_worth_more_where_the_retreat_ends_in_a_crowd(
    crowded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = front(crowded)

    def value() -> float:
        assessment = Assessment(state, AXIS)
        arrangement = arrange(assessment, [piece.node for piece in assessment.own])
        made = {assault.target: assault.value for assault in Assaults(assessment).choose(arrangement)}
        return made[CENTER]

    with foresight(False):
        seen = value()
        monkeypatch.setattr(assaults, "CROWDED_SHARE", RETREAT_SHARE)
        assert (seen > value()) == crowded


@pytest.mark.parametrize("crowded", [False, True])
def test_ret_6_an_army_in_front_of_a_crowd_is_feared_for(crowded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    state = front(crowded)

    def feared() -> float:
        assessment = Assessment(state, SOVIET)
        return Scorer(assessment).valuation([piece.node for piece in assessment.own], False).terms["threats"]

    with foresight(False):
        seen = feared()
        monkeypatch.setattr(threats, "CROWDED_SHARE", RETREAT_SHARE)
        assert (seen < feared()) == crowded


def test_a_crowd_costs_more_than_a_retreat() -> None:
    assert CROWDED_SHARE > RETREAT_SHARE
