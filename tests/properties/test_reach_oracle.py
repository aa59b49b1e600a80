"""Movement by masks and by Dijkstra over dicts agree for every unit of hundreds of random positions."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from oracles import Table, adjacent, enemy_of
from properties.scatter import scattered

from noretreat.core.actions import MoveUnit
from noretreat.core.events import UnitMoved
from noretreat.explain.knowledge.view import UnitView, view
from noretreat.explain.questions.queries import reach
from noretreat.game import State, apply, legal_actions
from noretreat.positions import write_position

POSITIONS = range(200)


def units_of(state: State) -> list[UnitView]:
    """The phasing side's counters on the map."""
    seen = view(state, None)
    return [unit for unit in seen.units if unit.side is seen.phasing and not unit.at.startswith("box:")]


def balkans_open(state: State) -> bool:
    return bool(state.triggers[1])


@pytest.mark.parametrize("batch", range(6))
def test_every_unit(batch: int) -> None:
    """MOV-2 to MOV-5, ZOC-2 to ZOC-4: the same hexes for the same cost, and the legal actions say so too."""
    for seed in POSITIONS[batch::6]:
        state = scattered(seed)
        table = Table(view(state, None))
        offered: dict[str, set[str]] = {}
        for action in legal_actions(state):
            if isinstance(action, MoveUnit):
                offered.setdefault(action.unit, set()).add(action.to)
        for unit in units_of(state):
            expected = table.reach(unit, balkans_open(state))
            found = {name: data.cost for name, data in reach(state, unit.id).hexes.items()}
            assert found == expected, (seed, unit.id, write_position(state))
            if offered:
                assert offered.get(unit.id, set()) == expected.keys(), (seed, unit.id)


@pytest.mark.slow
def test_paths_are_real() -> None:
    """The path that is walked starts at the unit, crosses passable sides only, and costs what was said."""
    walked = 0
    for seed in POSITIONS[::2]:
        state = scattered(seed)
        zones = Table(view(state, None)).zone
        moves = [action for action in legal_actions(state) if isinstance(action, MoveUnit)]
        for action in Random(seed).sample(moves, min(4, len(moves))):
            unit = next(unit for unit in units_of(state) if unit.id == action.unit)
            promised = reach(state, unit.id).hexes[action.to]
            _, happened = apply(state, action)
            moved = next(event for event in happened if isinstance(event, UnitMoved))
            assert (moved.path[0], moved.path[-1], moved.cost) == (unit.at, action.to, promised.cost)
            assert all(b in adjacent(a) for a, b in pairwise(moved.path)), seed
            assert not set(moved.path[1:-1]) & zones[enemy_of(unit.side)], (seed, "passed through a zone of control")
            walked += len(moved.path) > 2
    assert walked > 50


def test_going_on_with_what_is_left() -> None:
    """MOV-1: after a first leg the unit reaches what the remaining points allow, and nothing else."""
    legs = 0
    for seed in POSITIONS:
        state = scattered(seed)
        moves = [action for action in legal_actions(state) if isinstance(action, MoveUnit)]
        if not moves:
            continue
        action = Random(seed).choice(moves)
        start = next(unit for unit in units_of(state) if unit.id == action.unit)
        before = Table(view(state, None))
        left = before.allowance(start) - before.reach(start, balkans_open(state))[action.to]
        after, _ = apply(state, action)
        if after.phase != "movement" or after.phasing != state.phasing:
            continue
        going_on = {a.to for a in legal_actions(after) if isinstance(a, MoveUnit) and a.unit == action.unit}
        unit = next(unit for unit in units_of(after) if unit.id == action.unit)
        table = Table(view(after, None))
        stopped = unit.at in table.zone[enemy_of(unit.side)] or left == 0
        expected = set() if stopped else table.reach(unit, balkans_open(after), left).keys()
        assert going_on == expected, (seed, action, write_position(state))
        legs += bool(going_on)
    assert legs > 50


@pytest.mark.slow
def test_more_points_never_shrink_the_reach() -> None:
    """What a Mud turn allows is allowed in Clear weather as well."""
    for seed in POSITIONS[::5]:
        muddy, clear = scattered(seed, weather="mud"), scattered(seed, weather="clear")
        for unit in units_of(muddy):
            slow, fast = reach(muddy, unit.id).hexes, reach(clear, unit.id).hexes
            assert slow.keys() <= fast.keys()
