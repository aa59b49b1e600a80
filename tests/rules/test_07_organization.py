"""Chapter 7: flipping, placing and reorganizing (ORG-1 to ORG-14), with the examples EX-ORG-1, 2 and 8."""

from __future__ import annotations

from typing import Any

import pytest
from rules.helpers import (
    Done,
    EntrainUnit,
    ImproveUnit,
    PayCard,
    PlaceUnit,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
    counter,
    end_phase,
    hand,
    hexes_for,
    legal_actions,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    units_for,
    where,
)

from noretreat.core.actions import Action, ChooseUnit, Pass
from noretreat.core.events import UnitReorganized
from noretreat.core.state import State
from noretreat.data.load import ruleset_ids
from noretreat.explain.knowledge.view import BillView
from noretreat.game import apply
from noretreat.positions import position

pytestmark = pytest.mark.usefixtures("no_events")

USSR_CITIES = {
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "2314", "1115",
    "1415", "1716", "1717", "2117", "1318", "1519", "2221",
}  # fmt: skip
GERMAN_CITIES = {"0503", "0704", "1104", "0406", "0606", "0906", "0309", "0910", "0511", "0414", "0717"}
WEST_EDGE = {"0402", "0303", "0404", "0305", "0306", "0307", "0308", "0209", "0210", "0111", "0112"}


def organize(side: str, turn: int, units: dict[str, str], cards: int = 4, **lines: Any) -> State:
    """The Organization Phase of a side that holds some cards without an event for it."""
    hands = {side: [1, 2, 4, 10, 16, 27][:cards]}
    return position({"turn": turn, "phase": f"organization {side}", "units": units, "hands": hands, **lines})


def price(state: State, side: str, action: Action) -> int:
    """Cards that an order costs."""
    before = len(hand(state, side))
    state = play(state, action)
    if legal_actions(state) == (Done(),):
        state = play(state, Done())  # by the computer rules the phase ends by that
    while options_of(state, PayCard):
        state = play(state, options_of(state, PayCard)[0])
    return before - len(hand(state, side))


def price_by_the_end(state: State, side: str, action: Action) -> int:
    """Cards that an order costs when the phase is over: the computer rules send a bill at its end."""
    return len(hand(state, side)) - len(hand(end_phase(play(state, action)), side))


# --- ORG-1: who may be flipped --------------------------------------------------------------------------------
def test_org_1_a_reduced_unit_with_an_overland_path() -> None:
    units = {"G4": "0606 back", "G6": "0606", "G9": "1302 back", "G11": "0906 back unsupplied", "G17": "box:rail back"}
    control = {"soviet": ["1104", "1403"]}  # the 9th Army lives by sea only
    assert units_for(organize("axis", 7, units, control=control), ImproveUnit) == {"G4"}


def test_org_1_a_neighbor_s_path_is_not_ones_own() -> None:
    units = {"G4": "1611 back", "G6": "1711 back"}
    assert units_for(organize("axis", 7, units, control={"axis": ["1211"]}), ImproveUnit) == {"G4"}


# --- ORG-2: improving -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True), (23, True), (24, False)])
def test_org_2_axis_improves_on_turns_5_to_23(turn: int, may: bool) -> None:
    state = organize("axis", turn, {"G4": "0606 back", "G6": "0606"}, hands={"axis": [16, 17, 27]})
    assert (units_for(state, ImproveUnit) == {"G4"}) is may


@pytest.mark.parametrize(("unit", "cards"), [("G4", 2), ("G1Pz", 2), ("GSSPz", 1), ("GSSGr", 1)])
def test_org_2_axis_prices(unit: str, cards: int) -> None:
    state = organize("axis", 13, {unit: "0606 back"})
    assert price(state, "axis", ImproveUnit(unit)) == cards
    assert counter(play(state, ImproveUnit(unit)), unit).face == 0
    assert not units_for(organize("axis", 13, {unit: "0606 back"}, cards=cards - 1), ImproveUnit)


@pytest.mark.parametrize(
    ("unit", "turn", "cards"), [("S_NW", 16, None), ("S_NW", 17, 1), ("S_SW", 17, 2), ("S_CRI", 18, 2), ("S_LEN", 4, 1)]
)
def test_org_2_soviet_prices(unit: str, turn: int, cards: int | None) -> None:
    """Line fronts from turn 17, shock faces for two cards; forts long before."""
    state = organize("soviet", turn, {unit: "2008"})
    if cards is None:
        assert unit not in units_for(state, ImproveUnit)
    else:
        assert price(state, "soviet", ImproveUnit(unit)) == cards


# --- ORG-3: free upgrades ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "count"), [(5, 0), (6, 1), (12, 1), (13, 2), (17, 2), (18, 0)])
def test_org_3_free_upgrades_per_turn(turn: int, count: int) -> None:
    state = organize("soviet", turn, {"S_NW": "2008", "S_W": "1909", "S_S": "2006"}, cards=0)
    done = 0
    while options_of(state, UpgradeUnit):
        state = play(state, options_of(state, UpgradeUnit)[0])
        done += 1
    assert done == count
    assert sum(counter(state, unit).red for unit in ("S_NW", "S_W", "S_S")) == count


def test_org_3_a_shock_upgrade_costs_no_card() -> None:
    assert price(organize("soviet", 7, {"S_SW": "2008"}), "soviet", UpgradeUnit("S_SW")) == 0


def test_org_3_also_for_a_fort_not_for_allies() -> None:
    state = organize("soviet", 17, {"S_LEN": "1902", "SRUM": "1403 back", "YUG1": "2008 back", "OST1": "2006"}, cards=0)
    assert units_for(state, UpgradeUnit) == {"S_LEN"}


@pytest.mark.parametrize("rules", ruleset_ids())
def test_org_3_rumanians_of_the_soviet_side_are_improved_for_a_card_and_not_upgraded(rules: str) -> None:
    """C-154: they have no red face; a classic free upgrade after turn 17 is for red faces, too."""
    for turn, paid in ((16, False), (17, True), (20, True)):
        state = organize("soviet", turn, {"SRUM": "1403 back", "S_NW": "2008"}, rules=rules)
        assert "SRUM" not in units_for(state, UpgradeUnit)
        assert ("SRUM" in units_for(state, ImproveUnit)) is paid
        assert not paid or price_by_the_end(state, "soviet", ImproveUnit("SRUM")) == 1


def test_org_3_an_upgrade_needs_an_overland_path() -> None:
    ring = {"G4": "1008", "G6": "0907", "G9": "1007"}
    assert not units_for(organize("soviet", 7, {"S_NW": "0908", **ring}, cards=0), UpgradeUnit)


# --- ORG-4 and EX-ORG-1: brittle until turn 17 --------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "red"), [(16, True), (17, False)])
def test_ex_org_1_a_red_unit_is_replaced_red_before_turn_17(turn: int, red: bool) -> None:
    """ORG-4."""
    state = organize("soviet", turn, {"S_NW": "box:destroyed back"})
    assert counter(play(state, ReplaceUnit("S_NW", "2008")), "S_NW").red is red


@pytest.mark.parametrize(("turn", "red"), [(16, True), (17, False)])
def test_ex_org_1_it_waits_red_in_the_box_before_turn_17(turn: int, red: bool) -> None:
    units = {"S_NW": "0707 back unsupplied", "G4": "0606", "S_W": "2008"}
    state = end_phase(position({"turn": turn, "phase": "movement axis", "units": units}))
    state = skip_to(state, "movement", "soviet")
    assert (where(state, "S_NW"), counter(state, "S_NW").red) == ("box:surrendered", red)


def test_ex_org_1_replaced_brown_it_may_be_improved_on_the_next_turn() -> None:
    state = play(organize("soviet", 17, {"S_NW": "box:destroyed back"}), ReplaceUnit("S_NW", "2008"))
    state = play(state, options_of(state, PayCard)[0])
    assert not options_of(state, ImproveUnit)
    later = organize("soviet", 18, {"S_NW": where(state, "S_NW")})
    assert units_for(later, ImproveUnit) == {"S_NW"}


@pytest.mark.parametrize(("turn", "steps"), [(16, 1), (17, 2)])
def test_org_4_red_units_have_one_step_until_turn_17(turn: int, steps: int) -> None:
    state = position({"turn": turn, "units": {"S_NW": "2008 back", "S_LEN": "1902 back"}})
    assert counter(state, "S_NW").steps == steps
    assert counter(state, "S_LEN").steps == 2, "a fort has two steps all along"


# --- ORG-5, ORG-6: forts -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "may"), [(2, False), (3, True)])
def test_org_5_regionals_become_forts_from_turn_3(turn: int, may: bool) -> None:
    assert ("S_LEN" in units_for(organize("soviet", turn, {"S_LEN": "1902"}), ImproveUnit)) is may


def test_org_5_not_without_overland_supply() -> None:
    """By sea alone the Crimean coast may not be fortified."""
    assert "S_SEV" in units_for(organize("soviet", 4, {"S_SEV": "1418"}), ImproveUnit)
    by_sea = organize("soviet", 4, {"S_SEV": "1418"}, control={"axis": sorted(USSR_CITIES)})
    assert not by_sea.unsupplied
    assert "S_SEV" not in units_for(by_sea, ImproveUnit)


@pytest.mark.parametrize("place", ["1902", "2006"])
def test_ex_org_8_one_card_in_its_own_city_and_elsewhere(place: str) -> None:
    """ORG-5: by the computer rules two cards elsewhere."""
    assert price(organize("soviet", 4, {"S_LEN": place}), "soviet", ImproveUnit("S_LEN")) == 1
    digital = organize("soviet", 4, {"S_LEN": place}, rules="digital")
    assert price(digital, "soviet", ImproveUnit("S_LEN")) == (1 if place == "1902" else 2)


@pytest.mark.parametrize(("rules", "cards"), [("deluxe", 1), ("classic", 0), ("digital", 0)])
def test_ex_org_8_back_to_regional(rules: str, cards: int) -> None:
    """ORG-6."""
    state = organize("soviet", 4, {"S_LEN": "1902 back"}, rules=rules)
    assert price(state, "soviet", UnfortifyUnit("S_LEN")) == cards


def test_org_6_in_any_state_of_supply() -> None:
    units = {"S_LEN": "1902 back unsupplied", "G4": "1903", "G6": "2003"}
    assert units_for(organize("soviet", 4, units), UnfortifyUnit) == {"S_LEN"}


# --- ORG-7 ------------------------------------------------------------------------------------------------------
def test_org_7_one_flip_a_phase() -> None:
    state = play(organize("soviet", 4, {"S_LEN": "1902"}), ImproveUnit("S_LEN"))
    state = play(state, options_of(state, PayCard)[0])
    assert not options_of(state, UnfortifyUnit)


@pytest.mark.parametrize(("rules", "to_fort", "back"), [("deluxe", 1, 1), ("digital", 2, 0)])
def test_org_7_yugoslavs_flip_in_the_balkans_only(rules: str, to_fort: int, back: int) -> None:
    """With an overland path to become a fort (ORG-1), in any state of supply to become mobile."""
    units = {"YUG1": "WEST_BALKANS", "YUG2": "SOUTH_BALKANS back"}
    balkans = organize("soviet", 21, units, trigger="oil 20", control={"soviet": ["0414"]}, rules=rules)
    assert (units_for(balkans, ImproveUnit), units_for(balkans, UnfortifyUnit)) == ({"YUG1"}, {"YUG2"})
    assert price(balkans, "soviet", UnfortifyUnit("YUG2")) == back
    assert counter(play(balkans, ImproveUnit("YUG1")), "YUG1").paren
    alone = organize("soviet", 21, {"YUG1": units["YUG1"]}, trigger="oil 20", control={"soviet": ["0414"]}, rules=rules)
    assert price(alone, "soviet", ImproveUnit("YUG1")) == to_fort
    north = organize("soviet", 21, {"YUG1": "2008", "YUG2": "1909 back"})
    assert not {"YUG1", "YUG2"} & (units_for(north, ImproveUnit) | units_for(north, UnfortifyUnit))


@pytest.mark.parametrize(("rules", "may"), [("deluxe", False), ("digital", True)])
def test_org_5_yugoslavs_become_forts_in_any_state_of_supply(rules: str, may: bool) -> None:
    """ORG-7: as other regional armies by the computer rules; no Soviet source is near."""
    state = organize("soviet", 21, {"YUG1": "WEST_BALKANS", "G4": "0606"}, trigger="oil 20", rules=rules)
    assert ("YUG1" in units_for(state, ImproveUnit)) is may


@pytest.mark.parametrize("rules", ruleset_ids())
def test_org_8_destroyed_yugoslavs_return_where_other_soviet_units_do(rules: str) -> None:
    """C-155: the Balkans are for their first arrival; they return mobile (7.9.2), for a card."""
    units = {"YUG1": "box:destroyed back", "S_NW": "box:destroyed", "S_W": "WEST_BALKANS", "G4": "0606"}
    if rules in ("deluxe", "living", "classic"):
        units["S_W"] = "0816"  # only Yugoslavs enter the Balkans there
    state = organize("soviet", 20, units, trigger="oil 19", control={"soviet": ["0414", "0717"]}, rules=rules)
    state = play(state, *[Done()] * (seen(state).step == "flip"))
    places = hexes_for(state, ReplaceUnit, "YUG1")
    assert places == hexes_for(state, ReplaceUnit, "S_NW")
    assert "2008" in places
    assert not places & {"0414", "0717", "WEST_BALKANS", "SOUTH_BALKANS"}
    assert price_by_the_end(state, "soviet", ReplaceUnit("YUG1", "2008")) == 1
    assert not counter(play(state, ReplaceUnit("YUG1", "2008")), "YUG1").paren


# --- ORG-8: the three ways of coming in -----------------------------------------------------------------------------
def test_org_8_recover() -> None:
    """Free, on the same face, Disorganized."""
    state = organize("axis", 7, {"G4": "box:shattered", "G6": "box:shattered back"}, cards=0)
    state = play(state, PlaceUnit("G4", "0606"), PlaceUnit("G6", "0606"))
    assert [counter(state, unit).face for unit in ("G4", "G6")] == [0, 1]
    assert counter(state, "G4").disorganized


def test_org_8_reinforce() -> None:
    """Free, and in good order."""
    state = play(organize("axis", 2, {"G2": "box:delayed"}, cards=0), PlaceUnit("G2", "0606"))
    assert (counter(state, "G2").at, counter(state, "G2").disorganized) == ("0606", False)


@pytest.mark.parametrize(
    ("unit", "box", "turn", "cards"),
    [
        ("S_NW", "box:destroyed", 7, 1),
        ("S_NW", "box:surrendered", 7, 2),
        ("S_SW", "box:destroyed", 7, 1),
        ("S_SW", "box:destroyed back", 7, 2),  # it would come back as a shock army
        ("S_SW", "box:destroyed back", 17, 1),  # lost red before turn 17, it comes back brown (C-26)
        ("S_SW", "box:surrendered back", 17, 2),
        ("S_LEN", "box:destroyed", 7, 1),
    ],
)
def test_org_8_replace(unit: str, box: str, turn: int, cards: int) -> None:
    """One card, two for the surrendered and for shock; Disorganized."""
    state = organize("soviet", turn, {unit: box}, cards=2)
    assert price(state, "soviet", ReplaceUnit(unit, "2310")) == cards
    assert counter(play(state, ReplaceUnit(unit, "2310")), unit).disorganized
    assert not options_of(organize("soviet", turn, {unit: box}, cards=cards - 1), ReplaceUnit)


def test_org_8_axis_replacements_come_reduced() -> None:
    state = play(organize("axis", 7, {"G1Pz": "box:destroyed"}), ReplaceUnit("G1Pz", "0606"))
    assert (counter(state, "G1Pz").face, counter(state, "G1Pz").disorganized) == (1, True)


# --- ORG-9 ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True), (24, True)])
def test_org_9_no_axis_replacements_before_turn_5(turn: int, may: bool) -> None:
    hands = {"axis": [16, 17, 27]}
    state = organize("axis", turn, {"G4": "box:destroyed", "G6": "0906"}, hands=hands)
    assert (units_for(state, ReplaceUnit) == {"G4"}) is may


# --- ORG-10: where ------------------------------------------------------------------------------------------------
def test_org_10_axis_in_its_german_cities() -> None:
    state = organize("axis", 7, {"G4": "box:destroyed"}, control={"axis": ["1403"]})
    assert hexes_for(state, ReplaceUnit, "G4") == GERMAN_CITIES


def test_org_10_axis_not_in_an_enemy_zone_and_not_in_a_lost_or_cut_off_city() -> None:
    """Königsberg lies in a zone, Lublin is lost, and Warsaw has no way out to the west or north."""
    wall = {"S_W": "0805", "S_S": "0806", "S_CEN": "0807", "S_BRY": "0905"}
    units = {"G4": "box:destroyed", "S_NW": "1105"} | {unit: f"{place} unsupplied" for unit, place in wall.items()}
    hexes = hexes_for(organize("axis", 7, units, control={"soviet": ["0910"]}), ReplaceUnit, "G4")
    assert hexes == GERMAN_CITIES - {"1104", "0910", "0906"}


def test_org_10_recovering_axis_units_also_at_the_west_edge_and_in_the_east() -> None:
    state = organize("axis", 7, {"G4": "box:shattered", "S_NW": "0405"}, control={"axis": ["1403", "1708"]})
    assert hexes_for(state, PlaceUnit, "G4") == (GERMAN_CITIES | WEST_EDGE | {"1403", "1708"}) - {
        "0404", "0305", "0406",  # beside the enemy
    }  # fmt: skip


def test_org_10_soviets_in_their_cities_even_in_an_enemy_zone_and_at_the_edge() -> None:
    units = {"S_W": "box:destroyed", "G4": "1608", "G6": "2210"}
    hexes = hexes_for(organize("soviet", 7, units), ReplaceUnit, "S_W")
    assert hexes >= USSR_CITIES, "Smolensk and Gorki lie in a zone of control"
    assert {"2403", "2413", "2420", "1722", "2222"} <= hexes
    assert not hexes & GERMAN_CITIES


def test_org_10_soviets_not_at_an_edge_hex_in_an_enemy_zone() -> None:
    units = {"S_W": "box:destroyed", "G4": "2312"}
    assert {"2412", "2411"} & hexes_for(organize("soviet", 7, units), ReplaceUnit, "S_W") == {"2411"}


def test_org_10_a_soviet_city_without_a_way_east_takes_nobody() -> None:
    units = {"S_W": "box:destroyed", "G4": "1310", "G6": "1312"}
    assert "1211" not in hexes_for(organize("soviet", 7, units), ReplaceUnit, "S_W")


def test_org_10_recovering_soviets_also_in_german_cities() -> None:
    control = {"soviet": ["0906", "0910"]}
    units = {"S_W": "box:shattered", "S_S": "box:destroyed", "G4": "0809"}
    state = organize("soviet", 20, units, control=control)
    assert hexes_for(state, PlaceUnit, "S_W") & GERMAN_CITIES == {"0906"}, "Lublin lies in a zone of control"
    assert not hexes_for(state, ReplaceUnit, "S_S") & GERMAN_CITIES


@pytest.mark.parametrize(("rules", "may"), [("digital", True), ("deluxe", False)])
def test_org_10_recovering_axis_units_where_an_overland_path_is_enough(rules: str, may: bool) -> None:
    """Sevastopol has no way west of its own, but Dnepropetrovsk is three hexes away (C-28)."""
    units = {"G4": "box:shattered", "S_W": "2310"}
    state = organize("axis", 7, units, control={"axis": ["1318", "1415"]}, rules=rules)
    assert ("1318" in hexes_for(state, PlaceUnit, "G4")) is may


def test_org_10_beside_a_besieged_city_where_no_enemy_zone_reaches() -> None:
    """By the computer rules; Kharkov itself lies in the zone of the 4th Army, as do two of its neighbors."""
    state = organize("soviet", 7, {"S_W": "box:destroyed", "G4": "1612"}, rules="digital")
    beside = {"1513", "1612", "1614", "1712", "1713", "1714"}
    assert hexes_for(state, ReplaceUnit, "S_W") & {"1613", *beside} == {"1614", "1713", "1714"}
    recovering = organize("soviet", 7, {"S_W": "box:shattered", "G4": "1612"}, rules="digital")
    assert hexes_for(recovering, PlaceUnit, "S_W") & {"1613", *beside} == {"1614", "1713", "1714"}


def test_org_10_the_ss_panzer_comes_in_beside_a_besieged_city_but_not_among_enemies() -> None:
    """EVT-23b: Budapest lies in the zone of the front at 0512, whose own hex no enemy zone covers."""
    units = {"GSSPz": "box:removed", "S_STA": "0512 back", "G4": "0511"}
    hexes = hexes_for(organize("axis", 23, units, rules="digital"), PlaceUnit, "GSSPz")
    assert hexes & {"0510", "0511", "0512"} == {"0510"}


def test_org_10_no_placing_where_it_could_only_end_overstacked() -> None:
    soviet = organize("soviet", 7, {"S_W": "box:destroyed", "S_S": "2008"})
    assert "2008" not in hexes_for(soviet, ReplaceUnit, "S_W")
    axis = organize("axis", 7, {"G4": "box:destroyed", "G6": "0606", "G9": "0606", "G11": "0906"})
    assert {"0606", "0906"} & hexes_for(axis, ReplaceUnit, "G4") == {"0906"}


ALL_SETS = ("deluxe", "living", "classic", "digital", "digital_0_1")


@pytest.mark.parametrize("holder", ["axis", "soviet"])
@pytest.mark.parametrize(
    ("rules", "may"),
    [("deluxe", False), ("living", False), ("classic", True), ("digital", True), ("digital_0_1", True)],
)
def test_org_10_an_oil_field_is_no_city_but_a_hex_like_any_other(rules: str, may: bool, holder: str) -> None:
    """C-38, C-142: Ploesti takes nobody for its oil; by the computer rules it lies beside Bucharest, and by the first
    edition in Rumania, whoever went through it last.
    """
    state = organize("axis", 7, {"G4": "box:destroyed"}, control={holder: ["0816"]}, rules=rules)
    assert ("0816" in hexes_for(state, ReplaceUnit, "G4")) is may
    if may:
        assert seen(play(state, ReplaceUnit("G4", "0816"))).control["0816"] == "axis"


def test_org_10_after_its_map_has_grown_the_first_edition_asks_for_a_city() -> None:
    state = organize("axis", 17, {"G4": "box:destroyed"}, rules="classic", extension="laid")
    assert "0816" not in hexes_for(state, ReplaceUnit, "G4")


@pytest.mark.parametrize("rules", ALL_SETS)
def test_org_10_any_edge_hex_takes_units_the_enemy_oil_field_too(rules: str) -> None:
    """C-142: the Caucasus oil lies on the edge; its new master is the army that comes over it."""
    state = organize("soviet", 7, {"S_W": "box:destroyed", "G4": "1211"}, control={"axis": ["2022"]}, rules=rules)
    assert "2022" in hexes_for(state, ReplaceUnit, "S_W")
    assert seen(play(state, ReplaceUnit("S_W", "2022"))).control["2022"] == "soviet"


@pytest.mark.parametrize("rules", ALL_SETS)
def test_org_10_an_edge_hex_in_an_enemy_zone_takes_nobody(rules: str) -> None:
    units = {"S_W": "box:destroyed", "G4": "2021"}
    state = organize("soviet", 7, units, control={"axis": ["2022"]}, rules=rules)
    assert "2022" not in hexes_for(state, ReplaceUnit, "S_W")


# --- ORG-11, ORG-12 ---------------------------------------------------------------------------------------------
def test_org_11_recovery_is_compulsory_where_possible() -> None:
    state = organize("axis", 7, {"G4": "box:shattered"}, cards=0)
    assert Done() not in legal_actions(state)
    assert where(play(state, PlaceUnit("G4", "0606")), "G4") == "0606"


def test_org_11_by_the_computer_rules_it_is_not() -> None:
    assert Done() in legal_actions(organize("axis", 7, {"G4": "box:shattered"}, cards=0, rules="digital"))


def test_org_11_without_a_legal_hex_units_wait() -> None:
    """Every German city is lost, so the 2nd Army stays where it is; the phase may end."""
    edge_guards = {"S_NW": "0403", "S_W": "0305", "S_S": "0307", "S_RES": "0209", "S_KAL": "0111"}
    units = {"G2": "box:delayed", "G6": "box:shattered", "G4": "1810", **edge_guards}
    state = position({
        "turn": 2, "phase": "organization axis", "units": units, "control": {"soviet": sorted(GERMAN_CITIES)},
    })  # fmt: skip
    state = skip_to(state, "movement", "axis")
    assert (where(state, "G2"), where(state, "G6")) == ("box:delayed", "box:shattered")


def test_org_11_a_reinforcement_may_be_kept_back() -> None:
    state = organize("axis", 2, {"G2": "box:delayed"}, cards=0)
    assert Done() in legal_actions(state)


def test_org_12_cadres_go_to_their_own_box() -> None:
    state = position({"turn": 5, "phase": "detraining soviet", "units": {"KG1": "box:pending", "G4": "0606"}})
    assert where(state, "KG1") == "box:cadres"
    assert not options_of(skip_to(state, "movement", "axis"), PlaceUnit)


def test_ex_org_2_two_cadres_lost_in_one_turn_come_back_one_by_one() -> None:
    """CAD-4."""
    units = {"KG1": "1810 unsupplied", "KG2": "1911 unsupplied", "G4": "0606", "S_W": "2310"}
    state = skip_to(position({"turn": 13, "units": units}), "movement", "soviet")
    assert {counter(state, unit).due for unit in ("KG1", "KG2")} == {14, 15}
    state = skip_to(state, "movement", "axis", 14)
    assert sorted(where(state, unit) for unit in ("KG1", "KG2")) == ["box:cadres", "box:track"]


# --- ORG-13, ORG-14 -----------------------------------------------------------------------------------------------
def test_org_13_a_card_for_each_marker() -> None:
    state = organize("axis", 7, {"G4": "0606 disorganized", "G6": "0906 disorganized", "G9": "0704"}, cards=1)
    assert units_for(state, ReorganizeUnit) == {"G4", "G6"}
    assert price(state, "axis", ReorganizeUnit("G4")) == 1
    state, happened = apply(state, ReorganizeUnit("G4"))
    assert UnitReorganized("G4") in happened
    assert [counter(state, unit).disorganized for unit in ("G4", "G6")] == [False, True]


def test_org_13_nothing_without_cards_and_for_free_in_removal() -> None:
    state = organize("axis", 7, {"G4": "0606 disorganized", "S_W": "2310"}, cards=0)
    assert not options_of(state, ReorganizeUnit)
    assert not counter(skip_to(state, "movement", "soviet"), "G4").disorganized


# Breslau is a place for any replacement, so that it comes in beside the cadre and Disorganized
WITH_A_CADRE = {"KG1": "0606", "G4": "box:destroyed", "S_NW": "2310"}


@pytest.mark.parametrize(("rules", "asks"), [("digital", True), ("digital_0_1", False), ("living", False)])
def test_org_13_the_cadre_of_its_hex_puts_a_replacement_in_order(rules: str, asks: bool) -> None:
    """By the computer rules, instead of a card (C-32)."""
    state = play(organize("axis", 9, WITH_A_CADRE, rules=rules), ReplaceUnit("G4", "0606"))
    state = play(state, PayCard(1)) if options_of(state, PayCard) else state
    assert counter(state, "G4").disorganized
    state = play(state, ReorganizeUnit("G4"))
    assert (set(legal_actions(state)) == {ChooseUnit("KG1"), Pass()}) is asks
    if asks:
        question = "4th Army will be reorganized: remove a cadre in its hex, or pay a card?"
        assert seen(state, "axis").prompt.text == question
        paid, exiled = play(state, Pass()), play(state, ChooseUnit("KG1"))
        assert [counter(after, "G4").disorganized for after in (paid, exiled)] == [False, False]
        assert [where(after, "KG1") for after in (paid, exiled)] == ["0606", "box:track"]
        assert paid.bill == 2
        assert seen(play(exiled, Done()), "axis").prompt.args["n"] == 1, "the replacement alone is paid for"


def test_org_15_the_bill_grows_before_everybody_s_eyes() -> None:
    """By the computer rules; replacements are counted apart, since it can matter which card pays for them."""
    units = {"G4": "box:destroyed", "G6": "0704 disorganized", "S_NW": "2310"}
    state = organize("axis", 9, units, rules="digital")
    assert seen(state).bill == BillView(0, 0)
    state = play(state, ReplaceUnit("G4", "0606"), ReorganizeUnit("G6"))
    assert seen(state, "axis").bill == seen(state, "soviet").bill == seen(state).bill == BillView(2, 1)
    assert seen(skip_to(state, "movement", "axis")).bill is None
    assert seen(organize("axis", 9, units)).bill is None, "in the board game each thing is paid at once"


def test_org_13_also_without_a_card_left() -> None:
    state = play(organize("axis", 9, WITH_A_CADRE, cards=1, rules="digital"), ReplaceUnit("G4", "0606"))
    assert units_for(state, ReorganizeUnit) == {"G4"}
    state = play(state, ReorganizeUnit("G4"))
    assert (where(state, "KG1"), counter(state, "G4").disorganized) == ("box:track", False)


def test_org_13_not_for_a_unit_that_recovers_or_was_there_before() -> None:
    units = {"KG1": "0606", "G4": "box:shattered", "KG2": "0704", "G6": "0704 disorganized", "S_NW": "2310"}
    state = play(organize("axis", 9, units, rules="digital", cards=2), PlaceUnit("G4", "0606"))
    for unit in ("G4", "G6"):
        assert options_of(play(state, ReorganizeUnit(unit)), ReorganizeUnit), "no question of a cadre"
    assert not options_of(
        play(organize("axis", 9, units, rules="digital", cards=0), PlaceUnit("G4", "0606")), ReorganizeUnit
    )


def test_org_14_a_disorganized_unit_moves_entrains_and_keeps_its_zone() -> None:
    state = position({"turn": 7, "units": {"G4": "0606 disorganized", "S_W": "1211 disorganized"}})
    assert moves_of(state, "G4")
    assert units_for(state, EntrainUnit) == {"G4"}
    assert state.zoc(1), "the Soviet front, too, keeps its zone of control"
