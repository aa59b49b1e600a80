"""Supply by masks and supply by hand agree on every hex of hundreds of random positions."""

from __future__ import annotations

from itertools import pairwise

import pytest
from oracles import AREAS, HEXES, Table, adjacent, distance, trace_neighbors
from properties.scatter import scattered

from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES
from noretreat.core.boxes import REMOVED
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.queries import supply_of
from noretreat.positions import position, write_position
from noretreat.rules import supply

POSITIONS = range(200)


def names(mask: int) -> set[str]:
    return set(BOARD.ids(mask)) - {"LADOGA"}


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_every_place_of_the_map(batch: int) -> None:
    """SUP-2 to SUP-9: overland paths, supplied cities, and all supplied places of both sides."""
    for seed in POSITIONS[batch::20]:
        state = scattered(seed)
        table = Table(view(state, None))
        for side in SIDES:
            net = supply.net(state, SIDE_INDEX[side])
            sources = table.sources(side)
            assert names(net.cities) == sources, (seed, side, write_position(state))
            held = {name for name in HEXES if table.city_supplied(name, side, as_source=False)}
            assert names(net.held_cities) == {name for name in held if not HEXES[name].oil}, (seed, side)
            by_land = {name for name in (*HEXES, *AREAS) if table.overland(name, side, sources=sources)}
            assert names(net.overland) == by_land, (seed, side, write_position(state))
            assert names(supply.supplied_nodes(state, SIDE_INDEX[side])) == table.supplied_places(
                side, {*HEXES, *AREAS}
            ), (seed, side)


@pytest.mark.slow
@pytest.mark.parametrize("phasing", SIDES)
def test_the_whole_check(phasing: Side) -> None:
    """SUP-1: both sides are marked as by hand, the phasing side first."""
    for seed in POSITIONS[phasing is Side.AXIS :: 2]:
        state = scattered(seed).copy()
        expected = Table(view(state, None)).check(phasing)
        supply.check_supply(state, SIDE_INDEX[phasing])
        assert {unit.id for unit in view(state, None).units if unit.unsupplied} == expected, (
            seed,
            write_position(state),
        )


@pytest.mark.slow
def test_shorter_traces_for_detraining() -> None:
    """DET-1b: the same with a trace of three steps."""
    for seed in POSITIONS[::8]:
        state = scattered(seed)
        table = Table(view(state, None))
        for side in SIDES:
            sources = table.sources(side)
            expected = {name for name in HEXES if table.overland(name, side, 3, sources)}
            assert names(supply.net(state, SIDE_INDEX[side], 3).overland) & HEXES.keys() == expected, seed


@pytest.mark.slow
def test_the_paths_that_are_shown() -> None:
    """The path of `supply_of` starts beside the unit, goes on from hex to hex, and never through a blocked one."""
    shown = 0
    for seed in POSITIONS[::2]:
        state = scattered(seed)
        table = Table(view(state, None))
        sources = {side: table.sources(side) for side in SIDES}
        for unit in table.view.units:
            if unit.at.startswith("box:"):
                continue
            answer = supply_of(state, unit.id)
            assert answer.supplied is not unit.cut_off
            if answer.how == "overland":
                steps = [unit.at, *answer.path]
                shown += len(steps) > 2
                assert len(steps) <= 5
                assert all(b in trace_neighbors(a) for a, b in pairwise(steps)), seed
                assert all(table.enterable(name, unit.side) for name in answer.path)
                last = steps[-1]
                by_edge = table.edge(last, unit.side) and len(steps) <= 4  # leaving the map is the fourth step (C-12)
                assert by_edge or last in sources[unit.side], seed
    assert shown > 100


def test_fewer_enemies_never_hurt() -> None:
    """Supply only grows when an enemy counter is taken off the map."""
    for seed in POSITIONS:
        state = scattered(seed)
        for side in SIDES:
            enemies = state.on_map(ENEMY[SIDE_INDEX[side]])
            if not enemies:
                continue
            before = supply.supplied_nodes(state, SIDE_INDEX[side])
            freed = state.copy()
            freed.put(enemies[seed % len(enemies)], REMOVED)
            assert before & ~supply.supplied_nodes(freed, SIDE_INDEX[side]) == 0, seed


def test_zones() -> None:
    """ZOC-1: both sides' zones, marked and parenthesized units left out."""
    for seed in POSITIONS[::3]:
        state = scattered(seed)
        table = Table(view(state, None))
        assert [names(state.zoc(index)) for index in (0, 1)] == [table.zone[side] for side in SIDES]


@pytest.mark.parametrize("place", sorted(HEXES)[::9] + sorted(AREAS))
def test_a_lone_zone_is_mutual(place: str) -> None:
    """ZOC-1: whoever a counter reaches with its zone reaches it with his."""
    reached = names(position({"units": {"G4": place}}).zoc(0))
    assert reached == adjacent(place)
    for other in reached:
        assert place in names(position({"units": {"S_NW": other}}).zoc(1))


def test_distance_is_a_metric() -> None:
    """Equal to a walk across the grid; symmetric; the triangle inequality holds."""
    some = sorted(HEXES)[::11]
    node = BOARD.node_of
    for a in some:
        for b in some:
            assert BOARD.distance(node[a], node[b]) == distance(a, b) == BOARD.distance(node[b], node[a])
            for c in some[::3]:
                assert distance(a, b) <= BOARD.distance(node[a], node[c]) + BOARD.distance(node[c], node[b])
