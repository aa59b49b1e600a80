"""Ratings: what counts for them, and what a result does to them (OpenSkill's Plackett-Luce model). No storage,
no network.

A player has a rating for each kind of scenario and side, since the sides of a scenario are no equals.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from noretreat import game
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import DataError, load_scenario
from noretreat.server.game.match import Match
from noretreat.server.game.proposals import opponents
from noretreat.server.game.summary import other
from noretreat.server.game.undo import was_forced
from noretreat.storage.ratings import Level, RatedEnd

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

ScenarioKind: TypeAlias = Literal["short", "campaign"]
CAMPAIGN: Final = 20
"""Game turns of a campaign, which is another game than a short scenario."""
MEAN: Final = 1500.0
"""The rating of a player without a game."""
DEVIATION: Final = 500.0
SPREAD: Final = 250.0
"""The difference in rating at which the better player wins about two games in three."""
DRIFT: Final = 5.0
"""How much less certain a rating becomes with each game, so that it never stands still."""
FEWEST: Final = 5
"""Games until which a rating is provisional."""


def kind_of(scenario: str) -> ScenarioKind | None:
    """The kind of a scenario; None for one that is not rated, as a position or a scenario from a file."""
    try:
        found = load_scenario(scenario) if scenario.isidentifier() else None
    except DataError:
        found = None
    if found is None:
        return None
    return "campaign" if found.end_turn - found.start_turn >= CAMPAIGN else "short"


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=SPREAD, tau=DRIFT)


def measured(before: Mapping[str, Level | None], winner: str) -> dict[str, Level]:
    """The levels of two sides after a game; `before`: None for a first one; `winner`: empty for a draw."""
    model, sides = _model(), sorted(before)
    levels = [before[side] or (MEAN, DEVIATION) for side in sides]
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in levels]
    ranks = [1.0 if winner in ("", side) else 2.0 for side in sides]
    after = model.rate(teams, ranks=ranks)
    return {side: (team[0].mu, team[0].sigma) for side, team in zip(sides, after, strict=True)}


def played(match: Match) -> bool:
    """True once each side has chosen something: a game that was given up before is as if it had not been played."""
    chose = {entry.actor for entry in match.log if entry.actor != "chance" and not was_forced(match, entry)}
    return chose >= {side.value for side in Side}


def rated_end(match: Match, state: State, at: str) -> RatedEnd | None:
    """What the end of a game does to ratings; None if it does nothing."""
    outcome, kind = game.outcome(state), kind_of(match.row.scenario)
    if not match.row.rated or outcome is None or kind is None or not opponents(match) or not played(match):
        return None
    return _counted(match, kind, outcome[0], at)


def rated_leave(match: Match, side: Side, at: str) -> RatedEnd | None:
    """What it does to ratings that a player leaves a seat for good, or to the computer: the game counts as lost, and is
    not counted again, however it ends. None where it does nothing.
    """
    kind = kind_of(match.row.scenario)
    over = game.outcome(match.state) is not None
    if not match.row.rated or over or kind is None or not opponents(match) or not played(match):
        return None
    return _counted(match, kind, other(side), at)


def _counted(match: Match, kind: ScenarioKind, winner: Side | None, at: str) -> RatedEnd:
    players = {side.value: seat.token for side, seat in match.seats.items()}
    return RatedEnd(match.id, kind, players, winner.value if winner else "", at, measured)
