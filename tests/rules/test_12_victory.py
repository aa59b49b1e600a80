"""Chapter 12 and the Victory Phase: points and ways of winning (VIC-1 to VIC-7, WIN-1 to WIN-8, EX-VP, DX-VP)."""

from __future__ import annotations

import json

import msgspec
import pytest
from rules.combat_helpers import Table

from noretreat.core.actions import Conclude, MoveUnit, Resign
from noretreat.core.events import GameEnded, InitiativeShifted, VictoryPointsCounted
from noretreat.core.rulesets import rules_of
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Goal, Side, Victory
from noretreat.explain.sentences.wording import describe
from noretreat.game import IllegalAction, apply, outcome
from noretreat.rules.sequence import turn_is_over

# City hexes that are nobody's Objective.
EAST = (
    "1403", "1307", "1708", "2006", "2207", "1909", "2310", "1912", "1211", "1613", "1415", "1115", "1716", "1717",
    "2314", "2221", "1519",
)  # fmt: skip
WEST = ("0704", "0606", "0906", "0910", "0511", "0414", "0717", "0816")
GRAY = ("1902", "2008", "2117", "1318", "2022")
RED = ("0503", "1104", "0406", "0309")


def equal_at_the_end_of_1944(rules: str) -> Table:
    """The Axis high tide is the Soviet score when turn 22 is over."""
    words = {"rules": rules, "turn": 22, "units": {"S_W": "2008"}}
    score = Table(phase="movement soviet", **words).view.vp
    return Table(phase="detraining soviet", high_tide=score, **words)


def on_turn(turn: int, *, axis: tuple[str, ...] = (), soviet: tuple[str, ...] = (), **words: object) -> Table:
    """The Victory Phase of a turn has just been; beyond the start the Axis and the Soviets hold these hexes."""
    control = {side: hexes for side, hexes in (("axis", axis), ("soviet", soviet)) if hexes}
    words.setdefault("control", control)
    return Table(turn=turn - 1, phase="detraining soviet", **words)


# --- scoring ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("turn", [4, 7, 10])
def test_vic_1_a_red_event_costs_the_axis_a_point_while_it_has_the_initiative(turn: int) -> None:
    assert on_turn(turn).view.event_vp == -1


@pytest.mark.parametrize("turn", [14, 19, 22, 25])
def test_vic_1_and_gives_the_soviets_one_later(turn: int) -> None:
    assert on_turn(turn).view.event_vp == 1


@pytest.mark.parametrize("turn", [5, 6, 8, 11, 13, 20, 26])
def test_vic_1_other_turns_have_none(turn: int) -> None:
    assert on_turn(turn).view.event_vp == 0


def test_vic_2_controlled_hexes_and_event_points() -> None:
    table = on_turn(8, axis=EAST[:3], event_vp=2)
    assert table.view.vp == 12 + 3 + 2


def test_vic_2_a_point_for_finland() -> None:
    assert on_turn(8, units={"G18": "FINLAND"}).view.vp == 13
    assert on_turn(8, units={"FINN": "FINLAND"}).view.vp == 12, "the Finns alone do not count"
    assert on_turn(8, units={"G18": "FINLAND", "S_W": "FINLAND"}).view.vp == 12
    assert on_turn(8, units={"KG1": "FINLAND"}).view.vp == 12


def test_vic_2_in_1945_the_classic_rules_count_the_same_twelve_hexes() -> None:
    """C-129: those of its second map, and Königsberg (1104); nothing in Russia, and no Finland."""
    twelve = {*WEST, *RED}
    table = on_turn(24, soviet=tuple(twelve), axis=EAST, rules="classic", units={"S_NW": "FINLAND", "G4": "0606"})
    assert table.view.vp == len(twelve) == 12


def test_vic_2_in_1945_only_greater_germany_counts() -> None:
    assert on_turn(22, soviet=WEST[:2]).view.vp == 22 + 2 + 1
    assert on_turn(23, soviet=WEST[:2]).view.vp == 2
    assert on_turn(24, soviet=WEST[:2], units={"S_W": "FINLAND"}).view.vp == 2, "nor does Finland"


def test_vic_3_event_points_stay_between_minus_six_and_six() -> None:
    assert on_turn(7, event_vp=-6).view.event_vp == -6
    assert on_turn(14, event_vp=6).view.event_vp == 6


def test_vic_4_objectives_are_worth_no_more() -> None:
    assert on_turn(8, axis=("1902",)).view.vp == 13


def test_vic_5_a_city_that_changes_hands_counts_at_once() -> None:
    table = Table(turn=5, phase="movement soviet", units={"S_W": "1212"}, control={"axis": ["1211"]})
    assert table.view.vp == 13
    table.do(MoveUnit("S_W", "1211"))
    assert table.view.vp == 12


def test_vic_5_only_the_initiative_side_has_a_score() -> None:
    assert on_turn(11).view.vp == 12, "the Axis"
    assert on_turn(13).view.vp == 22, "the Soviets"


def test_vic_6_the_red_event_comes_before_the_tests() -> None:
    eight = WEST + RED[:2]
    assert on_turn(27, soviet=eight, event_vp=5).winner == ("soviet", "sudden_death"), "10 + 5 + 1 is above 15"
    assert on_turn(27, soviet=eight, event_vp=4).winner is None


def test_vic_6_total_victory_comes_before_objectives() -> None:
    assert on_turn(17, soviet=WEST + RED).winner == ("soviet", "total")


def test_vic_6_objectives_come_before_sudden_death() -> None:
    assert on_turn(6, axis=EAST + GRAY[:3]).winner == ("axis", "objectives")


# --- VIC-7, WIN-5: turn 12 -------------------------------------------------------------------------------------
def test_vic_7_the_initiative_passes() -> None:
    table = on_turn(12, axis=EAST[:7], event_vp=3)
    assert table.view.initiative == "soviet"
    assert table.view.high_tide == 22
    assert table.view.event_vp == 0
    assert table.view.vp == 15


def test_vic_7_axis_sudden_death_first() -> None:
    assert on_turn(12, axis=EAST[:15], event_vp=1).winner == ("axis", "sudden_death")
    assert on_turn(12, axis=EAST[:15], event_vp=0).winner is None


def test_vic_7_then_the_soviet_one() -> None:
    assert on_turn(12, axis=EAST[:6]).winner is None
    assert on_turn(12, axis=EAST[:5]).winner == ("soviet", "sudden_death")


def test_vic_7_it_never_returns() -> None:
    assert on_turn(13).view.initiative == "soviet"


# --- WIN-1: objectives -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("turn", "count", "winner"),
    [(6, 2, None), (6, 3, "axis"), (11, 3, "axis"), (13, 3, None), (13, 4, "axis")],
)
def test_win_1_axis_three_with_the_initiative_four_after(turn: int, count: int, winner: str | None) -> None:
    table = on_turn(turn, axis=GRAY[:count])
    assert table.winner == (None if winner is None else (winner, "objectives"))


@pytest.mark.parametrize(("count", "winner"), [(2, None), (3, "soviet"), (4, "soviet")])
def test_win_1_soviets_three_of_four(count: int, winner: str | None) -> None:
    for turn in (8, 14):
        table = on_turn(turn, soviet=RED[:count])
        assert table.winner == (None if winner is None else (winner, "objectives"))


def test_win_1_if_both_the_initiative_decides() -> None:
    assert on_turn(8, axis=GRAY[:3], soviet=RED[:3]).winner == ("axis", "objectives")
    assert on_turn(14, axis=GRAY[:4], soviet=RED[:3]).winner == ("soviet", "objectives")


# --- WIN-2: supply of objectives -------------------------------------------------------------------------------
RING = {"S_W": "2007", "S_S": "2108", "S_NW": "1908", "S_KAL": "2009"}


def test_win_2_an_objective_that_is_cut_off_does_not_count() -> None:
    table = on_turn(8, axis=GRAY[:3], units=RING)
    assert table.winner is None
    assert table.view.objectives["axis"] == 2


def test_win_2_its_own_hex_is_not_tested() -> None:
    # one Soviet front in the east has its zone over Moscow; the way west is open
    assert on_turn(8, axis=GRAY[:3], units={"S_W": "2108"}).winner == ("axis", "objectives")


def test_win_2_the_sea_will_do() -> None:
    units = {"S_W": "1317", "S_S": "1418"}
    table = on_turn(8, axis=("1318", "1902", "2008"), units=units)
    assert table.winner == ("axis", "objectives"), "Sevastopol lies on the Black Sea"


# --- WIN-3: sudden death ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "mark"), [(3, 20), (6, 23), (9, 26)])
def test_win_3_axis_marks(turn: int, mark: int) -> None:
    assert on_turn(turn, axis=EAST[: mark - 12]).winner is None
    assert on_turn(turn, axis=EAST[: mark - 11]).winner == ("axis", "sudden_death")


@pytest.mark.parametrize(("turn", "mark"), [(15, 19), (18, 24), (21, 30)])
def test_win_3_soviet_marks(turn: int, mark: int) -> None:
    def holding(points: int) -> Table:
        if points <= 22:
            return on_turn(turn, axis=EAST[: 22 - points])
        return on_turn(turn, soviet=WEST[: min(8, points - 22)], event_vp=max(0, points - 30))

    assert holding(mark).winner is None
    assert holding(mark + 1).winner == ("soviet", "sudden_death")


def test_win_3_soviet_marks_of_1945() -> None:
    assert on_turn(24, soviet=WEST).winner is None
    assert on_turn(24, soviet=WEST, event_vp=1).winner == ("soviet", "sudden_death")
    assert on_turn(27, soviet=WEST + RED[:2], event_vp=4).winner is None, "15 with the Economic Collapse"
    assert on_turn(27, soviet=WEST + RED[:2], event_vp=5).winner == ("soviet", "sudden_death")


@pytest.mark.parametrize("turn", [4, 5, 7, 8, 10, 11])
def test_win_3_only_on_skull_turns(turn: int) -> None:
    assert on_turn(turn, axis=EAST).winner is None


@pytest.mark.parametrize("rules", ["deluxe", "living", "classic", "digital", "digital_0_1"])
def test_win_3_as_many_points_as_the_mark_are_not_enough_in_any_set(rules: str) -> None:
    """C-147: "enough" on the track is more than its number, in the first edition as well."""
    for points, winner in ((23, None), (24, ("axis", "sudden_death"))):
        assert on_turn(6, axis=EAST[: points - 12], rules=rules).winner == winner
    own_phases = rules_of(rules).victory_phases_per_turn == 2
    before = {"turn": 15, "phase": "detraining axis"} if own_phases else {"turn": 14, "phase": "detraining soviet"}
    for points, winner in ((19, None), (20, ("soviet", "sudden_death"))):
        assert Table(rules=rules, control={"axis": EAST[: 22 - points]}, **before).winner == winner


def test_win_3_not_for_the_side_without_the_initiative() -> None:
    assert on_turn(9, axis=()).winner is None, "22 Soviet hexes mean nothing before turn 12"


# --- WIN-4 -----------------------------------------------------------------------------------------------------
def test_win_4_thirty_four_points_in_any_victory_phase() -> None:
    held = WEST + RED[:2]
    assert on_turn(17, soviet=held, event_vp=1).winner is None
    assert on_turn(17, soviet=held, event_vp=2).winner == ("soviet", "total")


# --- WIN-6 -----------------------------------------------------------------------------------------------------
def test_win_6_the_high_tide_is_compared_after_turn_22() -> None:
    assert on_turn(23, high_tide=23).winner == ("axis", "operational")
    table = on_turn(23, high_tide=22, event_vp=0)
    assert table.winner is None
    assert table.view.turn == 23


def test_win_6_event_points_count_and_then_start_again() -> None:
    table = on_turn(23, high_tide=24, event_vp=2)
    assert table.winner is None
    assert table.view.event_vp == 0


def test_win_6_is_asked_only_if_nobody_has_won_by_objectives() -> None:
    """12.4, C-130: those of turn 22 count, though no Victory Phase comes before the check."""
    words = {"high_tide": 27, "units": {"S_W": "0704"}}
    assert on_turn(23, soviet=RED[:3], **words).winner == ("soviet", "objectives")
    assert on_turn(23, soviet=RED[:2], **words).winner == ("axis", "operational")


# --- WIN-7, WIN-8 ----------------------------------------------------------------------------------------------
def test_win_7_the_removal_on_turn_28_is_no_victory() -> None:
    table = on_turn(28, units={"BERLIN_G": "0503"})
    assert table.winner is None
    assert table.at("BERLIN_G") == "box:removed"


def test_win_8_the_axis_wins_when_turn_28_is_over() -> None:
    assert on_turn(29).winner == ("axis", "time")


@pytest.mark.parametrize(
    ("held", "ended"),
    [(RED[:3], ("soviet", "objectives")), (RED, ("soviet", "objectives")), (RED[:2], ("axis", "time"))],
)
def test_win_8_the_objectives_of_the_last_turn_count(held: tuple[str, ...], ended: tuple[str, str]) -> None:
    """C-130: no Victory Phase comes after turn 28, so they are counted once more when it is over."""
    units = {"S_W": "0704", "S_BRY": "0606"}
    assert on_turn(29, soviet=held, units=units).winner == ended


def test_win_8_objectives_that_are_cut_off_do_not_count_in_the_end() -> None:
    cut = {"G2": "0602", "G4": "0603", "G6": "0504", "G8": "0403"}
    assert on_turn(29, soviet=("0503", "0406", "1104"), units=cut).winner == ("axis", "time")


@pytest.mark.parametrize(
    ("early", "ended"), [(True, ("soviet", "objectives")), (False, ("axis", "denied"))], ids=["tournament", "short"]
)
@pytest.mark.parametrize("last", [22, 25])
def test_win_8_in_a_scenario_objectives_count_in_the_end_where_they_apply(
    last: int, early: bool, ended: tuple[str, str]
) -> None:
    """C-130: and before the operational check they end no scenario of limited length."""
    state = on_turn(last, soviet=RED[:3], units={"S_W": "0704"}, high_tide=0).state.copy()
    goal = Goal(points=99)
    state.turn, state.ended = last, None
    state.setup = msgspec.structs.replace(
        state.setup, last_turn=last, victory=Victory(side=Side.SOVIET, any_of=(goal,), early=early)
    )
    if last > 22 and not early:
        earlier = state.copy()
        earlier.turn = 22
        turn_is_over(earlier)
        assert earlier.ended is None
    turn_is_over(state)
    found = outcome(state)
    assert found is not None
    assert (found.winner, found.reason) == ended


def test_win_8_a_side_may_resign() -> None:
    table = on_turn(8)
    state, _ = apply(table.state, Resign(Side.AXIS))
    table.state = state
    assert table.winner == ("soviet", "resigned")
    assert table.legal == ()


@pytest.mark.parametrize(("loser", "ended"), [(None, (None, "agreed")), (Side.AXIS, ("soviet", "clock"))])
def test_win_8_players_may_end_a_game_among_themselves(loser: Side | None, ended: tuple[str | None, str]) -> None:
    table = on_turn(8)
    table.state, _ = apply(table.state, Conclude(loser))
    found = outcome(table.state)
    assert found is not None
    assert (found.winner, found.reason) == ended
    assert table.legal == ()
    with pytest.raises(IllegalAction):
        apply(table.state, Conclude(loser))


# --- examples --------------------------------------------------------------------------------------------------
def test_ex_vp_1() -> None:
    assert on_turn(6, axis=EAST[:12]).winner == ("axis", "sudden_death")
    assert on_turn(6, axis=EAST[:11]).winner is None


def test_ex_vp_2() -> None:
    table = Table(turn=5, phase="movement soviet", units={"S_W": "1512"}, control={"axis": ["1613", "1211"]})
    before = table.view.vp
    table.do(MoveUnit("S_W", "1613"))
    assert table.view.vp == before - 1


def test_ex_vp_3() -> None:
    # two red events -2, two Soviet cards -2, one Axis card +1, three surrenders +3; the third red event comes now
    table = on_turn(10, axis=EAST[:2], event_vp=-2 - 2 + 1 + 3)
    assert table.view.event_vp == -1
    assert table.view.vp == 13


def test_ex_vp_4() -> None:
    red = [turn for turn in range(2, 12) if on_turn(turn).view.event_vp == -1]
    assert red == [4, 7, 10]


def test_ex_vp_5() -> None:
    from noretreat.explain.knowledge.view import view
    from noretreat.game import new_game

    assert view(new_game("barbarossa"), None).vp == 12


def test_ex_vp_6() -> None:
    assert on_turn(12, axis=EAST[:15]).winner is None
    assert on_turn(12, axis=EAST[:16]).winner == ("axis", "sudden_death")


def test_dx_vp_7() -> None:
    table = on_turn(12, axis=EAST[:6], event_vp=2)
    assert (table.view.high_tide, table.view.event_vp, table.view.vp, table.winner) == (20, 0, 16, None)
    assert on_turn(12, axis=EAST[:5]).winner == ("soviet", "sudden_death")


def test_dx_vp_8() -> None:
    assert on_turn(23, high_tide=22).winner is None
    assert on_turn(23, high_tide=23).winner == ("axis", "operational")


def test_dx_vp_9() -> None:
    assert on_turn(14, event_vp=6).view.event_vp == 6


def test_dx_vp_11() -> None:
    assert on_turn(13, soviet=WEST + RED[:2], event_vp=2).winner == ("soviet", "total")


def test_dx_vp_12() -> None:
    table = Table(turn=4, phase="detraining soviet", supports="0 1")
    assert table.view.turn == 5
    assert table.view.supports == {"axis": 0, "soviet": 3}


def test_events_of_the_shift() -> None:
    table = Table(turn=11, phase="movement soviet", units={"S_W": "1512"}, control={"axis": EAST[:7]})
    while table.view.turn == 11:
        table.do(table.legal[-1])
    assert table.happened(InitiativeShifted("soviet", 19))
    counts = [(event.side, event.points) for event in table.seen(VictoryPointsCounted)]
    assert counts == [("axis", 19), ("soviet", 15)]


@pytest.mark.parametrize("rules", ["deluxe", "living", "digital", "digital_0_1"])
def test_win_6_equal_scores_let_the_war_go_on(rules: str) -> None:
    assert equal_at_the_end_of_1944(rules).winner is None


def test_win_6_equal_scores_are_a_draw_by_the_first_edition() -> None:
    table = equal_at_the_end_of_1944("classic")
    end = table.view.outcome
    assert end is not None
    assert end.winner is None
    assert (end.reason, table.actor) == ("operational_tie", None)
    assert end.text.startswith("No victory: ")
    assert describe(GameEnded(None, "operational_tie"), None) == (
        "No victory: the Axis high tide and the Soviet score were equal at the end of 1944 (12.4)"
    )


def test_win_6_a_drawn_game_is_read_again_as_it_was() -> None:
    state = equal_at_the_end_of_1944("classic").state
    assert load(json.loads(json.dumps(dump(state)))).ended == state.ended
