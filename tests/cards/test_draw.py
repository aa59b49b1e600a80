"""The red events: done at once when their own side draws the card, by the computer rules later in that phase."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat import new_game
from noretreat.core.actions import ChooseOption, ChooseUnit, Dealt, Discard, Done, Pass, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import CardDiscarded, EventPlayed, WeatherChanged
from noretreat.core.setup import Options
from noretreat.core.types import CardMask
from noretreat.data.facts import Side
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.explain.knowledge.view import view
from noretreat.game import IllegalAction, actor, apply, legal_actions
from noretreat.rules.windows import Window, red_cards

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
    table = drawing("axis", 3, rules="digital").deal(9).deal(30).deal(31).deal(32)
    assert letters(table, 3, 4) == "MS"
    assert table.view.hand_sizes["axis"] == 3
    assert table.actor == "chance", "the card is replaced all the same"


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
    table.state.played[AXIS] = CardMask(1 << 9)
    table.deal(9)
    assert letters(table, 3, 4) == "MS"
    assert table.state.hands[AXIS] == 1 << 9


def test_a_red_event_from_the_discards_does_not_happen() -> None:
    table = Table(cards=True, phase="movement soviet", units=FAR, hands={"soviet": [33]}, discards=[9])
    table.play_event(33)
    assert letters(table, 7, 8) == "CC"
    assert table.state.hands[SOVIET] == 1 << 9


# --- by the computer rules their player triggers them (5.3.4, C-86) --------------------------------------------
COMPUTER = pytest.mark.parametrize("rules", ["digital", "digital_0_1"])


def happened(table: Table) -> list[int]:
    """The red events that have happened, in order."""
    return [event.card for event in table.log if isinstance(event, EventPlayed)]


@COMPUTER
def test_crd_4_by_the_computer_rules_red_events_wait_for_their_player(rules: str) -> None:
    """Drawn as 9, 20, 30, 11; their player has 20 happen first, and each draws its own replacement then."""
    table = drawing("axis", rules=rules).deal(9).deal(20).deal(30).deal(11)
    assert table.asked("window")
    assert happened(table) == []
    assert table.view.red_due == (9, 11, 20)
    assert set(table.legal) == {Pass(), PlayEvent(9), PlayEvent(11), PlayEvent(20)}
    table.play_event(20)
    assert happened(table) == [20]
    assert table.view.red_due == (9, 11)
    table.play_event(11).deal(31).play_event(9).deal(32)
    assert happened(table) == [20, 11, 9]
    assert table.state.hands[AXIS] == 1 << 30 | 1 << 31 | 1 << 32


@COMPUTER
def test_crd_4_what_still_waits_happens_as_the_phase_ends_in_the_order_of_its_player(rules: str) -> None:
    """D-28: no red event goes into the next phase; a single one needs no question."""
    table = drawing("axis", rules=rules).deal(9).deal(20).deal(30).deal(11)
    table.do(Pass())
    assert table.asked("red_events")
    assert set(table.legal) == {PlayEvent(9), PlayEvent(11), PlayEvent(20)}, "there is no way past them"
    table.play_event(11).deal(31)
    assert set(table.legal) == {PlayEvent(9), PlayEvent(20)}
    table.play_event(20).deal(32)
    assert happened(table) == [11, 20, 9]
    assert table.view.phase != "cards"


def test_crd_4_a_red_event_drawn_for_another_waits_as_well() -> None:
    table = drawing("axis", rules="digital").deal(9).deal(30).deal(31).deal(32).play_event(9).deal(11)
    assert table.view.red_due == (11,)
    assert PlayEvent(11) in table.legal


def test_crd_4_only_their_player_reads_which_red_events_wait() -> None:
    """Neither the other side nor a spectator is told (NET-9)."""
    state = drawing("axis", rules="digital").deal(9).deal(30).deal(31).deal(32).state
    mine, theirs, watched = view(state, Side.AXIS), view(state, Side.SOVIET), view(state, None)
    assert "has to happen before the phase ends: 9, Unseasonal Weather" in mine.prompt.text
    assert watched.prompt.text == "The Axis side may play an event."
    assert (mine.red_due, theirs.red_due, watched.red_due) == ((9,), (), ())


def test_crd_4_a_card_whose_red_event_waits_is_not_given_away() -> None:
    """It can neither pay nor be discarded; the surplus of No Surrender is taken from the others (NSR-2)."""
    table = drawing("axis", rules="digital", turn=9)
    table.state = table.state.copy()
    table.state.lost_draws[AXIS] = 2
    table.deal(9).deal(30).deal(31)
    while table.actor == "chance":
        table.deal(next(action.card for action in table.of(Dealt) if action.card > 32))
    assert table.asked("discard")
    assert {action.card for action in table.of(Discard)} == {card for card in table.view.hand or () if card != 9}
    with pytest.raises(IllegalAction, match="has to happen first"):
        apply(table.state, Discard(9))


def test_crd_4_drawn_in_movement_it_happens_before_the_phase_ends() -> None:
    """09S draws two cards: of these the red one waits, the other stays. The phase offers it, and ends after it."""
    words = {"units": FAR, "rules": "digital", "initiative": "axis", "hands": {"soviet": [9]}}
    table = Table(cards=True, phase="movement soviet", **words).play_event(9, "draw").deal(12).deal(30)
    assert table.view.phase == "movement"
    assert table.view.red_due == (12,)
    assert table.state.hands[SOVIET] == 1 << 12 | 1 << 30
    assert PlayEvent(12) in table.legal
    table.do(Done())
    while table.actor != "chance":
        assert table.view.phase == "movement"
        table.do(Pass())
    assert happened(table) == [9, 12], "and another card is drawn for it"
    assert table.view.phase == "movement"


def test_crd_4_of_the_opening_hand_they_happen_at_once() -> None:
    """Nothing but a weather card's replacement comes of them, and no phase is open whose end they could wait for."""
    state = new_game(options=Options(rules="digital"))
    for card in (9, 11, 20):
        state, _ = apply(state, Dealt(card))
    assert actor(state) == "chance"
    assert (state.hands[AXIS], state.red_due) == (0, [0, 0])


def test_crd_4_nor_can_it_be_cancelled_by_the_computer_rules() -> None:
    table = drawing("soviet", 5, rules="digital", hands={"axis": [14, 31]})
    table.deal(13).deal(1).deal(2).deal(3)
    table.play_event(13)
    assert table.actor == "chance"


def test_crd_4_a_new_deal_of_the_hand_tells_nothing_of_red_events() -> None:
    """What the other side may think of as true is the same whatever the hand held, and red events wait in it or not."""
    dealt = []
    for card in (9, 33):
        state = drawing("axis", rules="digital").deal(card).deal(30).deal(31).state
        samples = [Knowledge(state, [AXIS]).deal(Random(seed)) for seed in range(20)]
        dealt.append([(sample.hands, sample.red_due) for sample in samples])
    assert dealt[0] == dealt[1]
    waiting = [red_due[AXIS] for _, red_due in dealt[0]]
    assert 0 in waiting
    assert any(waiting)


def test_crd_4_no_red_card_is_supposed_in_a_hand_once_its_phase_is_over() -> None:
    table = drawing("axis", rules="digital", hands={"soviet": [1, 2, 4]}).deal(29).deal(30).deal(31)
    assert table.state.drawn == [3, 0]
    for seed in range(50):
        soviet = Knowledge(table.state, [SOVIET]).deal(Random(seed)).hands[SOVIET]
        assert not soviet & red_cards(table.state, SOVIET)
    table.deal(32)
    assert table.view.phase != "cards"
    assert table.state.drawn == [0, 0]


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
