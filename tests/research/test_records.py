"""`noretreat selfplay`: games as numbers, resumable, and every position can be made again from them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from noretreat import game
from noretreat.cli.main import main
from noretreat.core.board import SIDES
from noretreat.core.setup import Options
from noretreat.research import codec, records

PAGE = Path(__file__).resolve().parents[2] / "docs" / "research.md"
CITADEL = ["--scenario", "citadel", "--rules", "living", "--games-per-file", "3"]


def played(folder: Path, *more: str) -> int:
    return main(["selfplay", str(folder), *CITADEL, *more])


@pytest.mark.slow
def test_games_are_kept_and_can_be_gone_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(tmp_path, "--games", "5") == 0
    assert capsys.readouterr().out == f"5 games in {tmp_path}: 5 played, 0 were there\n"
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["games-000000.npz", "games-000001.npz"]
    first, second = map(records.read, files)
    assert (len(first), len(second)) == (3, 2)
    assert first.about.options == Options(rules="living")
    assert first.about.actions == (codec.VERSION, codec.DIGEST)
    for at in range(3):
        positions = list(first.positions(at))
        for state, code in positions:
            assert codec.decode(code) in game.legal_actions(state)
        end, _ = game.apply(positions[-1][0], codec.decode(positions[-1][1]))
        outcome = game.outcome(end)
        assert outcome is not None
        assert outcome.winner is SIDES[first.arrays["winner"][at]]
        assert (end.turn, end.vp_shown) == (first.arrays["turn"][at], first.arrays["points"][at])


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(tmp_path, "--games", "5") == 0
    before = {file.name: records.read(file) for file in tmp_path.iterdir()}
    records.file_of(tmp_path, 0).unlink()
    assert played(tmp_path, "--games", "6", "--jobs", "2") == 0
    assert "6 played" in capsys.readouterr().out, "the first file again, and the second because it was short"
    for name, games in before.items():
        again = records.read(tmp_path / name)
        assert np.array_equal(again.arrays["code"][: len(games.arrays["code"])], games.arrays["code"])
    assert played(tmp_path, "--games", "6") == 0
    assert "0 played, 6 were there" in capsys.readouterr().out


def test_another_series_is_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(tmp_path, "--games", "1") == 0
    assert played(tmp_path, "--games", "1", "--seed", "2") == 1
    assert "another series" in capsys.readouterr().err


def test_what_is_damaged_or_of_another_numbering_is_refused(tmp_path: Path) -> None:
    assert played(tmp_path, "--games", "1") == 0
    file = records.file_of(tmp_path, 0)
    series = records.read(file).about
    other = records.Series(*(getattr(series, name) for name in series.__struct_fields__[:9]), (0, "other"))  # type: ignore[call-arg]
    records.write(file, other, records.read(file).arrays)
    with pytest.raises(records.RecordError, match="actions is"):
        records.read(file)
    file.write_bytes(b"no archive")
    with pytest.raises(records.RecordError, match="no record of games"):
        records.read(file)
    assert played(tmp_path, "--games", "1") == 1
    assert list(tmp_path.glob("*.unfinished")) == []


def test_the_page_describes_every_array() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(name, np.dtype(kind).name, meaning) for name, (kind, meaning) in records.FIELDS.items()]
