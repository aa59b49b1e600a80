"""The kinds of puzzle that train away a mistake found by the coach, or that follow a lesson."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from noretreat.puzzles.records import Kind

OF_FINDINGS: Final = MappingProxyType(
    {
        "walked-into": (Kind.HOLD,),
        "open-city": (Kind.CITY,),
        "not-entered": (Kind.CITY, Kind.TRAP),
        "supply": (Kind.POCKET, Kind.CUT_OFF),
        "overstacked": (Kind.ODDS, Kind.CITY),
        "mark": (Kind.CITY, Kind.HOLD),
        "hand": (Kind.CARD, Kind.COUNTERBLOW),
        "support-kept": (Kind.ODDS, Kind.CARD),
        "counterblow": (Kind.COUNTERBLOW, Kind.RETREAT),
    }
)
"""A finding's kind (`coach/findings.py`) -> the kinds of puzzle that train it, the most useful first."""
OF_LESSONS: Final = MappingProxyType(
    {
        "march": (Kind.HOLD,),
        "pocket": (Kind.CUT_OFF, Kind.POCKET),
        "attack": (Kind.ODDS, Kind.CITY),
        "retreat": (Kind.TRAP, Kind.RETREAT),
        "cards": (Kind.CARD,),
        "counterblow": (Kind.COUNTERBLOW,),
    }
)
"""A lesson's id -> the kinds of puzzle that follow it, the most useful first."""


def puzzles_for(finding_kind: str) -> tuple[Kind, ...]:
    """The kinds of puzzle that train away what the coach has found; empty for a kind of finding without any."""
    return OF_FINDINGS.get(finding_kind, ())


def kinds_after(lesson: str) -> tuple[Kind, ...]:
    """The kinds of puzzle that follow a lesson."""
    return OF_LESSONS.get(lesson, ())


def lessons_before(kind: Kind) -> tuple[str, ...]:
    """The lessons that teach what a kind of puzzle requires."""
    return tuple(lesson for lesson, kinds in OF_LESSONS.items() if kind in kinds)
