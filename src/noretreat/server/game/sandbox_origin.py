"""The origin of a sandbox: a comment at the head of its position, which survives in a save file."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.data.facts import Side
from noretreat.positions import PREFIX

MARK: Final = f"{PREFIX}# sandbox "
"""Prefix of the scenario of a sandbox."""


class Origin(msgspec.Struct, frozen=True):
    """The origin of a sandbox: a ply of a game (empty: a typed position), and the sides whose cards were dealt
    anew.
    """

    game: str = ""
    ply: int = 0
    hidden: list[Side] = []


def scenario_of(origin: Origin, text: str) -> str:
    """The scenario field of a sandbox."""
    return f"{MARK}{msgspec.json.encode(origin).decode()}\n{text}"


def origin_of(scenario: str) -> Origin | None:
    """The origin of a sandbox; None for a real game."""
    if not scenario.startswith(MARK):
        return None
    try:
        return msgspec.json.decode(scenario.removeprefix(MARK).split("\n", 1)[0], type=Origin)
    except msgspec.MsgspecError:
        return Origin()


def told_origin(scenario: str, *, owned: bool) -> Origin | None:
    """The origin of a sandbox as shown to a browser: the game behind it only if it is its own."""
    origin = origin_of(scenario)
    if origin is None:
        return None
    return origin if owned else Origin(hidden=origin.hidden)
