"""Frozen records that a state holds: the battle under way, battles put aside, how the game ended."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from noretreat.core.lasting import Effect
from noretreat.core.sides import NO_SIDE
from noretreat.core.types import NO_NODES, NO_UNIT, NO_UNITS, Node, NodeMask, Place, SideIndex, UnitIndex, UnitMask
from noretreat.data.facts import Side


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round of a battle (13). A counterattack is a new round with the roles swapped."""

    attacker: SideIndex
    attackers: tuple[UnitIndex, ...]
    defenders: tuple[UnitIndex, ...]
    targets: tuple[Node, ...]
    """Nodes attacked in this round."""
    counterblows: NodeMask = NO_NODES
    """The target hexes that bear a Counterblow marker: no terrain there (SHF-1)."""
    paid: NodeMask = NO_NODES
    """Those whose marker was paid for: white-strength units there take no part (CPR-7)."""
    round: int = 0
    voluntary: NodeMask = NO_NODES
    """The Target markers spent on this battle (a CB result may reuse one, RES-3)."""
    supports: int = 0
    forced: str = ""
    """A result set by an event, so that no die is rolled (BAT-6)."""
    column: int = 0
    die: int = 0
    result: str = ""
    retreated: tuple[UnitIndex, ...] = ()
    """Defenders that have retreated, and so are no longer in the hex."""
    advancing: UnitIndex = NO_UNIT
    """The unit that is advancing, the hexes it has advanced, and the units that have finished."""
    advanced: int = 0
    halted: UnitMask = NO_UNITS
    barred: NodeMask = NO_NODES
    """Target hexes that no unit may advance into: the result there was turned into NE or EX (RES-7, RES-8)."""
    aside: tuple[UnitIndex, ...] = ()
    """Units in a target hex that are not attacked in this round, because an event splits the stack."""
    repeated: bool = False
    """An event makes the same units fight again, without new supports and cards."""
    table: SideIndex = NO_SIDE
    """The side whose combat table an event chose; -1: the table of BAT-5."""
    dice: tuple[int, ...] = ()
    """Dice rolled besides the combat die: two to pick from, or the Axis and the Soviet die of a duel."""


class Bought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A purchase of the Organization Phase that is paid at its end (ORG-15), and how its counter was before."""

    kind: str
    """As in `purchases.Purchase`, like what follows."""
    unit: UnitIndex
    place: Place
    face: int
    price: int
    replacing: bool = False
    cadre: UnitIndex = NO_UNIT
    cadre_unsupplied: bool = False
    cadre_disorganized: bool = False
    disorganized: bool = False
    took: bool = False
    fresh: bool = False
    works: bool = False
    unpulled: tuple[int, ...] = ()


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that waits until the others have reached the same stage (SIM-1)."""

    battle: Battle
    effects: tuple[Effect, ...]
    """The cards that belong to this battle."""
    at: str
    """The stage of the round that comes next."""
    there: tuple[UnitIndex, ...]
    """Enemy units in the target hexes when it was set aside; later arrivals take no part."""


class Outcome(NamedTuple):
    """The end of a game: who won, and how."""

    winner: Side | None
    """None for a draw."""
    reason: str
    """A word of `victory.REASONS` or `victory.DRAWS`; where computer players meet, of a `Fault`, too."""

    @property
    def won_by(self) -> str:
        """The winner in a word: `axis`, `soviet` or `draw`."""
        return "draw" if self.winner is None else self.winner.value
