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
from noretreat.data.load import load_information, load_refusals, load_scenario, scenario_ids
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
        args = {name: _told(value) for name, value in self.args.items()}
        return Told(self.code, args, self.text, self.rule, self.remedy)


def say(code: str, **args: Any) -> Reason:
    """A sentence of an information card, told in the same way."""
    return Reason(f"info-{code}", args)


def reason(code: str, **args: Any) -> Reason:
    """A reason that names things."""
    return Reason(code, args)


def _told(value: Any) -> Any:
    """An argument as a client gets it: reasons as code and arguments, in lists as well."""
    if isinstance(value, Reason):
        return value.told()
    return [_told(one) for one in value] if isinstance(value, (list, tuple)) else value


@cache
def because(code: str) -> Reason:
    """A reason that names nothing: one and the same object each time, for it is asked for in the midst of play."""
    return Reason(code)


def _sentence(code: str) -> Sentence:
    """Refusals, and the sentences of the information cards, which are told in the same way."""
    return load_refusals().get(code) or load_information()[code]


def _event(half: str) -> str:
    """The title of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return card_title(Side(side), int(card))


def _half(half: str) -> str:
    """The words of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return getattr(BOARD.cards[int(card)], side).text  # type: ignore[no-any-return]


UNTIL: Final = {
    "battle": "the end of this battle round",
    "two_battles": "the end of the next battle",
    "last_battle": "the end of this battle",
    "whole_battle": "the end of the battle with its counterattacks",
    "held": "the other half of the stack is attacked",
    "phase": "the end of the phase",
    "player_turn": "the end of the player turn",
    "game_turn": "the end of the game turn",
    "game": "the end of the game",
}
"""Scopes of effects in words that follow "until"."""


def _ground(what: str) -> str:
    """What helps a defender: river, ring, works, else the terrain."""
    return Reason(f"info-ground-{what}").text if f"info-ground-{what}" in load_information() else _plain(what)


def _plain(word: str) -> str:
    return word.replace("_", " ")


_NAMED: Final[dict[str, Callable[[Any], str]]] = {
    "unit": lambda unit: unit_name(unit) if unit in BOARD.unit_index else str(unit),
    "units": lambda units: ", ".join(map(unit_name, units)),
    "hex": place_name,
    "frm": place_name,
    "hexes": lambda nodes: " and ".join(map(place_name, nodes)),
    "lost": lambda units: " and ".join(map(unit_name, units)),
    "goals": lambda goals: "; or ".join(", ".join(part.text for part in parts) for parts in goals),
    "box": place_name,
    "side": lambda side: SIDE_NAMES[SIDE_INDEX[side]],
    "phase": lambda phase: PHASE_NAMES.get(phase, phase),
    "event": _event,
    "moments": lambda moments: ", ".join(Reason(f"moment-{moment}").text for moment in moments),
    "weather": _plain,
    "scenario": lambda name: load_scenario(name).title if name in scenario_ids() else str(name),
    "heading": lambda weather: _plain(weather).capitalize(),
    "terrain": _plain,
    "half": _half,
    "scope": lambda scope: UNTIL.get(scope, _plain(scope)),
    "seas": lambda seas: ", ".join(Reason(f"info-sea-{sea}").text for sea in seas),
    "grounds": lambda grounds: ", ".join(f"{_ground(what)} {columns}" for what, columns in grounds),
    "base": lambda name: name.text if isinstance(name, Reason) else str(name),
    "why": lambda inner: str(inner.words),
}
"""What an argument of this name is called in English; others are said as they are."""
