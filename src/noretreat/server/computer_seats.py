"""The driver of the computer's seats: plays for them whenever one has to decide."""

from __future__ import annotations

import asyncio
import logging

from noretreat.ai.players.levels import default_level
from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.computer import Computer, Decision
from noretreat.server.lessons import level_behind
from noretreat.server.live import Hub, Thinking
from noretreat.server.match import Match
from noretreat.server.open_games import OpenGames
from noretreat.server.problems import Problem
from noretreat.storage.database import StorageError

log = logging.getLogger("noretreat.server")


class ComputerSeats:
    """A task for each game in which the computer is thinking."""

    def __init__(self, games: OpenGames, hub: Hub, computer: Computer) -> None:
        self._games, self._hub, self._computer = games, hub, computer
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._decisions: dict[str, Decision] = {}

    def thinking(self, game_id: str) -> bool:
        """Is the computer at work on this game?"""
        task = self._tasks.get(game_id)
        return task is not None and not task.done()

    def wake(self, match: Match) -> None:
        """Starts the computer if it has to decide and is not thinking yet."""
        if match.is_computer(match.to_act()) and not self.thinking(match.id):
            self._tasks[match.id] = asyncio.create_task(self._drive(match.id), name=f"computer {match.id}")

    def stop(self, game_id: str) -> None:
        """Ends its work on a game."""
        task = self._tasks.pop(game_id, None)
        if task is not None:
            task.cancel()

    def hurry(self, game_id: str) -> None:
        """Has the computer play at once what it has found so far in a game, if it is thinking there."""
        decision = self._decisions.get(game_id)
        if decision is not None:
            decision.hurry()

    async def advise(self, state: State, side: Side) -> Action:
        """What the computer would do in the place of a side."""
        return await self._computer.choose(state, side, default_level())

    async def _choose(self, game_id: str, ply: int, state: State, side: Side, level: str) -> Action:
        """The computer's action; meanwhile the open pages hear what it is at."""

        def tell(thinking: Thinking) -> None:
            self._hub.publish(game_id, ply, thinking=thinking)

        decision = self._decisions[game_id] = Decision(tell)
        try:
            return await self._computer.choose(state, side, level, decision)
        finally:
            self._decisions.pop(game_id, None)

    async def _drive(self, game_id: str) -> None:
        """Plays for the computer until someone else has to decide; the game is open only between two thoughts."""
        try:
            while True:
                async with self._games.open(game_id) as match:
                    side, ply = match.to_act(), match.ply
                    if side is None or not match.is_computer(side):
                        self._tasks.pop(game_id, None)
                        self._hub.publish(game_id, match.ply)
                        return
                    state, level = match.state, level_behind(match.seats[side].level)
                action = await self._choose(game_id, ply, state, side, level)
                async with self._games.open(game_id) as match:
                    if match.ply == ply:
                        await self._games.commit(match, action)
        except (StorageError, Problem) as error:
            # The next request for the game starts the computer again.
            log.error("game %s: the computer's move was not stored: %s", game_id, error)
            self._games.forget(game_id)
        except Exception:
            log.exception("game %s: the computer stopped", game_id)

    async def close(self) -> None:
        """Stops all of it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computer.close()
