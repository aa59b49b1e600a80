"""Adds a switch of the rules to the record and to all rule sets.

    python tools/add_switch.py NAME VALUE "What it decides (8.4.1)." --rule C-104 [--in digital=VALUE ...]

It writes the line with its type and its sentence into `core/rulesets.py`, and one into each file of `data/rulesets/`:
the value with which an edition plays as before, or that of `--in` for an edition that plays otherwise. Values are TOML:
`true`, `3`, `'"both"'`, `{snow = 1}`; the type follows from VALUE. What is left to do is printed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
RECORD: Final = Path("src/noretreat/core/rulesets.py")
FILES: Final = Path("src/noretreat/data/rulesets")
_END: Final = "\n\n\n@cache\ndef rules_of("
"""The text after the last switch of the record."""
_NEXT: Final = """Next:
  1. the rule asks `state.rules.{name}`
  2. a scene in tests/rules/test_switches.py: @case("{name}", (value, "what it shows"), (other, "what that shows"))
  3. its name in the box of its section in docs/rules.md
  4. python tools/make_docs.py; python tools/whats_left.py says what is missing"""


def kind_of(value: Any) -> str:
    """The type of a switch with this value, as the record writes it; raises `ValueError` for a date or the like."""
    if isinstance(value, bool | int | str):
        return type(value).__name__
    if isinstance(value, list):
        return f"tuple[{_of_all(value)}, ...]"
    if isinstance(value, dict):
        return f"dict[str, {_of_all(list(value.values()))}]"
    raise ValueError(f"a switch cannot be {value!r}")


def _of_all(values: list[Any]) -> str:
    return " | ".join(sorted({kind_of(value) for value in values})) or "str"


def read(text: str) -> Any:
    """Return a value written as TOML; raise `ValueError` with the fault."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{text} is no value of TOML ({error}); a word stands in quotes: '\"{text}\"'") from None


def add_switch(root: Path, name: str, value: str, says: str, rule: str, otherwise: Mapping[str, str]) -> list[Path]:
    """Writes the switch into the record and all rule sets below `root`, and returns the files that were changed.

    Raises `ValueError`, with nothing written, for a name that is taken or no name, a sentence without its section, an
    edition that there is not, and values that are none or of different types.
    """
    record = root / RECORD
    text = record.read_text(encoding="utf-8")
    files = {file.stem: file for file in sorted((root / FILES).glob("*.toml"))}
    kind = kind_of(read(value))
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ValueError(f"{name!r} is no name of a switch: small letters, digits and _")
    if f"\n    {name}: " in text:
        raise ValueError(f"there is a switch {name!r} already")
    if not re.search(r"\([0-9P][0-9.]*\)\.$", says):
        raise ValueError("the sentence ends with the section of the rulebook, as in: (8.4.1).")
    for edition, other in otherwise.items():
        if edition not in files:
            raise ValueError(f"there is no rule set {edition!r}; there are {', '.join(files)}")
        if kind_of(read(other)) != kind:
            raise ValueError(f"{edition}: {other} is not of the type {kind}, as {value} is")
    head, end, tail = text.partition(_END)
    if not end:
        raise ValueError(f"{RECORD}: the end of the record was not found")
    record.write_text(f'{head}\n    {name}: {kind}  # {rule}\n    """{says}"""{end}{tail}', encoding="utf-8")
    for edition, file in files.items():
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{name} = {otherwise.get(edition, value)}\n")
    return [record, *files.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("value")
    parser.add_argument("says")
    parser.add_argument("--rule", required=True, help="the rule or ruling it belongs to")
    parser.add_argument("--in", dest="otherwise", action="append", default=[], metavar="EDITION=VALUE")
    args = parser.parse_args()
    otherwise = dict(entry.split("=", 1) for entry in args.otherwise if "=" in entry)
    try:
        changed = add_switch(ROOT, args.name, args.value, args.says, args.rule, otherwise)
    except ValueError as error:
        sys.exit(str(error))
    for file in changed:
        print(file.relative_to(ROOT))
    print(_NEXT.format(name=args.name))


if __name__ == "__main__":
    main()
