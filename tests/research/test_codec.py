"""The action space: every action of every rule set has one number, every number one action, and the numbers stay."""

from __future__ import annotations

import random
from typing import get_args

import numpy as np
import pytest
from research.walks import kept_games, random_games

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import BOARD
from noretreat.data.facts import Side
from noretreat.research import codec
from noretreat.rules.windows import REGISTRY


def in_both_directions(actions: tuple[Action, ...], known: dict[Action, int]) -> None:
    """Encodes actions, the new ones also back, and by their factors."""
    codes = codec.encode_all(actions).tolist()
    assert len(set(codes)) == len(actions)
    for action, code in zip(actions, codes, strict=True):
        if known.setdefault(action, code) == code and action in known:
            assert codec.decode(code) == action
            assert codec.from_factors(*codec.factors(action)) == action


@pytest.mark.slow
def test_every_legal_action_of_random_games_has_its_number() -> None:
    known: dict[Action, int] = {}
    for state in random_games():
        new = tuple(action for action in state.options if action not in known)
        in_both_directions(new, known)
    assert len(known) > 8000


@pytest.mark.slow
def test_every_legal_action_of_the_kept_games_has_its_number() -> None:
    known: dict[Action, int] = {}
    for state in kept_games():
        new = tuple(action for action in state.options if action not in known)
        in_both_directions(new, known)
    kinds = {type(action) for action in known}
    assert kinds == set(get_args(Action)) - {act.Resign, act.Conclude, act.SettleSides}, (
        "these are never among the legal actions"
    )


def test_every_number_is_another_action() -> None:
    rng = random.Random(1)
    numbers = {0, codec.SIZE - 1, *codec.FIRST_OF.values(), *(rng.randrange(codec.SIZE) for _ in range(20_000))}
    actions = {codec.decode(number): number for number in numbers}
    assert len(actions) == len(numbers)
    assert all(codec.encode(action) == number for action, number in actions.items())


@pytest.mark.slow
def test_every_number_has_factors_of_its_own() -> None:
    assert codec.FACTORS.shape == (codec.SIZE, 4)
    assert (codec.FACTORS.min(axis=0) >= 0).all()
    assert (codec.FACTORS.max(axis=0) < codec.SHAPE).all()
    assert len(np.unique(np.ravel_multi_index(tuple(codec.FACTORS.T), codec.SHAPE))) == codec.SIZE


@pytest.mark.parametrize(
    "action",
    [act.Resign(Side.SOVIET), act.Conclude(), act.Conclude(Side.AXIS), act.RetreatUnit("G2", ("FINLAND",))],
    ids=str,
)
def test_what_no_player_is_offered_has_a_number_too(action: Action) -> None:
    assert codec.decode(codec.encode(action)) == action


def test_factors_say_what_they_are() -> None:
    verb, what, place, option = codec.factors(act.RetreatUnit("G4Pz", ("1204", "1105")))
    assert (codec.VERBS[verb], codec.WHATS[what], codec.WHERES[place]) == ("RetreatUnit", "G4Pz", "1105")
    assert codec.OPTIONS[option].startswith("way ")
    verb, what, place, option = codec.factors(act.PlayEvent(8, "own_bonus"))
    assert (codec.WHATS[what], codec.WHERES[place], codec.OPTIONS[option]) == ("8", "", "mode own_bonus")


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'9999' does not exist"):
        codec.encode(act.MoveUnit("G4Pz", "9999"))
    for number in (-1, codec.SIZE):
        with pytest.raises(ValueError, match="is no action"):
            codec.decode(number)
    move = codec.VERBS.index("MoveUnit")
    for wrong in ((move, 0, 0, 0), (move, 1, 1, 1), (len(codec.VERBS), 0, 0, 0)):
        with pytest.raises(ValueError, match="factors"):
            codec.from_factors(*wrong)


def test_a_mask_has_a_one_for_each_action() -> None:
    actions = (act.Done(), act.MoveUnit("G4Pz", "1204"))
    found = codec.mask(actions)
    assert found.shape == (codec.SIZE,)
    assert np.flatnonzero(found).tolist() == sorted(map(codec.encode, actions))


def test_the_words_are_those_of_the_rules() -> None:
    assert set(codec.MODES) == {mode for event in REGISTRY.values() for mode in event.modes}
    assert tuple(unit.id for unit in BOARD.units) == codec.UNITS


def test_a_changed_numbering_raises_its_version() -> None:
    """Records, networks and results name both. When this fails, raise `codec.VERSION` and enter the new digest."""
    assert (codec.VERSION, codec.DIGEST) == (1, "60e1a8c7b05e4fb2")


def test_what_is_no_number_and_what_has_none_are_told() -> None:
    for wrong in (1.5, "1", None):
        with pytest.raises(TypeError, match="a whole number is wanted"):
            codec.decode(wrong)  # type: ignore[arg-type]
    for call in (codec.encode, lambda what: codec.encode_all([what]), lambda what: codec.mask([what])):
        with pytest.raises(TypeError, match="3 is no action that has a number"):
            call(3)  # type: ignore[operator]
