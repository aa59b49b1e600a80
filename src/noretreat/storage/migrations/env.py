"""Alembic's environment: runs each command over the given connection, in its transaction."""

from __future__ import annotations

from alembic import context

from noretreat.storage.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters a table by copying it
)
context.run_migrations()
