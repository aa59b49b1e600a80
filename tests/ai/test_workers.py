"""Work in several processes: the same results whoever does it, and no new task once it is enough."""

from __future__ import annotations

import time

import pytest

from noretreat.ai.referee.match import play_one, schedule
from noretreat.ai.referee.workers import as_finished
from noretreat.core.setup import Options


def square(number: int) -> int:
    return number * number


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_every_task_is_done_once(processes: int) -> None:
    assert sorted(as_finished(square, [(n,) for n in range(9)], processes)) == [n * n for n in range(9)]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.slow
def test_no_task_begins_once_it_is_enough(processes: int) -> None:
    found: list[int] = []
    tasks = ((n,) for n in range(1000))
    for each in as_finished(square, tasks, processes, lambda: len(found) < 3):
        found.append(each)
    assert 3 <= len(found) <= 3 + 4 * processes


@pytest.mark.slow
def test_an_error_of_a_task_is_raised_here() -> None:
    with pytest.raises(TypeError):
        list(as_finished(square, [("three",)], 2))


@pytest.mark.slow
def test_a_local_ray_of_two_workers_plays_the_same_games() -> None:
    pytest.importorskip("ray", reason="the extra noretreat[ray] is not installed")
    games = [(each,) for each in schedule("random", "random", ["na_berlin"], [Options(guarded=False)], 3, 5)]
    started = time.monotonic()
    by_ray = {found.row.key: found.moves for found in as_finished(play_one, games, 2, ray=True)}
    assert by_ray == {found.row.key: found.moves for found in as_finished(play_one, games, 1)}
    assert time.monotonic() - started < 300
