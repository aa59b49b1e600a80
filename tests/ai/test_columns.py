"""The columns by which the computer players plan their attacks are those of the rules (10.6).

The shifts that hold whoever attacks they take from the rules (`odds.standing_shifts`). Those that ask about the
attackers they know by themselves, because they judge thousands of attacks for a move; here both are compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from unittest import mock

import msgspec
import pytest
from properties.scatter import scattered

from noretreat.ai.evaluation import assaults, threats
from noretreat.ai.evaluation.assaults import Assaults
from noretreat.ai.evaluation.assessment import Assessment, PieceIndex, arrange
from noretreat.ai.evaluation.chances import row_for
from noretreat.ai.evaluation.threats import Threats
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import because
from noretreat.core.records import Battle
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node
from noretreat.data.load import ruleset_ids
from noretreat.positions import position
from noretreat.rules import odds
from noretreat.rules.effects import lasting
from noretreat.rules.odds import Shift

ASSAULTS = "Assaults.judge in src/noretreat/ai/evaluation/assaults.py"
"""Where a shift that asks about the attackers has to be added."""
STANDING = "`odds.standing_shifts`: the rule has to give it in a battle without attackers"
Attack = tuple[Node, list[PieceIndex]]


def attacks(assessment: Assessment, dice: random.Random) -> Iterator[Attack]:
    """Each enemy stack with some of the units beside it that may attack."""
    for target in assessment.stacks:
        near = BOARD.adjacent[target]
        beside = [index for index, piece in enumerate(assessment.own) if piece.attacks and near >> piece.node & 1]
        if beside:
            yield target, dice.sample(beside, dice.randint(1, min(4, len(beside))))


def planned(assessment: Assessment, target: Node, who: list[PieceIndex]) -> int:
    """The shift with which the planner looks up the chances of this attack."""
    river = assessment.stacks[target].river
    crossing = bool(river) and all(river >> assessment.own[index].node & 1 for index in who)
    with mock.patch.object(assaults, "row_for", side_effect=row_for) as asked:
        Assaults(assessment).judge(target, who, crossing, 0.0)
    shift: int = asked.call_args_list[0].args[3]
    return shift


def difference(state: State, assessment: Assessment, target: Node, who: list[PieceIndex]) -> str:
    """What the planner does not know of the shifts of this attack; empty: it knows them all."""
    units = tuple(assessment.own[index].unit for index in who)
    found = odds.all_shifts(state, odds.hypothetical(state, units, (target,)))
    ours = planned(assessment, target, who)
    if ours == sum(shift.columns for shift in found):
        return ""
    names = ", ".join(BOARD.units[unit].id for unit in units)
    return (
        f"{names} against {BOARD.id_of[target]}: the planner shifts by {ours}, the rules by "
        f"{sum(shift.columns for shift in found)} ({', '.join(f'{shift.code} {shift.columns}' for shift in found)}). "
        f"A shift that asks about the attackers has to be told to {ASSAULTS}; any other comes from {STANDING}."
    )


EVERY_OPTION = {name: True for name, default in msgspec.structs.asdict(Options()).items() if isinstance(default, bool)}
"""All that can be switched on: an option may bring a shift of its own."""


def compared(rules: str, seeds: range, **options: bool) -> tuple[int, list[str]]:
    """How many attacks of both sides were compared under these options, and what was different."""
    count, wrong = 0, []
    for seed in seeds:
        state, dice = scattered(seed, rules=rules).copy(), random.Random(seed)
        chosen = msgspec.structs.replace(state.setup.options, **options)
        state.setup = msgspec.structs.replace(state.setup, options=chosen)
        for side in (AXIS, SOVIET):
            assessment = Assessment(state, side)
            for target, who in attacks(assessment, dice):
                count += 1
                if told := difference(state, assessment, target, who):
                    wrong.append(f"{rules} {seed} turn {state.turn}: {told}")
    return count, wrong


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_ids())
def test_attacks_are_planned_with_the_shifts_of_the_rules(rules: str) -> None:
    count, wrong = compared(rules, range(20))
    more, others = compared(rules, range(20, 40), **EVERY_OPTION)
    count, wrong = count + more, wrong + others
    assert wrong == [], "\n" + "\n".join(wrong[:10])
    assert count > 100


def test_so_they_are_with_every_option_on() -> None:
    count, wrong = compared("deluxe", range(8), **EVERY_OPTION)
    assert wrong == [], "\n" + "\n".join(wrong)
    assert count > 20


def new_shift(columns: int, attackers: bool) -> mock._patch:  # type: ignore[type-arg]
    """A shift that nobody has told the planner of; it may ask for attackers with an odd index."""
    known = odds.all_shifts

    def more(state: State, battle: Battle) -> list[Shift]:
        applies = not attackers or any(unit % 2 for unit in battle.attackers)
        extra = [Shift(columns, "fog", "10.6", because("info-shift-winter"))] if applies else []
        return known(state, battle) + extra

    return mock.patch.object(odds, "all_shifts", more)


def test_a_new_shift_of_the_ground_the_defenders_or_the_calendar_is_planned_with_at_once() -> None:
    with new_shift(-3, attackers=False):
        count, wrong = compared("living", range(8))
    assert count > 20
    assert wrong == []


def test_a_new_shift_that_asks_about_the_attackers_is_told_with_the_place_to_add_it() -> None:
    with new_shift(-3, attackers=True):
        _, wrong = compared("living", range(8))
    assert wrong
    assert "fog -3" in wrong[0]
    assert ASSAULTS in wrong[0]


def feared(state: State) -> int:
    """The shift with which the planner looks up the chances of an attack on the only Axis unit."""
    assessment = Assessment(state, AXIS)
    arrangement = arrange(assessment, [piece.node for piece in assessment.own])
    with mock.patch.object(threats, "row_for", side_effect=row_for) as asked:
        Threats(assessment).attacks(arrangement, [BOARD.hexes], BOARD.hexes, NO_NODES, BOARD.hexes)
    shift: int = asked.call_args_list[0].args[3]
    return shift


def test_so_is_one_in_what_the_enemy_could_do() -> None:
    state = position({"turn": 2, "phase": "movement axis", "units": {"G6": "1109", "S_SW": "1307"}})
    before = feared(state)
    with new_shift(-3, attackers=False):
        assert feared(state) == before - 3


def test_a_card_of_the_battle_that_is_fought_does_not_count_for_the_next() -> None:
    state = position({"turn": 2, "phase": "movement axis", "units": {"G6": "1108", "S_SW": "1109"}})
    target, defenders = BOARD.node_of["1109"], (BOARD.unit_index["S_SW"],)

    def standing(scope: Scope) -> int:
        fought = state.copy()
        lasting(fought, 34, AXIS, Kind.SHIFT_ATTACKS_BY, 1, scope)
        return sum(shift.columns for shift in odds.standing_shifts(fought, AXIS, target, defenders))

    assert standing(Scope.PHASE) == standing(Scope.BATTLE) + 1
