"""Plans judged by playing them out: by habit, with the same luck for all, and never by more than a side may know."""

import random
from collections.abc import Callable

import pytest

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import ANSWERS, HARD, HardPlayer
from noretreat.ai.proposals.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.search.habits import HABITS, Habitual
from noretreat.ai.search.playouts import Luck, Trial, plan_by_playing_out, played_out
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.ai.thought import Thought
from noretreat.core.actions import Rolled
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET
from noretreat.core.records import Battle
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side

LONG = 600.0
"""Seconds of processor time that no test uses up, however busy the machine: only what is counted decides."""
EFFORT = Effort(candidates=4, passes=1, evaluations=40, seconds=LONG, plans=3, playouts=6)


@pytest.fixture(scope="module")
def axis_moves() -> State:
    """A Movement Phase of Fall Blau in which the Soviets hold cards."""
    state = game.new_game("fall_blau", Options(rules="digital"))
    luck = Luck(3)
    players = {side: Habitual(side) for side in (AXIS, SOVIET)}
    while state.question is None or state.question.CODE != "move" or state.phasing or not state.hands[SOVIET]:
        who = game.actor(state)
        chooser = luck if who is game.Chance.CHANCE else players[SIDE_INDEX[who]]
        state, _ = game.apply(state, chooser.choose(state))
    return state


def _deals(state: State) -> Callable[[random.Random], State]:
    return observe(state, Side.AXIS).sample_state


def test_there_is_a_habit_for_every_question() -> None:
    assert set(HABITS) == set(ANSWERS)


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


def test_a_plan_that_gives_its_battles_up_is_found_out(axis_moves: State) -> None:
    sound = MovePlanner(axis_moves, AXIS, EFFORT).plan()
    idle = MovePlan({}, -1, sound.score)
    trial = Trial(AXIS, [idle, sound], EFFORT._replace(playouts=24), _deals(axis_moves), seed=1)
    assert trial.best() is sound


def test_plans_that_are_polished_score_no_less(axis_moves: State) -> None:
    """In the side's own style, by which they are compared where they are not played out."""

    def best_of(polished: bool) -> list[float]:
        effort = HARD._replace(seconds=LONG)
        planner = MovePlanner(axis_moves, AXIS, effort)
        plans = plans_of_tempers(planner, effort, 7, polished=polished)
        assert len({tuple(plan) for plan in plans}) == len(plans) > 1
        return sorted(planner.scorer.score(plan, True) for plan in plans)

    assert min(best_of(polished=True)) >= min(best_of(polished=False))


def test_it_answers_at_once_when_it_is_asked_to_stop(axis_moves: State) -> None:
    told: list[object] = []
    effort = EFFORT._replace(thought=Thought(lambda stage, share: told.append(stage), lambda: True))
    plan = plan_by_playing_out(axis_moves, AXIS, effort, _never)
    assert isinstance(plan, MovePlan)


def _never(rng: random.Random) -> State:
    raise AssertionError("no hand was to be dealt")


def test_it_knows_the_enemys_hand_only_from_its_deals(axis_moves: State) -> None:
    seen = axis_moves.hands[SOVIET]
    hands = {_deals(axis_moves)(random.Random(seed)).hands[SOVIET] for seed in range(8)}
    assert len(hands) > 1
    player = HardPlayer(1, playouts=3, evaluations=40, seconds=LONG)
    first = player.choose(observe(axis_moves, Side.AXIS))
    other = axis_moves.copy()
    other.hands = list(axis_moves.hands)
    other.hands[SOVIET] = next(hand for hand in hands if hand != seen)
    assert HardPlayer(1, playouts=3, evaluations=40, seconds=LONG).choose(observe(other, Side.AXIS)) == first


def test_single_figures_of_a_level_can_be_set() -> None:
    assert HardPlayer(1, playouts=40).effort.playouts == 40
    with pytest.raises(ValueError, match="nodes"):
        HardPlayer(1, nodes=400)
