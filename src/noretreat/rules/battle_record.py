"""The battle being fought (chapter 10.5; BAT-1): its record in the state, read and changed."""

from __future__ import annotations

import msgspec

from noretreat.core.records import Battle
from noretreat.core.state import State


def battle_of(state: State) -> Battle:
    """The battle being fought; there must be one."""
    assert state.battle is not None
    return state.battle


def update(state: State, **changes: object) -> Battle:
    """Replaces fields of its record, and returns it."""
    state.battle = msgspec.structs.replace(battle_of(state), **changes)
    return state.battle
