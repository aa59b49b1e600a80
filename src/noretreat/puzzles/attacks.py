"""Attacks that could be made: which sets of attackers are tried, the best that the duties of a phase allow, and the
faces of the die that empty a hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from noretreat.core.board import BOARD, ENEMY
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, UnitIndex
from noretreat.explain.ahead.battle_cards import results_of
from noretreat.explain.ahead.forecast import carry_out
from noretreat.rules import allocation, combat, odds

FACES: Final = 6
"""Of a die."""
MOST_ATTACKERS: Final = 9
"""All sets of up to so many attackers are tried; of more of them only those that lack at most two."""


def sets_of(able: tuple[UnitIndex, ...]) -> Iterator[tuple[UnitIndex, ...]]:
    """The sets of attackers to try, the largest first."""
    least = 1 if len(able) <= MOST_ATTACKERS else len(able) - 2
    for size in range(len(able), least - 1, -1):
        yield from combinations(able, size)


def best_attack(state: State, node: Node) -> tuple[int, tuple[UnitIndex, ...], tuple[Node, ...]] | None:
    """The best column in which the phasing side can attack a marked hex, with what else it must attack (10.3), before
    its first battle: column, attackers, and hexes of that battle. None if it cannot attack the hex at all.
    """
    best: tuple[int, tuple[UnitIndex, ...], tuple[Node, ...]] | None = None
    for attackers in sets_of(tuple(combat.able_attackers(state, (node,)))):
        for targets in _battles(state, (node,), attackers):
            column = odds.odds_of(state, odds.hypothetical(state, attackers, targets)).column
            if best is None or column > best[0]:
                best = column, attackers, targets
    return best


def faces_emptying(state: State, battle: Battle, *, entered: bool = False) -> int:
    """The faces of the die, of six, that leave no unit of the defender in the hexes of a battle (10.7).

    `entered`: and that leave an attacker that can advance.
    """
    results = results_of(state, battle)
    empties = {result: _empties(state, battle, result, entered=entered) for result in set(results)}
    return sum(empties[result] for result in results) * FACES // len(results)


def step_empties(state: State, battle: Battle) -> bool:
    """Does the loss of one step leave no unit of the defender in the hexes of a battle?"""
    return _empties(state, battle, "EX", entered=False)


def _empties(state: State, battle: Battle, result: str, *, entered: bool) -> bool:
    """Does a result drive all defenders out of their hexes, and leave an attacker that can advance if one has to?"""
    fates = {fate.unit: fate for fate in carry_out(state, battle, result).fates}
    mask = sum((1 << node for node in battle.targets), NO_NODES)
    gone = all(
        (fate := fates.get(BOARD.unit_ids[unit])) is not None and (fate.fate != "step" or fate.why == "retreats")
        for unit in state.units_in(mask, ENEMY[battle.attacker])
    )
    if not gone or not entered:
        return gone
    left = (fates.get(BOARD.unit_ids[unit]) for unit in battle.attackers)
    return any(fate is None or fate.fate == "step" for fate in left)


def _battles(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> Iterator[tuple[Node, ...]]:
    """The battles of these attackers that leave as many duties within reach as there are (10.3.1)."""
    if allocation.is_complete(state, targets, attackers):
        yield targets
    for node in allocation.joinable(state, targets, attackers):
        if node > targets[-1] or len(targets) == 1:
            yield from _battles(state, (*targets, node), attackers)
