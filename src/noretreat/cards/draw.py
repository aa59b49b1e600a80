"""The red events: they happen at once when their own side draws the card from the deck (CRD-4)."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import Action, ChooseOption, ChooseUnit
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET
from noretreat.core.boxes import RAIL, REMOVED
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.rules import boxes, calendar
from noretreat.rules.choices import ask, offer
from noretreat.rules.deck import draw, reshuffle
from noretreat.rules.sequence import Opening
from noretreat.rules.victory import holds_finland
from noretreat.rules.windows import Window, event


# --- weather (WEA-6) --------------------------------------------------------------------------------------
def _opening(state: State) -> bool:
    """While the first hands are dealt a weather card is only replaced (SET-4)."""
    return bool(state.stack) and isinstance(state.stack[0], Opening)


@event(9, AXIS, Window.DRAW)
def unseasonal_weather(state: State, side: int, mode: str) -> None:
    """The weather of this turn and of the next turns over; another card is drawn."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.flip_weather(state, state.turn)
        calendar.flip_weather(state, state.turn + 1)


@event(11, AXIS, Window.DRAW)
def fickle_weather(state: State, side: int, mode: str) -> None:
    """The weather of this turn turns over; another card is drawn."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.flip_weather(state, state.turn)


@event(12, SOVIET, Window.DRAW)
def general_mud(state: State, side: int, mode: str) -> None:
    """The next turn has mud, if its weather can change; another card is drawn."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.set_weather(state, state.turn + 1, "M")


@event(13, SOVIET, Window.DRAW)
def general_winter(state: State, side: int, mode: str) -> None:
    """The next turn has snow, if its marker has that face; another card is drawn."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.set_weather(state, state.turn + 1, "S")


# --- the deck ---------------------------------------------------------------------------------------------
@event(20, AXIS, Window.DRAW)
def anti_bolshevik_crusade(state: State, side: int, mode: str) -> None:
    """The discards are shuffled in; another card is drawn if the Joker shows Hitler, so lies with the Axis."""
    reshuffle(state, side)
    if state.joker == side:
        draw(state, side, 1)


@event(40, SOVIET, Window.DRAW)
def great_patriotic_war(state: State, side: int, mode: str) -> None:
    """The discards are shuffled in; another card is drawn if the Joker shows Stalin, so lies with the Soviets."""
    reshuffle(state, side)
    if state.joker == side:
        draw(state, side, 1)


@event(53, SOVIET, Window.DRAW)
def soviet_revenge(state: State, side: int, mode: str) -> None:
    """The discards are shuffled in; another card is drawn."""
    reshuffle(state, side)
    draw(state, side, 1)


@event(54, AXIS, Window.DRAW)
def goetterdaemmerung(state: State, side: int, mode: str) -> None:
    """The discards are shuffled in; another card is drawn."""
    reshuffle(state, side)
    draw(state, side, 1)


# --- victory points of 1945 -------------------------------------------------------------------------------
def _reckon(state: State, card: int, side: int, *, holds: bool, stake: int = -1) -> None:
    """A point if the side holds what the card names, else the stake; then another card."""
    points = 1 if holds else stake
    if points:
        boxes.change_event_vp(state, side, points, half_id(card, SIDES[side]))
    draw(state, side, 1)


def _controls(state: State, side: int, node: str) -> bool:
    """Does the side control this city?"""
    return bool(state.control(side) >> BOARD.node_of[node] & 1)


@event(45, SOVIET, Window.DRAW)
def last_fascist_ally(state: State, side: int, mode: str) -> None:
    """Budapest decides."""
    _reckon(state, 45, side, holds=_controls(state, side, "0511"))


@event(46, AXIS, Window.DRAW)
def fuehrers_bunker(state: State, side: int, mode: str) -> None:
    """The Garrison in Berlin decides."""
    garrison = BOARD.units[BOARD.unit_index["BERLIN_G"]]
    _reckon(state, 46, side, holds=state.where[garrison.index] == garrison.home)


@event(47, AXIS, Window.DRAW)
def lebensraum(state: State, side: int, mode: str) -> None:
    """An Axis unit in the USSR decides; Finland does not count (C-37)."""
    _reckon(state, 47, side, holds=bool(state.occupied(side) & BOARD.ussr))


@event(48, SOVIET, Window.DRAW)
def war_in_finland(state: State, side: int, mode: str) -> None:
    """Finland may gain a point."""
    _reckon(state, 48, side, holds=holds_finland(state, side), stake=0)


@event(49, SOVIET, Window.DRAW)
def balkan_politics(state: State, side: int, mode: str) -> None:
    """A Soviet unit in Bucharest decides."""
    _reckon(state, 49, side, holds=bool(state.occupied(side) >> BOARD.node_of["0717"] & 1))


@event(50, AXIS, Window.DRAW)
def sacred_east_prussia(state: State, side: int, mode: str) -> None:
    """Königsberg decides."""
    _reckon(state, 50, side, holds=_controls(state, side, "1104"))


@event(52, SOVIET, Window.DRAW)
def josip_broz_tito(state: State, side: int, mode: str) -> None:
    """Belgrade or both Balkan areas, held by units of one's own alone, may gain a point (C-51)."""
    areas = BOARD.balkans & state.occupied(side) & ~state.occupied(1 - side) == BOARD.balkans
    _reckon(state, 52, side, holds=areas or _controls(state, side, "0414"), stake=0)


_SPARED = ("volkssturm", "cadre", "garrison")
"""What cannot be sent to the west."""


@event(51, AXIS, Window.DRAW)
def wacht_am_rhein(state: State, side: int, mode: str) -> None:
    """A unit given up for good gains a point, else one is lost; another card is drawn."""
    draw(state, side, 1)
    ask(state, 51, AXIS, must=True)


def _for_the_ardennes(state: State, side: int, chosen: int) -> Sequence[Action]:
    """Any Axis unit on the map or in the rail box but Volkssturm, cadres and garrisons; or none."""
    units = [
        unit
        for unit in (*state.on_map(side), *state.boxed(side, RAIL))
        if state.face_of(unit).type.value not in _SPARED
    ]
    return [ChooseOption("keep_all"), *(ChooseUnit(BOARD.unit_ids[unit]) for unit in units)]


@offer(51, AXIS, _for_the_ardennes)
def send_west(state: State, side: int, action: Action) -> None:
    """The unit leaves the game."""
    if isinstance(action, ChooseUnit):
        unit = BOARD.unit_index[action.unit]
        boxes.clear_markers(state, unit)
        state.put(unit, REMOVED)
        state.emit(events.UnitRemoved(action.unit, "event"))
    points = 1 if isinstance(action, ChooseUnit) else -1
    boxes.change_event_vp(state, side, points, "51-axis")
