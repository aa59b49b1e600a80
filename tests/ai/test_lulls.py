"""What is remembered between arrangements is what would be found anew."""

from __future__ import annotations

import random
from functools import cache

from noretreat import game
from noretreat.ai.evaluation.assessment import Assessment, Lull, arrange
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask


@cache
def opening() -> State:
    """Fall Blau as it begins."""
    return game.new_game("fall_blau", Options(rules="digital"))


def wanderings(assessment: Assessment, number: int) -> list[list[Node]]:
    """Arrangements in which one unit after another goes somewhere near."""
    luck = random.Random(3)
    at = [piece.node for piece in assessment.own]
    found = []
    for _ in range(number):
        index = luck.randrange(len(at))
        around = bits(BOARD.expand(1 << at[index]) & BOARD.hexes & ~assessment.foe_occupied)
        at[index] = luck.choice(around or [at[index]])
        found.append(list(at))
    return found


def test_what_a_breakthrough_cuts_off_is_remembered_rightly() -> None:
    for side in (AXIS, SOVIET):
        assessment = Assessment(opening(), side)
        foe, foes = assessment.foe, assessment.foe_occupied
        cut = 0
        for at in wanderings(assessment, 120):
            _, occupied, zone = arrange(assessment, at)
            for node in list(assessment.stacks)[::3]:
                beyond = assessment.beyond(node, foes, drives_on=assessment.armor_weather)
                anew = assessment.severed(foe, node, beyond, foes, occupied, zone)
                assert assessment.foes_severed(node, occupied, zone) == anew
                cut += bool(anew)
        assert cut > 0


def test_a_score_that_is_cut_short_is_not_above_what_was_asked() -> None:
    assessment = Assessment(opening(), SOVIET)
    exact, short = Scorer(assessment), Scorer(assessment)
    best = exact.score([piece.node for piece in assessment.own], True)
    for at in wanderings(assessment, 120):
        whole, bounded = exact.score(at, True), short.score(at, True, least=best)
        assert bounded == whole or whole <= bounded <= best


def test_only_what_lies_between_two_looks_is_not_looked_for_again() -> None:
    """Either of two hexes cuts nothing off, both do: neither that nor less than was seen is taken for granted."""
    left, right, far = NodeMask(1), NodeMask(2), NodeMask(4)
    looks = []

    def cut(occupied: NodeMask, zone: NodeMask) -> NodeMask:
        looks.append((occupied, zone))
        return NodeMask(far if (occupied | zone) & 3 == 3 else 0)

    lull = Lull(cut)
    nothing = NodeMask(0)
    assert [lull.cut(one, nothing) for one in (left, right)] == [0, 0]
    assert lull.cut(left, right) == lull.cut(NodeMask(3), nothing) == far
    seen = len(looks)
    assert lull.cut(nothing, nothing) == lull.cut(left, nothing) == 0
    assert len(looks) == seen
