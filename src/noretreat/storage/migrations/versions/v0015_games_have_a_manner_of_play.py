"""Games have a manner of play: both hands open, or the dice and cards of a real table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds the manner; that of the games there are is the usual one."""
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("manner", sa.Text, nullable=False, server_default=""))
