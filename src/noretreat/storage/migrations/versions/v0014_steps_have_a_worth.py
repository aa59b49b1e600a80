"""The steps of the computer keep what the position was worth to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Gives steps the column: of those before nobody knows it."""
    op.add_column("step", sa.Column("worth", sa.Float))
