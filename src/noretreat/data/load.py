"""Reads the data files into the records of `facts.py`.

Everything is read once and cached: the records are frozen, so all games can share them. A file that does not fit raises
`DataError` with the name of the file; `check.py` finds the line and all other mistakes.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

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
Kind: TypeAlias = Literal["scenario", "ruleset"]
"""The two kinds of files that players write themselves."""


class DataError(Exception):
    """A data file is missing, is not TOML or does not have the shape the game expects."""


class UnknownName(DataError, ValueError):
    """Nothing has this name: no scenario, rule set, option, side, unit, place, card, level or player."""


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


class Added(NamedTuple):
    """A scenario or a rule set from elsewhere, as it was when it was added: the file may have changed since."""

    path: Path | None
    """The file; None where it was part of a save or of a record of games."""
    text: str
    digest: str
    facts: RuleSet | Scenario


_ADDED_RULES: dict[str, Added] = {}
"""Rule sets from elsewhere, by their id. A file is never read for its name alone: that may come from anybody."""
_ADDED: dict[str, Added] = {}
"""Scenarios from elsewhere, by their id."""


def digest_of(text: str) -> str:
    """Return a mark of what a TOML text says: comments, line ends and the order of names do not count.

    Raises `tomllib.TOMLDecodeError` for a text that is none.
    """
    said = msgspec.json.encode(tomllib.loads(text.replace("\r\n", "\n")), order="sorted")
    return hashlib.sha256(said).hexdigest()[:16]


def misnamed(name: str, path: Path) -> str:
    """Return the complaint about an id that is not the name of its file; empty if it is."""
    return "" if name == path.stem else f"the id {name!r} does not fit the file name {path.name!r}"


def add_ruleset(path: Path | str) -> RuleSet:
    """Offers a rule set file under its id, beside those that come with the game.

    Raises `DataError` for a file that does not fit, an id that is taken, or one that is not the name of the file.
    """
    path = Path(path).resolve()
    rules = _ruleset_of(text_of(path), path.name)
    if not re.fullmatch(r"\w+", rules.id):
        raise DataError(f"{path.name}: the id {rules.id!r} may have letters, digits and underscores only")
    _add(rules, text_of(path), path, path.name)
    return rules


def add_scenario(path: Path | str) -> Scenario:
    """Offers a scenario file under its id, beside those that come with the game.

    Raises `DataError` for a file that does not fit, an id that is taken, or one that is not the name of the file.
    """
    path = Path(path).resolve()
    scenario = _scenario_of(text_of(path), path.name)
    _add(scenario, text_of(path), path, path.name)
    return scenario


def add_text(text: str, name: str) -> RuleSet | Scenario:
    """Offers a scenario or a rule set by its text, which another process had or a save brought; `name` is for errors.

    Raises `DataError` for a text that does not fit, and for an id that is taken.
    """
    facts = _scenario_of(text, name) if "placements" in _parsed(text, name) else _ruleset_of(text, name)
    if not re.fullmatch(r"[\w-]+", facts.id):
        raise DataError(f"{name}: the id {facts.id!r} may have letters, digits and underscores only")
    _add(facts, text, None, name)
    return facts


def _add(facts: RuleSet | Scenario, text: str, path: Path | None, name: str) -> None:
    """Keeps facts from elsewhere under their id; raises `DataError` where it is taken."""
    of_rules = isinstance(facts, RuleSet)
    what, known = ("rule set", _ADDED_RULES) if of_rules else ("scenario", _ADDED)
    if facts.id in _ids("rulesets" if of_rules else "scenarios"):
        raise DataError(f"{name}: a {what} called {facts.id!r} comes with the game already")
    new, old = Added(path, text, digest_of(text), facts), known.get(facts.id)
    if old is not None and old.digest != new.digest:
        raise DataError(
            f"{name}: another {what} called {facts.id!r} was added before, with the digest {old.digest}, and this one "
            f"has {new.digest}; give it an id of its own"
        )
    if path is not None and (why := misnamed(facts.id, path)):
        raise DataError(f"{name}: {why}")
    if old is None or old.path is None:
        known[facts.id] = new


def text_of(path: Path) -> str:
    """Return the text of a data file; raises `DataError` naming it."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{path.name}: there is no such file") from None
    except OSError as error:
        raise DataError(f"{path.name}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: {error}") from None


def _parsed(text: str, name: str) -> dict[str, Any]:
    """The plain contents of a TOML text; raises `DataError` naming it."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: {error}") from None


def _ruleset_of(text: str, name: str) -> RuleSet:
    """A rule set by its text."""
    data = _parsed(text, name)
    if "placements" in data:
        raise DataError(f"{name}: this is a scenario, not a rule set (add_scenario; --scenario of a command)")
    return _convert(without_nulls(data), RuleSet, name)


@lru_cache(maxsize=64)
def _scenario_of(text: str, name: str) -> Scenario:
    """A scenario by its text."""
    data = _parsed(text, name)
    if "switches" in data and "placements" not in data:
        raise DataError(f"{name}: this is a rule set, not a scenario (add_ruleset; --rules of a command)")
    return _convert(data, Scenario, name)


def ruleset_ids() -> tuple[str, ...]:
    """Ids of the rule sets that come with the game, and of those added."""
    return (*_ids("rulesets"), *_ADDED_RULES)


def scenario_ids() -> tuple[str, ...]:
    """Ids of the scenarios that come with the game, and of those added."""
    return (*_ids("scenarios"), *_ADDED)


def added_rulesets() -> tuple[Path, ...]:
    """The rule set files added in this process."""
    return tuple(each.path for each in _ADDED_RULES.values() if each.path is not None)


def added_scenarios() -> tuple[Path, ...]:
    """The scenario files added in this process."""
    return tuple(each.path for each in _ADDED.values() if each.path is not None)


def added_texts() -> tuple[str, ...]:
    """All that was added in this process, for others that are to play by it (`add_text`)."""
    return tuple(each.text for each in (*_ADDED_RULES.values(), *_ADDED.values()))


def added(kind: Kind, name: str) -> Added | None:
    """What was added under an id; None for what comes with the game, and for what there is not."""
    return (_ADDED_RULES if kind == "ruleset" else _ADDED).get(name)


@cache
def _ids(folder: str) -> tuple[str, ...]:
    """File names without their ending, in alphabetical order."""
    return tuple(sorted(path.stem for path in (DATA_DIR / folder).glob("*.toml")))


def load_ruleset(ruleset: str) -> RuleSet:
    """A rule set by its id; the published version number of `digital-0.1` is understood as well."""
    name = ruleset.replace("-", "_").replace(".", "_")
    own = _ADDED_RULES.get(name)
    if own is not None and isinstance(own.facts, RuleSet):
        return own.facts
    if name not in _ids("rulesets"):
        raise UnknownName(f"there is no rule set {ruleset!r}; known are {', '.join(ruleset_ids())}")
    return _shipped_ruleset(name)


@cache
def _shipped_ruleset(name: str) -> RuleSet:
    """A rule set that comes with the game."""
    path = DATA_DIR / "rulesets" / f"{name}.toml"
    return _ruleset_of(text_of(path), path.name)


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


def load_scenario(id_or_path: str | Path) -> Scenario:
    """A scenario by its id, or any scenario file by its path, as the file is now."""
    if not isinstance(id_or_path, str) or id_or_path.endswith(".toml"):
        path = Path(id_or_path)
        return _scenario_of(text_of(path), path.name)
    own = _ADDED.get(id_or_path)
    if own is not None and isinstance(own.facts, Scenario):
        return own.facts
    if id_or_path not in _ids("scenarios"):
        raise UnknownName(f"there is no scenario {id_or_path!r}; known are {', '.join(scenario_ids())}")
    return _shipped_scenario(id_or_path)


@cache
def _shipped_scenario(name: str) -> Scenario:
    """A scenario that comes with the game."""
    return load_scenario(DATA_DIR / "scenarios" / f"{name}.toml")


@cache
def load_tongue(language: str) -> dict[str, str | dict[str, str]]:
    """The texts of questions and names in a language."""
    found = (TONGUES / f"{language}.json").read_bytes()
    return msgspec.json.decode(found, type=dict[str, str | dict[str, str]])
