"""The statistics of a match: scores and Elo by pairs, sequential tests, margins (95% intervals throughout).

The unit is a pair: the same seed played twice with the seats changed. A pair brings 0, 1/2, 1, 3/2 or 2 points, and how
often each came is the *pentanomial* of a match. Its variance, not that of single games, says how certain the score is:
where one seat nearly always wins, pairs hardly differ, and a few of them say a lot. The sequential test is the
generalized sequential probability ratio test for that multinomial, the one used for chess engines (van den Bergh's
notes for Fishtest).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

Pentanomial = tuple[int, int, int, int, int]
"""The numbers of pairs that brought 0, 1/2, 1, 3/2 and 2 points."""
LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_PRIOR: Final = 0.2
"""The prior count of each outcome of a pair, so that a few pairs that all went the same way
do not look certain: one pair in all."""
_TRACE: Final = 1e-3
"""The count, in the sequential test, of an outcome that never came."""


class Estimate(NamedTuple):
    """A figure and its interval; all of them nan when nothing was measured."""

    value: float
    low: float
    high: float


NOTHING: Final = Estimate(math.nan, math.nan, math.nan)


def pentanomial(pairs: Sequence[float]) -> Pentanomial:
    """The counts of pairs by their points, 0 to 2 in halves; raises `ValueError` for other points."""
    counts = [0] * 5
    for points in pairs:
        if points * 2 not in range(5):
            raise ValueError(f"a pair cannot bring {points} points")
        counts[int(points * 2)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def score(counts: Sequence[int]) -> Estimate:
    """The share of points won, 0 to 1, from counts of equally spaced outcomes: a pentanomial, or (lost, drawn, won).

    The interval is Wilson's for the number of single games that would give the same certainty.
    """
    number = sum(counts)
    if not number:
        return NOTHING
    values = [index / (len(counts) - 1) for index in range(len(counts))]
    mean = _mean(values, counts) / number
    prior = [count + 5 * _PRIOR / len(counts) for count in counts]
    center = _mean(values, prior) / sum(prior)
    variance = sum(weight * (value - center) ** 2 for value, weight in zip(values, prior, strict=True)) / sum(prior)
    return wilson(mean, number * center * (1 - center) / variance)


def wilson(share: float, games: float) -> Estimate:
    """A share won in this many games, with Wilson's interval."""
    square = _Z * _Z / games
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
    low, high = (0.0 if share == 0 else middle - half), (1.0 if share == 1 else middle + half)
    return Estimate(share, low, high)


def elo(share: float) -> float:
    """The difference in Elo at which this share of the points is expected; infinite at 0 and 1.

    >>> round(elo(0.64)), round(elo(0.76)), round(elo(0.10)), elo(1.0)
    (100, 200, -382, inf)
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def expected(difference: float) -> float:
    """The share of the points expected at a difference in Elo.

    >>> round(expected(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-difference / 400))


def in_elo(share: Estimate) -> Estimate:
    """A share of the points and its interval, in Elo."""
    return NOTHING if math.isnan(share.value) else Estimate(elo(share.value), elo(share.low), elo(share.high))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of the results of pairs, with Student's interval (infinite for one value)."""
    if not values:
        return NOTHING
    middle = fmean(values)
    if len(values) == 1:
        return Estimate(middle, -math.inf, math.inf)
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(middle, middle - half, middle + half)


def student(freedom: int) -> float:
    """The half-width of a mean's interval in standard errors, with this many degrees of freedom (at least 1).

    Exact for one and two, Fisher's expansion beyond (to 0.5% at three, better after).

    >>> [round(student(freedom), 2) for freedom in (1, 2, 5, 10, 30)]
    [12.71, 4.3, 2.57, 2.23, 2.04]
    """
    if freedom == 1:
        return math.tan(math.pi * LEVEL / 2)
    if freedom == 2:
        return 2 * LEVEL / 2 * math.sqrt(2 / (1 - LEVEL**2))
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


# --- the sequential test ------------------------------------------------------------------------------------
class Sprt(NamedTuple):
    """A sequential test of `elo1` (accepted at the upper bound) against `elo0` (at the lower bound)."""

    elo0: float
    elo1: float
    error: float = 0.05
    """The chance of either wrong verdict."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which there is a verdict."""
        bound = math.log((1 - self.error) / self.error)
        return -bound, bound

    def verdict(self, counts: Pentanomial) -> str:
        """Return `elo1`, `elo0`, or nothing as long as the pairs do not tell."""
        ratio = log_likelihood_ratio(self.elo0, self.elo1, counts)
        low, high = self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""


def log_likelihood_ratio(elo0: float, elo1: float, counts: Pentanomial) -> float:
    """The log-likelihood ratio of these pairs: the likeliest distribution with the score of `elo1` against `elo0`'s."""
    if not any(counts):
        return 0.0
    weights = [count or _TRACE for count in counts]
    at0, at1 = (_most_likely(weights, expected(difference)) for difference in (elo0, elo1))
    return sum(weight * math.log(one / zero) for weight, zero, one in zip(weights, at0, at1, strict=True))


def _most_likely(weights: Sequence[float], target: float) -> list[float]:
    """Among distributions over the pair scores whose mean is `target`, the one that makes these counts likeliest.

    It is p / (1 + x (score - target)) for the one x that gives the mean; x is found by halving.
    """
    total = sum(weights)
    gaps = [value - target for value in _SCORES]
    low, high = -1 / gaps[-1], -1 / gaps[0]
    for _ in range(200):
        x = (low + high) / 2
        excess = sum(weight * gap / (1 + x * gap) for weight, gap in zip(weights, gaps, strict=True))
        low, high = (x, high) if excess > 0 else (low, x)
    return [weight / total / (1 + x * gap) for weight, gap in zip(weights, gaps, strict=True)]


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))
