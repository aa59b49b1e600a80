"""Holds the translated books (docs/de/rules.md and so on) against the English: `python tools/translated_pages.py`.

A translated section says the same as the English one if its numbers, rule ids, code, links, rows, items and boxes are
the same; whether the sentences are, a reader has to tell. Which English a section was translated from is noted in
`of.json` beside it, as a digest: a section whose English has changed since is stale, and the page says so above it.
`--read de rules 10.6 10.7` notes that these sections say what the English says now; without numbers, all of the book.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from noretreat.data.languages import TRANSLATED

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
BOOKS: Final = ("rules", "rulings", "glossary")
LANGUAGES: Final = TRANSLATED
"""Each can have books."""
_HEAD: Final = re.compile(r"(#{1,4}) (.*)\n?")
_LINK: Final = re.compile(r"\]\(([^)]+)\)")


@dataclass(frozen=True)
class Section:
    """A part of a book: a heading, and what stands below it up to the next one."""

    id: str
    """Its number; of a heading without one the number before it and its place after it, as in `web/book.ts`."""
    level: int
    title: str
    source: str

    @property
    def body(self) -> str:
        """What stands below the heading."""
        return self.source.partition("\n")[2]

    @property
    def digest(self) -> str:
        """What tells this text from another one, wherever its lines break; `web/book.ts` makes the same."""
        return hashlib.sha256(re.sub(r"\s+", " ", self.source).strip().encode()).hexdigest()[:8]


def sections(text: str) -> list[Section]:
    """A document cut at its headings."""
    found: list[Section] = []
    numbered, after = "", 0
    for part in re.split(r"(?m)^(?=#{1,4} )", text):
        head = _HEAD.match(part)
        if head is None:
            continue
        number = re.match(r"([\dP]+(?:\.\d+)*)\b", head[2])
        numbered, after = (number[1], 0) if number else (numbered, after + 1)
        found.append(Section(number[1] if number else f"{numbered}+{after}", len(head[1]), head[2], part))
    return found


def facts(section: Section) -> dict[str, Counter[str]]:
    """What a translation must have as often as the English, by kind."""
    body = section.body
    # Anchors of this page are made from translated headings; of them only the number is the same.
    links = [re.sub(r"#(\d*).*", r"#\1", re.sub(r"^\.\./", "", link)) for link in _LINK.findall(body)]
    bare = re.sub(r"`[^`]*`", "", _LINK.sub("](", body))
    return {
        "rule ids": Counter(re.findall(r"(?m)^`\[[\w, -]+\]`$", body)),
        "code": Counter(re.findall(r"`([^`]+)`", body)),
        "numbers": Counter(re.findall(r"\d+", bare)),
        "links": Counter(links),
        "cells of tables": Counter({"|": body.count("|")}),
        "items of lists": Counter({"*": len(re.findall(r"(?m)^\s*(?:\*|\d+\.) ", body))}),
        "boxes": Counter({">": len(re.findall(r"(?m)^> \*\*", body))}),
        "paragraphs": Counter({"": len([part for part in re.split(r"\n\s*\n", body) if part.strip()])}),
    }


def differences(english: str, translated: str) -> Iterator[str]:
    """What a translated book has otherwise than the English one."""
    theirs = {section.id: section for section in sections(translated)}
    there = [section for section in sections(english) if section.id in theirs]
    if [section.id for section in there] != list(theirs):
        lost = [name for name in theirs if name not in {section.id for section in there}]
        yield f"sections that the English lacks: {', '.join(lost)}" if lost else "the sections stand in another order"
    for section in there:
        own = theirs[section.id]
        if own.level != section.level:
            yield f"{section.id}: a heading of another level"
        mine = facts(own)
        for kind, wanted in facts(section).items():
            if mine[kind] != wanted:
                lacks, has = wanted - mine[kind], mine[kind] - wanted
                yield f"{section.id}: {kind}: lacks {_told(lacks)}, has {_told(has)} too many"


def _told(which: Counter[str]) -> str:
    return ", ".join(f"{name} ({n})" if n > 1 else name for name, n in which.items()) or "nothing"


def stale(english: str, translated: str, of: dict[str, str]) -> list[str]:
    """The sections whose English is no longer the one that was translated."""
    there = {section.id for section in sections(translated)}
    return [one.id for one in sections(english) if one.id in there and of.get(one.id) != one.digest]


def noted(language: str) -> dict[str, dict[str, str]]:
    """The digests that a language has noted, by book and section."""
    path = DOCS / language / "of.json"
    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def note(language: str, book: str, which: Iterable[str] = ()) -> None:
    """Notes that sections of a translated book, or all that it has, say what the English says now."""
    english, translated = _texts(language, book)
    there, chosen = {section.id for section in sections(translated)}, set(which)
    known = noted(language)
    now = {
        one.id: one.digest if not chosen or one.id in chosen else known.get(book, {}).get(one.id, "")
        for one in sections(english)
        if one.id in there
    }
    path = DOCS / language / "of.json"
    path.write_text(json.dumps({**known, book: now}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _texts(language: str, book: str) -> tuple[str, str]:
    """A book in English and in another language; empty where there is none."""
    own = DOCS / language / f"{book}.md"
    english = (DOCS / f"{book}.md").read_text(encoding="utf-8")
    return english, own.read_text(encoding="utf-8") if own.exists() else ""


def faults() -> list[str]:
    """A line for each difference in form."""
    return [
        f"docs/{language}/{book}.md: {line}"
        for language in LANGUAGES
        for book in BOOKS
        for line in differences(*_texts(language, book))
    ]


def stale_sections() -> list[str]:
    """A line for each book of a language that has stale sections."""
    lines = []
    for language in LANGUAGES:
        of = noted(language)
        for book in BOOKS:
            if found := stale(*_texts(language, book), of.get(book, {})):
                lines.append(f"docs/{language}/{book}.md: English has changed: {', '.join(found)}")
    return lines


def main() -> int:
    """Prints what is not in order, or notes what has been read; 1 if something is not in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--read", nargs="+", metavar=("LANGUAGE", "BOOK"), help="a language, a book, and sections")
    read = parser.parse_args().read
    if read:
        if len(read) < 2 or read[0] not in LANGUAGES or read[1] not in BOOKS:
            parser.error(f"--read takes one of {', '.join(LANGUAGES)}, then one of {', '.join(BOOKS)}, then sections")
        note(read[0], read[1], read[2:])
    lines = faults() + stale_sections()
    print("\n".join(lines) or "The translated books are in order.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
