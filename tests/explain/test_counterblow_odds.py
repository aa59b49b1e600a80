"""The odds of a counterblow before its marker is placed: those of the attack that the enemy then has to make."""

from __future__ import annotations

from rules.combat_helpers import Table

from noretreat.explain.questions.queries import counterblow_odds, odds_for

UNITS = {"G4": "1511", "G1Pz": "1510", "S_W": "1611", "S_KAL": "1711"}


def test_10_1_2_the_odds_are_those_of_the_battle_that_follows() -> None:
    """The Axis attacks one hex; the Soviets may oblige it to attack another one too."""
    units = {"G4": "1511", "G6": "1704", "S_W": "1611", "S_KAL": "1804"}
    table = Table(units=units, hands={"soviet": [3]}).declare("1611")
    told = counterblow_odds(table.state)
    assert set(told) == {"1804"}
    table.counterblow("1804").attack("1804", "G6")
    assert told["1804"].column == table.column


def test_without_such_a_question_there_is_nothing_to_say() -> None:
    table = Table(units=UNITS)
    assert counterblow_odds(table.state) == {}
    assert odds_for(table.state, ["G4"], ["1611"]).attack > 0


def test_10_7_3_a_cb_result_shows_what_the_enemy_would_attack_with_next() -> None:
    """Which attacking hex takes the marker: the stronger enemy stands beside both, a weaker one beside one of them."""
    units = {"G4": "1511", "G6": "1610", "S_W": "1611"}
    table = Table(units=units).fight("1611", "G4", "G6").roll(2)
    if table.asked("mark_counterblow"):
        told = counterblow_odds(table.state)
        assert set(told) == {"1511", "1610"}
        assert all(found.attack == table.strength("S_W") for found in told.values())
    else:
        raise AssertionError(f"no counterblow to place: {table.result}")
