"""Plans judged by playing them out: by habit, with the same luck for all, and never by more than a side may know."""

import random
from collections.abc import Callable, Iterator

import pytest

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import ANSWERS, BEST, BestPlayer
from noretreat.ai.proposals.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.search.habits import HABITS, Habitual
from noretreat.ai.search.playouts import DECIDED, Luck, Trial, plan_by_playing_out, played_out
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.ai.thought import Thought
from noretreat.core.actions import Action, Rolled
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET
from noretreat.core.records import Battle
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import Node
from noretreat.data.facts import Side

LONG = 600.0
"""Seconds of processor time that no test uses up, however busy the machine: only what is counted decides."""
EFFORT = Effort(candidates=4, passes=1, evaluations=40, seconds=LONG, plans=3, playouts=6, positions=10_000)


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


@pytest.mark.slow
def test_a_plan_that_gives_its_battles_up_is_found_out(axis_moves: State) -> None:
    sound = MovePlanner(axis_moves, AXIS, EFFORT).plan()
    idle = MovePlan({}, -1, sound.score)
    trial = Trial(AXIS, [idle, sound], EFFORT._replace(playouts=24), _deals(axis_moves), seed=1)
    assert trial.best() is sound


def test_one_lost_war_does_not_throw_a_good_plan_away(axis_moves: State) -> None:
    """What is won or lost counts far more than anything else, and comes by luck: a single game is not to decide."""
    sound = MovePlanner(axis_moves, AXIS, EFFORT).plan()
    idle = MovePlan({}, -1, sound.score - 3.0)
    trial = Trial(AXIS, [idle, sound], EFFORT, _deals(axis_moves), seed=1)
    trial._gains = [[25.0, -20.0, 0.0], [-25.0, 20.0, 0.0]]
    assert trial.worth(1) > trial.worth(0)
    trial._gains = [[0.6, 0.5, 0.6, 0.7] * 8, [-0.6, -0.5, -0.6, -0.7] * 8]
    assert trial.worth(0) > trial.worth(1), "but games that agree do"


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
        effort = BEST._replace(seconds=LONG)
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


@pytest.mark.slow
def test_it_knows_the_enemys_hand_only_from_its_deals(axis_moves: State) -> None:
    seen = axis_moves.hands[SOVIET]
    dealt = [_deals(axis_moves)(random.Random(seed)) for seed in range(8)]
    assert len({state.hands[SOVIET] for state in dealt}) > 1
    other = next(state for state in dealt if state.hands[SOVIET] != seen)

    def chosen(state: State) -> Action:
        return BestPlayer(1, playouts=8, evaluations=40, seconds=LONG).choose(observe(state, Side.AXIS))

    assert chosen(other) == chosen(axis_moves)


def test_single_figures_of_a_level_can_be_set() -> None:
    assert BestPlayer(1, playouts=40).effort.playouts == 40
    with pytest.raises(ValueError, match="nodes"):
        BestPlayer(1, nodes=400)
