"""Steps say whether anybody was asked: undo and take-back are the same before and after a reload."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the column; of the steps there are it is not known, and worked out where it matters."""
    with op.batch_alter_table("step") as batch:
        batch.add_column(sa.Column("forced", sa.Boolean))
