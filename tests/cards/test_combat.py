"""Events of the Combat Phase."""

from __future__ import annotations

import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import Counterattack, DeclareTarget, Done, Pass, PlaceCounterblow, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import CounterblowPlaced, DieRolled, EffectExpired, ResultFound
from noretreat.rules.windows import Window

ATTACK = {"G4": "1511", "G6": "1610", "S_W": "1611"}  # 8 to 4 in the open
ASSAULT = {"S_W": "1611", "S_KAL": "1610", "G4": "1511"}  # the same by the Soviets


def axis_attack(hands: dict[str, list[int]], units: dict[str, str] = ATTACK, **words: object) -> Table:
    table = Table(cards=True, units=units, hands=hands, **words)
    return table.fight("1611", *(name for name in units if name.startswith("G")))


def soviet_attack(hands: dict[str, list[int]], units: dict[str, str] = ASSAULT, **words: object) -> Table:
    table = Table(cards=True, phase="combat soviet", units=units, hands=hands, **words)
    return table.fight("1511", *(name for name in units if name.startswith("S")))


def refusal(table: Table, side: int, card: int, window: Window = Window.COMMIT) -> str:
    return why_not_now(table.state, side, card, window) or ""


def playable(table: Table) -> set[int]:
    return {action.card for action in table.of(PlayEvent)}


# --- 04A Elastic Defense ---------------------------------------------------------------------------------------
def test_04a_elastic_defense_is_a_retreat_without_a_roll() -> None:
    table = soviet_attack({"axis": [4]})
    assert table.actor == "axis"
    table.play_event(4)
    assert table.happened(ResultFound("DR", "4-axis"))
    assert not table.seen(DieRolled)
    table.retreat("G4")
    assert table.at("G4") != "1511"
    assert table.actor == "soviet", "who may advance"


def test_04a_elastic_defense_not_in_the_axis_turn() -> None:
    table = axis_attack({"axis": [4]})
    assert table.actor == "chance"
    assert "Soviet player turn" in refusal(table, AXIS, 4)


def test_04a_elastic_defense_not_when_the_axis_counterattacks() -> None:
    table = soviet_attack({"axis": [4]}, {"S_W": "1611", "G4": "1511"}).do(Pass()).roll(1).counterattack()
    assert table.actor == "chance"
    assert "attacked" in refusal(table, AXIS, 4)


@shows("boundary")
def test_04a_elastic_defense_for_one_round_only() -> None:
    units = {**ASSAULT, "G6": "1311", "S_S": "1211"}
    table = Table(cards=True, phase="combat soviet", units=units, hands={"axis": [4]}).declare("1511", "1311")
    table.attack("1511", "S_W", "S_KAL").play_event(4).retreat("G4").stop()
    assert table.battle.targets == ("1311",)
    assert table.actor == "chance"


# --- 37A Heinz Guderian ----------------------------------------------------------------------------------------
def test_37a_guderian_at_two_to_one() -> None:
    table = axis_attack({"axis": [37]}).play_event(37)
    assert table.happened(ResultFound("DR", "37-axis"))
    assert not table.seen(DieRolled)


@shows("boundary")
def test_37a_guderian_is_judged_on_the_final_column() -> None:
    # 8:4 is 2:1, in the forest 3:2: no effect, a die is rolled
    units = {"G4": "2109", "G6": "2010", "S_W": "2009"}
    table = Table(cards=True, units=units, hands={"axis": [37]}).fight("2009", "G4", "G6").play_event(37)
    assert table.actor == "chance"
    table.roll(2)
    assert table.happened(ResultFound("NE", "table"))
    # 4:4 with Blitz and two columns against an unsupplied enemy is 3:1 in the end
    units = {"G4": "1511", "S_W": "1611 unsupplied"}
    table = Table(cards=True, units=units, hands={"axis": [37]}).fight("1611", "G4").play_event(37)
    assert table.happened(ResultFound("DR", "37-axis"))


def test_37a_guderian_not_against_a_city() -> None:
    units = {"G4": "1608", "G6": "1609", "S_W": "1708"}
    table = Table(cards=True, units=units, hands={"axis": [37]}).fight("1708", "G4", "G6")
    assert table.actor == "chance"
    assert refusal(table, AXIS, 37) == "it cannot be played against a city (5.3.1)"


def test_37a_guderian_not_for_the_defender() -> None:
    table = axis_attack({"axis": [37]}, {"G4": "1511", "S_W": "1611"}).do(Pass()).roll(1).counterattack()
    assert table.actor == "chance"
    assert "attack" in refusal(table, AXIS, 37)


def test_37a_guderian_a_fort_stands_all_the_same() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1610", "S_LEN": "1611 back"}
    table = axis_attack({"axis": [37]}, units).play_event(37)
    assert table.result == "DR"
    assert table.at("S_LEN") == "1611"


# --- 32A Counteroffensive, 42S Timoshenko ----------------------------------------------------------------------
def test_32a_counteroffensive_must_be_conducted() -> None:
    table = soviet_attack({"axis": [32]}).play_event(32)
    assert table.happened(ResultFound("CA", "32-axis"))
    assert table.battle.counterattack, "the only answer is given unasked"
    assert table.battle.attackers == ("G4",)


@shows("boundary")
def test_32a_counteroffensive_a_rolled_ca_may_still_be_declined() -> None:
    table = soviet_attack({"axis": [32]}, {"S_W": "1611", "G4": "1511"}).do(Pass()).roll(1)
    assert table.legal == (Pass(), Counterattack())


def test_32a_counteroffensive_not_in_the_axis_turn() -> None:
    assert axis_attack({"axis": [32]}).actor == "chance"


def test_42s_timoshenko_makes_the_soviets_strike_back() -> None:
    table = axis_attack({"soviet": [42]}).play_event(42)
    assert table.battle.counterattack
    assert table.battle.attackers == ("S_W",)
    assert "forced" not in str(table.view.effects)


@shows("boundary")
def test_42s_timoshenko_binds_only_the_round_it_was_played_in() -> None:
    table = axis_attack({"soviet": [42]}, {"G4": "1511", "S_W": "1611"}).play_event(42).roll(1)
    assert table.result == "CA"
    assert table.legal == (Pass(), Counterattack()), "the Axis may decline"


def test_42s_timoshenko_only_for_the_defender() -> None:
    table = axis_attack({"soviet": [42]}, {"G4": "1511", "S_W": "1611"}).do(Pass()).roll(1).counterattack()
    assert table.actor == "chance"
    assert "attacked" in refusal(table, SOVIET, 42)


# --- 10S Not a Step Back! --------------------------------------------------------------------------------------
def test_10s_not_a_step_back_turns_retreats_into_exchanges() -> None:
    table = axis_attack({"soviet": [10]}).play_event(10).roll(4)
    assert table.happened(ResultFound("EX", "10-soviet"))
    table.lose("G4")
    assert table.at("S_W") == "box:destroyed"


def test_10s_not_a_step_back_for_the_rest_of_the_phase() -> None:
    units = {"G4": "1511", "G6": "1610", "S_W": "1611", "G9": "1311", "S_S": "1211"}
    table = Table(cards=True, units=units, hands={"soviet": [10]}).declare("1611", "1211")
    table.attack("1611", "G4", "G6").play_event(10).roll(2)
    table.mark("1511")
    assert [effect.card for effect in table.view.effects] == [10]
    table.roll(table.odds.results.index("DR") + 1)
    assert table.result == "EX"
    assert not table.view.effects
    assert table.happened(EffectExpired("soviet", 10))


@shows("boundary")
def test_10s_not_a_step_back_leaves_other_results_alone() -> None:
    table = axis_attack({"soviet": [10]}, {"G1Pz": "1511", "G2Pz": "1610", "S_W": "1611"}).play_event(10).roll(4)
    assert table.result == "DS"


def test_10s_not_a_step_back_in_counterattacks_too() -> None:
    table = axis_attack({"soviet": [10]}, {"G4": "1511", "S_W": "1611"}).play_event(10).roll(1).counterattack()
    table.roll(6)
    assert table.result == "EX"


# --- 06A Luftwaffe Support -------------------------------------------------------------------------------------
def test_06a_luftwaffe_support_a_column_for_an_axis_attack() -> None:
    table = axis_attack({"axis": [6]})
    assert table.of(PlayEvent) == [PlayEvent(6, "shift")]
    table.play_event(6, "shift")
    assert table.shifts == {"card6": 1}
    assert table.column == "3:1"


def test_06a_luftwaffe_support_in_a_counterattack_too() -> None:
    table = soviet_attack({"axis": [6]}, {"S_W": "1611", "G4": "1511"}).roll(1).counterattack()
    assert playable(table) == {6}


def test_06a_luftwaffe_support_not_in_defense() -> None:
    assert soviet_attack({"axis": [6]}).actor == "chance"


@shows("boundary")
def test_06a_luftwaffe_support_keeps_a_cut_off_hex_alive() -> None:
    ring = {"S_W": "1711", "S_S": "1510", "S_NW": "1512", "S_KAL": "1710"}
    units = {"G4": "1611 unsupplied", "G6": "1611 unsupplied", "G9": "1811 unsupplied", **ring}
    table = Table(cards=True, phase="removal axis", units=units, hands={"axis": [6]})
    assert table.of(PlayEvent) == [PlayEvent(6, "save")]
    table.play_event(6, "save")
    table.do(next(action for action in table.legal if getattr(action, "hex", "") == "1611"))
    assert (table.at("G4"), table.at("G6"), table.at("G9")) == ("1611", "1611", "box:surrendered")
    assert not table.unit("G4").unsupplied


def test_06a_luftwaffe_support_saves_nobody_where_nobody_is_cut_off() -> None:
    table = Table(cards=True, phase="removal axis", units={"G4": "1611"}, hands={"axis": [6]})
    assert not table.of(PlayEvent)


# --- 28S Katyushas ---------------------------------------------------------------------------------------------
@shows("boundary")
@pytest.mark.parametrize(("turn", "columns"), [(16, 1), (17, 2)])
def test_28s_katyushas(turn: int, columns: int) -> None:
    table = soviet_attack({"soviet": [28]}, turn=turn, weather="clear").play_event(28)
    assert table.shifts == {"card28": columns}


def test_28s_katyushas_not_in_defense() -> None:
    table = soviet_attack({"soviet": [28]}, {"S_W": "1611", "G4": "1511"}, turn=13).do(Pass()).roll(1).counterattack()
    assert table.actor == "chance"
    assert "attack" in refusal(table, SOVIET, 28)


def test_28s_katyushas_for_one_round() -> None:
    table = soviet_attack({"soviet": [28]}, {"S_S": "1611", "G1Pz": "1511"}, turn=13).play_event(28)
    table.roll(1)
    assert table.result == "CA"
    table.counterattack()
    assert "card28" not in table.shifts
    assert table.happened(EffectExpired("soviet", 28))


# --- 34A Soviet Logistics Problems -----------------------------------------------------------------------------
def test_34a_soviet_logistics_problems_for_the_rest_of_the_phase() -> None:
    units = {**ASSAULT, "G6": "1311", "S_S": "1410"}
    table = Table(cards=True, turn=13, phase="combat soviet", units=units, hands={"axis": [34]})
    table.declare("1511", "1311").attack("1511", "S_W", "S_KAL").play_event(34)
    assert table.shifts == {"card34": -1}
    table.roll(table.odds.results.index("NE") + 1)
    assert table.battle.targets == ("1311",)
    assert table.shifts == {"card34": -1}
    while table.view.phase == "combat":
        table.do(table.legal[0])
    assert not table.view.effects


@shows("boundary")
def test_34a_soviet_logistics_problems_leaves_axis_attacks_alone() -> None:
    table = soviet_attack({"axis": [34]}, {"S_W": "1611", "G4": "1511"}, turn=13).play_event(34)
    assert table.column == "1:2"
    table.roll(1).counterattack()
    assert table.shifts == {}
    table.roll(1).counterattack()
    assert table.shifts == {"card34": -1}, "a Soviet counterattack is a Soviet attack"


# --- 04S Rasputitsa, 17A General Staff (COMMIT) ----------------------------------------------------------------
@shows("boundary")
def test_04s_rasputitsa_one_hex_of_advance() -> None:
    table = axis_attack({"soviet": [4]}).play_event(4).roll(4).retreat("S_W").advance("G4", "1611")
    assert not any(getattr(action, "unit", "") == "G4" for action in table.legal)


def test_04s_rasputitsa_without_it_two() -> None:
    table = axis_attack({"soviet": [4]}).do(Pass()).roll(4).retreat("S_W").advance("G4", "1611", "1711")
    assert table.at("G4") == "1711"


def test_04s_rasputitsa_not_in_the_soviet_turn() -> None:
    assert soviet_attack({"soviet": [4]}).actor == "chance"


def test_17a_general_staff_one_hex_more() -> None:
    table = axis_attack({"axis": [17]})
    assert table.of(PlayEvent) == [PlayEvent(17, "advance")]
    table.play_event(17, "advance").roll(4).retreat("S_W").advance("G4", "1611", "1711")
    assert any(getattr(action, "unit", "") == "G4" for action in table.legal)


def test_17a_general_staff_terrain_still_stops() -> None:
    units = {"G4": "2109", "G6": "2010", "G9": "2010", "S_W": "2009"}
    table = Table(cards=True, units=units, hands={"axis": [17]}).fight("2009", "G4", "G6", "G9")
    table.play_event(17, "advance").roll(table.odds.results.index("DR") + 1).retreat("S_W").advance("G4", "2009")
    assert not any(getattr(action, "unit", "") == "G4" for action in table.legal)


def test_ex_card_1_general_staff_then_rasputitsa_one_hex() -> None:
    table = axis_attack({"axis": [17], "soviet": [4]}).play_event(17, "advance").play_event(4).roll(4)
    table.retreat("S_W").advance("G4", "1611")
    assert not any(getattr(action, "unit", "") == "G4" for action in table.legal)


def test_ex_card_1_rasputitsa_then_general_staff_two_hexes() -> None:
    # the attacker plays first: so the Axis strikes back in a Soviet round, where the Soviets spoke before
    from noretreat.core.lasting import Effect, Kind, Scope
    from noretreat.rules.retreat import advance_limit

    table = axis_attack({})
    state = table.state.copy()
    rasputitsa = Effect(Kind.ADVANCE_LIMIT, 1, 4, SOVIET, Scope.BATTLE)
    staff = Effect(Kind.ADVANCE_MORE, 1, 17, AXIS, Scope.BATTLE)
    unit = state.battle.attackers[0] if state.battle else -1
    state.effects = (rasputitsa, staff)
    assert advance_limit(state, unit) == 2
    state.effects = (staff, rasputitsa)
    assert advance_limit(state, unit) == 1


# --- 26A Mobile Defense, 37S Russian Courage -------------------------------------------------------------------
LINE = {"G4": "1511", "G6": "1311", "G9": "1711", "S_W": "1512", "S_S": "1312", "S_KAL": "1712"}


@shows("boundary")
def test_26a_mobile_defense_two_counterblows_for_nothing() -> None:
    table = Table(cards=True, phase="combat soviet", units=LINE, hands={"axis": [26]}).declare()
    table.play_event(26)
    assert {action.hex for action in table.of(PlaceCounterblow)} == {"1511", "1311", "1711"}
    table.do(PlaceCounterblow("1511"), PlaceCounterblow("1311"))
    assert table.view.counterblows == ("1311", "1511")
    assert table.seen(CounterblowPlaced)[0] == CounterblowPlaced("axis", "1511", "event")
    assert table.view.hand_sizes["axis"] == 0, "nothing but the event was paid"


def test_26a_mobile_defense_fewer_are_fine() -> None:
    table = Table(cards=True, phase="combat soviet", units=LINE, hands={"axis": [26]}).declare().play_event(26)
    table.do(PlaceCounterblow("1511"), Done())
    assert table.battle.targets == ("1511",)


def test_26a_mobile_defense_not_on_targets_nor_white_units() -> None:
    units = {**LINE, "KG1": "1711"}
    del units["G9"]
    table = Table(cards=True, phase="combat soviet", units=units, hands={"axis": [26]}).declare("1511")
    table.play_event(26)
    assert {action.hex for action in table.of(PlaceCounterblow)} == {"1311"}


def test_26a_mobile_defense_needs_a_hex() -> None:
    units = {"G4": "1511", "KG1": "1412", "S_W": "1512"}
    table = Table(cards=True, phase="combat soviet", units=units, hands={"axis": [26]}).do(DeclareTarget("1511"))
    assert refusal(table, AXIS, 26, Window.COUNTERBLOW) == "no hex can take a Counterblow marker (10.1.2)"
    assert not table.declare().of(PlayEvent)


def test_26a_mobile_defense_needs_a_marker() -> None:
    table = Table(cards=True, turn=26, phase="combat soviet", units=LINE, hands={"axis": [26]}, counterblow="1511")
    assert refusal(table, AXIS, 26, Window.COUNTERBLOW) == "no marker is left (10.1)"
    assert not table.declare().of(PlayEvent)


@shows("boundary")
def test_37s_russian_courage_the_same_for_the_soviets() -> None:
    table = Table(cards=True, units=LINE, hands={"soviet": [37]}).declare().play_event(37)
    table.do(PlaceCounterblow("1512"), PlaceCounterblow("1712"))
    assert table.view.counterblows == ("1512", "1712")
    assert table.asked("next_battle")


def test_37s_russian_courage_not_in_the_soviet_turn() -> None:
    table = Table(cards=True, phase="combat soviet", units=LINE, hands={"soviet": [37]}).declare()
    assert table.view.phase != "combat"
