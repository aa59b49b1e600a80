"""Simultaneous battles (15.12, SIM-1): all cards, then all dice, then all results, then all counterattacks."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import BeginBattle, Counterattack, Done, Pass, PlayEvent, Rolled
from noretreat.core.board import BOARD
from noretreat.core.boxes import DESTROYED
from noretreat.core.events import BattleBegan, BattleResumed, DieRolled, OddsSet, ResultFound, SupportCommitted
from noretreat.core.rulesets import rules_of
from noretreat.core.snapshot import dump, load
from noretreat.explain.knowledge.view import view
from noretreat.explain.sentences.telling import tell
from noretreat.game import why_not
from noretreat.server.game.options_in_words import offers, unusual

NORTH, SOUTH = "1804", "1611"
UNITS = {"G4": "1511", "S_W": "1611", "G6": "1704", "S_KAL": "1804"}
"""Two duels far from each other, one to one."""


def together(rules: str = "digital", **words: Any) -> Table:
    """Two battles put together in a game that fights them at once: the supports are next."""
    table = Table(units=words.pop("units", UNITS), rules=rules, **words)
    options = msgspec.structs.replace(table.state.setup.options, simultaneous_battles=True)
    table.state.setup = msgspec.structs.replace(table.state.setup, options=options)
    table.declare(SOUTH, NORTH)
    if table.asked("counterblow"):
        table.do(Done())
    return table.attack(SOUTH, "G4", "G9")


def die_for(result: str, table: Table) -> int:
    """A value that gives this result in the battle on the table."""
    return table.odds.results.index(result) + 1


def test_15_12_every_die_falls_before_the_first_result() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    south = die_for("DR", table)
    table.roll(south)
    assert table.at("S_W") == SOUTH
    assert table.battle.targets == (NORTH,)
    table.roll(die_for("DR", table))
    assert [type(event) for event in table.log if isinstance(event, DieRolled | ResultFound)] == [
        DieRolled, ResultFound, DieRolled, ResultFound,
    ]  # fmt: skip
    assert table.at("S_W") == SOUTH
    assert table.at("S_KAL") == NORTH
    assert table.asked("apply_next")


def test_15_12_a_battle_that_waits_for_its_die_is_still_shown_with_its_odds() -> None:
    table = together(supports="2 0")
    table.do(BeginBattle(SOUTH)).support(yes=True)
    waiting = {battle.targets: battle for battle in view(table.state, None).planned}
    assert set(waiting) == {(SOUTH,)}
    committed = waiting[(SOUTH,)].odds
    assert committed is not None
    assert "support" in [shift.code for shift in committed.shifts]


def test_15_12_one_after_the_other_without_the_option() -> None:
    table = Table(units=UNITS, rules="digital").declare(SOUTH, NORTH).attack(SOUTH, "G4")
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table))
    assert table.asked("retreat") or table.at("S_W") != SOUTH


def test_15_12_all_supports_come_before_any_die() -> None:
    table = together(supports="2 0")
    table.do(BeginBattle(SOUTH)).support(yes=True)
    assert table.asked("support")
    assert table.battle.targets == (NORTH,)
    assert not table.seen(OddsSet)
    table.support(yes=False)
    assert len(table.seen(SupportCommitted)) == 1
    assert table.shifts["support"] == 1
    table.roll(1)
    assert "support" not in table.shifts


def test_15_12_a_card_counts_for_its_own_battle_only() -> None:
    table = together(cards=True, hands={"axis": [6]})
    table.do(BeginBattle(SOUTH))
    event = next(action for action in table.of(PlayEvent))
    table.do(event)
    while table.asked("window"):
        table.do(Pass())
    first = table.shifts
    table.roll(1)
    assert first != table.shifts
    assert any(code.startswith("card") for code in first)
    assert not any(code.startswith("card") for code in table.shifts)


def test_15_12_the_defender_commits_when_all_attackers_have() -> None:
    table = together(cards=True, hands={"soviet": [22]}, turn=19)
    table.do(BeginBattle(SOUTH))
    assert len(table.seen(BattleBegan)) == 2
    assert table.actor == "soviet"
    assert table.asked("window")


def test_15_12_results_are_applied_in_the_order_of_the_phasing_side() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table)).roll(die_for("DR", table))
    assert {action.hex for action in table.of(BeginBattle)} == {SOUTH, NORTH}
    table.do(BeginBattle(NORTH))
    assert table.asked("retreat") or table.at("S_KAL") != NORTH
    assert table.at("S_W") == SOUTH


def test_15_12_a_wrong_hex_is_refused_with_the_rule() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table)).roll(die_for("DR", table))
    refusal = why_not(table.state, BeginBattle("1510"))
    assert refusal is not None
    assert tell(refusal).rule == "15.12"


def strike_back_twice() -> Table:
    """CA in both battles, and both defenders strike back."""
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("CA", table)).roll(die_for("CA", table))
    return table.do(Counterattack()).do(Counterattack())


def test_15_12_counterattacks_are_decided_together_and_fought_as_a_second_round() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("CA", table)).roll(die_for("CA", table))
    assert table.asked("counterattack")
    table.do(Counterattack())
    assert table.asked("counterattack")
    table.do(Counterattack())
    assert [event.counterattack for event in table.seen(BattleBegan)] == [False, False, True, True]
    assert table.battle.counterattack
    assert table.of(Rolled)
    table.roll(1)
    assert table.battle.counterattack
    assert len(table.seen(OddsSet)) == 4


def test_15_12_the_other_results_come_before_the_counterattacks() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("CA", table)).roll(die_for("EX", table))
    table.do(Counterattack())
    losses = [i for i, event in enumerate(table.log) if type(event).__name__ in ("UnitFlipped", "UnitEliminated")]
    back = next(i for i, e in enumerate(table.log) if isinstance(e, BattleBegan) and e.counterattack)
    assert losses
    assert max(losses) < back


def test_15_12_the_survivors_of_a_battle_keep_its_result() -> None:
    """The die of a battle lies; a unit of it is gone before its result is applied."""
    table = together(units=UNITS | {"G9": "1511"})
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table)).roll(die_for("DR", table))
    table.state.put(BOARD.unit_index["G9"], DESTROYED)
    table.do(BeginBattle(SOUTH)).retreat("S_W")
    assert table.at("S_W") != SOUTH


def test_15_12_who_comes_into_a_hex_later_has_no_part_in_its_result() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table)).roll(die_for("DR", table))
    table.state.put(BOARD.unit_index["S_S"], BOARD.node_of[SOUTH])
    table.do(BeginBattle(SOUTH))
    assert all(getattr(action, "unit", "S_W") == "S_W" for action in table.legal)
    assert table.at("S_S") == SOUTH


def test_15_12_markers_stay_in_sight_until_their_battle_is_settled() -> None:
    table = together()
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("DR", table)).roll(die_for("DR", table))
    assert set(table.view.targets) == {SOUTH, NORTH}
    table.do(BeginBattle(SOUTH))
    assert set(table.view.targets) == {NORTH}


def test_15_12_a_saved_position_in_the_middle_is_the_same() -> None:
    table = together(supports="2 0")
    table.do(BeginBattle(SOUTH)).support(yes=True).support(yes=False)
    assert table.state.waiting
    again = load(json.loads(json.dumps(dump(table.state))))
    assert again.key() == table.state.key()
    assert again.options == table.state.options


def test_15_12_everything_is_settled_at_the_end() -> None:
    table = strike_back_twice()
    while table.state.phase in ("combat", "counterblows"):
        table.do(table.legal[0])
    assert not table.state.waiting
    assert table.state.together == 0


def test_15_12_a_card_for_two_battles_counts_for_the_one_committed_next() -> None:
    """23S: the same strength is added to both defenders, whose cards are committed one after the other."""
    table = together(cards=True, hands={"soviet": [23]}, turn=19)
    table.do(BeginBattle(SOUTH)).play_event(23)
    plain = together(turn=19).do(BeginBattle(SOUTH))
    added = table.odds.defense - plain.odds.defense
    assert added > 0
    for each in (table, plain):
        while not each.of(Rolled):
            each.do(Pass())
        each.roll(1)
    assert table.odds.defense - plain.odds.defense == added


@pytest.mark.parametrize("card", [[23], []], ids=["with 23S", "without"])
def test_15_12_no_counterattack_has_the_strength_of_a_card(card: list[int]) -> None:
    """C-141: the cards of a battle do not count in its counterattack, nor those of the battle before."""
    table = together(cards=True, hands={"soviet": card}, turn=19)
    table.do(BeginBattle(SOUTH))
    if card:
        table.play_event(23)
    while table.view.battle is None or table.battle.targets != (UNITS["G6"],):
        table.do(Counterattack() if table.of(Counterattack) else Rolled(1) if table.of(Rolled) else table.legal[0])
    assert (table.odds.attack, table.odds.defense) == (4, 4)


def test_15_12_a_counterattack_of_nobody_is_none() -> None:
    """BAT-8: the defender that would strike back is gone when the other results have been applied."""
    table = together(units=UNITS | {"S_S": NORTH}, turn=24, weather="clear")
    table.do(BeginBattle(SOUTH))
    table.roll(die_for("CA", table)).roll(6).do(Counterattack())
    assert table.asked("retreat")
    table.state.put(BOARD.unit_index["S_W"], DESTROYED)
    before = len(table.seen(BattleBegan))
    table.retreat("S_KAL")
    while table.state.together:
        table.do(table.legal[0])
    assert len(table.seen(BattleBegan)) == before
    assert table.state.battle is None


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic"])
def test_15_12_the_board_games_do_not_offer_it(rules: str) -> None:
    assert rules_of(rules).simultaneous_battles == "off"
    table = together(rules)
    assert table.of(Rolled)
    assert not table.state.waiting
    assert not table.seen(BattleResumed)


@pytest.mark.parametrize(("rules", "offered"), [("digital", True), ("digital_0_1", False), ("deluxe", False)])
def test_15_12_a_new_game_of_the_first_computer_rules_is_not_offered_it(rules: str, offered: bool) -> None:
    """C-144: the manual of 0.1 finishes each battle before the next and knows no option that changes it."""
    assert offers(rules_of(rules), "simultaneous_battles") is offered


def test_15_12_a_game_of_the_first_computer_rules_that_was_begun_so_goes_on_so() -> None:
    table = together("digital_0_1")
    assert table.asked("commit_next"), "all battles are committed before the first die"
    assert [one.id for one in unusual(msgspec.to_builtins(table.state.setup.options))][-1] == "simultaneous_battles"
