"""The worth of things to the computer players, in victory points: units, hexes and goals.

The numbers began as rules of thumb; `bench/weights.py` found the directions in which they were wrong. Only their
proportions matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from bench.yardstick.hard.evaluation.horizon import Horizon
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.rules import losses, victory

_LAST_CITY: Final = 6.0
"""The worth of Berlin in 1945: with its garrison the Axis loses the war."""
_FADING: Final = 0.78
"""The share of a goal's pull that is left one hex further away."""
_BERLIN: Final = BOARD.mask("0503")
_PLOESTI: Final = BOARD.mask("0816")
_CARD_SOURCES: Final = BOARD.mask("2008", "2022")


SURRENDER: Final = 1.4
"""The cost, beyond its worth, of losing a unit that can surrender: a point, and a second card."""
NEAR_GOAL: Final = 1.45
"""The strength with which an enemy city draws units when some are near, as a multiple of its worth."""
OWN_GOAL: Final = 0.7
"""The strength with which the side's own cities near the enemy draw units."""
ENEMY_UNITS: Final = 0.6
"""The strength with which enemy units draw them, as a share of their worth."""


class Style(NamedTuple):
    """The weights that a side gives to the parts of an evaluation."""

    pull: float = 0.165
    """The strength with which distant goals attract units."""
    open_city: float = 0.95
    """Share of a city's worth at risk when an enemy unit can simply move in."""
    reply: float = 0.6
    """Share of the enemy's best attacks to count: it does not see them all, and the side can still move."""
    roam: float = 0.022
    """The cost of each hex that the enemy can enter: it makes a continuous line worth holding."""
    stretched: float = 0.2
    """The cost of a unit that the enemy might cut off, as a share of its worth."""
    breakthrough: float = 0.35
    """The value of an enemy unit that a won attack would cut off, as a share of its worth: it can still break out."""
    rear: float = 0.25
    """The cost of a unit that a won enemy attack could cut off, as a share of its worth."""
    relief: float = 0.6
    """The value of a friendly unit that a won attack would bring back into supply, as a share of its worth."""
    threshold: float = 0.12
    """The least expected worth for which an attack is made."""
    ground: float = 0.12
    """The worth of taking a hex without a city."""
    troops: float = 1.25
    """The weight of all units beside hexes: the side on the defensive lives by them."""


HOLD: Final = Style()
DRIVE: Final = Style(
    pull=0.24,
    reply=0.45,
    rear=0.0,
    threshold=0.07,
    ground=0.2,
    troops=0.9,
)
OFFENSIVE: Final = DRIVE._replace(pull=0.15, roam=0.042, troops=0.77)
STAND_FAST: Final = HOLD._replace(pull=0.15, open_city=1.1, relief=0.45, troops=1.06)
BLITZKRIEG: Final = DRIVE._replace(pull=0.2, roam=0.032, reply=0.35)
AT_BAY: Final = HOLD._replace(open_city=1.35, reply=0.35, rear=0.15, troops=1.05)
"""The styles of 1942 and of 1941, each found by experiments of its own (`bench/tried.md`). The Axis keeps a closer line
than it would otherwise, the Soviets cling to their cities, and in 1942 both value troops less; in 1941 neither side
fears the enemy's answer as much as later, and the Soviets would rather give up troops than cities.
"""
FIRST_TURNS: Final = 5
"""The last turn of 1941."""
STYLES: Final = {
    (AXIS, AXIS, True): BLITZKRIEG,
    (AXIS, AXIS, False): OFFENSIVE,
    (AXIS, SOVIET, True): HOLD,
    (AXIS, SOVIET, False): HOLD,
    (SOVIET, AXIS, True): AT_BAY,
    (SOVIET, AXIS, False): STAND_FAST,
    (SOVIET, SOVIET, True): DRIVE,
    (SOVIET, SOVIET, False): DRIVE,
}
"""(side, side with the initiative, in 1941?) -> style: the side with the initiative drives on, the other holds."""

Styles = Mapping[tuple[SideIndex, SideIndex, bool], Style]
_STYLES: ContextVar[Styles] = ContextVar("styles", default=STYLES)
"""The styles of the player now thinking: those of Hard, unless it is a script with its own."""


@contextmanager
def tempered(styles: Styles) -> Iterator[None]:
    """Judges positions, for its duration, in these styles."""
    before = _STYLES.set(styles)
    try:
        yield
    finally:
        _STYLES.reset(before)


_FORESEES: ContextVar[bool] = ContextVar("foresees", default=True)
"""True if the player now thinking sees what a breakthrough opens."""


@contextmanager
def foresight(sees: bool) -> Iterator[None]:
    """Judges positions, for its duration, as a player who does or does not see what lies behind a breakthrough."""
    before = _FORESEES.set(sees)
    try:
        yield
    finally:
        _FORESEES.reset(before)


def foresees() -> bool:
    """True if the player now thinking sees what a breakthrough opens."""
    return _FORESEES.get()


def temper() -> int:
    """The styles of the player now thinking, as a key."""
    return id(_STYLES.get())


def style_of(state: State, side: SideIndex) -> Style:
    """The style of a side, as far as the player now thinking can see."""
    style = _STYLES.get()[side, state.initiative, state.turn <= FIRST_TURNS]
    return style if foresees() else style._replace(breakthrough=0.0, rear=0.0, relief=0.0)


_AXIS_BASE, _AXIS_STRENGTH = 0.35, 0.22
_SOVIET_BASE, _SOVIET_STRENGTH = 0.65, 0.11
"""The worth of a unit, and of each point of its strength."""
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
            return _SOVIET_BASE + _SOVIET_STRENGTH * info.faces[info.weak].strength + _SOVIET_STEP
        return _SOVIET_BASE + _SOVIET_STRENGTH * side.strength
    worth = _AXIS_BASE + _AXIS_STRENGTH * side.strength
    if side.mobile:
        worth += 0.1 * max(0, side.move - 3)
    if side.white:
        worth *= 0.7
    return worth + (_AXIS_STEP if steps > 1 else 0.0)


def unit_worth(state: State, unit: UnitIndex) -> float:
    """The worth of a unit in its present state."""
    return _counter_worth(unit, state.face[unit], losses.steps_of(state, unit)[0])


def step_worth(state: State, unit: UnitIndex) -> float:
    """The cost of the next step loss: the difference to the other face, or the whole unit."""
    worth = unit_worth(state, unit)
    if not losses.has_two_steps(state, unit):
        return worth
    return worth - _counter_worth(unit, state.info(unit).weak, 1)


def surrender_worth(unit: UnitIndex) -> float:
    """The cost, beyond its worth, of losing the unit while it is unsupplied."""
    return SURRENDER if BOARD.units[unit].two_sided else 0.0


def hex_worths(state: State, side: SideIndex, horizon: Horizon | None = None) -> dict[Node, float]:
    """The worth of controlling each city or oil field; what one side gains by it the other loses."""
    horizon = horizon or Horizon(state)
    counted = victory.counted_hexes(state)
    worths = standing_worths(state, horizon)
    for node in worths:
        worths[node] += (horizon.point if counted >> node & 1 else 0.0) + horizon.hexes.get(node, 0.0)
    return worths


def standing_worths(state: State, horizon: Horizon) -> dict[Node, float]:
    """The worth of each city or oil field beyond points, objectives and goals."""
    counted = victory.counted_hexes(state)
    worths = {}
    for node in bits(BOARD.vp_hexes):
        bit = 1 << node
        worth = 0.0 if counted & bit else 0.1
        if bit & _CARD_SOURCES and state.turn < victory.LAST_YEAR:
            worth += 0.4 * horizon.troops
        if bit & _PLOESTI:
            worth += 1.0 * horizon.troops
        if bit & _BERLIN and state.turn >= victory.LAST_YEAR:
            worth += _LAST_CITY
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


@lru_cache(maxsize=512)
def _fading_at(node: Node) -> list[float]:
    """For each node, as a goal, the share of its pull that is left at `node`; distances are the same both ways."""
    shares = [0.0] * (max(BOARD.adjacent) + 1)
    for goal, steps in distances(node).items():
        shares[goal] = _FADING**steps
    return shares


class Field(dict[int, float]):
    """For each node, worked out on demand, the pull of some goals: the strongest, a little of all, and of the front."""

    def __init__(self, goals: Iterable[tuple[Node, float]], front: NodeMask) -> None:
        super().__init__()
        merged: dict[Node, float] = {}
        for goal, weight in goals:
            if weight > 0:
                merged[goal] = max(weight, merged.get(goal, 0.0))
        self._goals, self._weights = list(merged), list(merged.values())
        self._front = distances_to(front)

    def __missing__(self, node: Node) -> float:
        pulls: list[float] = list(map(mul, self._weights, map(_fading_at(node).__getitem__, self._goals)))
        march = _MARCH * min(14, self._front.get(node, 14))
        pull = self[node] = 0.8 * max(pulls, default=0.0) + 0.05 * sum(pulls) - march
        return pull


_MARCH: Final = 0.1
"""The cost of each hex between a unit and the front, so that no unit stays idle in the rear."""


@lru_cache(maxsize=256)
def distances_to(goals: NodeMask) -> dict[Node, int]:
    """The distance from every node to the nearest of some nodes, whatever the terrain and the units there."""
    found = dict.fromkeys(bits(goals), 0)
    seen = mask = goals
    steps = 0
    while mask:
        steps += 1
        mask = BOARD.expand(mask) & ~seen
        seen |= mask
        for node in bits(mask):
            found[node] = steps
    return found


def goals_of(state: State, side: SideIndex, worths: dict[Node, float], scale: float = 1.0) -> list[tuple[Node, float]]:
    """The goals of the units of `side`, as (node, weight): enemy cities, its threatened cities, enemy units.

    `scale`: the present worth of a point; a goal pulls by its share of that.
    """
    enemy = ENEMY[side]
    from_foes = distances_to(state.occupied(enemy))
    from_friends = distances_to(state.occupied(side))
    goals = []
    for node, worth in worths.items():
        if state.control(enemy) >> node & 1:
            near = from_friends.get(node, 40)
            goals.append((node, worth / scale * (NEAR_GOAL if near <= 8 else 0.5)))
        else:
            near = from_foes.get(node, 40)
            goals.append((node, OWN_GOAL * worth / scale * max(0.0, 1.3 - 0.16 * near)))
    for unit in state.on_map(enemy):
        goals.append((state.node_of(unit), ENEMY_UNITS * unit_worth(state, unit)))
    return goals


def nearest(node: Node, others: Iterable[Node]) -> int:
    """The distance to the nearest of some nodes; 40 when there is none."""
    steps = distances(node)
    return min((steps.get(other, 40) for other in others), default=40)
