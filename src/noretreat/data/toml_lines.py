"""Finds the line of an entry in a TOML file, so that a problem with it can be shown there.

`tomllib` gives values without positions. This scanner reads text that `tomllib` has already accepted, so it can be
lenient; it only distinguishes strings, comments, brackets and keys.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^,\]}\n#]*")


class LineIndex:
    """Line numbers of all keys and array entries of one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pos = 0
        self._starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self._lines: dict[Path, int] = {(): 1}
        self._tables: dict[Path, int] = {}
        self._scan()

    def line(self, path: Path) -> int:
        """The line of an entry, or of the nearest enclosing one in the file."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def _scan(self) -> None:
        """Scans the whole file."""
        prefix: Path = ()
        self._skip()
        while self._pos < len(self._text):
            if self._text[self._pos] == "[":
                prefix = self._header()
            else:
                self._pair(prefix)
            self._skip()

    def _skip(self) -> None:
        """Skips blanks, commas and comments."""
        match = _BLANK.match(self._text, self._pos)
        if match:
            self._pos = match.end()

    def _mark(self, path: Path) -> None:
        """Records that an entry starts here; the first place counts."""
        self._lines.setdefault(path, bisect_right(self._starts, self._pos))

    def _header(self) -> Path:
        """A table header `[a.b]` or `[[a.b]]`; gives the path of what follows."""
        start, double = self._pos, self._text.startswith("[[", self._pos)
        self._pos += 2 if double else 1
        *outer, last = self._keys()
        path: Path = ()
        for key in outer:
            path = self._inside((*path, key))
        path = (*path, last)
        self._pos, end = start, self._text.index("]", self._pos) + (2 if double else 1)
        self._mark(path)
        if double:
            self._tables[path] = self._tables.get(path, -1) + 1
        path = self._inside(path)
        self._mark(path)
        self._pos = end
        return path

    def _inside(self, path: Path) -> Path:
        """The path itself, or the newest entry where it is an array of tables."""
        return (*path, self._tables[path]) if path in self._tables else path

    def _keys(self) -> list[str]:
        """A dotted key."""
        keys: list[str] = []
        while True:
            self._skip()
            match = _STRING.match(self._text, self._pos) or _BARE.match(self._text, self._pos)
            if not match:
                self._pos += 1
                return [*keys, "?"]
            keys.append(match[0].strip("\"'"))
            self._pos = match.end()
            self._skip()
            if self._text[self._pos : self._pos + 1] != ".":
                return keys
            self._pos += 1

    def _pair(self, prefix: Path) -> None:
        """`key = value`."""
        start = self._pos
        keys = self._keys()
        after, self._pos = self._pos, start
        path = prefix
        for key in keys:
            path = (*path, key)
            self._mark(path)
        self._pos = after
        self._skip()
        self._pos += 1  # the equals sign
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        """Any value; arrays and inline tables are walked into."""
        first = self._text[self._pos : self._pos + 1]
        if first == "[":
            self._array(path)
        elif first == "{":
            self._inline(path)
        else:
            match = _STRING.match(self._text, self._pos) or _PLAIN.match(self._text, self._pos)
            if match:
                self._pos = match.end()

    def _array(self, path: Path) -> None:
        """`[...]`: every entry is marked by its number."""
        self._pos += 1
        self._skip()
        number = 0
        while self._pos < len(self._text) and self._text[self._pos] != "]":
            self._mark((*path, number))
            self._value((*path, number))
            number += 1
            self._skip()
        self._pos += 1

    def _inline(self, path: Path) -> None:
        """`{...}`."""
        self._pos += 1
        self._skip()
        while self._pos < len(self._text) and self._text[self._pos] != "}":
            self._pair(path)
            self._skip()
        self._pos += 1
