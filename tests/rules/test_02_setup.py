"""Chapter 2: the campaign's opening (SET-1 to SET-7)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rules.helpers import Chance, Dealt, Discard, idle, legal_actions, moves_of, options_of, play, seen, skip_to, where

from noretreat.data.facts import Side
from noretreat.data.languages import CODES
from noretreat.data.load import load_ruleset
from noretreat.game import Options, State, actor, new_game
from noretreat.positions import position

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def opening() -> State:
    """The campaign before its first card is dealt."""
    return new_game("barbarossa")


def test_set_1_options_travel_with_the_game() -> None:
    assert new_game("barbarossa", Options(rules="classic")).setup.options.rules == "classic"


def test_set_2_the_scenario_tells_the_opening_hand(opening: State) -> None:
    """The Axis draws six cards and discards two; the Soviets begin without."""
    state = opening
    for _ in range(6):
        assert actor(state) is Chance.CHANCE
        state = play(state, legal_actions(state)[0])
    assert actor(state) is Side.AXIS
    assert {type(action) for action in legal_actions(state)} == {Discard}
    state = play(state, idle(state))
    state = play(state, idle(state))
    assert seen(state).hand_sizes == {"axis": 4, "soviet": 0}
    assert seen(state).phase == "movement"


def test_set_2_units_stand_where_the_scenario_says(opening: State) -> None:
    assert where(opening, "G18") == "1104"
    assert where(opening, "FINN") == "FINLAND"
    assert where(opening, "G2") == "box:pending"


def test_set_3_campaign_constants(opening: State) -> None:
    now = seen(opening)
    assert (now.turn, now.initiative, now.event_vp, now.vp) == (1, Side.AXIS, 0, 12)
    assert sum(side is Side.SOVIET for side in now.control.values()) == 22


@pytest.mark.parametrize(("turn", "moves"), [(1, False), (2, True)])
def test_ex_org_7_rumanians_stay_where_they_are_on_turn_1(turn: int, moves: bool) -> None:
    state = position({"turn": turn, "units": {"RUM3": "0914", "G11": "0915"}})
    assert bool(moves_of(state, "RUM3")) is moves
    assert moves_of(state, "G11")


def test_set_4_forty_four_cards_in_one_pile() -> None:
    opening = new_game("barbarossa", Options(rules="deluxe"))
    assert seen(opening).draw_pile == 44
    assert set(legal_actions(opening)) == {Dealt(card) for card in range(1, 45)}


def test_set_4_c_1_forty_five_in_each_of_the_computer_decks() -> None:
    opening = new_game("barbarossa", Options(rules="digital"))
    assert set(legal_actions(opening)) == {Dealt(card) for card in (*range(1, 45), 55)}


def test_ex_card_2_weather_at_the_start_of_the_campaign(opening: State) -> None:
    """SET-5: turn 3 Mud, turn 4 Snow, turn 6 Mud."""
    assert seen(opening).weather == "clear"
    weather = {turn: seen(position({"turn": turn})).weather for turn in range(1, 7)}
    assert weather == {1: "clear", 2: "clear", 3: "mud", 4: "snow", 5: "long_winter", 6: "mud"}


def test_set_6_supports_of_turn_1_are_in_force_without_housekeeping(opening: State) -> None:
    state = skip_to(opening, "movement", "axis")
    assert seen(state).supports == {"axis": 3, "soviet": 0}
    assert where(state, "G2") == "box:pending", "reinforcements of turn 2 are not there yet"


def test_set_7_the_first_axis_turn_begins_with_movement(opening: State) -> None:
    state = skip_to(opening, "movement", "axis", 1)
    assert not options_of(state, Dealt)
    assert seen(skip_to(state, "cards", "soviet", 1, chance=True)).turn == 1, "the Soviets do have a Card Phase"


@pytest.mark.parametrize("tongue", CODES)
def test_set_4_classic_is_played_with_the_printed_cards_and_says_so_where_it_is_chosen(tongue: str) -> None:
    """C-1: 44 of them, and not its own 27, whose texts no source has; nobody is promised a short deck."""
    size = new_game("barbarossa", {"rules": "classic"}).draw_pile.bit_count()
    if tongue == "en":
        said = load_ruleset("classic").summary
    else:
        file = ROOT / "web" / "src" / "i18n" / tongue / "setup.json"
        said = json.loads(file.read_text(encoding="utf-8"))["ruleset.classic.summary"]
    assert re.findall(r"\d+", said) == [str(size), "27"]
