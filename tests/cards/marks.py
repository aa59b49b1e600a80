"""What a test shows about a half, for the gate that every half is tested from all five sides (test_every_half)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

ASPECTS: Final = ("positive", "negative", "boundary", "bystander", "closed")
"""It does what the card says; it does not where a condition is missing; the last value with which it works and the
first with which it does not; what stands beside is left alone; it cannot happen again, and its effect ends.
"""

Test = TypeVar("Test", bound=Callable[..., None])


def shows(*words: str) -> Callable[[Test], Test]:
    """Marks a test with the aspects it shows, after the halves; without them the test's name says which (test_04a_...).

    Halves are numbers with a letter ("04A 24A", 55 is the Joker), or "all", "red", "played" (all but the red ones),
    "paying" (those that happen as a payment), "played but paying", for a test that goes through a table of them.

    Nothing is done with it here: the gate reads the source.
    """

    def marked(test: Test) -> Test:
        return test

    return marked
