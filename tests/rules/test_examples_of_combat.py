"""The worked examples of the rulebook about combat: EX-CB (10.7.3), EX-CMB (16.0), EX-ORG-10 and 11.

The pictures are not at hand: the places are chosen so that every number of the text comes out. Where the text
contradicts the printed tables or cards the roll or the card is changed (C-35).
"""

from __future__ import annotations

from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    AddTarget,
    AssignAttacker,
    BeginBattle,
    ChooseUnit,
    DeclareTarget,
    Done,
    ImproveUnit,
    Pass,
    PlaceCounterblow,
    PlayEvent,
)
from noretreat.core.board import AXIS
from noretreat.core.events import DieRolled, EventCancelled, OddsSet, UnitEliminated
from noretreat.explain.questions.queries import odds_for
from noretreat.rules.windows import Window

# --- D. Counterblows (10.7.3), spring 1942 ---------------------------------------------------------------------
# Volkhov stands in a marsh behind a river, the Northwest Front in a forest, the 1st Baltic beside the 4th Army.
SPRING = {
    "G9": "1803", "G16": "1804", "G18": "1804", "S_VOL": "1904", "S_LEN": "1902 back",
    "G4": "2010", "G3Pz": "2109 back", "S_NW": "2009", "S_KAL": "1911 back",
}  # fmt: skip


def spring() -> Table:
    return Table(turn=6, units=SPRING, hand="soviet 2", control={"axis": ["1403", "1708"]}).declare("1904", "2009")


def counterblow_placed() -> Table:
    return spring().counterblow("1911")


def after_volkhov() -> Table:
    return counterblow_placed().attack("1904", "G9", "G16", "G18").roll(3).mark("1803")


def after_northwest() -> Table:
    return after_volkhov().attack("2009", "G3Pz").roll(1).counterattack().roll(5).mark("2109")


def after_all() -> Table:
    return after_northwest().attack("1911", "G4").roll(1).counterattack().roll(4)


def soviet_combat(table: Table) -> Table:
    """Plays idly on to the Soviet Combat Phase."""
    while not (table.view.phasing == "soviet" and table.view.phase == "combat"):
        lazy = [action for action in table.legal if isinstance(action, (Done, Pass))]
        table.do(lazy[0] if lazy else table.legal[0])
    return table.declare()


def test_ex_cb_1() -> None:
    table = spring()
    assert PlaceCounterblow("1911") in table.legal
    table.counterblow("1911").do(BeginBattle("2009"), AssignAttacker("G3Pz"))
    assert AssignAttacker("G4") not in table.legal, "the 4th Army must answer the Counterblow"
    assert AddTarget("1911") not in table.legal, "3rd Panzer is not next to it"


def test_ex_cb_2() -> None:
    assert PlaceCounterblow("1902") not in spring().legal, "Leningrad has white strength only"


def test_ex_cb_3() -> None:
    table = counterblow_placed().attack("1904", "G9", "G16", "G18")
    assert (table.odds.attack, table.odds.defense, table.odds.initial) == (10, 4, "2:1")
    assert (table.shifts, table.column) == ({"terrain": -2}, "1:1")
    table.roll(3)
    assert table.result == "CB"
    table.mark("1803")
    assert table.view.counterblow_results == ("1803",)


def test_ex_cb_4() -> None:
    table = after_volkhov().attack("2009", "G3Pz")
    assert (table.odds.attack, table.odds.defense, table.odds.initial, table.column) == (5, 3, "3:2", "1:1")
    with_4th = odds_for(table.state, ["G3Pz", "G4"], ["2009"])
    assert (with_4th.initial, with_4th.column) == ("3:1", "2:1")
    table.roll(1)
    assert table.result == "CA"


def test_ex_cb_5() -> None:
    table = after_volkhov().attack("2009", "G3Pz").roll(1).counterattack()
    assert (table.odds.attack, table.odds.defense, table.column, table.odds.table) == (3, 5, "1:2", "soviet")
    assert table.shifts == {}
    table.roll(5)
    assert table.result == "CB"
    table.mark("2109")


def test_ex_cb_6() -> None:
    table = after_northwest().attack("1911", "G4")
    assert (table.odds.attack, table.odds.defense, table.column) == (4, 7, "1:2")
    assert table.shifts == {}, "no terrain, though a river runs there"
    table.roll(1)
    assert table.result == "CA"


def test_ex_cb_7() -> None:
    table = after_northwest().attack("1911", "G4").roll(1).counterattack()
    assert (table.odds.attack, table.odds.defense, table.column) == (7, 4, "3:2")
    table.roll(4)
    assert table.result == "EX"
    assert table.strength("G4") == 3
    assert (table.at("S_KAL"), table.unit("S_KAL").name) == ("box:destroyed", "1st Baltic Front")


def test_ex_cb_8() -> None:
    table = after_all()
    assert table.view.phasing == "soviet"
    assert set(table.view.counterblows) == {"1803", "2109"}


def test_ex_cb_9() -> None:
    table = soviet_combat(after_all())
    assert {action.hex for action in table.of(BeginBattle)} == {"1803", "2109"}
    table.do(BeginBattle("1803"))
    assert {action.unit for action in table.of(AssignAttacker)} == {"S_LEN", "S_VOL"}, "the fort may take part"
    table.attack("1803", "S_LEN", "S_VOL")
    assert (table.odds.attack, table.odds.defense, table.shifts) == (9, 4, {}), "no forest, no river for the 9th"


def test_ex_cb_9_without_soviets_beside_them_the_markers_lapse() -> None:
    units = {"G9": "1803", "S_VOL": "2004"}
    table = Table(turn=6, phase="combat soviet", units=units, counterblow="1803")
    assert table.view.phase != "combat"
    assert not table.view.counterblows


def test_ex_cb_10() -> None:
    units = {"G3Pz": "1511", "S_S": "1611"}
    assert Table(turn=6, units=units, counterblow="1611").shifts == {}, "mud"
    assert Table(turn=7, units=units, counterblow="1611").shifts == {"armor": 1}
    assert Table(turn=10, units=units, counterblow="1611").shifts == {"armor": 1, "winter": -1}


# --- E. The combined example (16.0), turn 2 --------------------------------------------------------------------
# Bryansk in the open east of Kiev; Odessa behind its rivers with no way out; the 6th Army alone at Kiev.
SUMMER = {
    "S_BRY": "1412", "S_S": "1115", "S_CEN": "1211",
    "G1Pz": "1413", "G4": "1413", "G17": "1313", "G6": "1212",
    "G9": "1114", "G16": "1015", "RUM3": "1015", "RUM4": "1314",
}  # fmt: skip


def summer(*soviet: int, axis: tuple[int, ...] = ()) -> Table:
    hands = {"soviet": [2, *soviet], "axis": list(axis)}
    control = {"axis": ["1307"]}
    table = Table(turn=2, units=SUMMER, hands=hands, control=control).declare("1412", "1115")
    return table.counterblow("1211")


def after_a(*soviet: int, axis: tuple[int, ...] = ()) -> Table:
    """Bryansk is shattered, Kiev cut off by the advance."""
    table = summer(*soviet, axis=axis).attack("1412", "G1Pz", "G4", "G17").roll(3).retreat("S_BRY")
    return table.advance("G1Pz", "1412", "1311", "1310").advance("G4", "1412", "1311").advance("G17", "1412").stop()


def after_b(*soviet: int, axis: tuple[int, ...] = ()) -> Table:
    """Odessa has fallen."""
    table = after_a(*soviet, axis=axis).attack("1115", "G9", "G16", "RUM3").roll(5).advance("G9", "1115").stop()
    table.stops_for_cards = True
    return table


def test_ex_cmb_1() -> None:
    # Maskirovka cannot be played there by its printed text: the cancel is tried on Russian Courage
    table = Table(cards=True, turn=2, units=SUMMER, hands={"soviet": [37], "axis": [14]}).declare("1412", "1115")
    table.play_event(37).play_event(14)
    assert table.happened(EventCancelled("soviet", 37))
    assert not table.of(PlaceCounterblow)


def test_ex_cmb_2() -> None:
    table = summer()
    assert set(table.view.targets) == {"1412", "1115"}
    assert table.view.counterblows == ("1211",)


def test_ex_cmb_4() -> None:
    table = summer().attack("1412", "G1Pz", "G4", "G17")
    assert (table.odds.attack, table.odds.defense, table.column) == (15, 3, "5:1")
    assert table.shifts == {}, "no armor bonus against mechanized infantry"
    table.roll(3)
    assert table.result == "DS"
    table.retreat("S_BRY")
    assert table.at("S_BRY") == "box:shattered"
    table.advance("G1Pz", "1412", "1311", "1310").advance("G4", "1412", "1311")
    assert not any(getattr(action, "unit", "") == "G4" for action in table.legal), "infantry goes two hexes"


def test_ex_cmb_5() -> None:
    table = after_a()
    assert not table.unit("S_CEN").unsupplied, "nothing is marked before the next supply check"
    assert table.unit("S_CEN").cut_off
    assert not table.unit("G1Pz").cut_off


def test_ex_cmb_6() -> None:
    table = after_a(axis=(37,)).attack("1115", "G9", "G16", "RUM3")
    assert (table.odds.attack, table.odds.defense, table.odds.initial) == (9, 3, "3:1")
    assert (table.shifts, table.column) == ({"terrain": -2}, "3:2")
    assert why_not_now(table.state, AXIS, 37, Window.COMMIT) == "it cannot be played against a city (5.3.1)"
    table.roll(5)
    assert table.result == "DR"


def test_ex_cmb_7() -> None:
    table = after_b()
    assert table.happened(UnitEliminated("S_S", "1115", "destroyed", "retreat"))
    assert table.at("G9") == "1115"
    assert table.view.control["1115"] == "axis"


def test_ex_cmb_8() -> None:
    table = after_b()
    assert table.battle.targets == ("1211",)
    assert (table.odds.attack, table.odds.defense, table.column, table.shifts) == (4, 5, "1:2", {})
    table.roll(1)
    assert table.result == "CA"
    table.counterattack()
    assert (table.odds.attack, table.odds.defense, table.column) == (5, 4, "1:1")


def test_ex_cmb_9() -> None:
    table = after_b().roll(1).counterattack().roll(4)
    assert table.result == "CB"
    assert set(table.view.counterblows) | set(table.view.counterblow_results) == {"1212"}


def test_ex_cmb_10() -> None:
    table = after_b(43).roll(1).do(Pass()).counterattack().roll(4)
    # Heroes of the Soviet Union could have been played on the first die; the Soviets kept it
    assert table.actor == "soviet"
    table.play_event(43).roll(2)
    assert table.result == "CA"
    assert table.actor == "axis"
    table.decline()
    assert not table.view.counterblows
    assert [event.value for event in table.seen(DieRolled)][-2:] == [4, 2]
    assert after_b(43).roll(1).do(Pass()).counterattack().roll(4).play_event(43).roll(5).result == "EX"


def test_ex_cmb_11() -> None:
    table = after_b().roll(1).decline()
    table.stops_for_cards = False
    marked = False
    while table.view.phasing != "soviet" or table.view.phase not in ("removal", "detraining", "victory", "cards"):
        table.do(table.legal[-1])
    while table.view.phasing == "soviet":
        marked = marked or table.unit("S_CEN").unsupplied
        lazy = [action for action in table.legal if isinstance(action, (Done, Pass))]
        table.do(lazy[0] if lazy else table.legal[0])
    assert marked
    assert table.at("S_CEN") == "box:surrendered"
    assert table.view.event_vp == 1
    assert table.seen(OddsSet)


def test_ex_cmb_3() -> None:
    """Gott mit uns stands for Manstein, who lies on top of the discards; the initiative is no matter (16.0)."""
    for turn in (2, 13):
        units = {"G6": "1511", "S_W": "1611"}
        table = Table(cards=True, turn=turn, units=units, hands={"axis": [2]}, discards=[7, 1]).fight("1611", "G6")
        assert table.asked("window")
        before = table.odds.attack
        table.play_event(2, next(action.mode for action in table.of(PlayEvent) if action.card == 2))
        if table.of(ChooseUnit):
            table.do(ChooseUnit("G6"))
        assert table.odds.attack == 2 * before == 8
    other = Table(cards=True, turn=2, units=units, hands={"axis": [2]}, discards=[1, 7]).fight("1611", "G6")
    assert not other.of(PlayEvent), "Manstein lies deeper, and the event on top is for another moment"


# --- H. Forts and hexes next to each other -----------------------------------------------------------------------
NEXT_TO_BOTH = {"G4": "1511", "S_W": "1611", "S_S": "1512"}


def test_ex_org_10_a_target_and_a_counterblow_are_one_battle() -> None:
    table = Table(rules="digital", units=NEXT_TO_BOTH, hand="soviet 1").declare("1611").counterblow("1512")
    table.attack("1611", "G4", also=("1512",))
    assert set(table.battle.targets) == {"1611", "1512"}
    assert table.battle.attackers == ("G4",)


def test_ex_org_10_two_targets_by_the_board_rules_only() -> None:
    may = {}
    for rules in ("digital", "deluxe"):
        units = NEXT_TO_BOTH | {"G6": "1511"}
        table = Table(rules=rules, units=units).declare("1611", "1512").do(BeginBattle("1611"), AssignAttacker("G4"))
        may[rules] = AddTarget("1512") in table.legal
    assert may == {"digital": False, "deluxe": True}


def test_ex_org_11_a_fort_that_lost_its_works_can_build_them_again() -> None:
    units = {"G1Pz": "1511", "G2Pz": "1511", "S_MOS": "1611 back", "S_W": "1711"}
    table = Table(rules="digital", units=units, hands={"soviet": [3, 5]}).fight("1611", "G1Pz", "G2Pz").roll(5)
    assert table.result == "DS", "which is an exchange against a fort"
    table.lose("G1Pz")
    assert (table.unit("S_MOS").type, table.strength("G1Pz")) == ("regional", 5)
    while not (table.view.phase == "organization" and table.actor == "soviet"):
        lazy = [action for action in table.legal if isinstance(action, (Done, Pass))]
        table.do(lazy[0] if lazy else table.legal[0])
    table.do(ImproveUnit("S_MOS"))
    while table.asked("pay"):
        table.do(table.legal[0])
    assert table.unit("S_MOS").type == "fort"


def test_ex_org_11_a_counterblow_makes_the_fort_attack() -> None:
    units = {"G4": "1511", "S_MOS": "1611 back"}
    free = Table(phase="combat soviet", units=units)
    assert not free.of(DeclareTarget), "of its own will it does not"
    table = Table(phase="combat soviet", units=units, counterblow="1511")
    assert table.battle.attackers == ("S_MOS",)
    assert table.actor == "chance"
