"""A machine whose clock is set: no game is claimed, no player warned, and nobody locked out because of it."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import threading
from dataclasses import dataclass

import pytest
from server.test_table_service import ANNA, BORIS, Inn

import noretreat.server.clocks.now as clocks
from noretreat.server.clocks.clock import Terms
from noretreat.server.clocks.now import SLEW, SteadyClock
from noretreat.server.http.attempts import RATES, Attempts
from noretreat.server.http.errors import Problem
from noretreat.server.logs import JsonFormatter
from noretreat.storage.attempts import AttemptStore
from noretreat.storage.database import Database
from noretreat.storage.games import GameStore

DAY = 24 * 3600.0
BEGUN = 1_800_000_000.0


@dataclass
class Machine:
    """A machine whose clock can be set."""

    passed: float = 0.0
    ahead: float = 0.0

    def clock(self) -> SteadyClock:
        """The clock of a process that starts on it."""
        return SteadyClock(lambda: BEGUN + self.passed + self.ahead, lambda: self.passed)


def test_time_goes_on_at_its_pace_whatever_the_clock_says() -> None:
    machine = Machine()
    clock = machine.clock()
    for ahead in (5 * DAY, -5 * DAY, 0.0):
        before = clock()
        machine.ahead, machine.passed = ahead, machine.passed + 100
        assert 100 * (1 - SLEW) <= clock() - before <= 100 * (1 + SLEW)
        assert clock() == clock(), "no time has passed"


def test_what_the_clock_is_off_is_made_up_for() -> None:
    machine = Machine()
    clock = machine.clock()
    for ahead in (3600.0, -3600.0):
        machine.ahead, last = ahead, clock()
        for _ in range(1_500):
            machine.passed += 60
            assert clock() > last, "never backwards"
            last = clock()
        assert last == BEGUN + machine.passed + ahead
    machine.ahead += 0.4
    assert clock() == BEGUN + machine.passed + machine.ahead, "small corrections come at once"


def test_a_clock_that_was_set_back_meanwhile_does_not_turn_back_what_is_stored() -> None:
    machine = Machine(ahead=-7200)
    clock = machine.clock()
    clock.not_before("")
    assert clock() == BEGUN - 7200
    clock.not_before("2027-01-15T08:00:00.000+00:00")  # BEGUN
    assert clock() == BEGUN
    machine.passed += 100
    assert clock() == BEGUN + 100 * (1 - SLEW)
    clock.not_before("2999-01-01T00:00:00.000+00:00")
    assert clock() < BEGUN + DAY, "a store from the far future is not believed"


def test_a_jump_is_told_in_a_line_that_asks_for_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So does each line of a site's log: it must not wait for the clock that tells of the jump."""
    machine, told = Machine(), io.StringIO()
    monkeypatch.setattr(clocks, "steady", machine.clock())
    lines = logging.StreamHandler(told)
    lines.setFormatter(JsonFormatter())
    clocks.log.addHandler(lines)
    try:
        machine.ahead = DAY
        asked = threading.Thread(target=clocks.steady, daemon=True)
        asked.start()
        asked.join(timeout=60)
        assert not asked.is_alive()
    finally:
        clocks.log.removeHandler(lines)
    assert "has jumped by +86400 s" in json.loads(told.getvalue())["text"]


def test_no_claim_comes_from_a_clock_that_jumps(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    monkeypatch.setattr(clocks, "steady", machine.clock())

    async def story() -> None:
        database = Database(store_url)
        await database.open("mark")
        inn = Inn(database, 20)
        game = await inn.begin(clock=Terms(kind="move", each=int(DAY), grace=0))
        waiting = (await inn.games.show(game, ANNA, 0, None)).view.actor
        other = BORIS if waiting == "axis" else ANNA
        machine.passed += 1800
        machine.ahead = 3 * DAY
        company = await inn.company(game, other)
        assert "claim" not in company.may
        assert company.waiting is not None
        left = company.left[company.waiting]
        assert left is not None
        assert left > 22 * 3600
        machine.ahead, machine.passed = 0.0, machine.passed + 25 * 3600
        assert "claim" in (await inn.company(game, other)).may, "the time that has really passed counts"
        assert await GameStore(database).newest() > "2027"
        await inn.games.close()
        await database.close()

    asyncio.run(story())


@pytest.mark.one_database
def test_no_lockout_comes_from_a_clock_that_jumps(store_url: str) -> None:
    machine = Machine(ahead=2 * DAY)

    async def tries(attempts: Attempts, most: int) -> int:
        for done in range(most):
            try:
                await attempts.count("account", "somebody")
            except Problem:
                return done
        return most

    async def story() -> None:
        database = Database(store_url)
        await database.open("mark")
        store, most = AttemptStore(database), int(RATES["account"].most)
        assert await tries(Attempts(store, machine.clock()), 3) == 3
        machine.ahead = 0.0  # set right, and the server started again
        attempts = Attempts(store, machine.clock())
        assert await tries(attempts, most + 1) == most, "as many as ever, and no more"
        machine.ahead = -2 * DAY
        assert await tries(attempts, 1) == 0
        machine.ahead = 5 * DAY
        assert await tries(attempts, 1) == 0, "nor are tries won by it"
        await database.close()

    asyncio.run(story())
