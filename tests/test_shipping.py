"""What tells contributors what their change still needs: `tools/whats_left.py`, `tools/stale_texts.py`."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from noretreat.checks import data_files
from noretreat.core import lasting
from noretreat.core.actions import Rolled
from noretreat.core.reasons import Reason
from noretreat.core.rulesets import Rules
from noretreat.core.setup import Options
from noretreat.data.check_tools import Problem
from noretreat.data.languages import TRANSLATED
from noretreat.data.load import TONGUES, DataError, load_information, load_labels, load_refusals
from noretreat.explain.sentences.asking import asked
from noretreat.explain.sentences.prompts import PROMPTS, Prompt
from noretreat.explain.sentences.telling import HoleError, fill, tell
from noretreat.positions import position
from noretreat.storage import savegame
from tools import (
    check_catalogues,
    keep_games,
    make_docs,
    make_english,
    make_prompts,
    setup,
    stale_texts,
    tongue,
    whats_left,
)
from tools.examples_of_questions import Example
from tools.tongue import Tongue


def test_english_of_the_server_stands_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = Prompt("Throw a card away.", PROMPTS["discard_one"].speaks_of)
    monkeypatch.setitem(PROMPTS, "discard_one", changed)
    (path,) = [path for path, made in make_english.files().items() if made() != path.read_text(encoding="utf-8")]
    assert path.name == "prompt.json"
    old, new = json.loads(path.read_text(encoding="utf-8")), json.loads(make_english.build("prompt"))
    assert {key for key in new if new[key] != old[key]} == {"prompt.discard_one"}


def test_what_a_changed_question_makes_stale_is_all_known_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So `make_docs.py` needs one run: the notices take the sentence from the source, not from the client's file."""
    monkeypatch.setitem(PROMPTS, "discard_one", Prompt("Throw a card away.", PROMPTS["discard_one"].speaks_of))
    tongue.texts.cache_clear()
    try:
        made = {**make_english.files(), **tongue.files()}
        stale = {path for path, build in made.items() if build() != path.read_text(encoding="utf-8")}
    finally:
        tongue.texts.cache_clear()
    assert stale == {make_english.FOLDER / "prompt.json", TONGUES / "en.json"}


def test_translations_of_another_english_text_are_stale() -> None:
    old: stale_texts.Texts = {"en": {"a": "one", "b": "two", "c": "three"}, "de": {"a": "eins", "b": "zwei"}}
    new: stale_texts.Texts = {"en": {"a": "One", "b": "Two", "c": "3", "d": "4"}, "de": {"a": "eins", "b": "Zwei"}}
    assert stale_texts.stale(old, new) == ['a: English has changed, de not: "One"']


@pytest.mark.slow
def test_a_question_is_stale_before_the_documents_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    old = stale_texts.texts()
    changed = Prompt("Throw a card away.", PROMPTS["discard_one"].speaks_of)
    monkeypatch.setitem(PROMPTS, "discard_one", changed)
    assert stale_texts.stale(old, stale_texts.texts()) == [
        'prompt.discard_one: English has changed, de, fr, pl, ru, es not: "Throw a card away."'
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Discard {foo} cards.", "discard: nothing fills the hole {foo}; what can stand here is keep, n"),
        ("Discard {n:heap} cards.", "discard: the hole {n:heap} has a type that there is not; known are box, card"),
        ({"one": "Discard {foo}.", "other": "Discard {n}."}, "discard: nothing fills the hole {foo}; what can stand"),
        (
            "Discard {n:units}.",
            "discard: the type of the hole {n:units} does not fit what it tells, 4; what can stand here is {n}, {n:",
        ),
    ],
)
def test_a_hole_that_nothing_fills_is_told_with_its_sentence_and_its_file(
    text: str | dict[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """In every form of the sentence, whichever is asked; and nothing is written."""
    monkeypatch.setitem(PROMPTS, "discard", Prompt(text, PROMPTS["discard"].speaks_of))
    state = position("turn 6\nphase cards axis\nhand axis 1 2 3 4 5 6")
    assert state.question is not None
    example = Example(state, "a test", "discard", asked(state, state.question), frozenset())
    targets = only_these(monkeypatch, tmp_path, lambda: "after", lambda: make_prompts.asked_in("en", example))
    assert make_docs.main() == 1
    assert capsys.readouterr().out.startswith(f"src/noretreat/explain/sentences/prompts.py: {said}")
    assert [target.read_text(encoding="utf-8") for target in targets] == ["before", "before"]


def only_these(monkeypatch: pytest.MonkeyPatch, folder: Path, *builds: Callable[[], str]) -> list[Path]:
    """Lets `make_docs` make these documents and no others; all of them are out of date."""
    targets = [folder / f"{number}.txt" for number in range(len(builds))]
    for target in targets:
        target.write_text("before", encoding="utf-8")
    for name in ("WITH_PARTS", "WITHOUT_WORDS"):
        monkeypatch.setattr(make_docs, name, ())
    monkeypatch.setattr(make_docs, "WITH_WORDS", ("some",))
    monkeypatch.setattr(make_docs, "makers", lambda _: dict(zip(targets, builds, strict=True)))
    monkeypatch.setattr(make_docs, "ROOT", folder)
    monkeypatch.setattr("sys.argv", ["make_docs.py"])
    return targets


def test_where_one_document_cannot_be_made_none_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whether the data do not fit, a kept game does not replay, or the maker has a fault."""

    def raising(error: BaseException) -> str:
        raise error

    targets = only_these(monkeypatch, tmp_path, lambda: "after", lambda: raising(DataError("cards.toml: 7 is odd.")))
    assert make_docs.main() == 1
    assert capsys.readouterr().out == "cards.toml: 7 is odd. Nothing is written.\n"
    for error in (SystemExit("01-kept.jsonl does not replay any more"), ZeroDivisionError()):
        only_these(monkeypatch, tmp_path, lambda: "after", partial(raising, error))
        with pytest.raises(type(error)):
            make_docs.main()
    assert [target.read_text(encoding="utf-8") for target in targets] == ["before", "before"]
    targets = only_these(monkeypatch, tmp_path, lambda: "after", lambda: "before")
    assert make_docs.main() == 0
    assert capsys.readouterr().out == "written: 0.txt\n"
    assert [target.read_text(encoding="utf-8") for target in targets] == ["after", "before"]


def test_what_stands_in_the_way_of_the_documents_is_told() -> None:
    def told(script: str) -> list[str]:
        return list(whats_left.stale_documents((sys.executable, "-c", script)))

    assert told("print('out of date: docs/cards.md')") == [
        "docs/cards.md is out of date: python tools/make_docs.py",
    ]
    assert told("raise SystemExit('01-kept.jsonl does not replay any more')") == [
        "01-kept.jsonl does not replay any more"
    ]
    assert told("1 / 0") == [
        "The documents cannot be made: ZeroDivisionError: division by zero (python tools/make_docs.py shows where)"
    ]
    assert told("") == []


def test_a_hole_of_a_translation_that_nothing_fills_is_told_with_its_file() -> None:
    german = Tongue("de")
    german._texts = {"prompt.discard": "Wirf {n} Karten ab, {foo}."}
    with pytest.raises(HoleError, match=r"^web/src/i18n/de/prompt\.json: prompt\.discard: nothing fills .*{foo}"):
        german.say("prompt.discard", {"n": 2, "keep": 4})


def test_a_type_that_does_not_fit_is_told_with_those_that_do() -> None:
    """In English and in a translation: two hexes told as one."""
    hexes = {"hexes": ("1211", "1311")}
    said = "the type of the hole {hexes:place} does not fit what it tells, ('1211', '1311'); what can stand here is "
    with pytest.raises(HoleError) as refused:
        fill("Battle for {hexes:place}.", hexes, where="prompts.py: battle")
    assert str(refused.value) == f"prompts.py: battle: {said}{{hexes:place_list}}, {{hexes:places}}, {{hexes:way}}"
    german = Tongue("de")
    german._texts = {**german._texts, "prompt.battle": "Kampf um {hexes:place}."}
    with pytest.raises(HoleError) as refused:
        german.say("prompt.battle", hexes)
    assert str(refused.value).startswith(f"web/src/i18n/de/prompt.json: prompt.battle: {said}")
    assert "{hexes:places}" in str(refused.value)


def test_a_reason_with_such_a_hole_is_told_with_its_file() -> None:
    with pytest.raises(HoleError, match=r"^src/noretreat/data/refusals\.toml: no-card: nothing fills .*{card}; no"):
        tell(Reason("no-card", {}))


@pytest.mark.slow
def test_texts_of_a_revision_are_read_from_git() -> None:
    if shutil.which("git") is None or not (setup.ROOT / ".git").exists():
        pytest.skip("this is no repository")
    old = stale_texts.texts_of("HEAD")
    assert old.keys() == stale_texts.texts().keys()
    assert old["en"]["prompt.discard_one"]


def test_each_kind_of_change_has_tests_that_are_there() -> None:
    for kind in whats_left.KINDS:
        for path in (*kind.tests.split(), *kind.folders):
            assert (whats_left.ROOT / path).exists(), f"{kind.name}: {path}"


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("src/noretreat/data/cards.toml", "a card"),
        ("src/noretreat/data/lessons/9-mine.toml", "a lesson"),
        ("src/noretreat/data/rulesets/deluxe.toml", "a rule set or a switch"),
        ("src/noretreat/data/options.toml", "an option"),
        ("src/noretreat/data/levels.toml", "a level"),
        ("src/noretreat/explain/sentences/prompts.py", "a question or a line of the log"),
        ("src/noretreat/explain/questions/query.py", "a layer of the map"),
        ("src/noretreat/explain/knowledge/view.py", "something shown to the player"),
        ("src/noretreat/data/languages.toml", "a language"),
    ],
)
def test_the_quick_tests_fit_the_change(file: str, kind: str) -> None:
    (line,) = whats_left.quick_tests([file])
    name, command = line.split(": ", 1)
    assert name == kind
    assert shlex.split(command)[:2] == ["make", "quick"]


def test_a_text_that_languages_lack_is_told_with_its_files() -> None:
    texts: stale_texts.Texts = {"en": {"lesson.a.title": "March"}, "de": {"lesson.a.title": "Marsch"}, "fr": {}}
    assert list(whats_left.untranslated(texts)) == [
        'web/src/i18n/fr/lessons.json: lesson.a.title is not translated: "March"'
    ]


def test_what_is_wrong_with_the_data_is_told_before_anything_made_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("classic.toml", 10, "the switch 'longer_rivers' needs a value")
    monkeypatch.setattr(data_files, "problems_of", lambda: [problem])
    assert list(whats_left.lacking()) == ["classic.toml:10: the switch 'longer_rivers' needs a value"]


def test_code_that_cannot_be_imported_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind of effect that has no row, say: the file, the line, and what is missing."""

    def broken() -> list[Problem]:
        lasting._complete({}, [lasting.Kind.SHIFT])
        return []

    monkeypatch.setattr(data_files, "problems_of", broken)
    (line,) = whats_left.lacking()
    file, number, said = line.split(":", 2)
    assert (file, number.isdigit()) == ("src/noretreat/core/lasting.py", True)
    assert said == " TypeError: lasting effects without a row in ROWS: SHIFT"


def test_a_level_without_a_share_and_an_option_without_a_test_are_told() -> None:
    assert list(whats_left.without_share(["easy", "keen"], "random=60,easy=40")) == [
        "src/noretreat/cli/trials.py: LEVEL_SHARES has no share for the level 'keen'"
    ]
    assert list(whats_left.untested(["joker", "moonlight"])) == [
        "tests/rules/test_15_options.py: no test sets the option 'moonlight'"
    ]


def test_what_a_new_field_of_the_view_needs_is_told() -> None:
    before = "class UnitView:\n    id: str\n"
    now = before + "    tired: bool\n    at: str\nclass View:\n    weather: str\n"
    page = 'View: tired\n## View\n{"at", "weather"}\n## Calls\n{"tired"}'
    files = {"web/src/wire/wire.ts": "at: string; weather: string", "docs/wire-protocol.md": page}
    told = list(whats_left.unserved(before, now, lambda file: files.get(file, '"at"')))
    assert [line.partition(" ")[0] for line in told] == [
        "web/src/wire/wire.ts",
        "docs/wire-protocol.md",
        "UnitView.tired",
    ]
    assert all("tired" in line for line in told)


def test_no_field_of_today_is_told_as_new() -> None:
    if stale_texts.base() == "":
        pytest.skip("this is no repository")
    assert list(whats_left.new_fields("HEAD")) == []


def test_documents_that_cannot_be_made_say_which_kept_game_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, each with the step, and the command that looks for others."""
    kept = savegame.load(sorted(keep_games.FOLDER.glob(keep_games.KEPT))[0])
    kept.snapshots.clear()
    savegame.save(tmp_path / "00-kept.jsonl", kept)
    kept.entries[3] = replace(kept.entries[3], action=Rolled(6))  # as if a rule had changed
    savegame.save(tmp_path / "01-kept.jsonl", kept)
    kept.entries[2] = replace(kept.entries[2], action=Rolled(6))
    savegame.save(tmp_path / "02-kept.jsonl", kept)
    monkeypatch.setattr(keep_games, "FOLDER", tmp_path)
    with pytest.raises(SystemExit) as told:
        list(keep_games.steps())
    assert re.match(
        r"01-kept\.jsonl does not replay any more: step 3 \(.+\); "
        r"02-kept\.jsonl does not replay any more: step 2 \(.+\)\. "
        r"If the rule was meant to change, delete them in tests/saved_games and run python -m tools\.keep_games",
        str(told.value),
    )


def test_every_code_of_a_reason_and_of_a_shift_has_words_in_every_language(tmp_path: Path) -> None:
    """A code without English, in the code; one without a translation, by its files."""
    (tmp_path / "fog.py").write_text('because("in-fog")\nShift(-1, "fog", "10.6.5", because("info-fog"))\n')
    assert check_catalogues.unsaid(tmp_path) == [
        "fog.py:1: refusals.toml and information.toml have no in-fog",
        "fog.py:2: labels.toml has no shift-fog",
        "fog.py:2: refusals.toml and information.toml have no info-fog",
    ]
    texts = stale_texts.texts()
    shifts = {key for key in texts["en"] if key.startswith("label.shift-")}
    reasons = {f"refusal.{code}" for code in load_refusals()} | {f"info.{code[5:]}" for code in load_information()}
    assert {f"label.{code}" for code in load_labels() if code.startswith("shift-")} == shifts != set()
    assert reasons <= texts["en"].keys()
    for gone in (sorted(shifts)[0], "refusal.enemy-there", sorted(reasons)[0]):
        for language in TRANSLATED:
            there = texts | {language: {key: text for key, text in texts[language].items() if key != gone}}
            (line,) = whats_left.untranslated(there)
            assert f"web/src/i18n/{language}/" in line
            assert gone in line


@pytest.mark.slow
def test_each_switch_is_asked_for_and_named_by_the_rulebook() -> None:
    assert list(whats_left.unasked(Rules.__struct_fields__)) == []
    assert list(whats_left.unnamed(Rules.__struct_fields__)) == []
    assert list(whats_left.unasked(["hand_keep", "longer_rivers"])) == [
        "src/noretreat/rules: the switch 'longer_rivers' decides nothing: no code asks state.rules.longer_rivers"
    ]
    assert list(whats_left.unnamed(["hand_keep", "longer_rivers"])) == [
        "docs/rules.md: no section names the switch 'longer_rivers': its box ends with (`longer_rivers`)"
    ]


@pytest.mark.parametrize(
    ("files", "version_raised", "said"),
    [
        (
            ["src/noretreat/rules/supply.py"],
            False,
            ["src/noretreat/rules/supply.py has", "CHANGELOG.md has no"],
        ),
        (["src/noretreat/data/cards.toml", "CHANGELOG.md"], False, ["src/noretreat/data/cards.toml has changed"]),
        (
            ["src/noretreat/game.py", "CHANGELOG.md"],
            True,
            ["RULES_VERSION is raised: docs", "RULES_VERSION is ra"],
        ),
        (["src/noretreat/game.py", "docs/save-format.md", "CHANGELOG.md"], True, ["RULES_VERSION is raised: `python"]),
        (["src/noretreat/data/lessons/9-mine.toml", "CHANGELOG.md"], False, []),
        (["docs/library.md"], False, []),
    ],
)
def test_it_reminds_of_what_only_the_author_can_know(files: list[str], version_raised: bool, said: list[str]) -> None:
    found = list(whats_left.reminders(files, version_raised))
    assert [line[: len(start)] for line, start in zip(found, said, strict=True)] == said


def test_an_option_that_the_rulebook_does_not_name_is_told() -> None:
    assert list(whats_left.unruled(Options.__struct_fields__)) == []
    assert list(whats_left.unruled(["joker", "moonlight"])) == [
        "docs/rules.md: chapter 15 has neither a section for the option 'moonlight' nor a row in its table",
    ]


def test_a_switch_without_a_scene_is_told() -> None:
    assert list(whats_left.without_scene(["hand_keep", "longer_rivers"])) == [
        "tests/rules/test_switches.py: the switch 'longer_rivers' needs a scene: a function below "
        '@case("longer_rivers", ...)'
    ]
    assert list(whats_left.without_scene(Rules.__struct_fields__)) == []


def test_a_new_scenario_is_to_be_measured() -> None:
    (line,) = whats_left.unmeasured(["src/noretreat/data/scenarios/mine.toml", "src/noretreat/data/map.toml"])
    assert line.endswith("python -m tools.measure_balance mine")
    assert list(whats_left.unmeasured(["src/noretreat/data/scenarios/citadel.toml"])) == []


@pytest.mark.slow
def test_the_command_tells_what_is_missing_from_anywhere(tmp_path: Path) -> None:
    """The working copy that is tested may lack something; whatever it says, it says so in words. What it says of the
    documents has tests of its own.
    """
    script = f"""
import runpy, sys
sys.argv = [{whats_left.__file__!r}, "HEAD"]
found = runpy.run_path(sys.argv[0])
found["main"].__globals__["stale_documents"] = lambda: []
sys.exit(found["main"]())
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout.strip()
    assert not done.stderr
