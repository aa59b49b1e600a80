"""The last value with which a half still works, and the first with which it does not, where no other test shows it."""

from __future__ import annotations

import pytest
from cards.cases import FAR
from cards.marks import shows
from rules.combat_helpers import Table
from rules.helpers import why_not_now

from noretreat.core.actions import (
    AssignAttacker,
    ChooseHex,
    ChooseOption,
    DeclareTarget,
    Done,
    ImproveUnit,
    LoseStep,
    MoveUnit,
    Pass,
    PayCard,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    Rolled,
)
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.events import EventPointsChanged, ObligationFailed
from noretreat.rules.windows import Window


def ring(name: str, radius: int) -> set[str]:
    """The hexes so far from one."""
    center = BOARD.node_of[name]
    return {BOARD.id_of[node] for node in bits(BOARD.hexes) if BOARD.distance(node, center) == radius}


# --- steps and boxes --------------------------------------------------------------------------------------
@shows("boundary")
def test_01s_next_to_a_city_but_not_two_hexes_away_nor_beside_the_enemy() -> None:
    """Gorki lies alone in the east; an Axis army stands next to Moscow."""
    units = {"S_SW": "box:destroyed", "S_W": "1909", "G4": "1907"}
    table = Table(cards=True, phase="organization axis", units=units, hands={"soviet": [1]})
    while not table.of(PlayEvent):
        table.do(Done())
    table.play_event(1)
    goals = {action.to for action in table.of(ReplaceUnit)}
    assert "2008" in goals, "a city may lie in an enemy zone"
    cities = {BOARD.id_of[node] for node in bits(BOARD.cities)}
    assert goals & ring("1907", 1) == {"2006", "2008"} <= cities, "the hexes next to one may not"
    assert goals & ring("2310", 1)
    far = {hex_ for hex_ in ring("2310", 2) if not any(hex_ in ring(city, 1) | {city} for city in cities - {"2310"})}
    assert far
    assert not goals & far


@shows("boundary")
@pytest.mark.parametrize(("face", "place"), [("", "0606"), ("back", "box:destroyed")])
def test_06s_one_step_and_no_second(face: str, place: str) -> None:
    units = {"G6": f"0606 {face}".strip(), "G4": "1007", "S_NW": "2310"}
    table = Table(cards=True, phase="organization soviet", units=units, hands={"soviet": [6]}).play_event(6)
    table.do(LoseStep("G6"))
    assert (table.at("G6"), table.unit("G6").face) == (place, 1)
    assert not table.of(LoseStep)


@shows("boundary")
def test_30a_not_a_third_step() -> None:
    units = {"G4": "0606 back", "G6": "0704 back", "G9": "0503 back", "S_NW": "2310"}
    table = Table(cards=True, turn=13, phase="cards axis", units=units, hands={"axis": [30]}).play_event(30)
    table.do(ImproveUnit("G4"))
    assert ImproveUnit("G6") in table.legal
    table.do(ImproveUnit("G6"))
    assert not table.of(ImproveUnit)
    assert table.unit("G9").face == 1


@shows("boundary", "closed")
def test_31s_not_when_the_axis_has_gone_on() -> None:
    units = {"G4": "0606 back", "G6": "0704 back", "S_NW": "2310"}
    hands = {"axis": [16, 19], "soviet": [31]}
    table = Table(cards=True, turn=13, phase="organization axis", units=units, hands=hands)
    table.do(ImproveUnit("G4"), PayCard(16))
    assert PlayEvent(31) in table.legal
    table.do(Pass())
    assert PlayEvent(31) not in table.legal
    reason = why_not_now(table.state, SOVIET, 31, Window.REACT)
    assert reason == "only right after an enemy replacement or improvement (5.3.5)"
    assert table.unit("G4").face == 0


# --- cards ------------------------------------------------------------------------------------------------
@shows("boundary")
@pytest.mark.parametrize(("discards", "offered"), [([9, 22], True), ([22, 9], False), ([22, 20], False), ([], False)])
def test_02a_the_uppermost_discard_and_none_below_it(discards: list[int], offered: bool) -> None:
    """22A could be played now; 9A and 20A are red."""
    table = Table(cards=True, turn=13, phase="movement axis", units=FAR, hands={"axis": [2]}, discards=discards)
    assert (PlayEvent(2) in table.legal) is offered
    told = why_not_now(table.state, AXIS, 2, Window.MOVE)
    assert told == (None if offered else "the top discard has no event of yours that can be repeated (5.0)")


@shows("boundary")
def test_07s_a_second_city_only_when_the_first_is_rebuilt() -> None:
    table = Table(cards=True, phase="cards axis", units=FAR, hands={"soviet": [7]})
    table.state.scorched = 1 << BOARD.node_of["1211"]
    reason = why_not_now(table.state, SOVIET, 7, Window.CARD_OPPONENT)
    assert reason == "the Scorched Earth marker is in use (5.3.1)"
    table.state.scorched = 0
    assert why_not_now(table.state, SOVIET, 7, Window.CARD_OPPONENT) is None


@shows("boundary")
def test_24s_two_cards_only_of_a_hand_of_two() -> None:
    def options(*cards: int) -> set[str]:
        hands = {"soviet": [24], "axis": list(cards)}
        table = Table(cards=True, turn=13, phase="movement soviet", units=FAR | {"G6": "0606"}, hands=hands)
        table.play_event(24)
        return {action.option for action in table.of(ChooseOption)}

    assert options(16, 19) == {"two_cards", "card_and_step"}
    assert options(16) == set(), "nobody is asked: one card and a step is all it can pay"


@shows("boundary")
def test_31a_an_event_but_no_discard() -> None:
    """14A may void a payment as well; 31A takes only what is played."""
    units = {"S_W": "2008 disorganized", "G4": "1007"}
    hands = {"axis": [14, 31], "soviet": [16]}
    table = Table(cards=True, phase="organization soviet", units=units, hands=hands)
    table.do(Done(), ReorganizeUnit("S_W"))
    assert table.of(PlayEvent) == [PlayEvent(14)]
    assert why_not_now(table.state, AXIS, 31, Window.REACT) == "there is no enemy event to cancel (5.3.5)"


@shows("boundary", "closed")
def test_45a_the_markers_are_there_for_this_game_turn_only() -> None:
    table = Table(cards=True, turn=24, phase="cards axis", units=FAR, hands={"axis": [45]}).play_event(45).deal(30)
    assert table.view.supports["axis"] == 3
    while table.view.turn == 24:
        assert table.view.supports["axis"] == 3
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    assert table.view.supports["axis"] == BOARD.calendar[25].blitz


# --- moves ------------------------------------------------------------------------------------------------
@shows("boundary")
def test_10a_two_points_and_no_third() -> None:
    units = {"G6": "1411", "S_NW": "2310"}
    table = Table(cards=True, phase="movement soviet", units=units, hands={"axis": [10]}).do(Done()).play_event(10)
    goals = {action.to for action in table.of(MoveUnit)}
    assert goals & ring("1411", 2)
    assert not goals & ring("1411", 3)


# --- battles ----------------------------------------------------------------------------------------------
@shows("boundary")
@pytest.mark.parametrize(("front", "near"), [({"G9": "1513", "S_VOL": "1413 back"}, True),
                                            ({"G9": "1814", "S_VOL": "1815 back"}, False),
                                            ({"G9": "1514", "S_VOL": "1414 back"}, False)])  # fmt: skip
def test_22s_two_hexes_away_and_not_three(front: dict[str, str], near: bool) -> None:
    units = {"S_W": "1611 back", "G4": "1511", **front}
    table = Table(cards=True, phase="combat soviet", units=units, hands={"soviet": [22]})
    assert (front["G9"] in ring("1511", 2)) is near
    table.fight("1511", "S_W", also=(front["G9"],)).play_event(22).do(ChooseOption("soviet")).roll(4)
    while not table.asked("compose") and not table.of(Rolled) and not table.of(ChooseOption):
        table.do(table.legal[-1])
    table.attack(front["G9"], "S_VOL")
    assert bool(table.of(ChooseOption)) is near


@shows("boundary")
def test_15a_a_third_marker_stays() -> None:
    units = {"G4": "1511", "S_W": "1611", "G6": "1704", "S_KAL": "1804", "G9": "1513", "S_S": "1413",
             "G11": "1107", "S_NW": "1207"}  # fmt: skip
    blows = ["1804", "1413", "1207"]
    table = Table(cards=True, units=units, hands={"axis": [15]}, counterblow=blows).declare("1611")
    table.attack("1611", "G4").play_event(15).do(ChooseHex("1804"), ChooseHex("1413")).deal(34)
    assert table.view.counterblows == ("1207",)


@shows("boundary")
@pytest.mark.parametrize(("yes", "columns"), [(True, 2), (False, None)])
def test_39s_only_a_marker_that_is_committed_counts(yes: bool, columns: int | None) -> None:
    units = {"G4": "1511", "S_W": "1611", "S_NW": "2310"}
    table = Table(cards=True, turn=13, phase="cards soviet", units=units, hands={"soviet": [39]}, supports="0 1")
    table.play_event(39)
    while not table.asked("declare"):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    assert table.fight("1511", "S_W").support(yes=yes).shifts.get("support") == columns


@shows("boundary")
@pytest.mark.parametrize(("to", "left"), [("1511", ()), ("1510", ("1511",))])
def test_41a_the_works_are_gone_when_a_soviet_unit_enters_and_not_before(to: str, left: tuple[str, ...]) -> None:
    units = {"S_W": "1611", "G4": "1007"}
    table = Table(cards=True, turn=13, phase="movement soviet", units=units)
    table.state.works = 1 << BOARD.node_of["1511"]
    assert table.do(MoveUnit("S_W", to)).view.works == left


# --- promises ---------------------------------------------------------------------------------------------
FRONTS = [("1511", "1611"), ("1704", "1804"), ("1107", "1207"), ("1911", "2011")]
"""Four pairs of hexes far from each other: an Axis and a Soviet army in each."""
ARMIES = [("G4", "S_W"), ("G6", "S_S"), ("G9", "S_KAL"), ("G11", "S_NW")]


@shows("13A 19S 20S 23A", "boundary", "positive")
@pytest.mark.parametrize(("card", "owner", "debtor", "owed", "price"), [
    (13, "axis", "axis", 4, 1), (19, "soviet", "axis", 3, 2), (20, "soviet", "soviet", 4, 2),
    (23, "axis", "soviet", 4, 1),
])  # fmt: skip
@pytest.mark.parametrize("missing", [0, 1])
def test_a_promise_is_kept_by_the_last_attack(
    card: int, owner: str, debtor: str, owed: int, price: int, missing: int
) -> None:
    units = {unit: place for pair, at in zip(ARMIES, FRONTS, strict=True) for unit, place in zip(pair, at, strict=True)}
    table = Table(cards=True, turn=13, phase=f"cards {debtor}", units=units, hands={owner: [card]}).play_event(card)
    while not table.asked("declare"):
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    enemies = [at[0 if debtor == "soviet" else 1] for at in FRONTS]
    for target in enemies[: owed - missing]:
        table.do(DeclareTarget(target))
    while table.view.phase in ("combat", "counterblows"):
        wanted = (*table.of(AssignAttacker), Done(), Pass(), *table.legal)
        table.do(next(action for action in wanted if action in table.legal))
    failed = [(event.card, event.missing) for event in table.seen(ObligationFailed)]
    assert failed == ([(card, 1)] if missing else [])
    paid = [abs(event.change) for event in table.seen(EventPointsChanged) if event.reason == f"{card}-{owner}"]
    assert paid == ([price] if missing else [])
