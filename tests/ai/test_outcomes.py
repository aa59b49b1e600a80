"""What a position is worth at the end of an imagined game: what was won counts, what may be feared does not."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bench.playouts import outcome_worth
from noretreat import game
from noretreat.ai.evaluation.appraisal import position_worth
from noretreat.ai.evaluation.horizon import Horizon
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.data.load import scenario_ids


def taken(state: State, node: Node, side: SideIndex) -> State:
    """The same position, but a side controls one hex more."""
    new = state.copy()
    new.axis_control &= ~(1 << node)
    new.soviet_control &= ~(1 << node)
    if side == AXIS:
        new.axis_control |= 1 << node
    else:
        new.soviet_control |= 1 << node
    return new


@pytest.mark.parametrize("scenario", scenario_ids())
def test_12_to_take_a_hex_that_counts_is_never_worth_less_than_nothing(scenario: str) -> None:
    """At any score, at any distance from the marks and goals, for either side."""
    rng, state = random.Random(4), game.new_game(scenario, Options(rules="digital"))
    counting = BOARD.vp_hexes | BOARD.objectives[AXIS] | BOARD.objectives[SOVIET]
    seen, gains = None, []
    while state.ended is None:
        if seen != (state.turn, state.phasing):
            seen = state.turn, state.phasing
            for side in (AXIS, SOVIET):
                before = Horizon(state).reached(state, side)
                for node in bits(counting & ~state.control(side)):
                    after = taken(state, node, side)
                    gains.append(Horizon(after).reached(after, side) - before)
        state, _ = game.apply(state, rng.choice(game.legal_actions(state)))
    assert min(gains) > -1e-9
    assert max(gains) > 1.0, "some are worth more than their point"


def brought_up(state: State, unit: UnitIndex, node: Node) -> State:
    """The same position, but a unit stands elsewhere."""
    new = state.copy()
    new.where[unit] = node
    return load(dump(new))  # nothing is remembered of where it stood


@pytest.mark.slow
def test_what_the_enemy_may_attack_next_is_not_feared_again() -> None:
    """A Soviet unit that comes up beside an Axis one is feared in a position, and not after an imagined game, in which
    it has had its turn.
    """
    state = game.new_game("fall_blau", Options(rules="digital"))
    own, foes = ({state.where[unit] for unit in BOARD.of_side[side]} for side in (AXIS, SOVIET))
    near = {node for place in own & set(BOARD.adjacent) for node in bits(BOARD.adjacent[place])}
    rear = [unit for unit in BOARD.of_side[SOVIET] if state.where[unit] in set(BOARD.adjacent) - near]
    before = position_worth(state, AXIS), outcome_worth(state, AXIS)
    lost = []
    for unit, node in product(rear[:3], sorted(near - own - foes)):
        after = brought_up(state, unit, node)
        lost.append((before[0] - position_worth(after, AXIS), before[1] - outcome_worth(after, AXIS)))
    feared = [pair for pair in lost if pair[0] > 2.0]
    assert feared, "many of them are in a bad place for the Axis"
    assert all(outcome < 0.5 * position for position, outcome in feared), "what may be cut off still counts a little"
    assert sum(outcome for _, outcome in feared) < 0.3 * sum(position for position, _ in feared)
