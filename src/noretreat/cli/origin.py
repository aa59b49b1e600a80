"""The origin of rows of results: the command, the commit and the machine."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import noretreat
from noretreat.ai.referee.match import Row
from noretreat.ai.referee.results import digests_of
from noretreat.data.contents import digest


def stamped(row: Row) -> Row:
    """The row of a game that this command has just played."""
    digests = digests_of(row.scenario, row.rules)
    return replace(
        row, command=command_line(), commit=_commit(), machine=_machine(), version=version(), digests=digests
    )


def made_with(games: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """What a summary of games of these scenarios and rule sets was made with, so that it can be made again."""
    scenarios, rulesets = ({*each} for each in zip(*games, strict=True))
    return {
        "command": command_line(),
        "version": version(),
        "scenarios": {name: digest("scenario", name) for name in sorted(scenarios)},
        "rules": {name: digest("ruleset", name) for name in sorted(rulesets)},
    }


def version() -> str:
    """The version of this package, and that of its rules."""
    return f"{noretreat.__version__}, rules {noretreat.RULES_VERSION}"


@cache
def command_line() -> str:
    """The command that was called."""
    return shlex.join(["noretreat", *sys.argv[1:]])


@cache
def _commit() -> str:
    """The commit of the working copy, with a plus where it was changed since; else the version."""
    root = Path(noretreat.__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return noretreat.__version__
    described = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(described, cwd=root, capture_output=True, text=True, check=True).stdout.strip()


@cache
def _machine() -> str:
    """Describe the machine: processor and Python."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(encoding="utf-8").splitlines() if cpu.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{model or platform.machine()}, Python {platform.python_version()}"
