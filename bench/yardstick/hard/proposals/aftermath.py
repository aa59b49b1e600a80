"""After a battle: retreats, step losses, advances, and units that must leave an overstacked hex."""

from __future__ import annotations

from typing import Final

from bench.yardstick.hard.evaluation.appraisal import appraise
from bench.yardstick.hard.evaluation.assessment import Assessment, posted
from bench.yardstick.hard.evaluation.scoring import Scorer
from bench.yardstick.hard.evaluation.worth import hex_worths, step_worth, unit_worth
from noretreat import game
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    ChooseUnit,
    Done,
    LoseStep,
    MarkCounterblow,
    RetreatUnit,
    ShatterUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDES
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.rules import odds
from noretreat.rules.retreat import Advance
from noretreat.rules.stacking import overstacked, room_for
from noretreat.rules.supply import supplied_nodes

WAYS: Final = 2
"""The number of the best ends of a step that are followed further, when a unit advances or retreats."""
STEPS: Final = 6
"""The number of first steps of an advance that are appraised, those of the strongest units first."""
LOOKED_AT: Final = 6
"""The number of retreats that are appraised."""
CROWDED: Final = 3.0
"""The penalty for stopping in an overstacked hex."""
ENTRY: Final = 0.5
"""Share of a city's worth that speaks for advancing into it at once, beyond its worth."""


# --- retreats ----------------------------------------------------------------------------------------------------
def retreat(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The retreat after which the position is best, out of those that look best at a glance."""
    roomy = [action for action in actions if _has_room(state, action)]
    ranked = sorted(roomy or actions, key=lambda action: -_glance(state, side, action))
    return best_after(state, side, tuple(ranked[:LOOKED_AT]))


def _has_room(state: State, action: Action) -> bool:
    """True if a retreat ends where one more unit may stand."""
    if not isinstance(action, RetreatUnit):
        return False
    return bool(room_for(state, BOARD.unit_index[action.unit], 1 << BOARD.node_of[action.path[-1]]))


def retreat_at_a_glance(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The retreat into room, supply and cover; no position is appraised."""
    return max(actions, key=lambda action: _glance(state, side, action))


def _glance(state: State, side: SideIndex, action: Action) -> float:
    """A hex's merit as a place to retreat to: room, supply, distance from the enemy, cover, a city left alone."""
    if not isinstance(action, RetreatUnit):
        return -9.0
    unit, node = BOARD.unit_index[action.unit], BOARD.node_of[action.path[-1]]
    worth = 0.0 if _has_room(state, action) else -2.0 * unit_worth(state, unit)
    if not supplied_nodes(state, side) >> node & 1:
        worth -= 0.6 * unit_worth(state, unit)
    worth -= 0.12 * (BOARD.adjacent[node] & state.occupied(ENEMY[side])).bit_count()
    worth -= 0.08 * odds.terrain_shift(state, node, ()).columns if node in BOARD.terrain else 0.0
    if state.control(side) & BOARD.vp_hexes & ~state.occupied(side) & (1 << node):
        worth += 0.3
    return worth


# --- losses ------------------------------------------------------------------------------------------------------
def lose_step(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Loses the step that is missed least where it stands."""
    steps = tuple(action for action in actions if isinstance(action, LoseStep))
    cheap = sorted(steps, key=lambda action: step_worth(state, BOARD.unit_index[action.unit]))
    return best_after(state, side, tuple(cheap[: WAYS + 1])) if steps else actions[0]


def lose_step_at_a_glance(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Loses the step that is worth least, wherever it stands."""
    steps = [action for action in actions if isinstance(action, LoseStep)]
    return min(steps, key=lambda action: step_worth(state, BOARD.unit_index[action.unit]))


def overstack(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Shatters the unit that is worth least."""
    units = [action for action in actions if isinstance(action, ShatterUnit)]
    return min(units, key=lambda action: unit_worth(state, BOARD.unit_index[action.unit]))


def mark_counterblow(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Marks the strongest hex of the battle, where an enemy attack is most likely to fail."""
    marks = [action for action in actions if isinstance(action, MarkCounterblow)]

    def strength(action: MarkCounterblow) -> int:
        node = BOARD.node_of[action.hex]
        return sum(state.face_of(unit).strength for unit in state.units_at(node, side))

    return max(marks, key=strength)


# --- advances ----------------------------------------------------------------------------------------------------
def advance(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The first hex of the best advance, judged by whole ways; stopping counts as a way too."""
    worths = hex_worths(state, side)
    best, chosen = -1e9, Done() if Done() in actions else actions[0]
    if chosen == Done():
        best = _arrived(state, side)
    ends: list[tuple[float, Action, State]] = []
    steps = [action for action in actions if isinstance(action, AdvanceUnit)]
    steps.sort(key=lambda step: -state.face_of(BOARD.unit_index[step.unit]).strength)
    for step in steps[:STEPS]:
        after, _ = game.apply_trusted(state, step)
        ends.append((_arrived(after, side) + _entered(state, side, step, worths), step, after))
    while ends:
        ends.sort(key=lambda end: end[0], reverse=True)
        if ends[0][0] > best + 0.01:
            best, chosen = ends[0][0], ends[0][1]
        ends = [longer for end in ends[:WAYS] for longer in _longer(end, side, worths)]
    return chosen


def advance_soon(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """`advance` in less time: the position is assessed once, and one way is followed on from its first hex, of those on
    which the strongest units could set out.
    """
    look = _Glimpse(state, side)
    stop = Done() if Done() in actions else actions[0]
    best, chosen = look.stood if stop == Done() else -1e9, stop
    steps = [action for action in actions if isinstance(action, AdvanceUnit)]
    steps.sort(key=lambda step: -state.face_of(BOARD.unit_index[step.unit]).strength)
    ends = [(look.arrived(step), step) for step in steps[: STEPS // 2]]
    if not ends:
        return chosen
    value, first_step = max(ends, key=lambda end: end[0])
    if value > best + 0.01:
        best, chosen = value, first_step
    after, _ = game.apply_trusted(state, first_step)
    if isinstance(after.question, Advance) and after.battle is not None:
        for action in after.options:
            if isinstance(action, AdvanceUnit) and action.unit == first_step.unit:
                value = look.passed(first_step) + look.arrived(action)
                if value > best + 0.01:
                    best, chosen = value, first_step
    return chosen


class _Glimpse:
    """The hexes to which one unit could advance, by a single assessment: the enemy stays in place."""

    def __init__(self, state: State, side: SideIndex) -> None:
        self._state = state
        self._scorer = Scorer(Assessment(state, side))
        own = self._scorer.assessment.own
        self._at = [piece.node for piece in own]
        self._index = {piece.unit: index for index, piece in enumerate(own)}
        self._open = state.control(ENEMY[side]) & BOARD.vp_hexes
        self.stood = self._scorer.score(self._at, False)
        """The worth of the position if nobody advances."""

    def arrived(self, step: AdvanceUnit) -> float:
        """The worth of the position if the unit goes there, from wherever it is, and stops."""
        unit, node = BOARD.unit_index[step.unit], BOARD.node_of[step.to]
        index = self._index[unit]
        with posted(self._at, index, node):
            value = self._scorer.score(self._at, False)
        crowded = 0.0 if room_for(self._state, unit, 1 << node) else CROWDED
        return value - crowded + ENTRY * self._worth(node)

    def passed(self, step: AdvanceUnit) -> float:
        """The worth of having passed through a hex: a city on the way changes hands."""
        return (1.0 + ENTRY) * self._worth(BOARD.node_of[step.to])

    def _worth(self, node: Node) -> float:
        """The worth of a city or oil field that the enemy controls; nothing for any other hex."""
        return self._scorer.assessment.hex_worth.get(node, 0.0) if self._open >> node & 1 else 0.0


def advance_at_a_glance(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """One hex with the strongest unit or the weakest, or none."""
    stop = Done() if Done() in actions else actions[0]
    if state.battle is not None and state.battle.advancing >= 0:
        return stop
    ways = [
        action
        for action in actions
        if isinstance(action, AdvanceUnit)
        and room_for(state, BOARD.unit_index[action.unit], 1 << BOARD.node_of[action.to])
    ]
    ways.sort(key=lambda action: state.face_of(BOARD.unit_index[action.unit]).strength)
    return best_after(state, side, tuple(dict.fromkeys((stop, *ways[:1], *ways[-1:]))))


def _stood(state: State, side: SideIndex) -> float:
    """The worth of the position if nobody advances any further."""
    if state.ended is not None:
        return 0.0 if state.ended.winner is None else 60.0 if state.ended.winner is SIDES[side] else -60.0
    return appraise(state, side)


def _arrived(state: State, side: SideIndex) -> float:
    """The worth of the position if the unit stops where it has advanced to; no stack may be too high then."""
    return _stood(state, side) - (CROWDED if state.ended is None and overstacked(state, side) else 0.0)


def _longer(
    end: tuple[float, Action, State], side: SideIndex, worths: dict[Node, float]
) -> list[tuple[float, Action, State]]:
    """The ways that go a hex further with the unit that has just advanced; each under the action that began it."""
    value, first, state = end
    if not isinstance(state.question, Advance) or state.battle is None:
        return []
    unit = BOARD.unit_ids[state.battle.advancing]
    found = []
    gained = value - _arrived(state, side)
    for action in state.options:
        if isinstance(action, AdvanceUnit) and action.unit == unit:
            after, _ = game.apply_trusted(state, action)
            found.append((_arrived(after, side) + gained + _entered(state, side, action, worths), first, after))
    return found


def _entered(state: State, side: SideIndex, action: AdvanceUnit, worths: dict[Node, float]) -> float:
    """The case for entering an enemy city or oil field, beyond having it: it may be shut again tomorrow."""
    node = BOARD.node_of[action.to]
    return ENTRY * worths.get(node, 0.0) if state.control(ENEMY[side]) >> node & 1 else 0.0


# --- whatever looks best -----------------------------------------------------------------------------------------
def best_after(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The answer after which the position at once looks best."""
    if len(actions) == 1:
        return actions[0]
    return max(actions, key=lambda action: _stood(game.apply_trusted(state, action)[0], side))


def first(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The first answer, where all come in the end and the order changes nothing that could be foreseen."""
    return actions[0]


def local_support(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The marker for the unit with most enemies beside it, the strongest first (OPT-3); it costs nothing."""
    foes = state.occupied(ENEMY[side])

    def need(action: Action) -> tuple[int, int]:
        if not isinstance(action, ChooseUnit):
            return 0, -1
        unit = BOARD.unit_index[action.unit]
        return (BOARD.adjacent[state.node_of(unit)] & foes).bit_count(), state.face_of(unit).strength

    return max(actions, key=need)
