"""Games say when they ended and how often they were taken back; the lobby finds its games by an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Gives games the two columns, the first from their summaries, and the lobby and the figures an index each."""
    op.add_column("game", sa.Column("ended", sa.Text, nullable=False, server_default=""))
    op.add_column("game", sa.Column("rewinds", sa.Integer, nullable=False, server_default="0"))
    game = sa.table("game", sa.column("ended"), sa.column("updated"), sa.column("summary"))
    over = game.c.summary.like('%"finished":true%')
    op.get_bind().execute(game.update().where(over).values(ended=game.c.updated))
    op.create_index("game_shared", "game", ["shared", "ended", "updated"])
    op.create_index("game_ended", "game", ["ended"])
