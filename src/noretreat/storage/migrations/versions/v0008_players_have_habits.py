"""Players have days off and a language, browsers that are told, and are asked by name; what was said is reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes the tables of habits, of browsers for web push, of guests asked by name, and of reports."""
    op.create_table(
        "habit",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("weekly", sa.Text, nullable=False),
        sa.Column("holidays", sa.Text, nullable=False),
        sa.Column("found", sa.Text, nullable=False),
    )
    op.create_index("ix_habit_found", "habit", ["found"])
    op.create_table(
        "browser",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
    )
    op.create_index("ix_browser_player", "browser", ["player"])
    op.create_table(
        "guest",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("ix_guest_player", "guest", ["player"])
    op.create_index("ix_guest_host", "guest", ["host"])
    op.create_table(
        "report",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("speaker", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("settled", sa.Text, nullable=False),
    )
    op.create_index("ix_report_reporter", "report", ["reporter"])
