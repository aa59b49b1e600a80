"""Battles that wait for the others in simultaneous play (chapter 15.12; SIM-1): their records and their cards.

`state.together` says how battles are fought: one by one (`APART`), all at once and still being committed or rolled
(`COMMITTING`), all at once, now being applied one by one (`APPLYING`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core.board import ENEMY
from noretreat.core.kernel import Procedure
from noretreat.core.lasting import OF_A_BATTLE, Scope
from noretreat.core.records import Battle, Waiting
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex
from noretreat.rules.effects import rescoped

APART: Final = 0
COMMITTING: Final = 1
APPLYING: Final = 2


def is_chosen(state: State) -> bool:
    """True if all battles of a phase are fought together in this game, an option of some rule sets (15.12).

    Others keep it for a game that was begun with it (C-144).
    """
    return state.setup.options.simultaneous_battles and state.rules.simultaneous_battles != "off"


def allocates_first(state: State) -> bool:
    """True if all battles are put together before the first one is fought (CPR-5), as simultaneous ones must be."""
    return state.rules.allocation_upfront or is_chosen(state)


def put_aside(state: State, more: bool) -> None:
    """Sets the current battle aside with its cards, and takes its round off the stack.

    A card for two battles counts for this one and, if there are `more` in this stage, for the next one taken up.
    """
    frame = state.stack.pop()
    assert isinstance(frame, Procedure)
    assert state.battle is not None
    own = tuple(effect for effect in state.effects if effect.expires in OF_A_BATTLE)
    left = tuple(effect for effect in state.effects if effect.expires not in OF_A_BATTLE)
    if more:
        shared = tuple(effect for effect in own if effect.expires == Scope.TWO_BATTLES)
        left = (*left, *rescoped(shared, Scope.TWO_BATTLES, Scope.LAST_BATTLE))
        own = rescoped(own, Scope.TWO_BATTLES, Scope.BATTLE)
    there = state.units_in(_hexes(state.battle), ENEMY[state.battle.attacker])
    state.waiting = (*state.waiting, Waiting(state.battle, own, frame.at, tuple(there)))
    state.effects, state.battle = left, None


def _hexes(battle: Battle) -> NodeMask:
    return sum((1 << node for node in battle.targets), NO_NODES)


def bring_back(state: State, waiting: Waiting) -> None:
    """Makes a waiting battle the current one again, with its cards; units that entered its hexes since are left out
    (SIM-1).
    """
    battle = waiting.battle
    state.waiting = tuple(other for other in state.waiting if other is not waiting)
    if state.together == APPLYING:
        new = [u for u in state.units_in(_hexes(battle), ENEMY[battle.attacker]) if u not in waiting.there]
        battle = msgspec.structs.replace(battle, aside=(*battle.aside, *new))
    state.battle = battle
    state.effects = (*state.effects, *waiting.effects)


def hexes_waiting(state: State, side: SideIndex) -> NodeMask:
    """Hexes of `side` with units in waiting battles."""
    units = [
        unit
        for one in state.waiting
        for unit in (one.battle.attackers if one.battle.attacker == side else one.battle.defenders)
    ]
    mask = NO_NODES
    for unit in units:
        if state.where[unit] >= 0:
            mask |= 1 << state.where[unit]
    return mask


def markers_waiting(state: State) -> tuple[NodeMask, NodeMask]:
    """Hexes of waiting battles: those with a Target and those with a Counterblow marker, for the view."""
    targets = counterblows = NO_NODES
    for one in state.waiting:
        if one.battle.round == 0:
            targets |= one.battle.voluntary
            counterblows |= one.battle.counterblows
    return targets, counterblows
