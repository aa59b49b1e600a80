"""The same seed plays the same game on every machine: thinking is bounded by counting, and time is only a brake."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable

import pytest

from noretreat import game
from noretreat.ai.referee.match import Game, play_one
from noretreat.ai.referee.play import Record, play_game
from noretreat.core.actions import Action
from noretreat.core.setup import Options
from noretreat.data.facts import Side

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
@pytest.mark.parametrize(("axis", "soviet"), [(HARD, NORMAL), (EASY, "random")], ids=["hard-normal", "easy-random"])
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


@pytest.mark.slow
def test_a_brake_is_told_in_the_log_and_in_the_row(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="noretreat.ai"):
        braked = "hard(evaluations=60,seconds=0)"
        row = play_one(Game(braked, "random", "na_berlin", Options(guarded=False), 7, 1, Side.AXIS)).row
    assert row.a_brakes > 0
    assert row.b_brakes == 0
    assert "the planning of moves stopped after 0 s" in caplog.text
