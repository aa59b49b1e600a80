"""Lasting effects of cards (chapter 5.3; FX-1): what kinds there are, how long each is in force, how it ends."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from noretreat.core import events
from noretreat.core.board import SIDES
from noretreat.core.records import Effect
from noretreat.core.state import State
from noretreat.core.types import CardNumber, NodeMask, SideIndex, UnitMask


class Scope(StrEnum):
    """How long an effect lasts. The values are stored in saved games."""

    BATTLE = "battle"
    """One round of a battle."""
    TWO_BATTLES = "two_battles"
    """This battle and the next one, in which it is `LAST_BATTLE`."""
    LAST_BATTLE = "last_battle"
    """The second of two battles."""
    WHOLE_BATTLE = "whole_battle"
    """A battle with all its counterattacks."""
    HELD = "held"
    """It waits until the other half of a split stack is attacked (17S)."""
    PHASE = "phase"
    PLAYER_TURN = "player_turn"
    GAME_TURN = "game_turn"
    GAME = "game"


OF_A_BATTLE: Final = (Scope.BATTLE, Scope.TWO_BATTLES, Scope.LAST_BATTLE, Scope.WHOLE_BATTLE)
"""Scopes of effects that belong to the battle being fought."""


class Kind(StrEnum):
    """What an effect does; `value`, `side`, `units` and `nodes` are those of its record. The values are stored in saved
    games.
    """

    # Strength, odds and shifts.
    ADD_STRENGTH = "add_strength"
    """Each unit of the side is stronger by `value`."""
    DOUBLE = "double"
    """The strength of the units is doubled."""
    SHIFT = "shift"
    """`value` columns, to the right if positive."""
    SHIFT_ATTACKS_BY = "shift_attacks_by"
    """`value` columns in every attack that the side makes."""
    SHIFT_ATTACKS_ON = "shift_attacks_on"
    """`value` columns in every attack on the side."""
    FAVOUR_HEXES = "favour_hexes"
    """`value` columns for the side, attacking or defending, if a target is among the nodes."""
    SHOCK_WORTH = "shock_worth"
    """A Shock marker is worth two columns."""
    ARMOR_WORTH = "armor_worth"
    """The armor bonus of the side is `value` columns."""
    ARMOR_BEATS_ARMOR = "armor_beats_armor"
    """The side has its armor bonus even against armor and mechanized infantry."""
    NO_ARMOR_BONUS = "no_armor_bonus"
    """The enemies of the side have no armor bonus."""
    NO_RIVER = "no_river"
    """A river does not help the defender."""
    NO_FORT = "no_fort"
    """Forts and Volkssturm on the nodes fight like ordinary units."""

    # Dice, tables and results.
    TWO_DICE = "two_dice"
    """Two dice are rolled, and the side chooses which one counts."""
    CHOOSE_TABLE = "choose_table"
    """The side chooses the combat table of battles whose targets are among the nodes."""
    REROLL_NE = "reroll_ne"
    """A rolled NE is rerolled."""
    MAP_DR_TO_EX = "map_dr_to_ex"
    """A DR becomes an EX."""
    MAP_NE_TO_EX = "map_ne_to_ex"
    """An NE becomes an EX."""
    FORCE_CA = "force_CA"
    """The result is CA without a roll, from the column `value` on; so with the following ones."""
    FORCE_DR = "force_DR"
    FORCE_EX = "force_EX"
    FORCE_DUEL = "force_duel"
    """Each side rolls a die instead of fighting."""
    FORCE_DUEL_OR_BATTLE = "force_duel_or_battle"
    """The same, but on a tie the battle is fought."""
    EXTRA_LOSS = "extra_loss"
    """Both sides lose a step after the battle."""
    SECOND_HALF = "second_half"
    """The other half of the stack is attacked next, with the same cards."""

    # Retreat, advance, movement, stacking.
    RETREAT_IGNORES_ZOC = "retreat_ignores_zoc"
    """Units of the side retreat through enemy zones of control."""
    ADVANCE_LIMIT = "advance_limit"
    """No unit advances more than `value` hexes."""
    ADVANCE_MORE = "advance_more"
    """The side advances up to `value` more hexes."""
    EXTRA_MP = "extra_mp"
    """The units have `value` more movement points."""
    EXTRA_STACK = "extra_stack"
    """The side may stack `value` more units on the nodes."""

    # Everything else.
    CREDIT = "credit"
    """The next payment of the side is `value` cards cheaper."""
    SAVED = "saved"
    """The units are not lost for lack of supply."""
    OWES_TARGETS = "owes_targets"
    """The phasing side must place `value` Target markers or lose `price` points; the next two are alike."""
    OWES_ATTACKS = "owes_attacks"
    """It must make `value` voluntary attacks."""
    OWES_BATTLES = "owes_battles"
    """It must make `value` attacks, answered counterblows included."""


FORCED: Final[dict[str, str]] = {
    Kind.FORCE_CA: "CA",
    Kind.FORCE_DR: "DR",
    Kind.FORCE_EX: "EX",
    Kind.FORCE_DUEL: "duel",
    Kind.FORCE_DUEL_OR_BATTLE: "duel_or_battle",
}
"""Kinds that set the result of a battle, and the result."""
_FORCING: Final = {result: kind for kind, result in FORCED.items()}


# --- putting in force -------------------------------------------------------------------------------------
def lasting(
    state: State,
    card: CardNumber,
    side: SideIndex,
    kind: Kind,
    value: int,
    expires: Scope,
    units: UnitMask = 0,
    nodes: NodeMask = 0,
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
    lasting(state, card, side, Kind(_FORCING[result]), at_least, Scope.BATTLE)


def add_effect(state: State, effect: Effect) -> None:
    """Adds a lasting effect, after all earlier ones."""
    state.effects = (*state.effects, effect)


def in_force(state: State, kind: Kind) -> Effect | None:
    """The latest effect of a kind, if there is one."""
    return next((effect for effect in reversed(state.effects) if effect.kind == kind), None)


# --- ending -----------------------------------------------------------------------------------------------
def drop_effects(state: State, *kinds: str) -> None:
    """Removes the effects of these kinds, which have done their work."""
    state.effects = tuple(effect for effect in state.effects if effect.kind not in kinds)


def expire(state: State, *scopes: Scope) -> None:
    """Ends the effects of these scopes."""
    if not state.effects:
        return
    for card, side in dict.fromkeys((e.card, e.side) for e in state.effects if e.expires in scopes):
        state.emit(events.EffectExpired(SIDES[side], card))
    state.effects = tuple(effect for effect in state.effects if effect.expires not in scopes)


def rescoped(effects: tuple[Effect, ...], before: Scope, after: Scope) -> tuple[Effect, ...]:
    """The same effects, with scope `before` replaced by `after`."""
    return tuple(
        msgspec.structs.replace(effect, expires=after) if effect.expires == before else effect for effect in effects
    )


_HELD: Final = "held_"
"""Prefix of the kind of an effect that waits, so that it is not found by its kind meanwhile."""


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
    drop_effects(state, Kind.SECOND_HALF, _HELD + Kind.SECOND_HALF)
    state.effects = tuple(_taken_up(effect) if effect.expires == Scope.HELD else effect for effect in state.effects)


def _put_by(effect: Effect) -> Effect:
    """The effect while it waits for the other half of the stack."""
    return msgspec.structs.replace(effect, kind=_HELD + effect.kind, expires=Scope.HELD)


def _taken_up(effect: Effect) -> Effect:
    """An effect that waited, restored."""
    return msgspec.structs.replace(effect, kind=effect.kind.removeprefix(_HELD), expires=Scope.BATTLE)
