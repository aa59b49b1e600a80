"""What a whole position is worth to a side: its arrangement, material, points, cards and support markers."""

from __future__ import annotations

from typing import Final

from bench.yardstick.old.assessment import Assessment
from bench.yardstick.old.cards import KEEP
from bench.yardstick.old.scoring import Scorer
from noretreat.core.board import ENEMY, SIDES
from noretreat.core.state import State
from noretreat.rules.stacking import overstacked

OVERSTACKED: Final = 0.6
"""Share of a unit's worth that is lost when it must leave an overstacked hex."""
_WON: Final = 60.0
_SUPPORT: Final = 0.1
"""The worth of a support marker."""


def position_worth(state: State, side: int) -> float:
    """The worth of a position to `side`, with its cards and support markers; the end of the game counts most."""
    if state.ended is not None:
        if state.ended.winner is None:
            return 0.0
        return _WON if state.ended.winner is SIDES[side] else -_WON
    cards = _hand_worth(state, side) - _hand_worth(state, ENEMY[side])
    markers = _SUPPORT * (state.supports[side] - state.supports[ENEMY[side]]) if state.phase == "cards" else 0.0
    return appraise(state, side) + cards + markers


def _hand_worth(state: State, side: int) -> float:
    """The worth of a hand by its size: two cards can be kept, the others are worth less."""
    cards = state.hands[side].bit_count()
    return 0.25 * min(cards, KEEP) + 0.12 * max(0, cards - KEEP)


def appraise(state: State, side: int, attacks: bool = False) -> float:
    """The worth of the units, cities and points of a position to `side`, with or without the attacks it could make."""
    assessment = Assessment(state, side)
    scorer = Scorer(assessment)
    material = sum(piece.worth for piece in assessment.own) - sum(piece.worth for piece in assessment.foes)
    held = sum(worth * (1 if state.control(side) >> node & 1 else -1) for node, worth in assessment.hex_worth.items())
    for node in overstacked(state, side):
        material -= OVERSTACKED * min(piece.worth for piece in assessment.own if piece.node == node)
    points = state.event_vp * (1 if side == state.initiative else -1)
    return material + 0.5 * held + points + scorer.score([piece.node for piece in assessment.own], attacks)
