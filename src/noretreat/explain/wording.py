"""Words for the reader: prompts and log lines, from codes and arguments (docs/wire-protocol.md).

The state and the events hold no prose. Every sentence a player reads about the course of the game is made
here, so that it can be made in another language elsewhere.
"""

from __future__ import annotations

from typing import Any, Final

from noretreat.core import events as ev
from noretreat.core.actions import Done, Pass
from noretreat.core.board import BOARD, SIDE_INDEX, SIDES
from noretreat.core.kernel import Decision
from noretreat.core.names import PHASE_NAMES, RESULT_NAMES, SIDE_NAMES, card_title, place_name, unit_name
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.rules.card_phase import DiscardDown
from noretreat.rules.choices import AskForCard, ChooseForCard
from noretreat.rules.combat import markers_left
from noretreat.rules.payment import PayCards
from noretreat.rules.victory import DRAWS, REASONS
from noretreat.rules.windows import title_of

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
    "event": "{title}: choose what it does.",
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
"""Prompt code, after a dot the case of it -> sentence. `Decision.CODE` names one of them."""


def prompt_arguments(state: State, frame: Decision) -> dict[str, Any]:
    """The numbers a prompt mentions; `case` where one question has two sentences."""
    if isinstance(frame, DiscardDown):
        return {"count": state.hands[frame.side].bit_count() - frame.keep, "keep": frame.keep}
    if isinstance(frame, PayCards):
        again = {"case": "again"} if Pass() in state.options else {}
        return {"count": frame.count, **again}
    if isinstance(frame, AskForCard):
        return {"title": title_of(frame.card, frame.owner), "card": frame.card, "owner": SIDES[frame.owner].value}
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
    return PROMPTS.get(case, PROMPTS["choose"]).format(**arguments)


def _names(ids: tuple[str, ...]) -> str:
    return ", ".join(unit_name(unit) for unit in ids)


def _side(side: Side | None) -> str:
    return "Nobody" if side is None else SIDE_NAMES[SIDE_INDEX[side]]


def _columns(shifts: tuple[tuple[int, str], ...]) -> str:
    return ", ".join(f"{columns:+d} {code.replace('_', ' ')}" for columns, code in shifts) or "no shifts"


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
    teller = _TELLERS.get(type(event))
    return teller(event) if teller else type(event).__name__


def _eliminated(e: ev.UnitEliminated) -> str:
    if e.box == "surrendered":
        return f"{unit_name(e.unit)} {_SURRENDERS.get(e.why, 'surrenders')}"
    where = {"track": "; it will return", "removed": " for good"}.get(e.box, "")
    return f"{unit_name(e.unit)} {_LOST.get(e.why, 'is lost')}{where}"


def _drawn(e: ev.CardDrawn) -> str:
    if e.card is None:
        return f"{_side(e.side)} draws a card"
    return f"{_side(e.side)} draws {e.card}, {card_title(e.side, e.card)}"


def _hand_seen(e: ev.HandSeen) -> str:
    """The cards are named to those who may know them."""
    seen = "" if e.cards is None else ": " + (", ".join(str(card) for card in e.cards) or "no cards")
    return f"{_side(e.by)} looks at the {_side(e.side)} hand{seen}"


_JOKER: Final = {
    "payment": "The Joker pays for a card",
    "event": "The Joker repeats an event",
    "redraw": "The Joker exchanges cards",
    "turned": "The Joker is turned over",
}


def _joker_passed(e: ev.JokerPassed) -> str:
    """What it did and who has it now."""
    return f"{_JOKER[e.why]}; it lies with the {_side(e.to)} side now"


_DISCARDED: Final = {"discard": "discards", "payment": "pays with", "event": "lays aside", "random": "loses"}


def _discarded(e: ev.CardDiscarded) -> str:
    """Discards are public: the pile can be leafed through."""
    return f"{_side(e.side)} {_DISCARDED.get(e.why, 'discards')} {e.card}, {card_title(e.side, e.card)}"


def _trigger(e: ev.TriggerPulled) -> str:
    what = {
        "greater_germany": "Soviet troops enter Greater Germany",
        "oil": "The Rumanian oil fields fall",
        "warsaw": "Warsaw falls to the Soviets",
    }[e.trigger]
    return f"{what}: consequences on turn {e.turn}"


def _placed(e: ev.UnitPlaced) -> str:
    return f"{unit_name(e.unit)} {_WHY.get(e.why, 'is placed at')} {place_name(e.to)}"


def _way(path: tuple[str, ...]) -> str:
    """The hexes of a way by their numbers alone; an area by its name."""
    return " - ".join(node if node.isdigit() else place_name(node) for node in path)


def _moved(e: ev.UnitMoved) -> str:
    return f"{unit_name(e.unit)}: {_way(e.path)}"


def _began(e: ev.BattleBegan) -> str:
    places = ", ".join(place_name(node) for node in e.targets)
    if e.counterattack:
        return f"{_side(e.attacker)} counterattack by {_names(e.attackers)} on {places}"
    return f"Battle of {places}: {_names(e.attackers)}"


def _resumed(e: ev.BattleResumed) -> str:
    places = ", ".join(place_name(node) for node in e.targets)
    return f"Die for {places}" if e.stage == "dice" else f"Result for {places} is applied"


def _ended(e: ev.GameEnded) -> str:
    if e.winner is None:
        return f"A draw: {DRAWS[e.reason]}"
    return f"{_side(e.winner)} victory: {REASONS[e.reason]}"


def _result(e: ev.ResultFound) -> str:
    by = "" if e.how == "table" else f" ({e.how})"
    return f"Result {e.result}: {RESULT_NAMES[e.result]}{by}"


def _counterblow(e: ev.CounterblowPlaced) -> str:
    return f"Counterblow marker on {place_name(e.hex)} ({e.why})"


def _odds(e: ev.OddsSet) -> str:
    return f"{e.attack} to {e.defence} is {e.initial}; {_columns(e.shifts)}; rolled on {e.column}"


_TELLERS: Final[dict[type, Any]] = {
    ev.TurnBegan: lambda e: (
        f"Turn {e.turn}: {BOARD.calendar[e.turn].months} {BOARD.calendar[e.turn].year}, {e.weather.replace('_', ' ')}"
    ),
    ev.PhaseBegan: lambda e: f"{_side(e.side)} {PHASE_NAMES.get(e.phase, e.phase)}",
    ev.VictoryPointsCounted: lambda e: (
        f"{_side(e.side)} stands at {e.points} victory points"
        + (f" ({e.event_points:+d} of them by events)" if e.event_points else "")
    ),
    ev.EventPointsChanged: lambda e: f"Event points {e.change:+d} ({e.reason.replace('_', ' ')}): now {e.value:+d}",
    ev.InitiativeShifted: lambda e: (
        f"The initiative passes to the {_side(e.to)} side; the Axis high tide was {e.high_tide}"
    ),
    ev.GameEnded: _ended,
    ev.CardDrawn: _drawn,
    ev.CardDiscarded: _discarded,
    ev.CardTaken: lambda e: f"{_side(e.side)} takes {'a card' if e.card is None else e.card} into the hand",
    ev.HandSeen: _hand_seen,
    ev.JokerPassed: _joker_passed,
    ev.PaymentVoid: lambda e: f"The payment with {e.card} is void",
    ev.TakenBack: lambda e: f"{unit_name(e.unit) if e.unit else place_name(e.hex)}: taken back",
    ev.WeatherChanged: lambda e: f"The weather of turn {e.turn} becomes {e.weather.replace('_', ' ')}",
    ev.CityScorched: lambda e: f"{place_name(e.hex)} is {'burnt down' if e.scorched else 'rebuilt'}",
    ev.WorksBuilt: lambda e: f"Defensive works at {place_name(e.hex)}",
    ev.SuddenDeathCancelled: lambda e: f"The {_side(e.side)} sudden death is called off this time",
    ev.ObligationFailed: lambda e: f"{_side(e.side)} made {e.missing} attacks too few",
    ev.DeckReshuffled: lambda e: "The deck is shuffled" + ("" if e.cards is None else f": {e.cards} cards"),
    ev.EventPlayed: lambda e: f"{_side(e.side)} plays {e.title}",
    ev.EventCancelled: lambda e: f"{e.title} is cancelled",
    ev.EffectExpired: lambda e: f"{e.title} is over",
    ev.SupplyChecked: lambda e: f"Out of supply: {_names(e.unsupplied)}",
    ev.UnitFlipped: lambda e: f"{unit_name(e.unit)} {_FLIP.get(e.why, 'turns over')}",
    ev.UnitPlaced: _placed,
    ev.UnitAvailable: lambda e: f"{unit_name(e.unit)} is available",
    ev.UnitReorganized: lambda e: f"{unit_name(e.unit)} is organised again",
    ev.UnitMoved: _moved,
    ev.ControlChanged: lambda e: f"{place_name(e.hex)} falls to the {_side(e.side)} side",
    ev.UnitEntrained: lambda e: f"{unit_name(e.unit)} entrains at {place_name(e.frm)}",
    ev.UnitDetrained: lambda e: f"{unit_name(e.unit)} detrains at {place_name(e.to)}",
    ev.ReserveMarked: lambda e: f"{unit_name(e.unit)} is the Strategic Reserve",
    ev.UnitShattered: lambda e: (
        f"{unit_name(e.unit)} is shattered" + (" (overstacked)" if e.why == "overstack" else "")
    ),
    ev.UnitEliminated: _eliminated,
    ev.TargetDeclared: lambda e: f"Target: {place_name(e.hex)}",
    ev.CounterblowPlaced: _counterblow,
    ev.CounterblowLapsed: lambda e: f"The Counterblow at {place_name(e.hex)} has no effect",
    ev.TargetLapsed: lambda e: f"The target {place_name(e.hex)} cannot be attacked any more",
    ev.BattleBegan: _began,
    ev.BattleResumed: _resumed,
    ev.SupportCommitted: lambda e: f"{'Blitz' if e.side is Side.AXIS else 'Shock'} support committed",
    ev.OddsSet: _odds,
    ev.DieRolled: lambda e: f"Die: {e.value}",
    ev.ResultFound: _result,
    ev.CounterattackDeclined: lambda e: f"The {_side(e.side)} side does not strike back",
    ev.UnitRetreated: lambda e: f"{unit_name(e.unit)} retreats {_way(e.path)}",
    ev.UnitAdvanced: lambda e: f"{unit_name(e.unit)} advances to {place_name(e.to)}",
    ev.UnitRemoved: lambda e: f"{unit_name(e.unit)} leaves the war",
    ev.MarkersCleared: lambda e: f"Back in order: {_names(e.units)}",
    ev.LocalSupportPlaced: lambda e: f"Local support for {unit_name(e.unit)}",
    ev.UnitDisorganized: lambda e: f"{unit_name(e.unit)} is disorganized",
    ev.TriggerPulled: _trigger,
    ev.ExtensionLaid: lambda e: "The map extension is laid: the rules of the whole map hold",
}


def hexes_of(event: ev.Event) -> tuple[str, ...]:
    """The map ids an event is about, for pointing at them."""
    found: list[str] = []
    for name in ("frm", "hex", "to", "path", "targets"):
        value = getattr(event, name, ())
        found += [value] if isinstance(value, str) else list(value or ())
    return tuple(node for node in dict.fromkeys(found) if node in BOARD.node_of)
