"""Positions as text: what is read, what is refused and how, and that writing one down loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import Dealt, DetrainUnit, Done, ExchangeUnit, Pass
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.boxes import RAIL, TRACK
from noretreat.core.reasons import reason
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.sentences.telling import tell
from noretreat.game import State, apply, legal_actions, outcome
from noretreat.positions import PositionError, begin, is_position, position, write_position, write_state

TWO = "unit G4 0606\nunit S_W 2008"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("turn 29", "Turns run from 1 to 28."),
        ("turn x", "A number is expected. (turn x)"),
        ("blah 1", "No line begins with blah."),
        ("phase sleeping axis", "sleeping is not one of these: cards, supply"),
        ("unit X 1211", "There is no unit X. (unit X 1211)"),
        ("unit G4 9999", "There is no hex or box 9999."),
        ("unit G4 box:nowhere", "There is no hex or box box:nowhere."),
        ("unit S_MOS 2008 sleepy", "There is no marker sleepy."),
        ("unit ITA8 0906 back", "Italian 8th Army has only one side."),
        ("unit RUM3 box:track due", "This cannot be read. (unit RUM3 box:track due)"),
        ("control axis 1611", "Only cities and oil fields have a controller."),
        ("control axis 9999", "This cannot be read. (control axis 9999)"),
        ("hand axis 99", "There is no card 99."),
        ("hand purple 1", "purple is not one of these: axis, soviet."),
        ("weather rain", "rain is not one of these: clear, mud, snow, long_winter."),
        ("supports 1", "There are too few words in it, or too many."),
        ("trigger oil", "There are too few words in it, or too many."),
        ("trigger peace 4", "peace is not one of these: "),
        ("rules chess", "chess is not one of these: classic, "),
        ("extension folded", "folded is not one of these: laid."),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(line: str, said: str) -> None:
    with pytest.raises(PositionError) as wrong:
        position(f"# two lines first\n{line}\n{TWO}")
    assert wrong.value.line == 2
    assert said in wrong.value.reason
    assert str(wrong.value) == f"line 2: {wrong.value.reason}"


@pytest.mark.parametrize("line", ["control axis {0} {1}", "counterblow {0} {1}", "captured {0} {1}"])
def test_a_hex_named_twice_in_a_line_counts_once(line: str) -> None:
    """It is not added to the hex beside it: 2008 twice was Moscow's eastern neighbor once."""
    once = position(f"turn 3\n{line.format('2008', '')}\n{TWO}")
    twice = position(f"turn 3\n{line.format('2008', '2008')}\n{TWO}")
    assert dump(twice) == dump(once)


def test_a_discard_named_twice_is_one_card() -> None:
    assert position(f"discards 3 7 3\n{TWO}").discards == (3, 7)


def test_what_is_wrong_is_a_code_with_the_line_and_what_it_says() -> None:
    with pytest.raises(PositionError) as wrong:
        position("turn 3\nunit X 1211")
    told = wrong.value.told
    assert (told.code, told.args["line"], told.args["said"]) == ("position-line", 2, "unit X 1211")
    assert told.args["why"] == reason("no-unit", name="X")
    assert tell(told).text == "There is no unit X. Line 2: unit X 1211"
    with pytest.raises(PositionError) as wrong:
        position({"units": {"G4": "9999"}})
    assert tell(wrong.value.told).text == "There is no hex or box 9999. It says: unit G4 9999"


def test_a_mapping_has_no_line_numbers() -> None:
    with pytest.raises(PositionError) as wrong:
        position({"units": {"G4": "9999"}})
    assert wrong.value.line == 0
    assert str(wrong.value) == wrong.value.reason


WORDS: dict[str, Any] = {
    "turn": 24,
    "phase": "movement soviet",
    "units": {
        "G4": "1206 back",
        "S_W": "1307 disorganized unsupplied",
        "S_SW": "1807",
        "RUM3": "box:track due 26",
        "S_NW": "box:rail reserve",
        "G16": "box:destroyed",
    },
    "hands": {"axis": [1, 16], "soviet": [34]},
    "control": {"soviet": ["0606"], "axis": ["1211"]},
    "discards": [3, 7],
    "event_vp": 2,
    "high_tide": 24,
    "counterblow": "1206",
    "trigger": "oil 20",
    "supports": [1, 2],
    "upgrades": 1,
}


def test_every_word_is_carried_out() -> None:
    state = position(WORDS)
    unit = BOARD.unit_index
    assert (state.turn, state.phase, state.phasing, state.initiative) == (24, "movement", SOVIET, SOVIET)
    assert state.face[unit["G4"]] == 1
    assert state.disorganized == state.unsupplied == 1 << unit["S_W"]
    assert (state.where[unit["RUM3"]], state.due[unit["RUM3"]]) == (TRACK, 26)
    assert (state.where[unit["S_NW"]], state.reserve) == (RAIL, unit["S_NW"])
    assert state.hands == [1 << 1 | 1 << 16, 1 << 34]
    assert not state.draw_pile & (state.hands[AXIS] | state.hands[SOVIET] | 1 << 3 | 1 << 7)
    assert view(state, None).control["0606"] == "soviet"
    assert view(state, None).control["1211"] == "axis"
    assert (state.discards, state.supports, state.upgrades_left) == ((3, 7), [1, 2], 1)
    assert (state.event_vp, state.high_tide) == (2, 24)
    assert 20 in state.triggers


def test_writing_a_position_down_and_reading_it_again() -> None:
    text = write_position(position(WORDS))
    assert write_position(position(text)) == text
    for line in (
        "unit G4 1206 back",
        "unit S_W 1307 unsupplied disorganized",
        "unit RUM3 box:track due 26",
        "unit S_NW box:rail reserve",
        "control soviet 0606",
        "hand axis 1 16",
        "discards 3 7",
        "event_vp 2",
        "high_tide 24",
        "counterblow 1206",
        "trigger oil 20",
    ):
        assert line in text.splitlines()


def test_keywords_are_further_lines() -> None:
    state = position(f"turn 6\n{TWO}", supports=[2, 1], event_vp=3)
    assert (state.supports, state.event_vp) == ([2, 1], 3)


@pytest.mark.parametrize(
    ("turn", "word", "now"),
    [
        (7, "snow", "snow"),
        (7, "mud", "mud"),
        (3, "long_winter", "long_winter"),
        (24, "long_winter", "long_winter"),
        (24, "clear", "clear"),
    ],
)
def test_the_weather_of_the_turn_may_be_another_than_the_printed_one(turn: int, word: str, now: str) -> None:
    assert view(position(f"turn {turn}\n{TWO}\nweather {word}"), None).weather == now


def test_the_deck_of_1945_is_another_one() -> None:
    """CRD-11."""
    early, late = position(f"turn 22\n{TWO}"), position(f"turn 23\n{TWO}")
    leaves = sum(1 << number for number, card in BOARD.cards.items() if card.leaves_1945)
    joins = sum(1 << number for number, card in BOARD.cards.items() if card.joins_1945)
    assert early.draw_pile & leaves == leaves
    assert not early.draw_pile & joins
    assert late.draw_pile & joins == joins
    assert not late.draw_pile & leaves


def test_a_game_begins_from_a_scenario_or_from_a_position() -> None:
    assert not is_position("barbarossa")
    assert begin("barbarossa").setup.scenario == "barbarossa"
    assert is_position(f"position:turn 7\n{TWO}")
    state = begin(f"position:turn 7\nrules digital\n{TWO}", Options(rules="deluxe", rezervy=True))
    assert (state.setup.options.rules, state.setup.options.rezervy) == ("digital", True)
    assert begin(f"position:turn 7\n{TWO}").setup.options == Options(rules="deluxe")


DRAW = "turn 7\nphase cards axis\nunit G4 1204\nunit S_W 2008\nrules deluxe"


def dealt(state: State) -> int:
    """How many cards chance deals before somebody decides."""
    count = 0
    while isinstance(legal_actions(state)[0], Dealt):
        state, _ = apply(state, legal_actions(state)[0])
        count += 1
    return count


@pytest.mark.parametrize("modifier", [-1, 1])
def test_the_options_of_a_game_count_in_a_draw_that_is_pending_as_its_position_begins(modifier: int) -> None:
    """15.11: it is as large as they make it."""
    options = Options(rules="deluxe", draw_modifiers=(modifier, 0))
    assert dealt(begin(f"position:{DRAW}", options)) == dealt(begin(f"position:{DRAW}")) + modifier


def test_the_options_of_a_game_count_in_the_first_decision_of_its_position() -> None:
    """15.1: in a position of a few lines, and in one that is a whole state."""
    text = "position:turn 8\nphase organization axis\nunit G4 0606\nunit S_W 2008\nrules deluxe"
    chosen = Options(rules="deluxe", detachments=True)
    state = begin(text, Options(detachments=True))
    assert state.setup.options == chosen
    assert ExchangeUnit("G4") in state.options
    whole = f"position:{write_state(state)}"
    assert begin(whole) == begin(whole, chosen) == state
    plain = begin(whole, Options())
    assert plain.setup.options == Options(rules="deluxe")
    assert ExchangeUnit("G4") not in plain.options


def test_a_snapshot_of_other_counters_is_refused() -> None:
    snapshot = dump(position(TWO))
    assert dump(load(snapshot)) == snapshot
    with pytest.raises(ValueError, match="other counters"):
        load({**snapshot, "units": ["G4"]})


def test_a_whole_state_is_a_position_of_one_line() -> None:
    """In the middle of a battle, with a comment above it."""
    table = Table(units={"G4": "1511", "G6": "1610", "S_W": "1611"}).fight("1611", "G4", "G6")
    line = write_state(table.state)
    assert dump(position(f"# a battle\n{line}")) == dump(table.state)
    with pytest.raises(PositionError, match="The state cannot be read"):
        position(line[:-20])


@pytest.mark.parametrize(
    ("rules", "phase", "asks"),
    [("deluxe", "removal", True), ("deluxe", "detraining", True), ("digital", "detraining", True),
     ("digital", "removal", False)],
)  # fmt: skip
def test_a_phase_is_found_where_the_rule_set_has_it(rules: str, phase: str, asks: bool) -> None:
    """C-20: by the computer rules units leave the trains first, and Removal comes after that."""
    state = position(f"turn 7\nrules {rules}\nphase {phase} axis\nunit G4 box:rail\nunit S_W 2310")
    assert any(isinstance(action, DetrainUnit) for action in legal_actions(state)) is asks


def test_the_oldest_computer_rules_check_supply_before_the_cards() -> None:
    """C-44."""
    state = position("turn 7\nrules digital_0_1\nphase supply axis\nunit G4 2310\nunit S_W 0606")
    assert state.unsupplied


def test_a_card_is_in_one_hand_where_there_is_one_deck() -> None:
    both = "hand axis 3\nhand soviet 3"
    with pytest.raises(PositionError, match="Card 3 is in both hands, and there is one deck"):
        position(f"turn 7\n{TWO}\n{both}")
    two_decks = position(f"turn 7\nrules digital\n{TWO}\n{both}\nsoviet_discards 5")
    assert two_decks.hands == [1 << 3, 1 << 3]
    assert two_decks.soviet_discards == (5,)
    assert not two_decks.soviet_pile & 1 << 5
    assert two_decks.draw_pile & 1 << 5


def test_the_lines_of_turn_phase_and_upgrades_come_in_any_order() -> None:
    for text in ("turn 7\nphase movement soviet\nupgrades 2", "upgrades 2\nphase movement soviet\nturn 7"):
        state = position(f"{text}\n{TWO}")
        assert (state.turn, state.phase, state.phasing, state.upgrades_left) == (7, "movement", SOVIET, 2)


def test_the_weather_of_the_first_turn_may_be_another_one() -> None:
    assert view(position(f"turn 1\n{TWO}\nweather mud"), None).weather == "mud"


def test_a_position_without_any_axis_city_is_written_down_too() -> None:
    everything = " ".join(BOARD.ids(BOARD.vp_hexes))
    text = write_position(position(f"turn 24\n{TWO}\ncontrol soviet {everything}"))
    assert "control axis" not in text
    assert position(text).axis_control == 0


GOALS = """turn 9
phase combat soviet
unit G1Pz 2117
unit S_SW 2016
goal axis 9 points 12 hexes 2117
goal axis 9 held 30"""


def test_a_position_has_goals_of_its_own() -> None:
    """They are written again, said in words, and decide the game at the end of their turn."""
    state = position(GOALS)
    assert "goal axis 9 points 12 hexes 2117\ngoal axis 9 held 30" in write_position(state)
    assert position(write_position(state)).setup == state.setup
    aim = view(state, None).aim
    assert aim is not None
    assert "Stalingrad (2117) held" in aim.text
    for control, winner in (("", Side.SOVIET), ("\ncontrol axis 2117 1403 1708", Side.AXIS)):
        state = position(GOALS.replace("points 12", "points 1") + control)
        while outcome(state) is None:
            options = legal_actions(state)
            done = [action for action in options if isinstance(action, Done | Pass)]
            state, _ = apply(state, (done or options)[0])
        ended = outcome(state)
        assert ended is not None
        assert ended.winner is winner


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("goal axis 9", "position-goal"),
        ("goal axis 9 hexes 1204", "position-control"),
        ("goal axis 29 points 3", "position-turns"),
        ("goal axis 9 luck 3", "position-choice"),
        ("goal axis 9 points", "position-unread"),
        ("goal axis 9 points 3\ngoal soviet 9 points 3", "position-goals"),
        ("goal axis 8 points 3", "position-goal-turn"),
    ],
)
def test_a_goal_that_does_not_fit_is_refused(line: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        position(f"turn 9\nphase movement axis\nunit G1Pz 2117\n{line}")
    assert caught.value.why.code == code
