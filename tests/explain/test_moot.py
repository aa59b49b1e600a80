"""An event that is playable but changes nothing says so before."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from cards.battles import LATE, axis_attack, soviet_attack
from rules.combat_helpers import Table
from rules.helpers import idle, play

from noretreat.core.actions import CommitSupport, Pass, PlayEvent, Rolled
from noretreat.core.board import SIDE_INDEX
from noretreat.core.events import Event, ResultFound
from noretreat.data.facts import Side
from noretreat.explain.ahead.moot import moot, support_is_moot
from noretreat.explain.questions.answers import action_info
from noretreat.game import Chance, Options, State, actor, apply, legal_actions, new_game, outcome
from noretreat.positions import position
from noretreat.rules.effects import force_result
from noretreat.rules.windows import EventWindow, Window


def code(state: State, card: int, mode: str = "") -> str:
    side = actor(state)
    assert isinstance(side, Side)
    found = moot(state, SIDE_INDEX[side], PlayEvent(card, mode))
    return found.code.removeprefix("info-moot-") if found else ""


def plays_of(state: State) -> list[PlayEvent]:
    return [action for action in legal_actions(state) if isinstance(action, PlayEvent)]


def random_windows(scenario: str, rules: str, seed: int, length: int = 1500) -> list[State]:
    """Positions of a careless game in which a side may play an event in a battle."""
    dice, found = Random(f"{scenario} {rules} {seed}"), []
    state = new_game(scenario, Options(rules=rules))
    for _ in range(length):
        if outcome(state) is not None:
            break
        question = state.question
        if isinstance(question, EventWindow) and state.battle is not None and plays_of(state):
            found.append(state)
        state, _ = apply(state, dice.choice(legal_actions(state)))
    return found


def each_face(state: State, happened: Iterable[Event] = ()) -> list[str]:
    """The result that each face of the die leads to when nobody plays anything more; empty where more is thrown."""
    found = [event.result for event in happened if isinstance(event, ResultFound)]
    if found:
        return [found[-1]] * 6
    return [result for face in range(1, 7) for result in [_result_of(state, face)] if result]


def _result_of(state: State, face: int) -> str:
    """What is found for one face."""
    for _ in range(40):
        options = legal_actions(state)
        thrown = actor(state) is Chance.CHANCE
        action = Rolled(face) if thrown else Pass()
        if action not in options:
            return ""
        state, happened = apply(state, action)
        found = [event.result for event in happened if isinstance(event, ResultFound)]
        if found:
            return found[-1]
    return ""


@pytest.mark.slow
def test_what_is_said_to_change_nothing_changes_nothing() -> None:
    """In careless games: played, such an event leaves every face of the die, or the die on the table, as it was."""
    said = silent = 0
    for seed, scenario in enumerate(("barbarossa", "citadel", "bagration", "fall_blau", "saturn", "na_berlin") * 2):
        for rules in ("deluxe", "digital"):
            for state in random_windows(scenario, rules, seed):
                question, side = state.question, actor(state)
                assert isinstance(question, EventWindow)
                assert isinstance(side, Side)
                for action in plays_of(state):
                    found = moot(state, SIDE_INDEX[side], action)
                    if found is None:
                        silent += 1
                        continue
                    if question.window is not Window.COMMIT:
                        continue
                    before, after = each_face(state), each_face(*apply(state, action))
                    if len(before) == len(after) == 6:
                        said += 1
                        assert before == after, f"{action} in {scenario} by {rules}"
    assert said > 5
    assert silent > said


@pytest.mark.parametrize("face", range(1, 7))
def test_28a_a_column_further_left_says_when_it_reads_the_same(face: int) -> None:
    """The seen case: Soviet Snafu offered to read the die again, and the result was the same."""
    table = soviet_attack({"axis": [28]}).roll(face)
    state = table.state
    index = legal_actions(state).index(PlayEvent(28))
    told = action_info(state).get(index)
    played = table.play_event(28).result
    read = _result_of(state, face)
    assert (told is not None and told.moot is not None) == (played == read)
    if told and told.moot:
        assert told.moot.args == {"die": face, "result": read}


def test_an_event_that_does_more_than_change_dice_is_never_called_idle() -> None:
    """04S holds an advance, and 11S costs a step after the battle: no die shows either."""
    for card in (4, 11):
        table = axis_attack({"soviet": [card]})
        assert code(table.state, card) == ""


def test_17s_an_event_that_puts_a_second_battle_below_the_first_can_be_tried() -> None:
    """Infiltration Tactics: the frames under the window are there while it is tried, and are left alone."""
    stack = {"S_CEN": "1611 back", "S_W": "1610 back", "G4": "1511", "G8": "1511 back"}
    table = soviet_attack({"soviet": [17]}, stack, turn=LATE)
    if table.asked("support"):
        table.support(yes=True)
    frames = list(table.state.stack)
    assert PlayEvent(17) in plays_of(table.state)
    assert code(table.state, 17) == ""
    assert table.state.stack == frames


# --- in a battle, beside its dice -------------------------------------------------------------------------
@pytest.mark.parametrize(("weather", "said"), [("clear", ""), ("mud", "battle")])
def test_04s_an_advance_that_ends_after_one_hex_anyway(weather: str, said: str) -> None:
    """10.8.1: in mud nobody advances a second hex."""
    assert code(axis_attack({"soviet": [4]}, weather=weather).state, 4) == said


def test_21a_a_second_die_says_when_every_face_has_one_result() -> None:
    """Event 14S has made the result an exchange (EX) already; without it the dice decide."""
    units = {"S_W": "1613", "G1Pz": "1612", "G4": "1612"}
    forced = axis_attack({"axis": [21], "soviet": [14]}, units, "1613")
    assert code(forced.state, 21) == ""
    force_result(forced.state, 14, SIDE_INDEX[Side.SOVIET], "EX")
    assert code(forced.state, 21) == "battle"


# --- in the other windows ---------------------------------------------------------------------------------
def moving(**units: str) -> State:
    return position({"turn": 7, "phase": "movement axis", "units": units, "hands": {"axis": [17]}})


def test_17a_more_movement_points_for_nobody_who_could_use_them() -> None:
    """Enemy zones all around: two points more lead nowhere (8.5.3)."""
    ring = {"S_W": "1510", "S_SW": "1710", "S_S": "1612"}
    assert code(moving(G4="1611", **ring), 17, "move") == "moves"
    assert code(moving(G4="1611", G6="0910", **ring), 17, "move") == ""


@pytest.mark.parametrize(
    ("zones", "said"), [({}, "retreat"), ({"S_KAL": "1411 back", "S_VOL": "1510", "S_NC": "1512"}, "")]
)
def test_19a_retreats_that_no_enemy_zone_hinders(zones: dict[str, str], said: str) -> None:
    units = {"S_W": "1611 back", "S_SW": "1611 back", "G4": "1511", **zones}
    table = soviet_attack({"axis": [19]}, units, turn=18).roll(6)
    assert table.result in ("DR", "DS", "DD")
    assert PlayEvent(19) in plays_of(table.state)
    assert code(table.state, 19) == said


@pytest.mark.parametrize(("ring", "said"), [({}, "saved"), ({"S_S": "1510", "S_NW": "1512", "S_KAL": "1710"}, "")])
def test_06a_a_rescue_for_units_that_are_supplied_again(ring: dict[str, str], said: str) -> None:
    units = {"G4": "1611 unsupplied" if ring else "0910 unsupplied", "S_W": "1711", **ring}
    table = Table(cards=True, phase="removal axis", units=units, hands={"axis": [6]})
    assert table.of(PlayEvent) == [PlayEvent(6, "save")]
    assert code(table.state, 6, "save") == said


EVERYTHING = [
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "1115", "1415",
]  # fmt: skip


@pytest.mark.parametrize(("held", "said"), [([], "check"), (EVERYTHING, "")])
def test_09s_a_check_that_finds_nothing_need_not_be_called_off(held: list[str], said: str) -> None:
    """12.2: Sudden Death is tested against a mark; below it the check does nothing."""
    units = {"G4": "0910", "S_W": "2310"}
    table = Table(
        cards=True, phase="detraining soviet", turn=5, units=units, control={"axis": held}, hands={"soviet": [9]}
    )
    while table.view.phase != "victory":
        table.do(table.legal[0])
    assert code(table.state, 9, "cancel") == said
    assert code(table.state, 9, "draw") == "", "which cards come is not known"


def test_25s_an_event_about_hands_is_never_called_idle() -> None:
    """What it is worth lies in the hand that it looks at."""
    table = Table(
        cards=True, phase="movement soviet", units={"G4": "0910", "S_W": "2310"}, hands={"soviet": [25], "axis": [3, 4]}
    )
    while PlayEvent(25) not in table.legal:
        table.do(table.legal[-1])
    assert code(table.state, 25) == ""


@pytest.mark.slow
def test_what_is_said_to_change_nothing_in_a_window_leaves_the_table_as_it_is() -> None:
    """In careless games: to play such an event and then do nothing is the same as to do nothing at once."""
    said = 0
    for seed, scenario in enumerate(("barbarossa", "citadel", "bagration", "fall_blau", "saturn", "na_berlin") * 3):
        dice = Random(f"{scenario} {seed}")
        state = new_game(scenario, Options(rules=("deluxe", "digital", "classic")[seed % 3]))
        for _ in range(1500):
            if outcome(state) is not None:
                break
            side = actor(state)
            for action in plays_of(state) if isinstance(side, Side) and state.battle is None else ():
                if moot(state, SIDE_INDEX[Side(side)], action):
                    said += 1
                    assert on_the_table(idled(play(state, action), state)) == on_the_table(idled(state, state))
            state, _ = apply(state, dice.choice(legal_actions(state)))
    assert said > 5


def idled(state: State, begun: State) -> State:
    """The position after this player turn, both sides doing nothing, and chance always the same."""
    while state.ended is None and (state.phasing, state.turn) == (begun.phasing, begun.turn):
        state = play(state, legal_actions(state)[0] if actor(state) is Chance.CHANCE else idle(state))
    return state


def on_the_table(state: State) -> tuple[object, ...]:
    """All that lies open, cards apart."""
    marks = state.unsupplied, state.disorganized, state.counterblows, state.targets, state.soviet_control
    return state.where, state.face, marks, state.event_vp, state.phase, state.phasing, state.turn, state.ended


# --- support markers --------------------------------------------------------------------------------------
def supported(hands: dict[str, list[int]], **units: str) -> State:
    """An Axis attack at which a Blitz marker may be committed."""
    table = Table(units=units, hands=hands, supports="2 0")
    state = table.fight("1611", *(name for name in units if name[0] == "G")).state
    assert CommitSupport() in legal_actions(state)
    return state


def test_10_6_2_a_marker_that_can_change_nothing_is_not_asked_about() -> None:
    """Overwhelming odds against an enemy without cards: the last column of the table with it and without."""
    crowd = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1610", "G4Pz": "1610", "G4": "1710", "G6": "1710"}
    state = supported({}, S_W="1611", **crowd)
    found = support_is_moot(state)
    assert found is not None
    info = action_info(state)[legal_actions(state).index(CommitSupport())]
    assert info.moot is not None
    assert info.moot.args == {"side": Side.AXIS}
    assert each_face(play(state, Pass())) == each_face(play(state, CommitSupport()))


def test_10_6_2_a_marker_that_may_count_is_asked_about() -> None:
    assert support_is_moot(supported({}, S_W="1611", G4="1511", G6="1610")) is None
    crowd = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1610", "G4Pz": "1610", "G4": "1710", "G6": "1710"}
    told = {bool(support_is_moot(supported({"soviet": hand}, S_W="1611", **crowd))) for hand in ([3], [30], [42])}
    assert len(told) == 1, "what the enemy holds makes no difference, only that he holds something"
