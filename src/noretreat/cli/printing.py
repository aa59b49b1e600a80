"""Substitutes for letters that the output's encoding lacks (cp1251, ascii): the nearest letters that it has."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from typing import Final

_HANDLER: Final = "noretreat-nearest"
_SIGNS: Final = {
    "–": "-", "—": "-", "−": "-", "→": "->", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "ł": "l", "Ł": "L",
    "ß": "ss", "█": "#",
}  # fmt: skip
"""Signs that do not fall apart into plain ones by themselves, as ü does."""


def print_any_letter() -> None:
    """Make the streams of this process print the nearest substitute for a letter that their encoding lacks."""
    codecs.register_error(_HANDLER, _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Return the substitute for letters that an encoding lacks, and where to go on (`codecs.register_error`)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def plain(letter: str) -> str:
    """A letter in ASCII: without its accents, as the sign next to it, else as its number, as JSON writes it."""
    found = _SIGNS.get(letter) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    if found:
        return found
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
