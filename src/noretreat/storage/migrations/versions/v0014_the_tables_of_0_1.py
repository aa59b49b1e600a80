"""The tables of 0.1.0, the first version: every store begins with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False, server_default=""),
        sa.Column("shared", sa.Text, nullable=False, server_default=""),
        sa.Column("undone", sa.Text, nullable=False, server_default=""),
        sa.Column("ended", sa.Text, nullable=False, server_default=""),
        sa.Column("rewinds", sa.Integer, nullable=False, server_default="0"),
        sa.Column("bids", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("game_shared", "game", ["shared", "ended", "updated"])
    op.create_index("game_ended", "game", ["ended"])
    op.create_table(
        "seat",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False, index=True),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("claimed", sa.Boolean, nullable=False),
        sa.Column("passes", sa.Text, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("orders", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "step",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("ordered", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("worth", sa.Float),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("color", sa.Text, nullable=False),
        sa.Column("recovery", sa.Text, nullable=False, index=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("page", sa.Text, nullable=False, server_default="", index=True),
        sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.create_table(
        "conduct",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
    )
    op.create_index("conduct_player", "conduct", ["player", "kind", "at"])
    op.create_table(
        "talk",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "proposal",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "notebook",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "chance",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("seeds", sa.Text, nullable=False),
    )
    op.create_table(
        "address",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("code", sa.Text, nullable=False, index=True),
        sa.Column("off", sa.Text, nullable=False, index=True),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False, index=True),
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=True, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("claim", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("notice_due", "notice", ["state", "due"])
    op.create_table(
        "job",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.Text, nullable=False, index=True),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("claim", sa.Text, nullable=False),
    )
    op.create_table(
        "habit",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("weekly", sa.Text, nullable=False),
        sa.Column("holidays", sa.Text, nullable=False),
        sa.Column("found", sa.Text, nullable=False, index=True),
    )
    op.create_table(
        "browser",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
    )
    op.create_table(
        "guest",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Text, primary_key=True, index=True),
        sa.Column("host", sa.Text, nullable=False, index=True),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False, index=True),
        sa.Column("speaker", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("settled", sa.Text, nullable=False),
    )
    op.create_table(
        "account",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False, unique=True, index=True),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("mail", sa.Text, nullable=False, unique=True, index=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("program", sa.Text, nullable=False),
    )
    op.create_table(
        "code",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=True, index=True),
        sa.Column("mail", sa.Text, nullable=False, index=True),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("until", sa.Text, nullable=False, index=True),
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("full", sa.Float(53), nullable=False),
    )
    op.create_table(
        "block",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("blocked", sa.Text, primary_key=True, index=True),
        sa.Column("at", sa.Text, nullable=False),
    )
