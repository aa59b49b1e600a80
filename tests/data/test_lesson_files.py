"""Lesson files with mistakes: each is told by file and line (`noretreat check-data`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from noretreat.data.check import check_all
from noretreat.data.check_lessons import check_lessons
from noretreat.data.check_tools import Source
from noretreat.data.lessons import FOLDER

MARCH = (FOLDER / "1-march.toml").read_text(encoding="utf-8")


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ("minutes =", "minuts =", "there is no field called 'minuts' here; did you mean 'minutes'?"),
        ("where = [", "places = [", "there is no field called 'places' here"),
        ('where = ["', 'where = ["9', "there is no hex 9"),
        ('units = ["', 'units = ["X', "there is no unit 'X"),
        ('goal = [{ type = "', 'goal = [{ kind = "', "each pattern needs the type of an action or an event"),
    ],
)
def test_a_mistake_is_told_by_file_and_line(there: str, instead: str, said: str, tmp_path: Path) -> None:
    assert there in MARCH
    file = tmp_path / "mine.toml"
    text = MARCH.replace(there, instead, 1)
    file.write_text(text, encoding="utf-8")
    assert any(
        problem.line == line_of(text, instead) and problem.reason.startswith(said) for problem in check_all([file])
    ), check_all([file])


def test_lessons_are_numbered_one_after_the_other_and_have_ids_of_their_own(tmp_path: Path) -> None:
    for number in (1, 3):
        text = MARCH.replace("number = 1", f"number = {number}")
        (tmp_path / f"{number}.toml").write_text(text, encoding="utf-8")
    sources = [Source(path) for path in sorted(tmp_path.iterdir())]
    check_lessons(sources, None, None)
    assert {problem.reason for source in sources for problem in source.problems} == {
        "another lesson has the id 'march', too",
        "the lessons are numbered 1 to 2; this should be 2",
    }


def test_the_lessons_that_come_with_the_game_are_in_order() -> None:
    assert check_all() == []
