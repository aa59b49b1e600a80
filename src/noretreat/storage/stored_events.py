"""Events as the store keeps them."""

from __future__ import annotations

from typing import Any

import msgspec

from noretreat.core.events import Event


def event_of(data: dict[str, Any]) -> Event | None:
    """The event that the store kept as JSON data; None for one of a kind that is no longer known."""
    try:
        event: Event = msgspec.convert(data, Event)
        return event
    except msgspec.ValidationError:
        return None
