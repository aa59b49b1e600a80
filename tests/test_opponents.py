"""The page of the computer opponents: tables and pictures from the results of matches."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path

import pytest

from noretreat.ai.referee.lints import LINTS
from noretreat.ai.referee.match import Row
from noretreat.ai.referee.results import COLUMNS
from tools import make_opponents


def row(a: str, b: str, pair: int, side: str, score: float) -> Row:
    texts = {field.name: "" for field in fields(Row) if field.type == "str"}
    numbers = {field.name: 1 for field in fields(Row) if field.type != "str"}
    changed = {"a": a, "b": b, "pair": pair, "side": side, "score": score, "scenario": "saturn", "rules": "digital"}
    return Row(**{**texts, **numbers, **changed, "winner": side, "reason": "time", "command": "noretreat arena"})


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of results in place of those that are kept."""
    caches = (make_opponents.matches, make_opponents.linted, make_opponents.steps, make_opponents.wars)
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


def test_a_page_without_results_has_the_levels(results: Path) -> None:
    said = make_opponents.build()
    assert "| Normal |" in said
    assert "Matches" not in said
    assert make_opponents.pictures() == {}


def test_matches_and_budgets_have_tables_and_pictures(results: Path) -> None:
    write(results / "ladder.csv", match("hard", "bench.yardstick:Old", 5))
    write(
        results / "budgets.csv",
        [*match("hard(nodes=2)", "hard(nodes=1)", 3), *match("hard(nodes=4)", "hard(nodes=2)", 2)],
    )
    said = make_opponents.build()
    assert "| hard v old | saturn, digital | 6 | 91.7 %" in said
    assert "| hard, nodes | 1 | 2 | saturn, digital | 6 |" in said
    assert "`bench/arena/ladder.csv`" in said
    drawn = make_opponents.pictures()
    assert set(drawn) == {make_opponents.LADDER, make_opponents.BUDGETS}
    ladder, budgets = (ET.fromstring(draw()) for draw in drawn.values())
    assert len(ladder.findall("{*}circle")) == 3
    assert len(budgets.findall("{*}circle")) == 3
    heights = [float(dot.attrib["cy"]) for dot in budgets.findall("{*}circle")]
    assert heights[0] > heights[1] > heights[2], "each doubling is worth something"


def test_campaigns_are_set_beside_history(results: Path) -> None:
    seat = {"games": 2, "a_game": {"walked into": 3.5}, "share": {"walked into": 0.5}, "events": {"12-axis": [1, 60]}}
    war = {
        "games": 2, "at": {"5": [2, 19.0, 0.5]}, "tides": {"median": 8, "share": 1.0}, "mean": {"1": 9, "5": 19.0},
        "left": {"12": 0.5}, "ends": {"axis time": 2},
    }  # fmt: skip
    found = {"players": {"hard axis": seat, "hard soviet": seat}, "campaigns": war}
    (results / "war.lints.json").write_text(json.dumps(found))
    said = make_opponents.build()
    assert "19.0 (50 % of 2 within)" in said
    assert f"| {LINTS[0].says} | 3.5 (50 %) | 3.5 (50 %) |" in said
    assert "Events that hard as Axis hardly plays: 12-axis (1 of 60)." in said
    drawn = make_opponents.pictures()
    assert set(drawn) == {make_opponents.WAR}
    assert ET.fromstring(drawn[make_opponents.WAR]()).findall("{*}polyline")
