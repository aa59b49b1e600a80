"""The client's catalogues read in Python: a sentence of the server in any language, as a reader sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final

from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.data.languages import CODES
from noretreat.data.load import TONGUES
from noretreat.explain.sentences import tongue
from tools import stale_texts
from tools.check_catalogues import Message, catalogue, served

_TOLD: Final = (
    *("prompt.", "unit.", "place.", "words.side-", "words.result-", "refusal.moment-"),
    *("words.phase-", "words.months-", "label.end-", "people.what-"),
)
"""The texts that a notice tells its question and its game with, beside the titles of cards and scenarios, ..."""
_TOLD_TOO: Final = frozenset(
    f"{catalogue}.{key}"
    for catalogue, keys in {
        "words": ("blitz", "shock"),
        "people": ["propose", "accept", "decline", "clock", "time-out", "minutes", "hours", "days", "days-hours"],
        "home": ("turn", "won", "lost", "over"),
        "common": [
            *("clock-move", "clock-bank", "clock-rest", "help-none", "help-hints", "seen-made", "seen-final"),
            *("set-quick", "set-careful", "set-ask"),
        ],
    }.items()
    for key in keys
)
"""... and single ones."""


@cache
def texts(language: str) -> Mapping[str, Message]:
    """All texts of a language, English where it has no translation yet.

    English has also what the server tells, its sentences as they stand in the source, so that no document waits for
    `prompt.json` or `log.json` to be made first.
    """
    if language == "en":
        return {**catalogue(language), **stale_texts.sentences(), **served()}
    return {**texts("en"), **catalogue(language)}


class Tongue(tongue.Tongue):
    """One language with all its texts, for one position."""

    def __init__(self, language: str, state: State | None = None) -> None:
        backs = () if state is None else [unit for unit, index in BOARD.unit_index.items() if state.face[index]]
        super().__init__(language, texts(language), backs)


def build(language: str) -> str:
    """The texts of a language that the server needs to ask a question in a mail, as a file; else in English."""
    needed = {
        key: text
        for key, text in texts(language).items()
        if key.startswith(_TOLD)
        or key in _TOLD_TOO
        or (key.startswith(("card.", "scenario.")) and key.endswith(".title"))
    }
    return json.dumps(needed, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def files() -> dict[Path, Callable[[], str]]:
    """The files of all languages, and the functions that make their text."""
    return {TONGUES / f"{language}.json": partial(build, language) for language in CODES}
