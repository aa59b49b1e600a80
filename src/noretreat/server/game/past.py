"""Past positions of a game, replayed from its snapshots and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from noretreat import game
from noretreat.core.reasons import reason
from noretreat.core.state import State
from noretreat.server.game.match import Match, decoded
from noretreat.server.http.errors import Problem

KEPT: Final = 48
"""Positions kept per game, so that going back and forth a little replays nothing."""


RUNG: Final = 25
"""While replaying from a snapshot, every position at a multiple of this many plies is kept, so that going back is fast
too."""


class PastPositions:
    """The recently viewed positions of one game."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()

    def forget_after(self, ply: int) -> None:
        """Drops the positions after a ply, because actions were undone."""
        for known in [known for known in self._states if known > ply]:
            del self._states[known]

    def at(self, match: Match, ply: int) -> State:
        """The state after ply `ply`; raises `Problem` if the current rules cannot replay it."""
        if ply == match.ply:
            return match.state
        first = min(match.snapshots, default=0)
        if not first <= ply <= match.ply:
            raise Problem(400, "bad_request", reason("step-range", first=first, last=match.ply))
        start = max(number for number in match.snapshots if number <= ply)
        near = max((number for number in self._states if start <= number <= ply), default=-1)
        try:
            state = self._states[near] if near >= 0 else decoded(match.snapshots[start])
            for entry in match.log[max(start, near) : ply]:
                state, _ = game.apply(state, entry.action)
                if entry.ply % RUNG == 0:
                    self._keep(entry.ply, state)
        except Exception:  # an action of another version may make the current rules fail in any way
            raise Problem(409, "unreadable", reason("step-unreadable", step=ply, near=start)) from None
        self._keep(ply, state)
        return state

    def _keep(self, ply: int, state: State) -> None:
        self._states[ply] = state
        self._states.move_to_end(ply)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)
