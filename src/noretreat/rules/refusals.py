"""Refusals: why something cannot be done, as a code with what its sentence names; the sentence is made when asked for.

The rules say `Reason("enemy-there", {"hex": "1211"})` and nothing more, so that a reader's own language can say it. The
English sentences stand once, in `data/refusals.toml`, with the rule and the way out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from noretreat.data.facts import Sentence, Side
from noretreat.data.load import load_refusals
from noretreat.rules.board import BOARD, SIDE_INDEX
from noretreat.rules.wording import PHASE_NAMES, SIDE_NAMES, card_title, place_name, unit_name


class Told(msgspec.Struct, frozen=True):
    """A reason as a client gets it: code and arguments to say it in any language, and the English of it."""

    code: str
    args: dict[str, Any]
    text: str
    rule: str
    remedy: str


class Reason(NamedTuple):
    """Why something cannot be done: a code of `data/refusals.toml`, and what its holes stand for (ids and numbers)."""

    code: str
    args: Mapping[str, Any] = MappingProxyType({})

    @property
    def text(self) -> str:
        """The fact, in English."""
        text = _sentence(self.code).text
        if not isinstance(text, str):
            text = text["one" if self.args["n"] == 1 else "other"]
        return text.format(**{name: _NAMED.get(name, str)(value) for name, value in self.args.items()})

    @property
    def rule(self) -> str:
        """The number of the rule; empty where none is needed."""
        return _sentence(self.code).rule

    @property
    def remedy(self) -> str:
        """The way out, in English; empty where there is none."""
        return _sentence(self.code).way.format(**{name: _NAMED.get(name, str)(v) for name, v in self.args.items()})

    @property
    def words(self) -> str:
        """The fact and the way out."""
        return f"{self.text} {self.remedy}".strip()

    def told(self) -> Told:
        """For a client, the reasons inside it too."""
        args = {name: value.told() if isinstance(value, Reason) else value for name, value in self.args.items()}
        return Told(self.code, args, self.text, self.rule, self.remedy)


def reason(code: str, **args: Any) -> Reason:
    """A reason that names things."""
    return Reason(code, args)


@cache
def because(code: str) -> Reason:
    """A reason that names nothing: one and the same object each time, for it is asked for in the midst of play."""
    return Reason(code)


def _sentence(code: str) -> Sentence:
    return load_refusals()[code]


def _event(half: str) -> str:
    """The title of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return card_title(Side(side), int(card))


_NAMED: Final[dict[str, Callable[[Any], str]]] = {
    "unit": lambda unit: unit_name(unit) if unit in BOARD.unit_index else str(unit),
    "units": lambda units: ", ".join(map(unit_name, units)),
    "hex": place_name,
    "frm": place_name,
    "hexes": lambda nodes: " and ".join(map(place_name, nodes)),
    "box": place_name,
    "side": lambda side: SIDE_NAMES[SIDE_INDEX[side]],
    "phase": lambda phase: PHASE_NAMES.get(phase, phase),
    "event": _event,
    "moments": lambda moments: ", ".join(Reason(f"moment-{moment}").text for moment in moments),
    "why": lambda inner: str(inner.words),
}
"""What an argument of this name is called in English; others are said as they are."""
