"""Writes docs/examples.md: the worked examples of the sources, the tests that play them, and where we differ.

`EX-…` is an example of a source, `DX-…` a boundary that we drew ourselves. A test names the example in its own name
(`test_ex_mov_2_and_3`) or in its docstring. Run: `python tools/make_docs.py` for all generated documents.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from tools.make_rules_index import ROOT, RULES, Place, cell, sections, texts
from tools.remembered import OfFiles

TARGET = ROOT / "docs" / "examples.md"
TESTS = ROOT / "tests"


class Example(NamedTuple):
    """Section of the rulebook, what the example shows, and what the print has otherwise (with the ruling)."""

    section: str
    shows: str
    differs: str = ""


EXAMPLES: Final = {
    "EX-SUP-1": Example("6.1", "who is in supply round Leningrad: by path, by a neighbor, through the lake, or not"),
    "EX-SUP-2": Example("6.3", "without the Kalinin Front the path to Leningrad is shut, and so is its sea"),
    "EX-SUP-3": Example("6.0", "a side marked first has no zones when the other is checked"),
    "EX-SUP-4": Example("6.3", "lake sides stop zones of control, not supply"),
    "DX-SUP-5": Example("6.1", "three hexes to the edge, four to a city, and not one more"),
    "DX-SUP-6": Example("6.1", "a city needs a way home without a step back; a unit in it traces freely"),
    "DX-SUP-7": Example("6.3", "an empty enemy city in the way blocks by the computer rules only"),
    "DX-SUP-8": Example("11", "who is connected in time survives Removal"),
    "DX-SUP-9": Example(
        "6.1", "an empty city in an enemy zone is no source", "C-13: rule sets differ on placing there"
    ),
    "EX-MOV-1": Example("8.5.2", "out of a zone through forests into another"),
    "EX-MOV-2": Example("8.5.4", "armor follows a friend from zone to zone"),
    "EX-MOV-3": Example("8.5.3", "before the friend stands there it may not"),
    "EX-MOV-4": Example("8.3", "marsh and forest within the limit of Snow"),
    "EX-MOV-5": Example("8.5", "a fort has no zone and stops nobody"),
    "EX-MOV-6": Example("10.5", "fifteen against four is 3:1"),
    "EX-MOV-7": Example("8.5", "the regional side of a fort has a zone, and it cuts supply"),
    "DX-MOV-8": Example("8.2", "what weather and supply leave of a movement allowance; one hex is always possible"),
    "EX-ODD-1": Example("10.5", "twelve against nine is 1:1"),
    "EX-ODD-2": Example("10.5", "fourteen against nine is 3:2"),
    "EX-ODD-3": Example("10.5", "2:1 with three right and one left is 4:1"),
    "EX-ODD-4": Example("10.6.4", "twelve to one is 6:1 before the city takes its column"),
    "EX-ODD-5": Example("10.6", "Stalingrad in Snow, with Shock and frozen rivers"),
    "DX-ODD-6": Example("10.6", "the same in Clear weather, where the rivers count"),
    "DX-ODD-7": Example(
        "10.5", "below 1:3", "C-14: a counterattack by the board rules, a column more by the computer's"
    ),
    "DX-ODD-8": Example("10.5", "rounding at the edges of the columns"),
    "DX-ODD-9": Example("10.6", "the winters of the Axis, by rule set", "C-3"),
    "DX-ODD-10": Example("10.6.3", "one mechanized unit among the defenders spoils the armor column"),
    "EX-CB-1": Example("10.1.2", "a counterblow on the 1st Baltic binds the 4th Army"),
    "EX-CB-2": Example("10.1.2", "none on a fort alone"),
    "EX-CB-3": Example(
        "10.7.3",
        "the attack on Volkhov ends in a CB",
        "the roll is 3; the text rolls 4, which the table calls EX (C-35)",
    ),
    "EX-CB-4": Example("10.7.2", "the attack on the Northwest Front ends in a CA"),
    "EX-CB-5": Example("10.7.2", "the counterattack reads the Soviet table, without terrain"),
    "EX-CB-6": Example("10.1.2", "against a counterblow terrain and rivers do not count"),
    "EX-CB-7": Example("10.7.1", "an exchange costs a brittle front its life"),
    "EX-CB-8": Example("10.7.3", "both markers stay for the Soviet turn"),
    "EX-CB-9": Example("10.7.3", "both hexes must be attacked; with nobody beside it a marker lapses"),
    "EX-CB-10": Example("10.6", "armor and winter count against a counterblow, too"),
    "EX-CMB-1": Example(
        "5.3.5",
        "an event is cancelled",
        "played with another card: by its printed text Maskirovka cannot be played there (C-35)",
    ),
    "EX-CMB-2": Example("10.1", "two targets and a counterblow on Kiev"),
    "EX-CMB-3": Example("5.3", "Gott mit uns stands for the event on top of the discards"),
    "EX-CMB-4": Example("10.7.6", "Bryansk is shattered, tanks advance three hexes and infantry two"),
    "EX-CMB-5": Example("6.4", "Kiev is cut off, which nothing marks before the next check"),
    "EX-CMB-6": Example(
        "10.6", "Odessa behind its rivers", "rolled, not won by a card: the printed Guderian excludes cities (C-35)"
    ),
    "EX-CMB-7": Example("10.7.1", "no retreat from Odessa: destroyed, not surrendered"),
    "EX-CMB-8": Example("10.7.2", "the counterblow on Kiev is answered by a counterattack"),
    "EX-CMB-9": Example(
        "10.7.3", "its CB marks the 6th Army", "the roll is 4; the text rolls 3, which the table calls NE (C-35)"
    ),
    "EX-CMB-10": Example("10.5", "a card rolls the die again; the answer may be declined"),
    "EX-CMB-11": Example("11", "Kiev, cut off through the next turn, surrenders"),
    "EX-VP-1": Example("12.2", "24 points on turn 6 win, 23 do not"),
    "EX-VP-2": Example("12.7", "a city retaken is a point less"),
    "EX-VP-3": Example("12.7.4", "red events, cards and surrendered units in the event points"),
    "EX-VP-4": Example("12.7.4", "red events of the calendar up to turn 10"),
    "EX-VP-5": Example("3.3", "the campaign begins with 12 points"),
    "EX-VP-6": Example("12.2", "27 are too few on turn 12, 28 win"),
    "DX-VP-7": Example("12.10", "the initiative passes: high tide, and the first Soviet test"),
    "DX-VP-8": Example(
        "12.4", "the score at the end of turn 22", "C-42: a tie goes on, or is a draw by the first edition"
    ),
    "DX-VP-9": Example("12.7.4", "six event points are the most", "C-22: not in every rule set"),
    "DX-VP-10": Example(
        "15.6", "what No Surrender costs at the mark and above it", "C-25: after the draw by the computer rules"
    ),
    "DX-VP-11": Example("12.3", "34 Soviet points win at once"),
    "DX-VP-12": Example("13.3", "Blitz and Shock of turn 5"),
    "EX-CARD-1": Example("5.3", "General Staff and Rasputitsa: the later one counts"),
    "EX-CARD-2": Example("14.14", "the weather of the campaign's first autumn and spring"),
    "EX-CARD-3": Example("15.5", "a card with the right symbol reorganizes two units"),
    "EX-CARD-4": Example("5.5", "the deck of 1945"),
    "EX-CARD-5": Example("5.0", "the last card is shuffled with the discards before it is drawn"),
    "EX-CARD-6": Example("5.3.3", "the cross before the initiative passes, the star after it"),
    "EX-ORG-1": Example("7.2.2", "red fronts come back red, from turn 17 brown"),
    "EX-ORG-2": Example("14.9.3", "two lost cadres come back one by one"),
    "EX-ORG-3": Example("14.11", "the Volkssturm falls in place of a retreat"),
    "EX-ORG-4": Example("13.5", "Yugoslavs without room are lost at once", "C-100"),
    "EX-ORG-5": Example("8.4.3", "the third unit of a stack is shattered, or destroyed without supply"),
    "EX-ORG-6": Example("10.8.1", "no second hex out of a forest"),
    "EX-ORG-7": Example("3.3", "Rumanians stay where they are on turn 1", "C-53"),
    "EX-ORG-8": Example("7.5", "what a fort costs, at home and elsewhere", "C-6"),
    "EX-ORG-9": Example("P.4", "orders for attacks", "a table to tick stands in place of orders in words"),
    "EX-ORG-10": Example(
        "10.3.2", "a target and a counterblow in one battle; two targets", "C-10: two targets by the board rules only"
    ),
    "EX-ORG-11": Example("14.1", "a fort that lost its works; a counterblow makes it attack"),
}

_NAME = re.compile(r"(?:^|_)(ex|dx)_([a-z]+)_(\d+(?:_and_\d+)*)(?=_|$)")
_ID = re.compile(r"\b((?:EX|DX)-[A-Z]+)-(\d+)\b")


def named(name: str, text: str = "") -> set[str]:
    """The examples that the name of a test, or a text in it, names."""
    found = {f"{kind}-{number}" for kind, number in _ID.findall(text)}
    for kind, family, numbers in _NAME.findall(name):
        found |= {f"{kind}-{family}-{number}".upper() for number in numbers.split("_and_")}
    return found


def played() -> dict[str, set[Place]]:
    """Example -> the tests that name it, of all test modules but that of the documents."""
    places: dict[str, set[Place]] = {}
    files = OfFiles("examples", naming, "tools/make_examples.py")
    for path in sorted(TESTS.rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        for name, found in files.of(path) if file != "test_docs.py" else ():
            for example in found:
                places.setdefault(example, set()).add(Place(file, name))
    files.keep()
    return places


def naming(path: Path) -> list[tuple[str, list[str]]]:
    """The tests of a module that name examples, each with them."""
    found = ((name, sorted(named(name, text))) for name, text in texts(path) if name.startswith("test_"))
    return [(name, examples) for name, examples in found if examples]


INTRO: Final = textwrap.wrap(
    "The sources of the game explain their rules by worked examples. Each is played by a test that bears its name. "
    "The pictures that belong to them were not at hand, so units are placed so that every number in "
    "the text works out. "
    "*EX* is an example of a source, *DX* a boundary that we drew ourselves. Where the text of an example contradicts "
    "the printed tables or cards, or the editions differ, the last column says what is played "
    "([rulings](rulings.md)). Every cell of both combat tables is tested besides (DAT-1). The examples of our own "
    "[rulebook](rules.md) are played in `tests/test_docs.py`.",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


def build() -> str:
    """The whole document, as Markdown."""
    known = sections(RULES.read_text(encoding="utf-8"))
    tests = played()
    lines = ["<!-- Generated by tools/make_examples.py; do not edit. -->", "# Worked examples", "", *INTRO, ""]
    lines += ["| Example | Section | Shows | Tests | Differs |", "|---|---|---|---|---|"]
    for name, example in EXAMPLES.items():
        cells = (name, known[example.section].link, example.shows, _tests(tests.get(name, ())), example.differs or "–")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _tests(places: Iterable[Place]) -> str:
    return cell(places, "test_") or "–"


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8")
