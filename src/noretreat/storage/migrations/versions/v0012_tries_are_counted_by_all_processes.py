"""Tries are counted by all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Makes the table of tries."""
    op.create_table(
        "tries",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("full", sa.Float(53), nullable=False),
    )
