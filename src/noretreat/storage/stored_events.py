"""Events as the store keeps them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from noretreat.core.events import Event

_RENAMED: Final = {"OddsSet": {"defence": "defense"}}
"""Fields of events under the names that older stores wrote, and what they are called now."""


def event_of(data: dict[str, Any]) -> Event | None:
    """The event that the store kept as JSON data; None for one of a kind that is no longer known."""
    if names := _RENAMED.get(data.get("type", "")):
        data = {names.get(name, name): value for name, value in data.items()}
    try:
        event: Event = msgspec.convert(data, Event)
        return event
    except msgspec.ValidationError:
        return None
