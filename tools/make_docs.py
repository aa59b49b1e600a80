"""Writes all generated documents, and the English of the server's sentences for the client; --check says which are old.

Run: `python tools/make_docs.py`. Long indexes are made for reading alone: they are pages of the site, and this script
leaves them in `build/pages`, outside the repository. What cannot have changed since the last run is not made again
(`tools/remembered.py`); `--afresh` makes everything.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from tools.parts import filled  # noqa: E402
from tools.remembered import digest, remembered  # noqa: E402
from tools.without_words import remembered_without_words  # noqa: E402

Makers = dict[Path, Callable[[], str]]
WITH_PARTS: Final = ("make_architecture", "measure_scenarios", "make_wire_records")
"""The modules of `tools` that make parts of pages that are otherwise written by hand."""
WITHOUT_WORDS: Final = ("make_actions_and_events", "make_tensors", "make_opponents", "make_rule_sets", "make_commands")
"""Those that make whole documents without the words of questions and of the log."""
WITH_WORDS: Final = (
    *("make_languages", "make_cards_table", "make_examples", "make_rules_index", "make_where_it_is"),
    *("make_english", "tongue", "make_prompts"),
)
"""The others; what one has read counts for the next, so those that read what changes often come last."""
PAGES: Final = ROOT / "build" / "pages"
"""The place of the indexes: pages of the site, which the repository does not keep."""


def makers(name: str) -> Makers:
    """Each document that a module of `tools` makes, and the function that makes its text."""
    module = import_module(f"tools.{name}")
    made: Makers = module.files() if hasattr(module, "files") else {module.TARGET: module.build}
    return made


def documents() -> Makers:
    """Every generated document that the repository keeps, and the function that makes its text."""
    names = (*WITH_PARTS, *WITHOUT_WORDS, *WITH_WORDS)
    return {path: build for name in names for path, build in makers(name).items() if path.parent != PAGES}


def indexes() -> Makers:
    """The pages of the site that are made here, and the function that makes their text."""
    return {path: build for name in WITH_WORDS for path, build in makers(name).items() if path.parent == PAGES}


def stale(path: Path) -> bool:
    """True if this document is missing, or differs from what its generator would write now."""
    return not path.exists() or path.read_text(encoding="utf-8") != documents()[path]()


def texts(afresh: bool = False) -> dict[Path, str | None]:
    """The documents that are missing or out of date, indexes among them, with their texts.

    Raises whatever stands in the way of one of them. None: it has to be made, which is known to be possible.
    """
    of_parts, others = {}, {}
    for name in WITH_PARTS:
        of_parts[name] = parts(name) if afresh else remembered_without_words(name, partial(parts, name))
    for names, remember in ((WITHOUT_WORDS, remembered_without_words), (WITH_WORDS, remembered)):
        for name in names:
            others[name] = marks(name) if afresh else remember(name, partial(marks, name))
    found: dict[Path, str | None] = {}
    for (
        made
    ) in of_parts.values():  # after the others: their pages are changed by hand, and nothing else is made of them
        path = ROOT / made["target"]
        page = path.read_text(encoding="utf-8")
        text = filled(page, {name: partial(str, part) for name, part in made["parts"].items()})
        if text != page:
            found[path] = text
    for name, made in others.items():
        for file, mark in made.items():
            path = ROOT / file
            if not path.exists() or digest(path.read_text(encoding="utf-8").encode()) != mark:
                found[path] = _made.get(path)
                _late[path] = name
    return found


_made: dict[Path, str] = {}
_late: dict[Path, str] = {}


def parts(name: str) -> dict[str, Any]:
    """The page of a module, and its parts as they should be."""
    module = import_module(f"tools.{name}")
    target = module.TARGET.relative_to(ROOT).as_posix()
    return {"target": target, "parts": {part: make() for part, make in module.PARTS.items()}}


def marks(name: str) -> dict[str, str]:
    """The documents of a module by their paths from the root, each with a mark of the text that it should have."""
    found = makers(name)
    _made.update({path: build() for path, build in found.items()})
    return {path.relative_to(ROOT).as_posix(): digest(_made[path].encode()) for path in found}


def main() -> int:
    """Writes everything that is out of date; 1 if only asked and anything is, or if something cannot be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a document is out of date")
    parser.add_argument("--afresh", action="store_true", help="make everything, whatever was made before")
    asked = parser.parse_args()
    try:
        return write_or_tell(asked.check, asked.afresh)
    except Exception as error:
        if not isinstance(error, known_obstacles()):
            raise
        print(f"{str(error).removesuffix('.')}. Nothing is written.")
        return 1


def write_or_tell(check: bool, afresh: bool = False) -> int:
    """Writes what is out of date, or only tells it; raises before anything is written if something cannot be made."""
    late = texts(afresh)
    if check:
        late = {path: text for path, text in late.items() if path.parent != PAGES}
    else:
        late = {path: makers(_late[path])[path]() if text is None else text for path, text in late.items()}
    for path, text in late.items():
        if path.parent != PAGES:
            print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT).as_posix()}")
        if not check and text is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and late else 0


def known_obstacles() -> tuple[type[Exception], ...]:
    """What is raised where a hole of a sentence cannot be filled, or the data do not fit; it says by itself where."""
    from noretreat.data.load import DataError
    from noretreat.explain.sentences.telling import HoleError

    return HoleError, DataError


if __name__ == "__main__":
    sys.exit(main())
