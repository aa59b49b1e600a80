"""The combat tables as probabilities, and the worth of each result: exact, without rolling a die."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from noretreat.core.board import AXIS, SOVIET
from noretreat.core.types import SideIndex
from noretreat.rules.odds import TOP, initial_column, result_at

RESULTS: Final = ("CA", "NE", "CB", "EX", "DR", "DS", "DD")
SHATTERED_SHARE: Final = 0.4
"""Share of its worth that a shattered unit loses: it recovers for free, but late and far away."""
RETREAT_SHARE: Final = 0.125
"""Share of its worth that a retreat costs a unit."""
CROWDED_SHARE: Final = 0.4
"""The share that it costs where every way ends in a full hex: a unit too many is shattered (RET-6)."""


class Row(NamedTuple):
    """The chances of each result in one column."""

    ca: float
    ne: float
    cb: float
    ex: float
    dr: float
    ds: float
    dd: float


def _row(table: SideIndex, column: int) -> Row:
    counts = Counter(result_at(table, column, die) for die in range(1, 7))
    return Row(*(counts[result] / 6 for result in RESULTS))


ROWS: Final = tuple(tuple(_row(table, column) for column in range(-1, TOP + 1)) for table in (AXIS, SOVIET))
"""`ROWS[table][column + 1]`; column -1 is below the table: a certain counterattack."""


@lru_cache(maxsize=8192)
def column_of(attack: int, defense: int) -> int:
    """The column before shifts."""
    return initial_column(attack, defense)


def row_for(table: SideIndex, attack: int, defense: int, shift: int, strict: bool = True) -> Row:
    """The chances of an attack; with `strict`, odds below 1:3 are a counterattack before any shift (BAT-3)."""
    column = column_of(attack, defense)
    if column >= 0 or not strict:
        column = max(-1, min(TOP, column + shift))
    return ROWS[table][column + 1]


class Stake(NamedTuple):
    """The possible losses of one side of a battle: everything, the cheapest step, a step of each unit."""

    worth: float
    step: float
    all_steps: float


def defeat_worth(row: Row, stake: Stake, trapped: float, ground: float, retreat: float = RETREAT_SHARE) -> float:
    """The expected worth to the attacker of the results that drive the defender out.

    `trapped` is the chance that the defender cannot retreat; `ground` is what the hex itself is worth, and `retreat`
    the share of their worth that a retreat costs the defenders.
    """
    free = 1.0 - trapped
    lost = stake.worth * trapped
    return (
        row.dr * (lost + free * retreat * stake.worth + ground)
        + row.ds * (lost + free * SHATTERED_SHARE * stake.worth + ground)
        + row.dd * (lost + free * stake.all_steps + ground)
    )


def fort_worth(row: Row, stake: Stake, attacker_step: float, ground: float) -> float:
    """`defeat_worth` for a hex with a fort, which does not retreat (RES-7); `ground` counts if it falls."""
    return row.ds * (stake.step - attacker_step) + row.dd * (stake.all_steps + ground)


def counter_worth(table: SideIndex, strike: int, attackers: int, shift: int, attacker: Stake, defender: Stake) -> float:
    """The expected worth of a counterattack to the defender, who may decline it: the round with the roles swapped."""
    row = row_for(table, strike, attackers, shift)
    gain = defeat_worth(row, attacker, 0.1, 0.2) + row.ex * (attacker.step - defender.step)
    # A counterattack can be answered by another one, which costs about as much as the first would have gained.
    return max(0.0, gain - row.ca * 0.25 * defender.worth)


__all__ = [
    "RESULTS", "ROWS", "Row", "Stake", "column_of", "counter_worth", "defeat_worth", "fort_worth", "row_for",
]  # fmt: skip
