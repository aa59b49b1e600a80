"""What a side supposes of the enemy's hand agrees with what it sees, loses no card, and depends on nothing hidden.

Checked for both sides at every decision and every deal of random games, a few of each rule set; `noretreat fuzz` checks
the same in as many games as one likes.
"""

from __future__ import annotations

import pickle
import random

import pytest

from noretreat import game
from noretreat.ai.player import observe
from noretreat.checks.invariants import check_secrecy, exchanged, sample_of
from noretreat.core.board import AXIS, SIDES, SOVIET
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids

VIEWED = 40
"""The views take long: they are compared once in so many positions."""


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("rules", ruleset_ids())
def test_what_is_supposed_could_be_true_and_tells_nothing(rules: str, guarded: bool) -> None:
    rng = random.Random(f"{rules} {guarded}")
    state = game.new_game("na_berlin" if guarded else "barbarossa", Options(rules=rules, guarded=guarded))
    for ply in range(700):
        if not state.options:
            break
        for side in SIDES:
            sample_of(state, side, rng)
        if ply % VIEWED == 0:
            check_secrecy(state, rng)
        state, _ = game.apply_trusted(state, rng.choice(state.options))


def walked(plies: int) -> State:
    """A moment of a random game."""
    rng = random.Random(3)
    state = game.new_game(options=Options(rules="deluxe"))
    for _ in range(plies):
        state, _ = game.apply_trusted(state, rng.choice(state.options))
    return state


def test_nothing_of_the_truth_is_in_an_observation() -> None:
    """Two truths that look the same make the same observation, down to its last byte."""
    state = walked(300)
    other = exchanged(state, SOVIET, random.Random(1))
    assert state.hands[SOVIET] != other.hands[SOVIET]
    assert pickle.dumps(observe(state, Side.AXIS)) == pickle.dumps(observe(other, Side.AXIS))


def test_all_hands_that_could_be_held_are_supposed() -> None:
    state = walked(300)
    held = 0
    for seed in range(400):
        held |= observe(state, Side.AXIS).sample_state(random.Random(seed)).hands[SOVIET]
    assert held & state.hands[SOVIET] == state.hands[SOVIET]
    assert not held & state.hands[AXIS]
