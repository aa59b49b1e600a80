"""The report of a match: its rows as figures with their intervals, and as a text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from noretreat.ai.referee import statistics
from noretreat.ai.referee.match import Row
from noretreat.ai.referee.statistics import Estimate, Pentanomial, Sprt
from noretreat.data.facts import Side


@dataclass(frozen=True, slots=True)
class Pace:
    """The time a player took to think, in processor seconds per player turn."""

    mean: float
    """All its thinking, in the enemy's player turns too, divided by the number of its own player turns."""
    median: float
    """The median over the games of each game's median player turn."""
    worst: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of the games of `a` against `b`."""

    games: int
    pairs: Pentanomial
    """The number of whole pairs by the points that `a` won in them."""
    score: Estimate
    """The share of the points that `a` won, over whole pairs."""
    elo: Estimate
    seats: dict[Side, tuple[float, int, Estimate]]
    """For each side that `a` played: points, games, share."""
    hexes: Estimate
    """City and oil hexes that `a` held at the end as the Axis, less those of `b` as the Axis in the other game of the
    pair.
    """
    points: Estimate
    """The difference in victory points, counted in the same way."""
    pace: tuple[Pace, Pace]
    """The pace of `a` and of `b`."""
    endings: Counter[str]
    """Winner and reason of each game."""
    faults: tuple[int, int]
    """Games lost to an illegal move, an exception or time, by `a` and by `b`."""
    broken: int
    """Games without an end, and games broken off by an error in the rules."""


def whole_pairs(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """The pairs of which both games were played: (`a` as the Axis, `a` as the Soviets)."""
    found: dict[tuple[object, ...], dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row.key[:-1], {})[row.side] = row
    return [(pair["axis"], pair["soviet"]) for pair in found.values() if len(pair) == 2]


def standing(rows: Sequence[Row]) -> Standing:
    """The figures of a match from its rows."""
    pairs = whole_pairs(rows)
    counts = statistics.pentanomial([first.score + second.score for first, second in pairs])
    share = statistics.score(counts)
    return Standing(
        games=len(rows),
        pairs=counts,
        score=share,
        elo=statistics.in_elo(share),
        seats={side: _seat([row.score for row in rows if row.side == side]) for side in Side},
        hexes=statistics.mean([float(first.hexes - second.hexes) for first, second in pairs]),
        points=statistics.mean([float(first.points - second.points) for first, second in pairs]),
        pace=(
            _pace([(row.a_seconds, row.a_turns, row.a_median, row.a_worst) for row in rows]),
            _pace([(row.b_seconds, row.b_turns, row.b_median, row.b_worst) for row in rows]),
        ),
        endings=Counter(f"{row.winner} {row.reason}" for row in rows),
        faults=(
            sum(bool(row.fault) and row.score == 0 for row in rows),
            sum(bool(row.fault) and row.score == 1 for row in rows),
        ),
        broken=sum(bool(row.fault) and row.winner == "draw" for row in rows),
    )


def _seat(scores: list[float]) -> tuple[float, int, Estimate]:
    """Points, games and share of one side."""
    lost, drawn, won = (scores.count(value) for value in (0.0, 0.5, 1.0))
    return sum(scores), len(scores), statistics.score((lost, drawn, won))


def _pace(times: list[tuple[float, int, float, float]]) -> Pace:
    """The pace over games: seconds, player turns, median and worst of each."""
    turns = sum(time[1] for time in times)
    if not turns:
        return Pace(0.0, 0.0, 0.0)
    return Pace(
        sum(time[0] for time in times) / turns, median(time[2] for time in times), max(time[3] for time in times)
    )


# --- as text ------------------------------------------------------------------------------------------------
def as_text(title: str, rows: Sequence[Row], names: tuple[str, str], test: Sprt | None = None) -> str:
    """The report as text."""
    found = standing(rows)
    lines = [
        f"{title}: {found.games} games, {sum(found.pairs)} pairs",
        f"  score       {percent(found.score)}   Elo {signed(found.elo, 0)}   pairs {'-'.join(map(str, found.pairs))}",
    ]
    if names[0] == names[1]:
        lines.append(f"  no pairs    {names[0]} plays itself: with the seats changed it would be the same game again")
    for side, (points, games, share) in found.seats.items():
        lines.append(f"  as {side.value:<8} {points:g} of {games}   {percent(share)}")
    lines.append(f"  margin      {signed(found.hexes, 1)} hexes, {signed(found.points, 1)} points a pair")
    if test is not None:
        lines.append(f"  {_tested(test, found.pairs)}")
    for name, pace in zip(names, found.pace, strict=True):
        lines.append(
            f"  seconds     mean {pace.mean:.2f}, median {pace.median:.2f}, worst {pace.worst:.2f}"
            f" a player turn of {name}"
        )
    lines.append("  endings     " + ", ".join(f"{way} {times}" for way, times in found.endings.most_common()))
    if found.broken:
        lines.append(f"  broken off: {found.broken}, counted as draws")
    for name, number in zip(names, found.faults, strict=True):
        if number:
            lines.append(f"  lost by fault: {number} of {name}")
    return "\n".join(lines)


def _tested(test: Sprt, counts: Pentanomial) -> str:
    """The state of a sequential test."""
    ratio = statistics.log_likelihood_ratio(test.elo0, test.elo1, counts)
    low, high = test.bounds
    verdict = test.verdict(counts)
    said = {"elo1": f"at least {test.elo1:+g}", "elo0": f"at most {test.elo0:+g}", "": "open"}[verdict]
    return f"sprt        [{test.elo0:+g}, {test.elo1:+g}]: {said} (ratio {ratio:+.2f} of {low:.2f}..{high:+.2f})"


def percent(share: Estimate) -> str:
    """A share and its interval."""
    if math.isnan(share.value):
        return "-"
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def signed(found: Estimate, digits: int) -> str:
    """A difference and its interval; a bound that is infinite is written `open`."""
    if math.isnan(found.value):
        return "-"
    value, low, high = (_bounded(each, digits) for each in found)
    return f"{value} [{low}, {high}]"


def _bounded(value: float, digits: int) -> str:
    return "open" if math.isinf(value) else f"{round(value, digits) + 0.0:+.{digits}f}"
