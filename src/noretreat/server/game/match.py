"""A game in progress, in memory: playing an action and all that follows automatically. No storage, no
network.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Pass, Resign, from_json, to_json
from noretreat.core.snapshot import Snapshot, dump
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.clocks.days_off import DaysOff
from noretreat.server.game import chance, lessons, puzzles
from noretreat.server.game.auto_pass import alone, by_orders, passes_unasked
from noretreat.server.game.log import Log, LogEntry, lots_in
from noretreat.server.game.manner import Manner, manner_of
from noretreat.server.game.own_dice import side_asked
from noretreat.storage.games import ChanceRow, GameRow, SeatRow, SnapshotRow
from noretreat.storage.savegame import revived, snapshot_due, who

DICE: Final[random.Random] = secrets.SystemRandom()
"""Chance where nothing is committed, in lessons, puzzles and sandboxes: the operating system's generator."""

SNAPSHOT_EVERY: Final = 50
"""Log entries after which a snapshot is taken even without a hand-over: undo replays from there."""


EMPTY: Final = 30_000
"""Bytes of a game without its log and its snapshots, ..."""
ENTRY: Final = 500
"""... and of an entry of the log, decoded (measured: 380, with its place in the list)."""


@dataclass(slots=True)
class Match:
    """A game as the server holds it; changed only after the store has accepted the change."""

    row: GameRow
    seats: dict[Side, SeatRow]
    state: State
    log: Log
    snapshots: dict[int, str] = field(default_factory=dict)
    thinking: bool = False
    off: dict[Side, DaysOff] = field(default_factory=dict)
    """The players' days off, if the clock stops on them."""
    chance: ChanceRow | None = None
    """The secret behind the dice and deals; None in lessons, puzzles, sandboxes, games by the dice of a real table, and
    games of earlier versions.
    """

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.row.id

    @property
    def ply(self) -> int:
        """The number of entries in the log."""
        return self.row.ply

    @property
    def undone(self) -> list[Action]:
        """Undone actions that can be redone, the next one last; cleared by the next action."""
        return [from_json(data) for data in msgspec.json.decode(self.row.undone)] if self.row.undone else []

    @property
    def weight(self) -> int:
        """Bytes that the game takes in memory, roughly."""
        return EMPTY + ENTRY * len(self.log) + sum(map(len, self.snapshots.values()))

    @property
    def bidding(self) -> bool:
        """True while its sides are bid for; nothing can be played yet."""
        return bool(self.row.bids)

    @property
    def awaits_seeds(self) -> bool:
        """True while a die or a deal is due, or will be, and the players' seeds behind it are not all known."""
        return self.chance is not None and not chance.ready(self.chance)

    @property
    def manner(self) -> Manner:
        """How one browser plays both of its sides."""
        return manner_of(self.row.manner)

    def to_act(self) -> Side | None:
        """The side that has to decide, or to say what it rolled or drew at a real table; None for other chance, while
        the sides are bid for, at the end, and in a puzzle whose task is over.
        """
        actor = game.actor(self.state)
        if self.bidding or self.is_past_its_puzzle:
            return None
        if self.manner.own_dice and actor is game.Chance.CHANCE:
            return side_asked(self.state)
        return actor if isinstance(actor, Side) else None

    @property
    def is_past_its_puzzle(self) -> bool:
        """True if the game is a puzzle whose task is over."""
        puzzle = puzzles.posed(self.seats)
        return puzzle is not None and puzzles.is_over(puzzle, self.log)

    @property
    def asks_chance(self) -> bool:
        """True if a die or a card of a real table is asked for."""
        return self.manner.own_dice and game.actor(self.state) is game.Chance.CHANCE

    def is_computer(self, side: Side | None) -> bool:
        """True if the computer plays a side."""
        return side is not None and self.seats[side].kind == "computer"


def play(match: Match, action: Action) -> tuple[State, list[LogEntry]]:
    """The state after an action and all that follows automatically, with the new log entries; `match` is unchanged.

    Raises `game.IllegalAction`.
    """
    entries: list[LogEntry] = []
    by = action.side.value if isinstance(action, Resign) else who(match.state)
    state, events = game.apply(match.state, action)
    entries.append(LogEntry(match.ply + 1, by, action, events))
    return run_on(match, state, entries), entries


def run_on(match: Match, state: State, entries: list[LogEntry]) -> State:
    """Plays chance, passes windows that a seat is not asked about, and answers by standing orders, until a side has to
    decide.

    The windows are those that its rule names; and where no second person plays, those in which it has nothing to play.
    """
    while True:
        action, ordered = _automatic(match, state, entries), False
        if action is None:
            action, ordered = by_orders(match.seats, state), True
        if action is None:
            return state
        by = who(state)
        state, events = game.apply(state, action)
        entries.append(LogEntry(match.ply + len(entries) + 1, by, action, events, forced=True, ordered=ordered))


def _automatic(match: Match, state: State, entries: list[LogEntry]) -> Action | None:
    """The action that is played automatically now, if any; `steps` were played but are not in the log yet."""
    actor = game.actor(state)
    if actor is None:
        return None
    options = game.legal_actions(state)
    puzzle = puzzles.posed(match.seats)
    if puzzle:
        log = [*match.log, *entries]
        planned = puzzles.automatic(puzzle, options, log, actor if isinstance(actor, Side) else None)
        if planned or puzzles.is_over(puzzle, log):
            return planned
    lesson = lessons.taught(match.seats)
    if not isinstance(actor, Side):
        if lesson:
            return lessons.chance(lesson, options, [*match.log, *entries], DICE)
        if match.manner.own_dice:
            return None
        if match.chance is None:
            return DICE.choice(options)
        if not chance.ready(match.chance):
            return None
        return chance.outcome_of(match.chance, match.log.lots + lots_in(entries), options)
    if lesson and actor is not lesson.side:
        return lessons.reply(lesson, options, [*match.log, *entries])
    if lesson and (first := lessons.opening(lesson, options, [*match.log, *entries])):
        return first
    seat = match.seats[actor]
    if seat.kind == "human" and Pass() in options and passes_unasked(seat, state):
        return Pass()
    return options[0] if options == (Pass(),) and alone(match.seats) else None


def snapshots_of(match: Match, state: State, entries: list[LogEntry]) -> list[SnapshotRow]:
    """The snapshot due after some new log entries, if any."""
    newest = max(match.snapshots, default=0)
    ply = match.ply + len(entries)
    if not snapshot_due(match.state, state) and ply - newest < SNAPSHOT_EVERY:
        return []
    return [SnapshotRow(match.id, ply, game.RULES_VERSION, encoded(state))]


def encoded(state: State) -> str:
    """A state as JSON text."""
    return msgspec.json.encode(dump(state)).decode()


def undone_kept(actions: Iterable[Action]) -> str:
    """Undone actions, as stored."""
    kept = [to_json(action) for action in actions]
    return msgspec.json.encode(kept).decode() if kept else ""


def decoded(text: str) -> State:
    """The state in a JSON text."""
    data: Snapshot = msgspec.json.decode(text)
    return revived(data)
