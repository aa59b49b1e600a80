"""5.3: when events may be played, and what may answer them (SEQ-4, CRD-7, CRD-8, BAT-2, 5.3.5)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import DeclareTarget, Defer, Pass, PlayEvent, Rolled
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import EventCancelled, EventPlayed, ResultFound
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.refusals.why_not import why_not
from noretreat.explain.sentences.telling import tell
from noretreat.game import actor, apply, legal_actions
from noretreat.positions import position
from noretreat.rules.windows import REGISTRY, Window, register

FIGHT = {"G4": "1511", "G6": "1610", "S_W": "1611"}


def reason(table: Table, side: Side, card: int) -> str | None:
    """Why a card of the hand cannot be played now, as the screen shows it."""
    why = view(table.state, side).cards[str(card)]
    return why.text if why else None


# --- the registry ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", sorted(REGISTRY), ids=lambda key: f"{key[1]}{'AS'[key[0]]}")
def test_every_event_agrees_with_its_printed_half(key: tuple[int, int]) -> None:
    side, card = key
    half = BOARD.cards[card].soviet if side else BOARD.cards[card].axis
    event = REGISTRY[key]
    assert tuple(window.value for window in event.windows) == half.windows
    assert event.effect.__doc__, "a function says what its event does"


# --- when ------------------------------------------------------------------------------------------------------
def test_crd_7_cross_only_with_axis_initiative_star_only_with_soviet() -> None:
    early = Table(cards=True, units=FIGHT, hand="axis 37 6").fight("1611", "G4", "G6")
    assert {action.card for action in early.of(PlayEvent)} == {37, 6}
    late = Table(cards=True, turn=13, units=FIGHT, hand="axis 37 6").fight("1611", "G4", "G6")
    assert late.actor == "chance", "neither may be played any more"
    star = Table(cards=True, phase="combat soviet", units={"S_W": "1611", "G4": "1511"}, hand="soviet 28")
    star.fight("1511", "S_W")
    assert star.actor == "chance"
    assert "initiative" in (why_not_now(star.state, SOVIET, 28, Window.COMMIT) or "")


def test_crd_7_the_reason_is_told() -> None:
    late = Table(cards=True, turn=13, units=FIGHT, hand="axis 37")
    assert "initiative" in (why_not_now(late.state, AXIS, 37, Window.COMMIT) or "")
    other = Table(cards=True, units=FIGHT, hand="axis 4")
    assert "Soviet player turn" in (why_not_now(other.state, AXIS, 4, Window.COMMIT) or "")
    assert "it can be played only" in (why_not_now(other.state, AXIS, 4, Window.MOVE) or "")
    assert "drawn from the deck" in (why_not_now(other.state, AXIS, 47, Window.COMMIT) or "")


def test_crd_8_the_same_event_once_in_a_player_turn() -> None:
    units = {"G4": "1511", "G6": "1512", "S_W": "1611", "S_S": "1612"}
    table = Table(cards=True, units=units, hand="axis 6", control={"axis": []}).declare("1611", "1612")
    table.attack("1611", "G4").play_event(6, "shift").roll(1)
    assert table.result == "NE", "3:2, a 1"
    table.state.hands[AXIS] |= 1 << CardNumber(6)  # the card has come back to the hand
    assert (
        why_not_now(table.state, AXIS, 6, Window.COMMIT) == "this event has already happened in this player turn (5.0)"
    )
    assert table.actor == "chance"


def test_bat_2_attacker_first_then_defender_one_event_each() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [37, 6], "soviet": [4, 42]}).fight("1611", "G4", "G6")
    assert table.actor == "axis"
    table.play_event(6, "shift")
    assert table.actor == "soviet", "no second event for the Axis"
    table.play_event(42)
    assert [event.card for event in table.seen(EventPlayed)] == [6, 42]
    assert table.result == "CA"


def test_bat_2_the_window_may_be_let_pass() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6], "soviet": [4]}).fight("1611", "G4", "G6")
    table.do(Pass())
    assert table.actor == "soviet"
    table.do(Pass())
    assert table.actor == "chance"
    assert table.view.hand_sizes == {"axis": 1, "soviet": 1}


def test_seq_4_the_initiative_side_has_the_window_first() -> None:
    for turn, first in ((7, "axis"), (13, "soviet")):
        table = Table(cards=True, turn=turn, weather="mud", units=FIGHT, hands={"axis": [16], "soviet": [43]})
        table.fight("1611", "G4", "G6").roll(2)
        assert table.actor == first


# --- secrets ---------------------------------------------------------------------------------------------------
def test_a_window_opens_on_public_knowledge_only() -> None:
    stops = []
    for card in (42, 9):  # Timoshenko fits the battle, Za Rodinu! does not
        units = {"G4": "1511", "S_W": "1611"}
        state = position(
            {"turn": 7, "phase": "combat axis", "units": units, "supports": "0 0", "hand": f"soviet {card}"}
        )
        state, _ = apply(state, DeclareTarget("1611"))
        stops.append((view(state, Side.AXIS).prompt.code, view(state, Side.SOVIET).prompt.code))
    assert stops == [("wait", "window"), ("wait", "window")]


def test_an_empty_hand_opens_none() -> None:
    table = Table(cards=True, units=FIGHT).fight("1611", "G4", "G6")
    assert table.actor == "chance"


# --- cancelling ------------------------------------------------------------------------------------------------
def test_an_event_is_cancelled() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6], "soviet": [34]}).fight("1611", "G4", "G6")
    table.play_event(6, "shift")
    assert table.actor == "soviet"
    assert set(table.legal) == {Pass(), PlayEvent(34)}
    table.play_event(34).deal(20)
    assert table.happened(EventCancelled("axis", 6))
    assert "card6" not in table.shifts
    assert table.view.hand_sizes == {"axis": 0, "soviet": 1}
    assert table.view.discards == 2


def test_and_the_cancel_is_cancelled() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6, 14], "soviet": [34]}).fight("1611", "G4", "G6")
    table.play_event(6, "shift").play_event(34)
    assert table.actor == "axis"
    table.play_event(14)
    assert table.happened(EventCancelled("soviet", 34))
    assert not table.happened(EventCancelled("axis", 6))
    assert table.shifts["card6"] == 1
    assert table.view.hand_sizes["soviet"] == 0, "no card drawn for a cancelled cancel"
    assert table.view.discards == 3


def test_a_cancelled_event_has_not_occurred() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6], "soviet": [34]}).fight("1611", "G4", "G6")
    table.play_event(6, "shift").play_event(34).deal(20)
    table.state.hands[AXIS] |= 1 << CardNumber(6)
    assert "already happened" not in (why_not_now(table.state, AXIS, 6, Window.COMMIT) or "")


def test_one_is_not_cancelled_by_its_own_side() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6, 14]}).fight("1611", "G4", "G6")
    table.play_event(6, "shift")
    assert table.actor == "chance"
    assert table.shifts["card6"] == 1


def test_an_event_let_pass_takes_effect() -> None:
    table = Table(cards=True, units=FIGHT, hands={"axis": [6], "soviet": [34]}).fight("1611", "G4", "G6")
    table.play_event(6, "shift").do(Pass())
    assert table.shifts["card6"] == 1


# --- order of effects (BAT-6, C-93) ----------------------------------------------------------------------------
def test_bat_6_a_result_forced_before_a_map_is_mapped() -> None:
    # the Axis forces a DR; the Soviet defender answers Not a Step Back: every DR of the phase becomes EX
    table = Table(cards=True, units=FIGHT, hands={"axis": [37], "soviet": [10]}).fight("1611", "G4", "G6")
    table.play_event(37).play_event(10)
    assert table.happened(ResultFound("EX", "10-soviet"))


def test_bat_6_one_forced_after_the_map_stands() -> None:
    # the map is in force since the first battle; Guderian is played in the second
    units = {"G4": "1511", "S_W": "1611", "G6": "2110", "G9": "2110", "S_S": "2010"}
    table = Table(cards=True, units=units, hands={"axis": [37], "soviet": [10]}).declare("1611", "2010")
    table.attack("1611", "G4").do(Pass()).play_event(10).roll(5)
    assert table.seen(ResultFound)[-1] == ResultFound("EX", "10-soviet")
    table.attack("2010", "G6", "G9").play_event(37)
    assert table.seen(ResultFound)[-1] == ResultFound("DR", "37-axis")


def test_a_half_of_a_card_has_one_event() -> None:
    known = REGISTRY[AXIS, 1]
    with pytest.raises(ValueError, match="card 1 has two axis events"):
        register(known)
    assert REGISTRY[AXIS, 1] is known


# --- the order of play (5.0) -----------------------------------------------------------------------------------
def rerolls(axis: int = 16, **words: Any) -> Table:
    """A die of an Axis attack shows a 4 (DR); either side holds a card that has it rolled again (16A, 43S)."""
    hands = {"axis": [axis], "soviet": [43]}
    return Table(cards=True, units=FIGHT, hands=hands, **words).fight("1611", "G4", "G6").roll(4)


def test_seq_4_the_side_with_the_initiative_has_the_first_word_or_leaves_it_to_the_other() -> None:
    """D-25: it waits with its re-roll until the Soviets have spoilt the die, and mends that."""
    table = rerolls()
    assert table.actor == "axis"
    assert table.legal == (Pass(), PlayEvent(16), Defer())
    table.do(Defer())
    assert (table.actor, table.legal) == ("soviet", (Pass(), PlayEvent(43)))
    table.play_event(43).roll(1)
    assert (table.actor, table.legal) == ("axis", (Pass(), PlayEvent(16))), "and now it is its turn"
    table.play_event(16).roll(5)
    assert [event.card for event in table.seen(EventPlayed)] == [43, 16]


def test_seq_4_who_waits_is_asked_again_when_the_other_side_passes() -> None:
    table = rerolls().do(Defer(), Pass())
    assert (table.actor, table.legal) == ("axis", (Pass(), PlayEvent(16)))


def test_seq_4_without_waiting_ones_own_events_come_first() -> None:
    table = rerolls().play_event(16).roll(3)
    assert table.actor == "soviet"
    table.play_event(43).roll(1)
    assert [event.card for event in table.seen(EventPlayed)] == [16, 43]
    assert table.result == "NE"


def test_seq_4_the_initiative_decides_in_either_player_turn() -> None:
    table = rerolls(turn=13)
    assert (table.actor, table.legal) == ("soviet", (Pass(), PlayEvent(43), Defer()))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({}, "The other side has no event that could come first here."),
        ({"turn": 13}, "The side with the initiative decides whose events come first."),
    ],
)
def test_seq_4_nobody_waits_for_nothing(words: dict[str, Any], sentence: str) -> None:
    """The other side's hand is empty, or the initiative is not one's own; the refusal says which."""
    hands = {"axis": [16]}
    table = Table(cards=True, units=FIGHT, hands=hands, **words).fight("1611", "G4", "G6").roll(4)
    assert table.legal == (Pass(), PlayEvent(16))
    refusal = why_not(table.state, Defer())
    assert refusal is not None
    assert (tell(refusal).text, tell(refusal).rule) == (sentence, "5.0")


def test_seq_4_outside_a_window_there_is_nothing_to_wait_for() -> None:
    refusal = why_not(Table(phase="movement axis", units=FIGHT).state, Defer())
    assert refusal is not None
    assert "has another decision to make first" in tell(refusal).text


def test_seq_4_who_holds_nothing_is_not_asked_for_the_order() -> None:
    """In a guarded game the window opens all the same; whether the order is asked would tell nobody but its owner."""
    table = Table(cards=True, units=FIGHT, hands={"axis": [8], "soviet": [43]}).fight("1611", "G4", "G6")
    state, _ = apply(table.state, Rolled(4))
    assert (actor(state), legal_actions(state)) == (Side.AXIS, (Pass(),))


@pytest.mark.parametrize("theirs", [43, 8])
def test_seq_4_the_order_is_asked_whatever_the_other_side_holds(theirs: int) -> None:
    """Even where windows open only for those who hold something, the choice would betray that hand."""
    table = Table(cards=True, units=FIGHT, hands={"axis": [16], "soviet": [theirs]}).fight("1611", "G4", "G6")
    open_game = msgspec.structs.replace(table.state.setup.options, guarded=False)
    table.state.setup = msgspec.structs.replace(table.state.setup, options=open_game)
    table.roll(4)
    assert table.legal == (Pass(), PlayEvent(16), Defer())
    table.do(Defer())
    assert (table.actor, PlayEvent(43) in table.legal) == (("soviet", True) if theirs == 43 else ("axis", False))


def test_bat_2_the_commitment_step_has_its_own_order() -> None:
    """10.5: attacker, then defender, whoever has the initiative."""
    hands = {"axis": [37], "soviet": [4]}
    table = Table(cards=True, units=FIGHT, hands=hands).fight("1611", "G4", "G6")
    assert table.legal == (Pass(), PlayEvent(37))
