"""Cleaning texts that people write for others, such as names, talk and reports: invisible characters are removed, and
accents that are piled up over the lines around them.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = "\u200c\u200d"
"""Zero-width, and needed: within words of scripts that join their letters, and between the signs of one picture."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Characters that are invisible."""
_SELECTORS: Final = frozenset(map(chr, [*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)]))
"""Variants of the sign before: invisible, and but for that of pictures (U+FE0F) in no name that is written by hand."""
MOST_MARKS: Final = 3
"""Accents and vowel signs that a letter may bear; written languages need no more."""


def clean(text: str) -> str:
    """A text in one line, without signs that are invisible or turn the direction of what stands beside it; empty if
    nothing would be seen of it.
    """
    seen = "".join(sign for at, sign in enumerate(text) if _is_seen(sign) or _joins(text, at))
    line = " ".join(_unstacked(unicodedata.normalize("NFC", seen)).split())
    return line if any(unicodedata.category(sign)[0] not in "MZC" for sign in line) else ""


def _unstacked(text: str) -> str:
    """A text with no more marks on a letter than `MOST_MARKS`, and with none that has no letter."""
    kept: list[str] = []
    marks = MOST_MARKS
    for sign in text:
        mark = unicodedata.category(sign) in ("Mn", "Me")
        marks = marks + 1 if mark else MOST_MARKS if sign.isspace() else 0
        if not mark or marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def _is_seen(sign: str) -> bool:
    """False for a control character (Cc), a format character (Cf) or a lone surrogate (Cs)."""
    hidden = sign in _BLANK or sign in _SELECTORS
    return sign.isspace() or (not hidden and unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))


def _joins(text: str, at: int) -> bool:
    """True for a character that joins its two neighbors."""
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    letters = all("\u0600" <= sign <= "\u0dff" for sign in (before, after))
    picture = unicodedata.category(before) in ("So", "Sk", "Mn") and unicodedata.category(after) == "So"
    return letters or (picture and text[at] == "\u200d")
