"""Where the output's encoding lacks a letter, every command prints the nearest one: never a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noretreat.cli import main
from noretreat.cli.printing import plain
from noretreat.storage import savegame
from noretreat.storage.database import url_of

NAME = "Königsberg–Лёша"
COMMANDS: dict[str, tuple[list[str], int]] = {
    "play": (["--data", f"{NAME}.jsonl"], 1),
    "serve": (["--site", NAME], 2),
    "worker": (["--scenario", f"{NAME}.toml"], 2),
    "migrate": (["--database-url", f"sqlite:///{NAME}/games.db"], 1),
    "backup": ([f"{NAME}.backup"], 0),
    "verify": ([f"{NAME}.backup"], 0),
    "restore": ([f"{NAME}.backup", "--database-url", "sqlite:///other.db"], 0),
    "reports": (["--settle", NAME], 1),
    "admin": (["find", NAME], 0),
    "simulate": (["--scenario", NAME], 1),
    "arena": (["random", "easy", "--scenario", NAME], 1),
    "selfplay": ([NAME, "--games", "1", "--scenario", "citadel"], 0),
    "lint-games": ([NAME, "--scenario", NAME], 2),
    "make-puzzles": (["--prove", f"{NAME}.toml"], 1),
    "replay": ([f"{NAME}.jsonl"], 0),
    "ask": ([f"{NAME}.jsonl", f"{NAME}?"], 1),
    "review": ([f"{NAME}.jsonl"], 1),
    "perft": (["--scenario", NAME], 1),
    "fuzz": (["--scenario", NAME, "--games", "1"], 1),
    "trials": (["--scenario", NAME], 2),
    "check-data": ([f"{NAME}.toml"], 1),
}
"""Each command with something of that name to print, and its exit code."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the user stands, with files of that name, and a store of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NORETREAT_DATABASE_URL", url_of(tmp_path))
    savegame.save(f"{NAME}.jsonl", savegame.new_save("citadel", name=NAME))
    assert main.main(["migrate"]) == 0
    (tmp_path / f"{NAME}.toml").write_text(f'title = "{NAME}"', encoding="utf-8")
    return tmp_path


def said(arguments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit code of a command, and what it prints where only this encoding is known."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", streams[0])
        patched.setattr(sys, "stderr", streams[1])
        try:
            code = main.main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
    for stream in streams:
        stream.flush()
    buffers: list[Any] = [stream.buffer for stream in streams]
    return code, "".join(buffer.getvalue().decode(encoding) for buffer in buffers)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1251"])
def test_no_command_fails_for_a_letter(encoding: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(COMMANDS) == set(main.COMMANDS)
    for command, (arguments, expected) in COMMANDS.items():
        code, text = said([command, *arguments], encoding, monkeypatch)
        assert code == expected, (command, text)
        assert "Konigsberg" in text, (command, text)
        assert ("–Лёша" in text) == (encoding == "cp1251"), (command, text)


def test_a_letter_that_is_lacking_becomes_the_nearest() -> None:
    assert "".join(map(plain, "Łódź – Weiß, −1 → “é”…")) == 'Lodz - Weiss, -1 -> "e"...'
    assert plain("Ж") == "\\u0416"
    assert plain("\udcff") == "\\udcff"
    assert plain("😀") == "\\ud83d\\ude00"


def test_a_whole_log_is_printed_in_ascii(folder: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "noretreat", "replay", f"{NAME}.jsonl"]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Konigsberg-\\u041b\\u0451\\u0448\\u0430.jsonl: sound, 0 of 0" in done.stdout
