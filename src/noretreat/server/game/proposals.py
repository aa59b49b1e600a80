"""Proposals between two players, and their validity. No storage, no network."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, Literal, TypeAlias

from noretreat import game
from noretreat.core.actions import SettleSides
from noretreat.data.facts import Side
from noretreat.positions import is_position
from noretreat.server.clocks import clock
from noretreat.server.clocks.days_off import NEVER, DaysOff
from noretreat.server.game.log import ACTOR
from noretreat.server.game.match import Match
from noretreat.server.game.summary import other
from noretreat.server.game.undo import was_forced, why_no_undo
from noretreat.storage.table_talk import CLAIMS, ProposalRow

Kind: TypeAlias = Literal["draw", "takeback", "computer", "pause", "resume", "bids", "rematch", "again", "return"]
"""`computer`: that the computer takes the seat of the side that proposes it. `bids`: that the sides are bid for.
`rematch`: another game with the sides swapped; `again`: with the sides as they were. `return`: that the player comes
back for whom the computer plays.
"""
Claim: TypeAlias = Literal["claim", "replace"]
"""What a player asks for and does alone, after the grace: to win the game of a side that has run out of time, or to let
the computer play for one that is gone.
"""
Move: TypeAlias = Literal[
    "draw", "takeback", "computer", "pause", "resume", "bids", "rematch", "again", "return", "bid", "cancel", "claim",
    "replace", "remind",
]  # fmt: skip
"""A player's options concerning the game as a whole: a proposal; or, alone, to `cancel` a game that has not begun,
have the sides `bid` for in one's own game that nobody has joined, `claim` the game of a side that has run out of time,
or let the computer `replace` one that is gone: both after a time of grace. `return`: to ask for one's seat back.
`remind`: to have the other player told once more, whom a game has waited for for a week.
"""
REMATCHES: Final = frozenset({"rematch", "again"})
"""Proposals of another game; they stand once the game is over."""
OF_POSITION: Final = frozenset({"draw", "takeback"})
"""Proposals about the position: they lapse when it changes."""
REMINDED_AFTER: Final = 7 * clock.DAY
"""Seconds for which a side was waited for, and since the last reminder, after which it may be reminded."""
ABANDONED: Final = 7 * clock.DAY
"""Seconds after which a side that is waited for counts as gone, with no clock to say so."""


def opponents(match: Match) -> bool:
    """True if two people play, each from a seat of their own."""
    tokens = [seat.token for seat in match.seats.values()]
    return all(seat.kind == "human" for seat in match.seats.values()) and all(tokens) and tokens[0] != tokens[1]


def begun(match: Match) -> bool:
    """True once a side has chosen anything."""
    return any(entry.actor != "chance" and not was_forced(match, entry) for entry in match.log)


def ply_before_last(match: Match, side: Side) -> int | None:
    """The ply before the last action that a side chose; None if there is none that can still be reached.

    A die or a deal is never gone behind: it follows from its number (`chance.py`), and would be known beforehand.
    """
    first = min(match.snapshots, default=match.ply)
    since_lot = takewhile(lambda entry: entry.actor != ACTOR and entry.ply > first, reversed(match.log))
    own = (entry for entry in since_lot if entry.actor == side.value and not was_forced(match, entry))
    return next((entry.ply - 1 for entry in own), None)


def can_be_bid_for(match: Match) -> bool:
    """True if the sides of a game can still be settled by bids: nobody has chosen anything yet, nothing was
    bid, the handicap is not fixed, and its dice are the server's.
    """
    options = match.state.setup.options
    even = options.die_modifiers == options.draw_modifiers == (0, 0)
    plain = match.chance is not None and not is_position(match.row.scenario)
    return even and plain and not (match.bidding or begun(match) or bid_for(match))


def bid_for(match: Match) -> bool:
    """True if bids have settled the sides."""
    return len(match.log) > 0 and isinstance(match.log[0].action, SettleSides)


def waits_for_anybody(match: Match, side: Side) -> bool:
    """True if a side's player made the game and nobody has taken the other seat yet."""
    host = match.seats[side].token == match.row.owner
    return host and bool(match.row.owner) and match.seats[other(side)].kind == "open"


def stands(match: Match, proposal: ProposalRow) -> bool:
    """True while a proposal can be answered."""
    over = game.outcome(match.state) is not None
    if proposal.kind in REMATCHES:
        return over
    if proposal.kind == "bids":
        return can_be_bid_for(match)
    if proposal.kind == "return":
        return not over and bool(match.seats[Side(proposal.side)].former)
    if proposal.kind in CLAIMS:
        side = Side(proposal.side)
        here = match.to_act() is other(side) and not clock.pace_of(match.row.pace).paused
        return not over and here and opponents(match) and proposal.ply == match.ply
    return not over and (proposal.kind not in OF_POSITION or proposal.ply == match.ply)


def due_of(claim: ProposalRow, terms: clock.Terms, off: DaysOff) -> str:
    """The time from which a claim may be carried out; the days off of the side that is gone stretch the grace."""
    return off.later(claim.at, terms.grace_given) if terms.grace_given else claim.at


def may(match: Match, side: Side, at: str) -> list[Move]:
    """The proposals and unilateral moves open to the player of a side at a time."""
    if not opponents(match):
        return ["bid"] if waits_for_anybody(match, side) and can_be_bid_for(match) else []
    if game.outcome(match.state) is not None:
        return [] if match.row.leg == 1 else ["rematch", "again"]
    if match.bidding:
        return [] if match.row.tournament else ["cancel"]
    if match.awaits_seeds and not begun(match):
        if match.row.tournament:
            return []
        return ["bids", "cancel"] if can_be_bid_for(match) else ["cancel"]
    pace = clock.pace_of(match.row.pace)
    found: list[Move] = ["draw"] if match.awaits_seeds else ["draw", "computer"]
    if ply_before_last(match, side) is not None and why_no_undo(match, side):
        found.append("takeback")
    if pace.terms.kind != "none":
        found.append("resume" if pace.paused else "pause")
    # What a tournament has begun, its terms say how to play; two of its players do not call it off.
    if can_be_bid_for(match) and not match.row.tournament:
        found.append("bids")
    if not begun(match) and not match.row.tournament:
        found.append("cancel")
    return [*found, *_alone(match, side, pace, at)]


def may_remind(pace: clock.Pace, off: DaysOff, at: str, reminded: str) -> bool:
    """True if a player may remind the other one, with these days off, who has to decide; `reminded`: when it was done
    last.
    """
    if pace.paused or not pace.since or (reminded and clock.seconds(reminded, at) < REMINDED_AFTER):
        return False
    return off.spent(pace.since, at) >= REMINDED_AFTER


def _alone(match: Match, side: Side, pace: clock.Pace, at: str) -> list[Move]:
    """A player's remedies against a side that no longer answers."""
    waiting = match.to_act()
    if waiting is not other(side) or pace.paused:
        return []
    left = clock.left(pace, waiting, waiting, at, match.off)
    if left is not None:
        return ["claim", "replace"] if left < 0 else []
    # No clock was agreed on; still, days off are no days of absence.
    waited = match.off.get(waiting, NEVER).spent(pace.since or match.row.updated, at)
    return ["replace"] if waited >= ABANDONED else []
