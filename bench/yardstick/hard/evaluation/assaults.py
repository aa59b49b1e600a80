"""The attacks that an arrangement of troops allows, the best of them with their attackers, and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Final, NamedTuple, TypeAlias

from bench.yardstick.hard.evaluation.assessment import (
    LIKELY,
    Arrangement,
    Assessment,
    PieceIndex,
    PieceMask,
    Stack,
    worth_in,
)
from bench.yardstick.hard.evaluation.chances import (
    CROWDED_SHARE,
    RETREAT_SHARE,
    Row,
    Stake,
    counter_worth,
    defeat_worth,
    fort_worth,
    row_for,
)
from noretreat.core.board import BOARD, bits
from noretreat.core.types import NO_NODE, NO_NODES, Node, NodeMask
from noretreat.rules import combat

HOPE: Final = 0.25
"""With a smaller chance of any success no attack is made voluntarily, unless the hex decides the game."""
DECISIVE: Final = 2.5
"""A hex worth this much is attacked with any chance."""
REBUFF: Final = 0.06
"""The cost of a failed attack beyond the counterattack itself, as a share of the attackers' worth."""
LOOKED_BEYOND: Final = 12
"""The number of best attacks for which the gain from a breakthrough is examined; four are too few."""
HOPELESS: Final = -0.4
"""An attack that promises no more than this is not made for what is behind the hex either."""
SUPPORT_GAIN: Final = 0.08
"""A support marker is planned where it gains at least this much."""
_FIRST: Final = 90.0
"""A bonus that puts a hex that must be attacked before all others."""

Crossing: TypeAlias = int
"""The attackers that cross a river into the hex: a mask of their places in the list of attackers."""


class Assault(NamedTuple):
    """One attack of a plan."""

    target: Node
    attackers: tuple[PieceIndex, ...]
    """Indices into `Assessment.own`."""
    value: float
    with_support: float
    """The value with a support marker added."""
    driven: float = 0.0
    """The chance that the defenders leave the hex."""


class Assaults:
    """Finds the attacks that arrangements of one side's units allow, and caches what it has worked out."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        state = assessment.state
        self._supports = state.supports[assessment.side]
        phasing = state.phasing == assessment.side
        self._limit = combat.markers_left(state, assessment.side) if phasing else 5
        self._strict = state.rules.below_1_3 == "immediate_ca"
        self._known: dict[tuple[object, ...], Assault] = {}
        self._openings: dict[tuple[Node, NodeMask, NodeMask], float] = {}
        self._traps: dict[tuple[Node, NodeMask, NodeMask], tuple[float, float]] = {}
        self._beside: dict[Node, list[Node]] = {}
        """The enemy hexes beside a node."""
        self._shut: tuple[NodeMask, NodeMask] = NO_NODES, NO_NODES

    def choose(
        self, arrangement: Arrangement, idle: PieceIndex = -1, spent: PieceMask = 0, forced: NodeMask = NO_NODES
    ) -> list[Assault]:
        """The attacks to make, chosen greedily: the best one, without the units it does not need, then the next.

        `spent`: mask of units (indices) that have fought. `forced`: hexes that must be attacked.
        """
        able = self._able(arrangement, idle, spent, forced)
        supports = self._supports
        open_ = {target: self._best(arrangement, target, who) for target, who in able.items()}
        looked = LOOKED_BEYOND if self.assessment.style.breakthrough else 0
        promising = nlargest(looked, open_, key=lambda target: open_[target].with_support)
        for target in promising:
            open_[target] = self._with_rear(arrangement, open_[target])
        chosen: list[Assault] = []
        threshold = self.assessment.style.threshold
        while open_ and len(chosen) < self._limit + forced.bit_count():
            target, top = NO_NODE, -1e9
            for node, assault in open_.items():
                gain = assault.with_support if supports else assault.value
                if forced >> node & 1:
                    gain += _FIRST
                if gain > top:
                    target, top = node, gain
            if top < threshold:
                break
            found = open_.pop(target)
            able.pop(target)
            if supports and found.with_support - found.value > SUPPORT_GAIN:
                supports -= 1
                found = found._replace(value=found.with_support)
            chosen.append(found)
            self._take_out(arrangement, able, open_, found.attackers, promising)
        return chosen

    def _able(
        self, arrangement: Arrangement, idle: PieceIndex, spent: PieceMask, forced: NodeMask
    ) -> dict[Node, list[PieceIndex]]:
        """For each enemy hex, the indices of the units that could attack it."""
        foes, beside = self.assessment.foe_occupied, self._beside
        able: dict[Node, list[int]] = {}
        for index, (piece, node) in enumerate(zip(self.assessment.own, arrangement.at, strict=True)):
            if node < 0 or index == idle or spent >> index & 1:
                continue
            targets = beside.get(node)
            if targets is None:
                targets = beside[node] = bits(BOARD.adjacent[node] & foes)
            for target in targets:
                if piece.attacks or forced >> target & 1:
                    able.setdefault(target, []).append(index)
        return able

    def _take_out(
        self,
        arrangement: Arrangement,
        able: dict[Node, list[PieceIndex]],
        open_: dict[Node, Assault],
        who: Sequence[PieceIndex],
        promising: Sequence[Node],
    ) -> None:
        """Removes units that attack one hex from the attackers of the others."""
        gone = frozenset(who)
        for target in list(able):
            if gone.isdisjoint(able[target]):
                continue
            left = [index for index in able[target] if index not in gone]
            if left:
                able[target] = left
                found = self._best(arrangement, target, left)
                open_[target] = self._with_rear(arrangement, found) if target in promising else found
            else:
                del able[target], open_[target]

    def _trapped(self, arrangement: Arrangement, target: Node) -> tuple[float, float]:
        """The chance that the defenders of a hex cannot retreat (RET-1): 1 without any route, else small; and the share
        of their worth that a retreat costs them if they can.
        """
        assessment = self.assessment
        near = assessment.near_two(target)
        key = (target, arrangement.occupied & near, arrangement.zone & near)
        known = self._traps.get(key)
        if known is None:
            ways = assessment.escapes(target, assessment.foe_occupied, arrangement.occupied, arrangement.zone)
            trapped = 1.0 if not ways else max(0.0, 0.12 - 0.02 * ways.bit_count())
            retreat = RETREAT_SHARE if ways & ~assessment.foe_full else CROWDED_SHARE
            known = self._traps[key] = trapped, retreat
        return known

    def _with_rear(self, arrangement: Arrangement, found: Assault) -> Assault:
        """The attack with the worth of its success beyond the hex added."""
        if found.driven < LIKELY or found.with_support < HOPELESS:
            return found
        gain = found.driven * self.opened(arrangement, found.target)
        return found._replace(value=found.value + gain, with_support=found.with_support + gain) if gain else found

    def opened(self, arrangement: Arrangement, target: Node) -> float:
        """The worth of a breakthrough beyond the hex: enemy units that it cuts off, friendly ones that it relieves."""
        key = (target, arrangement.occupied, arrangement.zone)
        known = self._openings.get(key)
        if known is None:
            known = self._openings[key] = self._beyond(arrangement, target) + self._relieved(arrangement, target)
        return known

    def _beyond(self, arrangement: Arrangement, target: Node) -> float:
        """The worth of the enemy units that a breakthrough in a hex cuts off."""
        assessment = self.assessment
        foe, foes, occupied, zone = assessment.foe, assessment.foe_occupied, arrangement.occupied, arrangement.zone
        cut = assessment.foes_severed(target, occupied, zone)
        if cut:
            cut &= assessment.net_of(foe, foes, occupied, zone, assessment.foe_control, assessment.control)
        return assessment.style.breakthrough * worth_in(cut, assessment.foes, [piece.node for piece in assessment.foes])

    def _relieved(self, arrangement: Arrangement, target: Node) -> float:
        """The worth of friendly unsupplied units that would be in supply if nobody held the hex (REM-1)."""
        assessment = self.assessment
        side, occupied, foes = assessment.side, arrangement.occupied, assessment.foe_occupied
        control, foe_control = assessment.control, assessment.foe_control
        shut = self._shut_in(occupied)
        if not shut or not assessment.style.relief:
            return 0.0
        node = 1 << target
        held = node & BOARD.vp_hexes
        zone = assessment.foe_zone_without(target)
        good = assessment.net_of(side, occupied | node, foes & ~node, zone, control | held, foe_control & ~held)
        return assessment.style.relief * sum(
            piece.worth + piece.surrender
            for piece, place in zip(assessment.own, arrangement.at, strict=True)
            if place >= 0 and shut & good & 1 << place and not piece.safe
        )

    def _shut_in(self, occupied: NodeMask) -> NodeMask:
        """Where friendly units in these hexes would be out of supply; the last answer is kept for the next target."""
        if self._shut[0] != occupied:
            found = self.assessment
            good = found.net_of(
                found.side, occupied, found.foe_occupied, found.foe_zone, found.control, found.foe_control
            )
            self._shut = occupied, occupied & ~good
        return self._shut[1]

    def _best(self, arrangement: Arrangement, target: Node, who: list[PieceIndex]) -> Assault:
        """The best attack on a hex by some of these units; those that change nothing are left out."""
        trapped, retreat = self._trapped(arrangement, target)
        river = self.assessment.stacks[target].river
        wet = tuple(river >> arrangement.at[index] & 1 for index in who) if river else ()
        key = (target, trapped, retreat, tuple(who), wet)
        found = self._known.get(key)
        if found is None:
            dry = [index for place, index in enumerate(who) if wet and not wet[place]]
            found = self._known[key] = self._trim(target, who, dry, bool(river), trapped, retreat)
        return found

    def _trim(
        self,
        target: Node,
        who: list[PieceIndex],
        dry: list[PieceIndex],
        river: bool,
        trapped: float,
        retreat: float,
    ) -> Assault:
        """Leaves out the attackers that change nothing; `dry`: those that do not cross the river around the hex."""
        support = bool(self._supports)
        kept = sorted(who, key=lambda index: self.assessment.own[index].strength)

        def tried(units: Sequence[PieceIndex]) -> Assault:
            crossing = river and not any(index in dry for index in units)
            return self.judge(target, units, crossing, trapped, retreat)

        def worth(found: Assault) -> float:
            return found.with_support if support else found.value

        best = tried(kept)
        for index in list(kept):
            if len(kept) == 1:
                break
            fewer = [other for other in kept if other != index]
            found = tried(fewer)
            if worth(found) >= worth(best) - 0.01:
                kept, best = fewer, found
        return best

    def judge(
        self,
        target: Node,
        who: Sequence[PieceIndex],
        crossing: bool,
        trapped: float,
        retreat: float = RETREAT_SHARE,
    ) -> Assault:
        """The expected worth of an attack, without and with a support marker.

        `trapped` and `retreat` are those of `defeat_worth`.
        """
        assessment = self.assessment
        stack = assessment.stacks[target]
        attack = 0
        worth = steps = 0.0
        step = 9.0
        bonus = ss_armor = False
        shift = stack.shift
        for index in who:
            piece = assessment.own[index]
            attack += piece.strength
            worth += piece.worth
            steps += piece.step
            step = min(step, piece.step)
            bonus |= piece.bonus
            ss_armor |= piece.ss_armor
            shift += piece.shock
        if crossing:
            shift -= 1
        if ss_armor or (bonus and assessment.armor_weather and not stack.protected):
            shift += 1
        attacker = Stake(worth, step, steps)
        counter = counter_worth(assessment.foe_table, stack.strength, attack, int(stack.bonus), attacker, stack.stake)
        row = row_for(assessment.table, attack, stack.strength, shift, self._strict)
        value = self._expected(row, stack, attacker, trapped, retreat, target, counter)
        more = value
        if self._supports:
            raised = row_for(assessment.table, attack, stack.strength, shift + 1, self._strict)
            more = self._expected(raised, stack, attacker, trapped, retreat, target, counter)
        driven = 0.0 if stack.fort else row.dr + row.ds + row.dd
        return Assault(target, tuple(who), value, more, driven)

    def _expected(
        self,
        row: Row,
        stack: Stack,
        attacker: Stake,
        trapped: float,
        retreat: float,
        target: Node,
        counter: float,
    ) -> float:
        """The expected worth of an attack with these chances."""
        assessment = self.assessment
        held = BOARD.vp_hexes & assessment.foe_control
        ground = assessment.hex_worth[target] if held >> target & 1 else assessment.style.ground
        hope = row.ex + row.dr + row.ds + row.dd
        if hope < HOPE and (ground < DECISIVE or not hope):
            return -1.0
        value = row.ex * (stack.stake.step - attacker.step) - row.ca * (counter + REBUFF * attacker.worth)
        if stack.fort:
            return value + fort_worth(row, stack.stake, attacker.step, ground)
        return value + defeat_worth(row, stack.stake, trapped, ground, retreat)
