"""Planning a Movement Phase: where every unit should end, found by improving one arrangement bit by bit.

There are two kinds of change: gathering units around one enemy hex, and moving one unit elsewhere. Both are judged by
the score of the whole arrangement, so that lines, supply and the enemy's reply are always considered together.
"""

from __future__ import annotations

import random
import time
from typing import Final, NamedTuple

from bench.yardstick.old import worth
from bench.yardstick.old.assessment import Assessment, PieceIndex
from bench.yardstick.old.scoring import Scorer
from noretreat.core.actions import EntrainUnit
from noretreat.core.board import BOARD, SOVIET, bits
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, SideIndex, UnitIndex
from noretreat.rules import movement, rail

TOLERANCE: Final = 0.8
"""How much worse a kick may look before the neighbors have adapted."""
NEIGHBORS: Final = 3
BY_RAIL: Final = 0.25
"""The least gain for which a unit takes the train."""


class MovePlan(NamedTuple):
    """Where each unit should go (unit to node); one of them may take the train."""

    goals: dict[UnitIndex, Node]
    train: UnitIndex
    """The unit to entrain, or -1."""
    score: float


class Effort(NamedTuple):
    """How hard to think: candidate hexes for each unit, passes over all units, and the most arrangements to score."""

    candidates: int
    passes: int
    evaluations: int
    seconds: float = 1.5
    wary: bool = True


class MovePlanner:
    """Plans one Movement Phase from a position."""

    def __init__(self, state: State, side: SideIndex, effort: Effort) -> None:
        self.state, self.side, self.effort = state, side, effort
        self.assessment = Assessment(state, side)
        self.scorer = Scorer(self.assessment, wary=effort.wary)
        self.at = [piece.node for piece in self.assessment.own]
        self.reach = [self._reach(piece.unit) for piece in self.assessment.own]
        self.best = self.scorer.score(self.at, True)
        self._random = random.Random(state.turn * 2 + side)
        self._trains: set[UnitIndex] = set()
        self._deadline = time.process_time() + effort.seconds

    def _reach(self, unit: UnitIndex) -> NodeMask:
        """Everywhere the unit can go, its own hex included."""
        state = self.state
        here = 1 << state.where[unit]
        if not movement.can_move(state, unit):
            return here
        return movement.journey_of(state, unit).total | here

    def plan(self) -> MovePlan:
        """The best arrangement found within the effort."""
        for _ in range(self.effort.passes):
            before = self.best
            self._gather_everywhere()
            self._relocate_all()
            if self._spent() or self.best - before < 0.02:
                break
        self._kick()
        train = self._train()
        goals = {
            piece.unit: node for piece, node in zip(self.assessment.own, self.at, strict=True) if node != piece.node
        }
        return MovePlan(goals, train, self.best)

    def _spent(self) -> bool:
        """Is the effort used up? Evaluations count; the process time is only a guard."""
        return self.scorer.evaluations >= self.effort.evaluations or time.process_time() > self._deadline

    def _room(self, node: Node, but: PieceIndex = -1) -> bool:
        """Is there room for one more unit in a hex, as planned so far?"""
        there = sum(1 for index, place in enumerate(self.at) if place == node and index != but)
        return there < self.assessment.stack_limit

    # --- one unit elsewhere ----------------------------------------------------------------------------------
    def _relocate_all(self) -> None:
        """Moves every unit once, to the best of its promising hexes."""
        order = sorted(range(len(self.at)), key=lambda index: -self.scorer.weights[index])
        for index in order:
            if self._spent():
                return
            self._relocate(index)

    def _relocate(self, index: PieceIndex) -> None:
        """Tries other places for one unit and keeps the best."""
        if not self.reach[index] & ~(1 << self.at[index]):
            return
        start = self.at[index]
        best_node = start
        for node in self._promising(index):
            if node == start or not self._room(node, index):
                continue
            self.at[index] = node
            score = self.scorer.score(self.at, True)
            if score > self.best + 0.005:
                self.best, best_node = score, node
        self.at[index] = best_node

    def _kick(self) -> None:
        """Sends a unit somewhere else, lets its neighbors adapt, and keeps the result if it is better.

        This finds what no single change shows: two units closing a pocket, one making room for another.
        """
        free = [index for index, mask in enumerate(self.reach) if mask & ~(1 << self.at[index])]
        while free and not self._spent():
            index = self._random.choice(free)
            saved, before = list(self.at), self.best
            places = [node for node in self._promising(index) if node != self.at[index] and self._room(node, index)]
            if not places:
                free.remove(index)
                continue
            self.at[index] = self._random.choice(places)
            self.best = self.scorer.score(self.at, True)
            if self.best < before - TOLERANCE:
                self.at, self.best = saved, before
                continue
            near = worth.distances(self.at[index])
            others = sorted((i for i in free if i != index), key=lambda i: near.get(saved[i], 99))
            for other in others[:NEIGHBORS]:
                self._relocate(other)
            if self.best < before + 0.005:
                self.at, self.best = saved, before

    def _promising(self, index: PieceIndex) -> list[Node]:
        """The hexes worth scoring in full, by a cheap guess at their worth."""
        assessment = self.assessment
        piece = assessment.own[index]
        weight = self.scorer.weights[index]
        occupied = sum(1 << node for node in {place for other, place in enumerate(self.at) if other != index})
        beside = BOARD.expand(occupied) & ~occupied
        foes = assessment.foe_occupied
        guesses = []
        for node in bits(self.reach[index]):
            guess = 0.2 * weight * assessment.field[node]
            if assessment.foe_control >> node & 1:
                guess += assessment.hex_worth.get(node, 0.0)
            touched = BOARD.adjacent[node] & foes
            if touched and piece.attacks:
                guess += 0.25
            if assessment.control & BOARD.vp_hexes & ~occupied & ~foes & (1 << node):
                guess += 0.3 * assessment.hex_worth.get(node, 0.0)
            if beside >> node & 1 or occupied >> node & 1:
                guess -= 0.05  # lines are held two hexes apart
            guess -= 0.04 * assessment.ground.get(node, 0)
            guesses.append((guess, node))
        guesses.sort(reverse=True)
        found = [node for _, node in guesses[: self.effort.candidates]]
        home = assessment.own[index].node
        return found if home in found else [*found, home]

    # --- many units against one hex ----------------------------------------------------------------------------
    def _gather_everywhere(self) -> None:
        """Gathers units around each of the most valuable enemy hexes once."""
        assessment = self.assessment
        reachable = 0
        for mask in self.reach:
            reachable |= mask
        targets = [node for node in assessment.stacks if BOARD.adjacent[node] & reachable]
        targets.sort(key=lambda node: -assessment.hex_worth.get(node, 0.0) - assessment.stacks[node].stake.worth)
        for target in targets[:12]:
            if self._spent():
                return
            self._gather(target)

    def _gather(self, target: Node) -> None:
        """Brings up attackers one by one; keeps as many as make the arrangement better."""
        around = BOARD.adjacent[target] & ~self.assessment.foe_occupied
        own = self.assessment.own
        able = [
            index
            for index, piece in enumerate(own)
            if piece.attacks and self.reach[index] & around and not around >> self.at[index] & 1
        ]
        able.sort(key=lambda index: (self._busy(index), -own[index].strength))
        saved = list(self.at)
        best_at = None
        for index in able[:6]:
            node = self._post(index, around, target)
            if node < 0:
                continue
            self.at[index] = node
            score = self.scorer.score(self.at, True)
            if score > self.best + 0.005:
                self.best, best_at = score, list(self.at)
        self.at = best_at or saved

    def _busy(self, index: PieceIndex) -> bool:
        """Is a unit already next to an enemy, where it may be needed?"""
        return bool(BOARD.adjacent[self.at[index]] & self.assessment.foe_occupied)

    def _post(self, index: PieceIndex, around: NodeMask, target: Node) -> Node:
        """The best hex beside the target for one more attacker, empty and without a river where possible; or -1."""
        assessment = self.assessment
        river = BOARD.river.get(target, 0)
        taken = {place for other, place in enumerate(self.at) if other != index}
        best, best_node = -99.0, -1
        for node in bits(self.reach[index] & around):
            if not self._room(node, index):
                continue
            value = assessment.field[node] - 0.5 * (river >> node & 1) - 0.3 * (node in taken)
            value -= 0.1 * assessment.ground.get(node, 0)
            if value > best:
                best, best_node = value, node
        return best_node

    # --- by rail ---------------------------------------------------------------------------------------------
    def _train(self) -> UnitIndex:
        """The unit that gains most by a free train ride; -1 when none gains enough."""
        state, assessment = self.state, self.assessment
        if not rail.is_open(state) or rail.entrain_price(state) or state.boxed(self.side, -1):
            return -1
        self._trains = {
            BOARD.unit_index[action.unit] for action in rail.entrain_actions(state) if isinstance(action, EntrainUnit)
        }
        goals = [node for node in bits(rail.detrain_hexes(state, self.side)) if self._room(node)]
        goals.sort(key=lambda node: -assessment.field[node])
        riders = [index for index, piece in enumerate(assessment.own) if self._rides(index, piece.unit)]
        riders.sort(key=lambda index: assessment.field[self.at[index]])
        best, chosen = self.best + BY_RAIL, -1
        for index in riders[:3]:
            for node in goals[:6]:
                saved, self.at[index] = self.at[index], node
                score = self.scorer.score(self.at, True, idle=index)
                if score > best:
                    best, chosen = score, index
                self.at[index] = saved
        if chosen < 0:
            return -1
        self.at[chosen] = assessment.own[chosen].node
        self.best = best
        return assessment.own[chosen].unit

    def _rides(self, index: PieceIndex, unit: UnitIndex) -> bool:
        """Can this unit entrain, and is it of no use in its planned hex?"""
        return unit in self._trains and not self._busy(index)


_KOENIGSBERG: Final = BOARD.node_of["1104"]
_STRIKE: Final = 4
"""The distance from which a Soviet army can reach a city in one turn."""


def wants_extension(state: State) -> bool:
    """Is it time for the Axis to lay the map extension (C-54)? Without it, losing Koenigsberg alone loses the war."""
    return any(BOARD.distance(node, _KOENIGSBERG) <= _STRIKE for node in bits(state.occupied(SOVIET)))
