"""What a list shows of games beside their rows, read in one go: seats, people, talk, proposals and notices.

A list is asked for again and again by every open page; one after the other, each of these queries would cost its way to
a thread and back. As in `stored_games`, they are statements with holes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from noretreat.storage.games import SeatRow
from noretreat.storage.players import PlayerRow
from noretreat.storage.preferences import PreferenceRow
from noretreat.storage.rows import record_of
from noretreat.storage.table_talk import REMINDER, ProposalRow
from noretreat.storage.tables import HABIT, NOTICE, PLAYER, PROPOSAL, SEAT, TALK


class AroundGames(msgspec.Struct):
    """The details of some games."""

    seats: list[SeatRow]
    players: dict[str, PlayerRow]
    """Those who sit in them and are known, by id."""
    preferences: dict[str, PreferenceRow]
    """Of those who have set any."""
    proposals: list[ProposalRow]
    said: dict[tuple[str, str], int]
    """The number of what a side said last, by game and side."""
    told: dict[tuple[str, str], str]
    """The time of the last notice, by game and player."""
    reminded: dict[str, str]
    """The time of the last reminder, by game."""


_GAMES: Final[sa.BindParameter[Any]] = sa.bindparam("games", expanding=True)
_PEOPLE: Final[sa.BindParameter[Any]] = sa.bindparam("people", expanding=True)
_SEATS: Final = SEAT.select().where(SEAT.c.game.in_(_GAMES)).order_by(SEAT.c.game, SEAT.c.side)
_PLAYERS: Final = PLAYER.select().where(PLAYER.c.id.in_(_PEOPLE))
_PREFERENCES: Final = HABIT.select().where(HABIT.c.player.in_(_PEOPLE))
_PROPOSALS: Final = PROPOSAL.select().where(PROPOSAL.c.game.in_(_GAMES))
_TALK: Final = (
    sa.select(
        TALK.c.game,
        TALK.c.side,
        TALK.c.kind,
        sa.func.max(TALK.c.number).label("last"),
        sa.func.max(TALK.c.at).label("at"),
    )
    .where(TALK.c.game.in_(_GAMES), TALK.c.kind.in_(["say", REMINDER]))
    .group_by(TALK.c.game, TALK.c.side, TALK.c.kind)
)
_TOLD: Final = (
    sa.select(NOTICE.c.game, NOTICE.c.player, sa.func.max(NOTICE.c.at).label("last"))
    .where(NOTICE.c.game.in_(_GAMES), NOTICE.c.state == "sent", NOTICE.c.kind.in_(["turn", "nudge"]))
    .group_by(NOTICE.c.game, NOTICE.c.player)
)


def around_games(connection: sa.Connection, games: Sequence[str]) -> AroundGames:
    """The details of these games."""
    if not games:
        return AroundGames([], {}, {}, [], {}, {}, {})
    those = {"games": list(games)}
    seats = [record_of(SeatRow, row) for row in connection.execute(_SEATS, those)]
    people = {"people": sorted({seat.token for seat in seats if seat.token})}
    players = [record_of(PlayerRow, row) for row in connection.execute(_PLAYERS, people)]
    preferences = [record_of(PreferenceRow, row) for row in connection.execute(_PREFERENCES, people)]
    talk = connection.execute(_TALK, those).all()
    reminded: dict[str, str] = {}
    for row in talk:
        if row.kind == REMINDER:
            reminded[row.game] = max(row.at, reminded.get(row.game, ""))
    return AroundGames(
        seats,
        {player.id: player for player in players},
        {one.player: one for one in preferences},
        [record_of(ProposalRow, row) for row in connection.execute(_PROPOSALS, those)],
        {(row.game, row.side): row.last for row in talk if row.kind != REMINDER},
        {(row.game, row.player): row.last for row in connection.execute(_TOLD, those)},
        reminded,
    )
