"""The table: seats two players, plays a game to its end, and records how it went.

Every game between players runs in `play_out`; `play_game` is what most callers want.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType, MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from noretreat import game
from noretreat.ai.player import IllegalAnswer, Observation, Player, observe
from noretreat.ai.players.random_player import RandomPlayer
from noretreat.ai.referee.contenders import player_of
from noretreat.ai.referee.fate import Fate
from noretreat.ai.thought import Thinker, Thought, braking
from noretreat.core.actions import Action, Resign
from noretreat.core.board import SIDES
from noretreat.core.events import Event
from noretreat.core.records import Outcome
from noretreat.core.state import State, require_state
from noretreat.data.facts import Side

DECISION_LIMIT: Final = 200_000
"""A game with more decisions than this (hundreds of times the usual number) goes round in circles."""

Contender: TypeAlias = str | Player
"""A side's player: the player itself, or a name by which each game gets a fresh one (`contenders.player_of`)."""
Chooser = Callable[[State], Action]
"""A function that decides for a side, or for chance, in `play_out`; it is given the true position."""
Heeder = Callable[[float], None]
"""Called once in each player turn for each side, with what the position is worth to that side when it is about to
decide (`Thought.worth`)."""
Watcher = Callable[[State, Action, State, tuple[Event, ...]], None]
"""Called after every action with the position before it, the action, the position after it, and its events."""


class Runaway(Exception):
    """Raised when a game does not come to an end."""


class Fault(Exception):
    """A reason why a player loses its game, whatever the position: `side` did it, and `REASON` is the word for it."""

    REASON = "fault"

    def __init__(self, side: Side, what: str) -> None:
        super().__init__(what)
        self.side = side


class Foul(Fault):
    """Raised when a player chooses an action that is not legal."""

    REASON = "illegal"


class Overtime(Fault):
    """Raised when a player thinks longer in one player turn than it is allowed to."""

    REASON = "overtime"


class Breakdown(Fault):
    """Raised when a player fails with an exception of its own, which is the cause of this one."""

    REASON = "exception"


class Seat:
    """A player's place at the table: shows it what its side may know, and measures how long it thinks.

    Thought is measured in seconds of processor time, which a busy machine does not stretch, for each player turn, the
    enemy's included. `limit` is the most a player may think in one of them; None for no limit.
    """

    def __init__(
        self, side: Side, contender: Contender, seed: int, limit: float | None = None, heed: Heeder | None = None
    ) -> None:
        self._side = side
        self._heed = heed
        self._weighed: tuple[int, int] | None = None
        self._player = player_of(contender, seed) if isinstance(contender, str) else contender
        if isinstance(self._player, type) or not callable(getattr(self._player, "choose", None)):
            hint = ": call it with a seed" if isinstance(self._player, type) else ""
            raise TypeError(f"a player is an object with a method `choose`, or its name, not {contender!r:.60}{hint}")
        self._limit = limit
        self.thought: dict[tuple[int, Side], float] = {}
        """Seconds for each player turn: (game turn, phasing side)."""
        self.brakes = 0
        """The number of thoughts that an emergency brake ended (`Brake`): the game then depends on the machine."""

    def choose(self, state: State) -> Action:
        """Return the player's action in this position; raise a `Fault` if it may not, or cannot, be taken."""
        turn = (state.turn, SIDES[state.phasing])
        spent = self.thought.get(turn, 0.0)
        start = time.process_time()
        try:
            with self._bell(spent), braking() as brakes:
                action = self._decide(state)
            self.brakes += len(brakes)
            return action
        finally:
            self.thought[turn] = spent + time.process_time() - start

    def _decide(self, state: State) -> Action:
        player = self._player
        if isinstance(player, RandomPlayer):
            # It looks at nothing but the legal actions; an observation would take most of the game's time.
            return player.pick(game.legal_actions(state))
        observation = observe(state, self._side)
        try:
            action = player.choose(observation) if self._heed is None else self._weigh(state, observation, self._heed)
        except Overtime:
            raise
        except IllegalAnswer as error:
            raise Foul(self._side, f"{error} ({self._side} side)") from error
        except Exception as error:
            raise Breakdown(self._side, f"{type(error).__name__}: {error}") from error
        if action not in game.legal_actions(state) and action != Resign(self._side):
            raise Foul(self._side, f"{action} of the {self._side} side is not legal")
        return action

    def _weigh(self, state: State, observation: Observation, heed: Heeder) -> Action:
        """Return the player's answer; it is also asked to value the position, once in a player turn."""
        player, turn = self._player, (state.turn, state.phasing)
        thought = Thought(weighs=turn != self._weighed)
        if isinstance(player, Thinker):
            player.thought = thought
        action = player.choose(observation)
        if thought.worth is not None:
            self._weighed = turn
            heed(thought.worth)
        return action

    @contextmanager
    def _bell(self, spent: float) -> Iterator[None]:
        """Raises `Overtime` once the time of this player turn is up, even in the middle of a thought.

        Where the system has no alarm, or the game runs outside the main thread, it is raised after the thought.
        """
        if self._limit is None:
            yield
            return
        left = self._limit - spent
        started = time.process_time()
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
        else:
            before = signal.signal(signal.SIGPROF, self._ring)
            signal.setitimer(signal.ITIMER_PROF, max(left, 1e-6))
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.signal(signal.SIGPROF, before)
        if time.process_time() - started > left:
            raise self._too_long()

    def _ring(self, number: int, frame: FrameType | None) -> None:
        raise self._too_long()

    def _too_long(self) -> Overtime:
        return Overtime(self._side, f"the {self._side} side thought for more than {self._limit} s in a player turn")


class Record(NamedTuple):
    """The record of one game."""

    outcome: Outcome
    turn: int
    """The game turn in which it ended."""
    points: int
    """Victory points at the end of the side with the initiative."""
    decisions: int
    """The number of the players' decisions."""
    chance_decisions: int
    """The number of dice and deals."""
    seconds: float
    """Process time of the whole game."""
    thought: dict[Side, dict[tuple[int, Side], float]]
    """Seconds each side has thought in each player turn, its own and the enemy's."""
    end: State
    """The last position."""
    fault: str = ""
    """The words for what lost a player the game, if anything did."""
    brakes: Mapping[Side, int] = MappingProxyType({})
    """The number of each side's thoughts that an emergency brake ended."""

    @property
    def winner(self) -> Side | None:
        """The side that won; None for a draw."""
        return self.outcome.winner

    @property
    def reason(self) -> str:
        """A word of `victory.REASONS` or `victory.DRAWS`, or of a `Fault`."""
        return self.outcome.reason

    def __repr__(self) -> str:
        """The winner, the reason and the turn, in a line."""
        won = "draw" if self.winner is None else f"{self.winner.capitalize()} wins"
        played = f"{self.decisions} decisions, {self.chance_decisions} of chance, {self.seconds:.1f} s"
        return f"<Record {won} ({self.reason}) on turn {self.turn}, {self.points} points; {played}>"


@dataclass(slots=True)
class Course:
    """A game being played: its position, and the number of decisions so far."""

    state: State
    decisions: int = 0
    chance_decisions: int = 0

    def run(self, axis: Chooser, soviet: Chooser, chance: Chooser, watch: Watcher | None = None) -> None:
        """Plays to the end. Raises `Runaway` for a game without end, and anything the choosers raise."""
        actor, apply = game.actor, game.apply_trusted
        dice = game.Chance.CHANCE
        while (who := actor(self.state)) is not None:
            state = self.state
            if who is dice:
                action = chance(state)
                self.chance_decisions += 1
            else:
                action = axis(state) if who is Side.AXIS else soviet(state)
                self.decisions += 1
                if self.decisions > DECISION_LIMIT:
                    raise Runaway(f"no end after {DECISION_LIMIT} decisions")
            self.state, events = apply(state, action) if type(action) is not Resign else game.apply(state, action)
            if watch is not None:
                watch(state, action, self.state, events)


def play_out(
    state: State, axis: Chooser, soviet: Chooser, chance: Chooser, watch: Watcher | None = None
) -> tuple[State, int, int]:
    """Play a game to its end, and return the last position, the players' decisions, and those of chance.

    `axis`, `soviet` and `chance` are functions that return a legal action of a state: for a search in samples, or with
    dice of one's own. `Fate(seed).choose` is such a chance. Players, which are shown observations, take `play_game`.

    Raises `Runaway` for a game without end.
    """
    course = Course(state)
    course.run(axis, soviet, chance, watch)
    return course.state, course.decisions, course.chance_decisions


def play_game(
    state: State,
    axis: Contender,
    soviet: Contender,
    seed: int,
    watch: Watcher | None = None,
    *,
    limit: float | None = None,
    strict: bool = True,
    heed: Heeder | None = None,
) -> Record:
    """Plays a game from this position to its end; contenders by name with the same seed play the same game.

    A player may resign its own side instead of choosing a legal action (`noretreat.actions.Resign`). It may think for
    `limit` seconds in a player turn. Dice and deals, and each seat's own chance, come from
    streams of their own, so that players who change seats meet the same luck. `heed` is told what the computer
    thinks that the position is worth, before `watch` is told what it did. Raises `ValueError` for an unknown contender,
    `Runaway` for a game without end, and a `Fault`, which loses the game instead if not `strict`.
    """
    require_state(state)
    seats = {
        side: Seat(side, who, _stream(seed, side), limit, heed) for side, who in zip(Side, (axis, soviet), strict=True)
    }
    started = time.process_time()
    course, fault = Course(state), None
    try:
        course.run(seats[Side.AXIS].choose, seats[Side.SOVIET].choose, Fate(_stream(seed, "fate")).choose, watch)
    except Fault as raised:
        if strict:
            raise
        fault = raised
    return Record(
        _outcome(course.state, fault),
        course.state.turn,
        course.state.vp_shown,
        course.decisions,
        course.chance_decisions,
        time.process_time() - started,
        {side: seat.thought for side, seat in seats.items()},
        course.state,
        "" if fault is None else str(fault),
        {side: seat.brakes for side, seat in seats.items()},
    )


def _outcome(end: State, fault: Fault | None) -> Outcome:
    """The outcome, from the last position or from whatever broke the game off."""
    if fault is not None:
        return Outcome(Side.SOVIET if fault.side is Side.AXIS else Side.AXIS, fault.REASON)
    outcome = game.outcome(end)
    assert outcome is not None
    return outcome


def _stream(seed: int, name: str) -> int:
    """The seed of one of the streams of a game."""
    return random.Random(f"{seed}/{name}").getrandbits(63)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one game of a series: the same whichever process plays it, and whatever came before."""
    return random.Random(f"{seed}/{number}").getrandbits(64)
