"""The map extension of the first edition (C-54; EVT-17, MAP-3): before it lies, after it, laying it (D-57)."""

from __future__ import annotations

import pytest
from rules.helpers import Done, MoveUnit, events_of, hexes_for, idle, play, seen, skip_to, where

from noretreat.ai.proposals.moves import wants_extension
from noretreat.core.actions import LayExtension, PlaceUnit
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import Event, ExtensionLaid
from noretreat.core.snapshot import dump, load
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.questions.queries import information, supply_of
from noretreat.explain.refusals.why_not import why_not
from noretreat.explain.sentences.telling import tell
from noretreat.explain.sentences.wording import describe
from noretreat.game import IllegalAction, apply, legal_actions
from noretreat.positions import position, write_position
from noretreat.rules import extension
from noretreat.rules.victory import objectives_needed

LAY = LayExtension()
ARMY = {"G4": "0606", "S_W": "2008"}


def moving(turn: int, side: str = "axis", units: dict[str, str] | None = None, rules: str = "classic") -> State:
    """A Movement Phase by the first edition."""
    return position({"turn": turn, "phase": f"movement {side}", "rules": rules, "units": units or ARMY})


def log_to(state: State, turn: int) -> list[Event]:
    """What happens until that turn has begun, with as little done as can be."""
    log: list[Event] = []
    while state.turn < turn:
        state, happened = apply(state, idle(state))
        log += happened
    return log


# --- laying it -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("turn", "side", "rules", "offered"),
    [
        (2, "axis", "classic", True),
        (16, "axis", "classic", True),
        (17, "axis", "classic", False),
        (16, "soviet", "classic", False),
        (16, "axis", "deluxe", False),
        (16, "axis", "digital_0_1", False),
    ],
)
def test_c_54_the_axis_may_lay_it_before_turn_17(turn: int, side: str, rules: str, offered: bool) -> None:
    state = moving(turn, side, rules=rules)
    assert (LAY in legal_actions(state)) == offered
    assert (why_not(state, LAY) is None) == offered


def test_c_54_once_laid_the_rules_of_the_whole_map_hold() -> None:
    state = moving(9)
    assert (extension.is_laid(state), objectives_needed(state, SOVIET)) == (False, 1)
    assert events_of(state, LAY) == [ExtensionLaid(9)]
    state = play(state, LAY)
    assert (extension.is_laid(state), objectives_needed(state, SOVIET)) == (True, 3)
    assert LAY not in legal_actions(state)
    assert Done() in legal_actions(state), "the Movement Phase goes on"
    assert seen(state).west_edge == ()


def test_c_54_it_stays_laid() -> None:
    state = skip_to(play(moving(9), LAY), "movement", "axis", 10)
    assert extension.is_laid(state)
    assert LAY not in legal_actions(state)
    with pytest.raises(IllegalAction):
        apply(state, LAY)


def test_evt_17_it_is_laid_on_its_turn_and_the_log_says_so_once() -> None:
    before = position({"turn": 15, "phase": "movement axis", "rules": "classic", "units": ARMY})
    assert [event for event in log_to(before, 17) if isinstance(event, ExtensionLaid)] == [ExtensionLaid(17)]
    laid = play(before, LAY)
    assert not [event for event in log_to(laid, 17) if isinstance(event, ExtensionLaid)], "it lay already"


def test_c_54_other_rule_sets_have_one_map() -> None:
    state = position({"turn": 16, "phase": "detraining soviet", "units": ARMY})
    assert (extension.is_laid(state), state.extension_laid, seen(state).west_edge) == (True, False, ())


# --- what the player reads ---------------------------------------------------------------------------------------
def test_c_54_the_reasons_why_it_cannot_be_laid() -> None:
    one_map = why_not(moving(9, rules="deluxe"), LAY)
    lies = why_not(moving(18), LAY)
    early = why_not(
        position({"turn": 9, "phase": "combat axis", "rules": "classic", "units": {"G4": "1511", "S_W": "1611"}}), LAY
    )
    assert one_map is not None
    assert "one map" in tell(one_map).text
    assert lies is not None
    assert "already been laid" in tell(lies).text
    assert early is not None
    assert "Movement Phase" in tell(early).text


def test_c_54_the_view_shows_the_edge_until_it_is_laid() -> None:
    state = moving(9)
    assert {"0703", "0717"} <= set(seen(state).west_edge)
    assert {name[:2] for name in seen(state).west_edge} == {"07"}
    assert {name[:2] for name in seen(state).extension} == {"01", "02", "03", "04", "05", "06"}
    edge = [line.text for line in information(state, "hex", "0710").lines if line.label == "Map edge"]
    assert edge == ["Axis supply edge (6.1)"]
    beyond = [line.text for line in information(state, "hex", "0502").lines if line.label == "Map extension"]
    assert [text[:16] for text in beyond] == ["Laid on turn 17,"]
    laid = play(state, LAY)
    assert seen(laid).extension == ()
    assert not [line for line in information(laid, "hex", "0502").lines if line.label == "Map extension"]
    later = information(laid, "hex", "0710").lines
    assert not [line for line in later if line.label == "Map edge"]


def test_c_54_the_log() -> None:
    assert describe(ExtensionLaid(9), Side.AXIS) == "The map extension is laid: the whole-map rules now apply"


def test_c_54_a_save_and_a_position_remember_it() -> None:
    state = play(moving(9), LAY)
    assert load(dump(state)).extension_laid
    assert "extension laid" in write_position(state)
    assert position(write_position(state)).extension_laid
    assert "extension" not in write_position(moving(9))
    with pytest.raises(ValueError, match="laid"):
        position("turn 9\nrules classic\nextension soon")


# --- the edge ----------------------------------------------------------------------------------------------------
def cut(**lines: object) -> State:
    """A German army south-east of Warsaw; all hexes on the way to the far edge, but not to column 07, are Soviet."""
    wall = {"S_W": "0508", "S_S": "0510", "S_NW": "0506", "S_SW": "0512"}
    lost = ["0606", "0406", "0309", "0503", "0704", "0511", "0906", "0910"]
    lines = {"control": {"soviet": lost}, **lines}
    return position({"turn": 9, "phase": "movement axis", "rules": "classic", "units": {"G4": "0709"} | wall, **lines})


def test_map_3_before_it_lies_the_axis_draws_supply_from_column_07() -> None:
    state = cut()
    assert supply_of(state, "G4").supplied
    assert not supply_of(play(state, LAY), "G4").supplied, "the far edge is more than four hexes away"


@pytest.mark.parametrize(("place", "supplied"), [("0709", True), ("1009", True), ("1109", False)])
def test_map_3_three_hexes_to_that_edge_are_enough_four_are_not(place: str, supplied: bool) -> None:
    """The edge counts as a hex: column 07 may be three hexes away at most (C-12)."""
    state = position({"turn": 9, "phase": "movement axis", "rules": "classic", "units": {"G4": place, "S_W": "2008"},
                      "control": {"soviet": ["0906", "0910", "0606", "0511", "1104"]}})  # fmt: skip
    assert supply_of(state, "G4").supplied == supplied


def test_map_3_a_unit_beyond_the_edge_is_supplied() -> None:
    state = position({"turn": 9, "phase": "movement axis", "rules": "classic", "units": {"G4": "0609", "S_W": "2008"},
                      "control": {"soviet": ["0606", "0309", "0511"]}})  # fmt: skip
    assert supply_of(state, "G4").how == "overland"
    assert extension.supply_edge(state, AXIS) >> BOARD.node_of["0609"] & 1


def test_map_3_the_soviet_edge_never_changes() -> None:
    assert extension.supply_edge(moving(9), SOVIET) == extension.supply_edge(moving(18), SOVIET) == BOARD.edge[SOVIET]


def test_org_10_shattered_units_come_in_by_the_edge_of_the_day() -> None:
    far = {hex_.id for hex_ in BOARD.facts.map.hexes if hex_.edge == "axis"}
    for turn, edge in ((9, set(BOARD.ids(extension.SMALL_EDGE))), (18, far)):
        state = position({"turn": turn, "phase": "organization axis", "rules": "classic",
                          "units": {"G4": "box:shattered", "S_W": "2008", "S_S": "2007"}})  # fmt: skip
        assert edge <= hexes_for(state, PlaceUnit, "G4")


# --- the computer --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("place", "wants"), [("1504", True), ("1604", False), ("2008", False)])
def test_the_computer_lays_it_when_koenigsberg_is_near(place: str, wants: bool) -> None:
    assert wants_extension(moving(9, units={"G4": "0606", "S_W": place})) == wants


def test_c_54_moves_are_not_changed_by_the_offer() -> None:
    state = moving(9)
    assert where(play(state, MoveUnit("G4", "0706")), "G4") == "0706"
