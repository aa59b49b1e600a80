"""What wins, in the one line that stands in the head of the table: it is what really ends the game (chapter 12)."""

from __future__ import annotations

import pytest

from noretreat import game
from noretreat.core.actions import Resign
from noretreat.core.board import AXIS, BOARD
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import load_scenario, scenario_ids
from noretreat.explain.knowledge.view import View, view
from noretreat.positions import position
from noretreat.rules import goals


def opening(scenario: str, **options: object) -> View:
    """A scenario as its first player sees it."""
    return view(game.new_game(scenario, Options(**options)), Side.AXIS)  # type: ignore[arg-type]


def said(state_view: View) -> str:
    """The line in English."""
    assert state_view.aim is not None
    return state_view.aim.text


def test_12_6_a_short_scenario_names_its_goals_and_its_last_turn() -> None:
    shown = opening("barbarossa_1941")
    assert said(shown) == (
        "Axis by the end of turn 5: 21 victory points; or Moscow (2008) held, and also 2 of its Objectives in supply, "
        "Moscow (2008) counted"
    )
    # Sudden Death does not apply (WIN-8), so no mark is shown.
    assert (shown.sudden_death, shown.sudden_death_turn) == (None, None)


@pytest.mark.parametrize("scenario", sorted(scenario_ids()))
def test_12_6_the_line_agrees_with_what_decides(scenario: str) -> None:
    facts, shown = load_scenario(scenario), opening(scenario)
    assert shown.aim is not None
    if facts.victory is not None and not facts.victory.early:
        assert shown.aim.code == "info-aim-goals"
        assert (shown.aim.args["side"], shown.aim.args["turn"]) == (facts.victory.side, facts.end_turn)
        assert len(shown.aim.args["goals"]) == len(facts.victory.any_of)
    else:
        assert shown.aim.code == "info-aim-mark"
        assert shown.sudden_death is not None
        assert shown.aim.args["turn"] == shown.sudden_death_turn


def test_12_2_the_campaign_names_the_next_mark_and_the_objectives() -> None:
    assert said(opening("barbarossa")) == (
        "Axis on turn 3: 21 victory points; on any turn: 3 of its Objectives in supply"
    )


def test_12_2_the_mark_is_the_number_that_wins() -> None:
    """One point more than the printed mark (12.2): with it the game ends, with the mark itself it goes on."""
    state = position("turn 2\nphase movement axis\nunit G1Pz 1211\nunit S_SW 2006")
    shown = view(state, Side.AXIS)
    assert shown.aim is not None
    assert shown.sudden_death is not None
    assert f"{shown.sudden_death + 1} victory points" in shown.aim.text


def test_nsr_1_where_the_mark_costs_cards_only_the_objectives_are_named() -> None:
    shown = opening("barbarossa", rules="digital", no_surrender=True)
    assert shown.aim is not None
    assert shown.aim.code == "info-aim-objectives"
    assert shown.sudden_death is None


def over(scenario: str) -> State:
    """A game that the Axis has given up."""
    state, _ = game.apply(game.new_game(scenario, Options()), Resign(Side.AXIS))
    return state


@pytest.mark.parametrize("scenario", ["barbarossa", "na_berlin"])
def test_a_game_without_goals_of_its_own_has_no_aim_once_it_is_over(scenario: str) -> None:
    assert view(over(scenario), Side.AXIS).aim is None


@pytest.mark.parametrize("scenario", ["citadel", "tournament"])
def test_12_6_the_goals_of_a_scenario_stay_when_it_is_over(scenario: str) -> None:
    """They can still be looked at, also where Sudden Death could have ended it before."""
    facts, shown = load_scenario(scenario), view(over(scenario), Side.AXIS)
    assert facts.victory is not None
    assert shown.aim is not None
    assert (shown.aim.code, shown.aim.args["side"]) == ("info-aim-goals", facts.victory.side)


def test_12_6_after_the_end_the_line_names_the_goal_that_was_reached() -> None:
    state = game.new_game("fall_blau").copy()
    conditions = state.setup.victory
    assert conditions is not None
    taken = BOARD.mask("2117", "1318", "1902")  # Stalingrad and Objectives, but hardly 24 points
    state.axis_control |= taken
    state.soviet_control &= ~taken
    state.put(BOARD.unit_index["G6"], BOARD.node_of["2117"])
    state.put(BOARD.unit_index["G11"], BOARD.node_of["1318"])
    reached = [goal for goal in conditions.any_of if goals.is_reached(state, goal, AXIS)]
    goals.decide(state, conditions)
    assert state.ended == ("axis", "scenario")
    assert 0 < len(reached) < len(conditions.any_of)
    assert len(view(state, Side.AXIS).aim.args["goals"]) == len(reached)  # type: ignore[union-attr, arg-type]
