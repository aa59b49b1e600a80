"""Chapter 5: discarding, drawing and paying with cards (CRD-1 to CRD-14); the events have tests of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.helpers import (
    Chance,
    Dealt,
    Discard,
    Done,
    ImproveUnit,
    Pass,
    PayCard,
    cards_drawn,
    deal,
    hand,
    legal_actions,
    options_of,
    play,
    seen,
    skip_to,
)

from noretreat.core.actions import PlayEvent
from noretreat.core.board import BOARD, bits
from noretreat.core.events import CardDrawn, DeckReshuffled, redacted
from noretreat.core.reasons import because
from noretreat.core.types import CardMask, CardNumber
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.game import Options, State, actor, apply, new_game
from noretreat.positions import position
from noretreat.rules import windows
from noretreat.rules.deck import reshuffle
from noretreat.rules.windows import CardEvent, Window

pytestmark = pytest.mark.usefixtures("no_events")


def card_phase(side: str, turn: int = 7, **lines: Any) -> State:
    """The Card Phase of a side."""
    return position({"turn": turn, "phase": f"cards {side}", **lines})


# --- CRD-1 ------------------------------------------------------------------------------------------------
def test_crd_1_down_to_two_cards_of_ones_own_choice() -> None:
    state = card_phase("axis", hands={"axis": [1, 2, 3, 4]})
    assert options_of(state, Discard) == [Discard(1), Discard(2), Discard(3), Discard(4)]
    state = play(state, Discard(2), Discard(4))
    assert hand(state, "axis") == {1, 3}
    assert actor(state) is Chance.CHANCE, "the draw follows"


@pytest.mark.parametrize("cards", [[], [1], [1, 2]])
def test_crd_1_nothing_to_discard_with_two_or_fewer(cards: list[int]) -> None:
    assert not options_of(card_phase("axis", hands={"axis": cards}), Discard)


def test_crd_1_only_the_phasing_player_discards() -> None:
    state = card_phase("axis", hands={"soviet": [1, 2, 3, 4]})
    assert not options_of(state, Discard)


# --- CRD-2 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("side", "turn", "lines", "count"),
    [
        ("axis", 7, {}, 4),
        ("axis", 8, {}, 5),
        ("axis", 9, {}, 5),
        ("axis", 10, {}, 4),
        ("axis", 23, {}, 1),
        ("axis", 24, {}, 4),
        ("axis", 7, {"control": {"soviet": ["0816"]}}, 3),
        ("axis", 8, {"control": {"soviet": ["0816"]}}, 4),
        ("soviet", 7, {}, 4),
        ("soviet", 7, {"control": {"axis": ["2008"]}}, 3),
        ("soviet", 7, {"control": {"axis": ["2022"]}}, 3),
        ("soviet", 7, {"control": {"axis": ["2008", "2022"]}}, 2),
        ("soviet", 7, {"control": {"axis": ["1902", "2117"]}}, 4),
        ("soviet", 20, {}, 4),
        ("soviet", 21, {}, 5),
        ("soviet", 24, {}, 5),
    ],
)
def test_crd_2_cards_to_draw(side: str, turn: int, lines: dict[str, Any], count: int) -> None:
    state = card_phase(side, turn, units={"G4": "1007", "S_NW": "2310"}, **lines)
    assert cards_drawn(state) == count


@pytest.mark.parametrize(
    ("turn", "unit", "place", "count"),
    [
        (16, "G2Pz", "box:destroyed", 3),
        (16, "G2Pz", "box:surrendered", 3),
        (16, "G2Pz", "2310", 3),  # deep in enemy country: it would fail a supply check
        (16, "G2Pz", "1007", 4),
        (16, "G2Pz", "box:shattered", 4),
        (16, "G2Pz", "box:rail", 4),
        (16, "GSSPz", "box:destroyed", 4),
        (18, "GSSPz", "box:destroyed", 3),
        (18, "GSSPz", "1007", 4),
    ],
)
def test_crd_2_a_card_less_for_a_panzer_army_lost_before_it_is_withdrawn(
    turn: int, unit: str, place: str, count: int
) -> None:
    """EVT-16, EVT-18."""
    state = position({"turn": turn - 1, "phase": "detraining soviet", "units": {unit: place, "G4": "0907"}})
    assert (seen(state).turn, seen(state).phase) == (turn, "cards")
    assert cards_drawn(state) == count


def test_crd_2_the_penalty_is_for_one_turn() -> None:
    lines = {"G2Pz": "box:destroyed", "G4": "1007", "S_NW": "2310"}
    state = position({"turn": 15, "phase": "detraining soviet", "units": lines})
    assert cards_drawn(skip_to(state, "cards", "axis", 17, chance=True)) == 4


# --- CRD-3 ------------------------------------------------------------------------------------------------
def test_ex_card_5_the_last_card_is_shuffled_with_the_discards() -> None:
    """CRD-3: a pile of one and five discards make a new pile of six."""
    held = [card for card in range(6, 44) if card not in (6, 7)]
    state = card_phase("axis", hands={"axis": [6, 7], "soviet": held}, discards=[1, 2, 3, 4, 5])
    assert set(legal_actions(state)) == {Dealt(card) for card in (1, 2, 3, 4, 5, 44)}
    assert (seen(state).draw_pile, seen(state).discards) == (6, 0)


def test_crd_3_one_card_at_a_time() -> None:
    """With two cards in the pile one is drawn; then the other is shuffled with the discards."""
    state = card_phase("axis", hands={"axis": [5], "soviet": list(range(6, 43))}, discards=[1, 2, 3, 4])
    assert set(legal_actions(state)) == {Dealt(43), Dealt(44)}
    assert set(legal_actions(deal(state, 44))) == {Dealt(card) for card in (1, 2, 3, 4, 43)}


def test_crd_3_drawing_stops_when_there_is_nothing_left() -> None:
    state = card_phase("axis", hands={"soviet": list(range(1, 44))}, units={"G4": "1007"})
    assert cards_drawn(state) == 1


# --- CRD-5, CRD-6 -----------------------------------------------------------------------------------------
def test_crd_5_no_hand_limit_after_drawing() -> None:
    state = card_phase("axis", 8, hands={"axis": [1, 2]}, units={"G4": "1007"})
    state = skip_to(deal(state, 3, 4, 5, 6, 7), "movement", "axis")
    assert len(hand(state, "axis")) == 7


def test_crd_6_a_card_used_as_payment_has_no_event() -> None:
    state = position(
        {"turn": 7, "phase": "organization axis", "units": {"G4": "0606 back"}, "hands": {"axis": [1, 2, 3]}}
    )
    state = play(state, ImproveUnit("G4"))
    assert options_of(state, PayCard) == list(legal_actions(state)) == [PayCard(1), PayCard(2), PayCard(3)]
    state, happened = apply(play(state, PayCard(3)), PayCard(1))
    assert {type(event).__name__ for event in happened} <= {"CardDiscarded", "UnitFlipped", "PhaseBegan"}
    assert hand(state, "axis") == {2}


# --- CRD-7, CRD-8: an event that does nothing but being played ------------------------------------------------
@pytest.fixture
def lone_event() -> Callable[..., None]:
    """Puts a single card event into the game."""

    def register(card: int, side: int, window: Window = Window.MOVE, whose_turn: int | None = None) -> None:
        windows.register(CardEvent(card, side, (window,), whose_turn, ("",), lambda *_: None, lambda *_: None))

    return register


def with_symbol(side: int, symbol: Side | None) -> int:
    """A card whose half of a side bears this initiative symbol."""
    halves = {number: (card.soviet if side else card.axis) for number, card in BOARD.cards.items()}
    return next(number for number, half in halves.items() if half.initiative is symbol)


@pytest.mark.parametrize(
    ("symbol", "initiative", "playable"),
    [
        (Side.AXIS, "axis", True),
        (Side.AXIS, "soviet", False),
        (Side.SOVIET, "soviet", True),
        (Side.SOVIET, "axis", False),
        (None, "axis", True),
        (None, "soviet", True),
    ],
)
def test_crd_7_initiative_symbols(
    lone_event: Callable[..., None], symbol: Side | None, initiative: str, playable: bool
) -> None:
    """The cross only while the Axis has the initiative, the star only while the Soviets have it (EX-CARD-6)."""
    card = with_symbol(0, symbol)
    lone_event(card, 0)
    state = position({"turn": 10, "initiative": initiative, "units": {"G4": "1007"}, "hands": {"axis": [card]}})
    assert (PlayEvent(card) in legal_actions(state)) is playable


def test_crd_8_an_event_happens_once_a_player_turn(lone_event: Callable[..., None]) -> None:
    """Even if the card came back to the hand."""
    card = with_symbol(0, None)
    lone_event(card, 0)
    state = position({"turn": 10, "units": {"G4": "1007"}, "hands": {"axis": [card]}})
    assert windows.refused(state, 0, card, Window.MOVE) is None
    state = play(state, PlayEvent(card)).copy()
    state.hands[0], state.discards = CardMask(1 << card), ()
    assert windows.refused(state, 0, card, Window.MOVE) == because("happened-already")
    assert PlayEvent(card) not in windows.playable(state, 0, Window.MOVE)


def test_crd_8_the_next_player_turn_is_a_new_one(lone_event: Callable[..., None]) -> None:
    card = with_symbol(0, None)
    lone_event(card, 0)
    state = position({"turn": 10, "units": {"G4": "1007"}, "hands": {"axis": [card]}})
    state = play(state, PlayEvent(card))
    assert seen(state).discard_top == card, "a played card goes to the discard pile"
    state = skip_to(state, "movement", "axis", 11).copy()
    state.hands[0] |= 1 << CardNumber(card)
    assert windows.refused(state, 0, card, Window.MOVE) is None


def test_crd_13_everybody_discards_to_the_common_pile() -> None:
    state = card_phase("axis", hands={"axis": [1, 2, 3]})
    state = play(state, Discard(3))
    assert (seen(state, "soviet").discard_top, seen(state).discards) == (3, 1)


# --- CRD-10, CRD-14 ---------------------------------------------------------------------------------------
def test_crd_10_only_the_top_of_the_discards_is_seen() -> None:
    shown = seen(card_phase("axis", discards=[3, 7, 5]), "soviet")
    assert (shown.discard_top, shown.discards) == (5, 3)


@pytest.mark.parametrize(("rules", "told"), [("deluxe", 3), ("digital", None), ("digital_0_1", None)])
def test_crd_10_the_computer_rules_tell_nothing_of_the_piles(rules: str, told: int | None) -> None:
    """Neither how many cards lie in them nor how many there are after shuffling."""
    state = card_phase("axis", discards=[3, 7, 5], rules=rules)
    assert seen(state, "axis").discards == told
    assert (seen(state, "axis").draw_pile is None) is (told is None)
    reshuffle(state, 0)
    shuffled = next(event for event in state.happened if isinstance(event, DeckReshuffled))
    assert (shuffled.cards is None) is (told is None)


def test_crd_14_hands_are_private_their_sizes_are_not() -> None:
    state = card_phase("soviet", hands={"axis": [1, 2, 3], "soviet": [8]})
    assert seen(state, "axis").hand == (1, 2, 3)
    assert seen(state, "soviet").hand == (8,)
    assert seen(state).hand is None
    assert seen(state, "soviet").hand_sizes == {"axis": 3, "soviet": 1}


def test_crd_14_the_enemy_sees_that_a_card_was_drawn_not_which() -> None:
    _, happened = apply(card_phase("axis"), Dealt(9))
    drawn = next(event for event in happened if isinstance(event, CardDrawn))
    assert redacted(drawn, Side.AXIS) == CardDrawn(Side.AXIS, 9)
    assert redacted(drawn, Side.SOVIET) == redacted(drawn, None) == CardDrawn(Side.AXIS, None)


# --- CRD-11 -----------------------------------------------------------------------------------------------
def test_ex_card_4_the_cards_of_1945() -> None:
    """CRD-11: 01-15 leave hands and piles, 45-54 come in, everything is shuffled, nobody is given new cards."""
    hands = {"axis": [1, 16], "soviet": [2, 3, 17]}
    state = position({"turn": 22, "phase": "detraining soviet", "hands": hands, "discards": [4, 20]})
    state = skip_to(state, "cards", "axis", 23, chance=True)
    assert (hand(state, "axis"), hand(state, "soviet")) == ({16}, {17})
    while actor(state) is not Chance.CHANCE:
        state = play(state, Pass())
    assert set(options_of(state, Dealt)) == {Dealt(card) for card in range(18, 55)}
    assert seen(state).discards == 0


@pytest.mark.parametrize("rules", ruleset_ids())
def test_crd_11_as_many_cards_come_in_1945_as_bear_the_mark(rules: str) -> None:
    """C-149: ten bear the green 45, fifteen the barred one, twenty-nine none; the Joker is the 55th of the box."""
    joining = {number for number, card in BOARD.cards.items() if card.joins_1945}
    leaving = {number for number, card in BOARD.cards.items() if card.leaves_1945}
    assert (len(BOARD.cards), len(joining), len(leaving)) == (55, 10, 15)
    state = position({"turn": 22, "phase": "detraining soviet", "rules": rules, "units": {"G4": "0606"}})
    begins = new_game(options=Options(rules=rules))
    for pile in (begins.draw_pile, begins.soviet_pile):
        assert not set(bits(pile)) & joining
    state = skip_to(state, "cards", "axis", 23, chance=True)
    piles = state.draw_pile | state.soviet_pile | state.hands[0] | state.hands[1]
    assert set(bits(piles)) & (joining | leaving) == joining


def test_crd_11_nothing_of_the_kind_before() -> None:
    state = position({"turn": 21, "phase": "detraining soviet", "hands": {"axis": [1, 16]}, "units": {"G4": "1007"}})
    assert hand(state, "axis") == {1, 16}
    assert Done() not in legal_actions(state)


@pytest.mark.parametrize(("rules", "turn", "goes"), [("living", 7, 1), ("living", 8, 0), ("deluxe", 7, 0)])
def test_crd_15_a_second_front_costs_the_axis_a_card_of_its_choice(rules: str, turn: int, goes: int) -> None:
    """Turn 7 has a red event in the calendar, turn 8 has none."""
    state = card_phase("axis", turn, rules=rules, hands={"axis": [3]})
    while seen(state).phasing == "axis" and isinstance(legal_actions(state)[0], Dealt):
        state = play(state, legal_actions(state)[0])
    held = hand(state, "axis")
    assert len(held) == 1 + 4 + (turn == 8)
    asked = seen(state).phasing == "axis"
    assert asked is bool(goes), "or else the phase is over"
    if asked:
        assert {action.card for action in options_of(state, Discard)} == held
        state = play(state, Discard(3))
        assert hand(state, "axis") == held - {3}
        assert seen(state).phasing == "soviet", "one card and no more"
