"""The code behind the screen: from a question on it, and from a line of the log, to the place that makes it.

The words are those of the tables of sentences, the classes are those the kernel knows, and who writes a line of the log
is read from the source. It is a page of the site; `python tools/make_docs.py` leaves it
in `build/pages`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, get_args

import noretreat.cards
import noretreat.game  # noqa: F401  (imports every question)
from noretreat.core import events
from noretreat.core.kernel import FRAMES, Decision
from noretreat.data.load import load_labels
from noretreat.explain.knowledge import view
from noretreat.explain.sentences import asking
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.explain.sentences.telling import HOLE
from noretreat.explain.sentences.wording import LOG

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "build" / "pages" / "where-it-is.md"
PACKAGE = ROOT / "src" / "noretreat"
CLIENT = ROOT / "web" / "src"
CATALOGUES = CLIENT / "i18n" / "en"
EMITTING: Final = ("rules", "cards")
"""Floors whose functions write the log."""


def words(catalogue: str) -> dict[str, str]:
    """Key -> text of one of the client's English catalogues; of a text that counts its most general form."""
    texts = json.loads((CATALOGUES / f"{catalogue}.json").read_text(encoding="utf-8"))
    return {key: plain(text) for key, text in texts.items()}


def plain(text: str | dict[str, str]) -> str:
    """A sentence; of one that counts, the form for one as well as the general form: of the whole, or of some words."""
    whole = text if isinstance(text, str) else " / ".join(dict.fromkeys((text["one"], text["other"])))
    return HOLE.sub(lambda hole: hole[4].replace("one=", "").replace("|other=", "/") if hole[4] else hole[0], whole)


def file_of(kind: type) -> str:
    """The module of a class, as a path."""
    return kind.__module__.removeprefix("noretreat.").replace(".", "/") + ".py"


def questions() -> list[str]:
    """A row for each question: its words, its code, the class that asks it."""
    rows = []
    for kind in FRAMES.values():
        if issubclass(kind, Decision) and kind.CODE:
            said = [plain(one.text) for name, one in PROMPTS.items() if name.partition(".")[0] == kind.CODE]
            rows.append(("<br>".join(said), f"`{kind.CODE}`", f"`{file_of(kind)}`: `{kind.__name__}`"))
    return [f"| {' | '.join(row)} |" for row in sorted(rows)]


def shared() -> list[str]:
    """The sentences that belong to no single question: words, name, and the functions that add them."""
    codes = {kind.CODE for kind in FRAMES.values() if issubclass(kind, Decision)}
    own = [name for name in PROMPTS if name.partition(".")[0] not in codes]
    return [f"* {plain(PROMPTS[name].text)} (`{name}`, {said_by(name)})" for name in own]


def said_by(name: str) -> str:
    """The functions that name a sentence, in whole or by its beginning (`entrain-{price}`)."""
    return ", ".join(place for place, parts in _parts() if any(_names(part, name) for part in parts))


@cache
def _parts() -> list[tuple[str, list[ast.AST]]]:
    """The functions that choose sentences, each with the texts in it."""
    return [
        (
            f"`{'/'.join(module.__name__.split('.')[1:])}.py`: `{node.name}`",
            [part for part in ast.walk(node) if isinstance(part, ast.JoinedStr | ast.Constant)],
        )
        for module in (asking, view)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.FunctionDef)
    ]


def _names(part: ast.AST, name: str) -> bool:
    if isinstance(part, ast.JoinedStr):
        begins = part.values[0]
        return isinstance(begins, ast.Constant) and name.startswith(str(begins.value))
    return isinstance(part, ast.Constant) and part.value == name


def of_the_client() -> list[str]:
    """The texts that stand in the place of a question and come from the client alone: key and words."""
    asked = {f"prompt.{name}" for name in PROMPTS}
    used = (CLIENT / "game" / "prompt.ts").read_text(encoding="utf-8")
    return [f"* {text} (`{key}`)" for key, text in words("prompt").items() if key not in asked and f'"{key}"' in used]


def catalogues() -> list[str]:
    """Folder of the client -> its catalogues, as its `texts.ts` names them."""
    found = []
    for path in sorted(CLIENT.glob("*/texts.ts")):
        names = re.findall(r"`(\w+)\.json`", path.read_text(encoding="utf-8").split("\n", 1)[0])
        found.append(f"* `{path.parent.name}`: {', '.join(f'`{name}.json`' for name in names)}")
    return found


@cache
def emitting() -> tuple[tuple[str, ast.Module], ...]:
    """The modules whose functions write the log, as file and tree."""
    paths = [path for floor in EMITTING for path in sorted((PACKAGE / floor).glob("*.py"))]
    return tuple((path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def emitters() -> dict[str, list[str]]:
    """Event -> the places that make it, as `file: function`."""
    found: dict[str, list[str]] = {}
    for file, tree in emitting():
        for event, function in made_in(tree):
            place = f"`{file}`: `{function}`"
            if place not in found.setdefault(event, []):
                found[event].append(place)
    return found


def made_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (event, function) for each event that a module makes, whatever it calls the module of events."""
    known = {kind.__name__ for kind in get_args(events.Event)}
    for function, member in functions_of(tree):
        for call in ast.walk(member):
            called = call.func if isinstance(call, ast.Call) else None
            event = getattr(called, "attr", getattr(called, "id", ""))
            if event in known:
                yield event, function


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield (name, node) for everything that stands in a module or in one of its classes; methods as Class.method."""
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        for member in members:
            name = getattr(member, "name", "")
            if name:
                yield f"{node.name}.{name}" if isinstance(node, ast.ClassDef) else name, member


def lines_of_the_log() -> list[str]:
    """A row for each event: all its words, its name, and the function that writes it."""
    places = emitters()
    rows = []
    for kind in get_args(events.Event):
        name = kind.__name__
        texts = [
            plain(text) for said, text in LOG.items() if SECOND.get(said.split("-")[0], said.split("-")[0]) == name
        ]
        rows.append(f"| {'<br>'.join(texts)} | `{name}` | {'<br>'.join(places[name])} |")
    return rows


def holes() -> list[str]:
    """A row for each word that fills a hole of a line and is not the rulebook's: its code, and its functions."""
    rows = []
    for label, said in load_labels().items():
        kind, _, code = label.partition("-")
        if kind in ("end", "cause", "shift"):
            rows.append(f"| {plain(said)} | `{code}` | {'<br>'.join(givers().get(code, ()))} |")
    return rows


@cache
def givers() -> dict[str, list[str]]:
    """Code -> the functions of the rules and the cards that name it when they call something or make a pair of it."""
    found: dict[str, list[str]] = {}
    door = ast.parse((PACKAGE / "game.py").read_text(encoding="utf-8"))
    for file, tree in (*emitting(), ("game.py", door)):
        for function, member in functions_of(tree):
            parts = [part for node in ast.walk(member) for part in given(node)]
            codes = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
            for code in codes:
                found.setdefault(code, []).append(f"`{file}`: `{function}`")
    return found


def given(node: ast.AST) -> list[ast.expr]:
    """The parts of a call or a tuple, both ends of a choice among them."""
    parts = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
    return [end for part in parts for end in ((part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,))]


SECOND: Final = {"Counterattack": "BattleBegan", "CityRebuilt": "CityScorched", "UnitSurrendered": "UnitEliminated"}
"""Sentences of an event that are named otherwise -> its kind."""


def paragraph(text: str) -> list[str]:
    """A paragraph in lines of 120."""
    return textwrap.wrap(text, width=120, break_long_words=False, break_on_hyphens=False)


INTRO: Final = paragraph(
    "From what one reads on the screen to the code. For a rule's number see [architecture.md](architecture.md) and "
    "[rules-index.md](rules-index.md), for a card [cards.md](cards.md), for a decision of the rules (D-34) "
    "[decisions.md](decisions.md), for the fields of actions and events "
    "[actions-and-events.md](actions-and-events.md). Files are those of `src/noretreat`, where they do not begin with "
    "`web/`. In the sentences, `{unit:unit}` is a hole that is filled. So look for words that are neither a name nor a "
    "number."
)
QUESTIONS: Final = paragraph(
    "What is being asked is `state.question`, an object of the class named here. What it says, and what that names, is "
    "chosen by `explain/sentences/asking.py` out of the sentences of `prompts.py` beside it; several may follow each "
    "other. English is said by the server, in the browser too; the other languages say `prompt.<name>` of "
    "`web/src/i18n/<language>/prompt.json`. Every question beside its options, and every line of the log, is in "
    "[prompts.md](prompts.md). Why an answer is not among the options is found by `explain/refusals/why_not.py`."
)
NO_QUESTION: Final = paragraph(
    "Who has nothing to answer reads instead that the game is over, that chance decides or that the other side does "
    "(`_prompt` in `explain/knowledge/view.py`), or one of these, from `web/src/game/prompt.ts` and `prompt.json`:"
)
EVENTS: Final = paragraph(
    "Each line is an event of `core/events.py`; the functions named here write it, with `state.emit`. Which sentence "
    "tells it is chosen by `line_of` in `explain/sentences/wording.py` out of its table `LOG`. English is told by the "
    "server, in the browser too; the other languages say `log.<name>` of `web/src/i18n/<language>/log.json`, with the "
    "same holes. "
    "A row with several sentences has several functions, not in the same order; one that nobody writes with its reason "
    "is that of games stored by an earlier version."
)
HOLES: Final = paragraph(
    "Some holes are filled by these words. They stand in `data/labels.toml`; the functions named here give their code."
)
OTHERS: Final = paragraph(
    "Buttons, headings and titles are words of the client: look for them in `web/src/i18n/en`, and then for their key "
    "(`phase.check-title`) in the folder of `web/src` that has the catalogue. What an action is called is put together "
    "in `game/labels.ts` from `words.json`. Refusals are in `data/refusals.toml`, the lines of the information sheets "
    "in `data/information.toml`: look for their code (`no-unit`) in `rules` and `explain`. The catalogues of each "
    "folder, beside the common ones:"
)


def build() -> str:
    """The whole document, as Markdown."""
    lines = ["<!-- Generated by tools/make_where_it_is.py; do not edit. -->", "# Where it is", "", *INTRO, ""]
    lines += ["## From a question on the screen", "", *QUESTIONS, ""]
    lines += ["| Question | Code | Asked by |", "|---|---|---|", *questions(), ""]
    lines += ["Several questions also say, or those say who have nothing to answer:", "", *shared(), ""]
    lines += [*NO_QUESTION, "", *of_the_client(), ""]
    lines += ["## From a line of the log", "", *EVENTS, ""]
    lines += ["| Line | Event | Written by |", "|---|---|---|", *lines_of_the_log(), ""]
    lines += [*HOLES, "", "| Words | Code | Given by |", "|---|---|---|", *holes(), ""]
    lines += ["## From any other words", "", *OTHERS, "", *catalogues()]
    return "\n".join(lines) + "\n"
