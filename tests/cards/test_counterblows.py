"""15A Backhand Blow; the other events about Counterblow markers are in test_combat.py and test_battle_shifts.py."""

from __future__ import annotations

from cards.battles import refusal, soviet_attack
from cards.marks import shows
from rules.combat_helpers import Table

from noretreat.core.actions import AssignAttacker, BeginBattle, ChooseHex, Done, PayCard, PlaceCounterblow
from noretreat.core.board import AXIS
from noretreat.core.events import CounterblowLapsed

# the Axis attacks 1611; Soviet counterblows in 1804 and 1413
UNITS = {"G4": "1511", "S_W": "1611", "G6": "1704", "S_KAL": "1804", "G9": "1513", "S_S": "1413"}


def blows(**words: object) -> Table:
    """Both counterblows are paid for, and the battle of 1611 has come to the commitment of the Axis."""
    table = Table(cards=True, units=UNITS, hands={"axis": [15], "soviet": [20, 21]}, **words)
    table.declare("1611").counterblow("1804", "1413")
    return table.attack("1611", "G4")


def test_15a_backhand_blow_takes_two_off_and_draws() -> None:
    table = blows().play_event(15)
    assert set(table.legal) == {ChooseHex("1804"), ChooseHex("1413"), Done()}
    table.do(ChooseHex("1804"), ChooseHex("1413")).deal(34)
    assert {event.hex for event in table.seen(CounterblowLapsed)} == {"1804", "1413"}
    assert table.view.counterblows == ()
    assert table.view.hand_sizes["axis"] == 1
    table.roll(2)
    assert table.view.phase != "combat", "there is nothing else to fight"


def test_15a_backhand_blow_one_is_enough() -> None:
    table = blows().play_event(15).do(ChooseHex("1413"), Done()).deal(34).roll(2)
    assert table.battle.targets == ("1804",)


@shows("boundary")
def test_15a_backhand_blow_none_still_draws() -> None:
    table = blows().play_event(15).do(Done()).deal(34)
    assert set(table.view.counterblows) == {"1804", "1413"}
    table = Table(cards=True, units={"G4": "1511", "S_W": "1611"}, hands={"axis": [15]}).fight("1611", "G4")
    assert table.play_event(15).deal(34).view.hand_sizes["axis"] == 1


def test_15a_backhand_blow_not_the_battle_being_fought() -> None:
    table = Table(cards=True, units=UNITS, hands={"axis": [15], "soviet": [20, 21]})
    table.declare("1611").counterblow("1804", "1413").attack("1804", "G6").play_event(15)
    assert set(table.legal) == {ChooseHex("1413"), Done()}


def test_15a_backhand_blow_leaves_the_target_alone() -> None:
    table = blows().play_event(15)
    assert ChooseHex("1611") not in table.legal


def test_15a_backhand_blow_frees_the_unit_that_had_to_answer() -> None:
    units = {"G4": "1511", "S_W": "1611", "G6": "1610", "S_S": "1710", "G9": "1704", "S_KAL": "1804"}
    table = Table(cards=True, units=units, hands={"axis": [15], "soviet": [20]})
    table.declare("1611", "1804").counterblow("1710").do(BeginBattle("1611"), AssignAttacker("G6"))
    assert Done() not in table.legal, "1710 would be left out"
    table = Table(cards=True, units=units, hands={"axis": [15], "soviet": [20]})
    table.declare("1611", "1804").counterblow("1710").attack("1804", "G9")
    table.play_event(15).do(ChooseHex("1710")).deal(34).roll(2)
    assert table.view.targets == ("1611",)
    table.attack("1611", "G4", "G6")
    assert table.odds.attack == 8


def test_15a_backhand_blow_in_the_computer_rules_the_planned_battle_is_off() -> None:
    table = Table(cards=True, units=UNITS, hands={"axis": [15], "soviet": [20, 21]}, rules="digital")
    table.declare("1611").counterblow("1804", "1413")
    table.attack("1804", "G6").attack("1413", "G9").attack("1611", "G4")
    table.do(BeginBattle("1611")).play_event(15).do(ChooseHex("1804"), ChooseHex("1413")).deal(34).roll(2)
    assert table.view.phase != "combat"


def test_15a_backhand_blow_in_the_computer_rules_freed_units_may_join_another_battle() -> None:
    units = {"G4": "1511", "S_W": "1611", "G6": "1610", "S_S": "1710", "G9": "1704", "S_KAL": "1804"}
    table = Table(cards=True, units=units, hands={"axis": [15], "soviet": [20]}, rules="digital")
    table.declare("1611", "1804").counterblow("1710")
    table.attack("1710", "G6").attack("1611", "G4").attack("1804", "G9")
    table.do(BeginBattle("1804")).play_event(15).do(ChooseHex("1710"))
    assert table.legal == (AssignAttacker("G6"), Done())
    declined = table.state
    table.do(AssignAttacker("G6")).deal(34).roll(2)
    assert table.battle.attackers == ("G4", "G6")
    table.state = declined
    table.do(Done()).deal(34).roll(2)
    assert table.battle.attackers == ("G4",), "they may as well stay out"


def test_15a_backhand_blow_not_in_the_soviet_turn() -> None:
    assert "Axis player turn" in refusal(soviet_attack({"axis": [15]}), AXIS, 15)


def test_15a_backhand_blow_cancelled_the_markers_stay_and_nothing_is_drawn() -> None:
    table = Table(cards=True, units=UNITS, hands={"axis": [15], "soviet": [20, 21, 34]})
    table.declare("1611")
    for name in ("1804", "1413"):
        table.do(PlaceCounterblow(name), PayCard(20 if name == "1804" else 21))
    table.attack("1611", "G4").play_event(15).play_event(34).deal(25)
    assert set(table.view.counterblows) == {"1804", "1413"}
    assert table.view.hand_sizes == {"axis": 0, "soviet": 1}
