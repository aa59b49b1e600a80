"""Plans judged by playing them out: the rest of the turn and the enemy's answer, again and again, by habit.

The score of an arrangement guesses the results of its battles and of the enemy's reply. Here they are played by the
rules, with dice thrown and hands dealt anew each time, the same for all plans. The worse half of the plans drops out
after each round. The worth of a plan comes from the games, and to a lesser degree from its score: the fewer the games,
the more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import mean
from types import MappingProxyType
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.evaluation.appraisal import outcome_worth
from noretreat.ai.evaluation.worth import hex_worths
from noretreat.ai.proposals.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.search.commitment import worths_of_faces
from noretreat.ai.search.habits import Habitual
from noretreat.ai.search.tempers import plans_of_tempers
from noretreat.ai.thought import Brake, Stage
from noretreat.core.actions import Action, Rolled
from noretreat.core.board import AXIS, ENEMY, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.game import Chance

Deal = Callable[[random.Random], State]
"""A function that gives a position that may be the true one, the hidden cards dealt by this generator."""

DECIDED: Final = 25.0
"""The value of a game won or lost before the enemy's turn is over; no other gains or loses more."""
AT_THE_END: Final = frozenset({"operational", "operational_tie", "time", "scenario", "denied"})
"""The endings that come of the score when time is up: the score tells more than who has just won (12.4, 12.6)."""
SPREAD: Final = 1.5
"""The spread of one plan's games, in points: the standard deviation of its worth relative to the others."""
KNOWN: Final = 12
"""The number of games that would have to agree on another spread for half of it to be believed."""
DOUBT: Final = 0.8
"""The standard deviation of a plan's worth around what its score says."""
BELIEVED: Final = 0.6
"""The expected gain in points from a score higher by one point, before any game (`bench/tried.md`)."""


def plan_by_playing_out(state: State, side: SideIndex, effort: Effort, deal: Deal) -> MovePlan:
    """The best of some plans of different tempers, by games played out from them."""
    planner = MovePlanner(state, side, effort)
    plans = []
    for arrangement in plans_of_tempers(planner, effort, effort.plans, polished=False):
        planner.take(arrangement)
        plans.append(planner.as_plan())
    return Trial(side, plans, effort, deal, seed=2 * state.turn + side).best()


class Trial:
    """Plans for one turn, and the results of the games played out from them."""

    def __init__(self, side: SideIndex, plans: Sequence[MovePlan], effort: Effort, deal: Deal, seed: int) -> None:
        self._side, self._plans = side, plans
        self._effort, self._deal = effort, deal
        self._left = list(range(len(plans)))
        self._gains: list[list[float]] = [[] for _ in plans]
        """For each plan, by how much its games were better than the mean of all plans still in the trial then."""
        self._random = random.Random(seed)
        self._positions = 0
        """The number of positions that the games have passed through."""
        self._brake = Brake(effort.seconds, "the playing out of plans")

    def best(self) -> MovePlan:
        """Plays rounds with ever fewer plans, and returns the one that is left."""
        rounds = max(1, (len(self._plans) - 1).bit_length())
        each = self._effort.playouts // rounds
        for number in range(rounds):
            if len(self._left) == 1 or not self.play(each // len(self._left), number / rounds, rounds):
                break
            ranked = sorted(self._left, key=self.worth, reverse=True)
            self._left = ranked[: (len(ranked) + 1) // 2]
        return self._plans[max(self._left, key=self.worth)]

    def play(self, games: int, share: float = 0.0, rounds: int = 1) -> bool:
        """Plays this many games from each plan still left, at least one; False once it is asked to stop or its effort
        is used up.

        `share`: the part of the whole trial that is over; there are `rounds` rounds of this kind.
        """
        for game_number in range(max(1, games)):
            if self._effort.thought.stopped or self._positions >= self._effort.positions or self._brake.pulled:
                return False
            self._effort.thought.at(Stage.ANSWER, share + game_number / max(1, games) / rounds)
            world, seed = self._deal(self._random), self._random.getrandbits(40)
            playouts = [played_out(world, self._side, self._plans[plan], seed) for plan in self._left]
            self._positions += sum(playout.positions for playout in playouts)
            worths = [playout.worth for playout in playouts]
            middle = mean(worths)
            for plan, worth in zip(self._left, worths, strict=True):
                self._gains[plan].append(worth - middle)
        return True

    def worth(self, number: int) -> float:
        """The worth of a plan relative to the others: its score and its games, each weighted by how reliable it is."""
        games = self._gains[number]
        score = BELIEVED * (self._plans[number].score - mean(self._plans[other].score for other in self._left))
        if not games:
            return score
        trust = len(games) * DOUBT**2 / (len(games) * DOUBT**2 + self._spread())
        return (1 - trust) * score + trust * mean(games)

    def _spread(self) -> float:
        """The variance of one plan's games relative to the others: as it is known, and as it has been seen."""
        seen = sum((gain - mean(games)) ** 2 for games in self._gains if len(games) > 1 for gain in games)
        told = sum(len(games) - 1 for games in self._gains if len(games) > 1)
        return (KNOWN * SPREAD**2 + seen) / (KNOWN + told)


class Playout(NamedTuple):
    """The result of one game played out."""

    worth: float
    """The side's gain in the worth of the position by its end."""
    positions: int
    """The number of positions it passed through: its cost."""


def played_out(state: State, side: SideIndex, plan: MovePlan, seed: int) -> Playout:
    """Plays on until the next turn of `side` begins, which moves by this plan now.

    The same seed throws the same dice in the same battles. The luck of the battle dice, their result less the mean, is
    taken off: that leaves the mean of many games unchanged, and makes them agree sooner.
    """
    sides = [Habitual(who, *((plan, state) if who == side else ())) for who in (AXIS, SOVIET)]
    luck = Luck(seed, hex_worths(state, side))
    before = outcome_worth(state, side)
    turn, left, positions = (state.turn, state.phasing), 2, 0
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
