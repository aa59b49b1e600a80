"""What becomes of a retreat, and what is made of that: closed ways out, the order of battles, open cities behind."""

import random

import pytest
from rules.combat_helpers import Table

from noretreat import game
from noretreat.ai.evaluation.assaults import Assaults
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.evaluation.retreats import Ground, beyond, full_hexes, possible_ends, rout, sources_of
from noretreat.ai.players.greedy import NORMAL
from noretreat.ai.proposals.cuts import ways_to_relieve
from noretreat.ai.proposals.moves import MovePlanner
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.game import legal_actions
from noretreat.rules import calendar, supply
from noretreat.rules.retreat import possible_paths, retreat_paths


def _ground(state: State, side: int) -> Ground:
    """What the retreats of a side depend on, as its units stand."""
    enemy = ENEMY[side]
    return Ground(
        state.occupied(side),
        full_hexes(state, side),
        state.occupied(enemy),
        state.zoc(enemy),
        0,
        sources_of(state, side),
    )


@pytest.mark.parametrize("rules", ["digital", "deluxe"])
def test_it_foresees_what_the_rules_make_of_a_retreat(rules: str) -> None:
    found = [_compared(scenario, rules) for scenario in ("fall_blau", "citadel", "bagration")]
    assert all(sum(kind) for kind in zip(*found, strict=True))


def _compared(scenario: str, rules: str) -> tuple[int, int]:
    """Compares each retreat that could come about in a random game; returns how many had a way out, and had none."""
    state = game.new_game(scenario, Options(rules=rules))
    dice = random.Random(f"{scenario} {rules}")
    free = closed = 0
    for _ in range(600):
        actions = legal_actions(state)
        if not actions:
            break
        state, _ = game.apply_trusted(state, actions[int(dice.random() * len(actions))])
        if state.battle is not None or state.effects or state.targets or dice.random() < 0.7:
            continue
        for side in (AXIS, SOVIET):
            ground = _ground(state, side)
            for unit in state.on_map(side):
                node, face = state.where[unit], state.face_of(unit)
                if not face.mobile or not BOARD.adjacent[node] & state.occupied(ENEMY[side]):
                    continue
                found = rout(state, side, node, ground)
                paths = possible_paths(state, unit)
                assert (found.lost == 1) == (not paths)
                assert bool(possible_ends(node, *ground[:1], *ground[2:4])) == bool(paths)
                orderly = retreat_paths(state, unit)
                ends = sum({1 << path[-1] for path in orderly})
                if paths:
                    assert found.ends % 9 == (ends & ~ground.full & BOARD.hexes).bit_count()
                if rules == "digital" and paths:
                    assert (found.shattered == 1) == (not ends & ~ground.full)
                free, closed = free + bool(orderly), closed + (not orderly)
    return free, closed


WAY_OUT = {"S_SW": "1413", "S_W": "1512", "G1Pz": "1414", "G2Pz": "1610", "G4": "1511", "G6": "1313"}
"""The army in 1413 can get away over 1512 only."""


def _attacks(table: Table) -> list[str]:
    """The hexes that the Axis would attack, in this order."""
    assessment = Assessment(table.state, AXIS)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    return [BOARD.id_of[assault.target] for assault in Assaults(assessment).choose(arrangement)]


def test_the_battle_that_closes_the_way_out_is_fought_first() -> None:
    table = Table(units=WAY_OUT, turn=2, rules="digital")
    assert _attacks(table) == ["1512", "1413"]


def test_an_open_city_behind_a_hex_is_in_reach_of_its_conquerors() -> None:
    table = Table(units={"S_W": "1608", "G2Pz": "1508"}, turn=7, rules="digital", control={"soviet": ["1708"]})
    assessment = Assessment(table.state, AXIS)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    assert assessment.foe_beyond(arrangement, BOARD.node_of["1608"]) > 0.3
    other = Assessment(table.state, SOVIET)
    held = arrange(other, [piece.node for piece in other.own])
    assert other.own_beyond(held, BOARD.node_of["1608"]) > 0.3
    worths, city = other.hex_worth, BOARD.mask("1708")
    assert beyond(BOARD.node_of["1608"], city, 0, calendar.MUD, worths) == 0, "one hex, and no more, in the mud"
    assert beyond(BOARD.node_of["1608"], city, city, calendar.CLEAR, worths) == 0, "it is not open"


def test_a_unit_that_is_cut_off_is_relieved() -> None:
    """A unit in 1310 opens a way to the army in 1309."""
    units = {"G4": "1309 unsupplied", "G6": "1210", "G1Pz": "1106", "S_SW": "1307"}
    units |= {"S_W": "1107", "S_S": "1208", "S_BRY": "1308"}
    state = Table(units=units, turn=2, rules="digital", phase="movement axis").state
    army = BOARD.unit_index["G4"]
    assert not supply.supplied_nodes(state, AXIS) >> state.where[army] & 1
    planner = MovePlanner(state, AXIS, NORMAL)
    posts, alone = ways_to_relieve(planner.assessment, planner.at, planner.reach)
    assert (BOARD.node_of["1310"],) in posts
    assert alone[BOARD.node_of["1310"]] > 0
    after = state.copy()
    for unit, node in planner.plan().goals.items():
        after.put(unit, node)
    assert supply.supplied_nodes(after, AXIS) >> after.where[army] & 1


def test_an_attack_on_the_stack_that_cuts_a_unit_off_counts_for_it() -> None:
    """Of three armies around 1307 only that in 1207 closes the way west."""
    units = {"G4": "1307 unsupplied", "S_S": "1210", "S_BRY": "1310", "S_SW": "1207"}
    state = Table(units=units, turn=2, rules="digital", phase="movement axis").state
    relief = Assessment(state, AXIS).relief
    assert {BOARD.id_of[node] for node in relief} == {"1207"}
    assert relief[BOARD.node_of["1207"]] > 1
