"""Notes of the calendar that hold under some rule sets only (13.5): each beside the switch that it tells of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from noretreat.core.board import BOARD
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.data.notes import note_id

_HOLDS: Final[dict[str, Callable[[Rules], bool]]] = {
    "calendar.1.1": lambda rules: not rules.axis_first_summer_train,
    "calendar.1.2": lambda rules: rules.rumanians_fixed_t1,
    "calendar.1.3": lambda rules: rules.axis_first_summer_train,
    "calendar.2.1": lambda rules: not rules.axis_first_summer_train,
    "calendar.2.2": lambda rules: rules.axis_first_summer_train,
    "calendar.4.1": lambda rules: rules.strategic_reserve != "none",
    "calendar.11.2": lambda rules: (11, "armor_plus_one_no_fort") in rules.soviet_stack,
    "calendar.18.1": lambda rules: rules.free_upgrade_last_turn is not None,
    "calendar.20.1": lambda rules: rules.axis_target_limits["from20"] == 3,
    "calendar.23.3": lambda rules: rules.t23_axis_draw == 1,
    "calendar.23.4": lambda rules: rules.t23_axis_draw is None,
    "calendar.24.2": lambda rules: rules.axis_replace_turns[1] == 23,
    "calendar.26.1": lambda rules: rules.axis_target_limits["from26"] == 1,
}
"""Id of a note -> whether it holds under a rule set; a note that is not here always holds."""


def void_notes(state: State) -> tuple[str, ...]:
    """The ids of the notes that do not hold under the rules of this game."""
    return tuple(name for name, holds in _HOLDS.items() if not holds(state.rules))


def notes_of_turn(state: State) -> list[str]:
    """The ids of the notes of the present turn that hold."""
    count, void = len(BOARD.calendar[state.turn].notes), void_notes(state)
    names = (note_id(state.turn, number) for number in range(1, count + 1))
    return [name for name in names if name not in void]
