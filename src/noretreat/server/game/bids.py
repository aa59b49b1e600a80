"""Sealed bids for sides: how they are kept until both are in, and the game that follows from them. No storage, no
network.

While a game is bid for, its players keep the seats that they have for the time being.
"""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat import game
from noretreat.core.actions import SettleSides
from noretreat.core.bidding import MOST, Bid, Bids, balanced, host_sides
from noretreat.core.setup import stored_options
from noretreat.data.facts import Side
from noretreat.positions import begin
from noretreat.server.clocks import clock
from noretreat.server.game import chance
from noretreat.server.game.log import ACTOR, Log, LogEntry
from noretreat.server.game.match import Match, encoded, run_on
from noretreat.server.game.summary import other, summary

HOST: Final = Side.AXIS
"""The seat of the host of a new game until the sides are settled."""
NO_BIDS: Final = "{}"
"""The stored form of no bids yet."""


class Bidding(msgspec.Struct, frozen=True):
    """The state of the bidding for sides, for one browser; reveals nothing of another player's bid."""

    mine: Bid | None
    """The bid of this browser's player; None without one."""
    theirs: bool
    """The other player's bid is in; False for a spectator."""
    most: int
    """The highest bid."""


def unsealed(stored: str) -> dict[Side, Bid]:
    """The bids that are in, by the seats that their players have for the time being."""
    return msgspec.json.decode(stored, type=dict[Side, Bid])


def sealed(bids: dict[Side, Bid]) -> str:
    """Bids in their stored form."""
    return msgspec.json.encode(bids, order="sorted").decode()


def bidding_of(stored: str, owned: list[Side]) -> Bidding | None:
    """The bidding as seen by a browser that owns these seats; None if the game is not bid for."""
    if not stored:
        return None
    bids, side = unsealed(stored), owned[0] if len(owned) == 1 else None
    return Bidding(bids.get(side) if side else None, side is not None and other(side) in bids, MOST)


def host_of(match: Match) -> Side:
    """The current seat of a game's creator."""
    return next((side for side, seat in match.seats.items() if seat.token == match.row.owner), HOST)


def opened_for_bids(match: Match) -> Match:
    """A game in which nobody has chosen anything, as one whose sides are bid for. Its dice begin anew: who has seen a
    card of theirs would know something of the one that decides between equal bids.
    """
    options = stored_options(msgspec.json.decode(match.row.options))
    state = begin(match.row.scenario, options)
    pace = clock.begun(clock.pace_of(match.row.pace).terms)
    row = msgspec.structs.replace(match.row, bids=NO_BIDS, pace=pace, undone="", summary=summary(state))
    dice = chance.new_chance(match.id, sealed=True)
    return Match(row, dict(match.seats), state, Log(), {0: encoded(state)}, off=match.off, chance=dice)


def either(bids: Bids) -> tuple[SettleSides, ...]:
    """The possible settlements of two bids: one, or two if the dice decide."""
    return tuple(SettleSides(side, bids) for side in host_sides(bids))


def settled(match: Match, bids: Bids) -> tuple[Match, bool]:
    """The game that follows from the bids, played on to its first decision, and whether its players change seats.

    The sides are its first lot: where the bids are equal, the dice of the game decide, and everybody can check them.
    """
    assert match.chance is not None
    options = balanced(stored_options(msgspec.json.decode(match.row.options)), bids)
    state = begin(match.row.scenario, options, by_bids=True)
    action = chance.outcome_of(match.chance, 0, either(bids))
    assert isinstance(action, SettleSides)
    swapped = action.host is not host_of(match)
    row = msgspec.structs.replace(
        match.row, options=msgspec.json.encode(options).decode(), summary=summary(state), bids=""
    )
    seats = match.seats if not swapped else {
        side: msgspec.structs.replace(match.seats[other(side)], side=side.value) for side in Side
    }  # fmt: skip
    dice = chance.with_sides_swapped(match.chance) if swapped else match.chance
    begun = Match(row, dict(seats), state, Log(), {0: encoded(state)}, off=match.off, chance=dice)
    _, events = game.apply(state, action)
    entries = [LogEntry(1, ACTOR, action, events)]
    begun.state = run_on(begun, state, entries)
    begun.log = Log(entries)
    return begun, swapped
