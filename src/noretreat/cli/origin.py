"""The origin of rows of results: the command, the commit and the machine."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import noretreat
from noretreat.ai.referee.match import Row


def stamped(row: Row) -> Row:
    """The row of a game that this command has just played."""
    return replace(row, command=_command(), commit=_commit(), machine=_machine())


@cache
def _command() -> str:
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
