"""A way is asked for only where it matters (8.0, 10.7.5): never in a move, in a retreat where something differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from kept import GAMES

from noretreat import game
from noretreat.core.actions import Action, MoveUnit, RetreatUnit
from noretreat.core.board import AXIS, BOARD
from noretreat.core.state import State
from noretreat.explain.ahead.ways import ways_alike
from noretreat.storage import savegame


def positions(path: Path) -> Iterator[State]:
    """All positions of a kept game."""
    saved = savegame.load(path)
    state = savegame.set_up(saved)
    for entry in saved.entries:
        yield state
        state, _ = game.apply(state, entry.action)


def ends(options: list[Action]) -> Counter[tuple[str, str]]:
    """The numbers of ways to the same hex, by unit and hex."""
    return Counter((way.unit, way.path[-1]) for way in options if isinstance(way, RetreatUnit))


@pytest.mark.slow
def test_of_the_forks_of_the_kept_games_those_are_asked_that_matter() -> None:
    """Of all retreats with several ways to a hex only those past an enemy city remain a question."""
    forks = asked = 0
    retreating = [path for path in GAMES if path.read_text(encoding="utf-8").count('"RetreatUnit"') > 1]
    for state in (state for path in retreating for state in positions(path)):
        alike = ways_alike(state)
        forks += sum(n > 1 for n in ends(list(state.options)).values())
        left = [option for index, option in enumerate(state.options) if index not in alike]
        for (unit, hex_), n in ends(left).items():
            if n == 1:
                continue
            asked += 1
            ways = [
                way.path for way in left if isinstance(way, RetreatUnit) and (way.unit, way.path[-1]) == (unit, hex_)
            ]
            assert state.rules.control_on_passing
            enemy = state.control(1 - BOARD.units[BOARD.unit_index[unit]].side)
            taken = {enemy & BOARD.vp_hexes & 1 << BOARD.node_of[way[0]] for way in ways}
            assert len(taken) > 1, ways
    assert forks > 60
    assert 1 <= asked < forks / 20


def test_a_move_is_offered_once_for_each_hex() -> None:
    state = game.new_game()
    while not any(isinstance(option, MoveUnit) for option in state.options):
        state, _ = game.apply(state, state.options[-1])
    moves = Counter((move.unit, move.to) for move in state.options if isinstance(move, MoveUnit))
    assert max(moves.values()) == 1
    assert state.phasing == AXIS
