"""What the documents and the sources name in backticks exists: files, folders, commands and their options."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools import make_commands

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SOURCES = sorted(
    path
    for folder in ("src/noretreat", "tools")
    for end in ("py", "toml")
    for path in ROOT.glob(f"{folder}/**/*.{end}")
)
BASES = [ROOT / base for base in (".", "src/noretreat", "src/noretreat/data", "web", "web/src")]
"""Where a path may begin: `tests/oracles.py`, `rules/supply.py`, `rulesets/`, `i18n/names.ts`."""

MADE = {".venv/bin", "build/pages", "build/site", "games.db", "tests/web/shots", "winter_storm.toml"}
"""Not in the repository: made by a set-up, by playing, by tests, or by the reader who follows an example."""

SUFFIXES = "css|html|js|json|jsonl|md|py|sql|svelte|svg|toml|ts|txt|webp"
PATH = re.compile(rf"(?!/)[\w.*…-]*(?:/[\w.*…-]*)+|[\w*…-]+\.(?:{SUFFIXES})")
ROW = re.compile(r"^\| `([\w./]+)` \|(.*)\|([^|\n]*)\|$", re.MULTILINE)
COMMAND = re.compile(r"(?:noretreat|make|npm run|python3? -m) .*|(?:python3?|py) tools/\w+\.py.*|tools/\w+\.py .+")


def named(text: str) -> Iterator[str]:
    """Everything that a document puts into backticks, and the lines of its blocks of code."""
    block = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", block.sub("", text))
    for code in block.findall(text):
        yield from (line.strip() for line in code.splitlines())


# --- files and folders -------------------------------------------------------------------------------------------
@cache
def files() -> list[Path]:
    """All files of the repository (that git would keep)."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0:
        return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).exists()]
    return [path for path in ROOT.rglob("*") if not {".venv", "node_modules", "build"} & set(path.parts)]


def is_there(name: str) -> bool:
    """Does something of this path exist? A bare file name may lie anywhere; `*` and `…` stand for a part of a name."""
    pattern = name.replace("…", "*").rstrip("/")
    if "/" not in name:
        return any(path.match(pattern) for path in files())
    return any(next(base.glob(pattern), None) for base in BASES)


def spelled_out(row: re.Match[str]) -> str:
    """A row of a table that begins with a folder: what its last cell names lies in there."""
    folder, middle, last = row.groups()
    if any((base / folder).is_dir() for base in BASES):
        last = re.sub(r"`([^`]+)`", rf"`{folder}/\1`", last)
    return f"| `{folder}` |{middle}|{last}|"


def lost(text: str) -> list[str]:
    """The paths that a document names and that are not there."""
    paths = {name for name in named(ROW.sub(spelled_out, text)) if PATH.fullmatch(name)} - MADE
    return sorted(name for name in paths if not is_there(name))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_paths_exist(document: Path) -> None:
    assert not lost(document.read_text(encoding="utf-8"))


def test_paths_named_in_docstrings_and_comments_exist() -> None:
    found = {path.relative_to(ROOT).as_posix(): lost(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_lost_path_is_noticed() -> None:
    there = "`tests/oracles.py`, `storage/database.py`, `data/rulesets/*.toml`, `database.py`, `src/noretreat/`"
    gone = "`tests/bridges.py`, `storage/bridges.py`, `data/bridges/*.toml`, `bridges.py`, `src/bridges/`"
    assert lost(there) == []
    assert lost(f"{there}\n{gone}") == sorted(gone.replace("`", "").split(", "))
    assert lost("| `rules` | the rules | `sequence.py`, `database.py` |") == ["rules/database.py"]


# --- commands ----------------------------------------------------------------------------------------------------
@cache
def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """The options that a command of ours takes."""
    return {option for action in parser._actions for option in action.option_strings}


@cache
def made_by_setup() -> set[str]:
    """The commands of tools/setup.py; the Makefile has the same (tests/test_house.py)."""
    command = [sys.executable, str(ROOT / "tools" / "setup.py"), "help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(re.findall(r"^  (\w+)", done.stdout, re.MULTILINE)) | {"help"}


def script(words: list[str]) -> Path:
    """The file behind `python -m tools.make_docs` or `python tools/make_docs.py`."""
    if "-m" in words:
        name = words[words.index("-m") + 1].replace(".", "/")
        found = [base / end for base in (ROOT, ROOT / "src") for end in (f"{name}.py", f"{name}/__main__.py")]
        return next((path for path in found if path.exists()), found[0])
    return ROOT / next(word for word in words if word.endswith(".py"))


def wrong(command: str) -> bool:
    """Does a command, or an option of it, not exist? Words in capitals and dots stand for something."""
    words = command.split("ARGS=")[0].split()
    given = {word for word in words if word.startswith("--")}
    if words[0] == "noretreat":
        name = words[1] if len(words) > 1 else "..."
        parser = make_commands.commands().get(name)
        return name.islower() and (parser is None or not given <= options_of(parser))
    if words[0] == "make":
        return len(words) > 1 and words[1].islower() and words[1] not in made_by_setup()
    if words[0] == "npm":
        return words[2] not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    path = script(words)
    if path.name == "setup.py":
        return words[-1] not in made_by_setup()
    return not path.exists() or not all(f'"{option}"' in path.read_text(encoding="utf-8") for option in given)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_commands_exist(document: Path) -> None:
    commands = {name for name in named(document.read_text(encoding="utf-8")) if COMMAND.fullmatch(name)}
    assert sorted(command for command in commands if wrong(command)) == []


@pytest.mark.parametrize(
    ("command", "is_wrong"),
    [
        ("noretreat fuzz --games 5000", False),
        ("noretreat juggle", True),
        ("noretreat fuzz --balls 3", True),
        ("make test ARGS='tests/rules -x -k supply'", False),
        ("make tea", True),
        ("py tools/setup.py check", False),
        ("py tools/setup.py tea", True),
        ("python tools/make_docs.py", False),
        ("python tools/make_tea.py", True),
        ("python -m tools.draw_map", False),
        ("python -m tools.draw_tea", True),
        ("python tools/check_catalogues.py --complete", False),
        ("python tools/check_catalogues.py --sugar", True),
        ("npm run dev", False),
        ("npm run tea", True),
    ],
)
def test_a_lost_command_is_noticed(command: str, is_wrong: bool) -> None:
    assert COMMAND.fullmatch(command)
    assert wrong(command) is is_wrong
