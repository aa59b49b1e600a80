"""The computer's turns are jobs of the workers, and what was undone can be redone in another process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Gives jobs a table, and games what was undone in them."""
    op.add_column("game", sa.Column("undone", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "job",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("claim", sa.Text, nullable=False),
    )
    op.create_index("ix_job_owner", "job", ["owner"])
