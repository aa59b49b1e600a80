"""What is sent of tournaments: the rows of the list, and the page of one. No storage, no network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from noretreat.core.setup import Settings
from noretreat.server.game.options_in_words import (
    USUAL_RULES,
    Unusual,
    differences,
    rules_of_game,
    rules_title,
    unusual,
)
from noretreat.server.game.package import scenario_title
from noretreat.server.game.player_card import NOBODY, PlayerCard
from noretreat.server.tournaments.standings import meetings, standings
from noretreat.server.tournaments.terms import TournamentTerms, terms_of
from noretreat.storage.tournament_store import Book
from noretreat.storage.tournaments import BYE, FixtureRow, How, Result, State, TournamentRow, Why

TournamentMove: TypeAlias = Literal["join", "leave", "start", "cancel"]


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament in the list."""

    id: str
    name: str
    scenario: str
    scenario_title: str
    rules: str
    rules_title: str
    terms: TournamentTerms
    state: State
    players: int
    round: int
    """The round being played; 0 before the first."""
    rounds: int
    """0 for a round-robin that has not begun: as many as its players take."""
    created: str
    begun: str
    ended: str
    until: str
    """The end of the round's time; empty while there is none."""


class TournamentList(msgspec.Struct, frozen=True):
    """A page of the list of tournaments, the newest first."""

    tournaments: list[ListedTournament]
    more: bool
    """There are further pages."""


class Entrant(msgspec.Struct, frozen=True):
    """A player in the standings."""

    number: int
    rank: int
    """Equal where points and tie-breaks are; 0 before the start, and for one who does not count."""
    player: PlayerCard
    points: float
    buchholz: float
    """Of a Swiss tournament: the points of the opponents together."""
    berger: float
    """Sonneborn-Berger: of each opponent the points, times the share of the match that was won."""
    direct: float
    """Of a round-robin: points from the games among those who are equal until then."""
    won: int
    drawn: int
    lost: int
    gone: Why | Literal[""]
    """Why the player left; empty for one who plays."""
    annulled: bool
    """Left a round-robin before half of it, so that the results do not count."""
    you: bool


class FixtureShown(msgspec.Struct, frozen=True):
    """A game of a pairing."""

    game: str
    """Its id; empty for one that has not begun, or that there is no more."""
    axis: int
    """The number of the player who has the Axis, unless the sides are bid for; 0 where nobody plays."""
    result: Result | Literal[""]
    """Empty while it is played."""
    how: How | Literal[""]


class Pairing(msgspec.Struct, frozen=True):
    """Two players of a round, by their numbers."""

    first: int
    second: int
    """0 for a bye."""
    points: tuple[float, float]
    """The points of the two so far."""
    games: list[FixtureShown]


class TournamentPage(ListedTournament, frozen=True, kw_only=True):
    """A tournament."""

    maker: PlayerCard
    """`NOBODY`, whose name is empty, once the account is deleted."""
    yours: bool
    """This browser's player has made it."""
    me: int
    """The number of this browser's player; 0 for others."""
    may: list[TournamentMove]
    differences: list[str]
    """In words, in English, how the rules are not the usual ones, ..."""
    unusual: list[Unusual]
    """... and as codes: optional rules that are not as usual."""
    entrants: list[Entrant]
    """By rank; before the start in the order of joining."""
    pairings: list[list[Pairing]]
    """By round."""
    mine: list[str]
    """The games of this browser's player that are being played."""


def _options(terms: TournamentTerms) -> Settings:
    """The options of the games: where no rule set is named, the usual one."""
    return {"rules": USUAL_RULES, **terms.options, **({"rules": terms.rules} if terms.rules else {})}


def listed(row: TournamentRow, players: int) -> ListedTournament:
    """A tournament in the list."""
    terms = terms_of(row.terms)
    rules = rules_of_game(_options(terms))
    rounds = row.rounds or (terms.rounds if terms.form == "swiss" else 0)
    return ListedTournament(
        row.id, row.name, row.scenario, scenario_title(row.scenario), rules, rules_title(rules), terms, row.state,
        players, row.round, rounds, row.created, row.begun, row.ended, row.until,
    )  # fmt: skip


def shown(
    book: Book, me: str, known: Mapping[str, PlayerCard], existing: set[str], may: list[TournamentMove]
) -> TournamentPage:
    """The page of a tournament for a player, by the hash of the token; `existing`: the games that there are."""
    row, terms = book.row, terms_of(book.row.terms)
    options = _options(terms)
    number = next((one.number for one in book.entrants if me and one.player == me), 0)
    entrants = {one.number: one for one in book.entrants}
    table = standings(terms.form, row.rounds, book.entrants, book.fixtures)
    if not row.begun:
        table.sort(key=lambda one: one.number)
    pairings: list[list[Pairing]] = [[] for _ in range(row.round)]
    for (at, _), met in sorted(meetings(book.fixtures).items()):
        mine, theirs = met.halves
        games = [one for one in book.of_round(at) if (one.first, one.second) == (met.first, met.second)]
        found = [_fixture(one, existing) for one in games]
        pairings[at - 1].append(Pairing(met.first, met.second, (mine / 2, theirs / 2), found))
    return TournamentPage(
        **msgspec.structs.asdict(listed(row, len(book.entrants))),
        maker=known.get(row.owner, NOBODY),
        yours=bool(me) and row.owner == me,
        me=number,
        may=may,
        differences=differences(options),
        unusual=unusual(options),
        entrants=[
            Entrant(
                one.number, one.rank if row.begun else 0, known.get(entrants[one.number].player, NOBODY), one.points,
                one.buchholz, one.berger, one.direct, one.won, one.drawn, one.lost,
                msgspec.convert(entrants[one.number].why, Why | Literal[""]), one.annulled, one.number == number,
            )
            for one in table
        ],
        pairings=pairings,
        mine=[
            one.game
            for one in book.fixtures
            if number and number in (one.first, one.second) and not one.result and one.game in existing
        ],
    )  # fmt: skip


def _fixture(one: FixtureRow, existing: set[str]) -> FixtureShown:
    axis = 0 if one.second == BYE else one.first if one.leg == 1 else one.second
    return FixtureShown(one.game if one.game in existing else "", axis, one.result, one.how)
