"""Notices of a turn are sent to players who are away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the addresses of players, and the notices that wait to be sent or were."""
    op.create_table(
        "address",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("off", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False),
    )
    op.create_index("ix_address_code", "address", ["code"])
    op.create_index("ix_address_off", "address", ["off"])
    op.create_table(
        "notice",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("claim", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("ix_notice_player", "notice", ["player"])
    op.create_index("ix_notice_game", "notice", ["game"])
    op.create_index("notice_due", "notice", ["state", "due"])
