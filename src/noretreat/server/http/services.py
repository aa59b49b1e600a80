"""The services of the application, looked up by class, so that a handler names the type it gets."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from litestar.connection import ASGIConnection

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
"""A request or a socket of this server, without state, user or token of the framework."""

T = TypeVar("T")


class Services:
    """The services of one application, and the path of its site (`base_path.base_of`)."""

    def __init__(self, base: str = "") -> None:
        self.base = base
        self._parts: dict[type, object] = {}

    def add(self, *parts: object) -> None:
        """Adds services; None stands for one that this server does not have."""
        for part in parts:
            if part is not None:
                self._parts[type(part)] = part

    def find(self, kind: type[T]) -> T | None:
        """The service of a class; None if this server has none."""
        part = self._parts.get(kind)
        return part if isinstance(part, kind) else None

    def __getitem__(self, kind: type[T]) -> T:
        """The service of a class that every server has; raises `KeyError` if it was left out."""
        part = self.find(kind)
        if part is None:
            raise KeyError(f"the application was built without {kind.__name__}")
        return part


def services_of(connection: AnyConnection) -> Services:
    """All services of the application that a request or a socket belongs to."""
    services: Services = connection.app.state.services
    return services


def service(connection: AnyConnection, kind: type[T]) -> T:
    """The service of a class, for a handler."""
    return services_of(connection)[kind]
