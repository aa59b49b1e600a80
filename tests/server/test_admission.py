"""Admission of work: beyond what a process can do the newest are refused, strangers first and moves last."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest
from server.support import Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from noretreat.server.http import admission
from noretreat.server.http.admission import FEW, MOVES, PLAYERS, STRANGERS, Load, _Accepted


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def busy(gap: float, clock: Clock) -> Load:
    """The work of a process that answers a request every so many seconds, with some more waiting."""
    load = Load(clock)
    for _ in range(FEW + 1):
        load.begin()
    for _ in range(400):
        load.begin()
        clock.now += gap
        load.end()
    return load


def test_who_would_wait_too_long_is_refused() -> None:
    quick, slow = busy(0.001, Clock()), busy(0.02, Clock())
    assert not quick.is_too_much(STRANGERS)
    assert [slow.is_too_much(seconds) for seconds in (STRANGERS, PLAYERS, MOVES)] == [True, True, False]
    assert STRANGERS < PLAYERS < MOVES


def test_few_are_never_refused_and_idle_time_does_not_count() -> None:
    clock = Clock()
    load = Load(clock)
    for _ in range(50):
        clock.now += 3600
        load.begin()
        clock.now += 0.001
        load.end()
    assert load.gap <= 0.0011, "nobody was waited for meanwhile"
    for _ in range(FEW - 1):
        load.begin()
    load.gap = 60.0
    assert not load.is_too_much(STRANGERS), "a request that takes long says nothing of the others"


@pytest.mark.slow
def test_what_is_given_up_counts_no_more() -> None:
    """A request that waits behind another on a line that is cut never begins."""
    load = Load()

    async def answered(*_: object) -> None:
        assert load.in_work == 2

    async def fails(*_: object) -> None:
        raise OSError("gone")

    done, never = _Accepted(answered, load), _Accepted(fails, load)
    asyncio.run(done(None, None, None))
    assert load.in_work == 1
    del never
    gc.collect()
    assert load.in_work == 0
    failed = _Accepted(fails, load)
    with pytest.raises(OSError, match="gone"):
        asyncio.run(failed(None, None, None))
    assert load.in_work == 0


TWIST = """
from noretreat.server.http.admission import Load
from noretreat.server.http.security import Guard
wanted, before = [0.0], Guard.__call__
Load.is_too_much = lambda load, seconds: seconds < wanted[0]
async def call(self, scope, receive, send):
    if scope["path"] == "/health/live":
        wanted[0] = float(scope["query_string"])
    await before(self, scope, receive, send)
Guard.__call__ = call
from noretreat.cli.main import main
raise SystemExit(main())
"""
"""A server on which so many seconds of work are ahead as a health check has last said."""


@pytest.mark.slow
@pytest.mark.one_database
def test_moves_are_refused_last(tmp_path: Path) -> None:
    server = Server(tmp_path, TWIST, arguments=["serve", "--database-url", f"sqlite:///{tmp_path}/games.db"])
    try:
        player, stranger = server.browser(), server.browser()
        game = player.create()
        found = []
        for ahead in (0.0, PLAYERS, MOVES, MOVES + 1):
            assert player.http.get(f"/health/live?{ahead}").status_code == 200
            lobby, look = stranger.http.get("/api/lobby"), player.http.get(f"/api/games/{game}")
            move = player.http.post(f"/api/games/{game}/actions", json={"ply": -1, "action": {"type": "Done"}})
            found.append((lobby.status_code, look.status_code, move.status_code))
        assert found == [(200, 200, 409), (503, 200, 409), (503, 503, 409), (503, 503, 503)]
        assert int(lobby.headers["retry-after"]) in range(admission.AGAIN[0], admission.AGAIN[1] + 1)
        assert lobby.json()["error"]["code"] == "busy"
        with pytest.raises(InvalidStatus):
            connect(f"{server.address.replace('http', 'ws')}/api/games/{game}/live")
    finally:
        server.close()
