"""Trying answers out: each is applied, and the game is run on until what it began is settled.

Used for cards, and for questions that no proposal covers. The first dice are tried on all their faces. The choices that
an event offers are made as well as possible, one by one, by either side for itself; everything else is answered by
habit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from noretreat import game
from noretreat.ai.evaluation.appraisal import appraise
from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.player import require_legal
from noretreat.ai.proposals import aftermath, attacks, counterblow_choices
from noretreat.ai.proposals.card_choices import part_with
from noretreat.ai.search.commitment import announced
from noretreat.ai.search.habits import HABITS, Answer, decline, middling
from noretreat.ai.search.outset import Comparison
from noretreat.ai.search.shortlists import shortlist, worst_for_its_owner
from noretreat.core.actions import Action, ChooseCard, Done, EntrainUnit, Pass, PlayEvent, Rolled
from noretreat.core.board import ENEMY
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Phase
from noretreat.explain.ahead.battle_cards import results_of
from noretreat.game import Chance
from noretreat.rules.windows import EventWindow, PlayCard, Window

DECISIONS: Final = 60
"""The number of decisions after which a lookahead stops, whatever is still open."""
_CHOSEN: Final = {
    "event", "choose", "event_move", "take_off_counterblow", "from_box", "place_part", "choose_table", "pick_die",
    "pick_duel_die", "new_attack", "step_back", "exile_cadre",
    "take_back",
}  # fmt: skip
"""The questions in which the best answer is looked for."""
_UNTIL_OVER: Final = {Window.VICTORY: Phase.VICTORY, Window.REMOVAL: Phase.REMOVAL}
"""Windows whose events show what they are worth only at the end of the phase."""


_RESULTS: Final = {"CA": -2.0, "CB": -1.0, "EX": 1.0, "DR": 3.0, "DS": 4.0, "DD": 5.0}
"""The value of each result to the attacker."""
REPLY: Final = 0.9
"""The amount by which an answer must better the mean result to be worth a card."""


Judge: TypeAlias = Callable[[State, SideIndex], float]
"""The worth of a position to a side."""


class Sight(NamedTuple):
    """The range of a lookahead."""

    side: SideIndex
    dice: int = 1
    """The number of further dice tried on all their faces; later ones show the middle one."""
    deep: int = 1
    """The number of further choices followed to the end of the event, rather than only looked at."""
    phase: Phase | None = None
    """The phase to whose end the lookahead goes on; None: it ends with the battle or the card."""
    judge: Judge = prospects
    """The function that judges the positions at its end."""


def best(state: State, side: SideIndex, actions: tuple[Action, ...], margin: float = 0.0, dice: int = 1) -> Action:
    """The answer that looks best from ahead; the first Pass or Done is taken unless another beats it by `margin`."""
    declined = next((action for action in actions if isinstance(action, Pass | Done)), None)
    top, chosen = (
        (-1e9, actions[0]) if declined is None else (lookahead(state, declined, side, dice) + margin, declined)
    )
    for action in actions:
        if action != declined:
            value = lookahead(state, action, side, dice)
            if value > top:
                top, chosen = value, action
    return chosen


def best_by_appraisal(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The answer whose position looks best at once."""
    top, chosen = -1e9, actions[0]
    for action in actions:
        value = appraise(game.apply_trusted(state, action)[0], side)
        if value > top:
            top, chosen = value, action
    return chosen


def best_choice(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The best answer to a question that an event asks: the most promising are run to the end of the event."""
    return _choose(state, side, actions, Sight(side, dice=1, deep=1))


def best_before_moves(state: State, side: SideIndex, actions: tuple[Action, ...], evaluations: int) -> Action:
    """The best answer to such a question before the side's own moves, by plans that score so many arrangements."""
    if isinstance(actions[0], ChooseCard):
        return _choose_card(state, side, actions)
    promising = shortlist(state, side, actions)
    judge = Comparison(evaluations)
    return promising[0] if len(promising) == 1 else max(promising, key=partial(_by_plan, state, side, judge))


def _by_plan(state: State, side: SideIndex, judge: Judge, action: Action) -> float:
    """The worth of an answer before the moves of its side, once the event that asks for it has ended."""
    return _run(game.apply_trusted(state, action)[0], Sight(side, deep=0, judge=judge), DECISIONS)


def lookahead(state: State, action: Action, side: SideIndex, dice: int = 1, judge: Judge = prospects) -> float:
    """The worth of the position to `side` once this answer has had its effect, all its steps included."""
    sight = sight_of(state, side)._replace(dice=dice, judge=judge)
    return _run(game.apply_trusted(state, action)[0], sight, DECISIONS)


def sight_of(state: State, side: SideIndex) -> Sight:
    """The range that a side's lookahead needs from this question."""
    frame = state.question
    return Sight(side, phase=_UNTIL_OVER.get(frame.window) if isinstance(frame, EventWindow) else None)


def _run(state: State, sight: Sight, left: int) -> float:
    """Runs on for at most `left` decisions, to the worth of the position that this leads to."""
    while left > 0 and not settled(state, sight):
        left -= 1
        actions = game.legal_actions(state)
        if game.actor(state) is Chance.CHANCE:
            if sight.dice and isinstance(actions[0], Rolled):
                fewer = sight._replace(dice=sight.dice - 1)
                after = (game.apply_trusted(state, face)[0] for face in actions)
                return sum(_run(new, fewer, left) for new in after) / len(actions)
            action = middling(state, actions)
        else:
            action = _answer(state, actions, sight)
        state = game.apply_trusted(state, action)[0]
    return sight.judge(state, sight.side)


def settled(state: State, sight: Sight) -> bool:
    """True if the game is over, or if no battle or card is in progress in a phase that need not be waited out."""
    if state.question is None:
        return True
    if state.phase == sight.phase:
        return False
    return state.battle is None and not any(isinstance(frame, PlayCard) for frame in state.stack) and not state.table


def _answer(state: State, actions: tuple[Action, ...], sight: Sight) -> Action:
    """The answer of the side that is asked: a good choice where an event offers one, else its habit."""
    frame = state.question
    assert frame is not None
    side = frame.actor(state)
    if len(actions) == 1:
        return actions[0]
    if isinstance(frame, EventWindow) and side != sight.side and frame.window is Window.COMMIT:
        return reply(state, side, actions)
    if frame.CODE in _CHOSEN:
        return _choose(state, side, actions, sight._replace(deep=sight.deep if side == sight.side else 0))
    return require_legal("the lookahead", frame.CODE, QUICK_ANSWERS[frame.CODE](state, side, actions), actions)


def reply(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The event with which the other side answers in a battle: the one that changes its results most, or none."""
    stop = next((action for action in actions if isinstance(action, Pass)), actions[0])
    if state.battle is None:
        return stop
    sign = 1 if side == state.battle.attacker else -1
    before = _mean_result(results_of(state, state.battle))
    top, chosen = REPLY, stop
    for action in actions:
        if isinstance(action, PlayEvent):
            after = announced(state, action)
            if after.battle is not None and after.battle.round == state.battle.round:
                gain = sign * (_mean_result(results_of(after, after.battle)) - before)
                if gain > top:
                    top, chosen = gain, action
    return chosen


def _mean_result(results: Sequence[str]) -> float:
    """The mean value of these results to the attacker, from -2 to 5."""
    return sum(_RESULTS.get(result, 0.0) for result in results) / len(results)


def _choose(state: State, side: SideIndex, actions: tuple[Action, ...], sight: Sight) -> Action:
    """The best of the answers that look promising."""
    if isinstance(actions[0], ChooseCard):
        return _choose_card(state, side, actions)
    promising = shortlist(state, side, actions)
    to_the_end = sight.deep > 0 and (state.battle is not None or any(isinstance(a, EntrainUnit) for a in promising))
    deeper = Sight(side, sight.dice, sight.deep - 1, sight.phase)
    top, chosen = -1e9, promising[0]
    for action in promising:
        after = game.apply_trusted(state, action)[0]
        value = _run(after, deeper, DECISIONS) if to_the_end else prospects(after, side)
        if value > top:
            top, chosen = value, action
    return chosen


def _choose_card(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The card to take: the side's own event that is worth most, or the one that the enemy would miss most."""
    cards = tuple(action for action in actions if isinstance(action, ChooseCard))
    enemy = ENEMY[side]
    owner = enemy if all(state.hands[enemy] >> action.card & 1 for action in cards) else side
    return worst_for_its_owner(state, owner, cards)


QUICK_ANSWERS: Final[dict[str, Answer]] = {
    **dict.fromkeys(HABITS, aftermath.first),
    **dict.fromkeys(
        ("window", "support", "cadre", "reserve", "detrain_reserve", "counterblow", "rebuild", "paratroops"), decline
    ),
    **dict.fromkeys(("pay", "discard", "discard_one", "keep_one"), part_with),
    "move": aftermath.first,
    "step_loss": aftermath.lose_step_at_a_glance,
    "retreat": aftermath.retreat_at_a_glance,
    "counterattack": attacks.counterattack,
    "mark_counterblow": aftermath.mark_counterblow,
    "free_counterblow": counterblow_choices.free,
    "overstack": aftermath.overstack,
    "advance": aftermath.advance_at_a_glance,
}
"""The quickest answer to each question that comes up during a lookahead. Questions not named here take the first legal
action, since their outcome hardly matters to what is being judged."""
