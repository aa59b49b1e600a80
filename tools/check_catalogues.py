"""Check the client's catalogues of texts in `web/src/i18n`: `python tools/check_catalogues.py [--complete]`.

English is the source. Every other language may hold only keys that English has, with the same holes, and for a text
that counts exactly the plural forms of that language. A text that is not yet translated is shown in English, so that
one who adds a text need not know five languages; `--complete` (before a release) asks for all of them.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "web" / "src" / "i18n"
FORMS = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "fr": {"one", "many", "other"},
    "pl": {"one", "few", "many", "other"},
    "ru": {"one", "few", "many", "other"},
}
"""The plural forms of whole and broken numbers, as the Unicode CLDR has them."""
HOLE = re.compile(r"\{(\w+)\}")
Message = str | dict[str, str]


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice in it is an error, since the first one would be lost."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the key {name} stands twice")
    return dict(pairs)


def catalogue(language: str, folder: Path = CATALOGUES) -> dict[str, Message]:
    """All texts of a language. Raises ValueError for a key that does not begin with the name of its file."""
    texts: dict[str, Message] = {}
    for file in sorted((folder / language).glob("*.json")):
        try:
            found = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)
        except ValueError as error:
            raise ValueError(f"{language}/{file.name}: {error}") from error
        for key in found:
            if not key.startswith(f"{file.stem}."):
                raise ValueError(f"{language}/{file.name}: {key} should begin with {file.stem}.")
        texts.update(found)
    return texts


def holes(message: Message) -> set[str]:
    """The names in braces, of all forms together, less the `n` that forms count by: they may say it as a word."""
    if isinstance(message, str):
        return set(HOLE.findall(message))
    return {name for text in message.values() for name in HOLE.findall(text)} - {"n"}


def faults(language: str, texts: dict[str, Message], source: dict[str, Message]) -> list[str]:
    """What is wrong with the texts of a language, one sentence each."""
    found = []
    for key, text in texts.items():
        where = f"{language}: {key}"
        if not isinstance(text, str) and set(text) != FORMS[language]:
            found.append(f"{where} needs exactly the forms {', '.join(sorted(FORMS[language]))}")
        if key not in source:
            found.append(f"{where} is not a text of the English catalogue")
        elif isinstance(text, str) != isinstance(source[key], str):
            found.append(f"{where} counts in one language and not in the other")
        elif holes(text) != holes(source[key]):
            found.append(f"{where} has the holes {sorted(holes(text))}, English has {sorted(holes(source[key]))}")
    return found


def report(folder: Path = CATALOGUES, *, complete: bool = False) -> list[str]:
    """Everything wrong in all languages; with `complete` also what is not translated."""
    try:
        source = catalogue("en", folder)
        wrong = faults("en", source, source)
        for language in FORMS:
            if language == "en":
                continue
            texts = catalogue(language, folder)
            wrong += faults(language, texts, source)
            if complete:
                wrong += [f"{language}: {key} is not translated" for key in source if key not in texts]
    except ValueError as error:
        return [str(error)]
    return wrong


def main() -> int:
    """Prints what is wrong; 1 when anything is."""
    wrong = report(complete="--complete" in sys.argv[1:])
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
