"""Games are rated, come in pairs, and are public where both players agree."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Adds the columns and tables; no game of before is rated, one of a pair, or public."""
    op.add_column("game", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("leg", sa.Integer, nullable=False, server_default="0"))
    op.add_column("game", sa.Column("pair", sa.Text, nullable=False, server_default=""))
    op.add_column("seat", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rating",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("rating_order", "rating", ["kind", "side", "mu"])
    op.create_table(
        "rated",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("rated_player", "rated", ["player", "at"])
