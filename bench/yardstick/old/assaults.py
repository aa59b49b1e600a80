"""The attacks that an arrangement of troops allows, the best of them with their attackers, and what each is worth.

One word differs from commit ecd017d: a hex that must be attacked and holds no enemy stack is passed over, where it was
a `KeyError` that lost the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bench.yardstick.old.assessment import Arrangement, Assessment, PieceIndex, PieceMask, Stack
from bench.yardstick.old.chances import Stake, counter_worth, defeat_worth, fort_worth, row_for
from noretreat.core.board import BOARD, bits
from noretreat.core.types import NO_NODES, Node, NodeMask
from noretreat.rules import combat

HOPE: Final = 0.34
"""With a smaller chance of any success no attack is made voluntarily."""
REBUFF: Final = 0.06
"""What a failed attack costs beyond the counterattack itself, as a share of the attackers' worth."""


class Assault(NamedTuple):
    """One attack of a plan."""

    target: Node
    attackers: tuple[PieceIndex, ...]
    """Indices into `Assessment.own`."""
    value: float
    with_support: float
    """The value with a support marker added."""


class Assaults:
    """Finds the attacks of arrangements of one side's units."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment

    def choose(
        self, arrangement: Arrangement, idle: PieceIndex = -1, spent: PieceMask = 0, forced: NodeMask = NO_NODES
    ) -> list[Assault]:
        """The attacks to make, chosen greedily: the best one, without the units it does not need, then the next.

        `spent`: mask of units (indices) that have fought. `forced`: hexes that must be attacked.
        """
        assessment = self.assessment
        able = self._able(arrangement, idle, spent, forced)
        limit = (
            combat.markers_left(assessment.state, assessment.side) if assessment.state.phasing == assessment.side else 5
        )
        supports = assessment.state.supports[assessment.side]
        traps = {target: self._trapped(arrangement, target) for target in able}
        values = {target: self._value(arrangement, target, who, traps[target]) for target, who in able.items()}
        chosen: list[Assault] = []
        while able and len(chosen) < limit + forced.bit_count():
            target = max(values, key=lambda node: values[node][0] + (9.0 if forced >> node & 1 else 0.0))
            value, more = values[target]
            gain = more if supports else value
            if gain < assessment.style.threshold and not forced >> target & 1:
                break
            who = self._trim(arrangement, target, able.pop(target), traps[target], bool(supports))
            value, more = self._value(arrangement, target, who, traps[target])
            values.pop(target)
            if supports and more - value > 0.08:
                supports -= 1
                value = more
            chosen.append(Assault(target, tuple(who), value, more))
            self._take_out(arrangement, able, values, traps, who)
        return chosen

    def _able(
        self, arrangement: Arrangement, idle: PieceIndex, spent: PieceMask, forced: NodeMask
    ) -> dict[Node, list[PieceIndex]]:
        """For each enemy hex, the indices of the units that could attack it."""
        assessment = self.assessment
        foes = assessment.foe_occupied
        able: dict[int, list[int]] = {}
        for index, piece in enumerate(assessment.own):
            node = arrangement.at[index]
            if node < 0 or index == idle or spent >> index & 1 or not (piece.attacks or forced):
                continue
            for target in bits(BOARD.adjacent[node] & (foes if piece.attacks else forced & foes)):
                able.setdefault(target, []).append(index)
        return able

    def _take_out(
        self,
        arrangement: Arrangement,
        able: dict[Node, list[PieceIndex]],
        values: dict[Node, tuple[float, float]],
        traps: dict[Node, float],
        who: Sequence[PieceIndex],
    ) -> None:
        """Removes units that attack one hex from the attackers of the others."""
        for target in list(able):
            left = [index for index in able[target] if index not in who]
            if not left:
                del able[target], values[target]
            elif len(left) < len(able[target]):
                able[target] = left
                values[target] = self._value(arrangement, target, left, traps[target])

    def _trapped(self, arrangement: Arrangement, target: Node) -> float:
        """The chance that the defenders of a hex cannot retreat (RET-1): 1 without any route, else small."""
        assessment = self.assessment
        ways = assessment.escapes(target, assessment.foe_occupied, arrangement.occupied, arrangement.zone).bit_count()
        return 1.0 if not ways else max(0.0, 0.12 - 0.02 * ways)

    def _trim(
        self, arrangement: Arrangement, target: Node, who: list[PieceIndex], trapped: float, support: bool
    ) -> list[PieceIndex]:
        """Leaves out the attackers that change nothing, the weakest first."""
        kept = sorted(who, key=lambda index: self.assessment.own[index].strength)
        best = self._value(arrangement, target, kept, trapped)[support]
        for index in list(kept):
            if len(kept) == 1:
                break
            fewer = [other for other in kept if other != index]
            value = self._value(arrangement, target, fewer, trapped)[support]
            if value >= best - 0.01:
                kept, best = fewer, value
        return kept

    def _value(
        self, arrangement: Arrangement, target: Node, who: Sequence[PieceIndex], trapped: float
    ) -> tuple[float, float]:
        """The expected worth of an attack, without and with a support marker."""
        assessment = self.assessment
        stack = assessment.stacks[target]
        attack = 0
        worth = steps = 0.0
        step = 9.0
        bonus = ss_armor = marked = False
        shift = stack.shift
        crossing = stack.river
        for index in who:
            piece = assessment.own[index]
            attack += piece.strength
            worth += piece.worth
            steps += piece.step
            if piece.step < step:
                step = piece.step
            bonus |= piece.bonus
            ss_armor |= piece.ss_armor
            shift += piece.shock
            marked |= piece.marked
            if crossing and not crossing >> arrangement.at[index] & 1:
                crossing = 0
        if crossing:
            shift -= 1
        if ss_armor or (bonus and assessment.armor_weather and not stack.protected):
            shift += 1
        attacker = Stake(worth, step, steps)
        counter = counter_worth(assessment.foe_table, stack.strength, attack, int(stack.bonus), attacker, stack.stake)
        plain = self._expected(attack, stack, shift, attacker, trapped, target, counter)
        if not assessment.state.supports[assessment.side]:
            return plain, plain
        return plain, self._expected(attack, stack, shift + 1, attacker, trapped, target, counter)

    def _expected(
        self, attack: int, stack: Stack, shift: int, attacker: Stake, trapped: float, target: Node, counter: float
    ) -> float:
        """The expected worth of an attack at these odds."""
        assessment = self.assessment
        row = row_for(
            assessment.table, attack, stack.strength, shift, assessment.state.rules.below_1_3 == "immediate_ca"
        )
        held = BOARD.vp_hexes & assessment.foe_control >> 0
        ground = assessment.hex_worth[target] if held >> target & 1 else assessment.style.ground
        if row.ex + row.dr + row.ds + row.dd < HOPE:
            return -1.0
        value = row.ex * (stack.stake.step - attacker.step) - row.ca * (counter + REBUFF * attacker.worth)
        if stack.fort:
            return value + fort_worth(row, stack.stake, attacker.step, ground)
        return value + defeat_worth(row, stack.stake, trapped, ground)
