"""The names in a question: units, places and cards as the page calls them in the reader's language, in any case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from noretreat.ask.vocabulary import Vocabulary, vocabulary
from noretreat.ask.words import Word, same, words
from noretreat.core.board import BOARD
from noretreat.core.names import unit_name
from noretreat.core.state import State
from noretreat.data.load import load_tongue

_HEX: Final = (3, 4)
"""How many digits a hex is written with; a leading 0 may be left out."""


class Alias(NamedTuple):
    """One name of a unit or a place, in folded words."""

    id: str
    words: tuple[str, ...]
    back: bool = False
    """It is the name of the back of a counter."""
    bends: bool = False
    """It is of the reader's language, in which names change their endings."""
    whole: bool = False
    """All its words must be there: it is an id."""


class Named(NamedTuple):
    """A name in a question: where it stands, and the ids that it may mean."""

    kind: str
    """`unit`, `place` or `number`."""
    start: int
    end: int
    ids: tuple[str, ...]


@cache
def aliases(language: str) -> tuple[Alias, ...]:
    """All names of units and places in a language, with those in English and the ids."""
    known = vocabulary(language)
    found: list[Alias] = []
    for tongue in dict.fromkeys((language, "en")):
        for key, name in load_tongue(tongue).items():
            kind, _, rest = key.partition(".")
            thing, _, back = rest.partition(".")
            if (kind == "unit" and tongue != "en") or (kind == "place" and thing in BOARD.node_of):
                found += (
                    Alias(thing, _plain(known, form), back == "back", tongue == language) for form in _forms(name)
                )
    for unit in BOARD.unit_index:
        for face in range(len(BOARD.units[BOARD.unit_index[unit]].faces)):
            found.append(Alias(unit, _plain(known, unit_name(unit, face)), face > 0))
        found.append(Alias(unit, tuple(word.text for word in words(unit)), whole=True))
        found.append(Alias(unit, (unit.lower(),)))
    found += (Alias(thing, _plain(known, name), bends=True) for thing, names in known.names.items() for name in names)
    return tuple(dict.fromkeys(alias for alias in found if alias.words))


def _forms(name: object) -> Iterator[str]:
    if isinstance(name, str):
        yield name
    elif isinstance(name, dict):
        yield from (text for form, text in name.items() if form == "nom")


def _plain(known: Vocabulary, name: str) -> tuple[str, ...]:
    """The words of a name, without those that join its parts, and with short words written in full."""
    return tuple(word.text for word in words(name) if word.text not in known.joining)


@lru_cache(8192)
def _bearing(typed: str, language: str) -> tuple[Alias, ...]:
    """The names that have such a word."""
    known = vocabulary(language)
    return tuple(alias for alias in aliases(language) if _fitting(typed, alias, alias.words, known, after=True))


def _fitting(typed: str, alias: Alias, left: Sequence[str], known: Vocabulary, *, after: bool) -> str | None:
    """The word of a name that is typed: as it is, short, or the first part of a longer one."""
    for word in left:
        if same(typed, word, known.slack if alias.bends else 0):
            return word
    for word in left:
        if _short(typed, word, known, after=after):
            return word
    return _two_in_one(typed, left)


class _Match(NamedTuple):
    end: int
    hits: int
    missing: int


def _match(alias: Alias, at: Sequence[Word], start: int, known: Vocabulary) -> _Match | None:
    """How many words of a name stand here, one after the other in any order; None if too few do."""
    left = list(alias.words)
    place = end = start
    hits = 0
    while place < len(at) and left:
        typed = at[place].text
        if hits and typed in known.joining:
            place += 1
            continue
        fits = _fitting(typed, alias, left, known, after=hits > 0)
        if fits is None:
            break
        left.remove(fits)
        hits += 1
        place += 1
        end = place
    said = [word for word in alias.words if word not in left]
    if not hits or (left and alias.whole) or any(word.isdigit() for word in left):
        return None
    if left and not any(len(word) >= _BEGINNING or word.isdigit() for word in said):
        return None
    own = [word for word in alias.words if not known.is_general(word)]
    if own and not any(word in said for word in own):
        return None
    return _Match(end, hits, len(left))


def _short(typed: str, word: str, known: Vocabulary, *, after: bool) -> bool:
    """Is it a short form: Pz for Panzer, and after a number A for army?"""
    return any(same(word, whole, known.slack) for whole in known.short.get(typed, ()) if after or len(typed) > 1) or (
        len(typed) >= _BEGINNING and word.startswith(typed) and known.is_general(word)
    )


_BEGINNING: Final = 3


def _two_in_one(typed: str, left: Sequence[str]) -> str | None:
    """A word that begins like a longer one of the name: Panzer for Panzerarmee, Süd-Front for Südfront."""
    if len(typed) < _COMPOUND:
        return None
    return next((word for word in left if word.startswith(typed) and len(word) - len(typed) <= _LONGER), None)


_COMPOUND: Final = 5
_LONGER: Final = 6


def find(text: Sequence[Word], language: str, state: State) -> list[Named]:
    """The names in a question from left to right: the longest ones, which do not overlap."""
    known = vocabulary(language)
    found: list[Named] = []
    start = 0
    while start < len(text):
        one = _at(text, start, language, known, state)
        if one is None:
            start += 1
            continue
        found.append(one)
        start = one.end
    return found


def _at(text: Sequence[Word], start: int, language: str, known: Vocabulary, state: State) -> Named | None:
    """The name that begins with this word."""
    word = text[start]
    if word.text in known.joining:
        return None
    if word.is_number and not word.ordinal and len(word.text) in _HEX and word.text.zfill(4) in BOARD.node_of:
        return Named("place", start, start + 1, (word.text.zfill(4),))
    if word.is_number and start and known.counts(text[start - 1].text):
        return Named("number", start, start + 1, (word.text,))
    best: dict[tuple[int, int, int], list[Alias]] = {}
    for alias in _bearing(word.text, language):
        found = _match(alias, text, start, known)
        if found is not None and not (found.hits == 1 and word.text in known.never):
            best.setdefault((found.hits, -found.missing, found.end), []).append(alias)
    if best:
        (_, missing, end), meant = max(best.items(), key=lambda one: one[0])
        ids = _likely(meant, state)
        if not (missing and end == start + 1 and word.is_number and not word.ordinal):
            kind = "unit" if ids[0] in BOARD.unit_index else "place"
            return Named(kind, start, end, tuple(one for one in ids if (one in BOARD.unit_index) == (kind == "unit")))
    return Named("number", start, start + 1, (word.text,)) if word.is_number else None


def _likely(meant: Sequence[Alias], state: State) -> tuple[str, ...]:
    """Of things with the same name those that bear it now and are on the map."""
    ids = dict.fromkeys(alias.id for alias in meant)
    shown = dict.fromkeys(alias.id for alias in meant if _shows(alias, state))
    there = dict.fromkeys(one for one in shown or ids if _on_map(one, state))
    return tuple(there or shown or ids)


def _shows(alias: Alias, state: State) -> bool:
    """Is it a place, or the name of the face that the unit shows?"""
    return alias.id in BOARD.node_of or state.face[BOARD.unit_index[alias.id]] == int(alias.back)


def _on_map(thing: str, state: State) -> bool:
    return thing in BOARD.node_of or state.where[BOARD.unit_index[thing]] >= 0
