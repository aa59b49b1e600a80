"""A mistake in the game's own data: nothing can be imported, and every command says which line is wrong."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import noretreat
from noretreat.cli import main
from noretreat.data.check import check_all
from noretreat.data.load import DATA_DIR, DataError, add_ruleset, add_scenario, load_scenario

NUMBER = r"^number = 18$"
TITLE = r'title = "Kesselschlacht", '
TITEL = 'titel = "Kesselschlacht", '
LACKING = "card 18, axis half: the field 'title' is missing"
MISTAKES = [
    (TITLE, TITEL, {LACKING, "card 18, axis half: there is no field called 'titel' here; did you mean 'title'?"}),
    (TITLE, "", {LACKING}),
    (
        'gist = "An unsupplied unit surrenders", initiative = "axis"',
        'gist = "An unsupplied unit surrenders", initiative = "Axis"',
        {"card 18, axis half: 'Axis' is not a known value of 'initiative'; known are axis, soviet"},
    ),
    (NUMBER, 'number = "18"', {"card 18: 'number' should be a whole number but is text in quotes"}),
    (
        NUMBER,
        "nmber = 18",
        {
            "the card at place 18: the field 'number' is missing",
            "card at place 18: there is no field called 'nmber' here; did you mean 'number'?",
        },
    ),
    (NUMBER, "number = 56", {"card 56: the cards are numbered from 1 to 55", "there is no card 18"}),
]


@pytest.mark.parametrize(("old", "new", "reasons"), MISTAKES)
def test_a_card_that_does_not_fit_is_told_by_number_and_half(
    tmp_path: Path, old: str, new: str, reasons: set[str]
) -> None:
    shutil.copytree(DATA_DIR, tmp_path / "data", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    line = _mistaken(tmp_path / "data" / "cards.toml", old, new)
    problems = check_all([tmp_path / "data"])
    assert len(problems) == len(reasons)
    for reason in reasons:
        (found,) = [problem for problem in problems if reason in problem.reason]
        assert found.line in (line, line - 1) or reason == "there is no card 18"


def _mistaken(path: Path, old: str, new: str) -> int:
    """Puts a mistake into a file; gives its line."""
    text = path.read_text(encoding="utf-8")
    (place,) = re.finditer(old, text, re.MULTILINE)
    path.write_text(text[: place.start()] + new + text[place.end() :], encoding="utf-8")
    return text[: place.start()].count("\n") + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("cards.toml", TITLE, "", LACKING),
        ("cards.toml", NUMBER, "number = 56", "card 56: the cards are numbered from 1 to 55"),
        ("units.toml", 'name = "Steppe", type = "infantry"', 'name = "Steppe", type = "cavalry"', "'cavalry' is not a"),
    ],
)
def test_commands_end_with_lines_and_no_traceback(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    package = tmp_path / "noretreat"
    shutil.copytree(Path(noretreat.__file__).parent, package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    line = _mistaken(package / "data" / file, old, new)
    done = subprocess.run(
        [sys.executable, "-m", "noretreat", "check-data"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 1
    told = done.stderr.splitlines()
    assert any(each.startswith(f"{Path('noretreat', 'data', file)}:{line}: ") and reason in each for each in told)
    assert all(re.match(r"\S+\.toml:\d+: ", each) for each in told), done.stderr


@pytest.mark.parametrize("name", ["cards.toml", "map.toml", "letters.toml"])
def test_a_file_of_the_game_is_not_taken_for_a_scenario(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check-data", str(DATA_DIR / name)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(":1: this file belongs to the game: `noretreat check-data` without arguments checks it")


def test_a_rule_set_and_a_scenario_are_told_apart() -> None:
    with pytest.raises(DataError, match=r"living\.toml: this is a rule set, not a scenario \(add_ruleset"):
        add_scenario(DATA_DIR / "rulesets" / "living.toml")
    with pytest.raises(DataError, match=r"living\.toml: this is a rule set"):
        load_scenario(DATA_DIR / "rulesets" / "living.toml")
    with pytest.raises(DataError, match=r"citadel\.toml: this is a scenario, not a rule set \(add_scenario"):
        add_ruleset(DATA_DIR / "scenarios" / "citadel.toml")
