"""The actions of a player (or of chance): one small frozen record per verb, in the words of the glossary.

Units are named by unit id ("G1Pz"), hexes and areas by map id ("1104", "FINLAND"), cards by number.
`to_json` and `from_json` are strict: an unknown verb, an unknown field or a missing one is refused by name.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, TypeAlias, get_args

import msgspec

from noretreat.core.bidding import Bid
from noretreat.core.types import CardNumber
from noretreat.data.check_tools import plain_words
from noretreat.data.facts import Side
from noretreat.data.ids import MapId, UnitId
from noretreat.data.load import UnknownName


class Base(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """Common shape of all actions: compared by value, hashable, tagged with `type` in JSON."""


# --- chance -----------------------------------------------------------------------------------------
class Rolled(Base, frozen=True, tag="Rolled", gc=False):
    """Chance: a die shows `value` (1..6)."""

    value: int


class Dealt(Base, frozen=True, tag="Dealt", gc=False):
    """Chance: the drawing side receives `card` (CRD-3); also a card picked at random from a hand."""

    card: CardNumber


# --- any time ---------------------------------------------------------------------------------------
class Done(Base, frozen=True, tag="Done", gc=False):
    """End the current segment, or the phase."""


class Pass(Base, frozen=True, tag="Pass", gc=False):
    """Decline: play no card in this window, commit no support, choose none of the options."""


class Defer(Base, frozen=True, tag="Defer", gc=False):
    """Let the other side play its events in this window first (SEQ-4, D-25)."""


class Resign(Base, frozen=True, tag="Resign", gc=False):
    """Resign the game (WIN-8). Never listed by `legal_actions`, always accepted from a player."""

    side: Side


class Conclude(Base, frozen=True, tag="Conclude", gc=False, omit_defaults=True):
    """End the game outside the rules: in a draw that both players agreed on, because `loser` has run out of time, or,
    `stopped`, by the host of the server, without a winner.

    Never listed by `legal_actions` and never accepted from a player: whoever runs the game plays it.
    """

    loser: Side | None = None
    stopped: bool = False


class SettleSides(Base, frozen=True, tag="SettleSides", gc=False):
    """Settle who plays which side, by the bids of the host, who made the game, and of the guest (15.11).

    The first action of such a game, never listed by `legal_actions` and never accepted from a player: whoever runs the
    game plays it. Where the bids are equal, chance picks the side of the host.
    """

    host: Side
    bids: tuple[Bid, Bid]


# --- cards (5) --------------------------------------------------------------------------------------
class Discard(Base, frozen=True, tag="Discard", gc=False):
    """Discard a card from the hand (CRD-1, CRD-15)."""

    card: CardNumber


class PayCard(Base, frozen=True, tag="PayCard", gc=False):
    """Discard a card as payment for what was just chosen (CRD-6)."""

    card: CardNumber


class PlayEvent(Base, frozen=True, tag="PlayEvent", gc=False):
    """Play the event on the side's own half of a card (CRD-6a); `mode` picks one of its alternatives."""

    card: CardNumber
    mode: str = ""


class ChooseCard(Base, frozen=True, tag="ChooseCard", gc=False):
    """Pick a card for an effect (keep, retrieve, discard)."""

    card: CardNumber


class ChooseUnit(Base, frozen=True, tag="ChooseUnit", gc=False):
    """Pick a unit for an effect."""

    unit: UnitId


class ChooseHex(Base, frozen=True, tag="ChooseHex", gc=False):
    """Pick a hex for an effect."""

    hex: MapId


class ChooseOption(Base, frozen=True, tag="ChooseOption", gc=False):
    """Pick a named alternative of an effect."""

    option: str


# --- organization (7) -------------------------------------------------------------------------------
class ImproveUnit(Base, frozen=True, tag="ImproveUnit", gc=False):
    """Flip a reduced unit to its full-strength face for cards (ORG-2); also Regional to Fort (ORG-5)."""

    unit: UnitId


class UpgradeUnit(Base, frozen=True, tag="UpgradeUnit", gc=False):
    """Flip a Soviet unit with a free upgrade (ORG-3)."""

    unit: UnitId


class UnfortifyUnit(Base, frozen=True, tag="UnfortifyUnit", gc=False):
    """Flip a Fort to its Regional face (ORG-6)."""

    unit: UnitId


class PlaceUnit(Base, frozen=True, tag="PlaceUnit", gc=False):
    """Place a recovering unit or a reinforcement, which costs nothing (ORG-8)."""

    unit: UnitId
    to: MapId


class ReplaceUnit(Base, frozen=True, tag="ReplaceUnit", gc=False):
    """Replace a destroyed or surrendered unit for cards (ORG-8)."""

    unit: UnitId
    to: MapId


class ExchangeUnit(Base, frozen=True, tag="ExchangeUnit", gc=False):
    """Break up an army into detachments, or a front into fortified ones (15.1, 15.2); these are placed next."""

    unit: UnitId


class ReorganizeUnit(Base, frozen=True, tag="ReorganizeUnit", gc=False):
    """Pay a card to remove a Disorganized marker (ORG-13)."""

    unit: UnitId


# --- movement and rail (8, 9) -----------------------------------------------------------------------
class MoveUnit(Base, frozen=True, tag="MoveUnit", gc=False):
    """Move a unit to a hex by the cheapest route; it may move on with the points it has left (MOV-1)."""

    unit: UnitId
    to: MapId


class LayExtension(Base, frozen=True, tag="LayExtension", gc=False):
    """Lay the map extension early (C-54)."""


class EntrainUnit(Base, frozen=True, tag="EntrainUnit", gc=False):
    """Entrain a unit: move it to the rail box (RAIL-1)."""

    unit: UnitId


class DetrainUnit(Base, frozen=True, tag="DetrainUnit", gc=False):
    """Detrain a unit: place it on the map from the rail box (DET-1)."""

    unit: UnitId
    to: MapId


class MarkReserve(Base, frozen=True, tag="MarkReserve", gc=False):
    """Mark a boxed unit as the Soviet Strategic Reserve (RAIL-4)."""

    unit: UnitId


class ShatterUnit(Base, frozen=True, tag="ShatterUnit", gc=False):
    """Shatter a surplus unit of an overstacked hex (STK-3)."""

    unit: UnitId


# --- combat (10) ------------------------------------------------------------------------------------
class DeclareTarget(Base, frozen=True, tag="DeclareTarget", gc=False):
    """Mark an enemy hex for a voluntary attack (CPR-3)."""

    hex: MapId


class PlaceCounterblow(Base, frozen=True, tag="PlaceCounterblow", gc=False):
    """Mark a friendly hex that the phasing side must attack (CPR-4)."""

    hex: MapId


class BeginBattle(Base, frozen=True, tag="BeginBattle", gc=False):
    """Start putting together the battle for a marked hex (CPR-8)."""

    hex: MapId


class AddTarget(Base, frozen=True, tag="AddTarget", gc=False):
    """Add another marked hex to the battle being put together (CPR-6)."""

    hex: MapId


class AssignAttacker(Base, frozen=True, tag="AssignAttacker", gc=False):
    """Add an attacker to the battle being put together (CPR-5)."""

    unit: UnitId


class CommitSupport(Base, frozen=True, tag="CommitSupport", gc=False):
    """Spend a Blitz or Shock marker on this battle (BAT-2)."""


class Counterattack(Base, frozen=True, tag="Counterattack", gc=False):
    """Answer a CA result with a counterattack (RES-2)."""


class MarkCounterblow(Base, frozen=True, tag="MarkCounterblow", gc=False):
    """Choose the phasing hex that takes the marker of a CB result (RES-3)."""

    hex: MapId


class LoseStep(Base, frozen=True, tag="LoseStep", gc=False):
    """Choose the unit that loses a step (STP-1)."""

    unit: UnitId


class PlaceCadre(Base, frozen=True, tag="PlaceCadre", gc=False):
    """Put an available cadre where a unit was just lost (CAD-3)."""

    unit: UnitId


class RetreatUnit(Base, frozen=True, tag="RetreatUnit", gc=False):
    """Retreat a unit along `path`: two hexes, or one area (RET-1, RET-5)."""

    unit: UnitId
    path: tuple[MapId, ...]


class AdvanceUnit(Base, frozen=True, tag="AdvanceUnit", gc=False):
    """Advance a victorious unit by one hex; it may advance further where 10.8 allows it (ADV-1)."""

    unit: UnitId
    to: MapId


Action: TypeAlias = (
    Rolled
    | Dealt
    | Done
    | Pass
    | Defer
    | Resign
    | Conclude
    | Discard
    | PayCard
    | PlayEvent
    | ChooseCard
    | ChooseUnit
    | ChooseHex
    | ChooseOption
    | ImproveUnit
    | UpgradeUnit
    | UnfortifyUnit
    | PlaceUnit
    | ReplaceUnit
    | ExchangeUnit
    | ReorganizeUnit
    | MoveUnit
    | LayExtension
    | EntrainUnit
    | DetrainUnit
    | MarkReserve
    | ShatterUnit
    | DeclareTarget
    | PlaceCounterblow
    | BeginBattle
    | AddTarget
    | AssignAttacker
    | CommitSupport
    | Counterattack
    | MarkCounterblow
    | LoseStep
    | PlaceCadre
    | RetreatUnit
    | AdvanceUnit
    | SettleSides
)

CHANCE_ACTIONS = (Rolled, Dealt)


def to_json(action: Action) -> dict[str, object]:
    """The action as plain data with its `type`, ready for JSON; raises `TypeError` for what is no action."""
    if not isinstance(action, Base):
        raise TypeError(f"{action!r:.60} is no action: legal_actions(state) has some")
    data: dict[str, object] = msgspec.to_builtins(action)
    return data


def from_json(data: object) -> Action:
    """The action that plain data describes; raises `ValueError` naming what is wrong, `UnknownName` for its type."""
    verb = data.get("type") if isinstance(data, dict) else None
    if isinstance(verb, str) and verb not in _VERBS:
        near = get_close_matches(verb, _VERBS, 1)
        raise UnknownName(f"there is no action {verb!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    if not isinstance(data, dict) or verb is None:
        raise ValueError(f"this is no action: {data!r:.80}; one is written {{'type': 'Done'}}")
    try:
        return msgspec.convert(data, Action)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        field = place.partition("[")[0].rstrip("`")
        raise ValueError(f"{verb}: {plain_words(message, (field or str(verb),))}") from None


_VERBS: Final = frozenset(kind.__name__ for kind in get_args(Action))
