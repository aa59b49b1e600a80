"""The index of the rules: from each rule of docs/rules.md to the code that cites it and the tests that name it.

A rule is known by its id (`SHF-6`) and by the section of the rulebook that carries it in brackets (`10.6.3`).
The code cites either in docstrings and comments; tests name the id or the section in name, docstring or comments.
It is a page of the site; `python tools/make_docs.py` leaves it in `build/pages`.
"""

from __future__ import annotations

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from tools.remembered import OfFiles

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "build" / "pages" / "rules-index.md"
RULES = ROOT / "docs" / "rules.md"

FAMILIES: Final = (
    "ADV", "AST", "BAL", "BAT", "CAD", "CPR", "CRD", "DAT", "DET", "EVT", "FX", "HK", "MAP", "MOV", "NET", "NSR", "OPT",
    "ORG", "POS", "RAIL", "REM", "RES", "RET", "SAV", "SEQ", "SET", "SHF", "SIM", "SPU", "STK", "STP", "SUP", "UI",
    "UND", "VIC", "WEA", "WIN", "ZOC",
)  # fmt: skip
UNITS: Final = ("FRT", "REG", "FIN", "GFT", "ALL", "ARM", "MEC", "SSP", "SSG", "SHK", "YUG", "VOL")
"""Rules of the special units: the code writes them alone, in brackets, and we write them as SPU-FRT."""
_FAMILY = "|".join(FAMILIES)
_ID = re.compile(rf"(?<![\w-])(EVT-23b|(?:{_FAMILY})-(?:\d+|GG|OIL|WAR|{'|'.join(UNITS)})(?=[a-z]?\b))")
_RANGE = re.compile(rf"(?<![\w-])({_FAMILY})-(\d+)(?: to |\.\.)(?:\1-)?(\d+)\b")
_NAME = re.compile(rf"(?<!_ex)(?<!_dx)_({_FAMILY.lower()})_(\d+|gg|oil|war|{'|'.join(UNITS).lower()})(?=_|$)")
_TEST = re.compile(r"test_(\d{1,2}_\d{1,2}(?:_\d{1,2})?)_[a-z]")
_UNIT = re.compile(rf"\(([A-Z, ]*\b(?:{'|'.join(UNITS)})\b[A-Z, ]*)\)")
_SECTION = re.compile(r"(?<![\d.:/-])((?:1[0-5]|[1-9])\.\d{1,2}(?:\.\d{1,2})?)(?![\d%]|\.\d)")
_HEADING = re.compile(r"^#+ ((?:\d+|P)(?:\.\d+)*) (.+)$")


class Section(NamedTuple):
    """One numbered section of the rulebook."""

    number: str
    title: str

    @property
    def link(self) -> str:
        """A link to the section, as the usual Markdown viewers name headings."""
        heading = f"{self.number} {self.title}".lower()
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        return f"[{self.number}](rules.md#{anchor})"


class Place(NamedTuple):
    """The place of a citation: a file, and the function, method or class; empty for the module itself."""

    file: str
    name: str


def sections(text: str) -> dict[str, Section]:
    """The numbered sections of the rulebook, in order."""
    found = (_HEADING.match(line) for line in text.splitlines())
    return {match[1]: Section(match[1], match[2]) for match in found if match}


def rules(text: str) -> dict[str, list[str]]:
    """Rule id -> numbers of the sections that carry it in brackets, in the order of the rulebook."""
    carried: dict[str, list[str]] = {}
    number = ""
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading:
            number = heading[1]
        for brackets in re.findall(r"`\[([A-Z][^\]`]*)\]`", line) if number else ():
            for match in _ID.finditer(brackets):
                carried.setdefault(match[0], [])
                if number not in carried[match[0]]:
                    carried[match[0]].append(number)
    return carried


def named(text: str) -> set[str]:
    """All rule ids that a text names, ranges such as `SHF-1 to SHF-4` included."""
    ids = {match[0] for match in _ID.finditer(text)}
    for family, first, last in _RANGE.findall(text):
        ids |= {f"{family}-{number}" for number in range(int(first), int(last) + 1)}
    for group in _UNIT.findall(text):
        ids |= {f"SPU-{unit}" for unit in re.findall(r"[A-Z]+", group) if unit in UNITS}
    return ids


def numbers_in(text: str) -> set[str]:
    """The numbers in a text that may be those of sections of the rulebook."""
    return set(_SECTION.findall(text))


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (name of the innermost definition, text) for every docstring and comment of a module."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    spans = list(_spans(tree, ""))

    def inside(line: int) -> str:
        around = [(last - first, name) for first, last, name in spans if first <= line <= last]
        return min(around)[1] if around else ""

    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield inside(node.lineno), node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield inside(token.start[0]), token.string
    for _, _, name in spans:
        yield name, " ".join(f"{family}-{number}".upper() for family, number in _NAME.findall(f"_{name}"))
        by_section = _TEST.match(name)
        if by_section:
            yield name, by_section[1].replace("_", ".")


@cache
def _files() -> OfFiles:
    return OfFiles("citations", citing, "tools/make_rules_index.py")


def citing(path: Path) -> list[tuple[str, list[str], list[str]]]:
    """What cites rules in a file: its name, their ids, and the numbers that may be those of sections."""
    found = texts(path) if path.suffix == ".py" else client_texts(path)
    cited = ((name, sorted(named(text)), sorted(numbers_in(text))) for name, text in found)
    return [(name, ids, numbers) for name, ids, numbers in cited if ids or numbers]


_REMARK = re.compile(
    r"/\*\*(.*?)\*/\s*(?:(?:export|async|readonly|static|private|function|class|const|let)\s+)*([#\w]+)", re.DOTALL
)
"""In the client: a comment in front of a definition, and the name of it."""


def client_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (name, comment) for every definition of a client file that has a comment in front of it."""
    for comment, name in _REMARK.findall(path.read_text(encoding="utf-8")):
        yield name, comment


def _spans(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
    """Yield (first line, last line, dotted name) of every class and function below a node, decorators included."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}"
            first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
            yield first, child.end_lineno or child.lineno, name
            yield from _spans(child, f"{name}.")
        else:
            yield from _spans(child, prefix)


class Citations:
    """The citations of each rule, and of each section, in the files of a folder."""

    def __init__(self, files: Iterable[Path], base: Path, known: Set[str]) -> None:
        self.rules: dict[str, set[Place]] = {}
        self.sections: dict[str, set[Place]] = {}
        for path in sorted(files):
            file = path.relative_to(base).as_posix()
            for name, ids, numbers in _files().of(path):
                for rule in ids:
                    self.rules.setdefault(rule, set()).add(Place(file, name))
                for section in known & set(numbers):
                    self.sections.setdefault(section, set()).add(Place(file, name))

    def join(self, others: Citations) -> None:
        """Adds the citations of other files."""
        for own, more in ((self.rules, others.rules), (self.sections, others.sections)):
            for what, places in more.items():
                own.setdefault(what, set()).update(places)

    def of_rule(self, rule: str) -> set[Place]:
        """The places that name the rule by its id."""
        return self.rules.get(rule, set())

    def of_sections(self, numbers: Iterable[str]) -> set[Place]:
        """The places that cite one of these sections by number."""
        return set().union(*(self.sections.get(number, set()) for number in numbers))


def cell(places: Iterable[Place], strip: str = "") -> str:
    """Places as the cell of a table: file by file, with the names in it."""
    by_file: dict[str, list[str]] = {}
    for place in sorted(set(places), key=lambda place: (place.file.startswith("ai/"), place)):
        by_file.setdefault(place.file, []).append(place.name.removeprefix(strip))
    parts = []
    for file, names in by_file.items():
        inner = [f"`{name}`" for name in names if name]
        parts.append(f"{file}: {', '.join(inner)}" if inner else f"{file} (module)")
    return "<br>".join(parts)


def _gap(title: str, rules_in_it: list[str], note: str) -> list[str]:
    """One paragraph of the list of gaps."""
    text = ", ".join(rules_in_it) if rules_in_it else "none"
    return [f"* **{title}** ({len(rules_in_it)}): {text}. {note}".rstrip()]


INTRO: Final = textwrap.wrap(
    "From each rule to its section of the [rulebook](rules.md), to the functions whose docstrings or comments "
    "cite it, and to the tests that name it. *By section* are places that cite the section's number and not "
    "the rule's id. A file without a function cites the rule in its own docstring or between its functions. "
    "The index shows what is *cited*; a rule may well be played by code that does not say so, and a citation "
    "proves nothing. Files of the code are in `src/noretreat`, those that begin with `web/` are the client's, those of "
    "the tests are in `tests`.",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


LEFT_OUT: Final = textwrap.wrap(
    "Some numbers are missing here. Accounts, mail and limits of a game server (NET-2, NET-4 to NET-7) are no rules of "
    "the game: [hosting.md](hosting.md) and [security.md](security.md) describe them. A report key (SAV-3) and a "
    "warning for the photosensitive (UI-2) do not exist.",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


NO_RULE: Final = textwrap.wrap(
    "A section whose number stands nowhere above is a heading, or says nothing that a program could do. Functions cite "
    "these by their numbers:",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


def build() -> str:
    """The whole document, as Markdown."""
    text = RULES.read_text(encoding="utf-8")
    known, carried = sections(text), rules(text)
    all_numbers = known.keys()
    package = ROOT / "src" / "noretreat"
    code = Citations(package.rglob("*.py"), package, all_numbers)
    client = ROOT / "web" / "src"
    code.join(Citations([*client.rglob("*.ts"), *client.rglob("*.svelte")], client.parents[1], all_numbers))
    tests = Citations((ROOT / "tests").rglob("test_*.py"), ROOT / "tests", all_numbers)
    tests = _without_itself(tests)
    _files().keep()

    def in_functions(places: Iterable[Place]) -> list[Place]:
        return [place for place in places if place.name]

    no_id = [rule for rule in carried if not in_functions(code.of_rule(rule))]
    by_section = [rule for rule in no_id if in_functions(code.of_sections(carried[rule]))]
    others = [rule for rule in no_id if rule not in by_section]
    by_module = [rule for rule in others if code.of_rule(rule) | code.of_sections(carried[rule])]
    without = [rule for rule in others if rule not in by_module]
    untested = [rule for rule in carried if not tests.of_rule(rule)]
    half_tested = [rule for rule in untested if tests.of_sections(carried[rule])]
    strangers = sorted((set(code.rules) | set(tests.rules)) - set(carried))

    lines = [
        "<!-- Generated by tools/make_rules_index.py; do not edit. -->",
        "# Index of the rules",
        "",
        *INTRO,
        "",
        "## Gaps",
        "",
        *_gap("No code cites it", without, ""),
        *_gap("Cited only by a module as a whole", by_module, "No function says that it is the one."),
        *_gap("Cited only by the number of its section", by_section, ""),
        *_gap("No test names it", [rule for rule in untested if rule not in half_tested], ""),
        *_gap("No test names it, but some cite its section", half_tested, ""),
        *_gap("Cited, but not in the rulebook", strangers, ""),
        "",
        *LEFT_OUT,
        "",
    ]
    chapter = ""
    for rule, numbers in sorted(carried.items(), key=lambda item: list(known).index(item[1][0])):
        if numbers[0].split(".")[0] != chapter:
            chapter = numbers[0].split(".")[0]
            lines += ["", f"## {chapter} {known[chapter].title}", ""]
            lines += ["| Rule | Section | Code | Tests |", "|---|---|---|---|"]
        lines.append("| " + " | ".join(_row(rule, [known[number] for number in numbers], code, tests)) + " |")
    lines += ["", "## Sections without a rule", "", *NO_RULE, ""]
    lines += _by_number([section for section in known.values() if section.number not in chain(*carried.values())], code)
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _by_number(without: list[Section], code: Citations) -> list[str]:
    """A line for each section that carries no rule's id and that functions cite by its number."""
    cited = {section: [place for place in code.of_sections([section.number]) if place.name] for section in without}
    return [f"* {one.link} {one.title}: {cell(places)}" for one, places in cited.items() if places]


def _row(rule: str, where: list[Section], code: Citations, tests: Citations) -> list[str]:
    """The cells of a rule: by id where anything names it, else by section."""
    cells = [rule, ", ".join(section.link for section in where)]
    for citations, strip in ((code, ""), (tests, "test_")):
        places = citations.of_rule(rule)
        further = citations.of_sections(section.number for section in where) - places
        parts = [cell(places, strip)] if places else []
        if further and not any(place.name for place in places):
            parts.append(f"*by section:* {cell(further, strip)}")
        cells.append("<br>".join(parts) or "–")
    return cells


def _without_itself(tests: Citations) -> Citations:
    """The tests of the documents name rules only to test this index."""
    for found in (tests.rules, tests.sections):
        for rule, places in list(found.items()):
            left = {place for place in places if place.file != "test_docs.py"}
            if left:
                found[rule] = left
            else:
                del found[rule]
    return tests
