"""Cleaning texts that people write for others, such as names, talk and reports: invisible characters are removed."""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = "\u200c\u200d"
"""Zero-width, and needed: within words of scripts that join their letters, and between the signs of one picture."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Characters that are invisible."""


def clean(text: str) -> str:
    """A text in one line, without signs that are invisible or turn the direction of what stands beside it; empty if
    nothing would be seen of it.
    """
    seen = "".join(sign for at, sign in enumerate(text) if _is_seen(sign) or _joins(text, at))
    line = " ".join(seen.split())
    return line if any(unicodedata.category(sign)[0] not in "MZC" for sign in line) else ""


def _is_seen(sign: str) -> bool:
    """False for a control character (Cc), a format character (Cf) or a lone surrogate (Cs)."""
    return sign.isspace() or (sign not in _BLANK and unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))


def _joins(text: str, at: int) -> bool:
    """True for a character that joins its two neighbors."""
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    letters = all("\u0600" <= sign <= "\u0dff" for sign in (before, after))
    picture = unicodedata.category(before) in ("So", "Sk", "Mn") and unicodedata.category(after) == "So"
    return letters or (picture and text[at] == "\u200d")
