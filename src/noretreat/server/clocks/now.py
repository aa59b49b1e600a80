"""The time of day, as it is stored."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
