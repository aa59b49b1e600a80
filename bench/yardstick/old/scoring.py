"""The score of an arrangement of a side's troops: cities, supply, attacks, and the enemy's best reply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bench.yardstick.old.assaults import Assaults
from bench.yardstick.old.assessment import Arrangement, Assessment, Piece, PieceIndex, arrange
from bench.yardstick.old.chances import RETREAT_SHARE, SHATTERED_SHARE, row_for
from noretreat.core.board import BOARD, bits
from noretreat.core.types import Node, NodeMask

AT_HOME: Final = 0.5
"""What it adds when a regional command is in its own city, which it can fortify."""


class Scorer:
    """Scores arrangements of one side's units in one position."""

    def __init__(self, assessment: Assessment, *, wary: bool = True) -> None:
        self.assessment = assessment
        self.wary = wary
        """Takes the enemy's reply into account; the easy level does not."""
        self.weights = [0.5 + 0.5 * piece.worth for piece in assessment.own]
        self.evaluations = 0
        """How many arrangements have been scored."""
        self._assaults = Assaults(assessment)

    def score(self, at: Sequence[Node], attacks: bool, idle: PieceIndex = -1) -> float:
        """The score in victory points, for comparison only; the unit with index `idle`, on a train, cannot attack."""
        self.evaluations += 1
        assessment = self.assessment
        arrangement = arrange(assessment, at)
        occupied = arrangement.occupied
        total = assessment.in_boxes
        field = assessment.field
        pull = 0.0
        for weight, node, piece in zip(self.weights, at, assessment.own, strict=True):
            if node >= 0:
                pull += weight * field[node]
                if node == piece.home:
                    total += AT_HOME
        total += assessment.style.pull * pull
        gained = occupied & assessment.foe_control
        control, foe_control = assessment.control | gained & BOARD.vp_hexes, assessment.foe_control & ~gained
        for node in bits(gained):
            total += assessment.hex_worth.get(node, 0.0)
        total -= self._own_supply(arrangement, control, foe_control)
        reaches = (
            assessment.foe_reaches(occupied, arrangement.zone)
            if self.wary
            else [1 << group.node for group in assessment.groups]
        )
        total += self._foe_supply(arrangement, control, foe_control, reaches)
        if self.wary:
            total -= self._reply(arrangement, control, foe_control, reaches)
        if attacks:
            total += sum(assault.value for assault in self._assaults.choose(arrangement, idle))
        return total

    # --- supply ----------------------------------------------------------------------------------------------
    def _own_supply(self, arrangement: Arrangement, control: NodeMask, foe_control: NodeMask) -> float:
        """What the side's own units that are cut off will cost (SUP-1, REM-1)."""
        assessment = self.assessment
        good = assessment.net_of(
            assessment.side, arrangement.occupied, assessment.foe_occupied, assessment.foe_zone, control, foe_control
        )
        cost = 0.0
        if arrangement.occupied & ~good:
            for piece, node in zip(assessment.own, arrangement.at, strict=True):
                if node >= 0 and not good >> node & 1 and not piece.safe:
                    cost += (piece.worth + piece.surrender) * (1.0 if piece.marked else 0.85)
        return cost

    def _foe_supply(
        self, arrangement: Arrangement, control: NodeMask, foe_control: NodeMask, reaches: list[NodeMask]
    ) -> float:
        """What the enemy units that are cut off are worth; less if they can move back into supply."""
        assessment = self.assessment
        good = assessment.net_of(
            assessment.foe, assessment.foe_occupied, arrangement.occupied, arrangement.zone, foe_control, control
        )
        if not assessment.foe_occupied & ~good:
            return 0.0
        exits = {group.node: bool(found & good) for group, found in zip(assessment.groups, reaches, strict=True)}
        held = assessment.foe_occupied
        for found in reaches:
            held |= found
        # With enemy units on every hex they can reach, would the pocket be open?
        opened = assessment.net_of(assessment.foe, held, arrangement.occupied, arrangement.zone, foe_control, control)
        gain = 0.0
        for piece in assessment.foes:
            if not good >> piece.node & 1 and not piece.safe:
                relief = exits.get(piece.node) or opened >> piece.node & 1
                share = 0.95 if piece.marked else 0.22 if relief else 0.75
                gain += share * (piece.worth + piece.surrender)
        return gain

    # --- the enemy's reply -------------------------------------------------------------------------------------
    def _reply(
        self, arrangement: Arrangement, control: NodeMask, foe_control: NodeMask, reaches: list[NodeMask]
    ) -> float:
        """What the enemy could do next turn: take empty cities, cut units off, attack."""
        assessment = self.assessment
        union = assessment.foe_occupied
        for found in reaches:
            union |= found
        cost = assessment.style.roam * union.bit_count()
        for node in bits(control & BOARD.vp_hexes & union & ~assessment.foe_occupied):
            cost += assessment.style.open_city * assessment.hex_worth[node]
        danger = BOARD.expand(union)
        good = assessment.net_of(
            assessment.side, arrangement.occupied, assessment.foe_occupied, danger, control, foe_control
        )
        stacks: dict[int, list[Piece]] = {}
        for piece, node in zip(assessment.own, arrangement.at, strict=True):
            if node < 0:
                continue
            if not good >> node & 1 and not piece.safe:
                cost += assessment.style.stretched * (piece.worth + piece.surrender)
            if danger >> node & 1:
                stacks.setdefault(node, []).append(piece)
        losses = [self._feared(arrangement, node, pieces, reaches, union, danger) for node, pieces in stacks.items()]
        return cost + assessment.style.reply * sum(losses)

    def _feared(
        self,
        arrangement: Arrangement,
        node: Node,
        pieces: list[Piece],
        reaches: list[NodeMask],
        union: NodeMask,
        danger: NodeMask,
    ) -> float:
        """What an enemy attack on one of the side's hexes would cost it, with all the units that fit around the hex."""
        assessment = self.assessment
        around = BOARD.adjacent[node]
        near = around & union
        if not near:
            return 0.0
        strengths: list[int] = []
        bonus = False
        for group, found in zip(assessment.groups, reaches, strict=True):
            if found & around:
                strengths += group.strengths
                bonus |= group.bonus
        strengths.sort(reverse=True)
        attack = sum(strengths[: min(4, near.bit_count() * assessment.foe_limit)])
        if not attack:
            return 0.0
        defense = 0
        step = 9.0
        worth = steps = 0.0
        fort = protected = marked = False
        extra = 0.0
        for piece in pieces:
            defense += piece.strength
            worth += piece.worth
            steps += piece.step
            step = min(step, piece.step)
            fort |= piece.fort
            protected |= piece.protected
            marked |= piece.marked
            extra += piece.surrender
        shift = assessment.ground[node] + assessment.foe_winter + (2 if marked else 0)
        if bonus and not protected and not BOARD.no_armor_bonus >> node & 1:
            shift += 1
        row = row_for(assessment.foe_table, attack, defense, shift)
        ground = assessment.hex_worth.get(node, 0.0) if BOARD.vp_hexes >> node & 1 else 0.1
        if fort:
            return row.ds * step + row.dd * (steps + ground)
        trapped = 0.6 if not assessment.escapes(node, arrangement.occupied, assessment.foe_occupied, danger) else 0.0
        loss = (
            row.dr * (trapped * worth + (1 - trapped) * RETREAT_SHARE * worth + ground)
            + row.ds * (trapped * worth + (1 - trapped) * SHATTERED_SHARE * worth + ground)
            + row.dd * (trapped * worth + (1 - trapped) * steps + ground)
            + row.ex * 0.4 * step
            - row.ca * 0.25
        )
        return max(0.0, loss)
