"""Completions of an order: the legal actions whose words begin as typed, in a few lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from noretreat.core.actions import Action
from noretreat.core.board import BOARD
from noretreat.core.state import State
from noretreat.orders import names
from noretreat.orders.names import Tokens, begins, tokens
from noretreat.orders.notation import notation
from noretreat.orders.reading import Suggestion

MOST: Final = 8
"""The most suggestions at a time."""
_ARROW: Final = (">",)


def completions(state: State, before: str, typed: str) -> tuple[Suggestion, ...]:
    """The legal actions whose orders begin as typed; if they are too many, what they have in common."""
    before = f"{before} " if before and not before.endswith((" ", "\n")) else before
    wanted = _typed(typed)
    fits = [
        action for action in state.options if any(begins(wanted, form, open_end=True) for form in _forms(state, action))
    ]
    heads: dict[str, list[Action]] = {}
    for action in fits:
        heads.setdefault(_head(notation(action)), []).append(action)
    found: list[Suggestion] = []
    # Words without an arrow come first: there are few of them, and many moves.
    for head, actions in sorted(heads.items(), key=lambda one: ">" in one[0]):
        if len(actions) == 1 or len(fits) <= MOST:
            found += [Suggestion(before + notation(action), action) for action in actions]
        elif len(heads) == 1:
            actions.sort(key=_nameless)  # cities first
            found += [Suggestion(before + notation(action), action) for action in actions[:MOST]]
        else:
            one = (str(getattr(actions[0], "unit", "")),) if head.endswith(">") else ()
            found.append(Suggestion(f"{before}{head} ", ids=one))
    return tuple(found[:MOST])


def _head(text: str) -> str:
    """The common part of similar orders: the text up to the arrow, else the first word."""
    return f"{text.split(' > ')[0]} >" if " > " in text else text.split(" ")[0]


def _nameless(action: object) -> bool:
    """Does an action lead to a hex without a name, or to none?"""
    place = getattr(action, "to", None) or getattr(action, "hex", None)
    return not place or BOARD.node_of[place] not in BOARD.place_name


def _typed(text: str) -> Tokens:
    """The tokens of an order with its arrows."""
    pieces = re.split(r"->|→|>", text)
    found = tokens(pieces[0])
    for piece in pieces[1:]:
        found = (*found, *_ARROW, *tokens(piece))
    return found


def _forms(state: State, action: Any) -> Iterator[Tokens]:
    """All ways to write an order: by every name of its unit and place."""
    written = notation(action)
    unit, place = getattr(action, "unit", None), getattr(action, "to", None) or getattr(action, "hex", None)
    yield _cached(written)
    if unit is None and place is None:
        return
    shown = state.face[BOARD.unit_index[unit]] if unit else 0
    yield from _named(written, unit or "", shown, place or "")


@lru_cache(4096)
def _cached(written: str) -> Tokens:
    return _typed(written)


@lru_cache(4096)
def _named(written: str, unit: str, face: int, place: str) -> tuple[Tokens, ...]:
    """An order written with every other name of its unit and place."""
    head, arrow, tail = written.partition(" > ")
    word = tokens(head.removesuffix(names.short_unit(unit))) if unit else tokens(written.removesuffix(_short(place)))
    units = names.unit_aliases(BOARD.unit_index[unit], face) if unit else ((),)
    places = dict(names.place_aliases())[place] if place and (arrow or not unit) else ()
    if not unit:
        return tuple((*word, *one) for one in places)
    if not arrow:
        return tuple((*word, *one) for one in units)
    ends = places or (_typed(tail),)
    return tuple((*word, *one, *_ARROW, *end) for one in units for end in ends)


def _short(place: str) -> str:
    return names.short_place(place)
