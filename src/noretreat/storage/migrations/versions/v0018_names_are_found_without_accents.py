"""Names are found without accents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from noretreat.storage.texts import searchable

revision = "0018"
down_revision = "0017"

HABIT = sa.table("habit", sa.column("player", sa.Text), sa.column("found", sa.Text))


def upgrade() -> None:
    """Writes the names of those who want to be found as they are looked for now."""
    connection = op.get_bind()
    listed = connection.execute(sa.select(HABIT.c.player, HABIT.c.found).where(HABIT.c.found != "")).all()
    for player, found in listed:
        connection.execute(HABIT.update().where(HABIT.c.player == player).values(found=searchable(found)))
