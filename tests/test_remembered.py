"""What a tool has made is made again when anything it was made from has changed, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.explain.sentences.wording import LOG
from tools import remembered, without_words

SCRIPT = """
import sys
sys.path.insert(0, ".")
if "--early" in sys.argv:
    import noretreat
from tools.remembered import OfFiles, remembered

def make():
    import helper
    if "--stranger" in sys.argv:
        import stranger
    print("made")
    if "--ask" in sys.argv:
        import subprocess
        subprocess.run([sys.executable, "-c", ""], check=True)
    return helper.twice(open("facts.txt").read())

def lines(path):
    print("read", path.name)
    return len(path.read_text().splitlines())

print(remembered("one", make))
from pathlib import Path
files = OfFiles("lines", lines, "helper.py")
print([files.of(path) for path in sorted(Path(".").glob("*.txt"))])
files.keep()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tools").mkdir()
    shutil.copy(remembered.__file__, tmp_path / "tools" / "remembered.py")
    (tmp_path / "noretreat.py").touch()
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "helper.py").write_text("def twice(text):\n    return text * 2\n")
    (tmp_path / "facts.txt").write_text("a")
    (tmp_path / "other.txt").write_text("b\nc")
    for path in tmp_path.rglob("*"):
        older(path)
    return tmp_path


def older(path: Path) -> None:
    """As if it had been written a minute ago: what was written a moment ago is not remembered, clocks being coarse."""
    there = path.stat().st_mtime - 60
    os.utime(path, (there, there))


def change(path: Path, text: str) -> None:
    path.write_text(text)
    older(path)


def run(folder: Path, *flags: str, **settings: str) -> list[str]:
    """What the script prints in a new process."""
    done = subprocess.run(
        [sys.executable, "-B", "script.py", *flags],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **settings},
    )
    return done.stdout.splitlines()


def test_what_has_not_changed_is_not_made_again(folder: Path) -> None:
    assert run(folder) == ["made", "aa", "read facts.txt", "read other.txt", "[1, 2]"]
    assert run(folder) == ["aa", "[1, 2]"]
    change(folder / "other.txt", "d")
    assert run(folder) == ["aa", "read other.txt", "[1, 1]"], "it was made from another file"
    change(folder / "facts.txt", "x")
    assert run(folder) == ["made", "xx", "read facts.txt", "[1, 1]"]
    change(folder / "facts.txt", "a")
    assert run(folder)[0] == "aa", "the one before the last is still there"


def test_whatever_it_may_depend_on_makes_it_anew(folder: Path) -> None:
    run(folder)
    change(folder / "helper.py", "def twice(text):\n    return text * 3\n")
    assert run(folder)[:2] == ["made", "aaa"], "a module that is imported"
    assert run(folder)[0] == "aaa"
    change(folder / "new.csv", "")
    assert run(folder)[0] == "made", "there is a file more"
    assert run(folder)[0] == "aaa"
    assert run(folder, NORETREAT_ANYTHING="1")[0] == "made", "a setting"
    (folder / "build" / "remembered" / "one.json").write_text("{")
    assert run(folder)[0] == "made", "what was remembered cannot be read"


def test_what_cannot_be_known_is_not_remembered(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    for _ in range(2):
        assert run(folder, "--ask")[0] == "made", "another process may have read anything"
    for _ in range(2):
        assert run(folder, "--early")[0] == "made", "files may have been read before the first was noted"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "stranger.py").touch()
    for _ in range(2):
        said = run(folder, "--stranger", PYTHONPATH=str(elsewhere))
        assert said[0] == "made", "a module of another place may change at any time"
    (folder / "facts.txt").write_text("now")
    (folder / "facts.txt").touch()
    future = (folder / "facts.txt").stat().st_mtime + 60
    os.utime(folder / "facts.txt", (future, future))
    for _ in range(2):
        assert run(folder)[0] == "made", "the file may have changed while it was read"


def test_words_of_sentences_do_not_count_where_they_are_not_seen() -> None:
    source = (
        'LOG: Final = {"Moved": _says("{unit} moves.", one="a"), "Lost": {"one": "b", "other": "c"}}\nOTHER = "d"\n'
    )
    same = without_words.silenced(source, "LOG")
    assert without_words.silenced(source.replace("moves", "marches").replace('"c"', '"e"'), "LOG") == same
    for before, after in (('"Moved"', '"Went"'), ('"d"', '"e"'), ("one=", "two="), ("_says", "_asks")):
        assert without_words.silenced(source.replace(before, after), "LOG") != same, after
    for file, table in without_words.TABLES.items():
        text = (remembered.ROOT / file).read_text(encoding="utf-8")
        assert without_words.silenced(text, table) != without_words.silenced(text, "")
    words = PROMPTS["discard_one"], LOG["CardDrawn"]
    with without_words.without_words():
        assert {one.text for one in PROMPTS.values()} | set(map(str, LOG.values())) == {""}
    assert (PROMPTS["discard_one"], LOG["CardDrawn"]) == words
    assert all(one.text for one in PROMPTS.values())
