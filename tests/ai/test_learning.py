"""The experiment with a learned value: its games go on where they were stopped, and training says what it predicts."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bench import learn
from noretreat.ai.referee import match, results
from noretreat.core.setup import Options
from noretreat.game import new_game

SHORT = (("saturn", "digital", False),)
Command = Callable[..., None]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the script on short scenarios only."""
    monkeypatch.setattr(learn, "KINDS", SHORT)

    def run(*words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["learn.py", *map(str, words)])
        learn.main()

    return run


@pytest.mark.slow
def test_games_go_on_where_they_were_cut_off_and_the_network_predicts_them(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut, weights = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl", tmp_path / "weights.npz"
    command("play", whole, "--games", 3)
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:2]) + lines[2][:100])
    command("play", cut, "--games", 3)
    assert cut.read_text() == whole.read_text()

    command("train", whole, "--also", cut, "--folds", 3, "--epochs", 4, "--weights", weights)
    said = capsys.readouterr().out
    assert "whole: 3 games" in said
    assert "cut: 3 games" in said
    assert all(said.count(f"  {name} ") >= 2 for name in learn.PREDICTORS)
    assert weights.stat().st_size < 200_000
    start = new_game("saturn")
    chance = learn.read_weights(weights).of(np.array([learn.features(start)]))[0]
    assert 0 < chance < 1


def test_the_games_of_a_match_are_read_once(command: Command, tmp_path: Path) -> None:
    file, games = tmp_path / "match.csv", tmp_path / "games.jsonl"
    played = match.play_one(next(match.schedule("random", "random", ["citadel"], [Options()], 1, 1)))
    results.Results(file).add(played)
    command("read", games, file)
    command("read", games, file)
    (line,) = games.read_text().splitlines()
    game = json.loads(line)
    assert game["hexes"] == played.row.hexes
    columns = [learn.NAMES.index(name) for name in ("turn", "phasing")]
    turns = [tuple(position[column] for column in columns) for position in game["positions"]]
    assert turns
    assert len(set(turns)) == len(turns)
    assert max(turn for turn, _ in turns) == game["turn"]


def test_files_of_other_features_are_refused(command: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"game": "x", "won": 1.0, "positions": [[1.0, 2.0]]}) + "\n")
    with pytest.raises(ValueError, match="other features"):
        command("train", other)


def test_a_network_learns_what_there_is_to_learn() -> None:
    rng = np.random.default_rng(3)
    inputs = rng.normal(0, 1, (600, len(learn.NAMES)))
    won = (inputs[:, 0] * inputs[:, 1] > 0).astype(float)
    known = learn.Positions(inputs, np.arange(600), won, won)
    straight, bent = learn.Committee([0, 1], 0, 1, 1), learn.Committee([0, 1], 16, 1, 1)
    for predictor in (straight, bent):
        predictor.fit(known, epochs=150, trace=1.0, decay=1e-3)
    assert learn.log_loss(straight.of(inputs), known).mean() > 0.6
    assert learn.log_loss(bent.of(inputs), known).mean() < 0.3


def test_games_with_the_same_dice_are_held_out_together() -> None:
    names = [
        f"{a} normal fall_blau digital 7 {pair} {side}" for a in ("x", "y") for pair in range(9) for side in learn.BOTH
    ]
    folds = learn.folds_of([{"game": name} for name in names], 1, 5)
    assert len({(name.split()[-2], fold) for name, fold in zip(names, folds, strict=True)}) == 9
    assert set(folds) == set(range(5))


def test_returns_look_to_the_end_of_their_own_game() -> None:
    known = learn.Positions(np.zeros((3, 1)), np.array([0, 0, 1]), np.array([1.0, 1.0, 0.0]), np.zeros(3))
    targets = learn.returns(known, np.array([0.9, 0.5, 0.1]), 0.8)
    assert targets.tolist() == pytest.approx([0.2 * 0.5 + 0.8 * 1.0, 1.0, 0.0])
