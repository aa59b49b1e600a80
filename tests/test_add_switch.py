"""tools/add_switch.py: a switch in one command, or nothing at all."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.add_switch import FILES, RECORD, ROOT, add_switch, kind_of

SAYS = "Whether a lake may be crossed (8.1)."


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The record and the rule sets, to write to."""
    (tmp_path / RECORD).parent.mkdir(parents=True)
    shutil.copy(ROOT / RECORD, tmp_path / RECORD)
    shutil.copytree(ROOT / FILES, tmp_path / FILES)
    return tmp_path


def test_a_switch_stands_in_the_record_and_in_each_rule_set(copy: Path) -> None:
    changed = add_switch(copy, "lakes_freeze", "false", SAYS, "C-1", {"digital": "true"})
    assert len(changed) == 6
    values = {f.stem: tomllib.loads(f.read_text())["switches"]["lakes_freeze"] for f in (copy / FILES).glob("*.toml")}
    assert values.pop("digital") is True
    assert set(values.values()) == {False}
    # The record takes it: the module as it is now, with the rule sets as they are now.
    text = (copy / RECORD).read_text()
    assert f'    lakes_freeze: bool  # C-1\n    """{SAYS}"""\n' in text
    asked = (
        f"import importlib.util, tomllib, msgspec, pathlib\n"
        f"spec = importlib.util.spec_from_file_location('changed', {str(copy / RECORD)!r})\n"
        f"changed = importlib.util.module_from_spec(spec)\n"
        f"import sys; sys.modules['changed'] = changed\n"
        f"spec.loader.exec_module(changed)\n"
        f"switches = tomllib.loads(pathlib.Path({str(copy / FILES / 'digital.toml')!r}).read_text())['switches']\n"
        f"print([reason for _, reason in changed.switch_problems(switches) if 'lakes' in reason])\n"
        f"print(changed.get_type_hints(changed.Rules)['lakes_freeze'])\n"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["[]", "<class 'bool'>"]


@pytest.mark.parametrize(
    ("name", "value", "says", "otherwise", "why"),
    [
        ("hand_keep", "3", SAYS, {}, "already"),
        ("Lakes", "true", SAYS, {}, "no name"),
        ("lakes", "both", SAYS, {}, "in quotes"),
        ("lakes", "true", "Whether a lake may be crossed.", {}, "section"),
        ("lakes", "true", SAYS, {"deluxx": "false"}, "classic, deluxe"),
        ("lakes", "true", SAYS, {"deluxe": "3"}, "not of the type bool"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(
    copy: Path, name: str, value: str, says: str, otherwise: dict[str, str], why: str
) -> None:
    before = {file: file.read_bytes() for file in copy.rglob("*") if file.is_file()}
    with pytest.raises(ValueError, match=why):
        add_switch(copy, name, value, says, "C-1", otherwise)
    assert {file: file.read_bytes() for file in copy.rglob("*") if file.is_file()} == before


def test_the_type_follows_from_the_value() -> None:
    assert kind_of({"snow": 1, "turn5": 2}) == "dict[str, int]"
    assert kind_of([1, "A"]) == "tuple[int | str, ...]"
    assert kind_of("both") == "str"
