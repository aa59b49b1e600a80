"""The way to win, in one line for the head of the table: the goals of a scenario (12.6), or of the campaign the next
Sudden Death mark and the Objectives (12.1, 12.2). Other ways of winning are among the roads to victory
(`explain/ahead/outlook.py`).
"""

from __future__ import annotations

from noretreat.core.board import SIDES
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.data.facts import Phase
from noretreat.rules import goals, victory


def aim_of(state: State) -> Reason | None:
    """The goal of the side that has one to reach, and its deadline.

    Once the game is over, only the goals of a scenario stay, to see how they stood: those that were reached, where one
    was. A campaign has none.
    """
    conditions = state.setup.victory
    if state.ended is not None and conditions is None:
        return None
    if conditions is not None and (state.ended is not None or not conditions.early):
        parts = goals.parts_reached(state, conditions) if _reached(state) else goals.all_parts(conditions)
        return say("aim-goals", side=conditions.side, turn=state.setup.last_turn, goals=parts)
    side = SIDES[state.initiative]
    objectives = say("goal-objectives", n=victory.objectives_needed(state, state.initiative))
    mark, turn = next_mark(state)
    if mark is None or turn is None:
        return say("aim-objectives", side=side, objectives=objectives)
    return say("aim-mark", side=side, turn=turn, points=say("goal-points", n=mark + 1), objectives=objectives)


def _reached(state: State) -> bool:
    """True if the game ended because the side reached a goal of the scenario."""
    return state.ended is not None and state.ended.reason == "scenario"


def next_mark(state: State) -> tuple[int | None, int | None]:
    """The next mark that the side with the initiative has to pass to win by Sudden Death, and its turn; (None, None) in
    a scenario without Sudden Death (WIN-8), and where it only costs cards (NSR-1).
    """
    costs_cards = state.setup.options.no_surrender and state.rules.no_surrender != "off"
    if costs_cards or not victory.can_end_early(state):
        return None, None
    for turn in range(state.turn, state.setup.last_turn + 1):
        mark = victory.threshold(turn, state.initiative)
        if mark is not None and (turn > state.turn or state.phase == Phase.VICTORY):
            return mark, turn
    return None, None
