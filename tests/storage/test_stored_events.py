"""Events of earlier stores, which named cards in English, are told as those of today."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from noretreat.core import events as ev
from noretreat.data.facts import Side
from noretreat.explain.wording import describe
from noretreat.storage.stored_events import event_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET


@pytest.mark.parametrize(
    ("stored", "event", "line"),
    [
        (
            {"type": "EventPlayed", "side": "soviet", "card": 13, "title": "General Winter", "mode": ""},
            ev.EventPlayed(SOVIET, 13),
            "Soviet plays card 13, General Winter",
        ),
        (
            {"type": "EventCancelled", "side": "axis", "card": 24, "title": "Hold at All Costs!"},
            ev.EventCancelled(AXIS, 24),
            "Hold at All Costs! is canceled",
        ),
        (
            {"type": "EffectExpired", "card": 28, "title": "Katyushas"},
            ev.EffectExpired(SOVIET, 28),
            "Katyushas is over",
        ),
        (
            {"type": "EventPointsChanged", "change": -1, "value": -1, "reason": "Desperate Offensive"},
            ev.EventPointsChanged(-1, -1, "45-axis"),
            "Event points -1 (Desperate Offensive): now -1",
        ),
        (
            {"type": "EventPointsChanged", "change": 1, "value": 1, "reason": "Pearl Harbor"},
            ev.EventPointsChanged(1, 1, "calendar.4.west"),
            "Event points +1 (Pearl Harbor): now +1",
        ),
        (
            {"type": "EventPointsChanged", "change": 1, "value": 1, "reason": "Some other name"},
            ev.EventPointsChanged(1, 1, "Some other name"),
            "Event points +1 (Some other name): now +1",
        ),
        (
            {"type": "ResultFound", "result": "DR", "how": "Elastic Defense"},
            ev.ResultFound("DR", "4-axis"),
            "Result DR: defender retreats (Elastic Defense)",
        ),
        (
            {"type": "ResultFound", "result": "CA", "how": "below 1:3"},
            ev.ResultFound("CA", "below_1_3"),
            "Result CA: counterattack (odds below 1:3)",
        ),
    ],
)
def test_an_event_that_bears_english_words_is_brought_up_to_date(
    stored: dict[str, Any], event: ev.Event, line: str
) -> None:
    assert event_of(stored) == event
    assert describe(event) == line


@pytest.mark.parametrize("event", [ev.EffectExpired(AXIS, 29), ev.ResultFound("DR"), ev.EventPlayed(SOVIET, 8, "draw")])
def test_an_event_of_today_comes_back_as_it_was(event: ev.Event) -> None:
    assert event_of(msgspec.to_builtins(event)) == event


def test_an_event_of_an_unknown_kind_is_left_out() -> None:
    assert event_of({"type": "MoonRose"}) is None
