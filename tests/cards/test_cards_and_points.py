"""Events about cards, sudden death, obligations to attack and pressure on the enemy."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.ai.player import observe
from noretreat.core.actions import (
    ChooseCard,
    ChooseOption,
    ChooseUnit,
    Dealt,
    DeclareTarget,
    Discard,
    Done,
    LoseStep,
    PlayEvent,
)
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.events import (
    CardDiscarded,
    CardTaken,
    EventPointsChanged,
    HandSeen,
    ObligationFailed,
    SuddenDeathCancelled,
    redacted,
)
from noretreat.core.names import card_title
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side, Victory
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.answers import action_info
from noretreat.explain.sentences.telling import tell
from noretreat.orders import read
from noretreat.rules.windows import REGISTRY, Window

FAR = {"G4": "1007", "S_NW": "2310"}


def table_in(phase: str, **words: Any) -> Table:
    words.setdefault("units", FAR)
    return Table(cards=True, phase=phase, **words)


def refusal(table: Table, side: int, card: int, window: Window) -> str:
    return why_not_now(table.state, side, card, window) or ""


# --- 02A Gott mit uns, 26S Na Berlin! --------------------------------------------------------------------------
EVEN = {"G4": "1511", "S_W": "1611"}


def test_02a_repeats_a_battle_event() -> None:
    table = Table(cards=True, units=EVEN, hands={"axis": [2]}, discards=[6]).fight("1611", "G4")
    assert table.of(PlayEvent) == [PlayEvent(2, "shift")], "with the modes of Luftwaffe Support that fit"
    table.play_event(2, "shift")
    assert table.shifts["card6"] == 1
    assert table.state.discards == (6, 2)


def test_02a_only_where_the_other_event_fits() -> None:
    table = table_in("movement axis", hands={"axis": [2]}, discards=[6])
    assert not table.of(PlayEvent)
    assert "another moment" in refusal(table, AXIS, 2, Window.MOVE)


@pytest.mark.parametrize("discards", [[], [9], [26]])
def test_02a_no_red_event_and_not_nothing(discards: list[int]) -> None:
    table = table_in("movement axis", hands={"axis": [2]}, discards=discards)
    assert not table.of(PlayEvent)


def test_02a_not_an_event_of_this_player_turn() -> None:
    table = table_in("movement axis", units={"G4": "1511", "S_NW": "2310"}, turn=13, hands={"axis": [22, 2]})
    table.play_event(22).deal(30).deal(31).deal(32).do(Discard(30))
    assert refusal(table, AXIS, 2, Window.MOVE), "30 lies uppermost"
    table.state = table.state.copy()
    table.state.discards = (22,)
    assert refusal(table, AXIS, 2, Window.MOVE) == "this event has already happened in this player turn (5.0)"


@shows("boundary")
def test_26s_ignores_the_initiative_of_what_it_repeats() -> None:
    units = {"G4": "1007", "S_SW": "box:destroyed", "S_NW": "2310"}
    table = table_in("movement soviet", turn=13, units=units, hands={"soviet": [26]}, discards=[2])
    assert table.of(PlayEvent) == [PlayEvent(26)]
    table.play_event(26).do(ChooseUnit("S_SW"))
    assert table.at("S_SW") == "box:rail"
    early = table_in("movement soviet", turn=7, units=units, hands={"soviet": [26]}, discards=[2])
    assert "initiative" in refusal(early, SOVIET, 26, Window.MOVE), "its own symbol counts"


# --- 05A OKH, 33S STAVKA ---------------------------------------------------------------------------------------
@shows("boundary")
def test_05a_one_of_three_and_a_new_deck() -> None:
    table = table_in("cards axis", hands={"axis": [5]}, discards=[16, 9, 17, 18]).play_event(5)
    assert set(table.legal) == {ChooseCard(18), ChooseCard(17), Done()}, "09 is red, 16 lies too deep"
    pile = table.view.draw_pile
    table.do(ChooseCard(17))
    assert table.state.hands[AXIS] >> 17 & 1
    assert (table.state.discards, table.view.draw_pile) == ((5,), pile + 3)
    hidden = [redacted(event, Side.SOVIET) for event in table.seen(CardTaken)]
    assert hidden == [CardTaken(Side.AXIS, None, "search")]


def test_05a_none_is_enough_but_there_must_be_discards() -> None:
    table = table_in("cards axis", hands={"axis": [5]}, discards=[16]).play_event(5).do(Done())
    assert table.state.discards == (5,)
    assert Dealt(16) in table.legal
    assert refusal(table_in("cards axis", hands={"axis": [5]}), AXIS, 5, Window.CARD) == "there are no discards (5.0)"


@shows("boundary")
def test_33s_takes_the_uppermost_usable_discard() -> None:
    table = table_in("movement soviet", hands={"soviet": [33]}, discards=[16, 17, 13, 12]).play_event(33)
    assert table.state.hands[SOVIET] == 1 << 17
    assert table.state.discards == (16, 13, 12, 33)
    none = table_in("movement soviet", hands={"soviet": [33]}, discards=[13])
    assert refusal(none, SOVIET, 33, Window.MOVE) == "no discard has an event of yours (5.0)"


# --- 25S Red Orchestra, 42A Soviet Industrial Relocation -------------------------------------------------------
def test_25s_sees_the_hand_and_discards_a_card() -> None:
    table = table_in("movement soviet", hands={"soviet": [25], "axis": [16, 19, 21]}).play_event(25)
    assert table.legal == (ChooseCard(16), ChooseCard(19), ChooseCard(21))
    shown = HandSeen(Side.AXIS, Side.SOVIET, (16, 19, 21))
    assert table.happened(shown)
    assert redacted(shown, None) == HandSeen(Side.AXIS, Side.SOVIET, None), "not for spectators"
    assert view(table.state, Side.AXIS).prompt.code == "wait"
    assert view(table.state, None).hand is None
    assert {one.owner for one in action_info(table.state).values()} == {Side.AXIS}, "it is named by the Axis half"
    (meant,) = read(card_title(CardNumber(19), Side.AXIS), table.state).actions
    assert meant == ChooseCard(19)
    table.do(ChooseCard(19))
    assert table.state.hands[AXIS] == 1 << 16 | 1 << 21
    assert table.happened(CardDiscarded("axis", 19, "event"))


def test_25s_what_was_seen_stays_known_until_it_is_played() -> None:
    """To the side that looked, not to a spectator; the cards drawn since are unknown."""
    table = table_in("movement soviet", hands={"soviet": [25], "axis": [16, 19, 21]}).play_event(25)
    seen = 1 << 16 | 1 << 19 | 1 << 21
    for seed in range(20):
        sample = observe(table.state, Side.SOVIET).sample_state(Random(seed))
        assert sample.hands[AXIS] == seen
        assert sample.options == table.legal
    table.do(ChooseCard(19))
    assert observe(table.state, Side.SOVIET).sample_state(Random(1)).hands[AXIS] == seen & ~(1 << 19)
    spectator = {Knowledge(table.state, [AXIS, SOVIET]).deal(Random(seed)).hands[AXIS] for seed in range(20)}
    assert len(spectator) > 1


def test_33s_the_enemy_knows_the_card_taken_05a_it_does_not() -> None:
    top = table_in("movement soviet", hands={"soviet": [33]}, discards=[16, 17, 13, 12]).play_event(33)
    assert observe(top.state, Side.AXIS).sample_state(Random(1)).hands[SOVIET] == 1 << 17
    search = table_in("cards axis", hands={"axis": [5]}, discards=[16, 9, 17, 18]).play_event(5).do(ChooseCard(17))
    assert search.state.shown == [0, 0]


@shows("boundary")
def test_25s_of_an_empty_hand_it_only_learns_that() -> None:
    table = table_in("movement soviet", hands={"soviet": [25]}).play_event(25)
    assert table.happened(HandSeen("axis", "soviet", ()))
    assert table.view.phase == "movement"


@shows("boundary")
def test_42a_chance_discards() -> None:
    table = table_in("cards soviet", hands={"axis": [42], "soviet": [16, 17]})
    table.play_event(42)
    assert (table.actor, table.legal) == ("chance", (Dealt(16), Dealt(17)))
    table.deal(17)
    assert table.state.hands[SOVIET] == 1 << 16
    assert table.happened(CardDiscarded("soviet", 17, "random"))
    empty = table_in("cards soviet", hands={"axis": [42]})
    assert refusal(empty, AXIS, 42, Window.CARD_OPPONENT) == "the enemy holds no card (5.0)"


# --- 09S Za Rodinu!, 40A Das Vaterland -------------------------------------------------------------------------
def test_09s_the_better_of_two() -> None:
    table = table_in("movement soviet", hands={"soviet": [9, 16]}).play_event(9, "draw").deal(17).deal(18)
    assert table.legal == (Discard(17), Discard(18)), "not an old one"
    table.do(Discard(17))
    assert table.state.hands[SOVIET] == 1 << 16 | 1 << 18


@shows("boundary")
def test_09s_a_single_new_card_is_kept() -> None:
    """The other one was red, and nothing replaced it."""
    table = table_in("movement soviet", hands={"soviet": [9]}).play_event(9, "draw").deal(40).deal(18)
    assert table.state.hands[SOVIET] == 1 << 18
    assert table.view.phase == "movement"


EVERYTHING = [
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "1115", "1415",
]  # fmt: skip


def before_victory(turn: int, **words: Any) -> Table:
    """The Detraining Phase before a Victory Phase."""
    return table_in("detraining soviet", turn=turn - 1, **words)


def test_09s_calls_the_axis_sudden_death_off() -> None:
    won = before_victory(6, control={"axis": EVERYTHING})
    assert won.winner == ("axis", "sudden_death")
    table = before_victory(6, control={"axis": EVERYTHING}, hands={"soviet": [9]})
    while table.view.phase != "victory":
        table.do(table.legal[0])
    assert PlayEvent(9, "cancel") in table.legal
    table.play_event(9, "cancel")
    assert table.happened(SuddenDeathCancelled("axis"))
    assert table.winner is None


@shows("boundary")
def test_40a_calls_the_soviet_test_of_turn_12_off() -> None:
    """The initiative passes between the two tests; only then has the star a meaning (VIC-7)."""
    lost = before_victory(12, control={"soviet": ["1104", "0606", "0503"]}, units={"G4": "0309", "S_NW": "2310"})
    assert lost.winner == ("soviet", "sudden_death")
    table = before_victory(12, control={"soviet": ["1104", "0606", "0503"]}, hands={"axis": [40]})
    while table.view.phase != "victory":
        table.do(table.legal[-1])
    assert PlayEvent(40, "cancel") in table.legal
    table.play_event(40, "cancel")
    assert table.winner is None
    assert table.happened(SuddenDeathCancelled("soviet"))


def test_09s_cannot_cancel_where_nothing_is_tested() -> None:
    table = table_in("movement soviet", hands={"soviet": [9]})
    assert table.of(PlayEvent) == [PlayEvent(9, "draw")]


@shows("09S 40A", "negative")
@pytest.mark.parametrize(("turn", "side", "card"), [(6, "axis", 9), (18, "soviet", 40)])
def test_a_sudden_death_is_called_off_only_where_it_is_tested(turn: int, side: str, card: int) -> None:
    """WIN-3: by the computer rules (C-5) in the player turn of the side with the initiative."""
    holder, enemy = ("soviet", SOVIET) if side == "axis" else ("axis", AXIS)
    for phasing in ("axis", "soviet"):
        table = table_in(f"cards {phasing}", turn=turn, hands={holder: [card]}, rules="digital")
        table.state.phase = "victory"
        why = refused_mode(table, enemy, card)
        assert why == (None if phasing == side else "there is no enemy Sudden Death check to cancel now (12.2)")


@shows("09S", "negative")
def test_09s_nothing_to_call_off_where_the_scenario_knows_no_sudden_death() -> None:
    table = table_in("cards axis", turn=6, hands={"soviet": [9]})
    table.state.phase = "victory"
    assert refused_mode(table, SOVIET, 9) is None
    goals = Victory(Side.AXIS, ())
    table.state.setup = msgspec.structs.replace(table.state.setup, victory=goals)
    assert refused_mode(table, SOVIET, 9) == "there is no enemy Sudden Death check to cancel now (12.2)"


def refused_mode(table: Table, side: int, card: int) -> str | None:
    """Why a sudden death cannot be called off with this card now."""
    why = REGISTRY[side, card].requires(table.state, side, "cancel")
    return tell(why).text if why else None


# --- 13A, 20S, 19S, 23A: obligations ---------------------------------------------------------------------------
def test_13a_three_cards_and_a_broken_promise() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_S": "1610"}
    table = table_in("cards axis", hands={"axis": [13]}, units=units).play_event(13)
    table.deal(30).deal(31).deal(32)
    assert [effect.card for effect in table.view.effects] == [13]
    while not table.asked("declare"):
        table.do(_idle(table))
    assert owed(table) == [(13, 0, 4, 4)]
    table.do(DeclareTarget("1611"))
    assert owed(table) == [(13, 1, 4, 3)]
    table.do(Done())
    while not table.seen(ObligationFailed):
        table.do(_idle(table))
    assert owed(table) == []
    assert table.happened(ObligationFailed("axis", 13, 3))
    assert table.happened(EventPointsChanged(-1, -1, "13-axis"))
    assert table.view.effects == ()


def owed(table: Table) -> list[tuple[int, int, int, int]]:
    """The duties in the view: card, attacks made, attacks asked for, and how many would be missing."""
    return [(duty.card, duty.made, duty.attacks, duty.short) for duty in table.view.duties]


def _idle(table: Table) -> Any:
    """The answer that does least."""
    return Done() if Done() in table.legal else table.legal[0]


def test_13a_only_in_clear_weather() -> None:
    table = table_in("cards axis", weather="mud", hands={"axis": [13]})
    assert refusal(table, AXIS, 13, Window.CARD) == "only in clear weather (13.1)"


@shows("boundary")
def test_20s_clear_or_snow_but_no_long_winter() -> None:
    assert not refusal(
        table_in("cards soviet", weather="snow", turn=10, hands={"soviet": [20]}), SOVIET, 20, Window.CARD
    )
    table = table_in("cards soviet", turn=11, hands={"soviet": [20]})
    assert refusal(table, SOVIET, 20, Window.CARD) == "only in clear weather or snow (13.1)"


def test_19s_costs_two_points_even_if_it_cannot_be_met() -> None:
    table = table_in("cards axis", hands={"soviet": [19]}).play_event(19)
    while not table.seen(ObligationFailed):
        table.do(_idle(table))
    assert table.view.event_vp == -2


def test_what_is_marked_for_an_attack_is_not_missing() -> None:
    """19S counts the attacks that are fought, 23A those and the counterblows: their markers stand for them."""
    units = {"G4": "1511", "S_W": "1611", "S_S": "1610"}
    table = table_in("cards axis", units=units, hands={"soviet": [19]}).play_event(19)
    while not table.asked("declare"):
        table.do(_idle(table))
    table.do(DeclareTarget("1611"))
    assert owed(table) == [(19, 0, 3, 2)]
    units = {"G4": "1511", "G6": "1513", "S_W": "1611", "S_S": "1613", "S_NW": "2310"}
    table = table_in("cards soviet", units=units, hands={"axis": [23]}, counterblow=["1511", "1513"]).play_event(23)
    assert owed(table) == [(23, 0, 4, 2)]


def test_23a_counterblows_answered_count() -> None:
    units = {"G4": "1511", "G6": "1513", "S_W": "1611", "S_S": "1613", "S_NW": "2310"}
    table = table_in("cards soviet", units=units, hands={"axis": [23]}, counterblow=["1511", "1513"]).play_event(23)
    while not table.seen(ObligationFailed):
        table.do(_idle(table))
    assert table.happened(ObligationFailed("soviet", 23, 2))
    assert table.happened(EventPointsChanged(1, 1, "23-axis"))


# --- 39S Russian Steam Roller ----------------------------------------------------------------------------------
@shows("boundary")
def test_39s_a_shock_marker_is_worth_two() -> None:
    units = {"G4": "1511", "S_W": "1611", "S_NW": "2310"}
    table = table_in("cards soviet", turn=13, units=units, hands={"soviet": [39]}, supports="0 1").play_event(39)
    while not table.asked("declare"):
        table.do(_idle(table))
    table.fight("1511", "S_W").support(yes=True)
    assert table.shifts["support"] == 2


# --- 24S Western Allied Offensive, 44S Axis Allies Waver -------------------------------------------------------
def test_24s_the_axis_chooses_its_price() -> None:
    words: dict[str, Any] = {"turn": 13, "hands": {"soviet": [24], "axis": [16, 19, 21]}}
    table = table_in("movement soviet", **words).play_event(24)
    assert (table.actor, table.legal) == ("axis", (ChooseOption("two_cards"), ChooseOption("card_and_step")))
    table.do(ChooseOption("two_cards"), Discard(16), Discard(19))
    assert table.state.hands[AXIS] == 1 << 21
    assert table.unit("G4").face == 0
    table = table_in("movement soviet", **words).play_event(24).do(ChooseOption("card_and_step"), Discard(16))
    assert table.state.hands[AXIS] == 1 << 19 | 1 << 21
    assert table.unit("G4").face == 1


@shows("boundary")
def test_24s_who_has_no_card_loses_the_step() -> None:
    units = {**FAR, "G6": "0606"}
    table = table_in("movement soviet", turn=13, units=units, hands={"soviet": [24]}).play_event(24)
    assert set(table.legal) == {LoseStep("G4"), LoseStep("G6")}


@shows("boundary")
def test_44s_a_card_and_later_an_ally() -> None:
    units = {**FAR, "RUM3": "0816", "FINN": "FINLAND"}
    early = table_in("cards axis", turn=10, units=units, hands={"soviet": [44], "axis": [16, 19]}).play_event(44)
    early.do(Discard(16))
    assert early.at("RUM3") == "0816"
    late = table_in("cards axis", turn=11, units=units, hands={"soviet": [44], "axis": [16, 19]}).play_event(44)
    late.do(Discard(16))
    assert (late.actor, set(late.legal)) == ("axis", {ChooseUnit("RUM3"), ChooseUnit("FINN")})
    late.do(ChooseUnit("FINN"))
    assert late.at("FINN") == "box:destroyed"
    assert late.at("RUM3") == "0816"


def test_44s_needs_an_ally() -> None:
    table = table_in("cards axis", hands={"soviet": [44]})
    assert refusal(table, SOVIET, 44, Window.CARD_OPPONENT) == "no ally of the Germans is on the map (14.2)"
