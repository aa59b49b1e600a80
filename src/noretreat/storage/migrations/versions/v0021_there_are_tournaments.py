"""There are tournaments, with their entrants and the games of their rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds the tables; no game of before belongs to a tournament."""
    op.add_column("game", sa.Column("tournament", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "scenario", "terms", "state")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("created", "begun", "ended")),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("until", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("ix_tournament_owner", "tournament", ["owner"])
    op.create_index("tournament_state", "tournament", ["state", "created"])
    of_tournament = sa.ForeignKey("tournament.id", ondelete="CASCADE")
    op.create_table(
        "entrant",
        sa.Column("tournament", sa.Text, of_tournament, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("joined", sa.Text, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("gone", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_index("ix_entrant_player", "entrant", ["player"])
    op.create_table(
        "fixture",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.Integer, primary_key=True) for name in ("round", "board", "leg")),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "result", "how", "at")),
    )
    op.create_index("ix_fixture_game", "fixture", ["game"])
