"""Reasons, as data: a code, and the things its sentence names.

The rules hand out `Reason("enemy-there", {"hex": "1211"})` and nothing more, so that it can be put into any language;
`explain.sentences.telling` puts it into English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Argument: TypeAlias = "bool | int | str | Reason | Sequence[Argument] | None"
"""A thing that a sentence names: an id, a number, a reason inside it, or a list of these."""


class Reason(NamedTuple):
    """A code of `data/refusals.toml` or `data/information.toml`, or a note's id, and its arguments: ids and numbers."""

    code: str
    args: Mapping[str, Argument] = MappingProxyType({})


def say(code: str, **args: Argument) -> Reason:
    """A sentence of an information card, in the same form."""
    return Reason(f"info-{code}", args)


def reason(code: str, **args: Argument) -> Reason:
    """A reason with things to name."""
    return Reason(code, args)


@cache
def because(code: str) -> Reason:
    """A reason with nothing to name; the same object every time, because play asks for it often."""
    return Reason(code)
