"""A won attack opens the way into the enemy's rear: what that is worth to the attacker, and what the defender fears."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat.ai.evaluation.assaults import Assaults
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import foresight
from noretreat.ai.players.greedy import EasyPlayer, GreedyPlayer, HardPlayer
from noretreat.ai.proposals.attacks import BattlePlanner
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.state import State

CENTER = BOARD.node_of["1611"]
GERMANS = ("G1Pz", "G2Pz", "G3Pz", "G4Pz", "G2", "G4", "G6", "G9", "G11", "G16", "G17")
RING = sorted(node for node in bits(BOARD.hexes) if BOARD.distance(CENTER, node) == 2)


INSIDE, ELSEWHERE = BOARD.unit_index["S_W"], BOARD.node_of["2008"]


def nearly_closed(gap: int) -> State:
    """A Soviet army inside a ring of Germans, of which another one beside it holds the last hex open."""
    ring = [BOARD.id_of[node] for node in RING if node != gap]
    inner = next(node for node in bits(BOARD.adjacent[CENTER]) if BOARD.distance(node, gap) == 1)
    units = dict(zip(GERMANS, ring, strict=True))
    table = Table(units={"S_W": BOARD.id_of[inner], "S_CEN": BOARD.id_of[gap], **units})
    return table.state


def is_supplied(state: State) -> bool:
    """Is the army inside the ring in supply?"""
    assessment = Assessment(state, SOVIET)
    own = assessment.own
    occupied = arrange(assessment, [piece.node for piece in own]).occupied
    good = assessment.net_of(
        SOVIET, occupied, assessment.foe_occupied, assessment.foe_zone, assessment.control, assessment.foe_control
    )
    return bool(good >> state.where[INSIDE] & 1)


@pytest.fixture
def gap() -> int:
    """A hex of the ring by which the army inside is supplied as long as another one stands there."""
    return next(node for node in RING if is_supplied(nearly_closed(node)))


def test_the_last_hex_of_a_ring_is_worth_attacking_for_the_army_inside(gap: int) -> None:
    state = nearly_closed(gap)
    assessment = Assessment(state, AXIS)
    assaults = Assaults(assessment)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    inside = next(piece for piece in assessment.foes if piece.unit == INSIDE)
    made = {assault.target: assault for assault in assaults.choose(arrangement)}
    plain = assaults.judge(gap, made[gap].attackers, crossing=False, trapped=0.0)
    assert made[gap].value > plain.value + 0.1 * inside.worth


def test_an_attack_that_cuts_nobody_off_brings_no_more_than_its_battle(gap: int) -> None:
    state = nearly_closed(gap)
    state.put(INSIDE, ELSEWHERE)
    assessment = Assessment(state, AXIS)
    now = arrange(assessment, [piece.node for piece in assessment.own])
    foes = assessment.foe_occupied
    beyond = assessment.beyond(gap, foes, drives_on=True)
    assert not assessment.severed(SOVIET, gap, beyond, foes, now.occupied, now.zone)


def test_an_attack_that_opens_a_ring_is_worth_the_army_inside(gap: int) -> None:
    state = nearly_closed(gap)
    outside = next(node for node in bits(BOARD.adjacent[gap]) if BOARD.distance(node, CENTER) == 3)
    state.put(BOARD.unit_index["S_CEN"], outside)
    state.put(BOARD.unit_index["G18"], gap)
    assessment = Assessment(state, SOVIET)
    assaults = Assaults(assessment)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    inside = next(piece for piece in assessment.own if piece.unit == INSIDE)
    assert not is_supplied(state)
    assert assaults.opened(arrangement, gap) >= assessment.style.relief * inside.worth
    state.put(INSIDE, ELSEWHERE)
    elsewhere = Assessment(state, SOVIET)
    arrangement = arrange(elsewhere, [piece.node for piece in elsewhere.own])
    assert Assaults(elsewhere).opened(arrangement, gap) == 0.0


def test_the_side_inside_fears_for_the_hex_that_holds_the_ring_open(gap: int) -> None:
    """A side that thinks of breakthroughs fears more there than one that only counts what the battle costs."""
    assessment = Assessment(nearly_closed(gap), SOVIET)
    at = [piece.node for piece in assessment.own]
    feared = []
    for rear in (0.0, 0.25):
        assessment.style = assessment.style._replace(rear=rear)
        feared.append(Scorer(assessment).valuation(at, False).terms["threats"])
    assert feared[1] < feared[0] < 0


def test_who_does_not_look_behind_the_line_sees_the_battle_alone(gap: int) -> None:
    state = nearly_closed(gap)

    def value_for(sees: bool) -> float:
        with foresight(sees):
            made = BattlePlanner(state, AXIS).assaults()
        return next((assault.value for assault in made if assault.target == gap), 0.0)

    assert [player.effort.foresees for player in (EasyPlayer, GreedyPlayer, HardPlayer)] == [False, False, True]
    assert value_for(sees=False) < value_for(sees=True)
    assert value_for(sees=False) < value_for(sees=True), "nothing is remembered from one to the other"


def test_adv_3_nobody_drives_on_from_a_forest_or_through_mud() -> None:
    assessment = Assessment(Table(units={"S_W": "1611"}).state, SOVIET)
    own = 1 << BOARD.node_of["1611"]
    free = next(node for node in bits(BOARD.hexes & ~BOARD.stops_advance) if node != BOARD.node_of["1611"])
    stops = next(iter(bits(BOARD.stops_advance & BOARD.hexes)))
    assert assessment.beyond(free, own, drives_on=True) == BOARD.adjacent[free] & ~own
    assert not assessment.beyond(free, own, drives_on=False)
    assert not assessment.beyond(stops, own, drives_on=True)


@pytest.mark.parametrize(("turn", "drives_on"), [(2, True), (3, False)])
def test_adv_3_the_weather_says_who_can_drive_on(turn: int, drives_on: bool) -> None:
    """Turn 2 is clear, turn 3 is mud; the Axis looks at the Soviet turn that comes next."""
    assert Assessment(Table(units={"S_W": "1611"}, turn=turn).state, AXIS).foe_drives_on == drives_on
