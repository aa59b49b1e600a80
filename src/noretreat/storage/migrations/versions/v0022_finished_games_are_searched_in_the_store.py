"""Finished games are searched in the store, and each seat remembers how far its player has seen the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from noretreat.storage.texts import searchable, sought_in

revision = "0022"
down_revision = "0021"

GAME = sa.table("game", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("sought", sa.Text))
PLAYER = sa.table("player", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("sought", sa.Text))


def upgrade() -> None:
    """Adds the columns; writes the names of games and players as they are looked for."""
    op.add_column("seat", sa.Column("looked", sa.Integer, nullable=False, server_default="0"))
    for table, said in ((GAME, sought_in), (PLAYER, searchable)):
        op.add_column(table.name, sa.Column("sought", sa.Text, nullable=False, server_default=""))
        connection = op.get_bind()
        for key, name in connection.execute(sa.select(table.c.id, table.c.name).where(table.c.name != "")).all():
            connection.execute(table.update().where(table.c.id == key).values(sought=said(name)))
