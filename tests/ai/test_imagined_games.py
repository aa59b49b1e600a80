"""Imagined games, by habit and with the same luck for all plans, and the plans that they are played from."""

import random
from collections.abc import Callable, Iterator

import pytest

from bench.playouts import DECIDED, Luck, played_out
from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import ANSWERS, HARD, HardPlayer
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.search.habits import HABITS, Habitual
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.core.actions import Rolled
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET
from noretreat.core.records import Battle
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import Node
from noretreat.data.facts import Side

LONG = 600.0
"""Seconds of processor time that no test uses up, however busy the machine: only what is counted decides."""
EFFORT = Effort(candidates=4, passes=1, evaluations=40, seconds=LONG)


@pytest.fixture(scope="module")
def axis_moves() -> State:
    """A Movement Phase of Fall Blau in which the Soviets hold cards."""
    return next(state for seed in range(3, 30) for state in habitual_game(seed) if is_wanted(state))


def is_wanted(state: State) -> bool:
    moving = state.question is not None and state.question.CODE == "move"
    return moving and state.phasing == AXIS and bool(state.hands[SOVIET])


def habitual_game(seed: int) -> Iterator[State]:
    """The positions of a game of Fall Blau that both sides play by habit."""
    state = game.new_game("fall_blau", Options(rules="digital"))
    luck = Luck(seed)
    players = {side: Habitual(side) for side in (AXIS, SOVIET)}
    while (who := game.actor(state)) is not None:
        yield state
        chooser = luck if who is game.Chance.CHANCE else players[SIDE_INDEX[who]]
        state, _ = game.apply(state, chooser.choose(state))


def _deals(state: State) -> Callable[[random.Random], State]:
    return observe(state, Side.AXIS).sample_state


def test_there_is_a_habit_for_every_question() -> None:
    assert set(HABITS) == set(ANSWERS)


@pytest.mark.slow
def test_the_same_luck_plays_the_same_game(axis_moves: State) -> None:
    plan = MovePlanner(axis_moves, AXIS, EFFORT).plan()
    world = _deals(axis_moves)(random.Random(1))
    first, again, other = (played_out(world, AXIS, plan, seed) for seed in (5, 5, 6))
    assert first == again != other


def test_the_dice_of_a_battle_do_not_depend_on_what_was_thrown_before(axis_moves: State) -> None:
    here, there = (_rolling(axis_moves, BOARD.node_of[name]) for name in ("1613", "2008"))
    early, late = Luck(11), Luck(11)
    for _ in range(3):
        late.choose(there)
    assert [early.choose(here) for _ in range(4)] == [late.choose(here) for _ in range(4)]


def _rolling(state: State, target: int) -> State:
    """A position in which a die is thrown in a battle for this hex."""
    probe = state.copy()
    probe.options = tuple(Rolled(face) for face in range(1, 7))
    probe.battle = Battle(attacker=AXIS, attackers=(0,), defenders=(60,), targets=(target,), round=1)
    return probe


def test_luck_is_nothing_on_the_average(axis_moves: State) -> None:
    """Over the faces of a die: what is taken off a game leaves the mean of many as it is."""
    state, luck = axis_moves, Luck(8)
    sides = [Habitual(side) for side in (AXIS, SOVIET)]
    looked_at = 0
    while state.ended is None and state.turn == axis_moves.turn:
        who = game.actor(state)
        if who is game.Chance.CHANCE and state.battle is not None and len(game.legal_actions(state)) == 6:
            had = [_fortune(state, face) for face in range(6)]
            assert sum(had) == pytest.approx(0.0, abs=1e-9)
            looked_at += max(had) > 0.2
        chooser = luck if who is game.Chance.CHANCE else sides[SIDE_INDEX[who]]
        state, _ = game.apply(state, chooser.choose(state))
    assert looked_at > 2


def _fortune(state: State, face: int) -> float:
    """What a face of the die brings the attacker beyond the mean."""
    battle = state.battle
    assert battle is not None
    for seed in range(999):
        luck = Luck(seed)
        if luck.choose(state) == game.legal_actions(state)[face]:
            return luck.had[battle.attacker]
    raise AssertionError("this face never came")


@pytest.mark.slow
def test_the_end_of_a_scenario_is_told_by_its_score() -> None:
    """In the last turn all games are won or lost: how clearly tells more of a plan than who was lucky."""
    state, luck = game.new_game("fall_blau", Options(rules="digital")), Luck(5)
    sides = [Habitual(side) for side in (AXIS, SOVIET)]
    while state.turn < state.setup.last_turn or state.question is None or state.question.CODE != "move":
        who = game.actor(state)
        chooser = luck if who is game.Chance.CHANCE else sides[SIDE_INDEX[who]]
        state, _ = game.apply(state, chooser.choose(state))
    side = state.phasing
    plan = MovePlanner(state, side, EFFORT).plan()
    worths = {played_out(state, side, plan, seed).worth for seed in range(6)}
    assert len(worths) > 2
    assert all(abs(worth) < DECIDED for worth in worths)


def test_the_same_position_brings_the_same_plans(axis_moves: State) -> None:
    """Also those of styles that are drawn."""

    def made() -> list[list[Node]]:
        planner = MovePlanner(axis_moves, AXIS, EFFORT)
        return plans_of_tempers(planner, EFFORT, 12, polished=False)

    assert made() == made()


@pytest.mark.slow
def test_plans_that_are_polished_score_no_less(axis_moves: State) -> None:
    """In the side's own style, by which they are compared where they are not played out."""

    def best_of(polished: bool) -> list[float]:
        effort = HARD._replace(seconds=LONG)
        planner = MovePlanner(axis_moves, AXIS, effort)
        plans = plans_of_tempers(planner, effort, 7, polished=polished)
        assert len({tuple(plan) for plan in plans}) == len(plans) > 1
        return sorted(planner.scorer.score(plan, True) for plan in plans)

    assert min(best_of(polished=True)) >= min(best_of(polished=False))


def test_single_figures_of_a_level_can_be_set() -> None:
    assert HardPlayer(1, evaluations=40).effort.evaluations == 40
    with pytest.raises(ValueError, match="nodes"):
        HardPlayer(1, nodes=400)
