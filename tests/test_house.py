"""The house is in order: docstrings, paths, notes to ourselves, and the files a newcomer looks for."""

from __future__ import annotations

import ast
import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syntax import parsed

import noretreat

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "src" / "noretreat").rglob("*.py"))
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".ts",
    ".svelte",
    ".css",
    ".html",
    ".json",
    ".js",
    ".yml",
    ".yaml",
    ".txt",
    ".svg",
    ".sh",
}

# The brackets keep this file from finding itself.
MACHINE_PATHS = re.compile(r"(?<!\.)/[h]ome/[a-z]|/[U]sers/[A-Za-z]|/[r]oot/|/[w]ork/|[C]:\\+Users")
REGISTRIES = re.compile(r"registry\.[n]pmjs|files\.[p]ythonhosted|[p]ypi\.org", re.IGNORECASE)
NOTES = re.compile(r"\b([T]ODO|[F]IXME)\b(?!\(#\d+\))")


def project_files() -> list[Path]:
    """Return the files that git tracks (or all but the made ones, where this is no git checkout)."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        made = {".venv", "node_modules", "static", "build", ".git", "__pycache__"}
        paths = [path for path in ROOT.rglob("*") if not made & set(path.relative_to(ROOT).parts)]
    named = {"Makefile", "LICENSE", "run", ".npmrc"}
    return [path for path in paths if path.is_file() and (path.suffix in TEXT or path.name in named)]


def hits(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Return `file:line: text` for each line of `paths` in which `pattern` occurs."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.slow
def test_public_things_have_docstrings() -> None:
    """A module says what it is for, and so does everything public in it."""
    bare = []
    for path in MODULES:
        tree = parsed(path)
        for node in [tree, *tree.body]:
            if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = getattr(node, "name", "the module")
                if not name.startswith("_") and not ast.get_docstring(node):
                    bare.append(f"{path.relative_to(ROOT)}: {name}")
    assert not bare


@pytest.mark.slow
def test_phases_and_weather_are_not_compared_with_bare_words() -> None:
    """A `StrEnum` may equal any text, so that the type check lets a word slip that is none of it."""
    named = {"phase", "entrain_phase", "segment", "step", "skips", "weather", "weather_on"}
    found = []
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Compare):
                continue
            sides = [node.left, *node.comparators]
            names = {ast.unparse(side.func if isinstance(side, ast.Call) else side).split(".")[-1] for side in sides}
            words = [part for side in sides for part in getattr(side, "elts", [side]) if isinstance(part, ast.Constant)]
            if names & named and any(isinstance(word.value, str) for word in words):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert not found


@pytest.mark.slow
def test_no_paths_of_one_machine() -> None:
    assert not hits(MACHINE_PATHS, project_files())


@pytest.mark.slow
def test_no_page_is_waited_for_by_a_promise() -> None:
    """`wait_for_function` takes the promise of an `async` function for true, and waits for nothing."""
    waits = re.compile(r"wait_for_function\(\s*[frb]*[\"']+\s*async")
    found = [
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.glob("tests/**/*.py"))
        if waits.search(path.read_text("utf-8"))
    ]
    assert not found


def test_what_holds_something_restyles_no_whole_page() -> None:
    """A browser that finds `:has(...) > *` in any style restyles all that is on the page, the map as well, whenever a
    part comes or goes: 20 ms, several times for each thing that a player does. A style on paper is not in force.
    """
    rule = re.compile(r":has\([^{};]*\)\s*[>+~]?\s*(?::global\(\*\)|\*)\s*[,{]")
    styles = [path for path in project_files() if path.suffix in {".svelte", ".css"}]
    assert len(styles) > 100
    found = [path.name for path in styles if rule.search(path.read_text(encoding="utf-8").partition("@media print")[0])]
    assert found == []


_DONE = {
    "check", "click", "dblclick", "fill", "focus", "go_back", "goto", "hover", "press", "reload", "select_option",
    "set_checked", "tap", "type", "uncheck",
}  # fmt: skip
"""What a test does to a page that takes a moment to show."""
_READ = {
    "all_inner_texts", "all_text_contents", "count", "get_attribute", "inner_text", "input_value", "is_checked",
    "is_disabled", "is_enabled", "is_hidden", "is_visible", "text_content",
}  # fmt: skip
"""What reads a page as it is at once, and for which `expect` has a form that waits."""


def _called(step: ast.stmt) -> str:
    """The method that a statement calls, if it is nothing but that."""
    call = step.value if isinstance(step, ast.Expr) else None
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def read_at_once(body: list[ast.stmt]) -> list[int]:
    """The lines of a block that assert what the page shows in the very moment after something was done to it."""
    steps = [step for step in body if _called(step) != "shot"]
    return [
        then.lineno
        for done, then in itertools.pairwise(steps)
        if _called(done) in _DONE
        and isinstance(then, ast.Assert)
        and any(isinstance(one, ast.Attribute) and one.attr in _READ for one in ast.walk(then.test))
    ]


def test_what_a_click_brings_is_waited_for() -> None:
    """A page answers a moment later on a busy machine: what it should show then is `expect`ed, not read at once."""
    assert read_at_once(ast.parse("a.click()\na.shot('x')\nassert a.count() == 0").body) == [3], "it is seen here"
    bodies = [
        (path, body)
        for path in sorted((ROOT / "tests" / "web").rglob("*.py"))
        for node in ast.walk(parsed(path))
        for body in (getattr(node, "body", None), getattr(node, "orelse", None))
        if isinstance(body, list)
    ]
    found = [f"{path.relative_to(ROOT)}:{line}" for path, body in bodies for line in read_at_once(body)]
    assert not found, found


def test_no_registry_addresses() -> None:
    assert not hits(REGISTRIES, project_files())


@pytest.mark.slow
def test_notes_to_ourselves_name_an_issue() -> None:
    code = [path for path in project_files() if path.suffix in {".py", ".ts", ".svelte", ".toml", ".css"}]
    assert not hits(NOTES, code)


def test_readme_names_the_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in ("play", "quick", "test"):
        assert f"| `make {command}` | `py tools/setup.py {command}` |" in text


def test_links_in_the_documents_lead_somewhere() -> None:
    documents = [path for path in project_files() if path.suffix == ".md"]
    dead = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in documents
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
        if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists()
    ]
    assert not dead


def test_license_names_the_contributors() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License")
    assert "the noretreat contributors" in text


def test_the_citation_is_that_of_this_version() -> None:
    """What somebody who cites the library needs, in the form that GitHub and reference managers read."""
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    told = dict(line.split(": ", 1) for line in lines if re.match(r"[\w-]+: ", line))
    assert {"cff-version", "message", "title", "type", "license", "abstract"} <= set(told)
    assert told["version"] == noretreat.__version__
    assert "authors:" in lines


def test_changelog_knows_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {noretreat.__version__}" in text


def test_ci_runs_the_commands_of_the_readme() -> None:
    script = ROOT / ".ci" / "run"
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "make check" in lines
    assert "make test" in lines


def test_makefile_and_setup_script_know_the_same_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "setup.py"), "help"], capture_output=True, text=True, check=True
    )
    listed = set(re.findall(r"^  (\w+)", done.stdout, re.MULTILINE))
    assert set(phony[1].split()) - {"help"} == listed


@pytest.mark.slow
def test_console_script_answers() -> None:
    name = "noretreat.exe" if sys.platform == "win32" else "noretreat"
    done = subprocess.run(
        [str(Path(sys.executable).parent / name), "--help"], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    for command in ("play", "simulate", "replay", "perft", "fuzz", "check-data"):
        assert command in done.stdout


def test_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(compile(example, "README.md", "exec"), scope)
    assert capsys.readouterr().out.strip() not in ("", "None")
    assert noretreat.actor(scope["state"]) is None
