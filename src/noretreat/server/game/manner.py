"""The manner of a game in which one browser plays both sides: whether hands are covered, and whose dice are rolled.

It is chosen when the game is made, and stays.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is not as usual where one browser plays both sides."""

    open_hands: bool = False
    """One person plays both: neither hand is covered."""
    own_dice: bool = False
    """The dice and cards are those of a real table: the players say what they rolled and drew."""


USUAL: Final = Manner()
"""Two people at one device, whose hands are covered in turn."""


def manner_of(stored: str) -> Manner:
    """The manner of a game as it is stored."""
    return msgspec.json.decode(stored, type=Manner) if stored else USUAL


def kept(manner: Manner) -> str:
    """A manner in its stored form; empty for the usual one."""
    return "" if manner == USUAL else msgspec.json.encode(manner).decode()
