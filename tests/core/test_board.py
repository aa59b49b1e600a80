"""Masks and what is picked by them."""

from __future__ import annotations

from random import Random

from noretreat.core.board import byte_tables, picked


def test_what_a_mask_picks_are_the_items_of_its_bits() -> None:
    """Also where the last byte has fewer items than bits."""
    dice = Random(41)
    for length in (1, 8, 12, 67):
        items = tuple(f"item {number}" for number in range(length))
        tables = byte_tables(items)
        for _ in range(50):
            mask = dice.getrandbits(length)
            assert picked(tables, mask) == [item for number, item in enumerate(items) if mask >> number & 1]
