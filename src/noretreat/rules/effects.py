"""Lasting effects of cards (chapter 5.3; FX-1): how each comes into force, and how it ends."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core import events
from noretreat.core.board import SIDES
from noretreat.core.lasting import OF_ONE_BATTLE, ROWS, Effect, Kind, Scope, Subject
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, CardNumber, NodeMask, SideIndex, UnitMask

FORCING: Final = {row.forces: kind for kind, row in ROWS.items() if row.forces}
"""Results of a battle that an effect can set, and the kind that sets each."""


# --- putting in force -------------------------------------------------------------------------------------
def lasting(
    state: State,
    card: CardNumber,
    side: SideIndex,
    kind: Kind,
    value: int,
    expires: Scope,
    units: UnitMask = NO_UNITS,
    nodes: NodeMask = NO_NODES,
) -> None:
    """Adds an effect of this card, after all earlier ones, until its scope ends."""
    add_effect(state, Effect(kind, value, card, side, expires, units, nodes))


def shift(state: State, card: CardNumber, side: SideIndex, columns: int) -> None:
    """Shifts this battle round by `columns`, to the right if positive (SHF-12)."""
    lasting(state, card, side, Kind.SHIFT, columns, Scope.BATTLE)


def force_result(state: State, card: CardNumber, side: SideIndex, result: str, at_least: int = -1) -> None:
    """Gives the battle round this result without a roll, if the odds are at least this column (BAT-6).

    Without `at_least` any odds will do, even below the table. Raises `KeyError` for a result that no card sets.
    """
    lasting(state, card, side, FORCING[result], at_least, Scope.BATTLE)


def add_effect(state: State, effect: Effect) -> None:
    """Adds a lasting effect, after all earlier ones."""
    state.effects = (*state.effects, effect)


def in_force(state: State, kind: Kind) -> Effect | None:
    """The latest effect of a kind, if there is one."""
    return next((effect for effect in reversed(state.effects) if effect.kind == kind), None)


def beside_the_battle(state: State) -> State:
    """The position as it is for battles other than the one being fought: without the effects for that one alone."""
    if state.battle is None:
        return state
    others = state.copy()
    others.effects = tuple(effect for effect in state.effects if effect.expires not in OF_ONE_BATTLE)
    return others


def spared(state: State) -> UnitMask:
    """The units that lack of supply does not cost their life in this Removal Phase."""
    return next((effect.units for effect in state.effects if effect.kind == Kind.SAVED), NO_UNITS)


def bearing_on(state: State, subject: Subject) -> list[Effect]:
    """The effects in force that bear on something, in the order in which they were played."""
    return [effect for effect in state.effects if effect.bears_on is subject]


# --- ending -----------------------------------------------------------------------------------------------
def drop_effects(state: State, *kinds: Kind) -> None:
    """Removes the effects of these kinds, which have done their work."""
    state.effects = tuple(effect for effect in state.effects if effect.kind not in kinds)


def without(state: State, subject: Subject) -> State:
    """A copy of the position in which no effect bears on this."""
    bare = state.copy()
    bare.effects = tuple(effect for effect in bare.effects if effect.bears_on is not subject)
    return bare


def expire(state: State, *scopes: Scope) -> None:
    """Ends the effects of these scopes."""
    if not state.effects:
        return
    for card, side in dict.fromkeys((e.card, e.side) for e in state.effects if e.expires in scopes):
        state.emit(events.EffectExpired(SIDES[side], card))
    state.effects = tuple(effect for effect in state.effects if effect.expires not in scopes)


def rescoped(effects: tuple[Effect, ...], before: Scope, after: Scope) -> tuple[Effect, ...]:
    """Return the effects with scope `before` replaced by `after`."""
    return tuple(
        msgspec.structs.replace(effect, expires=after) if effect.expires == before else effect for effect in effects
    )


def round_over(state: State, *, next_battle: bool) -> None:
    """Ends the effects of a battle round; `next_battle`: those for two battles carry over to the second.

    If the other half of a stack is still to be attacked with the same cards, they wait for it (17S).
    """
    if in_force(state, Kind.SECOND_HALF):
        state.effects = tuple(_put_by(effect) if effect.expires == Scope.BATTLE else effect for effect in state.effects)
        return
    expire(state, Scope.BATTLE)
    if next_battle:
        expire(state, Scope.LAST_BATTLE)
        state.effects = rescoped(state.effects, Scope.TWO_BATTLES, Scope.LAST_BATTLE)


def take_up(state: State) -> None:
    """Restores the effects that waited, except that of the card that split the stack."""
    drop_effects(state, Kind.SECOND_HALF)
    state.effects = tuple(_taken_up(effect) for effect in state.effects if effect.waits is not Kind.SECOND_HALF)


def _put_by(effect: Effect) -> Effect:
    """The effect while it waits for the other half of the stack."""
    return msgspec.structs.replace(effect, kind=Kind.WAITING, waits=effect.kind, expires=Scope.HELD)


def _taken_up(effect: Effect) -> Effect:
    """An effect that waited, restored; any other as it is."""
    if effect.waits is None:
        return effect
    return msgspec.structs.replace(effect, kind=effect.waits, waits=None, expires=Scope.BATTLE)
