"""Decisions of the Combat Phase: what to attack, with which units and support, and what to do with the result."""

from __future__ import annotations

from typing import Final

import msgspec

from bench.yardstick.hard.evaluation.appraisal import standing
from bench.yardstick.hard.evaluation.assaults import Assault, Assaults
from bench.yardstick.hard.evaluation.assessment import Assessment, arrange
from bench.yardstick.hard.evaluation.battle_values import battle_worth
from noretreat.core.actions import (
    Action,
    AddTarget,
    AssignAttacker,
    BeginBattle,
    CommitSupport,
    Counterattack,
    DeclareTarget,
    Done,
    Pass,
)
from noretreat.core.board import BOARD
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex
from noretreat.rules import combat, odds
from noretreat.rules.allocation import ComposeBattle
from noretreat.rules.battle import strikers

COUNTERBLOW_GAIN: Final = 0.35
"""A Counterblow must gain at least this much more than the card that pays for it."""


class LastLooked:
    """The position that was assessed last: nothing moves in it while attacks are declared and attackers named."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._found: Assessment | None = None

    def assess(self, state: State, side: SideIndex) -> Assessment:
        """One side's assessment of the position; made anew only when something has changed."""
        seen = (side, *standing(state))
        if self._found is None or seen != self._seen:
            self._seen, self._found = seen, Assessment(state, side)
        self._found.state = state  # declarations and fought battles are read from here
        return self._found

    def forget(self) -> None:
        """Forgets the assessment, since the weights have changed."""
        self._found = None


_LAST: Final = LastLooked()


class BattlePlanner:
    """The attacks that one side would make as its units stand now."""

    def __init__(self, state: State, side: SideIndex) -> None:
        self._state = state
        self._assessment = _LAST.assess(state, side)

    def assaults(self, forced: NodeMask = NO_NODES) -> list[Assault]:
        """The attacks worth making, and those on the hexes in `forced`, which must be made; the best first."""
        own = self._assessment.own
        spent = sum(1 << index for index, piece in enumerate(own) if self._state.engaged >> piece.unit & 1)
        as_they_stand = arrange(self._assessment, [piece.node for piece in own])
        return Assaults(self._assessment).choose(as_they_stand, spent=spent, forced=forced)

    def units(self, assault: Assault) -> list[str]:
        """The ids of an assault's attackers."""
        return [BOARD.unit_ids[self._assessment.own[index].unit] for index in assault.attackers]


def declare(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The next target worth declaring, or the end of declaring."""
    forced = state.targets | combat.marked(state)
    for assault in BattlePlanner(state, side).assaults(forced):
        action = DeclareTarget(BOARD.id_of[assault.target])
        if not forced >> assault.target & 1 and action in actions:
            return action
    return Done()


def next_battle(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The most valuable battle first: its success may make the others easier."""
    forced = state.targets | combat.marked(state)
    for assault in BattlePlanner(state, side).assaults(forced):
        action = BeginBattle(BOARD.id_of[assault.target])
        if action in actions:
            return action
    return actions[0]


def compose(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """The next attacker: first the units of the best assault, then those that the rules still require."""
    frame = state.question
    assert isinstance(frame, ComposeBattle)
    target = frame.targets[0]
    planner = BattlePlanner(state, side)
    forced = state.targets | combat.marked(state)
    for assault in planner.assaults(forced):
        if assault.target == target:
            for name in planner.units(assault):
                if AssignAttacker(name) in actions:
                    return AssignAttacker(name)
            break
    if Done() in actions and frame.attackers:
        return Done()
    assigns = [action for action in actions if isinstance(action, AssignAttacker)]
    if assigns:
        return max(assigns, key=lambda action: _with(state, frame, action))
    return next((action for action in actions if isinstance(action, AddTarget)), actions[0])


def _with(state: State, frame: ComposeBattle, action: AssignAttacker) -> float:
    """The worth of the battle with one more attacker."""
    attackers = (*frame.attackers, BOARD.unit_index[action.unit])
    return battle_worth(state, odds.hypothetical(state, attackers, frame.targets))


def support(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Commits a support marker where it helps most; those left at the end of the turn are lost."""
    battle = state.battle
    assert battle is not None
    gain = battle_worth(state, msgspec.structs.replace(battle, supports=1)) - battle_worth(state, battle)
    if gain < 0.04:
        return Pass()
    if state.phasing != side:
        # In the other side's turn: keep the markers for the side's own attacks, if those are still to come.
        return CommitSupport() if side == 0 and gain > 0.1 else Pass()
    forced = state.targets | combat.marked(state)
    others = [plan.with_support - plan.value for plan in BattlePlanner(state, side).assaults(forced)]
    better = sum(1 for other in others if other > gain)
    return CommitSupport() if better < state.supports[side] else Pass()


def counterattack(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Counterattacks when the odds of the new round are good."""
    battle = state.battle
    assert battle is not None
    attackers = strikers(state, battle)
    targets = tuple(sorted({state.node_of(unit) for unit in battle.attackers}))
    swapped = Battle(
        attacker=side,
        attackers=attackers,
        defenders=tuple(unit for unit in battle.attackers if state.where[unit] >= 0),
        targets=targets,
        round=battle.round + 1,
    )
    good = battle_worth(state, swapped) > 0.1
    return Counterattack() if good and Counterattack() in actions else actions[0]
