"""The migrations of the server's tables, one Alembic script after another.

`python -m tools.make_migration` starts a new one (CONTRIBUTING, "A table or a column").
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

FOLDER: Final = "noretreat.storage:migrations"


def settings(connection: sa.Connection) -> Config:
    """Alembic's settings, as in an `alembic.ini`, for work over `connection`."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", FOLDER)
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return config


def migrate(connection: sa.Connection, revision: str, to: str = "head") -> None:
    """Takes a store from `revision` (empty: no tables yet) to another, by default the newest, within the transaction of
    `connection`.

    Only one at a time in a process, because Alembic keeps its context in a global.
    """
    config = settings(connection)
    if revision:
        command.stamp(config, revision)
    command.upgrade(config, to)
