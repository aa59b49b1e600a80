"""Standings: points and tie-breaks, from the results of the games alone. No storage, no network.

Points are those of games: one for a win, half a point for a draw. A bye of a Swiss tournament counts as a match won,
that of a round-robin as nothing, since everybody has one.

Tie-breaks of a Swiss tournament are Buchholz (the sum of the opponents' points; a bye counts as an opponent with one's
own) and Sonneborn-Berger (of each opponent the points, times the share of the match that was won against him);
of a round-robin Sonneborn-Berger, and then the points from the games among those who are equal. Whoever left a
round-robin before half of the matches does not count, nor does what others have won against him: not everybody has met
him. Who leaves later has lost the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from noretreat.server.tournaments.terms import Form
from noretreat.storage.tournaments import BYE, EntrantRow, FixtureRow


class Meeting(msgspec.Struct):
    """A pairing: what each of its two has scored so far, in half points; `second` is `BYE` for a bye."""

    first: int
    second: int
    games: int = 0
    """Games that are decided, ..."""
    of: int = 0
    """... and games in all."""
    halves: tuple[int, int] = (0, 0)
    played: int = 0
    """Games that were played to their end, or adjudicated."""

    @property
    def over(self) -> bool:
        """True once all of its games are decided."""
        return self.games == self.of


class Score(msgspec.Struct):
    """How an entrant stands; numbers are points, not halves."""

    number: int
    rank: int = 0
    """Equal where everything is; 0 for one who does not count."""
    points: float = 0.0
    buchholz: float = 0.0
    berger: float = 0.0
    """Sonneborn-Berger."""
    direct: float = 0.0
    """Points among those with as many points, where a round-robin looks at them; else 0."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    """Games."""
    annulled: bool = False
    """Left a round-robin too early to count."""


_HALVES = {"first": (2, 0), "second": (0, 2), "draw": (1, 1), "none": (0, 0)}


def meetings(fixtures: Iterable[FixtureRow]) -> dict[tuple[int, int], Meeting]:
    """The pairings by round and board."""
    found: dict[tuple[int, int], Meeting] = {}
    for one in fixtures:
        meeting = found.setdefault((one.round, one.board), Meeting(one.first, one.second))
        meeting.of += 1
        if one.result:
            mine, theirs = _HALVES[one.result]
            meeting.halves = (meeting.halves[0] + mine, meeting.halves[1] + theirs)
            meeting.games += 1
            meeting.played += one.how in ("played", "adjudicated")
    return found


def annulled(form: Form, rounds: int, entrants: Sequence[EntrantRow], met: Iterable[Meeting]) -> set[int]:
    """Those who left a round-robin before half of their matches were played."""
    if form != "robin":
        return set()
    played: dict[int, int] = defaultdict(int)
    for one in met:
        if one.second != BYE and one.over and one.played:
            played[one.first] += 1
            played[one.second] += 1
    matches = len(entrants) - 1 if rounds else 0
    return {one.number for one in entrants if one.gone and 2 * played[one.number] < matches}


def standings(form: Form, rounds: int, entrants: Sequence[EntrantRow], fixtures: Sequence[FixtureRow]) -> list[Score]:
    """The entrants by rank, the best first; those who do not count come last."""
    met = list(meetings(fixtures).values())
    out = annulled(form, rounds, entrants, met)
    counted = [one for one in met if not out & {one.first, one.second}]
    scores = {one.number: Score(one.number, annulled=one.number in out) for one in entrants}
    _add_points(scores, counted)
    halves = {number: Fraction(score.points) for number, score in scores.items()}
    buchholz, berger = _tie_breaks(halves, counted)
    for number, score in scores.items():
        score.buchholz, score.berger = float(buchholz[number]), float(berger[number])
    for one in fixtures:
        if one.second != BYE and one.result in ("first", "second", "draw") and not out & {one.first, one.second}:
            first, second = scores[one.first], scores[one.second]
            if one.result == "draw":
                first.drawn, second.drawn = first.drawn + 1, second.drawn + 1
            else:
                winner, loser = (first, second) if one.result == "first" else (second, first)
                winner.won, loser.lost = winner.won + 1, loser.lost + 1
    if form == "robin":
        _add_direct(scores, counted)
    seeds = {one.number: one.seed or one.number for one in entrants}
    order = sorted(
        scores.values(), key=lambda one: (one.annulled, *(-part for part in _key(form, one)), seeds[one.number])
    )
    for place, score in enumerate(order, 1):
        before = order[place - 2] if place > 1 else None
        same = before is not None and not before.annulled and _key(form, before) == _key(form, score)
        score.rank = 0 if score.annulled else before.rank if same and before else place
    return order


def _key(form: Form, score: Score) -> tuple[float, ...]:
    if form == "robin":
        return score.points, score.berger, score.direct, score.won
    return score.points, score.buchholz, score.berger, score.won


def _add_points(scores: Mapping[int, Score], met: Iterable[Meeting]) -> None:
    for one in met:
        scores[one.first].points += one.halves[0] / 2
        if one.second != BYE:
            scores[one.second].points += one.halves[1] / 2


def _tie_breaks(
    points: Mapping[int, Fraction], met: Iterable[Meeting]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Buchholz and Sonneborn-Berger of everybody."""
    buchholz, berger = dict.fromkeys(points, Fraction()), dict.fromkeys(points, Fraction())
    for one in met:
        if one.second == BYE:
            if one.halves[0]:
                buchholz[one.first] += points[one.first]
                berger[one.first] += points[one.first]
            continue
        if not one.games:
            continue
        for mine, theirs, halves in ((one.first, one.second, one.halves[0]), (one.second, one.first, one.halves[1])):
            buchholz[mine] += points[theirs]
            berger[mine] += points[theirs] * Fraction(halves, 2 * one.of)
    return buchholz, berger


def _add_direct(scores: Mapping[int, Score], met: Sequence[Meeting]) -> None:
    """Adds the points among those whose points and Sonneborn-Berger are the same."""
    groups: dict[tuple[float, float], set[int]] = defaultdict(set)
    for number, score in scores.items():
        groups[score.points, score.berger].add(number)
    for group in groups.values():
        for one in met:
            if len(group) > 1 and {one.first, one.second} <= group:
                scores[one.first].direct += one.halves[0] / 2
                scores[one.second].direct += one.halves[1] / 2
