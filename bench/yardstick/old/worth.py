"""What things are worth to the computer players, in victory points: units, hexes and goals.

The numbers are rules of thumb; only their proportions matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules import losses, victory

_OBJECTIVE: Final = 1.0
"""What an objective is worth beyond its point: a third of a sudden death."""
_FADING: Final = 0.78
"""The share of a goal's pull that is left one hex further away."""
_BERLIN: Final = BOARD.mask("0503")
_PLOESTI: Final = BOARD.mask("0816")
_CARD_SOURCES: Final = BOARD.mask("2008", "2022")


class Style(NamedTuple):
    """How much weight a side gives to what."""

    pull: float = 0.22
    """How strongly distant goals attract units."""
    open_city: float = 0.8
    """Share of a city's worth at risk when an enemy unit can simply move in."""
    reply: float = 0.36
    """Share of the enemy's possible attacks to count: it cannot make them all."""
    roam: float = 0.012
    """What each hex that the enemy can enter costs: it makes a continuous line worth holding."""
    stretched: float = 0.2
    """What a unit that the enemy might cut off costs, as a share of its worth."""
    threshold: float = 0.1
    """The least expected worth for which an attack is made."""
    ground: float = 0.12
    """What taking a hex without a city is worth."""


HOLD: Final = Style()
DRIVE: Final = Style(pull=0.32, reply=0.24, threshold=0.06, ground=0.2)
STYLES: Final = {(side, initiative): DRIVE if side == initiative else HOLD for side in (0, 1) for initiative in (0, 1)}
"""(side, side with the initiative) -> style: the side with the initiative drives on, the other holds."""


_AXIS_STEP: Final = 0.3
_SOVIET_STEP: Final = 0.45
"""The worth of a step: the Axis pays two cards for one, and cannot buy any in 1941; the Soviets pay one."""


@lru_cache(maxsize=4096)
def _counter_worth(unit: UnitIndex, face: int, steps: int) -> float:
    """The worth of a unit with this face up and this many steps."""
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


def unit_worth(state: State, unit: UnitIndex) -> float:
    """The worth of a unit in its present state."""
    return _counter_worth(unit, state.face[unit], losses.steps_of(state, unit)[0])


def step_worth(state: State, unit: UnitIndex) -> float:
    """What the next step loss costs: the difference to the other face, or the whole unit."""
    worth = unit_worth(state, unit)
    if not losses.has_two_steps(state, unit):
        return worth
    return worth - _counter_worth(unit, state.info(unit).weak, 1)


def surrender_worth(unit: UnitIndex) -> float:
    """What losing the unit while unsupplied costs beyond its worth: a point, and a second card."""
    return 1.4 if BOARD.units[unit].two_sided else 0.0


def hex_worths(state: State, side: SideIndex) -> dict[Node, float]:
    """What controlling each city or oil field is worth to `side`; the other side loses as much."""
    counted = victory.counted_hexes(state)
    worths = {}
    for node in bits(BOARD.vp_hexes):
        bit = 1 << node
        worth = 1.0 if counted & bit else 0.1
        if BOARD.objectives[side] & bit or BOARD.objectives[ENEMY[side]] & bit:
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
def distances(goal: Node) -> dict[Node, int]:
    """The distance from every node to `goal` over passable hexsides, whatever the terrain and the units there."""
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
    """For each node, worked out on demand, the pull of some goals: the strongest, a little of all, and of the front."""

    def __init__(self, goals: Iterable[tuple[Node, float]], front: Iterable[Node]) -> None:
        super().__init__()
        self._goals = [(distances(goal), weight) for goal, weight in goals if weight > 0]
        self._front = list(front)

    def __missing__(self, node: Node) -> float:
        pulls = [weight * _FADED[steps.get(node, 40)] for steps, weight in self._goals]
        march = _MARCH * min(14, nearest(node, self._front))
        pull = self[node] = 0.8 * max(pulls, default=0.0) + 0.05 * sum(pulls) - march
        return pull


_MARCH: Final = 0.1
"""What each hex between a unit and the front costs, so that no unit stays idle in the rear."""
_FADED: Final = tuple(_FADING**steps for steps in range(41))


def nearest(node: Node, others: Iterable[Node]) -> int:
    """The distance to the nearest of some nodes; 40 when there is none."""
    steps = distances(node)
    return min((steps.get(other, 40) for other in others), default=40)


def goals_of(state: State, side: SideIndex, worths: dict[Node, float]) -> list[tuple[Node, float]]:
    """Where the units of `side` should go, as (node, weight): enemy cities, its threatened cities, enemy units."""
    enemy = ENEMY[side]
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


def on_the_defense(state: State, side: SideIndex) -> bool:
    """Is this the side that has to hold, because the other has the initiative?"""
    return (side == SOVIET) == (state.initiative == AXIS)
