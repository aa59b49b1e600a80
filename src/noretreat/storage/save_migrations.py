"""Bringing old save files up to date, one format version at a time.

A migration takes all lines of a file of version N as plain data and returns those of version N + 1. It may change the
shape of a line, never what happened. The chain is empty: there has been only one version. A migration would look like
this:

    def _cards_got_their_own_verb(lines: Lines) -> Lines:
        '''Version 1 wrote an event as PlayCard; since version 2 it is PlayEvent.'''
        for line in lines:
            action = line.get("action", {})
            if action.get("type") == "PlayCard":
                action["type"] = "PlayEvent"
        return lines

    MIGRATIONS = {1: _cards_got_their_own_verb}

together with a file of the old version in `tests/saved_games/` that keeps it honest. A change of the *rules* is no
migration: it raises `RULES_VERSION`, and `savegame.replay` takes care of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Line = dict[str, Any]
"""A line of an old file, in the shape of its version."""
Lines = list[Line]
Migration = Callable[[Lines], Lines]

MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""Format version -> the migration to the next one."""


def migrate(lines: Lines, current: int, chain: Mapping[int, Migration] = MIGRATIONS) -> Lines:
    """The lines of a file in the shape of format version `current`; raises `LookupError` if the chain is broken."""
    version = int(lines[0]["version"])
    while version < current:
        if version not in chain:
            raise LookupError(f"there is no way from format version {version} to {version + 1}")
        lines = chain[version](lines)
        version += 1
        lines[0]["version"] = version
    return lines
