"""Warned before it is too late: who will be lost for supply, what saves them, what stands empty, what is tested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from rules.helpers import idle, play, skip_to, where

from noretreat import State, position
from noretreat.core.actions import (
    AdvanceUnit,
    ChooseHex,
    DetrainUnit,
    Done,
    MoveUnit,
    Pass,
    PlayEvent,
    Resign,
    RetreatUnit,
)
from noretreat.core.board import BOARD, SIDES, bits
from noretreat.core.events import UnitEliminated
from noretreat.data.facts import Side
from noretreat.explain.ahead.dangers import Danger, dangers
from noretreat.game import Options, actor, apply, legal_actions, new_game, outcome
from noretreat.rules import supply
from noretreat.rules.stacking import overstacked
from noretreat.storage import savegame
from tools import keep_games

POCKET = {"G1Pz": "1810 unsupplied", "G2Pz": "1811 unsupplied", "G4": "1210"}
RING = {"S_W": "1710", "S_SW": "1711", "S_S": "1712"}
WIDE = {**RING, "S_NW": "1909", "S_KAL": "1910", "S_BRY": "1911", "S_LEN": "1912", "S_CRI": "1809", "S_VOL": "1812"}


def of_kind(found: tuple[Danger, ...], *kinds: str) -> list[Danger]:
    return [danger for danger in found if danger.kind in kinds]


def named(found: tuple[Danger, ...], *kinds: str) -> set[str]:
    return {unit for danger in of_kind(found, *kinds) for unit in danger.units}


def ways(danger: Danger) -> dict[str, list[dict[str, object]]]:
    """Code of a way out -> what each of that code names."""
    told: dict[str, list[dict[str, object]]] = {}
    for way in danger.ways:
        told.setdefault(way.code.removeprefix("info-danger-way-"), []).append(way.args)
    return told


# --- who is lost for supply -------------------------------------------------------------------------------
def random_play(scenario: str, rules: str, seed: int, length: int) -> Iterator[tuple[State, State, list[object]]]:
    """A careless game: each position, the next one, and what happened between."""
    dice = Random(f"{scenario} {rules} {seed}")
    state = new_game(scenario, Options(rules=rules))
    for _ in range(length):
        if outcome(state) is not None:
            return
        options = legal_actions(state)
        ends = [option for option in options if isinstance(option, Done | Pass)]
        action = ends[0] if ends and dice.random() < 0.25 else dice.choice(options)
        after, happened = apply(state, action)
        yield state, after, list(happened)
        state = after


GAMES = [
    (scenario, rules, seed)
    for seed in range(3)
    for scenario in ("barbarossa", "saturn", "fall_blau", "citadel")
    for rules in ("deluxe", "digital", "digital_0_1", "classic")
]


def kept_play(path: Path) -> Iterator[tuple[State, State, list[object]]]:
    """A kept game, in the same form."""
    saved = savegame.load(path)
    state = savegame.replay(saved, 0).state
    for entry in saved.entries:
        after, happened = apply(state, entry.action)
        yield state, after, list(happened)
        state = after


def losses(played: Iterator[tuple[State, State, list[object]]]) -> Iterator[tuple[str, State, Side]]:
    """Each unit that a Removal Phase took: with the last decision of its owner before it, and the owner."""
    last: dict[Side, State] = {}
    for before, _, happened in played:
        decides = actor(before)
        if isinstance(decides, Side) and len(legal_actions(before)) > 1:
            last[decides] = before
        for event in happened:
            if isinstance(event, UnitEliminated) and event.why == "supply":
                owner = SIDES[BOARD.units[BOARD.unit_index[event.unit]].side]
                yield event.unit, last[owner], owner


@pytest.mark.slow
def test_nobody_is_lost_for_supply_unwarned() -> None:
    """Every unit that a Removal Phase takes was named at its owner's last decision before.

    Only what the dice cut off after that decision cannot be: such a unit was in supply and bore no marker.
    """
    careless = (random_play(*game, length=1200) for game in GAMES)
    kept = (kept_play(path) for path in sorted(keep_games.FOLDER.glob(keep_games.KEPT)))
    found = [loss for played in (*careless, *kept) for loss in losses(played)]
    unwarned = [loss for loss in found if loss[0] not in named(dangers(loss[1], loss[2]), "lost", "marked", "risk")]
    for name, before, _ in unwarned:
        unit = BOARD.unit_index[name]
        assert not before.unsupplied >> unit & 1, f"{name} bore a marker"
        assert supply.is_supplied(before, unit), f"{name} was cut off"
    assert len(found) > 60, "games in which nobody is lost show nothing"
    assert len(unwarned) * 50 < len(found), "what the dice cut off last is rare"


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_11_1_two_armies_about_to_surrender_are_named_with_when_and_the_price(rules: str) -> None:
    state = position({"turn": 7, "rules": rules, "phase": "movement axis", "units": {**POCKET, **WIDE}})
    danger = dangers(state, Side.AXIS)[0]
    assert (danger.kind, danger.grave, set(danger.units)) == ("lost", True, {"G1Pz", "G2Pz"})
    assert danger.said.code == "info-danger-surrender"
    assert danger.said.args["side"] == Side.AXIS
    assert danger.said.args["turn"] == 7
    assert set(danger.hexes) == {"1810", "1811"}
    after = skip_to(state, "movement", "soviet")
    assert (where(after, "G1Pz"), where(after, "G2Pz")) == ("box:surrendered", "box:surrendered")


def test_6_0_a_unit_that_is_cut_off_as_its_turn_ends_is_lost_in_that_of_the_enemy() -> None:
    units = {"G1Pz": "1810", "G4": "1210", **WIDE}
    state = position({"turn": 7, "phase": "movement axis", "units": units})
    danger = of_kind(dangers(state, Side.AXIS), "marked")[0]
    assert danger.grave, "the enemy's Removal Phase comes before the next move"
    assert (danger.said.args["side"], danger.said.args["turn"]) == (Side.SOVIET, 7)
    after = skip_to(state, "movement", "axis", 8)
    assert where(after, "G1Pz") == "box:surrendered"


def test_a_unit_cut_off_in_the_turn_of_the_enemy_can_still_be_saved_in_its_own() -> None:
    units = {"G1Pz": "1810", "G4": "1210", **WIDE}
    state = position({"turn": 7, "phase": "movement soviet", "units": units})
    danger = of_kind(dangers(state, Side.AXIS), "marked")[0]
    assert not danger.grave
    assert (danger.said.args["side"], danger.said.args["turn"]) == (Side.AXIS, 8)
    assert dangers(state, Side.SOVIET) != dangers(state, Side.AXIS), "the enemy is not told of them"
    assert not named(dangers(state, Side.SOVIET), "lost", "marked")


def test_a_marked_unit_that_has_a_path_again_is_at_risk_until_the_removal_phase() -> None:
    units = {"G4": "1210 unsupplied", "S_W": "1710"}
    found = dangers(position({"turn": 7, "phase": "movement axis", "units": units}), Side.AXIS)
    assert [danger.units for danger in of_kind(found, "risk")] == [("G4",)]
    assert not of_kind(found, "lost", "marked")


def test_the_sentences_change_when_the_removal_phase_is_over() -> None:
    """C-20: in the digital rules units detrain before the Removal Phase, in the board game after it."""
    for rules, kinds in (("digital", {"lost"}), ("deluxe", {"marked"})):
        text = {"turn": 7, "rules": rules, "phase": "detraining axis", "units": {**POCKET, **WIDE, "G6": "box:rail"}}
        assert {danger.kind for danger in dangers(position(text), Side.AXIS) if danger.kind != "city"} == kinds


# --- what would save them ---------------------------------------------------------------------------------
def saved_by(state: State, unit: str, *actions: object) -> bool:
    """Whether the unit is on the map after the Removal Phase when these are played first and nothing else."""
    for action in actions:
        state = play(state, action)  # type: ignore[arg-type]
    return not where(skip_to(state, "movement", "soviet"), unit).startswith("box:")


def test_a_step_that_is_named_saves_the_unit() -> None:
    state = position({"turn": 7, "phase": "movement axis", "units": {**POCKET, **RING}})
    told = ways(dangers(state, Side.AXIS)[0])["step"]
    assert {step["unit"] for step in told} == {"G1Pz", "G2Pz"}
    for step in told:
        for hex_ in step["hexes"]:  # type: ignore[attr-defined]
            assert saved_by(state, str(step["unit"]), MoveUnit(str(step["unit"]), hex_))


def test_a_unit_that_opens_the_path_saves_those_it_names() -> None:
    """One unit stands in the gap; the panzers themselves cannot move."""
    units = {"G4": "1510 unsupplied", "G6": "1209", "S_W": "1411", "S_SW": "1410", "S_S": "1610", "S_NW": "1409"}
    state = position({"turn": 7, "phase": "movement axis", "units": units})
    found = of_kind(dangers(state, Side.AXIS), "lost")
    opened = [way for danger in found for way in ways(danger).get("open", [])]
    for way in opened:
        assert saved_by(state, "G4", MoveUnit(str(way["unit"]), str(way["hex"])))
    assert found


def test_a_card_that_saves_is_named_and_does() -> None:
    """06A: the Unsupplied units of one hex survive, so of two hexes it saves one."""
    state = position(
        {"turn": 7, "phase": "movement axis", "units": {**POCKET, **WIDE}, "hands": {"axis": [6, 3], "soviet": [9]}}
    )
    danger = dangers(state, Side.AXIS)[0]
    assert ways(danger)["card-some"] == [{"card": "6-axis", "units": ["G1Pz", "G2Pz"]}]
    state = skip_to(state, "removal", "axis")
    assert ways(dangers(state, Side.AXIS)[0])["card-some"], "and in the Removal Phase itself"
    state = play(state, PlayEvent(6, "save"))
    while ChooseHex("1810") not in legal_actions(state):
        state = play(state, idle(state))
    state = play(state, ChooseHex("1810"))
    assert named(dangers(state, Side.AXIS), "lost") == {"G2Pz"}


def test_where_nothing_helps_it_says_so() -> None:
    state = position({"turn": 7, "phase": "movement axis", "units": {**POCKET, **WIDE}})
    assert set(ways(dangers(state, Side.AXIS)[0])) <= {"none", "battle", "open", "step"}
    state = skip_to(play(state, Done()), "movement", "soviet")
    assert not of_kind(dangers(state, Side.AXIS), "lost")


def test_the_other_hand_makes_no_difference() -> None:
    """What a side is told depends on its own cards alone."""
    facts = {"turn": 7, "phase": "movement axis", "units": {**POCKET, **WIDE}}
    told = [
        dangers(position({**facts, "hands": {"axis": [6], "soviet": hand}}), Side.AXIS) for hand in ([], [9], [1, 14])
    ]
    assert told[0] == told[1] == told[2]


@pytest.mark.slow
def test_every_way_out_by_a_move_or_a_train_does_what_it_says() -> None:
    """In careless games each step that is named is legal, and leaves the unit in supply."""
    tried = 0
    for game in GAMES[:16]:
        for before, _, _ in random_play(*game, length=500):
            side = actor(before)
            if not isinstance(side, Side) or before.phase not in ("movement", "combat", "detraining"):
                continue
            for danger in of_kind(dangers(before, side), "lost", "marked"):
                for step in ways(danger).get("step", []):
                    for hex_ in step["hexes"]:  # type: ignore[attr-defined]
                        unit = str(step["unit"])
                        answers = [MoveUnit(unit, hex_), AdvanceUnit(unit, hex_), DetrainUnit(unit, hex_)]
                        legal = [answer for answer in answers if answer in legal_actions(before)]
                        for answer in legal[:1]:
                            after, _ = apply(before, answer)
                            tried += 1
                            assert unit not in named(dangers(after, side), "lost", "marked")
    assert tried > 5


# --- what stands empty, and too many in a hex -------------------------------------------------------------
def test_12_7_a_city_is_named_exactly_where_an_enemy_can_walk_in() -> None:
    units = {"G4": "1210", "S_W": "1411", "S_SW": "1509"}
    state = position({"turn": 7, "phase": "movement axis", "units": units, "control": {"axis": ["1211", "1403"]}})
    found = {danger.hexes[0] for danger in of_kind(dangers(state, Side.AXIS), "city")}
    coming = skip_to(state, "movement", "soviet")
    entered = {action.to for action in legal_actions(coming) if isinstance(action, MoveUnit)}
    own = {BOARD.id_of[node] for node in bits(state.axis_control & BOARD.vp_hexes & ~state.occupied(0))}
    assert found == entered & own
    assert found


def test_a_garrison_takes_the_warning_away() -> None:
    units = {"G4": "1211", "S_W": "1411"}
    state = position({"turn": 7, "phase": "movement axis", "units": units, "control": {"axis": ["1211"]}})
    assert "1211" not in {danger.hexes[0] for danger in of_kind(dangers(state, Side.AXIS), "city")}


def test_8_4_3_too_many_units_are_named() -> None:
    units = {"G4": "1210", "G6": "1210", "G9": "1210", "S_W": "1710"}
    found = of_kind(dangers(position({"turn": 7, "phase": "movement axis", "units": units}), Side.AXIS), "crowded")
    assert [danger.hexes for danger in found] == [("1210",)]
    assert found[0].grave


@pytest.mark.slow
def test_8_4_3_a_retreat_into_a_full_hex_is_foretold() -> None:
    """Each hex that would hold too many once a unit has retreated there is named."""
    tried = 0
    for game in GAMES[:16]:
        for before, _, _ in random_play(*game, length=700):
            side = actor(before)
            ways_back = [action for action in legal_actions(before) if isinstance(action, RetreatUnit)]
            if not isinstance(side, Side) or not ways_back:
                continue
            found = {hex_ for danger in of_kind(dangers(before, side), "crowded") for hex_ in danger.hexes}
            for way in ways_back:
                node = BOARD.node_of[way.path[-1]]
                moved = before.copy()
                moved.put(BOARD.unit_index[way.unit], node)
                full = node in overstacked(moved, SIDES.index(side))
                tried += full
                assert not full or way.path[-1] in found
    assert tried


# --- too many in a hex, later -----------------------------------------------------------------------------
def crowded(state: State, side: Side) -> dict[str, tuple[tuple[str, ...], bool]]:
    """Code of what is said of crowded hexes -> the hexes, and whether it is grave."""
    found = of_kind(dangers(state, side), "crowded")
    return {danger.said.code.removeprefix("info-danger-"): (danger.hexes, danger.grave) for danger in found}


PREPARED = """rules {rules}
turn 12
phase movement soviet
unit S_W 1611
unit S_S 1612
unit S_CEN 2010
unit G4 0910
hand soviet 32"""


def prepared(rules: str, **units: str) -> State:
    """Event 32S has been played for 1612, and West has moved in."""
    lines = [f"unit {unit} {at}" for unit, at in units.items()]
    state = play(position("\n".join([PREPARED.format(rules=rules), *lines])), PlayEvent(32, ""))
    while not any(isinstance(action, ChooseHex) for action in legal_actions(state)):
        state = play(state, Pass())
    state = play(state, ChooseHex("1612"))
    while any(isinstance(action, ChooseHex) for action in legal_actions(state)):
        state = play(state, Done())
    return play(state, MoveUnit("S_W", "1612"))


def at_hand_over(state: State) -> tuple[list[State], State]:
    """The positions on the way to the enemy's turn, everything declined, and the first one after it."""
    way = [state]
    while state.phasing == 1 and actor(state) is not None:
        state = play(state, idle(state))
        way.append(state)
    return way, state


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_8_4_3_what_the_end_of_32s_makes_illegal_is_foretold(rules: str) -> None:
    """Until the Soviet player turn ends two armies may stand together; then one steps back, and nobody is lost."""
    state = prepared(rules)
    assert crowded(state, Side.SOVIET) == {"crowded-back": (("1612",), False)}
    assert crowded(state, Side.AXIS) == {}
    args = of_kind(dangers(state, Side.SOVIET), "crowded")[0].said.args
    assert (args["card"], args["side"], args["turn"]) == ("32-soviet", "soviet", 12)
    way, _ = at_hand_over(state)
    assert any(position.question.CODE == "step_back" for position in way if position.question)
    assert not any(position.question.CODE == "overstack" for position in way if position.question)


def test_8_4_3_where_nobody_can_step_back_the_end_of_32s_costs_a_unit() -> None:
    """Axis armies all around: their zones close every hex but that of the stack."""
    ring = {"G6": "1510", "G9": "1712", "G16": "1513", "G17": "1713", "G18": "1611", "G2Pz": "1711", "G11": "1613"}
    state = prepared("deluxe")
    for unit, at in ring.items():
        state.put(BOARD.unit_index[unit], BOARD.node_of[at])
    assert crowded(state, Side.SOVIET) == {"crowded-stuck": (("1612",), True)}


@pytest.mark.parametrize(("units", "warned"), [((), False), (("G4",), True), (("G4", "G6"), True)])
def test_13_5_units_in_the_way_of_the_garrisons_of_the_reich_are_foretold(units: tuple[str, ...], warned: bool) -> None:
    """Turn 23: the Garrison and the Volkssturm fill Berlin, whoever is there (C-123)."""
    berlin = BOARD.id_of[BOARD.units[BOARD.unit_index["BERLIN_G"]].home]
    garrisons = dict.fromkeys(("BERLIN_G", "VOLKS1"), "box:pending")
    facts = {
        "turn": 22,
        "phase": "movement axis",
        "units": {**dict.fromkeys(units, berlin), **garrisons, "S_W": "1710"},
    }
    state = position(facts)
    assert crowded(state, Side.AXIS) == ({"crowded-garrison": ((berlin,), True)} if warned else {})
    then = skip_to(state, "movement", "axis", turn=23)
    lost = [unit for unit in units if then.where[BOARD.unit_index[unit]] < 0]
    assert len(lost) == len(units), "the surplus goes"


def test_8_4_1_a_limit_that_falls_with_the_calendar_is_foretold() -> None:
    """No rule set of the game has one; another may."""
    state = position({"turn": 24, "phase": "movement soviet", "units": {"S_W": "1710", "S_S": "1710", "G4": "0910"}})
    assert crowded(state, Side.SOVIET) == {}
    tight = msgspec.structs.replace(state.rules, soviet_stack=((1, "one"), (23, "two"), (25, "one")))
    state.rules = tight
    assert crowded(state, Side.SOVIET) == {"crowded-limit": (("1710",), True)}


@pytest.mark.slow
def test_8_4_3_an_advance_into_a_full_hex_is_foretold() -> None:
    """The vacated hex takes as many as the limit; the one after is one too many."""
    tried = 0
    for game in GAMES[:16]:
        for before, _, _ in random_play(*game, length=700):
            side = actor(before)
            ways_on = [action for action in legal_actions(before) if isinstance(action, AdvanceUnit)]
            if not isinstance(side, Side) or not ways_on:
                continue
            found = crowded(before, side).get("crowding-advance", ((), False))[0]
            for way in ways_on:
                moved = before.copy()
                moved.put(BOARD.unit_index[way.unit], BOARD.node_of[way.to])
                full = BOARD.node_of[way.to] in overstacked(moved, SIDES.index(side))
                tried += full
                assert not full or way.to in found
    assert tried


# --- the Victory Phase to come ----------------------------------------------------------------------------
CITIES = [BOARD.id_of[node] for node in bits(BOARD.vp_hexes)]


@pytest.mark.parametrize(("count", "code"), [(12, "danger-mark"), (len(CITIES), "danger-ends-")])
def test_12_2_the_mark_that_the_next_victory_phase_tests_is_foretold(count: int, code: str) -> None:
    facts = {
        "turn": 5,
        "phase": "movement soviet",
        "units": {"G4": "1210", "S_W": "1710"},
        "control": {"axis": CITIES[:count]},
    }
    state = position(facts)
    found = [danger for side in SIDES for danger in of_kind(dangers(state, side), "goal")]
    assert len(found) == 2
    assert all(danger.said.code.startswith(f"info-{code}") for danger in found)
    coming = state
    for _ in range(400):
        if outcome(coming) is not None or (coming.turn == 6 and coming.phase != "victory"):
            break
        coming = play(coming, idle(coming))
    over = outcome(coming)
    assert (over is not None) == (code == "danger-ends-")
    if over is not None:
        assert found[0].said.code == f"info-danger-ends-{over.reason}"
        assert [danger.grave for danger in found] == [over.winner is not side for side in SIDES]


def test_no_mark_no_word_of_it() -> None:
    state = position({"turn": 4, "phase": "movement soviet", "units": {"G4": "1210", "S_W": "1710"}})
    assert not of_kind(dangers(state, Side.SOVIET), "goal")


# --- the last turn ----------------------------------------------------------------------------------------
LAST = {"saturn": 12, "citadel": 16, "barbarossa_1941": 5}
"""Short scenarios and their last turns."""


def of_the_end(state: State, side: Side) -> list[Danger]:
    """What a side is told of the end of the game."""
    return [danger for danger in dangers(state, side) if danger.said.code.startswith("info-danger-ends-")]


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
@pytest.mark.parametrize(("scenario", "turn"), LAST.items())
def test_12_6_the_last_turn_of_a_scenario_is_the_present_one(scenario: str, turn: int, rules: str) -> None:
    """From its first decision to the last both sides are told how that turn ends, and so it does."""
    state = new_game(scenario, Options(rules=rules))
    while (state.turn, state.phase) != (turn, "cards"):
        state = play(state, idle(state))
    asked, told = set(), []
    while outcome(state) is None:
        if isinstance(actor(state), Side):
            asked.add(SIDES[state.phasing])
            told = [danger.said for side in SIDES for danger in of_the_end(state, side)]
            assert [(one.code, one.args["turn"]) for one in told] == [(told[0].code, turn)] * 2
        state = play(state, idle(state))
    over = outcome(state)
    assert over is not None
    assert asked == set(SIDES)
    assert [(one.code, one.args["side"]) for one in told] == [(f"info-danger-ends-{over.reason}", over.winner)] * 2


def test_12_6_before_the_last_turn_nothing_is_said_of_the_end() -> None:
    state = skip_to(new_game("citadel"), "movement", "soviet", 15)
    assert [of_the_end(state, side) for side in SIDES] == [[], []]


@pytest.mark.parametrize(
    ("scenario", "turn", "ends"),
    [("citadel", 16, "The scenario ends with turn 16"), ("na_berlin", 28, "The war ends with turn 28")],
)
def test_12_6_a_goal_that_is_not_reached_is_what_decides(scenario: str, turn: int, ends: str) -> None:
    """The side that runs out of time is told in terms of goals, and gravely; the other one only told."""
    says = f"{ends}. As things stand, the Axis side wins: the other side has reached none of its goals."
    state = new_game(scenario)
    while (state.turn, state.phase, state.phasing) != (turn, "movement", 1):
        state = play(state, idle(state))
    found = [of_the_end(state, side) for side in SIDES]
    assert [[danger.said.text for danger in of_side] for of_side in found] == [[says], [says]]
    assert [[danger.grave for danger in of_side] for of_side in found] == [[False], [True]]
    assert found[0][0].said.rule == "12.6"


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_12_6_objectives_that_are_held_as_the_war_ends_are_what_decides(rules: str) -> None:
    """C-130: counted once more; in a Victory Phase that still comes they are told of that phase."""
    held = {"soviet": ["0503", "0406", "0309"]}
    facts = {"turn": 28, "rules": rules, "units": {"S_W": "0606", "G4": "0403"}, "control": held}
    found = of_the_end(position({**facts, "phase": "movement soviet"}), Side.AXIS)
    says = "As things stand, the Soviet side wins when turn 28 ends: it has enough Objectives in supply."
    assert [(danger.said.text, danger.said.rule, danger.grave) for danger in found] == [(says, "12.1", True)]
    before = of_the_end(position({**facts, "phase": "movement axis"}), Side.AXIS)
    in_its_phase = "in the Victory Phase of turn 28"
    assert [in_its_phase in danger.said.text for danger in before] == [rules == "digital"]


def test_12_4_what_the_end_of_1944_decides_is_of_turn_22() -> None:
    """The check comes before the marker advances to turn 23."""
    facts = {"turn": 22, "phase": "movement soviet", "high_tide": 30, "units": {"G4": "1210", "S_W": "1710"}}
    found = of_the_end(position(facts), Side.SOVIET)
    assert [(danger.said.code, danger.said.args["turn"]) for danger in found] == [
        ("info-danger-ends-operational", 22),
    ]


def test_12_6_nothing_is_feared_of_a_turn_that_never_comes() -> None:
    """On the last turn the enemy has no next move, and no supply check is left to mark anybody."""
    units = {"S_W": "0310", "G4": "0408"}
    facts = {"phase": "movement soviet", "units": units, "control": {"soviet": ["0309"]}}
    turns = [position({**facts, "turn": turn}) for turn in (27, 28)]
    kinds = [{danger.kind for danger in dangers(state, Side.SOVIET)} for state in turns]
    assert kinds == [{"city", "marked"}, {"goal"}]


HELD = """
turn {turn}
phase movement {side}
rules digital
goal axis 10 hexes 2117 objectives 2
unit G1Pz 2117
unit G17 1717
unit G11 1318
unit S_W {enemy}
control axis 1613 1415 1716 1717 1318 2117
"""
"""Stalingrad and Sevastopol are held; the way home from Stalingrad leads past 2017."""


@pytest.mark.parametrize(
    ("turn", "side", "enemy", "told"),
    [
        (10, "axis", "2014", [("2117", "S_W", "2017")]),
        (10, "axis", "2008", []),
        (9, "axis", "2014", []),
        (10, "soviet", "2014", []),
    ],
)
def test_12_6_an_objective_that_the_last_enemy_turn_could_cut_off_is_told(
    turn: int, side: str, enemy: str, told: list[tuple[str, ...]]
) -> None:
    """Only before that turn, only where the enemy gets there, and only where it decides the game."""
    found = dangers(position(HELD.format(turn=turn, side=side, enemy=enemy)), Side.AXIS)
    cuts = [danger.said.args for danger in found if danger.said.code == "info-danger-goal-cut"]
    assert [(args["hex"], args["unit"], args["to"]) for args in cuts] == told
    for args in cuts:
        after = position(HELD.format(turn=turn, side="soviet", enemy=args["to"]))
        assert not supply.hex_is_supplied(after, BOARD.node_of["2117"], 0)


def test_nothing_threatens_once_the_game_is_over() -> None:
    state = position({"turn": 7, "phase": "movement axis", "units": {**POCKET, **WIDE}})
    over = play(state, Resign(Side.AXIS))
    assert dangers(state, Side.AXIS)
    assert dangers(over, Side.AXIS) == ()
