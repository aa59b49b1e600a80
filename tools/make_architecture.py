"""Writes the generated parts of docs/architecture.md: the picture of the floors, and where each chapter's rules live.

Everything else on the page is written by hand (`tools/parts.py`).
Run: `python -m tools.make_architecture`, or `python tools/make_docs.py` for all generated documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from tools.floors import rests_on, storeys
from tools.parts import filled

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "noretreat"
TARGET = ROOT / "docs" / "architecture.md"

FIRST_LINE: Final = re.compile(
    r'"""(?P<title>[^(:]+) \(chapters? (?P<chapters>[^;)]+)[^)]*\): (?P<says>.+?)\.?(?:""")?$'
)
"""The pattern of the first line of a rules module: its title, its chapters and rules in brackets, and its contents."""


class Module(NamedTuple):
    """A module that says which chapter of the rulebook it holds."""

    file: str
    title: str
    chapters: str
    """As it says itself: `10.2 and 10.3`, `7.1 to 7.5`."""
    says: str

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The chapters it names, as numbers: 10.2 is (10, 2)."""
        return tuple(tuple(map(int, number.split("."))) for number in re.findall(r"\d+(?:\.\d+)*", self.chapters))


def module_of(path: Path) -> Module | None:
    """The chapter that a module's first line names; None if it names none."""
    match = FIRST_LINE.match(path.read_text(encoding="utf-8").split("\n", 1)[0])
    file = path.relative_to(PACKAGE).as_posix()
    return Module(file, match["title"], match["chapters"], match["says"]) if match else None


def modules() -> list[Module]:
    """The modules of core and rules that hold a chapter, in the order of the rulebook."""
    paths = [path for floor in ("core", "rules") for path in sorted((PACKAGE / floor).glob("*.py"))]
    return sorted(filter(None, map(module_of, paths)), key=lambda module: (module.numbers, module.file))


def chapters() -> str:
    """The table from chapters to modules."""
    lines = ["| chapter | module | holds |", "|---|---|---|"]
    lines += [f"| {one.chapters} | `{one.file}` | {one.title}: {one.says} |" for one in modules()]
    return "\n".join(lines)


def floors() -> str:
    """The picture of the floors, the highest on top, each storey with what it stands on."""
    rows = [("   ".join(storey), ", ".join(rests_on(storey[0])) or "nothing") for storey in reversed(storeys())]
    width = max(len(floors) for floors, _ in rows)
    return "\n".join(["```", *(f"{floors.center(width)}   stands on {below}" for floors, below in rows), "```"])


PARTS: Final[dict[str, Callable[[], str]]] = {"floors": floors, "chapters": chapters}
"""The parts that can be made for the page, by the name in their marks."""


def build() -> str:
    """The whole page, its generated parts made anew."""
    return filled(TARGET.read_text(encoding="utf-8"), PARTS)


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8", newline="\n")
