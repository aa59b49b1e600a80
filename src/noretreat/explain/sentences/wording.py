"""The log in words: which sentence an event is told by, and what it names (docs/wire-protocol.md).

The events hold no prose. Every sentence about the course of the game is one of `LOG`, with holes, so that other
languages can say the same (`web/src/i18n/<language>/log.json`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from noretreat.core import events as ev
from noretreat.core.bidding import is_tie
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES
from noretreat.core.names import half_id
from noretreat.core.reasons import Argument
from noretreat.core.records import Outcome
from noretreat.data.facts import Side
from noretreat.explain.sentences.telling import by_faces, fill, formed

LOG: Final[dict[str, str | dict[str, str]]] = {
    "SidesSettled-apart": (
        "Sides by bid: the host wanted the {side:side} side (bid: {mine}), the guest the other one (bid: "
        "{theirs}). Each has the side wanted, without a handicap"
    ),
    "SidesSettled-host": (
        "Sides by bid: both wanted the {side:side} side. The host bid {mine}, the guest {theirs}: the host has it"
    ),
    "SidesSettled-guest": (
        "Sides by bid: both wanted the {side:side} side. The host bid {mine}, the guest {theirs}: the guest has it"
    ),
    "SidesSettled-tie-host": "Sides by bid: both bid {mine} for the {side:side} side. The dice gave it to the host",
    "SidesSettled-tie-guest": "Sides by bid: both bid {mine} for the {side:side} side. The dice gave it to the guest",
    "HandicapGiven-1": "Handicap: the {side:side} side draws one card more each turn",
    "HandicapGiven-2": "Handicap: the {side:side} side draws two cards more each turn",
    "HandicapGiven-3": "Handicap: the {side:side} side draws two cards more each turn, the enemy one fewer",
    "HandicapGiven-4": (
        "Handicap: the {side:side} side draws two cards more each turn, the enemy one fewer; "
        "+1 on the combat dice of the {side:side} side"
    ),
    "HandicapGiven-5": (
        "Handicap: the {side:side} side draws two cards more each turn, the enemy one fewer; "
        "+1 on the combat dice of the {side:side} side, −1 on those of the enemy"
    ),
    "TurnBegan": "Turn {turn}: {months:months} {year}, {weather:weather}",
    "PhaseBegan": "{side:side} {phase:phase}",
    "VictoryPointsCounted": "{side:side} has {points} {points?one=victory point|other=victory points}",
    "VictoryPointsCounted-events": (
        "{side:side} has {points} {points?one=victory point|other=victory points} ({event_points:signed} from events)"
    ),
    "EventPointsChanged": "Event points {change:signed} ({reason:cause}): now {value:signed}",
    "InitiativeShifted": "The initiative passes to the {to:side} side; the Axis high tide was {high_tide}",
    "GameEnded": "{ending:ending}",
    "CardDrawn": "{side:side} draws card {half:card}",
    "CardDrawn-hidden": "{side:side} draws a card",
    "CardDiscarded": "{side:side} discards card {half:card}",
    "CardDiscarded-payment": "{side:side} pays with card {half:card}",
    "CardDiscarded-event": "{side:side}: card {half:card} goes to the discards",
    "CardDiscarded-random": "{side:side} loses card {half:card} at random",
    "CardTaken-discards": "{side:side} takes card {half:card} from the discards into its hand",
    "CardTaken-enemy": "{side:side} takes the enemy's card {half:card} into its hand",
    "CardTaken-hidden": "{side:side} takes a card from the discards into its hand",
    "HandSeen": "{by:side} looks at the {side:side} hand: {halves:card_list}",
    "HandSeen-empty": "{by:side} looks at the {side:side} hand: no cards",
    "HandSeen-hidden": "{by:side} looks at the {side:side} hand",
    "JokerPassed-payment": "{by:side} pays with the Joker; it is now held by the {to:side} side",
    "JokerPassed-event": "{by:side} repeats an event with the Joker; it is now held by the {to:side} side",
    "JokerPassed-redraw": "{by:side} exchanges cards with the Joker; it is now held by the {to:side} side",
    "JokerPassed-turned": "The Joker is flipped; it is now held by the {to:side} side",
    "PaymentVoid": "{side:side}: the payment with card {half:card} is canceled",
    "TakenBack-unit": "{unit:unit}: the purchase is undone",
    "TakenBack-hex": "{hex:place}: the purchase is undone",
    "WeatherChanged": "The weather of turn {turn} becomes {weather:weather}",
    "CityScorched": "{hex:place} is scorched",
    "CityScorched-by": "{by:side} scorches {hex:place}",
    "CityRebuilt": "{hex:place} is rebuilt",
    "CityRebuilt-by": "{by:side} rebuilds {hex:place}",
    "WorksBuilt": "Defensive Works in {hex:place}",
    "WorksBuilt-by": "{by:side} builds Defensive Works in {hex:place}",
    "SuddenDeathCancelled": "The {side:side} Sudden Death check is canceled this turn",
    "ObligationFailed": "{side:side} fell {missing} short of the attacks it had to make",
    "DeckReshuffled": "The deck is shuffled: {cards} {cards?one=card|other=cards}",
    "DeckReshuffled-uncounted": "The deck is shuffled",
    "EventPlayed": "{side:side} plays card {half:card}",
    "EventCancelled": "{by:side} cancels {half:event}",
    "EffectExpired": "{half:event} is over",
    "SupplyChecked": "Unsupplied: {unsupplied:units}",
    "UnitFlipped": "{unit:unit} is flipped",
    "UnitFlipped-improve": "{unit:unit} is improved",
    "UnitFlipped-upgrade": "{unit:unit} is upgraded",
    "UnitFlipped-unfortify": "{unit:unit} is unfortified",
    "UnitFlipped-loss": "{unit:unit} loses a step",
    "UnitFlipped-detach": "{unit:unit} gives up a detachment",
    "UnitPlaced-recover": "{unit:unit} recovers in {to:place}",
    "UnitPlaced-reinforce": "{unit:unit} arrives in {to:place}",
    "UnitPlaced-replace": "{unit:unit} is replaced in {to:place}",
    "UnitPlaced-cadre": "{unit:unit}, what is left of the lost unit, stays in {to:place}",
    "UnitPlaced-reserve": "{unit:unit} returns in {to:place}",
    "UnitPlaced": "{unit:unit} is placed in {to:place}",
    "UnitPlaced-exchange": "{unit:unit} is formed in {to:place}",
    "UnitAvailable": "{unit:unit} is available",
    "UnitReorganized": "{unit:unit} is reorganized",
    "UnitMoved": "{unit:unit}: {path:way}",
    "ControlChanged": "{hex:place} falls to the {side:side} side",
    "UnitEntrained": "{unit:unit} entrains in {frm:place}",
    "UnitDetrained": "{unit:unit} detrains in {to:place}",
    "ReserveMarked": "{unit:unit} is the Strategic Reserve",
    "UnitShattered": "{unit:unit} is shattered",
    "UnitShattered-overstack": "{unit:unit} is shattered (over the stacking limit)",
    "UnitEliminated": "{unit:unit} is eliminated",
    "UnitEliminated-alone": "{unit:unit} is alone in its hex and is eliminated",
    "UnitEliminated-no_room": "{unit:unit} has no room and is eliminated",
    "UnitEliminated-combat": "{unit:unit} is eliminated in combat",
    "UnitEliminated-combat-track": "{unit:unit} is eliminated in combat; it will return",
    "UnitEliminated-combat-removed": "{unit:unit} is eliminated in combat; it is removed from the game",
    "UnitEliminated-retreat": "{unit:unit} cannot retreat and is eliminated",
    "UnitEliminated-retreat-track": "{unit:unit} cannot retreat and is eliminated; it will return",
    "UnitEliminated-retreat-removed": "{unit:unit} cannot retreat and is eliminated; it is removed from the game",
    "UnitEliminated-supply": "{unit:unit} is still cut off and is eliminated",
    "UnitEliminated-supply-track": "{unit:unit} is still cut off and is eliminated; it will return",
    "UnitEliminated-supply-removed": "{unit:unit} is still cut off and is eliminated; it is removed from the game",
    "UnitEliminated-overstack": "{unit:unit} is over the stacking limit and is eliminated",
    "UnitEliminated-overstack-track": "{unit:unit} is over the stacking limit and is eliminated; it will return",
    "UnitEliminated-overstack-removed": (
        "{unit:unit} is over the stacking limit and is eliminated; it is removed from the game"
    ),
    "UnitEliminated-event": "{unit:unit} is eliminated by an event",
    "UnitEliminated-event-track": "{unit:unit} is eliminated by an event; it will return",
    "UnitEliminated-event-removed": "{unit:unit} is eliminated by an event; it is removed from the game",
    "UnitSurrendered": "{unit:unit} surrenders",
    "UnitSurrendered-event": "{unit:unit} surrenders by an event",
    "UnitSurrendered-retreat": "{unit:unit} cannot retreat and surrenders",
    "UnitSurrendered-supply": "{unit:unit} is still cut off and surrenders",
    "TargetDeclared": "Target: {hex:place}",
    "TargetDeclared-by": "{by:side} declares a target: {hex:place}",
    "CounterblowPlaced": "{side:side} places a Counterblow on {hex:place}",
    "CounterblowPlaced-paid": "{side:side} pays for a Counterblow on {hex:place}",
    "CounterblowPlaced-event": "{side:side} Counterblow on {hex:place}, by an event",
    "CounterblowPlaced-result": "{side:side} Counterblow on {hex:place}, by the result of the battle",
    "CounterblowLapsed": "The Counterblow on {hex:place} has no effect",
    "TargetLapsed": "The target {hex:place} can no longer be attacked",
    "BattleBegan": "{attacker:side} attack on {targets:places}: {attackers:units}",
    "Counterattack": "{attacker:side} counterattack on {targets:places}: {attackers:units}",
    "BattleResumed-dice": "Die for {targets:places}",
    "BattleResumed-result": "The result for {targets:places} is applied",
    "SupportCommitted": "{side:side} commits {side:support} support",
    "OddsSet": "Fought at {column}: {attack} to {defense} is {initial}; {shifts:shifts}",
    "OddsSet-plain": "Fought at {column}: {attack} to {defense}, no shifts",
    "DieRolled": "Die: {value}",
    "DieRolled-axis": "Axis die: {value}",
    "DieRolled-soviet": "Soviet die: {value}",
    "ResultFound": "Result {result}: {result:result}",
    "ResultFound-how": "Result {result}: {result:result} ({how:cause})",
    "CounterattackDeclined": "The {side:side} side declines to counterattack",
    "UnitRetreated": "{unit:unit} retreats: {path:way}",
    "UnitAdvanced": "{unit:unit} advances to {to:place}",
    "UnitRemoved": "{unit:unit} is removed from the game",
    "UnitRemoved-calendar": "{unit:unit} is removed from the game by the calendar",
    "UnitRemoved-oil": "{unit:unit} is removed from the game: the Rumanian oil has fallen",
    "UnitRemoved-event": "{unit:unit} is removed from the game by an event",
    "UnitRemoved-exchange": "{unit:unit} is broken up",
    "MarkersCleared": "Markers removed: {units:units}",
    "LocalSupportPlaced": "{side:side} gives {unit:unit} local support",
    "UnitDisorganized": "{unit:unit} is disorganized",
    "UnitDisorganized-paratroops": "{unit:unit} is disorganized by paratroops",
    "TriggerPulled-greater_germany": "Soviet troops enter Greater Germany: consequences on turn {turn}",
    "TriggerPulled-oil": "The Rumanian oil fields fall: consequences on turn {turn}",
    "TriggerPulled-warsaw": "Warsaw falls to the Soviets: consequences on turn {turn}",
    "ExtensionLaid": "The map extension is laid: the whole-map rules now apply",
}
"""Name of a sentence -> the sentence, with holes (`sentences.FORMATS`). The first word is the kind of event."""


class Line(NamedTuple):
    """A line of the log: its sentence, and its arguments."""

    said: str
    """The name of its sentence in `LOG`."""
    args: Mapping[str, Argument]
    """The arguments of its holes beside the fields of the event."""


def describe(
    event: ev.Event, viewer: Side | None = None, faces: Sequence[int] | None = None, by: Side | None = None
) -> str:
    """One log line for an event in English, without anything `viewer` may not know.

    Units are named by the `faces` they show (a state's `face`), without these by their fronts. `by`: the side whose
    action brought the event about.
    """
    event = ev.redacted(event, viewer)
    line = line_of(event, by)
    args = {**msgspec.structs.asdict(event), **line.args}
    where = f"src/noretreat/explain/sentences/wording.py: {line.said}"
    return fill(formed(LOG[line.said], args), args, by_faces(faces) if faces else None, where)


def line_of(event: ev.Event, by: Side | None = None) -> Line:
    """The line of the log for an event that its reader may know; `by`: the side whose action brought it about."""
    teller = _TELLERS.get(type(event))
    line = teller(event) if teller else Line(type(event).__name__, {})
    if by is None or f"{line.said}-by" not in LOG:
        return line
    return Line(f"{line.said}-by", {**line.args, "by": by})


def _case(event: ev.Event, *cases: str, kind: str = "", **args: Argument) -> Line:
    """The sentence of a kind of event in one case of several; where a case has none of its own, the one without it."""
    said = kind or type(event).__name__
    for case in cases:
        said = f"{said}-{case}" if f"{said}-{case}" in LOG else said
    return Line(said, args)


def _other(side: Side) -> Side:
    return SIDES[ENEMY[SIDE_INDEX[side]]]


def _owner(unit: str) -> Side:
    return SIDES[BOARD.units[BOARD.unit_index[unit]].side]


def _half(event: Any) -> dict[str, str]:
    """The half of a card that an event is about."""
    return {"half": half_id(event.card, event.side)}


def _turn(e: ev.TurnBegan) -> Line:
    box = BOARD.calendar[e.turn]
    return Line("TurnBegan", {"months": box.months, "year": box.year})


def _drawn(e: ev.CardDrawn) -> Line:
    return Line("CardDrawn-hidden", {}) if e.card is None else Line("CardDrawn", _half(e))


def _taken(e: ev.CardTaken) -> Line:
    if e.card is None:
        return Line("CardTaken-hidden", {})
    return Line("CardTaken-enemy" if e.frm == "enemy" else "CardTaken-discards", _half(e))


def _hand_seen(e: ev.HandSeen) -> Line:
    """Names the cards to those who may see them."""
    if e.cards is None:
        return Line("HandSeen-hidden", {})
    halves = tuple(half_id(card, e.side) for card in e.cards)
    return Line("HandSeen", {"halves": halves}) if halves else Line("HandSeen-empty", {})


def _eliminated(e: ev.UnitEliminated) -> Line:
    return _case(e, e.why, kind="UnitSurrendered") if e.box == "surrendered" else _case(e, e.why, e.box)


def _settled(e: ev.SidesSettled) -> Line:
    host, guest = e.bids
    told: dict[str, Argument] = {"side": host.side, "mine": host.steps, "theirs": guest.steps}
    if host.side is not guest.side:
        return Line("SidesSettled-apart", told)
    who = "host" if e.host is host.side else "guest"
    return Line(f"SidesSettled-tie-{who}" if is_tie(e.bids) else f"SidesSettled-{who}", told)


_TELLERS: Final[dict[type, Callable[[Any], Line]]] = {
    ev.SidesSettled: _settled,
    ev.HandicapGiven: lambda e: _case(e, str(e.steps)),
    ev.TurnBegan: _turn,
    ev.VictoryPointsCounted: lambda e: _case(e, "events" if e.event_points else ""),
    ev.GameEnded: lambda e: Line("GameEnded", {"ending": Outcome(e.winner, e.reason)}),
    ev.CardDrawn: _drawn,
    ev.CardDiscarded: lambda e: _case(e, e.why, **_half(e)),
    ev.CardTaken: _taken,
    ev.HandSeen: _hand_seen,
    ev.JokerPassed: lambda e: _case(e, e.why, **({} if e.why == "turned" else {"by": _other(e.to)})),
    ev.PaymentVoid: lambda e: Line("PaymentVoid", _half(e)),
    ev.TakenBack: lambda e: _case(e, "unit" if e.unit else "hex"),
    ev.CityScorched: lambda e: Line("CityScorched" if e.scorched else "CityRebuilt", {}),
    ev.DeckReshuffled: lambda e: _case(e, "uncounted" if e.cards is None else ""),
    ev.EventPlayed: lambda e: Line("EventPlayed", _half(e)),
    ev.EventCancelled: lambda e: Line("EventCancelled", {**_half(e), "by": _other(e.side)}),
    ev.EffectExpired: lambda e: Line("EffectExpired", _half(e)),
    ev.UnitFlipped: lambda e: _case(e, e.why),
    ev.UnitPlaced: lambda e: _case(e, e.why),
    ev.UnitShattered: lambda e: _case(e, e.why),
    ev.UnitEliminated: _eliminated,
    ev.CounterblowPlaced: lambda e: _case(e, e.why),
    ev.BattleBegan: lambda e: Line("Counterattack" if e.counterattack else "BattleBegan", {}),
    ev.BattleResumed: lambda e: _case(e, e.stage),
    ev.OddsSet: lambda e: _case(e, "" if e.shifts else "plain"),
    ev.DieRolled: lambda e: _case(e, e.purpose),
    ev.ResultFound: lambda e: _case(e, "" if e.how == "table" else "how"),
    ev.UnitRemoved: lambda e: _case(e, e.why),
    ev.LocalSupportPlaced: lambda e: Line("LocalSupportPlaced", {"side": _owner(e.unit)}),
    ev.UnitDisorganized: lambda e: _case(e, e.why),
    ev.TriggerPulled: lambda e: _case(e, e.trigger),
}
"""Kind of event -> its sentence, where it has several or names more than its fields."""


def hexes_of(event: ev.Event) -> tuple[str, ...]:
    """The map ids an event is about, to highlight them."""
    found: list[str] = []
    for name in ("frm", "hex", "to", "path", "targets"):
        value = getattr(event, name, ())
        found += [value] if isinstance(value, str) else list(value or ())
    return tuple(node for node in dict.fromkeys(found) if node in BOARD.node_of)
