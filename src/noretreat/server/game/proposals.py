"""What two people at a table may propose to each other, and what of it still stands. No storage, no network."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, Literal, TypeAlias

from noretreat import game
from noretreat.core.actions import SettleSides
from noretreat.data.facts import Side
from noretreat.positions import is_position
from noretreat.server.clocks import clock
from noretreat.server.game.log import ACTOR
from noretreat.server.game.match import Match
from noretreat.server.game.summary import other
from noretreat.server.game.undo import why_no_undo
from noretreat.storage.table_talk import ProposalRow

Kind: TypeAlias = Literal["draw", "takeback", "computer", "pause", "resume", "bids", "rematch"]
"""`computer`: that the computer takes the seat of the side that proposes it. `bids`: that the sides are bid for."""
Move: TypeAlias = Literal[
    "draw", "takeback", "computer", "pause", "resume", "bids", "rematch", "bid", "cancel", "claim", "replace"
]
"""What a player may do about the game as a whole: propose something; or, alone, `cancel` a game that has not begun,
have the sides `bid` for in one's own game that nobody has joined, `claim` the game of a side that has run out of time,
or let the computer `replace` one that is gone.
"""
_OF_POSITION: Final = frozenset({"draw", "takeback"})
"""Proposals about the position: they lapse when it changes."""
ABANDONED: Final = 7 * clock.DAY
"""Seconds after which a side that is waited for counts as gone, with no clock to say so."""


def opponents(match: Match) -> bool:
    """Whether two people play, each from a seat of their own."""
    tokens = [seat.token for seat in match.seats.values()]
    return all(seat.kind == "human" for seat in match.seats.values()) and all(tokens) and tokens[0] != tokens[1]


def begun(match: Match) -> bool:
    """Whether a side has chosen anything yet."""
    return any(entry.actor != "chance" and entry.forced is False for entry in match.log)


def ply_before_last(match: Match, side: Side) -> int | None:
    """The ply before the last action that a side chose; None if there is none that can still be reached.

    A die or a deal is never gone behind: it follows from its number (`chance.py`), and would be known beforehand.
    """
    first = min(match.snapshots, default=match.ply)
    since_lot = takewhile(lambda entry: entry.actor != ACTOR and entry.ply > first, reversed(match.log))
    return next((entry.ply - 1 for entry in since_lot if entry.actor == side.value and entry.forced is False), None)


def can_be_bid_for(match: Match) -> bool:
    """Whether the sides of a game may still come to be settled by bids: nobody has chosen anything yet, nothing was
    bid, the handicap is not fixed, and its dice are the server's.
    """
    options = match.state.setup.options
    even = options.die_modifiers == options.draw_modifiers == (0, 0)
    plain = match.chance is not None and not is_position(match.row.scenario)
    return even and plain and not (match.bidding or begun(match) or bid_for(match))


def bid_for(match: Match) -> bool:
    """Whether bids have settled the sides."""
    return len(match.log) > 0 and isinstance(match.log[0].action, SettleSides)


def waits_for_anybody(match: Match, side: Side) -> bool:
    """Whether a side's player made the game, and nobody has taken the other seat yet."""
    host = match.seats[side].token == match.row.owner
    return host and bool(match.row.owner) and match.seats[other(side)].kind == "open"


def stands(match: Match, proposal: ProposalRow) -> bool:
    """Whether a proposal can still be answered."""
    over = game.outcome(match.state) is not None
    if proposal.kind == "rematch":
        return over
    if proposal.kind == "bids":
        return can_be_bid_for(match)
    return not over and (proposal.kind not in _OF_POSITION or proposal.ply == match.ply)


def may(match: Match, side: Side, at: str) -> list[Move]:
    """What the player of a side may propose, or do alone, at a time."""
    if not opponents(match):
        return ["bid"] if waits_for_anybody(match, side) and can_be_bid_for(match) else []
    if game.outcome(match.state) is not None:
        return ["rematch"]
    if match.bidding:
        return ["cancel"]
    pace = clock.pace_of(match.row.pace)
    found: list[Move] = ["draw", "computer"]
    if ply_before_last(match, side) is not None and why_no_undo(match, side):
        found.append("takeback")
    if pace.terms.kind != "none":
        found.append("resume" if pace.paused else "pause")
    if can_be_bid_for(match):
        found.append("bids")
    if not begun(match):
        found.append("cancel")
    return [*found, *_alone(match, side, pace, at)]


def _alone(match: Match, side: Side, pace: clock.Pace, at: str) -> list[Move]:
    """What a player may do about a side that does not answer any more."""
    waiting = match.to_act()
    if waiting is not other(side) or pace.paused:
        return []
    left = clock.left(pace, waiting, waiting, at, match.off)
    if left is not None:
        return ["claim", "replace"] if left < 0 else []
    since = pace.since or match.row.updated
    return ["replace"] if clock.seconds(since, at) >= ABANDONED else []
