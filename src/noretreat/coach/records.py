"""The records of a review: what a page shows of how a game went. All chances are those of the Axis, from 0 to 1."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from noretreat.data.facts import Side
from noretreat.data.ids import PlaceId, UnitId
from noretreat.explain.sentences.telling import Told


class Kind(StrEnum):
    """Where a change of the chance of winning came from."""

    DICE = "dice"
    """A die, less the mean over its faces."""
    DEALS = "deals"
    """A card that was dealt, less the mean over all that could have been."""
    PLAY = "play"
    """A decision."""
    COURSE = "course"
    """Whatever nobody decided and no chance decided: the mean of a deal, and answers without a choice."""


class Area(StrEnum):
    """What a decision was about."""

    CARDS = "cards"
    ORGANIZATION = "organization"
    MOVEMENT = "movement"
    BATTLES = "battles"


class Change(msgspec.Struct, frozen=True, gc=False):
    """What one action changed."""

    ply: int
    """The number of the action, from 1."""
    turn: int
    phasing: Side
    by: Side | None
    """Who decided it; None for chance."""
    kind: Kind
    area: Area
    gain: float
    """Of the Axis, in chance of winning."""
    usual: bool = False
    """Taken over, as a phase ends, from play to course: what such a phase brings on the mean."""


class Point(msgspec.Struct, frozen=True, gc=False):
    """The chance at the start of a player turn, and at the end of the game."""

    ply: int
    """The number of actions before it."""
    turn: int
    phasing: Side
    chance: float


class Parts(msgspec.Struct, frozen=True, gc=False):
    """What made the curve go from one point to the next: gains of the Axis, which add up to the difference."""

    turn: int
    phasing: Side
    dice: float = 0.0
    deals: float = 0.0
    axis: float = 0.0
    """The decisions of the Axis."""
    soviet: float = 0.0
    """The decisions of the Soviets: what they gain for themselves is negative here."""
    course: float = 0.0

    @property
    def total(self) -> float:
        """The whole change."""
        return self.dice + self.deals + self.axis + self.soviet + self.course


class Figures(msgspec.Struct, frozen=True):
    """The report on one side; its luck and what it gave away are its own gains and losses."""

    dice: tuple[int, int, int, int, int, int]
    """How often each face came up in its own attacks and counterattacks, from 1 to 6."""
    luck_of_dice: float
    """What all dice of the game brought it, its enemy's included."""
    luck_of_deals: float
    lost: int
    """Units lost, however."""
    lost_to_supply: int
    lost_to_stacking: int
    shattered: int
    drawn: int
    """Cards drawn."""
    events: int
    """Cards played as events."""
    paid: int
    """Cards paid for units, trains and Counterblows."""
    wasted: int
    """Cards discarded unused."""
    battles: int
    """Battles in which it attacked first."""
    given: dict[Area, float]
    """What its decisions gave away, area by area, in the player turns in which they gave away more than they won."""
    net: dict[Area, float]
    """What its decisions brought, won and given away together."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """The cities and oil fields of both sides at the start of a player turn, and the points as they are counted."""

    turn: int
    phasing: Side
    axis: int
    soviet: int
    points: int
    """Victory points of the side with the initiative."""
    initiative: Side


class Finding(msgspec.Struct, frozen=True):
    """Something that went wrong or well, proved by what was played: the sentence and what would have been possible."""

    kind: str
    ply: int
    side: Side
    told: Told
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Deed(msgspec.Struct, frozen=True):
    """Where a unit went in a Movement Phase."""

    unit: UnitId
    frm: PlaceId
    to: PlaceId
    face: int = 0
    """The face that it showed as the player turn began, by which it is named, ..."""
    name: str = ""
    """... and that name, in English."""


class Decision(msgspec.Struct, frozen=True):
    """What a side decided in the player turn of the other, and what that changed for it in chance of winning."""

    ply: int
    gain: float
    told: Told


class Alternative(msgspec.Struct, frozen=True):
    """What the computer would have done, and by how much it is better in imagined games with common dice."""

    moves: tuple[Deed, ...]
    gain: float
    """The mean gain in chance of winning, for the side whose turn it was."""
    low: float
    high: float
    """The 95 % interval of the mean."""
    games: int


class Tried(msgspec.Struct, frozen=True):
    """A player turn tried again in a sandbox: what its Movement Phase is worth against the one of the game."""

    ply: int
    """The number of actions of the game before the sandbox begins."""
    turn: int
    side: Side
    over: bool
    """Whether the Movement Phase is over; until then nothing is judged."""
    moves: tuple[Deed, ...]
    gain: float = 0.0
    """The mean gain in chance of winning against what was played, for the side whose turn it is, in imagined games with
    the same dice.
    """
    low: float = 0.0
    high: float = 0.0
    """The 95 % interval of the mean."""
    games: int = 0
    computer: Alternative | None = None
    """The computer's plan against what was played, over the same dice, better or not; None where it is the same."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A player turn in which decisions gave away or won much."""

    ply: int
    """The number of actions before it."""
    turn: int
    side: Side
    """Whose player turn it was."""
    decided: Side
    """Whose decisions these were."""
    gain: float
    """Of the side that decided: negative where it gave something away."""
    luck: float
    """What dice and deals brought it in the same player turn."""
    areas: dict[Area, float]
    moves: tuple[Deed, ...]
    findings: tuple[Finding, ...]
    alternative: Alternative | None = None
    decisions: tuple[Decision, ...] = ()
    """In the player turn of the other side: the decisions that weighed most."""
    begins: int | None = None
    """The number of actions before its first move, where the side whose turn it was decided: to be tried again."""


class Review(msgspec.Struct, frozen=True):
    """How a game went."""

    scenario: str
    rules: str
    rules_version: int
    start: int
    """The review begins after this action: 0, or that of a snapshot where older actions no longer replay."""
    plies: int
    winner: Side | None
    ended: bool
    outcome: str
    """The outcome, in English."""
    curve: tuple[Point, ...]
    parts: tuple[Parts, ...]
    scores: tuple[Score, ...]
    axis: Figures
    soviet: Figures
    turning_points: tuple[TurningPoint, ...]
    note: Told | None = None
    tried: Tried | None = None
    """In a sandbox that began where a side moves in a game: how that turn was played here, against how it was there."""

    def of(self, side: Side) -> Figures:
        """The report on a side."""
        return self.axis if side is Side.AXIS else self.soviet

    def as_json(self) -> Any:
        """The review as plain data."""
        return msgspec.to_builtins(self)
