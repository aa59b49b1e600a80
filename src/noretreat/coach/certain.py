"""What the last turn has already decided: a goal that is met and cannot be lost any more, or that is out of reach.

Two proofs, both one-sided. By counting: the points and hexes that the rest of the last game turn can bring either side
are held against what the goals of the scenario lack, or have to spare; whatever is doubtful counts for the side that is
behind. And by trying: the side that would win does nothing more, the other answers in every way, and all faces and
deals come up.
"""

from __future__ import annotations

from typing import Final

from noretreat import game
from noretreat.core.actions import Action, Dealt, Done, Pass
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex
from noretreat.data.facts import Goal, Phase, Side
from noretreat.game import Chance
from noretreat.rules import supply, victory, windows

BATTLE_REACH: Final = 4
"""Hexes that a unit can get beyond its move: into the hex of the enemy and two more (10.8.2), and one for an event."""
_FASTEST: Final = max(map(max, BOARD.printed_move))
DRAWN: Final = 5
"""The most cards that a Card Phase brings."""
TRIES: Final = 150
"""The positions that a proof by trying may take."""
_MOST_ANSWERS: Final = 12
"""The answers beyond which no proof is tried."""
_NOT_YET_DRAWN: Final = frozenset({Phase.VICTORY, Phase.CARDS})
_NOT_YET_PLACED: Final = _NOT_YET_DRAWN | {Phase.SUPPLY, Phase.ORGANIZATION}
_NOT_YET_MOVED: Final = _NOT_YET_PLACED | {Phase.MOVEMENT}
_UNDECLARED: Final = frozenset({"declare", "window"})
_NOT_YET_FOUGHT: Final = _NOT_YET_MOVED | {Phase.COUNTERBLOWS, Phase.COMBAT}


def decided(state: State) -> Side | None:
    """The side that has won by the rules, though the last game turn goes on; None where it is open."""
    if state.ended is not None or state.turn < state.setup.last_turn:
        return None
    return _by_counting(state) or _by_trying(state)


# --- by counting --------------------------------------------------------------------------------------------------
def _by_counting(state: State) -> Side | None:
    conditions = state.setup.victory
    if conditions is None or victory.can_end_early(state):
        return None
    side = SIDE_INDEX[conditions.side]
    if any(_kept(state, goal, side) for goal in conditions.any_of):
        return conditions.side
    if all(_missed(state, goal, side) for goal in conditions.any_of):
        return SIDES[ENEMY[side]]
    return None


def _kept(state: State, goal: Goal, side: SideIndex) -> bool:
    """True if a goal is met, and cannot be lost any more."""
    if goal.objectives is not None or goal.lost:
        return False  # supply may be cut, and events bring units back
    taken = takeable(state, ENEMY[side])
    named = BOARD.mask(*goal.hexes)
    return not named & ~(state.control(side) & ~taken) and _lead(state, goal, side) >= _gains(state, ENEMY[side], taken)


def _missed(state: State, goal: Goal, side: SideIndex) -> bool:
    """True if a goal cannot be met any more."""
    if goal.lost:
        return False
    taken = takeable(state, side)
    can_be = state.control(side) | taken
    if BOARD.mask(*goal.hexes) & ~can_be:
        return True
    if goal.objectives is not None and (BOARD.objectives[side] & can_be).bit_count() < goal.objectives:
        return True
    return _lead(state, goal, side) < -_gains(state, side, taken)


def _lead(state: State, goal: Goal, side: SideIndex) -> int:
    """By how much the numbers of a goal are passed, or missed; 0 for one without any."""
    score = victory.victory_points(state, side)
    leads = [score - goal.points] if goal.points is not None else []
    if goal.held is not None:
        leads.append((state.control(side) & victory.counted_hexes(state)).bit_count() - goal.held)
    if goal.high_tide:
        leads.append(score - state.high_tide)
    return min(leads, default=0)


def takeable(state: State, side: SideIndex) -> NodeMask:
    """The cities and oil fields of the enemy that a side could enter in the rest of the game turn, and some more."""
    reach, moves = NO_NODES, _has_still(state, side, _NOT_YET_MOVED)
    if not moves and not _fights(state, side):
        return NO_NODES
    for unit in state.on_map(side):
        steps = BATTLE_REACH + (max(BOARD.printed_move[unit]) if moves else 0)
        reach |= _around(NodeMask(1 << state.node_of(unit)), steps)
    if _has_still(state, side, _NOT_YET_PLACED):  # units come into its own cities, and move
        reach |= _around(state.control(side) & BOARD.vp_hexes, BATTLE_REACH + _FASTEST)
    return reach & state.control(ENEMY[side]) & victory.counted_hexes(state)


def _fights(state: State, side: SideIndex) -> bool:
    """True if a side may still fight: in its own Combat Phase, in one that a marker or a card of its own forces on the
    enemy, or in a battle that goes on.
    """
    if _has_still(state, side, _NOT_YET_FOUGHT):
        return True
    marked = state.standing_counterblows | state.result_counterblows
    return bool(state.hands[side] or marked) or not _quiet(state)


def _quiet(state: State) -> bool:
    """True if no battle has been declared, and none goes on."""
    if state.battle is not None or state.targets:
        return False
    return state.phase is not Phase.COMBAT or (state.question is not None and state.question.CODE in _UNDECLARED)


def _around(nodes: NodeMask, steps: int) -> NodeMask:
    for _ in range(steps):
        nodes |= BOARD.expand(nodes)
    return nodes


def _has_still(state: State, side: SideIndex, phases: frozenset[Phase]) -> bool:
    """True if a side has one of these phases of its player turn still before it in this game turn."""
    return state.phase in phases if state.phasing == side else state.phasing < side


def _gains(state: State, side: SideIndex, taken: NodeMask) -> int:
    """The points that a side may still gain on the other, which need do nothing more: those hexes, a point for each
    card, and for units that surrender (11.1). What the other draws may cost it a point, if it is red.
    """
    other = ENEMY[side]
    hexes = taken.bit_count()
    if not _has_still(state, side, _NOT_YET_FOUGHT) and _quiet(state):
        marked = (state.standing_counterblows | state.result_counterblows).bit_count()
        hexes = min(hexes, state.hands[side].bit_count() + marked)  # for each a battle that it forces
    cards = state.hands[side].bit_count() + DRAWN * _has_still(state, side, _NOT_YET_DRAWN)
    if _has_still(state, other, _NOT_YET_DRAWN):
        cards += min(DRAWN, (windows.red_cards(state, other) & state.pile(other)).bit_count())
    lost = supply.cut_off(state, other)
    units = sum(1 for unit in state.on_map(other) if state.unsupplied >> unit & 1 or unit in lost)
    return hexes + cards + units + victory.holds_finland(state, other) + len(state.effects)


# --- by trying ----------------------------------------------------------------------------------------------------
def _by_trying(state: State) -> Side | None:
    """Whoever wins the game if nobody does anything more, if the other side cannot help it."""
    if state.phasing != SOVIET or state.phase in _NOT_YET_DRAWN:
        return None
    for side in Side:
        if _Proof(side).holds(state):
            return side
    return None


class _Proof:
    """Whether a side wins by doing nothing, whatever the other does and chance brings."""

    def __init__(self, winner: Side) -> None:
        self._winner, self._left = winner, TRIES

    def holds(self, state: State) -> bool:
        """True if it does; False as well where that takes too long to see."""
        while state.ended is None:
            self._left -= 1
            if self._left < 0:
                return False
            options = game.legal_actions(state)
            who = game.actor(state)
            if who is self._winner:
                idle = _idle(options)
                if idle is None:
                    return False
                options = (idle,)
            elif len(options) > _MOST_ANSWERS:
                return False
            elif who is Chance.CHANCE and isinstance(options[0], Dealt):
                return False  # a red event may come of it
            for option in options[1:]:
                if not self.holds(game.apply_trusted(state, option)[0]):
                    return False
            state = game.apply_trusted(state, options[0])[0]
        return state.ended.winner is self._winner


def _idle(options: tuple[Action, ...]) -> Action | None:
    """To do nothing, or the only answer that there is."""
    if len(options) == 1:
        return options[0]
    return next((option for option in options if isinstance(option, Done | Pass)), None)
