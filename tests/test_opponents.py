"""The page of the computer opponents: tables and pictures from the results of matches."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from noretreat.ai.referee.lints import LINTS
from noretreat.ai.referee.match import Row
from noretreat.ai.referee.results import COLUMNS
from noretreat.cli import trials
from tools import make_opponents


def row(a: str, b: str, pair: int, side: str, score: float) -> Row:
    texts: dict[str, Any] = {field.name: "" for field in fields(Row) if field.type == "str"}
    numbers = {field.name: 1 for field in fields(Row) if field.type != "str"}
    changed = {"a": a, "b": b, "pair": pair, "side": side, "score": score, "scenario": "saturn", "rules": "digital"}
    return Row(**{**texts, **numbers, **changed, "winner": side, "reason": "time", "command": "noretreat arena"})


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of results in place of those that are kept."""
    caches = (
        make_opponents.matches,
        make_opponents.linted,
        make_opponents.steps,
        make_opponents.wars,
        make_opponents.hoarded,
    )
    monkeypatch.setattr(make_opponents, "RESULTS", tmp_path)
    for each in caches:
        each.cache_clear()
    yield tmp_path
    for each in caches:
        each.cache_clear()


def write(path: Path, rows: list[Row]) -> None:
    lines = [",".join(COLUMNS), *(",".join(str(value) for value in asdict(each).values()) for each in rows)]
    path.write_text("\n".join(lines) + "\n")


def match(a: str, b: str, won: int, pairs: int = 6) -> list[Row]:
    return [
        row(a, b, pair, side, float(pair <= won or side == "axis"))
        for pair in range(1, pairs + 1)
        for side in ("axis", "soviet")
    ]


def ends(line: ET.Element) -> list[list[float]]:
    """The points of a line of a picture."""
    return [[float(part) for part in point.split(",")] for point in line.attrib["points"].split()]


def places(picture: ET.Element) -> list[float]:
    """How far to the right the points of a picture are."""
    return [float(dot.attrib["cx"]) for dot in picture.findall("{*}circle")]


def test_a_page_without_results_has_the_levels(results: Path) -> None:
    said = make_opponents.build()
    assert "| Normal |" in said
    assert "## Matches" not in said
    assert make_opponents.pictures() == {}


def test_matches_and_budgets_have_tables_and_pictures(results: Path) -> None:
    write(results / "ladder.csv", match("hard", "bench.yardstick:Old", 5))
    write(
        results / "budgets.csv",
        [*match("hard(nodes=2)", "hard(nodes=1)", 3), *match("hard(nodes=4)", "hard(nodes=2)", 2)],
    )
    said = make_opponents.build()
    assert "| hard v old | saturn, digital | 6 | 91.7 %" in said
    assert "| hard, nodes | 1 | 2 | saturn, digital | 6 | 75.0 % [50.1, 90.0] | +191 [" in said
    assert "All steps of hard, nodes together: +149 [+28, +269] Elo a doubling." in said
    ladder = said.partition("## Matches")[2].partition("## ")[0]
    assert "nodes" not in ladder, "the steps have a chapter of their own"
    assert "`bench/arena/ladder.csv`" in said
    drawn = make_opponents.pictures()
    assert set(drawn) == {make_opponents.LADDER, make_opponents.BUDGETS}
    rungs, budgets = (ET.fromstring(draw()) for draw in drawn.values())
    assert len(rungs.findall("{*}circle")) == 1
    assert len(budgets.findall("{*}circle")) == 3
    heights = [float(dot.attrib["cy"]) for dot in budgets.findall("{*}circle")]
    assert heights[0] > heights[1] > heights[2], "each doubling is worth something"
    upright = [bar for bar in map(ends, budgets.findall("{*}polyline")) if bar[0][0] == bar[1][0]]
    assert [bar[0][0] for bar in upright] == [pytest.approx(x) for x in places(budgets)[1:]], "an interval at each step"
    lengths = [bar[0][1] - bar[1][1] for bar in upright]
    assert 0 < lengths[0] < lengths[1], "what is above two steps is less sure than what is above one"


def test_between_equals_the_sides_are_compared(results: Path) -> None:
    rows = [replace(row("hard", "hard", pair, "axis", 1.0), winner=won) for pair, won in enumerate(("axis",) * 6)]
    rows += [replace(row("hard", "hard", pair, "soviet", 1.0), winner="soviet") for pair in range(2)]
    write(results / "equals.csv", rows)
    said = make_opponents.build()
    assert "| hard | saturn, digital | 8 | 75.0 % [40.9, 92.9] | axis time 6, soviet time 2 |" in said
    assert "## Matches" not in said, "a player alone is no match"


def test_a_doubling_is_told_from_steps_of_any_size(results: Path) -> None:
    write(results / "budgets.csv", match("hard(seconds=8)", "hard(seconds=1)", 3))
    said = make_opponents.build()
    elo, doubling = (make_opponents.steps()[0].match.found.elo.value, make_opponents._slope(make_opponents.steps()))
    assert doubling is not None
    assert doubling.value == pytest.approx(elo / 3)
    assert doubling.low < doubling.value < doubling.high
    assert f"| {elo / 3:+.0f} [" in said


def test_a_step_that_was_never_lost_is_open(results: Path) -> None:
    write(results / "budgets.csv", match("hard(seconds=2)", "hard(seconds=1)", 6))
    said = make_opponents.build()
    assert "| 100.0 % " in said
    assert "| open [" in said
    assert "All steps" not in said
    assert ET.fromstring(make_opponents.budgets_picture()).findall("{*}circle")


def test_campaigns_are_set_beside_history(results: Path) -> None:
    seat = {"games": 2, "a_game": {"walked into": 3.5}, "share": {"walked into": 0.5}, "events": {}}
    war = {
        "games": 2, "at": {"5": [2, 19.0, 0.5]}, "tides": {"median": 8, "share": 1.0}, "mean": {"1": 9, "5": 19.0},
        "left": {"12": 0.5}, "ends": {"axis time": 2},
    }  # fmt: skip
    found = {"players": {"hard axis": seat, "hard soviet": seat}, "campaigns": war}
    (results / "war.lints.json").write_text(json.dumps(found))
    said = make_opponents.build()
    assert "19.0 (50 % of 2 within)" in said
    assert f"| {LINTS[0].says} | 3.5 (50 %) | 3.5 (50 %) |" in said
    drawn = make_opponents.pictures()
    assert set(drawn) == {make_opponents.WAR}
    assert ET.fromstring(drawn[make_opponents.WAR]()).findall("{*}polyline")


def test_the_trials_have_a_chapter(results: Path) -> None:
    rows = [
        replace(row("normal", "easy", 1, "axis", 1.0), winner="axis", a_turns=4, a_seconds=2.0, a_worst=0.9),
        replace(row("random", "normal", 2, "axis", 1.0), winner="axis", reason="exception", fault="KeyError: 3"),
    ]
    (results / make_opponents.TRIALS).write_text(json.dumps(trials.summary(rows)))
    said = make_opponents.build()
    assert "2 games, 2 decisions, drawn from all levels" in said
    assert "without an end: **1** (exception 1)." in said
    assert "| Normal | 2 | 5 | 0.60/1.0 | 1 |" in said
    assert "| Easy | 1 | 1 | 1.00/1.0 | 0 |" in said


def linted(folder: Path, name: str, **events: dict[str, list[int]]) -> None:
    """What the lints said of a match in which each player met these events as the Axis."""
    seats = {
        f"{player} axis": {"games": 1, "a_game": {}, "share": {}, "events": those} for player, those in events.items()
    }
    (folder / f"{name}.lints.json").write_text(json.dumps({"players": seats}))


def test_events_with_many_offers_that_are_hardly_played_are_told_with_the_reason(results: Path) -> None:
    linted(results, "one", hard={"4-axis": [0, 30], "5-axis": [1, 40], "6-axis": [4, 60]})
    linted(results, "two", hard={"4-axis": [1, 20], "5-axis": [0, 9], "6-axis": [0, 1]})
    linted(results, "other", hard={"5-axis": [0, 99]}, normal={"5-axis": [0, 99]})
    (results / make_opponents.REASONS).write_text('4-axis = "They would rather hold."')
    assert make_opponents.hoarded() == (("4-axis", "hard", 1, 50),), "5-axis has too few offers, 6-axis is played"
    assert "| 4A Elastic Defense | hard | 1 of 50 | They would rather hold. |" in make_opponents.build()
    (results / make_opponents.REASONS).unlink()
    assert "| 1 of 50 | **none** |" in make_opponents.build()


def test_every_event_that_is_hardly_played_has_a_written_reason_and_no_other_has_one() -> None:
    """Over the matches that are kept in bench/arena. A reason is to be written, or the players mended."""
    assert {each.half for each in make_opponents.hoarded()} == set(make_opponents.reasons())
