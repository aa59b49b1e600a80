"""The words of a question, folded so that accents, cases of letters and ordinal endings make no difference."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

LONGEST: Final = 300
"""The most characters of a question that are read."""
_LETTERS: Final = str.maketrans({"ł": "l", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "’": "'", "ё": "е"})
_ORDINAL: Final = (
    r"(?:st|nd|rd|th|te[rnms]?|e|er|re|eme|[-‑]?(?:я|й|ю|ой|ая|ую|го|му|м|е|х|ей|ej|a|ą|ego|emu|ym|go|ta|tej))"
)
_TOKEN: Final = re.compile(rf"(\d+)({_ORDINAL}(?!\w)|\.(?=\s*[^\W\d]))?|([^\W\d_]+)")


class Word(NamedTuple):
    """One word or number of a question, folded."""

    text: str
    ordinal: bool = False
    """It is a number with an ending: 17th, 17., 17-я."""

    @property
    def is_number(self) -> bool:
        """It is written in digits."""
        return self.text.isdigit()


@lru_cache(8192)
def folded(text: str) -> str:
    """A text in small letters, without accents."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS).replace("й", "\0"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).replace("\0", "й")


@lru_cache(8192)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text in their order; signs between them are left out."""
    found = []
    for number, ending, word in _TOKEN.findall(folded(text[:LONGEST])):
        if number:
            found.append(Word(number[:6], bool(ending)))
        else:
            found.append(Word(word))
    return tuple(found)


def same(typed: str, whole: str, slack: int) -> bool:
    """Is one word a form of the other? It may have one letter more, and lack `slack` of the last ones at most."""
    if typed == whole:
        return True
    if len(whole) < _INFLECTED or typed.isdigit():
        return False
    if slack == 0:
        return len(typed) == len(whole) + 1 and typed.startswith(whole)
    stem = max(_INFLECTED - 1, len(whole) - slack)
    return len(typed) <= len(whole) + slack + 1 and typed[:stem] == whole[:stem]


def one_slip(typed: str, whole: str) -> bool:
    """Is one word the other with a letter too many, too few, another one, or two of them exchanged?

    What differs only at the end is another form, or another word.
    """
    if abs(len(typed) - len(whole)) > 1 or typed[:-1] == whole[: len(typed) - 1] or typed == whole[:-1]:
        return False
    at = next((place for place, (one, two) in enumerate(zip(typed, whole, strict=False)) if one != two), len(typed))
    return (
        typed[at + 1 :] == whole[at + 1 :]
        or typed[at + 1 :] == whole[at:]
        or typed[at:] == whole[at + 1 :]
        or (typed[at + 2 :] == whole[at + 2 :] and typed[at : at + 2] == whole[at : at + 2][::-1])
    )


_INFLECTED: Final = 4
"""The fewest letters of a word whose ending may differ."""
