"""Writes docs/where-it-is.md: from a question on the screen and from a line of the log to the code behind it.

The words are those of the client's English catalogues, the classes those the kernel knows, and who writes a line of
the log is read from the source. Run: `python tools/make_where_it_is.py`, or `python tools/make_docs.py` for all
generated documents.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import noretreat.cards
import noretreat.game  # noqa: F401  (imports every question)
from noretreat.core import events
from noretreat.core.kernel import FRAMES, Decision

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "noretreat"
CATALOGUES = ROOT / "web" / "src" / "i18n" / "en"
TARGET = ROOT / "docs" / "where-it-is.md"
EMITTING: Final = ("rules", "cards")
"""Floors whose functions write the log."""


def words(catalogue: str) -> dict[str, str]:
    """Key -> text of one of the client's English catalogues; of a text that counts its most general form."""
    texts = json.loads((CATALOGUES / f"{catalogue}.json").read_text(encoding="utf-8"))
    return {key: text if isinstance(text, str) else text["other"] for key, text in texts.items()}


def file_of(kind: type) -> str:
    """The module of a class, as a path."""
    return kind.__module__.removeprefix("noretreat.").replace(".", "/") + ".py"


def sentence(kind: type) -> str:
    """The first sentence of a docstring."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def questions() -> list[str]:
    """A row for each question: its words, its code, the class that asks it."""
    texts = words("prompt")
    found = [kind for kind in FRAMES.values() if issubclass(kind, Decision) and kind.CODE]
    rows = sorted((texts[f"prompt.{kind.CODE}"], kind.CODE, f"`{file_of(kind)}`: `{kind.__name__}`") for kind in found)
    return [f"| {text} | `{code}` | {place} |" for text, code, place in rows]


def emitters() -> dict[str, list[str]]:
    """Event -> the places that make it, as `file: function`."""
    found: dict[str, list[str]] = {}
    for floor in EMITTING:
        for path in sorted((PACKAGE / floor).glob("*.py")):
            file = path.relative_to(PACKAGE).as_posix()
            for event, function in made_in(ast.parse(path.read_text(encoding="utf-8"))):
                place = f"`{file}`: `{function}`"
                if place not in found.setdefault(event, []):
                    found[event].append(place)
    return found


def made_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (event, function) for each event that a module makes, whatever it calls the module of events."""
    known = {kind.__name__ for kind in get_args(events.Event)}
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        for member in members:
            name = getattr(member, "name", "")
            dotted = f"{node.name}.{name}" if isinstance(node, ast.ClassDef) else name
            for call in ast.walk(member):
                called = call.func if isinstance(call, ast.Call) else None
                event = getattr(called, "attr", getattr(called, "id", ""))
                if event in known:
                    yield event, dotted


def lines_of_the_log() -> list[str]:
    """A row for each event: all its words (or what it means, where none are its own), its name, who writes it."""
    texts, places = words("log"), emitters()
    rows = []
    for kind in get_args(events.Event):
        name = kind.__name__
        said = [text for key, text in texts.items() if key == f"log.{name}" or key.startswith(f"log.{name}-")]
        rows.append(f"| {'<br>'.join(said or [sentence(kind)])} | `{name}` | {'<br>'.join(places[name])} |")
    return rows


INTRO: Final = textwrap.wrap(
    "From what one reads on the screen to the code. For a rule's number see [architecture.md](architecture.md) and "
    "[rules-index.md](rules-index.md), for a card [cards.md](cards.md), for a decision of the rules (D-34) "
    "[decisions.md](decisions.md), for the fields of actions and events "
    "[actions-and-events.md](actions-and-events.md). Files are those of `src/noretreat`.",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)
QUESTIONS: Final = textwrap.wrap(
    "The question on top of the stack has a code; its sentence stands in `explain/wording.py` (`PROMPTS`), with names "
    "and numbers in `explain/asking.py`, and for the client in `prompt.json` of `web/src/i18n`. Why an answer is not "
    "among its options is told by `explain/why_not.py`.",
    width=120,
    break_long_words=False,
)
LOG: Final = textwrap.wrap(
    "Each line is an event. Its English for the command line and the server is told by `describe` in "
    "`explain/wording.py`, for the client it stands in `log.json` of `web/src/i18n`; the functions named here "
    "write it.",
    width=120,
    break_long_words=False,
)


def build() -> str:
    """The whole document."""
    lines = ["<!-- Generated by tools/make_where_it_is.py; do not edit. -->", "# Where it is", "", *INTRO, ""]
    lines += ["## From a question on the screen", "", *QUESTIONS, ""]
    lines += ["| Question | Code | Asked by |", "|---|---|---|", *questions(), ""]
    lines += ["## From a line of the log", "", *LOG, ""]
    lines += ["| Line | Event | Written by |", "|---|---|---|", *lines_of_the_log()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8", newline="\n")
