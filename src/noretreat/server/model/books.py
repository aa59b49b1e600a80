"""The passages of the books, as the build of the client has cut them (`web/book.ts`): a client names them by their ids,
and their text is looked up here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.server.http.static_files import STATIC

Book: TypeAlias = Literal["rules", "rulings", "glossary", "cards"]
BOOKS: Final = STATIC / "books"


class Passage(msgspec.Struct, frozen=True):
    """A passage of a book, as plain text."""

    book: Book
    id: str
    title: str
    text: str

    @property
    def key(self) -> str:
        """What it is cited by: its own id, with the name of its book where that does not begin with a number."""
        return self.id if self.id[:1].isalnum() else f"{self.book}{self.id}"


Found: TypeAlias = dict[tuple[str, str], Passage]
"""Book and id -> passage."""


class Books:
    """The passages in all languages; a file is read when it is first wanted, and again after a new build."""

    def __init__(self, folder: Path = BOOKS) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[float, Found]] = {}

    def of(self, language: str) -> Found:
        """The passages in a language; none where the client has not been built. It reads a file: not in the loop."""
        file = self._folder / f"{language}.json"
        try:
            changed = file.stat().st_mtime
        except OSError:
            return {}
        kept = self._kept.get(language)
        if kept is None or kept[0] != changed:
            passages = msgspec.json.decode(file.read_bytes(), type=list[Passage])
            kept = self._kept[language] = (changed, {(one.book, one.id): one for one in passages})
        return kept[1]
