"""The moves that are kept from one decision to the next are those that would be worked out from nothing."""

from __future__ import annotations

from random import Random

import pytest

from noretreat.core.actions import Done
from noretreat.core.state import Derived
from noretreat.game import Options, State, apply_trusted, legal_actions, new_game
from noretreat.rules.movement import MoveUnits, marches

GAMES = 3
LENGTH = 1500


def forgetful(state: State) -> State:
    """The same state, in which nothing is remembered."""
    copy = state.copy()
    copy.derived = (Derived(), Derived())
    return copy


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_kept_is_what_holds(rules: str, seed: int) -> None:
    """Neither cards nor trains nor purchases taken back change a list unseen."""
    dice = Random(seed)
    state = new_game(options=Options(rules=rules))
    compared = 0
    for _ in range(LENGTH):
        options = legal_actions(state)
        if not options:
            break
        question = state.question
        if isinstance(question, MoveUnits):
            fresh = forgetful(state)
            assert tuple(question.options(fresh)) == options
            assert list(marches(state, state.phasing).items()) == list(marches(fresh, state.phasing).items())
            compared += 1
        ends = Done() in options and dice.random() < 0.02
        state, _ = apply_trusted(state, Done() if ends else dice.choice(options))
    assert compared > LENGTH / 20
