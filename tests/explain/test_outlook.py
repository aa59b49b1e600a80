"""Looking ahead: threat, supply to come, the roads to victory, the price of the lost, and the cards of all else."""

from __future__ import annotations

import pytest
from cards.battles import axis_attack
from rules.combat_helpers import Table
from rules.helpers import idle, marked, moves_of, play, skip_to, where

from noretreat import State, position
from noretreat.core.actions import ChooseUnit, MoveUnit, Resign
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.data.facts import Side
from noretreat.explain.ahead import outlook
from noretreat.explain.questions import queries
from noretreat.explain.sentences.telling import tell
from noretreat.game import IllegalAction, legal_actions, new_game, outcome
from noretreat.rules import goals
from noretreat.rules.control import take_control
from noretreat.rules.victory import can_end_early, victory_points
from tools.check_catalogues import FORMS, catalogue

_NAMES = "1403 1307 1708 2006 2207 1909 2310 1912 1211 1613 1415 1115 1716 1717 2314 2221 1519 1902 2008 2117 1318"
CITIES = _NAMES.split()


def lines(what: str, name: str, state: State) -> dict[str, str]:
    return {line.label: line.text for line in queries.information(state, what, name).lines}


# --- threat -----------------------------------------------------------------------------------------------
def test_threat_is_what_can_be_played_next_turn() -> None:
    """The hexes named are those that a move of the coming Soviet turn makes attackable, with the odds it then has."""
    units = {"G4": "1511", "G6": "0910", "S_W": "1613", "S_SW": "1612 back"}
    table = Table(phase="movement axis", units=units)
    told = outlook.threat(table.state, Side.SOVIET)
    assert set(told.hexes) == {"1511"}
    threat = told.hexes["1511"]
    assert threat.attackers == ("S_SW", "S_W")
    coming = skip_to(table.state, "movement", "soviet")
    assert set(told.reach) >= moves_of(coming, "S_W") | moves_of(coming, "S_SW")
    odds = queries.odds_for(position({"turn": 7, "units": {**units, "S_W": "1611"}}), ["S_W", "S_SW"], ["1511"])
    assert (threat.attack, threat.defense) == (odds.attack, odds.defense)


def test_threat_keeps_to_the_stacking_limit() -> None:
    """8.4.1: one Soviet unit a hex, so the strongest for each free place; from turn 23 two."""
    crowd = {"S_W": "1711 back", "S_SW": "1712 back", "S_NW": "1710", "S_CRI": "1611"}
    # all hexes next to 1511 but 1611 are taken by Axis units
    wall = {"G4": "1511", "G6": "1411", "G9": "1510", "G11": "1512", "G16": "1610", "G18": "1612"}
    early = outlook.threat(position({"turn": 7, "phase": "movement axis", "units": {**wall, **crowd}}), Side.SOVIET)
    late = outlook.threat(position({"turn": 23, "phase": "movement axis", "units": {**wall, **crowd}}), Side.SOVIET)
    assert len(early.hexes["1511"].attackers) == 1
    assert len(late.hexes["1511"].attackers) == 2
    assert late.hexes["1511"].attack > early.hexes["1511"].attack


def test_threat_levels_follow_the_column() -> None:
    for strong, level in (("S_NW", 1), ("S_SW back", 3)):
        name, _, face = strong.partition(" ")
        units = {"ITA8" if level == 3 else "G1Pz": "1511", name: f"1611 {face}".strip()}
        told = outlook.threat(position({"turn": 7, "phase": "movement axis", "units": units}), Side.SOVIET)
        column = told.hexes["1511"].column
        wanted = 1 if column in ("<1:3", "1:3", "1:2") else 2 if column in ("1:1", "3:2", "2:1") else 3
        assert told.hexes["1511"].level == wanted


def test_white_and_disorganized_units_threaten_nobody_in_this_turn() -> None:
    """10.1.1."""
    units = {"G4": "1511 disorganized", "S_W": "1611"}
    assert outlook.threat(position({"turn": 7, "phase": "movement axis", "units": units}), Side.AXIS).hexes == {}
    units = {"KG1": "1511", "S_W": "1611"}
    assert outlook.threat(position({"turn": 7, "phase": "movement axis", "units": units}), Side.AXIS).hexes == {}


# --- supply -----------------------------------------------------------------------------------------------
POCKET = {"S_W": "1611", "G4": "1710", "G6": "1711", "G9": "1510", "G11": "1511", "G16": "1612", "G17": "1610"}


def test_the_cut_names_the_hexes_that_bar_the_way() -> None:
    """6.3: every hex named lies in an enemy zone or holds an enemy, and without them the way would be short."""
    found = queries.supply_of(position({"turn": 7, "units": POCKET, "control": {"soviet": CITIES}}), "S_W")
    assert not found.supplied
    assert found.cut
    assert set(found.cut) <= set(found.way)
    assert not found.far


def test_a_way_that_is_only_too_long_has_no_cut() -> None:
    """6.1: an overland path is four hexes long at most."""
    found = queries.supply_of(position({"turn": 7, "units": {"G4": "1911"}}), "G4")
    assert (found.supplied, found.cut, found.far) == (False, (), True)


def test_the_hinges_of_a_path_would_cut_it() -> None:
    state = position({"turn": 7, "units": {"S_W": "1611", "G4": "1310"}, "control": {"soviet": CITIES}})
    found = queries.supply_of(state, "S_W")
    assert found.supplied
    assert set(found.hinges) <= set(found.path)


WEST = {"turn": 2, "phase": "movement axis", "rules": "living", "control": {"soviet": ["0414", "0511"]}}
"""Budapest and Belgrade are Soviet: south of the Carpathians only Vienna (0309) and the edge supply the Axis."""


def test_sup_3_an_edge_hex_four_hexes_away_ends_no_path() -> None:
    """C-12: 0209 on the edge is as near as Vienna, and one hex too far."""
    found = queries.supply_of(position({**WEST, "units": {"G18": "0413"}}), "G18")
    assert (found.how, found.path[-1], len(found.path)) == ("overland", "0309", 4)
    assert found.hinges == ("0309",)


def test_sup_3_what_cuts_the_path_is_named_though_the_edge_beside_it_is_free() -> None:
    found = queries.supply_of(position({**WEST, "units": {"G18": "0413", "S_W": "0408"}}), "G18")
    assert not found.supplied
    assert (found.cut, found.way[-1], found.far) == (("0309",), "0309", False)


def test_sup_3_a_short_way_that_is_barred_goes_before_a_long_one_that_is_free() -> None:
    """North of the Soviet front there is a free way to Minsk (1307), but it has five hexes."""
    units = {"G4": "1707", "S_W": "1508"}
    found = queries.supply_of(position({"turn": 7, "units": units, "control": {"axis": ["1307"]}}), "G4")
    assert not found.supplied
    assert (found.cut, found.way) == (("1507", "1407"), ("1607", "1507", "1407", "1307"))
    assert not found.far


def test_supply_then_is_what_the_next_check_and_the_removal_do() -> None:
    """6.0, 11: played on idly, exactly the units foretold are lost and marked."""
    units = {**POCKET, "S_W": "1611 unsupplied"}
    state = position({"turn": 7, "phase": "combat axis", "units": units, "control": {"soviet": CITIES}})
    told = outlook.supply_then(state)
    assert told.lost == ("S_W",)
    after = skip_to(state, "organization", "soviet")
    assert where(after, "S_W") == "box:surrendered"
    assert marked(after) == set(told.marked)


def test_a_unit_that_is_relieved_is_named() -> None:
    units = {"S_W": "1611 unsupplied", "G4": "1511"}
    state = position({"turn": 7, "phase": "combat axis", "units": units, "control": {"soviet": CITIES}})
    told = outlook.supply_then(state)
    assert (told.lost, told.relieved) == ((), ("S_W",))
    assert "S_W" not in told.marked


# --- victory ----------------------------------------------------------------------------------------------
def roads(state: State, side: str) -> dict[str, outlook.Road]:
    return {road.code: road for road in outlook.roads_to_victory(state)[side]}


def test_the_axis_road_by_points_is_the_test_that_is_made() -> None:
    """12.2: one point short nothing happens, at the number given the game is over."""
    base = {"turn": 2, "phase": "detraining soviet", "units": {"G4": "1511", "S_W": "1711"}}
    for more, won in ((0, False), (1, True)):
        state = position({**base, "control": {"axis": CITIES[:-4]}, "event_vp": "0"})
        road = roads(state, Side.AXIS)["sudden_death"]
        short = road.need - road.have
        state = position({**base, "control": {"axis": CITIES[:-4]}, "event_vp": str(short - 1 + more)})
        while outcome(state) is None and (state.turn, state.phase) != (3, "cards"):
            state = play(state, idle(state))
        assert road.turn == 3
        assert (outcome(state) is not None) is won


def test_the_objectives_are_counted_as_the_victory_phase_counts_them() -> None:
    """12.1: held but cut off does not count, and says so."""
    state = position({"turn": 7, "units": {"G4": "1902"}, "control": {"axis": ["1902"]}})
    road = roads(state, Side.AXIS)["objectives"]
    leningrad = next(hex_ for hex_ in road.hexes if hex_.hex == "1902")
    assert (road.need, len(road.hexes)) == (3, 5)
    assert road.have == int(leningrad.held)
    assert leningrad.cut is not leningrad.held


@pytest.mark.parametrize(("turn", "counted"), [(21, 22), (22, 22), (26, 27), (27, 28), (28, 28)])
def test_the_objectives_are_counted_once_more_when_the_war_ends(turn: int, counted: int) -> None:
    """12.6, C-130: told to the Soviets, who need them then."""
    state = position({"turn": turn, "units": {"G4": "0606", "S_W": "0906"}, "phase": "movement soviet"})
    road = roads(state, Side.SOVIET)["objectives"]
    assert road.turn == counted
    assert road.text == "3 Objectives under control and in supply in any Victory Phase, or when the war ends."
    assert "when the war ends" not in roads(state, Side.AXIS)["objectives"].text


def test_each_side_has_three_roads_in_the_campaign_and_a_short_scenario_its_own() -> None:
    state = new_game()
    assert list(roads(state, Side.AXIS)) == ["objectives", "sudden_death", "operational"]
    assert list(roads(state, Side.SOVIET)) == ["objectives", "sudden_death", "total"]
    late = position({"turn": 24, "units": {"G4": "0606"}})
    assert list(roads(late, Side.AXIS))[-1] == "time"
    assert roads(late, Side.AXIS)["time"].text == (
        "The Berlin Garrison stands, and when the war ends the Soviet side has fewer than 3 Objectives in supply."
    )
    assert list(roads(late, Side.SOVIET))[-1] == "garrison"


def test_a_side_without_the_initiative_sees_points_without_events() -> None:
    state = position({"turn": 7, "units": {"G4": "1511"}, "event_vp": "3", "control": {"soviet": CITIES}})
    held = sum(hex_.held for hex_ in roads(state, Side.SOVIET)["sudden_death"].hexes)
    assert roads(state, Side.SOVIET)["sudden_death"].have == held


# --- the lost ---------------------------------------------------------------------------------------------
def test_what_it_would_cost_to_bring_all_back() -> None:
    """7.7, 7.9: shattered units are free, destroyed ones a card, surrendered ones two."""
    units = {"S_W": "box:destroyed", "S_SW": "box:surrendered", "S_NW": "box:shattered", "G4": "1511"}
    found = outlook.bring_back(position({"turn": 7, "units": units}))["soviet"]
    assert {name: entry.cost for name, entry in found.units.items()} == {"S_W": 1, "S_SW": 2, "S_NW": 0}
    assert (found.cards, found.never) == (3, 0)


def test_who_cannot_be_replaced_costs_nothing_and_is_counted() -> None:
    """7.9.1: the Axis replaces from turn 6 on."""
    found = outlook.bring_back(position({"turn": 2, "units": {"G4": "box:destroyed"}}))["axis"]
    assert (found.units["G4"].cost, found.never, found.cards) == (None, 1, 0)


# --- the cards of everything else -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("what", "name", "label", "text"),
    [
        ("box", "box:rail", "Axis", "9th Army"),
        ("box", "track", "What", "Units that return automatically on the turn shown (10.7.1)."),
        ("marker", "unsupplied", "What", "Three movement points at most"),
        ("phase", "combat", "What", "Targets are declared"),
        ("header", "turn", "Weather", "clear"),
        ("header", "weather", "Movement", "as printed (8.2)"),
        ("header", "vp", "Events", "+0 (12.7)"),
        ("header", "initiative", "Change", "It passes to the Soviets"),
        ("header", "targets", "What", "Markers for declared targets"),
        ("header", "supports", "Axis", "left"),
        ("header", "supply", "Soviet", "could not trace supply now"),
    ],
)
def test_everything_has_a_card(what: str, name: str, label: str, text: str) -> None:
    """UI-1."""
    state = position({"turn": 7, "units": {"G9": "box:rail", "G4": "1511"}})
    assert text in lines(what, name, state)[label]


@pytest.mark.parametrize(
    ("what", "name", "says"),
    [
        ("box", "chest", "There is no box chest."),
        ("marker", "flag", "There is no marker flag."),
        ("phase", "tea", "There is no phase tea."),
        ("header", "clock", "There is no part of the header clock."),
        ("effect", "3-axis", "There is no lasting effect 3-axis."),
        ("scenario", "waterloo", "There is no scenario waterloo."),
        ("card", "99", "There is no card 99."),
        ("card", "joker", "There is no card joker."),
        ("weapon", "axe", "There is nothing to read here about axe."),
    ],
)
def test_what_there_is_not_has_no_card(what: str, name: str, says: str) -> None:
    """The kind of thing is a code that each language has a name for (`words.kind-box`)."""
    with pytest.raises(IllegalAction) as refused:
        queries.information(position("turn 7"), what, name)
    assert refused.value.text == says
    told = tell(refused.value.reason)
    assert all(f"words.kind-{told.args['what']}" in catalogue(language) for language in FORMS if "what" in told.args)


def test_mud_says_its_limit() -> None:
    """8.2: three points."""
    assert lines("header", "weather", position("turn 7\nweather mud"))["Movement"] == "at most 3 points (8.2)"


def test_looking_changes_nothing() -> None:
    state = position({"turn": 7, "phase": "movement axis", "units": POCKET})
    before = legal_actions(state), state.turn, list(state.where), state.unsupplied, state.effects
    outlook.threat(state, Side.SOVIET)
    outlook.supply_then(state)
    outlook.roads_to_victory(state)
    outlook.bring_back(state)
    assert (legal_actions(state), state.turn, list(state.where), state.unsupplied, state.effects) == before


# --- waypoints --------------------------------------------------------------------------------------------
def test_reach_by_way_of_a_hex_is_what_is_left_after_going_there() -> None:
    """MOV-1: a unit that stops outside enemy zones goes on with the rest of its points."""
    state = position({"turn": 7, "phase": "movement axis", "units": {"G1Pz": "1210", "S_W": "1711"}})
    by = queries.reach(state, "G1Pz", ("1310",))
    there = play(state, MoveUnit("G1Pz", "1310"))
    assert by == queries.reach(there, "G1Pz")
    assert set(by.hexes) == moves_of(there, "G1Pz")


def test_no_way_leads_on_from_where_the_move_ends() -> None:
    state = position({"turn": 7, "phase": "movement axis", "units": {"G1Pz": "1510", "S_W": "1711"}})
    assert queries.reach(state, "G1Pz", ("1611",)) == queries.Reach(0, {})
    with pytest.raises(IllegalAction):
        queries.reach(state, "G1Pz", ("0303",))


def test_the_rail_box_names_the_strategic_reserve() -> None:
    """14.12."""
    state = position({"turn": 7, "units": {"S_NW": "box:rail reserve", "G4": "1511"}})
    assert lines("box", "rail", state)["Strategic Reserve"] == "Northwest Front (14.12)"


def test_fx_1_a_lasting_effect_says_whose_it_is_what_it_does_and_until_when() -> None:
    table = axis_attack({"axis": [1]}).play_event(1, "double").do(ChooseUnit("G4"))
    (shown,) = table.view.effects
    told = lines("effect", "1-axis", table.state)
    assert told["Whose"] == "Axis, card 1"
    assert told["Until"] == "the end of this battle round"
    assert told["Units"] == "4th Army"
    assert shown.text in told["What"]
    for name in ("2-axis", "1-soviet", "1-nobody", "x-axis"):
        with pytest.raises(IllegalAction):
            queries.information(table.state, "effect", name)


# --- the rarer corners ------------------------------------------------------------------------------------
def test_a_threat_of_the_side_whose_combat_has_begun_is_of_its_next_turn() -> None:
    """By then its units are in order again, and no marker of this turn counts (10.1.1, 10.4)."""
    units = {"G4": "1511 disorganized", "S_W": "1613"}
    late = outlook.threat(Table(phase="combat axis", units=units).state, Side.AXIS)
    assert late.hexes["1613"].attackers == ("G4",)
    units = {"S_W": "1611", "S_KAL": "1610", "G4": "1511", "KG1": "1511"}
    table = Table(phase="combat soviet", units=units, hands={"axis": [16]}).declare().counterblow("1511")
    threat = outlook.threat(table.state, Side.SOVIET).hexes["1511"]
    assert threat.defense == table.strength("G4") + table.strength("KG1"), "white units defend against a target"


def test_nobody_is_lost_between_two_removal_phases() -> None:
    """11: after the Removal Phase of a turn the next supply check decides who is marked, not who is lost."""
    units = {**POCKET, "S_W": "1611 unsupplied"}
    told = outlook.supply_then(position({"turn": 7, "phase": "detraining axis", "units": units}))
    assert told.lost == ()


@pytest.mark.parametrize(("turn", "counts", "only"), [(7, "axis", "soviet"), (13, "soviet", "axis")])
def test_12_7_a_side_without_the_initiative_is_told_that_its_points_do_not_count(
    turn: int, counts: str, only: str
) -> None:
    state = position({"turn": turn, "units": {"G4": "1511", "S_W": "1711"}})
    note = "Points count only for the side with the initiative"
    assert note not in roads(state, counts)["sudden_death"].text
    other = roads(state, only).get("sudden_death")
    assert other is None or note in other.text
    assert (other is None) == (only == "axis"), "the Axis has no mark after turn 12"


def test_who_comes_back_by_himself_says_when() -> None:
    """14.9."""
    found = outlook.bring_back(position({"turn": 7, "units": {"RUM3": "box:track due 9"}}))["axis"].units["RUM3"]
    assert (found.cost, found.way) == (0, "track")
    assert found.text == "Comes back by itself on turn 9 (10.7.1)."


def test_12_6_a_scenario_of_limited_length_has_its_own_road_and_sides_know_whose() -> None:
    state = new_game("citadel")
    assert not can_end_early(state)
    told = {side: roads(state, side) for side in ("axis", Side.SOVIET)}
    assert [list(found) for found in told.values()] == [["scenario"], ["scenario"]]
    titles = {found["scenario"].title.rpartition(": ")[2] for found in told.values()}
    assert titles == {"this side wins with it", "this side wins by preventing it"}


@pytest.mark.parametrize(
    ("taken", "counted"),
    [
        ((), (10, 12)),
        (("1613",), (11, 12)),
        (("2117",), (11, 11)),
        (("1613", "1318"), (12, 12)),
        (("1613", "1318", "2117"), (13, 12)),
    ],
)
def test_12_6_the_road_of_a_scenario_counts_the_goal_that_is_nearest(
    taken: tuple[str, ...], counted: tuple[int, int]
) -> None:
    """Saturn: twelve cities and oil fields, or eleven with Stalingrad (2117)."""
    state = new_game("saturn")
    for hex_ in taken:
        take_control(state, BOARD.node_of[hex_], SOVIET)
    road = roads(state, Side.SOVIET)["scenario"]
    conditions = state.setup.victory
    assert conditions is not None
    assert (road.have, road.need) == counted
    assert any(goals.is_reached(state, goal, SOVIET) for goal in conditions.any_of) is (road.have >= road.need)
    assert sum(hex_.held for hex_ in road.hexes) == 10 + len(taken)
    other = roads(state, Side.AXIS)["scenario"]
    assert (other.have, other.need) == (None, None), "who prevents it has nothing to count"


def test_12_6_points_are_counted_as_they_will_count() -> None:
    """The Soviets of the tournament need the Axis high tide (12.4): until turn 12 that is what the Axis has now."""
    state = new_game("tournament")
    state.event_vp = 3
    road = roads(state, Side.SOVIET)["scenario"]
    assert (road.have, road.need) == (victory_points(state, SOVIET) - 3, victory_points(state, AXIS))


def test_12_6_the_road_of_a_scenario_can_be_looked_at_when_it_is_over() -> None:
    state = play(new_game("citadel"), Resign(Side.AXIS))
    road = roads(state, Side.SOVIET)["scenario"]
    assert (road.have, road.need) == (13, 14)


def test_a_turn_without_a_further_mark_has_no_road_by_sudden_death() -> None:
    """12.2: the last Axis number stands for a turn of 1942."""
    late = position({"turn": 25, "units": {"G4": "0606"}, "initiative": "axis"})
    assert "sudden_death" not in roads(late, Side.AXIS)
