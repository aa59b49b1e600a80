"""Players have accounts: with sessions, codes sent by mail, passkeys; and they block each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Makes the tables of accounts and of what belongs to them, and that of who blocks whom."""
    op.create_table(
        "account",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
    )
    op.create_index("ix_account_mail", "account", ["mail"], unique=True)
    op.create_index("ix_account_player", "account", ["player"], unique=True)
    op.create_table(
        "session",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("program", sa.Text, nullable=False),
    )
    op.create_index("ix_session_account", "session", ["account"])
    op.create_table(
        "code",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=True),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("until", sa.Text, nullable=False),
    )
    for column in ("account", "mail", "until"):
        op.create_index(f"ix_code_{column}", "code", [column])
    op.create_table(
        "passkey",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
    )
    op.create_index("ix_passkey_account", "passkey", ["account"])
    op.create_table(
        "block",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("blocked", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("ix_block_blocked", "block", ["blocked"])
