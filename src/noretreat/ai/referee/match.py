"""A match: the same games for two players in both seats, each game by its seed alone.

`schedule` lists the games, `play_one` plays one of them, in this process or another, and says in a `Row` how it went.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, NamedTuple

import msgspec

from noretreat import game
from noretreat.ai.referee.play import Record, Runaway, game_seed, play_game
from noretreat.core.actions import Action, Resign
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import Event
from noretreat.core.records import Outcome
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match, as it is to be played."""

    a: str
    """The player being measured, by its name (`contenders.player_of`)."""
    b: str
    """Its opponent."""
    scenario: str
    options: Options
    seed: int
    """The seed of the match."""
    pair: int
    """From 1; the two games of a pair have the same number and the same luck."""
    side: Side
    """The side that `a` plays."""
    limit: float | None = None
    """Seconds that a player may think in a player turn."""

    @property
    def key(self) -> tuple[object, ...]:
        """The values that identify this game."""
        return (self.a, self.b, self.scenario, options_text(self.options), self.seed, self.pair, self.side.value)


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one game of a match: one line of the results."""

    a: str
    b: str
    scenario: str
    rules: str
    options: str
    """The options that differ from the defaults, as JSON, or nothing."""
    seed: int
    pair: int
    side: str
    """The side that `a` played: `axis` or `soviet`."""
    winner: str
    """`axis`, `soviet` or `draw`."""
    reason: str
    score: float
    """The points that it brought `a`: 1, 1/2 or 0."""
    turn: int
    hexes: int
    """City and oil hexes of the Axis at the end."""
    points: int
    """Victory points at the end: those of the Axis less those of the Soviets."""
    decisions: int
    chance: int
    """The number of dice and deals."""
    a_seconds: float
    """Processor seconds that `a` thought in the whole game."""
    a_turns: int
    """The number of its own player turns."""
    a_median: float
    """Seconds in the middle one of them."""
    a_worst: float
    """Seconds in its longest player turn, the enemy's included."""
    b_seconds: float
    b_turns: int
    b_median: float
    b_worst: float
    fault: str = ""
    """The words of an illegal move, an exception or a thought too long."""
    command: str = ""
    commit: str = ""
    machine: str = ""
    a_brakes: int = 0
    """The number of thoughts of `a` ended by an emergency brake: such a game depends on the machine. Files from before
    this was counted do not have it.
    """
    b_brakes: int = 0
    version: str = ""
    """The version of this package and of its rules. Files from before this was kept do not have it, ..."""
    digests: str = ""
    """... nor what the scenario and the rule set said, as two digests (`data.contents`)."""

    @property
    def key(self) -> tuple[object, ...]:
        """The `key` of the game that this is the result of."""
        return (self.a, self.b, self.scenario, self.options_and_rules, self.seed, self.pair, self.side)

    @property
    def options_and_rules(self) -> str:
        """The text that `options_text` writes."""
        return f"{self.rules} {self.options}".rstrip()

    @property
    def chosen(self) -> Options:
        """The options of the game."""
        return msgspec.convert({"rules": self.rules, **msgspec.json.decode(self.options or "{}")}, Options)


GAVE_UP: Final = -1
"""The place of an action that is never among the legal ones: the player resigned."""
Step = tuple[State, Action, State, tuple[Event, ...]]
"""A position, the action taken in it, the position after it, and its events: the arguments of a `play.Watcher`."""


class Played(NamedTuple):
    """The result of `play_one`."""

    row: Row
    moves: tuple[int, ...]
    """Each action as its place among the legal ones (or `GAVE_UP`), dice and deals included: with the row, the whole
    game."""
    worths: dict[int, float] = {}
    """Place in `moves` -> what the position was worth to the side that decided there, in points of its evaluation."""


def options_text(options: Options) -> str:
    """Return the options as one short text: the rule set, and what differs from the defaults as JSON."""
    return f"{options.rules} {unusual(options)}".rstrip()


def unusual(options: Options) -> str:
    """Return the options that differ from the defaults, as JSON; nothing if none does."""
    usual, chosen = (msgspec.to_builtins(each) for each in (Options(rules=options.rules), options))
    changed = {name: value for name, value in chosen.items() if value != usual[name]}
    return msgspec.json.encode(changed).decode() if changed else ""


def schedule(
    a: str,
    b: str,
    scenarios: Sequence[str],
    options: Sequence[Options],
    pairs: int,
    seed: int,
    limit: float | None = None,
) -> Iterator[Game]:
    """The games of a match, a pair of each scenario and each set of options before the next pair of any.

    A player against itself plays only one game of each pair: the other would be the same game again.
    """
    sides = [Side.AXIS] if a == b else list(Side)
    for pair in range(1, pairs + 1):
        for scenario in scenarios:
            for chosen in options:
                for side in sides:
                    yield Game(a, b, scenario, chosen, seed, pair, side, limit)


def play_one(played: Game) -> Played:
    """Plays a game of a match.

    A fault of a player loses it. A game that never ends, or that an error of the rules breaks off, is a draw.
    """
    moves: list[int] = []
    worths: dict[int, float] = {}

    def heed(points: float) -> None:
        worths[len(moves)] = round(points, 2)

    def watch(before: State, action: Action, *_: object) -> None:
        moves.append(GAVE_UP if isinstance(action, Resign) else game.legal_actions(before).index(action))

    start = game.new_game(played.scenario, played.options)
    axis, soviet = (played.a, played.b) if played.side is Side.AXIS else (played.b, played.a)
    try:
        record = play_game(
            start, axis, soviet, game_seed(played.seed, played.pair), watch, limit=played.limit, strict=False, heed=heed
        )
    except Exception as error:
        reason = "runaway" if isinstance(error, Runaway) else "error"
        return Played(_broken_off(played, start, reason, f"{type(error).__name__}: {error}"), tuple(moves), worths)
    return Played(_row(played, record), tuple(moves), worths)


def replay(row: Row, moves: Sequence[int]) -> Iterator[Step]:
    """Play the game again, step by step; raise `ValueError` if the moves do not fit this game by today's rules."""
    state = game.new_game(row.scenario, row.chosen)
    for place in moves:
        options, actor = game.legal_actions(state), game.actor(state)
        if place >= len(options):
            raise ValueError(f"the moves of {row.key} do not fit these rules")
        action = Resign(actor) if place == GAVE_UP and isinstance(actor, Side) else options[place]
        after, events = game.apply(state, action)
        yield state, action, after, events
        state = after
    outcome = game.outcome(state)
    if not row.fault and (outcome is None or outcome.reason != row.reason):
        raise ValueError(f"the moves of {row.key} lead to another end by these rules")


def _row(played: Game, record: Record) -> Row:
    """The line of a game that came to an end."""
    other = Side.SOVIET if played.side is Side.AXIS else Side.AXIS
    mine, theirs = _times(record, played.side), _times(record, other)
    return Row(
        a=played.a,
        b=played.b,
        scenario=played.scenario,
        rules=played.options.rules,
        options=unusual(played.options),
        seed=played.seed,
        pair=played.pair,
        side=played.side.value,
        winner=record.outcome.won_by,
        reason=record.reason,
        score=0.5 if record.winner is None else float(record.winner is played.side),
        turn=record.turn,
        hexes=axis_hexes(record.end),
        points=point_margin(record.end),
        decisions=record.decisions,
        chance=record.chance_decisions,
        a_seconds=mine.seconds,
        a_turns=mine.turns,
        a_median=mine.median,
        a_worst=mine.worst,
        b_seconds=theirs.seconds,
        b_turns=theirs.turns,
        b_median=theirs.median,
        b_worst=theirs.worst,
        fault=" ".join(record.fault.split()),
        a_brakes=record.brakes.get(played.side, 0),
        b_brakes=record.brakes.get(other, 0),
    )


def _broken_off(played: Game, start: State, reason: str, what: str) -> Row:
    """The line of a game that was broken off: a draw."""
    none: dict[tuple[int, Side], float] = {}
    record = Record(Outcome(None, reason), 0, 0, 0, 0, 0.0, dict.fromkeys(Side, none), start, what)
    return _row(played, record)


class _Times(NamedTuple):
    seconds: float
    turns: int
    median: float
    worst: float


def _times(record: Record, side: Side) -> _Times:
    """A side's thinking times."""
    thought = record.thought[side]
    own = [seconds for (_, phasing), seconds in thought.items() if phasing is side]
    figures = (sum(thought.values()), median(own) if own else 0.0, max(thought.values(), default=0.0))
    seconds, middle, worst = (round(figure, 4) for figure in figures)
    return _Times(seconds, len(own), middle, worst)


def axis_hexes(state: State) -> int:
    """City and oil hexes that the Axis controls."""
    return (state.control(AXIS) & BOARD.vp_hexes).bit_count()


def point_margin(state: State) -> int:
    """City and oil hexes and event points of the Axis, less those of the Soviets."""
    hexes = axis_hexes(state) - (state.control(SOVIET) & BOARD.vp_hexes).bit_count()
    return hexes + (state.event_vp if state.initiative == AXIS else -state.event_vp)
