"""The measurements that drive a real server find what they take from the tests: nothing else runs them every day."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parent.parent / "bench"
DRIVING = [path for path in sorted(BENCH.glob("*.py")) if "from server.support" in path.read_text(encoding="utf-8")]
# A script has its own folder first among those that Python looks in: there lies another `server`.
LOADED = "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2], run_name='loaded')"


@pytest.mark.slow
@pytest.mark.parametrize("script", DRIVING, ids=lambda path: path.stem)
def test_a_measurement_at_a_real_server_can_be_started(script: Path) -> None:
    command = [sys.executable, "-c", LOADED, str(BENCH), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=BENCH.parent)
    assert done.returncode == 0, done.stderr


def test_there_are_such_measurements() -> None:
    assert {"client", "clicks", "turns"} <= {path.stem for path in DRIVING}
