"""What a player reads: one line for every event, the question on the table, and what an answer costs."""

from __future__ import annotations

import re

import pytest
from cards.battles import LATE, axis_attack, soviet_attack
from rules.combat_helpers import Table

from noretreat import State, position
from noretreat.core import events as ev
from noretreat.core.actions import (
    Action,
    AssignAttacker,
    BeginBattle,
    ChooseHex,
    DeclareTarget,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MoveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD
from noretreat.core.kernel import Decision
from noretreat.core.names import card_title, unit_name
from noretreat.core.reasons import Reason
from noretreat.data.facts import Side
from noretreat.data.languages import LANGUAGES
from noretreat.explain.questions import answers
from noretreat.explain.sentences import asking, wording
from noretreat.explain.sentences.telling import tell
from noretreat.explain.sentences.wording import describe, hexes_of
from noretreat.game import apply
from noretreat.rules.choices import AskForCard, ChooseForCard
from noretreat.rules.movement import MoveByEvent
from tools.examples_of_lines import SCENES, UNWRITTEN, lines
from tools.tongue import Tongue

AXIS, SOVIET = Side.AXIS, Side.SOVIET


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.TurnBegan(1, "clear"), "Turn 1: "),
        (ev.PhaseBegan(AXIS, "movement"), "Axis Movement Phase"),
        (ev.VictoryPointsCounted(AXIS, 15, 2), "Axis has 15 victory points (+2 from events)"),
        (ev.VictoryPointsCounted(SOVIET, 15, 0), "Soviet has 15 victory points"),
        (ev.EventPointsChanged(-1, 2, "ss_return"), "Event points -1 (the return of SS Panzer): now +2"),
        (ev.EventPointsChanged(1, 1, "45-axis"), "Event points +1 (Desperate Offensive): now +1"),
        (ev.EventPointsChanged(-1, 0, "calendar.4.west"), "Event points -1 (Pearl Harbor): now 0"),
        (ev.EventPlayed(SOVIET, 13), "Soviet plays card 13, General Winter"),
        (ev.ResultFound("CA", "below_1_3"), "Result CA: counterattack (odds below 1:3)"),
        (ev.InitiativeShifted(SOVIET, 23), "The initiative passes to the Soviet side; the Axis high tide was 23"),
        (ev.GameEnded(AXIS, "sudden_death"), "Axis victory: passed the Sudden Death mark (12.2)"),
        (ev.CardDrawn(AXIS, 1), "Axis draws card 1, Erich von Manstein"),
        (ev.CardDrawn(AXIS, None), "Axis draws a card"),
        (ev.CardDiscarded(SOVIET, 1, "payment"), "Soviet pays with card 1, New Conscripts"),
        (ev.CardDiscarded(AXIS, 1, "random"), "Axis loses card 1, Erich von Manstein at random"),
        (ev.CardTaken(AXIS, 4, "enemy"), "Axis takes the enemy's card 4, Elastic Defense into its hand"),
        (ev.CardTaken(AXIS, None, "discards"), "Axis takes a card from the discards into its hand"),
        (ev.PaymentVoid(AXIS, 4), "Axis: the payment with card 4, Elastic Defense is canceled"),
        (ev.TakenBack("G4", None), "4th Army: the purchase is undone"),
        (ev.TakenBack(None, "1211"), "Kiev (1211): the purchase is undone"),
        (ev.WeatherChanged(9, "long_winter"), "The weather of turn 9 becomes long winter"),
        (ev.CityScorched("1211", True), "Kiev (1211) is scorched"),
        (ev.CityScorched("1211", False), "Kiev (1211) is rebuilt"),
        (ev.SuddenDeathCancelled(AXIS), "The Axis Sudden Death check is canceled this turn"),
        (ev.ObligationFailed(SOVIET, 44, 2), "Soviet fell 2 short of the attacks it had to make"),
        (ev.DeckReshuffled(40), "The deck is shuffled: 40 cards"),
        (ev.EventCancelled(SOVIET, 42), "Axis cancels Seymon Timoshenko"),
        (ev.EffectExpired(AXIS, 29), "Walter Model is over"),
        (ev.SupplyChecked(AXIS, ("G4", "G6")), "Unsupplied: 4th Army and 6th Army"),
        (ev.UnitFlipped("G4", 1, "loss"), "4th Army loses a step"),
        (ev.UnitPlaced("G4", "1211", "cadre"), "4th Army, what is left of the lost unit, stays in Kiev (1211)"),
        (ev.UnitAvailable("G4", "delayed"), "4th Army is available"),
        (ev.UnitMoved("G4", ("1211", "1311"), 1), "4th Army: 1211 - 1311"),
        (ev.ControlChanged("1211", AXIS), "Kiev (1211) falls to the Axis side"),
        (ev.ReserveMarked("S_NW"), "Northwest Front is the Strategic Reserve"),
        (ev.UnitShattered("G4", "1211", "overstack"), "4th Army is shattered (over the stacking limit)"),
        (ev.UnitShattered("G4", "1211", "combat"), "4th Army is shattered"),
        (ev.UnitEliminated("G4", "1211", "destroyed", "retreat"), "4th Army cannot retreat and is eliminated"),
        (
            ev.UnitEliminated("G4", "1211", "surrendered", "supply"),
            "4th Army is still cut off and surrenders",
        ),
        (
            ev.UnitEliminated("ITA8", "1211", "track", "combat"),
            "Italian 8th Army is eliminated in combat; it will return",
        ),
        (
            ev.UnitEliminated("G4", "1211", "removed", "event"),
            "4th Army is eliminated by an event; it is removed from the game",
        ),
        (ev.CounterblowPlaced(AXIS, "1211", "paid"), "Axis pays for a Counterblow on Kiev (1211)"),
        (ev.CounterblowLapsed("1211"), "The Counterblow on Kiev (1211) has no effect"),
        (ev.TargetLapsed("1211"), "The target Kiev (1211) can no longer be attacked"),
        (ev.BattleBegan(AXIS, ("G4",), ("1211", "1611"), False), "Axis attack on Kiev (1211) and 1611: 4th Army"),
        (ev.BattleBegan(AXIS, ("G4",), ("1611",), True), "Axis counterattack on 1611: 4th Army"),
        (ev.SupportCommitted(AXIS), "Axis commits Blitz support"),
        (ev.SupportCommitted(SOVIET), "Soviet commits Shock support"),
        (
            ev.OddsSet(8, 4, "2:1", ((-1, "terrain"), (1, "support")), "2:1"),
            "Fought at 2:1: 8 to 4 is 2:1; -1 terrain, +1 support",
        ),
        (ev.OddsSet(8, 4, "2:1", (), "2:1"), "Fought at 2:1: 8 to 4, no shifts"),
        (ev.ResultFound("DR", "table"), "Result DR: defender retreats"),
        (ev.ResultFound("CA", "32-axis"), "Result CA: counterattack (Counteroffensive)"),
        (ev.CounterattackDeclined(SOVIET), "The Soviet side declines to counterattack"),
        (ev.UnitRemoved("ITA8", "calendar"), "Italian 8th Army is removed from the game by the calendar"),
        (ev.MarkersCleared(("G4",)), "Markers removed: 4th Army"),
        (ev.LocalSupportPlaced("G4"), "Axis gives 4th Army local support"),
        (ev.UnitDisorganized("G4", "paratroops"), "4th Army is disorganized by paratroops"),
        (ev.TriggerPulled("warsaw", 21), "Warsaw falls to the Soviets: consequences on turn 21"),
        (ev.JokerPassed(SOVIET, "payment"), "Axis pays with the Joker; it is now held by the Soviet side"),
        (ev.BattleResumed(("1211",), "dice"), "Die for Kiev (1211)"),
        (ev.BattleResumed(("1211", "1611"), "result"), "The result for Kiev (1211) and 1611 is applied"),
        (ev.TriggerPulled("oil", 21), "The Rumanian oil fields fall: consequences on turn 21"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ev.Base) else "",
)
def test_every_event_in_one_line(event: ev.Event, line: str) -> None:
    told = describe(event, event.side if isinstance(event, ev.CardDrawn | ev.CardTaken) else None)
    assert told.startswith(line) if isinstance(event, ev.TurnBegan) else told == line


@pytest.mark.parametrize(
    ("event", "alone", "line"),
    [
        (ev.TargetDeclared("1211"), "Target: Kiev (1211)", "Soviet declares a target: Kiev (1211)"),
        (ev.CityScorched("1211", True), "Kiev (1211) is scorched", "Soviet scorches Kiev (1211)"),
        (ev.CityScorched("1211", False), "Kiev (1211) is rebuilt", "Soviet rebuilds Kiev (1211)"),
        (
            ev.WorksBuilt("1211"),
            "Defensive Works in Kiev (1211)",
            "Soviet builds Defensive Works in Kiev (1211)",
        ),
        (ev.ExtensionLaid(9), *["The map extension is laid: the whole-map rules now apply"] * 2),
    ],
)
def test_the_side_that_did_it_is_named_where_it_is_known(event: ev.Event, alone: str, line: str) -> None:
    assert describe(event) == alone
    assert describe(event, by=Side.SOVIET) == line


def test_crd_14_a_drawn_card_is_named_to_its_owner_only() -> None:
    event = ev.CardDrawn(AXIS, 1)
    assert describe(event, AXIS) == "Axis draws card 1, Erich von Manstein"
    assert describe(event, SOVIET) == describe(event, None) == "Axis draws a card"


def test_a_hand_that_was_seen_is_named_to_who_saw_it() -> None:
    event = ev.HandSeen(SOVIET, AXIS, (3, 7))
    assert (
        describe(event, AXIS)
        == f"Axis looks at the Soviet hand: 3, {card_title(3, SOVIET)}; 7, {card_title(7, SOVIET)}"
    )
    assert describe(event, None) == "Axis looks at the Soviet hand"
    assert describe(ev.HandSeen(SOVIET, AXIS, ()), AXIS).endswith("no cards")


@pytest.mark.parametrize(
    ("event", "hexes"),
    [
        (ev.UnitMoved("G4", ("1211", "1311", "1411"), 2), ("1211", "1311", "1411")),
        (ev.BattleBegan(AXIS, ("G4",), ("1611", "1710"), False), ("1611", "1710")),
        (ev.UnitAdvanced("G4", "1511", "1611"), ("1511", "1611")),
        (ev.TakenBack("G4", None), ()),
        (ev.SupportCommitted(AXIS), ()),
    ],
)
def test_the_hexes_an_event_points_at(event: ev.Event, hexes: tuple[str, ...]) -> None:
    assert hexes_of(event) == hexes


# --- the question on the table ----------------------------------------------------------------------------
def asked(state: State) -> str:
    """The sentence of the decision on top of the stack."""
    frame = state.question
    assert isinstance(frame, Decision)
    return asking.sentence(state, frame)


BATTLE = {"G4": "1511", "G6": "1610", "S_W": "1611"}


def test_a_battle_asks_with_its_names() -> None:
    table = Table(units=BATTLE, supports="1 0").declare("1611")
    assert asked(table.state) == "Choose the attackers of 1611."
    table.attack("1611", "G4", "G6")
    assert asked(table.state) == "Commit a Blitz marker to the battle for 1611? You have 1."
    table.support(yes=False).roll(table.odds.results.index("DR") + 1)
    assert asked(table.state) == "Retreat West Front: choose one of the highlighted hexes."
    table.retreat("S_W")
    assert asked(table.state) == "Advance after the battle for 1611: choose a unit, then the hex it enters. Or stay."


def test_the_attackers_so_far_and_the_battles_left() -> None:
    units = {**BATTLE, "G18": "1511", "G9": "1704", "S_KAL": "1804"}
    table = Table(units=units).declare("1611", "1804")
    assert asked(table.state) == "Who attacks what? Marked hexes still to be attacked: 2."
    table.do(BeginBattle("1611"), AssignAttacker("G18"))
    assert asked(table.state) == "Attackers of 1611 so far: 18th Army. Add more, or attack."


def test_a_counterattack_is_offered_by_the_names_of_the_attackers() -> None:
    table = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4")
    table.roll(table.odds.results.index("CA") + 1)
    assert asked(table.state) == "Counterattack 4th Army, or decline?"


def test_an_exchange_asks_for_the_step_and_the_cadre() -> None:
    table = Table(units=BATTLE).fight("1611", "G4", "G6")
    table.roll(table.odds.results.index("EX") + 1)
    assert asked(table.state) == "Battle for 1611: choose the unit that loses a step."


def test_an_overstacked_hex_is_named() -> None:
    table = Table(units={"G4": "1211", "G6": "1211", "G9": "1211", "S_W": "1807"}, phase="movement axis")
    table.do(table.legal[-1])
    assert asked(table.state) == "Too many units in Kiev (1211): choose the one to be shattered."


def test_the_units_on_the_train_are_named() -> None:
    table = Table(phase="detraining axis", units={"G4": "box:rail", "G6": "0606", "S_W": "1807"})
    assert asked(table.state) == "These units can detrain: 4th Army. Place them, or end the phase."


@pytest.mark.parametrize(("boxes", "words"), [("unit G9 box:shattered", "Place 1 unit on the map for free"), ("", "")])
def test_units_waiting_for_a_place_are_counted(boxes: str, words: str) -> None:
    army = "unit G4 1206\nunit S_W 1807\nunit G16 box:destroyed\nhand axis 16 19 21"
    text = f"rules digital\nturn 7\nphase organization axis\n{army}"
    state = position(f"{text}\n{boxes}")
    assert state.segment == "placement"
    assert words in asked(state)
    assert ("for free" in asked(state)) == bool(boxes)


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_7_7_who_must_come_back_is_named_where_one_may_not_go_on(rules: str) -> None:
    text = f"rules {rules}\nturn 7\nphase organization axis\nunit G4 1206\nunit S_W 1807\nunit G9 box:shattered"
    state = position(text)
    must = rules == "deluxe"
    assert (Done() not in state.options) == must
    assert (asked(state) == "Before you continue, these units must come back onto the map: 9th Army.") == must


def played(state: State, *kinds: type[Action]) -> State:
    """Goes on by the first action of each kind; windows that come up in between are passed."""
    for kind in kinds:
        while not (chosen := [action for action in state.options if isinstance(action, kind)]):
            assert Pass() in state.options, f"no {kind.__name__} in {state.options}"
            state, _ = apply(state, Pass())
        state, _ = apply(state, chosen[0])
    return state


def test_d_24_an_answer_is_asked_for_by_what_it_would_cancel() -> None:
    """A card that is announced, a step just taken and a payment are each named in the question."""
    text = "turn 3\nphase movement axis\nunit G1Pz 1010\nunit S_SW 1211\nhand axis 17 6\nhand soviet 34 36"
    state = played(position(text), PlayEvent)
    assert asked(state) == "Axis plays card 17, General Staff: cancel it, or allow it?"
    text = (
        "rules deluxe\nturn 14\nphase organization soviet\nunit S_SW 2006\nunit S_KAL box:destroyed\n"
        "unit G1Pz 1211\nhand soviet 3 8 12 20\nhand axis {}"
    )
    state = played(position(text.format("7 6")), Done, ReplaceUnit)
    while isinstance(state.options[0], PayCard):
        state = played(state, PayCard)
    assert asked(state) == "Kalinin Front has just gained a step: cancel that, or allow it?"


def test_d_23_an_event_says_what_is_to_be_chosen_and_how_often() -> None:
    """The chooser hears whose event it is, and whether one may stop."""
    state = position("turn 9\nunit G4 1211\nunit S_W 1807").copy()
    state.stack = (AskForCard(35, 0, "", 1, 2, True),)
    state.options = (LoseStep("S_W"),)
    assert asked(state) == f"{card_title(35, AXIS)} (Axis): choose 2 units that lose a step each."
    state.stack = (AskForCard(32, 1, "", 1, 3, False),)
    state.options = (ChooseHex("1211"), Done())
    words = "choose connected hexes that can hold an extra unit (3 at most), or stop."
    assert asked(state) == f"{card_title(32, SOVIET)}: {words}"
    assert asking.asked(state, state.question) == (("event.32-soviet",), {"half": "32-soviet", "n": 3})
    state.stack = (ChooseForCard(18, 0, (BOARD.unit_index["S_W"],), "unit"),)
    assert asked(state) == f"{card_title(18, AXIS)}: choose the Unsupplied unit that surrenders."


def test_d_50_units_that_an_event_moves_are_counted() -> None:
    state = position("turn 9\nunit G4 1211\nunit G6 1210\nunit S_W 1807").copy()
    both = 1 << BOARD.unit_index["G4"] | 1 << BOARD.unit_index["G6"]
    state.options = (MoveUnit("G4", "1311"), MoveUnit("G6", "1311"), Done())
    state.stack = (MoveByEvent(0, both, 2),)
    assert asked(state) == "Move units with the event, up to 2 MP each, or stop."
    state.stack = (MoveByEvent(0, both, 2, left=1),)
    assert asked(state) == "Move one more unit with the event, up to 2 MP, or stop."


# --- prices -----------------------------------------------------------------------------------------------
def prices(state: State) -> dict[Action, int]:
    """What the legal actions cost, as the screen is told."""
    return {state.options[index]: info.cost for index, info in answers.action_info(state).items() if info.cost}


def test_7_improvements_and_replacements_have_a_price() -> None:
    text = (
        "turn 7\nphase organization axis\nunit G4 1206 back\nunit S_W 1807\nunit G16 box:destroyed\nhand axis 16 19 21"
    )
    state = position(text)
    assert prices(state) == {ImproveUnit("G4"): 2}
    table = Table(
        phase="organization axis", units={"G16": "box:destroyed", "S_W": "1807"}, hands={"axis": [16, 19, 21]}
    )
    costs = prices(table.state)
    assert costs
    assert {type(action) for action in costs} == {ReplaceUnit}


def test_7_5_and_7_10_fortifications_and_markers_cost_a_card() -> None:
    units = {"S_LEN": "1902 back", "S_W": "2008 disorganized", "S_S": "1909 disorganized", "G4": "0908"}
    table = Table(phase="organization soviet", units=units, hands={"soviet": [16, 19, 21]})
    assert prices(table.state) == {UnfortifyUnit("S_LEN"): 1}
    table.do(UnfortifyUnit("S_LEN"))
    assert asked(table.state) == "Pay 1 card to unfortify Leningrad Defense."
    table.do(PayCard(16))
    while ReorganizeUnit("S_W") not in table.legal:
        table.do(Done())
    assert prices(table.state) == {ReorganizeUnit("S_W"): 1, ReorganizeUnit("S_S"): 1}
    table.do(ReorganizeUnit("S_W"))
    assert asked(table.state) == "Pay 1 card to reorganize West Front."


def test_9_1_1_a_further_train_costs_a_card() -> None:
    units = {"G4": "0906", "G6": "0906", "G9": "0606", "S_W": "1807"}
    table = Table(phase="movement axis", units=units, hands={"axis": [16, 19]})
    assert prices(table.state) == {}
    table.do(EntrainUnit("G4"))
    assert prices(table.state) == {EntrainUnit("G6"): 1, EntrainUnit("G9"): 1}
    table.do(EntrainUnit("G6"))
    assert asked(table.state) == "Pay 1 card to entrain 6th Army."


def test_10_1_2_a_counterblow_costs_a_card() -> None:
    units = {"G4": "1511", "G6": "1610", "S_W": "1611"}
    table = Table(phase="combat soviet", units=units, hands={"axis": [16, 19]}).declare("1511")
    assert prices(table.state) == {PlaceCounterblow("1610"): 1}
    table.do(PlaceCounterblow("1610"))
    assert asked(table.state) == "Pay 1 card for the Counterblow on 1610."


def test_rem_3_rebuilding_costs_two_cards() -> None:
    units = {"G4": "1211", "S_W": "2008"}
    table = Table(phase="movement axis", units=units, control={"axis": ["1211"]}, hands={"axis": [16, 19, 21]})
    table.state.scorched = 1 << BOARD.node_of["1211"]
    while not table.asked("rebuild"):
        table.do(table.legal[-1])
    assert prices(table.state) == {ChooseHex("1211"): 2}
    table.do(ChooseHex("1211"))
    assert asked(table.state) == "Pay 2 cards to rebuild Kiev (1211)."


def test_chance_and_a_game_that_is_over_have_no_prices() -> None:
    rolling = Table(units={"G4": "1511", "S_W": "1611"}).fight("1611", "G4")
    assert rolling.actor == "chance"
    assert answers.action_info(rolling.state) == {}
    over = Table(turn=28, phase="movement soviet", units={"G4": "1007", "S_NW": "2008"})
    over.do(over.legal[-1])
    assert over.winner is not None
    assert answers.action_info(over.state) == {}


def test_alternatives_of_an_event_have_words() -> None:
    """01A Manstein in a battle, 08A with both of its modes."""
    units = {"G1Pz": "1511", "S_CEN": "1611"}
    table = Table(cards=True, turn=19, units=units, hands={"axis": [8]}).fight("1611", "G1Pz")
    labels = {info.label for info in answers.action_info(table.state).values()}
    assert labels == {"your armor bonus always works", "no armor bonus for the Soviets"}
    assert asked(table.state) == "Battle for 1611, before the die is rolled. Play an event, or pass."


def test_10_7_3_a_counterblow_result_asks_for_the_hex() -> None:
    table = Table(units={"G4": "1511", "G6": "1610", "S_W": "1611"}).fight("1611", "G4", "G6")
    table.roll(table.odds.results.index("CB") + 1)
    assert asked(table.state) == (
        "Battle for 1611: choose which of your hexes takes the Counterblow marker; enemies beside it must attack it in "
        "their next turn."
    )


def test_a_card_asks_with_its_name() -> None:
    """17S: which of the two is attacked first?"""
    stack = {"S_CEN": "1611 back", "G4": "1511", "G8": "1511 back"}
    table = soviet_attack({"soviet": [17]}, stack, turn=LATE).play_event(17)
    assert asked(table.state) == "Infiltration Tactics: choose the unit that is attacked first."


def test_what_an_event_gives_has_no_price() -> None:
    """The upgrade of 08S is free, though the same steps in the phase around it cost a card."""
    units = {"S_W": "2008", "S_NW": "2310", "G4": "1007"}
    table = Table(cards=True, turn=18, phase="organization soviet", units=units, hands={"soviet": [8, 16, 17]})
    table.play_event(8, "upgrade")
    assert set(table.legal) >= {UpgradeUnit("S_W"), UpgradeUnit("S_NW")}
    assert prices(table.state) == {}


def test_named_alternatives_have_words() -> None:
    """21A: which of two dice counts?"""
    table = axis_attack({"axis": [21]}).play_event(21).roll(1).roll(6)
    assert [info.label for info in answers.action_info(table.state).values()] == ["Take the 1", "Take the 6"]


def test_a_way_names_areas_and_numbers_hexes() -> None:
    said = describe(ev.UnitMoved("GF", ("WEST_BALKANS", "0113"), 1))
    assert said.endswith(": West Balkans - 0113")


def test_questions_the_log_and_refusals_name_a_unit_by_the_face_that_lies_up() -> None:
    table = Table(units={"G1Pz": "1511", "G4": "1511", "G6": "1510", "S_STA": "1611 back"})
    table.fight("1611", "G1Pz", "G4", "G6")
    table.roll(table.odds.results.index("DR") + 1)
    assert asked(table.state) == "Retreat 3rd Ukraine Front: choose one of the highlighted hexes."
    moved = ev.UnitMoved("S_STA", ("1611", "1711"), 1)
    assert describe(moved, None, table.state.face) == "3rd Ukraine Front: 1611 - 1711"
    assert describe(moved) == "Stalingrad Front: 1611 - 1711"
    why = Reason("plan-problem", {"hexes": ["1611"], "why": Reason("attacks-already", {"unit": "S_STA"})})
    assert tell(why, table.state.face).text == "1611: 3rd Ukraine Front attacks already."


def test_no_two_units_have_the_same_name_and_none_that_of_a_city() -> None:
    names = {(unit_name(unit.id, face), unit.id) for unit in BOARD.units for face in range(len(unit.faces))}
    assert len({name for name, _ in names}) == len(names)
    assert not {name for name, _ in names} & set(BOARD.place_name.values())
    assert unit_name("RUM4") == "Rumanian 4th Army"
    assert unit_name("S_STA", 1) == "3rd Ukraine Front"
    assert unit_name("S_MOS") == "Moscow Defense"
    assert unit_name("YUG1", 1) == "Yugoslavian 1"


# --- every sentence of the log ------------------------------------------------------------------------------------
@pytest.mark.slow
def test_every_sentence_of_the_log_is_written_by_some_state() -> None:
    """Kept games or positions played on (`tools/examples_of_lines.py`); of others it says why they are there."""
    assert set(wording.LOG) - lines().keys() == set(UNWRITTEN)
    assert lines().keys() <= set(wording.LOG)
    assert all(UNWRITTEN.values())
    assert not [said for said in SCENES if not lines()[said].source.startswith("position")], "a kept game writes it"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_log_is_whole_in_every_language(language: str) -> None:
    """No hole stays open, no sentence begins with a small letter or ends in a point."""
    for said, (state, source, args) in lines().items():
        text = Tongue(language, state).say(f"log.{said}", args)
        assert not re.search(r"[{}]|None|  ", text), (said, source, text)
        assert not text[0].islower(), (said, source, text)
        assert not text.endswith("."), (said, source, text)


def test_a_card_that_repeats_an_event_has_the_words_of_what_it_repeats() -> None:
    """02A with 1A on top of the discards: its alternatives are those of 1A."""
    state = position(
        "rules deluxe\nturn 9\nphase combat axis\nunit G4 1511\nunit G6 1512\nunit S_W 1611\nhand axis 2\n"
        "discards 1\nsupports 0 0\nweather clear"
    )
    for action in (DeclareTarget("1611"), Done(), AssignAttacker("G4"), Done()):
        if action in state.options:
            state, _ = apply(state, action)
    index = state.options.index(PlayEvent(2, "double"))
    assert answers.action_info(state)[index].label == "one of your units counts twice"
