"""Plans for the battles of a phase (CPR-5, CPR-6): answered on a copy, carried out by the actions that they name."""

from __future__ import annotations

import pytest

from noretreat import game
from noretreat.core.actions import AssignAttacker, BeginBattle, DeclareTarget, Done, Pass, PlayEvent
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.ahead.plans import Plan, allocation_of
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.queries import best_odds
from noretreat.positions import position
from noretreat.puzzles import book

# G4 (1511) is next to both fronts, G6 (1512) only to 1612, G9 (1610) only to 1611.
UNITS = {"G4": "1511", "G6": "1512", "G9": "1610", "S_W": "1611", "S_S": "1612"}
BOTH = [Plan(("1611",), ("G9", "G4")), Plan(("1612",), ("G6",))]


def asked(rules: str, *hexes: str, **others: str) -> State:
    """Both hexes declared, and everything answered up to the first question about battles."""
    state = position({"turn": 9, "phase": "combat axis", "rules": rules, "units": {**UNITS, **others}})
    for node in hexes:
        state, _ = game.apply(state, DeclareTarget(node))
    while state.question.CODE not in ("next_battle", "compose"):
        way = next(action for action in state.options if isinstance(action, Done | Pass))
        state, _ = game.apply(state, way)
    return state


def test_cpr_5_the_rows_are_the_marked_hexes_with_those_who_can_attack_them() -> None:
    rows = {row.hex: row for row in allocation_of(asked("digital", "1611", "1612")).rows}
    assert set(rows["1611"].able) == {"G4", "G9"}
    assert set(rows["1612"].able) == {"G4", "G6"}
    assert rows["1611"].must is None
    assert not rows["1611"].counterblow


def test_cpr_5_a_hex_that_nobody_attacks_is_told_in_words() -> None:
    state = asked("digital", "1611", "1612", G11="1512")
    answer = allocation_of(state, BOTH[:1])
    assert not answer.complete
    assert [problem.text for problem in answer.problems] == ["1612 still needs an attacker (10.2)."]


def test_cpr_5_the_only_unit_that_can_attack_a_hex_is_named() -> None:
    state = asked("digital", "1611", "1612", G11="1610", G4="1512")
    assert {row.hex: row.must for row in allocation_of(state).rows} == {"1611": None, "1612": None}
    state = asked("digital", "1611", "1612", G11="1610", G4="1711")
    answer = allocation_of(state)
    assert [row.must for row in answer.rows if row.hex == "1612"] == ["G6"]


def test_cpr_5_what_follows_from_a_plan_by_itself_is_told() -> None:
    """AST-2."""
    answer = allocation_of(asked("digital", "1611", "1612"), BOTH[:1])
    assert answer.complete
    assert [(battle.targets, battle.attackers) for battle in answer.forced] == [(("1612",), ("G6",))]


def test_cpr_5_the_actions_of_a_complete_plan_carry_it_out() -> None:
    """AST-1."""
    state = asked("digital", "1611", "1612", G11="1512")
    answer = allocation_of(state, BOTH)
    assert answer.complete
    assert [battle.odds.attack if battle.odds else 0 for battle in answer.battles] > [0, 0]
    after = state
    for action in answer.actions:
        after, _ = game.apply(after, action)
    assert {(targets, frozenset(units)) for targets, units in _named(after)} == {
        (("1611",), frozenset({"G4", "G9"})),
        (("1612",), frozenset({"G6"})),
    }
    assert state.planned == (), "the question itself changed nothing"


def test_cpr_5_a_battle_of_the_plan_is_shown_to_both_sides_until_it_is_fought() -> None:
    state = asked("digital", "1611", "1612", G11="1512")
    for action in allocation_of(state, BOTH).actions:
        state, _ = game.apply(state, action)
    for side in (Side.AXIS, Side.SOVIET, None):
        shown = {battle.targets: battle for battle in view(state, side).planned}
        assert {targets: set(battle.attackers) for targets, battle in shown.items()} == {
            ("1611",): {"G4", "G9"},
            ("1612",): {"G6"},
        }
        assert all(battle.odds is not None and battle.odds.attack for battle in shown.values())
    state, _ = game.apply(state, BeginBattle("1611"))
    assert [battle.targets for battle in view(state, Side.SOVIET).planned] == [("1612",)]
    assert list(best_odds(state, declaring=False)) == ["1612"]


def test_bat_2_a_card_for_one_battle_changes_the_odds_of_no_other() -> None:
    """Luftwaffe Support moves one attack by a column, and none of those that wait or are still to be chosen (6A)."""
    digital, living = (book.position(book.puzzles()[name]) for name in ("card-cdcfa2", "card-148d3d"))
    for before in (digital, living):
        after, _ = game.apply(before, PlayEvent(6, "shift"))
        seen, then = view(before, Side.AXIS), view(after, Side.AXIS)
        assert seen.battle is not None
        assert then.battle is not None
        assert seen.battle.odds != then.battle.odds
        assert seen.planned == then.planned
        assert best_odds(before, declaring=False) == best_odds(after, declaring=False)
    assert view(digital, Side.AXIS).planned
    assert best_odds(living, declaring=False)


def test_cpr_8_in_the_board_game_a_plan_is_the_battle_that_is_fought_next() -> None:
    state = asked("deluxe", "1611", "1612")
    answer = allocation_of(state, BOTH[:1])
    assert not answer.upfront
    after = state
    for action in answer.actions:
        after, _ = game.apply(after, action)
    assert after.battle is not None
    assert len(after.battle.attackers) == 2


def test_cpr_5_what_is_not_legal_is_refused_with_its_reason() -> None:
    answer = allocation_of(asked("digital", "1611", "1612"), [Plan(("1611",), ("G6",))])
    assert not answer.complete
    assert answer.problems[0].text.startswith("1611:")


def declaring(rules: str, *hexes: str) -> State:
    """The hexes declared, and one more could be."""
    units = {**UNITS, "S_CEN": "1513"}
    state = position({"turn": 9, "phase": "combat axis", "rules": rules, "units": units})
    for node in hexes:
        state, _ = game.apply(state, DeclareTarget(node))
    return state


@pytest.mark.parametrize("rules", ["digital", "deluxe"])
def test_cpr_5_a_plan_can_be_made_while_targets_are_declared(rules: str) -> None:
    state = declaring(rules, "1611", "1612")
    answer = allocation_of(state, BOTH)
    assert {row.hex for row in answer.rows} == {"1611", "1612"}
    assert answer.complete
    assert answer.actions == (), "nothing can be put together yet"
    assert all(battle.odds for battle in answer.battles)
    assert state.question is not None
    assert state.question.CODE == "declare", "the question itself changed nothing"


def test_cpr_5_a_plan_for_one_target_that_one_unit_can_attack_is_complete() -> None:
    """The rules would put that battle together by themselves."""
    units = {"G6": "1512", "S_S": "1612", "S_CEN": "1513"}
    state = position({"turn": 9, "phase": "combat axis", "rules": "deluxe", "units": units})
    state, _ = game.apply(state, DeclareTarget("1612"))
    answer = allocation_of(state, [Plan(("1612",), ("G6",))])
    assert [row.must for row in answer.rows] == ["G6"]
    assert answer.complete


def test_cpr_5_what_is_not_legal_in_a_plan_is_told_while_targets_are_declared() -> None:
    answer = allocation_of(declaring("digital", "1611", "1612"), [Plan(("1611",), ("G6",))])
    assert not answer.complete
    assert answer.problems[0].text.startswith("1611:")


def test_cpr_5_a_support_marker_that_is_meant_for_a_battle_is_in_its_odds() -> None:
    """A marker shifts the column of its battle (10.6.2)."""
    state = declaring("digital", "1611")
    plain, with_marker = (
        allocation_of(state, [Plan(("1611",), ("G9", "G4"), support=support)]).battles[0].odds
        for support in (False, True)
    )
    assert plain is not None
    assert with_marker is not None
    assert len(with_marker.shifts) == len(plain.shifts) + 1


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no unit GHOST"):
        allocation_of(asked("digital", "1611"), [Plan(("1611",), ("GHOST",))])
    with pytest.raises(ValueError, match="no hex 9999"):
        allocation_of(asked("digital", "1611"), [Plan(("9999",), ("G4",))])


def _named(state: State) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(battle.targets, battle.attackers) for battle in allocation_of(state).fixed]


def test_cpr_5_a_plan_without_attackers_waits_and_after_a_problem_no_further_one_is_tried() -> None:
    state = asked("digital", "1611", "1612", G11="1512")
    bare = allocation_of(state, [Plan(("1611",)), BOTH[1]])
    assert [battle.odds is None for battle in bare.battles] == [True, False]
    assert [problem.text for problem in bare.problems] == ["1611 still needs an attacker (10.2)."]
    wrong = allocation_of(state, [Plan(("1611",), ("G6",)), BOTH[1]])
    assert len(wrong.problems) == 1
    assert not any("G6" in str(action) for action in wrong.actions)


# 1st Panzer and 17th Army at Kiev's edge, the West Front before Kharkov; G6 and G9 share a hex.
ORDERS = {"G1Pz": "1511", "G17": "1610", "S_W": "1611", "G6": "1512", "G9": "1512", "S_S": "1612"}


@pytest.mark.parametrize(
    ("target", "units"),
    [("1611", ("G1Pz", "G17")), ("1612", ("G6", "G9"))],
    ids=["two armies against a front", "a hex against a hex"],
)
def test_ex_org_9_orders_of_the_assistant(target: str, units: tuple[str, ...]) -> None:
    """The computer game takes them in words; here a line of the table says the same."""
    answer = allocation_of(asked("digital", "1611", "1612", **ORDERS), [Plan((target,), units)])
    assert [(battle.targets, battle.attackers) for battle in answer.battles] == [((target,), units)]
    assert AssignAttacker(units[0]) in answer.actions


def test_ex_org_9_everybody_against_a_city() -> None:
    """All next to Kharkov that are in no battle yet: the 6th Army, though next to it, fights elsewhere already."""
    units = {"G1Pz": "1513", "G17": "1614", "G6": "1712", "G4": "1811", "S_W": "1613", "S_S": "1711"}
    state = asked("digital", "1613", "1711", **units)
    assert {row.hex: set(row.able) for row in allocation_of(state).rows}["1613"] == {"G1Pz", "G17", "G6"}
    for action in allocation_of(state, [Plan(("1711",), ("G6", "G4"))]).actions:
        state, _ = game.apply(state, action)
    (row,) = allocation_of(state).rows
    assert (row.hex, set(row.able)) == ("1613", {"G1Pz", "G17"})
    answer = allocation_of(state, [Plan((row.hex,), row.able)])
    assert answer.complete
    assert [set(battle.attackers) for battle in answer.battles] == [{"G1Pz", "G17"}]
