"""The answer to a question in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.sentences.telling import Told, tell


class AskAnswer(msgspec.Struct, frozen=True):
    """The answer to a question about a position, in words of the reader's."""

    understood: bool
    kind: str
    """The kind of question it was taken for; empty if it was not understood."""
    lines: tuple[Told, ...]
    """The answer itself first, then why, each with its rule."""
    hexes: tuple[MapId, ...]
    """The hexes that it speaks of, to be lit."""
    units: tuple[UnitId, ...]
    nearly: tuple[str, ...]
    """Questions that may have been meant, in the reader's language; each can be asked as it stands."""


class Answer:
    """An answer while it is being put together."""

    def __init__(self, state: State) -> None:
        self._faces = state.face
        self.lines: list[Told] = []
        self.hexes: dict[MapId, None] = {}
        self.units: dict[UnitId, None] = {}
        self.notes: list[Told] = []
        """What is said after everything else."""

    def say(self, *reasons: Reason | None) -> None:
        """Adds lines, without those that are None or are there already."""
        for reason in reasons:
            if reason is not None:
                self.tell(tell(reason, self._faces))

    def tell(self, *told: Told | None) -> None:
        """Adds lines that are in words already."""
        for one in told:
            if one is not None and all(one.code != line.code or one.args != line.args for line in self.lines):
                self.lines.append(one)

    def note(self, reason: Reason | None) -> None:
        """Adds a line after all others."""
        if reason is not None and all(reason.code != note.code for note in self.notes):
            self.notes.append(tell(reason, self._faces))

    def ruled(self, line: Reason, rule: str) -> None:
        """Adds a line with a rule that its sentence does not name."""
        self.tell(msgspec.structs.replace(tell(line, self._faces), rule=rule))

    def told(self, told: Told, rule: str) -> None:
        """Adds a line that is in words already, with its rule."""
        self.tell(msgspec.structs.replace(told, rule=rule))

    def light(self, hexes: Iterable[str] = (), units: Sequence[str] = ()) -> None:
        """Adds hexes and units to be lit."""
        self.hexes |= dict.fromkeys(hexes)
        self.units |= dict.fromkeys(units)
