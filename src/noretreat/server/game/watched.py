"""What those are told who only watch a game: all of them the same, so it is worked out and packed once a second."""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

import msgspec

from noretreat.data.facts import Side
from noretreat.server.game.match import Match
from noretreat.server.http.responses import HARD
from noretreat.storage.games import GameRow, SeatRow

SHOWN: Final = 1.0
"""Seconds for which spectators are given the same answers; news of the game ends them at once."""
MOST_BYTES: Final = 16 << 20
"""How much memory the answers may take, ..."""
MOST_ANSWERS: Final = 8
"""... and how many of them there are of a game: pages that lag behind ask for more of the log."""


class Answer(msgspec.Struct, frozen=True):
    """An answer as JSON, and packed by gzip."""

    plain: bytes
    packed: bytes

    @property
    def weight(self) -> int:
        """The bytes that it takes up."""
        return len(self.plain) + len(self.packed)


def packed(plain: bytes) -> Answer:
    """An answer, packed for all who are given it."""
    return Answer(plain, gzip.compress(plain, HARD, mtime=0))


class Standing(msgspec.Struct, frozen=True):
    """The game of which answers speak, as it stood in memory."""

    row: GameRow
    said: tuple[str, str, str]
    """What of the row changes in its place."""
    seats: dict[Side, SeatRow]

    def is_that_of(self, match: Match) -> bool:
        """True if nothing has changed in this process since."""
        return self.row is match.row and self.said == _said(match.row) and self.seats == match.seats


def standing_of(match: Match) -> Standing:
    """How a game stands now."""
    return Standing(match.row, _said(match.row), dict(match.seats))


def _said(row: GameRow) -> tuple[str, str, str]:
    return row.name, row.pace, row.bids


class Shown:
    """The answers of one game, from when it was asked for."""

    def __init__(self) -> None:
        self.at = time.monotonic()
        self.standing: Standing | None = None
        self.answers: dict[Hashable, Answer] = {}


class WatchedGames:
    """The answers of the last second, by game."""

    def __init__(self) -> None:
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._weight = 0

    def begun(self, game: str) -> Shown:
        """Where an answer may be kept that is about to be worked out: if news comes meanwhile, nobody finds it."""
        shown = self._young(game)
        if shown is None:
            shown = self._shown[game] = Shown()
        return shown

    def find(self, game: str, match: Match | None, key: Hashable) -> Answer | None:
        """The answer to a spectator of a game that stands in memory as in `match`; None if it is not known."""
        shown = self._young(game)
        if shown is None or match is None or shown.standing is None or not shown.standing.is_that_of(match):
            return None
        return shown.answers.get(key)

    def keep(self, game: str, shown: Shown, match: Match, key: Hashable, answer: Answer) -> None:
        """Keeps an answer, unless something has changed since it was begun."""
        if self._shown.get(game) is not shown:
            return
        standing = standing_of(match)
        if shown.standing != standing or len(shown.answers) >= MOST_ANSWERS:
            self._weight -= sum(one.weight for one in shown.answers.values())
            shown.answers.clear()
        shown.standing, shown.answers[key] = standing, answer
        self._weight += answer.weight
        while self._weight > MOST_BYTES:
            self.forget(next(iter(self._shown)))

    def forget(self, game: str) -> None:
        """There is news of a game."""
        shown = self._shown.pop(game, None)
        if shown is not None:
            self._weight -= sum(one.weight for one in shown.answers.values())

    def _young(self, game: str) -> Shown | None:
        """The answers of a game, if they are young enough; older ones of any game are dropped."""
        while self._shown and next(iter(self._shown.values())).at + SHOWN < time.monotonic():
            self.forget(next(iter(self._shown)))
        return self._shown.get(game)
