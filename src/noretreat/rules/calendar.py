"""The calendar (chapters 13 and 14.14; WEA-1, WEA-2): weather, supports, and the events of each turn."""

from __future__ import annotations

from typing import Final

from noretreat.core import events
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.boxes import CADRES, DELAYED, DESTROYED, PENDING, REMOVED, SHATTERED, SURRENDERED, TRACK
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Weather
from noretreat.rules import extension, losses
from noretreat.rules.supply import is_supplied

LETTERS: Final = {Weather.CLEAR: "C", Weather.MUD: "M", Weather.SNOW: "S", Weather.LONG_WINTER: "L"}
"""The letter by which `state.weather` names each weather."""
_OF_LETTER: Final = {letter: weather for weather, letter in LETTERS.items()}
_SNOW, _LONG_WINTER = LETTERS[Weather.SNOW], LETTERS[Weather.LONG_WINTER]
_SNOWY: Final = (_SNOW, _LONG_WINTER)

GREATER_GERMANY, OIL, WARSAW = 0, 1, 2
"""Indices into `state.triggers` (13.5, EVT-GG, EVT-OIL, EVT-WAR)."""
TRIGGER_NAMES: Final = ("greater_germany", "oil", "warsaw")
TRIGGER_ENTRIES: Final = ("GG", "Oil", "Warsaw")
"""Entry codes of the units that each trigger brings."""

_BUCHAREST: Final = BOARD.node_of["0717"]
_BUDAPEST: Final = BOARD.node_of["0511"]
_WARSAW: Final = BOARD.node_of["0906"]
PLOESTI: Final = BOARD.node_of["0816"]
RUMANIA: Final = BOARD.mask("0816", "0717", "0716")
"""The three Rumanian hexes of the classic rules (C-46): the oil, Bucharest, and the hex of Greater Germany next to
both. The printed map has no border there, so the third is our reading."""


def printed_weather() -> str:
    """The base weather of all 28 turns as letters; before 1945 a printed Long Winter is a Snow (WEA-5). This is how the
    markers of variable weather start (SET-5).
    """
    letters = []
    for turn, box in sorted(BOARD.calendar.items()):
        early = box.weather == Weather.LONG_WINTER and turn < 23
        letters.append(LETTERS[Weather.SNOW if early else box.weather])
    return "".join(letters)


def weather_on(state: State, turn: int) -> Weather:
    """The weather of a turn (WEA-5): Snow after Snow is Long Winter; from turn 23 as printed (C-117)."""
    letter = state.weather[turn - 1]
    if letter == _SNOW and 1 < turn < 23 and state.weather[turn - 2] in _SNOWY:
        letter = _LONG_WINTER
    if letter == _LONG_WINTER and not state.rules.long_winter_exists:
        letter = _SNOW
    return _OF_LETTER[letter]


def weather(state: State) -> Weather:
    """The weather now."""
    return weather_on(state, state.turn)


def weather_varies(state: State) -> bool:
    """True if cards can flip weather markers (WEA-6); False if the printed weather is fixed (OPT-4)."""
    return state.rules.variable_weather and state.setup.options.variable_weather


def in_snow(state: State) -> bool:
    """Snow or Long Winter: rivers are frozen and the winter shift applies (WEA-3, WEA-4)."""
    return weather(state) in (Weather.SNOW, Weather.LONG_WINTER)


def first_snow_turn(state: State) -> int:
    """The first turn of the war with Snow, for the doubled Shock of the living rules (10.6.2)."""
    return state.weather.find(_SNOW) + 1


_FACES: Final = {
    "3-4": (Weather.MUD, Weather.SNOW),
    "9-10": (Weather.MUD, Weather.CLEAR),
    "11-12": (Weather.MUD, Weather.SNOW),
}
"""Months -> the two faces of a variable weather marker (C-34)."""


def weather_faces(state: State, turn: int) -> tuple[Weather, ...]:
    """Return the faces that a turn's weather marker can show; empty where the weather is fixed (WEA-6, OPT-4)."""
    box = BOARD.calendar.get(turn)
    if box is None or not box.variable or not weather_varies(state):
        return ()
    return _FACES[box.months]


def set_weather(state: State, turn: int, face: Weather) -> None:
    """Flips the marker of a turn to this face, if it has it; Long Winter follows from it (WEA-5)."""
    letter = LETTERS[face]
    if face not in weather_faces(state, turn) or state.weather[turn - 1] == letter:
        return
    state.weather = state.weather[: turn - 1] + letter + state.weather[turn:]
    state.emit(events.WeatherChanged(turn, weather_on(state, turn)))


def flip_weather(state: State, turn: int) -> None:
    """Flips the marker of a turn, if it is variable (WEA-6)."""
    shown = _OF_LETTER[state.weather[turn - 1]]
    for face in weather_faces(state, turn):
        if face != shown:
            set_weather(state, turn, face)


def set_supports(state: State) -> None:
    """Gives both sides the turn's Blitz and Shock markers; unused old ones are lost (HK-2, HK-3)."""
    box = BOARD.calendar[state.turn]
    special = state.setup.supports if state.turn == state.setup.first_turn else None
    state.supports = [box.blitz, box.shock] if special is None else list(special)


def remove_by_calendar(state: State) -> None:
    """Removes the units that leave on this turn (EVT-15, EVT-16, EVT-18, EVT-28)."""
    state.penalty_draws = 0
    _turn_allies_into_kampfgruppen(state)
    unit_id = {15: "ITA8", 16: "G2Pz", 18: "GSSPz", 28: "BERLIN_G"}.get(state.turn)
    if unit_id is None:
        return
    unit = BOARD.unit_index[unit_id]
    if state.turn in (16, 18) and _was_lost(state, unit):
        state.penalty_draws = 1
    if state.where[unit] != REMOVED:
        losses.withdraw(state, unit, "calendar")


def _turn_allies_into_kampfgruppen(state: State) -> None:
    """Under the classic rules the armies of Axis allies that were lost, and are not in the rail box, never return from
    turn 11 on: each becomes a Kampfgruppe, while there are any (C-32).

    The Hungarians of Greater Germany that still wait for their first place were not lost.
    """
    begins = state.rules.axis_allies_become_kampfgruppen_from
    if begins is None or state.turn < begins:
        return
    for box in (SHATTERED, DESTROYED, SURRENDERED, TRACK, DELAYED):
        for unit in state.boxed(AXIS, box):
            waits = box == DELAYED and special_entry(state, unit) is not None
            if state.info(unit).axis_ally and not waits:
                losses.withdraw(state, unit, "calendar")
                _bring_kampfgruppe(state)


def _bring_kampfgruppe(state: State) -> None:
    """Puts a Kampfgruppe that is not in the game yet on the turn track: for this turn, if no other comes (CAD-4)."""
    for unit in state.boxed(AXIS, PENDING):
        if state.info(unit).cadre:
            state.due[unit] = losses.free_cadre_turn(state, unit, state.turn)
            state.put(unit, TRACK)
            return


def _was_lost(state: State, unit: UnitIndex) -> bool:
    """True if the unit was eliminated, or cut off on the map, when the calendar removed it (EVT-16)."""
    return state.where[unit] in (DESTROYED, SURRENDERED) or not is_supplied(state, unit)


def receive_units(state: State) -> None:
    """Makes the reinforcements and returning units of this turn available (HK-2, ORG-8, ORG-12, CAD-4)."""
    for info in BOARD.units:
        place = state.where[info.index]
        if place == PENDING:
            arrives = losses.arrival_turn(state, info.index) == state.turn
        else:
            arrives = place == TRACK and state.due[info.index] <= state.turn
        if arrives:
            make_available(state, info.index)


def make_available(state: State, unit: UnitIndex) -> None:
    """Puts a unit where it waits to be placed: cadres in their own box (ORG-12, CAD-2), others with the
    reinforcements.
    """
    box = CADRES if state.info(unit).cadre else DELAYED
    state.put(unit, box)
    state.emit(events.UnitAvailable(BOARD.unit_ids[unit], "cadres" if box == CADRES else "delayed"))


def watch_triggers(state: State) -> None:
    """Notes the first Soviet entry into Greater Germany, Ploesti and Warsaw; the trigger takes effect next turn
    (13.5).
    """
    triggers = state.triggers
    for index, now in enumerate(_happening(state)):
        if now and not triggers[index]:
            triggers[index] = state.turn + 1
            state.emit(events.TriggerPulled(TRIGGER_NAMES[index], state.turn + 1))


def unpull(state: State, trigger: int) -> None:
    """Takes back a trigger that was pulled this turn, unless its cause is still there: the purchase is undone (5.4)."""
    if state.triggers[trigger] == state.turn + 1 and not _happening(state)[trigger]:
        state.triggers[trigger] = 0


def _happening(state: State) -> tuple[bool, bool, bool]:
    """Return, for each trigger, whether its condition is met now."""
    abroad = bool(state.occupied(SOVIET) & BOARD.germany)
    return abroad, _oil_is_lost(state), bool(state.soviet_control >> _WARSAW & 1)


def _oil_is_lost(state: State) -> bool:
    """True if the Soviets control the Rumanian oil or (classic, before the extension) any Rumanian hex (C-46)."""
    if state.rules.rumania_trigger == "any_rumanian_hex_until_extension" and not extension.is_laid(state):
        return bool(state.occupied(SOVIET) & RUMANIA)
    return bool(state.soviet_control >> PLOESTI & 1)


def has_happened(state: State, trigger: int) -> bool:
    """True once a trigger has taken effect, on the turn after it was pulled."""
    return 0 < state.triggers[trigger] <= state.turn


def carry_out_triggers(state: State) -> None:
    """Carries out the triggers that take effect this turn (EVT-GG, EVT-OIL, EVT-WAR)."""
    for index, due in enumerate(state.triggers):
        if due != state.turn:
            continue
        if index == OIL:
            _rumania_leaves(state)
        for info in BOARD.units:
            if state.where[info.index] == PENDING and info.unit.entry == TRIGGER_ENTRIES[index]:
                if info.id == "SRUM":
                    state.turn_over(info.index, info.weak)
                elif info.id in ("YUG1", "YUG2"):
                    state.turn_over(info.index, 1)
                make_available(state, info.index)


def _rumania_leaves(state: State) -> None:
    """Removes both Rumanian armies from the game (EVT-OIL)."""
    for unit_id in ("RUM3", "RUM4"):
        unit = BOARD.unit_index[unit_id]
        if state.where[unit] != REMOVED:
            losses.withdraw(state, unit, "oil")


def special_entry(state: State, unit: UnitIndex) -> NodeMask | None:
    """The hexes where a trigger's unit may arrive, before the common tests; None: the ordinary places (13.5).

    Hungarians that return by the turn track are ordinary reinforcements (7.8).
    """
    unit_id = BOARD.unit_ids[unit]
    if unit_id in ("HUN1", "HUN3") and not state.due[unit]:
        return near(_BUDAPEST, 4)
    if unit_id in ("GE", "GF"):
        return near(_BUCHAREST, 4) | 1 << BOARD.west_balkans
    if unit_id == "SRUM":
        return near(PLOESTI, 2)
    if unit_id in ("YUG1", "YUG2"):
        return BOARD.balkans
    if unit_id == "SPOL":
        return near(_WARSAW, 2)
    return None


def near(node: Node, distance: int) -> NodeMask:
    """The hexes within `distance` of a node."""
    mask = 1 << node
    for _ in range(distance):
        mask = BOARD.expand(mask) & BOARD.hexes  # an area is no shorter way: the hexes of the map are counted
    return mask


def two_step_soviets(state: State) -> bool:
    """From turn 17 Soviet counters have two steps (ORG-4, EVT-17)."""
    return state.turn >= state.rules.soviet_two_step_from


def soviet_stack_limit(state: State) -> int:
    """Soviet units a hex holds (STK-1)."""
    return 2 if state.turn >= 23 else 1


def armor_advances(state: State, unit: UnitIndex) -> bool:
    """True if this armor may advance a third hex after combat: German until the oil is lost, Soviet from turn 11.

    ADV-4, EVT-11, SPU-ARM, C-148.
    """
    info = state.info(unit)
    if info.side == AXIS:
        return info.german and not armor_crippled(state, unit)
    return state.turn >= state.rules.armor_advance_soviet_from


def armor_crippled(state: State, unit: UnitIndex) -> bool:
    """True if this German armor is out of fuel: after the oil event it has no bonus and no third hex, except the SS
    (EVT-OIL, C-103).
    """
    info = state.info(unit)
    spared = info.ss and state.rules.oil_spares_ss
    return info.german and has_happened(state, OIL) and not spared


def target_limit(state: State, side: SideIndex) -> int:
    """Target markers of a side this turn (CPR-1); the Axis has fewer from turn 20 and from turn 26 (EVT-20, EVT-26)."""
    limits = state.rules.axis_target_limits
    if side == SOVIET:
        return limits["base"]
    if state.turn >= 26:
        return limits["from26"]
    if state.turn >= 20:
        return limits["from20"]
    return limits["long_winter"] if weather(state) == Weather.LONG_WINTER else limits["base"]
