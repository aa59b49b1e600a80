"""The turning points of a game and what each side lost: collected as it is replayed. Nothing is secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from noretreat.core import events as ev
from noretreat.core.board import BOARD, SIDES, bits
from noretreat.core.events import Event
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.data.ids import MapId
from noretreat.rules.losses import steps_of
from noretreat.rules.victory import counted_hexes

MOST: Final = 6
"""How many turning points are named."""
FEWEST_STEPS: Final = 3
"""Steps that a side has to lose in one player turn for it to be a turning point."""
UNLIKELY: Final = 2.0
"""Ranks by which the result of a combat die has to miss the expected one to be named."""
STEP_WEIGHT: Final = 0.5
DIE_WEIGHT: Final = 0.8
SHIFT_WEIGHT: Final = 5.0
"""What counts how much, where a city hex counts as one."""


class TurningPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that decided much of a game."""

    ply: int
    turn: int
    kind: Literal["cities", "losses", "luck", "initiative"]
    """`cities`: a side took hexes that count in one player turn. `losses`: a side lost many steps in one player turn.
    `luck`: a combat die far from what was to be expected. `initiative`: the initiative passed to a side.
    """
    side: Side
    """The side that took, lost, attacked, or received."""
    hexes: list[MapId] = []
    """The hexes that were taken or attacked."""
    n: int = 0
    """Hexes taken, steps lost, or the face of the die."""
    result: str = ""
    """What the die led to."""


class Losses(msgspec.Struct):
    """What a side lost; units that came back count each time."""

    steps: int = 0
    """Steps lost for good, with those of eliminated units; a shattered unit keeps its steps."""
    destroyed: int = 0
    surrendered: int = 0
    shattered: int = 0


def city_counts(state: State) -> tuple[int, int]:
    """The hexes that count for points in the hands of each side, Axis and Soviet."""
    counted = counted_hexes(state)
    axis, soviet = ((state.control(SideIndex(side)) & counted).bit_count() for side in (0, 1))
    return axis, soviet


class TurningPoints:
    """Watches a game as it is replayed."""

    def __init__(self) -> None:
        self.losses = {side: Losses() for side in SIDES}
        self._found: dict[tuple[object, ...], tuple[float, TurningPoint]] = {}

    def saw(self, before: State, ply: int, after: State, happened: Sequence[Event]) -> None:
        """Notes an action that led to a ply."""
        self._lost(before, ply, happened)
        # The passing of a year changes what counts, and not who holds it.
        both = counted_hexes(before) & counted_hexes(after)
        for index, side in enumerate(SIDES):
            gained = after.control(SideIndex(index)) & both & ~before.control(SideIndex(index))
            if gained:
                self._took(before, ply, side, [BOARD.id_of[node] for node in bits(gained)])
        for event in happened:
            if isinstance(event, ev.InitiativeShifted):
                point = TurningPoint(ply, after.turn, "initiative", event.to)
                self._found["initiative", ply] = SHIFT_WEIGHT, point

    def rolled(self, state: State, ply: int, die: int, result: str, surprise: float) -> None:
        """Notes a combat die; `surprise`: ranks of the combat table above or below what was to be expected."""
        if state.battle is None or abs(surprise) < UNLIKELY:
            return
        hexes = [BOARD.id_of[node] for node in state.battle.targets]
        point = TurningPoint(ply, state.turn, "luck", SIDES[state.battle.attacker], hexes, die, result)
        self._found["luck", ply] = DIE_WEIGHT * abs(surprise), point

    def chosen(self) -> list[TurningPoint]:
        """The weightiest, in the order in which they happened."""
        heavy = [one for one in self._found.values() if one[1].kind != "losses" or one[1].n >= FEWEST_STEPS]
        heavy.sort(key=lambda one: (-one[0], one[1].ply))
        return sorted((point for _, point in heavy[:MOST]), key=lambda point: point.ply)

    def _took(self, before: State, ply: int, side: Side, hexes: list[MapId]) -> None:
        key = ("cities", before.turn, before.phasing, side)
        known = self._found[key][1].hexes if key in self._found else []
        taken = [*known, *(one for one in hexes if one not in known)]
        point = TurningPoint(ply, before.turn, "cities", side, taken, len(taken))
        self._found[key] = float(len(taken)), point

    def _lost(self, before: State, ply: int, happened: Sequence[Event]) -> None:
        for event in happened:
            if isinstance(event, ev.UnitShattered):
                self.losses[_side_of(event.unit)].shattered += 1
            elif isinstance(event, ev.UnitFlipped) and event.why == "loss":
                self._lost_steps(before, ply, _side_of(event.unit), 1)
            elif isinstance(event, ev.UnitEliminated):
                unit, side = BOARD.unit_index[event.unit], _side_of(event.unit)
                if event.box == "surrendered":
                    self.losses[side].surrendered += 1
                else:
                    self.losses[side].destroyed += 1
                self._lost_steps(before, ply, side, steps_of(before, unit)[0] if before.where[unit] >= 0 else 1)

    def _lost_steps(self, before: State, ply: int, side: Side, steps: int) -> None:
        self.losses[side].steps += steps
        key = ("losses", before.turn, before.phasing, side)
        n = steps + (self._found[key][1].n if key in self._found else 0)
        self._found[key] = STEP_WEIGHT * n, TurningPoint(ply, before.turn, "losses", side, [], n)


def _side_of(unit: str) -> Side:
    return SIDES[BOARD.units[BOARD.unit_index[unit]].side]
