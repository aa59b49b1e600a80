"""Games whose sides are bid for keep the sealed bids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Gives games the column: in no game of before are sides bid for."""
    op.add_column("game", sa.Column("bids", sa.Text, nullable=False, server_default=""))
