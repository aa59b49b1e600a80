"""The texts that the store takes: the same in SQLite and PostgreSQL, so that every backup goes into either.

PostgreSQL takes no NUL, and neither takes half of a sign (a lone surrogate). In what people write such a thing is never
meant, and refusing it would lose the rest: it is taken out, on whatever way the text has come. In what names something
(an id) it is refused: a name that was cleaned would name another thing.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final

import sqlalchemy as sa

_HALVES: Final = re.compile("[\ud800-\udfff]")
_LOST: Final = "\N{REPLACEMENT CHARACTER}"

_ALIKE: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
"""Letters that are not others with an accent, and are still looked for as those."""


class Unstorable(ValueError):
    """A name holds what no store takes."""


def storable(text: str) -> str:
    """A text as the store takes it: without NUL, and with a sign of replacement for half of one."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else _HALVES.sub(_LOST, text)


def searchable(text: str) -> str:
    """A text as it is looked for: in one case and without accents.

    >>> searchable("Łukasz MÜLLER-Straße"), searchable("Семён")
    ('lukasz muller-strasse', 'семен')
    """
    signs = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in signs if not unicodedata.combining(sign)).casefold().translate(_ALIKE)


def sought_in(name: str) -> str:
    """What a player gave in the stored name of a game, as it is looked for. A code in the place of a name is looked
    for by its scenario.

    >>> sought_in("Łódź 1944"), sought_in('{"code": "name-copy", "args": {"base": "Ours"}}')
    ('lodz 1944', 'ours')
    """
    try:
        found = json.loads(name) if name.startswith(("{", '"')) else name
    except ValueError:
        found = name
    while isinstance(found, dict):
        args = found.get("args")
        found = args.get("base", "") if isinstance(args, dict) else ""
    return searchable(str(found))


class TextColumn(sa.TypeDecorator[str]):
    """A column of text: what no store takes is taken out."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _: object) -> str | None:
        """A value on its way into the store."""
        return None if value is None else storable(value)


class KeyColumn(sa.TypeDecorator[str]):
    """A column of ids: what no store takes is refused, by either."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _: object) -> str | None:
        """A value on its way into the store; raises `Unstorable`."""
        if value is not None and storable(value) != value:
            raise Unstorable
        return value
