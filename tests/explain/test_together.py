"""The odds that can be had together (CPR-5, CPR-6): each unit attacks once, and every hex that can be is attacked."""

from __future__ import annotations

from noretreat import game
from noretreat.core.actions import DeclareTarget, Done, Pass
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.explain.ahead.plans import Plan, allocation_of
from noretreat.explain.ahead.together import together, with_another
from noretreat.explain.questions.queries import best_odds
from noretreat.positions import position

# G4 (1511) is next to both fronts, G6 (1512) only to 1612, G9 (1610) only to 1611.
UNITS = {"G4": "1511", "G6": "1512", "G9": "1610", "S_W": "1611", "S_S": "1612"}


def declared(*hexes: str, rules: str = "digital", **others: str) -> State:
    state = position({"turn": 9, "phase": "combat axis", "rules": rules, "units": {**UNITS, **others}})
    for node in hexes:
        state, _ = game.apply(state, DeclareTarget(node))
    return state


def column(state: State, hex_: str) -> str:
    return next(battle.odds.column for battle in together(state) if hex_ in battle.targets and battle.odds)


def test_cpr_6_a_unit_next_to_two_targets_is_counted_at_one() -> None:
    state = declared("1611", "1612")
    best = best_odds(state, declaring=False)
    who = [unit for battle in together(state) for unit in battle.attackers]
    assert len(who) == len(set(who))
    assert {name for battle in together(state) for name in battle.targets} == {"1611", "1612"}
    assert any(column(state, name) != best[name].column for name in ("1611", "1612"))


def test_one_target_alone_has_its_best_odds() -> None:
    state = declared("1611")
    assert column(state, "1611") == best_odds(state, declaring=False)["1611"].column


def test_a_hex_that_may_be_marked_is_weighed_beside_the_marked_ones() -> None:
    state = declared("1611")
    battle = with_another(state, [BOARD.node_of["1612"]])["1612"]
    taken = {unit for one in together(declared("1611", "1612")) if "1611" in one.targets for unit in one.attackers}
    assert not taken & set(battle.attackers)


def test_cpr_6_a_hex_without_an_attacker_of_its_own_joins_another_battle() -> None:
    state = declared("1611", "1612", rules="deluxe", G6="1707", G9="1007")
    assert [battle.targets for battle in together(state)] == [("1611", "1612")]
    assert together(state)[0].attackers == ("G4",)


def put_together(**units: str) -> dict[str, tuple[str, ...]]:
    """The attackers of each battle, with these units in the place of the usual ones."""
    state = position({"turn": 9, "phase": "combat axis", "rules": "digital", "units": units})
    for node in ("1611", "1612"):
        state, _ = game.apply(state, DeclareTarget(node))
    return {battle.targets[0]: battle.attackers for battle in together(state)}


def test_two_units_change_places_where_neither_battle_could_spare_its_own() -> None:
    """2nd Panzer Army and 11th Army promise more at each other's target than where they were first sent."""
    found = put_together(G11="1511", G2Pz="1511", G4="1610", G3Pz="1512", S_MOS="1611", S_KUR="1612")
    assert found == {"1611": ("G2Pz", "G4"), "1612": ("G3Pz", "G11")}


def test_a_unit_that_would_change_no_column_is_left_out() -> None:
    """11th and 18th Army stand side by side; one of them is enough."""
    found = put_together(G2Pz="1511", G11="1512", GSSPz="1610", G18="1512", S_DON="1611", S_MOS="1612")
    assert found == {"1611": ("GSSPz",), "1612": ("G2Pz", "G11")}


def test_what_is_proposed_can_be_ordered() -> None:
    state = declared("1611", "1612", G11="1512")
    while state.question.CODE not in ("next_battle", "compose"):
        state, _ = game.apply(state, next(action for action in state.options if isinstance(action, Done | Pass)))
    proposed = allocation_of(state).proposed
    answer = allocation_of(state, [Plan(battle.targets, battle.attackers) for battle in proposed])
    assert answer.complete
    assert answer.proposed == ()


def test_units_of_the_plan_are_not_proposed_elsewhere() -> None:
    state = declared("1611", "1612", G11="1512")
    while state.question.CODE not in ("next_battle", "compose"):
        state, _ = game.apply(state, next(action for action in state.options if isinstance(action, Done | Pass)))
    proposed = allocation_of(state, [Plan(("1611",), ("G4", "G9"))]).proposed
    assert [battle.targets for battle in proposed] == [("1612",)]
    assert not {"G4", "G9"} & set(proposed[0].attackers)
