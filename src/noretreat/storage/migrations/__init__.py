"""How the tables of the server's store came to be what they are, one script of Alembic after the other.

`python -m tools.make_migration` begins a new one (CONTRIBUTING, "A table or a column").
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

FOLDER: Final = "noretreat.storage:migrations"


def settings(connection: sa.Connection) -> Config:
    """Alembic's settings, as a file `alembic.ini` would have them, for work over `connection`."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", FOLDER)
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return config


def migrate(connection: sa.Connection, revision: str) -> None:
    """Takes a store from `revision` (empty: no tables yet) to the newest, within the transaction of `connection`.

    One at a time in a process, because Alembic keeps what it is working on in a global.
    """
    config = settings(connection)
    if revision:
        command.stamp(config, revision)
    command.upgrade(config, "head")
