"""A round of a tournament: its pairs, its games, and what becomes of those that take too long. No storage,
no network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import msgspec

from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.positions import begin
from noretreat.server.clocks import clock
from noretreat.server.game import chance, manner
from noretreat.server.game.auto_pass import set_kept
from noretreat.server.game.bids import NO_BIDS, unsealed
from noretreat.server.game.game_names import given
from noretreat.server.game.listing import new_id, new_row
from noretreat.server.game.log import Log
from noretreat.server.game.match import Match, encoded
from noretreat.server.game.proposals import ABANDONED, opponents
from noretreat.server.game.rematch import begun
from noretreat.server.game.summary import other
from noretreat.server.tournaments.pairing import Pair, Past, circle, rounds_of, seated, swiss
from noretreat.server.tournaments.standings import meetings, standings
from noretreat.server.tournaments.terms import TournamentTerms
from noretreat.storage.games import SeatRow
from noretreat.storage.tournament_store import Book
from noretreat.storage.tournaments import BYE, FixtureRow, Result, TournamentRow

LEGS: Final = 2


class Drawn(NamedTuple):
    """A round that can begin: its fixtures, and those that are games by the one who has the Axis."""

    fixtures: list[FixtureRow]
    """With the results of those that nobody plays."""
    pairs: list[Pair]
    """Of the games that are played, in the order of the boards."""


def seeds_of(book: Book, ratings: Mapping[str, float], usual: float) -> dict[int, int]:
    """The order in which the players begin: by rating, the best first, and then by who came first."""
    order = sorted(book.active, key=lambda one: (-ratings.get(one.player, usual), one.number))
    return {one.number: seed for seed, one in enumerate(order, 1)}


def rounds_wanted(terms: TournamentTerms, players: int) -> int:
    """The rounds of a tournament of so many: no more than there are opponents."""
    most = rounds_of(players)
    return most if terms.form == "robin" else min(terms.rounds, most)


def pairs_of(book: Book, terms: TournamentTerms, number: int, apart: Collection[frozenset[int]] = ()) -> list[Pair]:
    """The pairs of a round, the first of each with the Axis; also with those who have left a round-robin."""
    seeds = {one.number: one.seed for one in book.entrants}
    if terms.form == "robin":
        return sorted(circle(sorted(seeds, key=seeds.__getitem__), number), key=lambda pair: pair[1] == BYE)
    active = {one.number for one in book.active}
    table = standings("swiss", book.row.rounds, book.entrants, book.fixtures)
    # Points alone, and then the first order: tie-breaks change with what others do.
    order = sorted((one for one in table if one.number in active), key=lambda one: (-one.points, seeds[one.number]))
    met = meetings(book.fixtures).values()
    past = Past(
        {one.number: round(2 * one.points) for one in order},
        {frozenset((one.first, one.second)) for one in met if one.second != BYE},
        {one.first for one in met if one.second == BYE},
        frozenset(apart),
    )
    axis: Counter[int] = Counter()
    for fixture in book.fixtures:
        if fixture.second != BYE:
            axis[fixture.first] += 1 if fixture.leg == 1 else -1
            axis[fixture.second] -= 1 if fixture.leg == 1 else -1
    return [seated(pair, axis, number) for pair in swiss([one.number for one in order], past)]


def drawn(book: Book, terms: TournamentTerms, number: int, pairs: list[Pair], at: str) -> Drawn:
    """The fixtures of a round by its pairs. The first of a fixture has the Axis in the first game."""
    gone = {one.number for one in book.entrants if one.gone}
    fixtures, played = [], []
    for board, (first, second) in enumerate(pairs, 1):
        legs = range(1, LEGS + 1 if terms.pair else LEGS)
        rows = [FixtureRow(book.row.id, number, board, leg, first, second) for leg in legs]
        if second == BYE:
            # In a round-robin everybody sits out once: it is worth nothing.
            result: Result = "first" if terms.form == "swiss" else "none"
            rows = [msgspec.structs.replace(one, result=result, how="bye", at=at) for one in rows]
        elif absent := gone & {first, second}:
            result = "none" if len(absent) == len((first, second)) else "second" if first in absent else "first"
            rows = [msgspec.structs.replace(one, result=result, how="forfeit", at=at) for one in rows]
        else:
            played.append((first, second))
        fixtures += rows
    return Drawn(fixtures, played)


def game_begun(
    row: TournamentRow, terms: TournamentTerms, options: Options, number: int, players: Mapping[Side, str]
) -> Match:
    """A game of a round, played on to its first decision; of a match, the first. Everybody may watch it."""
    state = begin(row.scenario, options)
    game = new_row("", given(f"{row.name} · {number}"), row.scenario, state.setup.options, state)
    game.owner, game.tournament = players[Side.AXIS], row.id
    game.bids = NO_BIDS if terms.bid else ""
    game.pace = clock.begun(terms.clock)
    game.manner = manner.kept(manner.Manner(help=terms.help, seen=terms.seen))
    game.rated = terms.rated
    if terms.pair:
        game.leg, game.pair = 1, new_id()
    seats = {
        side: SeatRow(
            game.id, side.value, "human", token=players[side], claimed=True, orders=set_kept("ask"), public=True
        )
        for side in Side
    }
    return begun(Match(game, seats, state, Log(), {0: encoded(state)}))


def in_default(match: Match, at: str) -> Side | None:
    """The side that a game which has taken too long is waiting for: that has run out of time, has been waited for for a
    week without a clock, or has made no bid, or not done its part for the dice, although the other one has; None if
    neither is to blame.
    """
    if match.bidding:
        missing = [side for side in Side if side not in unsealed(match.row.bids)]
        return missing[0] if len(missing) == 1 else None
    if match.awaits_seeds and match.chance is not None:
        missing = chance.due(match.chance)
        return missing[0] if len(missing) == 1 else None
    waiting, pace = match.to_act(), clock.pace_of(match.row.pace)
    if waiting is None or pace.paused or not pace.since or not opponents(match):
        return None
    left = clock.left(pace, waiting, waiting, at, match.off)
    if left is None:
        off = match.off.get(waiting)
        waited = off.spent(pace.since, at) if off else clock.seconds(pace.since, at)
        left = ABANDONED - waited
    return waiting if left < 0 else None


def verdict(match: Match, fixture: FixtureRow, first: str, at: str) -> Result:
    """What a game that has taken too long counts; `first`: the player of the fixture's first entrant."""
    late = in_default(match, at)
    if late is None:
        return "draw"
    return "first" if match.seats[other(late)].token == first else "second"
