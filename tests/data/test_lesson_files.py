"""Lesson files with mistakes: each is told by file and line (`noretreat check-data`)."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from noretreat import game
from noretreat.checks.data_files import problems_of
from noretreat.checks.lesson_patterns import ACTIONS, DONE_BY_NOBODY, EVENTS, pattern_problems
from noretreat.cli import main
from noretreat.data.check_lessons import check_lessons
from noretreat.data.check_tools import Source
from noretreat.data.lessons import FOLDER
from noretreat.storage import savegame

SAVED = Path(__file__).resolve().parents[1] / "saved_games"
MARCH = "1-march.toml"
ATTACK = "3-attack.toml"
RETREAT = "4-retreat.toml"
CAMPAIGN = "8-campaign.toml"


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


MISTAKES = [
    # the shape
    (MARCH, "minutes =", "minuts =", "there is no field called 'minuts' here; did you mean 'minutes'?"),
    (MARCH, "where = [", "places = [", "there is no field called 'places' here"),
    (MARCH, 'side = "axis"', 'side = "german"', "'german' is not a known value of 'side'; known are axis, soviet"),
    (MARCH, "minutes = 3", "minutes = 0", "a lesson takes at least a minute"),
    (MARCH, 'title = "Marching"', 'title = " "', "the title of a lesson says something"),
    (MARCH, "position = ", 'scenario = "saturn"\nposition = ', "a lesson begins in a position or with a scenario"),
    # what it points at
    (MARCH, 'where = ["1307"', 'where = ["9999"', "there is no hex 9999"),
    (MARCH, 'units = ["G2Pz"', 'units = ["X"', "there is no unit 'X"),
    (MARCH, 'units = ["G2Pz"', 'units = ["G3Pz"', "unit G3Pz is not in the lesson's position"),
    (MARCH, 'chapter = "8"', 'chapter = "8.99"', "docs/rules.md has no chapter 8.99"),
    (MARCH, 'chapter = "8"', 'chapter = "eight"', "'eight' is no chapter: write its number"),
    (MARCH, 'id = "march"', 'id = "stroll"', "the file is called 1-march.toml; by its number and id it should be"),
    (ATTACK, "dice = [4]", "dice = [7]", "a die shows 1 to 6, never 7"),
    (ATTACK, "dice = [4]", "cards = [56]", "there is no card 56; they are numbered from 1 to 55"),
    (CAMPAIGN, 'opponent = "easy"', 'opponent = "eazy"', "there is no level 'eazy'; known are random, easy"),
    (CAMPAIGN, 'scenario = "barbarossa"', 'scenario = "babarossa"', "there is no scenario 'babarossa'; known are"),
    (CAMPAIGN, 'opponent = "easy"', 'replies = [{ type = "Done" }]\nopponent = "easy"', "an opponent with a level"),
    # the position, by its own line
    (MARCH, "unit G9 1205", "unit G99 1205", "There is no unit G99. (unit G99 1205)"),
    (MARCH, "phase movement axis", "phase marching axis", "marching is not one of these: cards, supply, "),
    (MARCH, "turn 1\n", "turn 31\n", "Turns run from 1 to 28. (turn 31)"),
    # patterns
    (MARCH, 'goal = [{ type = "', 'goal = [{ kind = "', "each pattern needs the type of an action or an event"),
    (MARCH, '"UnitMoved"', '"UnitMovd"', "the type UnitMovd unknown; did you mean UnitMoved?"),
    (MARCH, "goal = [{", "goal = [] #", "a step without a goal is never done"),
    (MARCH, '"UnitMoved", unit =', '"UnitMoved", unt =', "UnitMoved: the field unt unknown; did you mean unit? (it"),
    (MARCH, 'to = "1307" }]', 'to = "9307" }]', "UnitMoved: to has no hex 9307"),
    (MARCH, 'unit = "G2Pz", to', 'unit = "G2P", to', "UnitMoved: unit has no unit G2P unknown; did you mean G2Pz?"),
    (MARCH, 'to = "1307" }]', "to = 1307 }]", "UnitMoved: to should be text in quotes, not 1307"),
    (MARCH, 'phase = "combat"', 'phase = "battle"', "PhaseBegan: phase is one of cards, supply, organization, "),
    (MARCH, 'side = "axis" }', 'side = "german" }', "PhaseBegan: side is axis or soviet, not 'german'"),
    (ATTACK, "counterattack = false", "counterattack = 0", "BattleBegan: counterattack should be true or false, not 0"),
    (RETREAT, 'result = "DR"', 'result = "DX"', "ResultFound: result is one of NE, CA, CB, EX, DR, DS, DD, duel"),
    (CAMPAIGN, "turn = 5", 'turn = "5"', "TurnBegan: turn should be a whole number, not '5'"),
    (CAMPAIGN, "turn = 5", "turn = 55", "TurnBegan: turn is 1 to 28, not 55"),
    (RETREAT, 'replies = [{ type = "Counterattack"', 'replies = [{ type = "DieRolled"', "DieRolled is an event; here"),
    (RETREAT, 'replies = [{ type = "Counterattack"', 'replies = [{ type = "Rolled"', "nobody does Rolled in a lesson"),
    (RETREAT, 'replies = [{ type = "Counterattack"', "replies = [{ x = 1", "each pattern needs the type of an action"),
    # the play
    (MARCH, '"MoveUnit", unit = "G4", to = "1308"', '"MoveUnit", unit = "G4", to = "1908"',
     "MoveUnit G4 1908 is not legal when its turn comes (movement phase): "),
    (MARCH, '"MoveUnit", unit = "G4", to = "1308"', '"DeclareTarget"',
     "DeclareTarget is not legal when its turn comes (movement phase): what can be done there is MoveUnit, "),
    (ATTACK, 'goal = [{ type = "UnitAdvanced", to = "1107"', 'goal = [{ type = "UnitAdvanced", to = "1108"',
     "step 4: its solution never meets this"),
    (ATTACK, 'goal = [{ type = "CommitSupport"', 'goal = [{ type = "UnitAdvanced"', "step 3: its solution never meets"),
    (ATTACK, 'missed = [{ type = "OddsSet" }]', 'missed = [{ type = "AssignAttacker" }]',
     "step 2: its own solution meets this"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "there", "instead", "said"), MISTAKES)
def test_a_mistake_is_told_by_file_and_line(name: str, there: str, instead: str, said: str, tmp_path: Path) -> None:
    before = (FOLDER / name).read_text(encoding="utf-8")
    assert there in before
    file = tmp_path / name
    text = before.replace(there, instead, 1)
    file.write_text(text, encoding="utf-8")
    found = problems_of([file])
    fitting = [problem for problem in found if problem.reason.startswith(said)]
    assert fitting, [str(problem) for problem in found]
    elsewhere = said.startswith("step")  # told where the consequence shows, not the cause
    assert elsewhere or line_of(text, instead) in {problem.line for problem in fitting}


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / MARCH
    text = (FOLDER / MARCH).read_text(encoding="utf-8").replace('phase = "combat"', 'phase = "battle"', 1)
    file.write_text(text, encoding="utf-8")
    assert main.main(["check-data", str(file)]) == 1
    said = capsys.readouterr().out
    assert f"{MARCH}:{line_of(text, 'battle')}: PhaseBegan: phase is one of cards, supply, organization" in said


def test_a_step_without_a_solution_or_a_way_to_miss_it_is_told(tmp_path: Path) -> None:
    text = (FOLDER / ATTACK).read_text(encoding="utf-8")
    file = tmp_path / ATTACK
    file.write_text(text.replace('solution = [{ type = "CommitSupport" }]', ""), encoding="utf-8")
    (problem,) = problems_of([file])
    assert problem.reason == "this step needs a `solution`: the actions that do it"
    assert problem.line == [number for number, line in enumerate(text.splitlines(), 1) if line == "[[steps]]"][2]
    file.write_text(text.replace('missed = [{ type = "PhaseBegan", phase = "detraining" }]\n', ""), encoding="utf-8")
    (problem,) = problems_of([file])
    assert problem.reason.startswith("step 1 needs `missed`: what shows that its chance is gone")


def test_a_die_that_the_lesson_does_not_prepare_is_told(tmp_path: Path) -> None:
    text = (FOLDER / ATTACK).read_text(encoding="utf-8")
    text = text.replace('goal = [{ type = "CommitSupport" }]', 'goal = [{ type = "DieRolled", value = 4 }]')
    file = tmp_path / ATTACK
    file.write_text(text, encoding="utf-8")
    assert problems_of([file]) == []
    file.write_text(text.replace("dice = [4]", "dice = []"), encoding="utf-8")
    (problem,) = problems_of([file])
    assert problem.reason.startswith("only with luck, for `dice` or `cards` prepare too little: step 3: its solution")


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('prompt = "discard"', 'prompt = "discart"', "question discart unknown; did you mean discard?"),
        ('chapter = "7.1"', 'chapter = "77"', "docs/rules.md has no chapter 77"),
        ("title = ", "titel = ", "there is no field called 'titel' here; did you mean 'title'?"),
    ],
)
def test_a_mistake_in_the_tips_is_told_by_file_and_line(there: str, instead: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "guide.toml"
    text = (FOLDER / "guide.toml").read_text(encoding="utf-8").replace(there, instead, 1)
    file.write_text(text, encoding="utf-8")
    assert (line_of(text, instead), said) in {(problem.line, problem.reason) for problem in problems_of([file])}


def test_lessons_are_numbered_one_after_the_other_and_have_ids_of_their_own(tmp_path: Path) -> None:
    text = (FOLDER / MARCH).read_text(encoding="utf-8")
    folder = tmp_path / "lessons"
    folder.mkdir()
    for number in (1, 3):
        (folder / f"{number}-march.toml").write_text(text.replace("number = 1", f"number = {number}"), "utf-8")
    sources = [Source(path) for path in sorted(folder.iterdir())]
    check_lessons(sources, None, None, range(1, 56))
    expected = ["another lesson has the id 'march', too", "the lessons are numbered 1 to 2; this should be 2"]
    assert [problem.reason for source in sources for problem in source.problems] == expected
    alone = problems_of([folder / "3-march.toml"])
    assert [problem.reason for problem in alone] == expected, "checked beside those in its folder"


@pytest.mark.slow
def test_the_lessons_that_come_with_the_game_are_in_order() -> None:
    assert problems_of() == []


@pytest.mark.parametrize("path", sorted(SAVED.glob("[0-9]*-*.jsonl"))[::6], ids=lambda path: path.stem)
def test_whatever_happens_in_a_game_may_stand_in_a_pattern(path: Path) -> None:
    """The words and numbers that patterns may name are the engine's: what happens in kept games fits."""
    saved = savegame.load(path)
    state = savegame.replay(saved, 0).state
    for entry in saved.entries:
        state, happened = game.apply(state, entry.action)
        for one in (entry.action, *happened):
            if isinstance(one, DONE_BY_NOBODY):
                continue
            data = json.loads(msgspec.json.encode(one))
            said = {name: value for name, value in data.items() if value not in (None, [])}
            said.pop("shifts", None)  # pairs, which no pattern can name
            assert list(pattern_problems(said, ACTIONS | EVENTS)) == [], said
