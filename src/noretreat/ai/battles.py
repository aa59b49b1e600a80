"""Decisions of the Combat Phase: what to attack, with whom, with which support, and what to do with the result."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.ai.chances import Stake, counter_worth, defeat_worth, row_for
from noretreat.ai.outlook import Outlook, piece_of, stake_of
from noretreat.ai.scoring import Assault, Scorer, frame_of
from noretreat.ai.worth import step_worth
from noretreat.core.actions import (
    Action,
    AddTarget,
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
from noretreat.rules import combat, odds
from noretreat.rules.allocation import ComposeBattle
from noretreat.rules.battle import strikers

COUNTERBLOW_GAIN: Final = 0.35
"""A Counterblow must promise so much more than the card that pays for it."""


class BattlePlanner:
    """The attacks of one side as they look now."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side = state, side
        self.outlook = Outlook(state, side)
        self.scorer = Scorer(self.outlook)
        self.frame = frame_of(self.outlook, [piece.node for piece in self.outlook.own])

    def assaults(self, forced: int = 0) -> list[Assault]:
        """The attacks worth making, and those that must be made."""
        spent = sum(1 << index for index, piece in enumerate(self.outlook.own) if self.state.engaged >> piece.unit & 1)
        return self.scorer.assaults(self.frame, spent=spent, forced=forced)

    def units(self, assault: Assault) -> list[str]:
        """The ids of an assault's attackers."""
        return [BOARD.unit_ids[self.outlook.own[index].unit] for index in assault.attackers]


def declare(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The next target of the plan, or enough."""
    forced = state.targets | combat.marked(state)
    for assault in BattlePlanner(state, side).assaults(forced):
        action = DeclareTarget(BOARD.id_of[assault.target])
        if not forced >> assault.target & 1 and action in actions:
            return action
    return Done()


def next_battle(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The battle that promises most comes first: its success may open the others."""
    forced = state.targets | combat.marked(state)
    for assault in BattlePlanner(state, side).assaults(forced):
        action = BeginBattle(BOARD.id_of[assault.target])
        if action in actions:
            return action
    return actions[0]


def compose(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Who attacks: the plan's units, then whatever the rules still ask for."""
    frame = state.stack[-1]
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


def battle_worth(state: State, battle: Battle) -> float:
    """What a battle as it stands promises its attacker, by the exact table."""
    found = odds.odds_of(state, battle)
    attackers = stake_of([piece_of(state, unit) for unit in battle.attackers])
    defenders = stake_of([piece_of(state, unit) for unit in battle.defenders])
    row = row_for(found.table, found.attack, found.defence, found.column - max(found.initial, -1))
    if found.column < 0:
        row = row_for(found.table, 0, 1, 0)
    counter = counter_worth(1 - battle.attacker, found.defence, found.attack, 0, attackers, defenders)
    ground = 0.3
    outlook_worth = _hex_ground(state, battle)
    return (
        row.ex * (defenders.step - attackers.step)
        - row.ca * counter
        + defeat_worth(row, defenders, _trapped(state, battle), ground + outlook_worth)
    )


def _hex_ground(state: State, battle: Battle) -> float:
    """Points at stake in the hexes attacked."""
    held = state.control(1 - battle.attacker) & BOARD.vp_hexes
    return float(sum(held >> node & 1 for node in battle.targets))


def _trapped(state: State, battle: Battle) -> float:
    """Share of the target hexes without a way out."""
    side = battle.attacker
    outlook = Outlook(state, side)
    closed = [
        not outlook.escapes(node, outlook.foe_occupied, state.occupied(side), state.zoc(side))
        for node in battle.targets
    ]
    return sum(closed) / max(1, len(closed))


def support(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Spend a marker where it helps most; those left at the end of the turn are lost."""
    battle = state.battle
    assert battle is not None
    gain = battle_worth(state, msgspec.structs.replace(battle, supports=1)) - battle_worth(state, battle)
    if gain < 0.04:
        return Pass()
    if state.phasing != side:
        # The other side's turn: keep the markers for one's own attacks if that is still to come.
        return CommitSupport() if side == 0 and gain > 0.1 else Pass()
    forced = state.targets | combat.marked(state)
    others = [plan.with_support - plan.value for plan in BattlePlanner(state, side).assaults(forced)]
    better = sum(1 for other in others if other > gain)
    return CommitSupport() if better < state.supports[side] else Pass()


def counterattack(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Strike back when the odds of the new round are good."""
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


def lose_step(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The cheapest step."""
    steps = [action for action in actions if isinstance(action, LoseStep)]
    return min(steps, key=lambda action: step_worth(state, BOARD.unit_index[action.unit]))


def mark_counterblow(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """The marker goes where the enemy will break his teeth: the strongest hex of the battle."""
    marks = [action for action in actions if isinstance(action, MarkCounterblow)]

    def strength(action: MarkCounterblow) -> int:
        node = BOARD.node_of[action.hex]
        return sum(state.face_of(unit).strength for unit in state.units_at(node, side))

    return max(marks, key=strength)


def counterblow(state: State, side: int, actions: tuple[Action, ...], card_price: float) -> Action:
    """Force a hopeless attack on the enemy, when it is worth a card."""
    best, chosen = card_price + (COUNTERBLOW_GAIN if card_price else 0.1), None
    for action in actions:
        if isinstance(action, PlaceCounterblow):
            gain = _forced_loss(state, side, BOARD.node_of[action.hex])
            if gain > best:
                best, chosen = gain, action
    return chosen or next((action for action in actions if isinstance(action, Done | Pass)), actions[0])


def counterblow_event(state: State, side: int, actions: tuple[Action, ...]) -> Action:
    """Free counterblows are worth their card when there is a hex that the enemy would hate to attack."""
    events = [action for action in actions if isinstance(action, PlayEvent)]
    hexes = bits(combat.counterblow_hexes(state))
    best = max((_forced_loss(state, side, node) for node in hexes), default=0.0)
    if events and best > COUNTERBLOW_GAIN:
        return events[0]
    return next(action for action in actions if not isinstance(action, PlayEvent))


def _forced_loss(state: State, side: int, node: int) -> float:
    """What the enemy may expect to lose if he must attack this hex with the best he has beside it."""
    enemy = state.phasing
    defenders = [unit for unit in state.units_at(node, side) if not state.face_of(unit).white]
    attackers = state.units_in(BOARD.adjacent[node], enemy)
    declared = list(bits(state.targets))
    free = [
        unit for unit in attackers if not any(BOARD.adjacent[state.where[unit]] >> target & 1 for target in declared)
    ]
    attack = sum(state.face_of(unit).strength for unit in attackers)
    defence = sum(state.face_of(unit).strength for unit in defenders)
    attacker = stake_of([piece_of(state, unit) for unit in attackers])
    defender = stake_of([piece_of(state, unit) for unit in defenders])
    row = row_for(enemy, attack, defence, 0)
    counter = counter_worth(side, defence, attack, 0, attacker, defender)
    loss = row.ca * counter + row.ex * (attacker.step - defender.step)
    loss -= defeat_worth(row, defender, 0.1, 0.3)
    # Attackers that are drawn away from a declared attack weaken it.
    return loss + 0.1 * (len(attackers) - len(free))


__all__ = [
    "BattlePlanner", "Stake", "battle_worth", "compose", "counterattack", "counterblow", "declare", "lose_step",
    "mark_counterblow", "next_battle", "support",
]  # fmt: skip
