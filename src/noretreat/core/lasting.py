"""Lasting effects of cards (5.3): their kinds, what these bear on, how long they last, and the record of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple

import msgspec

from noretreat.core.types import NO_NODES, NO_UNITS, CardNumber, NodeMask, SideIndex, UnitMask


class Scope(StrEnum):
    """The duration of an effect. The values are stored in saved games."""

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
OF_ONE_BATTLE: Final = (*OF_A_BATTLE, Scope.HELD)
"""Scopes of effects that belong to it and to no other."""


class Kind(StrEnum):
    """The kind of an effect; `value`, `side`, `units` and `nodes` are those of its record. The values are stored in
    saved games. Each kind has a row in `ROWS`.
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
    FAVOR_HEXES = "favour_hexes"
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
    WAITING = "waiting"
    """It does nothing until the other half of a split stack is attacked (17S): `Effect.waits` is what it does then."""
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


class Subject(StrEnum):
    """What an effect bears on: whoever asks what effects are worth, or whether one does anything, asks by this."""

    DICE = auto()
    """What the dice of a battle do, and nothing else."""
    SECOND_DIE = auto()
    """Which of two dice counts."""
    REROLL = auto()
    """Whether the die is rolled again."""
    ADVANCE = auto()
    """How far the victors advance."""
    RETREAT = auto()
    """How the losers retreat."""
    MOVES = auto()
    """How far units move."""
    ROOM = auto()
    """How many units a hex holds."""
    SUPPLY_LOSSES = auto()
    """Who is lost for lack of supply."""
    ATTACKS_OWED = auto()
    """How many attacks the phasing side has still to make."""
    LATER = auto()
    """Something whose worth depends on what comes later."""


class Row(NamedTuple):
    """What there is to know of a kind of effect beyond what it does."""

    bears_on: Subject
    forces: str = ""
    """The result that the battle gets without a roll."""
    turns: tuple[str, str] | None = None
    """A result of the dice, and the one that it becomes."""
    grows_with_supports: bool = False
    """The more support markers its side has left, the more it is worth."""


def _complete(rows: Mapping[Kind, Row], kinds: Iterable[Kind]) -> Mapping[Kind, Row]:
    """The rows; raises `TypeError` if a kind has none."""
    if missing := [kind.name for kind in kinds if kind not in rows]:
        raise TypeError(f"lasting effects without a row in ROWS: {', '.join(missing)}")
    return rows


ROWS: Final = _complete(
    {
        Kind.ADD_STRENGTH: Row(Subject.DICE),
        Kind.DOUBLE: Row(Subject.DICE),
        Kind.SHIFT: Row(Subject.DICE),
        Kind.SHIFT_ATTACKS_BY: Row(Subject.DICE),
        Kind.SHIFT_ATTACKS_ON: Row(Subject.DICE),
        Kind.FAVOR_HEXES: Row(Subject.DICE),
        Kind.SHOCK_WORTH: Row(Subject.DICE, grows_with_supports=True),
        Kind.ARMOR_WORTH: Row(Subject.DICE),
        Kind.ARMOR_BEATS_ARMOR: Row(Subject.DICE),
        Kind.NO_ARMOR_BONUS: Row(Subject.DICE),
        Kind.NO_RIVER: Row(Subject.DICE),
        Kind.NO_FORT: Row(Subject.LATER),
        Kind.TWO_DICE: Row(Subject.SECOND_DIE),
        Kind.CHOOSE_TABLE: Row(Subject.LATER),
        Kind.REROLL_NE: Row(Subject.REROLL),
        Kind.MAP_DR_TO_EX: Row(Subject.DICE, turns=("DR", "EX")),
        Kind.MAP_NE_TO_EX: Row(Subject.DICE, turns=("NE", "EX")),
        Kind.FORCE_CA: Row(Subject.DICE, forces="CA"),
        Kind.FORCE_DR: Row(Subject.DICE, forces="DR"),
        Kind.FORCE_EX: Row(Subject.DICE, forces="EX"),
        Kind.FORCE_DUEL: Row(Subject.LATER, forces="duel"),
        Kind.FORCE_DUEL_OR_BATTLE: Row(Subject.LATER, forces="duel_or_battle"),
        Kind.EXTRA_LOSS: Row(Subject.LATER),
        Kind.SECOND_HALF: Row(Subject.LATER),
        Kind.RETREAT_IGNORES_ZOC: Row(Subject.RETREAT),
        Kind.ADVANCE_LIMIT: Row(Subject.ADVANCE),
        Kind.ADVANCE_MORE: Row(Subject.ADVANCE),
        Kind.EXTRA_MP: Row(Subject.MOVES),
        Kind.EXTRA_STACK: Row(Subject.ROOM),
        Kind.WAITING: Row(Subject.LATER),
        Kind.CREDIT: Row(Subject.LATER),
        Kind.SAVED: Row(Subject.SUPPLY_LOSSES),
        Kind.OWES_TARGETS: Row(Subject.ATTACKS_OWED),
        Kind.OWES_ATTACKS: Row(Subject.ATTACKS_OWED),
        Kind.OWES_BATTLES: Row(Subject.ATTACKS_OWED),
    },
    Kind,
)
"""A row for each kind; without one, nothing can be imported."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lasting effect of a card, in play order (FX-1)."""

    kind: Kind
    value: int
    card: CardNumber
    side: SideIndex
    expires: Scope
    units: UnitMask = NO_UNITS
    """The units it touches, where it names some."""
    nodes: NodeMask = NO_NODES
    """The hexes it touches, where it names some."""
    price: int = 0
    """Victory points lost if an obligation is not met."""
    waits: Kind | None = None
    """The kind that an effect of the kind `WAITING` will become."""

    @property
    def bears_on(self) -> Subject:
        """The subject of its kind."""
        return ROWS[self.kind].bears_on
