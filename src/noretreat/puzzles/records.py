"""The records of a puzzle: what its file holds, and what a page shows of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from noretreat.core.actions import Action
from noretreat.data.facts import Side
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.sentences.telling import Told


class Kind(StrEnum):
    """What a puzzle asks for."""

    CUT_OFF = "cut_off"
    """Bar all supply paths of enemy units, by moves."""
    POCKET = "pocket"
    """Bring units that are cut off back into supply, by moves."""
    CITY = "city"
    """Move so that a city can be taken: by entering it, or by an attack on enough faces of the die."""
    HOLD = "hold"
    """Move so that no enemy unit can walk into cities."""
    ODDS = "odds"
    """Move so that a hex can be attacked in a column of the combat table, or a better one."""
    TRAP = "trap"
    """Move so that the defenders of a hex have no retreat."""
    RETREAT = "retreat"
    """Retreat so that the unit lives, and is in supply."""
    COUNTERBLOW = "counterblow"
    """Place a Counterblow marker that spoils an attack."""
    CARD = "card"
    """Play the one card that makes the battle."""


BY_MOVES = frozenset((Kind.CUT_OFF, Kind.POCKET, Kind.CITY, Kind.HOLD, Kind.ODDS, Kind.TRAP))
"""Kinds that begin with a Movement Phase, and are judged when it ends."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the sentence of the task names."""

    units: tuple[UnitId, ...] = ()
    places: tuple[MapId, ...] = ()
    cards: tuple[int, ...] = ()
    number: int = 0
    """`odds`: the column of the combat table, from 0. `city`, `card`: faces of the die. `counterblow`: the column that
    the attack may have at most."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the position comes from: the game of which players, and where in it."""

    axis: str = ""
    soviet: str = ""
    seed: int = 0
    number: int = 0
    """The number of the game among those of the seed."""
    ply: int = 0
    """The number of actions before the position."""
    author: str = ""
    """Of a puzzle that was made by hand."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle, as its file has it."""

    id: str
    kind: Kind
    side: Side
    """Who solves it. The other side has no cards, and does nothing before the task is over."""
    scenario: str
    """The scenario of the game that it comes from."""
    rules: str
    turn: int
    level: int
    """From 1, easy, to 5."""
    rating: int
    """A rating to start from, on the scale of the players' (1500 is the middle)."""
    task: Task
    position: str
    """As text (`noretreat.positions`)."""
    solution: tuple[Action, ...]
    """One way to solve it; any other that is worth enough will do."""
    worth: float
    """What the solution is worth."""
    needed: float
    """The least worth that solves it."""
    opening: tuple[Action, ...] = ()
    """Actions played from the position to where the puzzle begins, those of chance and the enemy included."""
    origin: Origin = Origin()

    @property
    def rule(self) -> str:
        """The section of the rulebook that it is about."""
        return RULE[self.kind]

    @property
    def chapter(self) -> str:
        """The chapter of the rulebook to read."""
        return self.rule.partition(".")[0]

    def as_json(self) -> Any:
        """The puzzle as plain data."""
        return msgspec.to_builtins(self)


RULE = {
    Kind.CUT_OFF: "6.1",
    Kind.POCKET: "6.1",
    Kind.CITY: "12.7",
    Kind.HOLD: "8.5.1",
    Kind.ODDS: "10.4",
    Kind.TRAP: "10.7.5",
    Kind.RETREAT: "10.7.5",
    Kind.COUNTERBLOW: "10.1.2",
    Kind.CARD: "5.3",
}
"""Kind -> the section of the rulebook that it is about."""


class PuzzleLine(msgspec.Struct, frozen=True):
    """A sentence, and what it lights on the map."""

    told: Told
    hexes: tuple[MapId, ...] = ()
    units: tuple[UnitId, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """How a play stands."""

    done: bool
    """The task is over: solved, or its phase or question has passed."""
    solved: bool
    worth: float
    """What the play is worth as the position stands."""
    needed: float
    reasons: tuple[PuzzleLine, ...]
    """Why it is worth that: what is reached, and what is not."""
