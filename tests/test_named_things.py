"""What the documents name in backticks exists: files and folders, names of the code, commands and their options."""

from __future__ import annotations

import argparse
import importlib
import io
import json
import pkgutil
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import noretreat
from noretreat.ai.player import Observation
from noretreat.ai.thought import Thought
from noretreat.core.state import State
from noretreat.explain.knowledge.view import PromptView, View
from noretreat.server.game.package import GameInfo
from noretreat.server.game.undo import Undo
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


# --- names of the code -------------------------------------------------------------------------------------------
DOTTED = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(.*\))?")
IDENTIFIER = re.compile(r"(\w*[a-z]_[a-z]\w*|_\w+|[A-Z][a-z]+[A-Z]\w*)(?:\(.*\))?")
INSTANCES: dict[str, tuple[type, ...]] = {
    "state": (State,),
    "observation": (Observation,),
    "view": (View,),
    "prompt": (PromptView,),
    "thought": (Thought,),
    "undo": (Undo,),
    "game": (GameInfo,),
}
"""What documents call an object of a class: `state.question`."""
FOREIGN = {
    "LimitNOFILE", "handle_path", "max_connections", "pg_basebackup", "proxy_pass", "__dict__", "one.unwrapped",
    "vX.Y.Z", "ismcts.ISMCTSBot", "both.unwrapped.table", "table.factors", "numpy.flatnonzero",
    "outcome_sampling_mccfr.OutcomeSamplingSolver",
}  # fmt: skip
"""Names of other programs and libraries, and what stands for a version."""
METRIC = "noretreat_"
"""What the names of the figures for Prometheus begin with."""
LIBRARIES = {"asyncio", "copy"}
"""Modules of Python that documents name."""
PLACEHOLDER = "NAME"
CODE = {".py", ".ts", ".svelte", ".js", ".json", ".toml", ".css", ".sql", ".yml", ".mjs"}


@cache
def modules() -> dict[str, list[ModuleType]]:
    """Our modules by every ending of their dotted name: `setup`, `core.setup`, `noretreat.core.setup`."""
    found: dict[str, list[ModuleType]] = {}
    for info in pkgutil.walk_packages(noretreat.__path__, "noretreat."):
        if ".migrations." in info.name or info.name.endswith("__main__"):  # run by Alembic, or by Python
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:  # needs a library of an extra, as the environments do
            continue
        parts = info.name.split(".")
        for at in range(len(parts)):
            found.setdefault(".".join(parts[at:]), []).append(module)
    found["noretreat"] = [noretreat]
    return found


@cache
def classes() -> dict[str, list[type]]:
    """Our classes by name."""
    found: dict[str, list[type]] = {}
    for module in {id(one): one for several in modules().values() for one in several}.values():
        for name, value in vars(module).items():
            if isinstance(value, type):
                found.setdefault(name, []).append(value)
    return found


@cache
def catalogue_keys() -> set[str]:
    """The keys of the client's texts, in any language."""
    return {
        key
        for path in (ROOT / "web" / "src" / "i18n").glob("*/*.json")
        for key in json.loads(path.read_text(encoding="utf-8"))
    }


def has(thing: Any, names: list[str]) -> bool:
    """Can one go from a module or a class to this attribute, by one name after the other?"""
    for name in names:
        if name == PLACEHOLDER:
            return True
        if not hasattr(thing, name) and not any(name in vars(one).get("__annotations__", ()) for one in _line(thing)):
            return False
        value = getattr(thing, name, None)
        if is_borrowed(thing, value):
            return False
        thing = value
        if thing is None or not isinstance(thing, type | ModuleType):
            return name == names[-1] or names[-1] == PLACEHOLDER
    return True


def is_borrowed(module: Any, value: Any) -> bool:
    """Is this a class or a function that a module only imports from another of ours?

    A package may pass things on, and so may a module that lists them.
    """
    home = getattr(value, "__module__", None)
    if not isinstance(module, ModuleType) or hasattr(module, "__path__") or not isinstance(home, str):
        return False
    listed = getattr(value, "__name__", "") in getattr(module, "__all__", ())
    return home.startswith("noretreat.") and home != module.__name__ and not listed


def _line(thing: Any) -> tuple[Any, ...]:
    """A class with those that it comes from; anything else alone."""
    return thing.__mro__ if isinstance(thing, type) else (thing,)


def resolves(dotted: str) -> bool:
    """Does a dotted name lead to something in our code, or to a text of the client?"""
    parts = dotted.split(".")
    for at in range(len(parts), 0, -1):
        if any(has(module, parts[at:]) for module in modules().get(".".join(parts[:at]), ())):
            return True
    starts = [*classes().get(parts[0], ()), *INSTANCES.get(parts[0], ())]
    if parts[0] in LIBRARIES:
        return has(importlib.import_module(parts[0]), parts[1:])
    return any(has(start, parts[1:]) for start in starts) or dotted in catalogue_keys()


@cache
def words_of_the_code() -> set[str]:
    """All words that stand in code, data and texts, tests and tools included."""
    found: set[str] = set()
    for path in files():
        if path.suffix in CODE and not {"saved_games", "playthroughs"} & set(path.parts) and path != Path(__file__):
            found |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


def unknown(text: str) -> set[str]:
    """The names of code in a document that nothing has."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    names = {name for name in re.findall(r"`([^`\n]+)`", plain) if not PATH.fullmatch(name)}
    dotted = {match[1] for name in names if (match := DOTTED.fullmatch(name))}
    single = {match[1] for name in names if (match := IDENTIFIER.fullmatch(name))}
    single = {name for name in single if not {name, name.removeprefix(METRIC)} & words_of_the_code()}
    lost_names = {name for name in dotted if not resolves(name)} | single
    return {name for name in lost_names - FOREIGN - MADE if not is_there(name)}


WRITTEN = [path for path in DOCUMENTS if not path.read_text(encoding="utf-8").startswith("<!-- Generated")]
"""The documents that are written by hand, wholly or in part; the others cannot name what is not there."""


@pytest.mark.slow
@pytest.mark.parametrize("document", WRITTEN, ids=lambda path: path.name)
def test_named_code_exists(document: Path) -> None:
    assert sorted(unknown(document.read_text(encoding="utf-8"))) == []


@pytest.mark.slow
def test_a_lost_name_is_noticed() -> None:
    there = (
        "`kernel.advance`, `core.setup.Options`, `state.question`, `MoveUnit`, `noretreat.apply`, `test_named_things`"
    )
    gone = "`kernel.retreat`, `rules.state.Options`, `state.answer`, `effects.Kind`, `noretreat.bridge`, `MoveBridge`"
    assert unknown(there) == set()
    assert unknown(f"{there}, {gone}") == set(gone.replace("`", "").split(", "))


# --- commands ----------------------------------------------------------------------------------------------------
RULE = r"\d{1,2}(?:\.\d{1,2}){1,3}"
CITED = re.compile(rf"\(({RULE}(?:(?:, | and | to ){RULE})*)\)")
SECTIONS = frozenset(
    re.findall(r"^#+ ([\d.]+) ", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.MULTILINE)
)


def cited_in_vain(source: str) -> list[str]:
    """The rules that comments and docstrings of a source cite in parentheses, and the rulebook does not have."""
    said = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""'))
    ]
    lines = [line for text in said for line in text.splitlines() if ">>>" not in line]
    rules = [rule for line in lines for cited in CITED.findall(line) for rule in re.findall(RULE, cited)]
    return [rule for rule in rules if rule.removesuffix(".0") not in SECTIONS]


def test_cited_rules_exist() -> None:
    found = {path.name: cited_in_vain(path.read_text(encoding="utf-8")) for path in (ROOT / "src").rglob("*.py")}
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_a_rule_cited_in_vain_is_noticed() -> None:
    source = 'def f():\n    """Advances (10.8.2, 10.8.3)."""\n    return (0.5)  # as in (6.0) and (16.4)\n'
    assert cited_in_vain(source) == ["10.8.3", "16.4"]


@cache
def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """The options that a command of ours takes."""
    acts = make_commands.nested(parser).values()
    return {option for one in (parser, *acts) for action in one._actions for option in action.option_strings}


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
    if words[1:3] == ["-m", "venv"]:  # Python's own
        return False
    path = script(words)
    if path.name == "setup.py":
        return words[-1] not in made_by_setup()
    return not path.exists() or not all(f'"{option}"' in path.read_text(encoding="utf-8") for option in given)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_commands_exist(document: Path) -> None:
    commands = {name for name in named(document.read_text(encoding="utf-8")) if COMMAND.fullmatch(name)}
    assert sorted(command for command in commands if wrong(command)) == []


def test_the_table_of_contributing_has_every_command_of_make() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `make (\w+)` \| `py tools/setup\.py (\w+)` \|", text, re.MULTILINE)
    assert {name for name, _ in rows} == made_by_setup() - {"help"}
    assert [row for row in rows if row[0] != row[1]] == []


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
