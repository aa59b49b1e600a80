"""The grammar of orders: a text cut into parts, each with a command word, names, and arrows to places (docs/orders.md).

Nothing here knows a position: the reader finds out what names mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from noretreat.orders.names import SHORT_FORMS

VERBS: Final[dict[str, str]] = {
    "add": "add", "advance": "advance", "also": "also", "assign": "add", "attack": "attack", "attacks": "attack",
    "battle": "battle",
    "break up": "exchange", "bring": "place", "cadre": "cadre", "choose": "choose", "counterattack": "counterattack",
    "counterblow": "counterblow", "deal": "deal", "declare": "attack", "decline": "pass", "defer": "defer",
    "detrain": "detrain", "die": "die", "discard": "discard", "done": "done", "end": "done", "entrain": "entrain",
    "exchange": "exchange", "fight": "battle", "go": "move", "hold": "hold", "improve": "improve",
    "lay extension": "lay extension", "lose": "lose", "mark": "mark", "move": "move", "pass": "pass", "pay": "pay",
    "pick": "choose", "place": "place", "play": "play", "ready": "done", "redo": "redo", "reorganise": "reorganize",
    "reorganize": "reorganize", "replace": "replace", "reserve": "reserve", "resign": "resign", "restart": "restart",
    "retreat": "retreat", "shatter": "shatter", "strike back": "counterattack", "support": "support", "undo": "undo",
    "unfortify": "unfortify", "upgrade": "upgrade",
}  # fmt: skip
"""Every command word -> the one it is short or another word for."""
WITH_ARROW: Final = frozenset({"move", "place", "replace", "detrain", "advance", "retreat", "attack"})
"""Command words that an arrow may follow; any other word before an arrow is a name (the Reserve Front)."""
OF_CARDS: Final = frozenset({"discard", "pay", "play"})

_WORD: Final = re.compile(
    r"\s*(" + "|".join(sorted((word.replace(" ", r"\s+") for word in VERBS), key=len, reverse=True)) + r")(?!\w)",
    re.IGNORECASE,
)
_ARROW: Final = re.compile(r"->|→|>|(?<!\w)to(?!\w)", re.IGNORECASE)
_COMMA: Final = re.compile(r"[+,&]|(?<![\w-])and(?![\w-])", re.IGNORECASE)
_ATTACKS: Final = re.compile(r"(?<=\S)\s+(attacks?)(?!\w)", re.IGNORECASE)
"""The word between who attacks and what, as in a sentence."""
_END: Final = re.compile(r"[;\n]|\.(?=\s|$)")
_COMMENT: Final = re.compile(r"#[^\n]*")
_LAST_WORD: Final = re.compile(r"(?:([^\W\d]+)\s+)?(\w+)$")
_FAR: Final = 60
"""The most characters before a full stop that are looked at: two words of a name."""
_SHORTENED: Final = 2
"""The most letters, or digits of an ordinal number, before a full stop that belongs to a name: N. Caucasus, 17. A."""
_AS: Final = re.compile(r"(?<!\w)as(?!\w)", re.IGNORECASE)


class Name(NamedTuple):
    """Some words of an order as typed, and where they begin and end in the text."""

    text: str
    start: int
    end: int


class Part(NamedTuple):
    """One order: `improve 4 A, 6 A`, `17 A > 1006 > 1107`. Objects and goals are names still to be resolved."""

    verb: str
    word: Name
    objects: tuple[Name, ...]
    goals: tuple[tuple[Name, ...], ...]
    mode: Name | None
    start: int
    end: int


def parts(text: str) -> list[Part]:
    """The orders of a text, separated by semicolons, full stops or new lines; empty ones and comments are left out."""
    said = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    return [_part(piece) for piece in _cut(_END, Name(said, 0, len(said)), _ends) if piece.text.strip()]


def _ends(text: str, at: int) -> bool:
    """Does the sign in this place end an order? Not so the full stop of a shortened word (N.) or an ordinal (17. A)."""
    if text[at] != "." or not text[at + 1 :].strip():
        return True
    found = _LAST_WORD.search(text[max(0, at - _FAR) : at])
    if found is None:
        return True
    before, word = found.groups()
    if word.isdigit() and before:
        return True  # Army 17. The number of a hex may stand alone
    return len(word) > _SHORTENED and word.lower() not in SHORT_FORMS


def _cut(at: re.Pattern[str], name: Name, really: Callable[[str, int], bool] = lambda _text, _at: True) -> list[Name]:
    """A text cut at a pattern, where that place really is one to cut at, without the blanks around the pieces."""
    found_at = (found for found in at.finditer(name.text) if really(name.text, found.start()))
    places = [(found.start(), found.end()) for found in found_at]
    starts = [0, *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(name.text)]
    return [_bare(Name(name.text[a:b], name.start + a, name.start + b)) for a, b in zip(starts, ends, strict=True)]


def _bare(name: Name) -> Name:
    left = len(name.text) - len(name.text.lstrip())
    text = name.text.strip()
    return Name(text, name.start + left, name.start + left + len(text))


def _part(piece: Name) -> Part:
    """One order, cut into its parts."""
    sentence = _ATTACKS.search(piece.text)
    if sentence is not None and not _ARROW.search(piece.text):
        return _sentence(piece, sentence)
    first, *rest = _cut(_ARROW, piece)
    verb, word, objects = _verb(first, bool(rest))
    mode = None
    if verb == "play":
        objects, *modes = _cut(_AS, objects)
        mode = modes[0] if modes else None
    listed = _listed(objects, cards=verb in OF_CARDS)
    goals = tuple(tuple(_listed(goal)) for goal in rest)
    return Part(verb, word, tuple(listed), goals, mode, piece.start, piece.end)


def _sentence(piece: Name, found: re.Match[str]) -> Part:
    """`Panzer 1 and Army 17 attack unit West`: the word between stands for the arrow."""
    word = Name(found[1], piece.start + found.start(1), piece.start + found.end(1))
    attackers = _bare(Name(piece.text[: found.start(1)], piece.start, word.start))
    attacked = _bare(Name(piece.text[found.end(1) :], word.end, piece.end))
    return Part("attack", word, tuple(_listed(attackers)), (tuple(_listed(attacked)),), None, piece.start, piece.end)


def _verb(first: Name, arrow: bool) -> tuple[str, Name, Name]:
    """The command word at the beginning, if there is one, and what follows it."""
    none = Name("", first.start, first.start)
    found = _WORD.match(first.text)
    if found is None:
        return "", none, first
    verb = VERBS[" ".join(found[1].lower().split())]
    rest = _bare(Name(first.text[found.end() :], first.start + found.end(), first.end))
    if arrow and (verb not in WITH_ARROW or not rest.text or _COMMA.match(rest.text)):
        return "", none, first
    return verb, Name(found[1], first.start + found.start(1), first.start + found.end(1)), rest


def _listed(name: Name, *, cards: bool = False) -> list[Name]:
    """The names of a list; numbers of cards need only a blank between them."""
    found = []
    for one in _cut(_COMMA, name):
        if cards and re.fullmatch(r"[\d\s]+", one.text):
            found += _cut(re.compile(r"\s+"), one)
        elif one.text:
            found.append(one)
    return found
