"""Turns that players have tried again in sandboxes are kept with their games, and what the coach says of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "tried",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sandbox", sa.Text, primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("tried_sandbox", "tried", ["sandbox"])
