"""The timing of events: each is judged by the best of all its steps, against keeping its card.

Events that come before the moves of a turn, or bring more movement, are judged by comparing a plan made with them and
one made without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from statistics import mean
from typing import Final

from noretreat import game
from noretreat.ai.evaluation.card_values import hand_worth
from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.search.commitment import gain_in_battle
from noretreat.ai.search.lookahead import lookahead, settled, sight_of
from noretreat.ai.search.outset import Comparison, Outset, is_preparing, outset
from noretreat.ai.search.shortlists import shortlist
from noretreat.core.actions import Action, ChooseHex, Pass, PlayEvent
from noretreat.core.board import ENEMY
from noretreat.core.lasting import Subject
from noretreat.core.state import State
from noretreat.core.types import CardMask, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules.choices import ChooseForCard
from noretreat.rules.effects import bearing_on
from noretreat.rules.windows import EventWindow, Window, waiting_cards

MARGIN: Final = 0.03
"""An event must be better than keeping its card by at least this much."""
PLAN: Final = Effort(candidates=5, passes=1, evaluations=120, wary=False)
"""The effort for a plan that only shows what more movement would bring."""
HANDS: Final = 3
"""The number of hands, of an enemy that may answer, over which an event is averaged."""
CLEAR: Final = 0.15
"""The margin at which the six faces speak so plainly for or against an event that no lookahead is needed."""
HEXES: Final = 2
"""The number of hexes for which more movement is planned."""


class EventTiming:
    """Decides about events one after another, and remembers those it rejected while nothing has changed."""

    def __init__(self, evaluations: int = 0) -> None:
        """`evaluations`: arrangements scored to judge an event before the side's own moves; 0: as at other times."""
        self._evaluations = evaluations
        self._declined: set[tuple[object, ...]] = set()
        self._moment: tuple[object, ...] = ()

    def choose(
        self, state: State, side: SideIndex, actions: tuple[Action, ...], deal: Callable[[], State]
    ) -> PlayEvent | None:
        """The event to play now, beside the other things that could be done; None to play none.

        In a phase whose question is asked again after every answer, each event is considered once, and before the
        side's own moves once in all: it is judged there by how they will end. `deal` gives another state that may be
        true: where the enemy can answer in a battle, several of its hands are averaged.
        """
        events = [action for action in actions if isinstance(action, PlayEvent)]
        if not events:
            return None
        preparing = self._evaluations > 0 and is_preparing(state, side)
        stage = () if preparing else (state.phase, state.segment)
        moment = (state.setup.scenario, state.turn, state.phasing, *stage)
        if moment != self._moment:
            self._moment, self._declined = moment, set()
        if isinstance(state.question, EventWindow) and not preparing:
            hands = HANDS if may_be_answered(state, side) else 1
            return best_event([state, *(deal() for _ in range(hands - 1))], side, events)
        fresh = [event for event in events if (event, state.hands[side]) not in self._declined]
        chosen = best_event([state], side, fresh, self._evaluations) if fresh else None
        if chosen is None:
            self._declined |= {(event, state.hands[side]) for event in fresh}
        return chosen


def may_be_answered(state: State, side: SideIndex) -> bool:
    """True if a battle is committed in which the defender still follows with an event of its own."""
    committing = isinstance(state.question, EventWindow) and state.question.window is Window.COMMIT
    return committing and state.battle is not None and state.battle.attacker == side and bool(state.hands[ENEMY[side]])


def best_event(
    states: Sequence[State], side: SideIndex, events: Sequence[PlayEvent], evaluations: int = 0
) -> PlayEvent | None:
    """The event that gains most, if it gains more than its card is worth in the hand.

    `states` are equally likely; an event is judged by its mean over all of them before the best is taken. With
    `evaluations`, an event before the side's own moves is judged by plans that score so many arrangements.
    """
    due = waiting_cards(states[0], side)
    events = [event for event in events if not due >> event.card & 1]
    gains = [_gains(state, side, evaluations) for state in states] if events else []
    top, chosen = MARGIN, None
    for event in events:
        gain = mean(gain_from(event) for gain_from in gains)
        if gain > top:
            top, chosen = gain, event
    return chosen


def _gains(state: State, side: SideIndex, evaluations: int) -> Callable[[PlayEvent], float]:
    """The function that gives the gain from an event in this position, its card paid."""
    if evaluations and is_preparing(state, side):
        kept = outset(_without_event(state), side, evaluations)
        return partial(_gain_before_moves, state, side, evaluations, kept)
    return partial(_gain, state, side, cache(partial(_kept, state, side)))


def _gain_before_moves(state: State, side: SideIndex, evaluations: int, kept: Outset, event: PlayEvent) -> float:
    """The gain from an event before the side's own moves: what they are worth with it and without."""
    with_event = Comparison(evaluations, kept)
    gain = lookahead(state, event, side, judge=with_event) - kept.worth
    plans = with_event.made[1:]
    if gain <= MARGIN or not plans:
        return gain
    # The plan found with the event may be the better one without it, too.
    best = max(plans, key=lambda plan: plan.worth)
    again = outset(_without_event(state), side, evaluations, kept, best).worth
    return gain - max(0.0, again - kept.worth)


def _without_event(state: State) -> State:
    """The position once no event has been played at this moment."""
    passes = isinstance(state.question, EventWindow) and Pass() in state.options
    return game.apply_trusted(state, Pass())[0] if passes else state


def _kept(state: State, side: SideIndex) -> float:
    """The worth of the position if no event is played: as it is, or once the present business is settled."""
    frame = state.question
    if isinstance(frame, EventWindow) and not settled(state, sight_of(state, side)):
        return lookahead(state, Pass(), side)
    return prospects(state, side)


def _gain(state: State, side: SideIndex, kept: Callable[[], float], event: PlayEvent) -> float:
    """The gain from an event, its card paid; `kept` gives the worth of the position without it, if that is needed."""
    after = game.apply_trusted(state, event)[0]
    if isinstance(after.question, ChooseForCard) and after.phase == Phase.MOVEMENT and after.battle is None:
        more = more_movement(after, side)
        if more is not None:
            return more[0] - _cost(state, side, after.hands[side])
    frame = state.question
    if state.battle is None or not isinstance(frame, EventWindow) or frame.window is not Window.COMMIT:
        return lookahead(state, event, side) - kept()
    exact = gain_in_battle(state, side, event)
    rest = exact - _cost(state, side, state.hands[side] & ~(1 << event.card))
    if exact and abs(rest) > CLEAR:
        return rest
    ahead = lookahead(state, event, side) - kept()
    return 0.5 * (ahead + rest) if exact else ahead


def _cost(state: State, side: SideIndex, left: CardMask) -> float:
    """The worth of the cards that are no longer in the hand."""
    return hand_worth(state, side, state.hands[side]) - hand_worth(state, side, left)


def more_movement(state: State, side: SideIndex) -> tuple[float, Action] | None:
    """The gain from more movement for the units of one hex, and the best hex; None if the event is another one."""
    hexes = [action for action in shortlist(state, side, state.options) if isinstance(action, ChooseHex)]
    found = []
    plain = 0.0
    for action in hexes[:HEXES]:
        after = game.apply_trusted(state, action)[0]
        if not bearing_on(after, Subject.MOVES):
            return None
        plain = plain or MovePlanner(state, side, PLAN).plan().score
        found.append((MovePlanner(after, side, PLAN).plan().score - plain, action))
    return max(found, key=lambda gain: gain[0], default=None)
