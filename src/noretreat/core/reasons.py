"""Why something is so, as data: a code, and the things that its sentence names.

The rules hand out `Reason("enemy-there", {"hex": "1211"})` and nothing more, so that it can be put into any language;
`explain.sentences` puts it into English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple


class Reason(NamedTuple):
    """A code of `data/refusals.toml` or `data/information.toml`, or a note's id, and its arguments: ids and numbers."""

    code: str
    args: Mapping[str, Any] = MappingProxyType({})


def say(code: str, **args: Any) -> Reason:
    """A sentence of an information card, in the same form."""
    return Reason(f"info-{code}", args)


def reason(code: str, **args: Any) -> Reason:
    """A reason with things to name."""
    return Reason(code, args)


@cache
def because(code: str) -> Reason:
    """A reason with nothing to name; the same object every time, because play asks for it often."""
    return Reason(code)
