"""The worth of one battle to its attacker, by the exact tables."""

from __future__ import annotations

from typing import Final

from bench.yardstick.hard.evaluation.assessment import Assessment, piece_of, stake_of
from bench.yardstick.hard.evaluation.chances import counter_worth, defeat_worth, row_for
from noretreat.core.board import BOARD, ENEMY
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.rules import odds

_GROUND: Final = 0.22
"""The worth of driving the defenders out of their hexes, apart from the points there."""


def battle_worth(state: State, battle: Battle) -> float:
    """The expected worth of a battle, as it stands, to its attacker."""
    found = odds.odds_of(state, battle)
    attackers = stake_of([piece_of(state, unit) for unit in battle.attackers])
    defenders = stake_of([piece_of(state, unit) for unit in battle.defenders])
    row = row_for(found.table, found.attack, found.defense, found.column - max(found.initial, -1))
    if found.column < 0:
        row = row_for(found.table, 0, 1, 0)
    counter = counter_worth(ENEMY[battle.attacker], found.defense, found.attack, 0, attackers, defenders)
    return (
        row.ex * (defenders.step - attackers.step)
        - row.ca * counter
        + defeat_worth(row, defenders, _trapped(state, battle), _GROUND + _points_at_stake(state, battle))
    )


def _points_at_stake(state: State, battle: Battle) -> float:
    """The victory points in the hexes attacked."""
    held = state.control(ENEMY[battle.attacker]) & BOARD.vp_hexes
    return float(sum(held >> node & 1 for node in battle.targets))


def _trapped(state: State, battle: Battle) -> float:
    """The share of the target hexes without a retreat route."""
    side = battle.attacker
    foes, friends, zone = state.occupied(ENEMY[side]), state.occupied(side), state.zoc(side)
    closed = [not Assessment.escapes(node, foes, friends, zone) for node in battle.targets]
    return sum(closed) / max(1, len(closed))
