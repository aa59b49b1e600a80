"""15.7, OPT-7, C-56: the Joker, who has it, what it does, and what other cards do with it."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import msgspec
import pytest
from cards.marks import shows
from rules.helpers import cards_drawn, deal, end_phase, hand, idle, options_of, play, seen, why_not_now

from noretreat.ai.player import observe
from noretreat.core import state as core_state
from noretreat.core.actions import Action, Dealt, Discard, Done, ImproveUnit, Pass, PayCard, PlayEvent, ReorganizeUnit
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.events import JokerPassed
from noretreat.core.kernel import advance
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Side
from noretreat.data.load import scenario_ids
from noretreat.game import State, actor, apply, legal_actions, new_game
from noretreat.positions import position, write_position
from noretreat.rules import deployment
from noretreat.rules.joker import JOKER, NOBODY
from noretreat.rules.windows import Window

WITH_IT = Options(rules="deluxe", joker=True)
TIRED = {"G4": "0606 disorganized", "G6": "0605 disorganized"}


def reorganizing(axis: tuple[int, ...] = (), soviet: tuple[int, ...] = (), joker: str = "axis", **more: Any) -> State:
    """The Axis reorganization step of turn 7 with two tired armies."""
    state = position({"turn": 7, "phase": "organization axis", "units": TIRED, "joker": joker,
                      "hands": {"axis": axis, "soviet": soviet}, **more})  # fmt: skip
    return to_reorganization(state)


def to_reorganization(state: State) -> State:
    """Plays idly on to the reorganization step."""
    while seen(state).step != "reorganization":
        state = play(state, idle(state))
    return state


def unanswered(state: State, *actions: Action) -> State:
    """Plays actions; whoever is asked whether to play an event of a hand without any passes."""
    for action in actions:
        while action not in legal_actions(state) and legal_actions(state) == (Pass(),):
            state = play(state, Pass())
        state = play(state, action)
    while legal_actions(state) == (Pass(),):
        state = play(state, Pass())
    return state


def by_mode(state: State, mode: str) -> State:
    """The same game where the Joker does something else."""
    state.rules = msgspec.structs.replace(state.rules, joker_mode=mode)
    advance(state)
    return state


# --- who begins with it -----------------------------------------------------------------------------------
def test_15_7_it_is_not_in_the_game_unless_it_is_asked_for() -> None:
    assert new_game("barbarossa", Options(rules="deluxe")).joker == NOBODY
    assert seen(new_game("barbarossa", Options(rules="deluxe"))).joker is None


@pytest.mark.parametrize(
    ("scenario", "holder"),
    [("barbarossa", AXIS), ("barbarossa_1941", AXIS), ("fall_blau", AXIS), ("saturn", SOVIET), ("citadel", AXIS),
     ("bagration", SOVIET), ("na_berlin", SOVIET), ("tournament", AXIS)],
)  # fmt: skip
def test_15_7_the_scenario_tells_who_begins_with_it(scenario: str, holder: int) -> None:
    assert scenario in scenario_ids()
    assert new_game(scenario, WITH_IT).joker == holder


@pytest.mark.parametrize(("rules", "holder"), [("deluxe", AXIS), ("living", AXIS), ("classic", -1), ("digital", -1),
                                               ("digital_0_1", -1)])  # fmt: skip
def test_15_7_only_the_board_game_of_the_deluxe_edition_has_it(rules: str, holder: int) -> None:
    assert new_game("barbarossa", Options(rules=rules, joker=True)).joker == holder


def test_15_7_it_is_in_no_pile_and_in_no_hand() -> None:
    state = new_game("barbarossa", WITH_IT)
    assert not (state.draw_pile | state.hands[AXIS] | state.hands[SOVIET]) >> JOKER & 1


# --- a payment (C-56) -------------------------------------------------------------------------------------
@shows("55A 55S", "positive", "closed")
def test_15_7_it_pays_for_one_card_and_passes_to_the_enemy() -> None:
    state = play(reorganizing(axis=(4, 27)), ReorganizeUnit("G4"))
    assert PayCard(JOKER) in legal_actions(state)
    state, happened = apply(state, PayCard(JOKER))
    assert JokerPassed(Side.SOVIET, "payment") in happened
    assert seen(state).joker == "soviet"
    assert hand(state, "axis") == {4, 27}
    assert not state.discards
    assert "G4" not in {action.unit for action in options_of(state, ReorganizeUnit)}


def test_15_7_one_without_cards_pays_with_it_unasked() -> None:
    state = play(reorganizing(), ReorganizeUnit("G4"))
    assert state.joker == SOVIET
    assert not state.disorganized & 1 << BOARD.unit_index["G4"]


@shows("55A 55S", "boundary")
def test_15_7_it_is_good_for_one_card_only() -> None:
    state = play(reorganizing(), ReorganizeUnit("G4"))
    assert not options_of(state, ReorganizeUnit)


@shows("55A 55S", "negative")
def test_15_7_the_enemys_joker_pays_nothing() -> None:
    assert not options_of(reorganizing(joker="soviet"), ReorganizeUnit)
    state = play(reorganizing(axis=(4, 27), joker="soviet"), ReorganizeUnit("G4"))
    assert PayCard(JOKER) not in legal_actions(state)


def test_15_7_together_with_a_card_it_pays_a_price_of_two() -> None:
    state = position({"turn": 7, "phase": "organization axis", "units": {"G4": "0606 back"}, "joker": "axis",
                      "hands": {"axis": [4]}})  # fmt: skip
    state = unanswered(state, ImproveUnit("G4"), PayCard(JOKER))
    assert (state.joker, hand(state, "axis")) == (SOVIET, set())


def test_15_7_nobody_can_cancel_the_payment() -> None:
    """34S cancels a card discarded as payment, but not the Joker."""
    state = play(reorganizing(axis=(4, 27), soviet=(34,)), ReorganizeUnit("G4"), PayCard(JOKER))
    assert not options_of(state, PlayEvent)
    state = play(reorganizing(axis=(4, 27), soviet=(34,)), ReorganizeUnit("G4"), PayCard(4))
    assert options_of(state, PlayEvent) == [PlayEvent(34)]


def test_15_7_after_a_void_payment_it_may_pay() -> None:
    state = unanswered(reorganizing(axis=(4, 27), soviet=(34,)), ReorganizeUnit("G4"), PayCard(4), PlayEvent(34))
    state = deal(state, 3)
    assert {PayCard(JOKER), Pass()} <= set(legal_actions(state))
    question = seen(state, "axis").prompt
    assert question.said == ("pay.void", "pay.reorganize", "pay.undo")
    assert question.text == "A payment was canceled. Pay 1 card to reorganize 4th Army. Or undo the purchase."
    assert play(state, PayCard(JOKER)).joker == SOVIET


def test_15_7_it_bears_no_symbol_for_a_second_marker() -> None:
    """OPT-5: the card below it on the pile, 6A with a cross, was not what paid."""
    state = reorganizing(axis=(4,), discards=[6])
    state.setup = msgspec.structs.replace(
        state.setup, options=Options(rules="deluxe", joker=True, faster_reorganization=True)
    )
    state = play(state, ReorganizeUnit("G4"), PayCard(JOKER))
    assert "G6" in {action.unit for action in options_of(state, ReorganizeUnit)}
    assert Pass() not in legal_actions(state)


# --- it is no card of the hand ----------------------------------------------------------------------------
def test_15_7_it_does_not_count_when_cards_are_put_down() -> None:
    state = position({"turn": 7, "phase": "cards axis", "joker": "axis", "hands": {"axis": [4, 27]}})
    assert not options_of(state, Discard)
    assert seen(state).hand_sizes["axis"] == 2


@shows("55A 55S", "bystander")
def test_15_7_a_random_discard_leaves_it_alone() -> None:
    state = position({"turn": 7, "phase": "cards soviet", "joker": "soviet",
                      "hands": {"axis": [42], "soviet": [3, 4]}})  # fmt: skip
    state = unanswered(state, PlayEvent(42))
    assert set(legal_actions(state)) == {Dealt(3), Dealt(4)}


def test_15_7_red_orchestra_neither_sees_nor_takes_it() -> None:
    state = position({"turn": 7, "phase": "cards axis", "joker": "axis", "hands": {"axis": [4], "soviet": [25]}})
    state = unanswered(state, PlayEvent(25))
    assert state.joker == AXIS
    assert not state.hands[AXIS]


# --- cards that speak of it -------------------------------------------------------------------------------
@shows("20A 40S", "boundary")
@pytest.mark.parametrize(
    ("side", "turn", "card", "joker", "drawn"),
    [("axis", 7, 20, "axis", 5), ("axis", 7, 20, "soviet", 4), ("soviet", 7, 40, "soviet", 5),
     ("soviet", 7, 40, "axis", 4)],
)  # fmt: skip
def test_20a_40s_another_card_only_if_the_joker_shows_ones_own_face(
    side: str, turn: int, card: int, joker: str, drawn: int
) -> None:
    state = position({"turn": turn, "phase": f"cards {side}", "joker": joker, "discards": [1, 2]})
    state = deal(state, card)
    count = 1
    while options_of(state, Dealt):
        state = deal(state, next(action.card for action in options_of(state, Dealt) if 21 <= action.card <= 39))
        count += 1
    assert count == drawn


def stavka(joker: str | None, discards: tuple[int, ...] = ()) -> State:
    """The Soviets hold STAVKA in their own Movement Phase."""
    lines: dict[str, Any] = {"turn": 7, "phase": "movement soviet", "hands": {"soviet": [33]}, "discards": discards}
    return position(lines if joker is None else lines | {"joker": joker})


def test_33s_turns_the_joker_to_stalin() -> None:
    state = unanswered(stavka("axis"), PlayEvent(33, "joker"))
    assert state.joker == SOVIET
    assert hand(state, "soviet") == set()
    assert state.discards == (33,)


def test_33s_not_a_joker_that_shows_stalin_already_nor_one_that_is_not_played() -> None:
    for holder in ("soviet", None):
        state = stavka(holder, discards=(3,))
        assert PlayEvent(33, "joker") not in legal_actions(state)
        assert PlayEvent(33) in legal_actions(state)


def test_33s_one_or_the_other() -> None:
    state = unanswered(stavka("axis", discards=(3,)), PlayEvent(33, "joker"))
    assert hand(state, "soviet") == set()
    state = unanswered(stavka("axis", discards=(3,)), PlayEvent(33))
    assert (hand(state, "soviet"), state.joker) == ({3}, AXIS)


def test_33s_without_discards_and_joker_there_is_nothing_to_do() -> None:
    assert why_not_now(stavka(None), SOVIET, 33, Window.ANY) is not None


def test_26s_may_turn_it_too_when_stavka_lies_on_top() -> None:
    state = position({"turn": 19, "phase": "movement soviet", "hands": {"soviet": [26]}, "discards": [33],
                      "joker": "axis"})  # fmt: skip
    assert unanswered(state, PlayEvent(26, "joker")).joker == SOVIET


# --- other modes (C-56) -----------------------------------------------------------------------------------
def repeating(card: int, joker: str = "axis", mode: str = "top_event") -> State:
    """The Axis moves with an empty hand in 1944; this card lies on the discards."""
    where = {"turn": 19, "phase": "movement axis", "units": {"G4": "0606"}}
    return by_mode(position(where | {"joker": joker, "discards": [card]}), mode)


def test_c_56_top_event_repeats_the_event_of_the_uppermost_discard() -> None:
    state, happened = apply(repeating(22), PlayEvent(JOKER))
    assert JokerPassed(Side.SOVIET, "event") in happened
    assert len(options_of(state, Dealt)) > 1
    assert state.discards == (22,)
    assert PlayEvent(JOKER) not in legal_actions(state)


def test_c_56_top_event_the_moment_must_be_right_and_it_must_be_ones_own() -> None:
    assert not options_of(repeating(27), PlayEvent)
    assert not options_of(repeating(22, joker="soviet"), PlayEvent)
    assert not options_of(repeating(22, mode="payment"), PlayEvent)


def test_c_56_top_event_it_still_pays() -> None:
    assert play(by_mode(reorganizing(), "top_event"), ReorganizeUnit("G4")).joker == SOVIET


def test_c_56_top_event_opens_a_window_for_an_empty_hand() -> None:
    """22A in the Soviet Movement Phase: the Axis is asked at its end."""
    state = position({"turn": 19, "phase": "movement soviet", "joker": "axis", "discards": [22],
                      "units": {"S_W": "2008"}})  # fmt: skip
    state = play(by_mode(state, "top_event"), Done())
    assert actor(state) == "axis"
    assert legal_actions(state) == (Pass(), PlayEvent(JOKER))


def test_c_56_redraw_exchanges_cards_at_the_end_of_the_draw() -> None:
    state = by_mode(position({"turn": 7, "phase": "cards axis", "joker": "axis", "hands": {"axis": [4]}}), "redraw")
    while not options_of(state, Done):
        state = play(state, legal_actions(state)[0])
    before = len(hand(state, "axis"))
    state = play(state, Discard(4), *[Discard(min(hand(state, "axis") - {4}))], Done())
    assert state.joker == SOVIET
    for _ in range(2):
        state = play(state, options_of(state, Dealt)[0])
    assert len(hand(state, "axis")) == before


def test_c_56_redraw_may_be_let_pass_and_does_not_pay() -> None:
    state = by_mode(position({"turn": 7, "phase": "cards axis", "joker": "axis"}), "redraw")
    while not options_of(state, Done):
        state = play(state, legal_actions(state)[0])
    assert play(state, Done()).joker == AXIS
    assert not options_of(by_mode(reorganizing(), "redraw"), ReorganizeUnit)


def test_c_56_redraw_is_for_the_holder() -> None:
    state = by_mode(position({"turn": 7, "phase": "cards axis", "joker": "soviet"}), "redraw")
    assert cards_drawn(state) == 4
    assert seen(end_phase(state)).joker == "soviet"


# --- a card of the decks (C-1) ----------------------------------------------------------------------------
def test_c_1_the_computer_decks_have_a_card_without_event() -> None:
    state = new_game("barbarossa", Options(rules="digital"))
    held = (state.hands[AXIS] | state.draw_pile, state.hands[SOVIET] | state.soviet_pile)
    assert [deck.bit_count() for deck in held] == [45, 45]
    assert all(deck >> JOKER & 1 for deck in held)


def test_c_1_it_pays_and_goes_to_the_discards_like_any_card() -> None:
    state = position({"turn": 7, "phase": "organization axis", "rules": "digital", "units": TIRED,
                      "hands": {"axis": [JOKER]}})  # fmt: skip
    state = end_phase(play(to_reorganization(state), ReorganizeUnit("G4")))
    assert not hand(state, "axis")
    assert JOKER in state.discards
    assert state.joker == NOBODY


def test_c_1_it_has_no_event() -> None:
    state = position({"turn": 7, "phase": "movement axis", "rules": "digital", "hands": {"axis": [JOKER]}})
    assert not options_of(state, PlayEvent)
    assert why_not_now(state, AXIS, JOKER, Window.ANY) == "this card has no event (15.7)"


def test_c_1_it_stays_in_1945() -> None:
    state = new_game("na_berlin", Options(rules="digital"))
    deck = state.hands[AXIS] | state.draw_pile
    for card in state.discards:
        deck |= 1 << card
    assert deck.bit_count() == 40
    assert deck >> JOKER & 1


def test_c_1_a_card_of_the_decks_does_not_pass_as_well() -> None:
    def both(ruleset: str, switches: tuple[tuple[str, bool | int | str], ...] = ()) -> Rules:
        return msgspec.structs.replace(rules_of(ruleset, switches), joker_available="option")

    with mock.patch.object(deployment, "rules_of", both), mock.patch.object(core_state, "rules_of", both):
        assert new_game("barbarossa", Options(rules="digital", joker=True)).joker == NOBODY


# --- told, stored, guessed --------------------------------------------------------------------------------
def test_15_7_everybody_sees_who_has_it() -> None:
    state = reorganizing(axis=(4,))
    assert {seen(state, side).joker for side in ("axis", "soviet")} == {"axis"}
    why = seen(state, "axis").cards[str(JOKER)]
    assert why is not None
    assert (why.code, why.text) == ("joker-empty", "this card has no event (15.7)")
    assert str(JOKER) not in seen(state, "soviet").cards


def test_15_7_saved_and_loaded() -> None:
    state = reorganizing(axis=(4,))
    assert load(json.loads(json.dumps(dump(state)))).joker == AXIS
    assert "joker axis" in write_position(state).splitlines()
    assert position(write_position(state)).joker == AXIS


def test_15_7_a_save_from_before_the_joker_has_none() -> None:
    data = dump(position("turn 7"))
    del data["joker"], data["bill_replacing"]
    assert load(data).joker == NOBODY


def test_15_7_the_computer_player_is_told() -> None:
    assert observe(reorganizing(axis=(4,)), Side.SOVIET).view.joker == "axis"


def test_15_7_the_piles_hold_every_other_card() -> None:
    state = new_game("barbarossa", WITH_IT)
    deck = state.draw_pile | state.hands[AXIS] | state.hands[SOVIET]
    for card in state.discards:
        deck |= 1 << card
    assert set(bits(deck)) == set(range(1, 45))
