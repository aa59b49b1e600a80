"""Positions before a side's own moves are judged by what the moves make of them."""

from __future__ import annotations

from rules.combat_helpers import Table

from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.search.outset import Comparison, Outset, is_preparing, outset
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.state import State

FRONT = {"G1Pz": "1608", "G2Pz": "1609", "G4": "1511", "S_KAL": "1910", "S_SW": "2010"}
HAND = {"soviet": [4, 39]}


def before(phase: str = "cards soviet", **units: str) -> State:
    """A position of the Soviet turn of October 1941, in which 1708 is still Soviet."""
    table = Table(cards=True, phase=phase, turn=3, units={**FRONT, **units}, hands=HAND, control={"soviet": ["1708"]})
    return table.state


def test_a_city_that_the_moves_can_still_garrison_is_not_lost() -> None:
    inside, beside = before(S_W="1708"), before(S_W="1808")
    assert prospects(inside, SOVIET) - prospects(beside, SOVIET) > 2, "as if the enemy were next"
    assert abs(outset(inside, SOVIET).worth - outset(beside, SOVIET).worth) < 0.2


def test_units_that_cards_can_replace_before_the_moves_take_part_in_them() -> None:
    """A replacement costs cards (ORG-9), which are spent on the way to the moves."""
    replaced, lost = before(S_BRY="box:destroyed"), before()
    assert outset(replaced, SOVIET).worth - outset(lost, SOVIET).worth > 1
    assert len(outset(replaced, SOVIET).goals) == len(outset(lost, SOVIET).goals) + 1


def test_what_is_compared_sets_out_from_the_same_plan() -> None:
    """A plan that the search would not find by itself is not forgotten in the position that it is compared with."""
    state = before(S_W="1808")
    alone = outset(state, SOVIET)
    judge = Comparison(Outset(0.0, dict(alone.goals)))
    assert judge(state, SOVIET) >= alone.worth
    assert judge.made[-1].worth == judge(state, SOVIET)


def test_only_a_sides_own_phases_before_its_moves_are_judged_so() -> None:
    state = before(S_W="1808")
    assert is_preparing(state, SOVIET)
    assert not is_preparing(state, AXIS)
    moving = before(phase="movement soviet", S_W="1808")
    assert not is_preparing(moving, SOVIET)
    assert Comparison()(moving, SOVIET) == prospects(moving, SOVIET)
