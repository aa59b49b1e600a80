"""The same seed plays the same game on every machine: thinking is bounded by counting, and time is only a brake."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable

import pytest

from noretreat import game
from noretreat.ai.proposals.moves import Effort
from noretreat.ai.referee.match import Game, play_one
from noretreat.ai.referee.play import Record, play_game
from noretreat.ai.search.playouts import Trial, plan_by_playing_out
from noretreat.core.actions import Action
from noretreat.core.board import AXIS
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side

BEST = "best(evaluations=20,candidates=3,plans=2,playouts=3)"
"""The level that thinks longest, here with less to count; its brake is that of the level."""
EASY = "easy(evaluations=30,candidates=3)"
NORMAL = "normal(evaluations=30,candidates=4,answer=10)"
HARD = "hard(evaluations=30,candidates=4,answer=10)"


def clock(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds each time it is looked at."""
    ticks = itertools.count()
    return lambda: step * next(ticks)


def play(axis: str, soviet: str) -> tuple[list[Action], Record]:
    actions: list[Action] = []
    start = game.new_game("na_berlin", Options(guarded=False))
    record = play_game(start, axis, soviet, 7, lambda before, action, *_: actions.append(action))
    return actions, record


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "soviet"), [(BEST, HARD), (NORMAL, EASY)], ids=["best-hard", "normal-easy"])
def test_a_slow_machine_plays_the_same_game(
    axis: str, soviet: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    actions, record = play(axis, soviet)
    # With this clock a plan takes longer than the 7.5 seconds that a plan once was allowed, and less than its brake.
    monkeypatch.setattr(time, "process_time", clock(0.7))
    with caplog.at_level(logging.WARNING, logger="noretreat.ai"):
        slow_actions, slow_record = play(axis, soviet)
    assert slow_actions == actions
    assert slow_record.brakes == record.brakes == {Side.AXIS: 0, Side.SOVIET: 0}
    assert not caplog.records


def test_a_brake_is_told_in_the_log_and_in_the_row(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="noretreat.ai"):
        braked = "best(evaluations=60,plans=2,playouts=1,seconds=0)"
        row = play_one(Game(braked, "random", "na_berlin", Options(guarded=False), 7, 1, Side.AXIS)).row
    assert row.a_brakes > 0
    assert row.b_brakes == 0
    assert "the planning of moves stopped after 0 s" in caplog.text


@pytest.fixture(scope="module")
def moving() -> State:
    """The first Movement Phase of the Axis."""
    state = game.new_game("na_berlin", Options(guarded=False))
    while state.question is None or state.question.CODE != "move" or state.phasing != AXIS:
        state, _ = game.apply(state, state.options[0])
    return state


@pytest.mark.parametrize(("positions", "rounds"), [(1, 1), (100_000, 4)])
def test_no_game_is_begun_beyond_the_positions_of_the_effort(
    moving: State, positions: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = []

    def deal(rng: object) -> State:
        dealt.append(rng)
        return moving

    monkeypatch.setattr(Trial, "worth", lambda self, number: 0.0)
    effort = Effort(candidates=4, passes=1, evaluations=30, plans=2, playouts=8, positions=positions)
    plan_by_playing_out(moving, AXIS, effort, deal)
    assert len(dealt) == rounds
