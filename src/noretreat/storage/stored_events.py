"""Events as the store keeps them: those of today as they are, those of earlier versions brought up to date.

Once they named a card by its English title where they name half of it by its id now ("12-axis").
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from noretreat.core.board import BOARD
from noretreat.core.events import Event
from noretreat.core.names import card_title, half_id
from noretreat.data.facts import Side


def event_of(data: dict[str, Any]) -> Event | None:
    """The event that the store kept as JSON data; None for one of a kind that is no longer known."""
    try:
        event: Event = msgspec.convert(_up_to_date(data), Event)
        return event
    except msgspec.ValidationError:
        return None


def _up_to_date(data: dict[str, Any]) -> dict[str, Any]:
    """The data of an event in the shape of today."""
    kind = data.get("type")
    told = {name: value for name, value in data.items() if name != "title"}
    if kind == "EffectExpired" and "side" not in data:
        half = _ids_by_words().get(data.get("title", ""), "")
        return told | {"side": half.partition("-")[2] or Side.AXIS.value}
    if kind == "EventPointsChanged":
        return told | {"reason": _ids_by_words().get(data["reason"], data["reason"])}
    if kind == "ResultFound" and "how" in data:
        return told | {"how": _ids_by_words().get(data["how"], data["how"])}
    return told


@cache
def _ids_by_words() -> dict[str, str]:
    """The ids of what earlier versions named in English: halves of cards, events of the calendar, the odds."""
    found = {card_title(side, card): half_id(card, side) for card in BOARD.cards for side in Side}
    west = {box.second_front: f"calendar.{turn}.west" for turn, box in BOARD.calendar.items() if box.second_front}
    return {**found, **west, "below 1:3": "below_1_3"}
