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
from noretreat.game import IllegalAction, actor, legal_actions
from noretreat.research import codec, solo, tensors, zoo
from noretreat.research.table import HIGHEST, LOWEST, PLACES, Table, WrongNumber

INTEL_MAC = sys.platform == "darwin" and platform.machine() != "arm64"


def any_of(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask.view(bool))))


# It warns of observations with a mask beside them, as its own chess has, and of names without numbers.
@pytest.mark.slow
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


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("number", [-1, 10**9, 1.5, None, "3"])
def test_every_wrong_number_is_the_same_error(compact: bool, number: object) -> None:
    table = Table("citadel", compact=compact)
    before = table.state
    with pytest.raises(WrongNumber, match="may not be played"):
        table.play(number)
    game = zoo.raw_env("citadel", compact=compact)
    game.reset(seed=1)
    with pytest.raises(WrongNumber):
        game.step(number)
    assert table.state is before


def test_the_legal_numbers_are_those_of_the_mask_and_the_table_is_there_for_rewards() -> None:
    game = zoo.env("citadel")
    game.reset(seed=3)
    for _ in range(40):
        observation, _, _, _, info = game.last()
        legal = info["legal"]
        assert sorted(legal) == np.flatnonzero(observation["action_mask"].view(bool)).tolist()
        assert len(game.unwrapped.table.factors) == len(legal)
        game.step(legal[0])
    table = game.unwrapped.table
    assert table.state.turn == 14
    whole = game.state()
    assert whole.shape == game.unwrapped.state_space.shape
    assert np.array_equal(whole[: tensors.SIZE], table.tensor("axis"))


def test_a_compact_game_has_the_same_actions_with_retreats_hex_by_hex() -> None:
    """Every way through the lists is an action, and every action is at the end of one."""
    split = 0
    for seed in range(3):
        table, rng = Table("citadel", {"rules": "deluxe"}, compact=True), np.random.default_rng(seed)
        table.begin(seed)
        while table.side is not None:
            assert len(table.legal) == len(table.factors) <= PLACES
            place = rng.integers(len(table.legal))
            row = tuple(table.factors[place].tolist())
            before = table.state
            table.play(place)
            if table.state is before:
                split += 1
                rows = table.factors
                assert {codec.VERBS[verb] for verb in rows[:, 0]} == {"RetreatUnit"}
                assert set(rows[:, 1]) == {row[1]}, "the same unit"
                ends = {codec.from_factors(*each).path[1] for each in rows.tolist()}
                wanted = [each for each in legal_actions(before) if each.unit == codec.WHATS[row[1]]]
                assert ends == {each.path[1] for each in wanted if each.path[0] == codec.WHERES[row[2]]}
            else:
                assert codec.from_factors(*row) in legal_actions(before)
    assert split > 0


def test_a_list_that_is_too_long_is_turned_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noretreat.research.table.PLACES", 4)
    table = Table("citadel", compact=True)
    actions, seen = legal_actions(table.state), []
    while len(seen) < len(actions):
        assert len(table.legal) <= 4
        seen += [tuple(row) for row in table.factors.tolist() if row[0] >= 0]
        if len(seen) < len(actions):
            assert table.factors[-1].tolist() == [-1, 0, 0, 0]
            table.play(3)
    assert [codec.from_factors(*row) for row in seen] == list(actions)


def test_a_compact_game_of_gymnasium_is_played_to_its_end() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"noretreat.research.solo:{solo.ID}", compact=True).unwrapped)
    game, rng = solo.SoloEnv("citadel", "soviet", compact=True), np.random.default_rng(2)
    _, info = game.reset(seed=2)
    over = False
    while not over:
        _, reward, over, _, info = game.step(rng.choice(info["legal"]) if len(info["legal"]) else 0)
    assert reward in (-1.0, 1.0)
    assert actor(game.table.state) is None


@pytest.mark.slow
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
    def test_its_log_holds_no_stream_of_a_test(self) -> None:
        import pyspiel  # noqa: F401
        from absl import logging

        assert logging.get_absl_handler().python_handler.stream is sys.__stderr__

    @pytest.mark.slow
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

    SMALL = "position:turn 28\nphase combat axis\nunit G4Pz 1204\nunit S_W 1304\nunit S_NW 1506"
    """Some twenty actions to the end of the war."""

    def test_information_states_have_perfect_recall(self) -> None:
        """What a player cannot see changes nothing; what it has seen and done is never forgotten."""
        import pyspiel

        from noretreat.research import openspiel

        game = pyspiel.load_game(openspiel.TYPE.short_name)
        dealt = []
        for card in (1, 2):
            state = game.new_initial_state()
            state.apply_action(codec.FIRST_OF["Dealt"] + card - 1)
            dealt.append([state.information_state_string(player) for player in (0, 1)])
        assert dealt[0][0] != dealt[1][0], "the Axis sees its card"
        assert dealt[0][1] == dealt[1][1], "the Soviet side does not"
        small = pyspiel.load_game(openspiel.TYPE.short_name, {"scenario": self.SMALL})
        known: dict[str, tuple[list[int], list[str]]] = {}
        for seed in range(30):
            state, rng, own = small.new_initial_state(), np.random.default_rng(seed), ([], [])
            while not state.is_terminal():
                player = state.current_player()
                if player >= 0:
                    told = state.information_state_string(player)
                    legal = state.legal_actions()
                    before = known.setdefault(told, (legal, list(own[player])))
                    assert before == (legal, own[player]), "one information state, one past and one choice"
                    action = int(rng.choice(legal))
                    own[player].append(action)
                else:
                    action = int(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
                state.apply_action(action)
        with pytest.raises(ValueError, match="ensor"):
            state.information_state_tensor(0)
        everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        with pytest.raises(ValueError, match="and nothing else"):
            game.make_py_observer(everything)
        assert len(state.observation_tensor(0)) == tensors.SIZE

    def test_all_options_are_parameters(self) -> None:
        import pyspiel

        from noretreat.core.setup import Options
        from noretreat.research import openspiel

        game = pyspiel.load_game("noretreat(scenario=saturn,guarded=false,draw_modifiers_soviet=1,paratroops=true)")
        options = game.new_initial_state().position.setup.options
        assert options == Options(guarded=False, draw_modifiers=(0, 1), paratroops=True)
        plain = {name.removesuffix("_axis").removesuffix("_soviet") for name in openspiel.PARAMETERS}
        assert plain == {"scenario", *Options.__struct_fields__}

    @pytest.mark.slow
    def test_its_ismcts_searches_among_samples(self) -> None:
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        from noretreat.research import openspiel

        rng = np.random.RandomState(1)
        game = pyspiel.load_game(openspiel.TYPE.short_name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
        assert bot.step(state) in state.legal_actions()
        player = state.current_player()
        sample = state.resample_from_infostate(player, rng.uniform)
        assert sample.information_state_string(player) == state.information_state_string(player)
        assert sample.legal_actions() == state.legal_actions()

    def test_its_mccfr_learns_a_small_position(self) -> None:
        import pyspiel
        from open_spiel.python.algorithms import outcome_sampling_mccfr

        from noretreat.research import openspiel

        np.random.seed(1)
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(
            pyspiel.load_game(openspiel.TYPE.short_name, {"scenario": self.SMALL})
        )
        for _ in range(5):
            solver.iteration()
        regrets = [info[0] for info in solver._infostates.values()]
        assert len(regrets) > 20
        assert all(np.isfinite(row).all() for row in regrets)
        assert any(row.any() for row in regrets)
