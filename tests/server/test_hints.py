"""Hints and reasons over HTTP, and the worker processes in which the computer thinks."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.support import Server

from noretreat import game
from noretreat.ai.player import Observation, observe
from noretreat.ai.thought import Stage, Thought
from noretreat.core.actions import Action, Done, Pass
from noretreat.core.reasons import say
from noretreat.data.facts import Side
from noretreat.server.computer import worker_pool
from noretreat.server.computer.players import Computer, Decision
from noretreat.server.computer.worker_pool import Chosen, Worker, WorkerFailed, WorkerPool
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub, Thinking
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database, url_of

POSITION = """turn 7
phase movement axis
unit G1Pz 1511
unit G4 1610
unit S_W 1611
hand axis 1 16
hand soviet 34
"""


def hint(browser: Any, name: str, ply: int) -> httpx.Response:
    answer: httpx.Response = browser.http.post(f"/api/games/{name}/hint", json={"ply": ply})
    return answer


def why(browser: Any, name: str, ply: int) -> httpx.Response:
    answer: httpx.Response = browser.http.get(f"/api/games/{name}/why", params={"ply": ply})
    return answer


@pytest.mark.slow
def test_a_hint_can_be_played_and_taken_back(server: Server) -> None:
    browser = server.browser()
    name = browser.create(position=POSITION, axis="human", soviet="human")
    package = browser.show(name)
    told = hint(browser, name, package["ply"]).json()
    assert told["action"] in package["actions"]
    assert told["ply"] == package["ply"]
    assert told["why"]["wanted"]
    assert all(part["text"] for part in told["why"]["wanted"])
    assert browser.show(name)["ply"] == package["ply"], "it plays nothing"
    after = browser.act(name, package["ply"], told["action"])
    assert after["ply"] > package["ply"]
    assert after["undo"]["can"] == (told["action"]["type"] == "MoveUnit")


def test_only_the_side_that_decides_is_given_a_hint(server: Server) -> None:
    browser = server.browser()
    name = browser.create(position=POSITION, axis="human", soviet="computer", level="random")
    ply = browser.show(name)["ply"]
    refused = hint(server.browser(), name, ply)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_yours")
    stale = hint(browser, name, ply + 1)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")


def test_the_computer_says_why_and_no_player_does_for_another(server: Server) -> None:
    browser = server.browser()
    name = browser.create(scenario="fall_blau", axis="computer", soviet="human", level="easy")
    deadline = time.monotonic() + 60
    package = browser.show(name)
    while package["thinking"] and time.monotonic() < deadline:
        time.sleep(0.2)
        package = browser.show(name)
    lines = {line["ply"]: line for line in browser.show(name)["events"]}
    answers = (why(browser, name, ply) for ply in lines)
    told = [answer.json() for answer in answers if answer.status_code == 200]  # some steps are left to the rules
    # How its turn goes the dice decide; in each there are attacks, whose odds are a reason.
    assert any(one["wanted"] or one["odds"] for one in told)
    sure = {say(f"motive-{name}").code for name in ("plan", "nothing-better", "bring", "attack")}
    assert not sure & {reason["code"] for one in told for reason in one["wanted"]}, "it never says the line again"
    dealt = next(ply for ply, line in lines.items() if line["type"] == "CardDrawn")
    assert why(browser, name, dealt).json()["error"]["code"] == "bad_query"
    assert why(browser, name, 10_000).status_code == 400


def test_the_steps_that_can_be_explained_are_told_at_once(server: Server) -> None:
    """And no others: of a move without any reason that shows there is nothing to ask."""
    browser = server.browser()
    name = browser.create(position=POSITION.replace("hand soviet 34", "unit G6 0704\nunit S_SW 1813"))
    package = browser.show(name)
    for unit, to in (("G6", "0602"), ("G1Pz", "1307")):
        package = browser.act(name, package["ply"], {"type": "MoveUnit", "unit": unit, "to": to})
    answer = browser.http.get(f"/api/games/{name}/reasons", params={"first": 1, "last": package["ply"]})
    (told,) = answer.json()
    assert told["ply"] == package["ply"]
    assert told["why"]["wanted"][0]["text"] == "To take Minsk (1307)."
    stranger = server.browser().http.get(f"/api/games/{name}/reasons", params={"first": 1, "last": 9})
    assert stranger.json() == []
    assert browser.http.get(f"/api/games/{name}/reasons", params={"first": 9, "last": 1}).json() == []


def test_a_stranger_is_not_told_why_a_player_acted(server: Server) -> None:
    browser = server.browser()
    name = browser.create(position=POSITION, axis="human", soviet="human")
    package = browser.show(name)
    move = next(action for action in package["actions"] if action["type"] == "MoveUnit")
    ply = browser.act(name, package["ply"], move)["ply"]
    assert why(browser, name, package["ply"] + 1).status_code == 200
    refused = why(server.browser(), name, ply)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_yours")


def test_only_who_plays_may_hurry_the_computer(server: Server) -> None:
    browser = server.browser()
    name = browser.create(position=POSITION, axis="human", soviet="computer", level="easy")
    assert browser.http.post(f"/api/games/{name}/hurry", json={}).status_code == 204
    assert server.browser().http.post(f"/api/games/{name}/hurry", json={}).status_code == 403


# --- the worker processes ------------------------------------------------------------------------------------------
class Slow:
    """A player that thinks until it is asked to stop, and says how far it is."""

    def __init__(self) -> None:
        self.thought = Thought()

    def choose(self, observation: Observation) -> Action:
        for step in range(10_000):
            self.thought.at(Stage.MOVES, step / 100)
            if self.thought.stopped:
                return observation.actions[-1]
            time.sleep(0.01)
        raise AssertionError("nobody stopped it")


def observation() -> Observation:
    state = game.new_game("citadel")
    while not isinstance(game.actor(state), Side) or len(state.options) < 2:
        state, _ = game.apply(state, state.options[0])
    return observe(state, Side(str(game.actor(state))))


def test_a_player_says_how_far_it_is_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(worker_pool._PLAYERS, "slow", Slow())
    here, there = multiprocessing.Pipe()
    stop, seen = multiprocessing.Event(), observation()

    async def think() -> Chosen:
        answer = asyncio.to_thread(worker_pool._choose, "slow", seen, there, stop, weighs=True)
        asyncio.get_running_loop().call_later(0.6, stop.set)
        return await answer

    assert asyncio.run(think()) == Chosen(seen.actions[-1], None)
    said = []
    while here.poll():
        said.append(here.recv())
    assert said[0] == Thinking(Stage.MOVES, 0.0)
    assert 1 < len(said) < 10, "not every step is told"
    assert said[-1].share > 0


@pytest.mark.slow
def test_a_worker_answers_and_survives_being_killed() -> None:
    worker, seen = Worker(), observation()
    try:
        asked = worker.choose("easy", seen, lambda thinking: None)
        assert (asked.action in seen.actions, asked.worth) == (True, None), "nobody has asked what it is worth"
        assert worker._process is not None
        worker._process.kill()
        worker._process.join()
        chosen = worker.choose("easy", seen, lambda thinking: None, weighs=True)
        assert chosen.action in seen.actions
        assert chosen.worth is not None, "it says what the position is worth to it"
    finally:
        worker.end()


def test_a_player_that_fails_is_replaced_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Action:
        raise WorkerFailed("no")

    monkeypatch.setattr(Worker, "choose", fail)
    state = game.new_game("citadel")
    while not isinstance(game.actor(state), Side) or len(state.options) < 2:
        state, _ = game.apply(state, state.options[0])
    computer = Computer()
    try:
        action = asyncio.run(computer.choose(state, Side(str(game.actor(state))), "easy"))
    finally:
        computer.close()
    assert action in state.options


def test_who_is_hurried_before_thinking_stops_at_once() -> None:
    decision, worker = Decision(), Worker()
    decision.hurry()
    decision.started(worker)
    assert worker._stop.is_set()


def test_a_canceled_thought_is_stopped_and_its_worker_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(self: Worker, level: str, seen: Observation, hears: object, weighs: bool) -> Chosen:
        assert self._stop.wait(10)
        return Chosen(seen.actions[0], None)

    monkeypatch.setattr(Worker, "choose", wait)
    seen = observation()

    async def think() -> Chosen:
        pool = WorkerPool(1)
        try:
            first = asyncio.create_task(pool.choose("easy", seen, lambda thinking: None, lambda worker: None))
            await asyncio.sleep(0.1)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            return await pool.choose("easy", seen, lambda thinking: None, lambda worker: None)
        finally:
            pool.close()

    assert asyncio.run(think()).action == seen.actions[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_games_in_which_nobody_plays_leave_the_workers_to_the_others(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve of them were asked for before: a person waits for one thought at most, where there are two workers for
    none.
    """
    go = threading.Semaphore(0)
    began: list[bool] = []

    def wait(self: Worker, level: str, seen: Observation, hears: object, weighs: bool) -> Chosen:
        assert go.acquire(timeout=60)
        return Chosen(seen.actions[0], None)

    monkeypatch.setattr(Worker, "choose", wait)
    seen = observation()

    async def think() -> None:
        pool = WorkerPool(workers)

        def asked(*, behind: bool) -> asyncio.Task[Chosen]:
            return asyncio.create_task(
                pool.choose("hard", seen, lambda _: None, lambda _: began.append(behind), behind=behind)
            )

        show = [asked(behind=True) for _ in range(12)]
        await asyncio.sleep(0)
        mine = asked(behind=False)
        await asyncio.sleep(0)
        gone = asked(behind=False)
        await asyncio.sleep(0)
        gone.cancel()
        assert began == ([True] if workers == 1 else [True, False])
        for _ in range(13):
            go.release()
        await asyncio.gather(*show, mine)
        await asyncio.gather(gone, return_exceptions=True)
        assert began == [True, False, *[True] * 11]
        pool.close()

    asyncio.run(think())


def test_what_the_computer_is_at_goes_to_the_open_pages() -> None:
    async def hear() -> tuple[int, Thinking | None]:
        hub = Hub()
        with hub.listen("one") as queue:
            hub.publish("one", 4, thinking=Thinking(Stage.ANSWER, 0.5))
            news = queue.get_nowait()
        return news.ply, news.thinking

    assert asyncio.run(hear()) == (4, Thinking(Stage.ANSWER, 0.5))


class Weighing(Computer):
    """A computer that does the first thing on offer, and notes when it is asked what the position is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, int, Side]] = []
        self.decided: list[tuple[int, int, Side]] = []

    async def choose(self, state: game.State, side: Side, level: str, decision: Decision | None = None) -> Action:
        self.decided.append((state.turn, state.phasing, side))
        if decision is not None and decision.weighs:
            self.asked.append(self.decided[-1])
            decision.worth = 1.0
        return next((one for one in state.options if isinstance(one, Done | Pass)), state.options[0])


@pytest.mark.slow
def test_the_computer_weighs_its_position_once_in_a_player_turn(tmp_path: Path) -> None:
    async def story() -> None:
        database, computer = Database(url_of(tmp_path)), Weighing()
        await database.open("mark")
        games = Games(database, Hub(), computer, 20)
        try:
            made = await games.list.create(NewGame(scenario="citadel", axis="computer", soviet="human"), "a" * 43)
            for _ in range(400):
                package = await games.show(made.id, "a" * 43, 0, None)
                if package.actions:
                    done = [one for one in package.actions if isinstance(one, Done | Pass)]
                    await games.act(made.id, "a" * 43, package.ply, (done or package.actions)[0])
                if package.view.outcome or package.view.turn > 15:
                    break
                await asyncio.sleep(0.005)
        finally:
            await games.close()
            await database.close()

        assert len(computer.asked) > 2
        assert len(set(computer.asked)) == len(computer.asked), "once"
        assert set(computer.asked) == set(computer.decided), "in each player turn"
        assert len(computer.decided) > len(computer.asked)

    asyncio.run(story())
