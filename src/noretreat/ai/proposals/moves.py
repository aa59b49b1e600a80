"""Planning a Movement Phase: where every unit should end, found by improving one arrangement bit by bit.

There are two kinds of change: gathering units around one enemy hex, and moving one unit elsewhere. Both are judged by
the score of the whole arrangement, so that lines, supply and the enemy's reply are always considered together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from noretreat.ai.evaluation import worth
from noretreat.ai.evaluation.assessment import Arrangement, Assessment, PieceIndex, arrange, posted
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import Style
from noretreat.ai.thought import UNWATCHED, Brake, Stage, Thought
from noretreat.core.actions import EntrainUnit
from noretreat.core.board import BOARD, SOVIET, bits
from noretreat.core.boxes import RAIL
from noretreat.core.state import State
from noretreat.core.types import NO_NODE, NO_NODES, NO_UNIT, Node, NodeMask, SideIndex, UnitIndex
from noretreat.rules import movement, rail
from noretreat.rules.stacking import counts_for_stacking, stacking_rule

TOLERANCE: Final = 0.8
"""The amount by which a kick may look worse before the neighbors have adapted."""
NEIGHBORS: Final = 3
_LOOK: Final = 48
"""Evaluations between two reports of how far the plan is, and two looks at whether it has to stop."""
_TARGETS: Final = 10
"""Enemy hexes that units are gathered around."""
_RINGS: Final = 2
"""Ways to close a hex that are tried for each of them."""
_BEHIND: Final = 28
"""Hexes behind the enemy that are tried in pairs for cutting its supply."""
_CUTS: Final = 5
"""Pairs that are tried in full."""
BY_RAIL: Final = 0.18
"""The least gain for which a unit takes the train."""


class MovePlan(NamedTuple):
    """The destination of each unit (unit to node); one of them may take the train."""

    goals: dict[UnitIndex, Node]
    train: UnitIndex
    """The unit to entrain, or -1."""
    score: float


class Effort(NamedTuple):
    """The effort of planning: candidate hexes for each unit, passes over all units, the most arrangements to score."""

    candidates: int
    passes: int
    evaluations: int
    seconds: float = 10.0
    """Processor time for one plan, as an emergency brake: several times what the slowest plan needs (`Brake`)."""
    wary: bool = True
    foresees: bool = True
    """Sees what a breakthrough opens behind the line, its own and the enemy's."""
    answers: int = 0
    """The number of plans that are tried against the enemy's best answer."""
    answer: int = 0
    """Arrangements scored for each of these answers."""
    arrivals: int = 0
    """Arrangements scored for where units arrive, with the moves of all; 0: each takes the hex that scores best now."""
    outset: int = 0
    """Arrangements scored to judge an event before the moves of its turn; 0: it is judged as if the enemy were next."""
    thought: Thought = UNWATCHED
    """The listener for the plan's progress, which may also stop it."""


_NOBODY: Final[Mapping[UnitIndex, NodeMask]] = {}


def plan_moves(state: State, side: SideIndex, effort: Effort) -> MovePlan:
    """The plan for a Movement Phase, by the score of the arrangement alone."""
    return MovePlanner(state, side, effort).plan()


class MovePlanner:
    """Plans one Movement Phase from a position."""

    def __init__(
        self, state: State, side: SideIndex, effort: Effort, ways: Mapping[UnitIndex, NodeMask] = _NOBODY
    ) -> None:
        """`ways`: everywhere that some units can go, other than by a march from where they stand."""
        self.state, self.side, self.effort = state, side, effort
        self.assessment = Assessment(state, side)
        self.scorer = Scorer(self.assessment, wary=effort.wary)
        self.at = [piece.node for piece in self.assessment.own]
        self.reach = [
            ways[piece.unit] if piece.unit in ways else self._reach(piece.unit) for piece in self.assessment.own
        ]
        self.best = self.scorer.score(self.at, True)
        self._random = random.Random(state.turn * 2 + side)
        self._trains: set[UnitIndex] = set()
        self._rule = stacking_rule(state, side)
        self._counts = [counts_for_stacking(piece.unit) for piece in self.assessment.own]
        self._brake = Brake(effort.seconds, "the planning of moves")
        self._looked, self._late, self._whole = 0, False, max(1, effort.evaluations)
        self._cuts_from: dict[tuple[Node, ...], list[tuple[Node, ...]]] = {}
        """The results of `_cuts`, by where the units stood."""
        self._cutting: dict[Node, float] = {}
        """Hexes from which a unit would cut enemy units off, and their worth."""

    def _reach(self, unit: UnitIndex) -> NodeMask:
        """Everywhere the unit can go, its own hex included."""
        state = self.state
        here = 1 << state.node_of(unit)
        if not movement.can_move(state, unit):
            return here
        return movement.journey_of(state, unit).total | here

    def plan(self) -> MovePlan:
        """The best arrangement found within the effort."""
        self.search()
        return self.as_plan()

    def search(self) -> None:
        """Improves the arrangement, then spends the rest of the effort on changes of several units at once."""
        self.improve()
        self._kick()

    def improve(self) -> None:
        """Improves the arrangement until nothing helps any more, or the effort is used up."""
        cuts = self._cuts() if self.effort.wary else []
        for turn in range(self.effort.passes):
            before = self.best
            self._gather_everywhere()
            if not turn:
                self._close_pockets(cuts)
            self._relocate_all()
            if self._spent() or self.best - before < 0.02:
                break

    def in_style(self, style: Style, share: float) -> list[Node]:
        """The arrangement that a player of another temper would choose, with a share of the effort; the planner itself
        stays where it is.
        """
        with self._trial(keep=lambda: False), self._allowed(share, passes=2), self._styled(style):
            self.take([piece.node for piece in self.assessment.own])
            self.improve()
            return self.at

    def polish(self, share: float) -> None:
        """Moves single units to better places, with a share of the effort beyond what is spent."""
        with self._allowed(share, passes=self.effort.passes):
            self._relocate_all()

    @contextmanager
    def _allowed(self, share: float, passes: int) -> Iterator[None]:
        """Allows, for its duration, a share of the effort beyond what is spent, and this many passes."""
        effort = self.effort
        evaluations = self.scorer.evaluations + int(share * effort.evaluations)
        self.effort = effort._replace(evaluations=evaluations, passes=passes)
        try:
            yield
        finally:
            self.effort = effort

    @contextmanager
    def _styled(self, style: Style) -> Iterator[None]:
        """Scores in another style while it lasts."""
        own = self.assessment.style
        self.scorer.adopt(style)
        try:
            yield
        finally:
            self.scorer.adopt(own)

    @contextmanager
    def _trial(self, keep: Callable[[], bool] | None = None) -> Iterator[list[Node]]:
        """Tries a change of several units, and takes it back at the end unless the arrangement is better for it, or
        `keep` says so. Yields the places where the units stood before.
        """
        saved, before = list(self.at), self.best
        kept = False
        try:
            yield saved
            kept = self.best >= before + 0.005 if keep is None else keep()
        finally:
            if not kept:
                self.at, self.best = saved, before

    def take(self, at: Sequence[Node]) -> None:
        """Goes on from this arrangement."""
        self.at = list(at)
        self.best = self.scorer.score(self.at, True)

    def set_out(self, goals: Mapping[UnitIndex, Node]) -> None:
        """Goes on from these destinations, as far as the units can still get there, if they score better."""
        at = list(self.at)
        for index, piece in enumerate(self.assessment.own):
            goal = goals.get(piece.unit, NO_NODE)
            if goal >= 0 and self.reach[index] >> goal & 1:
                at[index] = goal
        score = self.scorer.score(at, True, least=self.best)
        if score > self.best:
            self.at, self.best = at, score

    def as_plan(self) -> MovePlan:
        """The arrangement as a plan, with the unit that takes the train."""
        train = self._train()
        goals = {
            piece.unit: node for piece, node in zip(self.assessment.own, self.at, strict=True) if node != piece.node
        }
        return MovePlan(goals, train, self.best)

    def _spent(self) -> bool:
        """True if the effort is used up, the player is asked to stop, or the emergency brake is on."""
        if self.scorer.evaluations >= self._looked + _LOOK:
            self._looked = self.scorer.evaluations
            self._late = self._brake.pulled or self.effort.thought.stopped
            self.effort.thought.at(Stage.MOVES, self._looked / self._whole)
        return self._late or self.scorer.evaluations >= self.effort.evaluations

    def _room(self, node: Node, index: PieceIndex = -1) -> bool:
        """True if there is room in a hex for this unit, or for any one more, as planned so far (STK-1)."""
        there = [
            other for other, place in enumerate(self.at) if place == node and other != index and self._counts[other]
        ]
        if not there or (index >= 0 and not self._counts[index]):
            return True
        if self._rule != "armor_plus_one_no_fort":
            return self._rule == "two" and len(there) < 2
        if len(there) > 1 or index < 0:
            return False
        faces = [self.state.face_of(self.assessment.own[one].unit) for one in (there[0], index)]
        return any(face.armored for face in faces) and not any(face.fort for face in faces)

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
        start = best_node = self.at[index]
        for node in self._promising(index):
            if node == start or not self._room(node, index):
                continue
            with posted(self.at, index, node):
                score = self.scorer.score(self.at, True, least=self.best)
            if score > self.best + 0.005:
                self.best, best_node = score, node
        self.at[index] = best_node

    def _kick(self) -> None:
        """Sends a unit somewhere else, lets its neighbors adapt, and keeps the result if it is better.

        This finds improvements that no single change shows: two units closing a pocket, one making room for another.
        """
        free = [index for index, mask in enumerate(self.reach) if mask & ~(1 << self.at[index])]
        while free and not self._spent():
            index = self._random.choice(free)
            places = [node for node in self._promising(index) if node != self.at[index] and self._room(node, index)]
            if not places:
                free.remove(index)
                continue
            with self._trial() as saved:
                before = self.best
                self.at[index] = self._random.choice(places)
                self.best = self.scorer.score(self.at, True, least=before - 2 * TOLERANCE)
                if self.best >= before - TOLERANCE:
                    self._adapt(index, saved, free)

    def _promising(self, index: PieceIndex) -> list[Node]:
        """The hexes worth scoring in full, by a cheap guess at their worth."""
        assessment = self.assessment
        piece = assessment.own[index]
        weight = self.scorer.weights[index]
        places = {place for other, place in enumerate(self.at) if other != index}
        occupied = sum((1 << place for place in places), NO_NODES)
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
            guess += 0.3 * self._cutting.get(node, 0.0) if piece.zoc else 0.0
            guesses.append((guess, node))
        guesses.sort(reverse=True)
        found = [node for _, node in guesses[: self.effort.candidates]]
        home = assessment.own[index].node
        return found if home in found else [*found, home]

    # --- many units against one hex ----------------------------------------------------------------------------
    def _gather_everywhere(self) -> None:
        """Gathers units around each of the most valuable enemy hexes once."""
        assessment = self.assessment
        reachable = NO_NODES
        for mask in self.reach:
            reachable |= mask
        targets = [node for node in assessment.stacks if BOARD.adjacent[node] & reachable]
        targets.sort(key=lambda node: -assessment.hex_worth.get(node, 0.0) - assessment.stacks[node].stake.worth)
        for target in targets[:_TARGETS]:
            if self._spent():
                return
            self._gather(target)
            for ring in self._rings(target)[:_RINGS]:
                if self._spent():
                    return
                self._gather(target, ring)

    def _gather(self, target: Node, ring: tuple[Node, ...] = ()) -> None:
        """Brings up attackers one by one, after units for the hexes of `ring`; keeps as many as make the arrangement
        better.
        """
        around = BOARD.adjacent[target] & ~self.assessment.foe_occupied
        own = self.assessment.own
        saved = list(self.at)
        placed = self._occupy(ring, target)
        if not placed:
            self.at = saved
            return
        able = [
            index
            for index, piece in enumerate(own)
            if piece.attacks and self.reach[index] & around and not around >> self.at[index] & 1 and index not in placed
        ]
        able.sort(key=lambda index: (self._busy(index), -own[index].strength))
        best_at = None
        if placed:
            score = self.scorer.score(self.at, True, least=self.best)
            if score > self.best + 0.005:
                self.best, best_at = score, list(self.at)
        for index in able[: 6 - len(placed)]:
            node = self._post(index, around, target)
            if node < 0:
                continue
            self.at[index] = node
            score = self.scorer.score(self.at, True, least=self.best)
            if score > self.best + 0.005:
                self.best, best_at = score, list(self.at)
        self.at = best_at or saved

    def _occupy(self, hexes: tuple[Node, ...], target: Node = NO_NODE) -> list[PieceIndex]:
        """Sends a unit to each of these hexes, the least busy first: which; none if they cannot all be reached."""
        own = self.assessment.own
        placed: list[PieceIndex] = []
        for node in hexes:
            able = [
                index
                for index, mask in enumerate(self.reach)
                if mask >> node & 1 and own[index].zoc and index not in placed and self.at[index] != node
            ]
            able = [
                index for index in able if not (target >= 0 and BOARD.adjacent[self.at[index]] >> target & 1)
            ] or able
            able = [index for index in able if self._room(node, index)]
            if not able:
                return []
            index = min(able, key=lambda i: (self._busy(i), -own[i].bonus, own[i].strength))
            self.at[index] = node
            placed.append(index)
        return placed

    # --- pockets ---------------------------------------------------------------------------------------------
    def _rings(self, target: Node) -> list[tuple[Node, ...]]:
        """Hexes, one or two, from which units would close every way out of an enemy hex, the likeliest first."""
        assessment = self.assessment
        arrangement = arrange(assessment, self.at)
        foes, occupied, zone = assessment.foe_occupied, arrangement.occupied, arrangement.zone
        if not assessment.escapes(target, foes, occupied, zone):
            return []
        reachable = NO_NODES
        for index, mask in enumerate(self.reach):
            if assessment.own[index].zoc:
                reachable |= mask
        near = [
            node for node in bits(assessment.near_two(target) & reachable & BOARD.hexes & ~foes) if self._room(node)
        ]
        adjacent = BOARD.adjacent

        def closed(*nodes: Node) -> bool:
            taken, zones = occupied, zone
            for node in nodes:
                taken |= 1 << node
                zones |= adjacent[node]
            return not assessment.escapes(target, foes, taken, zones)

        single = [node for node in near if closed(node)]
        field = assessment.field
        if single:
            return [(node,) for node in sorted(single, key=lambda node: -field[node])]
        beside = [node for node in near if adjacent[target] >> node & 1]
        pairs = [(one, two) for one in beside for two in near if one < two or not adjacent[target] >> two & 1]
        closing = [pair for pair in pairs if pair[0] != pair[1] and closed(*pair)]
        return sorted(closing, key=lambda pair: -field[pair[0]] - field[pair[1]])

    def _cuts(self) -> list[tuple[Node, ...]]:
        """Hexes, one or two, from which units would cut enemy units off, the most worth first."""
        start = tuple(self.at)
        if start not in self._cuts_from:
            self._cuts_from[start] = self._found_cuts()
        return self._cuts_from[start]

    def _found_cuts(self) -> list[tuple[Node, ...]]:
        """`_cuts` without the cache."""
        assessment = self.assessment
        arrangement = arrange(assessment, self.at)
        reachable = NO_NODES
        for index, mask in enumerate(self.reach):
            if assessment.own[index].zoc:
                reachable |= mask
        behind = reachable & BOARD.hexes & ~assessment.foe_occupied & ~arrangement.occupied
        before = self._cut_off(arrangement, ())
        found: list[tuple[float, tuple[Node, ...]]] = []
        for node in bits(behind):
            worth = self._cut_off(arrangement, (node,)) - before
            if worth > 0.3:
                found.append((worth, (node,)))
                self._cutting[node] = worth
        fast = NO_NODES
        for index, mask in enumerate(self.reach):
            if assessment.own[index].zoc and mask.bit_count() > 8:
                fast |= mask
        deep = sorted(bits(behind & fast), key=lambda node: -self._depth(node))[:_BEHIND]
        for place, one in enumerate(deep):
            for two in deep[:place]:
                worth = self._cut_off(arrangement, (one, two)) - before
                alone = max(self._cutting.get(one, 0.0), self._cutting.get(two, 0.0))
                if worth > alone + 0.3:
                    found.append((worth, (two, one)))
        found.sort(key=lambda cut: (-cut[0], len(cut[1])))
        return [nodes for _, nodes in found]

    def _depth(self, node: Node) -> float:
        """The depth of a hex behind enemy lines: the number of enemy units near it."""
        return float((self.assessment.near_two(node) & self.assessment.foe_occupied).bit_count())

    def _cut_off(self, arrangement: Arrangement, nodes: tuple[Node, ...]) -> float:
        """The worth of the enemy units without supply, with units in some more hexes."""
        assessment = self.assessment
        occupied, zone = arrangement.occupied, arrangement.zone
        for node in nodes:
            occupied |= 1 << node
            zone |= BOARD.adjacent[node]
        gained = occupied & assessment.foe_control & BOARD.vp_hexes
        foes = assessment.foe_occupied
        good = assessment.net_of(
            assessment.foe, foes, occupied, zone, assessment.foe_control & ~gained, assessment.control | gained
        )
        if not foes & ~good:
            return 0.0
        return sum(piece.worth for piece in assessment.foes if not good >> piece.node & 1 and not piece.safe)

    def _close_pockets(self, cuts: list[tuple[Node, ...]]) -> None:
        """Tries the best ways to cut enemy units off, each in full: the others adapt."""
        for nodes in cuts[:_CUTS]:
            if self._spent():
                return
            with self._trial() as saved:
                before = self.best
                placed = self._occupy(nodes)
                if placed:
                    self.best = self.scorer.score(self.at, True, least=before - 2 * TOLERANCE)
                if placed and self.best > before - 2 * TOLERANCE:
                    self._adapt(placed[0], saved, [i for i in range(len(self.at)) if i not in placed])

    def _adapt(self, index: PieceIndex, saved: list[Node], free: list[PieceIndex]) -> None:
        """Lets the units near one that was sent elsewhere find better places."""
        near = worth.distances(self.at[index])
        movable = [i for i in free if i != index and self.reach[i] & ~(1 << self.at[i])]
        movable.sort(key=lambda i: near.get(saved[i], 99))
        for other in movable[:NEIGHBORS]:
            self._relocate(other)

    def _busy(self, index: PieceIndex) -> bool:
        """True if a unit is already next to an enemy, where it may be needed."""
        return bool(BOARD.adjacent[self.at[index]] & self.assessment.foe_occupied)

    def _post(self, index: PieceIndex, around: NodeMask, target: Node) -> Node:
        """The best hex beside the target for one more attacker, empty and without a river where possible; or -1."""
        assessment = self.assessment
        river = BOARD.river.get(target, 0)
        taken = {place for other, place in enumerate(self.at) if other != index}
        best, best_node = -99.0, NO_NODE
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
        if not rail.is_open(state) or rail.entrain_price(state) or state.boxed(self.side, RAIL):
            return NO_UNIT
        self._trains = {
            BOARD.unit_index[action.unit] for action in rail.entrain_actions(state) if isinstance(action, EntrainUnit)
        }
        goals = [node for node in bits(rail.detrain_hexes(state, self.side) & BOARD.hexes) if self._room(node)]
        goals.sort(key=lambda node: -assessment.field[node])
        riders = [index for index, piece in enumerate(assessment.own) if self._rides(index, piece.unit)]
        riders.sort(key=lambda index: assessment.field[self.at[index]])
        best, chosen = self.best + BY_RAIL, -1
        for index in riders[:3]:
            for node in goals[:6]:
                with posted(self.at, index, node):
                    score = self.scorer.score(self.at, True, idle=index, least=best)
                if score > best:
                    best, chosen = score, index
        if chosen < 0:
            return NO_UNIT
        self.at[chosen] = assessment.own[chosen].node
        self.best = best
        return assessment.own[chosen].unit

    def _rides(self, index: PieceIndex, unit: UnitIndex) -> bool:
        """True if this unit can entrain, and is of no use in its planned hex."""
        return unit in self._trains and not self._busy(index)


_KOENIGSBERG: Final = BOARD.node_of["1104"]
_STRIKE: Final = 4
"""The distance from which a Soviet army can reach a city in one turn."""


def wants_extension(state: State) -> bool:
    """True once the Axis should lay the map extension (C-54): without it, losing Koenigsberg alone loses the war."""
    return any(BOARD.distance(node, _KOENIGSBERG) <= _STRIKE for node in bits(state.occupied(SOVIET)))
