"""The current time, in its stored form."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The current time, in its stored form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
