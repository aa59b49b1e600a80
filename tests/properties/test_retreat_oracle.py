"""Retreats by masks and by hand agree for every unit of hundreds of random positions."""

from __future__ import annotations

import pytest
from oracles import Table
from properties.scatter import scattered

from noretreat.core.board import BOARD, SIDE_INDEX, SIDES
from noretreat.explain.knowledge.view import view
from noretreat.positions import write_position
from noretreat.rules.retreat import retreat_paths
from noretreat.rules.supply import sources_in_reach

POSITIONS = range(200)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_every_unit(batch: int) -> None:
    """RET-1 to RET-3: the same paths; and the same sources that a unit could trace to from where it stands."""
    for seed in POSITIONS[batch::10]:
        state = scattered(seed)
        table = Table(view(state, None))
        cities = {side: table.sources(side) for side in SIDES}
        for unit in table.view.units:
            if unit.at.startswith("box:"):
                continue
            said = (seed, unit.id, write_position(state))
            traced = sources_in_reach(state, BOARD.node_of[unit.at], SIDE_INDEX[unit.side])
            assert set(BOARD.ids(traced)) == table.sources_in_reach(unit.at, unit.side, cities[unit.side]), said
            paths = retreat_paths(state, BOARD.unit_index[unit.id])
            found = {tuple(BOARD.id_of[node] for node in path) for path in paths}
            assert found == table.retreats(unit, bool(state.triggers[1]), cities[unit.side]), said
