"""Decisions of the Combat Phase: what to attack, with which units and support, and what to do with the result."""

from __future__ import annotations

from typing import Final

import msgspec

from bench.yardstick.old.assaults import Assault, Assaults
from bench.yardstick.old.assessment import Assessment, arrange
from bench.yardstick.old.stakes import battle_worth, forced_loss
from bench.yardstick.old.worth import step_worth
from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    CommitSupport,
    Counterattack,
    DeclareTarget,
    Done,
    LoseStep,
    MarkCounterblow,
    Pass,
    PlaceCounterblow,
    PlayEvent,
)
from noretreat.core.board import BOARD, bits
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex
from noretreat.rules import combat, odds
from noretreat.rules.allocation import ComposeBattle
from noretreat.rules.battle import strikers

COUNTERBLOW_GAIN: Final = 0.35
"""A Counterblow must gain at least this much more than the card that pays for it."""


class BattlePlanner:
    """The attacks that one side would make as its units stand now."""

    def __init__(self, state: State, side: SideIndex) -> None:
        self._state = state
        self._assessment = Assessment(state, side)

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
    targets = tuple(sorted({state.where[unit] for unit in battle.attackers}))
    swapped = Battle(
        attacker=side,
        attackers=attackers,
        defenders=tuple(unit for unit in battle.attackers if state.where[unit] >= 0),
        targets=targets,
        round=battle.round + 1,
    )
    good = battle_worth(state, swapped) > 0.1
    return Counterattack() if good and Counterattack() in actions else actions[0]


def lose_step(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Loses the step that is worth least."""
    steps = [action for action in actions if isinstance(action, LoseStep)]
    return min(steps, key=lambda action: step_worth(state, BOARD.unit_index[action.unit]))


def mark_counterblow(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Marks the strongest hex of the battle, where an enemy attack is most likely to fail."""
    marks = [action for action in actions if isinstance(action, MarkCounterblow)]

    def strength(action: MarkCounterblow) -> int:
        node = BOARD.node_of[action.hex]
        return sum(state.face_of(unit).strength for unit in state.units_at(node, side))

    return max(marks, key=strength)


def counterblow(state: State, side: SideIndex, actions: tuple[Action, ...], card_price: float = 0.0) -> Action:
    """Forces the enemy into a hopeless attack, when that is worth `card_price`."""
    best, chosen = card_price + (COUNTERBLOW_GAIN if card_price else 0.1), None
    for action in actions:
        if isinstance(action, PlaceCounterblow):
            gain = forced_loss(state, side, BOARD.node_of[action.hex])
            if gain > best:
                best, chosen = gain, action
    return chosen or next((action for action in actions if isinstance(action, Done | Pass)), actions[0])


def counterblow_event(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Plays the card for free counterblows when there is a hex that the enemy would lose much by attacking."""
    events = [action for action in actions if isinstance(action, PlayEvent)]
    hexes = bits(combat.counterblow_hexes(state))
    best = max((forced_loss(state, side, node) for node in hexes), default=0.0)
    if events and best > COUNTERBLOW_GAIN:
        return events[0]
    return next(action for action in actions if not isinstance(action, PlayEvent))


def advances(state: State, side: SideIndex, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The advances worth a look, and stopping: no unit goes back toward home, which can wait for its next move."""
    assessment = Assessment(state, side)
    forward = []
    for action in actions:
        if isinstance(action, AdvanceUnit):
            here, there = state.where[BOARD.unit_index[action.unit]], BOARD.node_of[action.to]
            taken = assessment.foe_control >> there & 1
            if not taken and assessment.field[there] < assessment.field[here] - 0.02:
                continue
        forward.append(action)
    return tuple(forward)
