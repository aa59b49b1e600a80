"""The events of a game: one small frozen record per kind, named in the past tense.

Events are derived from play and never its source of truth: they feed the log, the animation and the statistics.
`secret_to` names the side that may not see the hidden field; `redacted` gives the copy for that side.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from noretreat.core.bidding import Bid
from noretreat.core.types import CardNumber
from noretreat.data.facts import Phase, Side, Weather
from noretreat.data.ids import MapId, PlaceId, UnitId


class Base(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """Common shape of all events: plain values, tagged with `type` in JSON."""


class SidesSettled(Base, frozen=True, tag="SidesSettled", gc=False):
    """The host plays the side `host`, by the bids of host and guest (15.11)."""

    host: Side
    bids: tuple[Bid, Bid]


class HandicapGiven(Base, frozen=True, tag="HandicapGiven", gc=False):
    """A side is given this many steps of handicap by the other one (15.11)."""

    side: Side
    steps: int


class TurnBegan(Base, frozen=True, tag="TurnBegan", gc=False):
    """A game turn opens (HK-1)."""

    turn: int
    weather: Weather


class PhaseBegan(Base, frozen=True, tag="PhaseBegan", gc=False):
    """A phase of a player turn opens (SEQ-1)."""

    side: Side
    phase: Phase


class VictoryPointsCounted(Base, frozen=True, tag="VictoryPointsCounted", gc=False):
    """The recount of the Victory Phase (VIC-2)."""

    side: Side
    points: int
    event_points: int


class EventPointsChanged(Base, frozen=True, tag="EventPointsChanged", gc=False):
    """The event marker moved by `change`, from the point of view of the side with the initiative (VIC-3).

    `reason` is a code (surrender, ss_return), half a card ("30-axis") or a note of the calendar ("calendar.4.west").
    """

    change: int
    value: int
    reason: str


class InitiativeShifted(Base, frozen=True, tag="InitiativeShifted", gc=False):
    """The strategic initiative passes (VIC-7)."""

    to: Side
    high_tide: int


class GameEnded(Base, frozen=True, tag="GameEnded", gc=False):
    """The game is over: the winner and the reason (WIN)."""

    winner: Side | None
    reason: str


class CardDrawn(Base, frozen=True, tag="CardDrawn", gc=False):
    """A card was drawn (CRD-3); `card` is None for a side that may not see it."""

    side: Side
    card: CardNumber | None


class CardDiscarded(Base, frozen=True, tag="CardDiscarded", gc=False):
    """A card was discarded; `why` is discard, payment, event or random."""

    side: Side
    card: CardNumber
    why: str


class CardTaken(Base, frozen=True, tag="CardTaken", gc=False):
    """A side took a card other than by drawing it: from `top`, `search` (a search of the discards) or `enemy`.

    `card` is None for those who may not see it; only the result of a search is hidden.
    """

    side: Side
    card: CardNumber | None
    frm: str


class HandSeen(Base, frozen=True, tag="HandSeen", gc=False):
    """Side `by` looked at the hand of `side`; `cards` is None for everyone else."""

    side: Side
    by: Side
    cards: tuple[CardNumber, ...] | None


class JokerPassed(Base, frozen=True, tag="JokerPassed", gc=False):
    """The Joker was flipped and passed to the side `to` (15.7); `why`: payment, event, redraw or turned."""

    to: Side
    why: str


class PaymentVoid(Base, frozen=True, tag="PaymentVoid", gc=False):
    """A payment was cancelled: the price is still owed (5.3)."""

    side: Side
    card: CardNumber


class TakenBack(Base, frozen=True, tag="TakenBack", gc=False):
    """A purchase was cancelled or given up: the unit or hex is as it was before."""

    unit: UnitId | None
    hex: MapId | None


class WeatherChanged(Base, frozen=True, tag="WeatherChanged", gc=False):
    """A card changed the weather of a turn (WEA-6)."""

    turn: int
    weather: Weather


class CityScorched(Base, frozen=True, tag="CityScorched", gc=False):
    """A city was scorched or rebuilt; a scorched city counts as marsh (07S)."""

    hex: MapId
    scorched: bool


class WorksBuilt(Base, frozen=True, tag="WorksBuilt", gc=False):
    """Defensive Works were built in a hex (41A)."""

    hex: MapId


class SuddenDeathCancelled(Base, frozen=True, tag="SuddenDeathCancelled", gc=False):
    """The Sudden Death check of `side` was cancelled (09S, 40A)."""

    side: Side


class ObligationFailed(Base, frozen=True, tag="ObligationFailed", gc=False):
    """A side made fewer attacks than a card obliged it to make."""

    side: Side
    card: CardNumber
    missing: int


class DeckReshuffled(Base, frozen=True, tag="DeckReshuffled", gc=False):
    """The discards were shuffled into a new draw pile (CRD-3); `cards` is None where the rule set hides the size of
    piles (CRD-10).
    """

    cards: int | None


class EventPlayed(Base, frozen=True, tag="EventPlayed", gc=False):
    """A side announced the event of a card, which can still be cancelled (5.3)."""

    side: Side
    card: CardNumber
    mode: str = ""


class EventCancelled(Base, frozen=True, tag="EventCancelled", gc=False):
    """The event of a card was cancelled and does nothing."""

    side: Side
    card: CardNumber


class EffectExpired(Base, frozen=True, tag="EffectExpired", gc=False):
    """A lasting effect of the card that `side` played is over."""

    side: Side
    card: CardNumber


class SupplyChecked(Base, frozen=True, tag="SupplyChecked", gc=False):
    """The supply check of a player turn marked these units of `side` (SUP-1)."""

    side: Side
    unsupplied: tuple[UnitId, ...]


class UnitFlipped(Base, frozen=True, tag="UnitFlipped", gc=False):
    """A counter was flipped to `face` (0 front, 1 back); `why` is improve, upgrade, unfortify, loss."""

    unit: UnitId
    face: int
    why: str


class UnitPlaced(Base, frozen=True, tag="UnitPlaced", gc=False):
    """A unit was placed on the map; `why` is recover, reinforce, replace, cadre, reserve, event, exchange."""

    unit: UnitId
    to: MapId
    why: str


class UnitAvailable(Base, frozen=True, tag="UnitAvailable", gc=False):
    """A reinforcement or returning unit is now available for placement (ORG-8, ORG-11)."""

    unit: UnitId
    box: str


class UnitReorganized(Base, frozen=True, tag="UnitReorganized", gc=False):
    """A Disorganized marker was removed for a card (ORG-13)."""

    unit: UnitId


class UnitMoved(Base, frozen=True, tag="UnitMoved", gc=False):
    """A unit moved along `path` (start first)."""

    unit: UnitId
    path: tuple[MapId, ...]
    cost: int


class ControlChanged(Base, frozen=True, tag="ControlChanged", gc=False):
    """A city, oil field or area changed hands (MAP-4)."""

    hex: MapId
    side: Side


class UnitEntrained(Base, frozen=True, tag="UnitEntrained", gc=False):
    """A unit entrained: it moved to the rail box (RAIL-1)."""

    unit: UnitId
    frm: MapId


class UnitDetrained(Base, frozen=True, tag="UnitDetrained", gc=False):
    """A unit detrained (DET-1)."""

    unit: UnitId
    to: MapId


class ReserveMarked(Base, frozen=True, tag="ReserveMarked", gc=False):
    """A boxed unit became the Strategic Reserve (RAIL-4)."""

    unit: UnitId


class UnitShattered(Base, frozen=True, tag="UnitShattered", gc=False):
    """A unit was moved to the Shattered box; `why` is combat or overstack."""

    unit: UnitId
    frm: PlaceId
    why: str


class UnitEliminated(Base, frozen=True, tag="UnitEliminated", gc=False):
    """A unit was eliminated and moved to `box` (STP-2); `why` is combat, retreat, supply, overstack, event."""

    unit: UnitId
    frm: PlaceId
    box: str
    why: str


class TargetDeclared(Base, frozen=True, tag="TargetDeclared", gc=False):
    """A Target marker was put on an enemy hex (CPR-3)."""

    hex: MapId


class CounterblowPlaced(Base, frozen=True, tag="CounterblowPlaced", gc=False):
    """A Counterblow marker was put on a hex; `why` is paid, event or result."""

    side: Side
    hex: MapId
    why: str


class CounterblowLapsed(Base, frozen=True, tag="CounterblowLapsed", gc=False):
    """A Counterblow marker was removed: no unit can answer it, or its hex is empty (CPR-2, C-62)."""

    hex: MapId


class TargetLapsed(Base, frozen=True, tag="TargetLapsed", gc=False):
    """A Target marker was removed: its hex can no longer be attacked (BAT-8, C-24)."""

    hex: MapId


class BattleBegan(Base, frozen=True, tag="BattleBegan", gc=False):
    """A battle round began; a counterattack is a round with the roles swapped (RES-2)."""

    attacker: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[MapId, ...]
    counterattack: bool


class BattleResumed(Base, frozen=True, tag="BattleResumed", gc=False):
    """One of several simultaneous battles was resumed for its `stage`: dice or result (SIM-1)."""

    targets: tuple[MapId, ...]
    stage: str


class SupportCommitted(Base, frozen=True, tag="SupportCommitted", gc=False):
    """A Blitz or Shock marker was spent (BAT-2)."""

    side: Side


class OddsSet(Base, frozen=True, tag="OddsSet", gc=False):
    """The final odds of a round were determined (BAT-4); `shifts` are (columns, code) pairs."""

    attack: int
    defense: int
    initial: str
    shifts: tuple[tuple[int, str], ...]
    column: str


class DieRolled(Base, frozen=True, tag="DieRolled", gc=False):
    """A die was rolled for combat or an event."""

    value: int
    purpose: str


class ResultFound(Base, frozen=True, tag="ResultFound", gc=False):
    """The combat result that will be applied (BAT-6), by the `table`, the odds (below_1_3) or half a card (12-axis)."""

    result: str
    how: str = "table"


class CounterattackDeclined(Base, frozen=True, tag="CounterattackDeclined", gc=False):
    """The defender declined a counterattack (RES-2)."""

    side: Side


class UnitRetreated(Base, frozen=True, tag="UnitRetreated", gc=False):
    """A unit retreated along `path` (start first)."""

    unit: UnitId
    path: tuple[MapId, ...]


class UnitAdvanced(Base, frozen=True, tag="UnitAdvanced", gc=False):
    """A unit advanced after combat by one hex."""

    unit: UnitId
    frm: MapId
    to: MapId


class UnitRemoved(Base, frozen=True, tag="UnitRemoved", gc=False):
    """A unit was removed from the game; `why` is calendar, oil, event, exchange."""

    unit: UnitId
    why: str


class MarkersCleared(Base, frozen=True, tag="MarkersCleared", gc=False):
    """The Unsupplied and Disorganized markers of these units were removed (REM-2)."""

    units: tuple[UnitId, ...]


class LocalSupportPlaced(Base, frozen=True, tag="LocalSupportPlaced", gc=False):
    """A side placed its local support marker on this unit (15.3)."""

    unit: UnitId


class UnitDisorganized(Base, frozen=True, tag="UnitDisorganized", gc=False):
    """A unit was disorganized; `why` is paratroops or event."""

    unit: UnitId
    why: str


class TriggerPulled(Base, frozen=True, tag="TriggerPulled", gc=False):
    """A once-only trigger happened: greater_germany, oil or warsaw (13.5, EVT)."""

    trigger: str
    turn: int


class ExtensionLaid(Base, frozen=True, tag="ExtensionLaid", gc=False):
    """The map extension was laid: the rules of the whole map now apply (C-54)."""

    turn: int


Event: TypeAlias = (
    TurnBegan
    | PhaseBegan
    | VictoryPointsCounted
    | EventPointsChanged
    | InitiativeShifted
    | GameEnded
    | CardDrawn
    | CardDiscarded
    | CardTaken
    | HandSeen
    | JokerPassed
    | PaymentVoid
    | TakenBack
    | WeatherChanged
    | CityScorched
    | WorksBuilt
    | SuddenDeathCancelled
    | ObligationFailed
    | DeckReshuffled
    | EventPlayed
    | EventCancelled
    | EffectExpired
    | SupplyChecked
    | UnitFlipped
    | UnitPlaced
    | UnitAvailable
    | UnitReorganized
    | UnitMoved
    | ControlChanged
    | UnitEntrained
    | UnitDetrained
    | ReserveMarked
    | UnitShattered
    | UnitEliminated
    | TargetDeclared
    | CounterblowPlaced
    | CounterblowLapsed
    | TargetLapsed
    | BattleBegan
    | BattleResumed
    | SupportCommitted
    | OddsSet
    | DieRolled
    | ResultFound
    | CounterattackDeclined
    | UnitRetreated
    | UnitAdvanced
    | UnitRemoved
    | MarkersCleared
    | LocalSupportPlaced
    | UnitDisorganized
    | TriggerPulled
    | ExtensionLaid
    | SidesSettled
    | HandicapGiven
)


def redacted(event: Event, viewer: Side | None) -> Event:
    """The event as `viewer` (None: a spectator) may see it, without what only another side saw."""
    if isinstance(event, CardDrawn) and event.side is not viewer:
        return CardDrawn(event.side, None)
    if isinstance(event, CardTaken) and event.frm == "search" and event.side is not viewer:
        return CardTaken(event.side, None, event.frm)
    if isinstance(event, HandSeen) and viewer not in (event.side, event.by):
        return HandSeen(event.side, event.by, None)
    return event
