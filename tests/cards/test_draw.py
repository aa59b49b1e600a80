"""The red events: done at once when their own side draws the card from the deck."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat import new_game
from noretreat.core.actions import ChooseOption, ChooseUnit, Dealt
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import CardDiscarded, EventPlayed, WeatherChanged
from noretreat.game import actor, apply, legal_actions
from noretreat.rules.windows import Window

FAR = {"G4": "1007", "S_NW": "2310"}


def drawing(side: str, turn: int = 7, **words: Any) -> Table:
    """A side is about to draw its cards, and nobody holds any."""
    words.setdefault("units", FAR)
    return Table(cards=True, turn=turn, phase=f"cards {side}", **words)


def letters(table: Table, *turns: int) -> str:
    return "".join(table.state.weather[turn - 1] for turn in turns)


# --- weather: 09A, 11A, 12S, 13S -------------------------------------------------------------------------------
@shows("09A 11A 12S 13S", "positive", "boundary")
@pytest.mark.parametrize(
    ("side", "turn", "card", "before", "after"),
    [
        ("axis", 3, 9, "MS", "CM"),  # this turn and the next
        ("axis", 2, 9, "CM", "CC"),  # only the next can change
        ("axis", 9, 9, "CS", "MM"),
        ("axis", 3, 11, "MS", "CS"),
        ("axis", 7, 11, "CC", "CC"),
        ("soviet", 3, 12, "MS", "MM"),
        ("soviet", 2, 12, "CM", "CM"),
        ("soviet", 7, 12, "CC", "CC"),
        ("soviet", 5, 13, "SM", "SS"),
        ("soviet", 8, 13, "CC", "CC"),  # no snow in September
        ("soviet", 3, 13, "MS", "MS"),
    ],
)
def test_weather_cards_turn_variable_markers(side: str, turn: int, card: int, before: str, after: str) -> None:
    """WEA-6."""
    table = drawing(side, turn)
    assert letters(table, turn, turn + 1) == before
    table.deal(card)
    assert letters(table, turn, turn + 1) == after
    assert table.view.hand_sizes[side] == 0, "another card is still to be drawn for it"
    assert table.state.discards == ()
    assert table.state.table == (card,)
    table.deal(30)
    assert table.state.discards == (card,)
    assert table.view.hand_sizes[side] == 1


def test_snow_after_snow_is_a_long_winter_at_once() -> None:
    table = drawing("soviet", 5).deal(13)
    assert table.happened(WeatherChanged(6, "long_winter"))
    assert table.view.next_weather == "long_winter"


def test_a_flip_of_this_turn_counts_at_once() -> None:
    """WEA-6."""
    table = drawing("axis", 3)
    assert table.view.weather == "mud"
    assert table.deal(11).view.weather == "clear"


def test_a_weather_half_of_the_other_side_is_a_card_like_any_other() -> None:
    table = drawing("axis", 3).deal(12)
    assert letters(table, 3, 4) == "MS"
    assert table.state.hands[AXIS] == 1 << 12


def test_no_variable_weather_in_the_computer_rules() -> None:
    """WEA-6."""
    table = drawing("axis", 3, rules="digital").deal(9)
    assert letters(table, 3, 4) == "MS"
    assert table.view.hand_sizes["axis"] == 0, "the card is replaced all the same"


@pytest.mark.parametrize(("varies", "after"), [(True, "CS"), (False, "MS")])
def test_opt_4_without_variable_weather_a_weather_card_just_draws_another(varies: bool, after: str) -> None:
    table = drawing("axis", 3)
    options = msgspec.structs.replace(table.state.setup.options, variable_weather=varies)
    table.state.setup = msgspec.structs.replace(table.state.setup, options=options)
    table.deal(11)
    assert letters(table, 3, 4) == after
    assert table.view.hand_sizes["axis"] == 0
    assert table.of(Dealt), "another card is drawn for it"


def test_a_weather_card_of_the_opening_deal_is_only_replaced() -> None:
    state = new_game()
    before = state.weather
    cards = 0
    while actor(state) == "chance" and cards < 2:
        state, _ = apply(state, Dealt((9, 11)[cards]))
        cards += 1
    assert state.weather == before
    assert state.hands[AXIS] == 0
    while actor(state) == "chance":
        state, _ = apply(state, next(action for action in legal_actions(state) if action.card in range(21, 40)))
    assert state.hands[AXIS].bit_count() == 6


# --- when they do not happen (CRD-4, CRD-8) --------------------------------------------------------------------
def test_a_red_event_cannot_be_cancelled() -> None:
    table = drawing("soviet", 5, hands={"axis": [14, 31]}, units=FAR)
    table.deal(13)
    assert table.actor == "chance"
    assert table.happened(EventPlayed("soviet", 13))


def test_a_red_event_cannot_be_played_from_the_hand() -> None:
    table = Table(cards=True, phase="movement soviet", units=FAR, hands={"soviet": [13]})
    assert "drawn from the deck" in (why_not_now(table.state, SOVIET, 13, Window.MOVE) or "")


def test_a_red_event_happens_once_in_a_player_turn() -> None:
    """A second time the card is drawn like any other (CRD-8)."""
    table = drawing("axis", 3)
    table.state = table.state.copy()
    table.state.played[AXIS] = 1 << 9
    table.deal(9)
    assert letters(table, 3, 4) == "MS"
    assert table.state.hands[AXIS] == 1 << 9


def test_a_red_event_from_the_discards_does_not_happen() -> None:
    table = Table(cards=True, phase="movement soviet", units=FAR, hands={"soviet": [33]}, discards=[9])
    table.play_event(33)
    assert letters(table, 7, 8) == "CC"
    assert table.state.hands[SOVIET] == 1 << 9


# --- the deck: 20A, 40S, 53S, 54A ------------------------------------------------------------------------------
@shows("20A 40S 53S 54A", "positive", "boundary")
@pytest.mark.parametrize(
    ("side", "turn", "card", "again"),
    [("axis", 7, 20, False), ("soviet", 7, 40, False), ("soviet", 24, 53, True), ("axis", 25, 54, True)],
)
def test_reshuffle_on_draw(side: str, turn: int, card: int, *, again: bool) -> None:
    table = drawing(side, turn, discards=[16, 17, 18])
    count = table.view.draw_pile
    table.deal(card)
    assert table.view.draw_pile == count - 1 + 3, "the card itself is not shuffled in"
    assert set(table.legal) >= {Dealt(16), Dealt(17), Dealt(18)}
    if again:
        table.deal(16)
    assert table.state.discards == (card,)


@shows("20A 54A", "boundary")
def test_reshuffle_replaces_the_card_only_where_it_says_so() -> None:
    hands = []
    for card in (20, 54):
        table = drawing("axis", 25).deal(card)
        while table.actor == "chance" and table.view.phase == "cards":
            table.deal(next(action.card for action in table.of(Dealt) if action.card in range(30, 40)))
        hands.append(table.view.hand_sizes["axis"])
    assert hands == [3, 4]


# --- victory points of 1945 ------------------------------------------------------------------------------------
@shows("45S 46A 47A 48S 49S 50A 52S", "positive", "negative", "boundary")
@pytest.mark.parametrize(
    ("side", "card", "words", "points"),
    [
        ("soviet", 45, {"control": {"soviet": ["0511"]}}, 1),
        ("soviet", 45, {}, -1),
        ("axis", 46, {"units": {"BERLIN_G": "0503", **FAR}}, -1),
        ("axis", 46, {}, 1),
        ("axis", 47, {"units": {"G4": "1211", "S_NW": "2310"}}, -1),
        ("axis", 47, {"units": {"G4": "FINLAND", "S_NW": "2310"}}, 1),
        ("soviet", 48, {"units": {"S_NW": "FINLAND", "G4": "1007"}}, 1),
        ("soviet", 48, {}, 0),
        ("soviet", 49, {"units": {"S_NW": "0717", "G4": "1007"}}, 1),
        ("soviet", 49, {"control": {"soviet": ["0717"]}}, -1),
        ("axis", 50, {}, -1),
        ("axis", 50, {"control": {"soviet": ["1104"]}}, 1),
        ("soviet", 52, {"control": {"soviet": ["0414"]}}, 1),
        ("soviet", 52, {"units": {"YUG1": "WEST_BALKANS", "YUG2": "SOUTH_BALKANS", **FAR}}, 1),
        ("soviet", 52, {"units": {"YUG1": "WEST_BALKANS", **FAR}}, 0),
        ("soviet", 52, {"units": {"YUG1": "WEST_BALKANS", "YUG2": "SOUTH_BALKANS", "GE": "SOUTH_BALKANS"}}, 0),
    ],
)
def test_points_of_1945(side: str, card: int, words: dict[str, Any], points: int) -> None:
    """Seen from the Soviets, who have the initiative."""
    table = drawing(side, 25, **words)
    table.deal(card)
    assert table.view.event_vp == points
    assert table.actor == "chance", "another card"
    table.deal(30)
    assert table.state.discards == (card,)


# --- 51A Wacht am Rhein ----------------------------------------------------------------------------------------
WEST = {"G4": "1007", "G6": "box:rail", "GG1": "1107", "VOLKS1": "0503", "S_NW": "2310"}


def test_51a_a_unit_for_a_point() -> None:
    units = {name: place for name, place in WEST.items() if name != "GG1"}
    table = drawing("axis", 25, units=units).deal(51)
    assert set(table.legal) == {ChooseOption("keep_all"), ChooseUnit("G4"), ChooseUnit("G6")}, "no Volkssturm"
    table.do(ChooseUnit("G6"))
    assert table.at("G6") == "box:removed"
    assert table.view.event_vp == -1
    assert table.deal(30).view.hand_sizes["axis"] == 1


def test_51a_or_a_point_lost() -> None:
    units = {name: place for name, place in WEST.items() if name != "GG1"}
    table = drawing("axis", 25, units=units).deal(51).do(ChooseOption("keep_all"))
    assert table.view.event_vp == 1
    assert (table.at("G4"), table.at("G6")) == ("1007", "box:rail")


@shows("boundary")
def test_51a_nobody_to_send() -> None:
    table = drawing("axis", 25, units={"VOLKS1": "0503", "S_NW": "2310"}).deal(51)
    assert table.view.event_vp == 1
    assert not table.happened(CardDiscarded("axis", 51, "event")), "first the other card"
