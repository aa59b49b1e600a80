"""New games: what their creator may choose, checked."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.ai.players.levels import LEVELS, no_level
from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.data.lessons import lessons
from noretreat.data.load import DataError, load_scenario
from noretreat.server.game.lessons import LEVEL
from noretreat.server.game.listing import NewGame
from noretreat.server.game.options_in_words import (
    not_offered,
)
from noretreat.server.game.ratings import kind_of
from noretreat.server.http.errors import Problem, wrong

LONGEST_POSITION: Final = 20_000
"""Characters: a position names every counter once at most."""


def options_of(wanted: NewGame) -> Options:
    """The options of a new game; raises for an unknown one."""
    chosen = {**wanted.options, **({"rules": wanted.rules} if wanted.rules else {})}
    try:
        return msgspec.convert(chosen, Options)
    except msgspec.ValidationError as error:
        raise Problem(400, "bad_request", wrong(f"An option is wrong: {error}")) from None


def refuse_unoffered(options: Options) -> None:
    """Raises for an optional rule that the rule set does not offer (C-68)."""
    if missing := not_offered(options):
        raise Problem(400, "bad_request", wrong(f"The rule set {options.rules} does not offer {', '.join(missing)}."))


def lesson_wanted(wanted: NewGame) -> NewGame:
    """The settings of a lesson; raises for an unknown one."""
    lesson = lessons().get(wanted.lesson)
    if lesson is None:
        raise Problem(400, "bad_request", wrong(f"There is no lesson {wanted.lesson!r}."))
    learner = lesson.side is Side.AXIS
    return NewGame(
        scenario=lesson.scenario,
        position=lesson.position,
        name="" if lesson.whole else lesson.title,
        axis="human" if learner else "computer",
        soviet="computer" if learner else "human",
        level=f"{LEVEL}{lesson.id}",
        lesson=lesson.id,
    )


def check(wanted: NewGame) -> None:
    """Raises unless the settings of a new game make sense."""
    check_seats(wanted)
    if not wanted.clock.sound:
        raise Problem(400, "bad_request", wrong("The clock cannot run by these times."))
    if wanted.bid:
        _check_bidding(wanted)
    if wanted.rated or wanted.pair:
        _check_agreed(wanted)
    if wanted.position:
        if len(wanted.position) > LONGEST_POSITION:
            raise Problem(400, "bad_request", "position-long")
        return
    try:
        load_scenario("" if wanted.scenario is None or wanted.scenario.endswith(".toml") else wanted.scenario)
    except DataError as error:
        raise Problem(400, "bad_request", wrong(error)) from None


def check_seats(wanted: NewGame) -> None:
    """Raises unless those who play a new game make sense."""
    if wanted.level and wanted.level not in LEVELS and not wanted.lesson:
        raise Problem(400, "bad_request", wrong(no_level(wanted.level)))
    if (wanted.open_hands or wanted.own_dice) and (wanted.axis, wanted.soviet) != ("human", "human"):
        raise Problem(400, "bad_request", wrong("Open hands and dice of one's own are for both sides at one device."))


def _check_agreed(wanted: NewGame) -> None:
    """Raises unless a new game can be rated, or be the first of a match: two people play it, in a scenario of ours."""
    if {wanted.axis, wanted.soviet} != {"human", "open"} or wanted.lesson:
        raise Problem(400, "bad_request", wrong("Rated games and matches are for two people."))
    if wanted.rated and (wanted.position or kind_of(wanted.scenario or "") is None):
        raise Problem(400, "bad_request", wrong("Only games of a scenario are rated."))


def _check_bidding(wanted: NewGame) -> None:
    """Raises unless the sides of a new game can be bid for: by two people, in a scenario, for all of its handicap."""
    if {wanted.axis, wanted.soviet} != {"human", "open"} or wanted.position or wanted.lesson:
        raise Problem(400, "bad_request", wrong("Sides are bid for by two people, in a scenario."))
    if {"die_modifiers", "draw_modifiers"} & wanted.options.keys():
        raise Problem(400, "bad_request", wrong("Where sides are bid for, the bids are the handicap."))
