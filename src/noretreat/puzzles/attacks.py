"""Attacks that could be made: which sets of attackers are tried, and the best that the duties of a phase allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from noretreat.core.state import State
from noretreat.core.types import Node, UnitIndex
from noretreat.rules import allocation, combat, odds

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


def _battles(state: State, targets: tuple[Node, ...], attackers: tuple[UnitIndex, ...]) -> Iterator[tuple[Node, ...]]:
    """The battles of these attackers that leave as many duties within reach as there are (10.3.1)."""
    if allocation.is_complete(state, targets, attackers):
        yield targets
    for node in allocation.joinable(state, targets, attackers):
        if node > targets[-1] or len(targets) == 1:
            yield from _battles(state, (*targets, node), attackers)
