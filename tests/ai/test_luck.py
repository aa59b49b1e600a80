"""Luck: none on average, whatever the guess; and a result without it comes from the same games."""

from __future__ import annotations

import math
import random
from dataclasses import fields, replace
from statistics import fmean, stdev

import pytest

from noretreat import game
from noretreat.ai.referee.luck import Luck, adjusted, luck_of, value_of
from noretreat.ai.referee.match import Game, Row, play_one
from noretreat.core.actions import Rolled
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side

QUICK = Options(guarded=False)


def wild(state: State) -> float:
    """A guess that has nothing to do with the game: what it says of a position is anything, but always the same."""
    return random.Random(repr((state.hands, state.where, state.battle))).random()


def certain(state: State) -> float:
    return 0.5


def at_chance(dice: bool) -> State:
    """A position in which a die is rolled, or a card dealt."""
    rng, state = random.Random(4), game.new_game("fall_blau", QUICK)
    while True:
        options = game.legal_actions(state)
        if game.actor(state) is game.Chance.CHANCE and isinstance(options[0], Rolled) is dice:
            return state
        state = game.apply(state, rng.choice(options))[0]


def luck_at(state: State) -> list[float]:
    """The luck that each outcome brings."""
    found = []
    for number, outcome in enumerate(game.legal_actions(state)):
        luck = Luck(wild, random.Random(number))
        after, events = game.apply(state, outcome)
        luck.watch(state, outcome, after, events)
        found.append(luck.total)
    return found


def test_the_faces_of_a_die_bring_no_luck_together() -> None:
    lucks = luck_at(at_chance(dice=True))
    assert len(lucks) == 6
    assert any(lucks)
    assert sum(lucks) == pytest.approx(0)


def test_deals_bring_no_luck_on_average() -> None:
    state = at_chance(dice=False)
    lucks = [luck for _ in range(3) for luck in luck_at(state)]
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / math.sqrt(len(lucks))


def test_what_a_side_decides_is_no_luck() -> None:
    state = game.new_game("na_berlin", QUICK)
    while game.actor(state) is game.Chance.CHANCE:
        state = game.apply(state, game.legal_actions(state)[0])[0]
    luck = Luck(wild, random.Random(1))
    luck.watch(state, game.legal_actions(state)[0], state, ())
    assert luck.total == 0


def row(pair: int, side: Side, score: float) -> Row:
    """A line of results in which nothing matters but this."""
    texts = {field.name: "" for field in fields(Row) if field.type == "str"}
    numbers = {field.name: 0 for field in fields(Row) if field.type != "str"}
    return replace(Row(**texts, **numbers), rules="digital", pair=pair, side=side.value, score=score)


def test_a_result_that_luck_explains_is_even() -> None:
    pairs = [(row(pair, Side.AXIS, 1.0), row(pair, Side.SOVIET, 1.0 if pair % 2 else 0.0)) for pair in range(1, 5)]
    lucks = [(each, each.score - 0.5) for pair in pairs for each in pair]
    score, left = adjusted(lucks)
    assert (score.value, left) == (0.5, 0.0)
    score, left = adjusted([(each, 0.0) for pair in pairs for each in pair])
    assert (score.value, left) == (0.75, 1.0)


def test_the_luck_of_a_game_changes_its_sign_with_the_seat() -> None:
    played = [play_one(Game("random", "random", "na_berlin", QUICK, 2, 1, side)) for side in Side]
    (_, axis), (_, soviet) = (luck_of(each.row, each.moves, f"{__name__}:wild") for each in played)
    assert axis != 0
    assert axis == pytest.approx(-soviet)
    assert luck_of(played[0].row, played[0].moves, f"{__name__}:certain")[1] == 0


def test_a_guess_is_named() -> None:
    assert value_of(f"{__name__}:certain") is not None
    with pytest.raises(ValueError, match="no value"):
        value_of("nowhere:guess")


def test_the_guess_of_the_yardstick_is_a_chance() -> None:
    guess = value_of("bench.yardstick:chance")
    state = at_chance(dice=True)
    faces = [guess(game.apply(state, face)[0]) for face in game.legal_actions(state)]
    assert all(0 < face < 1 for face in faces)
    assert max(faces) > min(faces), "the faces of a die are not all alike"
