"""Records are read by the names of their columns, in whatever order those come."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from noretreat.storage import (
    accounts,
    games,
    invitations,
    jobs,
    notices,
    passkeys,
    players,
    preferences,
    reply_times,
    table_talk,
    tables,
)
from noretreat.storage.games import SeatRow
from noretreat.storage.rows import insert, labeled, record_of

RECORDS: dict[str, type[msgspec.Struct]] = {
    "account": accounts.AccountRow,
    "address": notices.AddressRow,
    "browser": notices.BrowserRow,
    "chance": games.ChanceRow,
    "code": accounts.CodeRow,
    "conduct": reply_times.ReplyTimeRow,
    "game": games.GameRow,
    "guest": invitations.InvitationRow,
    "habit": preferences.PreferenceRow,
    "job": jobs.JobRow,
    "notice": notices.NoticeRow,
    "passkey": passkeys.PasskeyRow,
    "player": players.PlayerRow,
    "proposal": table_talk.ProposalRow,
    "report": table_talk.ReportRow,
    "seat": games.SeatRow,
    "session": accounts.SessionRow,
    "snapshot": games.SnapshotRow,
    "step": games.EntryRow,
    "talk": table_talk.TalkRow,
}


FOUND_BY = {("game", "sought")}
"""Columns that the database alone reads, made from others as a row is written."""


@pytest.mark.parametrize("table", RECORDS)
def test_a_record_has_a_field_for_each_column_of_its_table(table: str) -> None:
    columns = {str(one.name) for one in tables.METADATA.tables[table].columns if (table, one.name) not in FOUND_BY}
    assert set(RECORDS[table].__struct_fields__) == columns


def read(query: sa.Select[Any]) -> sa.Row[Any]:
    """The one row of a query, in a database with one seat."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        tables.SEAT.create(connection)
        insert(connection, tables.SEAT, [SEAT])
        row: sa.Row[Any] = connection.execute(query).one()
    engine.dispose()
    return row


SEAT = SeatRow("game", "axis", "human", name="Anna", level="x", token="t", claimed=True, orders="o")


def test_a_record_does_not_mind_the_order_of_the_columns() -> None:
    assert record_of(SeatRow, read(sa.select(*reversed(list(tables.SEAT.columns))))) == SEAT


def test_two_tables_with_the_same_columns_are_told_apart() -> None:
    other = sa.literal("another").label("name")
    assert record_of(SeatRow, read(sa.select(other, *labeled(tables.SEAT, "seat_"))), "seat_") == SEAT
