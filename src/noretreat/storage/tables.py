"""The tables of the server's store, as the program of today reads and writes them.

They change together with a migration (CONTRIBUTING, "A table or a column"); a test compares the two.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from noretreat.storage.texts import KeyColumn, TextColumn

REVISION: Final = "0025"
"""The newest of `storage/migrations/versions`: what a store of these tables has come to."""
FIRST: Final = "0014"
"""The oldest of them, which made the tables of 0.1.0; no store is older than this."""

METADATA = sa.MetaData()
META = sa.Table(
    "meta",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
GAME = sa.Table(
    "game",
    METADATA,
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
    sa.Column("manner", sa.Text, nullable=False, server_default=""),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("leg", sa.Integer, nullable=False, server_default="0"),
    sa.Column("pair", sa.Text, nullable=False, server_default=""),
    sa.Column("tournament", sa.Text, nullable=False, server_default=""),
    sa.Column("sought", sa.Text, nullable=False, server_default=""),
)
sa.Index("game_shared", GAME.c.shared, GAME.c.ended, GAME.c.updated)
sa.Index("game_ended", GAME.c.ended)
SEAT = sa.Table(
    "seat",
    METADATA,
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
    sa.Column("former", sa.Text, nullable=False, server_default="", index=True),
    sa.Column("left_at", sa.Text, nullable=False, server_default=""),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("looked", sa.Integer, nullable=False, server_default="0"),
)
STEP = sa.Table(
    "step",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("ordered", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("forced", sa.Boolean),
    sa.Column("worth", sa.Float),
)
SNAPSHOT = sa.Table(
    "snapshot",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)
PLAYER = sa.Table(
    "player",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("color", sa.Text, nullable=False),
    sa.Column("recovery", sa.Text, nullable=False, index=True),
    sa.Column("sealed", sa.Text, nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
    sa.Column("page", sa.Text, nullable=False, server_default="", index=True),
    sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("sought", sa.Text, nullable=False, server_default=""),
)
CONDUCT = sa.Table(
    "conduct",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
)
sa.Index("conduct_player", CONDUCT.c.player, CONDUCT.c.kind, CONDUCT.c.at)
TALK = sa.Table(
    "talk",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("side", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
PROPOSAL = sa.Table(
    "proposal",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("side", sa.Text, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
NOTEBOOK = sa.Table(
    "notebook",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
CHANCE = sa.Table(
    "chance",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("seeds", sa.Text, nullable=False),
)
ADDRESS = sa.Table(
    "address",
    METADATA,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("mail", sa.Text, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("code", sa.Text, nullable=False, index=True),
    sa.Column("off", sa.Text, nullable=False, index=True),
    sa.Column("quiet_from", sa.Integer, nullable=False),
    sa.Column("quiet_to", sa.Integer, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("muted", sa.Text, nullable=False),
    sa.Column("choices", sa.Text, nullable=False, server_default=""),
)
NOTICE = sa.Table(
    "notice",
    METADATA,
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
sa.Index("notice_due", NOTICE.c.state, NOTICE.c.due)
JOB = sa.Table(
    "job",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
    sa.Column("claim", sa.Text, nullable=False),
)
REVIEW = sa.Table(
    "review",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("coach", sa.Text, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("rewinds", sa.Integer, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("share", sa.Float(53), nullable=False),
    sa.Column("claim", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
sa.Index("review_state", REVIEW.c.state, REVIEW.c.asked)
TRIED = sa.Table(
    "tried",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("sandbox", sa.Text, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
sa.Index("tried_sandbox", TRIED.c.sandbox)
HABIT = sa.Table(
    "habit",
    METADATA,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("weekly", sa.Text, nullable=False),
    sa.Column("holidays", sa.Text, nullable=False),
    sa.Column("found", sa.Text, nullable=False, index=True),
)
BROWSER = sa.Table(
    "browser",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
)
GUEST = sa.Table(
    "guest",
    METADATA,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.Text, primary_key=True, index=True),
    sa.Column("host", sa.Text, nullable=False, index=True),
    sa.Column("at", sa.Text, nullable=False),
)
REPORT = sa.Table(
    "report",
    METADATA,
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
ACCOUNT = sa.Table(
    "account",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, unique=True, index=True),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("mail", sa.Text, nullable=False, unique=True, index=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
)
SESSION = sa.Table(
    "session",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
    sa.Column("program", sa.Text, nullable=False),
)
CODE = sa.Table(
    "code",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=True, index=True),
    sa.Column("mail", sa.Text, nullable=False, index=True),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("until", sa.Text, nullable=False, index=True),
)
PASSKEY = sa.Table(
    "passkey",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("used", sa.Text, nullable=False),
)
TRIES = sa.Table(
    "tries",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("full", sa.Float(53), nullable=False),
)
BLOCK = sa.Table(
    "block",
    METADATA,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("blocked", sa.Text, primary_key=True, index=True),
    sa.Column("at", sa.Text, nullable=False),
)
RATING = sa.Table(
    "rating",
    METADATA,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("side", sa.Text, primary_key=True),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
sa.Index("rating_order", RATING.c.kind, RATING.c.side, RATING.c.mu)
# A game may be deleted, but what it has done to the ratings stays: no foreign key.
RATED = sa.Table(
    "rated",
    METADATA,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("side", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
sa.Index("rated_player", RATED.c.player, RATED.c.at)
MEASURE = sa.Table(
    "measure",
    METADATA,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, primary_key=True),
    sa.Column("until", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)
SECURITY = sa.Table(
    "security",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False, index=True),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("until", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)
sa.Index("security_at", SECURITY.c.at)
TOURNAMENT = sa.Table(
    "tournament",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("begun", sa.Text, nullable=False),
    sa.Column("ended", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("until", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
)
sa.Index("tournament_state", TOURNAMENT.c.state, TOURNAMENT.c.created)
ENTRANT = sa.Table(
    "entrant",
    METADATA,
    sa.Column("tournament", sa.Text, sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("player", sa.Text, nullable=False, index=True),
    sa.Column("joined", sa.Text, nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),
    sa.Column("gone", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)
# A game may be deleted, but its result stays: no foreign key.
FIXTURE = sa.Table(
    "fixture",
    METADATA,
    sa.Column("tournament", sa.Text, sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True),
    sa.Column("leg", sa.Integer, primary_key=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("second", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False, index=True),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("how", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)

PUZZLE = sa.Table(
    "puzzle",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
)
# A puzzle may leave the book, but what was made of it stays: no foreign key.
PUZZLED = sa.Table(
    "puzzled",
    METADATA,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)

for _table in METADATA.sorted_tables:
    for _column in _table.columns:
        if isinstance(_column.type, sa.Text):  # whatever the column holds, both databases take the same
            _column.type = KeyColumn() if _column.primary_key or _column.foreign_keys else TextColumn()
