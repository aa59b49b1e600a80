"""Time zones by their names; a machine that has no data of them counts in UTC, and refuses nobody for that."""

from __future__ import annotations

import re
from datetime import UTC, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_AS_UTC: Final = {"UTC", "Etc/UTC", "Etc/Unknown"}
"""Names that need no look-up; the last is what a browser says that cannot tell where it is."""
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,31}(/[A-Za-z0-9_+-]{1,32}){0,2}")


def zone_of(name: str) -> tzinfo:
    """The time zone of a name, UTC for one that this machine cannot look up."""
    return _found(name) or UTC


def is_zone(name: str) -> bool:
    """Validates the name of a time zone; any name passes on a machine without time zone data."""
    return _found(name) is not None or (_NAME.fullmatch(name) is not None and not available_timezones())


def _found(name: str) -> tzinfo | None:
    """The zone as this machine knows it; the look-up opens files, and may meet a folder, or none that it may read."""
    if name in _AS_UTC:
        return UTC
    if not _NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
