"""What one battle is worth to its attacker, by the exact tables."""

from __future__ import annotations

from typing import Final

from bench.yardstick.old.assessment import Assessment, piece_of, stake_of
from bench.yardstick.old.chances import counter_worth, defeat_worth, row_for
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.rules import odds

_GROUND: Final = 0.3
"""What it is worth to drive the defenders out of their hexes, apart from the points there."""


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
    assessment = Assessment(state, side)
    closed = [
        not assessment.escapes(node, assessment.foe_occupied, state.occupied(side), state.zoc(side))
        for node in battle.targets
    ]
    return sum(closed) / max(1, len(closed))


def forced_loss(state: State, side: SideIndex, node: Node) -> float:
    """The expected loss of the enemy if it must attack this hex with all units next to it."""
    enemy = state.phasing
    defenders = [unit for unit in state.units_at(node, side) if not state.face_of(unit).white]
    attackers = state.units_in(BOARD.adjacent[node], enemy)
    declared = list(bits(state.targets))
    free = [
        unit for unit in attackers if not any(BOARD.adjacent[state.node_of(unit)] >> target & 1 for target in declared)
    ]
    attack = sum(state.face_of(unit).strength for unit in attackers)
    defense = sum(state.face_of(unit).strength for unit in defenders)
    attacker = stake_of([piece_of(state, unit) for unit in attackers])
    defender = stake_of([piece_of(state, unit) for unit in defenders])
    row = row_for(enemy, attack, defense, 0)
    counter = counter_worth(side, defense, attack, 0, attacker, defender)
    loss = row.ca * counter + row.ex * (attacker.step - defender.step)
    loss -= defeat_worth(row, defender, 0.1, 0.3)
    # Attackers drawn away from a declared attack weaken that one.
    return loss + 0.1 * (len(attackers) - len(free))
