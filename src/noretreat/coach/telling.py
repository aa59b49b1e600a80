"""A review as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from noretreat.coach.records import Area, Deed, Figures, Review, TurningPoint
from noretreat.core.board import SIDE_INDEX
from noretreat.core.names import SIDE_NAMES, place_name
from noretreat.data.facts import Side
from noretreat.explain.sentences.telling import scenario_title

WIDTH: Final = 40
MOVES: Final = 8
"""The most moves of a turn that are listed."""


def as_text(review: Review) -> str:
    """The whole review."""
    return "\n".join(_lines(review))


def _lines(review: Review) -> Iterator[str]:
    yield f"{scenario_title(review.scenario)}, {review.rules} rules. {review.outcome}".rstrip()
    if review.note is not None:
        yield review.note.words
    yield ""
    yield "Chances of winning at the start of each player turn (Axis), and what changed them until the next"
    yield f"turn of      Axis  {'':{WIDTH}}   dice deals   Axis Soviet course"
    yield f"{'':{20 + WIDTH}} {'':11} {'play':>6} {'play':>6}"
    for place, point in enumerate(review.curve):
        bar = "#" * round(WIDTH * point.chance)
        over = review.ended and place == len(review.parts)
        when = f"{'at the end':12}" if over else f"{point.turn:4} {_name(point.phasing):7}"
        line = f"{when}{100 * point.chance:4.0f}%  {bar:{WIDTH}}"
        if place < len(review.parts):
            part = review.parts[place]
            line += (
                f"  {_points(part.dice):>5} {_points(part.deals):>5} {_points(part.axis):>6} "
                f"{_points(part.soviet):>6} {_points(part.course):>6}"
            )
        yield line.rstrip()
    yield ""
    yield "All changes are in points of the Axis chance, of 100. Course: what nobody decided and no chance decided."
    yield ""
    yield from _report(review)
    yield ""
    yield "Turning points" if review.turning_points else "No turning points: no decision changed much."
    for number, turning in enumerate(review.turning_points, 1):
        yield from _turning(number, turning)


def _report(review: Review) -> Iterator[str]:
    yield f"{'Report':36}{'Axis':>14}{'Soviet':>14}"
    for (name, axis), (_, soviet) in zip(_cells(review.axis), _cells(review.soviet), strict=True):
        yield f"{name:36}{axis:>14}{soviet:>14}"


def _cells(of: Figures) -> list[tuple[str, str]]:
    """The figures of a side, each with its name."""
    return [
        ("Battles begun", str(of.battles)),
        ("Dice thrown, mean", _dice(of)),
        ("Luck of dice", _points(of.luck_of_dice)),
        ("Luck of deals", _points(of.luck_of_deals)),
        ("Units lost", str(of.lost)),
        ("  to supply", str(of.lost_to_supply)),
        ("  to overstacking", str(of.lost_to_stacking)),
        ("Units shattered", str(of.shattered)),
        ("Cards drawn", str(of.drawn)),
        ("  played as events", str(of.events)),
        ("  paid", str(of.paid)),
        ("  discarded unused", str(of.wasted)),
        *((f"Given away: {area.value}", _points(-of.given[area])) for area in Area),
    ]


def _dice(figures: Figures) -> str:
    number = sum(figures.dice)
    total = sum(face * times for face, times in enumerate(figures.dice, 1))
    return f"{number}, {total / number:.2f}" if number else "0"


def _turning(number: int, point: TurningPoint) -> Iterator[str]:
    whose = f"turn {point.turn}, {_name(point.side)} player turn"
    what = "gave away" if point.gain < 0 else "won"
    yield f"{number}. {whose}: {_name(point.decided)} decisions {what} {100 * abs(point.gain):.0f} points"
    areas = [f"{area.value} {_points(gain)}" for area, gain in point.areas.items() if abs(gain) >= 0.005]
    yield f"   {', '.join([*areas, f'luck {_points(point.luck)}'])}"
    if point.findings and point.gain > 0:
        yield "   Even so:"
    for finding in point.findings:
        yield f"   * {finding.told.words} ({finding.told.rule})"
    for decision in point.decisions:
        yield f"   * {decision.told.words} {_points(decision.gain)}"
    if point.moves:
        yield f"   Moved: {_moves(point.moves)}"
    if point.alternative is not None:
        other = point.alternative
        yield (
            f"   The computer would have gained {100 * other.gain:.0f} points more"
            f" ({100 * other.low:.0f} to {100 * other.high:.0f}, {other.games} imagined games): {_moves(other.moves)}"
        )


def _moves(moves: tuple[Deed, ...]) -> str:
    told = [f"{deed.name} {place_name(deed.frm)} - {place_name(deed.to)}" for deed in moves[:MOVES]]
    more = len(moves) - MOVES
    return "; ".join(told) + (f"; and {more} more" if more > 0 else "")


def _name(side: Side) -> str:
    return SIDE_NAMES[SIDE_INDEX[side]]


def _points(gain: float) -> str:
    """A gain in points of 100."""
    return f"{100 * gain:+.0f}" if abs(gain) >= 0.005 else "0"
