"""Seats have standing orders, and the log tells what was played by them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Gives a seat its orders, none at first, and a step the mark that they played it."""
    op.add_column("seat", sa.Column("orders", sa.Text, nullable=False, server_default=""))
    op.add_column("step", sa.Column("ordered", sa.Boolean, nullable=False, server_default=sa.false()))
