"""Supply as terrain: each hex at its distance from a source, and the pockets with what bars their way out."""

from __future__ import annotations

import random

import pytest

from noretreat import Options, apply, legal_actions, new_game, outcome, position
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.explain.questions.ground import supply_ground
from noretreat.rules import extension, supply


def steps_home(state: State, node: int, side: Side) -> tuple[int, int]:
    """The length of the path that is drawn from a hex: at least, and at most. It may lead to the edge where a city is
    as near, and leaving the map counts as a hex in some rule sets (C-12).
    """
    number = SIDE_INDEX[side]
    how, path = supply.trace(state, node, number)
    assert how == "overland"
    leaves = not supply.net(state, number).cities >> (path[-1] if path else node) & 1
    return max(1, len(path)), max(1, len(path) + (leaves and state.rules.edge_counts_as_hex))


@pytest.mark.parametrize("rules", ruleset_ids())
def test_each_hex_is_as_far_as_its_path_is_long(rules: str) -> None:
    state, rng, seen = new_game(options=Options(rules=rules)), random.Random(7), 0
    while outcome(state) is None and seen < 8:
        for _ in range(60):
            if outcome(state) is None:
                state, _ = apply(state, rng.choice(list(legal_actions(state))))
        seen += 1
        for side in Side:
            ground = supply_ground(state, side)
            shown = {name for hexes in (*ground.near, ground.beside) for name in hexes}
            assert shown <= {*(hex_.id for hex_ in BOARD.facts.map.hexes), *(area.id for area in BOARD.facts.map.areas)}
            enemy = 1 - SIDE_INDEX[side]
            assert not any(state.occupied(enemy) >> BOARD.node_of[name] & 1 for name in shown), "held by the enemy"
            edge = extension.supply_edge(state, SIDE_INDEX[side])
            for distance, hexes in enumerate(ground.near, 1):
                for name in hexes:
                    node = BOARD.node_of[name]
                    if node in BOARD.area_neighbors or edge >> node & 1:
                        continue  # an area has no path to draw; an edge hex is one hex from home, whatever is nearer
                    least, most = steps_home(state, node, side)
                    assert least <= distance <= most, name
            assert {pocket.at for pocket in ground.pockets} == {
                BOARD.id_of[state.node_of(unit)] for unit in supply.cut_off(state, SIDE_INDEX[side])
            }


def test_a_pocket_says_what_bars_it_and_a_city_without_a_way_home_supplies_nobody() -> None:
    state = position(
        """
        rules deluxe
        turn 9
        phase movement axis
        unit G4 1511
        unit G6 2117
        unit S_W 1611
        unit S_S 1713
        control axis 1613 2117
        weather clear
        """
    )
    ground = supply_ground(state, Side.AXIS)
    assert "1613" in ground.cut_sources
    assert "2117" in ground.sources
    assert [pocket.at for pocket in ground.pockets] == ["1511"]
    assert ground.pockets[0].cut
    assert set(ground.pockets[0].cut) <= set(ground.pockets[0].way)
    assert "1511" not in {name for band in ground.near for name in band}
