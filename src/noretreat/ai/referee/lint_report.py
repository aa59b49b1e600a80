"""The findings of the lints in many games: for each player and side, figures per game, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from noretreat.ai.referee.envelope import HIGH_TIDE, HISTORY, Curve, Envelope, envelope
from noretreat.ai.referee.lints import LINTS, Findings, Linter
from noretreat.ai.referee.match import Row, Step, replay
from noretreat.data.facts import Side

OFFERS: Final = 50
"""The number of offers from which an event is examined."""
SELDOM: Final = 0.05
"""An event played in a smaller share of its offers is named."""
CAMPAIGN: Final = "barbarossa"
"""The scenario that is the whole war."""


class Linted(NamedTuple):
    """The findings in one game."""

    players: tuple[str, str]
    """Of the Axis and of the Soviets; nothing where that is not known."""
    campaign: bool
    ending: str
    turn: int
    findings: Findings
    curve: Curve


def lint_row(row: Row, moves: Sequence[int]) -> Linted:
    """A game of a match; raises `ValueError` when its moves do not fit today's rules."""
    players = (row.a, row.b) if row.side == Side.AXIS else (row.b, row.a)
    campaign = row.scenario == CAMPAIGN or row.chosen.campaign
    return lint_steps(players, campaign, replay(row, moves), f"{row.winner} {row.reason}")


def lint_steps(players: tuple[str, str], campaign: bool, steps: Iterable[Step], ending: str = "") -> Linted:
    """A game, given step by step."""
    linter, curve, turn = Linter(), Curve(), 0
    for step in steps:
        linter.watch(*step)
        curve.watch(*step)
        turn = step[2].turn
    return Linted(players, campaign, ending, turn, linter.findings(), curve)


@dataclass(slots=True)
class Tally:
    """The counts for one player with one side, over many games."""

    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    chances: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)

    def add(self, findings: Findings, side: Side) -> None:
        """Adds the findings of a game."""
        index = list(Side).index(side)
        self.games += 1
        self.counts.update({name: count[index] for name, count in findings.counts.items()})
        self.chances.update({name: count[index] for name, count in findings.chances.items()})
        for mine, found in ((self.offered, findings.offered), (self.played, findings.played)):
            mine.update({half: times for half, times in found.items() if half.endswith(side.value)})

    def each(self, name: str) -> float:
        """The mean of a figure per game."""
        return self.counts[name] / self.games

    def share(self, name: str) -> float | None:
        """The share of the times that it could have been done; None where these are not counted."""
        return self.counts[name] / self.chances[name] if self.chances[name] else None

    def seldom(self) -> list[str]:
        """Events that are hardly ever played, with the number of times they were played and offered."""
        found = [half for half, times in self.offered.items() if times >= OFFERS]
        return [
            f"{half} {self.played[half]} of {self.offered[half]}"
            for half in sorted(found, key=lambda half: self.played[half] / self.offered[half])
            if self.played[half] < SELDOM * self.offered[half]
        ]


Tallies = dict[tuple[str, Side], Tally]


def tallies(games: Iterable[Linted]) -> Tallies:
    """The figures of each player as each side."""
    found: Tallies = {}
    for each in games:
        for player, side in zip(each.players, Side, strict=True):
            found.setdefault((player, side), Tally()).add(each.findings, side)
    return dict(sorted(found.items()))


def table(found: Tallies) -> list[list[str]]:
    """The figures as rows of cells: a header, then a row for each lint."""
    head = ["a game", *(f"{player} {side.value}".strip() for player, side in found)]
    games = ["games", *(str(tally.games) for tally in found.values())]
    return [head, games, *([lint.says, *(_cell(tally, lint.name) for tally in found.values())] for lint in LINTS)]


def _cell(tally: Tally, name: str) -> str:
    share = tally.share(name)
    return f"{tally.each(name):.1f}" + ("" if share is None else f" ({100 * share:.0f} %)")


def as_text(games: Sequence[Linted]) -> str:
    """Lints and envelope for people."""
    if not games:
        return "no games"
    found = tallies(games)
    rows = table(found)
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for first, *rest in rows:
        cells = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        lines.append("  ".join([first.ljust(widths[0]), *cells]))
    for (player, side), tally in found.items():
        if seldom := tally.seldom():
            lines.append(f"events that {player or 'the computer'} hardly plays as {side.value}: {', '.join(seldom)}")
    campaigns = [each for each in games if each.campaign]
    if campaigns:
        lines += ["", *envelope_lines(envelope([each.curve for each in campaigns]))]
        lines.append(ends(campaigns))
    return "\n".join(lines)


def envelope_lines(found: Envelope) -> list[str]:
    """The envelope of campaigns, beside history."""
    lines = [f"{found.games} campaigns, Axis city and oil hexes at the end of a turn (what is believable):"]
    for turn, (games, mean, share) in found.at.items():
        low, high = HISTORY[turn]
        lines.append(f"  turn {turn:<2} {mean:4.1f} ({low}-{high}; {100 * share:.0f} % of {games} games)")
    if found.tides:
        low, high = HIGH_TIDE
        share = 100 * found.tides["share"]
        lines.append(f"  high tide on turn {found.tides['median']:g} ({low}-{high}; {share:.0f} % of games)")
    past = found.left.get(12, 0.0)
    lines.append(f"  games that pass turn 12: {100 * past:.0f} %")
    return lines


def ends(games: Sequence[Linted]) -> str:
    """The ways and turns in which games ended."""
    counts = Counter(each.ending for each in games)
    when = {ending: sorted(each.turn for each in games if each.ending == ending) for ending in counts}
    return "  ends: " + "; ".join(
        f"{ending or 'not over'} {times} (turns {', '.join(map(str, when[ending]))})"
        for ending, times in counts.most_common()
    )
