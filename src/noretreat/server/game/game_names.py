"""Names of games: given by a player, or a code that reads in any language.

The store keeps a code as JSON in the place of a name, and so a player's name that would be taken for a code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from noretreat.core.reasons import Reason, say
from noretreat.data.load import scenario_ids
from noretreat.explain.sentences.telling import Told, fill, tell
from noretreat.server.http.text_fields import clean

LONGEST: Final = 100
"""Characters of a name that are kept."""
Name = Reason | str
"""The name of a game: a code if nobody named it."""


def given(name: str) -> str:
    """A name as a player gave it, in one line and not too long; empty where there is none."""
    return clean(name)[:LONGEST]


def of_scenario(scenario: str) -> Reason:
    """The name of a game that is called like its scenario; `position` for one that was set up by hand."""
    return say("scenario", scenario=scenario)


def copy_of(name: Name) -> Reason:
    """The name of a copied game."""
    return say("name-copy", base=name)


def sandbox_of(name: Name | None) -> Reason:
    """The name of a sandbox that was begun from a game of this name, or from a position."""
    return say("name-sandbox") if name is None else say("name-sandbox-of", base=name)


def branch_of(name: Name, step: int) -> Reason:
    """The name of a game that goes on from a step of a game of this name."""
    return say("name-branch", base=name, step=str(step))


LOADED: Final = say("name-loaded")
"""The name of a game from a file that has none."""


class _Code(msgspec.Struct, forbid_unknown_fields=True):
    """A code as the store keeps it, with others or a player's words inside."""

    code: str
    args: dict[str, str | _Code]


def kept(name: Name) -> str:
    """A name in its stored form."""
    if isinstance(name, str):
        return name if named(name) == name else msgspec.json.encode(name).decode()
    return msgspec.json.encode(_as_kept(name)).decode()


def _as_kept(name: Reason) -> _Code:
    args = {key: _as_kept(one) if isinstance(one, Reason) else str(one) for key, one in name.args.items()}
    return _Code(name.code, args)


def named(stored: str) -> Name:
    """The name that the store keeps; one that an earlier version kept in English as the code that it stands for."""
    if not stored.startswith(("{", '"')):
        return _in_english(stored) or stored
    try:
        found = msgspec.json.decode(stored, type=str | _Code)
    except msgspec.DecodeError:
        return stored
    return found if isinstance(found, str) else _as_reason(found)


def _as_reason(kept: _Code) -> Reason:
    return Reason(kept.code, {key: one if isinstance(one, str) else _as_reason(one) for key, one in kept.args.items()})


def said(name: Name) -> Told | None:
    """A name that can be told in any language; None for one that a player gave."""
    return tell(name) if isinstance(name, Reason) else None


def words(name: Name) -> str:
    """A name in English."""
    return fill("{name:reason}", {"name": name})


class ToldName(NamedTuple):
    """The name of a game for a page: in English, and as a code if no player gave it."""

    words: str
    said: Told | None


def told(stored: str) -> ToldName:
    """The name that the store keeps, for a page."""
    return _told(stored, scenario_ids())


@lru_cache(maxsize=1024)
def _told(stored: str, _known: tuple[str, ...]) -> ToldName:
    """The same, while there are scenarios of these ids."""
    name = named(stored)
    return ToldName(words(name), said(name))


_SANDBOX, _COPY = "Sandbox", " (copy)"
"""English of stores of before and of save files; never to be changed."""


def _in_english(name: str) -> Reason | None:
    """The code of a name that was kept in English; None for one that a player gave."""
    if name == _SANDBOX:
        return sandbox_of(None)
    if name.startswith(f"{_SANDBOX}: "):
        return sandbox_of(named(name.removeprefix(f"{_SANDBOX}: ")))
    if name.endswith(_COPY):
        return copy_of(named(name.removesuffix(_COPY)))
    known = (LOADED, *map(of_scenario, (*scenario_ids(), "position")))
    return next((one for one in known if words(one) == name), None)
