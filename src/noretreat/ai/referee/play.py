"""The referee: seats two players, plays a game to its end, and records how it went.

Every game between players runs in `play_out`; `play_game` is what most callers want.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.player import Player, observe
from noretreat.ai.players.levels import make_player
from noretreat.ai.players.random_player import RandomPlayer
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.state import State
from noretreat.data.facts import Side

DECISION_LIMIT: Final = 200_000
"""A game with more decisions than this (hundreds of times the usual number) goes round in circles."""

Contender = str | Player
"""Who plays a side: a level, of which each game gets a fresh player, or a player."""
Chooser = Callable[[State], Action]
"""How a side decides in `play_out`; it is given the true position."""
Watcher = Callable[[State, Action, State, tuple[Event, ...]], None]
"""Called after every action with the position before it, the action, the position after it, and its events."""


class Runaway(Exception):
    """A game did not come to an end."""


class Foul(Exception):
    """A player chose an action that is not legal."""


class Seat:
    """A player's place at the table: shows it what its side may know, and measures how long it thinks."""

    def __init__(self, side: Side, contender: Contender, seed: int) -> None:
        self._side = side
        self._player = make_player(contender, seed) if isinstance(contender, str) else contender
        self._hidden = random.Random(seed)
        self._turn = (0, 0)
        self._this_turn = 0.0
        self.thought = 0.0
        """Seconds of thought in the whole game."""
        self.longest_turn = 0.0
        """Seconds of thought in the longest player turn, its own or the enemy's."""

    def choose(self, state: State) -> Action:
        """What the player does in this position; raises `Foul` when that is not legal."""
        start = time.perf_counter()
        player = self._player
        if isinstance(player, RandomPlayer):
            # It looks at nothing but the legal actions; an observation would take most of the game's time.
            action = player.pick(game.legal_actions(state))
        else:
            action = player.choose(observe(state, self._side, self._hidden))
            if action not in game.legal_actions(state):
                raise Foul(f"{action} of the {self._side} side is not legal")
        self._count(state, time.perf_counter() - start)
        return action

    def _count(self, state: State, seconds: float) -> None:
        """Adds a decision's time to that of its player turn."""
        turn = (state.turn, state.phasing)
        if turn != self._turn:
            self._turn, self._this_turn = turn, 0.0
        self._this_turn += seconds
        self.thought += seconds
        self.longest_turn = max(self.longest_turn, self._this_turn)


class Record(NamedTuple):
    """How one game went."""

    winner: Side | None
    """None: a draw."""
    reason: str
    turn: int
    """The game turn in which it ended."""
    points: int
    """Victory points at the end of the side with the initiative."""
    decisions: int
    """Those of the players."""
    chance_decisions: int
    """Dice and deals."""
    seconds: float
    """Process time of the whole game."""
    thought: dict[Side, float]
    """Seconds each side has thought."""
    longest_turn: dict[Side, float]
    """Seconds each side thought in its longest player turn, its own or the enemy's."""
    end: State
    """The last position."""


def play_game(state: State, axis: Contender, soviet: Contender, seed: int, watch: Watcher | None = None) -> Record:
    """Plays a game from this position to its end; levels with the same seed play the same game.

    Raises `ValueError` for an unknown level, `Foul` for an illegal action and `Runaway` for a game without end.
    """
    source = random.Random(seed)
    seats = {Side.AXIS: Seat(Side.AXIS, axis, source.getrandbits(63))}
    seats[Side.SOVIET] = Seat(Side.SOVIET, soviet, source.getrandbits(63))
    started = time.process_time()
    end, decisions, chance_decisions = play_out(
        state, seats[Side.AXIS].choose, seats[Side.SOVIET].choose, source.random, watch
    )
    seconds = time.process_time() - started
    outcome = game.outcome(end)
    assert outcome is not None
    return Record(
        outcome.winner,
        outcome.reason,
        end.turn,
        end.vp_shown,
        decisions,
        chance_decisions,
        seconds,
        {side: seat.thought for side, seat in seats.items()},
        {side: seat.longest_turn for side, seat in seats.items()},
        end,
    )


def play_out(
    state: State, axis: Chooser, soviet: Chooser, chance: Callable[[], float], watch: Watcher | None = None
) -> tuple[State, int, int]:
    """Plays a game to its end: the last position, the decisions of the players, and those of chance.

    `chance` gives numbers from 0 up to, but not including, 1. Raises `Runaway` for a game without end.
    """
    actor, legal, apply = game.actor, game.legal_actions, game.apply_trusted
    dice = game.Chance.CHANCE
    decisions = rolls = 0
    while (who := actor(state)) is not None:
        if who is dice:
            outcomes = legal(state)
            action = outcomes[int(chance() * len(outcomes))]
            rolls += 1
        else:
            action = axis(state) if who is Side.AXIS else soviet(state)
            decisions += 1
            if decisions > DECISION_LIMIT:
                raise Runaway(f"no end after {DECISION_LIMIT} decisions")
        following, events = apply(state, action)
        if watch is not None:
            watch(state, action, following, events)
        state = following
    return state, decisions, rolls


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a series: the same whichever process plays it, and whatever came before."""
    return random.Random(f"{seed}/{number}").getrandbits(64)
