"""Positions to test with: random games of every scenario and rule set, and kept games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kept import few

from noretreat import game
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.load import ruleset_ids, scenario_ids
from noretreat.storage import savegame


def random_game(scenario: str, rules: str, seed: int) -> Iterator[State]:
    """Every position of a random game with all optional rules that it takes."""
    rng = random.Random(f"{scenario} {rules} {seed}")
    options = Options(
        rules=rules,
        joker=True,
        detachments=True,
        fortified_fronts=True,
        local_support=True,
        rezervy=True,
        paratroops=True,
        simultaneous_battles=rng.random() < 0.3,
        guarded=rng.random() < 0.5,
    )
    state = game.new_game(scenario, options)
    while state.options:
        yield state
        state, _ = game.apply_trusted(state, rng.choice(state.options))
    yield state


def random_games(seed: int = 0) -> Iterator[State]:
    """Every position of a random game of each scenario under each rule set."""
    for rules in ruleset_ids():
        for scenario in scenario_ids():
            yield from random_game(scenario, rules, seed)


def kept_games(step: int = 1) -> Iterator[State]:
    """Every position of as many kept games as show every kind of action, or of every `step`-th of these."""
    for path in few()[::step]:
        saved = savegame.load(path)
        state = savegame.replay(saved, upto=0).state
        for entry in saved.entries:
            yield state
            known = entry.action in state.options
            state, _ = (game.apply_trusted if known else game.apply)(state, entry.action)
        yield state
