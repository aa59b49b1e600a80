"""The manner of a game: what its players have agreed on apart from rules and clock.

Where one browser plays both sides: whether hands are covered, and whose dice are rolled. Between two people: whether
the computer helps them, and when moves are seen. It is chosen when the game is made, and stays.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Help: TypeAlias = Literal["hints", "none"]
"""What the computer does for the players: it gives hints and plays on for them, or nothing."""
Seen: TypeAlias = Literal["made", "final"]
"""When the other side sees a move: as it is made, or once it cannot be undone."""


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is not as it was in every game before there was a choice, and is where one person plays."""

    open_hands: bool = False
    """One person plays both: neither hand is covered."""
    own_dice: bool = False
    """The dice and cards are those of a real table: the players say what they rolled and drew."""
    help: Help = "hints"
    """Between two people."""
    seen: Seen = "made"
    """Between two people."""


USUAL: Final = Manner()
"""Two people at one device, whose hands are covered in turn; and games of earlier versions, in which the computer
helped.
"""


def manner_of(stored: str) -> Manner:
    """The manner of a game as it is stored."""
    return msgspec.json.decode(stored, type=Manner) if stored else USUAL


def kept(manner: Manner) -> str:
    """A manner in its stored form; empty for the usual one."""
    return "" if manner == USUAL else msgspec.json.encode(manner).decode()
