"""Ask why, phase by phase: the sentence names the fact that is in the way, and the rule it comes from."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat import State, apply, position, why_not
from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    DeclareTarget,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MarkReserve,
    MoveUnit,
    PayCard,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    Resign,
    RetreatUnit,
    Rolled,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD
from noretreat.explain.sentences.telling import tell
from noretreat.game import IllegalAction

Refusal = tuple[Action, str, str]


def refused(state: State, action: Action, rule: str, words: str) -> None:
    """The action is refused for this reason, by `why_not` and by `apply` alike."""
    reason = why_not(state, action)
    assert reason is not None
    assert words in tell(reason).text
    assert tell(reason).rule == rule
    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)
    assert (refusal.value.rule, words in refusal.value.text) == (rule, True)


def after(text: str, *actions: Action) -> State:
    """A position played on."""
    state = position(text)
    for action in actions:
        state, _ = apply(state, action)
    return state


# --- names and moments ------------------------------------------------------------------------------------
MOVING = "turn 2\nunit G4 1206\nunit S_W 1807"


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (MoveUnit("G4", "9999"), "", "There is no hex 9999"),
        (DeclareTarget("9999"), "", "There is no hex 9999"),
        (PlayEvent(99), "", "There is no card 99"),
        (PayCard(1), "4.0", "The Axis side has another decision to make first"),
        (Rolled(3), "4.0", "The Axis side has another decision to make first"),
        (ImproveUnit("G4"), "4.0", "Organization Phase (7.0)"),
        (DetrainUnit("G4", "0606"), "4.0", "Detraining Phase (9.2)"),
        (PlaceCounterblow("1206"), "4.0", "after the targets have been declared"),
    ],
)
def test_what_does_not_exist_or_is_not_asked(action: Action, rule: str, words: str) -> None:
    refused(position(MOVING), action, rule, words)


def test_chance_decides_first() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4")
    assert table.actor == "chance"
    refused(table.state, AssignAttacker("G4"), "4.0", "Dice or cards decide first")
    refused(table.state, PlayEvent(1), "4.0", "Dice or cards decide first")
    refused(table.state, MoveUnit("G4", "1512"), "4.0", "Movement Phase (8.0)")


def test_when_the_game_is_over_nothing_is_allowed() -> None:
    state = after("turn 28\nphase movement soviet\nunit G4 1007\nunit S_NW 2008", Done())
    refused(state, Done(), "", "The game is over")
    with pytest.raises(IllegalAction, match="over"):
        apply(state, Resign("axis"))


# --- 8 movement -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "action", "rule", "words"),
    [
        (MOVING, MoveUnit("G4", "1206"), "", "is there already"),
        (MOVING, MoveUnit("G4", "LADOGA"), "8.0", "Nothing can enter a lake"),
        (MOVING, MoveUnit("G4", "FINLAND"), "8.1", "has 4 movement points; Finland costs"),
        (
            "turn 7\nunit BERLIN_G 0503\nunit G4 0606\nunit S_W 1807",
            MoveUnit("BERLIN_G", "0603"),
            "14.1",
            "stay where they are",
        ),
        (
            "turn 1\nunit RUM3 0717\nunit G4 0606\nunit S_W 1807",
            MoveUnit("RUM3", "0817"),
            "C-53",
            "may not move on turn 1",
        ),
    ],
)
def test_8_moves(text: str, action: Action, rule: str, words: str) -> None:
    refused(position(text), action, rule, words)


def test_8_0_a_unit_whose_move_is_over() -> None:
    state = after("turn 7\nunit G4 1206\nunit G6 1006\nunit S_W 1807", MoveUnit("G4", "1106"), MoveUnit("G6", "1005"))
    refused(state, MoveUnit("G4", "1105"), "8.0", "has already moved this phase")
    refused(state, EntrainUnit("G4"), "9.1", "has already moved this phase")


# --- 9 rail -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("units", "action", "rule", "words"),
    [
        ("unit G4 0906 unsupplied", EntrainUnit("G4"), "9.1", "is unsupplied"),
        ("unit BERLIN_G 0503\nunit G4 0606", EntrainUnit("BERLIN_G"), "9.1", "only mobile units entrain"),
        (
            "unit G4 0906\nunit G6 box:rail\nunit G9 box:rail\nunit G11 box:rail",
            EntrainUnit("G4"),
            "9.1.2",
            "holds three units",
        ),
    ],
)
def test_9_1_entraining(units: str, action: Action, rule: str, words: str) -> None:
    refused(position(f"turn 7\nphase movement axis\n{units}\nunit S_W 1807"), action, rule, words)


def test_9_1_only_in_the_movement_phase() -> None:
    state = position("turn 7\nphase organization axis\nunit G4 0906 back\nunit S_W 1807\nhand axis 1 16 19")
    refused(state, EntrainUnit("G4"), "9.1", "Units entrain in the Movement Phase")


def test_9_1_1_the_second_one_costs_a_card() -> None:
    state = after("turn 7\nphase movement axis\nunit G4 0906\nunit G6 0906\nunit S_W 1807", EntrainUnit("G4"))
    refused(state, EntrainUnit("G6"), "9.1.1", "costs 1 card")


def test_9_1_3_the_first_summer() -> None:
    lines = "phase movement axis\nunit G4 0906\nunit G6 0906\nunit S_W 1807"
    refused(position(f"turn 1\n{lines}"), EntrainUnit("G4"), "9.1.3", "the Axis has no rail moves")
    state = after(f"turn 2\nrules classic\n{lines}", EntrainUnit("G4"))
    refused(state, EntrainUnit("G6"), "9.1.3", "only the free unit entrains, none for a card")


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (DetrainUnit("G6", "0906"), "9.2", "is not in the rail box"),
        (DetrainUnit("G4", "1310"), "9.2", "lies in an enemy zone of control"),
        (DetrainUnit("G4", "1307"), "9.2", "Minsk (1307) was captured this player turn"),
        (DetrainUnit("G4", "1904"), "9.2", "not within three hexes of a supplied city"),
        (DetrainUnit("G4", "0906"), "8.4.1", "There is no room in Warsaw (0906)"),
    ],
)
def test_9_2_detraining(action: Action, rule: str, words: str) -> None:
    units = "unit G4 box:rail\nunit G6 1211\nunit G9 0906\nunit G11 0906\nunit S_NW 1311\nunit S_W 2008"
    state = position(f"turn 7\nphase detraining axis\n{units}\ncontrol axis 1211 1307\ncaptured 1307")
    assert why_not(state, DetrainUnit("G4", "0606")) is None
    refused(state, action, rule, words)


# --- 7 organization ---------------------------------------------------------------------------------------
FLIPPING = "turn 7\nphase organization axis\nhand axis 1 16 19\nunit G4 1206 back\nunit G6 0606\nunit S_W 1207\n"
FLIPPING += "unit G16 1010 back unsupplied\nunit G9 box:shattered\nunit G1Pz box:destroyed"


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (ImproveUnit("G6"), "7.1", "is already at full strength"),
        (ImproveUnit("G16"), "7.0", "has no overland supply path"),
        (ImproveUnit("S_W"), "", "is not yours"),
        (UpgradeUnit("G4"), "7.2", "No free upgrade is left"),
        (UnfortifyUnit("G4"), "7.5", "cannot be unfortified"),
        (ImproveUnit("G9"), "", "is not on the map: it is in the shattered box"),
        (ReorganizeUnit("G4"), "7.10", "is not disorganized"),
    ],
)
def test_7_steps_of_units_on_the_map(action: Action, rule: str, words: str) -> None:
    refused(position(FLIPPING), action, rule, words)


def test_7_0_once_a_phase() -> None:
    state = after(FLIPPING, ImproveUnit("G4"), PayCard(1), PayCard(16))
    refused(state, ImproveUnit("G4"), "7.0", "has already been flipped this phase")


@pytest.mark.parametrize(("turn", "unit"), [(1, "S_LEN"), (2, "S_LEN"), (3, "S_W"), (5, "S_W")])
def test_13_5_when_soviet_units_are_improved(turn: int, unit: str) -> None:
    """Forts from turn 3 on, the others later."""
    text = f"turn {turn}\nphase organization soviet\nhand soviet 2 3 4\nunit S_LEN 1902\nunit S_W 2008\nunit G4 0908"
    refused(position(f"{text}\nunit S_S box:shattered"), ImproveUnit(unit), "13.5", f"for cards on turn {turn}")


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (PlaceUnit("G6", "0906"), "", "is on the map"),
        (PlaceUnit("G9", "1207"), "7.6", "There is an enemy in 1207"),
        (PlaceUnit("G9", "1307"), "7.6", "lies in an enemy zone of control"),
        (PlaceUnit("G9", "1902"), "7.6", "cannot be placed in Leningrad (1902)"),
        (ReplaceUnit("G9", "0906"), "7.9", "is neither destroyed nor surrendered"),
    ],
)
def test_7_6_placing(action: Action, rule: str, words: str) -> None:
    state = after(FLIPPING, Done())
    assert state.segment == "placement"
    refused(state, action, rule, words)


def test_7_9_replacing_has_a_price_and_needs_time() -> None:
    text = "phase organization soviet\nunit G4 0908\nunit S_W 2008 disorganized\nunit S_S box:shattered\n"
    state = position(f"turn 4\n{text}unit S_NW box:destroyed")
    refused(state, ReplaceUnit("S_NW", "2008"), "7.9", "Replacing Northwest Front costs 1 card.")
    refused(state, ReorganizeUnit("S_W"), "7.10", "costs a card, and you have none")
    early = "turn 2\nphase organization axis\nunit G4 0606\nunit S_W 2008\nunit G6 box:destroyed\nhand axis 1 3"
    refused(after(early, Done()), ReplaceUnit("G6", "0606"), "7.9.1", "cannot be replaced on turn 2")


# --- 10 combat --------------------------------------------------------------------------------------------
def test_10_1_targets() -> None:
    units = {"G4": "1511", "G6": "1610 disorganized", "S_W": "1611", "S_NW": "1710", "S_S": "2008", "S_BRY": "1510"}
    table = Table(units=units)
    refused(table.state, DeclareTarget("1710"), "10.1.1", "Your only units next to 1710")
    refused(table.state, DeclareTarget("1810"), "10.1", "There is no enemy in 1810")
    refused(table.state, DeclareTarget("2008"), "10.1", "None of your units stands next to Moscow (2008)")
    table.do(DeclareTarget("1611"))
    refused(table.state, DeclareTarget("1611"), "10.1", "already has a marker")


def test_10_1_no_marker_left() -> None:
    """From turn 26 on the Axis declares a single target."""
    table = Table(units={"G4": "1511", "G6": "1511", "S_W": "1611", "S_KAL": "1510"}, turn=26)
    table.do(DeclareTarget("1611"))
    refused(table.state, DeclareTarget("1510"), "10.1", "All your markers for this turn are used")


def test_10_1_2_counterblows() -> None:
    units = {
        "S_W": "1611 back",
        "S_NW": "1710",
        "G4": "1511",
        "G9": "0606",
        "KG1": "1612",
        "G11": "1709",
        "G17": "1510",
    }
    table = Table(phase="combat soviet", units=units, hands={"axis": [16, 19, 22]}, counterblow="1510")
    table.do(DeclareTarget("1511"), Done())
    refused(table.state, PlaceCounterblow("1611"), "10.1.2", "None of your units is in 1611")
    refused(table.state, PlaceCounterblow("1511"), "10.1.2", "is a target already")
    refused(table.state, PlaceCounterblow("0606"), "10.1.2", "No enemy stands next to Breslau (0606)")
    refused(table.state, PlaceCounterblow("1612"), "10.1.2", "Only white units stand in 1612")


def test_c_50_a_hex_of_disorganized_units_bears_no_counterblow_by_the_computer_rules() -> None:
    """By the board game it may; a hex with a fit unit remains on offer beside it."""
    units = {"S_W": "1611 back", "G4": "1511 disorganized", "G9": "1612", "G17": "1610"}
    hands = {"axis": [16, 19, 22]}
    table = Table(phase="combat soviet", units=units, hands=hands, rules="digital")
    table.do(DeclareTarget("1610"), Done())
    refused(table.state, PlaceCounterblow("1511"), "10.1.2", "Only white or disorganized units stand in 1511")
    assert PlaceCounterblow("1612") in table.legal
    board = Table(phase="combat soviet", units=units, hands=hands, rules="deluxe")
    board.do(DeclareTarget("1610"), Done())
    assert PlaceCounterblow("1511") in board.legal


JOINT = {
    "G4": "1511",
    "G18": "1511",
    "G6": "1610",
    "G9": "1612 disorganized",
    "G11": "1709",
    "G16": "1811",
    "S_W": "1611",
}
JOINT |= {"S_NW": "1711", "S_S": "1710"}


def joint() -> Table:
    """1611 and 1710 are declared, 1711 is not."""
    return Table(units=JOINT).do(DeclareTarget("1611"), DeclareTarget("1710"), Done())


def test_10_1_2_a_second_counterblow_while_the_first_is_paid() -> None:
    """From turn 26 on the Axis has one marker; before that the hex is fine, and the card comes first."""
    units = {"S_W": "1611", "S_NW": "1710", "G4": "1511", "G11": "1709"}
    hands = {"axis": [16, 19]}
    table = Table(phase="combat soviet", units=units, turn=26, hands=hands).declare().do(PlaceCounterblow("1511"))
    refused(table.state, PlaceCounterblow("1709"), "10.1", "All your markers for this turn are used")
    table = Table(phase="combat soviet", units=units, turn=7, hands=hands).declare().do(PlaceCounterblow("1511"))
    refused(table.state, PlaceCounterblow("1709"), "4.0", "has another decision to make first")
    refused(table.state, PlaceCounterblow("1511"), "10.1.2", "bears a Counterblow already")


def test_10_1_2_a_counterblow_by_an_event_needs_no_card() -> None:
    """01A: a hex is refused for its units, not for the empty hand."""
    units = {"S_W": "1611", "G4": "1511", "KG1": "1612"}
    table = Table(phase="combat soviet", units=units, cards=True, hands={"axis": [1]}).declare()
    table.play_event(1, "counterblows")
    refused(table.state, PlaceCounterblow("1612"), "10.1.2", "Only white units stand in 1612")


def test_10_3_a_planned_battle_is_begun_by_its_first_hex() -> None:
    units = {"G6": "1610", "S_W": "1611", "S_S": "1710", "G9": "1704", "S_KAL": "1804"}
    table = Table(units=units, rules="digital").declare("1611", "1804")
    while not table.asked("fight_planned"):
        table.do(table.legal[0])
    refused(table.state, BeginBattle("1710"), "10.3", "is not the first hex of a battle")


def test_10_3_a_hex_that_would_leave_another_without_an_attacker() -> None:
    """C-24: a unit that can attack one hex only attacks the one with the Counterblow marker."""
    units = {"G6": "1610", "S_W": "1611", "S_S": "1710", "G11": "1511", "S_NW": "1510", "S_KAL": "1709"}
    units |= {"G9": "1704", "S_BRY": "1804"}
    table = Table(units={k: v for k, v in units.items() if k not in ("G11", "S_NW", "S_KAL")}, rules="digital_0_1")
    table.state.standing_counterblows = BOARD.mask("1611")
    table.declare("1710", "1804")
    refused(table.state, BeginBattle("1710"), "10.3", "would leave another marked hex without an attacker")


def test_what_no_rule_explains_is_refused_all_the_same() -> None:
    """10.7: an exchange costs one of the two attackers a step, and nobody else."""
    table = Table(units={"G4": "1511", "G6": "1610", "G9": "0606", "S_W": "1611"}).fight("1611", "G4", "G6")
    table.roll(table.odds.results.index("EX") + 1)
    refused(table.state, LoseStep("G9"), "", "Choose one of the highlighted options")


def test_14_12_only_the_reserve_leaves_the_train_in_the_turn_of_the_axis() -> None:
    units = "unit S_NW box:rail reserve\nunit S_S box:rail\nunit S_W 1909\nunit G4 0606"
    state = position(f"turn 7\nphase detraining axis\nrules living\n{units}")
    assert DetrainUnit("S_NW", "2008") in state.options
    refused(state, DetrainUnit("S_S", "2008"), "9.2", "cannot detrain now; Northwest Front can")
    state = position(f"turn 7\nphase detraining soviet\nrules deluxe\n{units}")
    state, _ = apply(state, Done())
    assert MarkReserve("S_S") in state.options
    refused(state, DetrainUnit("S_S", "2008"), "4.0", "has another decision to make first")


def test_10_3_which_battle_may_begin() -> None:
    table = joint()
    assert BeginBattle("1611") in table.legal
    refused(table.state, BeginBattle("1711"), "10.1", "is not marked for battle")


def test_10_3_who_may_attack() -> None:
    table = joint().do(BeginBattle("1611"))
    refused(table.state, AssignAttacker("G9"), "10.1.1", "disorganized or white")
    refused(table.state, AssignAttacker("G11"), "10.3.3", "not adjacent to every target")
    refused(table.state, AssignAttacker("S_S"), "", "is not yours")
    refused(table.state, AssignAttacker("G17"), "", "is not on the map")
    table.do(AssignAttacker("G4"))
    refused(table.state, AssignAttacker("G4"), "10.3", "attacks already")


def test_10_3_2_which_hexes_may_be_attacked_together() -> None:
    units = {"G6": "1610", "G4": "1610", "G18": "1511", "S_W": "1611", "S_S": "1710", "G9": "1704", "S_KAL": "1804"}
    table = Table(units=units).declare("1611", "1710", "1804").do(BeginBattle("1611"), AssignAttacker("G6"))
    assert AddTarget("1710") in table.legal
    refused(table.state, AddTarget("1611"), "10.3.2", "is part of this battle")
    refused(table.state, AddTarget("1804"), "10.3.3", "all must be adjacent")
    refused(table.state, AddTarget("1711"), "10.1", "is not marked for battle")


def test_10_3_a_unit_that_another_target_needs() -> None:
    """G6 alone can attack 1710, and G4 beside it in the battle for 1611 cannot go along."""
    units = {name: at for name, at in JOINT.items() if name != "G11"}
    table = Table(units=units).do(DeclareTarget("1611"), DeclareTarget("1710"), Done())
    table.do(BeginBattle("1611"), AssignAttacker("G4"))
    refused(table.state, AssignAttacker("G6"), "10.3", "is needed elsewhere")


def test_10_3_4_a_unit_fights_once() -> None:
    table = joint().do(BeginBattle("1611"), AssignAttacker("G4"), Done())
    table.roll(table.odds.results.index("NE") + 1)
    while not table.asked("compose"):
        table.do(table.legal[0])
    refused(table.state, AssignAttacker("G4"), "10.3.4", "has fought in this phase")


def test_10_7_5_and_10_8_retreat_and_advance() -> None:
    units = {"G1Pz": "1511", "G4": "1511", "G6": "1610 disorganized", "S_W": "1611", "G9": "0606"}
    table = Table(units=units).fight("1611", "G1Pz", "G4")
    table.roll(table.odds.results.index("DR") + 1)
    refused(table.state, RetreatUnit("S_W", ("1511",)), "10.7.5", "cannot retreat that way")
    table.retreat("S_W")
    refused(table.state, AdvanceUnit("G9", "1611"), "10.8", "did not take part")
    refused(table.state, AdvanceUnit("S_W", "1611"), "", "is not yours")
    refused(table.state, AdvanceUnit("G1Pz", "1711"), "10.8.1", "must first advance into a hex the enemy has left")
    table.do(AdvanceUnit("G1Pz", "1611"))
    refused(table.state, AdvanceUnit("G1Pz", "1813"), "10.8.1", "1611 and 1813 are not adjacent")


def test_10_8_a_white_unit_that_fought_does_not_advance() -> None:
    units = {"G1Pz": "1511", "KG1": "1511", "S_W": "1611"}
    table = Table(units=units, counterblow="1611").attack("1611", "G1Pz", "KG1")
    table.roll(table.odds.results.index("DR") + 1).retreat("S_W")
    refused(table.state, AdvanceUnit("KG1", "1611"), "10.8", "is disorganized, white or immobile")


def test_10_8_1_how_far_an_advance_goes() -> None:
    """While G6 may still follow, G4 has gone its two hexes; a marsh ends the advance at once."""
    table = Table(units={"G4": "1511", "G6": "1610", "S_W": "1611"}).fight("1611", "G4", "G6")
    table.roll(table.odds.results.index("DR") + 1).retreat("S_W").advance("G4", "1611", "1612")
    refused(table.state, AdvanceUnit("G4", "1712"), "10.8.1", "has advanced as far as it may")
    table = Table(units={"G1Pz": "1211", "G4": "1211", "G6": "1311", "S_W": "1310"}).fight("1310", "G1Pz", "G4", "G6")
    table.roll(table.odds.results.index("DR") + 1).retreat("S_W").advance("G4", "1310")
    refused(table.state, AdvanceUnit("G4", "1309"), "10.8.1", "The terrain of 1310 ends the advance")


# --- 5 cards ----------------------------------------------------------------------------------------------
def test_5_0_cards_that_are_not_in_the_hand() -> None:
    state = after(FLIPPING, ImproveUnit("G4"))
    refused(state, PayCard(5), "5.0", "is not in that hand")
    discarding = position("turn 7\nphase cards axis\nunit G4 1007\nunit S_NW 2008\nhand axis 3 16 19")
    while Discard(16) not in discarding.options:
        discarding, _ = apply(discarding, discarding.options[0])
    refused(discarding, Discard(5), "5.0", "is not in that hand")
