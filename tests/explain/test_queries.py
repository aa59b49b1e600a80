"""Questions that change nothing: supply, zones, odds, and the information cards of the screen."""

from __future__ import annotations

import pytest
from rules.combat_helpers import Table

from noretreat import State, position
from noretreat.core.actions import Done, MoveUnit
from noretreat.core.board import BOARD
from noretreat.data.facts import Side
from noretreat.data.load import load_scenario, scenario_ids
from noretreat.data.notes import notes_of_facts, notes_of_scenario
from noretreat.explain.questions import queries
from noretreat.explain.sentences.telling import tell
from noretreat.game import IllegalAction

FRONT = "turn 7\nunit G1Pz 0910 back unsupplied disorganized\nunit G4 1115\nunit G9 box:rail\nunit S_LEN 1902 back\n"
FRONT += "unit S_W 1807\nunit FINN FINLAND\nunit G16 2108\nunit S_NW 2008\ncontrol axis 1115"


def front() -> State:
    return position(FRONT)


def lines(what: str, name: str, state: State | None = None) -> dict[str, str]:
    """The lines of an information card by their labels."""
    return {line.label: line.text for line in queries.information(state or front(), what, name).lines}


# --- units ------------------------------------------------------------------------------------------------
def test_a_unit_with_markers_tells_what_they_do() -> None:
    card = queries.information(front(), "unit", "G1Pz")
    assert (card.title, card.side) == ("1st Panzer Army", "axis")
    told = lines("unit", "G1Pz")
    assert told["Other side"] == "1st Panzer, armor, 7-6"
    assert told["This side"] == "1st Panzer, armor, 5-6"
    assert (told["Where"], told["Steps"], told["Movement now"]) == ("Lublin (0910)", "1 of 2", "3")
    assert "two columns worse (6.5)" in told["Unsupplied"]
    assert "(10.1.1)" in told["Disorganized"]


def test_a_unit_in_a_box_neither_moves_nor_needs_supply() -> None:
    told = lines("unit", "G9")
    assert told["Where"] == "the rail box"
    assert not {"Movement now", "Supply", "Unsupplied"} & set(told)


def test_what_is_not_printed_says_how_sure_it_is() -> None:
    card = queries.information(front(), "unit", "ITA8")
    sure = {line.label: line.confidence for line in card.lines}
    assert (sure["Steps"], sure["Comes in"], sure["When lost"]) == ("printed", "inferred", "reconstructed")
    assert lines("unit", "ITA8")["When lost"] == "returns after 3 turns"


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("G4Pz", "at the start of the war"),
        ("G8", "turn 14"),
        ("SPOL", "when the Soviets take Warsaw"),
    ],
)
def test_the_card_says_in_words_when_a_unit_comes_in(unit: str, said: str) -> None:
    assert lines("unit", unit)["Comes in"] == said


def test_zoc_5_a_zone_is_told_to_be_negated_where_an_enemy_unit_stands() -> None:
    state = position("turn 7\nunit G4 1211\nunit S_W 1311\nunit S_NW 1807")
    assert "1311" in queries.zone(state, Side.AXIS).hexes
    assert queries.zone(state, Side.AXIS).negated == ("1311",)
    assert queries.zone(state, Side.SOVIET).negated == ("1211",)


# --- hexes ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "label", "text"),
    [
        ("0606", "Terrain", "city"),
        ("0606", "Movement", "1 point, armor 1"),
        ("0606", "Defense", "Defender's terrain: city -1 (-1)"),
        ("0606", "Held by", "Axis, 1 victory point"),
        ("1115", "Coast", "Black Sea"),
        ("1902", "Defense", "Defender's terrain: city -1, objective -1 (-2)"),
        ("1902", "Held by", "Soviet, 1 victory point"),
        ("1902", "Objective", "of the Axis side (12.1)"),
        ("0303", "Map edge", "Axis supply edge (6.1)"),
        ("1611", "Defense", "no shift"),
        ("FINLAND", "Movement", "2 points, armor 3"),
        ("1906", "Zone of control", "Soviet"),
    ],
)
def test_a_hex_tells_its_terrain_and_its_holder(name: str, label: str, text: str) -> None:
    assert lines("hex", name)[label] == text


def test_plain_ground_has_no_holder_and_a_lake_has_nothing() -> None:
    assert not {"Held by", "Objective", "Coast", "Map edge", "Scorched"} & set(lines("hex", "1611"))
    assert queries.information(front(), "hex", "LADOGA").lines == ()


def test_a_scorched_city_counts_as_marsh() -> None:
    """07S Scorched Earth."""
    state = front()
    state.scorched = 1 << BOARD.node_of["1211"]
    told = lines("hex", "1211", state)
    assert told["Scorched"].startswith("Counts as marsh")
    assert told["Defense"].startswith("Defender's terrain: marsh")


# --- cards and scenarios ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("number", "what"), [("1", "leaves"), ("40", None), ("49", "joins")])
def test_a_card_tells_both_halves_and_its_years(number: str, what: str | None) -> None:
    """CRD-11: some cards leave the deck in 1945, others join it."""
    card = BOARD.cards[int(number)]
    told = lines("card", number)
    assert told[f"Axis: {card.axis.title}"] == card.axis.text
    assert told[f"Soviet: {card.soviet.title}"] == card.soviet.text
    assert told.get("1945") == (None if what is None else f"{what} the deck on turn 23 (5.5)")


def test_a_scenario_tells_its_hands_and_its_victory() -> None:
    told = lines("scenario", "barbarossa")
    assert (told["Turns"], told["Axis hand"], told["Soviet hand"]) == (
        "1 to 28",
        "6 cards, 2 discarded at once",
        "0 cards",
    )
    assert told["Victory"].startswith("The whole war")
    assert "Stalingrad (2117)" in lines("scenario", "fall_blau")["Victory"]


@pytest.mark.parametrize("name", scenario_ids())
def test_no_scenario_begins_with_units_cut_off_by_mistake(name: str) -> None:
    assert queries.cut_off_at_start(load_scenario(name)) == ()


@pytest.mark.parametrize(
    ("what", "name", "said"),
    [
        ("card", "x", "There is no card x"),
        ("card", "99", "There is no card 99"),
        ("scenario", "none", "There is no scenario none"),
        ("thing", "G4", "There is nothing to read here about G4"),
    ],
)
def test_there_is_no_card_of_what_does_not_exist(what: str, name: str, said: str) -> None:
    with pytest.raises(IllegalAction, match=said):
        queries.information(front(), what, name)


# --- supply, zones, reach, odds ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("unit", "how", "supplied", "rule"),
    [
        ("G4", "overland", True, "6.1"),
        ("G9", "box", True, "6.1"),
        ("FINN", "home", True, "6.2"),
        ("G16", "none", False, "6.0"),
    ],
)
def test_6_supply_says_how(unit: str, how: str, supplied: bool, rule: str) -> None:
    told = queries.supply_of(front(), unit)
    assert (told.how, told.supplied) == (how, supplied)
    assert f"({rule})" in told.text


def test_8_5_the_zone_is_all_round_units_that_have_one() -> None:
    """An unsupplied unit has none (6.5)."""
    state = position("turn 7\nunit G4 1511\nunit G6 1804 unsupplied\nunit S_W 2008")
    assert set(queries.zone(state, Side.AXIS).hexes) == {"1411", "1611", "1510", "1610", "1512", "1612"}


def test_reach_of_a_unit_off_the_map_is_nothing() -> None:
    assert queries.reach(front(), "G9") == queries.Reach(0, {})


def test_reach_warns_of_zones_and_of_hexes_without_supply() -> None:
    state = position("turn 2\nunit G1Pz 1112\nunit S_W 1412")
    hexes = queries.reach(state, "G1Pz").hexes
    assert hexes["1312"].stops == "zoc"
    assert hexes["1111"] == queries.ReachedHex(hexes["1111"].cost, ("1112", "1111"), stops=None, dry=False)


def test_ask_why() -> None:
    told = queries.why(front(), MoveUnit("G4", "9999"))
    assert told is not None
    assert (told.code, told.args) == ("no-hex", {"name": "9999"})
    assert (told.text, told.rule, told.remedy) == ("There is no hex 9999.", "", "")
    assert queries.why(front(), Done()) is None


@pytest.mark.parametrize(
    ("attackers", "targets", "words"),
    [
        ([], ["1807"], "Choose attackers and a target"),
        (["G4"], [], "Choose attackers and a target"),
        (["G4"], ["9"], "There is no hex 9"),
        (["X"], ["1807"], "There is no unit X"),
        (["G4"], ["1010"], "There is no enemy in that hex"),
    ],
)
def test_odds_need_both_sides(attackers: list[str], targets: list[str], words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        queries.odds_for(front(), attackers, targets)


def test_best_odds_with_everybody_who_could_attack() -> None:
    units = "unit G4 1511\nunit G6 1610\nunit G9 1612 disorganized\nunit S_W 1611\nunit S_NW 1912"
    odds = queries.best_odds(position(f"turn 7\nphase combat axis\n{units}"))
    assert set(odds) == {"1611"}, "nobody stands next to 1912"
    assert odds["1611"].attack == 8, "a disorganized unit does not attack of its own will (10.1.1)"


def test_a_target_that_nobody_could_attack_any_more_has_no_best_odds() -> None:
    """10.3.4: its only attacker has fought in another battle."""
    units = {"G4": "1511", "S_W": "1611", "S_SW": "1512", "G6": "1704", "S_KAL": "1804"}
    table = Table(units=units).declare("1611", "1512", "1804").attack("1611", "G4")
    assert "1512" not in queries.best_odds(table.state)
    assert "1804" in queries.best_odds(table.state)


# --- in other languages ---------------------------------------------------------------------------------------
EVERYTHING = [
    *(("unit", unit.id) for unit in BOARD.facts.units),
    *(("hex", name) for name in BOARD.node_of if not name.startswith("box:")),
    *(("card", str(number)) for number in BOARD.cards),
    *(("scenario", name) for name in scenario_ids()),
    *(("header", name) for name in ("turn", "weather", "vp", "initiative", "targets", "supports", "supply")),
]


def test_every_card_of_everything_can_be_told_in_any_language() -> None:
    """Title, labels and texts are codes, save numbers; a text of the data has the id of its translation."""
    state = position(FRONT)
    notes = notes_of_facts().keys() | {name for one in scenario_ids() for name in notes_of_scenario(one)}
    for what, name in EVERYTHING:
        card = queries.information(state, what, name)
        assert card.said.code.startswith("info-"), (what, name)
        for line in card.lines:
            text = line.said.text
            assert line.said.label.code.startswith("info-label-") or what == "scenario", line
            if text is None:
                assert line.text.lstrip("+-").isdigit(), line
            elif "note" in text.args:
                assert text.args["note"].code in notes, line


def test_the_goals_of_a_scenario_are_codes_inside_one_another() -> None:
    told = tell(queries.victory_of(load_scenario("saturn")))
    assert (told.code, told.args["turn"], told.args["side"]) == ("info-goals", 12, "soviet")
    (held,), with_stalingrad = told.args["goals"]
    assert (held.code, held.args) == ("info-goal-held", {"n": 12})
    parts = {part.code: part.args for part in with_stalingrad}
    assert parts["info-goal-held"] == {"n": 11}
    assert parts["info-goal-hexes"]["hexes"] == ["2117"]


def test_10_8_as_many_enter_a_hex_as_it_has_room_for() -> None:
    """Two German units fill it: the strongest of the three that fought."""
    units = {"G1Pz": "1511", "G4": "1511", "G6": "1610", "S_W": "1611"}
    table = Table(units=units).fight("1611", "G1Pz", "G4", "G6")
    assert queries.entering(table.state, "1611").units == ()
    table.roll(table.odds.results.index("DR") + 1).retreat("S_W")
    named = [BOARD.unit_ids[unit] for unit in range(len(BOARD.unit_ids)) if BOARD.unit_ids[unit] in units]
    strength = {unit: table.state.face_of(BOARD.unit_index[unit]).strength for unit in named}
    found = queries.entering(table.state, "1611").units
    assert len(found) == 2
    assert [strength[unit] for unit in found] == sorted((strength[unit] for unit in named), reverse=True)[:2]
    table.advance(found[0], "1611")
    assert queries.entering(table.state, "1611").units == found[1:]
