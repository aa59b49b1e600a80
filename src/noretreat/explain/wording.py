"""Prompts and log lines in words, from codes and arguments (docs/wire-protocol.md).

The state and the events hold no prose. Every English sentence about the course of the game is made here, so that other
languages can be made elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from noretreat.core import events as ev
from noretreat.core.actions import Done, Pass
from noretreat.core.board import BOARD, SIDES
from noretreat.core.kernel import Decision
from noretreat.core.names import half_id, half_title, months_name, place_name, unit_name
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.notes import note
from noretreat.explain.sentences import FORMATS, fill
from noretreat.rules.card_phase import DiscardDown
from noretreat.rules.choices import AskForCard, ChooseForCard
from noretreat.rules.combat import markers_left
from noretreat.rules.payment import PayCards
from noretreat.rules.victory import DRAWS, REASONS

PROMPTS: Final = {
    "discard": "Discard {count} more: you may keep {keep}.",
    "pay": "Pay with {count} of your cards.",
    "pay.again": "Pay with {count} of your cards, or take back what was bought.",
    "flip": "Improve and upgrade units, or go on to placement.",
    "place": "Bring units onto the map, or go on.",
    "place.must": "Bring your Shattered units back onto the map: while one can come back, the phase goes on.",
    "reorganize": "Pay a card for each Disorganized unit that shall fight this turn, or go on.",
    "move": "Move your units, or end the phase.",
    "overstack": "Too many units in a hex: choose one that leaves it.",
    "detrain": "Bring units back from the rail box, or end the phase.",
    "detrain_reserve": "The Strategic Reserve may come in now.",
    "reserve": "Mark one unit in the rail box as the Strategic Reserve, or none.",
    "declare": "Declare your targets ({left} markers left), or go on.",
    "counterblow": "Place counterblows on your own hexes for a card each, or go on.",
    "next_battle": "Choose the next battle.",
    "fight_planned": "Choose the battle to fight next.",
    "commit_next": "Choose the battle that gets its supports and cards next.",
    "apply_next": "Choose the battle whose result is applied next.",
    "compose": "Choose the attackers.",
    "support": "Commit a support marker to this battle?",
    "window": "Play an event, or pass.",
    "step_loss": "Choose the unit that loses a step.",
    "cadre": "Put a cadre where the unit was lost?",
    "exile_cadre": "Send the cadre away, or pay a card?",
    "counterattack": "Strike back, or let it pass?",
    "mark_counterblow": "Choose the hex that takes the Counterblow marker.",
    "retreat": "Retreat your units.",
    "advance": "Advance after combat, or stay.",
    "discard_one": "Discard a card of your hand.",
    "free_counterblow": "Place counterblows on your own hexes for nothing, or go on.",
    "rebuild": "Rebuild a scorched city for two cards?",
    "step_back": "Too many units stand in a hex: move one of them back.",
    "event_move": "Move units by the event, or have done.",
    "keep_one": "Discard one of the cards just drawn.",
    "event": "{event:event}: choose what it does.",
    "place_part": "Place the part of the unit you broke up.",
    "local_support": "Put the local support marker on a unit?",
    "paratroops": "Drop the paratroops on an Axis unit?",
    "choose": "Choose.",
    "pick_die": "Pick the die that counts.",
    "pick_duel_die": "Whose die is rolled again?",
    "choose_table": "Choose the combat table for this battle.",
    "take_off_counterblow": "Take Counterblow markers off the enemy, or go on.",
    "join_planned": "Units whose battle is off may join another one.",
    "new_attack": "Choose the target of one more attack.",
    "exchange_cards": "Lay cards aside with the Joker and draw as many, or keep it.",
    "from_box": "Bring a unit from its box straight to the map.",
}
"""Prompt code, after a dot its case -> sentence with holes (`sentences.FORMATS`). `Decision.CODE` names one."""


def prompt_arguments(state: State, frame: Decision) -> dict[str, Any]:
    """The numbers a prompt mentions, and `case` if the question has two sentences."""
    if isinstance(frame, DiscardDown):
        return {"count": state.hands[frame.side].bit_count() - frame.keep, "keep": frame.keep}
    if isinstance(frame, PayCards):
        again = {"case": "again"} if Pass() in state.options else {}
        return {"count": frame.count, **again}
    if isinstance(frame, AskForCard):
        owner = SIDES[frame.owner]
        return {"event": half_id(frame.card, owner), "card": frame.card, "owner": owner.value}
    if isinstance(frame, ChooseForCard):
        return {"card": frame.card, "owner": SIDES[frame.side].value}
    if frame.CODE == "declare":
        return {"left": markers_left(state, state.phasing)}
    if frame.CODE == "place" and Done() not in state.options:
        return {"case": "must"}
    return {}


def prompt(code: str, arguments: dict[str, Any]) -> str:
    """The sentence of a prompt code."""
    case = f"{code}.{arguments['case']}" if "case" in arguments else code
    return fill(PROMPTS.get(case, PROMPTS["choose"]), arguments)


def _side(side: Side | None) -> str:
    return "Nobody" if side is None else FORMATS["side"](side)


def _columns(shifts: tuple[tuple[int, str], ...]) -> str:
    return ", ".join(f"{columns:+d} {code.replace('_', ' ')}" for columns, code in shifts) or "no shifts"


def _cause(code: str) -> str:
    """Why points changed, or where a result comes from: half a card, a note of the calendar, or a plain code."""
    if _HALF.fullmatch(code):
        return half_title(code)
    return note(code) if code.startswith("calendar.") else _CAUSES.get(code, code.replace("_", " "))


_HALF: Final = re.compile(r"\d+-(axis|soviet)")
_CAUSES: Final = {"below_1_3": "below 1:3"}
_WHY: Final = {
    "recover": "recovers at",
    "reinforce": "arrives at",
    "replace": "is rebuilt at",
    "cadre": "takes the place of the lost unit at",
    "reserve": "returns at",
    "event": "is placed at",
    "exchange": "is formed at",
}
_FLIP: Final = {
    "improve": "is improved",
    "upgrade": "is upgraded",
    "unfortify": "leaves its fortifications",
    "loss": "loses a step",
    "detach": "gives up a detachment",
}
_LOST: Final = {
    "combat": "is lost in combat",
    "retreat": "cannot retreat and is lost",
    "supply": "is still cut off and is lost",
    "overstack": "finds no room and is lost",
    "event": "is lost",
    "alone": "stands alone and is lost",
    "no_room": "finds no room and is lost",
}

_SURRENDERS: Final = {
    "retreat": "cannot retreat and surrenders",
    "supply": "is still cut off and surrenders",
    "overstack": "finds no room and surrenders",
    "no_room": "finds no room and surrenders",
}


def describe(event: ev.Event, viewer: Side | None = None) -> str:
    """One log line for an event, without anything `viewer` may not know (events are redacted before)."""
    event = ev.redacted(event, viewer)
    teller = _TELLERS.get(type(event), type(event).__name__)
    return fill(teller, log_arguments(event)) if isinstance(teller, str) else teller(event)


def log_arguments(event: ev.Event) -> dict[str, Any]:
    """The fields of an event for the holes of its sentence; `half` is the half of a card that it is about."""
    fields = msgspec.structs.asdict(event)
    if fields.get("card") is not None and "side" in fields:
        fields["half"] = half_id(fields["card"], fields["side"])
    return fields


def _eliminated(e: ev.UnitEliminated) -> str:
    if e.box == "surrendered":
        return f"{unit_name(e.unit)} {_SURRENDERS.get(e.why, 'surrenders')}"
    where = {"track": "; it will return", "removed": " for good"}.get(e.box, "")
    return f"{unit_name(e.unit)} {_LOST.get(e.why, 'is lost')}{where}"


def _drawn(e: ev.CardDrawn) -> str:
    if e.card is None:
        return f"{_side(e.side)} draws a card"
    return fill("{side:side} draws {half:card}", log_arguments(e))


def _hand_seen(e: ev.HandSeen) -> str:
    """Names the cards to those who may see them."""
    seen = "" if e.cards is None else ": " + (", ".join(str(card) for card in e.cards) or "no cards")
    return f"{_side(e.by)} looks at the {_side(e.side)} hand{seen}"


_JOKER: Final = {
    "payment": "The Joker pays for a card",
    "event": "The Joker repeats an event",
    "redraw": "The Joker exchanges cards",
    "turned": "The Joker is turned over",
}


def _joker_passed(e: ev.JokerPassed) -> str:
    """What the Joker did and which side has it now."""
    return f"{_JOKER[e.why]}; it lies with the {_side(e.to)} side now"


_DISCARDED: Final = {"discard": "discards", "payment": "pays with", "event": "lays aside", "random": "loses"}


def _discarded(e: ev.CardDiscarded) -> str:
    """A discard, which is public: anyone may look through the pile."""
    return fill(f"{{side:side}} {_DISCARDED.get(e.why, 'discards')} {{half:card}}", log_arguments(e))


def _trigger(e: ev.TriggerPulled) -> str:
    what = {
        "greater_germany": "Soviet troops enter Greater Germany",
        "oil": "The Rumanian oil fields fall",
        "warsaw": "Warsaw falls to the Soviets",
    }[e.trigger]
    return f"{what}: consequences on turn {e.turn}"


def _placed(e: ev.UnitPlaced) -> str:
    return f"{unit_name(e.unit)} {_WHY.get(e.why, 'is placed at')} {place_name(e.to)}"


def _began(e: ev.BattleBegan) -> str:
    counterattack = "{attacker:side} counterattack by {attackers:unit_list} on {targets:place_list}"
    sentence = counterattack if e.counterattack else "Battle of {targets:place_list}: {attackers:unit_list}"
    return fill(sentence, log_arguments(e))


def _resumed(e: ev.BattleResumed) -> str:
    sentence = "Die for {targets:place_list}" if e.stage == "dice" else "Result for {targets:place_list} is applied"
    return fill(sentence, log_arguments(e))


def _ended(e: ev.GameEnded) -> str:
    if e.winner is None:
        return f"A draw: {DRAWS[e.reason]}"
    return f"{_side(e.winner)} victory: {REASONS[e.reason]}"


def _result(e: ev.ResultFound) -> str:
    by = "" if e.how == "table" else f" ({_cause(e.how)})"
    return fill("Result {result}: {result:result}", log_arguments(e)) + by


def _odds(e: ev.OddsSet) -> str:
    return f"{e.attack} to {e.defence} is {e.initial}; {_columns(e.shifts)}; rolled on {e.column}"


def _turn(e: ev.TurnBegan) -> str:
    box = BOARD.calendar[e.turn]
    return f"Turn {e.turn}: {months_name(box.months)} {box.year}, {e.weather.replace('_', ' ')}"


_TELLERS: Final[dict[type, str | Callable[[Any], str]]] = {
    ev.TurnBegan: _turn,
    ev.PhaseBegan: "{side:side} {phase:phase}",
    ev.VictoryPointsCounted: lambda e: (
        f"{_side(e.side)} stands at {e.points} victory points"
        + (f" ({e.event_points:+d} of them by events)" if e.event_points else "")
    ),
    ev.EventPointsChanged: lambda e: f"Event points {e.change:+d} ({_cause(e.reason)}): now {e.value:+d}",
    ev.InitiativeShifted: "The initiative passes to the {to:side} side; the Axis high tide was {high_tide}",
    ev.GameEnded: _ended,
    ev.CardDrawn: _drawn,
    ev.CardDiscarded: _discarded,
    ev.CardTaken: lambda e: f"{_side(e.side)} takes {'a card' if e.card is None else e.card} into the hand",
    ev.HandSeen: _hand_seen,
    ev.JokerPassed: _joker_passed,
    ev.PaymentVoid: "The payment with {card} is void",
    ev.TakenBack: lambda e: fill("{unit:unit}: taken back" if e.unit else "{hex:place}: taken back", log_arguments(e)),
    ev.WeatherChanged: "The weather of turn {turn} becomes {weather:weather}",
    ev.CityScorched: lambda e: f"{place_name(e.hex)} is {'burnt down' if e.scorched else 'rebuilt'}",
    ev.WorksBuilt: "Defensive works at {hex:place}",
    ev.SuddenDeathCancelled: "The {side:side} sudden death is called off this time",
    ev.ObligationFailed: "{side:side} made {missing} attacks too few",
    ev.DeckReshuffled: lambda e: "The deck is shuffled" + ("" if e.cards is None else f": {e.cards} cards"),
    ev.EventPlayed: "{side:side} plays {half:event}",
    ev.EventCancelled: "{half:event} is cancelled",
    ev.EffectExpired: "{half:event} is over",
    ev.SupplyChecked: "Out of supply: {unsupplied:unit_list}",
    ev.UnitFlipped: lambda e: f"{unit_name(e.unit)} {_FLIP.get(e.why, 'turns over')}",
    ev.UnitPlaced: _placed,
    ev.UnitAvailable: "{unit:unit} is available",
    ev.UnitReorganized: "{unit:unit} is organised again",
    ev.UnitMoved: "{unit:unit}: {path:way}",
    ev.ControlChanged: "{hex:place} falls to the {side:side} side",
    ev.UnitEntrained: "{unit:unit} entrains at {frm:place}",
    ev.UnitDetrained: "{unit:unit} detrains at {to:place}",
    ev.ReserveMarked: "{unit:unit} is the Strategic Reserve",
    ev.UnitShattered: lambda e: (
        f"{unit_name(e.unit)} is shattered" + (" (overstacked)" if e.why == "overstack" else "")
    ),
    ev.UnitEliminated: _eliminated,
    ev.TargetDeclared: "Target: {hex:place}",
    ev.CounterblowPlaced: "Counterblow marker on {hex:place} ({why})",
    ev.CounterblowLapsed: "The Counterblow at {hex:place} has no effect",
    ev.TargetLapsed: "The target {hex:place} cannot be attacked any more",
    ev.BattleBegan: _began,
    ev.BattleResumed: _resumed,
    ev.SupportCommitted: "{side:support} support committed",
    ev.OddsSet: _odds,
    ev.DieRolled: "Die: {value}",
    ev.ResultFound: _result,
    ev.CounterattackDeclined: "The {side:side} side does not strike back",
    ev.UnitRetreated: "{unit:unit} retreats {path:way}",
    ev.UnitAdvanced: "{unit:unit} advances to {to:place}",
    ev.UnitRemoved: "{unit:unit} leaves the war",
    ev.MarkersCleared: "Back in order: {units:unit_list}",
    ev.LocalSupportPlaced: "Local support for {unit:unit}",
    ev.UnitDisorganized: "{unit:unit} is disorganized",
    ev.TriggerPulled: _trigger,
    ev.ExtensionLaid: "The map extension is laid: the rules of the whole map hold",
}
"""Kind of event -> its sentence with holes (`sentences.FORMATS`), or a function if it has several."""


def hexes_of(event: ev.Event) -> tuple[str, ...]:
    """The map ids an event is about, to highlight them."""
    found: list[str] = []
    for name in ("frm", "hex", "to", "path", "targets"):
        value = getattr(event, name, ())
        found += [value] if isinstance(value, str) else list(value or ())
    return tuple(node for node in dict.fromkeys(found) if node in BOARD.node_of)
