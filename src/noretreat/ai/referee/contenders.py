"""Contenders by name: a level, or any class or function that makes a player.

`normal`, `my_players.greedy:Careful`, and with settings `hard(evaluations=200)` or
`my_players:Deep(depth=3,style=bold)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Final, cast

from noretreat.ai.player import Player
from noretreat.ai.players.levels import make_player
from noretreat.data.load import UnknownName

_NAME: Final = re.compile(r"(?P<name>[\w.:-]+)(?:\((?P<settings>.*)\))?")


def player_of(name: str, seed: int) -> Player:
    """A fresh player: of a level, or from `module:name`, called with the seed and with the settings in brackets.

    Raises `UnknownName` when there is no such level, module or name, and `ValueError` when the settings are not written
    as such.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a player is wanted, not {name!r:.60}: player_of('easy', 1)")
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} names no player: LEVEL, MODULE:NAME or NAME(SETTING=VALUE,...)")
    settings = _settings(match["settings"] or "")
    module, colon, attribute = match["name"].partition(":")
    if not colon:
        if "." in module:
            hint = ":".join(module.rsplit(".", 1))
            raise UnknownName(f"there is no level {module!r}; a player of your own is MODULE:NAME: {hint}")
        return make_player(module, seed, **settings)
    try:
        made = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownName(f"there is no player {name!r}: {error}") from error
    _require_call(name, made, seed, settings)
    return cast("Callable[..., Player]", made)(seed, **settings)


def _require_call(name: str, made: object, seed: int, settings: dict[str, object]) -> None:
    """Raises an explanatory `TypeError` for anything that cannot be called with a seed and these settings."""
    if not callable(made):
        raise TypeError(f"{name!r} is no class or function that makes a player")
    try:
        signature(made).bind(seed, **settings)
    except TypeError as error:
        raise TypeError(f"{name!r} is called with a seed, and with the settings in brackets: {error}") from None
    except ValueError:  # a built-in says nothing about its arguments
        return


def _settings(text: str) -> dict[str, object]:
    """The settings in brackets; each value is JSON, or else a word."""
    found: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r} is no setting: NAME=VALUE")
        try:
            found[key.strip()] = json.loads(value)
        except json.JSONDecodeError:
            found[key.strip()] = value.strip()
    return found
