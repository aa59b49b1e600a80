"""Another game like one before: a rematch, and the second game of a match, in which the sides are swapped. No storage,
no network.
"""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core.setup import stored_options
from noretreat.data.facts import Side
from noretreat.positions import begin
from noretreat.server.clocks import clock
from noretreat.server.game import chance
from noretreat.server.game.auto_pass import alone, for_another_game
from noretreat.server.game.game_names import named
from noretreat.server.game.lessons import taught
from noretreat.server.game.listing import new_id, new_row
from noretreat.server.game.log import Log, LogEntry
from noretreat.server.game.match import Match, encoded, run_on
from noretreat.server.game.proposals import opponents
from noretreat.server.game.puzzles import posed
from noretreat.server.game.sandbox_origin import origin_of
from noretreat.server.game.summary import other

SECOND: Final = 2
"""The number of the second game of a match."""


def rematch_of(match: Match, *, swapped: bool) -> Match:
    """A game like this one, on the same terms, with or without the sides swapped, played on to its first decision.

    A match of two games leads to another one.
    """
    made = _again(match, swapped=swapped)
    if match.row.leg:
        made.row.leg, made.row.pair = 1, new_id()
    return made


def second_game(match: Match) -> Match | None:
    """The second game of a match whose first one is this, just ended; None if there is none to come."""
    if match.row.leg != 1 or not match.row.pair or not opponents(match):
        return None
    made = _again(match, swapped=True, name=match.row.pair)
    made.row.leg, made.row.pair, made.row.tournament = SECOND, match.id, match.row.tournament
    if made.row.tournament:  # whose games everybody may watch
        made.seats = {side: msgspec.structs.replace(seat, public=True) for side, seat in made.seats.items()}
    return made


def _again(match: Match, *, swapped: bool, name: str = "") -> Match:
    options = stored_options(msgspec.json.decode(match.row.options))
    state = begin(match.row.scenario, options)
    row = msgspec.structs.replace(
        new_row("", named(match.row.name), match.row.scenario, state.setup.options, state),
        owner=match.row.owner,
        shared=match.row.shared,
        pace=clock.begun(clock.pace_of(match.row.pace).terms),
        manner=match.row.manner,
        rated=match.row.rated,
    )
    row.id = name or row.id
    seats = {
        side: msgspec.structs.replace(
            match.seats[other(side) if swapped else side],
            game=row.id,
            side=side.value,
            invite="",
            away=False,
            former="",
            left_at="",
            public=False,
            orders=for_another_game(match.seats[other(side) if swapped else side].orders),
        )
        for side in Side
    }
    return begun(Match(row, seats, state, Log(), {0: encoded(state)}))


def begun(match: Match) -> Match:
    """A new game with its dice, played on to its first decision unless its sides are bid for. Between two people it
    stops before the first lot: their seeds have to be known.
    """
    learns = taught(match.seats) or posed(match.seats)
    if not learns and origin_of(match.row.scenario) is None and not match.manner.own_dice:
        match.chance = chance.new_chance(match.row.id, sealed=not alone(match.seats))
    if not match.bidding:
        entries: list[LogEntry] = []
        match.state = run_on(match, match.state, entries)
        match.log = Log(entries)
    return match
