"""The information cards of what is neither counter nor hex nor card: boxes, effects, markers, phases, the header."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from noretreat.data.facts import Side
from noretreat.rules import calendar, combat, supply, victory
from noretreat.rules.board import AXIS, BOARD, SIDE_INDEX, SOVIET, bits
from noretreat.rules.movement import weather_limit
from noretreat.rules.state import BOX_OF, RAIL, State
from noretreat.rules.wording import PHASE_NAMES, SIDE_NAMES, place_name, unit_name

Card = dict[str, Any]


def anything(state: State, what: str, name: str) -> Card | None:
    """The card of a box, effect (`number-side`), marker, phase or header item; None for what there is not."""
    teller = _TELLERS.get(what)
    return teller(state, name) if teller else None


def _card(title: str, *lines: tuple[str, str]) -> Card:
    return {"title": title, "lines": [{"label": label, "text": text} for label, text in lines if text]}


# --- boxes ------------------------------------------------------------------------------------------------
_BOXES: Final = {
    "rail": ("Rail box", "Units on trains. They come back in a Detraining Phase, far behind the front (9.2)."),
    "shattered": ("Shattered box", "Broken units. They come back free in their next placement step (7.7)."),
    "destroyed": ("Destroyed box", "Lost units. Cards buy them back as replacements (7.9)."),
    "surrendered": (
        "Surrendered box",
        "Units lost without supply. They cost more cards, and gave the enemy a point (10.7.1).",
    ),
    "cadres": ("Cadres", "A cadre may take the place of a unit lost in battle (14.9)."),
    "track": ("Turn track", "Units that come back by themselves on the turn shown (10.7.1)."),
    "delayed": ("Reinforcements", "Arrived and waiting for a place on the map (7.8)."),
    "pending": ("Not in the war yet", "Their turn or their condition has not come (13.2)."),
    "removed": ("Out of the game", "These never come back."),
}


def _about_box(state: State, name: str) -> Card | None:
    """What a box is for and who is in it."""
    name = name.removeprefix("box:")
    if name not in _BOXES:
        return None
    title, text = _BOXES[name]
    box = BOX_OF[f"box:{name}"]
    lines = [("What", text)]
    for side in (AXIS, SOVIET):
        lines.append((SIDE_NAMES[side], ", ".join(unit_name(BOARD.unit_ids[unit]) for unit in state.boxed(side, box))))
    if box == RAIL and state.reserve >= 0:
        lines.append(("Strategic Reserve", unit_name(BOARD.unit_ids[state.reserve]) + " (14.12)"))
    return _card(title, *lines)


# --- effects and markers ----------------------------------------------------------------------------------
def _about_effect(state: State, name: str) -> Card | None:
    """A card's lasting effect: whose, what, until when, on whom."""
    number, _, owner = name.partition("-")
    if owner not in SIDE_INDEX or not number.isdigit():
        return None
    side = SIDE_INDEX[Side(owner)]
    found = [effect for effect in state.effects if effect.card == int(number) and effect.side == side]
    if not found:
        return None
    half = BOARD.cards[int(number)].soviet if side else BOARD.cards[int(number)].axis
    units = sorted({unit for effect in found for unit in bits(effect.units)})
    nodes = sorted({node for effect in found for node in bits(effect.nodes)})
    return _card(
        half.title,
        ("What", half.text),
        ("Whose", f"{SIDE_NAMES[side]}, card {number}"),
        ("Until", UNTIL.get(found[0].expires, found[0].expires.replace("_", " "))),
        ("Units", ", ".join(unit_name(BOARD.unit_ids[unit]) for unit in units)),
        ("Hexes", ", ".join(place_name(BOARD.id_of[node]) for node in nodes)),
    )


UNTIL: Final = {
    "battle": "the end of this battle round",
    "two_battles": "the end of the next battle",
    "last_battle": "the end of this battle",
    "whole_battle": "the end of the battle with its counterattacks",
    "held": "the other half of the stack is attacked",
    "phase": "the end of the phase",
    "player_turn": "the end of the player turn",
    "game_turn": "the end of the game turn",
    "game": "the end of the game",
}
"""Scopes of effects in words that follow "until"."""

_MARKERS: Final = {
    "target": ("Target", "The phasing side has to attack this hex in this Combat Phase (10.1)."),
    "counterblow": (
        "Counterblow",
        "The enemy next to this hex has to attack it; the terrain of the hex does not count (10.1, 10.6.1).",
    ),
    "unsupplied": (
        "Unsupplied",
        "Three movement points at most, no zone of control, two columns worse in defence; lost in the Removal Phase "
        "if still cut off (6.5, 11).",
    ),
    "disorganized": ("Disorganized", "No voluntary attack and no advance after combat (10.1.1)."),
    "cut_off": (
        "Would be unsupplied",
        "For information: a supply check made now would fail (6.0). No effect until then.",
    ),
    "reserve": ("Strategic Reserve", "Comes back from the rail box at the start of a Soviet Movement Phase (14.12)."),
    "support": (
        "Blitz and Shock",
        "One column to the right in one battle; unused markers lapse with the turn (10.6.2).",
    ),
    "works": ("Defensive Works", "One column for the defender, until a Soviet unit enters."),
    "scorched": ("Scorched city", "Counts as marsh, no city, no point, until two cards rebuild it."),
    "overstacked": ("Overstacked", "More units than may stay here; the surplus is shattered (8.4.3)."),
}


def _about_marker(_state: State, name: str) -> Card | None:
    """What a marker means."""
    if name not in _MARKERS:
        return None
    title, text = _MARKERS[name]
    return _card(title, ("What", text))


# --- phases -----------------------------------------------------------------------------------------------
_PHASES: Final = {
    "victory": "Once a game turn the points are counted and the winning conditions looked at (12).",
    "cards": "The phasing side discards down to its limit and draws (5.1, 5.2).",
    "supply": "Both sides' units that cannot trace supply are marked (6.0).",
    "organization": "Improve, place, replace and reorganize units by paying cards (7).",
    "movement": "Each unit may move once, or board a train (8, 9).",
    "counterblows": "The other side may pay to be attacked where it likes (10.1).",
    "combat": "Targets are declared, counterblows answered, battles fought one by one (10).",
    "removal": "Marked units that are still cut off are lost; markers come off (11).",
    "detraining": "Units in the rail box come back to the map (9.2).",
}


def _about_phase(state: State, name: str) -> Card | None:
    """What happens in a phase, and whether it is now."""
    if name not in _PHASES:
        return None
    now = f"Now, in the {SIDE_NAMES[state.phasing]} player turn." if state.phase == name else ""
    return _card(PHASE_NAMES.get(name, "Counterblows"), ("What", _PHASES[name]), ("When", now))


# --- the header -------------------------------------------------------------------------------------------
def _turn(state: State) -> Card:
    box = BOARD.calendar[state.turn]
    return _card(
        f"Turn {state.turn}: {box.months} {box.year}",
        ("Weather", calendar.weather(state).replace("_", " ")),
        ("Supports", f"Blitz {box.blitz}, Shock {box.shock}" if box.blitz or box.shock else "none"),
        ("Second front", box.second_front and f"{box.second_front}: a point to the Soviets (12.7)"),
        *(("Event", note) for note in box.notes),
    )


_WEATHERS: Final = {
    "clear": "Full movement. Armor may advance a hex more, and has its bonus in the open (13.1).",
    "mud": "Movement is limited, advances go one hex, armor has no bonus (13.1).",
    "snow": "Movement is limited, rivers are frozen, Axis attacks are worse (13.1).",
    "long_winter": "As snow, but advances go one hex only, armor has no bonus, the Axis attacks less often (13.1).",
}


def _weather(state: State) -> Card:
    now = calendar.weather(state)
    after = calendar.weather_on(state, state.turn + 1) if state.turn < len(state.weather) else ""
    limit = weather_limit(state)
    return _card(
        now.replace("_", " ").capitalize(),
        ("What", _WEATHERS[now]),
        ("Movement", "as printed (8.2)" if limit is None else f"at most {limit} points (8.2)"),
        ("Next turn", after.replace("_", " ")),
    )


def _points(state: State) -> Card:
    side = state.initiative
    hexes = (state.control(side) & victory.counted_hexes(state)).bit_count()
    finland = victory.victory_points(state, side) - hexes - state.event_vp
    return _card(
        f"Victory points: {victory.victory_points(state, side)}",
        ("Cities and oil", f"{hexes} under {SIDE_NAMES[side]} control (12.7)"),
        ("Finland", f"{finland}" if finland else ""),
        ("Events", f"{state.event_vp:+d} (12.7)"),
        ("High tide", f"{state.high_tide} (12.4)" if state.high_tide else ""),
    )


def _initiative(state: State) -> Card:
    return _card(
        f"Initiative: {SIDE_NAMES[state.initiative]}",
        ("What", "Only the side with the initiative counts points; some cards need it (5.3.3, 12.7)."),
        ("Change", "It passes to the Soviets on turn 12 (12.0)." if state.initiative == AXIS else "It stays."),
    )


def _targets(state: State) -> Card:
    limit, left = calendar.target_limit(state, state.phasing), combat.markers_left(state, state.phasing)
    return _card(
        f"Targets: {left} of {limit} left",
        ("What", "Markers for declared targets and counterblows of the phasing side (10.1)."),
    )


def _supports(state: State) -> Card:
    return _card(
        "Blitz and Shock",
        ("What", _MARKERS["support"][1]),
        *((SIDE_NAMES[side], f"{state.supports[side]} left") for side in (AXIS, SOVIET)),
    )


def _supply(state: State) -> Card:
    return _card(
        "Supply",
        *(
            (SIDE_NAMES[side], f"{len(supply.cut_off(state, side))} units could not trace supply now (6.0)")
            for side in (AXIS, SOVIET)
        ),
    )


_HEADER: Final[dict[str, Callable[[State], Card]]] = {
    "turn": _turn,
    "weather": _weather,
    "vp": _points,
    "initiative": _initiative,
    "targets": _targets,
    "supports": _supports,
    "supply": _supply,
}


def _about_header(state: State, name: str) -> Card | None:
    """An item of the screen's header."""
    teller = _HEADER.get(name)
    return teller(state) if teller else None


_TELLERS: Final[dict[str, Callable[[State, str], Card | None]]] = {
    "box": _about_box,
    "effect": _about_effect,
    "marker": _about_marker,
    "phase": _about_phase,
    "header": _about_header,
}
