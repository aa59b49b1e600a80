"""Habits: an answer to every question without trying anything out, for imagined games.

Playing on by habit takes about a tenth of a second per player turn, so that a plan can be judged many times over by its
consequences. Nobody plays events there except those that must be played, and nobody rides a train. Only advances are
chosen with some care: a level that takes the first one at a glance wins one game in five against itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from noretreat import game
from noretreat.ai.evaluation.card_values import card_worth
from noretreat.ai.player import require_legal
from noretreat.ai.proposals import aftermath, attacks, card_choices, counterblow_choices, order, upkeep
from noretreat.ai.proposals.following import PlanFollower
from noretreat.ai.proposals.moves import Effort, MovePlan
from noretreat.core.actions import Action, Dealt, Done, MarkReserve, Pass, PlayEvent
from noretreat.core.state import State
from noretreat.core.types import NO_CARD, SideIndex

Answer = Callable[[State, SideIndex, tuple[Action, ...]], Action]
"""A function that gives a side's answer to a question, from its legal actions."""

EFFORT: Final = Effort(candidates=6, passes=1, evaluations=60)
"""The effort that a side puts into its moves in an imagined game."""


def decline(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Declines, or stops, where the rules allow it."""
    return next((action for action in actions if isinstance(action, Done | Pass)), actions[0])


def middling(state: State, actions: tuple[Action, ...]) -> Action:
    """Return the middle face of a die, or the card of middling worth."""
    if not isinstance(actions[0], Dealt):
        return actions[len(actions) // 2]
    side = state.phasing
    ranked = sorted(actions, key=lambda action: card_worth(state, side, getattr(action, "card", NO_CARD)))
    return ranked[len(ranked) // 2]


HABITS: Final[dict[str, Answer]] = {
    # cards
    "window": decline,
    "red_events": card_choices.first_red_event,
    "discard": card_choices.part_with,
    "discard_one": card_choices.part_with,
    "keep_one": card_choices.part_with,
    "pay": card_choices.part_with,
    "exchange_cards": card_choices.exchange,
    "event": aftermath.first,
    "choose": aftermath.first,
    "event_move": decline,
    "from_box": decline,
    "new_attack": decline,
    "take_off_counterblow": aftermath.first,
    # organization and rail
    "flip": upkeep.flip,
    "place": upkeep.place_soon,
    "place_part": aftermath.first,
    "reorganize": upkeep.make_ready,
    "exile_cadre": aftermath.first,
    "take_back": aftermath.first,
    "detrain": upkeep.detrain,
    "detrain_reserve": upkeep.detrain,
    "reserve": decline,
    "local_support": aftermath.local_support,
    "paratroops": decline,
    "rebuild": decline,
    # battles
    "declare": attacks.declare,
    "counterblow": decline,
    "free_counterblow": counterblow_choices.free,
    "next_battle": attacks.next_battle,
    "compose": attacks.compose,
    "fight_planned": order.fight_next,
    "commit_next": aftermath.first,
    "apply_next": aftermath.first,
    "join_planned": order.join,
    "support": attacks.support,
    "choose_table": aftermath.first,
    "pick_die": aftermath.first,
    "pick_duel_die": aftermath.first,
    "counterattack": attacks.counterattack,
    "step_loss": aftermath.lose_step_at_a_glance,
    "cadre": decline,
    "mark_counterblow": aftermath.mark_counterblow,
    "retreat": aftermath.retreat_at_a_glance,
    "step_back": aftermath.retreat_at_a_glance,
    "overstack": aftermath.overstack,
    "advance": aftermath.advance_soon,
}
"""The habit for each kind of question (the `CODE` of its frame); "move" is answered by a plan of moves."""


class Habitual:
    """Plays one side of an imagined game, in which nothing is hidden."""

    def __init__(self, side: SideIndex, plan: MovePlan | None = None, state: State | None = None) -> None:
        """`plan` is carried out first, if the game is where it was made: in `state`."""
        self._side = side
        self._follower = PlanFollower(EFFORT)
        if plan is not None and state is not None:
            self._follower.adopt(plan, state)

    def choose(self, state: State) -> Action:
        """Return the side's answer in this position, in which it decides."""
        actions = game.legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        frame = state.question
        assert frame is not None
        if frame.CODE != "red_events":
            actions = tuple(action for action in actions if not isinstance(action, PlayEvent)) or actions
        answer = self._move if frame.CODE == "move" else HABITS[frame.CODE]
        return require_legal(type(self).__name__, frame.CODE, answer(state, self._side, actions), actions)

    def _move(self, state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
        """The next move of the plan; nobody goes to the Strategic Reserve."""
        return self._follower.move(state, side, tuple(a for a in actions if not isinstance(a, MarkReserve)))
