"""English in a page that speaks another language: what a page says, and which of its words are none of its own."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import tools.check_catalogues as catalogues
from noretreat.data.languages import TRANSLATED
from noretreat.explain.sentences.telling import HOLE

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from web.table import Table

LANGUAGES = TRANSLATED
TELLING = "ru"
"""The language in which English is looked for: its words cannot be taken for English ones."""
WORD = re.compile(r"[^\W\d_]{3,}")
ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b")
OWN = re.compile(
    r"No Retreat!?|The Russian Front|English|Page Up|Page Down|Home, End|\(End\)|\(Home\)|Content-Type: \S+|"
    r"\bMine\b|\bClassic\b|\bLiving\b|\bDigital\b|\bDeluxe\b|Backspace|https?://\S+|\b[0-9a-f]{32,}\b"
)
"""What stays as it is: titles of the game and of rule sets, languages in themselves, keys, addresses, a name, seeds."""
SAID = """(within) => {
  const found = new Set([document.title]);
  const add = (text) => text && text.trim() && found.add(text.trim());
  const left = 'script, style, symbol, textarea, code, [data-testid=orders-list], [data-testid=rules-chapters] *,'
    + '[data-testid=said], [data-testid=shouted], [data-testid=rules-body]';
  for (const root of document.querySelectorAll(within)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement: e } = walk.currentNode;
      if (e && !e.closest(left)) add(walk.currentNode.textContent);
    }
    for (const e of root.querySelectorAll('[title], [aria-label], [placeholder], [alt]'))
      if (!e.closest(left)) for (const name of ['title', 'aria-label', 'placeholder', 'alt']) add(e.getAttribute(name));
  }
  return [...found];
}"""
"""All texts of some parts of a page, names for screen readers and hints included; not the English words of orders."""


@cache
def english_only(language: str) -> frozenset[str]:
    """The words of the English texts, those of the server's data included, that are no words of a language."""
    english = {**catalogues.catalogue("en"), **catalogues.served()}
    return frozenset(_words(english) - _words(catalogues.catalogue(language)))


def _words(texts: dict[str, catalogues.Message]) -> set[str]:
    forms = (text if isinstance(text, str) else " ".join(text.values()) for text in texts.values())
    return {word.lower() for text in forms for word in WORD.findall(HOLE.sub(" ", text))}


def foreign(text: str, language: str) -> list[str]:
    """The English words of a text that should be in a language."""
    left = OWN.sub(" ", text)
    return ORDINAL.findall(left) + [word for word in WORD.findall(left) if word.lower() in english_only(language)]


def speak(page: Page, language: str) -> None:
    """Lets a page that is open speak a language, as if another page of the browser had chosen it."""
    page.evaluate(
        """(language) => {
          localStorage.setItem('noretreat.language', language);
          dispatchEvent(new StorageEvent('storage', { key: 'noretreat.language', newValue: language }));
        }""",
        language,
    )
    page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)


def english(page: Page, language: str, within: str = "body") -> list[str]:
    """What is said in English on a page now, with the words that give it away."""
    texts: list[str] = page.evaluate(SAID, within or "body")
    return [f"{language}: {text} ({', '.join(words)})" for text in texts if (words := foreign(text, language))]


class Findings(dict[str, list[str]]):
    """Where something is still English, and what."""

    def look(self, mine: Table, where: str, within: str = "body", language: str = TELLING) -> None:
        """Looks at what is shown now."""
        found = english(mine.page, language, within)
        if found:
            self.setdefault(where, []).extend(found)

    def read(self, where: str, text: str, language: str) -> None:
        """Looks at one text."""
        if foreign(text, language):
            self.setdefault(where, []).append(f"{language}: {text}")

    def none(self) -> None:
        """Nothing may have been found."""
        assert not self, "\n".join(f"{where}: {text}" for where, texts in self.items() for text in sorted(set(texts)))


def speaking(table: Table, language: str = TELLING) -> Table:
    """A page whose reader has chosen a language."""
    table.page.add_init_script(f"localStorage.setItem('noretreat.language', '{language}')")
    return table
