"""Reads the data files into the records of `facts.py`.

Everything is read once and cached: the records are frozen, so all games can share them. A file that does not fit raises
`DataError` with the name of the file; `check.py` finds the line and all other mistakes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from noretreat.data.facts import (
    Balance,
    Card,
    Facts,
    LevelTexts,
    MapFacts,
    OptionTexts,
    RuleSet,
    Scenario,
    Sentence,
    Strengths,
    Tables,
    TurnBox,
    Unit,
)

DATA_DIR: Final = Path(__file__).resolve().parent
TONGUES: Final = DATA_DIR / "tongues"
"""What notices are told with in each language; `tools/make_docs.py` makes it from the client's catalogues."""
NULL: Final = "null"
"""TOML has no empty value; a switch without a value is written as this word."""

T = TypeVar("T")


class DataError(Exception):
    """A data file is missing, is not TOML or does not have the shape the game expects."""


class FaultyData(DataError, SystemExit):
    """The game's own map, counters, calendar, tables or cards have mistakes, so that nothing can be imported.

    Its text is a line for each of them. A program that does not catch it ends with these lines, and with no traceback:
    whoever edits a data file learns what is wrong from any command.
    """

    def __init__(self, problems: Iterable[object]) -> None:
        text = "\n".join(map(str, problems))
        super().__init__(text)
        self.code = text  # what Python prints at the end, and then exits with 1


def read_toml(path: Path) -> dict[str, Any]:
    """The plain contents of a TOML file; raises `DataError` naming the file."""
    try:
        with path.open("rb") as stream:
            return tomllib.load(stream)
    except FileNotFoundError:
        raise DataError(f"{path.name}: there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: {error}") from None


def without_nulls(value: object) -> Any:
    """The value with every "null" word turned into None, at any depth."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return None if value == NULL else value


def _convert(data: object, kind: type[T], name: str) -> T:
    """Plain data as records; raises `DataError` naming the file."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise DataError(f"{name}: {error}") from None


class UnitsFile(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of units.toml."""

    units: tuple[Unit, ...]


class CalendarFile(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of calendar.toml."""

    turns: tuple[TurnBox, ...]


class CardsFile(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of cards.toml."""

    cards: tuple[Card, ...]


def _read(folder: Path, name: str, kind: type[T]) -> T:
    """One file of the data folder as records."""
    return _convert(read_toml(folder / name), kind, name)


def read_facts(folder: Path) -> Facts:
    """The facts of a data folder, read afresh."""
    return Facts(
        map=_read(folder, "map.toml", MapFacts),
        units=_read(folder, "units.toml", UnitsFile).units,
        calendar=_read(folder, "calendar.toml", CalendarFile).turns,
        tables=_read(folder, "tables.toml", Tables),
        cards=_read(folder, "cards.toml", CardsFile).cards,
    )


@cache
def load_facts() -> Facts:
    """Map, units, calendar, tables and cards, as printed or reconstructed."""
    return read_facts(DATA_DIR)


@cache
def load_refusals() -> dict[str, Sentence]:
    """The words of all refusals by their code."""
    return _read(DATA_DIR, "refusals.toml", dict[str, Sentence])


@cache
def load_information() -> dict[str, Sentence]:
    """The words of the information cards by their code."""
    return _read(DATA_DIR, "information.toml", dict[str, Sentence])


@cache
def load_labels() -> dict[str, str]:
    """The words for the codes of the game."""
    return _read(DATA_DIR, "labels.toml", dict[str, str])


@cache
def load_options() -> dict[str, OptionTexts]:
    """The texts of a game's options by their ids."""
    return _read(DATA_DIR, "options.toml", dict[str, OptionTexts])


@cache
def load_levels() -> dict[str, LevelTexts]:
    """The texts of the computer's levels by their ids."""
    return _read(DATA_DIR, "levels.toml", dict[str, LevelTexts])


_ADDED_RULES: dict[str, Path] = {}
"""Rule set files from elsewhere, by their id. A file is never read for its name alone: that may come from anybody."""


def misnamed(name: str, path: Path) -> str:
    """Return the complaint about an id that is not the name of its file; empty if it is."""
    return "" if name == path.stem else f"the id {name!r} does not fit the file name {path.name!r}"


def add_ruleset(path: Path | str) -> RuleSet:
    """Offers a rule set file under its id, beside those that come with the game.

    Raises `DataError` for a file that does not fit, an id that is taken, or one that is not the name of the file.
    """
    path = Path(path).resolve()
    data = read_toml(path)
    if "placements" in data:
        raise DataError(f"{path.name}: this is a scenario, not a rule set (add_scenario; --scenario of a command)")
    rules = _convert(without_nulls(data), RuleSet, path.name)
    if not re.fullmatch(r"\w+", rules.id):
        raise DataError(f"{path.name}: the id {rules.id!r} may have letters, digits and underscores only")
    if rules.id in _ids("rulesets"):
        raise DataError(f"{path.name}: a rule set called {rules.id!r} comes with the game already")
    if rules.id in _ADDED_RULES and load_ruleset(rules.id) != rules:
        raise DataError(f"{path.name}: another rule set called {rules.id!r} was added before; give it an id of its own")
    if why := misnamed(rules.id, path):
        raise DataError(f"{path.name}: {why}")
    _ADDED_RULES.setdefault(rules.id, path)
    return rules


def ruleset_ids() -> tuple[str, ...]:
    """Ids of the rule sets that come with the game, and of those added."""
    return (*_ids("rulesets"), *_ADDED_RULES)


def added() -> tuple[Path, ...]:
    """The rule set files added in this process, for others that are to play by them (`add_ruleset`)."""
    return tuple(_ADDED_RULES.values())


_ADDED: dict[str, Path] = {}
"""Scenario files from elsewhere, by their id."""


def add_scenario(path: Path | str) -> Scenario:
    """Offers a scenario file under its id, beside those that come with the game.

    Raises `DataError` for a file that does not fit, an id that is taken, or one that is not the name of the file.
    """
    path = Path(path)
    scenario = load_scenario(path.resolve())
    if scenario.id in _ids("scenarios"):
        raise DataError(f"{path.name}: a scenario called {scenario.id!r} comes with the game already")
    if why := misnamed(scenario.id, path):
        raise DataError(f"{path.name}: {why}")
    _ADDED[scenario.id] = path.resolve()
    return scenario


def added_scenarios() -> tuple[Path, ...]:
    """The scenario files added in this process."""
    return tuple(_ADDED.values())


def scenario_ids() -> tuple[str, ...]:
    """Ids of the scenarios that come with the game, and of those added."""
    return (*_ids("scenarios"), *_ADDED)


@cache
def _ids(folder: str) -> tuple[str, ...]:
    """File names without their ending, in alphabetical order."""
    return tuple(sorted(path.stem for path in (DATA_DIR / folder).glob("*.toml")))


@cache
def load_ruleset(ruleset: str) -> RuleSet:
    """A rule set by its id; the published version number of `digital-0.1` is understood as well."""
    name = ruleset.replace("-", "_").replace(".", "_")
    if name not in ruleset_ids():
        raise DataError(f"there is no rule set {ruleset!r}; known are {', '.join(ruleset_ids())}")
    path = _ADDED_RULES.get(name) or DATA_DIR / "rulesets" / f"{name}.toml"
    return _convert(without_nulls(read_toml(path)), RuleSet, path.name)


@cache
def load_map_sheet() -> str:
    """The drawn map of the browser client as SVG; empty where the client was not built."""
    sheet = DATA_DIR.parent / "server" / "static" / "art" / "map-light.svg"
    return sheet.read_text(encoding="utf-8") if sheet.is_file() else ""


@cache
def load_signs() -> str:
    """The branch signs of counters: the symbols of an SVG sprite, each with the type of unit as its id."""
    text = (DATA_DIR / "symbols.svg").read_text(encoding="utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


@cache
def load_strengths() -> Strengths:
    """Load the strengths of the computer's levels, as far as they were measured."""
    return _convert(read_toml(DATA_DIR / "strength.toml"), Strengths, "strength.toml")


@cache
def load_balance() -> Balance:
    """Load the results of the scenarios that the computer played against itself."""
    return _convert(read_toml(DATA_DIR / "balance.toml"), Balance, "balance.toml")


@cache
def load_scenario(id_or_path: str | Path) -> Scenario:
    """A scenario by its id, or any scenario file by its path."""
    path = Path(id_or_path)
    if isinstance(id_or_path, str) and path.suffix != ".toml":
        if id_or_path not in scenario_ids():
            raise DataError(f"there is no scenario {id_or_path!r}; known are {', '.join(scenario_ids())}")
        path = _ADDED.get(id_or_path) or DATA_DIR / "scenarios" / f"{id_or_path}.toml"
    data = read_toml(path)
    if "switches" in data and "placements" not in data:
        raise DataError(f"{path.name}: this is a rule set, not a scenario (add_ruleset; --rules of a command)")
    return _convert(data, Scenario, path.name)


@cache
def load_tongue(language: str) -> dict[str, str | dict[str, str]]:
    """The texts of questions and names in a language."""
    found = (TONGUES / f"{language}.json").read_bytes()
    return msgspec.json.decode(found, type=dict[str, str | dict[str, str]])


@cache
def load_letters() -> dict[str, dict[str, str | dict[str, str]]]:
    """The words of mails, by language and key."""
    return read_toml(DATA_DIR / "letters.toml")
