"""Writes docs/rule-sets.md: every switch of the rule sets, what it decides, and its value in each set.

The sentences stand below the switches in `core/rulesets.py`; a switch without one stops the generator.
Run: `python tools/make_rule_sets.py`, or `python tools/make_docs.py` for all generated documents.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from noretreat.core.board import cards_in
from noretreat.core.rulesets import Rules, rules_of
from noretreat.data.load import load_ruleset, ruleset_ids
from noretreat.game import new_game
from noretreat.rules import deck
from tools.remembered import OfFiles

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "rule-sets.md"

ORDER: Final = ("classic", "deluxe", "living", "digital", "digital_0_1")
"""From the oldest edition to the youngest; a set that is not named here comes last."""


def sets() -> list[str]:
    """Ids of all rule sets, in the order of the columns."""
    return sorted(ruleset_ids(), key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def switches() -> tuple[str, ...]:
    """All switches, in the order of the record."""
    return Rules.__struct_fields__


def sentences() -> dict[str, str]:
    """The sentence on each switch, from below it in `core/rulesets.py`."""
    (record,) = ast.parse(textwrap.dedent(inspect.getsource(Rules))).body
    assert isinstance(record, ast.ClassDef)
    found = {}
    for line, below in pairwise(record.body):
        if isinstance(line, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[ast.unparse(line.target)] = str(below.value.value)
    return found


def value(raw: Any) -> str:
    """A switch's value for the reader."""
    if raw is None or raw == ():
        return "–"
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, dict):
        return ", ".join(f"{_words(key)} {_words(item)}" for key, item in raw.items())
    if isinstance(raw, tuple):
        if len(raw) > 4 and all(isinstance(item, int) for item in raw):
            return f"{raw[0]}–{raw[-1]}"
        if raw and isinstance(raw[0], tuple):
            return ", ".join(f"T{turn} {_words(words)}" for turn, words in raw)
        return "; ".join(_words(item) for item in raw)
    return _words(raw)


def _words(raw: Any) -> str:
    return "–" if raw is None else str(raw).replace("_", " ")


def cell(rules: Rules, name: str, played: dict[str, Any]) -> str:
    """A set's value of a switch; where its cards are lost, what is played, and in brackets what waits for them."""
    said = value(getattr(rules, name))
    return f"{value(played[name])} ({said})" if name in played else said


def played_cards(column: str) -> dict[str, Any]:
    """The cards that are played under a rule set whose own are lost, by the switches that tell of them (C-1)."""
    state = new_game("barbarossa", {"rules": column})
    if state.rules.deck_data == "faces":
        return {}
    out, new = deck.changes_of_1945(state)
    size = deck.starting_pile(state.rules).bit_count()
    return {"deck_start_size": size, "cards_1945_out": tuple(cards_in(out)), "cards_1945_in": tuple(cards_in(new))}


def read_by_code() -> set[str]:
    """The switches that some code reads: `state.rules.<switch>`, or an attribute of a record called rules."""
    files = OfFiles("attributes-of-rules", _read_in, "tools/make_rule_sets.py")
    paths = [path for path in (ROOT / "src" / "noretreat").rglob("*.py") if path.name != "rulesets.py"]
    read = {attribute for path in paths for attribute in files.of(path)}
    files.keep()
    return read & set(switches())


def _read_in(path: Path) -> list[str]:
    """The attributes of whatever is called rules in a module."""
    source = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(source)) if "rules." in source or "switches." in source else ()
    found = (node for node in nodes if isinstance(node, ast.Attribute))
    return sorted({node.attr for node in found if ast.unparse(node.value).split(".")[-1] in ("rules", "switches")})


INTRO: Final = textwrap.wrap(
    "An edition of the rules is a set of switches (`src/noretreat/data/rulesets`); the code asks for a switch, "
    "never for an edition. A scenario may set a switch otherwise. The numbers in brackets are sections of the "
    "[rulebook](rules.md). What is in brackets in a cell waits for the cards of that edition, whose texts are lost "
    "(`deck_data`): what stands before it is played.",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


def build() -> str:
    """The whole document, as Markdown."""
    said = sentences()
    unexplained = [name for name in switches() if name not in said]
    if unexplained:
        raise SystemExit(f"core/rulesets.py: a sentence is missing below the switch {', '.join(unexplained)}")
    read = read_by_code()
    unread = [name for name in switches() if name not in read]
    columns = sets()
    values = {name: rules_of(name) for name in columns}
    played = {name: played_cards(name) for name in columns}
    lines = [
        "<!-- Generated by tools/make_rule_sets.py; do not edit. -->",
        "# The rule sets",
        "",
        *INTRO,
        "",
    ]
    for name in columns:
        facts = load_ruleset(name)
        lines.append(f"* **{facts.title}** (`{name}`): {facts.summary}")
    lines += [
        "",
        f"Switches that no code reads yet ({len(unread)}; changing one of them changes nothing):",
        f"{', '.join(f'`{name}`' for name in unread) or 'none'}.",
        "",
        f"| Switch | What it decides | {' | '.join(columns)} |",
        f"|---|---|{'---|' * len(columns)}",
    ]
    for name in switches():
        cells = [cell(values[column], name, played[column]) for column in columns]
        lines.append(f"| `{name}` | {said[name]} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8")
