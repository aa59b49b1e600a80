"""The score of an arrangement of a side's troops, as a sum of named terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from noretreat.ai.evaluation.assaults import Assault, Assaults
from noretreat.ai.evaluation.assessment import LARGE, Arrangement, Assessment, PieceIndex, arrange
from noretreat.ai.evaluation.threats import Threats
from noretreat.ai.evaluation.worth import Style
from noretreat.core.board import BOARD, bits
from noretreat.core.types import NO_NODES, Node, NodeMask

CUT_OFF: Final = 0.85
"""The share of its worth that one of the side's own units loses if it will be out of supply."""
MARKED_CUT_OFF: Final = 0.75
"""As `CUT_OFF`, for a unit that bears a marker already: a battle of this turn may still open its way."""
RELIEVABLE: Final = 0.05
"""The weight of an enemy unit that is cut off but can move back into supply, or be joined by others."""
LAST_DAYS: Final = 0.95
"""The weight of one that bears a marker already."""
POCKETED: Final = 0.75
"""The weight of one that cannot, in a pocket worth up to `LARGE`."""
BROKEN: Final = 0.2
"""The weight of whatever such a pocket is worth beyond that."""
AT_HOME: Final = 0.5
"""The bonus for a regional command in its own city, which it can fortify."""
DRIVEN_OFF: Final = 0.6
"""The chance of success at which a stack under attack is not expected to attack in its own next turn."""

_DUST: Final = 1e-9
"""More than what is lost in adding up terms."""

TERMS: Final = (
    "advance", "home", "cities", "supply", "pockets", "line", "garrison", "raids", "threats", "attacks",
)  # fmt: skip
"""The terms of an arrangement, in the order in which `Scorer` adds them: how near the units are to where they should
be; regional commands at home; cities taken; own units cut off; enemy units cut off; how far the enemy can roam; open
cities that it can walk into; units that it could cut off; its attacks; the side's own attacks.
"""


class Valuation(NamedTuple):
    """The worth of an arrangement or a position to a side, with the share of each term."""

    total: float
    terms: dict[str, float]
    """By name, in points; they add up to the total."""


class Scorer:
    """Scores arrangements of one side's units in one position."""

    def __init__(self, assessment: Assessment, *, wary: bool = True) -> None:
        self.assessment = assessment
        self.wary = wary
        """True if it takes the enemy's reply into account; the easy level does not."""
        self.weights = [0.5 + 0.5 * min(piece.worth, 2.5) for piece in assessment.own]
        self.evaluations = 0
        """The number of arrangements scored so far."""
        self.forced = assessment.counterblows & assessment.foe_occupied
        self.assaults = Assaults(assessment)
        self.threats = Threats(assessment)
        self._scored: dict[tuple[int, ...], tuple[float, float]] = {}
        """Scores by arrangement, each with the `least` that it was worked out for: it is exact if it exceeds that."""
        self._in_style = {assessment.style: (self.assaults, self._scored)}

    def adopt(self, style: Style) -> None:
        """Scores in this style from now on; what was worked out in each style is kept."""
        self.assessment.style = style
        self.assaults, self._scored = self._in_style.setdefault(style, (Assaults(self.assessment), {}))

    def score(self, at: Sequence[Node], attacks: bool, idle: PieceIndex = -1, least: float = float("-inf")) -> float:
        """The score in points, for comparison only; the unit with index `idle`, on a train, cannot attack.

        A score of `least` or less is not worked out in full: the returned value may then be too high, up to `least`.
        """
        self.evaluations += 1
        key = (*at, attacks, idle)
        known = self._scored.get(key)
        if known is not None and (known[0] > known[1] or known[0] <= least):
            return known[0]
        score = sum(self._terms(at, attacks, idle, least)) + self.assessment.in_boxes
        self._scored[key] = score, least
        return score

    def valuation(self, at: Sequence[Node], attacks: bool, idle: PieceIndex = -1) -> Valuation:
        """The score with its terms."""
        self.evaluations += 1
        terms = dict(zip(TERMS, self._terms(at, attacks, idle), strict=True))
        terms["shattered"] = self.assessment.in_boxes
        return Valuation(sum(terms.values()), terms)

    def _terms(
        self, at: Sequence[Node], attacks: bool, idle: PieceIndex, least: float = float("-inf")
    ) -> tuple[float, ...]:
        """The terms, in the order of `TERMS`; those of the reply only as far as the score can still exceed `least`."""
        assessment = self.assessment
        arrangement = arrange(assessment, at)
        gained = arrangement.occupied & assessment.foe_control
        control, foe_control = assessment.control | gained & BOARD.vp_hexes, assessment.foe_control & ~gained
        advance, home = self._standing(at)
        cities = sum(assessment.hex_worth.get(node, 0.0) for node in bits(gained)) if gained else 0.0
        good = assessment.net_of(
            assessment.side, arrangement.occupied, assessment.foe_occupied, assessment.foe_zone, control, foe_control
        )
        foe_good = assessment.net_of(
            assessment.foe, assessment.foe_occupied, arrangement.occupied, arrangement.zone, foe_control, control
        )
        made = self.assaults.choose(arrangement, idle, forced=self.forced) if attacks else []
        reaches = (
            self.threats.reaches(arrangement, foe_good)
            if self.wary
            else [1 << group.node for group in assessment.groups]
        )
        supply = -self._own_supply(arrangement, good)
        pockets = self._pockets(arrangement, foe_good, control, foe_control, reaches)
        won = sum(assault.value for assault in made)
        if not self.wary:
            return advance, home, cities, supply, pockets, 0.0, 0.0, 0.0, 0.0, won
        spare = advance + home + cities + supply + pockets + won + assessment.in_boxes - least
        reply = self._reply(arrangement, control, foe_control, reaches, made, good, spare)
        return advance, home, cities, supply, pockets, *reply, won

    def _standing(self, at: Sequence[Node]) -> tuple[float, float]:
        """The nearness of the units to where they should be, and regional commands in their cities."""
        assessment = self.assessment
        field = assessment.field
        pull = home = 0.0
        for weight, node, piece in zip(self.weights, at, assessment.own, strict=True):
            if node >= 0:
                pull += weight * field[node]
                if node == piece.home:
                    home += AT_HOME
        return assessment.style.pull * pull, home

    # --- supply ----------------------------------------------------------------------------------------------
    def _own_supply(self, arrangement: Arrangement, good: NodeMask) -> float:
        """The cost of the side's own units that are cut off (SUP-1, REM-1)."""
        cost = 0.0
        if arrangement.occupied & ~good:
            for piece, node in zip(self.assessment.own, arrangement.at, strict=True):
                if node >= 0 and not good >> node & 1 and not piece.safe:
                    cost += (piece.worth + piece.surrender) * (MARKED_CUT_OFF if piece.marked else CUT_OFF)
        return cost

    def _pockets(
        self,
        arrangement: Arrangement,
        good: NodeMask,
        control: NodeMask,
        foe_control: NodeMask,
        reaches: list[NodeMask],
    ) -> float:
        """The worth of the enemy units that are cut off; less if they can move back into supply, or are many."""
        assessment = self.assessment
        if not assessment.foe_occupied & ~good:
            return 0.0
        exits = {group.node: bool(found & good) for group, found in zip(assessment.groups, reaches, strict=True)}
        union = assessment.foe_occupied
        for found in reaches:
            union |= found
        # With enemy units on every hex they can reach, would the pocket be open?
        opened = assessment.net_of(assessment.foe, union, arrangement.occupied, arrangement.zone, foe_control, control)
        marked = loose = closed = 0.0
        for piece in assessment.foes:
            if not good >> piece.node & 1 and not piece.safe:
                worth = piece.worth + piece.surrender
                if piece.marked:
                    marked += worth
                elif exits.get(piece.node) or opened >> piece.node & 1:
                    loose += worth
                else:
                    closed += worth
        held = POCKETED * min(closed, LARGE) + BROKEN * max(0.0, closed - LARGE)
        return LAST_DAYS * marked + held + RELIEVABLE * loose

    # --- the enemy's reply -------------------------------------------------------------------------------------
    def _reply(
        self,
        arrangement: Arrangement,
        control: NodeMask,
        foe_control: NodeMask,
        reaches: list[NodeMask],
        made: Sequence[Assault],
        good: NodeMask,
        spare: float,
    ) -> tuple[float, float, float, float]:
        """The terms of the enemy's possible replies next turn: roam, walk into cities, cut units off, attack.

        Once the first of them cost `spare`, the others are left at 0: no term of the reply is a gain.
        """
        assessment = self.assessment
        style = assessment.style
        union = assessment.foe_occupied
        for found in reaches:
            union |= found
        roam = style.roam * union.bit_count()
        open_ = control & BOARD.vp_hexes & union & ~assessment.foe_occupied & ~arrangement.occupied
        garrison = style.open_city * self.threats.open_cities(open_, reaches)
        if roam + garrison >= spare:
            return -roam, -garrison, 0.0, 0.0
        danger = BOARD.expand(union)
        stretched = self._stretched(arrangement, control, foe_control, danger)
        if roam + garrison + stretched >= spare:
            return -roam, -garrison, -stretched, 0.0
        beaten = sum((1 << assault.target for assault in made if assault.driven >= DRIVEN_OFF), NO_NODES)
        enough = (spare - roam - garrison - stretched + _DUST) / style.reply if style.reply else float("inf")
        feared = style.reply * self.threats.attacks(arrangement, reaches, danger, beaten, good, enough)
        return -roam, -garrison, -stretched, -feared

    def _stretched(self, arrangement: Arrangement, control: NodeMask, foe_control: NodeMask, danger: NodeMask) -> float:
        """The cost of the units that would be out of supply with the enemy everywhere that its units can reach."""
        assessment = self.assessment
        good = assessment.net_of(
            assessment.side, arrangement.occupied, assessment.foe_occupied, danger, control, foe_control
        )
        if not arrangement.occupied & ~good:
            return 0.0
        cost = 0.0
        for piece, node in zip(assessment.own, arrangement.at, strict=True):
            if node >= 0 and not good >> node & 1 and not piece.safe:
                cost += piece.worth + piece.surrender
        return assessment.style.stretched * cost
