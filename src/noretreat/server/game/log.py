"""The log of a game: actions, actors and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, overload

import msgspec

from noretreat.core.actions import Action, Pass, from_json, to_json
from noretreat.core.events import Event
from noretreat.storage.game_rows import EntryRow
from noretreat.storage.stored_events import event_of

ACTOR: Final = "chance"
"""The actor in a log entry of a lot."""


def lots_in(entries: Iterable[LogEntry | EntryRow]) -> int:
    """The number of lots among log entries."""
    return sum(entry.actor == ACTOR for entry in entries)


@dataclass(slots=True)
class LogEntry:
    """An action that was played, with the events it caused; `ply` counts from 1."""

    ply: int
    actor: str
    action: Action
    events: tuple[Event, ...]
    forced: bool | None = False
    """Passed without asking: undone together with the action before it. None for a pass of before this was stored
    (`undo.was_forced`)."""
    ordered: bool = False
    """Played by the standing orders of its side."""
    closes: bool | None = None
    """Between people: events could have been played after it, whoever holds them. None where nobody has looked yet."""
    worth: float | None = None
    """The deciding computer's valuation of the position before it; secret until the game is over."""

    def row(self, match: str) -> EntryRow:
        """The entry as stored."""
        action = msgspec.json.encode(to_json(self.action)).decode()
        events = msgspec.json.encode(self.events).decode()
        return EntryRow(match, self.ply, self.actor, action, events, self.ordered, self.forced, self.worth)


class Log(Sequence[LogEntry]):
    """A game's log. What was read from the store is decoded when somebody looks at it: few look far back."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Iterable[LogEntry | EntryRow] = ()) -> None:
        self._entries = list(entries)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        entry = self._entries[index]
        if isinstance(entry, EntryRow):
            entry = self._entries[index] = entry_of(entry)
        return entry

    def __add__(self, more: Iterable[LogEntry | EntryRow]) -> Log:
        return Log([*self._entries, *more])

    def until(self, ply: int) -> Log:
        """The log up to a ply."""
        return Log(self._entries[:ply])

    @property
    def lots(self) -> int:
        """The number of dice and deals in it."""
        return lots_in(self._entries)


def entry_of(row: EntryRow) -> LogEntry:
    """The log entry of a stored row; events of an unknown kind are left out."""
    happened = tuple(event for data in msgspec.json.decode(row.events) if (event := event_of(data)) is not None)
    action = from_json(msgspec.json.decode(row.action))
    forced = row.forced
    if forced is None:
        forced = True if row.ordered else None if isinstance(action, Pass) else False
    return LogEntry(row.ply, row.actor, action, happened, forced, row.ordered, worth=row.worth)
