"""Scenarios of limited length: their first moment, their end, and who wins (SET-2, WIN-8)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from rules.helpers import Dealt, cards_drawn, hand, idle, legal_actions, options_of, play, seen, skip_to, where

from noretreat.core.board import BOARD
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Goal, Placement, Scenario, Side, Supports, Victory
from noretreat.data.load import load_scenario, ruleset_ids
from noretreat.explain.questions.queries import information
from noretreat.explain.sentences.telling import tell
from noretreat.game import Chance, Options, State, actor, apply, new_game, outcome
from noretreat.rules import goals

LIMITED = ("barbarossa_1941", "fall_blau", "saturn", "citadel", "bagration")
ALL = (*LIMITED, "na_berlin", "tournament")
VP_HEXES = sorted(BOARD.ids(BOARD.vp_hexes), key=lambda hex_id: (hex_id not in BOARD.ids(BOARD.germany), hex_id))


def changed(name: str, **changes: Any) -> Scenario:
    """A shipped scenario with other facts."""
    return msgspec.structs.replace(load_scenario(name), **changes)


def empty(name: str, axis_hexes: int, **changes: Any) -> Scenario:
    """The scenario without a single unit; the Axis holds so many hexes, those of Greater Germany first."""
    frame = {"placements": (), "arrivals": False, "axis_control": tuple(VP_HEXES[:axis_hexes])}
    return changed(name, **(frame | changes))


def idle_game(facts: Scenario | str, options: Options | None = None) -> State:
    """Nobody does anything until the game is over."""
    state = new_game(facts, options)
    while actor(state) is not None:
        state = play(state, idle(state))
    return state


def ending(state: State) -> tuple[str, str, int]:
    """Winner, reason, last turn."""
    result = outcome(state)
    assert result is not None
    return result.winner.value, result.reason, state.turn


# --- playing them ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ALL)
def test_random_games_come_to_their_end(name: str, seed: int) -> None:
    rng = random.Random(f"{name}{seed}")
    facts = load_scenario(name)
    state = new_game(name)
    while actor(state) is not None:
        state, _ = apply(state, rng.choice(legal_actions(state)))
        assert facts.start_turn <= state.turn <= facts.end_turn
    winner, reason, turn = ending(state)
    if name in LIMITED:
        assert turn == facts.end_turn
        assert facts.victory is not None
        assert (winner == facts.victory.side) is (reason == "scenario")
        assert reason in ("scenario", "denied")
    else:
        assert reason != "denied" or turn == facts.end_turn


# Red events on the way cost the Axis a point (turns 4, 10) or give the Soviets one (turn 22).
@pytest.mark.parametrize(
    ("name", "axis_hexes", "winner"),
    [
        ("barbarossa_1941", 22, "axis"),
        ("barbarossa_1941", 21, "soviet"),
        ("fall_blau", 25, "axis"),
        ("fall_blau", 24, "soviet"),
        ("saturn", 22, "soviet"),
        ("saturn", 23, "axis"),
        ("citadel", 21, "soviet"),
        ("citadel", 22, "axis"),
        ("bagration", 10, "soviet"),
        ("bagration", 11, "axis"),
    ],
)
def test_win_8_points_at_the_end_of_the_last_turn(name: str, axis_hexes: int, winner: str) -> None:
    facts = empty(name, axis_hexes)
    if name == "saturn":  # with Stalingrad, eleven would be enough
        held = ("2117", *(hex_id for hex_id in VP_HEXES if hex_id != "2117"))[:axis_hexes]
        facts = msgspec.structs.replace(facts, axis_control=held)
    assert facts.victory is not None
    reason = "scenario" if winner == facts.victory.side else "denied"
    assert ending(idle_game(facts)) == (winner, reason, facts.end_turn)


def test_win_8_moscow_and_one_more_objective() -> None:
    germany = set(VP_HEXES[:12])
    facts = empty("barbarossa_1941", 0)
    won = msgspec.structs.replace(facts, axis_control=tuple(germany | {"2008", "1902"}))
    assert ending(idle_game(won))[:2] == ("axis", "scenario")
    lost = msgspec.structs.replace(facts, axis_control=tuple(germany | {"2008"}))
    assert ending(idle_game(lost))[:2] == ("soviet", "denied")
    without_moscow = msgspec.structs.replace(facts, axis_control=tuple(germany | {"1902", "1318"}))
    assert ending(idle_game(without_moscow))[:2] == ("soviet", "denied")


@pytest.mark.parametrize(("lost", "winner"), [("2117", "soviet"), ("1717", "axis")])
def test_win_8_eleven_with_stalingrad(lost: str, winner: str) -> None:
    facts = load_scenario("saturn")
    held = tuple(hex_id for hex_id in facts.axis_control if hex_id != lost)
    assert ending(idle_game(empty("saturn", 0, axis_control=held)))[0] == winner


def test_win_8_no_sudden_death_and_no_objectives_inside_a_scenario() -> None:
    everything = empty("fall_blau", 34)
    assert ending(idle_game(everything)) == ("axis", "scenario", 10)
    assert ending(idle_game(everything, Options(rules="deluxe", campaign=True))) == ("axis", "objectives", 8)
    # Victory is checked in the Soviet player turn as well (C-34), so the same comes half a turn sooner.
    assert ending(idle_game(everything, Options(rules="digital", campaign=True))) == ("axis", "objectives", 7)
    nearly = msgspec.structs.replace(everything, axis_control=tuple(set(VP_HEXES) - {"2008", "1902", "2117", "1318"}))
    assert ending(idle_game(nearly)) == ("axis", "scenario", 10)
    assert ending(idle_game(nearly, Options(campaign=True))) == ("axis", "sudden_death", 9)


def test_win_8_turn_12_of_a_scenario_still_shifts_the_initiative() -> None:
    state = idle_game(empty("saturn", 24))
    assert seen(state).initiative is Side.SOVIET
    assert state.high_tide > 0


def test_set_1_any_scenario_begins_a_campaign() -> None:
    state = idle_game(empty("citadel", 20, high_tide=5), Options(campaign=True))
    assert ending(state)[2] > 22, "the end of turn 16 decides nothing, nor does turn 22"
    state = idle_game(empty("citadel", 20, high_tide=30), Options(campaign=True))
    assert ending(state) == ("axis", "operational", 22)


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("name", LIMITED)
def test_15_14_a_campaign_from_any_scenario_ends_with_the_war(name: str, rules: str) -> None:
    """C-157: chapter 12 decides, and 12.4 lets the war go on after turn 22."""
    setup = new_game(name, Options(rules=rules, campaign=True)).setup
    assert (setup.last_turn, setup.victory) == (28, None)


# --- the tournament -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("axis_hexes", "winner"), [(14, "axis"), (13, "soviet")])
def test_the_tournament_compares_with_the_high_tide(axis_hexes: int, winner: str) -> None:
    """The Soviets hold the other hexes and gain a point on turn 22; they need 22."""
    facts = empty("tournament", axis_hexes, start_turn=21, initiative=Side.SOVIET, high_tide=22)
    victory = facts.victory
    assert victory is not None
    assert victory.early
    state = idle_game(msgspec.structs.replace(facts, victory=msgspec.structs.replace(victory, early=False)))
    assert ending(state) == (winner, "denied" if winner == "axis" else "scenario", 22)


def test_the_tournament_has_fixed_weather_and_sudden_death() -> None:
    deluxe = Options(rules="deluxe")
    state = new_game("tournament", deluxe)
    assert not state.rules.variable_weather
    assert new_game("barbarossa", deluxe).rules.variable_weather
    assert load(dump(state)).rules == state.rules
    assert ending(idle_game(empty("tournament", 34)))[1] == "objectives"


# --- the first moment ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "turn"), [("saturn", 10), ("bagration", 19)])
def test_set_2_the_soviets_begin(name: str, turn: int) -> None:
    state = new_game(name)
    assert seen(state).phase == "cards"
    state = skip_to(state, "organization", "soviet", turn) if name == "saturn" else skip_to(state, "movement", "soviet")
    assert seen(state).turn == turn
    assert seen(state).hand_sizes == {"axis": 4, "soviet": 4}
    assert seen(skip_to(state, "cards", "axis", chance=True)).turn == turn + 1


def test_set_2_units_of_the_first_turn_wait_to_be_placed() -> None:
    state = new_game("fall_blau")
    assert [where(state, unit) for unit in ("ITA8", "S_STA", "KG1", "S_DON", "ABT_M")] == [
        "box:delayed", "box:delayed", "box:cadres", "box:pending", "box:removed",
    ]  # fmt: skip
    assert where(skip_to(state, "cards", "axis", 9, chance=True), "S_DON") == "box:delayed"


def test_set_2_units_that_are_not_named() -> None:
    facts = changed("citadel", placements=(), axis_control=tuple(VP_HEXES[:12]), triggers={"oil": 13})
    state = new_game(facts)
    places = {unit: where(state, unit) for unit in ("G8", "GSSGr", "G2", "G1Pz", "GE", "FEST1", "SPOL", "REZ")}
    assert places == {
        "G8": "box:delayed", "GSSGr": "box:pending", "G2": "box:removed", "G1Pz": "box:removed",
        "GE": "box:removed", "FEST1": "box:pending", "SPOL": "box:pending", "REZ": "box:removed",
    }  # fmt: skip
    assert where(new_game(changed("fall_blau", start_turn=11, placements=())), "KG2") == "box:cadres"
    track = (Placement("G6", "box:track", due=14), Placement("KG1", "box:track", due=15))
    state = new_game(changed("citadel", placements=track))
    assert (where(state, "G6"), where(state, "KG1")) == ("box:delayed", "box:track")


def test_set_2_markers_supports_and_upgrades_of_the_first_turn() -> None:
    placements = (Placement("G6", "1613", unsupplied=True), Placement("G4", "0906"))
    special = changed("fall_blau", placements=placements, supports=Supports(1, 2), free_upgrades=3)
    state = new_game(special)
    assert [unit.id for unit in seen(state).units if unit.unsupplied] == ["G6"]
    state = skip_to(state, "movement", "axis")
    assert seen(state).supports == {"axis": 1, "soviet": 2}
    assert seen(skip_to(new_game("fall_blau"), "movement", "axis")).supports == {"axis": 2, "soviet": 0}
    later = skip_to(state, "movement", "axis", 8)
    assert seen(later).supports == {"axis": 2, "soviet": 0}


def test_org_3_free_upgrades_left_in_the_first_turn() -> None:
    """Turn 10 has one free upgrade; a scenario may say that it is gone, and turn 11 has one again."""
    used = skip_to(new_game(changed("saturn", free_upgrades=0)), "movement", "soviet")
    usual = skip_to(new_game("saturn"), "organization", "soviet")
    assert usual.upgrades_left == 1
    assert used.upgrades_left == 0
    assert skip_to(used, "organization", "soviet", 11).upgrades_left == 1


def test_na_berlin_begins_in_1945() -> None:
    state = new_game("na_berlin")
    assert actor(state) is Chance.CHANCE
    assert set(options_of(state, Dealt)) == {Dealt(card) for card in range(16, 56)}
    assert state.triggers == [21, 21, 0]
    state = skip_to(state, "cards", "axis", 23, chance=True)
    while len(hand(state, "axis")) + len(hand(state, "soviet")) < 4:
        state = play(state, idle(state))
    assert cards_drawn(state) == 1, "the Axis draw of January 1945"
    assert where(state, "BERLIN_G") == "0503"
    assert where(state, "SPOL") == "0907"


# --- in words ----------------------------------------------------------------------------------------------------
def test_victory_conditions_in_words() -> None:
    words = goals.in_words(
        Victory(
            Side.SOVIET,
            (Goal(points=9, objectives=2), Goal(held=13, high_tide=True), Goal(hexes=("2117",), lost=("G6", "G4Pz"))),
            early=True,
        ),
        12,
    )
    assert tell(words).text == (
        "At the end of turn 12 the Soviet side wins with 9 victory points, and also 2 of its Objectives in supply; or "
        "13 cities and oil fields, and also as many victory points as the Axis high tide; or Stalingrad (2117) held, "
        "and also 6th Army and 4th Panzer Army lost. Otherwise the other side wins. Objectives and Sudden Death can "
        "end it before."
    )
    state = new_game("citadel")
    lines = {line.label: line.text for line in information(state, "scenario", "citadel").lines}
    assert lines["Victory"].startswith("At the end of turn 16 the Soviet side wins with 14 victory points.")
    lines = {line.label: line.text for line in information(state, "scenario", "na_berlin").lines}
    assert lines["Victory"].startswith("The whole war")


def test_the_setup_travels_with_a_saved_state() -> None:
    state = new_game("saturn")
    assert load(dump(state)).setup == state.setup
