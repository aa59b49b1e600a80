"""A run of `noretreat fuzz` that can be interrupted: a finished game is a line of a file, and is not played again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from noretreat.checks.fuzz_plan import Plan
from noretreat.checks.fuzz_report import Played
from noretreat.checks.seen import Seen


class OtherRunError(Exception):
    """The file of games played earlier was begun by another command."""


class _Line(msgspec.Struct):
    """The kept record of one game."""

    number: int
    ending: str
    turn: int
    actions: int
    seconds: float
    failure: str
    kinds: dict[str, int]
    cards: list[tuple[int, int, int]]
    """Side, card, how often its event happened."""
    records: list[str]


def read(path: Path, command: str, plans: list[Plan]) -> list[Played]:
    """The finished games of an interrupted run; none where the file does not exist.

    Raises `OtherRunError` if the file was begun by another command. A last line that was cut off is left out.
    """
    if not path.is_file():
        return []
    head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    if head != command:
        raise OtherRunError(f"{path} belongs to another run: {head}")
    by_number = {plan.number: plan for plan in plans}
    found: dict[int, Played] = {}
    for text in lines:
        try:
            line = msgspec.json.decode(text, type=_Line)
        except msgspec.DecodeError:
            continue
        if line.number in by_number:
            found[line.number] = _played(line, by_number[line.number])
    return list(found.values())


def begin(path: Path, command: str) -> None:
    """Makes the file of a new run, whose first line is its command; a file that exists stays as it is."""
    if not path.exists():
        path.write_text(f"{command}\n", encoding="utf-8", newline="\n")


def keep(path: Path, played: Played) -> None:
    """Adds a finished game; a line that was cut off before it is closed."""
    seen = played.seen
    line = _Line(
        number=played.plan.number,
        ending=played.ending,
        turn=played.turn,
        actions=played.actions,
        seconds=played.seconds,
        failure=played.failure,
        kinds=dict(seen.kinds),
        cards=[(side, card, times) for (side, card), times in seen.cards.items()],
        records=sorted(seen.records),
    )
    whole = path.read_bytes()[-1:] in (b"", b"\n")
    with path.open("ab") as file:
        file.write((b"" if whole else b"\n") + msgspec.json.encode(line) + b"\n")


def _played(line: _Line, plan: Plan) -> Played:
    """The result of the game that a line tells of."""
    seen = Seen()
    seen.kinds = Counter(line.kinds)
    seen.cards = Counter({(side, card): times for side, card, times in line.cards})
    seen.records = set(line.records)
    return Played(plan, line.ending, line.turn, line.actions, line.seconds, seen, line.failure)
