"""The shipped scenarios, what the checker says about broken ones, and the page that explains how to write one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from noretreat.cli import main
from noretreat.core.board import SIDES
from noretreat.data import load
from noretreat.data.check import check_all
from noretreat.data.facts import Confidence, Goal, Placement, Scenario, Side, Supports, Victory
from noretreat.data.load import DATA_DIR, add_scenario, load_scenario, scenario_ids
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.queries import cut_off_at_start
from noretreat.game import new_game
from noretreat.server.lobby import offers

ROOT = DATA_DIR.parents[2]
PAGE = ROOT / "docs" / "adding-a-scenario.md"
EXAMPLE = re.search(r"```toml\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]  # type: ignore[index]

SHIPPED = ("barbarossa", "barbarossa_1941", "fall_blau", "saturn", "citadel", "bagration", "na_berlin", "tournament")


# --- what comes with the game ----------------------------------------------------------------------------
def test_all_of_them_are_there() -> None:
    assert set(scenario_ids()) >= set(SHIPPED), "others may have been added since"


@pytest.mark.parametrize("name", scenario_ids())
def test_the_checker_finds_nothing(name: str) -> None:
    assert check_all([DATA_DIR / "scenarios" / f"{name}.toml"]) == []
    assert cut_off_at_start(load_scenario(name)) == ()


@pytest.mark.parametrize(
    ("name", "turns", "first", "initiative", "points"),
    [
        ("barbarossa", (1, 28), "axis", "axis", 12),
        ("barbarossa_1941", (1, 5), "axis", "axis", 12),
        ("fall_blau", (7, 10), "axis", "axis", 20),
        ("saturn", (10, 12), "soviet", "axis", 24),
        ("citadel", (14, 16), "axis", "soviet", 13),
        ("bagration", (19, 22), "soviet", "soviet", 21),
        ("na_berlin", (23, 28), "axis", "soviet", 4),
        ("tournament", (1, 22), "axis", "axis", 12),
    ],
)
def test_frames_and_points(name: str, turns: tuple[int, int], first: str, initiative: str, points: int) -> None:
    facts = load_scenario(name)
    assert ((facts.start_turn, facts.end_turn), facts.first_side, facts.initiative) == (turns, first, initiative)
    state = new_game(name)
    shown = view(state, None)
    assert (shown.turn, shown.initiative, shown.vp) == (turns[0], initiative, points)
    assert SIDES[state.setup.first_side] is Side(first)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_reconstructed_says_so(name: str) -> None:
    facts = load_scenario(name)
    assert facts.confidence["placements"] is Confidence.RECONSTRUCTED
    assert {"axis_hand", "soviet_hand", "axis_control"} <= facts.confidence.keys()
    if facts.victory:
        assert "victory" in facts.confidence
    assert facts.notes
    on_map = [place for place in facts.placements if not place.at.startswith("box:")]
    assert all(place.why for place in on_map)
    printed = {place.unit for place in on_map if place.confidence is Confidence.PRINTED}
    assert printed <= {"FINN", "BERLIN_G"}


def test_short_scenarios_are_offered_before_the_campaigns_and_one_of_an_hour_to_newcomers() -> None:
    offered = offers.choices().scenarios
    assert [one.id for one in offered[-2:]] == ["barbarossa", "tournament"]
    (first,) = [one for one in offered if one.first]
    assert first.minutes == 60
    assert first.won is not None
    assert min(first.won.axis, first.won.soviet) > first.won.games / 3


# --- the page --------------------------------------------------------------------------------------------
@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example of the page as a file."""
    path = tmp_path / "winter_storm.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


def test_the_example_is_sound_and_can_be_played(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check-data", str(example)]) == 0
    assert main.main(["simulate", "--scenario", str(example), "--games", "3", "--save", str(example.parent)]) == 0
    assert "3 games" in capsys.readouterr().out
    assert len(list(example.parent.glob("winter_storm-*.jsonl"))) == 3


def test_the_page_names_every_field() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for record in (Scenario, Victory, Goal, Placement, Supports):
        for field in record.__struct_fields__:
            assert f"`{field}" in text or f"{field} =" in text, field


def test_an_added_scenario_is_offered_by_its_id(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_ADDED", {})
    assert add_scenario(example).title == "Winter Storm"
    assert scenario_ids()[-1] == "winter_storm"
    assert load_scenario("winter_storm").start_turn == 10
    copy = example.with_name("barbarossa.toml")
    copy.write_text((DATA_DIR / "scenarios" / "barbarossa.toml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(load.DataError, match="comes with the game already"):
        add_scenario(copy)


# --- what the checker says ----------------------------------------------------------------------------------
BROKEN = [
    ('"G6", at', '"G99", at', "unit G99 unknown; did you mean G9?"),
    ('"G4Pz", at = "1919"', '"G4Pz", at = "1717"', None),
    ('"S_SW", at = "1915"', '"S_SW", at = "1717"', "unit S_SW stands in 1717 Rostov, which the other side holds"),
    ('"S_SW", at = "1915"', '"S_SW", at = "2016"', "one unit too many in 2016: at most 1 Soviet unit may stack there"),
    ('"2117",      ', '"2118",     ', "2118 is neither a city nor an oil field, nobody controls it"),
    ("start_turn = 10", "start_turn = 12", "turns 12 to 11 are not within 1 to 28"),
    ("start_turn = 10", "strat_turn = 10", "there is no field called 'strat_turn' here; did you mean 'start_turn'?"),
    ('initiative = "axis"', 'initiative = "soviet"', "on turn 10 the Axis has the initiative"),
    ("victory = ", "# ", "a scenario that ends on turn 11 needs victory conditions of its own"),
    ("{points = 16}", "{}", "a goal must name something: points, held, objectives, hexes, lost or high_tide"),
    ("{points = 16}", "{objectives = 6}", "the Axis side has 5 Objectives, not 6"),
    ("{points = 16}", "{held = 35}", "35 cities and oil fields are out of reach, or nothing at all"),
    ("{points = 16}", '{lost = ["S_DOM"]}', "unit S_DOM unknown; did you mean S_DON?"),
    ("{points = 16}", '{hexes = ["1818"]}', "1818 is neither a city nor an oil field, nobody controls it"),
    ("[{hexes", '[{points = 9}, {hexes = ["9999"]}, {hexes', "9999 is neither a city nor an oil field"),
    ('any_of = [{hexes = ["2117", "1717"]}, {points = 16}]', "any_of = []", "nobody can win without a goal"),
    ('victory = {side = "axis"', 'victory = {side = "soviet"', "on turn 11 only the Axis side counts victory points"),
    ("supports = {blitz = 2", "supports = {blitz = 9", "9 Blitz and 2 Shock are not possible"),
    ("arrivals = false", "free_upgrades = 7", "7 free upgrades are not possible"),
    ("arrivals = false", "triggers = {sun = 3}", "'sun' is no trigger; known are greater_germany, oil, warsaw"),
    ("arrivals = false", "triggers = {oil = 12}", "oil cannot have happened on turn 12, for play begins on turn 10"),
    ("arrivals = false", "switches = {hand_kep = 3}", "switch hand_kep unknown; did you mean hand_keep?"),
    ("arrivals = false", 'switches = {finland_extra_hex = "1903"}', "gone: Finland touches the three hexes"),
    ("arrivals = false", 'switches = {hand_keep = "3"}', "the switch 'hand_keep' has another kind of value"),
    ('"KG1", at = "box:cadres"', '"LUFT", at = "box:cadres"', "unit LUFT is no cadre, it cannot wait in box:cadres"),
    ('at = "box:track", due = 11', 'at = "box:rail", unsupplied = true', "is not on the map, so it cannot be unsup"),
    ('"S_SW", at = "1915"', '"S_SW", at = "0815"', "the Soviets are in Greater Germany (0815): say since"),
    ('"0717", "0816"', '"0717"', "or say since which turn: triggers = {oil = N}, at most 11"),
    ('"0606", "0906"', '"0606"', "the Soviets hold 0906 Warsaw, which axis_control does not name: put it"),
    ("first_turn_skips", 'soviet_control = ["2117"]\nfirst_turn_skips', "2117 Stalingrad is held by both sides"),
    ("first_turn_skips", 'soviet_control = ["2008"]\nfirst_turn_skips', "1211 Kiev is held by nobody"),
]  # fmt: skip


WHOLE_ENTRY = (
    "a scenario that ends",
    "the Soviets hold",
    "or say since",
    "2117 is held",
    "1211 Kiev",
    "one unit too many",
)
"""Complaints that stand at the beginning of what they are about."""


@pytest.mark.parametrize(("old", "new", "reason"), BROKEN)
def test_broken_scenarios(example: Path, old: str, new: str, reason: str | None) -> None:
    assert old in EXAMPLE
    example.write_text(EXAMPLE.replace(old, new, 1), encoding="utf-8")
    problems = check_all([example])
    if reason is None:
        assert problems == [], "two in a hex are allowed"
        return
    fitting = [problem for problem in problems if reason in problem.reason]
    assert fitting, [str(problem) for problem in problems]
    line = EXAMPLE[: EXAMPLE.index(old)].count("\n") + 1
    assert line in {problem.line for problem in fitting} or reason.startswith(WHOLE_ENTRY)


def test_two_units_too_many(tmp_path: Path) -> None:
    text = (DATA_DIR / "scenarios" / "barbarossa.toml").read_text(encoding="utf-8")
    text = text.replace('"barbarossa"', '"crowd"').replace('at = "0809"', 'at = "0910"')
    text = text.replace('at = "1008"', 'at = "0910"')
    path = tmp_path / "crowd.toml"
    path.write_text(text, encoding="utf-8")
    (problem,) = check_all([path])
    assert problem.reason == "two units too many in 0910 Lublin: at most 2 Axis units may stack there"


def test_units_that_have_left_the_war(tmp_path: Path) -> None:
    text = (DATA_DIR / "scenarios" / "bagration.toml").read_text(encoding="utf-8").replace('"bagration"', '"late"')
    path = tmp_path / "late.toml"
    path.write_text(text.replace('"ITA8", at = "box:removed"', '"ITA8", at = "box:destroyed"'), encoding="utf-8")
    (problem,) = check_all([path])
    assert problem.reason == "unit ITA8 left the war on turn 15; put it into box:removed"


def test_supply_is_checked_by_the_command(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example.write_text(EXAMPLE.replace("unsupplied = true, ", ""), encoding="utf-8")
    assert main.main(["check-data", str(example)]) == 1
    line = EXAMPLE[: EXAMPLE.index('"G6"')].count("\n") + 1
    said = capsys.readouterr().out
    assert said.strip().endswith(
        f"winter_storm.toml:{line}: unit G6 has no supply in 2117; if that is meant, write unsupplied = true"
    )


def test_a_broken_file_is_refused_before_play(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example.write_text(EXAMPLE.replace('"G6", at', '"G99", at').replace('"S_S"', '"S_X"'), encoding="utf-8")
    with pytest.raises(SystemExit):
        main.main(["simulate", "--scenario", str(example)])
    said = capsys.readouterr().err
    assert "unit G99 unknown" in said
    assert "and 1 more" in said


# --- the rulings -------------------------------------------------------------------------------------------
def test_every_ruling_is_listed_once() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| C-(\d+) \| (.+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    assert [int(number) for number, *_ in rows] == list(range(1, 159))
