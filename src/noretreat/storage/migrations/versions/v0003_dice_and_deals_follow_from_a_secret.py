"""Dice and deals follow from a secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Gives secrets a table; games of earlier versions have none, and go on with dice of the operating system."""
    op.create_table(
        "chance",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("seeds", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game"),
    )
