"""What enemy units that are cut off are worth: a small pocket nearly all of them, a large one little more."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.ai.evaluation.assessment import _RING_TWO, LARGE, Assessment
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.core.board import AXIS, BOARD, bits

CENTER = BOARD.node_of["1611"]
ARMIES = ("S_W", "S_NW", "S_SW", "S_BRY", "S_VOR", "S_KAL", "S_CEN")
GERMANS = ("G1Pz", "G2Pz", "G3Pz", "G4Pz", "G2", "G4", "G6", "G9", "G11", "G16", "G17", "G18")


def pocket(armies: int, gap: int = 0) -> tuple[float, float]:
    """So many Soviet armies at and around a hex, with Germans two hexes away on all sides but for a gap of some hexes.

    What the pocket counts, and what the armies are worth.
    """
    around = [CENTER, *bits(BOARD.adjacent[CENTER])]
    ring = sorted(node for node in bits(BOARD.hexes) if BOARD.distance(CENTER, node) == 2)
    units = {unit: BOARD.id_of[node] for unit, node in zip(ARMIES[:armies], around, strict=False)}
    units |= {unit: BOARD.id_of[node] for unit, node in zip(GERMANS, ring[gap:], strict=False)}
    assessment = Assessment(Table(units=units).state, AXIS)
    terms = Scorer(assessment).valuation([piece.node for piece in assessment.own], True).terms
    return terms["pockets"], sum(piece.worth + piece.surrender for piece in assessment.foes)


def test_units_that_nobody_can_reach_are_as_good_as_lost() -> None:
    counts, worth = pocket(1)
    assert 0.6 * worth < counts < worth


def test_a_large_pocket_is_worth_less_than_its_parts() -> None:
    few, many = pocket(1), pocket(6)
    assert many[1] > LARGE, "they are worth more than what is held as a rule"
    assert few[0] < many[0] < 0.6 * many[1], "many armies fight their way out"


def test_a_gap_makes_it_no_pocket() -> None:
    assert pocket(3, gap=6)[0] == pytest.approx(0.0)


def test_a_retreat_ends_two_hexes_away_whatever_lies_between() -> None:
    for node, ring in _RING_TWO.items():
        assert bits(ring) == [other for other in bits(BOARD.hexes) if BOARD.distance(node, other) == 2]
