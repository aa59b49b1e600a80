"""What a game was played with, by content: the scenario and the rule set, with a digest of each.

A name alone does not say it: a file of one's own may be edited between two runs, or lie in another folder than the one
in which a record of its games is read. So results, records and saves store contents, and whoever reads them asks here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from noretreat.data.load import DATA_DIR, DataError, Kind, add_text, added, digest_of, load_ruleset, text_of

LARGEST: Final = 1 << 16
"""Characters of a text that is stored as a whole; a longer one has to be added before its games are read."""
_FOLDERS: Final[dict[Kind, str]] = {"scenario": "scenarios", "ruleset": "rulesets"}
_WORDS: Final[dict[Kind, str]] = {"scenario": "scenario", "ruleset": "rule set"}


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario or a rule set of one's own: its id, the digest of what it says, and the text where it is small."""

    kind: Kind
    id: str
    digest: str
    text: str = ""


def digest(kind: Kind, name: str) -> str:
    """Return the digest of a scenario or a rule set by its id (or its path, ending in `.toml`).

    Empty for what has no file: a position, or what does not exist.
    """
    own = added(kind, name)
    if own is not None:
        return own.digest
    if name.endswith(".toml"):
        return digest_of(text_of(Path(name)))
    return _shipped(kind, load_ruleset(name).id if kind == "ruleset" else name)


@lru_cache(maxsize=64)
def _shipped(kind: Kind, name: str) -> str:
    """The digest of what comes with the game."""
    path = DATA_DIR / _FOLDERS[kind] / f"{name}.toml"
    return digest_of(text_of(path)) if path.is_file() else ""


def owned(scenario: str, rules: str) -> tuple[Content, ...]:
    """The contents of a game that do not come with the library: none for most games."""
    found = []
    for kind, name in (("scenario", scenario), ("ruleset", rules)):
        own = added(kind, name)  # type: ignore[arg-type]  # a tuple of literals is one of texts
        if own is not None:
            found.append(_content(kind, name, own.text, own.digest))  # type: ignore[arg-type]
    return tuple(found)


def _content(kind: Kind, name: str, text: str, mark: str) -> Content:
    return Content(kind, name, mark, text if len(text) <= LARGEST else "")


def require_known(contents: Iterable[Content], where: str, *, bring: bool = False) -> None:
    """Sees to it that games of these contents are played with nothing else.

    What was added under the same id must have the same digest; what is not there is taken from its text if `bring`
    says so (a file that somebody opened), and else left to whoever begins the game. Raises `DataError`.
    """
    for content in contents:
        own, what = added(content.kind, content.id), f"the {_WORDS[content.kind]} {content.id!r}"
        if own is not None:
            if own.digest != content.digest:
                raise DataError(
                    f"{where}: {what} has the digest {content.digest} there, and the one that was added here "
                    f"{own.digest}: they are not the same"
                )
        elif bring and content.text:
            if digest_of(content.text) != content.digest:
                raise DataError(f"{where}: the text of {what} does not have its digest, {content.digest}")
            add_text(content.text, f"{where}, {what}")
        elif bring:
            adds = "add_scenario" if content.kind == "scenario" else "add_ruleset"
            raise DataError(f"{where}: {what} (digest {content.digest}) is not known here: noretreat.{adds}(FILE)")
