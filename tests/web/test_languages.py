"""The whole page in another language: nothing of what a player meets in a few steps is left in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from web.table import WAYS, Table

pytestmark = pytest.mark.browser

ENGLISH = re.compile(
    r"\b(the|and|units?|army|armies|cards?|turns?|your|yours|you|with|within|where|which|there|this|that|from|into|"
    r"supply|supplied|overland|soviets?|axis|north|south|east|clear|snow|mud|points?|none|home|lost|held|"
    r"rule|movement|terrain|defence|city|forest|marsh|arrives|steps|wins|of|not|may|holds|draw|nothing|game|over|event)\b",
    re.IGNORECASE,
)
"""Words that stand in the English texts and in none of the other languages, save in `OWN`."""
OWN = re.compile(
    r"No Retreat!?|English|Page Up|Page Down|Home, End|of The Russian Front|The Russian Front", re.IGNORECASE
)
"""The title of the game, and the names of languages in themselves."""
SHARED = {"fr": re.compile(r"\b(terrain|points?)\b", re.IGNORECASE)}
"""Words of a language that are spelt as in English."""
TEXTS = """() => {
  const found = new Set();
  const add = (text) => text && text.trim() && found.add(text.trim());
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: e } = walk.currentNode;
    if (e && !e.closest('script, style, symbol, .toasts')) add(walk.currentNode.textContent);
  }
  for (const e of document.querySelectorAll('[title], [aria-label], [placeholder]'))
    for (const name of ['title', 'aria-label', 'placeholder']) add(e.getAttribute(name));
  return [...found];
}"""
FRONT = """
turn 3
phase movement axis
unit G1Pz 1107
unit G4 1106
unit S_NW 1207
unit S_W 1304
unit S_CEN 1211
hand axis 1 16 4
"""
CARDS_OF = {
    "unit": "G1Pz",
    "hex": "1211",
    "card": "4",
    "box": "rail",
    "phase": "movement",
    "marker": "target",
    "header": "turn",
}
"""Information cards that are opened."""


def is_english(text: str, language: str) -> bool:
    """Does a text hold an English word that is none of its own language?"""
    own = OWN.sub("", text)
    return bool(ENGLISH.search(SHARED[language].sub("", own) if language in SHARED else own))


def english(mine: Table, language: str) -> Iterator[str]:
    """What is said in English on the page now."""
    return (text for text in mine.page.evaluate(TEXTS) if is_english(text, language))


@pytest.fixture
def speaking(table: Callable[..., Table]) -> Callable[[str], Table]:
    """Opens a page in a language."""

    def open_in(language: str) -> Table:
        mine = table()
        mine.page.add_init_script(f"localStorage.setItem('noretreat.language', '{language}')")
        return mine

    return open_in


@pytest.mark.parametrize("language", ["de", "fr", "pl", "ru"])
def test_a_few_steps_in_another_language(speaking: Callable[[str], Table], language: str) -> None:
    mine = speaking(language)
    page = mine.page
    said: dict[str, set[str]] = {}

    def look(where: str) -> None:
        said[where] = set(english(mine, language))

    page.goto(mine.address)
    page.get_by_test_id("scenario-barbarossa").check()
    look("home")
    mine.shot(f"language-{language}-home")
    mine.set_up(FRONT, "move")
    look("movement")
    for tab in mine.lit("[data-testid^='tab-']"):
        mine.at(tab).click()
        look(tab)
        mine.shot(f"language-{language}-{tab}")
    mine.click("unit-G1Pz")
    page.wait_for_selector(WAYS, state="attached")
    look("unit")
    mine.click("hex-1306")
    toast = mine.at("toasts").locator(".toast").first
    toast.wait_for()
    said["refusal"] = {text for text in [toast.inner_text()] if is_english(text, language)}
    for what, name in CARDS_OF.items():
        page.evaluate(
            """([what, id]) => {
              const e = document.createElement('b');
              e.dataset.info = `${what}:${id}`;
              document.querySelector('[data-testid=tray]').append(e);
              e.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
              e.remove();
            }""",
            [what, name],
        )
        mine.at("info").wait_for()
        look(f"card of {what}")
        page.keyboard.press("Escape")
        mine.at("info").wait_for(state="detached")
    for key, sheet in (("k", "victory-sheet"), ("o", "lab-panel")):
        page.keyboard.press(key)
        mine.at(sheet).wait_for()
        look(sheet)
        page.keyboard.press("Escape" if key == "k" else key)
    for _ in range(4):
        seen = mine.step()
        look(f"{seen.phase} {seen.code}")
    mine.shot(f"language-{language}-game")
    left = {where: texts for where, texts in said.items() if texts}
    assert not left, "\n".join(f"{where}: {text}" for where, texts in left.items() for text in sorted(texts))
