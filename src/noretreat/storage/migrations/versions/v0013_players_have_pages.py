"""Players have pages, which they may keep to themselves; how they keep up with games is written down."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Makes the table of conduct, and gives each player the address of a page."""
    op.create_table(
        "conduct",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("conduct_player", "conduct", ["player", "kind", "at"])
    op.create_index("ix_conduct_game", "conduct", ["game"])
    op.add_column("player", sa.Column("page", sa.Text, nullable=False, server_default=""))
    op.add_column("player", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()))
    player = sa.table("player", sa.column("id"), sa.column("page"))
    connection = op.get_bind()
    for (one,) in connection.execute(sa.select(player.c.id)).all():
        connection.execute(player.update().where(player.c.id == one).values(page=secrets.token_hex(8)))
    op.create_index("ix_player_page", "player", ["page"])
