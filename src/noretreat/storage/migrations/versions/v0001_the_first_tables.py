"""The tables of version 0.1.0: games, seats, steps and snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first tables."""
    meta = op.create_table(
        "meta",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    # Version 0.1.0 opens any store with 1 here; a migration that it could not cope with raises the number.
    op.bulk_insert(meta, [{"key": "schema", "value": "1"}])
    op.create_table(
        "game",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False, index=True),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("claimed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "step",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
