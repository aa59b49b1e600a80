"""Writes all generated documents, and the English of the server's sentences for the client; --check says which are old.

Run: `python tools/make_docs.py`. Long indexes are made for reading alone: they are pages of the site, and this script
leaves them in `build/pages`, outside the repository.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from noretreat.explain.sentences.telling import HoleError  # noqa: E402
from tools import (  # noqa: E402
    make_actions_and_events,
    make_architecture,
    make_cards_table,
    make_commands,
    make_english,
    make_examples,
    make_languages,
    make_opponents,
    make_prompts,
    make_rule_sets,
    make_rules_index,
    make_tensors,
    make_where_it_is,
    make_wire_records,
    measure_scenarios,
    tongue,
)

DOCUMENTS: Final[dict[Path, Callable[[], str]]] = (
    {
        module.TARGET: module.build
        for module in (
            make_actions_and_events,
            make_architecture,
            make_cards_table,
            make_commands,
            make_examples,
            make_opponents,
            make_rule_sets,
            make_tensors,
            make_wire_records,
            measure_scenarios,
        )
    }
    | make_opponents.pictures()
    | make_english.files()
    | tongue.files()
    | make_languages.files()
)
"""Every generated document that the repository keeps, and the function that makes its text."""
INDEXES: Final[dict[Path, Callable[[], str]]] = {
    ROOT / "build" / "pages" / name: module.build
    for name, module in (
        ("prompts.md", make_prompts),
        ("rules-index.md", make_rules_index),
        ("where-it-is.md", make_where_it_is),
    )
}
"""The pages of the site that are made anew each time, and the function that makes their text."""


def stale(path: Path) -> bool:
    """True if this document is missing, or differs from what its generator would write now."""
    return not path.exists() or path.read_text(encoding="utf-8") != DOCUMENTS[path]()


def main() -> int:
    """Writes everything that is out of date; 1 if only asked and anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a document is out of date")
    check = parser.parse_args().check
    try:
        return write_or_tell(check)
    except HoleError as error:
        print(f"{error}. Nothing is written.")
        return 1


def write_or_tell(check: bool) -> int:
    """Writes what is out of date, or only tells it; raises `HoleError` before anything is written."""
    old = [path for path in DOCUMENTS if stale(path)]
    indexes = {path: build() for path, build in INDEXES.items()}
    for path in old:
        print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT).as_posix()}")
        if not check:
            path.write_text(DOCUMENTS[path](), encoding="utf-8", newline="\n")
    for path, text in indexes.items():
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main())
