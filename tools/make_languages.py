"""Writes the table of languages for the client, from `src/noretreat/data/languages.toml`: `python tools/make_docs.py`.

`web/src/i18n/languages.json` has what the page knows of each language, `web/src/search/languages.ts` what it fetches to
search the books in one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from noretreat.data.languages import LANGUAGES

SOURCES: Final = Path(__file__).resolve().parents[1] / "web" / "src"
NAMES: Final = SOURCES / "i18n" / "languages.json"
FETCHED: Final = SOURCES / "search" / "languages.ts"
_HEAD: Final = """\
/** What a search fetches of each language: made by `python tools/make_docs.py` from the table of languages. */
import type { Language } from "../i18n/i18n.svelte";
import type { Outline } from "./books";
import type { Words } from "./words";

type Fetched<T> = Readonly<Record<Language, () => Promise<T>>>;
"""


def names() -> str:
    """The languages by their own names, and of which the long words are taken apart."""
    table = {code: {"name": one.name, "compounds": one.compounds} for code, one in LANGUAGES.items()}
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def fetched() -> str:
    """Outlines of the books, stemmers, and words of players, by language."""
    stemmers = {
        code: f'() => import("{one.stemmer}")' if one.stemmer else "async () => ({ stemmer: (word: string) => word })"
        for code, one in LANGUAGES.items()
    }
    return _HEAD + "".join(
        f"\n/** {what} */\nexport const {name}: Fetched<{kind}> = {{\n"
        + "".join(f"  {code}: {value},\n" for code, value in rows.items())
        + "};\n"
        for what, name, kind, rows in (
            (
                "The outline of the books in each language.",
                "OUTLINES",
                "{ default: Outline }",
                {code: f'() => import("virtual:book/{code}")' for code in LANGUAGES},
            ),
            (
                "What makes the stem of a word; without one a word is its own.",
                "STEMMERS",
                "{ stemmer: (word: string) => string }",
                stemmers,
            ),
            (
                "What players say.",
                "WORDS",
                "{ default: Words }",
                {code: f'() => import("./words/{code}.json")' for code in LANGUAGES},
            ),
        )
    )


def files() -> dict[Path, Callable[[], str]]:
    """The files, and the functions that make their text."""
    return {NAMES: names, FETCHED: fetched}
