"""The red events: they happen as soon as their side draws the card from the pile (CRD-4)."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core.actions import Action, ChooseOption, ChooseUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.boxes import RAIL
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.data.facts import Weather
from noretreat.rules import calendar, losses
from noretreat.rules.choices import ask, offer
from noretreat.rules.deck import draw, reshuffle
from noretreat.rules.sequence import Opening
from noretreat.rules.victory import holds_finland
from noretreat.rules.windows import Window, event


# --- weather (WEA-6) --------------------------------------------------------------------------------------
def _opening(state: State) -> bool:
    """True while the first hands are dealt. A weather card is then only replaced (SET-4)."""
    return bool(state.stack) and isinstance(state.stack[0], Opening)


@event(9, AXIS, Window.DRAW)
def unseasonal_weather(state: State, side: SideIndex, mode: str) -> None:
    """Flips the weather of this turn and the next; draws another card."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.flip_weather(state, state.turn)
        calendar.flip_weather(state, state.turn + 1)


@event(11, AXIS, Window.DRAW)
def fickle_weather(state: State, side: SideIndex, mode: str) -> None:
    """Flips the weather of this turn; draws another card."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.flip_weather(state, state.turn)


@event(12, SOVIET, Window.DRAW)
def general_mud(state: State, side: SideIndex, mode: str) -> None:
    """Makes the next turn Mud, if its weather can change; draws another card."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.set_weather(state, state.turn + 1, Weather.MUD)


@event(13, SOVIET, Window.DRAW)
def general_winter(state: State, side: SideIndex, mode: str) -> None:
    """Makes the next turn Snow, if its marker has that face; draws another card."""
    draw(state, side, 1)
    if not _opening(state):
        calendar.set_weather(state, state.turn + 1, Weather.SNOW)


# --- the deck ---------------------------------------------------------------------------------------------
@event(20, AXIS, Window.DRAW)
def anti_bolshevik_crusade(state: State, side: SideIndex, mode: str) -> None:
    """Reshuffles the discards; draws another card if the Joker shows Hitler, that is, if the Axis has it."""
    reshuffle(state, side)
    if state.joker == side:
        draw(state, side, 1)


@event(40, SOVIET, Window.DRAW)
def great_patriotic_war(state: State, side: SideIndex, mode: str) -> None:
    """Reshuffles the discards; draws another card if the Joker shows Stalin, that is, if the Soviets have it."""
    reshuffle(state, side)
    if state.joker == side:
        draw(state, side, 1)


@event(53, SOVIET, Window.DRAW)
def soviet_revenge(state: State, side: SideIndex, mode: str) -> None:
    """Reshuffles the discards; draws another card."""
    reshuffle(state, side)
    draw(state, side, 1)


@event(54, AXIS, Window.DRAW)
def goetterdaemmerung(state: State, side: SideIndex, mode: str) -> None:
    """Reshuffles the discards; draws another card."""
    reshuffle(state, side)
    draw(state, side, 1)


# --- victory points of 1945 -------------------------------------------------------------------------------
def _reckon(state: State, card: CardNumber, side: SideIndex, *, holds: bool, stake: int = -1) -> None:
    """Gives the side a point if it controls what the card names, else `stake` points; draws another card."""
    points = 1 if holds else stake
    if points:
        losses.change_event_vp(state, side, points, half_id(card, SIDES[side]))
    draw(state, side, 1)


def _controls(state: State, side: SideIndex, node: str) -> bool:
    """True if the side controls this city."""
    return bool(state.control(side) >> BOARD.node_of[node] & 1)


@event(45, SOVIET, Window.DRAW)
def last_fascist_ally(state: State, side: SideIndex, mode: str) -> None:
    """A point for Budapest."""
    _reckon(state, CardNumber(45), side, holds=_controls(state, side, "0511"))


@event(46, AXIS, Window.DRAW)
def fuehrers_bunker(state: State, side: SideIndex, mode: str) -> None:
    """A point for the Berlin Garrison in Berlin."""
    garrison = BOARD.units[BOARD.unit_index["BERLIN_G"]]
    _reckon(state, CardNumber(46), side, holds=state.where[garrison.index] == garrison.home)


@event(47, AXIS, Window.DRAW)
def lebensraum(state: State, side: SideIndex, mode: str) -> None:
    """A point for an Axis unit in the USSR, not counting Finland (C-37)."""
    _reckon(state, CardNumber(47), side, holds=bool(state.occupied(side) & BOARD.ussr))


@event(48, SOVIET, Window.DRAW)
def war_in_finland(state: State, side: SideIndex, mode: str) -> None:
    """A point for Finland, nothing lost otherwise."""
    _reckon(state, CardNumber(48), side, holds=holds_finland(state, side), stake=0)


@event(49, SOVIET, Window.DRAW)
def balkan_politics(state: State, side: SideIndex, mode: str) -> None:
    """A point for a Soviet unit in Bucharest."""
    _reckon(state, CardNumber(49), side, holds=bool(state.occupied(side) >> BOARD.node_of["0717"] & 1))


@event(50, AXIS, Window.DRAW)
def sacred_east_prussia(state: State, side: SideIndex, mode: str) -> None:
    """A point for Königsberg."""
    _reckon(state, CardNumber(50), side, holds=_controls(state, side, "1104"))


@event(52, SOVIET, Window.DRAW)
def josip_broz_tito(state: State, side: SideIndex, mode: str) -> None:
    """A point for Belgrade or both Balkan areas, with friendly and no enemy units (C-51), nothing lost otherwise."""
    areas = BOARD.balkans & state.occupied(side) & ~state.occupied(ENEMY[side]) == BOARD.balkans
    _reckon(state, CardNumber(52), side, holds=areas or _controls(state, side, "0414"), stake=0)


_SPARED = ("volkssturm", "cadre", "garrison")
"""Kinds of units that cannot be sent west."""


@event(51, AXIS, Window.DRAW)
def wacht_am_rhein(state: State, side: SideIndex, mode: str) -> None:
    """Gains a point for removing a unit from the game, else loses one; draws another card."""
    draw(state, side, 1)
    ask(state, CardNumber(51), AXIS, must=True)


def _for_the_ardennes(state: State, side: SideIndex, chosen: int) -> Sequence[Action]:
    """Any Axis unit on the map or in the rail box except Volkssturm, cadres and garrisons; or none."""
    units = [
        unit
        for unit in (*state.on_map(side), *state.boxed(side, RAIL))
        if state.face_of(unit).type.value not in _SPARED
    ]
    return [ChooseOption("keep_all"), *(ChooseUnit(BOARD.unit_ids[unit]) for unit in units)]


@offer(51, AXIS, _for_the_ardennes)
def send_west(state: State, side: SideIndex, action: Action) -> None:
    """Removes the unit from the game."""
    if isinstance(action, ChooseUnit):
        losses.withdraw(state, BOARD.unit_index[action.unit], "event")
    points = 1 if isinstance(action, ChooseUnit) else -1
    losses.change_event_vp(state, side, points, "51-axis")
