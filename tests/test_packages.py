"""The wheel and the source distribution: built, installed into a clean environment, and played from there alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from server.support import Server

from tools import setup

pytestmark = pytest.mark.slow
LEFT_OUT = (".git", ".venv", "node_modules", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
STATIC = "noretreat/server/static/"
GAME = """
import random, sys, noretreat
assert not any("site-packages" not in path for path in noretreat.__path__), noretreat.__path__
record = noretreat.play_game(noretreat.new_game("na_berlin"), "random", "random", seed=1)
print(noretreat.__version__, record.reason, record.decisions)
"""


class Packages(NamedTuple):
    """What was built, and two environments: one that has nothing but the wheel and what it needs, one with `[play]`."""

    wheel: Path
    source: Path
    python: Path
    playing: Path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Only one of the processes that run the tests is in here at a time."""
    with (folder / "lock").open("a") as handle:
        while not setup.try_lock(handle):
            time.sleep(0.2)
        yield


def ran(*command: str | Path, cwd: Path) -> str:
    """What a command prints, which knows nothing of this checkout; fails with all that it said."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """Built and installed once for all processes that run the tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "packages"
    folder.mkdir(exist_ok=True)
    dist, clean = folder / "dist", folder / "clean"
    inside = Path("Scripts" if setup.WINDOWS else "bin", "python" + setup.EXE)
    python, playing = clean / inside, folder / "playing" / inside
    with alone(folder):
        if not (folder / "ready").exists():
            checkout = folder / "checkout"
            shutil.rmtree(checkout, ignore_errors=True)
            shutil.copytree(setup.ROOT, checkout, ignore=shutil.ignore_patterns(*LEFT_OUT))
            # As CONTRIBUTING.md says: the source distribution, and the wheel from it.
            ran(sys.executable, "-m", "build", "--outdir", dist, checkout, cwd=folder)
            # The pip that is here puts it there: an environment with a pip of its own takes as long as all the rest.
            (built,) = dist.glob("*.whl")
            for found, wanted in ((python, str(built)), (playing, f"{built}[play]")):
                ran(sys.executable, "-m", "venv", "--without-pip", found.parents[1], cwd=folder)
                into = ("--python", found, "install", "--quiet", "--no-compile")
                ran(sys.executable, "-m", "pip", *into, wanted, cwd=folder)
            (folder / "ready").touch()
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    return Packages(wheel, source, python, playing)


def names(root: Path, folder: Path) -> set[str]:
    """The files of a folder, by their names from `root` on."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix() for path in found}


def test_the_wheel_has_the_package_and_nothing_else(packages: Packages) -> None:
    """It is made from the source distribution, which therefore has all of it too."""
    with zipfile.ZipFile(packages.wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    assert held == names(setup.ROOT / "src", setup.ROOT / "src" / "noretreat")
    assert STATIC + "index.html" in held


def test_the_source_distribution_has_all_that_the_repository_has(packages: Packages) -> None:
    if shutil.which("git") is None or not (setup.ROOT / ".git").exists():
        pytest.skip("this is no repository")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=setup.ROOT, capture_output=True, text=True, check=True)
    kept = {name for name in tracked.stdout.split("\0") if name and (setup.ROOT / name).exists()}
    with tarfile.open(packages.source) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    pictures = {name for name in kept if name.startswith("docs/screens/")}
    assert pictures
    assert not pictures & held, "pictures of documents stay out: most of its size"
    assert kept - pictures <= held, sorted(kept - pictures - held)[:10]
    assert not [name for name in held if "node_modules" in name or "__pycache__" in name]


def test_the_command_says_what_it_does(packages: Packages, tmp_path: Path) -> None:
    command = packages.python.with_name("noretreat" + setup.EXE)
    assert re.search(r"^usage: noretreat", ran(command, "--help", cwd=tmp_path))
    ran(command, "check-data", cwd=tmp_path)


def test_the_library_and_the_command_line_need_nothing_of_the_web(packages: Packages, tmp_path: Path) -> None:
    """Its commands work, and one that needs more says the line to type."""
    listed = ran(
        packages.python,
        "-c",
        "import sys, sysconfig, os; print(os.listdir(sysconfig.get_path('purelib')))",
        cwd=tmp_path,
    )
    assert "noretreat" in listed
    assert not [name for name in ("litestar", "uvicorn", "sqlalchemy", "alembic", "websockets") if name in listed]
    command = packages.python.with_name("noretreat" + setup.EXE)
    scenario = setup.ROOT / "src" / "noretreat" / "data" / "scenarios" / "na_berlin.toml"
    (tmp_path / "ours.toml").write_text(
        scenario.read_text("utf-8").replace('"na_berlin"', '"ours"', 1), encoding="utf-8"
    )
    ran(command, "simulate", "--games", "1", "--scenario", "ours.toml", "--save", "kept", cwd=tmp_path)
    (saved,) = (tmp_path / "kept").glob("*.jsonl")
    assert "sound" in ran(command, "replay", "--quiet", saved, cwd=tmp_path)
    for name in ("play", "serve", "admin"):
        refused = subprocess.run([command, name], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert re.search(r'pip install "\.\[(play|site)\]" in a checkout', refused.stderr), refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_game_is_played_in_the_library(packages: Packages, tmp_path: Path) -> None:
    version, *_, decisions = ran(packages.python, "-c", GAME, cwd=tmp_path).split()
    assert packages.wheel.name.startswith(f"noretreat-{version}-")
    assert int(decisions) > 100


def test_the_wheel_alone_serves_the_page_and_a_game(packages: Packages, tmp_path: Path) -> None:
    """Every file of the client that the wheel has comes over the wire as it is there, and a game can be begun."""
    with zipfile.ZipFile(packages.wheel) as file:
        static = {name.removeprefix(STATIC): file.read(name) for name in file.namelist() if name.startswith(STATIC)}
    server = Server(tmp_path / "games", python=str(packages.playing))
    try:
        with httpx.Client(base_url=server.address, timeout=120) as client:
            page = client.get("/")
            assert page.content == static["index.html"]
            assert set(re.findall(r'(?:src|href)="/(assets/[^"]+)"', page.text)) <= set(static)
            assert {name for name in static if client.get(f"/{name}").content != static[name]} == set()
            assert client.get("/art/map-light.svg").headers["content-type"].startswith("image/svg")
            assert len(client.get("/api/board").json()["map"]["hexes"]) > 300
            begun = client.post("/api/games", json={"scenario": "citadel", "axis": "human", "soviet": "computer"})
            assert begun.status_code == 201, begun.text
    finally:
        server.close()
