"""Events of the supply check and the Organization Phase."""

from __future__ import annotations

from noretreat.rules import boxes
from noretreat.rules.board import AXIS, SOVIET
from noretreat.rules.effects import answer, choose_unit
from noretreat.rules.state import State
from noretreat.rules.windows import Window, event


def _cut_off(state: State, side: int) -> list[int]:
    """Units of `side` that bear an Unsupplied marker."""
    return [unit for unit in state.on_map(side) if state.unsupplied >> unit & 1]


def _a_kettle(state: State, side: int, mode: str) -> str | None:
    """Some enemy bears an Unsupplied marker."""
    return None if _cut_off(state, 1 - side) else "no enemy unit is unsupplied"


@event(18, AXIS, Window.SUPPLY_END, requires=(_a_kettle,))
def kesselschlacht(state: State, side: int, mode: str) -> None:
    """One unsupplied Soviet unit surrenders at once."""
    choose_unit(state, 18, side, _cut_off(state, 1 - side))


@answer(18, AXIS)
def surrender(state: State, side: int, unit: int) -> None:
    """It goes to the Surrendered box and costs its side a point; a cadre goes to the turn track."""
    boxes.surrender(state, unit, "event")


def _axis_on_map(state: State, side: int, mode: str) -> str | None:
    """There is an enemy to raid."""
    return None if state.on_map(1 - side) else "no enemy unit is on the map"


@event(5, SOVIET, Window.ORGANIZATION_START, turn=AXIS, requires=(_axis_on_map,))
def cavalry_raid(state: State, side: int, mode: str) -> None:
    """One Axis unit becomes unsupplied."""
    choose_unit(state, 5, side, state.on_map(1 - side))


@answer(5, SOVIET)
def cut_its_supply(state: State, side: int, unit: int) -> None:
    """The unit bears the marker until it is checked again."""
    state.mark_unsupplied(state.unsupplied | 1 << unit)
