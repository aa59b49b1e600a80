"""The files that put a site on a host fit the program: its commands and options, its ports, its names.

`deploy/try_host.sh` tries them whole, on a Debian that it sets up.
"""

from __future__ import annotations

import argparse
import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from noretreat.cli import backup, serve, worker
from noretreat.cli.environment import variable
from noretreat.cli.main import _command, build_parser, main
from noretreat.server.monitoring import Metrics
from noretreat.storage.counts import Counts

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
PROGRAM = "/opt/noretreat/current/bin/python"
SCRIPTS = sorted(DEPLOY.glob("*.sh"))


def settings() -> dict[str, str]:
    """What stands in the file of settings, with what is commented out."""
    lines = (DEPLOY / "noretreat.env").read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"#?(NORETREAT_\w+)=(.*)", line) for line in lines)
    return {one[1]: one[2] for one in found if one}


def command_of(unit: Path) -> list[str]:
    """The arguments with which a unit runs the program."""
    file = configparser.ConfigParser(interpolation=None, strict=False)
    file.optionxform = str  # type: ignore[assignment,method-assign]
    file.read(unit, encoding="utf-8")
    line = file["Service"]["ExecStart"].replace("$$", "$").replace("%%", "%")
    words = shlex.split(line)
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].removeprefix("exec "))
    assert words[:4] == [PROGRAM, "-P", "-m", "noretreat"]
    return words[4:]


def served(unit: Path, monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    """What the command of a unit is told, by the unit's own environment and by the file of settings."""
    lines = re.findall(r"^Environment=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)
    for name, _, value in (word.partition("=") for line in lines for word in line.split()):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NORETREAT_SITE", settings()["NORETREAT_SITE"])
    seen: list[argparse.Namespace] = []

    def run(arguments: argparse.Namespace) -> int:
        seen.append(arguments)
        return 0

    for module in (serve, worker):
        monkeypatch.setattr(module, "run", run)
    assert main(command_of(unit)) == 0
    return seen[0]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_runs_a_command_that_there_is(unit: Path) -> None:
    parsed = build_parser().parse_args(command_of(unit))
    assert parsed.run in (serve.run, worker.run, backup.run)


def test_the_settings_are_those_that_the_program_reads() -> None:
    """Also those that stand in the units."""
    read = {
        name
        for path in (DEPLOY.parent / "src").rglob("*.py")
        for name in re.findall(r"NORETREAT_[A-Z_]+", path.read_text(encoding="utf-8"))
    }
    read |= {variable(option) for name in ("serve", "worker") for option in _command(build_parser(), name)._actions}
    named = {name for unit in UNITS for name in re.findall(r"NORETREAT_\w+", unit.read_text(encoding="utf-8"))}
    assert set(settings()) | named <= read


def test_the_proxy_and_the_server_agree_on_the_port_and_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    told = served(DEPLOY / "noretreat.service", monkeypatch)
    proxy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"reverse_proxy (\S+)", proxy) == [f"{told.host}:{told.port}"]
    assert told.site_proxy == [told.host]
    assert re.findall(r"^(\S+) \{$", proxy, re.MULTILINE) == [told.site.removeprefix("https://")]
    assert told.no_migrate, "the tables are changed by switch.sh, after a backup"
    assert told.processes > 1, "they can be replaced one by one"
    switch = (DEPLOY / "switch.sh").read_text(encoding="utf-8")
    assert f"http://{told.host}:{told.port}/health/ready" in switch


def test_the_lock_file_has_all_that_a_site_needs() -> None:
    """Each with a hash, in a version that the package takes."""
    lock = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    # Some in two versions: one for an older Python.
    locked = re.findall(r"^([a-z0-9-]+)==([^ ]+) .*\n    --hash=sha256:[0-9a-f]{64}", lock, re.MULTILINE)
    assert len(re.findall("^[a-z]", lock, re.MULTILINE)) == len(locked)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tested = (DEPLOY.parent / "tools" / "tested.txt").read_text(encoding="utf-8")
    assert set(locked) <= set(re.findall(r"^([a-z0-9-]+)==([^ \n]+)", tested, re.MULTILINE)), (
        "a site runs what is tested"
    )
    extras = project["optional-dependencies"]
    assert all("noretreat[play]" in extras[extra] for extra in ("site", "mail")), "the lines of docs/hosting.md serve"
    for text in (*project["dependencies"], *extras["play"], *extras["site"], *extras["mail"]):
        wanted = Requirement(text)
        if wanted.name == "noretreat":
            continue
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        versions = [version for one, version in locked if one == name]
        assert versions, text
        assert all(map(wanted.specifier.contains, versions)), text


def test_the_scripts_name_the_units_and_only_files_that_there_are() -> None:
    text = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    units = {path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer")}
    assert set(re.findall(r"noretreat[\w-]*\.(?:service|timer)", text)) == units
    assert {name for name in re.findall(r"/deploy/([\w.]+)", text) if not (DEPLOY / name).exists()} == set()
    for script in SCRIPTS:
        subprocess.run(["sh", "-n", str(script)], check=True)
        assert script.stat().st_mode & 0o111


def test_root_has_the_command_as_the_units_run_it() -> None:
    text = (DEPLOY / "command.sh").read_text(encoding="utf-8")
    assert f"{PROGRAM} -P -m noretreat" in text
    for unit in UNITS:
        said = unit.read_text(encoding="utf-8")
        assert all(line in said and line in text for line in ("User=noretreat", "EnvironmentFile=/etc/noretreat.env"))


def test_the_container_runs_a_command_that_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    ran = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    parsed = build_parser().parse_args(json.loads(ran[-1]))
    assert parsed.run is serve.run
    assert f"EXPOSE {parsed.port}" in text


def test_no_part_of_a_site_takes_all_the_memory() -> None:
    """It is ended and started again, not the database beside it; before that it is held back."""
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        held, most = (
            int(re.findall(rf"^{name}=(\d+)%$", text, re.MULTILINE)[0]) for name in ("MemoryHigh", "MemoryMax")
        )
        assert 0 < held < most < 80, unit.name
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    ours = [part for part in re.split(r"\n  (?=\w+:\n)", compose) if "<<: *site" in part]
    assert len(ours) == 2
    assert all("mem_limit: " in part for part in ours)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """It looks for the program, which is elsewhere here."""
    for unit in (*UNITS, DEPLOY / "noretreat-backup.timer"):
        text = unit.read_text(encoding="utf-8").replace(PROGRAM, shutil.which("true") or "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    said = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    ours = [line for line in said.stderr.splitlines() if "noretreat" in line]
    assert (said.returncode, ours) == (0, [])


def test_the_alarms_are_about_figures_that_there_are() -> None:
    rules = (DEPLOY / "alarms.yml").read_text(encoding="utf-8")
    metrics = Metrics()
    metrics.late(0.1)
    metrics.collected(2, 0.1)
    metrics.connections({"waiting": 0})
    metrics.asked("POST", "/api/games", 201, 0.1)
    counts = Counts({"running": 0}, {"failed": 0}, 0, {"due": 0})
    text = metrics.text(counts).decode()
    asked = re.findall(r"\b(noretreat_\w+)(\{\w+=\"\w+\")?", rules)
    assert len(asked) > 7
    for name, label in asked:
        assert re.search(rf"^{name}\b.*{re.escape(label[1:]) if 'state' in label else ''}", text, re.MULTILINE), name


def test_the_containers_are_made_of_files_that_there_are() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert {name for name in re.findall(r"deploy/([\w.]+)", text + compose) if not (DEPLOY / name).exists()} == set()
    targets = set(re.findall(r"^FROM \S+ AS (\w+)$", text, re.MULTILINE))
    assert set(re.findall(r"target: (\w+)", compose)) == targets
    for line in re.findall(r"command: \[(.*)\]", compose):
        parsed = build_parser().parse_args([word.strip().strip('"') for word in line.split(",")])
        assert parsed.run in (serve.run, worker.run)
    named = set(re.findall(r"^ +(NORETREAT_\w+):", compose, re.MULTILINE))
    options = {variable(one) for name in ("serve", "worker") for one in _command(build_parser(), name)._actions}
    assert named <= options | {"NORETREAT_ASK_KEY"}  # a key is no option: other users of the machine could read it


def test_the_proxy_alone_is_open_to_the_world_and_is_believed() -> None:
    """Nothing but the proxy has ports on the host; the database and the proxy share no network; and the proxy finds the
    server by a name of the one network whose addresses the server believes.
    """
    parts = re.findall(
        r"^  (\w+):\n((?:    .*\n)+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8"), re.MULTILINE
    )
    services = {name: text for name, text in parts if "networks:" in text}
    assert set(services) == {"database", "server", "worker", "proxy"}
    assert [name for name, text in services.items() if "ports:" in text] == ["proxy"]
    networks = {
        name: set(re.findall(r"\w+(?=[,\]:] ?)", re.findall(r"networks: [\[{](.*)", text)[0]))
        for name, text in services.items()
    }
    assert networks["database"] == {"inside"}
    assert "inside" not in networks["proxy"]
    (alias,) = re.findall(r"front: \{aliases: \[(\w+)\]\}", services["server"])
    assert f"/{alias}:8123/" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    believed = re.findall(r"--site-proxy, ([\d./]+)\]", services["server"])
    assert believed == re.findall(r"subnet: ([\d./]+)\}", dict(parts)["front"])


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy")
def test_caddy_understands_its_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Valid configuration" in said.stdout, said.stderr
