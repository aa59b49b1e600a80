"""The driver of the computer's seats: plays whenever one has to decide, or has the workers of a site do it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal, TypeAlias

from noretreat.ai.players.levels import default_level
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.clocks.now import now
from noretreat.server.computer.players import Computer, Decision
from noretreat.server.game.lessons import level_behind
from noretreat.server.game.match import Match
from noretreat.server.game.open_games import OpenGames
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub, Thinking
from noretreat.storage.database import StorageError
from noretreat.storage.jobs import NOBODY, JobStore

log = logging.getLogger("noretreat.server")
ASKS_EVERY: Final = 20.0
"""Seconds after which the workers are told again that somebody is viewing a game."""
MOST_REMEMBERED: Final = 10_000
"""The most games whose last request to the workers and last valuation are remembered."""


Driven: TypeAlias = Literal["more", "done", "failed"]
"""The outcome of driving a game: the computer has more to decide, somebody else has to decide, or an error."""


def _is_played_by_nobody(match: Match) -> bool:
    """True for a game of the computer against itself."""
    return all(match.is_computer(side) for side in Side)


class ComputerDriver:
    """A task for each game in which the computer is thinking; with `jobs`, a job for the workers instead."""

    def __init__(self, games: OpenGames, hub: Hub, computer: Computer, jobs: JobStore | None = None) -> None:
        self._games, self._hub, self._computer, self._jobs = games, hub, computer, jobs
        self.stands_still: Callable[[], bool] = lambda: False
        """True while the host lets nothing change; whoever looks at a game afterwards wakes the computer."""
        self._asked: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[object]] = {}
        self._decisions: dict[str, Decision] = {}
        self._weighed: OrderedDict[str, tuple[int, int, Side, int]] = OrderedDict()
        """By game, the player turn in which a side has last weighed its position, and the ply before that."""

    def thinking(self, game_id: str) -> bool:
        """True while the computer works on this game in this process."""
        task = self._tasks.get(game_id)
        return task is not None and not task.done()

    def owes_a_move(self, match: Match) -> bool:
        """True while the computer works on a game, in this process or in a worker."""
        return self.thinking(match.id) if self._jobs is None else match.is_computer(match.to_act())

    def wake(self, match: Match) -> None:
        """Starts the computer if it has to decide and is not thinking yet."""
        if not match.is_computer(match.to_act()) or self.thinking(match.id) or self.stands_still():
            return
        if self._jobs is None:
            self._start(match.id, self.drive(match.id))
        elif self._is_due(match):
            owner = NOBODY if _is_played_by_nobody(match) else match.row.owner
            self._start(match.id, self._ask(self._jobs, match.id, owner))

    def _start(self, game_id: str, work: Coroutine[Any, Any, object]) -> None:
        self._tasks[game_id] = asyncio.create_task(work, name=f"computer {game_id}")

    def _is_due(self, match: Match) -> bool:
        """True if the workers have not recently been asked for this move; notes that they are asked now."""
        at = time.monotonic()
        ply, before = self._asked.get(match.id, (-1, 0.0))
        if ply == match.ply and at - before < ASKS_EVERY:
            return False
        self._asked[match.id] = match.ply, at
        self._asked.move_to_end(match.id)
        while len(self._asked) > MOST_REMEMBERED:
            self._asked.popitem(last=False)
        return True

    async def _ask(self, jobs: JobStore, game_id: str, owner: str) -> None:
        try:
            await jobs.ask(game_id, owner, now())
        except StorageError as error:
            log.error("game %s: the workers were not asked: %s", game_id, error)
            self._asked.pop(game_id, None)
        finally:
            self._tasks.pop(game_id, None)

    def stop(self, game_id: str) -> None:
        """Ends its work on a game."""
        task = self._tasks.pop(game_id, None)
        if task is not None:
            task.cancel()

    def hurry(self, game_id: str) -> None:
        """Makes the computer play the best it has found so far, if it is thinking about a game."""
        if self._jobs is not None and self._hub.pubsub is not None:
            self._hub.pubsub.hurry(game_id)
        decision = self._decisions.get(game_id)
        if decision is not None:
            decision.hurry()

    async def advise(self, state: State, side: Side) -> Action:
        """The action that the computer would choose for a side."""
        return await self._computer.choose(state, side, default_level())

    async def _choose(
        self, game_id: str, ply: int, state: State, side: Side, level: str, *, weighs: bool, behind: bool
    ) -> tuple[Action, float | None]:
        """The computer's action and, if it `weighs`, its valuation of the position; meanwhile the open pages are told
        what it is doing.
        """

        def tell(thinking: Thinking) -> None:
            self._hub.publish(game_id, ply, thinking=thinking)

        decision = self._decisions[game_id] = Decision(tell, weighs=weighs, behind=behind)
        try:
            return await self._computer.choose(state, side, level, decision), decision.worth
        finally:
            self._decisions.pop(game_id, None)

    def _has_weighed(self, match: Match, side: Side) -> bool:
        """True if a side has already valued its position in this player turn, and that decision was not undone.

        To value it at every decision would take up to a seventh of the thinking time.
        """
        turn, phasing, who, ply = self._weighed.get(match.id, (-1, -1, side, 0))
        state = match.state
        same = (turn, phasing, who) == (state.turn, state.phasing, side)
        return same and ply < match.ply and match.log[ply].worth is not None

    def _note_weighed(self, game_id: str, weighed: tuple[int, int, Side, int]) -> None:
        self._weighed[game_id] = weighed
        self._weighed.move_to_end(game_id)
        while len(self._weighed) > MOST_REMEMBERED:
            self._weighed.popitem(last=False)

    async def drive(self, game_id: str, goes_on: Callable[[], bool] = lambda: True) -> Driven:
        """Plays for the computer until someone else has to decide, or, after a decision, it may not go on; the game is
        open only between two thoughts.
        """
        try:
            while True:
                async with self._games.open(game_id) as match:
                    side, ply = match.to_act(), match.ply
                    if side is None or not match.is_computer(side):
                        self._tasks.pop(game_id, None)
                        self._hub.publish(game_id, match.ply)
                        return "done"
                    state, level = match.state, level_behind(match.seats[side].level)
                    weighs, behind = not self._has_weighed(match, side), _is_played_by_nobody(match)
                action, worth = await self._choose(game_id, ply, state, side, level, weighs=weighs, behind=behind)
                async with self._games.open(game_id) as match:
                    if match.ply == ply and match.is_computer(side):  # its player may be back
                        await self._games.commit(match, action, worth=worth)
                        if worth is not None:
                            self._note_weighed(game_id, (state.turn, state.phasing, side, ply))
                if not goes_on() or self.stands_still():
                    self._tasks.pop(game_id, None)
                    return "more"
        except (StorageError, Problem) as error:
            # The next request for the game starts the computer again.
            log.error("game %s: the computer's move was not stored: %s", game_id, error)
            self._games.forget(game_id)
        except Exception:
            log.exception("game %s: the computer stopped", game_id)
        return "failed"

    async def finish(self) -> None:
        """Waits until the workers have been asked for all that was woken."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stops all computer players."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computer.close()
