"""Two scripts with plans that `Hard` does not make, so that a player is not measured against its own like alone.

`Raider` first sends a unit into every open enemy city that one can reach, another behind the enemy to cut supply, and
attacks with the rest where there is any hope. `Patient` first puts a unit into each of its cities that the enemy can
reach, and attacks only at good odds. Which unit goes where is a matching, the worthiest city first; units with such an
errand stay out of the search that places the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bench.yardstick.hard.evaluation.assessment import PieceIndex, arrange
from bench.yardstick.hard.evaluation.worth import STYLES, Styles, tempered
from bench.yardstick.hard.players.greedy import GreedyPlayer
from bench.yardstick.hard.proposals.moves import Effort, MovePlan, MovePlanner
from noretreat.ai.player import Observation
from noretreat.core.actions import Action
from noretreat.core.board import BOARD, bits
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex

BOLD: Final[Styles] = {
    key: style._replace(
        pull=1.4 * style.pull, reply=0.3 * style.reply, rear=0.0, stretched=0.08, open_city=0.4 * style.open_city,
        breakthrough=0.6, threshold=0.04, ground=0.2, roam=0.5 * style.roam, troops=0.85 * style.troops,
    )
    for key, style in STYLES.items()
}  # fmt: skip
CAREFUL: Final[Styles] = {
    key: style._replace(
        pull=0.8 * style.pull, reply=1.5 * style.reply, rear=0.3, stretched=0.35, open_city=1.5, threshold=0.4,
        ground=0.1, roam=1.5 * style.roam, troops=1.15 * style.troops,
    )
    for key, style in STYLES.items()
}  # fmt: skip
SEARCH: Final = Effort(candidates=8, passes=2, evaluations=200)
DEEP: Final = 1.5
"""The worth of enemy units for which a raider goes behind them."""


class Scripted(GreedyPlayer):
    """A player with errands: some units are sent out first, and the search places the others."""

    effort = SEARCH
    styles: Styles = STYLES

    def choose(self, observation: Observation) -> Action:
        """The answer to the current decision, in the script's own style."""
        with tempered(self.styles):
            return super().choose(observation)

    def _plan(self, state: State, side: SideIndex, effort: Effort) -> MovePlan:
        """The errands first, then a plan for all others."""
        planner = MovePlanner(state, side, effort)
        for index, node in self.errands(planner).items():
            if planner._room(node, index):
                planner.at[index] = node
                planner.reach[index] = 1 << node
        planner.take(planner.at)
        return planner.plan()

    def errands(self, planner: MovePlanner) -> dict[PieceIndex, Node]:
        """Where some of the units have to go, whatever the search would say."""
        raise NotImplementedError


class Raider(Scripted):
    """Goes for empty cities and for the enemy's supply."""

    styles = BOLD

    def errands(self, planner: MovePlanner) -> dict[PieceIndex, Node]:
        """A unit for each open enemy city, and for the hex behind the enemy that cuts off most."""
        known = planner.assessment
        open_ = known.foe_control & BOARD.vp_hexes & ~known.foe_occupied
        sent = matched(_by_worth(open_, known.hex_worth), planner)
        at = [sent.get(index, place) for index, place in enumerate(planner.at)]
        arrangement = arrange(known, at)
        before = planner._cut_off(arrangement, ())
        cuts = {
            node: planner._cut_off(arrangement, (node,)) - before
            for node in bits(_anywhere(planner) & BOARD.hexes & ~known.foe_occupied & ~arrangement.occupied)
        }
        if cuts and max(cuts.values()) >= DEEP:
            best = max(cuts, key=lambda node: cuts[node])
            sent |= matched([best], planner, taken=sent, armed=True)
        return sent


class Patient(Scripted):
    """Holds, garrisons, and attacks only at good odds."""

    styles = CAREFUL

    def errands(self, planner: MovePlanner) -> dict[PieceIndex, Node]:
        """A unit in each own city that the enemy can reach."""
        known = planner.assessment
        arrangement = arrange(known, planner.at)
        reaches = planner.scorer.threats.reaches(arrangement, known.foe_occupied)
        within = NO_NODES
        for mask in reaches:
            within |= BOARD.expand(mask)
        return matched(
            _by_worth(known.control & BOARD.vp_hexes & within & ~known.foe_occupied, known.hex_worth), planner
        )


def _by_worth(nodes: NodeMask, worth: Mapping[Node, float]) -> list[Node]:
    """These nodes, the worthiest first."""
    return sorted(bits(nodes), key=lambda node: -worth.get(node, 0.0))


def _anywhere(planner: MovePlanner) -> NodeMask:
    """Everything that units with a zone of control can reach."""
    found = NO_NODES
    for piece, mask in zip(planner.assessment.own, planner.reach, strict=True):
        if piece.zoc:
            found |= mask
    return found


def matched(
    goals: Iterable[Node], planner: MovePlanner, taken: Iterable[PieceIndex] = (), *, armed: bool = False
) -> dict[PieceIndex, Node]:
    """A unit for as many goals as can have one, the first goals before the others; the least worthy units go.

    A goal for which no unit is free asks those that have an errand already for another way to run theirs (augmenting
    paths). `taken`: units that stay out of it. `armed`: only units with a zone of control.
    """
    own, reach = planner.assessment.own, planner.reach
    out = set(taken)
    order = sorted(
        (index for index in range(len(own)) if index not in out and (own[index].zoc or not armed)),
        key=lambda index: (own[index].worth, index),
    )
    sent: dict[PieceIndex, Node] = {}

    def serve(goal: Node, asked: set[PieceIndex]) -> bool:
        able = [index for index in order if reach[index] >> goal & 1 and index not in asked]
        able.sort(key=lambda index: planner.at[index] != goal)  # who stands there already stays there
        for index in able:
            asked.add(index)
            if index not in sent or serve(sent[index], asked):
                sent[index] = goal
                return True
        return False

    for goal in goals:
        serve(goal, set())
    return sent
