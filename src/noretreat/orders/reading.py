"""The result of reading an order: the words as understood, the actions, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from noretreat.core.actions import Action
from noretreat.core.reasons import Reason
from noretreat.data.facts import Phase
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead.dangers import Danger
from noretreat.explain.sentences.telling import Told
from noretreat.orders.passing import Scope
from noretreat.rules.windows import Window


class Chip(msgspec.Struct, frozen=True):
    """The meaning found for some typed words: `kind` is verb, unit, place, card, option or unknown.

    `ids` are units, hexes, card numbers, an option or the command word; `hexes` is where that is on the map.
    """

    kind: str
    typed: str
    start: int
    end: int
    ids: tuple[str, ...] = ()
    hexes: tuple[MapId, ...] = ()


class Suggestion(msgspec.Struct, frozen=True):
    """A text to type instead, and what is new in it: a legal action, units or places."""

    text: str
    action: Action | None = None
    ids: tuple[str, ...] = ()


class Placed(msgspec.Struct, frozen=True):
    """Where an order stands in the text. `upto`: how many of the actions are played once it is carried out; -1 for one
    that was not read, or not to its end.
    """

    start: int
    end: int
    upto: int = -1


class PassesAll(msgspec.Struct, frozen=True):
    """`pass all`: the card windows of this phase that passing does not end are passed unasked, from now on.

    `after`: how many of the actions come before it. `moments`: the windows that are passed on the way, as far as the
    reading can tell; the first of them by an action, if it is open already.
    """

    scope: Scope
    after: int
    said: Told
    """What is passed, in words."""
    moments: tuple[Window, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """The interpretation of an order. `actions` are legal one after another; the reading itself changes nothing.

    `command`: undo, redo, restart or hold (of `units`). `stops`: why nothing further is checked: chance, other (the
    other side decides), answer (it may cancel an event), phase (a phase is over that the order did not name), over,
    command. `rest`: the part of the text not read because of that. `ends`: the phases that the actions end, in order;
    `unmoved`: the units that could still move when the Movement Phase is ended.
    `notes`: attackers-later (they are chosen when battles are put together), by-itself (an answer that the rules give
    themselves), hexes-too (the battle includes `hexes`, which no other unit can attack). `problem`: why the order
    cannot be given as it is. `orders`: each of them in the text; the first that was not read is where it stopped.
    `written`: the actions as orders. `suggestions`: the meanings if there are several, else how to go on. `dangers`:
    what the side would stand to lose after the actions, and does not now. `meant`: while targets are declared, the
    units that are named for them, each with its targets: part of the plan of attack, and of no action yet.
    """

    text: str
    chips: tuple[Chip, ...] = ()
    actions: tuple[Action, ...] = ()
    command: str = ""
    units: tuple[UnitId, ...] = ()
    hexes: tuple[MapId, ...] = ()
    stops: str = ""
    rest: str = ""
    ends: tuple[Phase, ...] = ()
    unmoved: tuple[UnitId, ...] = ()
    notes: tuple[str, ...] = ()
    problem: Told | None = None
    suggestions: tuple[Suggestion, ...] = ()
    orders: tuple[Placed, ...] = ()
    written: tuple[str, ...] = ()
    passes: tuple[PassesAll, ...] = ()
    dangers: tuple[Danger, ...] = ()
    meant: dict[UnitId, tuple[MapId, ...]] = {}


class Refused(Exception):
    """Carries out of a handler why an order cannot be read or given, and the texts that could replace it."""

    def __init__(self, why: Reason, suggestions: Sequence[Suggestion] = ()) -> None:
        super().__init__(why.code)
        self.reason, self.suggestions = why, tuple(suggestions)
