"""What things are worth to the computer players, in victory points: counters, hexes, and lines of the table.

The numbers are a wargamer's rules of thumb. They matter only against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.state import State
from noretreat.rules import boxes, victory

_OBJECTIVE: Final = 1.0
"""What an objective is worth beyond its point: a third of a sudden victory."""
_FADING: Final = 0.78
"""How much of a goal's attraction is left one hex further away."""
_BERLIN: Final = BOARD.mask("0503")
_PLOESTI: Final = BOARD.mask("0816")
_CARD_SOURCES: Final = BOARD.mask("2008", "2022")


class Style(NamedTuple):
    """How a side weighs what it sees."""

    pull: float = 0.22
    """How strongly goals far away draw the troops."""
    open_city: float = 0.8
    """Share of a city's worth at risk when the enemy can simply walk in."""
    reply: float = 0.36
    """Share of the enemy's attacks to be feared: he cannot make them all."""
    roam: float = 0.012
    """Price of each hex the enemy is free to enter: what makes a line worth holding."""
    stretched: float = 0.2
    """Price, by worth, of a unit that the enemy could perhaps cut off."""
    threshold: float = 0.1
    """An attack must promise so much."""
    ground: float = 0.12
    """What a hex won is worth where there is no city."""


HOLD: Final = Style()
DRIVE: Final = Style(pull=0.32, reply=0.24, threshold=0.06, ground=0.2)
STYLES: Final = {(side, initiative): DRIVE if side == initiative else HOLD for side in (0, 1) for initiative in (0, 1)}
"""(side, side with the initiative) -> style: who has the initiative drives on, the other holds."""


_AXIS_STEP: Final = 0.3
_SOVIET_STEP: Final = 0.45
"""The Axis pays two cards for a step and three for an army, and none at all in 1941; the Soviets one each."""


@lru_cache(maxsize=4096)
def _counter_worth(unit: int, face: int, steps: int) -> float:
    """The worth of a counter on one face with so many steps."""
    info = BOARD.units[unit]
    side = info.faces[face]
    if info.cadre:
        return 0.3
    if side.type.value in ("marker", "reserve"):
        return 0.1
    if info.side == SOVIET:
        if steps > 1:
            return 0.45 + 0.08 * info.faces[info.weak].strength + _SOVIET_STEP
        return 0.45 + 0.08 * side.strength
    worth = 0.35 + 0.22 * side.strength
    if side.mobile:
        worth += 0.1 * max(0, side.move - 3)
    if side.white:
        worth *= 0.7
    return worth + (_AXIS_STEP if steps > 1 else 0.0)


def unit_worth(state: State, unit: int) -> float:
    """The worth of a counter as it lies."""
    return _counter_worth(unit, state.face[unit], boxes.steps_of(state, unit)[0])


def step_worth(state: State, unit: int) -> float:
    """What the next lost step costs: the difference to the other face, or the whole counter."""
    worth = unit_worth(state, unit)
    if not boxes.has_two_steps(state, unit):
        return worth
    return worth - _counter_worth(unit, state.info(unit).weak, 1)


def surrender_worth(unit: int) -> float:
    """What it costs beyond the counter that it is lost while out of supply: a point, and a second card."""
    return 1.4 if BOARD.units[unit].two_sided else 0.0


def hex_worths(state: State, side: int) -> dict[int, float]:
    """What holding each city or oil field is worth to `side` (the loss to the other is as great)."""
    counted = victory.counted_hexes(state)
    worths = {}
    for node in bits(BOARD.vp_hexes):
        bit = 1 << node
        worth = 1.0 if counted & bit else 0.1
        if BOARD.objectives[side] & bit or BOARD.objectives[1 - side] & bit:
            worth += _OBJECTIVE
        if bit & _CARD_SOURCES and state.turn < victory.LAST_YEAR:
            worth += 0.4
        if bit & _PLOESTI:
            worth += 1.0
        if bit & _BERLIN and state.turn >= victory.LAST_YEAR:
            worth += 4.0
        worths[node] = worth
    return worths


@lru_cache(maxsize=512)
def distances(goal: int) -> dict[int, int]:
    """Steps from every node to `goal` over passable sides, terrain and troops apart."""
    found, mask, seen = {goal: 0}, 1 << goal, 1 << goal
    steps = 0
    while mask:
        steps += 1
        mask = BOARD.expand(mask) & ~seen
        seen |= mask
        for node in bits(mask):
            found[node] = steps
    return found


class Field(dict[int, float]):
    """For every node the pull of some goals, worked out when asked: the strongest, a little of all, and the front."""

    def __init__(self, goals: Iterable[tuple[int, float]], front: Iterable[int]) -> None:
        super().__init__()
        self._goals = [(distances(goal), weight) for goal, weight in goals if weight > 0]
        self._front = list(front)

    def __missing__(self, node: int) -> float:
        pulls = [weight * _FADED[steps.get(node, 40)] for steps, weight in self._goals]
        march = _MARCH * min(14, nearest(node, self._front))
        pull = self[node] = 0.8 * max(pulls, default=0.0) + 0.05 * sum(pulls) - march
        return pull


_MARCH: Final = 0.1
"""What each hex between a unit and the front costs: nobody idles in the rear."""
_FADED: Final = tuple(_FADING**steps for steps in range(41))


def nearest(node: int, others: Iterable[int]) -> int:
    """Steps to the nearest of some nodes."""
    steps = distances(node)
    return min((steps.get(other, 40) for other in others), default=40)


def goals_of(state: State, side: int, worths: dict[int, float]) -> list[tuple[int, float]]:
    """Where the troops of `side` should go: enemy cities in reach of the front, own ones under threat, enemies."""
    enemy = 1 - side
    foes = list(bits(state.occupied(enemy)))
    friends = list(bits(state.occupied(side)))
    goals = []
    for node, worth in worths.items():
        if state.control(enemy) >> node & 1:
            near = nearest(node, friends)
            goals.append((node, worth * (1.2 if near <= 8 else 0.5)))
        else:
            near = nearest(node, foes)
            goals.append((node, worth * max(0.0, 1.3 - 0.16 * near)))
    for unit in state.on_map(enemy):
        goals.append((state.where[unit], 0.45 * unit_worth(state, unit)))
    return goals


def on_the_defence(state: State, side: int) -> bool:
    """Is this side, by the calendar, the one that has to hold?"""
    return (side == SOVIET) == (state.initiative == AXIS)
