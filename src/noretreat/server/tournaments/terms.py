"""The terms of a tournament, as its maker chooses them and as they are stored."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from noretreat.core.setup import Settings
from noretreat.server.clocks.clock import Terms
from noretreat.server.game.listing import NewGame
from noretreat.server.game.manner import Help, Seen
from noretreat.server.http.errors import Problem, wrong
from noretreat.server.lobby.new_game import check, options_of

Form: TypeAlias = Literal["robin", "swiss"]
"""Everybody against everybody, or in each round against somebody with as many points."""
Begins: TypeAlias = Literal["hand", "full"]
FEWEST: Final = 3
"""Players that a tournament takes: two have a match."""
MOST_PLAYERS: Final = 64
MOST_ROBIN: Final = 16
"""Players of a round-robin: more would play for years."""
MOST_ROUNDS: Final = 11
LONGEST_ROUND: Final = 180
"""Days."""


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the maker of a tournament chooses, but for its name and scenario."""

    rules: str = ""
    """The rule set; empty for the usual one."""
    options: Settings = {}
    """Optional rules, as in `NewGame`."""
    form: Form = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 3
    """Of a Swiss tournament; a round-robin has as many as it takes."""
    pair: bool = True
    """Each pairing is a match of two games with the sides swapped; else one game."""
    bid: bool = False
    """The sides of each first, or only, game are bid for."""
    clock: Terms = Terms()
    help: Help = "none"
    seen: Seen = "made"
    rated: bool = False
    fewest: Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST_PLAYERS)] = 4
    """With fewer players it does not begin."""
    most: Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST_PLAYERS)] = 8
    """Places."""
    begins: Begins = "hand"
    """By its maker's hand, or when the last place is taken."""
    days: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_ROUND)] = 30
    """The time for a round: what is not over then is adjudicated."""


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a new tournament."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    scenario: Annotated[str, msgspec.Meta(max_length=60)]
    terms: TournamentTerms = TournamentTerms()


def checked(wanted: NewTournament) -> None:
    """Raises unless the games of a tournament make sense, and it can be played."""
    terms = wanted.terms
    check(game_of(wanted.scenario, terms))
    options_of(game_of(wanted.scenario, terms))
    if terms.fewest > terms.most:
        raise Problem(400, "bad_request", wrong("A tournament has no fewer places than it needs players."))
    if terms.form == "robin" and terms.most > MOST_ROBIN:
        raise Problem(400, "bad_request", wrong(f"A round-robin has no more than {MOST_ROBIN} places."))


def game_of(scenario: str, terms: TournamentTerms) -> NewGame:
    """A game of a tournament, as if one of its two players had made it."""
    return NewGame(
        scenario=scenario,
        rules=terms.rules,
        options=terms.options,
        axis="human",
        soviet="open",
        clock=terms.clock,
        bid=terms.bid,
        rated=terms.rated,
        pair=terms.pair,
        help=terms.help,
        seen=terms.seen,
    )


def terms_of(stored: str) -> TournamentTerms:
    """Stored terms."""
    return msgspec.json.decode(stored, type=TournamentTerms)


def kept(terms: TournamentTerms) -> str:
    """Terms in their stored form."""
    return msgspec.json.encode(terms).decode()
