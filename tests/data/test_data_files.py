"""The data files: what stands in them, and what is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from printed_tables import AXIS_TABLE, SOVIET_TABLE

from noretreat.ai.players.levels import default_level
from noretreat.checks.data_files import card_problems, level_problems, option_problems, problems_of, ruleset_problems
from noretreat.core.board import AXIS
from noretreat.core.setup import Options
from noretreat.core.types import CardNumber
from noretreat.data import check, load
from noretreat.data.check import check_all
from noretreat.data.check_tools import Problem
from noretreat.data.facts import (
    CardFamily,
    Confidence,
    Feature,
    Hand,
    Region,
    Scenario,
    Sea,
    Side,
    Terrain,
    Unit,
    UnitType,
)
from noretreat.data.load import (
    DATA_DIR,
    DataError,
    load_balance,
    load_facts,
    load_ruleset,
    load_scenario,
    ruleset_ids,
    scenario_ids,
)
from noretreat.data.toml_lines import LineIndex
from noretreat.game import new_game
from noretreat.rules.windows import REGISTRY
from tools import measure_balance

FACTS = load_facts()
HEXES = {hex_.id: hex_ for hex_ in FACTS.map.hexes}
UNITS = {unit.id: unit for unit in FACTS.units}
CARDS = {card.number: card for card in FACTS.cards}


# --- what stands in the files ----------------------------------------------------------------------------
def test_the_shipped_files_have_no_problems() -> None:
    assert check_all() == []


def test_loading_is_quick_and_done_once() -> None:
    start = time.process_time()
    load.read_facts(DATA_DIR)
    assert time.process_time() - start < 1  # a tenth of that at home; other machines may be slow
    assert load_facts() is load_facts()


def test_map_counts() -> None:
    terrain = Counter(hex_.terrain for hex_ in FACTS.map.hexes)
    assert len(FACTS.map.hexes) == 380
    assert terrain == {
        Terrain.CLEAR: 246,
        Terrain.FOREST: 47,
        Terrain.MOUNTAIN: 31,
        Terrain.MARSH: 23,
        Terrain.CITY: 32,
        Terrain.STRAIT: 1,
    }
    assert Counter(hex_.region for hex_ in FACTS.map.hexes) == {Region.GREATER_GERMANY: 117, Region.USSR: 263}
    assert Counter(side.feature for side in FACTS.map.hexsides) == {
        Feature.RIVER: 240,
        Feature.BORDER: 29,
        Feature.LAKE: 6,
        Feature.SEA: 5,
    }
    assert len(FACTS.map.hexsides) + len(FACTS.map.shores) == 366


def test_edges_and_coasts() -> None:
    assert Counter(hex_.edge for hex_ in FACTS.map.hexes if hex_.edge) == {Side.AXIS: 11, Side.SOVIET: 26}
    coasts = Counter(sea for hex_ in FACTS.map.hexes for sea in hex_.coasts)
    assert coasts == {Sea.BALTIC: 18, Sea.BLACK: 16, Sea.AZOV: 9, Sea.CASPIAN: 4, Sea.ADRIATIC: 2}


def test_victory_hexes_and_objectives() -> None:
    """DAT-5."""
    homes = Counter(hex_.region for hex_ in FACTS.map.hexes if hex_.is_vp)
    assert homes == {Region.GREATER_GERMANY: 12, Region.USSR: 22}
    assert {hex_.name for hex_ in FACTS.map.hexes if hex_.objective_of is Side.AXIS} == {
        "Leningrad",
        "Moscow",
        "Stalingrad",
        "Sevastopol",
        "Caucasus Oil Fields",
    }
    assert {hex_.name for hex_ in FACTS.map.hexes if hex_.objective_of is Side.SOVIET} == {
        "Berlin",
        "Prague",
        "Vienna",
        "Königsberg",
    }
    assert (HEXES["1211"].name, HEXES["1211"].q, HEXES["1211"].r) == ("Kiev", 0, 0)
    assert HEXES["1419"].terrain is Terrain.STRAIT
    assert HEXES["0816"].oil
    assert HEXES["2022"].oil


def test_areas() -> None:
    areas = {area.id: area for area in FACTS.map.areas}
    assert areas["FINLAND"].adjacent == ("1902", "2003", "2103")
    assert areas["FINLAND"].vp == 1
    assert areas["WEST_BALKANS"].adjacent == ("0113", "0213", "0314", "0315", "SOUTH_BALKANS")
    assert areas["SOUTH_BALKANS"].adjacent == ("0315", "0415", "0516", "0517", "WEST_BALKANS")
    assert FACTS.map.ladoga == ("1902", "1903", "2003")


def numbers(unit: Unit) -> str:
    """The counter in the way players write it: 7-6/5-6."""
    faces = [face for face in (unit.front, unit.back) if face]
    return "/".join(f"({f.strength})" if f.paren else f"{f.strength}-{f.move}" for f in faces)


@pytest.mark.parametrize(
    ("name", "printed", "entry", "kind"),
    [
        ("G1Pz", "7-6/5-6", "S", UnitType.ARMOR),
        ("G3Pz", "6-6/5-6", "C", UnitType.ARMOR),
        ("G4Pz", "5-6/4-6", "N", UnitType.ARMOR),
        ("G2", "5-5/4-4", "2", UnitType.MECHANIZED),
        ("G8", "5-4/3-4", "14", UnitType.MECHANIZED),
        ("G16", "3-4/3-3", "N", UnitType.INFANTRY),
        ("GSSPz", "6-6/4-6", "12", UnitType.ARMOR),
        ("GSSGr", "3-5/2-4", "17", UnitType.MECHANIZED),
        ("FINN", "(4)/(2)", "F", UnitType.FORT),
        ("RUM3", "2-3", "R", UnitType.INFANTRY),
        ("ITA8", "2-3", "7", UnitType.INFANTRY),
        ("LUFT", "2-3", "10", UnitType.INFANTRY),
        ("KG2", "2-3", "11", UnitType.CADRE),
        ("BERLIN_G", "(3)", "23", UnitType.GARRISON),
        ("VOLKS4", "(1)", "23", UnitType.VOLKSSTURM),
        ("FEST2", "(2)", "GG", UnitType.FORT),
        ("S_SW", "5-3/8-2", "start", UnitType.INFANTRY),
        ("S_CEN", "5-3/8-4", "start", UnitType.MECHANIZED),
        ("S_LEN", "3-3/(5)", "start", UnitType.REGIONAL),
        ("S_SEV", "2-3/(3)", "3", UnitType.REGIONAL),
        ("S_STE", "3-3/6-3", "13", UnitType.INFANTRY),
        ("OST1", "2-3", "3", UnitType.CADRE),
        ("SPOL", "3-3", "Warsaw", UnitType.INFANTRY),
        ("YUG1", "3-3/(2)", "Oil", UnitType.INFANTRY),
    ],
)
def test_units(name: str, printed: str, entry: str, kind: UnitType) -> None:
    """DAT-6: what is printed on each counter; DAT-7: the name that the rules use."""
    unit = UNITS[name]
    assert (numbers(unit), unit.entry, unit.front.type) == (printed, entry, kind)


def test_special_units() -> None:
    assert len(UNITS) == len(FACTS.units) == 67
    assert {name: UNITS[name].returns_after for name in ("RUM3", "RUM4", "HUN1", "HUN2", "HUN3", "ITA8", "LUFT")} == {
        "RUM3": 4,
        "RUM4": 4,
        "HUN1": 2,
        "HUN2": 2,
        "HUN3": 2,
        "ITA8": 3,
        "LUFT": 3,
    }
    homes = {name: HEXES[UNITS[name].home].name for name in ("S_LEN", "S_MOS", "S_SEV", "BERLIN_G")}
    assert homes == {"S_LEN": "Leningrad", "S_MOS": "Moscow", "S_SEV": "Sevastopol", "BERLIN_G": "Berlin"}
    assert {unit.id for unit in FACTS.units if unit.removed} == {
        "BERLIN_G",
        *(f"VOLKS{n}" for n in range(1, 5)),
        *(f"FEST{n}" for n in range(1, 4)),
    }
    shock = {unit.id for unit in FACTS.units if unit.back and unit.back.type is UnitType.SHOCK}
    assert shock == {"S_SW", "S_CRI"}
    assert {unit.id for unit in FACTS.units if unit.front.ss} == {"GSSPz", "GSSGr"}


def test_red_faces_and_cadres() -> None:
    for unit in FACTS.units:
        assert not unit.front.red
        if unit.back:
            assert unit.back.red == (unit.id.startswith("S_"))
    assert all(UNITS[name].front.white and not UNITS[name].front.paren for name in ("KG1", "KG2", "OST1"))


def test_what_is_not_printed_says_so() -> None:
    assert UNITS["G1Pz"].confidence == {}
    assert UNITS["RUM4"].confidence["strength"] is Confidence.DERIVED
    assert UNITS["KG2"].confidence["strength"] is Confidence.RECONSTRUCTED
    assert UNITS["LUFT"].confidence["entry"] is Confidence.INFERRED
    assert UNITS["OST1"].confidence["entry"] is Confidence.REPORTED
    assert all(unit.note for unit in FACTS.units if unit.confidence)


def test_combat_tables() -> None:
    assert FACTS.tables.columns == ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert FACTS.tables.axis_crt == tuple(tuple(line.split()) for line in AXIS_TABLE.strip().splitlines())
    assert FACTS.tables.soviet_crt == tuple(tuple(line.split()) for line in SOVIET_TABLE.strip().splitlines())


def test_terrain_table_and_thresholds() -> None:
    """DAT-2 and DAT-4."""
    rows = {row.terrain: row for row in FACTS.tables.terrain}
    costs = {name: (row.armor_mp, row.other_mp, row.shift) for name, row in rows.items()}
    assert costs == {
        Terrain.CLEAR: (1, 1, 0),
        Terrain.CITY: (1, 1, 1),
        Terrain.FOREST: (2, 1, 1),
        Terrain.MARSH: (4, 2, 1),
        Terrain.MOUNTAIN: (3, 2, 2),
        Terrain.STRAIT: (3, 2, 2),
        Terrain.AREA: (3, 2, 0),
    }
    assert [name for name, row in rows.items() if row.armor_bonus] == [Terrain.CLEAR]
    assert [name for name, row in rows.items() if not row.stops_advance] == [Terrain.CLEAR, Terrain.CITY]
    assert FACTS.tables.axis_sudden_death == {3: 20, 6: 23, 9: 26, 12: 27}
    assert FACTS.tables.soviet_sudden_death == {12: 16, 15: 19, 18: 24, 21: 30, 24: 8, 27: 15}


def test_calendar() -> None:
    """DAT-3."""
    turns = FACTS.calendar
    assert "".join(box.weather[0] for box in turns) == "ccmslmcccslmcccmslcccmslmccc"
    assert "".join(str(box.blitz) for box in turns) == "3320012221001110000000000000"
    assert "".join(str(box.shock) for box in turns) == "0003300002201111222221112222"
    assert [box.turn for box in turns if box.variable] == [3, 4, 6, 9, 10, 12, 15, 16, 18, 21, 22]
    assert [box.turn for box in turns if box.sudden_death] == [3, 6, 9, 12, 15, 18, 21, 24, 27]
    assert {box.turn: box.second_front for box in turns if box.second_front} == {
        4: "Pearl Harbor",
        7: "Midway",
        10: "El Alamein",
        14: "Italy Invaded",
        19: "D-Day",
        22: "Battle of the Bulge",
        25: "Rhine Crossed",
        27: "Economic Collapse",
    }
    assert (turns[22].year, turns[22].months) == (1945, "1")


def test_cards() -> None:
    assert sorted(CARDS) == list(range(1, 56))
    assert [n for n in sorted(CARDS) if CARDS[n].joker] == [55]
    assert [n for n in sorted(CARDS) if CARDS[n].leaves_1945] == list(range(1, 16))
    assert [n for n in sorted(CARDS) if CARDS[n].joins_1945] == list(range(45, 55))
    assert {n for n in CARDS if CARDS[n].axis.mandatory} == {9, 11, 20, 46, 47, 50, 51, 54}
    assert {n for n in CARDS if CARDS[n].soviet.mandatory} == {12, 13, 40, 45, 48, 49, 52, 53}
    assert CARDS[1].axis.windows == ("commit", "counterblow")
    assert CARDS[9].soviet.windows == ("victory", "any")
    assert CARDS[19].soviet.windows == ("card_opponent",)
    assert CARDS[5].soviet.windows == ("organization_start",)
    assert CARDS[33].axis.initiative is Side.AXIS
    assert CARDS[40].axis.initiative is Side.SOVIET
    halves = [half for card in FACTS.cards for half in (card.axis, card.soviet)]
    assert all(half.text for half in halves)
    assert {half.family for half in halves} == set(CardFamily), "no half without a family, no family without a half"
    assert (CARDS[29].axis.family, CARDS[13].soviet.family) == (CardFamily.LEADER, CardFamily.WEATHER)


def test_rulesets() -> None:
    assert ruleset_ids() == ("classic", "deluxe", "digital", "digital_0_1", "living")
    sets = {name: load_ruleset(name) for name in ruleset_ids()}
    for name, rules in sets.items():
        assert rules.title, name
        assert rules.summary, name
        assert len(rules.switches) >= 108, f"{name} has lost a switch"
    assert [each for path in check.ruleset_files(DATA_DIR) for each in ruleset_problems(path)] == []
    assert sets["deluxe"].switches["winter_shift"] == {"snow": 1, "long_winter": 2, "turn5": 2}
    assert sets["deluxe"].switches["axis_replace_turns"] == [5, None]
    assert sets["classic"].switches["event_vp_cap"] is None
    assert sets["classic"].switches["strategic_reserve"] == "none"
    assert load_ruleset("digital-0.1") == sets["digital_0_1"]
    with pytest.raises(DataError, match="no rule set 'golden'"):
        load_ruleset("golden")


def test_the_campaign() -> None:
    assert "barbarossa" in scenario_ids()
    campaign = load_scenario("barbarossa")
    assert (campaign.start_turn, campaign.end_turn, campaign.first_side) == (1, 28, Side.AXIS)
    assert (campaign.axis_hand, campaign.soviet_hand) == (Hand(6, 2), Hand(0, 0))
    assert campaign.first_turn_skips == ("cards", "supply", "organization")
    german = {hex_.id for hex_ in FACTS.map.hexes if hex_.is_vp and hex_.region is Region.GREATER_GERMANY}
    assert set(campaign.axis_control) == german
    on_map = {placement.unit for placement in campaign.placements}
    assert on_map == {unit.id for unit in FACTS.units if unit.entry in ("start", *"NCSRF")}
    where = {placement.unit: placement.at for placement in campaign.placements}
    assert (where["G1Pz"], where["S_CEN"], where["FINN"]) == ("0910", "1211", "FINLAND")


def test_scenario_by_path(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    shutil.copy(DATA_DIR / "scenarios" / "barbarossa.toml", copy)
    assert isinstance(load_scenario(copy), Scenario)
    with pytest.raises(DataError, match="no scenario 'winter'"):
        load_scenario("winter")
    with pytest.raises(DataError, match="there is no such file"):
        load_scenario(tmp_path / "none.toml")


# --- broken copies ---------------------------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data folder that may be damaged."""
    shutil.copytree(DATA_DIR, tmp_path / "data", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return tmp_path / "data"


def damage(folder: Path, file: str, old: str, new: str) -> int:
    """Replaces the one place where `old` stands; gives its line."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


KIEV = '{id = "1211", q = 0, r = 0, terrain = "city"'
DELTA = '{unit = "RUM4", at = "1016"'
TURN_7 = "turn = 7, year = 1942"

SCENARIO = "scenarios/barbarossa.toml"
BROKEN = [
    ("map.toml", KIEV, KIEV.replace("city", "swamp"), "'swamp' is not a known value of 'terrain'; known are clear"),
    ("map.toml", KIEV, KIEV.replace("q = 0", 'q = "0"'), "'q' should be a whole number but is text in quotes"),
    ("map.toml", KIEV, KIEV.replace("q = 0, ", ""), "the field 'q' is missing"),
    ("map.toml", KIEV, KIEV.replace("q = 0", "q = 0, height = 3"), "there is no field called 'height' here"),
    ("map.toml", KIEV, KIEV.replace("1211", "1501"), "hex 1501 is listed twice"),
    ("map.toml", KIEV, KIEV.replace("r = 0", "r = 1"), "hex 1211 lies at q 0, r 1, which is hex 1312"),
    ("map.toml", '{a = "0402", b = "0303"', '{a = "0402", b = "0503"', "hexes 0402 and 0503 are not neighbors"),
    ("map.toml", '{a = "0402", b = "0303"', '{a = "0402", b = "9999"', "there is no hex 9999"),
    ("map.toml", '"Berlin", objective_of', '"Berlin", edge = "soviet", objective_of', "cannot be on the soviet edge"),
    ("map.toml", '"Berlin", objective_of', '"Berlin", edge = "axis", objective_of', "does not lie on the edge of"),
    ("map.toml", 'name = "Riga", coasts = ["baltic"]', 'name = "Riga"', "coasts none, but its sides say baltic"),
    ("map.toml", '"0113", "0213"', '"0113", "0013"', "WEST_BALKANS touches 0013, but there is no such hex"),
    ("map.toml", 'side = "NW", water = "onega"', 'side = "W", water = "onega"', "leads to hex"),
    ("units.toml", 'id = "G6",', 'id = "G4",', "unit G4 is listed twice"),
    ("units.toml", 'returns_after = 3, confidence = {strength', 'returns_after = 3, confidence = {luck', "in 'luck'"),
    ("units.toml", 'entry = "14"', 'entry = "41"', "unit G8: '41' is no entry code"),
    ("units.toml", 'home = "2008"', 'home = "2009"', "unit S_MOS: its home 2009 is no city"),
    ("units.toml", 'name = "Steppe", type = "infantry"', 'name = "Steppe", type = "cavalry"', "'cavalry' is not a"),
    ("calendar.toml", TURN_7, "turn = 8, year = 1942", "turn 8 stands where turn 7 should be"),
    ("calendar.toml", TURN_7, "turn = 7, variable = true, year = 1942", "before 1945 have variable weather"),
    ("calendar.toml", '"clear", blitz = 2, sec', '"fog", blitz = 2, sec', "'fog' is not a known value of 'weather'"),
    ("tables.toml", '"CA", "NE", "CB", "CB", "EX"', '"CA", "NE", "CB", "XX", "EX"', "'XX' for a roll of 3 is no"),
    ("tables.toml", '["CA", "CA", "CA", "NE", "NE", "CB", "EX", "DR", "DR"]', '["CA", "CA"]', "has 2 results instead"),
    ("tables.toml", "12 = 27", "13 = 27", "turn 13 has a threshold but no sudden-death check"),
    ("cards.toml", "number = 17\n", "number = 71\n", "card 71: the cards are numbered from 1 to 55"),
    ("cards.toml", 'good = "Doubles the one', 'good = "Doubles the very, very best and strongest one',
     "axis half: it says in a line of at most 96 characters what it is good for"),
    ("cards.toml", 'gist = "Doubles one unit,', 'gist = "Doubles one unit of yours in this one battle,',
     "axis half: it says in at most 48 characters what it does"),
    ("cards.toml", 'title = "Walter Model", family = "leader"', 'title = "Walter Model", family = "poet"', "'poet'"),
    ("cards.toml", 'windows = ["commit", "counterblow"]', 'windows = ["lunch"]', "axis half: 'lunch' is no window"),
    (SCENARIO, DELTA, DELTA.replace("RUM4", "RUM9"), "unit RUM9 unknown; did you mean"),
    (SCENARIO, DELTA, DELTA.replace("1016", "1099"), "RUM4 stands in 1099, but there is no such"),
    (SCENARIO, DELTA, DELTA.replace("1016", "1105"), "one unit too many in 1105: at most 2 Axis units"),
    (SCENARIO, DELTA, DELTA.replace("1016", "1115"), "1115 Odessa, which the other side holds"),
    (SCENARIO, 'unit = "S_S", at = "1014"', 'unit = "S_S", at = "0915"', "S_S shares 0915 with the"),
    (SCENARIO, '"S_NW", at = "1304"', '"S_NW", at = "1107"', "one unit too many in 1107: at most 1 Soviet unit "),
    (SCENARIO, '"0414", "0717"', '"0415", "0717"', "0415 is neither a city nor an oil field"),
    (SCENARIO, '"supply", "org', '"tea", "org', "'tea' is not a known value of 'first_turn_skips'; known are victory"),
    (SCENARIO, '"supply", "org', '"removal", "org', "the phase 'removal' cannot be skipped; these can: cards, supply"),
    (SCENARIO, 'id = "barbarossa"', 'id = "blau"', "does not fit the file name 'barbarossa.toml'"),
    ("rulesets/living.toml", 'id = "living"', 'id = "livid"', "the id 'livid' does not fit the file name"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new", "reason"), BROKEN)
def test_broken_files_are_refused(folder: Path, file: str, old: str, new: str, reason: str) -> None:
    line = damage(folder, file, old, new)
    problems = check_all([folder])
    fitting = [problem for problem in problems if reason in problem.reason]
    assert fitting, [str(problem) for problem in problems]
    lines_away = 1 if "too many in 1107" in reason else 0  # the second of the two is the one too many
    assert {problem.line for problem in fitting} == {line + lines_away}
    assert all(problem.file.endswith(file) for problem in fitting)


@pytest.mark.slow
def test_windows_that_are_not_those_of_the_event_are_told(folder: Path) -> None:
    line = damage(folder, "cards.toml", 'windows = ["commit", "counterblow"]', 'windows = ["commit"]')
    (problem,) = problems_of([folder])
    assert (problem.line, problem.file.endswith("cards.toml")) == (line, True)
    assert problem.reason.startswith(
        "card 1, axis half: its windows are 'commit', but those of its event 'commit' and 'counterblow' ("
    )
    assert problem.reason.endswith(".py)")


def test_a_half_without_an_event_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REGISTRY, (AXIS, CardNumber(17)))
    (problem,) = card_problems(DATA_DIR / "cards.toml")
    assert problem.reason == "card 17, axis half: it has no event (@event in src/noretreat/cards)"


def test_missing_river_is_noticed(folder: Path) -> None:
    text = (folder / "map.toml").read_text(encoding="utf-8")
    cut = re.sub(r'  \{a = "0402", b = "0303".*\n', "", text)
    (folder / "map.toml").write_text(cut, encoding="utf-8")
    (problem,) = check_all([folder])
    assert problem.reason == "there are 239 river sides; the printed map has 240"
    assert cut.splitlines()[problem.line - 1] == "hexsides = ["


def test_too_few_turns_and_cards(folder: Path) -> None:
    for file, pattern in (
        ("calendar.toml", r"  \{turn = 28.*\n"),
        ("cards.toml", r"\[\[cards\]\]\nnumber = 54\n(.+\n)+"),
    ):
        path = folder / file
        path.write_text(re.sub(pattern, "", path.read_text(encoding="utf-8")), encoding="utf-8")
    reasons = [problem.reason for problem in check_all([folder])]
    assert reasons == ["the calendar has 27 turns instead of 28", "there are 54 cards instead of 55"]


def test_there_is_one_joker(folder: Path) -> None:
    path = folder / "cards.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("joker = true\n", ""), encoding="utf-8")
    assert [problem.reason for problem in check_all([folder])] == ["card 55: the Joker, and only it, is card 55"]


def test_text_that_is_no_toml(folder: Path) -> None:
    line = damage(folder, "calendar.toml", "turn = 9, year", "turn = = 9, year")
    (problem,) = [problem for problem in check_all([folder]) if problem.file.endswith("calendar.toml")]
    assert problem.line == line
    assert problem.reason.startswith("this is not TOML")


def test_missing_file(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    (problem,) = check_all([folder])
    assert (Path(problem.file).name, problem.reason) == ("cards.toml", "there is no such file")
    with pytest.raises(DataError, match=r"cards\.toml: there is no such file"):
        load.read_facts(folder)


def test_several_mistakes_are_all_named(folder: Path) -> None:
    first = damage(folder, "units.toml", 'name = "Steppe", type = "infantry"', 'name = "Steppe", type = "cavalry"')
    second = damage(folder, "units.toml", 'id = "HUN2", side = "axis"', 'id = "HUN2"')
    assert [problem.line for problem in check_all([folder])] == sorted((first, second))


def test_a_single_scenario_file(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    shutil.copy(DATA_DIR / "scenarios" / "barbarossa.toml", copy)
    damage(tmp_path, "mine.toml", 'id = "barbarossa"', 'id = "mine"')
    assert check_all([copy]) == []
    line = damage(tmp_path, "mine.toml", '"S_CEN"', '"S_XXX"')
    assert check_all([copy]) == [Problem(str(copy), line, "unit S_XXX unknown")]


def test_a_single_ruleset_file(tmp_path: Path) -> None:
    copy = tmp_path / "house.toml"
    shutil.copy(DATA_DIR / "rulesets" / "digital.toml", copy)
    damage(tmp_path, "house.toml", 'id = "digital"', 'id = "house"')
    assert check_all([copy]) == []
    assert problems_of([copy]) == []


@pytest.mark.parametrize(
    ("old", "new", "reasons"),
    [
        ("hand_keep = 2\n", "", ["the switch 'hand_keep' needs a value"]),
        (
            "hand_keep = 2",
            'hand_keep = "two"',
            ["the switch 'hand_keep' should be a whole number but is text in quotes"],
        ),
        ("hand_keep = 2", 'hand_keep = "null"', ["the switch 'hand_keep' should be a whole number but is nothing"]),
        (
            "fortify_cost = {",
            'fortify_cost = {nowhere = "x", ',
            ["what stands in the switch 'fortify_cost' should be a whole number but is text in quotes"],
        ),
        (
            "variable_weather = false",
            "varable_weather = false",
            [
                "the switch 'variable_weather' needs a value",
                "there is no switch called 'varable_weather'; did you mean 'variable_weather'?",
            ],
        ),
    ],
)
def test_a_switch_that_does_not_fit_is_told_once(tmp_path: Path, old: str, new: str, reasons: list[str]) -> None:
    copy = tmp_path / "house.toml"
    shutil.copy(DATA_DIR / "rulesets" / "digital.toml", copy)
    damage(tmp_path, "house.toml", 'id = "digital"', 'id = "house"')
    line = damage(tmp_path, "house.toml", old, new)
    found = problems_of([copy])
    assert [problem.reason for problem in found] == reasons
    assert not new or found[-1].line == line
    rules = load.add_ruleset(copy).id
    with pytest.raises(DataError, match=re.escape(f"{rules}: {'; '.join(reasons)} (noretreat check-data tells")):
        new_game("barbarossa", {"rules": rules})
    load._ADDED_RULES.clear()


def test_a_new_switch_is_asked_for_where_a_rule_set_of_the_game_lacks_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No scenario is set up, no lesson played, and nothing falls over, until each rule set has a value."""
    for name in ("data.check.DATA_DIR", "checks.data_files.DATA_DIR"):
        monkeypatch.setattr(f"noretreat.{name}", folder)
    damage(folder, "rulesets/classic.toml", "hand_keep = 2\n", "")
    (problem,) = problems_of([folder])
    assert problem.file.endswith("classic.toml")
    assert problem.reason == "the switch 'hand_keep' needs a value"


def test_loader_names_the_file(folder: Path) -> None:
    damage(folder, "units.toml", 'name = "Steppe", type = "infantry"', 'name = "Steppe", type = "cavalry"')
    with pytest.raises(DataError, match=r"units\.toml: Invalid enum value 'cavalry'"):
        load.read_facts(folder)


@pytest.mark.slow
def test_from_the_command_line(folder: Path) -> None:
    command = [sys.executable, "-m", "noretreat.data.check"]
    good = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout) == (0, "")
    line = damage(folder, "units.toml", 'id = "G6",', 'id = "G4",')
    bad = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert f"units.toml:{line}: unit G4 is listed twice" in bad.stdout
    assert check.main([str(folder)]) == 1


# --- line numbers ----------------------------------------------------------------------------------------
def test_lines_of_all_kinds_of_toml() -> None:
    text = '''# a comment with [brackets] and "quotes
top = 1
list = [
  {a = 1, b = "x, ]}"},  # here
  {a = 2},
]
"quoted key" = """
two ] lines
"""

[table]
dotted.name = [1,
  2]
[[many]]
x = 'literal'
[[many]]
x = 2
[many.sub]
y = { z = [ { deep = true } ] }
'''
    index = LineIndex(text)
    assert index.line(("top",)) == 2
    assert index.line(("list", 1)) == 5
    assert index.line(("list", 0, "b")) == 4
    assert index.line(("quoted key",)) == 7
    assert index.line(("table", "dotted", "name", 1)) == 13
    assert index.line(("many", 0, "x")) == 15
    assert index.line(("many", 1)) == 16
    assert index.line(("many", 1, "sub", "y", "z", 0, "deep")) == 19
    assert index.line(("list", 7, "nothing")) == 3


def test_dat_7_a_rule_that_names_a_unit_means_one_counter() -> None:
    """The name of the front side and the nation tell all counters apart, on whichever side they lie."""
    names: dict[tuple[str, str], set[str]] = {}
    for unit in FACTS.units:
        names.setdefault((unit.nation, unit.front.name), set()).add(unit.id)
    assert [name for name, ids in names.items() if len(ids) > 1] == []
    assert UNITS["S_KAL"].back is not None
    assert (UNITS["S_KAL"].front.name, UNITS["S_KAL"].back.name) == ("Kalinin", "1st Baltic")


# --- who wins --------------------------------------------------------------------------------------------
def test_what_the_computer_won_against_itself_is_as_the_tool_writes_it() -> None:
    """For the usual rules and level; nobody can win more games than there were."""
    found = load_balance()
    assert found.wins
    assert set(found.wins) <= set(scenario_ids())
    assert all(0 <= won.axis + won.soviet <= won.games for won in found.wins.values())
    assert (found.rules, found.level) == (Options().rules, default_level())
    assert measure_balance.FILE.read_text() == measure_balance.page(found)


def test_a_measured_game_counts_for_its_winner() -> None:
    won = measure_balance.measure("saturn", "digital", "random", 2)
    assert (won.games, won.axis + won.soviet) == (2, 2)
    assert won == measure_balance.measure("saturn", "digital", "random", 2)


def test_an_option_without_words_and_words_without_an_option_are_found(tmp_path: Path) -> None:
    file = DATA_DIR / "options.toml"
    assert option_problems(file) == []
    changed = tmp_path / "options.toml"
    changed.write_text(file.read_text(encoding="utf-8").replace("[joker]", "[moonlight]"), encoding="utf-8")
    reasons = [problem.reason for problem in option_problems(changed)]
    assert reasons == ["the option 'joker' needs a title and one sentence: [joker]", "there is no option 'moonlight'"]


def test_so_are_levels_without_words_and_words_without_a_level(tmp_path: Path) -> None:
    file = DATA_DIR / "levels.toml"
    assert level_problems(file) == []
    changed = tmp_path / "levels.toml"
    changed.write_text(file.read_text(encoding="utf-8").replace("[hard]", "[keen]"), encoding="utf-8")
    reasons = ["the level 'hard' needs a title and one sentence: [hard]", "there is no level 'keen'"]
    assert [one.reason for one in level_problems(changed)] == reasons
    assert {one.reason for one in problems_of([tmp_path])} >= set(reasons)
