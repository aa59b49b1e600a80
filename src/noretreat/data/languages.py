"""The table of languages, `languages.toml`: all that code, client, checks, tests and tools know of one.

A text that is not translated yet may stand in a file of its language, in English behind a mark: `[en] Draw a card.`
Nobody sees the mark: whoever reads such a file takes the English of its source instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, TypeGuard

import msgspec

from noretreat.data.load import DATA_DIR, UnknownName, read_toml

MARK: Final = "[en] "
"""How a text begins that is not translated yet."""


class Plurals(NamedTuple):
    """The plural forms of a language, as the Unicode CLDR has them."""

    of: Callable[[int], str]
    """The form of a whole number."""
    forms: tuple[str, ...]
    """All forms, those of broken numbers among them: a text that counts has exactly these."""
    counted: tuple[str, ...]
    """Those of small whole numbers: the words in a hole must have these."""


def _millions(number: int) -> bool:
    return number != 0 and number % 1_000_000 == 0


def _one(number: int) -> str:
    return "one" if number == 1 else "other"


def _one_and_millions(number: int) -> str:
    return "one" if number == 1 else "many" if _millions(number) else "other"


def _none_or_one(number: int) -> str:
    return "one" if number in (0, 1) else "many" if _millions(number) else "other"


def _few(number: int) -> bool:
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


def _polish(number: int) -> str:
    return "one" if number == 1 else "few" if _few(number) else "many"


def _russian(number: int) -> str:
    return "one" if number % 10 == 1 and number % 100 != 11 else "few" if _few(number) else "many"


def _czech(number: int) -> str:
    return "one" if number == 1 else "few" if 2 <= number <= 4 else "other"


def _same(_: int) -> str:
    return "other"


PLURALS: Final[dict[str, Plurals]] = {
    "one": Plurals(_one, ("one", "other"), ("one", "other")),
    "one_and_millions": Plurals(_one_and_millions, ("one", "many", "other"), ("one", "other")),
    "none_or_one": Plurals(_none_or_one, ("one", "many", "other"), ("one", "other")),
    "polish": Plurals(_polish, ("one", "few", "many", "other"), ("one", "few", "many")),
    "russian": Plurals(_russian, ("one", "few", "many", "other"), ("one", "few", "many")),
    "czech": Plurals(_czech, ("one", "few", "many", "other"), ("one", "few", "other")),
    "same": Plurals(_same, ("other",), ("other",)),
}
"""The rules by the names that the table has for them; a language with another one brings it."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a language; the head of the table says what each field means."""

    name: str
    english: str
    plurals: str
    joins: str
    joins_else: tuple[str, str] | None = None
    serial_comma: bool = False
    colon: str = ": "
    semicolon: str = "; "
    ordinal_period: bool = False
    short: str = ""
    unbent: str = ""
    forms: str = ""
    genders: str = ""
    stemmer: str = ""
    compounds: bool = False


def read_languages(table: Mapping[str, Any]) -> dict[str, Language]:
    """The languages of a table; raises `ValueError` for a field that does not fit and a rule that there is not."""
    found = msgspec.convert(table, dict[str, Language])
    for code, one in found.items():
        if one.plurals not in PLURALS:
            raise ValueError(
                f"languages.toml: {code}: no plural rule is called {one.plurals!r}; known are {[*PLURALS]}"
            )
    return found


TABLE: Final = DATA_DIR / "languages.toml"
LANGUAGES: Final[dict[str, Language]] = read_languages(read_toml(TABLE))
"""All languages by their codes, English first."""
CODES: Final = tuple(LANGUAGES)
TRANSLATED: Final = tuple(code for code in CODES if code != "en")
"""All but English, from which they are translated."""

if TYPE_CHECKING:
    Code: TypeAlias = str
else:
    Code = Literal[CODES]
"""The code of a language, for what is received: another text is refused."""


def language_of(code: str) -> Language:
    """The row of a language; raises `UnknownName` for one that the table lacks."""
    if code not in LANGUAGES:
        raise UnknownName(f"there is no language {code!r}; known are {', '.join(CODES)}")
    return LANGUAGES[code]


def is_marked(text: object) -> TypeGuard[str | Mapping[str, str]]:
    """Is it a text, or a set of forms, of which some are not translated yet?"""
    if isinstance(text, str):
        return text.startswith(MARK)
    return isinstance(text, Mapping) and any(is_marked(form) for form in text.values())


def unmarked(read: Any) -> Any:
    """What was read from a file, its marks taken away: what is not translated is in English."""
    if isinstance(read, str):
        return read.removeprefix(MARK)
    if isinstance(read, Mapping):
        return {key: unmarked(value) for key, value in read.items()}
    return [unmarked(value) for value in read] if isinstance(read, list) else read


@cache
def load_letters() -> dict[str, dict[str, str | dict[str, str]]]:
    """The words of mails, by language and key; the English ones where a language has none yet."""
    found: dict[str, dict[str, str | dict[str, str]]] = read_toml(DATA_DIR / "letters.toml")
    own = {code: {key: text for key, text in found.get(code, {}).items() if not is_marked(text)} for code in CODES}
    return {code: {**found["en"], **texts} for code, texts in own.items()}


def marked(read: Any) -> Any:
    """The same with a mark before every text."""
    if isinstance(read, str):
        return MARK + read
    if isinstance(read, Mapping):
        return {key: marked(value) for key, value in read.items()}
    return [marked(value) for value in read] if isinstance(read, list) else read
