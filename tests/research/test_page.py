"""docs/research.md runs as it is printed: every example, in order, as one session."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_library import run_examples

PAGE = Path(__file__).resolve().parents[2] / "docs" / "research.md"


@pytest.mark.slow
def test_every_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_examples(PAGE) > 10
