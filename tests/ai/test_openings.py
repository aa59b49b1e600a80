"""1941 and 1942 are played by weights of their own; the experiment that found them goes on where it was stopped."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench import openings, weights
from noretreat.ai.evaluation import worth
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.setup import Options
from noretreat.game import new_game


def test_both_sides_fear_the_answer_less_in_1941_than_later() -> None:
    state = new_game("barbarossa", Options(rules="digital", campaign=True))
    first = [worth.style_of(state, side) for side in (AXIS, SOVIET)]
    state.turn = worth.FIRST_TURNS + 1
    later = [worth.style_of(state, side) for side in (AXIS, SOVIET)]
    assert later == [worth.OFFENSIVE, worth.STAND_FAST]
    assert [style.reply for style in first] < [style.reply for style in later]
    assert first[SOVIET].open_city > later[SOVIET].open_city


@pytest.mark.slow
def test_the_experiment_goes_on_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worth, "STYLES", dict(worth.STYLES))
    file = tmp_path / "games.jsonl"

    def run(*words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["openings.py", *map(str, words)])
        openings.main()

    run("play", file, "--games", 1, "--turns", 1)
    first = file.read_text()
    run("play", file, "--games", 2, "--turns", 1)
    assert file.read_text().startswith(first)
    assert len(file.read_text().splitlines()) == 2
    capsys.readouterr()
    run("tell", file)
    said = capsys.readouterr().out
    assert said.startswith("2 games")
    assert said.count("open_city") == 2


@pytest.mark.slow
def test_all_weights_can_be_varied_from_a_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    try:
        monkeypatch.setattr(
            sys, "argv", ["weights.py", "play", str(file), "--games=1", "--scenario=fall_blau", "--turns=1"]
        )
        weights.main()
        line = json.loads(file.read_text())
        assert line["start"]["turn"] == 7
        assert line["end"]["turn"] == 8
        monkeypatch.setattr(sys, "argv", ["weights.py", "tell", str(file)])
        weights.main()
    finally:
        weights.Weights({}).install()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("1 games")
    assert len(said) == 1 + len(weights.NAMES)
