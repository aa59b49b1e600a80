"""Why something is so, as data: a code with what its sentence names.

The rules hand out `Reason("enemy-there", {"hex": "1211"})` and nothing more, so that it can be said in any language;
`explain.sentences` makes the English of it.
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
    """A sentence of an information card, told in the same way."""
    return Reason(f"info-{code}", args)


def reason(code: str, **args: Any) -> Reason:
    """A reason that names things."""
    return Reason(code, args)


@cache
def because(code: str) -> Reason:
    """A reason that names nothing: one and the same object each time, for it is asked for in the midst of play."""
    return Reason(code)
