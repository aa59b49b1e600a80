"""The translated books: the sections, numbers, ids, links and boxes of the English; what has gone stale is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools import translated_pages
from tools.translated_pages import DOCS, LANGUAGES, differences, note, sections, stale

ENGLISH = """# Book
Words.

## 1 First
`[SHF-6]`

Two hexes from 1211 ([2](#2-last)), see [rulings.md](rulings.md) and [sets](rule-sets.md).

> **Example.** A box.

## 2 Last
* one
"""
GERMAN = """# Buch
Wörter.

## 1 Erstes
`[SHF-6]`

Zwei Felder von 1211 ([2](#2-letztes)), siehe [rulings.md](rulings.md) und [Sätze](../rule-sets.md).

> **Beispiel.** Ein Kasten.

## 2 Letztes
* eins
"""


def test_the_translated_books_say_as_much_as_the_english() -> None:
    assert translated_pages.faults() == []


def test_a_translation_in_order_has_no_differences() -> None:
    assert list(differences(ENGLISH, GERMAN)) == []
    assert list(differences(ENGLISH, GERMAN.partition("## 2")[0])) == [], (
        "what is not translated yet is read in English"
    )


@pytest.mark.parametrize(
    ("english", "other", "told"),
    [
        ("1211", "1212", "1: numbers: lacks 1211, has 1212 too many"),
        ("`[SHF-6]`", "`[SHF-7]`", "1: rule ids: lacks `[SHF-6]`, has `[SHF-7]` too many"),
        ("../rule-sets.md", "../orders.md", "1: links: lacks rule-sets.md, has orders.md too many"),
        ("#2-letztes", "#1-erstes", "1: links: lacks #2, has #1 too many"),
        ("> **Beispiel.** Ein Kasten.\n", "Ein Kasten.\n", "1: boxes: lacks >, has nothing too many"),
        ("* eins\n", "eins\n", "2: items of lists: lacks *, has nothing too many"),
        ("## 2 Letztes", "### 2 Letztes", "2: a heading of another level"),
        ("## 2 Letztes", "## 3 Letztes", "sections that the English lacks: 3"),
    ],
)
def test_what_differs_is_told(english: str, other: str, told: str) -> None:
    assert told in list(differences(ENGLISH, GERMAN.replace(english, other, 1)))


def test_sections_in_another_order_are_told() -> None:
    head, first, last = re.split(r"(?m)^(?=## )", GERMAN)
    assert list(differences(ENGLISH, head + last + first)) == ["the sections stand in another order"]


def test_a_section_is_stale_once_its_english_says_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translated_pages, "DOCS", tmp_path)
    (tmp_path / "de").mkdir()
    (tmp_path / "rules.md").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "de" / "rules.md").write_text(GERMAN, encoding="utf-8")

    def of() -> dict[str, str]:
        found: dict[str, str] = json.loads((tmp_path / "de" / "of.json").read_text(encoding="utf-8"))["rules"]
        return found

    note("de", "rules")
    assert stale(ENGLISH, GERMAN, of()) == []
    assert stale(ENGLISH.replace("Two hexes", "Two\nhexes"), GERMAN, of()) == [], "only its lines break elsewhere"
    later = ENGLISH.replace("Words", "Some words").replace("* one", "* another")
    assert stale(later, GERMAN, of()) == ["+1", "2"]
    (tmp_path / "rules.md").write_text(later, encoding="utf-8")
    note("de", "rules", ["2"])
    assert stale(later, GERMAN, of()) == ["+1"]


def test_the_page_makes_the_same_of_a_section() -> None:
    """`web/book.test.ts` has the same figure."""
    (section,) = sections("## 1 A\n\none\u00a0two\n")
    assert section.digest == "62ff335a"


def test_the_books_are_of_languages_of_the_page() -> None:
    assert {path.parent.name for path in DOCS.glob("??/*.md")} <= set(LANGUAGES)
