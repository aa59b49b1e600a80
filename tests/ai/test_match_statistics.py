"""The figures of matches, against values worked out elsewhere and against what must be true of any such figure."""

from __future__ import annotations

import math
import random

import pytest

from noretreat.ai.referee import statistics
from noretreat.ai.referee.statistics import Sprt, elo, expected, in_elo, log_likelihood_ratio, pentanomial, score

LONG = (39, 2226, 31451, 2412, 40)
"""A long match of two nearly equal chess engines, used in the self-test of Fishtest."""


def test_pairs_are_counted_by_their_points() -> None:
    assert pentanomial([0, 1, 2, 1, 0.5, 1.5, 2]) == (1, 1, 2, 1, 2)
    with pytest.raises(ValueError, match="cannot bring"):
        pentanomial([2.5])


@pytest.mark.parametrize("difference", [-300, -20, 0, 100, 470])
def test_elo_and_the_expected_share_undo_each_other(difference: float) -> None:
    assert elo(expected(difference)) == pytest.approx(difference)


def test_the_interval_of_a_long_match_is_the_normal_one() -> None:
    found = in_elo(score(LONG))
    assert found.value == pytest.approx(0.90298, abs=1e-5)
    assert (found.high - found.low) / 2 == pytest.approx(0.66253, abs=1e-3)


def test_pairs_tell_more_than_games_where_one_seat_is_favored() -> None:
    by_pairs = score((0, 4, 42, 4, 0))
    by_games = score((50, 0, 50))
    assert by_pairs.high - by_pairs.low < by_games.high - by_games.low


def test_a_short_match_is_never_certain() -> None:
    won = score((0, 0, 0, 0, 5))
    assert won.value == 1
    assert 0.5 < won.low < 0.7
    assert won.high == 1
    assert in_elo(won).high == math.inf
    drawn = score((0, 0, 10, 0, 0))
    assert drawn.low < 0.47 < 0.53 < drawn.high


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(5)
    chances, truth = (0.05, 0.1, 0.45, 0.2, 0.2), 0.05 * 0 + 0.1 * 0.25 + 0.45 * 0.5 + 0.2 * 0.75 + 0.2
    inside = 0
    for _ in range(2000):
        counts = [0] * 5
        for outcome in rng.choices(range(5), chances, k=12):
            counts[outcome] += 1
        inside += score(counts).low <= truth <= score(counts).high
    assert 0.93 < inside / 2000 < 0.98


def test_a_mean_has_the_interval_of_student() -> None:
    found = statistics.mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    # 3.182 standard errors, by the tables for three degrees of freedom
    assert found.high - 2.5 == pytest.approx(3.182 * math.sqrt(5 / 3) / 2, rel=0.005)
    assert statistics.mean([3.0]).high == math.inf
    assert math.isnan(statistics.mean([]).value)


# --- the sequential test, against the calculator of Fishtest (LLRcalc.LLR_logistic) --------------------------------
@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "ratio"),
    [
        (0.2, 0.9, LONG, 2.16254),
        (-3, 1, (10789, 19328, 33806, 19402, 10543), 2.13107),
        (0, 5, (1187, 7410, 13475, 7378, 1164), -18.87747),
        (0, 50, (3, 4, 20, 9, 8), 1.96755),
        (0, 50, (0, 1, 4, 2, 5), 1.60206),
        (0, 50, (0, 0, 0, 0, 6), 0.80180),
    ],
)
def test_the_likelihood_ratio_is_that_of_fishtest(
    elo0: float, elo1: float, counts: statistics.Pentanomial, ratio: float
) -> None:
    assert log_likelihood_ratio(elo0, elo1, counts) == pytest.approx(ratio, abs=1e-4)


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_the_verdict_comes_when_it_is_clear() -> None:
    test = Sprt(0, 50)
    assert test.verdict((0, 0, 0, 0, 0)) == ""
    assert test.verdict((1, 2, 5, 2, 2)) == ""
    assert test.verdict((0, 2, 20, 20, 30)) == "elo1"
    assert test.verdict((30, 20, 20, 2, 0)) == "elo0"


@pytest.mark.slow
def test_wrong_verdicts_are_as_rare_as_was_asked_for() -> None:
    rng = random.Random(9)
    accepted = 0
    for _ in range(150):
        counts = [0] * 5
        verdict = ""
        while not verdict:
            for outcome in rng.choices(range(5), (0.1, 0.2, 0.4, 0.2, 0.1), k=4):
                counts[outcome] += 1
            verdict = Sprt(0, 60).verdict(pentanomial([n / 2 for n in range(5) for _ in range(counts[n])]))
        accepted += verdict == "elo1"
    assert accepted / 150 < 0.1
