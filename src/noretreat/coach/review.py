"""The review of a game that is over: `review(saved)`.

What is told of hidden cards is told of both hands, so that only the players of a game that is over may see it; whoever
shows a review sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from noretreat import game
from noretreat.coach.course import Course, turn_of
from noretreat.coach.findings import Findings
from noretreat.coach.records import Review
from noretreat.coach.report import Counting
from noretreat.coach.turning import GAMES, Turns, alternative, turning_points
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import outcome_view
from noretreat.explain.sentences.telling import tell
from noretreat.storage import savegame
from noretreat.storage.savegame import SavedGame

Progress = Callable[[float], bool]
"""Told how far a review is, from 0 to 1; answers False to have it stop."""


class NotOver(ValueError):
    """Raised for a game that is not over."""


class Stopped(Exception):
    """Raised when a review is stopped."""


class Reviewer:
    """Reads a game once, and then tells of it: the review at once, what the computer would have done one by one."""

    def __init__(self, saved: SavedGame, *, unfinished: bool = False, progress: Progress = lambda _: True) -> None:
        """Replays the game under the rules that it was played by, as far as they are known.

        Raises `NotOver` for a game that is not over, unless `unfinished` ones are wanted (a sandbox), `SaveError` for
        one that does not replay, and `Stopped` when `progress` says so.
        """
        self._done = savegame.replay(saved)
        if self._done.state.ended is None and not unfinished:
            raise NotOver("a review is for games that are over")
        state = self._start(saved)
        self._saved, self._course, self._count = saved, Course(state, self._done.start), Counting(state)
        self._findings, self._turns = Findings(self._done.start), Turns(self._done.start)
        for place, (entry, events) in enumerate(self._done.entries):
            after, _ = game.apply(state, entry.action)
            step = state, entry.action, after, events
            self._course.watch(*step)
            for watcher in (self._count, self._findings, self._turns):
                watcher.watch(step)
            state = after
            if place % 20 == 0 and not progress(place / len(self._done.entries)):
                raise Stopped
        self._end(state)

    def _start(self, saved: SavedGame) -> State:
        """The position from which the actions replay."""
        if self._done.start:
            return savegame.revived(saved.snapshots[self._done.start])
        return savegame.replay(saved, 0).state

    def _end(self, state: State) -> None:
        self._last = state
        if state.ended is None:
            self._course.finish(state)
        self.review = self._made()

    def _made(self) -> Review:
        course, state = self._course, self._last
        starts = {(point.turn, point.phasing): point.ply for point in reversed(course.curve)}
        # A player turn that still goes on is no turning point yet.
        over = [one for one in course.changes if state.ended is not None or (one.turn, one.phasing) != turn_of(state)]
        points = turning_points(over, self._findings.found, self._turns, starts)
        outcome = outcome_view(state)
        return Review(
            scenario=state.setup.scenario,
            rules=state.setup.options.rules,
            rules_version=self._saved.header.rules_version,
            start=self._done.start,
            plies=self._done.ply,
            winner=None if state.ended is None else state.ended.winner,
            ended=state.ended is not None,
            outcome="" if outcome is None else outcome.text,
            curve=tuple(course.curve),
            parts=tuple(course.parts()),
            scores=tuple(self._count.scores),
            axis=self._count.figures(Side.AXIS, course.changes),
            soviet=self._count.figures(Side.SOVIET, course.changes),
            turning_points=tuple(points),
            note=None if self._done.note is None else tell(self._done.note),
        )

    def alternatives(self, games: int = GAMES) -> Iterator[Review]:
        """The review again after each turning point that was looked into: with what the computer would have done, where
        a side gave something away in its own turn and another plan is clearly better.
        """
        points = list(self.review.turning_points)
        for place, point in enumerate(points):
            if point.gain < 0 and point.begins is not None:
                found = alternative(self._turns.of[point.turn, point.side], games)
                points[place] = msgspec.structs.replace(point, alternative=found)
                self.review = msgspec.structs.replace(self.review, turning_points=tuple(points))
            yield self.review


def review(
    saved: SavedGame, *, games: int = 0, unfinished: bool = False, progress: Progress = lambda _: True
) -> Review:
    """How a saved game went; with `games` the computer's own plans too, each judged by so many imagined games."""
    reviewer = Reviewer(saved, unfinished=unfinished, progress=progress)
    if games:
        for _ in reviewer.alternatives(games):
            pass
    return reviewer.review
