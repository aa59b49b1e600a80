"""The choices for a new game: scenarios, rule sets, levels, options, lessons."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec
from litestar import Response, get

from noretreat.ai.players.levels import LEVELS, Level, default_level
from noretreat.core.board import BOARD
from noretreat.data.facts import Facts, Scenario, Side, Strength
from noretreat.data.lessons import Tip, lessons, tips
from noretreat.data.load import (
    load_balance,
    load_facts,
    load_ruleset,
    load_scenario,
    load_strengths,
    ruleset_ids,
    scenario_ids,
)
from noretreat.explain.questions.queries import victory_of
from noretreat.explain.sentences.telling import Told, tell
from noretreat.orders.standing import MOST_BLOWS, SETS, StandingOrders
from noretreat.rules.windows import Window
from noretreat.server.clocks.clock import Terms
from noretreat.server.game.auto_pass import ASKED
from noretreat.server.game.options_in_words import USUAL_RULES, OptionalRule, optional_rules
from noretreat.server.game.package import SeatKind
from noretreat.server.http.responses import AnyRequest
from noretreat.server.http.static_files import Asset, answer

LONG = 20
"""Game turns of a campaign: hours of play, so it stands behind the short scenarios."""
MINUTES_A_TURN = 15
"""About how many minutes a game turn takes: a guide for choosing a scenario, not a measurement."""


HOUR = 3600
DAY = 24 * HOUR


class ScenarioResults(msgspec.Struct, frozen=True):
    """Results of a scenario with the computer on both sides; the rest were draws."""

    games: int
    axis: int
    soviet: int
    level: str


class ScenarioChoice(msgspec.Struct, frozen=True):
    """A scenario on its card."""

    id: str
    title: str
    summary: str
    turns: str
    minutes: int
    reconstructed: bool
    """Some of its set-up was worked out, not printed."""
    pieces: dict[Side, list[str]]
    """The starting hexes of each side, for a small map."""
    won: ScenarioResults | None
    """None if it was never measured."""
    victory: Told
    """The victory conditions, in a sentence."""
    first: bool
    """A good first game: it takes about an hour, and `lesson` plays it."""
    lesson: str
    """The id of the lesson that is a whole game of this scenario; empty where there is none."""


class Choice(msgspec.Struct, frozen=True):
    """A rule set."""

    id: str
    title: str
    summary: str
    usual: bool


class LevelChoice(Choice, frozen=True):
    """A level of the computer."""

    strength: Strength | None
    """None if it was never measured."""


class ClockChoice(msgspec.Struct, frozen=True):
    """A clock for a game of two people."""

    id: str
    terms: Terms
    by_day: bool
    """It counts days, so that days off can be left out of it."""


class OrderSets(msgspec.Struct, frozen=True):
    """The named sets of standing orders (`orders.standing.SETS`)."""

    quick: StandingOrders
    careful: StandingOrders
    ask: StandingOrders


class GameChoices(msgspec.Struct, frozen=True):
    """The choices for a new game."""

    scenarios: list[ScenarioChoice]
    rules: list[Choice]
    options: list[OptionalRule]
    levels: list[LevelChoice]
    opponents: tuple[SeatKind, ...]
    orders: OrderSets
    """The sets of standing orders that a player can choose from."""
    most_blows: int
    """The most cards that standing orders may pay for Counterblows in a phase."""
    windows: tuple[Window, ...]
    """Every moment at which a player can be asked for an event."""
    clocks: tuple[ClockChoice, ...]
    """The clocks that two people can play by, in the order in which they are shown."""


CLOCKS: Final = (
    *(ClockChoice(str(days), Terms("move", each=days * DAY), by_day=True) for days in (1, 3, 7)),
    ClockChoice("none", Terms(), by_day=False),
    ClockChoice("bank", Terms("bank", each=8 * HOUR, start=72 * HOUR, cap=168 * HOUR), by_day=True),
    ClockChoice("live", Terms("bank", each=300, start=2 * HOUR, cap=2 * HOUR), by_day=False),
)
"""One for each pace: by the day, none, a bank of hours for days of play, and one for an evening."""


class LessonChoice(msgspec.Struct, frozen=True):
    """A lesson in the list of lessons."""

    id: str
    number: int
    title: str
    minutes: int
    summary: str
    side: Side
    steps: int


class Learning(msgspec.Struct, frozen=True):
    """Lessons and tips."""

    lessons: list[LessonChoice]
    tips: tuple[Tip, ...]
    """Tips for a newcomer's first turn."""


def choices() -> GameChoices:
    """The choices for a new game."""
    scenarios = sorted(
        (load_scenario(name) for name in scenario_ids()),
        key=lambda one: (one.end_turn - one.start_turn >= LONG, one.title),
    )
    rulesets = [load_ruleset(name) for name in ruleset_ids()]
    return GameChoices(
        scenarios=[_choice(scenario) for scenario in scenarios],
        rules=[Choice(rules.id, rules.title, rules.summary, rules.id == USUAL_RULES) for rules in rulesets],
        options=optional_rules(),
        levels=[_level(level) for level in LEVELS.values()],
        opponents=("human", "computer", "open"),
        orders=OrderSets(SETS["quick"], SETS["careful"], SETS["ask"]),
        most_blows=MOST_BLOWS,
        windows=ASKED,
        clocks=CLOCKS,
    )


def _level(level: Level) -> LevelChoice:
    """A level with its measured strength."""
    strength = load_strengths().levels.get(level.id)
    return LevelChoice(level.id, level.title, level.summary, level.id == default_level(), strength)


def _choice(scenario: Scenario) -> ScenarioChoice:
    """The card of a scenario."""
    lesson = next((one.id for one in lessons().values() if one.whole and one.scenario == scenario.id), "")
    return ScenarioChoice(
        id=scenario.id,
        title=scenario.title,
        summary=scenario.summary,
        turns=f"{scenario.start_turn}-{scenario.end_turn}",
        minutes=(scenario.end_turn - scenario.start_turn + 1) * MINUTES_A_TURN,
        reconstructed="reconstructed" in scenario.confidence.values(),
        pieces=_pieces(scenario),
        won=_won(scenario.id),
        victory=tell(victory_of(scenario)),
        first=bool(lesson),
        lesson=lesson,
    )


def _pieces(scenario: Scenario) -> dict[Side, list[str]]:
    """The starting hexes of each side."""
    found: dict[Side, list[str]] = {side: [] for side in Side}
    for placed in scenario.placements:
        if placed.at[:1].isdigit():
            found[BOARD.units[BOARD.unit_index[placed.unit]].unit.side].append(placed.at)
    return found


def _won(scenario: str) -> ScenarioResults | None:
    """The results of a scenario; None if it was never measured."""
    balance = load_balance()
    wins = balance.wins.get(scenario)
    return None if wins is None else ScenarioResults(wins.games, wins.axis, wins.soviet, balance.level)


def learning() -> Learning:
    """The lessons in their order, and the tips."""
    found = [
        LessonChoice(
            id=lesson.id,
            number=lesson.number,
            title=lesson.title,
            minutes=lesson.minutes,
            summary=lesson.summary,
            side=lesson.side,
            steps=len(lesson.steps),
        )
        for lesson in lessons().values()
    ]
    return Learning(found, tips())


# --- addresses --------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _board() -> Asset:
    """The static facts as one prepared response."""
    content = msgspec.json.encode(load_facts())
    return Asset(content, "application/json", f'"{sha256(content).hexdigest()[:20]}"')


@get("/api/board", sync_to_thread=False)
def board(request: AnyRequest) -> Response[Facts]:
    """The facts that do not depend on a game: map, counters, calendar, tables, cards."""
    return answer(request, _board(), "no-cache")


@get("/api/options", sync_to_thread=False)
def options() -> GameChoices:
    """The choices for a new game: scenarios, rule sets, opponents."""
    return choices()


@get("/api/lessons", sync_to_thread=False)
def lessons_list() -> Learning:
    """The lessons in order, and the tips for a first turn."""
    return learning()


HANDLED: Final = [board, options, lessons_list]
