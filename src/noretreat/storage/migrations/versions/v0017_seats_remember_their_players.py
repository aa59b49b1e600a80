"""Seats remember the player for whom the computer plays, and players choose what they are told of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds the columns; of the seats that the computer plays by now nobody knows whose they were."""
    with op.batch_alter_table("seat") as batch:
        batch.add_column(sa.Column("former", sa.Text, nullable=False, server_default=""))
        batch.add_column(sa.Column("left_at", sa.Text, nullable=False, server_default=""))
        batch.create_index("ix_seat_former", ["former"])
    with op.batch_alter_table("address") as batch:
        batch.add_column(sa.Column("choices", sa.Text, nullable=False, server_default=""))
