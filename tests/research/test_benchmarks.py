"""The result of a benchmark has all that belongs to it."""

from __future__ import annotations

import pytest

import noretreat
from noretreat.research.benchmarks import BENCHMARKS, measure


def test_a_result_names_what_a_paper_has_to_name() -> None:
    found = measure("citadel", "random", "random", games=2, seed=5)
    assert found.benchmark is next(one for one in BENCHMARKS if one.scenario == "citadel")
    assert found.won.low <= found.won.value <= found.won.high
    assert str(found).startswith("citadel, soviet: random v random won ")
    for part in (
        "of 2 games, seed 5",
        f"noretreat {noretreat.__version__}",
        f"rules {noretreat.RULES_VERSION}",
        *found.digests,
    ):
        assert part in str(found)
    assert measure(found.benchmark, "random", "random", games=2, seed=5).won == found.won


def test_a_wrong_benchmark_and_a_wrong_number_of_games_are_told() -> None:
    with pytest.raises(noretreat.UnknownName, match="there is no benchmark 'saturnn'; known are barbarossa_1941"):
        measure("saturnn", "random")
    with pytest.raises(ValueError, match="at least one game is played, not 0"):
        measure("saturn", "random", games=0)
