"""The learners of docs/benchmark.md run as they stand, for a game each."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from noretreat.research.benchmarks import BENCHMARKS

DOCS = Path(__file__).resolve().parents[2] / "docs"
pytestmark = pytest.mark.slow


def test_ppo_learns_from_games_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ppo = runpy.run_path(str(DOCS / "ppo.py"))
    monkeypatch.setitem(ppo["main"].__globals__, "BATCH", 1)
    monkeypatch.setitem(ppo["main"].__globals__, "EPOCHS", 1)
    monkeypatch.setattr(sys, "argv", ["ppo.py", "--games", "2", "--task", "saturn"])
    ppo["main"]()
    first, second = capsys.readouterr().out.splitlines()
    assert "1 games: won" in first
    assert "2 games: won" in second


def test_the_search_plays_a_game() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for Macs with Intel processors")
    search = runpy.run_path(str(DOCS / "ismcts.py"))
    (task,) = (task for task in BENCHMARKS if task.scenario == "saturn")
    score, decisions = search["play"](task, 2, 1, 0)  # with one simulation the bot of OpenSpiel fails
    assert score in (0, 0.5, 1)
    assert decisions > 20


def test_the_search_goes_on_with_the_games_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for Macs with Intel processors")
    search = runpy.run_path(str(DOCS / "ismcts.py"))
    played: list[int] = []

    def play(task: object, simulations: int, seed: int, number: int) -> tuple[float, int]:
        played.append(number)
        return number % 2, 100 + number

    monkeypatch.setitem(search["main"].__globals__, "play", play)
    file = tmp_path / "games.csv"
    for games in ("2", "3"):
        monkeypatch.setattr(
            sys, "argv", ["ismcts.py", "--task", "saturn", "--games", games, "--simulations", "4", "--keep", str(file)]
        )
        search["main"]()
    assert played == [0, 1, 2]
    assert [game[:6] for game in search["kept"](file)] == [
        ("saturn", 4, 1, each, each % 2, 100 + each) for each in range(3)
    ]
    assert "saturn soviet: 1 of 3 at 4 simulations" in capsys.readouterr().out


def test_the_page_names_every_task() -> None:
    text = (DOCS / "benchmark.md").read_text(encoding="utf-8")
    for task in BENCHMARKS:
        assert f"| `{task.scenario}` | {task.side.capitalize()} | {task.turns} |" in text
