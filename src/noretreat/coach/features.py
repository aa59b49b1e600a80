"""What the chance of winning is read from: some figures of a position, cheap enough for every step of a game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from noretreat.ai.evaluation.card_values import hand_worth
from noretreat.ai.evaluation.horizon import Check, Horizon
from noretreat.ai.evaluation.worth import unit_worth
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SOVIET, bits
from noretreat.core.boxes import DESTROYED, RAIL, SHATTERED, SURRENDERED
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex
from noretreat.data.facts import Goal, Phase
from noretreat.rules import supply, victory

SCENARIOS: Final = (
    "bagration", "barbarossa", "barbarossa_1941", "citadel", "fall_blau", "na_berlin", "saturn", "tournament",
)  # fmt: skip
"""The scenarios that the line knows by name; any other position is read without."""
CAMPAIGN: Final = "barbarossa"
"""Played on to the end of the war, every scenario is read as the campaign: what decides it is the same."""
MOMENTS: Final = ("prepares", "moves", "fights", "ends")
"""The parts of a player turn."""
_PARTS: Final = {
    Phase.VICTORY: 0, Phase.CARDS: 0, Phase.SUPPLY: 0, Phase.ORGANIZATION: 0, Phase.MOVEMENT: 1,
    Phase.COUNTERBLOWS: 2, Phase.COMBAT: 2, Phase.REMOVAL: 3, Phase.DETRAINING: 3,
}  # fmt: skip
BOXES: Final = (RAIL, SHATTERED, DESTROYED, SURRENDERED)
COMMON: Final = (
    *(f"is_{name}" for name in SCENARIOS), *(f"left_{name}" for name in SCENARIOS),
    *(f"{side}_{moment}" for side in ("axis", "soviet") for moment in MOMENTS),
    "digital", "campaign", "turn", "left", "soviet_initiative", "event_vp", "tide", "reached", "reached_squashed",
    "goal", "goal_pressing", "operational",
)  # fmt: skip
EACH: Final = (
    "hexes", "hexes_late", "score", "lead", "lead_near", "objectives", "objectives_near",
    "cards", "hand", "supports", "worth", "worth_kept", "strength", *(f"box{-box}" for box in BOXES),
    "marked", "cut_off", "cut_off_moves", "disorganized", "contact",
    "open_near", "open_far", "open_near_due", "open_far_due", "pressed", "pressed_due", "city_pressed",
    "city_pressed_due", "trapped", "trapped_due",
)  # fmt: skip
NAMES: Final = (*COMMON, *(f"{side}_{name}" for side in ("axis", "soviet") for name in EACH))
"""The features, in order."""


def features(state: State) -> list[float]:
    """The features of a position, in the order of `NAMES`; those of the Axis and the Soviets are alike."""
    horizon = Horizon(state)
    left = max(1, 2 * (state.setup.last_turn + 1) - horizon.now)
    whole_war = state.setup.options.campaign or state.setup.scenario == CAMPAIGN
    scenario = CAMPAIGN if whole_war else state.setup.scenario
    here = [float(scenario == name) for name in SCENARIOS]
    moment = [0.0] * (2 * len(MOMENTS))
    moment[state.phasing * len(MOMENTS) + _PARTS[state.phase]] = 1.0
    reached = horizon.reached(state, AXIS)
    goal = _goal(state)
    common = [
        *here, *(each * min(left, 20) / 10 for each in here), *moment,
        float(state.rules.victory_phases_per_turn == 2), float(whole_war),
        state.turn / 10, min(left, 20) / 10, float(state.initiative == SOVIET), float(state.event_vp),
        state.high_tide / 10, reached / 10, math.tanh(reached / 12),
        math.tanh(goal / 4), math.tanh(goal / (0.4 + 0.25 * left)), _operational(horizon),
    ]  # fmt: skip
    return [*common, *_of_side(state, AXIS, horizon, left), *_of_side(state, SOVIET, horizon, left)]


def moment_of(state: State) -> int:
    """The part of the player turn, as a place in `MOMENTS`."""
    return _PARTS[state.phase]


def _operational(horizon: Horizon) -> float:
    """The check at the end of 1944, from the side of the Axis."""
    return -sum(_nearness(check) for check in horizon.checks if check.name == "operational")


def _nearness(check: Check) -> float:
    """How surely a check is passed, from -1 to 1, as far as the time before it allows."""
    return math.tanh((check.lead + 0.5) / (0.5 + 0.6 * check.turns))


def _goal(state: State) -> float:
    """By how much the side that has goals to reach passes the nearest of them, or misses it: from the Axis side."""
    conditions = state.setup.victory
    if conditions is None:
        return 0.0
    side = SIDE_INDEX[conditions.side]
    best = max((_margin(state, goal, side) for goal in conditions.any_of), default=0.0)
    return best if side == AXIS else -best


def _margin(state: State, goal: Goal, side: SideIndex) -> float:
    lead, missing = [], 0
    if goal.points is not None:
        lead.append(victory.victory_points(state, side) - goal.points)
    if goal.high_tide:
        lead.append(victory.victory_points(state, side) - state.high_tide)
    if goal.held is not None:
        lead.append((state.control(side) & victory.counted_hexes(state)).bit_count() - goal.held)
    missing += (BOARD.mask(*goal.hexes) & ~state.control(side)).bit_count()
    if goal.objectives is not None:
        missing += max(0, goal.objectives - len(victory.objectives_held(state, side)))
    missing += sum(state.where[BOARD.unit_index[unit]] >= 0 for unit in goal.lost)
    least = min(lead, default=0)
    return float(min(0, least) - missing if missing or least < 0 else least + 0.5)


def _of_side(state: State, side: SideIndex, horizon: Horizon, left: int) -> Iterator[float]:
    """The features of one side, in the order of `EACH`."""
    enemy = ENEMY[side]
    own = state.on_map(side)
    there = state.occupied(side)
    foes = state.occupied(enemy)
    moves = float(state.phasing == side and _PARTS[state.phase] < 2)
    due = float((state.phasing == enemy and _PARTS[state.phase] < 3) or (state.phasing == side and not moves))
    held = state.control(side) & victory.counted_hexes(state)
    worth = {unit: unit_worth(state, unit) for unit in own}
    total = sum(worth.values())
    late = max(0.0, 1 - left / 14)
    yield held.bit_count() / 5
    yield held.bit_count() / 5 * late
    yield victory.victory_points(state, side) / 5
    checks = [check for check in horizon.checks if check.side == side and check.name == "sudden death"]
    yield max((check.weight * _nearness(check) for check in checks), default=-1.0)
    yield max((_nearness(check) for check in checks if check.turns <= 2), default=-1.0)
    lacking = victory.objectives_needed(state, side) - len(victory.objectives_held(state, side))
    yield min(lacking, 6) / 3 * victory.can_end_early(state)
    yield float(lacking <= 1) * victory.can_end_early(state)
    yield state.hands[side].bit_count() / 4
    yield hand_worth(state, side, state.hands[side])
    yield state.supports[side] / 2
    yield total / 10
    yield total / 10 * horizon.troops
    yield sum(state.face_of(unit).strength for unit in own) / 20
    for box in BOXES:
        yield sum(unit_worth(state, unit) for unit in state.boxed(side, box)) / 5
    yield sum(worth[unit] for unit in own if state.unsupplied >> unit & 1) / 3
    cut_off = sum(worth.get(unit, 0.0) for unit in supply.cut_off(state, side)) / 3
    yield cut_off
    yield cut_off * moves
    yield sum(worth[unit] for unit in own if state.disorganized >> unit & 1) / 3
    near = BOARD.expand(foes)
    yield sum(worth[unit] for unit in own if near >> state.node_of(unit) & 1) / 10
    empty = state.control(side) & victory.counted_hexes(state) & ~there
    close = BOARD.expand(near) & empty & ~state.zoc(side)
    far = BOARD.expand(BOARD.expand(BOARD.expand(near))) & empty & ~close
    yield close.bit_count() / 2
    yield far.bit_count() / 2
    yield close.bit_count() / 2 * due
    yield far.bit_count() / 2 * due
    pressed = city = 0.0
    for node in bits(there & near):
        share = _overpowered(state, node, side)
        pressed += share * sum(worth[unit] for unit in state.units_at(node, side))
        city += share * (held >> node & 1)
    yield pressed / 3
    yield pressed / 3 * due
    yield city
    yield city * due
    trapped = sum(worth[unit] for unit in own if not _way_out(state, 1 << state.node_of(unit), side)) / 3
    yield trapped
    yield trapped * due


def _overpowered(state: State, node: Node, side: SideIndex) -> float:
    """How far the enemy units beside a hex outweigh those in it: 0 at even strength, 1 at four to one."""
    enemy = ENEMY[side]
    beside = BOARD.adjacent[node] & state.occupied(enemy)
    attack = sum(state.face_of(unit).strength for unit in state.units_in(beside, enemy))
    defense = sum(state.face_of(unit).strength for unit in state.units_at(node, side))
    return min(1.0, max(0.0, (attack / max(1, defense) - 1) / 3))


def _way_out(state: State, at: NodeMask, side: SideIndex) -> bool:
    """True if a unit can step out of its hex to one that no enemy holds or watches."""
    enemy = ENEMY[side]
    free = ~state.occupied(enemy) & (~state.zoc(enemy) | state.occupied(side))
    return bool(BOARD.expand(at) & ~at & free)
