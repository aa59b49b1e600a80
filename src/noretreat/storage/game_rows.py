"""The rows of the tables of games as records, which need no database: a game in memory has them too."""

from __future__ import annotations

import msgspec

from noretreat.data.facts import FORMER_LEVELS


class GameRow(msgspec.Struct):
    """A row of the table of games. `state`, `options`, `summary` and `pace` are JSON."""

    id: str
    owner: str
    name: str
    scenario: str
    options: str
    created: str
    updated: str
    ply: int
    rules_version: int
    state: str
    summary: str
    note: str = ""
    pace: str = ""
    """The state of the clock (`Pace`); empty in games of earlier versions."""
    shared: str = ""
    """`open`: strangers find the game in the lobby, to join or to watch."""
    undone: str = ""
    """Undone actions that can be redone, the next one last, as JSON; empty for none."""
    ended: str = ""
    """The time of its end; empty while it is played."""
    rewinds: int = 0
    """How often entries were dropped from the end of its log; while this is unchanged, the log has only grown."""
    bids: str = ""
    """While its sides are bid for: the sealed bids as JSON, by the seat that each player has until then; empty once the
    sides are settled, and in all other games.
    """
    manner: str = ""
    """How one browser plays both of its sides (`Manner`), as JSON; empty for the usual way."""
    rated: bool = False
    """Its players have agreed that it counts for their ratings."""
    leg: int = 0
    """Its number, 1 or 2, if it is one of two games that make a match; 0 for all other games."""
    pair: str = ""
    """The id of the other one: the second game has it before it is begun."""
    tournament: str = ""
    """The id of the tournament that it is a game of; empty for all other games."""


class SeatRow(msgspec.Struct):
    """A seat. `token` and `invite` are hashes, empty if there are none."""

    game: str
    side: str
    kind: str
    name: str = ""
    level: str = ""
    token: str = ""
    invite: str = ""
    claimed: bool = False
    passes: str = ""
    """The card windows that it passes without being asked, as JSON; empty for none."""
    away: bool = False
    """Its player has put the game away, so that it is not listed among the games to play."""
    orders: str = ""
    """Its standing orders as JSON; empty for none."""
    former: str = ""
    """The hash of the player for whom the computer plays, and who may come back to the seat; empty for none."""
    left_at: str = ""
    """The time since which the computer plays for that player."""
    public: bool = False
    """Its player agrees that others find the game and look on."""
    looked: int = 0
    """The step up to which its player has seen the game, on whatever device."""

    def __post_init__(self) -> None:
        """A row of the past may name a level that is gone: the one that plays on for it is shown and asked."""
        self.level = FORMER_LEVELS.get(self.level, self.level)


class EntryRow(msgspec.Struct):
    """One entry of the log; action and events are JSON."""

    game: str
    ply: int
    actor: str
    action: str
    events: str
    ordered: bool = False
    """Played by the standing orders of its side."""
    forced: bool | None = None
    """Passed without asking anybody; None in entries stored before this field existed."""
    worth: float | None = None
    """The deciding computer's valuation of the position before it (`Thought.worth`); shown to nobody before the
    game is over."""


class SnapshotRow(msgspec.Struct):
    """The whole state at `ply`, as JSON."""

    game: str
    ply: int
    rules_version: int
    state: str


class ChanceRow(msgspec.Struct):
    """The secret from which the dice and deals of a game follow; `seeds` is JSON (`server/game/chance.py`)."""

    game: str
    secret: str
    first: int
    seeds: str
