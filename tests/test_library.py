"""The walk through the library runs as it is printed: every example, in order, as one session."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from noretreat.data import load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "library.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run_examples(page: Path) -> int:
    """Runs the examples of a page, in order, as one session; returns how many there are, and fails if one does."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    for block in BLOCK.finditer(text):
        line = text[: block.start(1)].count("\n")
        example = doctest.DocTestParser().get_doctest(block[1], names, page.name, str(page), line)
        if example.examples:
            runner.run(example, out=said.append, clear_globs=False)
            names.update(example.globs)
    assert runner.failures == 0, "".join(said)
    return runner.tries


def test_every_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(load, "_ADDED_RULES", {})
    assert run_examples(PAGE) > 40
