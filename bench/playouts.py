"""Imagined games: the rest of a turn and the enemy's answer, played from a plan by habit (`search/habits.py`).

The score of a plan guesses the results of its battles and of the enemy's reply. Here they are played by the rules, with
the same luck for all plans of a position, to learn what a point of score is worth (`bench/belief.py`). No player
chooses by such games (`bench/tried.md`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from statistics import mean
from types import MappingProxyType
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.evaluation.appraisal import cards_worth, stock
from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import hex_worths
from noretreat.ai.proposals.moves import MovePlan
from noretreat.ai.search.commitment import worths_of_faces
from noretreat.ai.search.habits import Habitual
from noretreat.core.actions import Action, Rolled
from noretreat.core.board import AXIS, ENEMY, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.data.facts import Phase
from noretreat.game import Chance

DECIDED: Final = 25.0
"""The value of a game won or lost before the enemy's turn is over; no other gains or loses more."""
AT_THE_END: Final = frozenset({"operational", "operational_tie", "time", "scenario", "denied"})
"""The endings that come of the score when time is up: the score tells more than who has just won (12.4, 12.6)."""
LASTING: Final = {"advance": 0.3, "supply": 0.5, "pockets": 1.0, "shattered": 1.0}
"""The terms of an arrangement that count at the end of an imagined game, and their share."""


def outcome_worth(state: State, side: SideIndex) -> float:
    """The worth of a position at the end of an imagined game: what was won and lost, and little of what may follow.

    The game itself has just shown what the enemy could do next from where its units stand, and the side's own turn
    comes first: the threats that `position_worth` fears are left out. For a game that is over, the worth says how
    clearly it was won, not that it was.
    """
    assessment = Assessment(state, side)
    terms = Scorer(assessment).valuation([piece.node for piece in assessment.own], False).terms
    return stock(assessment) + cards_worth(state, side) + sum(share * terms[term] for term, share in LASTING.items())


class Playout(NamedTuple):
    """The result of one game played out."""

    worth: float
    """The side's gain in the worth of the position by its end."""
    positions: int
    """The number of positions it passed through: its cost."""


def played_out(state: State, side: SideIndex, plan: MovePlan, seed: int, turns: int = 2) -> Playout:
    """Plays the rest of this player turn and others, `turns` in all, of which `side` begins by moving by this plan.

    With two it ends when the next turn of `side` begins.

    The same seed throws the same dice in the same battles. The luck of the battle dice, their result less the mean, is
    taken off: that leaves the mean of many games unchanged, and makes them agree sooner.
    """
    sides = [Habitual(who, *((plan, state) if who == side else ())) for who in (AXIS, SOVIET)]
    luck = Luck(seed, hex_worths(state, side))
    before = outcome_worth(state, side)
    turn, left, positions = (state.turn, state.phasing), turns, 0
    while (who := game.actor(state)) is not None:
        if (state.turn, state.phasing) != turn:
            turn, left = (state.turn, state.phasing), left - 1
            if not left:
                break
        action = luck.choose(state) if who is Chance.CHANCE else sides[SIDE_INDEX[who]].choose(state)
        state = game.apply_trusted(state, action)[0]
        positions += 1
    if state.ended is not None and state.ended.reason not in AT_THE_END:
        decided = DECIDED if state.ended.winner is SIDES[side] else -DECIDED if state.ended.winner is not None else 0.0
        return Playout(decided, positions)
    gain = outcome_worth(state, side) - before - luck.had[side] + luck.had[ENEMY[side]]
    return Playout(max(-DECIDED, min(DECIDED, gain)), positions)


def after_the_moves(state: State, side: SideIndex, plan: MovePlan) -> State:
    """The position when the Movement Phase is over, in which `side` has moved by this plan."""
    sides = [Habitual(who, *((plan, state) if who == side else ())) for who in (AXIS, SOVIET)]
    luck = Luck(0)
    while state.phase == Phase.MOVEMENT and (who := game.actor(state)) is not None:
        action = luck.choose(state) if who is Chance.CHANCE else sides[SIDE_INDEX[who]].choose(state)
        state = game.apply_trusted(state, action)[0]
    return state


class Luck:
    """Dice and deals of imagined games: the same die for the same throw of the battle for the same hex."""

    def __init__(self, seed: int, cities: Mapping[Node, float] = MappingProxyType({})) -> None:
        """`cities`: what each city or oil field is worth, by which luck is told."""
        self._seed, self._cities = seed, cities
        self._thrown: Counter[tuple[object, ...]] = Counter()
        self.had = [0.0, 0.0]
        """Each side's gain by the die in its own attacks, beyond the expected."""

    def choose(self, state: State) -> Action:
        """One of the outcomes, all equally likely."""
        outcomes = game.legal_actions(state)
        battle = state.battle if isinstance(outcomes[0], Rolled) else None
        place = (state.turn, SIDES[state.phasing], battle.targets if battle is not None else ())
        self._thrown[place] += 1
        number = random.Random(f"{self._seed}/{place}/{self._thrown[place]}").randrange(len(outcomes))
        if battle is not None:
            worths = worths_of_faces(state, cities=self._cities)
            if len(worths) == len(outcomes):
                self.had[battle.attacker] += worths[number] - mean(worths)
        return outcomes[number]
