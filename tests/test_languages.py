"""The table of languages, and `tools/add_language.py`: a language is begun in a copy of the sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noretreat.data.languages import LANGUAGES, MARK, is_marked, language_of, read_languages, unmarked
from noretreat.data.load import UnknownName
from noretreat.explain.sentences.tongue import joined, plural
from tools import make_languages, setup, whats_left

SAID = """
from noretreat.ask.asking import ask
from noretreat.data.facts import Side
from noretreat.game import new_game
from noretreat.server.notify.texts import MessageTexts
from tools import check_catalogues, stale_texts, whats_left
texts = MessageTexts("it")
print(texts("turn"), "|", texts("many", n=2), "|", texts.side(Side.AXIS), "|", texts("news", n=1_000_000))
print(ask(new_game("barbarossa"), "Is Riga in supply?", "it", Side.AXIS).kind)
print(check_catalogues.report())
print(len([line for line in check_catalogues.report(complete=True) if line.startswith("it: ")]))
print(*whats_left.untranslated(stale_texts.texts()), *whats_left.marked(whats_left.ROOT), sep="\\n")
"""

ASKED = """
from tools.tongue import Tongue
print(Tongue("it").say("prompt.fight_planned", {"n": 2}))
"""


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(UnknownName, match="there is no language 'xx'; known are en, "):
        plural("xx", 2)
    with pytest.raises(UnknownName):
        language_of("xx")
    with pytest.raises(ValueError, match="xx: no plural rule is called 'dual'"):
        read_languages({"xx": {"name": "X", "english": "X", "plurals": "dual", "joins": " "}})


def test_several_names_are_told_as_the_language_does() -> None:
    told = {code: joined(code, ["A", "B", "C"]) for code in ("en", "de", "pl")}
    assert told == {"en": "A, B, and C", "de": "A, B und C", "pl": "A, B i C"}


def test_a_mark_is_seen_in_every_form_and_taken_away() -> None:
    assert is_marked({"one": "una", "other": f"{MARK}units"})
    assert not is_marked({"one": "una", "other": "altre"})
    assert unmarked({"a": [f"{MARK}b", 3]}) == {"a": ["b", 3]}


def test_the_client_has_the_table() -> None:
    assert list(json.loads(make_languages.names())) == list(LANGUAGES)


@pytest.mark.slow
def test_a_language_is_begun_and_everything_speaks_english_until_it_is_translated(tmp_path: Path) -> None:
    if shutil.which("git") is None or not (setup.ROOT / ".git").exists():
        pytest.skip("this is no repository")
    if not (setup.ROOT / "web" / "node_modules").exists():
        pytest.skip("the client's packages are not installed")
    listed = subprocess.run(
        ["git", "ls-files", "src", "tools", "web/src", "web/public/art", "docs", "bench/questions"],
        cwd=setup.ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    for name in listed:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(setup.ROOT / name, tmp_path / name)
    (tmp_path / "web" / "node_modules").symlink_to(setup.ROOT / "web" / "node_modules")
    before = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("[!w]*/**/*") if path.is_file()}

    def run(*command: str) -> list[str]:
        paths = os.pathsep.join([str(tmp_path / "src"), str(tmp_path)])
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    run("tools/add_language.py", "it", "--genders", "m f pl")
    pages = tmp_path / "web" / "src" / "i18n"
    assert {path.name for path in (pages / "it").iterdir()} == {path.name for path in (pages / "pl").iterdir()}
    after = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("[!w]*/**/*") if path.is_file()}
    assert {name for name in after - before if "__pycache__" not in name} == {
        "src/noretreat/data/asking/it.toml",
        "src/noretreat/data/tongues/it.json",
        "docs/it/of.json",
        "bench/questions/engine.it.json",
        "bench/questions/rules.it.json",
    }
    assert '"@orama/stemmers/italian"' in (tmp_path / "web/src/search/languages.ts").read_text(encoding="utf-8")
    told, asked, wrong, lacking, *left = run("-c", SAID)
    assert told == "It is your turn | 2 games wait for you | Axis | News of 1000000 games"
    assert asked == "supply"
    assert wrong == "[]"
    assert int(lacking) > 3000
    assert any(line.startswith("web/src/i18n/it/map.json: ") and "not translated" in line for line in left)
    assert any(line.startswith("src/noretreat/data/letters.toml: [it]: ") for line in left)
    assert all("it" in line for line in left)
    assert whats_left.FEW < len(left) < 100
    # The questions in every language can be shown: those of this one in English.
    (row,) = run("-c", ASKED)
    assert row == "Choose the battle to fight next (2 left)."
    # A second run leaves what somebody has translated.
    (pages / "it" / "map.json").write_text('{"map.map": "Mappa"}', encoding="utf-8")
    run("tools/add_language.py", "it")
    assert json.loads((pages / "it" / "map.json").read_text(encoding="utf-8")) == {"map.map": "Mappa"}
