"""Events come back from the store as they were."""

from __future__ import annotations

import msgspec
import pytest

from noretreat.core import events as ev
from noretreat.data.facts import Side
from noretreat.storage.stored_events import event_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET


@pytest.mark.parametrize("event", [ev.EffectExpired(AXIS, 29), ev.ResultFound("DR"), ev.EventPlayed(SOVIET, 8, "draw")])
def test_an_event_of_today_comes_back_as_it_was(event: ev.Event) -> None:
    assert event_of(msgspec.to_builtins(event)) == event


def test_an_event_of_an_unknown_kind_is_left_out() -> None:
    assert event_of({"type": "MoonRose"}) is None


def test_odds_that_an_earlier_version_stored_are_read() -> None:
    """It spelled the defender's strength `defence`."""
    odds = ev.OddsSet(6, 4, "3:2", ((-1, "terrain"),), "1:1")
    stored = msgspec.to_builtins(odds)
    stored["defence"] = stored.pop("defense")
    assert event_of(stored) == odds
