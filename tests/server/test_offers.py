"""What the server offers for a new game: each offer is one that it takes."""

from __future__ import annotations

import msgspec
import pytest

from noretreat.orders.standing import Blows
from noretreat.rules.windows import Window
from noretreat.server.lobby.offers import ClockChoice, choices


@pytest.mark.parametrize("clock", choices().clocks, ids=lambda clock: clock.id)
def test_a_clock_on_offer_can_run(clock: ClockChoice) -> None:
    assert clock.terms.sound
    assert clock.by_day == (clock.terms.each + clock.terms.cap >= 24 * 3600)


def test_a_balance_has_its_steps_and_a_switch_has_none() -> None:
    for option in choices().options:
        usual = option.usual
        assert (option.steps == ()) if isinstance(usual, bool) else set(usual) <= set(option.steps), option.id


def test_the_most_cards_for_counterblows_is_the_most_that_orders_may_say() -> None:
    most = choices().most_blows
    assert msgspec.convert({"most": most}, Blows).most == most
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"most": most + 1}, Blows)


def test_every_window_that_is_asked_about_is_told() -> None:
    told = msgspec.json.decode(msgspec.json.encode(choices()))["windows"]
    assert set(told) == {window.value for window in Window} - {"draw", "any_card", "payment"}
