"""Seats pass windows by a rule, and put games away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Gives a seat the windows that it passes unasked, and whether its player has put the game away."""
    op.add_column("seat", sa.Column("passes", sa.Text, nullable=False, server_default=""))
    op.add_column("seat", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
