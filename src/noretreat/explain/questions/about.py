"""Information cards for everything except counters, hexes and cards: boxes, effects, markers, phases, the header."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET, bits, units_of
from noretreat.core.boxes import BOX_OF, RAIL
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.data.facts import Side
from noretreat.data.load import load_information
from noretreat.explain.sentences.telling import Told, tell
from noretreat.explain.sentences.turn_notes import notes_of_turn
from noretreat.rules import calendar, combat, supply, victory
from noretreat.rules.movement import weather_limit


class LineSaid(msgspec.Struct, frozen=True):
    """A line of a card as codes; `text` is None where it is a name or a number, which is the same in any language."""

    label: Told
    text: Told | None


class CardLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of an information card, in English and as codes."""

    label: str
    text: str
    said: LineSaid
    confidence: str = "printed"
    """How certain the fact is, where it is not printed."""


class InfoCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The information card of anything on the screen."""

    title: str
    said: Told
    """The title as a code."""
    lines: tuple[CardLine, ...]
    side: Side | None = None
    """The side that owns the unit; None for anything that is not a unit."""


def anything(state: State, what: str, name: str) -> InfoCard | None:
    """The information card of a box, effect (`number-side`), marker, phase or header item; None if there is no such
    thing.
    """
    teller = _TELLERS.get(what)
    return teller(state, name) if teller else None


def card(title: Reason, *lines: CardLine | None, side: Side | None = None) -> InfoCard:
    """A card with its title and lines, in English and as codes; lines that are None are left out."""
    told = tell(title)
    return InfoCard(told.text, told, tuple(one for one in lines if one is not None), side)


def line(label: str | Reason, text: str | Reason, confidence: str = "printed") -> CardLine | None:
    """A line of a card: its label by code, its text by code or as it is; None if there is no text."""
    head = say(f"label-{label}") if isinstance(label, str) else label
    words = text if isinstance(text, str) else tell(text).text
    if not words:
        return None
    said = LineSaid(tell(head), None if isinstance(text, str) else tell(text))
    return CardLine(said.label.text, words, said, confidence)


def _of(side: SideIndex) -> Reason:
    """A side as a label."""
    return say("label-side", side=SIDES[side])


# --- boxes ------------------------------------------------------------------------------------------------


def _about_box(state: State, name: str) -> InfoCard | None:
    """The purpose of a box, and the units in it."""
    name = name.removeprefix("box:")
    if f"box:{name}" not in BOX_OF or f"info-box-{name}" not in load_information():
        return None
    box = BOX_OF[f"box:{name}"]
    lines = [line("what", say(f"box-{name}"))]
    for side in (AXIS, SOVIET):
        units = [BOARD.unit_ids[unit] for unit in state.boxed(side, box)]
        lines.append(line(_of(side), say("units", units=units)))
    if box == RAIL and state.reserve >= 0:
        lines.append(line("reserve", say("the-reserve", unit=BOARD.unit_ids[state.reserve])))
    return card(say(f"box-{name}-title"), *lines)


# --- effects and markers ----------------------------------------------------------------------------------
def _about_effect(state: State, name: str) -> InfoCard | None:
    """A card's lasting effect: whose it is, what it does, until when, and to which units or hexes."""
    number, _, owner = name.partition("-")
    if owner not in SIDE_INDEX or not number.isdigit():
        return None
    side = SIDE_INDEX[Side(owner)]
    found = [effect for effect in state.effects if effect.card == int(number) and effect.side == side]
    if not found:
        return None
    half = half_id(CardNumber(int(number)), Side(owner))
    units = sorted({unit for effect in found for unit in units_of(effect.units)})
    nodes = sorted({node for effect in found for node in bits(effect.nodes)})
    return card(
        say("effect", event=half),
        line("what", say("half", half=half)),
        line("whose", say("whose", side=owner, card=int(number))),
        line("until", say("until", scope=found[0].expires)),
        line("units", say("units", units=[BOARD.unit_ids[unit] for unit in units])),
        line("hexes", say("hexes", hexes=[BOARD.id_of[node] for node in nodes])),
    )


def _about_marker(_state: State, name: str) -> InfoCard | None:
    """The meaning of a marker."""
    if f"info-marker-{name}-title" not in load_information():
        return None
    return card(say(f"marker-{name}-title"), line("what", say(f"marker-{name}")))


# --- phases -----------------------------------------------------------------------------------------------
def _about_phase(state: State, name: str) -> InfoCard | None:
    """The card of a phase; it says so if this is the current one."""
    if f"info-phase-{name}" not in load_information():
        return None
    now = line("when", say("now", side=SIDES[state.phasing])) if state.phase == name else None
    return card(say("phase", phase=name), line("what", say(f"phase-{name}")), now)


# --- the header -------------------------------------------------------------------------------------------
def _turn(state: State) -> InfoCard:
    box = BOARD.calendar[state.turn]
    supports = say("turn-supports", blitz=box.blitz, shock=box.shock) if box.blitz or box.shock else say("no-supports")
    notes = [line("event", say("note", note=Reason(name))) for name in notes_of_turn(state)]
    west = say("west", note=Reason(f"calendar.{state.turn}.west")) if box.second_front else ""
    return card(
        say("turn", turn=state.turn, months=box.months, year=box.year),
        line("weather", say("weather", weather=calendar.weather(state))),
        line("supports", supports),
        line("west", west),
        *notes,
    )


def _weather(state: State) -> InfoCard:
    now = calendar.weather(state)
    after = calendar.weather_on(state, state.turn + 1) if state.turn < len(state.weather) else ""
    limit = weather_limit(state)
    return card(
        say("weather-title", weather=now),
        line("what", say(f"weather-{now}")),
        line("movement", say("limit-none") if limit is None else say("limit", points=limit)),
        line("next", say("weather", weather=after)),
    )


def _points(state: State) -> InfoCard:
    side = state.initiative
    hexes = (state.control(side) & victory.counted_hexes(state)).bit_count()
    finland = victory.victory_points(state, side) - hexes - state.event_vp
    return card(
        say("points-title", points=victory.victory_points(state, side)),
        line("cities", say("points-hexes", count=hexes, side=SIDES[side])),
        line("finland", f"{finland}" if finland else ""),
        line("events", say("points-events", count=f"{state.event_vp:+d}")),
        line("tide", say("points-tide", count=state.high_tide) if state.high_tide else ""),
    )


def _initiative(state: State) -> InfoCard:
    return card(
        say("initiative-title", side=SIDES[state.initiative]),
        line("what", say("initiative")),
        line("change", say("initiative-passes" if state.initiative == AXIS else "initiative-stays")),
    )


def _targets(state: State) -> InfoCard:
    limit, left = calendar.target_limit(state, state.phasing), combat.markers_left(state, state.phasing)
    return card(say("targets-title", left=left, limit=limit), line("what", say("targets")))


def _supports(state: State) -> InfoCard:
    left = [line(_of(side), say("supports-left", count=state.supports[side])) for side in (AXIS, SOVIET)]
    return card(say("marker-support-title"), line("what", say("marker-support")), *left)


def _supply(state: State) -> InfoCard:
    cut = [line(_of(side), say("supply-cut", n=len(supply.cut_off(state, side)))) for side in (AXIS, SOVIET)]
    return card(say("supply-title"), *cut)


_HEADER: Final[dict[str, Callable[[State], InfoCard]]] = {
    "turn": _turn,
    "weather": _weather,
    "vp": _points,
    "initiative": _initiative,
    "targets": _targets,
    "supports": _supports,
    "supply": _supply,
}


def _about_header(state: State, name: str) -> InfoCard | None:
    """An item of the screen's header."""
    teller = _HEADER.get(name)
    return teller(state) if teller else None


_TELLERS: Final[dict[str, Callable[[State, str], InfoCard | None]]] = {
    "box": _about_box,
    "effect": _about_effect,
    "marker": _about_marker,
    "phase": _about_phase,
    "header": _about_header,
}
