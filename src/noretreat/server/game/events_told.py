"""What players are told of beside their turn: who came, what was said and offered, claims, and the end of a game."""

from __future__ import annotations

import secrets
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.server.clocks.now import now
from noretreat.storage.notices import NoticeRow, NoticeStore, after

Kind: TypeAlias = Literal[
    "joined", "message", "offer", "answer", "ended", "claim", "void", "replaced", "declined", "reminder"
]
SOON: Final = frozenset({"ended", "claim", "replaced", "declined", "reminder"})
"""Kinds that are due at once; of the others nobody needs to know who comes to the table anyway."""
QUOTED: Final = 3
"""Lines of the talk that a notice quotes, ..."""
LONGEST: Final = 200
"""... and characters of each."""
A_DAY: Final = 12
"""The most notices of one kind about one game that a player is made in a day; further ones are dropped."""


class EventTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, as the text of a notice."""

    what: str = ""
    """The proposal that was made or answered, or `claim` or `replace`."""
    accepted: bool = False
    due: str = ""
    """The time from which a claim may be carried out."""
    said: tuple[str, ...] = ()
    """What the other player has written, the first lines of it, ..."""
    more: int = 0
    """... and how many lines more."""
    by: str = ""
    """Somebody who has no seat, by the hash of the token: the name is looked up when it is told."""


NOTHING: Final = EventTold()
"""An event of which its kind says all."""


def merged(before: str, event: EventTold) -> EventTold:
    """An event together with one that still waits to be told; only messages add up."""
    earlier = msgspec.json.decode(before, type=EventTold)
    said = (*earlier.said, *event.said)
    return msgspec.structs.replace(event, said=said[:QUOTED], more=earlier.more + max(0, len(said) - QUOTED))


class TournamentTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened in a tournament, as the text of a notice."""

    id: str
    name: str
    what: Literal["round", "bye", "over", "canceled"]
    """A round begins, with a game for the player or without; or the tournament is over, or is not held."""
    round: int = 0
    rounds: int = 0
    rank: int = 0
    """The player's place, so far or in the end; 0 without one."""
    players: int = 0


TOURNAMENT: Final = "tournament"
"""The kind of the notices about tournaments."""


def tournament_notice(player: str, told: TournamentTold, at: str) -> NoticeRow:
    """The notice of what happened in a tournament, due at once."""
    text = msgspec.json.encode(told).decode()
    return NoticeRow(secrets.token_hex(12), player, None, TOURNAMENT, text, "", at, at)


def event_notice(kind: Kind, game: str, player: str, minutes: int) -> NoticeRow:
    """The notice of an event of which its kind says all, due after so many minutes."""
    at = now()
    return NoticeRow(secrets.token_hex(12), player, game, kind, encoded(NOTHING), "", at, after(at, minutes=minutes))


class Teller:
    """Makes notices of events. `minutes`: the delay before a notice is sent; None where this server sends none."""

    def __init__(self, store: NoticeStore, minutes: int | None) -> None:
        self._store, self._minutes = store, minutes

    async def tell(self, kind: Kind, game: str, player: str, event: EventTold = NOTHING) -> None:
        """Has a player told of an event; what waits of that kind and game is told with it, or replaced."""
        if self._minutes is None or not player:
            return
        at = now()
        due = at if kind in SOON else after(at, minutes=self._minutes)
        row = NoticeRow(secrets.token_hex(12), player, game, kind, encoded(event), "", at, due)
        add_up = (lambda before: encoded(merged(before, event))) if kind == "message" else None
        await self._store.tell(row, after(at, days=-1), A_DAY, add_up)

    async def withdraw(self, kind: Kind, game: str) -> None:
        """Has nobody told of an event that no longer counts."""
        if self._minutes is not None:
            await self._store.withdraw(game, kind, now())


def encoded(event: EventTold) -> str:
    """An event as the text of a notice."""
    return msgspec.json.encode(event).decode()


def quoted(said: str) -> EventTold:
    """What the other player has said, as it is told."""
    return EventTold(said=(said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…",))
