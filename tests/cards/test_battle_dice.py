"""Events about dice: two to pick from, a choice of tables, duels; and re-rolls on top of them."""

from __future__ import annotations

import pytest
from cards.battles import (
    FRONT,
    LATE,
    axis_attack,
    playable,
    refusal,
    second_battle,
    soviet_attack,
    two_battles,
)
from cards.marks import shows
from rules.combat_helpers import Table

from noretreat.core.actions import ChooseOption, LoseStep, Pass, PlayEvent, Rolled
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import DieRolled, EffectExpired, EventCancelled, OddsSet, ResultFound, UnitFlipped
from noretreat.data.facts import Side
from noretreat.explain.questions import queries

EVEN = {"G4": "1511", "S_W": "1611"}


def dice(table: Table) -> list[tuple[int, str]]:
    return [(event.value, event.purpose) for event in table.seen(DieRolled)]


# --- 21A Expert Leaders ----------------------------------------------------------------------------------------
def test_21a_expert_leaders_the_axis_picks_one_of_two_dice() -> None:
    table = axis_attack({"axis": [21]}).play_event(21).roll(1).roll(6)
    assert table.actor == "axis"
    assert table.legal == (ChooseOption("1"), ChooseOption("6"))
    table.do(ChooseOption("6"))
    assert table.result == "DS"


def test_21a_expert_leaders_for_a_soviet_attack_too() -> None:
    table = soviet_attack({"axis": [21]}).play_event(21).roll(5).roll(1)
    assert table.actor == "axis"
    assert table.do(ChooseOption("1")).result == "NE"


@shows("boundary")
def test_21a_expert_leaders_two_alike_leave_no_choice() -> None:
    table = axis_attack({"axis": [21]}).play_event(21).roll(4).roll(4)
    assert table.result == "DR"


def test_21a_expert_leaders_for_one_round() -> None:
    table = axis_attack({"axis": [21]}, EVEN).play_event(21).roll(1).roll(1).counterattack().roll(3)
    assert table.result == "NE", "one die for the counterattack"


def test_21a_expert_leaders_not_where_nothing_is_rolled() -> None:
    table = axis_attack({"axis": [21], "soviet": [42]}).play_event(21).play_event(42)
    assert not table.seen(DieRolled)


def test_21a_expert_leaders_who_rolls_again_rolls_one_die() -> None:
    table = axis_attack({"axis": [21], "soviet": [43]}).play_event(21).roll(1).roll(6).do(ChooseOption("6"))
    assert playable(table) == {43}
    table.play_event(43).roll(1)
    assert table.result == "NE", "the new die stands"


def test_21a_expert_leaders_cancelled_one_die() -> None:
    table = axis_attack({"axis": [21], "soviet": [34]}).play_event(21).play_event(34).deal(25).roll(2)
    assert table.happened(EventCancelled("axis", 21))
    assert table.result == "CB"


# --- 22S Georgy Zhukov -----------------------------------------------------------------------------------------
def test_22s_zhukov_either_table() -> None:
    table = soviet_attack({"soviet": [22]}).play_event(22)
    assert table.actor == "soviet"
    assert table.legal == (ChooseOption("axis"), ChooseOption("soviet"))
    table.do(ChooseOption("axis"))
    assert table.odds.table == "axis"
    assert table.roll(6).result == "DS"


def test_22s_the_forecast_compares_both_tables_before_one_is_chosen() -> None:
    table = soviet_attack({"soviet": [22]}).play_event(22)
    told = {side: queries.forecast_of(table.state, [], [], table=side) for side in Side}
    for side, forecast in told.items():
        assert forecast is not None
        assert forecast.odds.table == side
    assert told["axis"] is not None
    assert told["axis"].dice[5].result == "DS", "as the sixth face of the Axis table, below"


def test_22s_the_forecast_tells_of_both_tables_as_soon_as_the_event_is_played() -> None:
    table = Table(cards=True, phase="combat soviet", units=NEAR, hands={"soviet": [22]})
    table.fight("1511", "S_W", also=("1513",)).play_event(22).do(ChooseOption("soviet")).roll(4)
    before = queries.forecast_of(table.state, ["S_VOL"], ["1513"])
    assert before is not None
    assert before.chooser == "soviet"
    assert before.odds.table == "soviet"
    assert [one.result for one in before.other_dice] != [one.result for one in before.dice]
    assert sum(chance.times for chance in before.other_chances) == 6
    table.attack("1513", "S_VOL").do(ChooseOption("axis"))
    after = queries.forecast_of(table.state, [], [])
    assert after is not None
    assert (after.chooser, after.odds.table) == (None, "axis")
    assert after.dice == before.other_dice


def test_22s_zhukov_chooses_for_axis_attacks_too() -> None:
    table = axis_attack({"soviet": [22]}).play_event(22)
    assert table.actor == "soviet"
    assert table.do(ChooseOption("soviet")).roll(6).result == "DR"


def test_22s_zhukov_once_a_battle_even_if_the_die_is_rolled_again() -> None:
    table = soviet_attack({"soviet": [22], "axis": [16]}).play_event(22).do(ChooseOption("axis")).roll(1)
    table.play_event(16).roll(4)
    assert table.result == "DR", "the Axis table of 2:1"


NEAR = {"S_W": "1611 back", "G4": "1511", "S_VOL": "1413 back", "G9": "1513"}  # targets two hexes apart


@shows("boundary")
def test_22s_zhukov_battles_within_two_hexes() -> None:
    table = Table(cards=True, phase="combat soviet", units=NEAR, hands={"soviet": [22]})
    table.fight("1511", "S_W", also=("1513",)).play_event(22).do(ChooseOption("soviet")).roll(4)
    table.attack("1513", "S_VOL")
    assert table.legal == (ChooseOption("axis"), ChooseOption("soviet"))


def test_22s_zhukov_not_farther_away() -> None:
    table = two_battles({"soviet": [22]}).play_event(22).do(ChooseOption("soviet")).roll(3)
    second_battle(table)
    assert Rolled(1) in table.legal


def test_22s_zhukov_counterattacks_too_each_with_its_own_choice() -> None:
    table = soviet_attack({"soviet": [22]}, EVEN).play_event(22).do(ChooseOption("soviet")).roll(1).counterattack()
    assert table.legal == (ChooseOption("axis"), ChooseOption("soviet"))
    assert table.do(ChooseOption("soviet")).odds.table == "soviet"


def test_22s_zhukov_is_not_asked_where_nothing_is_rolled() -> None:
    table = soviet_attack({"soviet": [22], "axis": [4]}).play_event(22).play_event(4)
    assert table.result == "DR"
    assert ChooseOption("axis") not in table.legal


def test_22s_zhukov_is_over_with_the_phase() -> None:
    table = soviet_attack({"soviet": [22]}).play_event(22).do(ChooseOption("soviet")).roll(1)
    assert table.seen(EffectExpired) == [EffectExpired("soviet", 22)]


# --- 16S NKVD --------------------------------------------------------------------------------------------------
def test_16s_nkvd_the_lower_die_loses_a_step() -> None:
    table = axis_attack({"soviet": [16]}).play_event(16).roll(2).roll(5)
    assert dice(table) == [(2, "axis"), (5, "soviet")]
    assert table.happened(ResultFound("duel", "16-soviet"))
    assert table.actor == "axis"
    assert table.legal == (LoseStep("G4"), LoseStep("G6"))
    table.lose("G6")
    assert table.seen(UnitFlipped) == [UnitFlipped("G6", 1, "loss")]
    assert table.at("S_W") == "1611"


def test_16s_nkvd_the_soviets_may_lose() -> None:
    table = axis_attack({"soviet": [16]}).play_event(16).roll(5).roll(2)
    assert table.at("S_W") == "box:destroyed"
    assert table.unit("G4").face == table.unit("G6").face == 0
    assert not table.asked("advance")


@shows("boundary")
def test_16s_nkvd_a_tie_is_fought_out_on_the_axis_table() -> None:
    table = axis_attack({"soviet": [16]}).play_event(16).roll(3).roll(3)
    assert table.actor == "chance"
    assert table.odds.table == "axis"
    assert table.roll(6).result == "DS"


def test_16s_nkvd_a_tie_in_a_soviet_counterattack_uses_the_axis_table() -> None:
    units = {"G4": "1511", "S_W": "1611 back"}
    table = axis_attack({"soviet": [16]}, units, turn=LATE, initiative="axis").do(Pass()).roll(1).counterattack()
    table.play_event(16).roll(3).roll(3)
    assert table.battle.attacker == "soviet"
    assert table.odds.table == "axis"


def test_16s_nkvd_a_tie_does_not_bring_an_earlier_card_back() -> None:
    table = axis_attack({"axis": [37], "soviet": [16]}).play_event(37).play_event(16).roll(4).roll(4)
    assert table.roll(1).result == "NE", "Guderian was overruled"


def test_16s_nkvd_a_tie_below_the_table_needs_no_die() -> None:
    """Worse than 1:3 the battle that follows is a counterattack without a roll (10.5)."""
    table = Table(cards=True, units={"RUM4": "1511", "S_SW": "1611 back"}, hands={"soviet": [16]})
    table.fight("1611", "RUM4").play_event(16)
    assert table.odds.column == "<1:3"
    table.roll(2).roll(2)
    assert table.result == "CA"
    assert table.asked("counterattack")


def test_16s_nkvd_special_losses_come_first() -> None:
    table = axis_attack({"soviet": [16]}, {"GSSPz": "1511", "G6": "1610", "S_W": "1611"}).play_event(16).roll(1).roll(2)
    assert table.unit("GSSPz").face == 1


def test_16s_nkvd_either_die_may_be_rolled_again() -> None:
    table = axis_attack({"soviet": [16, 43]}).play_event(16)
    table.roll(6).roll(2)
    assert playable(table) == {43}
    table.play_event(43)
    assert table.actor == "soviet", "who played the card chooses"
    assert table.legal == (ChooseOption("axis"), ChooseOption("soviet"))
    table.do(ChooseOption("axis")).roll(1)
    assert dice(table) == [(6, "axis"), (2, "soviet"), (1, "axis")]
    assert table.actor == "axis"
    assert LoseStep("G4") in table.legal
    assert not table.view.table, "both cards lie on the discards"


def test_16s_nkvd_not_in_the_soviet_turn() -> None:
    assert "Axis player turn" in refusal(soviet_attack({"soviet": [16]}), SOVIET, 16)


def test_16s_nkvd_cancelled_the_battle_is_rolled() -> None:
    table = axis_attack({"soviet": [16], "axis": [14]}).play_event(16).play_event(14).roll(1)
    assert table.result == "NE"


CADRES = {"KG1": "box:cadres", "OST1": "box:cadres"}


@shows("11S 16S 38A", "bystander")
def test_no_cadre_for_a_step_that_an_event_takes() -> None:
    """CAD-3: cadres replace what an EX or DD eliminates, nothing else (14.9.2)."""
    for card, dice_thrown in ((16, (6, 1)), (11, (1,))):
        table = axis_attack({"soviet": [card]}, {**EVEN, **CADRES}, initiative="axis").play_event(card)
        for value in dice_thrown:
            table.roll(value)
        if table.asked("counterattack"):
            table.decline()
        assert table.at("S_W") == "box:destroyed"
        assert not table.asked("cadre")
    table = soviet_attack({"axis": [38]}, {**EVEN, **CADRES}).play_event(38).roll(6).roll(1)
    assert table.at("S_W") == "box:destroyed"
    assert not table.asked("cadre")
    table = axis_attack({}, {**EVEN, **CADRES})
    table.roll(table.odds.results.index("EX") + 1)
    assert table.asked("cadre"), "as here"


@shows("16A 43S 28A 30S 44A", "negative")
@pytest.mark.parametrize("card", [16, 28, 30, 43, 44])
@pytest.mark.parametrize(("rules", "offered"), [("deluxe", True), ("digital", False), ("digital_0_1", False)])
def test_no_card_at_all_in_a_counterattack_of_the_computer_rules(card: int, rules: str, offered: bool) -> None:
    """C-17: the Soviets strike back at 1:1 (28A looks on) and the Axis in their turn (30S)."""
    words = {"rules": rules, "turn": 7, "initiative": "axis"}
    side = "soviet" if card in (30, 43) else "axis"
    attack = soviet_attack if card == 30 else axis_attack
    table = attack({side: [card]}, EVEN, **words)
    table.roll(1)
    if table.of(PlayEvent):
        table.do(Pass())
    table.counterattack()
    assert not table.of(PlayEvent), "before the die"
    table.roll(table.odds.results.index("NE") + 1)
    assert bool(playable(table)) is offered


# --- 38A Hedgehogs ---------------------------------------------------------------------------------------------
def test_38a_hedgehogs_the_lower_die_loses_a_step() -> None:
    table = soviet_attack({"axis": [38]}).play_event(38).roll(6).roll(1)
    assert table.happened(ResultFound("duel", "38-axis"))
    assert table.actor == "soviet"
    table.lose("S_W")
    assert table.at("S_W") == "box:destroyed"
    assert table.unit("G4").face == 0


@shows("boundary")
def test_38a_hedgehogs_a_tie_costs_both() -> None:
    table = soviet_attack({"axis": [38]}).play_event(38).roll(4).roll(4)
    assert table.actor == "soviet"
    table.lose("S_KAL")
    assert table.at("S_KAL") == "box:destroyed"
    assert table.unit("G4").face == 1


def test_38a_hedgehogs_no_advance() -> None:
    table = soviet_attack({"axis": [38]}, {"S_W": "1611", "RUM3": "1511"}, turn=7).play_event(38).roll(1).roll(6)
    assert table.at("RUM3") != "1511"
    assert not table.asked("advance")
    assert table.at("S_W") == "1611"


def test_38a_hedgehogs_after_konev_prevails() -> None:
    table = soviet_attack({"axis": [38], "soviet": [27]}, turn=LATE).play_event(27).play_event(38).roll(6).roll(1)
    assert table.result == "duel"


def test_38a_hedgehogs_not_in_the_axis_turn() -> None:
    assert "Soviet player turn" in refusal(axis_attack({"axis": [38]}), AXIS, 38)


def test_38a_hedgehogs_bind_one_battle() -> None:
    table = second_battle(two_battles({"axis": [38]}, units=FRONT).play_event(38).roll(6).roll(1))
    assert table.roll(5).result == "EX"
    assert len(table.seen(OddsSet)) == 2
