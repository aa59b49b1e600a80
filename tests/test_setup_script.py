"""The set-up script: what it does again, what it leaves alone, and what it tells those with an old Python."""

from __future__ import annotations

import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import noretreat
from tools import setup


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout in which everything is set up."""
    for name in ("web/node_modules/vite", "web/src", "static", ".venv/bin", "docs/de"):
        (tmp_path / name).mkdir(parents=True)
    sources = ("web/package.json", "web/package-lock.json", "web/src/main.ts", "docs/rules.md", "docs/de/rules.md")
    for name in ("pyproject.toml", "tested.txt", *sources, "static/index.html"):
        (tmp_path / name).write_text(name)
    (tmp_path / ".venv/bin/python").touch()
    for name, place in {
        "ROOT": "", "WEB": "web", "STATIC": "static", "VENV": ".venv", "PYTHON": ".venv/bin/python",
        "STAMP": ".venv/stamp.json", "TESTED": "tested.txt", "HALF_MADE": ".venv/unfinished",
        "LOG": "setup.log", "LOCK": ".lock",
    }.items():  # fmt: skip
        monkeypatch.setattr(setup, name, tmp_path / place)
    web = tmp_path / "web"
    setup.note(
        package=setup.digest([tmp_path / "pyproject.toml", tmp_path / "tested.txt"]),
        level="dev",
        node_modules=setup.digest([web / "package.json", web / "package-lock.json"]),
        client=setup.digest(setup.web_sources()),
    )
    return tmp_path


def titles(level: str = "dev") -> list[str]:
    """Return the names of the steps still to do."""
    return [title for title, _ in setup.steps_needed(level)]


ALL = ["Python environment", "Python packages", "Client packages", "Client build"]


def test_nothing_to_do_when_nothing_changed(checkout: Path) -> None:
    assert titles() == []
    assert titles("play") == [], "more than needed is installed already"


def test_a_fresh_checkout_does_everything(checkout: Path) -> None:
    (checkout / ".venv/stamp.json").unlink()
    assert titles() == ALL


def test_an_interrupted_set_up_starts_afresh(checkout: Path) -> None:
    (checkout / ".venv/unfinished").touch()
    assert titles() == ALL


def test_an_unreadable_stamp_starts_afresh(checkout: Path) -> None:
    (checkout / ".venv/stamp.json").write_text('{"package": ')
    assert titles() == ALL


def test_a_moved_checkout_starts_afresh(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = checkout.with_name("moved")
    checkout.rename(moved)
    for name in ("ROOT", "WEB", "STATIC", "VENV", "PYTHON", "STAMP", "HALF_MADE", "TESTED"):
        monkeypatch.setattr(setup, name, moved / getattr(setup, name).relative_to(checkout))
    assert titles() == ALL


@pytest.mark.parametrize(
    ("changed", "steps"),
    [
        ("pyproject.toml", ["Python packages"]),
        ("tested.txt", ["Python packages"]),
        ("web/package-lock.json", ["Client packages", "Client build"]),
        ("web/src/main.ts", ["Client build"]),
        ("docs/de/rules.md", ["Client build"]),
        ("web/src/new.ts", ["Client build"]),
        ("web/node_modules/vite/cache", []),
    ],
)
def test_a_change_repeats_only_what_depends_on_it(checkout: Path, changed: str, steps: list[str]) -> None:
    (checkout / changed).write_text("changed")
    assert titles() == steps


def test_the_tested_versions_are_of_all_that_is_installed() -> None:
    project = tomllib.loads((setup.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [Requirement(line) for line in setup.TESTED.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    asked = [
        Requirement(text)
        for level in ("play", "web", "dev", "research", "mail", "site", "bench")
        for text in [*project["dependencies"], *project["optional-dependencies"][level]]
    ]
    for need in asked:
        if need.name == project["name"]:
            continue
        found = [
            str(one.specifier)[2:] for one in listed if canonicalize_name(one.name) == canonicalize_name(need.name)
        ]
        assert found, f"{need.name} stands in pyproject.toml: make tools/tested.txt anew, as its head says"
        assert all(map(need.specifier.contains, found)), f"{need} in pyproject.toml, {found} in tools/tested.txt"


@pytest.mark.parametrize(("first", "asked"), [(0, 1), (1, 2)])
def test_versions_of_another_time_are_tried_where_the_tested_ones_fail(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, first: int, asked: int
) -> None:
    told: list[list[str]] = []

    def pip(command: list[str], _: Path = checkout) -> int:
        told.append(command)
        return first if "--constraint" in command else 0

    monkeypatch.setattr(setup, "logged", pip)
    setup.install_packages("package", "dev")
    assert ["--constraint" in command for command in told] == [True, False][:asked]
    assert setup.read_stamp()["package"] == "package"


def test_a_missing_build_is_built(checkout: Path) -> None:
    (checkout / "static/index.html").unlink()
    assert titles() == ["Client build"]


def test_more_is_installed_when_more_is_needed(checkout: Path) -> None:
    assert titles("bench") == ["Python packages"]


def test_an_old_python_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "python_version", lambda command: (3, 9))
    with pytest.raises(setup.Trouble, match=r"needs Python 3\.11 or newer"):
        setup.find_python()


def test_this_python_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/usr")
    assert setup.find_python() == [sys.executable]


def test_only_one_set_up_at_a_time(checkout: Path) -> None:
    with setup.locked(), (checkout / ".lock").open("a") as other:
        assert not setup.try_lock(other)
    with (checkout / ".lock").open("a") as other:
        assert setup.try_lock(other)


def test_an_unknown_command_shows_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.main(["plya"]) == 2
    out = capsys.readouterr().out
    assert "no command 'plya'" in out
    assert all(name in out for name in setup.COMMANDS)


def test_compiled_code_is_kept_where_it_may_not_lie_beside_its_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    told = setup.environment()
    assert "PYTHONDONTWRITEBYTECODE" not in told
    assert told["PYTHONPYCACHEPREFIX"] == str(setup.COMPILED)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE")
    assert "PYTHONPYCACHEPREFIX" not in setup.environment()


def test_tests_and_what_they_start_run_this_checkout_and_keep_compiled_code(tmp_path: Path) -> None:
    """Whatever is installed, and with plain `pytest` too: a second checkout tests itself."""
    package = Path(noretreat.__file__)
    assert package.parent == setup.ROOT / "src" / "noretreat"
    asked = "import sys, noretreat; print(noretreat.__file__, sys.dont_write_bytecode, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(package), "False"]
    assert not sys.dont_write_bytecode


@pytest.mark.parametrize(
    ("given", "run"), [([], ["play"]), (["simulate", "--games", "1"], ["simulate", "--games", "1"])]
)
def test_the_bundled_program_plays_when_it_is_started_without_a_word(
    given: list[str], run: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr("noretreat.cli.main.main", lambda words: commands.append(words))
    monkeypatch.setattr(sys, "argv", ["noretreat", *given])
    with pytest.raises(SystemExit):
        runpy.run_path(str(setup.STARTED), run_name="__main__")
    assert commands == [run]


def test_an_environment_is_not_made_by_itself(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts it by the environment's own Python has the one behind that make it anew."""
    monkeypatch.setattr(sys, "prefix", str(checkout / ".venv"))
    monkeypatch.setattr(sys, "executable", str(checkout / ".venv/bin/python"))
    monkeypatch.setattr(sys, "_base_executable", "/usr/bin/python-behind", raising=False)
    monkeypatch.setattr(setup, "python_version", lambda command: setup.OLDEST)
    assert setup.find_python() == ["/usr/bin/python-behind"]
