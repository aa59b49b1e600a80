"""The environments pass the tests of the libraries that they are made for, and play the same games as the rules."""

from __future__ import annotations

import platform
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from noretreat.data.facts import Side
from noretreat.game import IllegalAction
from noretreat.research import codec, solo, tensors, zoo
from noretreat.research.table import HIGHEST, LOWEST, Table

INTEL_MAC = sys.platform == "darwin" and platform.machine() != "arm64"


def any_of(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# It warns of observations with a mask beside them, as its own chess has, and of names without numbers.
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo.test")
def test_the_api_test_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of its own games, which it finds where pygame is there
        from pettingzoo.test import api_test
    api_test(zoo.env("citadel"), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_a_game_of_two_agents_ends_with_a_winner() -> None:
    game = zoo.env("citadel", {"rules": "deluxe"}, render_mode="ansi")
    rng = np.random.default_rng(1)
    game.reset(seed=1)
    results = {}
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        if over:
            results[agent] = reward
            game.step(None)
        else:
            game.step(any_of(observation["action_mask"], rng))
    assert sorted(results.values()) == [-1, 1]


def test_the_same_seed_deals_the_same_cards_to_agents() -> None:
    seen = []
    for seed in (5, 5, 6):
        game = zoo.raw_env("citadel", render_mode="ansi")
        game.reset(seed=seed)
        seen.append(game.observe("axis")["observation"])
        assert game.render().startswith("turn 14")
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen[0], seen[2])


def test_an_illegal_action_ends_the_game_for_an_agent(capsys: pytest.CaptureFixture[str]) -> None:
    game = zoo.env("citadel")
    game.reset(seed=1)
    agent = game.agent_selection
    game.step(codec.FIRST_OF["Counterattack"])
    assert all(game.terminations.values())
    assert game.rewards[agent] == -1


def test_the_checker_of_gymnasium() -> None:
    made = gymnasium.make(f"noretreat.research.solo:{solo.ID}", scenario="citadel", side="soviet", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_one_side_plays_against_a_player_of_ours() -> None:
    game = solo.SoloEnv("citadel", "soviet", "random")
    rng = np.random.default_rng(2)
    seen, info = game.reset(seed=2)
    over, steps = False, 0
    while not over:
        assert seen in game.observation_space
        seen, reward, over, cut, info = game.step(np.int64(any_of(info["action_mask"], rng)))
        assert not cut
        steps += 1
    assert steps > 20
    assert reward in (-1.0, 1.0)


def test_an_illegal_action_loses_the_game_of_one_side() -> None:
    game = solo.SoloEnv("citadel")
    game.reset(seed=1)
    _, reward, over, _, info = game.step(np.int64(codec.FIRST_OF["Counterattack"]))
    assert (reward, over) == (-1.0, True)
    assert info["illegal"]


def test_a_table_refuses_what_is_not_legal_and_goes_on() -> None:
    table = Table("citadel", None)
    table.begin(3)
    before = table.state
    with pytest.raises(IllegalAction):
        table.play(codec.FIRST_OF["Counterattack"])
    assert table.state is before
    assert table.mask(Side.AXIS).sum() + table.mask(Side.SOVIET).sum() == len(before.options)


def test_all_numbers_are_within_the_bounds() -> None:
    table, rng = Table("na_berlin", {"rules": "classic"}), np.random.default_rng(4)
    side = table.side
    while side is not None:
        found = table.tensor(side)
        assert found.shape == (tensors.SIZE,)
        assert LOWEST < found.min() <= found.max() < HIGHEST
        table.play(any_of(table.mask(side), rng))
        side = table.side


@pytest.mark.skipif(INTEL_MAC, reason="OpenSpiel has no wheel for Macs with Intel processors")
class TestOpenSpiel:
    def test_its_random_simulation(self) -> None:
        import pyspiel

        from noretreat.research import openspiel

        game = pyspiel.load_game(openspiel.TYPE.short_name, {"scenario": "citadel", "rules": "living"})
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)

    def test_observations_and_chance(self) -> None:
        import pyspiel

        from noretreat.research import openspiel

        game = pyspiel.load_game(openspiel.TYPE.short_name)
        state = game.new_initial_state()
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(codec.FIRST_OF["Dealt"])
        observer = game.make_py_observer()
        observer.set_from(state, 0)
        assert observer.dict["planes"].shape == tensors.PLANES_SHAPE
        axis, soviet = (observer.string_from(state, player) for player in (0, 1))
        assert "hand: 1\n" in axis
        assert "hand: none\n" in soviet
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[0])
        assert len(copy.history()) == 1 + len(state.history())
        assert copy.position != state.position
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert again.position == state.position

    def test_information_states_are_refused_as_its_type_says(self) -> None:
        import pyspiel

        from noretreat.research import openspiel

        game = pyspiel.load_game(openspiel.TYPE.short_name)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        kind = game.get_type()
        assert not kind.provides_information_state_string
        assert not kind.provides_information_state_tensor
        for asked in (state.information_state_string, state.information_state_tensor):
            with pytest.raises(ValueError, match="no information states"):
                asked(0)
        everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        with pytest.raises(ValueError, match="only observations"):
            game.make_py_observer(everything)
        assert state.observation_string(0) != state.observation_string(1)
        assert len(state.observation_tensor(0)) == tensors.SIZE
