"""Every switch of the rule sets makes a difference: the same position played with one value and with another.

A case names a switch, plays a short scene, and says what comes out for each value. All other switches are those of
the board game (`deluxe`). What no scene covers is listed in `NOT_HERE`, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from cards.battles import LATE, axis_attack
from rules.combat_helpers import Table
from rules.helpers import (
    DetrainUnit,
    Done,
    EntrainUnit,
    ImproveUnit,
    MarkReserve,
    MoveUnit,
    PayCard,
    PlaceUnit,
    ReplaceUnit,
    ShatterUnit,
    UnfortifyUnit,
    UpgradeUnit,
    cards_drawn,
    counter,
    deal,
    end_phase,
    hand,
    hexes_for,
    idle,
    legal_actions,
    marked,
    moves_of,
    options_of,
    play,
    seen,
    skip_to,
    to_placement,
    units_for,
    where,
)

import noretreat
from noretreat import game
from noretreat.core import state as core_state
from noretreat.core.actions import (
    BeginBattle,
    CommitSupport,
    Dealt,
    Discard,
    LoseStep,
    Pass,
    PlaceCounterblow,
    PlayEvent,
    RetreatUnit,
    Rolled,
)
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.events import OddsSet
from noretreat.core.lasting import Effect, Kind, Scope
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Options
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.explain.questions.queries import supply_of
from noretreat.game import State, new_game, outcome
from noretreat.positions import position
from noretreat.rules import deployment, victory
from noretreat.rules.battle import in_play_order
from noretreat.rules.calendar import weather_faces
from noretreat.rules.combat import markers_left
from noretreat.rules.losses import change_event_vp
from noretreat.rules.odds import odds_of
from noretreat.rules.retreat import advance_limit
from noretreat.rules.victory import objectives_needed, threshold, victory_points
from noretreat.server.game.log import LogEntry
from noretreat.server.game.options_in_words import offers
from noretreat.server.game.undo import barrier_of

PACKAGE = Path(noretreat.__file__).parent
Probe = Callable[[], Any]
CASES: dict[str, tuple[Probe, tuple[tuple[Any, Any], ...], dict[str, Any]]] = {}

NOT_HERE = {
    "modules_need_both": "a condition on what two players have bought: here every player has every module, who joins "
    "sees the chosen ones first, and joining is the consent (C-71); so the condition is always met",
}
"""Switches without a scene, and why."""


def case(name: str, *outcomes: tuple[Any, Any], **also: Any) -> Callable[[Probe], Probe]:
    """Registers a scene: for each value of the switch, what it must show; `also` are other switches it needs."""

    def register(probe: Probe) -> Probe:
        assert name not in CASES
        CASES[name] = probe, outcomes, also
        return probe

    return register


def under(probe: Probe, **changes: Any) -> Any:
    """What a scene shows in a game with the rules of the board game, but for these switches."""

    def changed(ruleset: str, switches: tuple[tuple[str, bool | int | str], ...] = ()) -> Rules:
        return msgspec.structs.replace(rules_of(ruleset, switches), **changes)

    with mock.patch.object(deployment, "rules_of", changed), mock.patch.object(core_state, "rules_of", changed):
        return probe()


def at(phase: str, turn: int, units: dict[str, str], **lines: Any) -> State:
    """A position in a phase."""
    return position({"turn": turn, "phase": phase, "units": units, **lines})


def rich(phase: str, turn: int, units: dict[str, str], **lines: Any) -> State:
    """The same with six cards for the phasing side, none of them with an event for the phase."""
    return at(phase, turn, units, hands={phase.split()[1]: [1, 2, 4, 10, 16, 27]}, **lines)


# --- cards ----------------------------------------------------------------------------------------------------
@case("deck_model", ("shared", False), ("per_player", True))
def a_deck_for_each_side() -> bool:
    return bool(new_game().soviet_pile)


def cards_of_the_deck() -> set[int]:
    """All cards that the Axis can come to hold in 1941."""
    state = new_game("barbarossa", Options(rules="deluxe"))
    deck = state.draw_pile | state.hands[AXIS] | state.hands[SOVIET]
    return {*bits(deck), *state.discards}


@case("deck_start_size", (44, 44), (40, 40), (27, 27), (45, 44))
def size_of_the_deck() -> int:
    return len(cards_of_the_deck())


@case("per_player_filler", ("joker", {55}), (None, set()), deck_model="per_player", deck_start_size=45)
def a_card_without_event_fills_the_deck() -> set[int]:
    return cards_of_the_deck() - set(range(1, 45))


@case("deck_data", ("faces", 27), ("classic_if_supplied_else_faces", 44), deck_start_size=27)
def a_small_deck_of_other_texts() -> int:
    """Without the texts of the first edition its number of cards does not bind either."""
    return len(cards_of_the_deck())


@case("red_events", ("on_draw", 0), ("before_phase_ends", 1))
def red_events_that_wait_for_their_player() -> int:
    state = play(at("cards axis", 7, {"G4": "0606", "S_NW": "2310"}), Dealt(9))
    return state.red_due[AXIS].bit_count()


@case("joker_available", ("option", "axis"), ("no", None))
def the_joker_is_wanted() -> str | None:
    return seen(new_game("barbarossa", Options(rules="deluxe", joker=True))).joker


@case("optional_counters", (True, True), (False, False))
def counters_of_the_board_game_are_offered() -> bool:
    """C-68: for a new game; one that was begun with them goes on with them."""
    return offers(new_game("barbarossa", Options(rules="deluxe")).rules, "rezervy")


@case("joker_mode", ("payment", {"ReorganizeUnit"}), ("top_event", {"ReorganizeUnit", "PlayEvent"}), ("redraw", set()))
def what_the_joker_is_good_for() -> set[str]:
    """The Axis has an empty hand; an event for any moment of 1944 lies on the discards."""
    state = at("organization axis", 19, {"G4": "0606 disorganized"}, joker="axis", discards=[22])
    while seen(state).step != "reorganization" and seen(state).phase == "organization":
        state = play(state, idle(state))
    found = {type(action).__name__ for action in legal_actions(state)} if seen(state).phase == "organization" else set()
    return found & {"ReorganizeUnit", "PlayEvent"}


def new_year(*cards: int) -> State:
    """From the end of 1944 to the first deal of 1945, with these Soviet cards."""
    state = at("detraining soviet", 22, {"S_W": "1613", "G4": "0606"}, hands={"soviet": cards})
    return skip_to(state, "cards", "axis", 23, chance=True)


EARLY = tuple(range(1, 16))


@case("cards_1945_out", ((1, 2), set()), ((1,), {2}), (EARLY, set()), (EARLY[:8], set()))
def an_early_card_leaves_the_hand() -> set[int]:
    return hand(new_year(2), "soviet")


@case(
    "cards_1945_in", ((46, 50), True), ((50,), False), (tuple(range(45, 55)), True), (("A", "B", "C", "D", "E"), False)
)
def a_late_card_joins() -> bool:
    return bool(new_year().draw_pile >> 46 & 1)


@case("replace_purged_hand_cards", (True, 2), (False, 0))
def purged_cards_are_replaced() -> int:
    return seen(new_year(2, 4)).hand_sizes["soviet"]


@case("once_exempt_mandatory", (True, 1), (False, 0))
def a_red_event_happens_twice() -> int:
    state = at("cards axis", 3, {})
    state.played[AXIS] |= 1 << CardNumber(9)
    state = deal(state, 9)
    return int(9 not in hand(state, "axis"))


@case("discard_top_visible", (True, 7), (False, None))
def the_top_of_the_discards() -> Any:
    return seen(at("movement axis", 4, {}, discards=[3, 7])).discard_top


@case("t23_axis_draw", (1, 1), (None, 4))
def cards_of_january_1945() -> int:
    return cards_drawn(at("cards axis", 23, {}))


@case("hand_keep", (2, 2), (3, 1))
def cards_put_down() -> int:
    state = at("cards axis", 4, {}, hands={"axis": [1, 2, 4, 10]})
    put_down = 0
    while options_of(state, Discard):
        state = play(state, options_of(state, Discard)[0])
        put_down += 1
    return put_down


@case("draw_base", (4, 4), (6, 6))
def cards_of_a_turn() -> int:
    return cards_drawn(at("cards soviet", 7, {}))


@case("axis_draw_penalty", ("oil", 4), ("rumania_units_until_extension", 2), map_extension_turn=17)
def three_soviet_units_in_rumania() -> int:
    units = {"S_W": "0717", "S_S": "0716", "S_NW": "0816"}
    return cards_drawn(at("cards axis", 7, units))


@case("red_event_axis_discard", (0, 4), (1, 3))
def a_second_front_costs_a_card() -> int:
    return seen(end_phase(at("cards axis", 7, {}))).hand_sizes["axis"]


@case("event_undo", ("info_events_barrier", None), ("organization_only", "event"))
def taking_an_event_of_the_movement_back() -> str | None:
    state = at("movement axis", 7, {"G4": "1511", "S_W": "1711"}, hands={"axis": [17]})
    action = options_of(state, PlayEvent)[0]
    after, happened = game.apply(state, action)
    return barrier_of(LogEntry(1, "axis", action, happened), Side.AXIS, after)


# --- weather and calendar ---------------------------------------------------------------------------------------
@case("variable_weather", (True, ("mud", "clear")), (False, ()))
def weather_markers() -> tuple[str, ...]:
    return weather_faces(at("movement axis", 3, {}), 3)


@case("long_winter_exists", (True, "long_winter"), (False, "snow"))
def the_fifth_turn() -> str:
    return seen(at("movement axis", 5, {})).weather


@case("end_turn", ({"all": 28}, 28), ({"all": 26}, 26), ({"base_map": 22, "extension": 28}, 28), map_extension_turn=17)
def the_last_turn() -> int:
    return new_game().setup.last_turn


@case("initiative_shift", ("housekeeping_t12", "soviet"), ("start_soviet_t12", "axis"))
def who_has_the_initiative_in_the_axis_turn_12() -> str:
    held = {"axis": ["1211", "1415", "1115", "1307", "1403", "1708", "1613", "1716", "1717"]}
    state = at("movement soviet", 11, {"G4": "0606"}, initiative="axis", control=held)
    return seen(skip_to(state, "movement", "axis", 12)).initiative


@case("victory_phases_per_turn", (1, 0), (2, 1))
def a_count_before_the_soviet_turn() -> int:
    state = at("movement axis", 7, {"G4": "0606"}, control={"axis": ["1613"]})
    state.vp_shown = 99
    return int(skip_to(state, "movement", "soviet", 7).vp_shown != 99)


@case("rumanians_fixed_t1", (True, False), (False, True))
def the_rumanians_on_turn_1() -> bool:
    return bool(moves_of(at("movement axis", 1, {"RUM3": "0717"}), "RUM3"))


@case("soviet_two_step_from", (17, 2), (18, 1))
def steps_of_a_soviet_army() -> int:
    return counter(at("movement axis", 17, {"S_W": "2008"}), "S_W").max_steps


# --- the map extension of the first edition ---------------------------------------------------------------------
@case("map_extension_turn", (None, 3), (17, 1), soviet_objectives_needed={"base_map": "koenigsberg", "extension": 3})
def objectives_the_soviets_need() -> int:
    return objectives_needed(at("movement axis", 16, {}), SOVIET)


@case("soviet_objectives_needed", ({"base_map": "koenigsberg", "extension": 3}, "soviet"), ({"all": 3}, None),
      map_extension_turn=17)  # fmt: skip
def koenigsberg_falls_in_1943() -> str | None:
    state = at(
        "detraining soviet", 15, {"S_W": "1104", "S_S": "1204", "G4": "0606"}, control={"soviet": ["1104", "1403"]}
    )
    return winner_by(state, 16)


@case("rumania_trigger", ("oil_field", 0), ("any_rumanian_hex_until_extension", 16), map_extension_turn=17)
def bucharest_is_entered() -> int:
    state = at("movement soviet", 15, {"S_W": "0817", "RUM3": "0503"})
    return play(state, MoveUnit("S_W", "0717")).triggers[1]


@case("axis_placement", ("gg_city", {"0606"}), ("gg_city_or_adjacent", {"0606", "0605"}),
      ("gg_or_rumania_hex_until_extension", {"0606", "0605", "0707"}),
      placement_adjacent=True, map_extension_turn=17)  # fmt: skip
def where_the_axis_places() -> set[str]:
    state = to_placement(at("organization axis", 7, {"G4": "box:delayed"}), "axis")
    return hexes_for(state, PlaceUnit, "G4") & {"0606", "0605", "0707"}


@case("gg_hungarians_two_step", (True, ("0511", 1, 1)), (False, ("box:track", 0, 2)))
def a_hungarian_army_loses_a_step() -> tuple[str, int, int]:
    table = Table(phase="combat soviet", turn=19, units={"HUN1": "0511", "S_W": "0612 back", "S_S": "0611 back"})
    table.fight("0511", "S_W", "S_S").roll(table.odds.results.index("EX") + 1)
    lost = counter(table.state, "HUN1")
    return lost.at, lost.face, lost.strength


@case("axis_allies_become_kampfgruppen_from", (None, "box:destroyed"), (11, "box:removed"))
def a_lost_ally_late_in_the_war() -> str:
    state = at("detraining soviet", 10, {"HUN2": "box:destroyed", "G4": "0606"})
    return where(skip_to(state, "cards", "axis", 11, chance=True), "HUN2")


@case("op_check_minus_german_units", (False, None), (True, "axis"))
def german_armies_deep_in_russia_in_1944() -> str | None:
    state = at("movement soviet", 22, {"G4": "1211", "G6": "1211", "S_W": "2008"}, control={"axis": ["1211"]})
    state.high_tide = victory_points(state, SOVIET)
    return winner_by(state, 23)


@case("op_check_tie", ("continue", None), ("draw", "draw"))
def equal_scores_at_the_end_of_1944() -> str | None:
    state = at("movement soviet", 22, {"G4": "0606", "S_W": "2008"})
    state.high_tide = victory_points(state, SOVIET)
    return winner_by(state, 23)


# --- victory ----------------------------------------------------------------------------------------------------
def winner_by(state: State, turn: int) -> str | None:
    """Who has won before the Axis Card Phase of a turn, if anybody."""
    while (end := outcome(state)) is None:
        now = seen(state)
        if (now.turn, now.phase) == (turn, "cards"):
            return None
        state = end_phase(state)
    return end.winner.value if end.winner else "draw"


@case("axis_objectives_needed", ((3, 4), [3, 4]), ((3, 3), [3, 3]), ((5, 4), [5, 4]))
def objectives_the_axis_needs() -> list[int]:
    """With the initiative, and without."""
    return [objectives_needed(at("movement axis", 13, {}, initiative=side), AXIS) for side in ("axis", "soviet")]


@case("objectives_need_supply", (True, 0), (False, 1))
def an_objective_without_supply() -> int:
    state = at("movement axis", 7, {"G4": "2117", "S_W": "2017"}, control={"axis": ["2117"]})
    return seen(state).objectives["axis"]


@case("soviet_total_victory", (34, None), (20, "soviet"), (None, None))
def many_soviet_points() -> str | None:
    return winner_by(at("detraining soviet", 18, {"G4": "0606"}), 19)


@case("event_vp_cap", (6, 6), (None, 7))
def the_event_marker_rises() -> int:
    state = at("movement axis", 7, {}, event_vp=6)
    change_event_vp(state, AXIS, 1, "test")
    return state.event_vp


@case("event_vp_min_symmetrical", (True, -6), (False, -7))
def the_event_marker_falls() -> int:
    state = at("movement axis", 7, {}, event_vp=-6)
    change_event_vp(state, SOVIET, 1, "test")
    return state.event_vp


def sudden_death(above: int) -> State:
    """The test of turn 7 with No Surrender in play, the Axis so far above its mark."""
    state = at("movement axis", 9, {}, hands={"soviet": [3, 4]})
    mark = next(turn for turn in range(1, 12) if threshold(turn, AXIS) is not None)
    state.turn = mark
    state.event_vp = (threshold(mark, AXIS) or 0) + above - victory_points(state, AXIS)
    chosen = msgspec.structs.replace(state.setup.options, no_surrender=True)
    state.setup = msgspec.structs.replace(state.setup, options=chosen)
    victory.test_sudden_death(state)
    return state


@case("no_surrender", ("option", False), ("option_discard_after_draw", False), ("off", True))
def above_the_mark() -> bool:
    return sudden_death(1).ended is not None


@case("no_surrender_trigger", ("at_threshold", True), ("above_threshold", False))
def just_at_the_mark() -> bool:
    return type(sudden_death(0).question).__name__ == "RandomDiscard"


# --- supply -----------------------------------------------------------------------------------------------------
NO_SOVIET_CITIES = [
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "2314", "1115",
    "1415", "1716", "1717", "2117", "1318", "1519", "2221",
]  # fmt: skip
NO_AXIS_CITIES = ["0503", "0704", "1104", "0406", "0606", "0906", "0309", "0910", "0511", "0414", "0717"]


def how(units: dict[str, str], unit: str, turn: int = 4, **lines: Any) -> str:
    """How a unit is supplied."""
    return str(supply_of(at("movement axis", turn, units, **lines), unit).how)


@case("supply_sources", (("city",), "none"), (("city", "oil"), "overland"))
def beside_the_rumanian_oil() -> str:
    return how({"G4": "0916"}, "G4", control={"soviet": NO_AXIS_CITIES, "axis": ["0816"]})


@case("enemy_city_blocks_supply", (False, "overland"), (True, "none"))
def behind_an_enemy_city() -> str:
    return how({"G4": "1513"}, "G4", control={"axis": ["1717"]})


@case("static_german_always_supplied", (False, "none"), (True, "home"))
def a_surrounded_festung() -> str:
    return how({"FEST1": "2310"}, "FEST1", 21)


@case("edge_counts_as_hex", (True, "none"), (False, "overland"))
def four_hexes_from_the_edge() -> str:
    return how({"G4": "0512"}, "G4", control={"soviet": NO_AXIS_CITIES})


@case("source_in_ezoc_ok", (False, "none"), (True, "overland"))
def an_empty_city_beside_the_enemy() -> str:
    control = {"axis": [city for city in NO_SOVIET_CITIES if city != "1613"]}
    return how({"G4": "1513", "S_NW": "1713"}, "S_NW", control=control)


@case("area_blocks_through_supply", (True, "none"), (False, "overland"))
def from_belgrade_through_the_balkans() -> str:
    """A Soviet army bars the road from Belgrade."""
    return how({"G4": "0517", "S_W": "0616"}, "G4", control={"soviet": [c for c in NO_AXIS_CITIES if c != "0414"]})


@case("baltic_soviet_needs_leningrad", (True, "none"), (False, "sea"))
def a_soviet_port_in_1942() -> str:
    return how({"S_NW": "1403", "G4": "1503", "G6": "1504"}, "S_NW", control={"axis": NO_SOVIET_CITIES})


@case("coast_extra", (("0402", "1902"), "sea"), ((), "none"))
def the_axis_in_leningrad() -> str:
    return how({"G4": "1902", "S_NW": "1803", "S_W": "1903"}, "G4")


@case("supply_check_when", ("after_draw", set()), ("turn_start", {"G4"}))
def marked_before_the_draw() -> set[str]:
    return marked(skip_to(at("detraining soviet", 6, {"G4": "2310"}), "cards", "axis", 7, chance=True))


# --- stacking and movement --------------------------------------------------------------------------------------
@case("soviet_stack", (((1, "one"), (23, "two")), {"foot", "tanks"}), (((1, "two"),), set()),
      (((1, "one"), (11, "armor_plus_one_no_fort"), (23, "two")), {"foot"}))  # fmt: skip
def two_soviet_armies_in_a_hex() -> set[str]:
    """Which pairs are one unit too many in 1943: two of infantry, one of them of armor."""
    pairs = {"foot": {"S_W": "1613", "S_S": "1613"}, "tanks": {"S_RES": "1613 back", "S_S": "1613"}}
    return {
        name for name, units in pairs.items() if options_of(play(at("movement soviet", 13, units), Done()), ShatterUnit)
    }


@case("overstack_fort_destroyed", (False, "box:shattered"), (True, "box:destroyed"))
def a_fort_too_many() -> str:
    state = play(at("movement soviet", 4, {"S_W": "1902", "S_LEN": "1902 back"}), Done())
    return where(play(state, ShatterUnit("S_LEN")), "S_LEN")


@case("control_on_passing", (True, {"1613"}), (False, set()))
def a_city_on_the_way() -> set[str]:
    state = at("movement axis", 7, {"G1Pz": "1513"}, control={"axis": ["1211"]})
    state = play(state, MoveUnit("G1Pz", "1713"))
    return {hex_id for hex_id, side in seen(state).control.items() if hex_id == "1613" and side == "axis"}


@case("balkans_entry", ("german_yugoslav", False), ("any_after_oil", True))
def a_soviet_army_into_the_balkans() -> bool:
    state = at("movement soviet", 21, {"S_W": "0315"}, trigger="oil 20")
    return "WEST_BALKANS" in moves_of(state, "S_W")


# --- organization -----------------------------------------------------------------------------------------------
def price(state: State, action: Any) -> int:
    """Cards that an order costs."""
    before = sum(seen(state).hand_sizes.values())
    state = play(state, action)
    while options_of(state, PayCard):
        state = play(state, options_of(state, PayCard)[0])
    return before - sum(seen(state).hand_sizes.values())


@case("fortify_cost", ({"own_city": 1, "elsewhere": 1}, 1), ({"own_city": 1, "elsewhere": 2}, 2))
def a_fort_away_from_home() -> int:
    return price(rich("organization soviet", 4, {"S_MOS": "1909"}), ImproveUnit("S_MOS"))


@case("fortify_needs_overland", (True, False), (False, True))
def a_fort_without_supply() -> bool:
    state = rich("organization soviet", 4, {"S_MOS": "1211"}, control={"axis": NO_SOVIET_CITIES})
    return "S_MOS" in units_for(state, ImproveUnit)


@case("unfortify_cost", (1, 1), (0, 0))
def a_fort_is_given_up() -> int:
    return price(rich("organization soviet", 4, {"S_MOS": "2008 back"}), UnfortifyUnit("S_MOS"))


@case("free_upgrade_forts", (True, True), (False, False))
def a_free_fort() -> bool:
    return "S_MOS" in units_for(rich("organization soviet", 7, {"S_MOS": "2008"}), UpgradeUnit)


@case("free_upgrade_last_turn", (17, False), (None, True))
def a_free_upgrade_in_1944() -> bool:
    return "S_W" in units_for(rich("organization soviet", 18, {"S_W": "2008"}), UpgradeUnit)


@case("free_upgrades", ({"6": 1, "13": 2}, True), ({"13": 2}, False))
def a_free_upgrade_in_1942() -> bool:
    return "S_W" in units_for(rich("organization soviet", 7, {"S_W": "2008"}), UpgradeUnit)


@case("fort_from", (3, True), (5, False))
def a_fort_on_turn_4() -> bool:
    return "S_MOS" in units_for(rich("organization soviet", 4, {"S_MOS": "2008"}), ImproveUnit)


@case("paid_improve_soviet_from", ({"forts": 3, "others": 17}, {"S_LEN"}), ({"forts": 17, "others": 17}, set()),
      ({"forts": 3, "others": 7}, {"S_W", "S_LEN"}))  # fmt: skip
def a_red_army_and_a_fort_for_cards() -> set[str]:
    return units_for(rich("organization soviet", 8, {"S_W": "2008", "S_LEN": "1902"}), ImproveUnit)


@case("axis_improve_turns", ((5, 23), True), ((8, 23), False))
def an_axis_improvement() -> bool:
    return "G4" in units_for(rich("organization axis", 7, {"G4": "0606 back"}), ImproveUnit)


@case("ss_cost_one", (True, 1), (False, 2))
def the_ss_is_improved() -> int:
    return price(rich("organization axis", 14, {"GSSPz": "0606 back"}), ImproveUnit("GSSPz"))


def placing(phase: str, turn: int, units: dict[str, str], **lines: Any) -> State:
    """The Placement step, with cards."""
    return to_placement(rich(phase, turn, units, **lines), phase.split()[1])


@case("axis_replace_turns", ((5, None), True), ((5, 23), False))
def an_axis_replacement_in_1945() -> bool:
    return "G4" in units_for(placing("organization axis", 24, {"G4": "box:destroyed"}), ReplaceUnit)


@case("placement_adjacent", (False, False), (True, True))
def placing_beside_a_city() -> bool:
    return "1614" in hexes_for(placing("organization soviet", 7, {"S_W": "box:shattered"}), PlaceUnit, "S_W")


@case("soviet_city_in_ezoc_ok", (True, True), (False, False))
def placing_beside_the_enemy() -> bool:
    units = {"S_W": "box:shattered", "G4": "1513", "G6": "1512"}
    return "1613" in hexes_for(placing("organization soviet", 7, units), PlaceUnit, "S_W")


@case("axis_place_in_ezoc_ok", (False, False), (True, True))
def the_axis_places_beside_the_enemy() -> bool:
    units = {"G4": "box:shattered", "S_W": "0605"}
    return "0606" in hexes_for(placing("organization axis", 7, units), PlaceUnit, "G4")


@case("recovery_in_ezoc_ok", (False, False), (True, True), map_extension_turn=17)
def coming_back_beside_the_enemy() -> bool:
    units = {"G4": "box:shattered", "S_W": "1308"}
    state = placing("organization axis", 7, units, control={"axis": ["1307"]})
    return "1307" in hexes_for(state, PlaceUnit, "G4")


@case("oil_is_placement_site", (False, False), (True, True))
def placing_on_the_oil() -> bool:
    return "0816" in hexes_for(placing("organization axis", 7, {"G4": "box:shattered"}), PlaceUnit, "G4")


@case("recovery_compulsory", (True, False), (False, True))
def a_shattered_unit_may_wait() -> bool:
    return Done() in legal_actions(placing("organization axis", 7, {"G4": "box:shattered"}))


CADRE = {"KG1": "1411", "G4": "box:destroyed", "S_W": "1511"}


def on_a_cadre() -> State:
    """A replacement built on a cadre."""
    state = placing("organization axis", 9, CADRE, control={"axis": ["1211"]})
    return play(state, ReplaceUnit("G4", "1411"))


@case("cadre_rebuild_organized", (False, True), (True, False))
def a_rebuilt_army_is_disorganized() -> bool:
    return counter(on_a_cadre(), "G4").disorganized


@case("cadre_return", ("next_turn_one_per_turn", 10), ("printed_turns", 11))
def the_cadre_comes_back() -> int | None:
    return counter(on_a_cadre(), "KG1").due


# --- rail -------------------------------------------------------------------------------------------------------
@case("entrain_phase", ("movement", True), ("organization", False))
def entraining_in_movement() -> bool:
    return bool(options_of(at("movement axis", 7, {"G4": "0606"}), EntrainUnit))


@case("axis_first_summer_train", (False, False), (True, True))
def an_axis_train_on_turn_1() -> bool:
    return bool(options_of(at("movement axis", 1, {"G4": "0606"}), EntrainUnit))


def goals_by_rail(units: dict[str, str], side: str = "axis", **lines: Any) -> set[str]:
    """Where the G4 (or S_NW) can leave the train."""
    state = at(f"detraining {side}", 7, units, **lines)
    return hexes_for(state, DetrainUnit, "G4" if side == "axis" else "S_NW")


@case("detrain_max_trace", (3, False), (None, True))
def four_hexes_from_a_city() -> bool:
    return "1611" in goals_by_rail({"G4": "box:rail"}, control={"axis": ["1211"]})


@case("detrain_in_captured_city", (False, False), (True, True))
def into_a_city_just_taken() -> bool:
    return "1211" in goals_by_rail({"G4": "box:rail", "G6": "1211"}, control={"axis": ["1211"]}, captured="1211")


@case("detrain_in_enemy_city_ok", (True, True), (False, False))
def into_an_empty_enemy_city() -> bool:
    return "1909" in goals_by_rail({"G4": "box:rail"}, control={"axis": ["2008"]})


@case("detrain_enemy_city_adjacent_ok", (True, True), (False, False))
def next_to_an_enemy_city() -> bool:
    return "1408" in goals_by_rail({"G4": "box:rail"}, control={"axis": ["1211"]})


@case("detrain_coastal_city_any", (False, False), (True, True))
def into_a_port_that_is_cut_off() -> bool:
    units = {"G4": "box:rail", "S_W": "1317", "S_NW": "1418"}
    return "1318" in goals_by_rail(units, control={"axis": ["1318"]})


@case("detrain_city_in_ezoc", ("yes", True), ("own_supplied", False))
def into_a_city_beside_the_enemy() -> bool:
    units = {"G4": "box:rail", "S_W": "1111"}
    return "1211" in goals_by_rail(units, control={"axis": ["1211", "1415", "1115"]})


@case("cleanup_order", (("remove", "detrain"), "box:surrendered"), (("detrain", "remove"), "1611"))
def a_cut_off_army_when_the_trains_come() -> str:
    units = {"G4": "1611 unsupplied", "G6": "box:rail", "S_NW": "2310", "S_W": "1410", "G9": "0606"}
    return where(skip_to(at("movement axis", 7, units), "detraining", "axis"), "G4")


@case("strategic_reserve", ("box_marker_t4", {"box", "movement"}), ("entrain_any_detrain", {"map", "enemy turn"}),
      ("box_marker_any_detrain", {"box", "enemy turn"}), ("none", set()))  # fmt: skip
def the_strategic_reserve() -> set[str]:
    """Where the reserve is chosen, and when it comes in."""
    waiting = {"S_NW": "box:rail reserve", "S_W": "1909"}
    chosen = play(at("detraining soviet", 7, {"S_NW": "box:rail", "S_W": "2008"}), Done())
    foreign = play(at("detraining axis", 7, waiting | {"G4": "box:rail", "G6": "0606"}), Done())
    return {
        name
        for name, there in {
            "map": options_of(at("movement soviet", 7, {"S_W": "2008"}), MarkReserve),
            "box": options_of(chosen, MarkReserve),
            "movement": options_of(at("movement soviet", 7, waiting), DetrainUnit),
            "enemy turn": seen(foreign).phase == "detraining" and options_of(foreign, DetrainUnit),
        }.items()
        if there
    }


# --- combat -----------------------------------------------------------------------------------------------------
DUEL = {"G4": "1511", "S_W": "1611"}


SIEGE = {"G1Pz": "1317", "G2Pz": "1317", "G3Pz": "1418", "S_SEV": "1318 back"}


def duel(*attackers: str, units: dict[str, str] = DUEL, target: str = "1611", **words: Any) -> Table:
    """One battle, up to the first question after it was put together."""
    return Table(units=units, **words).fight(target, *(attackers or ("G4",)))


@case("axis_target_limits", ({"base": 5, "long_winter": 3, "from20": 3, "from26": 1}, [5, 3, 3, 1]),
      ({"base": 5, "long_winter": 5, "from20": 5, "from26": 5}, [5, 5, 5, 5]))  # fmt: skip
def axis_targets() -> list[int]:
    return [Table(units=DUEL, turn=turn).view.targets_limit for turn in (7, 11, 20, 26)]


@case("marker_pool_shared", (True, 4), (False, 5))
def markers_beside_a_standing_counterblow() -> int:
    return markers_left(at("movement axis", 7, DUEL, counterblow="1611"), SOVIET)


@case("allocation_upfront", (False, False), (True, True))
def all_battles_are_put_together_first() -> bool:
    table = Table(units=DUEL | {"G6": "1704", "S_KAL": "1804"}).fight("1611", "G4", also=("1804",))
    return bool(table.state.planned)


@case("simultaneous_battles", ("off", False), ("option", True), ("kept", True))
def the_second_die_before_the_first_result() -> bool:
    table = Table(units=DUEL | {"G6": "1704", "S_KAL": "1804"})
    chosen = msgspec.structs.replace(table.state.setup.options, simultaneous_battles=True)
    table.state.setup = msgspec.structs.replace(table.state.setup, options=chosen)
    table.declare("1611", "1804").attack("1611", "G4")
    if table.asked("commit_next"):
        table.do(BeginBattle("1611"))
    table.roll(table.odds.results.index("DR") + 1)
    return bool(table.of(Rolled))


@case("multi_target", ("any", 2), ("one_target_plus_counterblows", 1), ("one_hex_only", 1))
def one_army_against_two_hexes() -> int:
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_S": "1510"}
    return len(Table(units=units).declare("1611", "1510").attack("1611", "G4", also=("1510",)).battle.targets)


@case("below_1_3", ("immediate_ca", "<1:3"), ("pseudo_1_4", "1:2"))
def hopeless_odds() -> str:
    table = duel("HUN2", units={"HUN2": "1511", "S_W": "1611 back unsupplied"})
    return table.seen(OddsSet)[0].column


@case("counterblow_excludes_disorganized", ("no", True), ("hex_test", False), ("hex_test_and_strength", False))
def a_counterblow_of_a_disorganized_army() -> bool:
    units = {"G4": "1511", "S_W": "1611 disorganized", "G6": "1704", "S_S": "1804"}
    return PlaceCounterblow("1611") in Table(units=units, hands={"soviet": [20]}).declare("1804").legal


@case("counterattack_is_new_battle", (True, 0), (False, 1))
def cards_of_the_battle_in_a_counterattack() -> int:
    table = duel()
    table.state.effects = (Effect(Kind.SHIFT, 1, 17, AXIS, Scope.LAST_BATTLE),)
    return len(table.roll(1).counterattack().state.effects)


@case("ca_support", (True, True), (False, False))
def support_in_a_counterattack() -> bool:
    table = duel(supports="0 1").roll(1).counterattack()
    return CommitSupport() in table.legal


@case("winter_shift", ({"snow": 1, "long_winter": 2, "turn5": 2}, -2), ({"snow": 1, "long_winter": 1, "turn5": 2}, -1))
def a_long_winter() -> int:
    return duel(turn=11).shifts["winter"]


@case("axis_winter_crt", ("axis", "axis"), ("soviet", "soviet"))
def the_table_in_snow() -> str:
    return duel(turn=11).odds.table


@case("winter_shift_scope", ("nonfinnish_vs_soviet_in_ussr", 0), ("all_axis_attacks", -1))
def winter_in_germany() -> int:
    return duel(units={"G4": "0605", "S_W": "0705"}, target="0705", turn=10).shifts.get("winter", 0)


@case("first_snow_shock_shift", (1, 1), (2, 2))
def shock_in_the_first_snow() -> int:
    table = Table(phase="combat soviet", units=DUEL, turn=4, supports="0 1").fight("1511", "S_W").support(yes=True)
    return table.shifts["support"]


@case("area_armor_bonus", (False, False), (True, True))
def tanks_in_the_balkans() -> bool:
    return (
        "armor" in duel("G1Pz", units={"G1Pz": "0315", "YUG1": "WEST_BALKANS"}, target="WEST_BALKANS", turn=13).shifts
    )


@case("oil_spares_ss", (True, True), (False, False))
def the_ss_without_oil() -> bool:
    units = {"GSSPz": "1511", "S_W": "1611"}
    return "ss_armor" in duel("GSSPz", units=units, turn=19, trigger="oil 18").shifts


@case("odds_condition", ("final", "DR"), ("initial", ""))
def the_column_a_card_asks_for() -> str:
    table = duel(units={"G4": "1511", "S_W": "1611 unsupplied"})  # 1:1, two columns better: 2:1
    table.state.effects = (Effect(Kind.FORCE_DR, 4, 37, AXIS, Scope.BATTLE),)
    assert table.state.battle is not None
    return in_play_order(table.state, odds_of(table.state, table.state.battle), "", "")[0]


@case("siege_artillery", ("no_conversion", False), ("regional_face", True))
def siege_artillery_turns_the_fort() -> bool:
    return axis_attack({"axis": [33]}, SIEGE, "1318").play_event(33).unit("S_SEV").face == 0


@case("ca_cards", (True, True), (False, False))
def a_card_in_a_counterattack() -> bool:
    table = Table(cards=True, units=DUEL, hands={"soviet": [22]}, turn=LATE).fight("1611", "G4")
    while table.asked("window"):
        table.do(Pass())
    table.roll(1).counterattack()
    return table.asked("window")


@case("german_fort_first_loss", (False, 2), (True, 1))
def who_takes_the_loss_of_an_exchange() -> int:
    units = {"FEST2": "0606", "G4": "0606", "S_W": "0605 back", "S_S": "0706 back"}
    table = Table(phase="combat soviet", turn=19, units=units).fight("0606", "S_W", "S_S")
    table.roll(table.odds.results.index("EX") + 1)
    while table.actor == "soviet":
        table.do(table.legal[0])
    return len(table.of(LoseStep)) or 1


@case("cadre_eligible", ("non_cadre", True), ("two_step_with_strength", False))
def a_cadre_for_a_one_step_army() -> bool:
    units = {"S_W": "1511 back", "S_S": "1610 back", "HUN2": "1611", "KG1": "box:cadres"}
    table = Table(phase="combat soviet", units=units).fight("1611", "S_W", "S_S")
    table.roll(table.odds.results.index("DD") + 1).retreat("HUN2")
    return table.asked("cadre")


def driven(units: dict[str, str], **words: Any) -> Table:
    """The Axis throws the S_W back from 1611."""
    table = duel(units=units, **words)
    return table.roll(table.odds.results.index("DR") + 1)


@case("retreat_filters", ("basic", (False, False)), ("digital", (True, False)), ("none", (True, True)))
def a_level_retreat_and_one_away_from_supply() -> tuple[bool, bool]:
    table = driven(DUEL, control={"axis": ["1909", "1912"]})
    ends = {action.path[-1] for action in table.of(RetreatUnit)}
    return "1812" in ends, "1811" in ends


@case("overstack_retreater", (False, "1613"), (True, "box:shattered"))
def a_retreat_into_a_full_hex() -> str:
    table = driven(DUEL | {"S_S": "1613"})
    return table.do(next(action for action in table.of(RetreatUnit) if action.path[-1] == "1613")).at("S_W")


@case("area_ends_retreat", (True, False), (False, True))
def a_retreat_through_the_balkans() -> bool:
    units = {"S_W": "0616", "S_S": "0616", "G4": "0516"}
    table = Table(phase="combat soviet", turn=23, units=units, trigger="oil 18").fight("0516", "S_W", "S_S")
    table.roll(table.odds.results.index("DR") + 1)
    return any(len(action.path) == 2 and "BALKANS" in action.path[0] for action in table.of(RetreatUnit))


@case("armor_advance_soviet_from", (11, 2), (7, 3))
def a_soviet_tank_army_in_1942() -> int:
    state = at("combat soviet", 7, {})
    armor, face = next(
        (unit.index, index)
        for unit in BOARD.units
        for index, shown in enumerate(unit.faces)
        if unit.side == SOVIET and shown.armored
    )
    state.where[armor], state.face[armor] = BOARD.node_of["1511"], face
    return advance_limit(state, armor)


# --- the test ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", CASES)
def test_a_switch_makes_a_difference(name: str) -> None:
    probe, outcomes, also = CASES[name]
    shown = [under(probe, **also, **{name: value}) for value, _ in outcomes]
    assert shown == [expected for _, expected in outcomes]
    assert any(result != shown[0] for result in shown)


@pytest.mark.parametrize(
    ("value", "defenders"), [("no", ("S_W", "S_S")), ("hex_test", ("S_W", "S_S")), ("hex_test_and_strength", ("S_W",))]
)
def test_disorganized_units_in_a_paid_counterblow(value: str, defenders: tuple[str, ...]) -> None:
    def scene() -> Any:
        units = {"G4": "1511", "S_W": "1611", "S_S": "1611 disorganized"}
        table = Table(units=units, hands={"soviet": [20]}, turn=25).declare().counterblow("1611")
        return table.attack("1611", "G4").battle.defenders

    assert set(under(scene, counterblow_excludes_disorganized=value)) == set(defenders)


@pytest.mark.parametrize(("value", "drawn"), [("option", 2), ("option_discard_after_draw", 4)])
def test_cards_lost_by_no_surrender(value: str, drawn: int) -> None:
    def scene() -> int:
        state = at("movement axis", 7, {"G4": "0606"})
        state.lost_draws[SOVIET] = 2
        return cards_drawn(skip_to(state, "cards", "soviet", 7, chance=True))

    assert under(scene, no_surrender=value) == drawn


@pytest.mark.parametrize("name", CASES)
def test_every_value_of_a_rule_set_is_played(name: str) -> None:
    """No edition has a value of a switch that no scene has played."""
    shown = [value for value, _ in CASES[name][1]]
    used = [getattr(rules_of(ruleset), name) for ruleset in ruleset_ids()]
    assert [value for value in used if value not in shown] == []


@pytest.mark.parametrize("name", NOT_HERE)
def test_a_switch_without_a_scene_is_read_nowhere(name: str) -> None:
    """The day somebody asks for it, it gets a scene."""
    files = [*PACKAGE.rglob("*.py")]
    assert files
    read = [path.name for path in files if f".{name}" in path.read_text(encoding="utf-8")]
    assert read == []


def test_every_switch_has_a_scene_or_a_reason() -> None:
    names = set(Rules.__struct_fields__)
    without = names - CASES.keys() - NOT_HERE.keys()
    assert not without, f"write a scene for each of these switches, a function below @case: {sorted(without)}"
    gone = (CASES.keys() | NOT_HERE.keys()) - names
    assert not gone, f"these switches are no more in core/rulesets.py: {sorted(gone)}"
    assert not CASES.keys() & NOT_HERE.keys()


@pytest.mark.parametrize("name", NOT_HERE)
def test_reasons_are_given(name: str) -> None:
    assert len(NOT_HERE[name].split()) > 4
