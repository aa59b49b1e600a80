"""The effect of an event on the battle being committed: the results on the six faces, and the cost of each.

This looks at the battle alone, exactly; a lookahead looks at the whole position, and guesses at the consequences.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import Final

from bench.yardstick.hard.evaluation.assessment import Assessment, piece_of, stake_of
from bench.yardstick.hard.evaluation.chances import RESULTS, Row, counter_worth, defeat_worth, fort_worth
from noretreat import game
from noretreat.core.actions import Pass, PlayEvent
from noretreat.core.board import BOARD, ENEMY, bits
from noretreat.core.lasting import Scope
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex
from noretreat.explain.ahead.battle_cards import results_of
from noretreat.rules.choices import ChooseForCard
from noretreat.rules.odds import odds_of
from noretreat.rules.windows import EventWindow, Window

GROUND: Final = 0.22
"""The worth of driving the defenders out of their hexes, apart from the points there."""
MARKED: Final = 0.1
"""The cost of a Counterblow marker on one of the attackers' hexes."""
MAYBE_TRAPPED: Final = 0.1
"""The chance that defenders who have a way out now cannot retreat after all: other units may step into it first."""
PHASE_LONG: Final = 1.5
"""The factor by which an event that lasts for all battles of the phase is worth more."""
_EQUAL: Final = dict.fromkeys(bits(BOARD.vp_hexes), 1.0)
"""A point for each city and oil field."""
_CERTAIN: Final = {result: Row(*(float(other == result) for other in RESULTS)) for result in RESULTS}
"""For each result the chances when nothing else can come."""


def gain_in_battle(state: State, side: SideIndex, event: PlayEvent) -> float:
    """The gain of `side` from an event of the commitment step in the battle being fought, apart from its card."""
    assert state.battle is not None
    sign = 1 if side == state.battle.attacker else -1
    before = expected(state)
    after = announced(state, event)
    states = [after]
    if isinstance(after.question, ChooseForCard) and after.question.actor(after) == side:
        states = [game.apply_trusted(after, choice)[0] for choice in after.options]
    fought = [new for new in states if new.battle is not None and new.battle.round == state.battle.round]
    gain = max((sign * (expected(new, state) - before) for new in fought), default=0.0)
    effects = [effect for new in fought for effect in new.effects if effect.card == event.card]
    lasting = any(effect.expires == Scope.PHASE for effect in effects)
    return gain * PHASE_LONG if lasting else gain


def announced(state: State, event: PlayEvent) -> State:
    """The position once this event is in force, or its player has to choose something; nobody has answered it yet."""
    state = game.apply_trusted(state, event)[0]
    while isinstance(state.question, EventWindow) and state.question.window is Window.REACT:
        state = game.apply_trusted(state, Pass())[0]
    return state


def expected(state: State, begun: State | None = None) -> float:
    """The expected worth of the battle being fought to its attacker, with the effects in force.

    `begun` is the position in which the battle was not yet decided: units with no way out are lost as soon as an event
    makes them retreat, and are no longer at stake in `state`.
    """
    return mean(worths_of_faces(state, begun))


def worths_of_faces(
    state: State, begun: State | None = None, cities: Mapping[Node, float] = _EQUAL
) -> tuple[float, ...]:
    """The worth to the attacker of each face of the die in the battle being fought; a single one if no die is rolled.

    `begun`: as for `expected`. `cities`: what each city or oil field is worth.
    """
    battle = state.battle
    assert battle is not None
    begun = begun or state
    attackers = stake_of([piece_of(begun, unit) for unit in battle.attackers])
    defenders = stake_of([piece_of(begun, unit) for unit in battle.defenders])
    held = state.control(ENEMY[battle.attacker]) & BOARD.vp_hexes
    ground = GROUND + sum(cities.get(node, 0.0) for node in battle.targets if held >> node & 1)
    found = odds_of(state, battle)
    counter = counter_worth(ENEMY[battle.attacker], found.defense, found.attack, 0, attackers, defenders)
    fort = any(state.face_of(unit).fort for unit in battle.defenders)
    trapped = _trapped(begun, battle)

    def worth(result: str) -> float:
        row = _CERTAIN.get(result)
        if row is None:  # a duel: about as often an exchange as nothing
            return 0.5 * (defenders.step - attackers.step)
        worth = row.ex * (defenders.step - attackers.step) - row.ca * counter - row.cb * MARKED
        if fort:
            return worth + fort_worth(row, defenders, attackers.step, ground)
        return worth + defeat_worth(row, defenders, trapped, ground)

    return tuple(worth(result) for result in results_of(state, battle))


def _trapped(state: State, battle: Battle) -> float:
    """The chance that the defenders cannot retreat (RET-1): certain where no way leads out of the hex."""
    pursuer = battle.attacker
    friends, enemies, zone = state.occupied(ENEMY[pursuer]), state.occupied(pursuer), state.zoc(pursuer)
    ways = [Assessment.escapes(node, friends, enemies, zone) for node in battle.targets]
    return MAYBE_TRAPPED if all(ways) else 1.0
