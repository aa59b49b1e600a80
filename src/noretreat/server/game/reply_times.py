"""Reply times of the players of a game, and departures. No storage, no network."""

from __future__ import annotations

import secrets

from noretreat.core.actions import Action, Conclude, Resign
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.game import actor
from noretreat.server.clocks import clock
from noretreat.server.game.match import Match
from noretreat.server.game.proposals import opponents
from noretreat.storage.reply_times import ReplyTimeRow


def reply_time_of(match: Match, action: Action, state: State, at: str) -> ReplyTimeRow | None:
    """The reply that an action completes, which leads to a state, in a game between two people; None for none.

    A reply is everything that a side does until the other one has to decide, or the game is over. It takes the time in
    which that side was waited for: not that of a pause, nor of days off on which its clock stands still.
    """
    side = match.to_act()
    if side is None or actor(state) is side or isinstance(action, Resign | Conclude) or not opponents(match):
        return None
    pace = clock.resumed(clock.pace_of(match.row.pace), at, side, match.off)
    seconds = round(clock.used(pace, side, at, match.off))
    return ReplyTimeRow(secrets.token_hex(8), match.seats[side].token, match.id, at, "reply", seconds)


def departure_of(match: Match, side: Side, at: str) -> ReplyTimeRow:
    """The record of a player who has left a side to the computer."""
    return ReplyTimeRow(secrets.token_hex(8), match.seats[side].token, match.id, at, "left")
